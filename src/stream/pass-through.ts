/**
 * A stream of a style into the same style: every event is repeated as it came, while the decoder follows along. Events
 * that it refuses are left out, and a source that was cut or forgot its end gets the end that its style demands.
 */

import type { Issue } from "../core/issue.js";
import type { Findings } from "../core/issue-log.js";
import { isObject } from "../core/json.js";
import type { Path } from "../core/path.js";
import { modelReplaced } from "../model/answer-model.js";
import type { CanonicalError, CanonicalStreamEvent } from "../model/index.js";
import type { EncodeOptions } from "../styles/options.js";
import type { StreamNormalizer } from "../styles/style.js";
import { BoundedDecoder } from "./bounded.js";
import { type Conversion, lastEvents, type Sink, StreamReport, type StreamStyle, truncated } from "./conversion.js";

export function createPassThrough({ stream }: StreamStyle, options: EncodeOptions, findings: Findings, sink: Sink): Conversion {
  const { framing } = stream;
  const log = new StreamReport(findings);
  const decoder = new BoundedDecoder(
    (report) => stream.decoder({ ...options, report }),
    log,
    (issue) => {
      if (issue.code.startsWith("stream.")) log.decoder(issue);
      else read.push(issue);
    },
  );
  const normalizer = stream.normalizer({
    finished: (choice) => log.refused && finishes.has(choice),
    report: (issue) => findings.add(issue),
  });
  const { model, ...own } = options;
  const finishes = new Map<number, CanonicalStreamEvent>();
  /** What the decoder says of reading the event at hand: not true of one that is repeated. */
  let read: Issue[] = [];
  let start: CanonicalStreamEvent | undefined;
  /** Whether anything was written. */
  let written = false;
  let replaced = false;
  let closed = false;
  /** In which text an event came that waits for what follows. */
  let texts: WeakMap<object, string> | undefined;

  /** Choices of which the end was not written. */
  function unfinished(): readonly number[] {
    return normalizer.unfinished();
  }

  /** The end that the decoder made up, in the style's own events. */
  function finish(events: readonly CanonicalStreamEvent[]): void {
    const broken = events.find((event) => event.type === "error");
    if (broken !== undefined) fail(broken.error);
    if (closed || !events.some(({ type }) => type === "end")) return;
    closed = true;
    flush();
    const missing = unfinished();
    if (missing.length > 0) writeFinish(normalizer, missing);
    else if (framing.last !== undefined) sink.event(framing.last);
    sink.done();
  }

  /** By an encoder that knows the head of the stream and writes its last events only. */
  function writeFinish(owner: StreamNormalizer<unknown>, missing: readonly number[]): void {
    for (const event of owner.close?.() ?? []) sink.event(event);
    const encoder = stream.encoder({ ...own, report: ignore });
    // What it would write of their beginning was repeated already.
    const begun = missing.map((choice): CanonicalStreamEvent => ({ type: "choice-meta", choice }));
    if (start !== undefined) for (const event of [start, ...begun]) encoder.push(event);
    for (const choice of missing) for (const wire of encoder.push(finishes.get(choice) ?? unknownFinish(choice))) sink.event(wire);
    // Styles with an end marker have told their usage already.
    if (framing.done === undefined) for (const wire of [...encoder.push({ type: "end" }), ...encoder.end()]) sink.event(wire);
  }

  function fail(error: CanonicalError, finding?: Issue): void {
    if (closed) return;
    closed = true;
    flush();
    if (finding !== undefined) log.decoder(finding);
    for (const wire of stream.encoder({ ...own, report: ignore }).push({ type: "error", error })) sink.event(wire);
    log.failed(error);
  }

  /** Whether the event has the form that errors of the style have. */
  function saysError(event: unknown, error: CanonicalError): boolean {
    const [form] = stream.encoder({ ...own, report: ignore }).push({ type: "error", error });
    return isObject(event) && isObject(form) && framing.name(event) === framing.name(form) && typeof event.error === typeof form.error;
  }

  /** What is needed to write an end that the source forgot. */
  function remember(event: CanonicalStreamEvent): void {
    if (event.type === "start") start ??= event;
    else if (event.type === "finish") finishes.set(event.choice, event);
  }

  /** What to write for an event; before the first one, the start of the stream where the source forgot it. */
  function mended(event: unknown, broken: boolean): readonly unknown[] {
    const told = normalizer.accept(event, log.index);
    // What stands beside an error waits for nothing.
    const accepted = broken ? [...told, ...(normalizer.release?.() ?? [])] : told;
    if (accepted.length > 0 || start === undefined || written || normalizer.release !== undefined) return accepted;
    const begin = stream.encoder({ ...own, report: ignore }).push(start);
    return [...begin.map(named), event].flatMap((wire) => normalizer.accept(wire, log.index));
  }

  /** The event with the model of the options. */
  function named(event: unknown): unknown {
    if (model === undefined) return event;
    const { value, from } = withModel(event, framing.model, model);
    if (from === undefined || from === model) return event;
    if (!replaced) findings.add(modelReplaced("stream", [log.index, ...framing.model], from, model));
    replaced = true;
    return value;
  }

  function repeat(event: unknown, text: string | undefined): void {
    if (text === undefined) sink.event(event);
    else sink.repeat(event, text);
  }

  /** Nothing follows on what waits. */
  function flush(): void {
    for (const each of normalizer.release?.() ?? []) repeat(each, textOf(each));
  }

  function textOf(event: unknown): string | undefined {
    return (isObject(event) && texts?.get(event)) || undefined;
  }

  /** Whether the style knows the event at all, whatever came before it. */
  function isKnown(event: unknown): boolean {
    return stream.decoder({ ...options, report: ignore }).push(event).length > 0;
  }

  /** @param findings what is known of an error body, in place of what the decoder says of it */
  function take(event: unknown, text?: string, findings?: readonly Issue[]): void {
    log.next();
    read = [];
    const events = decoder.push(event);
    let error: CanonicalError | undefined;
    let ended = false;
    for (const each of events) {
      if (each.type === "error") error ??= each.error;
      else if (each.type === "end") ended = true;
      else remember(each);
    }
    // What clients of the style would not know for an error is written as one, after what else it says.
    const unsaid = error !== undefined && !saysError(event, error);
    const only = unsaid && events.every(({ type }) => type === "error" || type === "end");
    // Of what the decoder could read none of, nothing is repeated; it may be that it holds it back, or knows no place for it.
    const unread = closed || (log.refused && events.length === 0 && !isKnown(event));
    const value = only || unread ? undefined : named(event);
    const words = value === event ? text : undefined;
    const repeated = only || unread ? [] : mended(value, error !== undefined);
    if (words !== undefined && normalizer.release !== undefined && isObject(value) && !repeated.includes(value)) {
      texts ??= new WeakMap();
      texts.set(value, words);
    }
    // That other styles say it in other words is not true of this one.
    if (only) for (const issue of findings ?? read) if (issue.code !== "approximated.error") log.decoder(issue);
    if (repeated.length === 0) {
      finish(events);
      return;
    }
    written = true;
    for (const each of repeated) repeat(each, each === value ? words : textOf(each));
    if (unsaid || (error === undefined && ended && unfinished().length > 0)) {
      finish(events);
      return;
    }
    closed = ended || error !== undefined;
    if (error !== undefined) log.failed(error);
    else if (ended) sink.done();
  }

  return {
    push(event, text) {
      take(event, text);
    },
    done() {
      finish(decoder.done());
    },
    end(cut, words) {
      log.quote(words);
      finish(lastEvents(decoder, cut, words));
      fail(truncated(words));
    },
    fail,
    whole(events) {
      const encoder = stream.encoder({ ...options, report: (issue) => log.encoder(issue) });
      for (const event of events) for (const wire of encoder.push(event)) sink.event(wire);
      for (const wire of encoder.end()) sink.event(wire);
      closed = true;
      sink.done();
    },
    errorBody(body, error, findings) {
      take(body, undefined, findings);
      fail(error);
    },
    get closed() {
      return closed;
    },
  };
}

/** The event with another model, and the model that it named; no `from` where it named none. */
function withModel(event: unknown, [key, ...deeper]: Path, model: string): { readonly value: unknown; readonly from?: string } {
  if (key === undefined) return typeof event === "string" ? { value: model, from: event } : { value: event };
  if (!isObject(event) || !Object.hasOwn(event, key)) return { value: event };
  const { value, from } = withModel(event[key], deeper, model);
  return from === undefined ? { value: event } : { value: { ...event, [key]: value }, from };
}

function unknownFinish(choice: number): CanonicalStreamEvent {
  return { type: "finish", choice, finish: { reason: "other" } };
}

function ignore(): void {}
