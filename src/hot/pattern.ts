/**
 * What consecutive deltas of one part share in the source: literal bytes around a few tokens that vary. Matching compares
 * the literals and looks at the tokens; nothing is decoded and nothing is made.
 */

import type { SlotKind, Wanted } from "../styles/style.js";
import { type Body, REFUSED, scanBody, UNFINISHED } from "./body.js";
import { createEnvelope, type Envelope } from "./envelope.js";
import { findSlots, isCount } from "./slots.js";

/** The functions that look at bytes and may be wrong about them. */
export interface Readers {
  readonly findSlots: typeof findSlots;
  readonly scanBody: typeof scanBody;
  readonly isCount: typeof isCount;
}
export const READERS: Readers = { findSlots, scanBody, isCount };

/** Matches events; its fields say what the one that matched last holds. */
export class Pattern {
  /** The text, still escaped: `[start, end)`. Never empty: empty text means nothing. */
  start = 0;
  end = 0;
  /** UTF-16 units of the text. */
  units = 0;
  /** In the order in which they were wanted. */
  readonly counts: number[];
  private readonly body: Body = { end: 0, units: 0 };
  private readonly envelope: Envelope;
  private readonly kinds: readonly SlotKind[];
  /** Which of the wanted counts each count of the event is. */
  private readonly places: readonly number[];
  private readonly readers: Readers;

  constructor(envelope: Envelope, kinds: readonly SlotKind[], places: readonly number[], readers: Readers) {
    this.envelope = envelope;
    this.kinds = kinds;
    this.places = places;
    this.counts = places.map(() => 0);
    this.readers = readers;
  }

  /**
   * Matches one event at `from`.
   * @param view of the same bytes
   * @returns the offset behind it; {@link REFUSED} when it is another one, {@link UNFINISHED} when its end is missing
   */
  match(bytes: Uint8Array, view: DataView, from: number): number {
    const { envelope, kinds, body } = this;
    const { scanBody } = this.readers;
    let at = envelope.match(0, bytes, view, from);
    let counts = 0;
    for (let index = 0; at >= 0 && index < kinds.length; index++) {
      const kind = kinds[index];
      const start = at;
      if (kind === "count") at = this.count(bytes, start, counts++);
      else {
        at = scanBody(bytes, start, body);
        if (kind === "text") {
          if (at === start) return REFUSED;
          this.start = start;
          this.end = at;
          this.units = body.units;
        }
      }
      if (at >= 0) at = envelope.match(index + 1, bytes, view, at);
    }
    return at;
  }

  private count(bytes: Uint8Array, start: number, index: number): number {
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
    this.counts[this.places[index] ?? 0] = value;
    return end;
  }
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
  // The line feed of a CRLF that ends an event may be in the next slice; between events it means nothing.
  const end = event.at(-1) === 0x0a && event.at(-2) === 0x0d ? event.length - 1 : event.length;
  if (slots === undefined) return undefined;
  const envelope = createEnvelope(event.subarray(0, end), slots);
  if (envelope === undefined) return undefined;
  const counted = slots.filter(({ kind }) => kind === "count").map(({ order }) => order);
  const places = counted.map((order) => counted.filter((other) => other < order).length);
  return new Pattern(
    envelope,
    slots.map(({ kind }) => kind),
    places,
    readers,
  );
}
