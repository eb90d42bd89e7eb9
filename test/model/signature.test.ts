import { describe, expect, test } from "vitest";
import { unwrapSignature, wrapSignature } from "../../src/model/common.js";

describe("signatures in another vendor's field", () => {
  test.each([
    ["messages", "t", "sig1.m.t.v.w"],
    ["generate-content", "c", "sig1.g.c.v.w"],
    ["unknown", "x", "sig1.u.x.v.w"],
  ] as const)("of %s are wrapped and unwrapped", (origin, slot, text) => {
    const signature = { value: "v.w", origin };
    expect(wrapSignature(signature, slot)).toBe(text);
    expect(unwrapSignature(text)).toEqual({ signature, slot });
  });

  test.each(["", "sig1.", "sig2.m.t.v", "sig1.z.t.v", "sig1.m.z.v", "sig1.mxt.v", "sig1.m.tv", "sig1.m.t"])(
    "are not read from %s",
    (text) => {
      expect(unwrapSignature(text)).toBeUndefined();
    },
  );
});
