import type { GenerateContentResponse } from "./wire-answer.js";

/**
 * The JSON text of an object that says one piece of visible text and nothing else, as the encoder makes it, in half the time
 * of `JSON.stringify`; undefined for any other.
 */
export function printText(wire: GenerateContentResponse): string | undefined {
  const { candidates, modelVersion, responseId, createTime } = wire;
  for (const key in wire)
    if (key !== "candidates" && key !== "modelVersion" && key !== "responseId" && key !== "createTime") return undefined;
  if (typeof modelVersion !== "string" || typeof responseId !== "string" || candidates?.length !== 1) return undefined;
  const [candidate] = candidates;
  const [part, more] = candidate?.content?.parts ?? [];
  const text = part?.text;
  if (typeof text !== "string" || more !== undefined || !isSole(candidate)) return undefined;
  const made = createTime === undefined ? "" : `,"createTime":${JSON.stringify(createTime)}`;
  const told = `"modelVersion":${JSON.stringify(modelVersion)},"responseId":${JSON.stringify(responseId)}${made}`;
  return `{"candidates":[{"content":{"parts":[{"text":${JSON.stringify(text)}}],"role":"model"},"index":${candidate?.index}}],${told}}`;
}

/** Those fields and no other, in the order in which the encoder writes them. */
function isSole(candidate: NonNullable<GenerateContentResponse["candidates"]>[number] | undefined): boolean {
  for (const key in candidate) if (key !== "content" && key !== "index") return false;
  for (const key in candidate?.content) if (key !== "parts" && key !== "role") return false;
  for (const key in candidate?.content?.parts?.[0]) if (key !== "text") return false;
  return candidate?.content?.role === "model" && Number.isFinite(candidate.index);
}
