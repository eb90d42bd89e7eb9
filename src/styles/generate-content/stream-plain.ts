/**
 * The objects that make up nearly all of a stream, narrowed and printed by hand: one piece of text or thought, and the counters so far.
 * Whatever else an object holds, the schema looks at it.
 */
import { isBare, soleOf } from "../../core/json.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentResponse, GenerateContentUsage } from "./wire-answer.js";

export interface PlainAnswer {
  readonly kind: "text" | "thinking";
  readonly index: number;
  /** Not empty. */
  readonly text: string;
  /** The wire's own object. */
  readonly usage: GenerateContentUsage | undefined;
}

export function plainAnswer(wire: unknown): PlainAnswer | undefined {
  if (!isBare(wire)) return undefined;
  for (const key in wire) {
    switch (key) {
      case "candidates":
      case "usageMetadata":
        break;
      case "modelVersion":
      case "responseId":
      case "createTime":
        if (typeof wire[key] !== "string") return undefined;
        break;
      default:
        return undefined;
    }
  }
  const usage = wire.usageMetadata;
  if (usage !== undefined && !isPlainUsage(usage)) return undefined;
  const candidate = soleOf(wire.candidates);
  if (!isBare(candidate)) return undefined;
  const { content, index = 0 } = candidate;
  for (const key in candidate) if (key !== "content" && key !== "index") return undefined;
  if (typeof index !== "number" || !Number.isInteger(index) || !isBare(content)) return undefined;
  for (const key in content) if (key !== "parts" && (key !== "role" || content.role !== "model")) return undefined;
  const part = soleOf(content.parts);
  if (!isBare(part)) return undefined;
  const { text, thought } = part;
  for (const key in part) if (key !== "text" && (key !== "thought" || typeof thought !== "boolean")) return undefined;
  return typeof text === "string" && text !== "" ? { kind: thought === true ? "thinking" : "text", index, text, usage } : undefined;
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
  if (!isBare(entry) || typeof entry.modality !== "string" || !Number.isInteger(entry.tokenCount)) return false;
  for (const key in entry) if (key !== "modality" && key !== "tokenCount") return false;
  return true;
}

function isPlainValue(key: string, value: unknown): boolean {
  return key.endsWith("Count") ? Number.isInteger(value) : typeof value === "string" && !key.endsWith("Details");
}

/** The JSON text of an object behind its candidates: what every object of a stream repeats. */
export function printEnvelope({ candidates: _candidates, ...envelope }: GenerateContentResponse): string {
  return `,${JSON.stringify(envelope).slice(1)}`;
}

/** What comes before it, of one candidate with one part: in half the time of `JSON.stringify` where that is visible text and nothing else. */
export function printCandidates({ candidates }: GenerateContentResponse): string {
  const candidate = candidates?.[0];
  const part = candidate?.content?.parts?.[0];
  const text = part?.text;
  if (typeof text !== "string" || !isText(part)) return `{"candidates":${JSON.stringify(candidates)}`;
  return `{"candidates":[{"content":{"parts":[{"text":${JSON.stringify(text)}}],"role":"model"},"index":${candidate?.index}}]`;
}

function isText(part: GenerateContentPart | undefined): boolean {
  for (const key in part) if (key !== "text") return false;
  return true;
}
