/** A stream that is translated and then collected is the answer that is collected and then translated. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { styleNames } from "../../src/registry.js";
import { wireDocument } from "../arbitraries/index.js";
import { documents } from "../support/documents.js";
import { runs } from "../support/runs.js";
import { allHold, holds } from "../support/verdict.js";
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
              holds(incoherence(document, to, profile));
            }),
            runs(60),
          );
        },
        LONG,
      );

      it("says what the answer says, for every known answer", () => {
        const known = documents("response").filter(({ style }) => style === from);
        const verdicts = known.flatMap((document) => (["gateway", "vendor"] as const).map((profile) => incoherence(document, to, profile)));
        allHold(verdicts);
      });
    });
