/** JSON as text: the characters that frame it, its values as they are written, and where it stops being JSON. */
import { attempt, type Json } from "./json.js";

/** Line and column count from 1. */
export function jsonFault(text: string) {
  const offset = faultOffset(text);
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { offset, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The offset of the first character that cannot stand where it stands; the length of the text when it just ends. */
function faultOffset(text: string): number {
  /** What closes each object and list that is open. */
  const open: string[] = [];
  let expected: "value" | "key" | ":" | "," = "value";
  let isFirst = false;
  let at = behind(/[ \t\r\n]*/y, text, 0);
  while (at < text.length) {
    const char = text.charAt(at);
    const close = open.at(-1);
    const mayEnd = isFirst || expected === ",";
    let end = at + 1;
    isFirst = expected === "value" && (char === "{" || char === "[");
    if (isFirst) {
      open.push(char === "{" ? "}" : "]");
      expected = char === "{" ? "key" : "value";
    } else if (mayEnd && char === close) {
      open.pop();
      expected = ",";
    } else if (char === expected && close !== undefined) expected = char === "," && close === "}" ? "key" : "value";
    else if (char === '"' && (expected === "key" || expected === "value")) {
      end = endOfString(text, at);
      if (text.charAt(end) !== char) return end;
      end++;
      expected = expected === "key" ? ":" : ",";
    } else {
      end = expected === "value" ? behind(/(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y, text, at) : at;
      if (end === at) return at;
      expected = ",";
    }
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
const CLOSE_BRACE = 0x7d;

/** White space between the tokens of JSON. */
export function isJsonSpace(code: number | undefined): boolean {
  return code === SPACE || code === LF || code === CR || code === TAB;
}

/** What follows cuts JSON text into its values and writes none anew, so that numbers and texts stay as a model wrote them. */
export const WHITE_SPACE: ReadonlySet<string> = new Set([" ", "\t", "\n", "\r"]);
const BETWEEN: ReadonlySet<string> = new Set([...WHITE_SPACE, ",", ":"]);

/** Looks for the end of one value, by the codes of its characters or by its bytes. */
export class ValueScan {
  isOver = false;
  private depth: number;
  private inString: boolean;
  private escaped = false;
  /** A number or a word, which ends before the character that is no more of it. */
  private readonly isBare: boolean;

  constructor(first: number) {
    this.depth = first === OPEN_BRACE || first === OPEN_BRACKET ? 1 : 0;
    this.inString = first === QUOTE;
    this.isBare = this.depth === 0 && !this.inString;
  }

  /** The index after the last character of the value that stands in the piece. */
  end(piece: string, from: number): number {
    for (let index = from; index < piece.length; index++) {
      const isInside = this.take(piece.charCodeAt(index));
      if (this.isOver) return isInside ? index + 1 : index;
    }
    return piece.length;
  }

  /** Takes the next one. False where that is no more of the value. */
  take(code: number): boolean {
    if (this.isBare) {
      this.isOver = code === CLOSE_BRACE || code === CLOSE_BRACKET || code === COMMA || code === COLON || isJsonSpace(code);
      return !this.isOver;
    }
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (code === BACKSLASH) this.escaped = true;
      else if (code === QUOTE) this.inString = false;
    } else if (code === QUOTE) this.inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) this.depth--;
    this.isOver = !this.inString && this.depth === 0;
    return true;
  }
}

/** The value that a text of JSON is; undefined for what is none, for no JSON means that. */
export function valueIn(text: string): Json | undefined {
  return attempt<string, Json>(JSON.parse, text);
}

/** The same, or the very text. */
export function valueOrText(text: string): Json {
  const value = valueIn(text);
  return value === undefined ? text : value;
}

export function isJson(text: string): boolean {
  return valueIn(text) !== undefined;
}

/** The text that a string of JSON is; undefined for other values, and for what is none. */
export function stringIn(text: string): string | undefined {
  const value = text.startsWith('"') ? valueIn(text) : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The values in the text of an object or a list, as they are written; in an object each behind its name. */
export function valuesIn(text: string): readonly string[] {
  const values: string[] = [];
  for (let at = 1; at < text.length - 1; ) {
    const first = text.charAt(at);
    if (BETWEEN.has(first)) {
      at++;
      continue;
    }
    const end = new ValueScan(text.charCodeAt(at)).end(text, at + 1);
    values.push(text.slice(at, end));
    at = end;
  }
  return values;
}

/** The members of the text of an object; undefined for other values. */
export function membersIn(text: string): readonly (readonly [name: string, value: string])[] | undefined {
  if (!text.startsWith("{")) return undefined;
  const values = valuesIn(text);
  return values.flatMap((value, index) => (index % 2 === 0 ? [] : [[stringIn(values[index - 1] ?? "") ?? "", value] as const]));
}
