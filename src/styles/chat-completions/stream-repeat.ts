/**
 * Chunks that say nothing but one more piece of an open part: where the piece stands, and what else of the chunk may vary.
 *
 *     {"id": …, "choices": [{"index": 0, "delta": {"content": "Hi"}, "finish_reason": null}], "obfuscation": "Zx81"}
 */

import { countPaths, countPlaces, withCounts } from "../../core/counts.js";
import type { Path } from "../../core/path.js";
import type { CanonicalStreamEvent } from "../../model/index.js";
import type { RepeatableDelta, RepeatSource, Slot } from "../style.js";
import type { PlainChunk } from "./stream-plain.js";
import { isSum } from "./usage.js";
import type { ChatCompletionsChunk, ChatCompletionsUsage, Delta } from "./wire-answer.js";

export interface HotChunk extends Omit<RepeatableDelta, "source"> {
  /** That of the chunk, if it states one. */
  readonly usage: ChatCompletionsUsage | undefined;
}

/** What was read of the chunk that came last, if it was nothing but a piece. */
export type LastPiece = PlainPiece | ReadPiece;
export interface PlainPiece {
  readonly plain: PlainChunk;
  readonly part: number;
}
export interface ReadPiece {
  readonly chunk: ChatCompletionsChunk;
  /** What the decoder made of it. */
  readonly said: readonly CanonicalStreamEvent[];
}

export function hotPiece(last: LastPiece): HotChunk | undefined {
  return "plain" in last ? hotPlain(last) : hotChunk(last);
}

const PLACES = {
  text: ["choices", 0, "delta", "content"],
  thinking: ["choices", 0, "delta", "reasoning_content"],
  arguments: ["choices", 0, "delta", "tool_calls", 0, "function", "arguments"],
} as const;

function hotPlain({ plain, part }: PlainPiece): HotChunk {
  const { index, kind, padded } = plain;
  return {
    choice: index,
    part,
    kind,
    wanted: [{ path: PLACES[kind], kind: "text" }, ...(padded ? [PADDING] : [])],
    usage: undefined,
  };
}
const PADDING: Slot = { path: ["obfuscation"], kind: "skip" };

/** Fields of a delta that a decoder looks at. Nobody's fields are news only when they change. */
const FIELDS = [
  "content",
  "reasoning_content",
  "reasoning",
  "reasoning_details",
  "thinking_blocks",
  "refusal",
  "annotations",
  "tool_calls",
  "function_call",
  "extra_content",
  "audio",
  "images",
] as const;
type Field = (typeof FIELDS)[number];

function hotChunk({ chunk, said }: ReadPiece): HotChunk | undefined {
  const [event, second, third] = said;
  if (event?.type !== "part-delta" || third !== undefined || (second !== undefined && second.type !== "usage")) return undefined;
  const { choice, part, delta } = event;
  const spoken = chunk.choices?.[0];
  if (spoken?.delta == null || chunk.choices?.length !== 1) return undefined;
  const found = piecesOf(spoken.delta, delta.kind);
  if (found === undefined || FIELDS.some((field) => !found.fields.includes(field) && !isSilent(spoken.delta?.[field]))) return undefined;
  const base = ["choices", 0, "delta"];
  const usage = second === undefined ? undefined : chunk.usage;
  // A server's own field may state it.
  if (usage === null || (second !== undefined && usage === undefined)) return undefined;
  return {
    choice,
    part,
    kind: found.kind,
    wanted: [
      { path: [...base, ...found.text], kind: "text" },
      ...found.repeated.map((path): Slot => ({ path: [...base, ...path], kind: "text" })),
      ...(typeof chunk.obfuscation === "string" ? [PADDING] : []),
      ...countPaths(usage).map((path): Slot => ({ path: ["usage", ...path], kind: "count" })),
    ],
    usage,
  };
}

interface Pieces {
  readonly kind: RepeatableDelta["kind"];
  /** Where the text stands, seen from the delta. */
  readonly text: Path;
  /** Fields that say the same once more; where one says something else, that is told. */
  readonly repeated: readonly Path[];
  /** The fields that all this stands in. */
  readonly fields: readonly Field[];
}

function piecesOf(delta: Delta, kind: string): Pieces | undefined {
  switch (kind) {
    case "text":
      return typeof delta.content === "string" ? { kind, text: ["content"], repeated: [], fields: ["content"] } : undefined;
    case "refusal":
      return { kind, text: ["refusal"], repeated: [], fields: ["refusal"] };
    case "thinking":
      return thinkingOf(delta);
    case "arguments":
      return argumentsOf(delta);
    default:
      return undefined;
  }
}

function thinkingOf({ reasoning_content, reasoning, reasoning_details }: Delta): Pieces | undefined {
  const [detail, more] = reasoning_details ?? [];
  const fields = ["reasoning_content", "reasoning", "reasoning_details"] as const;
  const plain = [reasoning_content ? "reasoning_content" : undefined, reasoning ? "reasoning" : undefined].filter(
    (name) => name !== undefined,
  );
  if (detail === undefined) {
    const [name, ...repeated] = plain;
    return name === undefined ? undefined : { kind: "thinking", text: [name], repeated: repeated.map((other) => [other]), fields };
  }
  const name = detail.type === "reasoning.summary" ? "summary" : "text";
  const other = name === "text" ? detail.summary : detail.text;
  if (more !== undefined || !detail[name] || other || detail.data || detail.signature) return undefined;
  return { kind: "thinking", text: ["reasoning_details", 0, name], repeated: plain.map((name) => [name]), fields };
}

function argumentsOf({ tool_calls }: Delta): Pieces | undefined {
  const [call, more] = tool_calls ?? [];
  if (call === undefined || more !== undefined) return undefined;
  const place = typeof call.function?.arguments === "string" ? ["function", "arguments"] : ["custom", "input"];
  return { kind: "arguments", text: ["tool_calls", 0, ...place], repeated: [], fields: ["tool_calls"] };
}

function isSilent(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** The decoder of such chunks. */
export interface ChunkHost extends RepeatSource {
  take(bytes: Uint8Array, start: number, end: number): void;
  /** Tells what is counted at the chunk that came last. */
  count(usage: ChatCompletionsUsage): CanonicalStreamEvent;
}

/** Chunks that state their usage: each is looked at, and the last one counts. */
export class CountedChunks implements RepeatSource {
  private readonly host: ChunkHost;
  private readonly usage: ChatCompletionsUsage;
  /** Where the few counters that make the sum stand among all of them. */
  private readonly places: readonly number[];

  constructor(host: ChunkHost, usage: ChatCompletionsUsage) {
    this.host = host;
    this.usage = usage;
    this.places = countPlaces(usage, SUMMANDS);
  }

  accepts(counts: readonly number[]): boolean {
    const { usage, places } = this;
    const [prompt = -1, completion = -1, total = -1] = places;
    return isSum({
      prompt_tokens: counts[prompt] ?? usage.prompt_tokens,
      completion_tokens: counts[completion] ?? usage.completion_tokens,
      total_tokens: counts[total] ?? usage.total_tokens,
    });
  }

  take(bytes: Uint8Array, start: number, end: number): void {
    this.host.take(bytes, start, end);
  }

  advance(events: number, units: number, counts: readonly number[]): readonly CanonicalStreamEvent[] {
    this.host.advance(events, units, counts);
    return [this.host.count(withCounts(this.usage, counts))];
  }
}

const SUMMANDS = ["prompt_tokens", "completion_tokens", "total_tokens"] as const;
