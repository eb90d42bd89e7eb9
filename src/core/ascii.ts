/** Bytes, and UTF-16 units, of the characters that frame JSON and server-sent events. */

const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const HYPHEN = 0x2d;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const UNDERSCORE = 0x5f;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** White space between the tokens of JSON. */
export function isJsonSpace(code: number | undefined): boolean {
  return code === SPACE || code === LF || code === CR || code === TAB;
}
