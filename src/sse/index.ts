/**
 * Server-sent events in bytes, read and written without knowledge of what they hold; and the JSON arrays that some services stream instead.
 *
 * @module interlingua/sse
 */
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COMMA, isJsonSpace, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "../core/json-text.js";
import { ByteInput, ByteStore } from "./bytes.js";
import { MAX_EVENT_BYTES, type SseReaderOptions } from "./reader.js";

/**
 * Server-sent events in bytes, read and written without knowledge of what they hold.
 *
 * @module interlingua/sse
 */

export { writeFrame, writeFrameBytes } from "./bytes.js";
export { createSseReader, MAX_EVENT_BYTES, type SseFrame, type SseReader, type SseReaderOptions } from "./reader.js";

type Phase = "before" | "between" | "element" | "closed" | "overflowed";

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
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const held = new ByteStore();
  let phase: Phase = "before";
  let depth = 0;
  let inString = false;
  let escaped = false;

  function read(bytes: Uint8Array): string[] {
    const texts: string[] = [];
    let start = 0;
    for (let index = 0, byte = bytes[0]; byte !== undefined; byte = bytes[++index]) {
      if (phase === "element") {
        const end = endOfElement(byte, index);
        if (end === -1) continue;
        finish(bytes.subarray(start, end), texts);
        // The comma or bracket that ends a bare number or word is looked at again.
        if (end === index) index--;
      } else if (phase === "between") {
        if (byte === CLOSE_BRACKET) phase = "closed";
        else if (byte !== COMMA && !isJsonSpace(byte)) {
          phase = "element";
          start = index;
          depth = 0;
          const end = endOfElement(byte, index);
          if (end !== -1) finish(bytes.subarray(start, end), texts);
        }
      } else if (phase === "before") {
        if (byte === OPEN_BRACKET) phase = "between";
      } else break;
    }
    if (phase === "element") hold(bytes.subarray(start));
    return texts;
  }

  /** Index after the element when this byte ends it, else -1. */
  function endOfElement(byte: number, index: number): number {
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        inString = false;
        if (depth === 0) return index + 1;
      }
      return -1;
    }
    switch (byte) {
      case QUOTE:
        inString = true;
        return -1;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        return -1;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (depth > 1) {
          depth--;
          return -1;
        }
        // A bracket that closes nothing here ends a bare word; a brace that does is an element that is no JSON.
        return depth === 0 && byte === CLOSE_BRACKET ? index : index + 1;
      default:
        return depth === 0 && (byte === COMMA || isJsonSpace(byte)) ? index : -1;
    }
  }

  function hold(bytes: Uint8Array): void {
    if (held.length + bytes.length > maxEventBytes) overflow();
    else held.add(bytes);
  }

  function finish(bytes: Uint8Array, texts: string[]): void {
    if (held.length + bytes.length > maxEventBytes) overflow();
    else {
      texts.push(decoder.decode(held.take(bytes)));
      phase = "between";
    }
  }

  function overflow(): void {
    phase = "overflowed";
    held.take(new Uint8Array());
  }

  return {
    push: (chunk) => read(input.bytesOf(chunk)),
    end() {
      const texts = read(input.lastBytes());
      if (phase === "element") finish(new Uint8Array(), texts);
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
