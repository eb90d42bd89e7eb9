/** The wording of findings is free, and nothing else pins it; whoever changes it reads the page once more. `npm run docs` writes it anew. */
import { expect, it } from "vitest";
import { sentencePage } from "../support/sentence-page.js";

it("every sentence of the source stands in docs/sentences.txt, under its code", async () => {
  await expect(sentencePage()).toMatchFileSnapshot("../../docs/sentences.txt");
});
