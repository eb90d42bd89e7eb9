/**
 * Objects that say nothing but one more piece of text or thought: where it stands, and which counters may vary.
 *
 *     {"candidates": [{"content": {"parts": [{"text": "Hi"}], "role": "model"}, "index": 0}], "usageMetadata": {"totalTokenCount": 9, …}}
 */

import { countPaths, countPlaces, withCounts } from "../../core/counts.js";
import type { CanonicalStreamEvent } from "../../model/index.js";
import type { RepeatSource, Slot } from "../style.js";
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

/** @param said what the decoder made of the object */
export function spokenPiece(wire: GenerateContentResponse, said: readonly CanonicalStreamEvent[]): SpokenPiece | undefined {
  const [event, second, third] = said;
  if (event?.type !== "part-delta" || third !== undefined || (second !== undefined && second.type !== "usage")) return undefined;
  const { choice, part, delta } = event;
  // Never reached: all else comes with the end of its part.
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

/** Where its text stands, and the counters that may vary. */
export function wantedOf({ usage }: SpokenPiece): readonly Slot[] {
  return [
    { path: ["candidates", 0, "content", "parts", 0, "text"], kind: "text" },
    ...countPaths(usage).map((path): Slot => ({ path: ["usageMetadata", ...path], kind: "count" })),
  ];
}

/** The decoder of such objects. */
export interface AnswerHost {
  /** So many objects passed it by. Gives back the index of the last one. */
  skip(events: number): number;
  /** Tells what is counted at the object that came last. */
  count(usage: GenerateContentUsage): CanonicalStreamEvent;
}
/** The candidate that they speak for. */
export interface SpeakingChoice {
  takeText(bytes: Uint8Array, start: number, end: number): void;
  advance(units: number, event: number): void;
}

/** Objects of which each is a piece of one candidate's text or thoughts, and the last one counts. */
export class SpokenPieces implements RepeatSource {
  private readonly host: AnswerHost;
  private readonly choice: SpeakingChoice;
  private readonly isText: boolean;
  private readonly usage: GenerateContentUsage | undefined;
  // Where the few counters that make the sum stand among all of them: in fields, for a list takes three times as much.
  private readonly prompt: number;
  private readonly candidates: number;
  private readonly total: number;
  private readonly thoughts: number;
  private readonly tools: number;

  constructor(host: AnswerHost, choice: SpeakingChoice, { kind, usage }: SpokenPiece) {
    this.host = host;
    this.choice = choice;
    this.isText = kind === "text";
    this.usage = usage;
    const places = usage === undefined ? NONE : countPlaces(usage, SUMMANDS);
    [this.prompt = -1, this.candidates = -1, this.total = -1, this.thoughts = -1, this.tools = -1] = places;
  }

  accepts(counts: readonly number[]): boolean {
    const { usage, prompt, candidates, total, thoughts, tools } = this;
    if (counts.length === 0) return true;
    return isSum({
      promptTokenCount: counts[prompt] ?? usage?.promptTokenCount,
      candidatesTokenCount: counts[candidates] ?? usage?.candidatesTokenCount,
      totalTokenCount: counts[total] ?? usage?.totalTokenCount,
      thoughtsTokenCount: counts[thoughts] ?? usage?.thoughtsTokenCount,
      toolUsePromptTokenCount: counts[tools] ?? usage?.toolUsePromptTokenCount,
    });
  }

  take(bytes: Uint8Array, start: number, end: number): void {
    if (this.isText) this.choice.takeText(bytes, start, end);
  }

  advance(events: number, units: number, counts: readonly number[]): readonly CanonicalStreamEvent[] {
    const { host, choice, usage } = this;
    choice.advance(this.isText ? units : 0, host.skip(events));
    return usage === undefined ? [] : [host.count(withCounts(usage, counts))];
  }
}

const SUMMANDS = ["promptTokenCount", "candidatesTokenCount", "totalTokenCount", "thoughtsTokenCount", "toolUsePromptTokenCount"] as const;
const NONE: readonly number[] = [];
