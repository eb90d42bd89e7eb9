import { expect, test } from "vitest";
import { asJson, MAX_NODES } from "../../src/core/json.js";

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
