/**
 * Tool calls of an assistant message, whose arguments are JSON text; and the signatures of calls and of visible text, which
 * stand in `extra_content`.
 *
 *     {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{\"x\":1}"}}
 *     {"id": "call_2", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}
 */

import { approximated, brief, equivalent, type Issue, notice, overruled, type Path, type Report } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { type FieldPaths, joinKey, type Trace } from "../../core/trace.js";
import { type Json, readSignature, SIGNERS, type SignatureSlot, type StyleName, writeSignature } from "../../model/common.js";
import { dropUnknown, emptyPart, hasOnly, keepBeside, type Nested, type Rest, restoreUnknown } from "../../model/extensions.js";
import { namelessCall } from "../../model/ids.js";
import type { Signature, ToolArguments, ToolCallPart } from "../../model/index.js";
import { argumentsFromText, argumentsFromValue, argumentsText, changeByValue, freeFormInput } from "../../model/tools.js";
import type { Whole } from "../../model/turns.js";
import type { PartTarget } from "./assistant-encoder.js";
import { encodeMarker, MARKERS } from "./parts.js";
import { QUIRKS, SEPARATOR } from "./quirks.js";
import { STYLE, type ToolCall } from "./wire.js";
import type { AnswerMessage, AnswerToolCall } from "./wire-answer.js";

const CALL_FIELDS = {
  name: ["function", "name"],
  arguments: ["function", "arguments"],
  signature: ["extra_content", "google", "thought_signature"],
} as const;
/** Of a call that holds neither a function nor a text for a free-form tool. */
const EMPTY_CALL_FIELDS = { ...CALL_FIELDS, name: [] } as const;
const CUSTOM_CALL_FIELDS = { ...CALL_FIELDS, name: ["custom", "name"], arguments: ["custom", "input"] } as const;

export interface CallReader {
  readonly trace: Trace;
  report(issue: Issue): void;
  /** The name that the client declared. */
  restoreName(name: string): string;
  /** Whether it is an answer, not the history of a request, whose ids may hold a signature. */
  readonly answer: boolean;
  /** An id for a call that has none; `call` counts calls, `part` parts. */
  makeId(call: number, part: number, name: string, args: ToolArguments): string;
}

/** @param before number of the parts before the calls */
export function decodeCalls({ tool_calls, function_call }: AnswerMessage, before: number, path: Path, reader: CallReader): ToolCallPart[] {
  const calls: ToolCallPart[] = [];
  for (const [index, call] of tool_calls?.entries() ?? []) {
    const at = [...path, "tool_calls", index];
    if (isEmptyCall(call)) reader.report(emptyPart(at));
    else calls.push(decodeCall(call, at, reader, index, before + index));
  }
  if (!function_call || !isGiven(function_call)) return calls;
  const at = [...path, "function_call"];
  if (calls.length === 0) calls.push(decodeOlderCall(function_call, at, reader, before));
  else if (isGiven(function_call, tool_calls?.[0]?.function)) reader.report(overruled(at, "tool_calls"));
  return calls;
}

/**
 * @param path that of the call in the document read
 * @param ordinal its number among the calls, and `part`, among the parts
 */
export function decodeCall(call: AnswerToolCall | ToolCall, path: Path, reader: CallReader, ordinal = 0, part = 0): ToolCallPart {
  const { trace, restoreName, report } = reader;
  const split = reader.answer ? undefined : QUIRKS.signatureBehindId.rewrite({ id: call.id ?? "" });
  // What nearly every call is, so that all the rest need not be looked for: a function's, with an id and nothing beside it.
  const { id: plainId, function: plain } = call;
  if (plainId && call.type === "function" && plain && hasOnly(call, CALL_KEYS) && hasOnly(plain, FUNCTION_KEYS) && !split?.signature) {
    const { name, arguments: text } = plain;
    if (name && typeof text === "string") {
      const args = textArguments(text, [...path, "function", "arguments"], report);
      return trace.mark(
        { type: "tool-call", id: plainId, name: restoreName(name), variant: "function", arguments: args },
        path,
        CALL_FIELDS,
      );
    }
  }
  const { id, type, function: fn, custom, extra_content, index, ...rest } = QUIRKS.signatureOfProxy.rewrite(call);
  const isCustom = custom != null && (type === "custom" || !fn);
  const { name: functionName, arguments: functionArguments, ...functionRest } = (isCustom ? undefined : fn) ?? {};
  const { name: customName, input, ...customRest } = (isCustom ? custom : undefined) ?? {};
  const wireName = (isCustom ? customName : functionName) ?? "";
  if (wireName === "" && reader.answer) report(namelessCall(path));
  // The input of a free-form tool is text that is kept as it is; other styles wrap it in an object.
  const args = isCustom ? { json: input ?? "" } : decodeArguments(functionArguments, [...path, "function", "arguments"], report);
  const given = split?.id ?? id ?? "";
  if (split?.signature !== undefined) report(equivalent([...path, "id"], BEHIND_ID, { to: brief(given) }));
  const own = readCallSignature(extra_content);
  const signature = own ?? readCallSignature({ google: { thought_signature: split?.signature } });
  const beside = keepBeside(STYLE, MARKERS, rest, [
    [[], index === undefined || index === path.at(-1) ? {} : { index }],
    [[], type === "function" || type === "custom" ? {} : { type }],
    ["function", isCustom ? filled(fn) : functionRest],
    ["custom", isCustom ? customRest : filled(custom)],
    ...besideSignature(extra_content),
  ]);
  const decoded = compact({
    type: "tool-call" as const,
    id: given === "" ? reader.makeId(ordinal, part, wireName, args) : given,
    name: restoreName(wireName),
    variant: isCustom ? ("custom" as const) : ("function" as const),
    arguments: args,
    idSynthesized: given === "" ? true : undefined,
    signature,
    ...beside,
  });
  return trace.mark(decoded, path, {
    ...(isCustom ? CUSTOM_CALL_FIELDS : fn ? CALL_FIELDS : EMPTY_CALL_FIELDS),
    ...(extra_content === call.extra_content ? {} : { signature: ["provider_specific_fields", "thought_signature"] }),
    ...(own === undefined && signature !== undefined ? { signature: ["id"] } : {}),
  });
}

export const BEHIND_ID = "The id and the signature behind it are read apart.";
const CALL_KEYS = ["id", "type", "function"] as const;
const FUNCTION_KEYS = ["name", "arguments"] as const;

/** `function_call`, the older form: `{"name": "f", "arguments": "{}"}`. */
function decodeOlderCall(older: OlderCall, path: Path, reader: CallReader, part: number): ToolCallPart {
  const report = (issue: Issue) => reader.report({ ...issue, path: issue.path.filter((step) => step !== "function") });
  const call = decodeCall({ type: "function", function: older }, path, { ...reader, report }, 0, part);
  return reader.trace.mark(call, path, besideName(older));
}

/** Fields of the older form that nobody knows: they stand beside the name, and are kept as those of the newer one. */
export function besideName(rest: Rest): FieldPaths {
  return Object.fromEntries(Object.keys(rest).map((key) => [`extensions.chat-completions.${joinKey(["function", key])}`, [key]]));
}

type OlderCall = NonNullable<AnswerToolCall["function"]>;

/** Whether the older form names anything, and anything else than the newer one does. */
export function isGiven({ name, arguments: args }: OlderCall, newer: OlderCall | null = {}): boolean {
  return (name ?? "") !== (newer?.name ?? "") || (args ?? "") !== (newer?.arguments ?? "");
}

/** Arguments as they come: text, or an object at some compatible servers. */
function decodeArguments(value: Json | undefined, path: Path, report: Report): ToolArguments {
  if (typeof value === "string") return textArguments(value, path, report);
  const text = QUIRKS.argumentsAsText.rewrite(value);
  return typeof text === "string" ? argumentsFromText(text) : argumentsFromValue(undefined);
}

/** Other styles have an object here, whose text is another one. */
function textArguments(text: string, path: Path, report: Report): ToolArguments {
  const args = argumentsFromText(text);
  const change = changeByValue(args);
  if (change?.kind === "form") report(equivalent(path, "As an object these arguments have no white space."));
  if (change?.kind === "value") {
    const message = "As an object these arguments differ in a number or a repeated key.";
    const facts = compact({ from: change.from?.slice(0, 200), to: change.to?.slice(0, 200) });
    report(approximated("approximated.arguments", path, message, facts));
  }
  return args;
}

/** An entry that names nothing and holds nothing: some servers send one beside a text. */
export function isEmptyCall(call: AnswerToolCall): boolean {
  // Most calls have an id, and it is not worth a look at the rest.
  return (call.id ?? "") === "" && isHollow(call);
}

/** Whether nothing stands in it but its place and kind: `{"tool_calls": [{"index": 0, "function": {"arguments": ""}}]}`. */
export function isHollow(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return (value ?? "") === "";
  return Object.entries(value).every(([key, member]) => key === "index" || key === "type" || key === "role" || isHollow(member));
}

/** What stands under the key of the other kind; some servers write every key, empty where there is nothing. */
function filled(other: Rest | null | undefined): Rest {
  return !other ? {} : Object.fromEntries(Object.entries(other).filter(([, value]) => value !== ""));
}

/** @param path that of the call in the canonical value written */
export function encodeCall(part: ToolCallPart, path: Path, target: PartTarget): ToolCall {
  part satisfies Whole<"tool-call", "id" | "name" | "variant" | "arguments" | "idSynthesized">;
  const { id, name, variant, arguments: args, signature, cacheControl, extensions } = part;
  const { answer, ids, rename, options, trace, report } = target;
  const called = ids === undefined ? id : ids.call(id, name, path, report);
  dropUnknown(extensions, STYLE, path, report);
  // A request shows itself which calls are of free-form tools; those of an answer come wrapped from other styles.
  const isCustom = answer && options.context?.customTools?.includes(name) === true;
  const input = variant === "custom" ? args.json : isCustom ? freeFormInput(args.value) : undefined;
  const extra = encodeExtraContent(signature, "c", path, target);
  const marker = encodeMarker(cacheControl, path, target);
  const written = rename(name, [...path, "name"]);
  const behind = answer && options.signaturesInIds === true ? extra.extra_content?.google.thought_signature : undefined;
  const at = behind === undefined ? called : called + SEPARATOR + behind;
  const call: ToolCall =
    input === undefined
      ? { id: at, type: "function", function: { name: written, arguments: argumentsText(args) } }
      : { id: at, type: "custom", custom: { name: written, input } };
  return trace.mark(restoreUnknown(Object.assign(call, extra, marker), extensions, STYLE), path, WIRE_CALL_FIELDS);
}

const WIRE_CALL_FIELDS = {
  "function.name": ["name"],
  "function.arguments": ["arguments", "json"],
  "custom.name": ["name"],
  "custom.input": ["arguments", "json"],
  "extra_content.google.thought_signature": ["signature"],
} as const;

export type Carrier = "reasoning_content" | "reasoning" | "reasoning_details";
export const DEFAULT_CARRIERS: readonly Carrier[] = ["reasoning_content", "reasoning_details"];

/** Whether the service that this is written for can use the signature. */
export function isOfUse({ origin }: Signature, { options, signatures }: PartTarget): boolean {
  return (
    signatures === "all" || (origin !== "unknown" && (signatures === "known" || (signatures === "travelled" && origin !== options.from)))
  );
}

export function unportable(path: Path, message: string, signature: Signature | undefined, from?: StyleName): Issue {
  return notice("unportable.signature", path, message, { severity: "warning", from: signature?.origin ?? from ?? "unknown" });
}

export function uselessSignature(path: Path, signature: Signature): Issue {
  return unportable(path, "This signature is of use to its own service only; it was left out.", signature);
}

/** A message has a place for the signature of its last text only. @param path that of the signature */
export function extraSignature(path: Path, signature: Signature): Issue {
  return unportable(path, "A message has the signature of its last text only; this one was left out.", signature);
}

/** The signature of the visible text of a stream, until that text ends. */
export interface HeldSignature {
  readonly signature: Signature;
  readonly path: Path;
}

export function holdSignature(before: HeldSignature | undefined, { value, origin }: Signature, path: Path, report: Report) {
  if (value === "") return before;
  if (before !== undefined) report(extraSignature(before.path, before.signature));
  return { signature: { value, origin }, path };
}

type ExtraContent = { readonly google?: { readonly thought_signature?: string | null | undefined } | null | undefined };

/** The signature that stands in the `extra_content` of a call or a message. */
export function readCallSignature(extra: ExtraContent | null | undefined): Signature | undefined {
  const value = extra?.google?.thought_signature;
  return typeof value === "string" && value !== "" ? readSignature(value, SIGNERS.google.origin) : undefined;
}

/** What stands in `extra_content` beside the signature, by the keys of its objects below `above`. */
export function besideSignature(extra: ExtraContent | null | undefined, above: readonly string[] = []): readonly Nested[] {
  if (!extra) return [];
  const { google, ...rest } = extra;
  const { thought_signature: _signature, ...googleRest } = google ?? {};
  return [
    [[...above, "extra_content"], rest],
    [[...above, "extra_content", "google"], googleRest],
  ];
}

/**
 * `extra_content` with a signature, in an envelope where it is not of the style whose field this is.
 * @returns nothing when there is no signature, or the request goes to a service that could not read it
 */
export function encodeExtraContent(signature: Signature | undefined, slot: SignatureSlot, path: Path, target: PartTarget) {
  if (signature === undefined || signature.value === "") return {};
  if (!isOfUse(signature, target)) {
    target.report(uselessSignature([...path, "signature"], signature));
    return {};
  }
  const value = writeSignature(signature, SIGNERS.google.origin, slot);
  return { extra_content: { google: { thought_signature: value } } };
}
