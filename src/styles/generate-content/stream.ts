/**
 * Streams of generate-content: answer objects in unnamed server-sent events, without an end marker. First the objects as the service
 * documents them, taken at once, and printed by hand. Whatever else an object holds, the schema looks at it. Then a stream that is repeated.
 */
import { asJson, isBare, isObject, soleOf } from "../../core/json.js";
import { numberIn } from "../../core/lenient-parse.js";
import { conforms } from "../../core/schema.js";
import { hasOnly } from "../../model/extensions.js";
import type { Framing, NormalizerHost, StreamNormalizer } from "../style.js";
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

const TEXT = ["text"];
const THOUGHT = ["text", "thought"];
const CANDIDATE = ["content", "index", "finishReason"];

/**
 * The JSON text of an object up to what every object repeats: in half the time of `JSON.stringify` where it has one candidate with one
 * text, and nothing else of it but why it ended.
 */
export function printCandidates({ candidates, usageMetadata }: GenerateContentResponse): string {
  const counts = usageMetadata === undefined ? "" : `,"usageMetadata":${JSON.stringify(usageMetadata)}`;
  const candidate = candidates?.[0];
  const part = candidate?.content?.parts?.[0];
  if (
    candidate === undefined ||
    typeof part?.text !== "string" ||
    !hasOnly(part, part.thought === true ? THOUGHT : TEXT) ||
    !hasOnly(candidate, CANDIDATE)
  )
    return `{"candidates":${JSON.stringify(candidates)}${counts}`;
  const { finishReason, index } = candidate;
  const text = JSON.stringify(part.text) + (part.thought === true ? ',"thought":true' : "");
  const ended = finishReason === undefined ? "" : `,"finishReason":${JSON.stringify(finishReason)}`;
  return `{"candidates":[{"content":{"parts":[{"text":${text}}],"role":"model"},"index":${index}${ended}}]${counts}`;
}

export const framing: Framing<GenerateContentResponse> = { name: () => undefined, model: ["modelVersion"] };

/** A stream that is repeated as it came: nothing is written of a candidate after its end. */
export function normalizer({ finished }: NormalizerHost): StreamNormalizer<GenerateContentResponse> {
  return {
    accept(answer) {
      const { candidates } = answer;
      if (!Array.isArray(candidates) || !candidates.every(isObject)) return [answer];
      // As the decoder reads it.
      const isLate = ({ index }: { readonly index?: unknown }, position: number) => finished(numberIn(index) ?? position);
      if (!candidates.some(isLate)) return [answer];
      const timely = candidates.flatMap((candidate, position) => {
        if (!isLate(candidate, position)) return [candidate];
        const { content: _content, ...others } = candidate;
        // An index alone carries nothing.
        return Object.keys(others).some((key) => key !== "index") ? [{ ...others, index: candidate.index ?? position }] : [];
      });
      if (timely.length === 0 && !isObject(answer.usageMetadata)) return [];
      return [{ ...answer, candidates: timely }];
    },
    unfinished: () => [],
  };
}
