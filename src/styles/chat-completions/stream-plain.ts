/**
 * The chunk that makes up nearly all of a stream, narrowed by hand: an envelope, and one piece of text, thought or
 * arguments. Whatever else a chunk holds, the schema looks at it.
 */
import { isBare, soleOf } from "../../core/bare.js";
import type { Delta } from "./wire-answer.js";

export interface PlainChunk {
  readonly index: number;
  /** A copy of one field, not empty. */
  readonly delta: Delta;
  readonly obfuscation: string | null | undefined;
  readonly fingerprint: string | null | undefined;
  readonly tier: string | null | undefined;
}

export function plainChunk(chunk: unknown): PlainChunk | undefined {
  if (!isBare(chunk)) return undefined;
  let choice: unknown;
  let obfuscation: string | null | undefined;
  let fingerprint: string | null | undefined;
  let tier: string | null | undefined;
  for (const key in chunk) {
    const value = chunk[key];
    switch (key) {
      case "choices":
        choice = soleOf(value);
        break;
      case "id":
      case "object":
      case "model":
        if (!isText(value)) return undefined;
        break;
      case "obfuscation":
        if (!isText(value)) return undefined;
        obfuscation = value;
        break;
      case "system_fingerprint":
        if (!isText(value)) return undefined;
        fingerprint = value;
        break;
      case "service_tier":
        if (!isText(value)) return undefined;
        tier = value;
        break;
      case "created":
        if (value !== null && !Number.isFinite(value)) return undefined;
        break;
      case "usage":
        if (value !== null) return undefined;
        break;
      default:
        return undefined;
    }
  }
  const said = plainChoice(choice);
  return said && { index: said.index, delta: said.delta, obfuscation, fingerprint, tier };
}

function plainChoice(choice: unknown): Pick<PlainChunk, "index" | "delta"> | undefined {
  if (!isBare(choice)) return undefined;
  let index: unknown;
  let delta: Delta | undefined;
  for (const key in choice) {
    const value = choice[key];
    if (key === "index") index = value;
    else if (key === "delta") delta = plainDelta(value);
    else if ((key !== "finish_reason" && key !== "logprobs") || value !== null) return undefined;
  }
  return typeof index === "number" && Number.isFinite(index) && delta !== undefined ? { index, delta } : undefined;
}

function plainDelta(delta: unknown): Delta | undefined {
  if (!isBare(delta)) return undefined;
  let said: Delta | undefined;
  for (const key in delta) {
    const value = delta[key];
    if (value === null || (key === "content" && value === "")) continue;
    if (said !== undefined) return undefined;
    if (key === "content" && typeof value === "string") said = { content: value };
    else if (key === "reasoning_content" && typeof value === "string" && value !== "") said = { reasoning_content: value };
    else if (key === "tool_calls") said = plainCalls(value);
    if (said === undefined) return undefined;
  }
  return said;
}

function plainCalls(calls: unknown): Delta | undefined {
  const call = soleOf(calls);
  if (!isBare(call)) return undefined;
  const { index, function: body, ...rest } = call;
  for (const _key in rest) return undefined;
  if (typeof index !== "number" || !Number.isFinite(index) || !isBare(body)) return undefined;
  const { arguments: text, ...more } = body;
  for (const _key in more) return undefined;
  return typeof text === "string" && text !== "" ? { tool_calls: [{ index, function: { arguments: text } }] } : undefined;
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}
