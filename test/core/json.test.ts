import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { asJson, type Json, MAX_NODES, sameJson } from "../../src/core/json.js";
import { jsonFault } from "../../src/core/json-text.js";
import { seed } from "../support/runs.js";

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const loop: unknown[] = [];
loop.push({ loop });

test.each([
  [{ a: () => 1 }, ["a"], "a function"],
  [[1n], [0], "a bigint"],
  [[Number.NaN], [0], "the number NaN"],
  [[undefined], [0], "undefined"],
  [[new Array(1)], [0, 0], "a hole in an array"],
  [{ a: new Date(0) }, ["a"], "an instance of a class"],
  [loop, [0, "loop"], "a reference to one of its own parents"],
] as const)("%o is no plain JSON", (value, path, received) => {
  const read = asJson(value);
  expect(read.issues).toMatchObject([{ code: "validation.json", path, received }]);
});

test("a member that throws when it is read is none", () => {
  const value = {
    get a() {
      throw new Error("no");
    },
  };
  expect(asJson(value).issues).toMatchObject([
    { code: "validation.json", path: ["a"], received: "a property that throws when it is read" },
  ]);
});

test("what is too deep or too large is refused, and all else is given back itself", () => {
  expect(asJson(nested(256)).ok).toBe(true);
  expect(asJson(nested(257)).issues).toMatchObject([{ code: "validation.json", path: Array.from({ length: 8 }, () => 0) }]);
  const many = Array.from({ length: 1001 }, () => Array.from({ length: 999 }, () => []));
  expect(many.flat(2).length + many.flat().length + many.length + 1).toBeGreaterThan(MAX_NODES);
  expect(asJson(many).ok).toBe(false);
  for (const value of [null, true, "x", 1.5, [], {}, { a: undefined }, Object.create(null)])
    expect(asJson(value)).toMatchObject({ ok: true, value });
});

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
      { seed },
    );
  });
});

it.each<readonly [Json | undefined, Json | undefined, boolean]>([
  [1, 1, true],
  [1, "1", false],
  [undefined, undefined, true],
  [null, undefined, false],
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  [{}, [], false],
  [{}, null, false],
])("%j and %j are the same JSON: %s", (left, right, same) => {
  expect(sameJson(left, right)).toBe(same);
});
