import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hash, hash24 } from "../../src/model/ids.js";
import { runs } from "../support/runs.js";

/** FNV-1a of 64 bits as its authors define it. */
function fnv1a(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return value.toString(16).padStart(16, "0");
}

describe("hash", () => {
  it("is FNV-1a of the seed, twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (seed) => {
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
