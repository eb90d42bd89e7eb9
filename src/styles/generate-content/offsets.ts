/** Offsets in UTF-8 bytes, as this wire counts, and in UTF-16 units, as everything else does. */

const ASCII = /^[\0-\x7f]*$/;

/** UTF-16 offset of a UTF-8 byte offset; an offset inside a character counts as its start. */
export function unitsOf(text: string, bytes: number): number {
  if (bytes <= 0) return 0;
  if (ASCII.test(text)) return Math.min(bytes, text.length);
  let seen = 0;
  let units = 0;
  for (const char of text) {
    seen += widthOf(char);
    if (seen > bytes) return units;
    units += char.length;
  }
  return units;
}

export function bytesOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let bytes = 0;
  for (const char of text) bytes += widthOf(char);
  return bytes;
}

function widthOf(char: string): number {
  const point = char.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
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
