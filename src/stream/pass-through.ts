/**
 * A stream of a style into the same style: every event is repeated as it came, while the decoder follows along. Events
 * that it refuses are left out, and a source that was cut or forgot its end gets the end that its style demands.
 */

import type { Issue } from "../core/issue.js";
import type { IssueLog } from "../core/issue-log.js";
import { changedAt, isObject, plain } from "../core/json.js";
import { modelGiven, modelReplaced } from "../model/common.js";
import type { CanonicalError, CanonicalStreamEvent } from "../model/index.js";
import type { EncodeOptions } from "../styles/options.js";
import type { StreamNormalizer } from "../styles/style.js";
import { DecodedStream, type Sink, StreamConversion, type StreamStyle } from "./conversion.js";

export class PassThrough extends DecodedStream {
  private readonly normalizer: StreamNormalizer<unknown>;
  private readonly finishes = new Map<number, CanonicalStreamEvent>();
  /** What the decoder reports of reading the event at hand: not true of one that is repeated. */
  private read: Issue[] = [];
  private start: CanonicalStreamEvent | undefined = undefined;
  /** Whether anything was written. */
  private written = false;
  private replaced = false;
  /** In which text an event came that waits for what follows. */
  private texts: WeakMap<object, string> | undefined = undefined;

  constructor(
    private readonly style: StreamStyle,
    readonly options: EncodeOptions,
    private readonly findings: IssueLog,
    private readonly sink: Sink,
  ) {
    super(style, options, findings);
    this.normalizer = style.normalizer({
      finished: (choice) => this.log.refused && this.finishes.has(choice),
      refused: () => this.log.refused,
      report: (issue) => findings.add(issue),
    });
  }

  override push(event: unknown, text?: string): void {
    this.pass(event, text);
  }

  override fail(error: CanonicalError, finding?: Issue): void {
    if (this.closed) return;
    this.closed = true;
    this.flush();
    if (finding !== undefined) this.log.decoder(finding);
    for (const wire of this.encoder().push({ type: "error", error })) this.sink.event(wire);
    this.log.failed(error);
  }

  override whole(events: Iterable<CanonicalStreamEvent>): void {
    const { style, options, findings, sink } = this;
    new StreamConversion(style, style, options, findings, sink).whole(events);
    this.closed = true;
  }

  override errorBody(body: unknown, error: CanonicalError, findings: readonly Issue[]): void {
    this.pass(body, undefined, findings);
    this.fail(error);
  }

  protected override found(issue: Issue): void {
    if (issue.code.startsWith("stream.")) this.log.decoder(issue);
    else this.read.push(issue);
  }

  /** The end that the decoder made up, in the style's own events. */
  protected take(events: readonly CanonicalStreamEvent[]): void {
    const { style, sink } = this;
    for (const event of events) if (event.type === "finish") this.finishes.set(event.choice, event);
    const broken = events.find((event) => event.type === "error");
    if (broken !== undefined) this.fail(broken.error);
    if (this.closed || !events.some(({ type }) => type === "end")) return;
    this.closed = true;
    this.flush();
    const missing = this.normalizer.unfinished();
    if (missing.length > 0) this.writeFinish(missing);
    else if (style.stream.framing.last !== undefined) sink.event(style.stream.framing.last);
    sink.done();
  }

  /** By an encoder that knows the head of the stream and writes its last events only. */
  private writeFinish(missing: readonly number[]): void {
    const { sink, start, style } = this;
    for (const event of this.normalizer.close?.() ?? []) sink.event(event);
    const encoder = this.encoder();
    // What it would write of their beginning was repeated already.
    const begun = missing.map((choice): CanonicalStreamEvent => ({ type: "choice-meta", choice }));
    if (start !== undefined) for (const event of [start, ...begun]) encoder.push(event);
    for (const choice of missing) {
      const finish = this.finishes.get(choice) ?? { type: "finish", choice, finish: { reason: "other" } };
      for (const wire of encoder.push(finish)) sink.event(wire);
    }
    // Styles with an end marker have stated their usage already.
    if (style.stream.framing.done === undefined) for (const wire of [...encoder.push({ type: "end" }), ...encoder.end()]) sink.event(wire);
  }

  private encoder() {
    const { model: _model, ...own } = this.options;
    return this.style.stream.encoder({ ...own, report: ignore });
  }

  /** Whether the event has the form that errors of the style have. */
  private isErrorEvent(event: unknown, error: CanonicalError): boolean {
    const { name } = this.style.stream.framing;
    const [form] = this.encoder().push({ type: "error", error });
    return isObject(event) && isObject(form) && name(event) === name(form) && typeof event.error === typeof form.error;
  }

  /** What to write for an event; before the first one, the start of the stream where the source forgot it. */
  private normalized(event: unknown, broken: boolean): readonly unknown[] {
    const { normalizer, start, log } = this;
    const ready = normalizer.accept(event, log.index);
    // What stands beside an error waits for nothing.
    const accepted = broken ? [...ready, ...(normalizer.release?.() ?? [])] : ready;
    if (accepted.length > 0 || start === undefined || this.written || normalizer.release !== undefined) return accepted;
    const begin = this.encoder().push(start);
    return [...begin.map((wire) => this.named(wire)), event].flatMap((wire) => normalizer.accept(wire, log.index));
  }

  /** The event with the model of the options. */
  private named(event: unknown): unknown {
    const { model } = this.options;
    if (model === undefined) return event;
    const path = this.style.stream.framing.model;
    return changedAt(plain(event), path, (from) => {
      const to = typeof from === "string" ? modelGiven(model, from) : undefined;
      if (typeof from !== "string" || to === undefined || from === to) return from;
      if (!this.replaced) this.findings.add(modelReplaced([this.log.index, ...path], from, to, this.options.context));
      this.replaced = true;
      return to;
    });
  }

  private repeat(event: unknown, text: string | undefined): void {
    if (text === undefined) this.sink.event(event);
    else this.sink.repeat(event, text);
  }

  /** Nothing follows on what waits. */
  private flush(): void {
    for (const each of this.normalizer.release?.() ?? []) this.repeat(each, this.textOf(each));
  }

  private textOf(event: unknown): string | undefined {
    return (isObject(event) && this.texts?.get(event)) || undefined;
  }

  /** Whether the style knows the event at all, whatever came before it. */
  private isKnown(event: unknown): boolean {
    return this.style.stream.decoder({ ...this.options, report: ignore }).push(event).length > 0;
  }

  /** @param findings what is known of an error body, in place of what the decoder reports of it */
  private pass(event: unknown, text?: string, findings?: readonly Issue[]) {
    const { log, normalizer } = this;
    this.read = [];
    const events = this.decode(event, text);
    let error: CanonicalError | undefined;
    let ended = false;
    for (const each of events) {
      if (each.type === "error") error ??= each.error;
      else if (each.type === "end") ended = true;
      // What is needed to write an end that the source forgot.
      else if (each.type === "start") this.start ??= each;
      else if (each.type === "finish") this.finishes.set(each.choice, each);
    }
    // What clients of the style would not know for an error is written as one, after what else it holds.
    const isUnwritten = error !== undefined && !this.isErrorEvent(event, error);
    const only = isUnwritten && events.every(({ type }) => type === "error" || type === "end");
    // Of what the decoder could read none of, nothing is repeated; it may be that it holds it back, or knows no place for it.
    const unread = this.closed || (log.refused && events.length === 0 && !this.isKnown(event));
    const value = only || unread ? undefined : this.named(event);
    const words = value === event ? text : undefined;
    const repeated = only || unread ? [] : this.normalized(value, error !== undefined);
    if (words !== undefined && normalizer.release !== undefined && isObject(value) && !repeated.includes(value)) {
      this.texts ??= new WeakMap();
      this.texts.set(value, words);
    }
    // That other styles use other words is not true of this one.
    if (only) for (const issue of findings ?? this.read) if (issue.code !== "approximated.error") log.decoder(issue);
    if (repeated.length > 0) this.written = true;
    for (const each of repeated) this.repeat(each, each === value ? words : this.textOf(each));
    if (repeated.length === 0 || isUnwritten || (error === undefined && ended && normalizer.unfinished().length > 0))
      return this.take(events);
    this.closed = ended || error !== undefined;
    if (error !== undefined) log.failed(error);
    else if (ended) this.sink.done();
  }
}

function ignore(): void {}
