/**
 * The objects of a stream as the service documents them, taken at once, and printed by hand. Whatever else an object holds, the schema
 * looks at it.
 */
import { asJson, isBare, isObject, soleOf } from "../../core/json.js";
import { conforms } from "../../core/schema.js";
import { hasOnly } from "../../model/extensions.js";
import { AsRead } from "./names.js";
import { withNames } from "./partial-args.js";
import { GenerateContentResponse } from "./wire-answer.js";

/** An answer as a parser gives it, in shape and with each name as it is read; undefined for an error, and for all that has to be mended. */
export function plainAnswer(wire: unknown): GenerateContentResponse | undefined {
  if (isUsual(wire)) return wire;
  if (!isObject(wire) || wire.error !== undefined) return undefined;
  if ((wire.candidates ?? wire.promptFeedback ?? wire.usageMetadata ?? null) === null) return undefined;
  if (conforms(GenerateContentResponse, wire, new AsRead())) return wire;
  const json = asJson(wire);
  const named = json.ok ? withNames(json.value) : wire;
  return named !== wire && conforms(GenerateContentResponse, named, new AsRead()) ? named : undefined;
}

const NAMES: ReadonlySet<string> = new Set(["modelVersion", "responseId", "createTime"]);

/** Whether it is one as nearly all are: a candidate with one text, counts, and what names the answer. The schema takes four times as long. */
function isUsual(wire: unknown): wire is GenerateContentResponse {
  if (!isBare(wire) || !isUsualCandidate(soleOf(wire.candidates))) return false;
  for (const key in wire) {
    const value = wire[key];
    if (typeof value === "string" ? !NAMES.has(key) : key === "usageMetadata" ? !isUsualUsage(value) : key !== "candidates") return false;
  }
  return true;
}

/** `{"content": {"parts": [{"text": "Hi"}], "role": "model"}, "finishReason": "STOP", "index": 0}` */
function isUsualCandidate(candidate: unknown): boolean {
  if (!isBare(candidate) || !isBare(candidate.content)) return false;
  for (const key in candidate) {
    const value = candidate[key];
    if (key === "index" ? !Number.isInteger(value) : key === "finishReason" ? typeof value !== "string" : key !== "content") return false;
  }
  const { content } = candidate;
  const part = soleOf(content.parts);
  if (!isBare(part) || typeof part.text !== "string") return false;
  for (const key in content) if (key !== "parts" && (key !== "role" || content.role !== "model")) return false;
  for (const key in part) if (key !== "text" && (key !== "thought" || part.thought !== true)) return false;
  return true;
}

/** `{"promptTokenCount": 9, "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 9}], "trafficType": "ON_DEMAND"}` */
function isUsualUsage(usage: unknown): boolean {
  if (!isBare(usage)) return false;
  for (const key in usage) {
    const value = usage[key];
    if (
      key.endsWith("Count")
        ? !Number.isInteger(value)
        : key.endsWith("Details")
          ? !isOfCounts(value)
          : key !== "trafficType" || typeof value !== "string"
    )
      return false;
  }
  return true;
}

function isOfCounts(details: unknown): boolean {
  if (!Array.isArray(details)) return false;
  for (const count of details) {
    if (!isBare(count) || typeof count.modality !== "string" || !Number.isInteger(count.tokenCount)) return false;
    for (const key in count) if (key !== "modality" && key !== "tokenCount") return false;
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
