/** What consecutive deltas of one part share in the target: bytes between which the text stands, once or more often. */
import type { Path } from "../core/path.js";
import { findSlots, type Slot } from "./slots.js";

export class Template {
  /** Bytes of an event around its text. */
  private readonly overhead: number;
  /** How often the text stands in it. */
  private readonly copies: number;
  /** What stands before the first text. */
  private readonly head: Uint8Array;
  /** What stands between the copies of a text, where there are several. */
  private readonly middle: readonly Uint8Array[] | undefined;
  /** The end of an event and the head of the next: one call of `set` instead of two. */
  private readonly joint: Uint8Array;

  constructor(event: Uint8Array, slots: readonly Slot[]) {
    const starts = slots.map(({ end }) => end);
    const ends = slots.map(({ start }) => start);
    const [first = 0] = ends;
    const twice = new Uint8Array(event.length + first);
    twice.set(event);
    twice.set(event.subarray(0, first), event.length);
    this.head = twice.subarray(0, first);
    this.joint = twice.subarray(starts.at(-1));
    this.copies = slots.length;
    this.middle = this.copies === 1 ? undefined : ends.slice(1).map((end, index) => twice.subarray(starts[index], end));
    this.overhead = event.length - slots.reduce((length, { start, end }) => length + end - start, 0);
  }

  /** Bytes of an event around a text of so many. */
  lengthWith(text: number): number {
    return this.overhead + this.copies * text;
  }

  /**
   * Writes an event around each text. Gives back the offset behind the last.
   * @param texts where they stand in `source`: start, end, start, end …
   */
  writeAll(target: Uint8Array, from: number, source: Uint8Array, texts: readonly number[]): number {
    const { head, middle, joint, copies } = this;
    let at = from;
    let piece = head;
    for (let index = 0; index < texts.length; index += 2) {
      for (let place = 0; place < copies; place++) {
        if (place > 0) piece = middle?.[place - 1] ?? joint;
        target.set(piece, at);
        at = copy(target, at + piece.length, source, texts[index] ?? 0, texts[index + 1] ?? 0);
      }
      piece = joint;
    }
    return copy(target, at, joint, 0, joint.length - head.length);
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
  return slots && new Template(event, slots);
}

/** Of a target that writes nothing until the part is whole. */
export function learnSilence(written: Uint8Array): Template | undefined {
  return written.length === 0 ? new Template(written, []) : undefined;
}

/** What is copied is short, and a call of `set` costs as much as forty bytes. */
function copy(target: Uint8Array, to: number, source: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > 48) target.set(source.subarray(start, end), to);
  else for (let offset = 0; offset < length; offset++) target[to + offset] = source[start + offset] ?? 0;
  return to + length;
}
