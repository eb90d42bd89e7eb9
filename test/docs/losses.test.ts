/** `docs/losses.md` and the README's table are what the translations say of themselves. */
import { describe, expect, it } from "vitest";
import { fatesOf, features, lossPage } from "../support/loss-page.js";
import { directions } from "../support/losses.js";

describe("the table of losses", () => {
  it("has no row that nothing speaks for", () => {
    const empty = features.flatMap((feature) =>
      directions.filter(([from, to]) => fatesOf(feature, from, to)?.size === 0).map(([from, to]) => `${feature.name}: ${from} → ${to}`),
    );
    expect(empty).toEqual([]);
  });

  it("is docs/losses.md", async () => {
    await expect(lossPage()).toMatchFileSnapshot("../../docs/losses.md");
  });
});
