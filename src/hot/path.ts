/**
 * The byte path: after one plain delta has gone the ordinary way, the next ones of the same part are recognised by their
 * bytes and copied into the target's bytes. Any doubt, and the event goes the ordinary way, and the path is learned anew.
 */
import type { CanonicalStreamEvent } from "../canonical/event.js";
import type { HotDelta, HotTarget } from "../styles/style.js";
import { UNFINISHED } from "./body.js";
import { learnPattern, type Pattern, READERS } from "./pattern.js";
import { learnTemplate, type Template } from "./template.js";

/** Both machines' word on the event that was translated last. */
export interface HotPair {
  readonly source: HotDelta;
  readonly target: HotTarget;
}

/** Events that were recognised, not written yet. */
export interface HotRun {
  /** Bytes that {@link HotRun.write} writes. */
  readonly length: number;
  /** Gives back the offset behind what was written. */
  write(target: Uint8Array, at: number): number;
}

export interface HotPath {
  readonly armed: boolean;
  /** Learns from an event that was translated the ordinary way. `event` and `written` are its bytes, frame and all. */
  learn(pair: HotPair, event: Uint8Array, written: Uint8Array): void;
  /**
   * Recognises as many events as follow each other from `at` on.
   * @param longest an event of more bytes is none
   * @returns what is to be written, if there was one
   */
  run(chunk: Uint8Array, at: number, longest: number): HotRun | undefined;
  /** Behind the last event of the last run: where it started when there was none. */
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

interface Learned {
  readonly pair: HotPair;
  readonly pattern: Pattern;
  readonly template: Template;
}

export function createHotPath(readers = READERS): HotPath {
  let learned: Learned | undefined;
  let ahead = 0;
  let units = 0;
  const counts: number[] = [];
  let end = 0;
  let unfinished = false;

  return {
    get armed() {
      return learned !== undefined;
    },
    get end() {
      return end;
    },
    get unfinished() {
      return unfinished;
    },
    learn(pair, event, written) {
      const source = jsonOf(event);
      const target = jsonOf(written);
      const pattern = source && learnPattern(event, source, pair.source.wanted, readers);
      const template = target && learnTemplate(written, target, pair.target.leaves);
      learned = pattern && template && { pair, pattern, template };
    },
    run(chunk, at, longest) {
      end = at;
      unfinished = false;
      if (learned === undefined) return undefined;
      const { pattern, template, pair } = learned;
      const { source, target } = pair;
      const { hit } = pattern;
      const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const bodies: number[] = [];
      let length = 0;
      for (;;) {
        // Blank lines between events mean nothing; one may be the rest of the line end before it.
        let start = end;
        while (chunk[start] === LF || chunk[start] === CR) start++;
        const next = pattern.match(chunk, view, start);
        unfinished = next === UNFINISHED;
        if (next < 0 || next - start > longest || (hit.counts.length > 0 && source.accepts?.(hit.counts) === false)) break;
        end = next;
        bodies.push(hit.start, hit.end);
        length += template.overhead + template.copies * (hit.end - hit.start);
        units += hit.units;
        for (let index = 0; index < hit.counts.length; index++) counts[index] = hit.counts[index] ?? 0;
        source.take?.(chunk, hit.start, hit.end);
        target.take?.(chunk, hit.start, hit.end);
      }
      if (bodies.length === 0) return undefined;
      ahead += bodies.length >> 1;
      return { length, write: (into, from) => template.writeAll(into, from, chunk, bodies) };
    },
    disarm() {
      if (learned === undefined) return undefined;
      const { source, target } = learned.pair;
      const events = ahead;
      learned = undefined;
      if (events === 0) return undefined;
      target.advance(events, units);
      const told = source.advance(events, units, counts.splice(0));
      ahead = 0;
      units = 0;
      return { events, told };
    },
  };
}

const LF = 0x0a;
const CR = 0x0d;
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
