/**
 * The byte path: after one plain delta has gone the ordinary way, the next ones of the same part are recognised by their
 * bytes and copied into the target's bytes. Any doubt, and the event goes the ordinary way, and the path is learned anew.
 */
import type { CanonicalStreamEvent } from "../canonical/event.js";
import type { HotDelta, HotTarget } from "../styles/style.js";
import { learnPattern, type Pattern } from "./pattern.js";
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
  write(target: Uint8Array, at: number): number;
}

export interface HotPath {
  readonly armed: boolean;
  /** Learns from an event that was translated the ordinary way. `event` and `written` are its bytes, frame and all. */
  learn(pair: HotPair, event: Uint8Array, written: Uint8Array): void;
  /**
   * Recognises as many events as follow each other from `at` on.
   * @returns the offset behind the last of them, `at` when the first is none, and what is to be written
   */
  run(chunk: Uint8Array, at: number): { readonly end: number; readonly written: HotRun } | undefined;
  /** How many events were recognised since the machines were last told. */
  readonly ahead: number;
  /** Tells the machines what was recognised, and forgets what was learned. */
  disarm(): readonly CanonicalStreamEvent[];
}

interface Learned {
  readonly pair: HotPair;
  readonly pattern: Pattern;
  readonly template: Template;
}

export function createHotPath(): HotPath {
  let learned: Learned | undefined;
  let ahead = 0;
  let units = 0;
  let counts: readonly number[] = [];

  return {
    get armed() {
      return learned !== undefined;
    },
    get ahead() {
      return ahead;
    },
    learn(pair, event, written) {
      const source = jsonOf(event);
      const target = jsonOf(written);
      const pattern = source && learnPattern(event, source, pair.source.wanted);
      const template = target && learnTemplate(written, target, pair.target.leaves);
      learned = pattern && template && { pair, pattern, template };
    },
    run(chunk, at) {
      if (learned === undefined) return undefined;
      const { pattern, template } = learned;
      const { hit, match } = pattern;
      const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const bodies: number[] = [];
      let length = 0;
      let end = at;
      for (let next = match(chunk, view, end); next !== -1; next = match(chunk, view, end)) {
        end = next;
        bodies.push(hit.start, hit.end);
        length += template.overhead + template.copies * (hit.end - hit.start);
        units += hit.units;
      }
      if (end === at) return undefined;
      ahead += bodies.length / 2;
      counts = hit.counts;
      return { end, written: { length, write: (target, from) => writeAll(target, from, chunk, bodies, template) } };
    },
    disarm() {
      if (learned === undefined) return [];
      const { pair } = learned;
      const events = ahead;
      learned = undefined;
      if (events === 0) return [];
      pair.target.advance(events, units);
      const told = pair.source.advance(events, units, counts);
      ahead = 0;
      units = 0;
      return told;
    },
  };
}

function writeAll(target: Uint8Array, from: number, chunk: Uint8Array, bodies: readonly number[], template: Template): number {
  let at = from;
  for (let index = 0; index < bodies.length; index += 2) at = template.write(target, at, chunk, bodies[index] ?? 0, bodies[index + 1] ?? 0);
  return at;
}

const DATA = [0x64, 0x61, 0x74, 0x61, 0x3a] as const;

/**
 * Where the JSON document of a frame stands: behind the `data:` of its only data line. Undefined for frames of other
 * lines than `event:` and `data:`, whose literals might mean something to the reader of frames.
 */
function jsonOf(frame: Uint8Array): { readonly start: number; readonly end: number } | undefined {
  let found: { start: number; end: number } | undefined;
  for (let at = 0; at < frame.length; ) {
    const end = lineEnd(frame, at);
    if (DATA.every((byte, index) => frame[at + index] === byte)) {
      if (found !== undefined) return undefined;
      found = { start: at + DATA.length, end };
    } else if (end > at && !(frame[at] === 0x65 && frame[at + 1] === 0x76)) return undefined;
    at = end === frame.length ? end : frame[end] === 0x0d && frame[end + 1] === 0x0a ? end + 2 : end + 1;
  }
  return found;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++;
  return at;
}
