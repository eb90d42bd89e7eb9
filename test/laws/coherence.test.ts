/** A stream that is translated and then collected is the answer that is collected and then translated. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { styleNames } from "../../src/registry.js";
import { wireDocument } from "../arbitraries/index.js";
import { documents } from "../support/documents.js";
import { runs } from "../support/runs.js";
import { incoherence } from "./coherence.js";

const LONG = 3_600_000;

for (const from of styleNames)
  for (const to of styleNames.filter((style) => style !== from))
    describe(`the stream of a ${from} answer into ${to}`, () => {
      it(
        "says what the answer says, for answers that nobody gave",
        () => {
          fc.assert(
            fc.property(wireDocument(from, "response"), fc.constantFrom("gateway", "vendor"), (document, profile) => {
              expect(incoherence(document, to, profile)).toEqual([]);
            }),
            runs(60),
          );
        },
        LONG,
      );

      it("says what the answer says, for every known answer", () => {
        for (const document of documents("response").filter(({ style }) => style === from))
          for (const profile of ["gateway", "vendor"] as const) expect(incoherence(document, to, profile)).toEqual([]);
      });
    });
