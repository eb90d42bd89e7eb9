/** Offsets in UTF-8 bytes, as this wire counts, and in UTF-16 units, as everything else does. */

const ASCII = /^[\0-\x7f]*$/;

export function bytesOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let bytes = 0;
  for (const char of text) bytes += widthOf(char);
  return bytes;
}

/** @param char one character, which is a pair of units beyond U+FFFF */
function widthOf(char: string): number {
  return char < "\x80" ? 1 : char < "\u0800" ? 2 : char.length === 1 ? 3 : 4;
}

/** An offset inside a character counts as its start. */
function unitsOf(text: string, bytes: number): number {
  let seen = 0;
  let units = 0;
  for (const char of text) {
    seen += widthOf(char);
    if (seen > bytes) return units;
    units += char.length;
  }
  return units;
}

/** Offsets within one text, which is looked at once. */
export interface Offsets {
  /** UTF-16 offset of a UTF-8 byte offset. */
  units(bytes: number): number;
  /** Whether a byte offset lies in the text and between two of its characters. */
  isExact(bytes: number): boolean;
}

export function createOffsets(text: string): Offsets {
  const ascii = ASCII.test(text);
  const units = (bytes: number) => (ascii ? Math.max(0, Math.min(bytes, text.length)) : unitsOf(text, bytes));
  return {
    units,
    isExact: (bytes) => (ascii ? bytes >= 0 && bytes <= text.length : bytesOf(text.slice(0, units(bytes))) === bytes),
  };
}
