/** JSON as text: the characters that frame it, and where it stops being JSON. */

/** Line and column count from 1. */
export interface Fault {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export function jsonFault(text: string): Fault {
  const offset = faultOffset(text);
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { offset, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The offset of the first character that cannot stand where it stands; the length of the text when it just ends. */
function faultOffset(text: string): number {
  const open: string[] = [];
  let expected: "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end" = "value";
  let at = behind(/[ \t\r\n]*/y, text, 0);
  while (at < text.length) {
    const char = text.charAt(at);
    const inside = open.at(-1);
    const isKey: boolean = expected === "key" || expected === "key or end";
    const isValue = expected === "value" || expected === "value or end";
    let end = at + 1;
    if (isValue && (char === "{" || char === "[")) {
      open.push(char);
      expected = char === "{" ? "key or end" : "value or end";
    } else if (expected.endsWith("end") && inside !== undefined && char === (inside === "{" ? "}" : "]")) {
      open.pop();
      expected = "comma or end";
    } else if (expected === "comma or end" && inside !== undefined && char === ",") expected = inside === "{" ? "key" : "value";
    else if (expected === "colon" && char === ":") expected = "value";
    else if (isKey || isValue) {
      end =
        char === '"'
          ? endOfString(text, at)
          : isKey
            ? at
            : behind(/(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y, text, at);
      if (char === '"' && text.charAt(end) !== char) return end;
      if (end === at) return at;
      if (char === '"') end++;
      expected = isKey ? "colon" : "comma or end";
    } else return at;
    at = behind(/[ \t\r\n]*/y, text, end);
  }
  return text.length;
}

/** Of the closing quote, or of what breaks the string. */
function endOfString(text: string, from: number): number {
  let at = from;
  let next = from + 1;
  while (next !== at) {
    at = behind(/[ !#-[\]-\uffff]*/y, text, next);
    next = behind(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y, text, at);
  }
  return at;
}

/** Where the match ends that starts here; here, where there is none. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

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
