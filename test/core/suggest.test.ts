import { expect, test } from "vitest";
import { suggest } from "../../src/core/issue.js";

test.each([
  ["Auto", "auto"],
  ["aut", "auto"],
  ["autoo", "auto"],
  ["atuo", "auto"],
  ["outa", undefined],
  ["au", undefined],
  ["A".repeat(81), undefined],
])("%s was probably meant as %s", (word, meant) => {
  expect(suggest(word, ["auto", "none", "a".repeat(81)])).toBe(meant);
});
