/** The quirks of servers and clients are what their fixtures show, and `docs/quirks.md` lists them. */
import { expect, test } from "vitest";
import { checkQuirk } from "../support/quirk-checks.js";
import { allQuirks, quirkPage } from "../support/quirk-page.js";

for (const listed of allQuirks) checkQuirk(listed);

test("the page lists them all", async () => {
  await expect(quirkPage()).toMatchFileSnapshot("../../docs/quirks.md");
});
