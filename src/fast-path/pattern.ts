/**
 * What consecutive deltas of one part share in the source: literal bytes around a few tokens that vary. Matching compares
 * the literals and looks at the tokens; nothing is decoded and nothing is made.
 */

import type { Slot } from "../styles/style.js";
import { type Body, REFUSED, scanBody, UNFINISHED } from "./body.js";
import { Envelope, isComparable, roomFor } from "./envelope.js";
import { type FoundSlot, findSlots, isCount } from "./slots.js";

/** The functions that look at bytes and may be wrong about them. */
export interface Readers {
  readonly findSlots: typeof findSlots;
  readonly scanBody: typeof scanBody;
  readonly isCount: typeof isCount;
}
export const READERS: Readers = { findSlots, scanBody, isCount };

/** Matches events; its fields say what the one that matched last holds. */
export class Pattern extends Envelope implements Body {
  /** The text, still escaped: `[start, end)`. Never empty: empty text means nothing. Where it stands twice, both are the same. */
  start = 0;
  end = 0;
  /** UTF-16 units of the text. */
  units = 0;
  /** Those of the body that was looked at last. */
  scanned = 0;
  /** In the order in which they were wanted. */
  readonly counts: number[];
  /** What each gap holds: {@link TEXT}, {@link SKIP}, or which of the wanted counts. */
  private readonly gaps: readonly number[];
  private readonly readers: Readers;

  constructor(bytes: Uint8Array, length: number, slots: readonly FoundSlot[], readers: Readers) {
    super(bytes, length, slots);
    const counted = slots.flatMap(({ kind, order }) => (kind === "count" ? [order] : []));
    this.counts = counted.length === 0 ? NO_COUNTS : counted.map(() => 0);
    this.gaps =
      slots.length === 1
        ? ONLY_TEXT
        : slots.map(({ kind, order }) =>
            kind === "text" ? TEXT : kind === "skip" ? SKIP : counted.filter((other) => other < order).length,
          );
    this.readers = readers;
  }

  /**
   * Matches one event at `from`.
   * @param view of the same bytes
   * @returns the offset behind it; {@link REFUSED} when it is another one, {@link UNFINISHED} when its end is missing
   */
  match(bytes: Uint8Array, view: DataView, from: number): number {
    const { gaps } = this;
    const { scanBody } = this.readers;
    let at = this.piece(0, bytes, view, from);
    let said = false;
    for (let index = 0; at >= 0 && index < gaps.length; index++) {
      const gap = gaps[index] ?? SKIP;
      const start = at;
      if (gap >= 0) at = this.count(bytes, start, gap);
      else {
        at = scanBody(bytes, start, this);
        if (at === start && gap === TEXT) return REFUSED;
        if (at >= 0 && gap === TEXT) {
          if (said && !this.isRepeated(bytes, start, at)) return REFUSED;
          said = true;
          this.start = start;
          this.end = at;
          this.units = this.scanned;
        }
      }
      if (at >= 0) at = this.piece(index + 1, bytes, view, at);
    }
    return at;
  }

  /** Whether the text stands there once more. */
  private isRepeated(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start !== this.end - this.start) return false;
    for (let offset = 0; start + offset < end; offset++) if (bytes[start + offset] !== bytes[this.start + offset]) return false;
    return true;
  }

  private count(bytes: Uint8Array, start: number, place: number): number {
    let end = start;
    let value = 0;
    while (end < bytes.length) {
      const digit = (bytes[end] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      end++;
    }
    if (end === bytes.length) return UNFINISHED;
    if (!this.readers.isCount(bytes, start, end)) return REFUSED;
    this.counts[place] = value;
    return end;
  }
}

/**
 * The pattern of an event and its blank line, from its bytes, which must stay as they are.
 * @param bytes those of the event, and {@link roomFor} the wanted tokens
 * @param json where in the bytes its JSON document stands
 * @returns undefined when a wanted token is not there, or the document is not plain
 */
export function learnPattern(
  bytes: Uint8Array,
  json: { readonly start: number; readonly end: number },
  wanted: readonly Slot[],
  readers: Readers,
): Pattern | undefined {
  const event = bytes.subarray(0, bytes.length - roomFor(wanted.length));
  const slots = readers.findSlots(event, json.start, json.end, wanted);
  // The line feed of a CRLF that ends an event may be in the next slice; between events it means nothing.
  const length = event.at(-1) === 0x0a && event.at(-2) === 0x0d ? event.length - 1 : event.length;
  return slots !== undefined && isComparable(event) ? new Pattern(bytes, length, slots, readers) : undefined;
}

const TEXT = -1;
const SKIP = -2;

// Most patterns have no more, and a server holds thousands.
const ONLY_TEXT: readonly number[] = [TEXT];
const NO_COUNTS: number[] = [];
