/**
 * The events of one style's stream into those of another: decoder, canonical events, encoder. Knows neither bytes nor
 * frames; two styles meet here as values.
 */

import { brief, failure, type Issue } from "../core/issue.js";
import type { Findings } from "../core/issue-log.js";
import type { Path } from "../core/path.js";
import { TRUNCATED } from "../model/collect.js";
import { streamError } from "../model/error.js";
import type { CanonicalError, CanonicalStreamEvent, PartDelta } from "../model/index.js";
import type { EncodeOptions } from "../styles/options.js";
import type { StreamDecoder, StreamEncoder, Style } from "../styles/style.js";
import { BoundedDecoder } from "./bounded.js";

/** What a stream needs of a style. */
export type StreamStyle = Pick<Style, "stream" | "response" | "error">;

export interface Sink {
  /** An event of the target; `json` is what `JSON.stringify` makes of it, where that is known already. */
  event(event: unknown, json?: string): void;
  /** An event of the source that is one of the target as well, in the text that it came in. */
  repeat(event: unknown, text: string): void;
  /** The stream is complete: the target's end marker, if it has one, goes here. */
  done(): void;
}

/** What a source is read into. */
export interface Destination {
  /** `text`: the event's JSON, where it came as text. */
  push(event: unknown, text?: string): void;
  /** The source's end marker came. */
  done(): void;
  /** End of input. `cut`: something is known to be missing. `words`: what stood between events, and may say why. */
  end(cut: boolean, words?: string): void;
  /** Breaks the stream off. `finding`: what to report of it. */
  fail(error: CanonicalError, finding: Issue): void;
  /** A whole answer came instead of a stream. */
  whole(events: Iterable<CanonicalStreamEvent>): void;
  /** An error body came instead of a stream. `findings`: what reading it found. */
  errorBody(body: unknown, error: CanonicalError, findings: readonly Issue[]): void;
  /** What is read into is complete. */
  readonly closed: boolean;
}

export interface Conversion extends Destination {
  /** Without a finding, what the error says is reported. */
  fail(error: CanonicalError, finding?: Issue): void;
  /**
   * What came since the last call, if it was one more delta of a part, and the text of the next one decides nothing but that
   * delta. A conversion without it is never bypassed.
   */
  repeatable?(): Repeatable | undefined;
  /** Events are left out, for the next one says as much. */
  skip?(events: number): void;
}

/** One more delta of a part. */
export interface Repeatable {
  readonly choice: number;
  readonly part: number;
  readonly text: string;
  /** Tokens were counted with it. */
  readonly counted: boolean;
}

export function createConversion(
  source: StreamStyle,
  target: StreamStyle,
  options: EncodeOptions,
  findings: Findings,
  sink: Sink,
): Conversion {
  return new StreamConversion(source, target, options, findings, sink);
}

class StreamConversion implements Conversion {
  closed = false;
  private readonly log: StreamReport;
  private readonly decoder: StreamDecoder;
  private readonly encoder: StreamEncoder<unknown>;
  private readonly sink: Sink;
  private readonly mayRepeat: boolean;
  /** What came since somebody asked. */
  private delta: Extract<CanonicalStreamEvent, { type: "part-delta" }> | undefined = undefined;
  private counted = false;
  private others = false;

  constructor(source: StreamStyle, target: StreamStyle, options: EncodeOptions, findings: Findings, sink: Sink) {
    const log = new StreamReport(findings);
    this.log = log;
    this.sink = sink;
    this.mayRepeat = source.stream.repeats !== undefined && target.stream.repeats !== undefined;
    // Not by spread: each object that gets a key behind one has a hidden class of its own, 360 bytes in every stream.
    this.decoder = new BoundedDecoder(
      (report) => source.stream.decoder(Object.assign({}, options, { report })),
      log,
      (issue) => log.decoder(issue),
    );
    this.encoder = target.stream.encoder(Object.assign({}, options, { position: log, report: (issue: Issue) => log.encoder(issue) }));
  }

  push(event: unknown): void {
    this.log.next();
    this.convert(this.decoder.push(event));
  }

  done(): void {
    this.convert(this.decoder.done());
  }

  end(cut: boolean, words?: string): void {
    this.log.quote(words);
    this.convert(lastEvents(this.decoder, cut, words));
    this.convert([{ type: "error", error: truncated(words) }]);
  }

  fail(error: CanonicalError, finding?: Issue): void {
    if (finding !== undefined) this.log.decoder(finding);
    this.convert([{ type: "error", error }]);
  }

  whole(events: Iterable<CanonicalStreamEvent>): void {
    this.convert(events);
  }

  errorBody(_body: unknown, error: CanonicalError, findings: readonly Issue[]): void {
    for (const finding of findings) this.log.decoder(finding);
    this.convert([{ type: "error", error }]);
  }

  repeatable(): Repeatable | undefined {
    const { delta, counted, others } = this;
    this.delta = undefined;
    this.counted = false;
    this.others = false;
    if (delta === undefined || others || this.closed || !this.mayRepeat) return undefined;
    if (this.decoder.alters === true || this.encoder.alters === true) return undefined;
    const text = textOf(delta.delta);
    return text === undefined ? undefined : { choice: delta.choice, part: delta.part, text, counted };
  }

  skip(events: number): void {
    this.log.skip(events);
    this.decoder.skip?.(events);
  }

  /** Takes note of what may be repeated. */
  private note(event: CanonicalStreamEvent): void {
    if (event.type === "part-delta" && this.delta === undefined) this.delta = event;
    else if (event.type === "usage") this.counted = true;
    else this.others = true;
  }

  private convert(events: Iterable<CanonicalStreamEvent>): void {
    for (const event of events) {
      if (this.closed) return;
      this.note(event);
      for (const wire of this.encoder.push(event)) this.sink.event(wire, this.encoder.json?.(wire));
      if (event.type === "error") {
        this.closed = true;
        this.log.failed(event.error);
      } else if (event.type === "end") {
        this.closed = true;
        for (const wire of this.encoder.end()) this.sink.event(wire);
        this.sink.done();
      }
    }
  }
}

function textOf(delta: PartDelta): string | undefined {
  if (delta.kind === "arguments") return delta.json;
  return delta.kind === "text" || delta.kind === "thinking" || delta.kind === "refusal" ? delta.text : undefined;
}

/**
 * What a decoder says at the end of its input. Without an end among it the answer is not complete. So it is where the very
 * end is missing, whatever the decoder thinks; and a stream that breaks off closes nothing: half a tool call must not look
 * like a whole one.
 *
 * @param cut something is known to be missing
 */
export function lastEvents(decoder: StreamDecoder, cut: boolean, words?: string): readonly CanonicalStreamEvent[] {
  const told = decoder.end();
  const events = words === undefined ? told : told.map((event) => (isTruncation(event) ? { ...event, error: truncated(words) } : event));
  const broken = cut || events.some(({ type }) => type === "error");
  return broken ? events.filter(({ type }) => type !== "part-stop" && type !== "end") : events;
}

/** What follows the last events of a source that did not end. */
export function truncated(words: string | undefined): CanonicalError {
  return words === undefined ? TRUNCATED : { ...TRUNCATED, message: `${TRUNCATED.message} It says: ${words.slice(0, 500)}` };
}

function isTruncation(event: CanonicalStreamEvent): event is Extract<CanonicalStreamEvent, { type: "error" }> {
  return event.type === "error" && event.error.kind === "truncated-stream";
}

/** Findings of both machines, at the event of the source in which they were found. */
export class StreamReport {
  index = -1;
  /** Whether the decoder refused the event at hand. */
  refused = false;
  /** What the source says instead of its end; true once it is told why the stream broke off. */
  private told: string | boolean = false;
  private readonly findings: Findings;

  constructor(findings: Findings) {
    this.findings = findings;
  }

  /** The source ends in words of its own. */
  quote(words: string | undefined): void {
    this.told = words ?? this.told;
  }

  /** The next event is at hand. */
  next(): void {
    this.index++;
    this.refused = false;
  }

  /** Events were read of which there is nothing to report. */
  skip(events: number): void {
    this.index += events;
  }

  decoder(issue: Issue): void {
    if (issue.code === "stream.protocol") this.refused = true;
    const { told } = this;
    const quoted = typeof told === "string" && issue.code === "stream.truncated";
    this.pass(quoted ? { ...issue, message: `${issue.message} It says: ${brief(told)}` } : issue);
  }

  /** Encoders see canonical events, so that an event of the source is all that is known of the place: theirs, or the one at hand. */
  encoder(issue: Issue): void {
    const [event] = issue.path;
    this.pass({ ...issue, path: typeof event === "number" && this.index !== -1 ? [event] : this.place });
  }

  /** The stream ends in an error, which is said once. */
  failed(error: CanonicalError): void {
    if (this.told === true) return;
    this.pass(
      error.kind === "truncated-stream" ? failure("stream.truncated", this.place, brief(error.message)) : streamError(error, this.place),
    );
  }

  /** The event at hand; the stream itself before its first. */
  get place(): Path {
    return this.index === -1 ? [] : [this.index];
  }

  private pass(issue: Issue): void {
    // A decoder that misses an end of no account says no more than that.
    if (issue.severity === "error" && (issue.code === "stream.error" || issue.code === "stream.truncated")) this.told = true;
    this.findings.add(issue);
  }
}
