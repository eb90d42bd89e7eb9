/**
 * Server-sent events, read from bytes cut anywhere. Only whole lines are decoded, so that a character cut in two never
 * shows, and each byte is looked at once, however small the slices are.
 */
import { createByteInput, createByteStore } from "./bytes.js";

/** One event. Fields are absent where the stream did not state them. */
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

const NOTHING = new Uint8Array();
const LF = 0x0a;
const CR = 0x0d;

/**
 * Reads server-sent events as the WHATWG standard has them: LF, CR and CRLF, a byte-order mark, comments, data of several
 * lines. Never throws on bad input.
 *
 * @example
 * const reader = createSseReader();
 * for await (const chunk of body) for (const frame of reader.push(chunk)) handle(frame.data);
 * for (const frame of reader.end()) handle(frame.data);
 */
export function createSseReader({ maxEventBytes = MAX_EVENT_BYTES }: SseReaderOptions = {}): SseReader {
  const input = createByteInput();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const event = createEvent(maxEventBytes);
  const held = createByteStore();
  let afterCr = false;
  let overflowed = false;
  let ended = false;

  function read(bytes: Uint8Array): SseFrame[] {
    const start = afterCr && bytes[0] === LF ? 1 : 0;
    if (bytes.length > 0) afterCr = false;
    const end = endOfLines(bytes);
    const frames: SseFrame[] = [];
    if (end > start) {
      afterCr = end === bytes.length && bytes[end - 1] === CR;
      readLines(decoder.decode(held.take(bytes.subarray(start, end))), frames);
    }
    if (!overflowed) hold(bytes.subarray(Math.max(start, end)));
    return frames;
  }

  function hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (held.length + bytes.length > maxEventBytes) overflow();
    else held.add(bytes);
  }

  /** `text` consists of whole lines. */
  function readLines(text: string, frames: SseFrame[]): void {
    let lf = text.indexOf("\n");
    let cr = text.indexOf("\r");
    for (let start = 0; start < text.length && !overflowed; ) {
      if (lf !== -1 && lf < start) lf = text.indexOf("\n", start);
      if (cr !== -1 && cr < start) cr = text.indexOf("\r", start);
      const end = cr === -1 || (lf !== -1 && lf < cr) ? lf : cr;
      readLine(text.slice(start, end), frames);
      start = end === cr && lf === end + 1 ? end + 2 : end + 1;
    }
  }

  function readLine(line: string, frames: SseFrame[]): void {
    if (line === "") {
      const frame = event.take();
      if (frame !== undefined) frames.push(frame);
    } else if (!event.add(line)) overflow();
  }

  function overflow(): void {
    overflowed = true;
    held.take(NOTHING);
    event.take();
  }

  return {
    push(chunk) {
      return overflowed || ended ? [] : read(input.push(chunk));
    },
    end() {
      if (overflowed || ended) return [];
      const frames = read(input.end());
      ended = true;
      const last = overflowed ? "" : decoder.decode(held.take(NOTHING));
      if (last !== "") readLine(last, frames);
      const frame = event.take();
      if (frame !== undefined) frames.push(frame);
      return frames;
    },
    get overflowed() {
      return overflowed;
    },
    get idle() {
      return held.length === 0 && event.empty && input.idle;
    },
  };
}

/** The fields of the event that is being read. */
function createEvent(maxBytes: number) {
  let lines: string[] = [];
  let name: string | undefined;
  let id: string | undefined;
  let retry: number | undefined;
  // Most events are far below the limit: three bytes for each unit bound their size, and only then bytes are counted.
  let bound = 0;
  let counted = 0;
  let bytes = 0;

  function fits(line: string): boolean {
    return line.length * 3 <= maxBytes || utf8Length(line) <= maxBytes;
  }

  function addData(value: string): boolean {
    lines.push(value);
    bound += value.length * 3 + 1;
    if (bound <= maxBytes) return true;
    for (; counted < lines.length; counted++) bytes += utf8Length(lines[counted] ?? "") + 1;
    return bytes - 1 <= maxBytes;
  }

  function frameOf(data: string): SseFrame {
    const named = name === undefined || name === "" ? { data } : { event: name, data };
    return id === undefined && retry === undefined
      ? named
      : { ...named, ...(id === undefined ? {} : { id }), ...(retry === undefined ? {} : { retry }) };
  }

  return {
    /** False when the event is too long. */
    add(line: string): boolean {
      if (!fits(line)) return false;
      if (line.startsWith("data:")) return addData(line.slice(line.charCodeAt(5) === 0x20 ? 6 : 5));
      const colon = line.indexOf(":");
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? "" : line.slice(line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1);
      // A line that starts with a colon is a comment; its field is "", which no case knows.
      switch (field) {
        case "data":
          return addData(value);
        case "event":
          name = value;
          break;
        case "id":
          if (!value.includes("\0")) id = value;
          break;
        case "retry":
          if (/^\d+$/.test(value)) retry = Number(value);
          break;
      }
      return true;
    },
    /** The event, and a fresh start. None without data. */
    take(): SseFrame | undefined {
      const [data] = lines;
      const frame = data === undefined ? undefined : frameOf(lines.length === 1 ? data : lines.join("\n"));
      if (lines.length > 0) lines = [];
      name = undefined;
      id = undefined;
      retry = undefined;
      bound = 0;
      counted = 0;
      bytes = 0;
      return frame;
    },
    get empty() {
      return lines.length === 0 && name === undefined && id === undefined && retry === undefined;
    },
  };
}

/** Index after the last line end, 0 when there is none. */
function endOfLines(bytes: Uint8Array): number {
  let index = bytes.length;
  while (index > 0 && bytes[index - 1] !== LF && bytes[index - 1] !== CR) index--;
  return index;
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // Two units of a surrogate pair make four bytes: two each.
    if (unit > 0x7f) length += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return length;
}
