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

import { compact } from "../../core/compact.js";
import { type Issue, notice } from "../../core/issue.js";
import { type JsonObject, plainObject, sameJson } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths, Trace } from "../../core/trace.js";
import type { StyleName } from "../../model/common.js";
import { keepUnknown, plainJson } from "../../model/extensions.js";
import type { OpaquePart, RedactedThinkingPart, Signature, ThinkingPart } from "../../model/index.js";
import { unwrapSignature } from "../../model/signature.js";
import { nonEmpty } from "./empty.js";
import type { ReasoningDetail, ThinkingBlock } from "./wire.js";

type Origin = Signature["origin"];
/** An entry of a kind that nobody knows. */
export type OpaqueDetail = Omit<OpaquePart, "value"> & { readonly value: JsonObject };
export type ReasoningPart = ThinkingPart | RedactedThinkingPart | OpaqueDetail;

/** `format` of a detail, which says whose signature it has. */
const FORMATS: ReadonlyMap<string, Origin> = new Map([
  ["anthropic-claude-v1", "messages"],
  ["google-gemini-v1", "generate-content"],
]);

export function originOfFormat(format: string | null | undefined): Origin {
  const known = FORMATS.get(format ?? "");
  if (known !== undefined || !format) return known ?? "unknown";
  // An official client that adds up deltas adds up the formats of all pieces as well.
  for (const [name, origin] of FORMATS) if (format === name.repeat(format.length / name.length)) return origin;
  return "unknown";
}

/** Whether two entries are hardly of one thought: each names its service, and not the same. */
export function contradicts(one: Origin, other: Origin): boolean {
  return one !== "unknown" && other !== "unknown" && one !== other;
}

/**
 * The format to write: by the signature's origin. In a stream, where the signature comes last, thoughts of the messages
 * style are taken for signed.
 */
export function formatOf(signature: Signature | undefined, from: StyleName | undefined): string {
  // Thoughts of generate-content are mostly unsigned, and a stream of them learns it last.
  const origin = signature?.origin ?? (from === "messages" ? from : undefined);
  if (origin === "messages") return "anthropic-claude-v1";
  return origin === "generate-content" ? "google-gemini-v1" : "unknown";
}

export interface ReasoningFields {
  readonly reasoning_content?: string | null | undefined;
  readonly reasoning?: string | null | undefined;
  readonly reasoning_details?: readonly ReasoningDetail[] | null | undefined;
  readonly thinking_blocks?: readonly ThinkingBlock[] | null | undefined;
}

/**
 * The thoughts of a message, in order.
 * @param path that of the message in the document read
 * @param answer whether a server wrote the message, not a client that added up a stream
 */
export function decodeReasoning(
  fields: ReasoningFields,
  path: Path,
  trace: Trace,
  report: (issue: Issue) => void,
  answer: boolean,
): ReasoningPart[] {
  const { reasoning_content, reasoning } = fields;
  // Most messages have no thoughts.
  if (!reasoning_content && !reasoning && !fields.reasoning_details && !fields.thinking_blocks) return [];
  const { reasoning_details, thinking_blocks } = answer ? fields : withoutDoubtful(fields, path, report);
  const entries = reasoning_details ?? [];
  const details = decodeDetails(entries, [...path, "reasoning_details"], trace);
  const blocks = decodeBlocks(thinking_blocks ?? [], [...path, "thinking_blocks"], trace);
  const structured = details.length > 0 ? details : blocks;
  if (details.length > 0 && blocks.length > 0) compareParts(details, blocks, [...path, "thinking_blocks"], report);
  const texts = structured.flatMap((part) => (part.type === "thinking" ? [part.text] : []));
  const plain = [
    ["reasoning_content", reasoning_content ?? ""],
    ["reasoning", reasoning ?? ""],
  ] as const;
  const given = plain.filter(([, text]) => text !== "");
  // Details that hold only a signature or encrypted data say nothing that a person could read: the text beside them does.
  const [first] = given;
  const told = first !== undefined && texts.join("") === "" ? first[1] : undefined;
  for (const [field, text] of given)
    if (told === undefined ? !agrees(text, texts) : text !== told)
      report(
        notice(
          "conflict.resolved",
          [...path, field],
          `\`${field}\` says other thoughts than ${told === undefined ? "the structured ones" : "`reasoning_content`"}, which count.`,
        ),
      );
  if (told === undefined || first === undefined) return structured;
  const empty = structured.findIndex(({ type }) => type === "thinking");
  const signed = structured[empty];
  if (signed?.type !== "thinking") return [trace.mark({ type: "thinking", text: told }, [...path, first[0]], { text: [] }), ...structured];
  const carrier = details.length > 0 ? ["reasoning_details", entries.findIndex(isThought)] : ["thinking_blocks", empty];
  const whole = trace.mark({ ...signed, text: told }, path, {
    "": [first[0]],
    text: [first[0]],
    signature: carrier,
    "signature.value": [...carrier, "signature"],
    extensions: carrier,
  });
  return structured.map((part, index) => (index === empty ? whole : part));
}

/**
 * Some clients keep the last piece of each field of a stream alone. The plain text beside a signature is then not all that
 * was signed, and a messages service refuses thoughts that were changed.
 */
function withoutDoubtful(fields: ReasoningFields, path: Path, report: (issue: Issue) => void): ReasoningFields {
  const { reasoning_content, reasoning, reasoning_details, thinking_blocks } = fields;
  const plain = nonEmpty(reasoning_content) ? "reasoning_content" : nonEmpty(reasoning) ? "reasoning" : undefined;
  if (plain === undefined) return fields;
  const doubt = (carrier: string, index: number) =>
    report(
      notice(
        "unportable.signature",
        [...path, carrier, index],
        `\`${plain}\` may be the last piece only of what this entry signs, and the words are not in it; its signature is left out.`,
        { severity: "warning", from: "messages" },
      ),
    );
  if (reasoning_details?.length) {
    if (reasoning_details.some(({ text, summary }) => nonEmpty(text) || nonEmpty(summary))) return fields;
    const details = reasoning_details.map((detail, index) => {
      const { signature, ...unsigned } = detail;
      if (!isThought(detail) || signatureOf(signature, originOfFormat(detail.format))?.origin !== "messages") return detail;
      doubt("reasoning_details", index);
      return unsigned;
    });
    return { ...fields, reasoning_details: details };
  }
  if (thinking_blocks?.some(({ thinking }) => nonEmpty(thinking))) return fields;
  const blocks = thinking_blocks?.map((block, index) => {
    const { signature, ...unsigned } = block;
    if ((block.type ?? "thinking") !== "thinking" || signatureOf(signature, "messages")?.origin !== "messages") return block;
    doubt("thinking_blocks", index);
    return unsigned;
  });
  return { ...fields, thinking_blocks: blocks };
}

function isThought({ type }: ReasoningDetail): boolean {
  return type === undefined || type === null || type === "reasoning.text" || type === "reasoning.summary";
}
export function isKnownDetail(detail: ReasoningDetail): boolean {
  return isThought(detail) || detail.type === "reasoning.encrypted";
}

/** Whether a plain text repeats the pieces: servers join them in one of these ways. */
function agrees(text: string, pieces: readonly string[]): boolean {
  return ["", "\n\n", "\n"].some((separator) => pieces.join(separator) === text);
}

function compareParts(chosen: readonly ReasoningPart[], other: readonly ReasoningPart[], path: Path, report: (issue: Issue) => void): void {
  if (JSON.stringify(chosen.map(factsOf)) !== JSON.stringify(other.map(factsOf)))
    report(notice("conflict.resolved", path, "`thinking_blocks` holds other thoughts than `reasoning_details`, which count."));
}

export function factsOf(part: ReasoningPart): readonly (string | undefined)[] {
  if (part.type === "opaque") return [part.type];
  return part.type === "thinking" ? [part.text, part.signature?.value] : [part.data];
}

function decodeDetails(details: readonly ReasoningDetail[], path: Path, trace: Trace): ReasoningPart[] {
  const parts: ReasoningPart[] = [];
  details.forEach((detail, index) => {
    const pieces = piecesBefore(parts, details, index, detail);
    const [first] = pieces;
    if (first !== undefined)
      parts.splice(-pieces.length, pieces.length, trace.mark(joinPieces(first, pieces, detail), path, joinedFields(index, pieces, detail)));
    else parts.push(decodeDetail(detail, index, [...path, index], trace));
  });
  return parts;
}

/** The whole of a thought that stands in several entries is where all of them are. */
function joinedFields(index: number, { length }: readonly ThinkingPart[], end: ReasoningDetail): FieldPaths {
  return {
    text: length === 1 && !nonEmpty(end.text) ? [index - 1, "text"] : [],
    signature: [index],
    "signature.value": [index, "signature"],
    extensions: [index - length],
  };
}

const THINKING_FIELDS = { "signature.value": ["signature"] } as const;
const SUMMARY_FIELDS = { text: ["summary"], "signature.value": ["signature"] } as const;
const REDACTED_FIELDS = { signature: ["data"] } as const;

/**
 * The thoughts that an entry signs beside its own words. A stream that was collected has a text and its signature in two
 * entries, of the same index if they have any; one whose deltas were kept as they came has an entry for each piece.
 */
function piecesBefore(
  parts: readonly ReasoningPart[],
  details: readonly ReasoningDetail[],
  index: number,
  end: ReasoningDetail,
): readonly ThinkingPart[] {
  const pieces: ThinkingPart[] = [];
  if (!nonEmpty(end.signature)) return pieces;
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
  // Where an index says that they are one, the service is that of the signature.
  if (!nonEmpty(text)) return index != null || !contradicts(one, other);
  // Claude signs each of its thoughts: words without a signature are no thought of their own.
  if (one === "messages" && other === "messages") return true;
  return index != null && !nonEmpty(signature) && (format ?? undefined) === (entry.format ?? undefined);
}

function joinPieces(first: ThinkingPart, pieces: readonly ThinkingPart[], { text, signature, format }: ReasoningDetail): ThinkingPart {
  const words = pieces.map((piece) => piece.text).join("") + (text ?? "");
  return compact({ ...first, text: words, signature: signatureOf(signature, originOfFormat(format)) });
}

/** @param position that among the details, which `index` mostly repeats */
function decodeDetail(detail: ReasoningDetail, position: number, path: Path, trace: Trace): ReasoningPart {
  const { type, text, summary, data, signature: value, format, index, ...rest } = detail;
  const origin = originOfFormat(format);
  const signature = type === "reasoning.encrypted" ? proofOf(data, origin) : signatureOf(value, origin);
  const unknown = {
    ...rest,
    ...(index === position ? {} : { index }),
    // A known format is the origin of the signature, and "unknown" is written where nothing is said; any other is kept as it is.
    ...(format === "unknown" || (signature !== undefined && origin !== "unknown") ? {} : { format }),
  };
  switch (type) {
    case "reasoning.encrypted":
      return trace.mark(
        compact({
          type: "redacted-thinking" as const,
          data: data ?? "",
          signature,
          ...keepUnknown("chat-completions", { ...unknown, text, summary, signature: value }),
        }),
        path,
        REDACTED_FIELDS,
      );
    case "reasoning.summary":
      return trace.mark(
        compact({
          type: "thinking" as const,
          text: summary ?? "",
          summary: true,
          signature,
          ...keepUnknown("chat-completions", { ...unknown, text, data }),
        }),
        path,
        SUMMARY_FIELDS,
      );
    case "reasoning.text":
    case undefined:
    case null:
      return trace.mark(
        compact({
          type: "thinking" as const,
          text: text ?? "",
          signature,
          ...keepUnknown("chat-completions", { ...unknown, summary, data }),
        }),
        path,
        THINKING_FIELDS,
      );
    default:
      return trace.mark({ type: "opaque", style: "chat-completions", value: plainObject(detail) }, path);
  }
}

function signatureOf(value: string | null | undefined, origin: Origin): Signature | undefined {
  return nonEmpty(value) ? (unwrapSignature(value)?.signature ?? { value, origin }) : undefined;
}

/** Encrypted thoughts are their own proof, where it is known whose. */
function proofOf(data: string | null | undefined, origin: Origin): Signature | undefined {
  return origin === "unknown" ? undefined : { value: data ?? "", origin };
}

export function decodeBlocks(blocks: readonly ThinkingBlock[], path: Path, trace: Trace): ReasoningPart[] {
  return blocks.map((block, index) => decodeBlock(block, [...path, index], trace));
}

export function decodeBlock(block: ThinkingBlock, at: Path, trace: Trace): ReasoningPart {
  const { type, thinking, signature, data, ...rest } = block;
  if (type === "redacted_thinking") {
    const proof = { value: data ?? "", origin: "messages" } as const;
    return trace.mark(
      {
        type: "redacted-thinking",
        data: proof.value,
        signature: proof,
        ...keepUnknown("chat-completions", { ...rest, thinking, signature }),
      },
      at,
      REDACTED_FIELDS,
    );
  }
  if (type !== "thinking" && type !== undefined && type !== null)
    return trace.mark({ type: "opaque", style: "chat-completions", value: plainObject(block) }, at);
  return trace.mark(
    compact({
      type: "thinking" as const,
      text: thinking ?? "",
      signature: signatureOf(signature, "messages"),
      ...keepUnknown("chat-completions", { ...rest, data }),
    }),
    at,
    { text: ["thinking"], "signature.value": ["signature"] },
  );
}
