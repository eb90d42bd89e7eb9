/** What consecutive deltas of one part share in the target: bytes between which the text stands, once or more often. */
import type { Path } from "../core/path.js";
import { findSlots } from "./slots.js";

export interface Template {
  /** Bytes of an event around its text. */
  readonly overhead: number;
  /** How often the text stands in it. */
  readonly copies: number;
  /**
   * Writes an event for each text. Gives back the offset behind the last.
   * @param texts where they stand in `source`: start, end, start, end …
   */
  writeAll(target: Uint8Array, at: number, source: Uint8Array, texts: readonly number[]): number;
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
  if (slots === undefined || slots.length === 0) return undefined;
  const starts = [0, ...slots.map(({ end }) => end)];
  const pieces = starts.map((start, index) => event.slice(start, slots[index]?.start ?? event.length));
  const [first = event, ...others] = pieces;
  return {
    overhead: pieces.reduce((length, piece) => length + piece.length, 0),
    copies: slots.length,
    writeAll(target, from, source, texts) {
      let at = from;
      for (let index = 0; index < texts.length; index += 2) {
        const start = texts[index] ?? 0;
        const end = texts[index + 1] ?? 0;
        target.set(first, at);
        at += first.length;
        for (const piece of others) {
          at = copy(target, at, source, start, end);
          target.set(piece, at);
          at += piece.length;
        }
      }
      return at;
    },
  };
}

/** Texts are short, and a call of `set` costs as much as forty bytes. */
function copy(target: Uint8Array, to: number, source: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > 48) target.set(source.subarray(start, end), to);
  else for (let offset = 0; offset < length; offset++) target[to + offset] = source[start + offset] ?? 0;
  return to + length;
}
