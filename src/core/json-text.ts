/** JSON as text: the characters that frame it, where it stops being JSON, and whether it would be printed again as it stands. */
import { isJsonArray, type Json } from "./json.js";

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

/**
 * Compares lengths. All that a text can have beyond what is printed makes it longer (white space, repeated keys, digits that
 * mean nothing), and what could make it shorter, or other at the same length, is left to the printer.
 *
 * @param value what `JSON.parse` gave for the text
 * @returns true only for what is printed so; false where only printing can show it
 */
export function isAsPrinted(json: string, value: Json): boolean {
  const count = { length: 0, numbers: 0 };
  if (!measure(value, count)) return false;
  return (
    count.length + shortEscapes(json) === json.length &&
    // An exponent is shorter than what it stands for.
    (count.numbers === 0 || !/\d[eE]/.test(json)) &&
    // Half a character is printed as an escape.
    json.isWellFormed()
  );
}

interface Count {
  /** Of the text, escapes counted as the one character that they stand for. */
  length: number;
  numbers: number;
}

/** False where the same length may be another text. */
function measure(value: Json, count: Count): boolean {
  if (typeof value === "string") count.length += value.length + 2;
  else if (typeof value === "number") {
    count.numbers++;
    const printed = String(value);
    count.length += printed.length;
    // Of so few digits each decimal is a number of its own.
    return Number.isInteger(value) ? Number.isSafeInteger(value) : printed.length <= 16 && !printed.includes("e");
  } else if (isJsonArray(value)) {
    count.length += Math.max(2, value.length + 1);
    for (const item of value) if (!measure(item, count)) return false;
  } else if (typeof value === "object" && value !== null) {
    const before = count.length;
    for (const key in value) {
      const member = value[key];
      // Keys that are whole numbers move to the front.
      if (member === undefined || /^\d/.test(key)) return false;
      count.length += key.length + 4;
      if (!measure(member, count)) return false;
    }
    count.length += count.length === before ? 2 : 1;
  } else count.length += value === false ? 5 : 4;
  return true;
}

/** How many escapes a text has, when each is of the short kind that is printed so; NaN when one is not. */
function shortEscapes(json: string): number {
  let escapes = 0;
  for (let at = json.indexOf("\\"); at !== -1; at = json.indexOf("\\", at + 2)) {
    if (!'"\\bfnrt'.includes(json.charAt(at + 1))) return Number.NaN;
    escapes++;
  }
  return escapes;
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
