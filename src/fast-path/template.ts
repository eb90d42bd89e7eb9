/** What consecutive deltas of one part share in the target: bytes between which the text stands, once or more often. */
import type { Path } from "../core/path.js";
import { type FoundSlot, findSlots } from "./slots.js";

export class Template {
  /** Bytes of an event around its text. */
  private readonly overhead: number;
  /** How often the text stands in it. */
  private readonly copies: number;
  /** What stands before the first text, and behind the last. */
  private readonly edges: Uint8Array;
  /** Where the latter starts. */
  private readonly head: number;
  /** What stands between the copies of a text, where there are several. */
  private readonly middle: readonly Uint8Array[] | undefined;

  /** @param room for twice the event */
  constructor(event: Uint8Array, slots: readonly FoundSlot[], room: Uint8Array) {
    const starts = slots.map(({ end }) => end);
    const ends = slots.map(({ start }) => start);
    const [first = 0] = ends;
    const last = event.subarray(starts.at(-1));
    // The head once more, for what stands between two events: one call of `set` instead of two.
    room.set(event.subarray(0, first));
    room.set(last, first);
    room.set(event.subarray(0, first), first + last.length);
    this.edges = room.subarray(0, first + last.length);
    this.head = first;
    this.copies = slots.length;
    this.middle = this.copies === 1 ? undefined : ends.slice(1).map((end, index) => event.slice(starts[index], end));
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
    const { edges, head, middle, copies } = this;
    const joint = texts.length > 2 ? new Uint8Array(edges.buffer, edges.byteOffset + head, edges.length) : edges;
    let at = from;
    for (let index = 0; index < texts.length; index += 2) {
      // Behind the first head stands what the text and the end overwrite: one call of `set`, and no view is made.
      target.set(index === 0 ? edges : joint, at);
      at += index === 0 ? head : edges.length;
      for (let place = 0; place < copies; place++) {
        const piece = place === 0 ? undefined : middle?.[place - 1];
        if (piece !== undefined) {
          target.set(piece, at);
          at += piece.length;
        }
        at = copy(target, at, source, texts[index] ?? 0, texts[index + 1] ?? 0);
      }
    }
    return copy(target, at, edges, head, edges.length);
  }
}

/**
 * @param json where in the event's bytes its JSON document stands
 * @param room for twice the event; the template keeps it
 */
export function learnTemplate(
  event: Uint8Array,
  json: { readonly start: number; readonly end: number },
  leaves: readonly Path[],
  room: Uint8Array,
): Template | undefined {
  const slots = findSlots(
    event,
    json.start,
    json.end,
    leaves.map((path) => ({ path, kind: "text" })),
  );
  return slots && new Template(event, slots, room);
}

/** Of a target that writes nothing until the part is whole. */
export function learnSilence(written: Uint8Array): Template | undefined {
  return written.length === 0 ? new Template(written, [], written) : undefined;
}

/** What is copied is short, and a call of `set` costs as much as forty bytes. */
function copy(target: Uint8Array, to: number, source: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > 48) target.set(source.subarray(start, end), to);
  else for (let offset = 0; offset < length; offset++) target[to + offset] = source[start + offset] ?? 0;
  return to + length;
}
