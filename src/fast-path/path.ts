/**
 * The byte path: after one plain delta has gone the ordinary way, the next ones of the same part are recognised by their
 * bytes and copied into the target's bytes. Any doubt, and the event goes the ordinary way, and the path is learned anew.
 */

import { CR, LF } from "../core/ascii.js";
import type { CanonicalStreamEvent } from "../model/event.js";
import type { RepeatableDelta, RepeatSink, RepeatSource, RepeatTarget } from "../styles/style.js";
import { UNFINISHED } from "./body.js";
import { roomFor, viewOf } from "./envelope.js";
import { learnPattern, type Pattern, READERS, type Readers } from "./pattern.js";
import { learnSilence, learnTemplate, type Template } from "./template.js";

/** Both machines' word on the event that was translated last. */
export interface RepeatPair {
  readonly source: RepeatableDelta;
  readonly target: RepeatTarget;
}

/** Bytes that are ready to be written. */
export interface Piece {
  readonly length: number;
  /** Gives back the offset behind what was written. */
  write(target: Uint8Array, at: number): number;
}

export interface HotPath {
  readonly armed: boolean;
  /** How many events in a row become one frame each, or none each, before one is learned from. */
  readonly after: number;
  /** Learns from an event that was translated the ordinary way. `event` and `written` are its bytes, frame and all. */
  learn(pair: RepeatPair, event: Uint8Array, written: Uint8Array): void;
  /**
   * Recognises as many events as follow each other from `at` on.
   * @param longest an event of more bytes is none
   * @returns what is to be written, if there was one
   */
  run(chunk: Uint8Array, at: number, longest: number): Piece | undefined;
  /** Behind the last event of the last run and the blank lines that follow it. */
  readonly end: number;
  /** Whether what follows there may become such an event with more bytes. */
  readonly unfinished: boolean;
  /** Tells the machines what was recognised, and forgets what was learned. */
  disarm(): Skipped | undefined;
}
/** What the machines were not told one by one. */
export interface Skipped {
  readonly events: number;
  /** What the source says of them now. */
  readonly told: readonly CanonicalStreamEvent[];
}

/** After fewer events, another one like them is not likely enough for learning to pay. */
const LIKELY = 6;

/** @param after 1: every event may be learned from */
export function createHotPath(readers = READERS, after = LIKELY): HotPath {
  return new BytePath(readers, after);
}

class BytePath implements HotPath {
  end = 0;
  unfinished = false;
  readonly after: number;
  private readonly readers: Readers;
  // What was learned of one part's deltas, and what was recognised since. No object of its own: a server holds thousands.
  private pattern: Pattern | undefined = undefined;
  private template: Template | undefined = undefined;
  private source: RepeatSource | undefined = undefined;
  private sink: RepeatSink | undefined = undefined;
  private events = 0;
  private units = 0;
  /** Those of the last event. */
  private counts: number[] | undefined = undefined;

  constructor(readers: Readers, after: number) {
    this.readers = readers;
    this.after = after;
  }

  get armed(): boolean {
    return this.pattern !== undefined;
  }

  learn(pair: RepeatPair, event: Uint8Array, written: Uint8Array): void {
    // One array for all that is kept: to the engine each costs two hundred bytes beside its own.
    const { wanted } = pair.source;
    const length = event.length + roomFor(wanted.length);
    const kept = new Uint8Array(length + 2 * written.length);
    kept.set(event);
    const source = jsonOf(event);
    const target = jsonOf(written);
    const pattern = source && learnPattern(kept.subarray(0, length), source, wanted, this.readers);
    const { leaves } = pair.target;
    const room = kept.subarray(length);
    const template = leaves.length === 0 ? learnSilence(written) : target && learnTemplate(written, target, leaves, room);
    if (pattern === undefined || template === undefined) return;
    this.pattern = pattern;
    this.template = template;
    this.source = pair.source.source;
    this.sink = pair.target.sink;
  }

  run(chunk: Uint8Array, at: number, longest: number): Piece | undefined {
    this.end = at;
    this.unfinished = false;
    const { pattern, template, source, sink } = this;
    if (pattern === undefined || template === undefined) return undefined;
    const view = viewOf(chunk);
    const { counts } = pattern;
    let run: HotRun | undefined;
    for (;;) {
      // Blank lines between events mean nothing; one may be the rest of the line end before it.
      while (chunk[this.end] === LF || chunk[this.end] === CR) this.end++;
      if (this.end === chunk.length) break;
      const next = pattern.match(chunk, view, this.end);
      if (next < 0 || next - this.end > longest || source?.accepts?.(counts) === false) {
        this.unfinished = next === UNFINISHED;
        break;
      }
      const { start, end } = pattern;
      this.end = next;
      this.events++;
      this.units += pattern.units;
      if (counts.length > 0) this.keep(counts);
      if (run === undefined) run = new HotRun(chunk, template, start, end);
      else run.add(start, end);
      source?.take?.(chunk, start, end);
      sink?.take?.(chunk, start, end);
    }
    return run;
  }

  disarm(): Skipped | undefined {
    const { events, units, counts, source, sink } = this;
    this.pattern = undefined;
    this.template = undefined;
    this.source = undefined;
    this.sink = undefined;
    this.events = 0;
    this.units = 0;
    this.counts = undefined;
    if (events === 0 || source === undefined) return undefined;
    sink?.advance(events, units);
    return { events, told: source.advance(events, units, counts ?? NO_COUNTS) };
  }

  /** A copy: the next event may be refused behind its counts. */
  private keep(counts: readonly number[]): void {
    if (this.counts === undefined) this.counts = [...counts];
    else for (let index = 0; index < counts.length; index++) this.counts[index] = counts[index] ?? 0;
  }
}

const NO_COUNTS: readonly number[] = [];

/** Events that were recognised, not written yet. */
class HotRun implements Piece {
  length: number;
  private readonly chunk: Uint8Array;
  private readonly template: Template;
  /** Where the texts stand in the chunk: start, end, start, end … */
  private readonly texts: number[];

  constructor(chunk: Uint8Array, template: Template, start: number, end: number) {
    this.chunk = chunk;
    this.template = template;
    // Most slices hold one event, and an array that grows from nothing has room for many.
    this.texts = [start, end];
    this.length = template.lengthWith(end - start);
  }

  add(start: number, end: number): void {
    this.texts.push(start, end);
    this.length += this.template.lengthWith(end - start);
  }

  write(target: Uint8Array, at: number): number {
    return this.template.writeAll(target, at, this.chunk, this.texts);
  }
}

const DATA = [0x64, 0x61, 0x74, 0x61, 0x3a] as const;
const EVENT = [0x65, 0x76, 0x65, 0x6e, 0x74, 0x3a] as const;

/**
 * Where the JSON document of a frame stands: behind the `data:` of its only data line. Undefined for frames of other
 * lines than `event:` and `data:`, whose literals might mean something to the reader of frames.
 */
function jsonOf(frame: Uint8Array): { readonly start: number; readonly end: number } | undefined {
  let found: { start: number; end: number } | undefined;
  for (let at = 0; at < frame.length; ) {
    const end = lineEnd(frame, at);
    const isData = DATA.every((byte, index) => frame[at + index] === byte);
    if (isData && found !== undefined) return undefined;
    if (isData) found = { start: at + DATA.length, end };
    else if (end > at && !EVENT.every((byte, index) => frame[at + index] === byte)) return undefined;
    at = frame[end] === CR && frame[end + 1] === LF ? end + 2 : end + 1;
  }
  return found;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
  return at;
}
