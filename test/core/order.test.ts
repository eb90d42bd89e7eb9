import { expect, test } from "vitest";
import { inDocumentOrder } from "../../src/core/findings.js";
import { failure, type Path } from "../../src/core/issue.js";

const document = { b: [{ y: 1, x: 2 }, "s"], a: 5, keys: { z: 1, "07": 2, "12": 3, "3000000000": 4, "5": 5 } };

test.each([
  [[["a"], ["b"]], [1, 0], "by the order of the keys"],
  [[["a"], ["b", 0, "missing"], ["b", 0, "y"]], [1, 2, 0], "a missing member where its parent starts"],
  [[["b", 0], ["nowhere"], []], [1, 2, 0], "a missing field before all others"],
  [[["a"], ["a"], ["b"]], [2, 0, 1], "those of one place as they came"],
  [["z", "07", "3000000000", "12", "5"].map((key) => ["keys", key]), [4, 3, 2, 0, 1], "keys that are numbers first, as in every object"],
] as readonly (readonly [readonly Path[], readonly number[], string])[])("findings at %j stand in the order %j: %s", (paths, order) => {
  const issues = paths.map((path) => failure("failed.unsupported", path, ""));
  expect(inDocumentOrder(document, issues).map((issue) => issues.indexOf(issue))).toEqual(order);
});
