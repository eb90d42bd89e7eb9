/**
 * The objects of a stream as the service documents them, known by hand, and printed by hand. Whatever else an object holds, the schema
 * looks at it.
 */
import { asJson, isBare, isNatural, soleOf } from "../../core/json.js";
import { hasOnly } from "../../model/extensions.js";
import type { GenerateContentResponse } from "./wire-answer.js";

const ANSWER = ["candidates", "usageMetadata", "modelVersion", "responseId", "createTime"];
const CANDIDATE = ["content", "index", "finishReason", "finishMessage", "safetyRatings"];
const CONTENT = ["parts", "role"];
const PART = ["text", "thought", "thoughtSignature", "functionCall"];
const CALL = ["name", "args", "id"];
const DETAIL = ["modality", "tokenCount"];
const COUNTS: ReadonlySet<unknown> = new Set([
  "promptTokenCount",
  "candidatesTokenCount",
  "totalTokenCount",
  "thoughtsTokenCount",
  "cachedContentTokenCount",
  "toolUsePromptTokenCount",
]);
const DETAILS: ReadonlySet<unknown> = new Set([
  "promptTokensDetails",
  "candidatesTokensDetails",
  "toolUsePromptTokensDetails",
  "cacheTokensDetails",
]);

/** Whether it is one candidate with texts, thoughts and calls, and what stands beside it: all of it plain JSON, in shape, and under its documented names. */
export function isPlainAnswer(wire: unknown): wire is GenerateContentResponse {
  if (!isBare(wire) || !hasOnly(wire, ANSWER)) return false;
  const { modelVersion, responseId, createTime, usageMetadata: usage } = wire;
  if (!isText(modelVersion) || !isText(responseId) || !isText(createTime)) return false;
  if (usage !== undefined && !isPlainUsage(usage)) return false;
  const candidate = soleOf(wire.candidates);
  if (!isBare(candidate) || !hasOnly(candidate, CANDIDATE)) return false;
  const { content, index = 0, finishReason, finishMessage, safetyRatings } = candidate;
  if (!isNatural(index) || !isText(finishReason) || !isText(finishMessage)) return false;
  if (safetyRatings !== undefined && !(Array.isArray(safetyRatings) && safetyRatings.every(isFlat))) return false;
  if (content === undefined) return true;
  if (!isBare(content) || !hasOnly(content, CONTENT)) return false;
  const { parts = [], role = "model" } = content;
  if (role !== "model" || !Array.isArray(parts) || !parts.every(isPlainPart)) return false;
  // Of arguments nothing is known.
  return !parts.some(({ functionCall }) => functionCall !== undefined) || asJson(wire).ok;
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isPlainPart(part: unknown): boolean {
  if (!isBare(part) || !hasOnly(part, PART)) return false;
  const { text, thought = false, thoughtSignature, functionCall: call } = part;
  if (!isText(text) || typeof thought !== "boolean" || !isText(thoughtSignature)) return false;
  return (
    call === undefined || (isBare(call) && hasOnly(call, CALL) && typeof call.name === "string" && isText(call.id) && isBare(call.args))
  );
}

function isPlainUsage(usage: unknown): boolean {
  if (!isBare(usage)) return false;
  for (const key in usage) {
    const value = usage[key];
    const isPlain =
      typeof value === "number"
        ? COUNTS.has(key) && isNatural(value)
        : Array.isArray(value)
          ? DETAILS.has(key) && value.every(isPlainDetail)
          : typeof value === "string" && isOther(key);
    if (!isPlain) return false;
  }
  return true;
}

/** A field that no number belongs in. Other spellings of known names have a "_". */
function isOther(key: string): boolean {
  return !COUNTS.has(key) && !DETAILS.has(key) && !key.includes("_");
}

/** `{"modality": "TEXT", "tokenCount": 9}` */
function isPlainDetail(entry: unknown): boolean {
  return isBare(entry) && hasOnly(entry, DETAIL) && typeof entry.modality === "string" && isNatural(entry.tokenCount);
}

/** `{"category": "HARM_CATEGORY_HARASSMENT", "probability": "NEGLIGIBLE", "probabilityScore": 0.1}` */
function isFlat(entry: unknown): boolean {
  if (!isBare(entry)) return false;
  for (const key in entry) {
    const value = entry[key];
    const isScalar = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
    if (!isScalar || key.includes("_")) return false;
  }
  return true;
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
