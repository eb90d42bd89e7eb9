import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { hash, hash24, historyCallId } from "../../src/model/ids.js";
import { anyText } from "../arbitraries/common.js";
import { runs } from "../support/runs.js";

test("the id of a call in the history does not depend on the order of the keys of its arguments", () => {
  const id = historyCallId(1, 2, "f", { a: 1, b: [{ c: null, d: "x" }, 3] });
  expect(id).toMatch(/^call_[0-9a-f]{24}$/);
  expect(historyCallId(1, 2, "f", { b: [{ d: "x", c: null }, 3], a: 1 })).toBe(id);
  expect(id).toBe(`call_${hash24('h:1:2:f:{"a":1,"b":[{"c":null,"d":"x"},3]}')}`);
  for (const other of [historyCallId(0, 2, "f", { a: 1 }), historyCallId(1, 2, "g", { a: 1 }), historyCallId(1, 2, "f", [{ a: 1 }])])
    expect(other).not.toBe(id);
  expect(historyCallId(1, 2, "f", [1, 2])).not.toBe(historyCallId(1, 2, "f", [2, 1]));
});

/** FNV-1a of 64 bits as its authors define it. */
function fnv1a(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return value.toString(16).padStart(16, "0");
}

describe("hash", () => {
  it("is FNV-1a of the seed, twice", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (seed) => {
        expect(hash(seed)).toBe(fnv1a(`0:${seed}`) + fnv1a(`1:${seed}`));
      }),
      runs(1000),
    );
  });

  it("stays what it was: ids are compared across versions", () => {
    expect(hash("")).toBe(fnv1a("0:") + fnv1a("1:"));
    expect(hash24("r::0:0:0:f")).toBe("5db252c4999bf5311962ece0");
  });
});
