/**
 * Server-sent events in bytes, read and written without knowledge of what they hold; and the JSON arrays that some services stream instead.
 *
 * @module interlingua/sse
 */
import { CLOSE_BRACKET, COMMA, isJsonSpace, OPEN_BRACKET, ValueScan } from "../core/json-text.js";
import { ByteInput, ByteStore, DECODER, NOTHING } from "./bytes.js";
import { MAX_EVENT_BYTES, type SseReaderOptions } from "./reader.js";

/**
 * Server-sent events in bytes, read and written without knowledge of what they hold.
 *
 * @module interlingua/sse
 */

export { writeFrame, writeFrameBytes } from "./bytes.js";
export { createSseReader, MAX_EVENT_BYTES, type SseFrame, type SseReader, type SseReaderOptions } from "./reader.js";

type Phase = "before" | "inside" | "closed" | "overflowed";

/** A reader in the middle of an array. Owns its state. */
export interface ArrayReader {
  /** The texts of the elements that this slice completes. Whether they are JSON is for `JSON.parse` to decide. */
  push(chunk: Uint8Array | string): readonly string[];
  /** End of input: the text of an element that was cut. */
  end(): readonly string[];
  /** An element was longer than allowed. Nothing after it is read. */
  readonly overflowed: boolean;
  /** The closing bracket of the array was read. What comes after it is ignored. */
  readonly closed: boolean;
}

/**
 * Reads a JSON array as it comes: how generate-content streams without `alt=sse`. Never throws on bad input.
 *
 * @example
 * const reader = createArrayReader();
 * reader.push('[{"a":1}, {"b"'); // ["{\"a\":1}"]
 * reader.push(':2}]'); // ["{\"b\":2}"]
 * reader.closed; // true
 */
export function createArrayReader({ maxEventBytes = MAX_EVENT_BYTES }: SseReaderOptions = {}): ArrayReader {
  const input = new ByteInput();
  const held = new ByteStore();
  let phase: Phase = "before";
  /** Of the element at hand. */
  let scan: ValueScan | undefined;

  function read(bytes: Uint8Array): string[] {
    const texts: string[] = [];
    let start = 0;
    for (let index = 0, byte = bytes[0]; byte !== undefined; byte = bytes[++index]) {
      if (scan !== undefined) {
        const isInside = scan.take(byte);
        if (!scan.isOver) continue;
        finish(bytes.subarray(start, isInside ? index + 1 : index), texts);
        // The comma or bracket that ends a bare number or word is looked at again.
        if (!isInside) index--;
      } else if (phase === "inside") {
        if (byte === CLOSE_BRACKET) phase = "closed";
        else if (byte !== COMMA && !isJsonSpace(byte)) {
          start = index;
          scan = new ValueScan(byte);
        }
      } else if (phase === "before") {
        if (byte === OPEN_BRACKET) phase = "inside";
      } else break;
    }
    if (scan !== undefined) hold(bytes.subarray(start));
    return texts;
  }

  function hold(bytes: Uint8Array): void {
    if (held.length + bytes.length > maxEventBytes) overflow();
    else held.add(bytes);
  }

  function finish(bytes: Uint8Array, texts: string[]): void {
    scan = undefined;
    if (held.length + bytes.length > maxEventBytes) overflow();
    else texts.push(DECODER.decode(held.take(bytes)));
  }

  function overflow(): void {
    phase = "overflowed";
    scan = undefined;
    held.take(NOTHING);
  }

  return {
    push: (chunk) => read(input.bytesOf(chunk)),
    end() {
      const texts = read(input.lastBytes());
      if (scan !== undefined) finish(NOTHING, texts);
      if (phase !== "overflowed") phase = "closed";
      return texts;
    },
    get overflowed() {
      return phase === "overflowed";
    },
    get closed() {
      return phase === "closed";
    },
  };
}
