/**
 * What consecutive deltas of one part share in the source: literal bytes around a few tokens that vary. Matching compares
 * the literals eight bytes at a time and looks at the tokens; nothing is decoded and nothing is made.
 */

import type { Wanted } from "../styles/style.js";
import { type Body, REFUSED, scanBody, UNFINISHED } from "./body.js";
import { createLiteral } from "./literal.js";
import { findSlots, isCount, type Slot } from "./slots.js";

/** The functions that look at bytes and may be wrong about them. */
export interface Readers {
  readonly findSlots: typeof findSlots;
  readonly scanBody: typeof scanBody;
  readonly isCount: typeof isCount;
}
export const READERS: Readers = { findSlots, scanBody, isCount };

export interface Pattern {
  /**
   * Matches one event at `at`.
   * @param view of the same bytes
   * @returns the offset behind it; {@link REFUSED} when it is another one, {@link UNFINISHED} when its end is missing
   */
  match(bytes: Uint8Array, view: DataView, at: number): number;
  /** What the event that matched last holds. */
  readonly hit: Hit;
}
export interface Hit {
  /** The text, still escaped: `[start, end)`. Never empty: empty text means nothing. */
  start: number;
  end: number;
  /** UTF-16 units of the text. */
  units: number;
  /** In the order in which they were wanted. */
  readonly counts: number[];
}

/**
 * The pattern of an event and its blank line, from its bytes.
 * @param json where in the bytes its JSON document stands
 * @returns undefined when a wanted token is not there, or the document is not plain
 */
export function learnPattern(
  event: Uint8Array,
  json: { readonly start: number; readonly end: number },
  wanted: readonly Wanted[],
  readers: Readers,
): Pattern | undefined {
  const slots = readers.findSlots(event, json.start, json.end, wanted);
  return slots === undefined ? undefined : createPattern(event, slots, readers);
}

function createPattern(event: Uint8Array, slots: readonly Slot[], { scanBody, isCount }: Readers): Pattern {
  const starts = [0, ...slots.map(({ end }) => end)];
  // The line feed of a CRLF that ends an event may be in the next slice; between events it means nothing.
  const end = event.at(-1) === 0x0a && event.at(-2) === 0x0d ? event.length - 1 : event.length;
  const literals = starts.map((start, index) => createLiteral(event.slice(start, slots[index]?.start ?? end)));
  const kinds = slots.map(({ kind }) => kind);
  const counted = slots.filter(({ kind }) => kind === "count").map(({ order }) => order);
  const places = counted.map((order) => counted.filter((other) => other < order).length);
  const body: Body = { end: 0, units: 0 };
  const hit: Hit = { start: 0, end: 0, units: 0, counts: counted.map(() => 0) };

  function match(bytes: Uint8Array, view: DataView, from: number): number {
    let at = literals[0]?.match(bytes, view, from) ?? REFUSED;
    let counts = 0;
    for (let index = 0; at >= 0 && index < kinds.length; index++) {
      switch (kinds[index]) {
        case "text":
          hit.start = at;
          at = scanBody(bytes, at, body);
          if (at === hit.start) return REFUSED;
          hit.end = at;
          hit.units = body.units;
          break;
        case "count": {
          const end = endOfDigits(bytes, at);
          if (end === bytes.length) return UNFINISHED;
          if (!isCount(bytes, at, end)) return REFUSED;
          hit.counts[places[counts++] ?? 0] = numberAt(bytes, at, end);
          at = end;
          break;
        }
        default:
          at = scanBody(bytes, at, body);
      }
      if (at >= 0) at = literals[index + 1]?.match(bytes, view, at) ?? REFUSED;
    }
    return at;
  }

  return { match, hit };
}

function endOfDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39) at++;
  return at;
}

function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + (bytes[at] ?? 0x30) - 0x30;
  return value;
}
