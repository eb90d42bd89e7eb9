/** Laws 7 and 8, on streams of answers that nobody gave, with the fast path and without. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { createStreamTranslator, streamResponse } from "../../src/index.js";
import type { StyleName } from "../../src/model/common.js";
import { wireDocument } from "../arbitraries/index.js";
import { byteByByte, bytesOf, randomCuts } from "../support/cuts.js";
import { checkSequence, endsInError, looksComplete } from "../support/grammar.js";
import { runs } from "../support/runs.js";
import { run } from "../support/streams.js";
import { expectEqual } from "../support/verdict.js";

const LONG = 3_600_000;

/** @param share of the usual number of cases */
export function streamLaws(from: StyleName, to: StyleName, share = 1): void {
  const repeated = from === to;

  it(
    "obeys the target's grammar, says the same however it is cut, and never looks complete when it is not",
    () => {
      fc.assert(
        fc.property(
          wireDocument(from, "response"),
          fc.constantFrom("gateway", "vendor"),
          fc.nat(),
          fc.boolean(),
          ({ body }, profile, seed, fastPath) => {
            const stream = streamResponse(body, { style: from });
            fc.pre(stream.ok);
            const bytes = bytesOf(stream.value);
            const options = { from, to, profile, fastPath, report: "all" } as const;
            const whole = run(createStreamTranslator(options), [bytes]);
            // Arguments that are no JSON at their source went out before that could be known; it is said.
            const told = whole.issues.some(({ code }) => code === "approximated.arguments");
            expect(checkSequence(to, whole.text, { repeated }).filter((fault) => !(told && fault.includes("closes a tool call")))).toEqual(
              [],
            );
            expect(looksComplete(to, whole.text)).toBe(true);
            for (const slices of [randomCuts(bytes, seed), ...(seed % 4 === 0 ? [byteByByte(bytes)] : [])])
              expectEqual(run(createStreamTranslator(options), slices), whole);
            expectEqual(run(createStreamTranslator({ ...options, fastPath: !fastPath }), [bytes]), whole);
          },
        ),
        runs(150 * share),
      );
    },
    LONG,
  );

  it(
    "ends in an error when it breaks off before its answer has ended",
    () => {
      fc.assert(
        fc.property(wireDocument(from, "response"), fc.nat(), ({ body }, seed) => {
          const stream = streamResponse(body, { style: from });
          fc.pre(stream.ok);
          // Before the last event but one, no style has said that the answer has ended.
          const frames = stream.value.split("\n\n").filter(Boolean);
          const kept = frames
            .slice(0, seed % Math.max(1, frames.length - 3))
            .filter((frame) => !/"(finish_reason|stop_reason|finishReason)":"/.test(frame));
          const { text } = run(createStreamTranslator({ from, to }), [bytesOf(kept.map((frame) => `${frame}\n\n`).join(""))]);
          expect(looksComplete(to, text)).toBe(false);
          expect(endsInError(to, text)).toBe(true);
        }),
        runs(40 * share),
      );
    },
    LONG,
  );
}
