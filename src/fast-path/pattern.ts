/**
 * Deltas of one part by their bytes: what may be copied as it stands, and what consecutive events share.
 *
 * The body of a JSON string may be copied from one document into another where its escapes are the letters that `JSON.stringify`
 * writes, and its bytes are UTF-8; with other escapes it is printed anew. Anything else goes the ordinary way.
 */

import { SPACE } from "../core/json-text.js";
import { copyBytes, DECODER, ENCODER } from "../sse/bytes.js";
import { BLANK, type Difference, LONGEST_COUNT, printed, TEXT } from "./repeated-event.js";

/** It is no such text, or no such event. */
export const REFUSED = -1;
/** The bytes end before that is known. */
export const UNFINISHED = -2;

/**
 * The offset of the closing quote of a body that may be copied, {@link REFUSED}, or {@link UNFINISHED}.
 * @param rewritten whether it may have any escape, for it is printed anew, which shows whether they are those of JSON
 */
export function scanBody(bytes: Uint8Array, start: number, rewritten = false): number {
  const limit = bytes.length;
  let at = start;
  while (at < limit) {
    const kind = KINDS[bytes[at] ?? 0] ?? 0;
    if (kind === PLAIN) {
      at++;
      continue;
    }
    if (kind === CLOSING) return at;
    if (kind === CONTROL) return REFUSED;
    const length = kind === ESCAPE ? escapeLength(bytes, at, rewritten) : sequenceLength(bytes, at);
    if (length < 0) return length;
    at += length;
  }
  return UNFINISHED;
}

const PLAIN = 0;
const CLOSING = 1;
const CONTROL = 2;
const ESCAPE = 3;
const WIDE = 4;

/** What a byte is inside a JSON string. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x22) return CLOSING;
  if (byte === 0x5c) return ESCAPE;
  if (byte < 0x20) return CONTROL;
  return byte < 0x80 ? PLAIN : WIDE;
});

/** 2 for an escape of a letter that `JSON.stringify` would write, 2 or 6 for any. */
function escapeLength(bytes: Uint8Array, at: number, any: boolean): number {
  switch (bytes[at + 1]) {
    case undefined:
      return UNFINISHED;
    case 0x22:
    case 0x5c:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return 2;
    case 0x75:
      if (at + 6 > bytes.length) return UNFINISHED;
      return any ? 6 : REFUSED;
    case 0x2f:
      return any ? 2 : REFUSED;
    default:
      return REFUSED;
  }
}

/**
 * A body with escapes as another printer writes them, as `JSON.stringify` would; undefined where half a pair of surrogates is in it, or an
 * escape that is none.
 */
export function rewritten(body: Uint8Array): Uint8Array | undefined {
  const text = printed(DECODER.decode(body));
  return text === undefined ? undefined : ENCODER.encode(text);
}

/** 2, 3 or 4 bytes of one character. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (length === 0) return REFUSED;
  if (at + length > bytes.length) return UNFINISHED;
  // Overlong forms, surrogates and what lies beyond Unicode show in the second byte.
  let least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next] ?? 0;
    if (byte < least || byte > most) return REFUSED;
    least = 0x80;
    most = 0xbf;
  }
  return length;
}

/**
 * What consecutive deltas of one part share in the source: literal bytes around a few tokens that vary. Matching compares
 * the literals and looks at each byte of the tokens; it parses nothing. The fields hold what was found in the event that matched last.
 */
export class Pattern {
  /** The text, still escaped: `[start, end)`. Never empty: an empty text means nothing. */
  start = 0;
  end = 0;
  /** It has escapes that `JSON.stringify` may not write. */
  foreign = false;
  /** All pieces, one behind the other, and where each ends. */
  private readonly own: Uint8Array;
  private readonly view: DataView;
  private readonly ends: readonly number[];
  private readonly gaps: Difference["gaps"];
  /** By how much the counts of the event that is being looked at exceed those that were learned, once one was read. */
  private growth: number | undefined = undefined;
  /** The same of the event that matched last. */
  grown = 0;

  /** @param head what stands in an event before its JSON, of ASCII, and `tail` behind it */
  constructor({ pieces, gaps }: Difference, head: string, tail: string) {
    this.own = ENCODER.encode(head + pieces.join("") + tail);
    let end = head.length;
    this.ends = pieces.map((piece, index) => {
      end += ENCODER.encode(piece).length;
      return index === gaps.length ? this.own.length : end;
    });
    this.view = new DataView(this.own.buffer, this.own.byteOffset, this.own.length);
    this.gaps = gaps;
  }

  /**
   * Matches one event at `from`.
   * @param view of the same bytes
   * @returns the offset behind it; {@link REFUSED} when it is another one, {@link UNFINISHED} when its end is missing
   */
  match(bytes: Uint8Array, view: DataView, from: number): number {
    const { gaps } = this;
    this.growth = undefined;
    this.foreign = false;
    let at = this.piece(0, bytes, view, from);
    for (let index = 0; at >= 0 && index < gaps.length; index++) {
      const gap = gaps[index] ?? TEXT;
      const start = at;
      at = gap >= 0 ? this.count(bytes, start, gap) : gap === BLANK ? behindSpaces(bytes, start) : scanBody(bytes, start);
      if (gap === TEXT && at === REFUSED) {
        at = scanBody(bytes, start, true);
        this.foreign = true;
      }
      if (gap === TEXT) {
        if (at === start) return REFUSED;
        this.start = start;
        this.end = at;
      }
      if (at >= 0) at = this.piece(index + 1, bytes, view, at);
    }
    if (at >= 0) this.grown = this.growth ?? 0;
    return at;
  }

  /** The offset behind the piece if its bytes stand at `at`; {@link UNFINISHED} where all that is there fits. */
  private piece(piece: number, bytes: Uint8Array, view: DataView, at: number): number {
    const { own, ends, view: mine } = this;
    const start = piece === 0 ? 0 : (ends[piece - 1] ?? 0);
    const length = (ends[piece] ?? 0) - start;
    const end = at + length;
    if (end > bytes.length) {
      for (let offset = 0; at + offset < bytes.length; offset++) if (bytes[at + offset] !== own[start + offset]) return REFUSED;
      return UNFINISHED;
    }
    let offset = 0;
    // Eight bytes at a time take a third of the time. Numbers that are equal are equal bytes: no event has a NUL in it.
    for (; offset <= length - 8; offset += 8)
      if (view.getFloat64(at + offset, true) !== mine.getFloat64(start + offset, true)) return REFUSED;
    for (; offset < length; offset++) if (bytes[at + offset] !== own[start + offset]) return REFUSED;
    return end;
  }

  /** A whole number as JSON writes it, small enough to be exact, which has grown as those before it. */
  private count(bytes: Uint8Array, start: number, learned: number): number {
    let end = start;
    let value = 0;
    for (; end < bytes.length; end++) {
      const digit = (bytes[end] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (end === bytes.length) return UNFINISHED;
    const growth = value - learned;
    if (end === start || end - start > LONGEST_COUNT || (bytes[start] === 0x30 && end - start > 1)) return REFUSED;
    this.growth ??= growth;
    if (this.growth !== growth) return REFUSED;
    return end;
  }
}

function behindSpaces(bytes: Uint8Array, start: number): number {
  let end = start;
  while (bytes[end] === SPACE) end++;
  return end === bytes.length ? UNFINISHED : end;
}

/** What consecutive deltas of one part share in the target: bytes between which the text stands, once or more often. */
export class Template {
  /** What stands before the first text of an event. */
  private readonly head: Uint8Array;
  /** What stands behind each copy of the text in turn; behind the last, what ends an event and begins the next. */
  private readonly behind: readonly Uint8Array[];
  /** What ends the last event. */
  private readonly tail: Uint8Array;
  /** Bytes of an event around its text. */
  private readonly overhead: number;

  /** @param pieces what stands around the copies of the text */
  constructor([head = "", ...behind]: readonly string[]) {
    this.head = ENCODER.encode(head);
    this.behind = behind.map((piece, index) => ENCODER.encode(index === behind.length - 1 ? piece + head : piece));
    this.tail = ENCODER.encode(behind.at(-1));
    this.overhead = this.behind.reduce((length, piece) => length + piece.length, 0);
  }

  /**
   * An event around each text.
   * @param texts where they stand in `source`: start, end, start, end …
   */
  write(source: Uint8Array, texts: readonly number[]): Uint8Array<ArrayBuffer> {
    const { head, behind, overhead } = this;
    let length = (overhead * texts.length) / 2;
    for (let index = 0; index < texts.length; index += 2) length += behind.length * ((texts[index + 1] ?? 0) - (texts[index] ?? 0));
    const target = new Uint8Array(length);
    target.set(head);
    let at = head.length;
    const last = texts.length - 2;
    for (let index = 0; index <= last; index += 2)
      for (let copies = 0; copies < behind.length; copies++) {
        at = copyBytes(target, at, source, texts[index] ?? 0, texts[index + 1] ?? 0);
        // Behind the last text no other event begins.
        const piece = index === last && copies === behind.length - 1 ? this.tail : (behind[copies] ?? this.tail);
        target.set(piece, at);
        at += piece.length;
      }
    return target;
  }
}
