/** What a translator has to give back: text of the ordinary path and runs of the byte path, in order, as one array. */
import type { HotRun } from "../hot/path.js";

export interface Output {
  text(text: string): void;
  run(run: HotRun): void;
  /** Everything, in an array of its own. Nothing is held afterwards. */
  take(): Uint8Array;
  /** The same in `target`, or in an array of its own where that is too small. */
  takeInto(target: Uint8Array): Uint8Array;
  mark(): Mark;
  /** Forgets what came after the mark. */
  back(mark: Mark): void;
}
export interface Mark {
  readonly pieces: number;
  readonly tail: string;
}

export function createOutput(): Output {
  const encoder = new TextEncoder();
  /** What comes before the tail. */
  let pieces: (Uint8Array | HotRun)[] = [];
  let tail = "";

  function close(): void {
    if (tail === "") return;
    pieces.push(encoder.encode(tail));
    tail = "";
  }
  function write(target: Uint8Array): void {
    let at = 0;
    for (const piece of pieces) {
      if (!(piece instanceof Uint8Array)) at = piece.write(target, at);
      else {
        target.set(piece, at);
        at += piece.length;
      }
    }
    pieces = [];
  }
  function take(): Uint8Array {
    if (pieces.length === 0) {
      const bytes = encoder.encode(tail);
      tail = "";
      return bytes;
    }
    close();
    const bytes = new Uint8Array(lengthOf(pieces));
    write(bytes);
    return bytes;
  }

  return {
    text(text) {
      tail += text;
    },
    run(run) {
      close();
      pieces.push(run);
    },
    take,
    takeInto(target) {
      if (pieces.length === 0) {
        const { read, written } = encoder.encodeInto(tail, target);
        if (read !== tail.length) return take();
        tail = "";
        return target.subarray(0, written);
      }
      close();
      const length = lengthOf(pieces);
      if (length > target.length) return take();
      write(target);
      return target.subarray(0, length);
    },
    mark: () => ({ pieces: pieces.length, tail }),
    back(mark) {
      pieces.length = mark.pieces;
      tail = mark.tail;
    },
  };
}

function lengthOf(pieces: readonly { readonly length: number }[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}
