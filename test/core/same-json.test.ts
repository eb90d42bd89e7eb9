import { expect, it } from "vitest";
import { type Json, sameJson } from "../../src/core/json.js";

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
