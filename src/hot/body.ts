/**
 * The body of a JSON string that may be copied from one document into another as it stands: its escapes are those that
 * `JSON.stringify` writes, and its bytes are UTF-8. Anything else goes the ordinary way, which decodes and prints it anew.
 */

/** What {@link scanBody} found. A number, because this runs for each event: the offset of the closing quote in `end`. */
export interface Body {
  end: number;
  /** UTF-16 units of the text. */
  units: number;
}

/** True when the body from `start` to its closing quote may be copied. Empty text means nothing and is no such body. */
export function scanBody(bytes: Uint8Array, start: number, limit: number, body: Body): boolean {
  let at = start;
  let units = 0;
  while (at < limit) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) {
      body.end = at;
      body.units = units;
      return units > 0;
    }
    if (byte >= 0x20 && byte < 0x80 && byte !== 0x5c) {
      at++;
      units++;
      continue;
    }
    const length = byte === 0x5c ? escapeLength(bytes, at) : byte >= 0x80 ? sequenceLength(bytes, at, limit) : 0;
    if (length === 0) return false;
    at += length;
    units += length === 4 ? 2 : 1;
  }
  return false;
}

/** 2 or 6; 0 for an escape that `JSON.stringify` would not write. */
function escapeLength(bytes: Uint8Array, at: number): number {
  switch (bytes[at + 1]) {
    case 0x22:
    case 0x5c:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return 2;
    case 0x75:
      return isControlEscape(bytes, at) ? 6 : 0;
    default:
      return 0;
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

/** 2, 3 or 4 bytes of one character; 0 for what is no UTF-8. */
function sequenceLength(bytes: Uint8Array, at: number, limit: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  if (length === 0 || at + length > limit) return 0;
  const second = bytes[at + 1] ?? 0;
  // Overlong forms, surrogates and what lies beyond Unicode are told by the second byte.
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let next = 2; next < length; next++) {
    const byte = bytes[at + next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  return length;
}
