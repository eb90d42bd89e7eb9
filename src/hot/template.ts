/** What consecutive deltas of one part share in the target: bytes between which the text stands, once or more often. */
import type { Path } from "../core/path.js";
import { findSlots, type Slot } from "./slots.js";

export class Template {
  /** Bytes of an event around its text. */
  readonly overhead: number;
  /** How often the text stands in it. */
  readonly copies: number;
  /** What stands before the first text, between the copies, and behind the last one. */
  private readonly pieces: readonly Uint8Array[];
  /** The end of an event and the beginning of the next: one call of `set` instead of two. */
  private readonly joint: Uint8Array;

  constructor(event: Uint8Array, slots: readonly Slot[]) {
    const starts = [0, ...slots.map(({ end }) => end)];
    const ends = [...slots.map(({ start }) => start), event.length];
    const [first = 0] = ends;
    const last = starts.at(-1) ?? 0;
    const twice = new Uint8Array(event.length + first);
    twice.set(event);
    twice.set(event.subarray(0, first), event.length);
    this.pieces = starts.map((start, index) => twice.subarray(start, ends[index]));
    this.joint = twice.subarray(last);
    this.copies = slots.length;
    this.overhead = this.pieces.reduce((length, piece) => length + piece.length, 0);
  }

  /**
   * Writes an event around each text. Gives back the offset behind the last.
   * @param texts where they stand in `source`: start, end, start, end …
   */
  writeAll(target: Uint8Array, from: number, source: Uint8Array, texts: readonly number[]): number {
    const { pieces, joint, copies } = this;
    let at = from;
    let piece = pieces[0] ?? joint;
    for (let index = 0; index < texts.length; index += 2) {
      for (let copy = 1; copy <= copies; copy++) {
        target.set(piece, at);
        at = copyText(target, at + piece.length, source, texts[index] ?? 0, texts[index + 1] ?? 0);
        piece = (copy < copies || index + 2 === texts.length ? pieces[copy] : joint) ?? joint;
      }
    }
    target.set(piece, at);
    return at + piece.length;
  }
}

/** @param json where in the event's bytes its JSON document stands */
export function learnTemplate(
  event: Uint8Array,
  json: { readonly start: number; readonly end: number },
  leaves: readonly Path[],
): Template | undefined {
  const slots = findSlots(
    event,
    json.start,
    json.end,
    leaves.map((path) => ({ path, kind: "text" })),
  );
  return slots === undefined || slots.length === 0 ? undefined : new Template(event, slots);
}

/** Texts are short, and a call of `set` costs as much as forty bytes. */
function copyText(target: Uint8Array, to: number, source: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > 48) target.set(source.subarray(start, end), to);
  else for (let offset = 0; offset < length; offset++) target[to + offset] = source[start + offset] ?? 0;
  return to + length;
}
