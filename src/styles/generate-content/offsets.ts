/** Offsets in UTF-8 bytes, as this wire counts, and in UTF-16 units, as everything else does. */
import { lastUpTo } from "../../core/collections.js";

const ASCII = /^[\0-\x7f]*$/;

/** @param char one character, which is a pair of units beyond U+FFFF */
function widthOf(char: string): number {
  return char < "\x80" ? 1 : char < "\u0800" ? 2 : char.length === 1 ? 3 : 4;
}

/** Offsets within one text, which is looked through once however many of them are asked for. */
export interface Offsets {
  /** UTF-16 offset of a UTF-8 byte offset. One inside a character counts as its start. */
  units(bytes: number): number;
  /** UTF-8 byte offset of a UTF-16 offset, which must not lie inside a character. */
  bytes(units: number): number;
  /** Whether a byte offset lies in the text and between two of its characters. */
  isExact(bytes: number): boolean;
}

export function createOffsets(text: string): Offsets {
  if (ASCII.test(text))
    return {
      units: (bytes) => Math.max(0, Math.min(bytes, text.length)),
      bytes: (units) => units,
      isExact: (bytes) => bytes >= 0 && bytes <= text.length,
    };
  const marks = marksIn(text);
  const units = (offset: number) => walk(text, marks, "bytes", offset).units;
  const bytes = (offset: number) => walk(text, marks, "units", offset).bytes;
  return { units, bytes, isExact: (offset) => bytes(units(offset)) === offset };
}

/** A place between two characters. */
interface Place {
  readonly units: number;
  readonly bytes: number;
}

const START: Place = { units: 0, bytes: 0 };
/** Characters between two marks: so many are looked at for one offset. */
const STEP = 32;

function marksIn(text: string): readonly Place[] {
  const marks: Place[] = [];
  let units = 0;
  let bytes = 0;
  let count = 0;
  for (const char of text) {
    if (count++ % STEP === 0) marks.push({ units, bytes });
    units += char.length;
    bytes += widthOf(char);
  }
  return marks;
}

/** The last place at or before an offset that is counted in this measure. */
function walk(text: string, marks: readonly Place[], measure: keyof Place, offset: number): Place {
  const from = marks[lastUpTo(marks.length, (index) => marks[index]?.[measure] ?? 0, offset)] ?? START;
  const place = { ...from };
  // A character is two units at most.
  for (const char of text.slice(from.units, from.units + 2 * STEP)) {
    const next = { units: place.units + char.length, bytes: place.bytes + widthOf(char) };
    if (next[measure] > offset) break;
    place.units = next.units;
    place.bytes = next.bytes;
  }
  return place;
}
