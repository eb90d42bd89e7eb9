/**
 * The bytes of an answer as the JSON texts in them. The first byte that is not white space shows which of three things
 * came: `{` one JSON document instead of a stream, `[` the JSON-array form, anything else server-sent events.
 */

import { OPEN_BRACE, OPEN_BRACKET } from "../core/json-text.js";
import { errorIn } from "../model/error.js";
import { ByteInput, ByteStore, NOTHING } from "../sse/bytes.js";
import { type ArrayReader, createArrayReader } from "../sse/index.js";
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

export class StreamSource {
  private readonly input = new ByteInput();
  // What came: one of these three.
  private frames: TextReader | undefined;
  private array: ArrayReader | undefined;
  private document: ByteStore | undefined;
  private tooLong = false;

  constructor(
    /** Longest event that is read, in bytes. */
    readonly maxEventBytes: number,
  ) {}

  /** The texts of the events that this slice completes. */
  push(chunk: Uint8Array | string): readonly string[] {
    const bytes = this.input.push(chunk);
    return this.frames?.push(bytes) ?? this.read(bytes);
  }

  end(): SourceEnd {
    const texts = this.read(this.input.end());
    const { array, document } = this;
    if (document !== undefined) return { texts, document: new TextDecoder().decode(document.take(NOTHING)) };
    const last = array === undefined ? this.frames?.last() : unfinishedOf(array.end()[0]);
    return { ...last, texts: [...texts, ...(last?.texts ?? [])] };
  }

  /** Something was longer than the limit. Nothing after it is read. */
  get overflowed(): boolean {
    return this.tooLong || (this.frames ?? this.array)?.overflowed === true;
  }

  /** The next byte starts a server-sent event. */
  get betweenEvents(): boolean {
    return this.frames?.idle === true && !this.frames.overflowed && this.input.idle;
  }

  /** What came is, or may still be, server-sent events. */
  get ofEvents(): boolean {
    return this.array === undefined && this.document === undefined;
  }

  private read(bytes: Uint8Array): readonly string[] {
    const reader = this.frames ?? this.array;
    if (reader !== undefined) return reader.push(bytes);
    if (this.document === undefined) return this.open(bytes);
    this.tooLong ||= this.document.length + bytes.length > this.maxEventBytes;
    if (!this.tooLong) this.document.add(bytes);
    return [];
  }

  private open(bytes: Uint8Array): readonly string[] {
    let start = 0;
    while (isSpace(bytes[start])) start++;
    if (start === bytes.length) return [];
    const { maxEventBytes } = this;
    const first = bytes[start];
    if (first === OPEN_BRACE) this.document = new ByteStore();
    else if (first === OPEN_BRACKET) this.array = createArrayReader({ maxEventBytes });
    else this.frames = new TextReader(maxEventBytes);
    return this.read(start === 0 ? bytes : bytes.subarray(start));
  }
}

/** Longest error that is read where it stands between events. */
const MAX_STRAY = 65_536;
/** Longest beginning of an error that is not JSON. */
const MAX_WORDS = 500;

/** Some servers break off with an error body that is no event: `{"error": {…}}`, in lines of its own, or in mere words. */
class TextReader extends EventReader<string> {
  /** What stood between events: lines of an error, or words. */
  private between: { readonly body?: string; readonly words?: string } | undefined = undefined;

  last(): Partial<SourceEnd> {
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

function unfinishedOf(unfinished: string | undefined): Partial<SourceEnd> {
  return unfinished === undefined ? {} : { unfinished };
}

function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
