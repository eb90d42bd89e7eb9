/**
 * The body of a JSON string that may be copied from one document into another as it stands: its escapes are those that
 * `JSON.stringify` writes, and its bytes are UTF-8. Anything else goes the ordinary way, which decodes and prints it anew.
 */

/** It is no such text, or no such event. */
export const REFUSED = -1;
/** The bytes end before that is known. */
export const UNFINISHED = -2;

/** The offset of the closing quote of a body that may be copied, {@link REFUSED}, or {@link UNFINISHED}. */
export function scanBody(bytes: Uint8Array, start: number): number {
  const limit = bytes.length;
  let at = start;
  while (at < limit) {
    const kind = KINDS[bytes[at] ?? 0] ?? 0;
    if (kind === PLAIN) {
      at++;
      continue;
    }
    if (kind === CLOSING) return at;
    if (kind === CONTROL) return REFUSED;
    const length = kind === ESCAPE ? escapeLength(bytes, at) : sequenceLength(bytes, at);
    if (length < 0) return length;
    at += length;
  }
  return UNFINISHED;
}

const PLAIN = 0;
const CLOSING = 1;
const CONTROL = 2;
const ESCAPE = 3;
const WIDE = 4;

/** What a byte is inside a JSON string. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x22) return CLOSING;
  if (byte === 0x5c) return ESCAPE;
  if (byte < 0x20) return CONTROL;
  return byte < 0x80 ? PLAIN : WIDE;
});

/** 2 or 6 for an escape that `JSON.stringify` would write. */
function escapeLength(bytes: Uint8Array, at: number): number {
  switch (bytes[at + 1]) {
    case undefined:
      return UNFINISHED;
    case 0x22:
    case 0x5c:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return 2;
    case 0x75:
      if (at + 6 > bytes.length) return UNFINISHED;
      return isControlEscape(bytes, at) ? 6 : REFUSED;
    default:
      return REFUSED;
  }
}

/** `\u0000` to `\u001f` in lower case, but for those that have a letter of their own. */
function isControlEscape(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 2] !== 0x30 || bytes[at + 3] !== 0x30) return false;
  const high = bytes[at + 4];
  const low = bytes[at + 5] ?? 0;
  const digit = low >= 0x30 && low <= 0x39 ? low - 0x30 : low >= 0x61 && low <= 0x66 ? low - 0x57 : -1;
  if (digit === -1) return false;
  return high === 0x31 || (high === 0x30 && digit !== 8 && digit !== 9 && digit !== 10 && digit !== 12 && digit !== 13);
}

/** 2, 3 or 4 bytes of one character. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  if (length === 0) return REFUSED;
  if (at + length > bytes.length) return UNFINISHED;
  const second = bytes[at + 1] ?? 0;
  // Overlong forms, surrogates and what lies beyond Unicode are told by the second byte.
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return REFUSED;
  for (let next = 2; next < length; next++) {
    const byte = bytes[at + next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return REFUSED;
  }
  return length;
}
