/**
 * What consecutive deltas of one part share in the source: literal bytes around a few tokens that vary. Matching compares
 * the literals four bytes at a time and looks at the tokens; nothing is decoded and nothing is made.
 */

import type { Wanted } from "../styles/style.js";
import { type Body, scanBody } from "./body.js";
import { findSlots, isCount, type Slot } from "./slots.js";

interface Literal {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export interface Pattern {
  /**
   * Matches one event at `at`.
   * @returns the offset behind it, -1 when it is another event or not whole; what it holds is in {@link Pattern.hit}
   */
  match(bytes: Uint8Array, view: DataView, at: number): number;
  /** The text and the counts of the event that matched last. */
  readonly hit: Hit;
  /** Fewer bytes are no such event. */
  readonly shortest: number;
}
export interface Hit {
  /** The text, still escaped: `[start, end)`. */
  start: number;
  end: number;
  /** UTF-16 units of the text. */
  units: number;
  /** In the order of the document. */
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
): Pattern | undefined {
  const slots = findSlots(event, json.start, json.end, wanted);
  return slots === undefined ? undefined : createPattern(event, slots);
}

function createPattern(event: Uint8Array, slots: readonly Slot[]): Pattern {
  const literals = literalsAround(event, slots);
  const [first] = literals;
  const kinds = slots.map(({ kind }) => kind);
  const body: Body = { end: 0, units: 0 };
  const hit: Hit = { start: 0, end: 0, units: 0, counts: kinds.filter((kind) => kind === "count").map(() => 0) };

  // An event may fail to match behind its counts, and then they were not seen.
  const seen = [...hit.counts];

  function match(bytes: Uint8Array, view: DataView, from: number): number {
    if (first === undefined || !isLiteral(bytes, view, from, first)) return -1;
    let at = from + first.bytes.length;
    let counts = 0;
    for (let index = 0; index < kinds.length; index++) {
      const kind = kinds[index];
      if (kind === "count") {
        const end = endOfDigits(bytes, at);
        if (!isCount(bytes, at, end)) return -1;
        seen[counts++] = numberAt(bytes, at, end);
        at = end;
      } else if (kind === "text") {
        if (!scanBody(bytes, at, bytes.length, body)) return -1;
        hit.start = at;
        hit.end = body.end;
        hit.units = body.units;
        at = body.end;
      } else {
        at = endOfPlain(bytes, at);
        if (at === -1) return -1;
      }
      const literal = literals[index + 1];
      if (literal === undefined || !isLiteral(bytes, view, at, literal)) return -1;
      at += literal.bytes.length;
    }
    for (let index = 0; index < counts; index++) hit.counts[index] = seen[index] ?? 0;
    return at;
  }

  return { match, hit, shortest: literals.reduce((length, literal) => length + literal.bytes.length, 0) };
}

/** The bytes before, between and behind the slots. */
function literalsAround(event: Uint8Array, slots: readonly Slot[]): Literal[] {
  const starts = [0, ...slots.map(({ end }) => end)];
  return starts.map((start, index) => {
    const bytes = event.slice(start, slots[index]?.start ?? event.length);
    return { bytes, view: new DataView(bytes.buffer) };
  });
}

function isLiteral(bytes: Uint8Array, view: DataView, at: number, literal: Literal): boolean {
  const { length } = literal.bytes;
  if (at + length > bytes.length) return false;
  let offset = 0;
  for (; offset + 4 <= length; offset += 4) if (view.getInt32(at + offset) !== literal.view.getInt32(offset)) return false;
  for (; offset < length; offset++) if (bytes[at + offset] !== literal.bytes[offset]) return false;
  return true;
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

/** The closing quote of a string of plain ASCII; -1 when it is none. Enough for padding, which is what is skipped. */
function endOfPlain(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) return at;
    if (byte < 0x20 || byte > 0x7e || byte === 0x5c) return -1;
  }
  return -1;
}
