/**
 * The door of the readers: slices of bytes or text as one sequence of bytes, and a store for what is not complete yet.
 */

/** Bytes that are held until the rest comes. Grows by doubling, so that 10 000 slices of one line are not copied 10 000 times. */
export interface ByteStore {
  /** Copies: the caller may use its buffer again. */
  add(bytes: Uint8Array): void;
  /** All that is held and these bytes, as one array that is valid until the next `add`; nothing is held afterwards. */
  take(bytes: Uint8Array): Uint8Array;
  readonly length: number;
}

export function createByteStore(): ByteStore {
  let buffer: Uint8Array = NOTHING;
  let length = 0;
  function add(bytes: Uint8Array): void {
    if (length + bytes.length > buffer.length) {
      const grown = new Uint8Array(Math.max(256, buffer.length * 2, length + bytes.length));
      grown.set(buffer.subarray(0, length));
      buffer = grown;
    }
    buffer.set(bytes, length);
    length += bytes.length;
  }
  return {
    add,
    take(bytes) {
      if (length === 0) return bytes;
      add(bytes);
      const whole = buffer.subarray(0, length);
      length = 0;
      // One long line must not keep its memory for the rest of the stream.
      if (buffer.length > KEPT) buffer = NOTHING;
      return whole;
    },
    get length() {
      return length;
    },
  };
}

/**
 * Slices as bytes. A surrogate pair cut between two strings is joined, a half alone becomes U+FFFD; a byte-order mark at
 * the very start is skipped.
 */
export interface ByteInput {
  push(chunk: Uint8Array | string): Uint8Array;
  /** What was held back. */
  end(): Uint8Array;
  readonly idle: boolean;
}

const BOM = [0xef, 0xbb, 0xbf] as const;
const NOTHING = new Uint8Array();
const KEPT = 65_536;

export function createByteInput(): ByteInput {
  const encoder = new TextEncoder();
  let half = "";
  /** How many bytes of a mark were seen; -1 once the start is over. */
  let mark = 0;

  function encode(chunk: Uint8Array | string): Uint8Array {
    if (typeof chunk !== "string") {
      if (!ArrayBuffer.isView(chunk)) throw new TypeError("A slice of a stream is a Uint8Array or a string.");
      if (half === "" || chunk.length === 0) return chunk;
      const first = encoder.encode(half);
      half = "";
      const bytes = new Uint8Array(first.length + chunk.length);
      bytes.set(first);
      bytes.set(chunk, first.length);
      return bytes;
    }
    const text = half + chunk;
    const last = text.charCodeAt(text.length - 1);
    half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : "";
    return encoder.encode(half === "" ? text : text.slice(0, -1));
  }

  function withoutMark(bytes: Uint8Array): Uint8Array {
    if (mark === -1) return bytes;
    for (let index = 0; index < bytes.length; index++) {
      if (bytes[index] === BOM[mark]) {
        if (++mark < BOM.length) continue;
        mark = -1;
        return bytes.subarray(index + 1);
      }
      // No mark after all: the bytes that looked like one stand before the rest.
      const looked = BOM.slice(0, mark);
      mark = -1;
      const rest = bytes.subarray(index);
      return looked.length === 0 ? rest : Uint8Array.of(...looked, ...rest);
    }
    return NOTHING;
  }

  return {
    push: (chunk) => withoutMark(encode(chunk)),
    end() {
      const rest = half === "" ? NOTHING : encoder.encode(half);
      half = "";
      const bytes = withoutMark(rest);
      if (mark <= 0) return bytes;
      const looked = Uint8Array.from(BOM.slice(0, mark));
      mark = -1;
      return looked;
    },
    get idle() {
      return half === "" && mark <= 0;
    },
  };
}
