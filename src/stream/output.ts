/** What a translator has to give back: text of the ordinary path and runs of the byte path, in order, as one array. */
import type { Piece } from "../fast-path/path.js";
import type { Bytes } from "../sse/bytes.js";

export class Output {
  /** What comes before the tail. */
  private pieces: Piece[] | undefined;
  private tail = "";

  text(text: string): void {
    this.tail += text;
  }

  run(run: Piece): void {
    this.close();
    this.add(run);
  }

  /** Everything, in an array of its own. Nothing is held afterwards. */
  take(): Bytes {
    if (this.pieces === undefined) return this.takeTail();
    this.close();
    const bytes = new Uint8Array(lengthOf(this.pieces));
    this.write(this.pieces, bytes);
    return bytes;
  }

  /** The same in `target`, or in an array of its own where that is too small. */
  takeInto(target: Uint8Array): Uint8Array {
    if (this.pieces === undefined) {
      const { read, written } = ENCODER.encodeInto(this.tail, target);
      if (read !== this.tail.length) return this.takeTail();
      this.tail = "";
      return target.subarray(0, written);
    }
    this.close();
    const length = lengthOf(this.pieces);
    if (length > target.length) return this.take();
    this.write(this.pieces, target);
    return target.subarray(0, length);
  }

  private takeTail(): Bytes {
    if (this.tail === "") return new Uint8Array();
    const bytes = ENCODER.encode(this.tail);
    this.tail = "";
    return bytes;
  }

  private close(): void {
    if (this.tail !== "") this.add(new TextPiece(this.takeTail()));
  }

  private add(piece: Piece): void {
    // Most slices make one piece, and a list that grows has room for many.
    if (this.pieces === undefined) this.pieces = [piece];
    else this.pieces.push(piece);
  }

  private write(pieces: readonly Piece[], target: Uint8Array): void {
    let at = 0;
    for (const piece of pieces) at = piece.write(target, at);
    this.pieces = undefined;
  }
}

function lengthOf(pieces: readonly Piece[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}

const ENCODER = new TextEncoder();

class TextPiece implements Piece {
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get length(): number {
    return this.bytes.length;
  }

  write(target: Uint8Array, at: number): number {
    target.set(this.bytes, at);
    return at + this.bytes.length;
  }
}
