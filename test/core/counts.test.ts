import { expect, test } from "vitest";
import { countPaths, countPlaces, withCounts } from "../../src/core/counts.js";

test("counts are found, and others put in their place", () => {
  const usage = { input: 1, details: { cached: 2, list: [3, -1, 1.5] }, tier: "x" };
  expect(countPaths(usage)).toEqual([["input"], ["details", "cached"], ["details", "list", 0]]);
  expect(countPlaces(usage, ["input", "details", "tier", "output"])).toEqual([0, -1, -1, -1]);
  expect(withCounts(usage, [7, 8, 9])).toEqual({ input: 7, details: { cached: 8, list: [9, -1, 1.5] }, tier: "x" });
  expect(withCounts(usage, [7])).toEqual({ ...usage, input: 7 });
});
