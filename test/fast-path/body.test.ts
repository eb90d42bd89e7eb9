import { describe, expect, test } from "vitest";
import { REFUSED, rewritten, scanBody, UNFINISHED } from "../../src/fast-path/pattern.js";
import { expectEqual } from "../support/verdict.js";

const ENCODER = new TextEncoder();
const bytesOf = (text: string) => ENCODER.encode(text);

/** The slow way to say the same: what is decoded and printed anew is what stood there. */
function mayBeCopied(body: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    const value: unknown = JSON.parse(`"${text}"`);
    return JSON.stringify(value) === `"${text}"`;
  } catch {
    return false;
  }
}

/** Both ways agree on the body, closed by a quote. */
function agree(body: readonly number[]): boolean {
  const found = scanBody(Uint8Array.from([...body, 0x22]), 0);
  return found === (mayBeCopied(Uint8Array.from(body)) ? body.length : REFUSED);
}
const ALL = Array.from({ length: 256 }, (_, byte) => byte);
const HEX = "0123456789abcdefABCDEFg";

describe("the body of a string may be copied", () => {
  test("whatever single byte it is", () => {
    // A quote closes the body, and what is cut off is not known yet.
    for (const byte of ALL)
      if (byte !== 0x22 && byte !== 0x5c && (byte < 0xc2 || byte > 0xf4)) expectEqual([byte, agree([byte])], [byte, true]);
  });

  test("whatever two, three and four bytes a character is made of", () => {
    for (const lead of ALL.slice(0x80))
      for (const second of ALL.filter((byte) => byte !== 0x22))
        for (const rest of [[], [0x80], [0x80, 0xbf], [0x80, 0x41], [0x41, 0x80]])
          if (rest.length === (lead < 0xe0 ? 0 : lead < 0xf0 ? 1 : 2))
            expectEqual([lead, second, rest, agree([lead, second, ...rest])], [lead, second, rest, true]);
  });

  test("whatever stands behind a backslash", () => {
    for (const byte of ALL) if (byte !== 0x75) expectEqual([byte, agree([0x5c, byte])], [byte, true]);
  });

  test("but for numbers of characters, which are printed anew", () => {
    for (const high of HEX)
      for (const low of HEX)
        for (const head of ["00", "01", "20", "d8"])
          expectEqual([head, high, low, scanBody(bytesOf(`\\u${head}${high}${low}"`), 0)], [head, high, low, REFUSED]);
  });

  test("printed anew, if it has escapes that another printer writes", () => {
    for (const body of [
      "\\u003c",
      "\\u003C",
      "\\/",
      "\\u000A",
      "\\u0022",
      "\\u005c",
      "\\u00e9",
      "\\uD83D\\uDE80",
      "\\u2028",
      "\\u001b",
      "é\\n\\u007f",
    ]) {
      const bytes = bytesOf(`${body}"`);
      expect(scanBody(bytes, 0)).toBe(REFUSED);
      expect(scanBody(bytes, 0, true)).toBe(bytes.length - 1);
      expect(rewritten(bytesOf(body))).toEqual(bytesOf(JSON.stringify(JSON.parse(`"${body}"`)).slice(1, -1)));
    }
    for (const body of ["\\x", "\n"]) expect(scanBody(bytesOf(`${body}"`), 0, true)).toBe(REFUSED);
    for (const body of ["\\ud83d", "\\ude80", "\\ud83dx", "\\u00g0", "\\u 041", '\\u00"0'])
      expect(rewritten(bytesOf(body))).toBeUndefined();
  });

  test("from where it starts to where it closes", () => {
    expect(scanBody(bytesOf('xa😀é\\n"y'), 1)).toBe(10);
    expect(scanBody(bytesOf('"'), 0)).toBe(0);
  });
});

test.each([
  ['aé漢😀\\nb"', false],
  ['aé漢😀\\n\\u001fb"', true],
])("a body that is cut off anywhere is not known yet: %s", (text, anew) => {
  const body = bytesOf(text);
  for (let end = 0; end < body.length; end++) expect(scanBody(body.subarray(0, end), 0, anew)).toBe(UNFINISHED);
});
