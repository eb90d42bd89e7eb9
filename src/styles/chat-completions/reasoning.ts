/**
 * Thoughts and signatures of an assistant message. All of it is X, and there are four carriers, best first:
 *
 *     {"reasoning_details": [{"type": "reasoning.text", "text": "t", "signature": "S", "format": "anthropic-claude-v1", "index": 0}],
 *      "thinking_blocks": [{"type": "thinking", "thinking": "t", "signature": "S"}],
 *      "reasoning_content": "t", "reasoning": "t"}
 *
 * The others mostly repeat the best one, so that only one of them is read. Signatures of visible text and of tool calls
 * stand in `extra_content.google.thought_signature` of the message and of the call.
 */

import { equivalent, type Issue, ok, overruled, type Path, type Report } from "../../core/issue.js";
import { compact, isObject, type JsonObject, plainObject, sameJson } from "../../core/json.js";
import type { Trace } from "../../core/trace.js";
import { cleanedList, cleanedTurns, isForeign, SIGNERS, type Signer, signsThoughts, unwrapSignature } from "../../model/common.js";
import { keepUnknown, plainJson, type Rest } from "../../model/extensions.js";
import type { OpaquePart, Part, RedactedThinkingPart, Signature, ThinkingPart } from "../../model/index.js";
import { unportable } from "./calls.js";
import { type ContentPart, MESSAGES, type ReasoningDetail, STYLE, type ThinkingBlock } from "./wire.js";
import type { AnswerMessage } from "./wire-answer.js";

type Origin = Signature["origin"];
/** An entry of a kind that nobody knows. */
type OpaqueDetail = Omit<OpaquePart, "value"> & { readonly value: JsonObject };
type Thought = ThinkingPart | RedactedThinkingPart;
export type ReasoningPart = Thought | OpaqueDetail;

/** `format` of a detail, which states whose signature it has. */
const FORMATS = new Map<string, Signer>([
  ["anthropic-claude-v1", SIGNERS.anthropic],
  ["google-gemini-v1", SIGNERS.google],
]);

/**
 * The format to write: by the signature's origin. In a stream, where the signature comes last, the thoughts of a service
 * that signs each are taken for signed.
 * @param from where a thought without a signature comes from
 */
export function formatOf(signature: Signature | undefined, from: Origin | undefined): string {
  const origin = signature?.origin ?? (signsThoughts(from) ? from : undefined);
  for (const [format, signer] of FORMATS) if (signer.origin === origin) return format;
  return "unknown";
}

export function originOfFormat(format: string | null | undefined): Origin {
  // An official client that adds up deltas adds up the formats of all pieces as well.
  for (const [name, { origin }] of FORMATS)
    if (format?.startsWith(name) && format === name.repeat(format.length / name.length)) return origin;
  return "unknown";
}

/** Whether two entries are hardly of one thought: each names its service, and not the same. */
export function contradicts(one: Origin, other: Origin): boolean {
  return one !== "unknown" && other !== "unknown" && one !== other;
}

/**
 * The thoughts of a message, in order.
 * @param path that of the message in the document read
 * @param answer whether a server wrote the message, not a client that added up a stream
 */
export function decodeReasoning(fields: AnswerMessage, path: Path, trace: Trace, report: Report, answer: boolean): ReasoningPart[] {
  const { reasoning_content, reasoning, reasoning_details, thinking_blocks } = fields;
  // Most messages have no thoughts.
  if (!reasoning_content && !reasoning && !reasoning_details && !thinking_blocks) return [];
  const entries = reasoning_details ?? [];
  const details = decodeDetails(entries, [...path, "reasoning_details"], trace);
  const blocks = decodeBlocks(thinking_blocks ?? [], [...path, "thinking_blocks"], trace);
  const structured = details.length > 0 ? details : blocks;
  if (details.length > 0 && blocks.length > 0 && !sameFacts(details, blocks))
    report(overruled([...path, "thinking_blocks"], "reasoning_details"));
  const texts = structured.flatMap((part) => (part.type === "thinking" ? [part.text] : []));
  const plain = { reasoning_content: reasoning_content ?? "", reasoning: reasoning ?? "" };
  const given = Object.entries(plain).filter(([, text]) => text !== "");
  // Details that hold only a signature or encrypted data have no text that a person could read: the one beside them counts.
  const used = texts.join("") === "" ? given[0] : undefined;
  const carrier = details.length > 0 ? "reasoning_details" : "thinking_blocks";
  for (const [field, text] of given)
    if (used === undefined ? !agrees(text, texts) : text !== used[1]) report(overruled([...path, field], used?.[0] ?? carrier));
  if (used === undefined) return structured;
  const [field, text] = used;
  const empty = structured.findIndex(({ type }) => type === "thinking");
  const at = [carrier, details.length > 0 ? entries.findIndex(isThoughtDetail) : empty];
  const trusted = answer ? structured : structured.map((part) => withoutDoubtful(part, field, [...path, ...at], trace, report));
  const signed = trusted[empty];
  if (signed?.type !== "thinking") return [trace.mark({ type: "thinking", text }, [...path, field], { text: [] }), ...trusted];
  if (signed.extensions !== undefined) report(equivalent([...path, ...at], `The text of this entry stands in \`${field}\`.`));
  const places = { "": [field], text: [field], signature: at, "signature.value": [...at, "signature"], extensions: at };
  const whole = trace.mark({ ...signed, text }, path, places);
  return trusted.map((part, index) => (index === empty ? whole : part));
}

/**
 * Some clients keep the last piece of each field of a stream alone. The plain text beside a signature is then not all that
 * was signed, and a messages service refuses thoughts that were changed.
 */
function withoutDoubtful(part: ReasoningPart, field: string, path: Path, trace: Trace, report: Report): ReasoningPart {
  if (part.type !== "thinking" || part.signature === undefined || !signsThoughts(part.signature.origin)) return part;
  const { signature, ...unsigned } = part;
  const message = `\`${field}\` may be a piece of what this entry signs; its signature was left out.`;
  report(unportable(path, message, signature));
  return trace.mark(unsigned, path);
}

function isThoughtDetail({ type }: ReasoningDetail): boolean {
  return type === undefined || type === null || type === "reasoning.text" || type === "reasoning.summary";
}
export function isKnownDetail(detail: ReasoningDetail): boolean {
  return isThoughtDetail(detail) || detail.type === "reasoning.encrypted";
}

/** Whether a plain text repeats the pieces: servers join them in one of these ways. */
function agrees(text: string, pieces: readonly string[]): boolean {
  return ["", "\n\n", "\n"].some((separator) => pieces.join(separator) === text);
}

function sameFacts(some: readonly ReasoningPart[], others: readonly ReasoningPart[]): boolean {
  const facts = (part: ReasoningPart) =>
    part.type === "opaque" ? [part.type] : part.type === "thinking" ? [part.text, part.signature?.value] : [part.data];
  return JSON.stringify(some.map(facts)) === JSON.stringify(others.map(facts));
}

function decodeDetails(details: readonly ReasoningDetail[], path: Path, trace: Trace): ReasoningPart[] {
  const parts: ReasoningPart[] = [];
  details.forEach((detail, index) => {
    const pieces = piecesBefore(parts, details, index, detail);
    const [first] = pieces;
    if (first === undefined) {
      parts.push(decodeDetail(detail, index, [...path, index], trace));
      return;
    }
    const text = pieces.map((piece) => piece.text).join("") + (detail.text ?? "");
    const whole = compact({ ...first, text, signature: signatureOf(detail.signature, originOfFormat(detail.format)) });
    // The whole of a thought that stands in several entries is where all of them are.
    const places = {
      text: pieces.length === 1 && !detail.text ? [index - 1, "text"] : [],
      signature: [index],
      "signature.value": [index, "signature"],
      extensions: [index - pieces.length],
    };
    parts.splice(-pieces.length, pieces.length, trace.mark(whole, path, places));
  });
  return parts;
}

/**
 * The thoughts that an entry signs beside its own words. A stream that was collected has a text and its signature in two
 * entries, of the same index if they have any; one whose deltas were kept as they came has an entry for each piece.
 */
function piecesBefore(parts: readonly ReasoningPart[], details: readonly ReasoningDetail[], index: number, end: ReasoningDetail) {
  const pieces: ThinkingPart[] = [];
  if (!end.signature) return pieces;
  let next = end;
  for (;;) {
    const entry = details[index - 1 - pieces.length];
    const part = parts.at(-1 - pieces.length);
    if (entry === undefined || part?.type !== "thinking" || part.summary === true || part.signature !== undefined) break;
    if (!goesOn(entry, next)) break;
    pieces.push(part);
    next = entry;
  }
  return pieces.reverse();
}

/** Whether the second entry is of the same thought. */
function goesOn(entry: ReasoningDetail, next: ReasoningDetail): boolean {
  const { type, text, signature, format, index, ...rest } = next;
  if (type !== "reasoning.text" || (index ?? undefined) !== (entry.index ?? undefined)) return false;
  for (const [key, value] of Object.entries(rest)) if (value !== null && !sameJson(plainJson(value), plainJson(entry[key]))) return false;
  const [one, other] = [originOfFormat(entry.format), originOfFormat(format)];
  // Where an index states that they are one, the service is that of the signature.
  if (!text) return index != null || !contradicts(one, other);
  // Each thought is signed: words without a signature are no thought of their own.
  if (one === other && signsThoughts(one)) return true;
  return index != null && !signature && (format ?? undefined) === (entry.format ?? undefined);
}

/** @param position that among the details, which `index` mostly repeats */
export function decodeDetail(detail: ReasoningDetail, position: number, path: Path, trace: Trace): ReasoningPart {
  if (!isKnownDetail(detail)) return unknownEntry(detail, path, trace);
  const { type, text, summary, data, signature: value, format, index, ...rest } = detail;
  const origin = originOfFormat(format);
  // Encrypted thoughts are their own proof, where it is known whose.
  const proof = origin === "unknown" ? undefined : { value: data ?? "", origin };
  const signature = type === "reasoning.encrypted" ? proof : signatureOf(value, origin);
  // A known format is the origin of the signature, and "unknown" is the default; any other is kept as it is.
  const isKnown = format === "unknown" || (signature !== undefined && origin !== "unknown");
  const unread = Object.assign(rest, { index: index === position ? undefined : index, format: isKnown ? undefined : format });
  if (type === "reasoning.encrypted")
    return redacted(data, signature, Object.assign(unread, { text, summary, signature: value }), path, trace);
  return type === "reasoning.summary"
    ? thought(summary, "summary", signature, Object.assign(unread, { text, data }), path, trace)
    : thought(text, "text", signature, Object.assign(unread, { summary, data }), path, trace);
}

function unknownEntry(entry: object, path: Path, trace: Trace): OpaqueDetail {
  return trace.mark({ type: "opaque", style: STYLE, value: plainObject(entry) }, path);
}

type Text = string | null | undefined;

/** @param field that of the text */
function thought(text: Text, field: string, signature: Signature | undefined, unread: Rest, path: Path, trace: Trace): ThinkingPart {
  const summary = field === "summary" ? true : undefined;
  const part = { type: "thinking" as const, text: text ?? "", ...compact({ summary, signature }), ...keepUnknown(STYLE, unread) };
  return trace.mark(part, path, { text: [field], "signature.value": ["signature"] });
}

function redacted(data: Text, signature: Signature | undefined, unread: Rest, path: Path, trace: Trace): RedactedThinkingPart {
  const part = { type: "redacted-thinking" as const, data: data ?? "", ...compact({ signature }), ...keepUnknown(STYLE, unread) };
  return trace.mark(part, path, { signature: ["data"] });
}

function signatureOf(value: Text, origin: Origin): Signature | undefined {
  return value ? (unwrapSignature(value)?.signature ?? { value, origin }) : undefined;
}

export function decodeBlocks(blocks: readonly ThinkingBlock[], path: Path, trace: Trace): ReasoningPart[] {
  return blocks.map((block, index) => decodeBlock(block, [...path, index], trace));
}

function decodeBlock(block: ThinkingBlock, at: Path, trace: Trace): ReasoningPart {
  const { type, thinking, signature, data, ...rest } = block;
  if (type === "redacted_thinking")
    return redacted(data, { value: data ?? "", origin: SIGNERS.anthropic.origin }, { ...rest, thinking, signature }, at, trace);
  if (type !== "thinking" && type !== undefined && type !== null) return unknownEntry(block, at, trace);
  return thought(thinking, "thinking", signatureOf(signature, SIGNERS.anthropic.origin), { ...rest, data }, at, trace);
}

/**
 * X: thoughts among the content. One server has lists of texts, others the blocks of the messages style:
 *
 *     {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}, {"type": "text", "text": "A"}]}
 *     {"content": [{"type": "thinking", "thinking": "Hm", "signature": "S"}, {"type": "redacted_thinking", "data": "R"}]}
 */
export function decodeThinkingContent(part: ContentPart, path: Path, trace: Trace): ReasoningPart | undefined {
  const { type, thinking, ...rest } = part;
  if (type === "redacted_thinking" && typeof rest.data === "string") return decodeBlock({ type, ...rest, data: rest.data }, path, trace);
  if (type !== "thinking" || !(typeof thinking === "string" || Array.isArray(thinking))) return undefined;
  const { signature } = rest;
  if (typeof thinking === "string" && typeof signature === "string" && signature !== "")
    return decodeBlock({ ...rest, type, thinking, signature }, path, trace);
  const pieces = typeof thinking === "string" ? [{ text: thinking, rest: null }] : thinking.map(readPiece);
  if (pieces.length > 0 && pieces.every((piece) => piece.text === undefined)) return undefined;
  const unread = pieces.some((piece) => piece.rest !== null) ? pieces.map((piece) => piece.rest) : undefined;
  return thought(pieces.map((piece) => piece.text).join(""), "thinking", undefined, { ...rest, thinking: unread }, path, trace);
}

/** `rest`: what is no text, null where there is nothing else. */
function readPiece(piece: unknown): { readonly text?: string; readonly rest: unknown } {
  if (!isObject(piece) || piece.type !== "text" || typeof piece.text !== "string") return { rest: piece };
  const { type: _type, text, ...rest } = piece;
  return { text, rest: Object.keys(rest).length === 0 ? null : rest };
}

export function isThought(part: Part): part is Thought {
  return part.type === "thinking" || part.type === "redacted-thinking";
}

/**
 * Clients that keep thoughts among the content mostly give them back in a field as well.
 * @returns which of the two only repeats the other: the one that has no signatures
 */
export function repeatedThoughts(fields: readonly ReasoningPart[], content: readonly Part[]): "fields" | "content" | undefined {
  const among = content.filter(isThought);
  const textOf = (thoughts: readonly ReasoningPart[]) => thoughts.map((part) => (part.type === "thinking" ? part.text : "")).join("");
  const isBare = (thoughts: readonly ReasoningPart[]) =>
    thoughts.every((part) => part.type === "thinking" && part.signature === undefined && part.extensions === undefined);
  if (fields.length === 0 || among.length === 0 || textOf(fields) !== textOf(among)) return undefined;
  if (isBare(fields)) return "fields";
  const same = sameFacts(fields, among) && among.every(({ extensions }) => extensions === undefined);
  return isBare(among) || same ? "content" : undefined;
}

/** `extra_content` of messages and calls, and `reasoning_details`. Only the signature is taken out; what it signed stays. */
export function stripForeignSignatures(body: unknown) {
  const issues: Issue[] = [];
  const without = (node: Wire, key: string, path: Path): Wire => {
    if (!isForeign(node[key], STYLE, [...path, key], issues)) return node;
    const { [key]: _signature, ...rest } = node;
    return rest;
  };
  const withoutExtra = (node: Wire, path: Path): Wire => {
    const extra = node.extra_content;
    if (!isObject(extra) || !isObject(extra.google)) return node;
    const google = without(extra.google, "thought_signature", [...path, "extra_content", "google"]);
    return google === extra.google ? node : { ...node, extra_content: { ...extra, google } };
  };
  const found = cleanedTurns(body, MESSAGES, issues, (message, path) => {
    if (message.role !== "assistant") return message;
    const called = cleanedList(withoutExtra(message, path), "tool_calls", path, withoutExtra);
    return cleanedList(called, "reasoning_details", path, (detail, at) => without(detail, "signature", at));
  });
  return found === undefined ? ok(body) : ok({ ...found.body, messages: found.cleaned }, issues);
}

type Wire = Readonly<Record<string, unknown>>;
