/**
 * The objects that make up nearly all of a stream, narrowed by hand: one piece of text, one thought or one call, and the
 * counters so far. Whatever else an object holds, the schema looks at it.
 */
import { isBare, soleOf } from "../../core/attempt.js";
import { asJson } from "../../core/json.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentUsage } from "./wire-answer.js";

export type PlainAnswer = PlainText | PlainCall;
export interface PlainText {
  readonly kind: "text" | "thinking";
  readonly index: number;
  /** Not empty. */
  readonly text: string;
  /** The wire's own object. */
  readonly usage: GenerateContentUsage | undefined;
}
export interface PlainCall {
  readonly kind: "call";
  readonly index: number;
  readonly part: GenerateContentPart;
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
  const { text, functionCall: call } = part;
  if (typeof text === "string") return text === "" ? undefined : plainText(part, text, index, usage);
  // Arguments are anything, and anything has to be JSON.
  return isBare(call) && asJson(wire).ok ? plainCall(part, call, index, usage) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function plainText(part: Fields, text: string, index: number, usage: GenerateContentUsage | undefined): PlainText | undefined {
  for (const key in part) if (key !== "text" && (key !== "thought" || typeof part.thought !== "boolean")) return undefined;
  return { kind: part.thought === true ? "thinking" : "text", index, text, usage };
}

function plainCall(part: Fields, call: Fields, index: number, usage: GenerateContentUsage | undefined): PlainCall | undefined {
  const { thoughtSignature } = part;
  for (const key in part) if (key !== "functionCall" && key !== "thoughtSignature") return undefined;
  const { name, args, id } = call;
  for (const key in call) if (key !== "name" && key !== "args" && key !== "id") return undefined;
  // A call without a name is a piece of another.
  if (typeof name !== "string" || name === "" || (args !== undefined && !isBare(args))) return undefined;
  if (!isTextOrAbsent(id) || !isTextOrAbsent(thoughtSignature)) return undefined;
  return { kind: "call", index, part: { functionCall: { name, args, id }, thoughtSignature }, usage };
}

function isPlainUsage(usage: unknown): usage is GenerateContentUsage {
  if (!isBare(usage)) return false;
  for (const key in usage) {
    switch (key) {
      case "promptTokenCount":
      case "candidatesTokenCount":
      case "totalTokenCount":
      case "thoughtsTokenCount":
      case "cachedContentTokenCount":
      case "toolUsePromptTokenCount":
        if (!Number.isInteger(usage[key])) return false;
        break;
      case "promptTokensDetails":
      case "candidatesTokensDetails":
        if (!isPlainDetails(usage[key])) return false;
        break;
      default:
        // `"trafficType": "ON_DEMAND"`. Other spellings of known names have a "_".
        if (typeof usage[key] !== "string" || key.includes("_")) return false;
    }
  }
  return true;
}

function isPlainDetails(details: unknown): boolean {
  if (!Array.isArray(details)) return false;
  for (const entry of details) {
    if (!isBare(entry) || typeof entry.modality !== "string" || !Number.isInteger(entry.tokenCount)) return false;
    for (const key in entry) if (key !== "modality" && key !== "tokenCount") return false;
  }
  return true;
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
