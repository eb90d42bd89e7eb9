/**
 * The object that makes up nearly all of a stream, narrowed by hand: one piece of text or thought, and the counters so
 * far. Whatever else an object holds, the schema looks at it.
 */
import { isBare, soleOf } from "../../core/bare.js";
import type { GenerateContentResponse, GenerateContentUsage } from "./wire-answer.js";

export interface PlainAnswer {
  readonly index: number;
  readonly kind: "text" | "thinking";
  readonly text: string;
  /** A copy. */
  readonly usage: GenerateContentUsage | undefined;
  /** The object in its wire form, for those that look at it again. */
  readonly wire: GenerateContentResponse;
}

export function plainAnswer(wire: unknown): PlainAnswer | undefined {
  if (!isBare(wire)) return undefined;
  let candidate: unknown;
  let usage: GenerateContentUsage | undefined;
  for (const key in wire) {
    const value = wire[key];
    switch (key) {
      case "candidates":
        candidate = soleOf(value);
        break;
      case "usageMetadata":
        usage = plainUsage(value);
        if (usage === undefined) return undefined;
        break;
      case "modelVersion":
      case "responseId":
      case "createTime":
        if (typeof value !== "string") return undefined;
        break;
      default:
        return undefined;
    }
  }
  const said = plainCandidate(candidate);
  return said && { ...said, usage, wire: { candidates: [{ content: { parts: [{ text: said.text }] } }], usageMetadata: usage } };
}

function plainCandidate(candidate: unknown): Pick<PlainAnswer, "index" | "kind" | "text"> | undefined {
  if (!isBare(candidate)) return undefined;
  const { content, index = 0 } = candidate;
  for (const key in candidate) if (key !== "content" && key !== "index") return undefined;
  if (!isBare(content) || typeof index !== "number" || !Number.isInteger(index)) return undefined;
  for (const key in content) if (key !== "parts" && !(key === "role" && typeof content.role === "string")) return undefined;
  const part = soleOf(content.parts);
  if (!isBare(part)) return undefined;
  const { text, thought } = part;
  for (const key in part) if (key !== "text" && !(key === "thought" && typeof thought === "boolean")) return undefined;
  return typeof text === "string" && text !== "" ? { index, kind: thought === true ? "thinking" : "text", text } : undefined;
}

const COUNTS: ReadonlySet<string> = new Set([
  "promptTokenCount",
  "candidatesTokenCount",
  "totalTokenCount",
  "thoughtsTokenCount",
  "cachedContentTokenCount",
  "toolUsePromptTokenCount",
]);

function plainUsage(usage: unknown): GenerateContentUsage | undefined {
  if (!isBare(usage)) return undefined;
  const copy: Record<string, unknown> = {};
  for (const key in usage) {
    const value = usage[key];
    if (COUNTS.has(key) && Number.isInteger(value)) copy[key] = value;
    else if (key === "promptTokensDetails" || key === "candidatesTokensDetails") {
      if (!Array.isArray(value)) return undefined;
      const details: unknown[] = [];
      for (const entry of value) {
        if (!isBare(entry)) return undefined;
        const { modality, tokenCount } = entry;
        for (const name in entry) if (name !== "modality" && name !== "tokenCount") return undefined;
        if (typeof modality !== "string" || !Number.isInteger(tokenCount)) return undefined;
        details.push({ modality, tokenCount });
      }
      copy[key] = details;
    } else return undefined;
  }
  return copy;
}
