/**
 * The objects that make up nearly all of a stream, narrowed and printed by hand: one piece of text or thought, and the counters so far.
 * Whatever else an object holds, the schema looks at it.
 */
import { isBare, soleOf } from "../../core/json.js";
import { hasOnly } from "../../model/extensions.js";
import type { GenerateContentResponse, GenerateContentUsage } from "./wire-answer.js";

export interface PlainAnswer {
  readonly kind: "text" | "thinking";
  readonly index: number;
  /** Not empty. */
  readonly text: string;
  /** The wire's own object. */
  readonly usage: GenerateContentUsage | undefined;
}

const ANSWER = ["candidates", "usageMetadata", "modelVersion", "responseId", "createTime"];
const CANDIDATE = ["content", "index"];
const CONTENT = ["parts", "role"];
const PART = ["text", "thought"];
const DETAIL = ["modality", "tokenCount"];

export function plainAnswer(wire: unknown): PlainAnswer | undefined {
  if (!isBare(wire) || !hasOnly(wire, ANSWER)) return undefined;
  const { modelVersion = "", responseId = "", createTime = "", usageMetadata: usage } = wire;
  if (typeof modelVersion !== "string" || typeof responseId !== "string" || typeof createTime !== "string") return undefined;
  if (usage !== undefined && !isPlainUsage(usage)) return undefined;
  const candidate = soleOf(wire.candidates);
  if (!isBare(candidate) || !hasOnly(candidate, CANDIDATE)) return undefined;
  const { content, index = 0 } = candidate;
  if (typeof index !== "number" || !Number.isInteger(index) || !isBare(content) || !hasOnly(content, CONTENT)) return undefined;
  const part = soleOf(content.parts);
  if ((content.role ?? "model") !== "model" || !isBare(part) || !hasOnly(part, PART)) return undefined;
  const { text, thought = false } = part;
  if (typeof text !== "string" || text === "" || typeof thought !== "boolean") return undefined;
  return { kind: thought ? "thinking" : "text", index, text, usage };
}

function isPlainUsage(usage: unknown): usage is GenerateContentUsage {
  if (!isBare(usage)) return false;
  for (const key in usage) {
    const value = usage[key];
    // Other spellings of known names have a "_".
    if (key.includes("_")) return false;
    const isPlain = Array.isArray(value) ? key.endsWith("Details") && value.every(isPlainDetail) : isPlainValue(key, value);
    if (!isPlain) return false;
  }
  return true;
}

/** `{"modality": "TEXT", "tokenCount": 9}` */
function isPlainDetail(entry: unknown): boolean {
  return isBare(entry) && hasOnly(entry, DETAIL) && typeof entry.modality === "string" && Number.isInteger(entry.tokenCount);
}

function isPlainValue(key: string, value: unknown): boolean {
  return key.endsWith("Count") ? Number.isInteger(value) : typeof value === "string" && !key.endsWith("Details");
}

/** The JSON text of an object behind its candidates: what every object of a stream repeats. */
export function printEnvelope({ candidates: _candidates, ...envelope }: GenerateContentResponse): string {
  return `,${JSON.stringify(envelope).slice(1)}`;
}

const TEXT = ["text"];

/** What comes before it, of one candidate with one part: in half the time of `JSON.stringify` where that is visible text and nothing else. */
export function printCandidates({ candidates }: GenerateContentResponse): string {
  const candidate = candidates?.[0];
  const part = candidate?.content?.parts?.[0] ?? {};
  const { text } = part;
  if (typeof text !== "string" || !hasOnly(part, TEXT)) return `{"candidates":${JSON.stringify(candidates)}`;
  return `{"candidates":[{"content":{"parts":[{"text":${JSON.stringify(text)}}],"role":"model"},"index":${candidate?.index}}]`;
}
