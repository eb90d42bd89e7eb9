/** The list of accepted differences is a list of debts: one that is paid leaves it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { styleNames } from "../../src/registry.js";
import { wireDocument } from "../arbitraries/index.js";
import { documents } from "../support/documents.js";
import { exceptions, needed } from "./exceptions.js";
import { silentLosses } from "./no-silent-loss.js";
import { lostOnTheWayBack } from "./round-trip.js";

it("every accepted difference still happens, and has its reason", () => {
  const kinds = ["request", "response"] as const;
  const generated = styleNames.flatMap((style) => kinds.flatMap((kind) => fc.sample(wireDocument(style, kind), { numRuns: 200, seed: 1 })));
  for (const document of [...kinds.flatMap((kind) => documents(kind)), ...generated]) {
    if (needed.size === exceptions.length) break;
    for (const to of styleNames.filter((style) => style !== document.style)) {
      lostOnTheWayBack(document, to, "gateway");
      if (document.name.startsWith("generated")) silentLosses(document, { to, profile: "gateway" });
    }
  }
  expect(exceptions.filter((exception) => !needed.has(exception)).map(({ direction, path }) => `${direction} ${path}`)).toEqual([]);
  expect(exceptions.filter(({ reason }) => reason.length < 20)).toEqual([]);
}, 120_000);
