/**
 * The bytes of an answer as the JSON texts in them. The first byte that is not white space tells which of three things
 * came: `{` one JSON document instead of a stream, `[` the JSON-array form, anything else server-sent events.
 */

import { OPEN_BRACE, OPEN_BRACKET } from "../core/json-text.js";
import { errorIn } from "../model/error.js";
import { ByteInput, ByteStore, NOTHING } from "../sse/bytes.js";
import { createArrayReader } from "../sse/index.js";
import { EventReader } from "../sse/reader.js";

interface SourceEnd {
  readonly texts: readonly string[];
  /** The last event, which its end never followed: it may have been cut. */
  readonly unfinished?: string;
  /** The whole body, where it was one JSON document. */
  readonly document?: string;
  /** What stood between events and is none: the words of a server that breaks off, perhaps. */
  readonly words?: string;
}

/** One of the three things. */
interface Reader {
  push(bytes: Uint8Array): readonly string[];
  end(): SourceEnd;
  readonly overflowed: boolean;
}

export class StreamSource {
  private readonly input = new ByteInput();
  /** Longest event that is read, in bytes. */
  readonly maxEventBytes: number;
  private frames: TextReader | undefined;
  private reader: Reader | undefined;

  constructor(maxEventBytes: number) {
    this.maxEventBytes = maxEventBytes;
  }

  /** The texts of the events that this slice completes. */
  push(chunk: Uint8Array | string): readonly string[] {
    const bytes = this.input.push(chunk);
    return this.frames?.push(bytes) ?? this.read(bytes);
  }

  end(): SourceEnd {
    const texts = this.read(this.input.end());
    const last = this.reader?.end() ?? this.frames?.last() ?? NONE;
    return { ...last, texts: [...texts, ...last.texts] };
  }

  /** Something was longer than the limit. Nothing after it is read. */
  get overflowed(): boolean {
    return this.frames?.overflowed ?? this.reader?.overflowed ?? false;
  }

  /** The next byte starts a server-sent event. */
  get betweenEvents(): boolean {
    return this.frames?.idle === true && !this.frames.overflowed && this.input.idle;
  }

  /** What came is, or may still be, server-sent events. */
  get ofEvents(): boolean {
    return this.reader === undefined;
  }

  private read(bytes: Uint8Array): readonly string[] {
    if (this.frames !== undefined) return this.frames.push(bytes);
    return this.reader === undefined ? this.open(bytes) : this.reader.push(bytes);
  }

  private open(bytes: Uint8Array): readonly string[] {
    const start = bytes.findIndex((byte) => !isSpace(byte));
    if (start === -1) return [];
    const first = bytes[start];
    if (first === OPEN_BRACE) this.reader = createDocumentReader(this.maxEventBytes);
    else if (first === OPEN_BRACKET) this.reader = createElementReader(this.maxEventBytes);
    else this.frames = new TextReader(this.maxEventBytes);
    return this.read(bytes.subarray(start));
  }
}

const NONE: SourceEnd = { texts: [] };

/** Longest error that is read where it stands between events. */
const MAX_STRAY = 65_536;
/** Longest beginning of an error that is not JSON. */
const MAX_WORDS = 500;

/** Some servers break off with an error body that is no event: `{"error": {…}}`, in lines of its own, or in mere words. */
class TextReader extends EventReader<string> {
  /** What stood between events: lines of an error, or words. */
  private between: { readonly body?: string; readonly words?: string } | undefined = undefined;

  last(): SourceEnd {
    const [data] = this.end();
    const body = this.between?.body?.trimEnd();
    if (body !== undefined && isError(body)) return { texts: data === undefined ? [body] : [data, body] };
    const words = body ?? this.between?.words;
    return { ...unfinishedOf(data), ...(words === undefined ? {} : { words }) };
  }

  protected made(data: string): string {
    return data;
  }

  protected override stray(line: string): void {
    const { body, words } = this.between ?? NOTHING_SAID;
    // A server has a field of that name for what others send as an event of that name.
    if (line.startsWith("error:")) this.addData(line.slice(6).trimStart());
    else if (body === undefined ? line.startsWith("{") : body.length < MAX_STRAY)
      this.between = { ...this.between, body: `${body ?? ""}${line}\n` };
    else if (!line.startsWith(":") && !FIELDS.some((field) => field.startsWith(line)) && (words ?? "").length < MAX_WORDS)
      this.between = { ...this.between, words: words === undefined ? line : `${words} ${line}` };
  }
}

const NOTHING_SAID: { readonly body?: string; readonly words?: string } = {};

/** A stream may be cut in the name of a field. */
const FIELDS = ["data:", "event:", "id:", "retry:", "error:"] as const;

function isError(text: string): boolean {
  try {
    return errorIn(JSON.parse(text), []) !== undefined;
  } catch {
    return false;
  }
}

function unfinishedOf(unfinished: string | undefined): SourceEnd {
  return { texts: [], ...(unfinished === undefined ? {} : { unfinished }) };
}

function createElementReader(maxEventBytes: number): Reader {
  const reader = createArrayReader({ maxEventBytes });
  return {
    push: (bytes) => reader.push(bytes),
    end: () => unfinishedOf(reader.end()[0]),
    get overflowed() {
      return reader.overflowed;
    },
  };
}

function createDocumentReader(maxEventBytes: number): Reader {
  const held = new ByteStore();
  let overflowed = false;
  return {
    push(bytes) {
      if (held.length + bytes.length > maxEventBytes) overflowed = true;
      if (!overflowed) held.add(bytes);
      return [];
    },
    end: () => ({ texts: [], document: new TextDecoder().decode(held.take(NOTHING)) }),
    get overflowed() {
      return overflowed;
    },
  };
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
