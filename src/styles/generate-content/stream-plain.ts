/**
 * The objects of a stream as the service documents them, taken at once, and printed by hand. Whatever else an object holds, the schema
 * looks at it.
 */
import { asJson, isObject } from "../../core/json.js";
import { conforms } from "../../core/schema.js";
import { hasOnly } from "../../model/extensions.js";
import { AsRead } from "./names.js";
import { withNames } from "./partial-args.js";
import { GenerateContentResponse } from "./wire-answer.js";

/** An answer as a parser gives it, in shape and with each name as it is read; undefined for an error, and for all that has to be mended. */
export function plainAnswer(wire: unknown): GenerateContentResponse | undefined {
  if (!isObject(wire) || wire.error !== undefined) return undefined;
  if ((wire.candidates ?? wire.promptFeedback ?? wire.usageMetadata ?? null) === null) return undefined;
  if (conforms(GenerateContentResponse, wire, new AsRead())) return wire;
  const json = asJson(wire);
  const named = json.ok ? withNames(json.value) : wire;
  return named !== wire && conforms(GenerateContentResponse, named, new AsRead()) ? named : undefined;
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
