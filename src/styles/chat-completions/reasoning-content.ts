/**
 * X: thoughts among the content. One server has lists of texts, others the blocks of the messages style:
 *
 *     {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}, {"type": "text", "text": "A"}]}
 *     {"content": [{"type": "thinking", "thinking": "Hm", "signature": "S"}, {"type": "redacted_thinking", "data": "R"}]}
 */

import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import { keepUnknown } from "../../model/extensions.js";
import type { Part, RedactedThinkingPart, ThinkingPart } from "../../model/index.js";
import { decodeBlock, factsOf, type ReasoningPart } from "./reasoning.js";
import type { ContentPart } from "./wire.js";

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
  const text = pieces.map((piece) => piece.text).join("");
  return trace.mark<ThinkingPart>({ type: "thinking", text, ...keepUnknown("chat-completions", { ...rest, thinking: unread }) }, path, {
    text: ["thinking"],
  });
}

/** `rest`: what is no text, null where there is nothing else. */
function readPiece(piece: unknown): { readonly text?: string; readonly rest: unknown } {
  if (!isObject(piece) || piece.type !== "text" || typeof piece.text !== "string") return { rest: piece };
  const { type: _type, text, ...rest } = piece;
  return { text, rest: Object.keys(rest).length === 0 ? null : rest };
}

type Thought = ThinkingPart | RedactedThinkingPart;

export function isThought(part: Part): part is Thought {
  return part.type === "thinking" || part.type === "redacted-thinking";
}

/**
 * Clients that keep thoughts among the content mostly give them back in a field as well.
 * @returns which of the two only repeats the other: the one that has no signatures
 */
export function repeatedThoughts(fields: readonly ReasoningPart[], content: readonly Part[]): "fields" | "content" | undefined {
  const among = content.filter(isThought);
  if (fields.length === 0 || among.length === 0 || textOf(fields) !== textOf(among)) return undefined;
  if (isBare(fields)) return "fields";
  const same = JSON.stringify(fields.map(factsOf)) === JSON.stringify(among.map(factsOf));
  return isBare(among) || (same && among.every(({ extensions }) => extensions === undefined)) ? "content" : undefined;
}

function textOf(thoughts: readonly ReasoningPart[]): string {
  return thoughts.map((part) => (part.type === "thinking" ? part.text : "")).join("");
}

/** Whether they are words and no more. */
function isBare(thoughts: readonly ReasoningPart[]): boolean {
  return thoughts.every((part) => part.type === "thinking" && part.signature === undefined && part.extensions === undefined);
}
