import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent, FinishReason } from "../../../src/model/index.js";
import { styleFacts } from "../../../src/style-lists.js";
import { stream } from "../../../src/styles/chat-completions/aspects.js";
import type { StreamDecodeOptions } from "../../../src/styles/style.js";
import { collectEvents, end } from "../../support/canonical-events.js";

export const D = "[DONE]";
export const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 9 };

/** A chunk with one choice. */
export function ch(delta: object, finish_reason: string | null = null, more: object = {}, choice: object = {}) {
  const choices = [{ index: 0, delta, finish_reason, ...choice }];
  return { id: "r", object: "chat.completion.chunk", created: 1, model: "m", choices, ...more };
}
export const calls = (...pieces: object[]) => ch({ tool_calls: pieces });
export const stop = ch({}, "stop");

/** A piece of a call; what is undefined is not there. */
export const at = (index?: number | null, id?: string, name?: string, json?: unknown, more: object = {}) =>
  present({ index, id, function: present({ name, arguments: json }), ...more });
const present = (value: object) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
/** A delta with a piece of a call. */
export const piece = (...of: Parameters<typeof at>) => ({ tool_calls: [at(...of)] });

/** Chunks to the end of a text, and to the end of calls. */
export const stopped = (...chunks: readonly unknown[]) => [...chunks, stop, D];
export const called = (...chunks: readonly unknown[]) => [...chunks, ch({}, "tool_calls"), D];
/** The same of deltas, by what is among them. */
export const answered = (deltas: readonly object[]) =>
  (deltas.some((delta) => "tool_calls" in delta || "function_call" in delta) ? called : stopped)(...deltas.map((delta) => ch(delta)));

/** The events of a whole answer. */
export const START = { type: "start", id: "r", model: "m", created: 1 } as const satisfies CanonicalStreamEvent;
export const finish = (reason: FinishReason = "stop"): CanonicalStreamEvent => ({ type: "finish", choice: 0, finish: { reason } });
export const answer = (...events: readonly CanonicalStreamEvent[]): CanonicalStreamEvent[] => [START, ...events, finish(), end];
export const calling = (...events: readonly CanonicalStreamEvent[]): CanonicalStreamEvent[] => [
  START,
  ...events,
  finish("tool-calls"),
  end,
];

/** Runs a stream through the decoder; `D` stands for the end marker. */
export function decode(input: readonly unknown[], options: StreamDecodeOptions = {}) {
  const issues: Issue[] = [];
  const decoder = stream.decoder({ styles: styleFacts, ...options, report: (issue) => issues.push(issue) });
  const events: CanonicalStreamEvent[] = [];
  for (const event of input) events.push(...(event === D ? decoder.done() : decoder.push(event)));
  events.push(...decoder.end());
  return { events, issues };
}

/** The only choice of a stream, collected, with what was found. */
export function choiceOf(input: readonly unknown[], options: StreamDecodeOptions = {}) {
  const { events, issues } = decode(input, options);
  const collected = collectEvents(events);
  if (!collected.ok) throw new Error(collected.error.message);
  return { ...collected.response.choices[0], issues };
}
