/** Streams, translated as they come: bytes in, bytes out; or parsed events, for callers who hold those. And a whole stream as an answer, and back. */
import { Asked } from "./asked.js";
import { checkOptions, optionNames, TRANSLATION } from "./call.js";
import { failure } from "./core/issue.js";
import type { ReportOptions } from "./core/issue-log.js";
import { fail, guarded, type Result } from "./core/result.js";
import type { StyleName } from "./model/index.js";
import { ofStyle, ownFacts, streamStyles, styleFacts, type WireOf } from "./registry.js";
import { isBytes } from "./sse/bytes.js";
import { collectWith, streamWith } from "./stream/collect.js";
import type { StreamStyle } from "./stream/conversion.js";
import { type EventTranslator, type StreamSettings, type StreamTranslator, Translation, translateEventsWith } from "./stream/translator.js";
import type { EncodeOptions } from "./styles/options.js";
import { type TranslateOptions, unreadable } from "./translate.js";

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
  const asked = new Asked(options);
  const translator = new Translation(source, target, { ...asked.options, styles: styleFacts });
  if (!asked.any) return translator;
  return {
    push: (chunk) => asked.run(() => translator.push(chunk)),
    pushInto: (chunk, into) => asked.run(() => translator.pushInto(chunk, into)),
    end: () => asked.run(() => translator.end()),
    get issues() {
      return translator.issues;
    },
  };
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
  const asked = new Asked(options);
  const translator = translateEventsWith(source, target, { ...asked.options, styles: styleFacts });
  if (!asked.any) return translator;
  return { push: (event) => asked.run(() => translator.push(event)), end: () => asked.run(() => translator.end()) };
}

function stylesOf(options: StreamTranslatorOptions, call: string): { readonly source: StreamStyle; readonly target: StreamStyle } {
  checkOptions(options, `${call}({ from: "messages", to: "chat-completions" })`, TRANSLATION);
  return { source: ofStyle(streamStyles, options.from, "from"), target: ofStyle(streamStyles, options.to, "to") };
}

/** Options of {@link collectStream} and {@link streamResponse}. */
export interface CollectOptions<S extends StyleName = StyleName> extends EncodeOptions, ReportOptions {
  /** Whose stream or answer it is. */
  readonly style: S;
  /** Longest event that is read, in bytes. Default 16 777 216 (16 MiB). */
  readonly maxEventBytes?: number;
}

/**
 * Folds a stream into the answer that the same call would have given without streaming. The JSON-array form of
 * generate-content and a body that is one JSON document are read as well.
 *
 * @param stream all of its bytes, or their text
 * @returns not ok when the stream reports an error (`stream.error`) or stopped too early (`stream.truncated`)
 * @throws TypeError for an unknown style
 * @example
 * const stream = 'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"hel"}]}}]}\n\n' +
 *   'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"lo"}]},"finishReason":"STOP"}]}\n\n';
 * collectStream(stream, { style: "generate-content" });
 * // { ok: true, value: { candidates: [{ content: { role: "model", parts: [{ text: "hello" }] }, finishReason: "STOP", … }], … }, … }
 * collectStream(stream.slice(0, 80), { style: "generate-content" }).issues[0].code; // "stream.truncated"
 */
export function collectStream<S extends StyleName>(stream: Uint8Array | string, options: CollectOptions<S>): Result<WireOf[S]["response"]>;
export function collectStream(stream: Uint8Array | string, options: CollectOptions): Result<unknown> {
  checkOptions(options, 'collectStream(bytes, { style: "messages" })', OPTIONS);
  const style = ofStyle(streamStyles, options.style, "style");
  if (typeof stream !== "string" && !isBytes(stream)) {
    const { bodyRule: rule } = ofStyle(ownFacts, options.style, "style");
    return fail([failure(`validation.${rule}`, [], "A stream is read from its bytes, or their text.", { rule })]);
  }
  const asked = new Asked(options);
  return asked.run(() => guarded(() => collectWith(style, stream, { ...asked.options, styles: styleFacts }), unreadable));
}

/**
 * A whole answer as a stream of its own style, in one piece for each part.
 *
 * @param body a whole answer, parsed
 * @returns the text of the server-sent events; not ok for a body that is no answer (`validation.…`, `response.error_body`)
 * @throws TypeError for an unknown style
 * @example
 * const answer = { candidates: [{ content: { role: "model", parts: [{ text: "hello" }] }, finishReason: "STOP", index: 0 }] };
 * const streamed = streamResponse(answer, { style: "generate-content" });
 * streamed.ok && streamed.value.startsWith("data: {"); // true
 */
export function streamResponse(body: unknown, options: CollectOptions): Result<string> {
  checkOptions(options, 'streamResponse(body, { style: "messages" })', OPTIONS);
  const style = ofStyle(streamStyles, options.style, "style");
  const asked = new Asked(options);
  return asked.run(() => guarded(() => streamWith(style, body, { ...asked.options, styles: styleFacts }), unreadable));
}

const OPTIONS = optionNames(TRANSLATION, ["style"]);
