/**
 * The bytes of an answer as the JSON texts in them, and a stream as one whole answer of its own style, and the reverse. The first byte that is
 * not white space shows which of three things came: `{` one JSON document instead of a stream, `[` the JSON-array form, anything else
 * server-sent events.
 */

import { brief, fail, failure, type Issue, ok, type Result } from "../core/issue.js";
import { IssueLog, type LogOptions, MAX_STREAM_ISSUES } from "../core/issue-log.js";
import { isObject } from "../core/json.js";
import { isJsonSpace, OPEN_BRACE, OPEN_BRACKET, valueIn } from "../core/json-text.js";
import { createCollector } from "../model/collect.js";
import { errorIn } from "../model/error.js";
import { eventsOf } from "../model/events.js";
import type { CanonicalError, CanonicalResponse, CanonicalStreamEvent } from "../model/index.js";
import { ByteInput, ByteStore, NOTHING, writeLine } from "../sse/bytes.js";
import { type ArrayReader, createArrayReader, MAX_EVENT_BYTES } from "../sse/index.js";
import { EventReader } from "../sse/reader.js";
import type { EncodeOptions } from "../styles/options.js";
import { DecodedStream, type StreamStyle } from "./conversion.js";
import { Reading } from "./reading.js";

interface SourceEnd {
  readonly texts: readonly string[];
  /** The last event, which its end never followed: it may have been cut. */
  readonly unfinished: string | undefined;
  /** What stood between events and is none: the words of a server that breaks off, perhaps. */
  readonly words: string | undefined;
  /** The whole body, where it was one JSON document. */
  readonly document: string | undefined;
}

/** Always with the same members in the same order, which an engine reads without a search. */
function ended(texts: readonly string[], unfinished?: string, words?: string, document?: string): SourceEnd {
  return { texts, unfinished, words, document };
}

export class StreamSource extends ByteInput {
  // What came: one of these three.
  private frames: TextReader | undefined;
  declare private array: ArrayReader | undefined;
  declare private document: ByteStore | undefined;
  private tooLong = false;

  constructor(
    /** Longest event that is read, in bytes. */
    readonly maxEventBytes: number,
  ) {
    super();
  }

  /** The texts of the events that this slice completes. */
  push(chunk: Uint8Array | string): readonly string[] {
    const bytes = this.bytesOf(chunk);
    return this.frames?.push(bytes) ?? this.read(bytes);
  }

  end(): SourceEnd {
    const texts = this.read(this.lastBytes());
    const { array, document, frames } = this;
    if (document !== undefined) return ended(texts, undefined, undefined, new TextDecoder().decode(document.take(NOTHING)));
    return frames === undefined ? ended(texts, array?.end()[0]) : frames.last(texts);
  }

  /** Something was longer than the limit. Nothing after it is read. */
  get overflowed(): boolean {
    return this.tooLong || (this.frames ?? this.array)?.overflowed === true;
  }

  /** The next byte starts a server-sent event. */
  get betweenEvents(): boolean {
    return this.frames?.idle === true && !this.frames.overflowed && this.isWhole;
  }

  /** What came is, or may still be, server-sent events. */
  get ofEvents(): boolean {
    return this.array === undefined && this.document === undefined;
  }

  private read(bytes: Uint8Array): readonly string[] {
    const reader = this.frames ?? this.array;
    if (reader !== undefined) return reader.push(bytes);
    if (this.document === undefined) return this.open(bytes);
    this.tooLong ||= this.document.length + bytes.length > this.maxEventBytes;
    if (!this.tooLong) this.document.add(bytes);
    return [];
  }

  private open(bytes: Uint8Array): readonly string[] {
    let start = 0;
    while (isJsonSpace(bytes[start])) start++;
    if (start === bytes.length) return [];
    const { maxEventBytes } = this;
    const first = bytes[start];
    if (first === OPEN_BRACE) this.document = new ByteStore();
    else if (first === OPEN_BRACKET) this.array = createArrayReader({ maxEventBytes });
    else this.frames = new TextReader(maxEventBytes);
    return this.read(start === 0 ? bytes : bytes.subarray(start));
  }
}

/** Longest error that is read where it stands between events. */
const MAX_STRAY = 65_536;
/** Longest beginning of an error that is not JSON. */
const MAX_WORDS = 500;

/** Some servers break off with an error body that is no event: `{"error": {…}}`, in lines of its own, or in mere words. */
class TextReader extends EventReader<string> {
  /** What stood between events: lines of an error, or words. */
  declare private body: string | undefined;
  declare private words: string | undefined;

  /** @param texts the events before */
  last(texts: readonly string[]): SourceEnd {
    const rest = this.end();
    const body = this.body?.trimEnd();
    if (body !== undefined && errorIn(valueIn(body), []) !== undefined) return ended([...texts, ...rest, body]);
    return ended(texts, rest[0], body ?? this.words);
  }

  protected made(data: string): string {
    return data;
  }

  protected override stray(line: string): void {
    const { body, words = "" } = this;
    // A server has a field of that name for what others send as an event of that name.
    if (line.startsWith("error:")) this.addData(line.slice(6).trimStart());
    else if (body === undefined ? line.startsWith("{") : body.length < MAX_STRAY) this.body = `${body ?? ""}${line}\n`;
    else if (!line.startsWith(":") && !FIELDS.some((field) => field.startsWith(line)) && words.length < MAX_WORDS)
      this.words = words === "" ? line : `${words} ${line}`;
  }
}

/** A stream may be cut in the name of a field. */
const FIELDS = ["data:", "event:", "id:", "retry:", "error:"] as const;

interface CollectOptions extends EncodeOptions, LogOptions {
  readonly maxEventBytes?: number;
}

/** A stream on its way into a whole answer. */
export class Collection {
  private readonly log: IssueLog;
  private readonly fold: Fold;
  private readonly bytes: StreamSource;
  private readonly reading: Reading;

  constructor(
    private readonly style: StreamStyle,
    private readonly options: CollectOptions,
  ) {
    this.log = new IssueLog(options, MAX_STREAM_ISSUES);
    this.fold = new Fold(style, options, this.log);
    this.bytes = new StreamSource(options.maxEventBytes ?? MAX_EVENT_BYTES);
    this.reading = new Reading(style, this.fold, options, this.log);
  }

  push(chunk: Uint8Array | string): void {
    this.reading.read(this.bytes, this.bytes.push(chunk));
  }

  /** A parsed event. */
  event(event: unknown): void {
    this.reading.event(event);
  }

  /** The answer. @param cut the source broke off, and what it said of that */
  end(cut?: { readonly words: string | undefined }): Result<unknown> {
    const { fold, log, style, options } = this;
    this.reading.end(this.bytes, cut);
    const collected = fold.collector.result();
    if (!collected.ok) return broken(collected.error, log.issues);
    const encoded = style.response.encode(collected.response, options);
    for (const issue of encoded.issues) if (!encoded.ok || !OWN_FORM.test(issue.code)) log.add({ ...issue, path: [] });
    return encoded.ok ? ok(withoutInvention(encoded.value, collected.response, options), log.issues) : log.settle(undefined);
  }
}

/** What is told of an answer that is written in its own style, and not true of it: the reason of its end, as its own words have it, is kept. */
const OWN_FORM = /^(?:synthesized\.|approximated\.finish_reason$)/;

/** A stream that named neither id nor time is the stream of an answer without them. */
function withoutInvention(body: unknown, { id, created }: CanonicalResponse, options: EncodeOptions): unknown {
  const invented = new Set<string>();
  if (id === undefined && options.responseId === undefined) for (const name of ["id", "responseId"]) invented.add(name);
  if (created === undefined && options.created === undefined) invented.add("created");
  return invented.size === 0 || !isObject(body) ? body : Object.fromEntries(Object.entries(body).filter(([name]) => !invented.has(name)));
}

/** Why there is no answer comes first. */
function broken({ kind, message }: CanonicalError, issues: readonly Issue[]): Result<never> {
  const code = kind === "truncated-stream" ? "stream.truncated" : "stream.error";
  // It was found, unless a hundred errors were before it.
  const why = issues.find((issue) => issue.code === code && issue.severity === "error") ?? failure(code, [], brief(message));
  return fail([why, ...issues.filter((issue) => issue.code !== code)]);
}

/** Where a stream ends in a collector instead of an encoder. */
class Fold extends DecodedStream {
  readonly collector = createCollector();

  constructor(style: StreamStyle, options: EncodeOptions, findings: IssueLog) {
    super(style, options, findings, true);
  }

  protected take(events: Iterable<CanonicalStreamEvent>): void {
    for (const event of events) {
      if (this.closed) return;
      this.collector.push(event);
      if (event.type === "error") this.log.failed(event.error);
      this.closed = event.type === "error" || event.type === "end";
    }
  }
}

export function streamWith(style: StreamStyle, body: unknown, options: CollectOptions): Result<string> {
  const decoded = style.response.decode(body, { ...options, own: true });
  if (!decoded.ok) return decoded;
  const log = new IssueLog(options);
  for (const issue of decoded.issues) log.add(issue);
  const { framing } = style.stream;
  const encoder = style.stream.encoder({
    ...options,
    context: { ...options.context, includeStreamUsage: true },
    report: (issue) => log.add({ ...issue, path: decoded.locate(issue.path) }),
  });
  const written = [...eventsOf(decoded.value)].flatMap((event) => encoder.push(event));
  let text = [...written, ...encoder.end()].map((wire) => writeLine(framing.name(wire), JSON.stringify(wire))).join("");
  if (framing.done !== undefined) text += writeLine(undefined, framing.done);
  return log.settle(text);
}
