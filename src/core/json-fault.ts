/**
 * Where a text stops being JSON. Engines word their parse errors differently and some give no position, so the place is
 * found again here, and only after `JSON.parse` has refused the text.
 */

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

type Expected = "value" | "value or ]" | "key or }" | "key" | "colon" | "comma or end";

/** The offset of the first character that cannot stand where it stands; the length of the text when it just ends. */
function faultOffset(text: string): number {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const char = text.charAt(at);
    let next: number | undefined;
    if (expected === "comma or end") {
      const inside = open.at(-1);
      if (inside === undefined) return at;
      if (char === ",") expected = inside === "{" ? "key" : "value";
      else if (char === (inside === "{" ? "}" : "]")) open.pop();
      else return at;
      next = at + 1;
    } else if (expected === "colon") {
      if (char !== ":") return at;
      expected = "value";
      next = at + 1;
    } else if (expected === "key" || expected === "key or }") {
      if (char === "}" && expected === "key or }") {
        open.pop();
        expected = "comma or end";
        next = at + 1;
      } else {
        next = char === '"' ? skipString(text, at) : at;
        if (next < 0 || next === at) return next < 0 ? -next : at;
        expected = "colon";
      }
    } else if (char === "{" || char === "[") {
      open.push(char);
      expected = char === "{" ? "key or }" : "value or ]";
      next = at + 1;
    } else if (char === "]" && expected === "value or ]") {
      open.pop();
      expected = "comma or end";
      next = at + 1;
    } else {
      next = char === '"' ? skipString(text, at) : skipScalar(text, at);
      if (next < 0 || next === at) return next < 0 ? -next : at;
      expected = "comma or end";
    }
    at = skipSpace(text, next);
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(text.charAt(at))) at++;
  return at;
}

/** Behind the closing quote; the negated offset of the fault where the string is broken. */
function skipString(text: string, from: number): number {
  for (let at = from + 1; ; ) {
    const char = text.charAt(at);
    if (char === '"') return at + 1;
    if (char === "\\") {
      const escaped = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6));
      if (escaped === null) return -at;
      at += escaped[0].length;
    } else if (char < " ") return -at;
    else at++;
  }
}

function skipScalar(text: string, from: number): number {
  const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
  scalar.lastIndex = from;
  return scalar.test(text) ? scalar.lastIndex : from;
}
