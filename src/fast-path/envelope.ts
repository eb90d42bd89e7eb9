/** The bytes of one event around the tokens that vary, compared with others eight at a time. */
import { REFUSED, UNFINISHED } from "./body.js";

const DELETE = 0x7f;
const NEVER = 0xff;

/**
 * The event's bytes, cut into pieces. The words are read as floating-point numbers, the widest that need no
 * object: a third of the time of bytes. Equal numbers are equal bytes but for zero and NaN, which {@link isComparable} rules out.
 */
export class Envelope {
  /** The bytes, and behind them the start and the end of each piece in turn: a list of numbers would take twice the memory. */
  private readonly own: DataView;
  /** Where in there the first piece is told. */
  private readonly table: number;

  /**
   * @param bytes those of the event, which nobody changes any more, and {@link roomFor} the gaps
   * @param length of the event
   * @param gaps what lies between the pieces, in order
   */
  constructor(bytes: Uint8Array, length: number, gaps: readonly { readonly start: number; readonly end: number }[]) {
    this.own = viewOf(bytes);
    this.table = bytes.length - roomFor(gaps.length);
    [0, ...gaps.flatMap(({ start, end }) => [start, end]), length].forEach((edge, index) => {
      this.own.setUint32(this.table + 4 * index, edge, true);
    });
  }

  /** The offset behind the piece if its bytes stand at `at`; {@link REFUSED}; {@link UNFINISHED} where all that is there fits. */
  protected piece(piece: number, bytes: Uint8Array, view: DataView, at: number): number {
    const { own } = this;
    const place = this.table + 8 * piece;
    const start = own.getUint32(place, true);
    const length = own.getUint32(place + 4, true) - start;
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

/** So many bytes an envelope with so many gaps wants behind the event. */
export function roomFor(gaps: number): number {
  return 8 * (gaps + 1);
}

/** False for bytes that numbers cannot stand for: no text that a server sends has them. */
export function isComparable(event: Uint8Array): boolean {
  return !event.includes(0) && !event.includes(DELETE) && !event.includes(NEVER);
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
