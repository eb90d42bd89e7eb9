/**
 * Streams of chat-completions: chunks in unnamed server-sent events, ended by `data: [DONE]`. First the chunks as the service documents
 * them, known by hand: those that make up nearly all of a stream, an envelope and one piece of text, thought or arguments; and those before
 * and behind. Whatever else a chunk holds, the schema looks at it. Then a stream that is repeated.
 */

import { SmallMap } from "../../core/collections.js";
import { notice, type Path } from "../../core/issue.js";
import { isBare, isNatural, isObject, soleOf } from "../../core/json.js";
import { choiceNumber } from "../../model/events.js";
import { hasOnly } from "../../model/extensions.js";
import { MAX_CHOICES } from "../../stream/decoder.js";
import { FINISHED } from "../../stream/encoder.js";
import { isOfCounts } from "../shared/usage.js";
import type { Framing, NormalizerHost, StreamNormalizer } from "../style.js";
import { isHollow } from "./calls.js";
import { isReason, USAGE_FIELDS } from "./finish.js";
import { hasContent } from "./stream-delta.js";
import type { ChatCompletionsChunk, ChunkChoice, Delta } from "./wire-answer.js";

export interface PlainChunk {
  /** Number of the choice. */
  readonly index: number;
  readonly kind: "text" | "thinking" | "arguments";
  /** Not empty. */
  readonly text: string;
  /** Index of the call that the arguments belong to, 0 elsewhere. */
  readonly call: number;
  readonly fingerprint: string | undefined;
  readonly tier: string | undefined;
}

/** Texts of a chunk that decide nothing. */
const TEXTS: ReadonlySet<string> = new Set(["id", "object", "model", "obfuscation", "system_fingerprint", "service_tier"]);

export function plainChunk(chunk: unknown): PlainChunk | undefined {
  if (!isBare(chunk) || !isPlainEnvelope(chunk)) return undefined;
  const choice = soleOf(chunk.choices);
  if (!isBare(choice)) return undefined;
  const { index, delta } = choice;
  for (const key in choice) if (key !== "index" && key !== "delta" && choice[key] !== null) return undefined;
  if (!isNatural(index) || !isBare(delta)) return undefined;
  const field = soleField(delta);
  if (field === undefined) return undefined;
  const call = field === "tool_calls" ? plainCall(delta.tool_calls) : { index: 0, text: delta[field] };
  if (typeof call?.text !== "string" || call.text === "") return undefined;
  const { system_fingerprint, service_tier } = chunk;
  return {
    index,
    kind: KINDS[field],
    text: call.text,
    call: call.index,
    fingerprint: typeof system_fingerprint === "string" ? system_fingerprint : undefined,
    tier: typeof service_tier === "string" ? service_tier : undefined,
  };
}

/** Whether it is a chunk of such an envelope with choices of texts and calls, or usage: plain JSON, and in shape. */
export function isPlainChunk(chunk: unknown): chunk is ChatCompletionsChunk {
  if (!isBare(chunk) || !isPlainEnvelope(chunk, chunk.usage)) return false;
  const { choices, usage = null } = chunk;
  return Array.isArray(choices) && choices.every(isPlainChoice) && (usage === null || isOfCounts(usage, DETAILS));
}

/** @param beside what may stand in it besides texts and the time */
function isPlainEnvelope(chunk: Node, beside: unknown = null): boolean {
  for (const key in chunk) {
    const value = chunk[key];
    // Some servers repeat fields of their own that hold nothing.
    if (key === "choices" || value === null || value === beside) continue;
    if (typeof value === "string" ? !TEXTS.has(key) : key !== "created" || !isNatural(value)) return false;
  }
  return true;
}

/** `{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": null}` */
function isPlainChoice(choice: unknown): boolean {
  if (!isBare(choice) || !isNatural(choice.index) || !isBare(choice.delta)) return false;
  for (const key in choice) {
    const value = choice[key];
    if (key !== "index" && key !== "delta" && value !== null && (key !== "finish_reason" || typeof value !== "string")) return false;
  }
  const { delta } = choice;
  for (const key in delta) {
    const value = delta[key];
    const isPlain = key === "tool_calls" ? Array.isArray(value) && value.every(isPlainCall) : TEXTUAL.has(key) && typeof value === "string";
    if (!isPlain && value !== null) return false;
  }
  return true;
}

const TEXTUAL: ReadonlySet<string> = new Set(["role", "content", "reasoning_content", "reasoning", "refusal"]);

/** `{"index": 0, "id": "call_1", "type": "function", "function": {"name": "f", "arguments": ""}}` */
function isPlainCall(call: unknown): boolean {
  if (!isBare(call) || !hasOnly(call, CALL) || !Number.isFinite(call.index)) return false;
  const { id = "", type = "", function: body } = call;
  if (typeof id !== "string" || typeof type !== "string" || !isBare(body) || !hasOnly(body, FUNCTION)) return false;
  const { name = "", arguments: text = "" } = body;
  return typeof name === "string" && typeof text === "string";
}

const CALL = ["index", "id", "type", "function"];
const FUNCTION = ["name", "arguments"];

/** `{"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11, "prompt_tokens_details": {"cached_tokens": 0}}` */
const DETAILS: ReadonlySet<string> = new Set(["prompt_tokens_details", "completion_tokens_details"]);

type Node = Readonly<Record<string, unknown>>;

const KINDS = { content: "text", reasoning_content: "thinking", tool_calls: "arguments" } as const;

/** The only field of a delta that has anything. */
function soleField(delta: Readonly<Record<string, unknown>>): keyof typeof KINDS | undefined {
  let found: keyof typeof KINDS | undefined;
  for (const key in delta) {
    const value = delta[key];
    if (value === null || (key === "content" && value === "") || (key === "role" && value === "assistant")) continue;
    if (found !== undefined || (key !== "content" && key !== "reasoning_content" && key !== "tool_calls")) return undefined;
    found = key;
  }
  return found;
}

/** `[{"index": 0, "function": {"arguments": "{\"a\":"}}]` */
function plainCall(calls: unknown): { readonly index: number; readonly text: unknown } | undefined {
  const call = soleOf(calls);
  if (!isBare(call)) return undefined;
  const { index, function: body } = call;
  for (const key in call) if (key !== "index" && key !== "function") return undefined;
  if (typeof index !== "number" || !Number.isFinite(index) || !isBare(body)) return undefined;
  for (const key in body) if (key !== "arguments") return undefined;
  return { index, text: body.arguments };
}

/** The only thing that the delta of a chunk holds. */
export type Sole = "content" | "arguments";

/** The JSON text of a chunk from its choices on: in a third of the time of `JSON.stringify` where it is known what its delta holds alone. */
export function printRest({ choices, usage }: ChatCompletionsChunk, sole: Sole | undefined): string {
  const [choice] = choices ?? [];
  const printed =
    choice?.delta && sole
      ? `[{"index":${choice.index},"delta":${printDelta(choice.delta, sole)},"finish_reason":null}]`
      : JSON.stringify(choices);
  return usage === undefined ? `${printed}}` : `${printed},"usage":${usage && JSON.stringify(usage)}}`;
}

function printDelta({ content, tool_calls }: Delta, sole: Sole): string {
  if (sole === "content") return `{"content":${JSON.stringify(content)}}`;
  const [call] = tool_calls ?? [];
  return `{"tool_calls":[{"index":${call?.index},"function":{"arguments":${JSON.stringify(call?.function?.arguments)}}}]}`;
}

export const framing: Framing<ChatCompletionsChunk> = {
  name: () => undefined,
  done: "[DONE]",
  model: ["model"],
  fields: { ...USAGE_FIELDS, safety: ["content_filter_results"], citedText: ["content"], message: ["delta"] },
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
  private readonly states = new SmallMap<State>();
  private readonly waiting: Waiting[] = [];
  private reported = false;

  constructor(private readonly host: NormalizerHost) {}

  accept(chunk: ChatCompletionsChunk, index: number): readonly ChatCompletionsChunk[] {
    const choices = choicesOf(chunk);
    if (choices.length === 0) return [...this.release(), chunk];
    let left: Set<ChunkChoice> | undefined;
    for (const [position, choice] of choices.entries()) {
      const number = choiceNumber(choice.index, position);
      if (this.take(choice, number)) continue;
      left ??= new Set();
      left.add(choice);
      if (this.states.get(number) === undefined) continue;
      // The decoder, which gave the choice longer, knows nothing of it.
      if (!this.host.finished(number)) this.report("warning", [index, "choices", position, "delta"], FINISHED);
    }
    if (left === undefined && this.waiting.length === 0 && !choices.some(({ finish_reason }) => finish_reason)) return [chunk];
    const timely = left === undefined ? chunk : without(chunk, choices, left);
    if (timely !== undefined) this.waiting.push({ chunk: this.mend({ chunk: timely, index }, isNullWord), index });
    if (this.waiting.length > PATIENCE * this.states.size) return this.release();
    const ready = this.waiting.findIndex((each) =>
      choicesOf(each.chunk).some(
        ({ index: given, finish_reason }, position) =>
          isReason(finish_reason) && this.states.get(choiceNumber(given, position))?.reason === "waits",
      ),
    );
    return this.waiting.splice(0, ready === -1 ? this.waiting.length : ready).map((each) => each.chunk);
  }

  release(): readonly ChatCompletionsChunk[] {
    for (const state of this.states.values()) if (state.reason === "waits") state.reason = "written";
    return this.waiting.splice(0).map(({ chunk }) => chunk);
  }

  unfinished(): readonly number[] {
    return this.states.size === 0 ? [0] : this.states.entries().flatMap(([number, state]) => (state.reason === "written" ? [] : [number]));
  }

  /** False for what comes after the choice has finished. */
  private take({ delta, finish_reason }: ChunkChoice, number: number): boolean {
    const known = this.states.get(number);
    // More choices than are read: the decoder reports it.
    if (known === undefined && this.states.size >= MAX_CHOICES) return false;
    const state = known ?? this.states.set(number, { begun: false, reason: "none" });
    const hasNew = isObject(delta) && hasContent(delta) && !(state.reason !== "none" && isHollow(delta));
    if (state.reason === "written") return !hasNew;
    if (hasNew) {
      // The reasons of a choice were none.
      if (state.reason === "waits")
        for (const each of this.waiting)
          each.chunk = this.mend(each, (choice, at) => choiceNumber(choice.index, at) === number && isReason(choice.finish_reason));
      state.begun = true;
      state.reason = "none";
    }
    if (isReason(finish_reason)) state.reason = "waits";
    if (state.begun && !hasNew && state.reason === "waits") state.reason = "written";
    return true;
  }

  /** The chunk with null for the finish reasons that `test` finds. */
  private mend({ chunk, index }: Waiting, test: (choice: ChunkChoice, position: number) => boolean): ChatCompletionsChunk {
    const choices = choicesOf(chunk);
    const position = choices.findIndex(test);
    if (position === -1) return chunk;
    if (!this.reported) this.report("info", [index, "choices", position, "finish_reason"], EARLY);
    this.reported = true;
    return { ...chunk, choices: choices.map((choice, at) => (test(choice, at) ? { ...choice, finish_reason: null } : choice)) };
  }

  private report(severity: "info" | "warning", path: Path, message: string): void {
    this.host.report(notice("stream.protocol", path, message, { severity }));
  }
}

const EARLY = "The choice goes on; its reason is written as null.";

/** None where they have another form: what is read for what it means is repeated as it is. */
function choicesOf({ choices }: ChatCompletionsChunk): readonly ChunkChoice[] {
  return Array.isArray(choices) && choices.every(isObject) ? choices : [];
}

/** Clients take null as a word for a reason. */
function isNullWord({ finish_reason }: ChunkChoice): boolean {
  return Boolean(finish_reason) && !isReason(finish_reason);
}

/** Nothing, where nothing else is written. */
function without(chunk: ChatCompletionsChunk, choices: readonly ChunkChoice[], left: ReadonlySet<ChunkChoice>) {
  if (left.size === choices.length && !isObject(chunk.usage)) return undefined;
  const timely = choices.flatMap((choice, position) =>
    left.has(choice) ? [] : [{ ...choice, index: choiceNumber(choice.index, position) }],
  );
  return { ...chunk, choices: timely };
}
