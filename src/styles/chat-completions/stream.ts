/** Streams of chat-completions: chunks in unnamed server-sent events, ended by `data: [DONE]`. */

import { notice } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import { numberIn } from "../../core/lenient-parse.js";
import { MAX_CHOICES } from "../../stream/decoder.js";
import type { Framing, NormalizerHost, StreamCodec, StreamNormalizer } from "../style.js";
import { isReason } from "./finish.js";
import { ChunkDecoder } from "./stream-decoder.js";
import { hasContent, isHollow } from "./stream-delta.js";
import { ChunkEncoder } from "./stream-encoder.js";
import type { ChatCompletionsChunk, ChunkChoice } from "./wire-answer.js";

export const framing: Framing<ChatCompletionsChunk> = { name: () => undefined, done: "[DONE]", model: ["model"] };

export const stream: StreamCodec<ChatCompletionsChunk> = {
  decoder: (options) => new ChunkDecoder(options),
  encoder: (options = {}) => new ChunkEncoder(options),
  framing,
  repeats: { padding: "obfuscation" },
};

export const normalizer = (host: NormalizerHost): StreamNormalizer<ChatCompletionsChunk> => new ChunkNormalizer(host);

interface State {
  /** Whether anything of the answer came. */
  begun: boolean;
  /** Of the end. `waits`: it came, and nothing is known of what follows. `written`: it went out. */
  reason: "none" | "waits" | "written";
}

interface Waiting {
  chunk: ChatCompletionsChunk;
  readonly index: number;
}

/** Chunks that wait for one choice while others go on, for each of them. */
const PATIENCE = 4;

/**
 * A chat-completions stream that is repeated as it came, kept to the order of chunks: nothing is written of a choice after its
 * finish reason. Some servers name one in every chunk, so a chunk that holds something beside it waits for what follows:
 *
 *     {"index": 0, "delta": {"content": "Hel"}, "finish_reason": "stop"}
 *     {"index": 0, "delta": {"content": "lo"}, "finish_reason": "stop"}
 */
class ChunkNormalizer implements StreamNormalizer<ChatCompletionsChunk> {
  private readonly host: NormalizerHost;
  private readonly states = new Map<number, State>();
  private readonly waiting: Waiting[] = [];
  private reported = false;

  constructor(host: NormalizerHost) {
    this.host = host;
  }

  accept(chunk: ChatCompletionsChunk, index: number): readonly ChatCompletionsChunk[] {
    const choices = choicesOf(chunk);
    if (choices.length === 0) return [...this.release(), chunk];
    let left: Set<ChunkChoice> | undefined;
    for (const [position, choice] of choices.entries()) {
      const number = numberOf(choice, position);
      if (this.take(choice, number)) continue;
      left ??= new Set();
      left.add(choice);
      if (!this.states.has(number)) continue;
      // The decoder, which gave the choice longer, knows nothing of it.
      if (!this.host.finished(number)) this.report("warning", [index, "choices", position, "delta"], LATE);
    }
    if (left === undefined && this.waiting.length === 0 && !choices.some(({ finish_reason }) => finish_reason)) return [chunk];
    const timely = left === undefined ? chunk : without(chunk, choices, left);
    if (timely !== undefined) this.waiting.push({ chunk: this.unreasoned({ chunk: timely, index }, isNullWord), index });
    if (this.waiting.length > PATIENCE * this.states.size) return this.release();
    const ready = this.waiting.findIndex((each) => this.mayChange(each));
    return this.waiting.splice(0, ready === -1 ? this.waiting.length : ready).map((each) => each.chunk);
  }

  release(): readonly ChatCompletionsChunk[] {
    for (const state of this.states.values()) if (state.reason === "waits") state.reason = "written";
    return this.waiting.splice(0).map(({ chunk }) => chunk);
  }

  unfinished(): readonly number[] {
    return this.states.size === 0 ? [0] : [...this.states].flatMap(([number, state]) => (state.reason === "written" ? [] : [number]));
  }

  /** False for what comes after the choice has finished. */
  private take({ delta, finish_reason }: ChunkChoice, number: number): boolean {
    const state = this.stateOf(number);
    // The decoder reports it.
    if (state === undefined) return false;
    const hasNew = isObject(delta) && hasContent(delta) && !(state.reason !== "none" && isHollow(delta));
    if (state.reason === "written") return !hasNew;
    if (hasNew) {
      if (state.reason === "waits") this.retract(number);
      state.begun = true;
      state.reason = "none";
    } else if (state.reason === "waits") state.reason = "written";
    if (isReason(finish_reason)) state.reason = hasNew || !state.begun ? "waits" : "written";
    return true;
  }

  /** Undefined for more choices than are read. */
  private stateOf(number: number): State | undefined {
    const known = this.states.get(number);
    if (known !== undefined || this.states.size >= MAX_CHOICES) return known;
    const state: State = { begun: false, reason: "none" };
    this.states.set(number, state);
    return state;
  }

  /** The reasons of a choice were none. */
  private retract(number: number): void {
    for (const each of this.waiting)
      each.chunk = this.unreasoned(each, (choice, position) => numberOf(choice, position) === number && isReason(choice.finish_reason));
  }

  private unreasoned({ chunk, index }: Waiting, test: (choice: ChunkChoice, position: number) => boolean): ChatCompletionsChunk {
    const choices = choicesOf(chunk);
    const position = choices.findIndex(test);
    if (position === -1) return chunk;
    if (!this.reported) this.report("info", [index, "choices", position, "finish_reason"], EARLY);
    this.reported = true;
    return { ...chunk, choices: choices.map((choice, at) => (test(choice, at) ? { ...choice, finish_reason: null } : choice)) };
  }

  private mayChange({ chunk }: Waiting): boolean {
    return choicesOf(chunk).some(
      (choice, position) => isReason(choice.finish_reason) && this.stateOf(numberOf(choice, position))?.reason === "waits",
    );
  }

  private report(severity: "info" | "warning", path: (string | number)[], message: string): void {
    this.host.report(notice("stream.protocol", path, message, { severity }));
  }
}

const LATE = "This comes after the choice has finished; it is left out.";
const EARLY = "The choice goes on after this finish reason, which is null instead; only the last one is written.";

/** None where they have another form: what is read for what it means is repeated as it is. */
function choicesOf({ choices }: ChatCompletionsChunk): readonly ChunkChoice[] {
  return Array.isArray(choices) && choices.every(isObject) ? choices : [];
}

/** Clients take null as a word for a reason. */
function isNullWord({ finish_reason }: ChunkChoice): boolean {
  return Boolean(finish_reason) && !isReason(finish_reason);
}

/** As the decoder reads it. */
function numberOf({ index }: ChunkChoice, position: number): number {
  return numberIn(index) ?? position;
}

/** Nothing, where nothing else is written. */
function without(
  chunk: ChatCompletionsChunk,
  choices: readonly ChunkChoice[],
  left: ReadonlySet<ChunkChoice>,
): ChatCompletionsChunk | undefined {
  if (left.size === choices.length && !isObject(chunk.usage)) return undefined;
  const timely = choices.flatMap((choice, position) => (left.has(choice) ? [] : [{ ...choice, index: numberOf(choice, position) }]));
  return { ...chunk, choices: timely };
}
