import { describe, expect, it } from "vitest";
import { recorded, trafficPresent, whyAbsent } from "./traffic.js";

describe.skipIf(!trafficPresent)(`recorded traffic (${whyAbsent})`, () => {
  it("has payloads of every style and kind", () => {
    for (const kind of ["request", "response", "stream", "error"] as const)
      expect(new Set(recorded(kind).map(({ style }) => style)).size).toBe(3);
  });
});
