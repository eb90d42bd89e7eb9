/** Streams, translated as they come: bytes in, bytes out; or parsed events, for callers who hold those. */
import { checkOptions } from "./call.js";
import type { StyleName } from "./model/index.js";
import { styleFacts, styleNamed, type WireOf } from "./registry.js";
import type { StreamStyle } from "./stream/decoded.js";
import {
  type EventTranslator,
  type StreamSettings,
  type StreamTranslator,
  translateEventsWith,
  translateStreamWith,
} from "./stream/translator.js";
import type { TranslateOptions } from "./translate.js";

export type { Bytes } from "./sse/bytes.js";
export type { EventStep, EventTranslator, StreamSettings, StreamTranslator } from "./stream/translator.js";

/** Options of {@link createStreamTranslator} and {@link createEventTranslator}. */
export interface StreamTranslatorOptions<From extends StyleName = StyleName, To extends StyleName = StyleName>
  extends TranslateOptions<From, To>,
    StreamSettings {}

/**
 * Translates a stream while it runs. The bytes that came are not kept: memory does not grow with the stream.
 *
 * @param options pass the `context` that the request's translation gave
 * @returns a machine that never throws: a source that fails, stops early or breaks its order shows in `issues`
 * (`stream.error`, `stream.truncated`, `stream.protocol`, `stream.late_delta`), and in what comes out as the target's error
 * @throws TypeError for an unknown style
 * @example
 * const translator = createStreamTranslator({ from: "messages", to: "chat-completions", context });
 * for await (const chunk of upstream) client.write(translator.push(chunk));
 * client.end(translator.end());
 * for (const issue of translator.issues) log(describeIssue(issue));
 */
export function createStreamTranslator<From extends StyleName, To extends StyleName>(
  options: StreamTranslatorOptions<From, To>,
): StreamTranslator;
export function createStreamTranslator(options: StreamTranslatorOptions): StreamTranslator {
  const { source, target } = stylesOf(options, "createStreamTranslator");
  return translateStreamWith(source, target, { ...options, styles: styleFacts });
}

/**
 * {@link createStreamTranslator} without the framing, for callers who hold parsed chunks.
 *
 * @param options pass the `context` that the request's translation gave
 * @returns a machine that never throws: a source that fails, stops early or breaks its order shows in `issues`
 * (`stream.error`, `stream.truncated`, `stream.protocol`, `stream.late_delta`), and in what comes out as the target's error
 * @throws TypeError for an unknown style
 * @example
 * const translator = createEventTranslator({ from: "generate-content", to: "chat-completions", context: { model: "gpt-5.1" } });
 * const { events } = translator.push({ candidates: [{ content: { role: "model", parts: [{ text: "hel" }] }, index: 0 }] });
 * events.at(-1)?.choices; // [{ index: 0, delta: { content: "hel", … }, finish_reason: null, … }]
 * translator.end().issues[0]?.code; // "stream.truncated"
 */
export function createEventTranslator<From extends StyleName, To extends StyleName>(
  options: StreamTranslatorOptions<From, To>,
): EventTranslator<WireOf[To]["event"]>;
export function createEventTranslator(options: StreamTranslatorOptions): EventTranslator {
  const { source, target } = stylesOf(options, "createEventTranslator");
  return translateEventsWith(source, target, { ...options, styles: styleFacts });
}

function stylesOf(options: StreamTranslatorOptions, call: string): { readonly source: StreamStyle; readonly target: StreamStyle } {
  checkOptions(options, `${call}({ from: "messages", to: "chat-completions" })`);
  return { source: styleNamed(options.from, "from"), target: styleNamed(options.to, "to") };
}
