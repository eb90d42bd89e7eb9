/** The laws on a style that the library does not know: a style is a folder and a line of the registry. */
import { describe, expect, it } from "vitest";
import type { StyleName } from "../../src/model/common.js";
import { registerToy } from "./registered.js";

registerToy();
const { styleNames, validators } = await import("../../src/style-lists.js");
const { identityLaws, into, lossLaws, outputLaws } = await import("../laws/documents.js");
const { generatedCoherence, generatedLaws } = await import("../laws/generated.js");
const { eventsOf, silentInStream } = await import("../laws/stream-loss.js");
const { streamLaws } = await import("../laws/streams.js");
const { oddValues } = await import("../laws/totality.js");
const { checkFixture } = await import("../support/fixture-checks.js");
const { fixtures, readText } = await import("../support/fixtures.js");
const { KINDS, ownDocuments } = await import("../support/documents.js");
const { lossSection } = await import("../support/loss-page.js");
const { checkQuirk } = await import("../support/quirk-checks.js");
const { allQuirks, quirkPage } = await import("../support/quirk-page.js");
const { rulesPage } = await import("../support/rules-table.js");
const { TOY } = await import("./name.js");

const SHARE = 0.3;
const others = styleNames.filter((name) => name !== TOY);
/** In both directions: the toy's documents into the others, and theirs into it. */
const directions = others.flatMap((other) => [[TOY, other] as const, [other, TOY] as const]);
const own = fixtures().filter(({ style }) => style === TOY);

for (const kind of KINDS)
  describe(`a ${kind}`, () => {
    const known = ownDocuments(kind);
    const toys = known.filter(({ style }) => style === TOY);
    const targets = (from: StyleName) => (from === TOY ? others : [TOY]);
    identityLaws(kind, toys);
    lossLaws(known, into(targets), 0.1);
    outputLaws(known, into(targets));
    for (const to of others) {
      describe(`into ${to}`, () => generatedLaws(TOY, to, kind, SHARE));
      describe(`of ${to}`, () => generatedLaws(to, TOY, kind, SHARE));
    }
  });

describe("a stream", () => {
  for (const [from, to] of [...directions, [TOY, TOY] as const])
    describe(`of ${from} into ${to}`, () => {
      streamLaws(from, to, SHARE);
      if (from !== to) generatedCoherence(from, to, SHARE);
    });
  for (const { name, kind, file } of own)
    if (kind === "stream")
      it(`${name} loses no leaf in silence`, () => {
        expect(others.flatMap((to) => silentInStream(eventsOf(readText(file)), TOY, to) ?? [])).toEqual([]);
      });
});

describe("any value", () => oddValues(directions));

describe("fixtures and pages", () => {
  for (const fixture of own) checkFixture(fixture);
  for (const listed of allQuirks.filter(({ style }) => style === TOY)) checkQuirk(listed);

  it("are written of it as of the others", async () => {
    const losses = (["request", "response"] as const).map((kind) => lossSection(TOY, kind));
    const [, quirks] = quirkPage().split("\n## toy\n");
    const page = [rulesPage(validators[TOY].rules), ...losses, "\n## quirks of toy\n", quirks].join("");
    await expect(page).toMatchFileSnapshot("pages.md");
  });
});
