/**
 * Calls of the caller's own tools and their results. `input` is an object here; text that is none is wrapped.
 * A result stands in a user turn and refers to its call by `tool_use_id`.
 */

import { approximated, brief, dropped, equivalent, failure, notice, type Path } from "../../core/issue.js";
import { compact, type JsonObject, type NothingLeft, plain } from "../../core/json.js";
import type { Part, Signature, ToolCallPart, ToolResultPart } from "../../model/index.js";
import { argumentsFromValue, argumentsObject, freeFormInput, restoreToolName } from "../../model/tools.js";
import type { Context } from "../options.js";
import {
  type BlockReader,
  type BlockWriter,
  decodeOpaque,
  encodeOpaque,
  isOf,
  leaveOut,
  MARKER_FIELDS,
  marked,
  readBlock,
  withCommon,
} from "./block.js";
import { decodeText, encodeEntries, encodeInnerText } from "./citations.js";
import { isBlank } from "./limits.js";
import { decodeInner, encodeInner } from "./media.js";
import { QUIRKS } from "./quirks.js";
import { carrierOf } from "./reasoning.js";
import { type Block, type BlockOf, isKnownResultContent, ResultContent } from "./wire.js";
import type { AnswerBlockOf } from "./wire-answer.js";

const CALL_FIELDS = { ...MARKER_FIELDS, arguments: ["input"], "arguments.value": ["input"], "arguments.json": ["input"] } as const;
const CUSTOM_FIELDS = { ...CALL_FIELDS, "arguments.json": ["input", "input"] } as const;

/** `{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {"city": "Paris"}}` */
export function decodeToolCall(block: AnswerBlockOf<"tool_use">, path: Path, reader: BlockReader, signature?: Signature): ToolCallPart {
  const { type: _type, id: given, name: wireName, input, ...rest } = block;
  const { context } = reader;
  const value = plain(input);
  const name = restoreToolName(wireName, context);
  const text = isCustomCall(block, context) ? freeFormInput(value) : undefined;
  const id = given || reader.callId(wireName, value ?? {}, [...path, "id"]);
  reader.onCall?.();
  const what =
    text === undefined
      ? ({ variant: "function", arguments: QUIRKS.inputAsText(argumentsFromValue(value), value) } as const)
      : ({ variant: "custom", arguments: { json: text } } as const);
  const part = { type: "tool-call", id, name, ...what, ...(given ? {} : { idSynthesized: true }), ...compact({ signature }) } as const;
  return readBlock<ToolCallPart>(part, rest, path, reader, text === undefined ? CALL_FIELDS : CUSTOM_FIELDS);
}

/** Whether the tool is a free-form one, which takes text. */
export function isCustomCall({ name }: AnswerBlockOf<"tool_use">, context: Context | undefined): boolean {
  return context?.customTools?.includes(restoreToolName(name, context)) === true;
}

export function encodeToolCall(part: ToolCallPart, path: Path, writer: BlockWriter): readonly Block[] {
  const { type, id, name, variant, arguments: given, idSynthesized, signature, cacheControl, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const input = encodeInput(part, path, writer);
  const called = writer.ids.call(id, name, [...path, "id"], writer.report);
  const block = { type: "tool_use", id: called, name: writer.names.rename(name, [...path, "name"]), input } as const;
  return [...carrierOf(signature, "c", path, writer), withCommon(block, part)];
}

/** Arguments as the object that messages needs. */
function encodeInput({ variant, arguments: given }: ToolCallPart, path: Path, { options, report }: BlockWriter): JsonObject {
  if (variant === "custom") {
    report(equivalent(path, "The text of a free-form call stands under `input`; only the context of the request shows that it is one."));
    return { input: given.json };
  }
  const { value, wrapped } = argumentsObject(given);
  if (!wrapped) return value;
  const at = [...path, "arguments"];
  const message = "The arguments are no JSON object, which messages demands; as text they stand under `__raw_arguments`.";
  const text = brief(given.json);
  report(
    options.invalidArguments === "reject"
      ? failure("failed.unsupported", at, message, { received: text })
      : approximated("approximated.arguments", at, message, { from: text }),
  );
  // A failure has no result; a call that was left out of it would have everything around it move.
  return value;
}

const RESULT_FIELDS = { ...MARKER_FIELDS, callId: ["tool_use_id"], isError: ["is_error"] } as const;

/** `{"type": "tool_result", "tool_use_id": "toolu_1", "content": "20 °C", "is_error": false}` */
export function decodeToolResult(block: BlockOf<"tool_result">, path: Path, reader: BlockReader): ToolResultPart {
  const { type: _type, tool_use_id: callId, content: wire, is_error, ...rest } = block;
  const at = [...path, "content"];
  const content: readonly Part[] =
    typeof wire === "string"
      ? [reader.trace.mark<Part>({ type: "text", text: wire }, at)]
      : (wire ?? []).map((inner, index) => decodeContent(inner, [...at, index], reader));
  const part = { type: "tool-result", callId, content, ...(is_error === true ? { isError: true } : {}) } as const;
  return readBlock<ToolResultPart>(part, rest, path, reader, RESULT_FIELDS);
}

function decodeContent(block: ResultContent, path: Path, reader: BlockReader): Part {
  if (!isKnownResultContent(block)) {
    const { type, tool_name, ...rest } = block;
    if (type !== "tool_reference" || typeof tool_name !== "string") return decodeOpaque(block, path, reader);
    reader.onReference?.(path);
    return reader.trace.mark<Part>(decodeText({ ...rest, type: "text", text: tool_name }, path, reader), path, { text: ["tool_name"] });
  }
  return decodeInner(block, path, reader);
}

export function encodeToolResult(part: ToolResultPart, path: Path, writer: BlockWriter): readonly BlockOf<"tool_result">[] {
  const { type, callId, name, content, structured, isError, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  if (writer.document === "answer") return leaveOut(part, path, writer, "messages answers hold no results of the caller's tools");
  const encoded = encodeResultContent(content, [...path, "content"], writer);
  const isBlankResult = encoded === undefined || (typeof encoded === "string" && isBlank(encoded));
  const written = isBlankResult && isError === true ? defaultFailureText([...path, "content"], writer) : encoded;
  const call = writer.ids.result(callId, [...path, "callId"], writer.report);
  if (name !== undefined) leaveOutName(name, call.name, [...path, "name"], writer);
  const failed = isError === true ? { is_error: true } : {};
  const block = { type: "tool_result", tool_use_id: call.id, ...compact({ content: written }), ...failed } as const;
  return [withCommon(block, part)];
}

/** The service refuses a failed result without a text. */
function defaultFailureText(path: Path, { report }: BlockWriter): string {
  report(notice("defaulted.other", path, "messages takes no result that failed without a text; one was written.", { to: FAILURE_TEXT }));
  return FAILURE_TEXT;
}

const FAILURE_TEXT = "The tool failed and did not say why.";

/** The call names the tool of a result, in the name that it has here. */
function leaveOutName(name: string, called: string | undefined, path: Path, { names, report }: BlockWriter): void {
  const message = "messages has no name of a result; its call names the tool.";
  if (called === name) names.rename(name, path);
  else report(dropped("dropped.field", path, message, { severity: "info", from: brief(name) }));
}

/** A string for one plain text, nothing for nothing, else blocks. */
function encodeResultContent(content: readonly Part[], path: Path, writer: BlockWriter): BlockOf<"tool_result">["content"] | undefined {
  const [first, ...others] = content;
  if (first?.type === "text" && others.length === 0 && (!isBlank(first.text) || first.cacheControl === undefined)) {
    const blocks = encodeContent(first, [...path, 0], writer);
    const [only] = blocks;
    if (only === undefined) return undefined;
    if (!isOf(only, "text") || Object.keys(only).length > 2) return [...blocks];
    return only.text === "" ? undefined : only.text;
  }
  const entries = encodeEntries(content, path, writer, (part, at) => encodeContent(part, at, writer));
  return entries.length === 0 ? undefined : entries.map(({ block }) => block);
}

function encodeContent(part: Part, path: Path, writer: BlockWriter): readonly ResultContent[] {
  const { type } = part;
  if (type === "text") return encodeInnerText(part, path, writer);
  if (type === "opaque") return marked(encodeOpaque(part, ResultContent, path, writer), part, path, writer);
  if (type === "image" || type === "document" || type === "search-result")
    return marked(encodeInner(part, path, writer), part, path, writer);
  return leaveOut(part, path, writer, "A result holds text, images, documents and search results only");
}
