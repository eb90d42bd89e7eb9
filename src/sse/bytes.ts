/**
 * The input of the readers: slices of bytes or text as one sequence of bytes, and a store for what is not complete yet.
 *
 * These, the readers and the machines of a stream are classes, not closures: a server holds thousands of live streams,
 * and methods that are shared take a quarter of the memory that a function of each object's own takes.
 */

/** Bytes that are held until the rest comes. Grows by doubling, so that 10 000 slices of one line are not copied 10 000 times. */
export class ByteStore {
  length = 0;
  private buffer: Uint8Array = NOTHING;

  /** Copies: the caller may use its buffer again. */
  add(bytes: Uint8Array, start = 0, end = bytes.length): void {
    if (this.length + end - start > this.buffer.length) this.grow(this.length + end - start);
    this.length = copyBytes(this.buffer, this.length, bytes, start, end);
  }

  private grow(needed: number): void {
    const grown = new Uint8Array(Math.max(256, this.buffer.length * 2, needed));
    grown.set(this.buffer.subarray(0, this.length));
    this.buffer = grown;
  }

  /** All that is held and these bytes, as one array that is valid until the next `add`; nothing is held afterwards. */
  take(bytes: Uint8Array): Uint8Array {
    if (this.length === 0) return bytes;
    this.add(bytes);
    const whole = this.buffer.subarray(0, this.length);
    this.length = 0;
    // One long line must not keep its memory for the rest of the stream.
    if (this.buffer.length > KEPT) this.buffer = NOTHING;
    return whole;
  }
}

/**
 * What is copied mostly is short, and a call of `set` costs as much as forty bytes.
 * @returns the offset behind it
 */
export function copyBytes(target: Uint8Array, to: number, source: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length > 48) target.set(source.subarray(start, end), to);
  else for (let offset = 0; offset < length; offset++) target[to + offset] = source[start + offset] ?? 0;
  return to + length;
}

/** Bytes that share no memory with other threads, as bodies must be. */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

/** Whether it is a Uint8Array, of whatever realm: a view of another kind has no bytes where they are looked for. */
export function isBytes(value: unknown): value is Uint8Array {
  // Asked by name it costs four times as much, and every slice is asked.
  return ArrayBuffer.isView(value) && (value instanceof Uint8Array || Reflect.get(value, Symbol.toStringTag) === "Uint8Array");
}

const BOM = [0xef, 0xbb, 0xbf] as const;
export const NOTHING = new Uint8Array();
const KEPT = 2048;
export const ENCODER = new TextEncoder();
export const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Slices as bytes. A surrogate pair cut between two strings is joined, a half alone becomes U+FFFD; a byte-order mark at
 * the very start is skipped.
 */
export class ByteInput {
  private half = "";
  /** How many bytes of a mark were seen; -1 once the start is over. */
  private mark = 0;

  bytesOf(chunk: Uint8Array | string): Uint8Array {
    // Nearly every slice: nothing is held of those before it.
    if (this.mark === -1 && this.half === "" && chunk instanceof Uint8Array) return chunk;
    const bytes = this.encode(chunk);
    return this.mark === -1 ? bytes : this.withoutMark(bytes);
  }

  /** What was held back. */
  lastBytes(): Uint8Array {
    const rest = this.half === "" ? NOTHING : ENCODER.encode(this.half);
    this.half = "";
    const bytes = this.withoutMark(rest);
    // The beginning of a mark and nothing else holds nothing to read.
    this.mark = -1;
    return bytes;
  }

  get isWhole(): boolean {
    return this.half === "" && this.mark <= 0;
  }

  private encode(chunk: Uint8Array | string): Uint8Array {
    if (typeof chunk !== "string") {
      if (!isBytes(chunk)) throw new TypeError("A slice is a Uint8Array or a string.");
      if (this.half === "" || chunk.length === 0) return chunk;
      const first = ENCODER.encode(this.half);
      this.half = "";
      return joined([first, chunk]);
    }
    const text = this.half + chunk;
    const last = text.charCodeAt(text.length - 1);
    this.half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : "";
    return ENCODER.encode(this.half === "" ? text : text.slice(0, -1));
  }

  private withoutMark(bytes: Uint8Array): Uint8Array {
    if (this.mark === -1) return bytes;
    // What was seen of a mark stands before the rest again.
    const start = this.mark === 0 ? bytes : joined([BOM.slice(0, this.mark), bytes]);
    let seen = 0;
    while (seen < BOM.length && start[seen] === BOM[seen]) seen++;
    const isKnown = seen === BOM.length || seen < start.length;
    this.mark = isKnown ? -1 : seen;
    if (!isKnown) return NOTHING;
    return seen === BOM.length ? start.subarray(seen) : start;
  }
}

/** The pieces as one. */
export function joined(pieces: readonly ArrayLike<number>[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Server-sent events, written. */

/**
 * One frame with its blank line. `data` of several lines becomes several `data:` lines, which readers join again. Source:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html.
 *
 * @example
 * writeFrame({ event: "ping", data: "{}" }); // "event: ping\ndata: {}\n\n"
 */
export function writeFrame({ event, data }: { readonly event?: string | undefined; readonly data: string }): string {
  const name = event !== undefined && hasLineEnd(event) ? event.replace(/[\r\n]+/g, " ") : event;
  return writeLine(name, hasLineEnd(data) ? data.split(/\r\n|\r|\n/).join("\ndata: ") : data);
}

/**
 * {@link writeFrame} where nothing has a line end, as JSON that was just printed and names of one's own have none: the search
 * takes half as long as the print.
 */
export function writeLine(event: string | undefined, data: string): string {
  return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`;
}

/**
 * {@link writeFrame} as UTF-8, the encoding of https://html.spec.whatwg.org/multipage/server-sent-events.html.
 * @example
 * writeFrameBytes({ data: "[DONE]" }).length; // 14
 */
export function writeFrameBytes(frame: { readonly event?: string | undefined; readonly data: string }): Uint8Array {
  return ENCODER.encode(writeFrame(frame));
}

/** A search for a character takes a tenth of what an expression does. */
function hasLineEnd(text: string): boolean {
  return text.includes("\n") || text.includes("\r");
}
