/** The bytes of one event around the tokens that vary, compared with others eight at a time. */
import { REFUSED, UNFINISHED } from "./body.js";

const DELETE = 0x7f;
const NEVER = 0xff;

/**
 * The event's bytes, cut into pieces. The words are read as floating-point numbers, the widest that need no
 * object: a third of the time of bytes. Equal numbers are equal bytes but for zero and NaN, which {@link isComparable} rules out.
 */
export class Envelope {
  /** Start and end of each piece in turn. */
  private readonly edges: readonly number[];
  private readonly own: DataView;

  /**
   * @param event bytes that nobody changes any more
   * @param gaps what lies between the pieces, in order
   */
  constructor(event: Uint8Array, gaps: readonly { readonly start: number; readonly end: number }[]) {
    // Joined by `concat`, which leaves no room to grow: spread into a list they take three times the memory.
    this.edges = [0].concat(
      gaps.flatMap(({ start, end }) => [start, end]),
      event.length,
    );
    this.own = viewOf(event);
  }

  /** The offset behind the piece if its bytes stand at `at`; {@link REFUSED}; {@link UNFINISHED} where all that is there fits. */
  protected piece(piece: number, bytes: Uint8Array, view: DataView, at: number): number {
    const { own } = this;
    const start = this.edges[piece * 2] ?? 0;
    const length = (this.edges[piece * 2 + 1] ?? 0) - start;
    const end = at + length;
    if (end > bytes.length) return this.startsLike(start, bytes, at) ? UNFINISHED : REFUSED;
    if (length < 8) {
      for (let offset = 0; offset < length; offset++) if (bytes[at + offset] !== own.getUint8(start + offset)) return REFUSED;
      return end;
    }
    // The end varies more often than the middle, and the last word may overlap the one before.
    if (view.getFloat64(end - 8, true) !== own.getFloat64(start + length - 8, true)) return REFUSED;
    for (let offset = 0; offset < length - 8; offset += 8)
      if (view.getFloat64(at + offset, true) !== own.getFloat64(start + offset, true)) return REFUSED;
    return end;
  }

  private startsLike(start: number, bytes: Uint8Array, at: number): boolean {
    for (let offset = 0; at + offset < bytes.length; offset++) if (bytes[at + offset] !== this.own.getUint8(start + offset)) return false;
    return true;
  }
}

/** False for bytes that numbers cannot stand for: no text that a server sends has them. */
export function isComparable(event: Uint8Array): boolean {
  return !event.includes(0) && !event.includes(DELETE) && !event.includes(NEVER);
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
