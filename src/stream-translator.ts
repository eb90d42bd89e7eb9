/** Streams, translated as they come: bytes in, bytes out; or parsed events, for callers who hold those. And a whole stream as an answer, and back. */
import { ANYTHING, Asked, checkOptions, FUNCTION, TRANSLATION, unreadable } from "./call.js";
import { broken, fail, type Issue, type Result } from "./core/issue.js";
import type { ReportOptions } from "./core/issue-log.js";
import { attempt, isObject } from "./core/json.js";
import { type Profile, resolveProfile } from "./model/common.js";
import type { StyleName } from "./model/index.js";
import type { BodyOf, WireOf } from "./registry.js";
import { isBytes } from "./sse/bytes.js";
import type { StreamStyle } from "./stream/conversion.js";
import { END_MARKER } from "./stream/reading.js";
import { Collection, streamWith } from "./stream/source.js";
import {
  type EventMachine,
  type EventStep,
  type EventTranslator,
  type StreamSettings,
  type StreamTranslator,
  Translation,
  translateEventsWith,
} from "./stream/translator.js";
import { ofStyle, ownFacts, streamStyles, styleFacts } from "./style-lists.js";
import type { TargetOptions } from "./styles/options.js";
import type { TranslateOptions } from "./translate.js";

export type { Bytes } from "./sse/bytes.js";
export type { EventStep, EventTranslator, StreamSettings, StreamTranslator } from "./stream/translator.js";

/** Options of machines that translate streams. */
export interface StreamTranslatorOptions<From extends StyleName = StyleName, To extends StyleName = StyleName>
  extends TranslateOptions<From, To>,
    StreamSettings {}

/**
 * Translates a stream while it runs. Memory does not grow with the stream.
 *
 * @param options pass the `context` that the request's translation gave
 * @returns a machine that never throws: a source that fails, stops early or breaks its order shows in `issues` (`stream.…`), and in what
 * comes out as the target's error
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
  // Not by spread: what gets a key behind one has a hidden class of its own, which ten thousand live streams count.
  const translator = new Translation(source, target, Object.assign({}, resolveProfile(asked.options), { styles: styleFacts }));
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
 * @throws TypeError for an unknown style
 * @example
 * const translator = createEventTranslator({ from: "generate-content", to: "chat-completions", context: { model: "gpt-5.1" } });
 * const { events } = translator.push({ candidates: [{ content: { role: "model", parts: [{ text: "hel" }] }, index: 0 }] });
 * events.at(-1)?.choices; // [{ index: 0, delta: { content: "hel", … }, finish_reason: null, … }]
 * translator.end().issues[0]?.code; // "stream.truncated"
 */
export function createEventTranslator<From extends StyleName, To extends StyleName>(
  options: StreamTranslatorOptions<From, To>,
): EventTranslator<BodyOf<To, "event", From>>;
export function createEventTranslator(options: StreamTranslatorOptions): EventTranslator {
  const { source, target } = stylesOf(options, "createEventTranslator");
  const { push, end } = eventMachine(source, target, options);
  return { push, end: () => end() };
}

function eventMachine(source: StreamStyle, target: StreamStyle, options: StreamTranslatorOptions): EventMachine {
  const asked = new Asked(options);
  const translator = translateEventsWith(source, target, Object.assign({}, resolveProfile(asked.options), { styles: styleFacts }));
  if (!asked.any) return translator;
  return { push: (event) => asked.run(() => translator.push(event)), end: (cut) => asked.run(() => translator.end(cut)) };
}

/** Options of {@link translateEvents}. */
export interface TranslateEventsOptions<From extends StyleName = StyleName, To extends StyleName = StyleName>
  extends StreamTranslatorOptions<From, To> {
  /** Told at the end of the stream what was found in it; also where that is nothing. */
  readonly onIssues?: (issues: readonly Issue[]) => void;
}

/**
 * Translates the parsed events of a stream while it runs: `for await` over the stream of an SDK.
 *
 * @param events anything that gives them one by one, parsed: bytes are for {@link createStreamTranslator}. Leaving the loop stops it
 * @returns the events of the target. A source that throws, or stops early, ends in the target's own error event (`stream.truncated`)
 * @throws TypeError for an unknown style, or a source that is none of these
 * @example
 * const stream = await anthropic.messages.create({ model: "claude-sonnet-5-5", max_tokens: 100, messages, stream: true });
 * for await (const chunk of translateEvents(stream, { from: "messages", to: "chat-completions" })) show(chunk.choices);
 */
export function translateEvents<From extends StyleName, To extends StyleName>(
  events: Chunks<unknown>,
  options: TranslateEventsOptions<From, To>,
): AsyncGenerator<WireOf[To]["event"], void, undefined>;
export function translateEvents(events: Chunks<unknown>, options: TranslateEventsOptions): AsyncGenerator<unknown, void, undefined> {
  const call = 'translateEvents(events, { from: "messages", to: "chat-completions" })';
  checkOptions(options, call, EVENTS);
  const { onIssues, ...others } = options;
  const machine = eventMachine(ofStyle(streamStyles, options.from, "from"), ofStyle(streamStyles, options.to, "to"), others);
  if (!isChunks(events)) throw new TypeError(`The events are a web stream or an async iterable: write \`${call}\`.`);
  return translated(events, machine, onIssues);
}

async function* translated(
  source: Chunks<unknown>,
  { push, end }: EventMachine,
  onIssues: TranslateEventsOptions["onIssues"],
): AsyncGenerator<unknown, void, undefined> {
  const found: Issue[] = [];
  const events = read(source);
  const taken = ({ events: written, issues }: EventStep<unknown>) => {
    for (const issue of issues) found.push(issue);
    return written;
  };
  try {
    for (;;) {
      const next = await events.next();
      if (next.done !== true) yield* taken(push(plainEvent(next.value)));
      else {
        yield* taken(end(next.value));
        return;
      }
    }
  } finally {
    await events.return(undefined);
    onIssues?.(found);
  }
}

function stylesOf(options: StreamTranslatorOptions, call: string): { readonly source: StreamStyle; readonly target: StreamStyle } {
  checkOptions(options, `${call}({ from: "messages", to: "chat-completions" })`, TRANSLATION);
  return { source: ofStyle(streamStyles, options.from, "from"), target: ofStyle(streamStyles, options.to, "to") };
}

/** Options of {@link collectStream} and {@link streamResponse}. */
export interface CollectOptions<S extends StyleName = StyleName> extends TargetOptions, ReportOptions {
  /** As of a translation. */
  readonly profile?: Profile;
  /** Whose stream or answer it is. */
  readonly style: S;
  /** Longest event that is read, in bytes. Default 16 777 216 (16 MiB). */
  readonly maxEventBytes?: number;
}

/**
 * Folds a stream into the answer that the same call would have given without streaming. The JSON-array form of generate-content and a body
 * that is one JSON document are read as well.
 *
 * @param stream all of its bytes, or their text; or what gives bytes, texts or parsed events while they come, as the body of a `fetch` or
 * a stream of an SDK. Behind parsed events the text `[DONE]` is the end marker
 * @returns not ok when the stream reports an error (`stream.error`) or stopped too early (`stream.truncated`). Of what comes piece by
 * piece a promise, which is never rejected
 * @throws TypeError for an unknown style
 * @example
 * const stream = 'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"hel"}]}}]}\n\n' +
 *   'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"lo"}]},"finishReason":"STOP"}]}\n\n';
 * collectStream(stream, { style: "generate-content" });
 * // { ok: true, value: { candidates: [{ content: { role: "model", parts: [{ text: "hello" }] }, finishReason: "STOP", … }], … }, … }
 * collectStream(stream.slice(0, 80), { style: "generate-content" }).issues[0].code; // "stream.truncated"
 */
export function collectStream<S extends StyleName>(stream: Uint8Array | string, options: CollectOptions<S>): Result<WireOf[S]["response"]>;
export function collectStream<S extends StyleName>(
  stream: Chunks<unknown>,
  options: CollectOptions<S>,
): Promise<Result<WireOf[S]["response"]>>;
export function collectStream(stream: Uint8Array | string | Chunks<unknown>, options: CollectOptions) {
  checkOptions(options, 'collectStream(bytes, { style: "messages" })', OPTIONS);
  const style = ofStyle(streamStyles, options.style, "style");
  const asked = new Asked(options);
  const collection = new Collection(style, { ...resolveProfile(asked.options), styles: styleFacts });
  if (isChunks(stream)) return collected(stream, collection, asked);
  if (typeof stream !== "string" && !isBytes(stream)) {
    const message = "A stream is bytes, text, a web stream or an async iterable.";
    return fail([broken(ofStyle(ownFacts, options.style, "style").bodyRule, [], message)]);
  }
  return asked.run(() => {
    collection.push(stream);
    return collection.end();
  }, unreadable);
}

async function collected(stream: Chunks<unknown>, collection: Collection, asked: Asked<CollectOptions>): Promise<Result<unknown>> {
  const chunks = read(stream);
  // Where events come parsed, so does their end marker; elsewhere that text is a slice of one.
  let isParsed = false;
  for (;;) {
    const { done, value } = await chunks.next();
    if (done === true) return asked.run(() => collection.end(value), unreadable);
    if (isBytes(value) || (typeof value === "string" && !(isParsed && value === END_MARKER))) collection.push(value);
    else {
      isParsed = true;
      collection.event(plainEvent(value));
    }
  }
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
  return asked.run(() => streamWith(style, body, { ...resolveProfile(asked.options), styles: styleFacts }), unreadable);
}

const EVENTS = { ...TRANSLATION, onIssues: FUNCTION };
const OPTIONS = { ...TRANSLATION, style: ANYTHING };

/** The part of a web `ReadableStream` that is used. Source: https://streams.spec.whatwg.org. */
export interface ReadableChunks<Chunk> {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Chunk | undefined }>;
    cancel(): Promise<void>;
    releaseLock(): void;
  };
}
/** A stream of chunks or events: a web stream, the body of a `fetch`, a stream of an SDK, an async generator. */
export type Chunks<Chunk> = AsyncIterable<Chunk> | ReadableChunks<Chunk>;

function isChunks(value: unknown): value is Chunks<unknown> {
  const members = attempt((given) => isObject(given) && [Reflect.get(given, Symbol.asyncIterator), given.getReader], value);
  return members !== undefined && members !== false && members.some((member) => typeof member === "function");
}

/** A source that threw: what it said of that. */
interface Broken {
  readonly words: string | undefined;
}

/** One chunk after the other. A source that throws ends, and the last result shows it; where the reader stops, so does the source. */
async function* read<Chunk>(source: Chunks<Chunk>): AsyncGenerator<Chunk, Broken | undefined, undefined> {
  let isLeft = false;
  try {
    for await (const chunk of "getReader" in source ? chunksOf(source) : source) {
      isLeft = true;
      yield chunk;
      isLeft = false;
    }
    return undefined;
  } catch (thrown) {
    if (isLeft) throw thrown;
    return { words: attempt(wordsOf, thrown) };
  }
}

function wordsOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && typeof thrown.message === "string" && thrown.message !== "" ? thrown.message : undefined;
}

async function* chunksOf<Chunk>(stream: ReadableChunks<Chunk>): AsyncGenerator<Chunk, void, undefined> {
  const reader = stream.getReader();
  let isLeft = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || value === undefined) return;
      isLeft = true;
      yield value;
      isLeft = false;
    }
  } finally {
    if (isLeft) await reader.cancel();
    reader.releaseLock();
  }
}

/** An event as `JSON.parse` would have given it: SDKs give some as instances of classes of their own. */
function plainEvent(event: unknown): unknown {
  // What cannot be copied is no JSON, which is found out further on.
  return (
    attempt((given) => (isObject(given) && Object.getPrototypeOf(given) !== Object.prototype ? { ...given } : undefined), event) ?? event
  );
}
