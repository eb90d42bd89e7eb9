import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfBase64 } from "../../src/model/media.js";

/** The same, character by character. */
function slowly(text: string): number {
  let at = 0;
  while (at < text.length && /[A-Za-z0-9+/_-]/.test(text.charAt(at))) at++;
  return at;
}

/** A length at which the pairs are looked at, and some characters that fill no piece. */
const LONG = (1 << 19) + (1 << 15) + 5;
const long = "QUJD+/-_09az".repeat(Math.ceil(LONG / 12)).slice(0, LONG);

describe("the end of base64", () => {
  it("is where the first character of neither alphabet stands, whatever character that is", () => {
    for (let code = 0; code < 0x180; code++)
      for (const text of [String.fromCharCode(code), `AA${String.fromCharCode(code)}A`]) expect(endOfBase64(text)).toBe(slowly(text));
  });

  it("is found in a long string as it is in a short one, whatever character it is", () => {
    for (let code = 0; code < 0x180; code++) {
      const character = String.fromCharCode(code);
      // The four places of a word, in the first word of a pair and in the second.
      const at = (1 << 15) + (code % 8);
      const expected = /[A-Za-z0-9+/_-]/.test(character) ? LONG : at;
      expect(endOfBase64(long.slice(0, at) + character + long.slice(at + 1))).toBe(expected);
    }
  });

  it("is found wherever it is in a long string", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: LONG - 1 }), fc.constantFrom(0, (1 << 15) - 1, 1 << 15, LONG - 6, LONG - 1)),
        fc.oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 4 }), fc.constantFrom("=", "==", "é", "😀", "\ud83d", "\0", "\n")),
        (at, strange) => {
          const end = slowly(strange);
          const text = long.slice(0, at) + strange + long.slice(at);
          expect(endOfBase64(text)).toBe(end === strange.length ? text.length : at + end);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is the end of the string where nothing else is in it", () => {
    for (const length of [0, 1, (1 << 19) - 1, 1 << 19, LONG]) expect(endOfBase64(long.slice(0, length))).toBe(length);
  });
});
