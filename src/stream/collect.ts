/** The fold of a stream into a whole answer of its own style, and the reverse, for styles as values. */

import { brief, fail, failure, type Issue, ok, type Result } from "../core/issue.js";
import { type Findings, IssueLog, type LogOptions, MAX_STREAM_ISSUES } from "../core/issue-log.js";
import { isObject } from "../core/json.js";
import { createCollector } from "../model/collect.js";
import { eventsOf } from "../model/events.js";
import type { CanonicalError, CanonicalResponse, CanonicalStreamEvent } from "../model/index.js";
import { writeLine } from "../sse/bytes.js";
import { MAX_EVENT_BYTES } from "../sse/index.js";
import type { EncodeOptions } from "../styles/options.js";
import { DecodedStream, type StreamStyle } from "./conversion.js";
import { Reading } from "./reading.js";
import { StreamSource } from "./source.js";

interface CollectOptions extends EncodeOptions, LogOptions {
  readonly maxEventBytes?: number;
}

export function collectWith(style: StreamStyle, stream: Uint8Array | string, options: CollectOptions): Result<unknown> {
  const collection = new Collection(style, options);
  collection.push(stream);
  return collection.end();
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
    const { reading, fold, bytes, log, style, options } = this;
    if (cut === undefined) reading.end(bytes);
    else reading.cut(bytes, cut.words);
    const collected = fold.collector.result();
    if (!collected.ok) return broken(collected.error, log.issues);
    const encoded = style.response.encode(collected.response, options);
    for (const issue of encoded.issues) if (!encoded.ok || !issue.code.startsWith("synthesized.")) log.add({ ...issue, path: [] });
    return encoded.ok ? ok(withoutInvention(encoded.value, collected.response, options), log.issues) : log.settle(undefined);
  }
}

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

  constructor(style: StreamStyle, options: EncodeOptions, findings: Findings) {
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
