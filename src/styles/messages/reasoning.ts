/**
 * Thoughts and what proves them: `thinking` blocks with their signature, and `redacted_thinking`. A signature that this
 * style has no field for travels in a `thinking` block without text, beside the block that it belongs to.
 */

import { addAll } from "../../core/collections.js";
import {
  approximated,
  brief,
  dropped,
  equivalent,
  fact,
  type Issue,
  minorLoss,
  notice,
  ok,
  type Path,
  type Report,
} from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import { isSameModel } from "../../model/capabilities.js";
import {
  cleanedList,
  cleanedTurns,
  foreignSignature,
  isForeign,
  readSignature,
  type SignatureSlot,
  unwrapSignature,
  wrapSignature,
  writeSignature,
} from "../../model/common.js";
import { emptyPart, keepUnknown, type Rest, restoreUnknown } from "../../model/extensions.js";
import type { Message, Part, RedactedThinkingPart, Signature, ThinkingPart } from "../../model/index.js";
import { nothingLeft, type Whole } from "../../model/turns.js";
import type { EncodeOptions } from "../options.js";
import { type BlockWriter, dropSignature, type ThoughtPieces, type Tracer } from "./block.js";
import { edge } from "./edge.js";
import { thinkingConflictIn } from "./thinking-config.js";
import { type BlockOf, blocksIn } from "./wire.js";
import type { AnswerBlock, AnswerBlockOf } from "./wire-answer.js";

export const SIGNATURE_FIELDS = { value: ["signature"], origin: ["signature"] } as const;

/** The signature in a block that holds nothing else. */
export function carriedSignature(block: AnswerBlock | undefined) {
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
  const message = "A messages answer cannot end in a thinking block; this signature was left out.";
  return dropped(path.at(-1) === "signature" ? "dropped.field" : "dropped.part", path, message, { severity: "info" });
}

type ThoughtPart = ThinkingPart | RedactedThinkingPart;
type ThoughtBlock = BlockOf<"thinking"> | BlockOf<"redacted_thinking">;

export function decodeThought(block: AnswerBlockOf<"thinking" | "redacted_thinking">, path: Path, { trace }: Tracer): ThoughtPart {
  if (block.type === "redacted_thinking") {
    const { type: _type, data: given, ...rest } = block;
    const signature = readSignature(given ?? "", "messages");
    const part: ThoughtPart = { type: "redacted-thinking", data: signature.value, signature, ...keepUnknown("messages", rest) };
    return trace.mark(part, path, { signature: ["data"] });
  }
  const { type, thinking, signature: value, ...rest } = block;
  // An empty signature is how thoughts of a service that signs nothing stand in this style.
  const signature = value ? { signature: readSignature(value, "messages") } : {};
  const part: ThoughtPart = { type, text: thinking ?? "", ...signature, ...keepUnknown("messages", rest) };
  return trace.mark(part, path, { text: ["thinking"], "signature.value": ["signature"] });
}

/** Directly before a call (slot `c`) or after a text (slot `x`): a thought without text, which the way back recognises. */
export function carrierBlock(signature: Signature, slot: SignatureSlot): BlockOf<"thinking"> {
  return { type: "thinking", thinking: "", signature: wrapSignature(signature, slot) };
}

/** A signature that has no field of its own here, in a block that holds nothing else; never sent to a service. */
export function carrierOf(part: Part, slot: SignatureSlot, path: Path, writer: BlockWriter) {
  if (part.signature !== undefined && writer.document === "answer") return [carrierBlock(part.signature, slot)];
  dropSignature(part, path, writer);
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

export function encodeThought(part: ThoughtPart, path: Path, writer: BlockWriter): readonly ThoughtBlock[] {
  return part.type === "thinking" ? encodeThinking(part, path, writer) : encodeRedacted(part, path, writer);
}

function encodeThinking(part: ThinkingPart, path: Path, writer: BlockWriter): readonly BlockOf<"thinking">[] {
  part satisfies Whole<"thinking", "text" | "summary">;
  const { text, signature } = part;
  const { document, pieces, report } = writer;
  const isPiece = pieces?.has(part) === true;
  const thinking = isPiece ? pieces.get(part) : text;
  if (isPiece) report(equivalent(path, "The pieces of a signed thought are one block."));
  if (thinking === undefined) return [];
  if (signature?.origin === "messages" || (document === "answer" && (thinking !== "" || signature !== undefined)))
    return [thoughtBlock(part, thinking, signature, path, report)];
  const message = "messages takes back only thoughts that it signed; this one was removed.";
  if (document === "answer") report(emptyPart(path));
  else if (signature !== undefined) report(foreignSignature(path, signature.origin, "messages"));
  else report(notice("unportable.signature", path, message, { severity: "warning" }));
  return [];
}

/** The signature is empty where nobody signed. */
export function thoughtBlock(part: ThinkingPart, thinking: string, signature: Signature | undefined, path: Path, report: Report) {
  const { summary, extensions } = part;
  if (summary === true) report(equivalent(path, "A summary is a thought like any other in messages."));
  const written = signature === undefined ? "" : writeSignature(signature, "messages", "t");
  return restoreUnknown({ type: "thinking", thinking, signature: written } as const, extensions, "messages");
}

function encodeRedacted(part: RedactedThinkingPart, path: Path, writer: BlockWriter): readonly BlockOf<"redacted_thinking">[] {
  part satisfies Whole<"redacted-thinking", "data">;
  const { data, signature, extensions } = part;
  const origin = signature?.origin ?? "unknown";
  if (origin === "messages") return [restoreUnknown({ type: "redacted_thinking", data }, extensions, "messages")];
  if (writer.document === "answer") return [{ type: "redacted_thinking", data: wrapSignature({ value: data, origin }, "r") }];
  writer.report(foreignSignature(path, origin, "messages"));
  return [];
}

/**
 * Other vendors' signatures in messages history: a thinking block whose signature, or a redacted block whose data, is a
 * `sig1.` envelope; and those of another model than is asked. The service would refuse such a block, so it is taken out whole, and with it what the service would
 * refuse without it: a turn that held nothing else, and thinking beside calls that were made without.
 */

export function stripForeignSignatures(body: unknown, { model }: EncodeOptions = {}) {
  const issues: Issue[] = [];
  const signer = typeof model === "string" ? otherModel(body, model) : undefined;
  const found = cleanedTurns(body, "messages", issues, (message, path) => {
    const cleaned = cleanedList(message, "content", path, (block, at) => {
      const value = block.type === "thinking" ? block.signature : block.type === "redacted_thinking" ? block.data : undefined;
      if (isForeign(value, "messages", at, issues)) return undefined;
      if (signer === undefined || typeof value !== "string" || value === "") return block;
      const why = "A model takes back only thoughts that it signed; this one was removed.";
      issues.push(notice("unportable.signature", at, why, { severity: "warning", from: brief(signer) }));
      return undefined;
    });
    if (cleaned === message || (blocksIn(cleaned.content)?.length ?? 0) > 0) return cleaned;
    issues.push(nothingLeft(path));
    return undefined;
  });
  if (found === undefined) return ok(body);
  const { given, cleaned } = found;
  trimEnd(cleaned, given, issues);
  const { messages, ...hoisted } = leftOf(cleaned, found.body.system, issues);
  return ok({ ...found.body, ...hoisted, messages, ...withoutThinking(found.body, given, messages, issues) }, issues);
}

/** The model that a request names, where another of the vendor takes its place. What a gateway calls its models shows no model. */
function otherModel(body: unknown, asked: string): string | undefined {
  const named = isObject(body) && typeof body.model === "string" ? body.model : "";
  return edge.models.test(named) && edge.models.test(asked) && !isSameModel(named, asked) ? named : undefined;
}

/** A text that comes to be the end of the conversation is one to go on from, which must not end in white space. */
function trimEnd(cleaned: unknown[], given: readonly unknown[], issues: Issue[]): void {
  const message = cleaned.at(-1);
  const whole = given.at(-1);
  if (message === whole || !isObject(message) || !isObject(whole) || message.role !== "assistant") return;
  const blocks = blocksIn(message.content) ?? [];
  const end = blocks.at(-1);
  if (!isObject(end) || end.type !== "text" || typeof end.text !== "string") return;
  const text = end.text.trimEnd();
  if (text === "" || text === end.text) return;
  const path = ["messages", given.length - 1, "content", blocksIn(whole.content)?.lastIndexOf(end) ?? 0];
  const why = "White space at the end of a text to go on from was removed.";
  issues.push(approximated("approximated.prefill", path, why));
  cleaned[given.length - 1] = { ...message, content: [...blocks.slice(0, -1), { ...end, text }] };
}

/** The turns that are left. The service takes a system message at the end or before a turn of the assistant, no other. */
function leftOf(cleaned: readonly unknown[], system: unknown, issues: Issue[]): { messages: readonly unknown[]; system?: unknown } {
  const messages: unknown[] = [];
  const hoisted: unknown[] = [];
  let lastIndex = -1;
  cleaned.forEach((message, index) => {
    if (message === undefined) return;
    const last = messages.at(-1);
    if (cleaned[index - 1] === undefined && isObject(last) && last.role === "system" && isObject(message) && message.role === "user") {
      addAll(hoisted, blocksIn(last.content) ?? []);
      const message = `This instruction stands in \`system\` now and applies from the start.`;
      issues.push(approximated("approximated.hoisted_system", ["messages", lastIndex], message));
      messages.pop();
    }
    messages.push(message);
    lastIndex = index;
  });
  return hoisted.length === 0 ? { messages } : { messages, system: [...(blocksIn(system) ?? []), ...hoisted] };
}

/** The fields that change where thinking was possible only with what is gone. */
function withoutThinking({ thinking, context_management }: Rest, given: readonly unknown[], left: readonly unknown[], issues: Issue[]) {
  const type = isObject(thinking) ? thinking.type : undefined;
  const conflict = thinkingConflictIn(left, type);
  if (conflict === undefined || thinkingConflictIn(given, type) === conflict) return {};
  issues.push(approximated("approximated.thinking", ["thinking"], conflict, { from: fact(type), to: "disabled" }));
  const off = { thinking: { type: "disabled" } };
  if (!isObject(context_management) || !Array.isArray(context_management.edits)) return off;
  const { edits } = context_management;
  const message = "Thinking is off, so no thoughts are cleared.";
  const kept = edits.filter((edit: unknown, index) => {
    const clears = isObject(edit) && typeof edit.type === "string" && edit.type.startsWith("clear_thinking");
    if (clears) issues.push(minorLoss(["context_management", "edits", index], message));
    return !clears;
  });
  if (kept.length === edits.length) return off;
  return { ...off, context_management: { ...context_management, edits: kept } };
}
