import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentResponse } from "./wire-answer.js";

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
