/**
 * Objects that say nothing but one more piece of text or thought: where it stands, and which counters may vary.
 *
 *     {"candidates": [{"content": {"parts": [{"text": "Hi"}], "role": "model"}, "index": 0}], "usageMetadata": {"totalTokenCount": 9, …}}
 */
import type { CanonicalStreamEvent } from "../../canonical/index.js";
import { countPaths, countPlaces, withCounts } from "../../core/counts.js";
import type { HotDelta, Wanted } from "../style.js";
import { isSum } from "./usage.js";
import type { GenerateContentResponse, GenerateContentUsage } from "./wire-answer.js";

/** What such an object was. */
export interface SpokenPiece {
  readonly choice: number;
  readonly part: number;
  readonly kind: "text" | "thinking";
  /** That of the object, if it states any. */
  readonly usage: GenerateContentUsage | undefined;
}

export interface HotAnswer extends Pick<HotDelta, "choice" | "part" | "wanted" | "accepts"> {
  readonly kind: "text" | "thinking";
  /** The usage that an object states with these counts, if it states one. */
  usage(counts: readonly number[]): GenerateContentUsage | undefined;
}

/** @param said what the decoder made of the object */
export function spokenPiece(wire: GenerateContentResponse, said: readonly CanonicalStreamEvent[]): SpokenPiece | undefined {
  const [event, second, third] = said;
  if (event?.type !== "part-delta" || third !== undefined || (second !== undefined && second.type !== "usage")) return undefined;
  const { choice, part, delta } = event;
  if (delta.kind !== "text" && delta.kind !== "thinking") return undefined;
  const candidate = wire.candidates?.[0];
  const parts = candidate?.content?.parts;
  if (candidate === undefined || wire.candidates?.length !== 1 || parts?.length !== 1 || typeof parts[0]?.text !== "string")
    return undefined;
  // What is gathered for the end is not looked at again.
  if (wire.promptFeedback != null || candidate.citationMetadata != null || candidate.groundingMetadata != null) return undefined;
  const { usageMetadata } = wire;
  return { choice, part, kind: delta.kind, usage: second === undefined || usageMetadata === null ? undefined : usageMetadata };
}

export function hotAnswer({ choice, part, kind, usage }: SpokenPiece): HotAnswer {
  return {
    choice,
    part,
    kind,
    wanted: [
      { path: ["candidates", 0, "content", "parts", 0, "text"], kind: "text" },
      ...countPaths(usage).map((path): Wanted => ({ path: ["usageMetadata", ...path], kind: "count" })),
    ],
    ...(usage === undefined ? {} : { accepts: sumCheck(usage) }),
    usage: (counts) => usage && withCounts(usage, counts),
  };
}

const SUMMANDS = ["promptTokenCount", "candidatesTokenCount", "totalTokenCount", "thoughtsTokenCount", "toolUsePromptTokenCount"] as const;

/** Whether the total is the sum, for each event: the few counters that make it are put into one object again and again. */
function sumCheck(usage: GenerateContentUsage): (counts: readonly number[]) => boolean {
  const [prompt = -1, candidates = -1, total = -1, thoughts = -1, tools = -1] = countPlaces(usage, SUMMANDS);
  const { promptTokenCount, candidatesTokenCount, totalTokenCount, thoughtsTokenCount, toolUsePromptTokenCount } = usage;
  const filled = { promptTokenCount, candidatesTokenCount, totalTokenCount, thoughtsTokenCount, toolUsePromptTokenCount };
  return (counts) => {
    filled.promptTokenCount = counts[prompt] ?? promptTokenCount;
    filled.candidatesTokenCount = counts[candidates] ?? candidatesTokenCount;
    filled.totalTokenCount = counts[total] ?? totalTokenCount;
    filled.thoughtsTokenCount = counts[thoughts] ?? thoughtsTokenCount;
    filled.toolUsePromptTokenCount = counts[tools] ?? toolUsePromptTokenCount;
    return isSum(filled);
  };
}
