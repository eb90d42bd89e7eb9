import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent } from "../../../src/model/index.js";
import { styleFacts } from "../../../src/registry.js";
import { stream } from "../../../src/styles/chat-completions/stream.js";
import type { StreamDecodeOptions } from "../../../src/styles/style.js";

export const D = "[DONE]";
export const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 9 };

/** A chunk with one choice. */
export function ch(delta: object, finish_reason: string | null = null, more: object = {}, choice: object = {}) {
  const choices = [{ index: 0, delta, finish_reason, ...choice }];
  return { id: "r", object: "chat.completion.chunk", created: 1, model: "m", choices, ...more };
}
export const calls = (...pieces: object[]) => ch({ tool_calls: pieces });
export const stop = ch({}, "stop");

/** Runs a stream through the decoder; `D` stands for the end marker. */
export function decode(input: readonly unknown[], options: StreamDecodeOptions = {}) {
  const issues: Issue[] = [];
  const decoder = stream.decoder({ styles: styleFacts, ...options, report: (issue) => issues.push(issue) });
  const events: CanonicalStreamEvent[] = [];
  for (const event of input) events.push(...(event === D ? decoder.done() : decoder.push(event)));
  events.push(...decoder.end());
  return { events, issues };
}
