/** What the laws let pass is a list of debts: a row that is paid leaves it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Profile, StyleName } from "../../src/model/common.js";
import { styleNames } from "../../src/registry.js";
import { wireDocument } from "../arbitraries/index.js";
import { type Document, documents } from "../support/documents.js";
import { type Leaf, leaves } from "../support/leaves.js";
import { incoherence } from "./coherence.js";
import { absences, type Companion, companions, type Exception, needed, spellings, subjects } from "./exceptions.js";
import { isAbsence, mayGo } from "./no-silent-loss.js";
import { lostOnTheWayBack } from "./round-trip.js";

const PROFILES: readonly Profile[] = ["gateway", "vendor"];
const LONG = 600_000;

// Answers are the quickest.
const all: readonly Document[] = (["response", "error", "request"] as const).flatMap((kind) => [
  ...documents(kind),
  ...styleNames.flatMap((style) => fc.sample(wireDocument(style, kind), { numRuns: 600, seed: 1 })),
]);
const others = (from: StyleName) => styleNames.filter((to) => to !== from);

const nobodyNotices = (document: Document, leaf: Leaf) =>
  others(document.style).some((to) => PROFILES.some((profile) => mayGo(document, leaf, { to, profile })));

/** The rows of which no document has a leaf that may go. */
function unused<Row extends Exception>(rows: readonly Row[], isFor: (row: Row, leaf: Leaf, all: readonly Leaf[]) => boolean): string[] {
  const pending = new Set(rows);
  for (const document of all) {
    if (pending.size === 0) break;
    const found = leaves(document.body);
    for (const leaf of found) for (const row of pending) if (isFor(row, leaf, found) && nobodyNotices(document, leaf)) pending.delete(row);
  }
  return [...pending].map(({ path, reason }) => `${path.source}: ${reason}`);
}

it(
  "every absence that is let pass is one that nobody would notice",
  () => {
    expect(unused(absences, isAbsence)).toEqual([]);
  },
  LONG,
);

it(
  "every spelling that is let pass is one of two in some document, and nobody would notice",
  () => {
    const matches = (row: Exception, { path }: Leaf) => row.path.test(path.join("."));
    expect(
      unused(
        spellings,
        (row, leaf, found) => matches(row, leaf) && found.some((other) => other.path[0] !== leaf.path[0] && matches(row, other)),
      ),
    ).toEqual([]);
  },
  LONG,
);

/** The rows that no case needs. @param mayNeed whether the document is worth the time */
function idle<Row extends Exception>(
  rows: readonly Row[],
  mayNeed: (row: Row, document: Document) => boolean,
  judge: (document: Document, to: StyleName, profile: Profile) => void,
): string[] {
  const pending = () => rows.filter((row) => !needed.has(row));
  for (const document of all)
    if (pending().some((row) => mayNeed(row, document)))
      for (const to of others(document.style)) for (const profile of PROFILES) judge(document, to, profile);
  return pending().map(({ path, reason }) => `${path.source}: ${reason}`);
}

it(
  "every finding that speaks of another field does so in some document",
  () => {
    const places = ({ body }: Document) => leaves(body).flatMap(({ path }) => path.map((_, depth) => path.slice(0, depth + 1).join(".")));
    const stands = ({ told }: Companion, document: Document) => places(document).some((place) => told.test(place));
    expect(idle(companions, stands, lostOnTheWayBack)).toEqual([]);
  },
  LONG,
);

it(
  "every code that speaks of a field of the answer does so in some stream",
  () => {
    expect(idle(subjects, (_row, { kind }) => kind === "response", incoherence)).toEqual([]);
  },
  LONG,
);
