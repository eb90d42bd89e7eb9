/**
 * Server-sent events, read from bytes cut anywhere. Only whole lines are decoded, so that a character cut in two never
 * shows, and each byte is looked at once, however small the slices are.
 */
import { CR, LF } from "../core/json-text.js";
import { ByteInput, ByteStore, DECODER, ENCODER, NOTHING } from "./bytes.js";

/**
 * One event. Fields are absent where the stream did not state them.
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html.
 */
export interface SseFrame {
  /** The name of the event. */
  readonly event?: string;
  /** Its `data:` lines, joined by line feeds. */
  readonly data: string;
  /** What a client sends as `Last-Event-ID` when it connects again. */
  readonly id?: string;
  /** Milliseconds. */
  readonly retry?: number;
}

/** Options of both readers. */
export interface SseReaderOptions {
  /** Longest event that is read, in bytes of UTF-8. Default 16 MiB. */
  readonly maxEventBytes?: number;
}

/** A reader in the middle of a stream. Owns its state. */
export interface SseReader {
  /** The events that this slice completes. A string is taken as its UTF-8. */
  push(chunk: Uint8Array | string): readonly SseFrame[];
  /** End of input: the last event, also where its blank line is missing. */
  end(): readonly SseFrame[];
  /** An event was longer than allowed. It is lost, nothing after it is read, and this stays true. */
  readonly overflowed: boolean;
  /** Nothing is held: the next byte starts an event. */
  readonly idle: boolean;
}

/** Longest event that is read where no other limit is given, in bytes: 16 MiB. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;

/**
 * Reads server-sent events as the WHATWG standard has them: LF, CR and CRLF, a byte-order mark, comments, data of several
 * lines. Never throws on bad input. Source: https://html.spec.whatwg.org/multipage/server-sent-events.html.
 *
 * @param options the longest event that is read, in bytes; a longer one ends the reading, and `overflowed` shows it
 * @example
 * const reader = createSseReader();
 * for await (const chunk of body) for (const frame of reader.push(chunk)) handle(frame.data);
 * for (const frame of reader.end()) handle(frame.data);
 */
export function createSseReader({ maxEventBytes = MAX_EVENT_BYTES }: SseReaderOptions = {}): SseReader {
  const input = new ByteInput();
  const lines = new FrameReader(maxEventBytes);
  let ended = false;

  return {
    push: (chunk) => (ended || lines.overflowed ? [] : lines.push(input.bytesOf(chunk))),
    end() {
      ended = true;
      return [...lines.push(input.lastBytes()), ...lines.end()];
    },
    get overflowed() {
      return lines.overflowed;
    },
    get idle() {
      return lines.idle && input.isWhole;
    },
  };
}

type Stated = Pick<SseFrame, "id" | "retry">;

/** The events in bytes that follow each other, as what its subclasses make of them. Never given a byte-order mark. */
export abstract class EventReader<T> {
  overflowed = false;
  /** Made for the first line that is cut. */
  private held: ByteStore | undefined = undefined;
  /** The last line ended with a CR, to which an LF may belong. */
  private afterCr = false;
  // The fields of the event that is being read. Most have one line of data.
  private data: string | undefined;
  private more: string[] | undefined;
  private name: string | undefined;
  /** Few events state these. One field for two, as ten thousand live streams count them. */
  private stated: Stated | undefined;
  /** Most events are far below the limit: three bytes for each unit bound their size, and only then bytes are counted. */
  private bound = 0;

  constructor(private readonly maxEventBytes: number) {}

  /** Nothing is held: the next byte starts an event. */
  get idle(): boolean {
    return !this.isCut && this.data === undefined && this.name === undefined && this.stated === undefined;
  }

  /** A line has begun. */
  private get isCut(): boolean {
    return this.held !== undefined && this.held.length > 0;
  }

  push(bytes: Uint8Array): T[] {
    const frames: T[] = [];
    if (this.overflowed || bytes.length === 0) return frames;
    const start = this.afterCr && bytes[0] === LF ? 1 : 0;
    this.afterCr = false;
    const end = endOfLines(bytes);
    if (end > start) {
      this.afterCr = end === bytes.length && bytes[end - 1] === CR;
      // Only the line that was held is copied, with its rest.
      const first = this.isCut ? endOfLine(bytes, start) : start;
      if (first > start) this.readLines(DECODER.decode(this.held?.take(bytes.subarray(start, first))), frames);
      if (end - first >= 2 * RUN) this.readRuns(partOf(bytes, first, end), frames);
      else this.readPart(bytes, first, end, frames);
    }
    const rest = Math.max(start, end);
    if (rest < bytes.length && !this.overflowed) this.hold(bytes, rest);
    return frames;
  }

  /** The last event, also where its blank line is missing. */
  end(): T[] {
    const frames: T[] = [];
    if (this.overflowed) return frames;
    if (this.isCut) this.readLine(DECODER.decode(this.held?.take(NOTHING)), frames);
    this.finish(frames);
    return frames;
  }

  private hold(bytes: Uint8Array, from: number): void {
    this.held ??= new ByteStore();
    if (this.held.length + bytes.length - from > this.maxEventBytes) this.overflow();
    else this.held.add(bytes, from);
  }

  /**
   * Whole lines, long runs of ASCII apart from the others: one character beyond Latin-1 makes a text of two bytes a
   * unit, in which all else is decoded and parsed at half the speed.
   */
  private readRuns(bytes: Uint8Array, frames: T[]): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let from = 0;
    for (let start = 0; bytes.length - start >= RUN && (from > 0 || start < SEARCHED); ) {
      const odd = endOfAscii(view, start);
      const end = odd === bytes.length ? odd : bytes.lastIndexOf(LF, odd) + 1;
      if (end - start >= RUN) {
        this.readPart(bytes, from, start, frames);
        this.readPart(bytes, start, end, frames);
        from = end;
      }
      const next = bytes.indexOf(LF, odd) + 1;
      if (next === 0) break;
      start = next;
    }
    this.readPart(bytes, from, bytes.length, frames);
  }

  private readPart(bytes: Uint8Array, from: number, end: number, frames: T[]): void {
    if (end > from) this.readLines(DECODER.decode(partOf(bytes, from, end)), frames);
  }

  /** `text` consists of whole lines. */
  private readLines(text: string, frames: T[]): void {
    let lf = text.indexOf("\n");
    let cr = text.indexOf("\r");
    for (let start = 0; start < text.length && !this.overflowed; ) {
      if (lf !== -1 && lf < start) lf = text.indexOf("\n", start);
      if (cr !== -1 && cr < start) cr = text.indexOf("\r", start);
      const end = cr === -1 || (lf !== -1 && lf < cr) ? lf : cr;
      const isShort = (end - start) * 3 <= this.maxEventBytes;
      if (end === start) this.finish(frames);
      else if (isShort && text.startsWith("data: ", start)) this.addData(text.slice(start + 6, end));
      else if (isShort && text.startsWith("event: ", start)) this.name = text.slice(start + 7, end);
      else this.readLine(text.slice(start, end), frames);
      start = lf === end + 1 ? end + 2 : end + 1;
    }
  }

  private readLine(line: string, frames: T[]) {
    if (line === "") return this.finish(frames);
    if (line.length * 3 > this.maxEventBytes && ENCODER.encode(line).length > this.maxEventBytes) return this.overflow();
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1);
    // A line that starts with a colon is a comment: its field is "".
    if (field === "data") this.addData(value);
    else if (field === "event") this.name = value;
    else if (field === "id") {
      if (!value.includes("\0")) this.stated = { ...this.stated, id: value };
    } else if (field === "retry") {
      if (/^\d+$/.test(value)) this.stated = { ...this.stated, retry: Number(value) };
    } else this.stray(line);
  }

  /** A line that is no field: readers of events leave it out. */
  protected stray(_line: string): void {}

  protected addData(value: string): void {
    if (this.data === undefined) this.data = value;
    else if (this.more === undefined) this.more = [value];
    else this.more.push(value);
    this.bound += value.length * 3 + 1;
    if (this.bound <= this.maxEventBytes) return;
    // The bytes that there are, in the place of those that there may be.
    this.bound = [this.data, ...(this.more ?? [])].reduce((bytes, value) => bytes + ENCODER.encode(value).length + 1, -1);
    if (this.bound > this.maxEventBytes) this.overflow();
  }

  private finish(frames: T[]): void {
    const { data, more, name, stated } = this;
    this.data = undefined;
    this.more = undefined;
    this.name = undefined;
    this.stated = undefined;
    this.bound = 0;
    if (data === undefined) return;
    frames.push(this.made(more === undefined ? data : [data, ...more].join("\n"), name, stated));
  }

  /** An event, of the fields that the stream stated. */
  protected abstract made(data: string, name: string | undefined, stated: Stated | undefined): T;

  private overflow(): void {
    this.overflowed = true;
    this.held?.take(NOTHING);
    this.data = undefined;
    this.more = undefined;
  }
}

class FrameReader extends EventReader<SseFrame> {
  protected made(data: string, name: string | undefined, stated: Stated | undefined): SseFrame {
    return name === undefined || name === "" ? { ...stated, data } : { ...stated, event: name, data };
  }
}

/** Bytes. Shorter runs do not pay for a call of the decoder. */
const RUN = 512;
/** Bytes that are searched for a first run: a text in Chinese has none. */
const SEARCHED = 4096;

/** A view of its own costs as much as a short text. */
function partOf(bytes: Uint8Array, from: number, end: number): Uint8Array {
  return from === 0 && end === bytes.length ? bytes : bytes.subarray(from, end);
}

/** Index of the first byte from `from` on that is not ASCII. */
function endOfAscii(view: DataView, from: number): number {
  let index = from;
  // Four words at a time.
  for (const last = view.byteLength - 16; index <= last; index += 16) {
    const bits = view.getInt32(index) | view.getInt32(index + 4) | view.getInt32(index + 8) | view.getInt32(index + 12);
    if ((bits & 0x80808080) !== 0) break;
  }
  while (index < view.byteLength && view.getUint8(index) < 0x80) index++;
  return index;
}

/** Index after the first line end from `from` on: there is one. */
function endOfLine(bytes: Uint8Array, from: number): number {
  let index = from;
  while (bytes[index] !== LF && bytes[index] !== CR) index++;
  return bytes[index] === CR && bytes[index + 1] === LF ? index + 2 : index + 1;
}

/** Index after the last line end, 0 when there is none. */
function endOfLines(bytes: Uint8Array): number {
  if (bytes[bytes.length - 1] === LF) return bytes.length;
  const lines = bytes.lastIndexOf(LF) + 1;
  return lines + bytes.subarray(lines).lastIndexOf(CR) + 1;
}
