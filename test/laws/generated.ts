/** The laws of whole documents, on documents that nobody wrote. A counterexample becomes a fixture. */
import fc from "fast-check";
import { it } from "vitest";
import type { StyleName } from "../../src/model/common.js";
import { wireDocument } from "../arbitraries/index.js";
import type { Document } from "../support/documents.js";
import { leaves } from "../support/leaves.js";
import { runs } from "../support/runs.js";
import { holds, type Verdict } from "../support/verdict.js";
import { brokenRules } from "./closure.js";
import { incoherence } from "./coherence.js";
import { falseDrops, silentLosses } from "./no-silent-loss.js";
import { deepFreeze } from "./purity.js";
import { wrongRefusals } from "./refusals.js";
import { lostOnTheWayBack } from "./round-trip.js";
import type { Direction } from "./translation.js";

const LONG = 3_600_000;

/** One leaf of each document: a thousand documents with one leaf say more than ten with a hundred. */
function silentLoss(document: Document, direction: Direction, at: number): Verdict {
  const all = leaves(document.body);
  const chosen = all[at % Math.max(1, all.length)];
  return silentLosses(document, direction, (leaf) => leaf.path.join() === chosen?.path.join());
}

type Law = (document: Document, direction: Direction, seed: number) => Verdict;
export const LAWS: readonly (readonly [name: string, few: number, law: Law])[] = [
  ["loses no leaf in silence", 100, silentLoss],
  ["is not said to lose what it keeps", 30, falseDrops],
  ["comes back in its normal form", 70, (document, { to, profile }) => lostOnTheWayBack(document, to, profile)],
  ["is refused only for what cannot be mended", 70, wrongRefusals],
  [
    "obeys the rules of the target and leaves its source alone",
    100,
    (document, direction) => brokenRules({ ...document, body: deepFreeze(document.body) }, direction),
  ],
];

/** @param share of the usual number of cases */
export function generatedLaws(from: StyleName, to: StyleName, kind: Document["kind"], share = 1, laws = LAWS): void {
  for (const [name, few, law] of laws) tried(name, few * share, [from, to, kind], law);
}

export function generatedCoherence(from: StyleName, to: StyleName, share = 1): void {
  tried("says as a stream what the answer says", 60 * share, [from, to, "response"], (document, direction) =>
    incoherence(document, direction.to, direction.profile),
  );
}

function tried(name: string, few: number, [from, to, kind]: readonly [StyleName, StyleName, Document["kind"]], law: Law): void {
  const property = fc.property(wireDocument(from, kind), fc.constantFrom("gateway", "vendor"), fc.nat(), (document, profile, seed) => {
    holds(law(document, { to, profile }, seed));
  });
  // Few errors have anything to lose.
  it(name, () => fc.assert(property, { ...runs(few), ...(law === falseDrops && kind === "error" ? { maxSkipsPerRun: 60 } : {}) }), LONG);
}
