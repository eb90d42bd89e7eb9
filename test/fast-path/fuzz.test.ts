import fc from "fast-check";
import { test } from "vitest";
import { isLong, runs } from "../support/runs.js";
import { expectSame } from "./compare.js";
import { makeCase } from "./streams.js";

test("the fast path writes and reports what the ordinary one does, push by push", { timeout: isLong ? 7_200_000 : 60_000 }, () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      expectSame(makeCase(seed));
    }),
    runs(600),
  );
});
