/**
 * Content blocks, one canonical part each. The exception is a signature that this style has no field for: it travels in a `thinking` block
 * without text, directly before the `tool_use` or directly after the `text` that it belongs to. Calls of the caller's own tools have an
 * object as `input`; text that is none is wrapped. Their results stand in a user turn and refer to them by `tool_use_id`.
 */
import { approximated, equivalent, notice, type Path } from "../../core/issue.js";
import { compact, plain } from "../../core/json.js";
import { dropFields, dropPart, opaquePart } from "../../model/extensions.js";
import type { Part, Signature, ToolCallPart, ToolResultPart } from "../../model/index.js";
import { argumentsFromValue, freeFormInput, restoreToolName } from "../../model/tools.js";
import { freeForm, objectOf, unpairedResult, type Whole } from "../../model/turns.js";
import type { Context } from "../options.js";
import { type BlockReader, type BlockWriter, dropSignature, encodeOpaque, marked, readBlock, readEach, withCommon } from "./block.js";
import { decodeSearchResult, decodeText, encodeEntries, encodeInnerText, encodeRefusal, encodeText, textOrBlocks } from "./citations.js";
import { decodeDocument, decodeImage, encodeInner } from "./media.js";
import { QUIRKS } from "./quirks.js";
import { carriedSignature, carrierOf, decodeThought, encodeThought, isCarrier, leftOutAtEnd, SIGNATURE_FIELDS } from "./reasoning.js";
import { decodeServerCall, decodeServerResult, encodeCodeResult, encodeServerCall, encodeServerResult } from "./server-tools.js";
import { Block, type BlockOf, isBlank, ResultContent } from "./wire.js";
import { AnswerBlock, type AnswerBlockOf } from "./wire-answer.js";

export { freeForm };

/** The blocks of a message or of an answer. */
export function decodeBlocks(blocks: readonly AnswerBlock[], path: Path, reader: BlockReader): Part[] {
  const parts: Part[] = [];
  let offset = 0;
  let taken = -1;
  for (const [index, block] of blocks.entries()) {
    // A block that was read with the one before it.
    if (index === taken) continue;
    const at = [...path, index];
    const next = blocks[index + 1];
    const isText = AnswerBlock.isKnown(block) && block.type === "text";
    const carried = carriedSignature(isText ? next : block);
    const signature = carried && reader.trace.mark(carried.signature, isText ? [...path, index + 1] : at, SIGNATURE_FIELDS);
    if (isText) {
      if (carried?.slot === "x") taken = index + 1;
      parts.push(decodeText(block, at, reader, offset, carried?.slot === "x" ? signature : undefined));
      offset += block.text?.length ?? 0;
    } else if (carried?.slot === "c" && next !== undefined && AnswerBlock.isKnown(next) && next.type === "tool_use") {
      taken = index + 1;
      parts.push(decodeToolCall(next, [...path, taken], reader, signature));
    } else if (signature !== undefined && carried?.slot === "x")
      parts.push(reader.trace.mark({ type: "text", text: "", signature }, at, { text: ["thinking"] }));
    else parts.push(decodeBlock(block, at, reader));
  }
  return parts;
}

/** One block; {@link decodeBlocks} puts carried signatures back where they belong. */
export function decodeBlock(block: AnswerBlock, path: Path, reader: BlockReader): Part {
  if (!AnswerBlock.isKnown(block)) return opaquePart("messages", block, path, reader.trace);
  switch (block.type) {
    case "tool_use":
      return decodeToolCall(block, path, reader);
    case "server_tool_use":
      return decodeServerCall(block, path, reader);
    case "tool_result":
      return decodeToolResult(block, path, reader);
    case "thinking":
    case "redacted_thinking":
      return decodeThought(block, path, reader);
    case "text":
      return decodeText(block, path, reader);
    case "image":
      return decodeImage(block, path, reader);
    case "document":
      return decodeDocument(block, path, reader);
    case "search_result":
      return decodeSearchResult(block, path, reader);
    default:
      return decodeServerResult(block, path, reader);
  }
}

/** The parts of an answer as blocks, each marked with the part that it came from. */
export function encodeParts(parts: readonly Part[], path: Path, writer: BlockWriter): Block[] {
  const written: { readonly block: Block; readonly path: Path; readonly lone: boolean }[] = [];
  let offset = 0;
  parts.forEach((part, index) => {
    const at = [...path, index];
    const lone = part.type === "text" && part.text === "" && part.signature !== undefined && parts[index - 1]?.type === "text";
    encodePart(part, at, writer, offset).forEach((block, order) => {
      written.push({ block, path: order === 0 ? at : [...at, "signature"], lone });
    });
    if (part.type === "text") offset += part.text.length;
  });
  for (let last = written.at(-1); last !== undefined && isCarrier(last.block); last = written.at(-1)) {
    writer.report(leftOutAtEnd(last.path));
    written.pop();
  }
  for (const { lone } of written)
    if (lone) writer.report(equivalent(path, "This signature without a text is that of the text before it, on the way back."));
  return written.map(({ block }) => block);
}

/** @param offset where the part stands in the visible text, in UTF-16 units; citations of other styles count from its start */
export function encodePart(part: Part, path: Path, writer: BlockWriter, offset = 0): readonly Block[] {
  if (!SIGNED.has(part.type)) dropSignature(part, path, writer);
  return marked(blocksOf(part, path, writer, offset), part, path, writer);
}

/** The parts whose signature has a place. */
const SIGNED: ReadonlySet<Part["type"]> = new Set(["text", "thinking", "redacted-thinking", "tool-call"]);

function blocksOf(part: Part, path: Path, writer: BlockWriter, offset: number): readonly Block[] {
  switch (part.type) {
    case "text":
      return encodeText(part, path, writer, offset);
    case "image":
    case "document":
    case "search-result":
      return encodeInner(part, path, writer);
    case "tool-call":
      return encodeToolCall(part, path, writer);
    case "tool-result":
      return encodeToolResult(part, path, writer);
    case "thinking":
    case "redacted-thinking":
      return encodeThought(part, path, writer);
    case "refusal":
      return encodeRefusal(part, path, writer);
    case "server-tool-call":
    case "code-call":
      return encodeServerCall(part, path, writer);
    case "server-tool-result":
      return encodeServerResult(part, path, writer);
    case "code-result":
      return encodeCodeResult(part, path, writer);
    case "audio":
      if (writer.document === "request" || !part.transcript) return dropPart(path, "messages has no sound", writer.report);
      writer.report(approximated("approximated.media", path, "messages has no sound; what was said is text."));
      return [{ type: "text", text: part.transcript }];
    case "video":
      return dropPart(path, "messages has no video", writer.report);
    case "opaque":
      return encodeOpaque(part, Block, path, writer);
    default:
      return part satisfies never;
  }
}

const CUSTOM_FIELDS = { "arguments.json": ["input", "input"] } as const;

/** `{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {"city": "Paris"}}` */
export function decodeToolCall(block: AnswerBlockOf<"tool_use">, path: Path, reader: BlockReader, signature?: Signature): ToolCallPart {
  const { type: _type, id: given, name: wireName, input, ...rest } = block;
  const { context } = reader;
  const value = plain(input);
  const name = restoreToolName(wireName, context);
  const text = isCustomCall(block, context) ? freeFormInput(value) : undefined;
  const id = given || reader.ids.callId(wireName, value ?? {}, [...path, "id"]);
  reader.ids.called(wireName, path);
  const what =
    text === undefined
      ? ({ variant: "function", arguments: QUIRKS.inputAsText.rewrite(argumentsFromValue(value), value) } as const)
      : ({ variant: "custom", arguments: { json: text } } as const);
  const part = { type: "tool-call", id, name, ...what, ...(given ? {} : { idSynthesized: true }), ...compact({ signature }) } as const;
  return readBlock<ToolCallPart>(part, rest, path, reader, [], text === undefined ? undefined : CUSTOM_FIELDS);
}

/** Whether the tool is a free-form one, which takes text. */
export function isCustomCall({ name }: AnswerBlockOf<"tool_use">, context: Context | undefined): boolean {
  return context?.customTools?.includes(restoreToolName(name, context)) === true;
}

function encodeToolCall(part: ToolCallPart, path: Path, writer: BlockWriter): readonly Block[] {
  part satisfies Whole<"tool-call", "id" | "name" | "variant" | "arguments" | "idSynthesized">;
  const { id, name } = part;
  const input = objectOf(part, path, "messages", writer);
  const called = writer.ids.call(id, name, path, writer.report);
  const block = { type: "tool_use", id: called, name: writer.rename(name, [...path, "name"]), input } as const;
  return [...carrierOf(part, "c", path, writer), withCommon(block, part)];
}

/** `{"type": "tool_result", "tool_use_id": "toolu_1", "content": "20 °C", "is_error": false}` */
function decodeToolResult(block: BlockOf<"tool_result">, path: Path, reader: BlockReader): ToolResultPart {
  const { type: _type, tool_use_id: callId, content: wire, is_error, ...rest } = block;
  const content = readEach(wire ?? [], [...path, "content"], reader, decodeContent);
  const part = { type: "tool-result", callId, content, ...(is_error === true ? { isError: true } : {}) } as const;
  return readBlock<ToolResultPart>(part, rest, path, reader);
}

/** @param isLast other texts stand on the line after the name of a tool, for some styles join them */
function decodeContent(block: ResultContent, path: Path, reader: BlockReader, isLast: boolean): Part {
  if (ResultContent.isKnown(block)) return decodeBlock(block, path, reader);
  const { type, tool_name, ...rest } = block;
  if (type !== "tool_reference" || typeof tool_name !== "string") return opaquePart("messages", block, path, reader.trace);
  reader.onReference?.(path);
  const text = isLast ? tool_name : `${tool_name}\n`;
  return reader.trace.mark<Part>(decodeText({ ...rest, type: "text", text }, path, reader), path, { text: ["tool_name"] });
}

function encodeToolResult(part: ToolResultPart, path: Path, writer: BlockWriter): readonly BlockOf<"tool_result">[] {
  part satisfies Whole<"tool-result", "callId" | "name" | "content" | "structured" | "isError">;
  const { callId, name, content, isError } = part;
  if (writer.document === "answer") return dropPart(path, `An answer holds no ${part.type}`, writer.report);
  const encoded = encodeResultContent(content, [...path, "content"], writer);
  const isMute = isError === true && (encoded === undefined || (typeof encoded === "string" && isBlank(encoded)));
  const to = "The tool failed and did not say why.";
  const refused = "A result that failed needs a text; one was written.";
  if (isMute) writer.report(notice("defaulted.other", [...path, "content"], refused, { to }));
  const call = writer.ids.result(callId, [...path, "callId"], writer.report);
  if (!call.open) writer.report(unpairedResult(call.id.slice(0, 200), path));
  // The call names the tool of a result, in the name that it has here.
  if (name !== undefined && name === call.name) writer.rename(name, [...path, "name"]);
  else dropFields({ name }, "info", path, "messages", writer.report);
  const failed = isError === true ? { is_error: true } : {};
  const block = { type: "tool_result", tool_use_id: call.id, ...compact({ content: isMute ? to : encoded }), ...failed } as const;
  return [withCommon(block, part)];
}

/** A string for one plain text, nothing for nothing, else blocks. */
function encodeResultContent(content: readonly Part[], path: Path, writer: BlockWriter): BlockOf<"tool_result">["content"] | undefined {
  const [first, ...others] = content;
  if (first?.type === "text" && others.length === 0 && (!isBlank(first.text) || first.cacheControl === undefined))
    return textOrBlocks(encodeInnerText(first, [...path, 0], writer)) || undefined;
  const entries = encodeEntries(content, path, writer, (part, at) => encodeContent(part, at, writer));
  return entries.length === 0 ? undefined : entries.map(({ block }) => block);
}

function encodeContent(part: Part, path: Path, writer: BlockWriter): readonly ResultContent[] {
  const { type } = part;
  if (type === "text") return encodeInnerText(part, path, writer);
  if (type === "opaque") return marked(encodeOpaque(part, ResultContent, path, writer), part, path, writer);
  if (type !== "image" && type !== "document" && type !== "search-result")
    return dropPart(path, `A result holds no ${type}`, writer.report);
  dropSignature(part, path, writer);
  return marked(encodeInner(part, path, writer), part, path, writer);
}
