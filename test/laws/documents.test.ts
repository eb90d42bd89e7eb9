/** The laws of whole documents, on every fixture and every recorded payload, in every direction and both profiles. */
import { describe } from "vitest";
import { styleNames } from "../../src/style-lists.js";
import { documents, KINDS } from "../support/documents.js";
import { identityLaws, into, lossLaws, outputLaws } from "./documents.js";

for (const kind of KINDS)
  describe(`every known ${kind}`, () => {
    const all = documents(kind);
    identityLaws(kind, all);
    const directions = into((from) => styleNames.filter((to) => to !== from));
    // Of errors, few have anything to lose.
    lossLaws(all, directions, kind === "error" ? 0.1 : undefined);
    outputLaws(all, directions);
  });
