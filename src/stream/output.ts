/** What a translator has to give back: texts and bytes, in order, as one array. */
import type { Bytes } from "../sse/bytes.js";

export class Output {
  /** Frames since somebody set it to 0, and the last of them. */
  frames = 0;
  last = "";
  /** Frames that are not written, for they were already. */
  unwritten = 0;
  /** What comes before the tail. */
  private pieces: Bytes[] | undefined;
  private tail = "";

  frame(text: string): void {
    this.frames++;
    this.last = text;
    if (this.unwritten === 0) this.tail += text;
    else this.unwritten--;
  }

  bytes(bytes: Bytes): void {
    this.pieces ??= [];
    if (this.tail !== "") this.pieces.push(this.takeTail());
    this.pieces.push(bytes);
  }

  /** Everything, in an array of its own. Nothing is held afterwards. */
  take(): Bytes {
    const { pieces } = this;
    if (pieces === undefined) return this.takeTail();
    if (this.tail !== "") pieces.push(this.takeTail());
    this.pieces = undefined;
    const [only, more] = pieces;
    if (only !== undefined && more === undefined) return only;
    const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  /** The same in `target`, or in an array of its own where that is too small. */
  takeInto(target: Uint8Array): Uint8Array {
    if (this.pieces === undefined) {
      const { read, written } = ENCODER.encodeInto(this.tail, target);
      if (read !== this.tail.length) return this.takeTail();
      this.tail = "";
      return target.subarray(0, written);
    }
    const bytes = this.take();
    if (bytes.length > target.length) return bytes;
    target.set(bytes);
    return target.subarray(0, bytes.length);
  }

  private takeTail(): Bytes {
    const { tail } = this;
    this.tail = "";
    return tail === "" ? new Uint8Array() : ENCODER.encode(tail);
  }
}

const ENCODER = new TextEncoder();
