/** The laws of streams in all nine directions. */
import { describe } from "vitest";
import { styleNames } from "../../src/style-lists.js";
import { streamLaws } from "./streams.js";

for (const from of styleNames)
  for (const to of styleNames) describe(`a stream of any ${from} answer into ${to}`, () => streamLaws(from, to));
