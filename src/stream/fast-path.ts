/**
 * Where many deltas of one part follow each other, they are translated by their bytes: from two that have gone the ordinary way the
 * bytes around their texts are known on both sides, and the next texts are copied from the ones into the others. The machines
 * are given the texts that passed them by as one delta, before anything else comes. Any doubt, and an event goes the ordinary
 * way. Every byte is looked at a few times at most, however small the slices are.
 */

import { CR, LF } from "../core/json-text.js";
import { difference, Pattern, REFUSED, rewritten, Template, UNFINISHED } from "../fast-path/pattern.js";
import { ByteStore, NOTHING } from "../sse/bytes.js";
import type { Repeatable } from "./conversion.js";
import { LONGEST_UNSEEN } from "./limits.js";
import type { Reading } from "./reading.js";
import type { RepeatedDeltas } from "./repeated.js";
import type { StreamSource } from "./source.js";

/** An event that was translated the ordinary way. */
interface Step {
  readonly event: string;
  readonly frame: string;
  readonly delta: Repeatable;
}

/** What was learned from events alike, and what came of it. One object, so that a stream that waits holds little. */
interface Learned {
  readonly pattern: Pattern;
  /** None where nothing is written. */
  readonly template: Template | undefined;
  /** Events that were known. */
  known: number;
  /** Those of them that the machines do not know yet, and their texts, still escaped. */
  events: number;
  readonly texts: ByteStore;
}

/** When one learns. */
export interface Learning {
  /** After fewer deltas of a part, another one is not likely enough for learning to pay. */
  readonly after: number;
  /** Learning for a part that was of no use so often is not tried again. */
  readonly tries: number;
}
const USUAL: Learning = { after: 24, tries: 2 };
/** Bytes that are read at once as long as it is not: event by event takes a fifth longer. */
const SLICE = 2048;
/** An event that is cut between slices waits until it is longer; so many bytes of texts are held before the machines get them. */
const LONGEST_HELD = 4096;
/** An event of one data line, and of its name at most: other lines might mean something to the reader of frames. */
const FRAME = /^(?:event:[\w ]*[\r\n]+)?data:([^\r\n]*)[\r\n]+$/;

export class FastPath {
  /** The beginning of what may be a known event. */
  private held: ByteStore | undefined = undefined;
  private learned: Learned | undefined = undefined;
  /** The event before, if it was a delta of the same part. */
  private previous: Step | undefined = undefined;
  /** The next byte of the ordinary way starts an event, as far as is known. */
  private isBetween = false;
  /** How often learning was of no use for the part at hand, and which one that is. */
  private failures = 0;
  private part = -1;
  /** Bytes of a delta, in the slice that was read last. */
  private length = 1;

  /** The rest is the ordinary way: bytes, texts of events, deltas that are alike; behind those canonical events, and frames. */
  constructor(
    private readonly source: StreamSource,
    private readonly reading: Reading,
    private readonly repeated: RepeatedDeltas,
    private readonly learning: Learning = USUAL,
  ) {}

  push(chunk: Uint8Array): void {
    const { held } = this;
    let at = 0;
    while (held !== undefined && held.length > 0 && at < chunk.length) {
      const end = endOfLines(chunk, at);
      const piece = chunk.subarray(at, end);
      at = end;
      const last = piece[piece.length - 1];
      if (last === LF || last === CR || held.length + piece.length > this.longestHeld) this.take(held.take(piece));
      else held.add(piece);
    }
    if (at < chunk.length) this.take(at === 0 ? chunk : chunk.subarray(at));
  }

  /** The machines get what passed them by, and what was held back goes the ordinary way: so may what follows. */
  settle(): void {
    const rest = this.held?.take(NOTHING) ?? NOTHING;
    this.forget();
    this.isBetween = false;
    if (rest.length > 0) this.feed(rest);
  }

  private take(chunk: Uint8Array): void {
    let plain: boolean | undefined;
    for (let at = 0; at < chunk.length; ) {
      if (this.learned !== undefined) {
        const from = at;
        at = this.run(this.learned, chunk, from);
        if (at > from) continue;
      }
      const missing = this.missing;
      if (missing > 0) at = this.feedSlice(chunk, at, missing);
      else {
        plain ??= !chunk.includes(CR);
        at = this.feedEvent(chunk, at, plain);
      }
    }
  }

  /** How many deltas have to come before learning is likely to pay. */
  private get missing(): number {
    const { source } = this;
    const { conversion } = this.repeated;
    if (conversion.part !== this.part) {
      this.part = conversion.part;
      this.failures = 0;
    }
    const { after, tries } = this.learning;
    return source.ofEvents && this.failures < tries ? after - 1 - conversion.run : Number.POSITIVE_INFINITY;
  }

  /** As much as those deltas are likely to take, whole lines of it. Gives back the offset behind it. */
  private feedSlice(chunk: Uint8Array, from: number, missing: number): number {
    const { conversion } = this.repeated;
    const size = Math.max(SLICE, missing * this.length);
    const end = from + size < chunk.length ? chunk.indexOf(LF, from + size) : -1;
    const to = end === -1 ? chunk.length : end + 1;
    const before = conversion.run;
    this.feed(from === 0 && to === chunk.length ? chunk : chunk.subarray(from, to));
    this.length = Math.ceil((to - from) / Math.max(1, conversion.run - before));
    return to;
  }

  /** The known events from there on. Gives back the offset behind them, and holds the beginning of another. */
  private run(learned: Learned, chunk: Uint8Array, from: number): number {
    const { pattern, template, texts } = learned;
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const found: number[] = [];
    let at = from;
    let end = from;
    while (texts.length < LONGEST_HELD) {
      // Blank lines between events mean nothing; one may be the rest of the line end before it.
      while (chunk[at] === LF || chunk[at] === CR) at++;
      if (at === chunk.length) break;
      end = pattern.match(chunk, view, at);
      if (end < 0 || end - at > Math.min(LONGEST_UNSEEN, this.source.maxEventBytes)) break;
      if (!pattern.foreign) found.push(pattern.start, pattern.end);
      else if (!this.rewrite(template, chunk.subarray(pattern.start, pattern.end), chunk, found)) {
        end = REFUSED;
        break;
      }
      learned.events++;
      learned.known++;
      texts.addSome(chunk, pattern.start, pattern.end);
      at = end;
    }
    this.write(template, chunk, found);
    if (texts.length >= LONGEST_HELD) this.catchUp(learned);
    else if (end === UNFINISHED && chunk.length - at <= this.longestHeld) {
      this.held ??= new ByteStore();
      this.held.add(chunk.subarray(at));
      return chunk.length;
    }
    return at;
  }

  private write(template: Template | undefined, bytes: Uint8Array, found: readonly number[]): void {
    if (found.length > 0 && template !== undefined) this.repeated.output.bytes(template.write(bytes, found));
  }

  /** Writes what was found before, and a text that has to be printed anew; false where that is not possible. */
  private rewrite(template: Template | undefined, body: Uint8Array, chunk: Uint8Array, found: number[]): boolean {
    const text = rewritten(body);
    if (text === undefined) return false;
    this.write(template, chunk, found);
    found.length = 0;
    this.write(template, text, [0, text.length]);
    return true;
  }

  /** Gives the machines the texts of the events that passed them by as one delta, and goes on if it became what they became. */
  private catchUp(learned: Learned): void {
    const { pattern, template, events, texts } = learned;
    if (events === 0) return;
    const { reading, repeated } = this;
    const json = FRAME.exec(pattern.event(DECODER.decode(texts.take(NOTHING))))?.[1] ?? "";
    learned.events = 0;
    reading.skip(events - 1);
    if (!repeated.replay(events, template === undefined ? 0 : 1, () => reading.text(json))) this.learned = undefined;
  }

  private forget(): void {
    const { learned } = this;
    if (learned === undefined) return;
    if (learned.known < this.learning.after) this.fail();
    this.catchUp(learned);
    this.learned = undefined;
    this.previous = undefined;
    this.repeated.conversion.run = 0;
  }

  private fail(): void {
    this.failures++;
    this.repeated.conversion.run = 0;
  }

  private feed(bytes: Uint8Array): void {
    this.forget();
    this.repeated.isOn = true;
    this.reading.read(this.source, this.source.push(bytes));
    this.repeated.conversion.forget();
    this.isBetween = this.source.betweenEvents;
  }

  /** An event that lies whole in the slice, unless `from` is inside one. */
  private feedEvent(chunk: Uint8Array, from: number, plain: boolean): number {
    if (this.learned !== undefined) this.forget();
    this.repeated.isOn = false;
    const { source } = this;
    const { conversion, output, log } = this.repeated;
    const { count } = log;
    const whole = this.isBetween;
    const end = endOfEvent(chunk, from, plain);
    const bytes = chunk.subarray(from, end);
    output.frames = 0;
    this.reading.read(source, source.push(bytes));
    const found = conversion.repeatable();
    const frame = output.frames === 0 ? "" : output.last;
    output.last = "";
    this.isBetween = source.betweenEvents;
    const delta = whole && output.frames <= 1 && log.count === count && this.isBetween ? found : undefined;
    if (delta === undefined || conversion.run < 2) this.previous = undefined;
    if (delta !== undefined && conversion.run >= this.learning.after)
      this.learn({ event: DECODER.decode(bytes).replace(/\r\n$/, "\r"), frame, delta });
    return end;
  }

  /** An event ends with the CR of its last line end, as it does for the reader of frames: the LF may come in the next slice. */
  private learn(step: Step): void {
    const { previous } = this;
    // The pattern of strings overflows the stack of an engine on those of some million units.
    this.previous = step.event.length > LONGEST_UNSEEN ? undefined : step;
    if (this.previous === undefined || previous === undefined || previous.delta.text === step.delta.text) return;
    const texts = [previous.delta.text, step.delta.text] as const;
    const counted = previous.delta.counted && step.delta.counted;
    const source = FRAME.test(step.event)
      ? difference(previous.event, step.event, { texts, counted, padding: this.repeated.repeats.padding })
      : undefined;
    const target = difference(previous.frame, step.frame, { texts });
    const isSilent = step.frame === "" && previous.frame === "";
    this.previous = undefined;
    if (source === undefined || target === undefined || count(source.gaps) !== 1 || (!isSilent && count(target.gaps) === 0)) {
      this.fail();
      return;
    }
    const template = isSilent ? undefined : new Template(target.pieces);
    this.learned = { pattern: new Pattern(source), template, known: 0, events: 0, texts: new ByteStore() };
  }

  private get longestHeld(): number {
    return Math.min(LONGEST_HELD, this.source.maxEventBytes);
  }
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Copies of the text. */
function count(gaps: readonly unknown[]): number {
  return gaps.filter((gap) => gap === "text").length;
}

/** Behind the line ends that come next. */
function endOfLines(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
  while (bytes[at] === LF || bytes[at] === CR) at++;
  return at;
}

/**
 * Behind the blank line that ends an event, or behind the line ends that stand before it.
 * @param plain none of the line ends is a CR, so that one search finds each
 */
function endOfEvent(bytes: Uint8Array, from: number, plain: boolean): number {
  if (bytes[from] === LF || bytes[from] === CR) return endOfLines(bytes, from);
  for (let at = from; at < bytes.length; ) {
    if (plain) at = bytes.indexOf(LF, at);
    else while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
    if (at === -1) break;
    at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
    if (bytes[at] === LF || bytes[at] === CR) return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
  }
  return bytes.length;
}
