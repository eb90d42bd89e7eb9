/** What the laws let pass is a list of debts: a row that is paid leaves it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { BaseProfile, StyleName } from "../../src/model/common.js";
import { styleNames } from "../../src/style-lists.js";
import { wireDocument } from "../arbitraries/index.js";
import { type Document, KINDS, ownDocuments } from "../support/documents.js";
import { type Leaf, leaves } from "../support/leaves.js";
import { incoherence } from "./coherence.js";
import { absences, companions, type Exception, needed, spellings, subjects } from "./exceptions.js";
import { isAbsence, mayGo } from "./no-silent-loss.js";
import { lostOnTheWayBack } from "./round-trip.js";

const PROFILES: readonly BaseProfile[] = ["gateway", "vendor"];
const LONG = 600_000;

const generated = KINDS.flatMap((kind) => styleNames.map((style) => fc.sample(wireDocument(style, kind), { numRuns: 600, seed: 8 })));
/** One of each sort after the other, so that each row soon meets what it is about. */
const all: readonly Document[] = [
  ...KINDS.flatMap(ownDocuments),
  ...Array.from({ length: 600 }, (_, index) => generated.flatMap((sort) => sort[index] ?? [])).flat(),
];
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

type Judge = (document: Document, to: StyleName, profile: BaseProfile) => void;
const judgeEach = (judge: Judge, document: Document) => {
  for (const to of others(document.style)) for (const profile of PROFILES) judge(document, to, profile);
};
const notNeeded = (rows: readonly Exception[]) =>
  rows.filter((row) => !needed.has(row)).map(({ path, reason }) => `${path.source}: ${reason}`);

it(
  "every finding that speaks of another field does so in some document",
  () => {
    for (const document of all) {
      const pending = companions.filter((row) => !needed.has(row));
      if (pending.length === 0) break;
      const places = leaves(document.body).flatMap(({ path }) => path.map((_, depth) => path.slice(0, depth + 1).join(".")));
      if (pending.some(({ told }) => places.some((place) => told.test(place)))) judgeEach(lostOnTheWayBack, document);
    }
    expect(notNeeded(companions)).toEqual([]);
  },
  LONG,
);

it(
  "every code that speaks of a field of the answer does so in some stream",
  () => {
    // Answers of this style have citations, and texts that follow each other.
    for (const document of all.filter(({ kind, style }) => kind === "response" && style === "chat-completions")) {
      const pending = subjects.filter((row) => !needed.has(row));
      if (pending.length === 0) break;
      const places = leaves(document.body).map(({ path }) => path.join("."));
      if (places.some((place) => pending.some(({ path }) => path.test(place)))) judgeEach(incoherence, document);
    }
    expect(notNeeded(subjects)).toEqual([]);
  },
  LONG,
);
