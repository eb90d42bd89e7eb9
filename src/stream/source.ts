/**
 * The bytes of an answer as the JSON texts in them. The first byte that is not white space tells which of three things
 * came: `{` one JSON document instead of a stream, `[` the JSON-array form, anything else server-sent events.
 */
import { createByteInput, createByteStore } from "../sse/bytes.js";
import { createArrayReader, createSseReader, MAX_EVENT_BYTES, type SseFrame } from "../sse/index.js";

export interface SourceEnd {
  readonly texts: readonly string[];
  /** The last event, which its end never followed: it may have been cut. */
  readonly unfinished?: string;
  /** The whole body, where it was one JSON document. */
  readonly document?: string;
}

export interface StreamSource {
  /** The texts of the events that this slice completes. */
  push(chunk: Uint8Array | string): readonly string[];
  end(): SourceEnd;
  /** Something was longer than the limit. Nothing after it is read. */
  readonly overflowed: boolean;
  /** The next byte starts a server-sent event. */
  readonly betweenEvents: boolean;
  /** What came is, or may still be, server-sent events. */
  readonly ofEvents: boolean;
}

const BRACE = 0x7b;
const BRACKET = 0x5b;

export function createStreamSource(maxEventBytes = MAX_EVENT_BYTES): StreamSource {
  const input = createByteInput();
  let reader: StreamSource | undefined;

  function open(bytes: Uint8Array): readonly string[] {
    const start = bytes.findIndex((byte) => !isSpace(byte));
    if (start === -1) return [];
    reader = readerFor(bytes[start], maxEventBytes);
    return reader.push(bytes.subarray(start));
  }

  return {
    push(chunk) {
      const bytes = input.push(chunk);
      return reader === undefined ? open(bytes) : reader.push(bytes);
    },
    end() {
      const bytes = input.end();
      const texts = reader === undefined ? open(bytes) : reader.push(bytes);
      const last = reader?.end() ?? { texts: [] };
      return { ...last, texts: [...texts, ...last.texts] };
    },
    get overflowed() {
      return reader?.overflowed ?? false;
    },
    get betweenEvents() {
      return reader?.betweenEvents === true && input.idle;
    },
    get ofEvents() {
      return reader?.ofEvents ?? true;
    },
  };
}

function readerFor(first: number | undefined, maxEventBytes: number): StreamSource {
  if (first === BRACE) return createDocumentSource(maxEventBytes);
  return first === BRACKET ? createArraySource(maxEventBytes) : createSseSource(maxEventBytes);
}

function createSseSource(maxEventBytes: number): StreamSource {
  const reader = createSseReader({ maxEventBytes });
  return {
    push: (chunk) => reader.push(chunk).map(dataOf),
    end() {
      const unfinished = reader.end()[0]?.data;
      return { texts: [], ...(unfinished === undefined ? {} : { unfinished }) };
    },
    get overflowed() {
      return reader.overflowed;
    },
    get betweenEvents() {
      return reader.idle && !reader.overflowed;
    },
    ofEvents: true,
  };
}

function dataOf({ data }: SseFrame): string {
  return data;
}

function createArraySource(maxEventBytes: number): StreamSource {
  const reader = createArrayReader({ maxEventBytes });
  return {
    push: (chunk) => reader.push(chunk),
    end() {
      const [unfinished] = reader.end();
      return { texts: [], ...(unfinished === undefined ? {} : { unfinished }) };
    },
    get overflowed() {
      return reader.overflowed;
    },
    betweenEvents: false,
    ofEvents: false,
  };
}

function createDocumentSource(maxEventBytes: number): StreamSource {
  const held = createByteStore();
  const decoder = new TextDecoder();
  let overflowed = false;
  return {
    push(chunk) {
      const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
      if (held.length + bytes.length > maxEventBytes) overflowed = true;
      if (!overflowed) held.add(bytes);
      return [];
    },
    end: () => ({ texts: [], document: decoder.decode(held.take(new Uint8Array())) }),
    get overflowed() {
      return overflowed;
    },
    betweenEvents: false,
    ofEvents: false,
  };
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
