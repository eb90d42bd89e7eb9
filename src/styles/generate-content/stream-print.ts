import type { GenerateContentCandidate, GenerateContentResponse } from "./wire-answer.js";

/** The JSON text of an object behind its candidates: what every object of a stream repeats. */
export function printEnvelope({ candidates: _candidates, ...envelope }: GenerateContentResponse): string {
  return `,${JSON.stringify(envelope).slice(1)}`;
}

/** What comes before it: in half the time of `JSON.stringify` where it is one piece of visible text and nothing else. */
export function printCandidates({ candidates }: GenerateContentResponse): string {
  const [candidate, other] = candidates ?? [];
  const [part, more] = candidate?.content?.parts ?? [];
  const text = part?.text;
  if (typeof text !== "string" || more !== undefined || other !== undefined || !isSole(candidate))
    return `{"candidates":${JSON.stringify(candidates)}`;
  return `{"candidates":[{"content":{"parts":[{"text":${JSON.stringify(text)}}],"role":"model"},"index":${candidate?.index}}]`;
}

/** Those fields and no other, in the order in which the encoder writes them. */
function isSole(candidate: GenerateContentCandidate | undefined): boolean {
  for (const key in candidate) if (key !== "content" && key !== "index") return false;
  for (const key in candidate?.content) if (key !== "parts" && key !== "role") return false;
  for (const key in candidate?.content?.parts?.[0]) if (key !== "text") return false;
  return candidate?.content?.role === "model" && Number.isFinite(candidate.index);
}
