import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFault } from "../../src/core/json-text.js";

describe("the place where a text stops being JSON", () => {
  const places: Record<string, readonly [line: number, column: number]> = {
    "": [1, 1],
    "{": [1, 2],
    '{"a":1,}': [1, 8],
    '{"a" 1}': [1, 6],
    "[1,]": [1, 4],
    "[1 2]": [1, 4],
    '{"a":\n  tru}': [2, 3],
    '["a\\x"]': [1, 4],
    '["unclosed': [1, 11],
    '["line\nbreak"]': [1, 7],
    "1 1": [1, 3],
    "{]": [1, 2],
    "01": [1, 2],
    '{"a":1}}': [1, 8],
    "[[],{},x]": [1, 8],
  };
  for (const [text, [line, column]] of Object.entries(places))
    it(`is ${line}:${column} in ${JSON.stringify(text)}`, () => expect(jsonFault(text)).toMatchObject({ line, column }));

  it("is the start of the token in which the engine stops, and what stands before it makes sense", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom("", "x", '"', "}", "]", ",", "\\"), (json, where, junk) => {
        const at = where % (json.length + 1);
        const text = json.slice(0, at) + junk + json.slice(at + 1);
        let reported: string | undefined;
        try {
          JSON.parse(text);
          return;
        } catch (error) {
          reported = /position (\d+)/.exec(String(error))?.[1];
        }
        const { offset } = jsonFault(text);
        if (reported !== undefined) expect(text.slice(offset, Number(reported))).toMatch(/^\\?[\w.+-]*$/);
        expect(jsonFault(text.slice(0, offset)).offset).toBe(offset);
      }),
    );
  });
});
