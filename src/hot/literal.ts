/** Bytes that are compared with others, and copied, as fast as JavaScript can: eight at a time. */
import { REFUSED, UNFINISHED } from "./body.js";

export interface Literal {
  readonly length: number;
  /** The offset behind these bytes if they stand at `at`; {@link REFUSED}; {@link UNFINISHED} where all that is there fits. */
  match(bytes: Uint8Array, view: DataView, at: number): number;
}

export function createLiteral(literal: Uint8Array): Literal {
  const { length } = literal;
  const own = new DataView(literal.buffer, literal.byteOffset, length);
  const words = new Float64Array(length >> 3);
  for (let index = 0; index < words.length; index++) words[index] = own.getFloat64(index * 8);
  // Equal numbers are equal bytes, but for zero, which has two forms, and NaN, which is never equal. ASCII makes neither.
  const inWords = words.every((word) => !Number.isNaN(word) && word !== 0) ? words.length : 0;

  return {
    length,
    match(bytes, view, at) {
      if (at + length > bytes.length) return startsLike(bytes, at, literal) ? UNFINISHED : REFUSED;
      for (let index = 0; index < inWords; index++) if (view.getFloat64(at + index * 8) !== words[index]) return REFUSED;
      for (let offset = inWords * 8; offset < length; offset++) if (bytes[at + offset] !== literal[offset]) return REFUSED;
      return at + length;
    },
  };
}

function startsLike(bytes: Uint8Array, at: number, literal: Uint8Array): boolean {
  for (let offset = 0; at + offset < bytes.length; offset++) if (bytes[at + offset] !== literal[offset]) return false;
  return true;
}
