/**
 * The events of a source in the middle: what its decoder makes of them, within limits and with what is reported of them; and,
 * where two styles meet, the events of the target that an encoder makes of that. Knows neither bytes nor frames.
 */

import { own } from "../core/collections.js";
import { brief, failure, type Issue, type Path } from "../core/issue.js";
import type { IssueLog, ReportOptions } from "../core/issue-log.js";
import { lacking, splitKey } from "../core/trace.js";
import type { Delta } from "../fast-path/repeated-event.js";
import { isAnswerRestore, StreamRestorer } from "../json-schema/restore.js";
import { TRUNCATED } from "../model/collect.js";
import { reportedError } from "../model/error.js";
import type { CanonicalError, CanonicalStreamEvent, PartDelta } from "../model/index.js";
import type { DecodeOptions, EncodeOptions } from "../styles/options.js";
import type { StreamDecoder, StreamEncoder, StyleModule } from "../styles/style.js";
import { EventLimits, isHeld } from "./limits.js";

/** What a stream needs of a style. */
export type StreamStyle = Pick<StyleModule, "stream" | "response" | "error" | "normalizer">;

type Events = readonly CanonicalStreamEvent[];

export abstract class DecodedStream {
  /** It is complete. */
  closed = false;
  protected readonly log: StreamReport;
  protected readonly decoder: StreamDecoder;
  /** Made for the first event of which anything is held. */
  declare private limits: EventLimits | undefined;

  /** @param own whether what is read is written in the same style again */
  constructor(source: StreamStyle, options: DecodeOptions, findings: IssueLog, own = false) {
    const report = (issue: Issue) => this.found(issue);
    this.log = new StreamReport(findings, source.stream.framing.fields);
    // Not by spread: each object that gets a key behind one has a hidden class of its own, 360 bytes in every stream.
    this.decoder = source.stream.decoder(Object.assign({}, options, own ? { own, report } : { report }));
  }

  /** @param text the event's JSON, where it came as text */
  push(event: unknown, text?: string): void {
    this.take(this.decode(event, text));
  }

  /** What comes next may be more than is held. */
  get isNear(): boolean {
    return this.limits?.isNear === true;
  }

  /** The source's end marker came. */
  done(): void {
    this.take(this.within(this.decoder.done()));
  }

  /**
   * End of input.
   * @param cut something is known to be missing
   * @param words what stood between events, and may state why
   */
  end(cut: boolean, words?: string): void {
    const { log } = this;
    log.ending = words ?? log.ending;
    const error = words === undefined ? TRUNCATED : { ...TRUNCATED, message: `${TRUNCATED.message} It says: ${words.slice(0, 500)}` };
    const last = this.within(this.decoder.end());
    const events = words === undefined ? last : last.map((event) => (isTruncation(event) ? { ...event, error } : event));
    // Without an end among them the answer is not complete. So it is where the very end is missing, whatever the decoder thinks; and a
    // stream that breaks off closes nothing: half a tool call must not look like a whole one.
    const broken = cut || events.some(({ type }) => type === "error");
    this.take(broken ? events.filter(({ type }) => type !== "part-stop" && type !== "end") : events);
    this.fail(error);
  }

  /** Breaks the stream off. `finding`: what to report of it; without one, what the error states. */
  fail(error: CanonicalError, finding?: Issue): void {
    if (finding !== undefined) this.log.decoder(finding);
    this.take([{ type: "error", error }]);
  }

  /** A whole answer came instead of a stream. */
  whole(events: Iterable<CanonicalStreamEvent>): void {
    this.take(events);
  }

  /** An error body came instead of a stream. `findings`: what reading it found. */
  errorBody(_body: unknown, error: CanonicalError, findings: readonly Issue[]): void {
    for (const finding of findings) this.log.decoder(finding);
    this.fail(error);
  }

  /** Takes what the source means. */
  protected abstract take(events: Iterable<CanonicalStreamEvent>): void;

  /** Takes what the decoder found. */
  protected found(issue: Issue): void {
    this.log.decoder(issue);
  }

  /** What an event of the source means. */
  protected decode(event: unknown, text?: string): Events {
    const { log } = this;
    log.index++;
    log.refused = false;
    return this.within(this.decoder.push(event, text !== undefined));
  }

  private within(events: Events): Events {
    if (this.limits === undefined && events.some(isHeld)) this.limits = new EventLimits(this.log, (issue) => this.found(issue));
    return this.limits === undefined ? events : this.limits.within(events);
  }
}

function isTruncation(event: CanonicalStreamEvent): event is Extract<CanonicalStreamEvent, { type: "error" }> {
  return event.type === "error" && event.error.kind === "truncated-stream";
}

/** Findings of both machines, at the event of the source in which they were found. */
export class StreamReport {
  index = -1;
  /** Whether the decoder refused the event at hand. */
  refused = false;
  /** What the source sends instead of its end; true once it is reported why the stream broke off. */
  ending: string | boolean = false;

  /** @param fields where the source has fields that have another name in the model */
  constructor(
    private readonly findings: IssueLog,
    private readonly fields: Readonly<Record<string, Path>> = {},
  ) {}

  decoder(issue: Issue): void {
    if (issue.code === "stream.protocol") this.refused = true;
    const { ending } = this;
    const quoted = typeof ending === "string" && issue.code === "stream.truncated";
    this.pass(quoted ? { ...issue, message: `${issue.message} It says: ${brief(ending)}` } : issue);
  }

  /** Encoders see canonical events, so that an event of the source is all that is known of the place: theirs, or the one at hand. */
  encoder(issue: Issue): void {
    const [event] = issue.path;
    const isOther = typeof event === "number" && event !== this.index && this.index !== -1;
    const [field = "", ...inside] = splitKey(String(issue.path.at(-1)));
    const name = Object.hasOwn(this.fields, field) ? this.fields[field]?.at(-1) : undefined;
    const message = name === undefined ? issue.message : lacking(issue.message, [name, ...inside].join("."));
    this.pass(Object.assign({}, issue, { path: isOther ? [event] : this.place, message }));
  }

  /** The stream ends in an error, which is written once. */
  failed(error: CanonicalError): void {
    if (this.ending === true) return;
    this.pass(
      error.kind === "truncated-stream"
        ? failure("stream.truncated", this.place, brief(error.message))
        : reportedError(error, this.place, "stream.error"),
    );
  }

  /** The event at hand; the stream itself before its first. */
  get place(): Path {
    return this.index === -1 ? [] : [this.index];
  }

  private pass(issue: Issue): void {
    // A decoder that misses an end of no account reports no more than that.
    if (issue.severity === "error" && (issue.code === "stream.error" || issue.code === "stream.truncated")) this.ending = true;
    // A text that was put together is held as its pieces until it is read, which take twice the memory.
    own(issue.message);
    this.findings.add(issue);
  }
}

export interface Sink {
  /** An event of the target; `printer` may know what `JSON.stringify` makes of it. */
  event(event: unknown, printer?: Pick<StreamEncoder<unknown>, "json">): void;
  /** An event of the source that is one of the target as well, in the text that it came in. */
  repeat(event: unknown, text: string): void;
  /** The stream is complete: the target's end marker, if it has one, goes here. */
  done(): void;
}

export class StreamConversion extends DecodedStream {
  /** Those of the encoder, which are all that is held of them. */
  readonly options: EncodeOptions;
  private readonly encoder: StreamEncoder<unknown>;
  declare private readonly restorer: StreamRestorer | undefined;
  /** What came since somebody asked. */
  private delta: Extract<CanonicalStreamEvent, { type: "part-delta" }> | undefined = undefined;
  private counted = false;
  private others = false;
  /** Deltas of one part in a row, which one that is, and of which choice. */
  run = 0;
  part = -1;
  private choice = -1;

  constructor(
    source: StreamStyle,
    target: StreamStyle,
    options: EncodeOptions & ReportOptions,
    findings: IssueLog,
    private readonly sink: Sink,
  ) {
    super(source, options, findings);
    const { log } = this;
    const restore = options.context?.restore;
    if (restore !== undefined && isAnswerRestore(restore)) this.restorer = new StreamRestorer(restore);
    const own = { position: log, lossesOnly: options.report !== "all", report: (issue: Issue) => log.encoder(issue) };
    this.options = Object.assign({}, options, own);
    this.encoder = target.stream.encoder(this.options);
  }

  /** One more delta of a part came since the last call, and the text of the next one decides nothing but that delta. */
  repeatable(): Pick<Delta, "text" | "counted"> | undefined {
    const { delta, others } = this;
    const counted = this.counted || this.decoder.isCounted === true;
    this.forget();
    if (delta === undefined || others || this.closed || this.isNear) return undefined;
    if (this.decoder.alters === true || this.encoder.alters === true) return undefined;
    if (this.restorer?.reads(delta.choice, delta.part) === true) return undefined;
    const text = textOf(delta.delta);
    return text === undefined ? undefined : { text, counted };
  }

  /** Nothing that came counts as that delta. */
  forget(): void {
    this.delta = undefined;
    this.counted = false;
    this.others = false;
  }

  /** Events are left out, for the next one holds as much. */
  skip(events: number): void {
    this.log.index += events;
    this.decoder.skip?.(events);
  }

  protected take(events: Iterable<CanonicalStreamEvent>): void {
    for (const event of events)
      if (this.restorer === undefined) this.write(event);
      else for (const restored of this.restorer.restored(event)) this.write(restored);
  }

  private write(event: CanonicalStreamEvent): void {
    if (this.closed) return;
    this.count(event);
    for (const wire of this.encoder.push(event)) this.sink.event(wire, this.encoder);
    if (event.type === "error") {
      this.closed = true;
      this.log.failed(event.error);
    } else if (event.type === "end") {
      this.closed = true;
      for (const wire of this.encoder.end()) this.sink.event(wire);
      this.sink.done();
    }
  }

  private count(event: CanonicalStreamEvent): void {
    if (event.type === "usage") this.counted = true;
    else if (event.type !== "part-delta") {
      this.others = true;
      this.run = 0;
    } else {
      this.others ||= this.delta !== undefined;
      this.delta ??= event;
      this.run = event.part === this.part && event.choice === this.choice ? this.run + 1 : 1;
      this.part = event.part;
      this.choice = event.choice;
    }
  }
}

function textOf(delta: PartDelta): string | undefined {
  if (delta.kind === "arguments") return delta.json;
  return delta.kind === "text" || delta.kind === "thinking" || delta.kind === "refusal" ? delta.text : undefined;
}
