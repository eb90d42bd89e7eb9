/** A stream that is translated and then collected is the answer that is collected and then translated. */
import { describe, it } from "vitest";
import { styleNames } from "../../src/style-lists.js";
import { documents } from "../support/documents.js";
import { allHold } from "../support/verdict.js";
import { incoherence } from "./coherence.js";
import { generatedCoherence } from "./generated.js";

for (const from of styleNames)
  for (const to of styleNames.filter((style) => style !== from))
    describe(`the stream of a ${from} answer into ${to}`, () => {
      generatedCoherence(from, to);
      it("says what the answer says, for every known answer", () => {
        const known = documents("response").filter(({ style }) => style === from);
        allHold(known.flatMap((document) => (["gateway", "vendor"] as const).map((profile) => incoherence(document, to, profile))));
      });
    });
