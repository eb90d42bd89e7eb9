/**
 * Thoughts and what proves them: `thinking` blocks with their signature, and `redacted_thinking`. A signature that this
 * style has no field for travels in a `thinking` block without text, beside the block that it belongs to.
 */

import type { NothingLeft } from "../../core/compact.js";
import { dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { Message, RedactedThinkingPart, Signature, ThinkingPart } from "../../model/index.js";
import { readSignature, type SignatureSlot, unwrapSignature, wrapSignature, writeSignature } from "../../model/signature.js";
import { type BlockReader, type BlockWriter, dropSignature, type ThoughtPieces } from "./block.js";
import type { RedactedThinkingBlock, ThinkingBlock } from "./wire.js";
import type { AnswerBlock, AnswerRedactedBlock, AnswerThinkingBlock } from "./wire-answer.js";

export const SIGNATURE_FIELDS = { value: ["signature"], origin: ["signature"] } as const;

/** The signature in a block that holds nothing else. */
export function carriedSignature(
  block: AnswerBlock | undefined,
): { readonly signature: Signature; readonly slot: SignatureSlot } | undefined {
  if (block?.type !== "thinking") return undefined;
  const { type, thinking, signature, ...rest } = block;
  if ((thinking ?? "") !== "" || typeof signature !== "string" || Object.keys(rest).length > 0) return undefined;
  return unwrapSignature(signature);
}

/**
 * Whether a block was made only to carry another vendor's signature. An answer never ends in one: the service refuses a
 * final thinking block when the conversation goes on, and a client that prints the last block prints nothing.
 */
export function isCarrier(block: AnswerBlock | undefined): boolean {
  if (block?.type === "redacted_thinking") return typeof block.data === "string" && unwrapSignature(block.data) !== undefined;
  return carriedSignature(block) !== undefined;
}

/** @param path the part, or its signature where the part has a block of its own */
export function leftOutAtEnd(path: Path): Issue {
  const message =
    "A messages answer cannot end in a thinking block, and nothing follows that this signature could stand before; it is left out.";
  return dropped(path.at(-1) === "signature" ? "dropped.field" : "dropped.part", path, message, { severity: "info" });
}

export function decodeThinkingBlock(block: AnswerThinkingBlock, path: Path, { trace }: Pick<BlockReader, "trace">): ThinkingPart {
  const { type, thinking, signature: value, ...rest } = block;
  const part: ThinkingPart = {
    type,
    text: thinking ?? "",
    // An empty signature is how thoughts of a service that signs nothing stand in this style.
    ...(value === undefined || value === null || value === "" ? {} : { signature: readSignature(value, "messages") }),
    ...keepUnknown("messages", rest),
  };
  return trace.mark(part, path, { text: ["thinking"], "signature.value": ["signature"] });
}

export function decodeRedacted(block: AnswerRedactedBlock, path: Path, { trace }: BlockReader): RedactedThinkingPart {
  const { type, data: given, ...rest } = block;
  const signature = readSignature(given ?? "", "messages");
  const part: RedactedThinkingPart = { type: "redacted-thinking", data: signature.value, signature, ...keepUnknown("messages", rest) };
  return trace.mark(part, path, { signature: ["data"] });
}

/** Directly before a call (slot `c`) or after a text (slot `x`): a thought without text, which the way back recognises. */
export function carrierBlock(signature: Signature, slot: SignatureSlot): ThinkingBlock {
  return { type: "thinking", thinking: "", signature: wrapSignature(signature, slot) };
}

/** A signature that has no field of its own here, in a block that holds nothing else; never sent to a service. */
export function carrierOf(
  signature: Signature | undefined,
  slot: SignatureSlot,
  path: Path,
  writer: BlockWriter,
): readonly ThinkingBlock[] {
  if (signature === undefined) return [];
  if (writer.document === "answer") return [carrierBlock(signature, slot)];
  dropSignature(signature, [...path, "signature"], writer);
  return [];
}

/**
 * Unsigned thoughts and a signature of this style without a thought behind them: so clients of generate-content give back
 * what was streamed to them, in one turn or in several.
 */
export function piecesOf(messages: readonly Message[]): ThoughtPieces {
  const found = new Map<object, string | undefined>();
  let pieces: ThinkingPart[] = [];
  for (const { role, parts } of messages)
    for (const part of parts) {
      if (role !== "assistant" || part.type !== "thinking") pieces = [];
      else if (part.signature === undefined) pieces.push(part);
      else {
        if (part.text === "" && part.signature.origin === "messages" && pieces.length > 0) {
          for (const piece of pieces) found.set(piece, undefined);
          found.set(part, pieces.map(({ text }) => text).join(""));
        }
        pieces = [];
      }
    }
  return found;
}

export function encodeThinkingBlock(part: ThinkingPart, path: Path, writer: BlockWriter): readonly ThinkingBlock[] {
  if (writer.pieces?.has(part) !== true) return encodeThought(part, part.text, path, writer);
  const text = writer.pieces.get(part);
  writer.report(equivalent(path, "The pieces of a thought that is signed at its end are one block, as the service signed it."));
  return text === undefined ? [] : encodeThought(part, text, path, writer);
}

function encodeThought(part: ThinkingPart, thinking: string, path: Path, writer: BlockWriter): readonly ThinkingBlock[] {
  const { type, text: _text, summary, signature, cacheControl: _marker, extensions: _own, ...rest } = part;
  rest satisfies NothingLeft;
  const { document, report } = writer;
  if (signature?.origin === "messages" || (document === "answer" && (thinking !== "" || signature !== undefined)))
    return [thoughtBlock(part, thinking, signature, path, report)];
  const message = "A messages service takes back only thoughts that it signed; these are unsigned and were removed.";
  if (document === "answer")
    report(dropped("dropped.part", path, "A thought without text and signature is not written.", { severity: "info" }));
  else if (signature !== undefined) dropSignature(signature, path, writer);
  else report(notice("unportable.signature", path, message, { severity: "warning" }));
  return [];
}

/** The signature is empty where nobody signed. */
export function thoughtBlock(
  { summary, extensions }: ThinkingPart,
  thinking: string,
  signature: Signature | undefined,
  path: Path,
  report: (issue: Issue) => void,
): ThinkingBlock {
  if (summary === true) report(equivalent(path, "A summary of thoughts is a thought like any other in messages."));
  const written = signature === undefined ? "" : writeSignature(signature, "messages", "t");
  return restoreUnknown({ type: "thinking", thinking, signature: written }, extensions, "messages");
}

export function encodeRedacted(part: RedactedThinkingPart, path: Path, writer: BlockWriter): readonly RedactedThinkingBlock[] {
  const { type: _type, data, signature, cacheControl: _marker, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const origin = signature?.origin ?? "unknown";
  if (origin === "messages") return [restoreUnknown({ type: "redacted_thinking", data }, extensions, "messages")];
  if (writer.document === "answer") return [{ type: "redacted_thinking", data: wrapSignature({ value: data, origin }, "r") }];
  dropSignature({ origin }, path, writer);
  return [];
}
