/** The laws on documents that nobody wrote, in every direction. */
import { describe } from "vitest";
import { styleNames } from "../../src/style-lists.js";
import { KINDS } from "../support/documents.js";
import { generatedLaws } from "./generated.js";

for (const from of styleNames)
  for (const to of styleNames.filter((style) => style !== from))
    for (const kind of KINDS) describe(`any ${from} ${kind} into ${to}`, () => generatedLaws(from, to, kind));
