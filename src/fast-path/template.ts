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
        at = copy(target, at, source, texts[index] ?? 0, texts[index + 1] ?? 0);
        // Behind the last text no other event begins.
        const piece = index === last && copies === behind.length - 1 ? this.tail : (behind[copies] ?? this.tail);
        target.set(piece, at);
        at += piece.length;
      }
    return target;
  }
}

const ENCODER = new TextEncoder();

/** What is copied is short, and a call of `set` costs as much as forty bytes. */
function copy(target: Uint8Array, to: number, source: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > 48) target.set(source.subarray(start, end), to);
  else for (let offset = 0; offset < length; offset++) target[to + offset] = source[start + offset] ?? 0;
  return to + length;
}
