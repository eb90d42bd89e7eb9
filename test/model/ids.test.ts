import { expect, test } from "vitest";
import { hash24, historyCallId } from "../../src/model/ids.js";

test("the id of a call in the history does not depend on the order of the keys of its arguments", () => {
  const id = historyCallId(1, 2, "f", { a: 1, b: [{ c: null, d: "x" }, 3] });
  expect(id).toMatch(/^call_[0-9a-f]{24}$/);
  expect(historyCallId(1, 2, "f", { b: [{ d: "x", c: null }, 3], a: 1 })).toBe(id);
  expect(id).toBe(`call_${hash24('h:1:2:f:{"a":1,"b":[{"c":null,"d":"x"},3]}')}`);
  for (const other of [historyCallId(0, 2, "f", { a: 1 }), historyCallId(1, 2, "g", { a: 1 }), historyCallId(1, 2, "f", [{ a: 1 }])])
    expect(other).not.toBe(id);
  expect(historyCallId(1, 2, "f", [1, 2])).not.toBe(historyCallId(1, 2, "f", [2, 1]));
});
