/** The laws of whole documents, on documents that are known, in the directions given and both profiles. */
import { expect, it } from "vitest";
import type { BaseProfile, StyleName } from "../../src/model/common.js";
import { translateRequest } from "../../src/translate.js";
import type { Document } from "../support/documents.js";
import { allHold, expectEqual, type Verdict } from "../support/verdict.js";
import { brokenRules } from "./closure.js";
import { falseDrops, silentLosses } from "./no-silent-loss.js";
import { deepFreeze, withTraps } from "./purity.js";
import { wrongRefusals } from "./refusals.js";
import { lostOnTheWayBack } from "./round-trip.js";
import { type Direction, errorInput, translate } from "./translation.js";

const profiles: readonly BaseProfile[] = ["gateway", "vendor"];

/** Into its own style. */
export function identityLaws(kind: Document["kind"], all: readonly Document[]): void {
  it("is there", () => expect(all.length).toBeGreaterThan(0));

  it("is given back as the very value by its own style (identity)", () => {
    // Signatures of other vendors are taken out of a request, and named.
    const same = all.filter(
      (document) =>
        !translate(document, { to: document.style, profile: "gateway" }).issues.some(({ code }) => code === "unportable.signature"),
    );
    expect(same.length / all.length).toBeGreaterThan(0.9);
    for (const document of same) {
      const { output, issues } = translate(document, { to: document.style, profile: "gateway" });
      if (kind === "request") {
        const result = translateRequest(document.body, {
          from: document.style,
          to: document.style,
          ...(document.path === undefined ? {} : { path: document.path }),
        });
        expect(result.ok && result.value.body).toBe(document.body);
      } else if (kind === "response") expect(output).toBe(JSON.stringify(document.body));
      else expect(JSON.parse(output).body).toEqual(errorInput(document.body).body);
      expect(issues).toEqual([]);
    }
  });
}

type Directions = (from: StyleName) => readonly Direction[];
export function into(targets: (from: StyleName) => readonly StyleName[]): Directions {
  return (from) => targets(from).flatMap((to) => profiles.map((profile) => ({ to, profile })));
}

/** What a law says of every document in each direction. */
function eachDirection(
  all: readonly Document[],
  directions: Directions,
  law: (document: Document, direction: Direction) => Verdict,
): Verdict[] {
  return all.flatMap((document) =>
    directions(document.style).map((direction) =>
      law(document, direction)?.map((found) => `${document.name} → ${direction.to} (${direction.profile}): ${found}`),
    ),
  );
}

/** What is kept of a document. @param lossy the share of the cases that lose something, at least */
export function lossLaws(all: readonly Document[], directions: Directions, lossy = 0.25): void {
  it("loses no leaf in silence", () => {
    allHold(eachDirection(all, directions, silentLosses));
  });

  it("is not said to lose what it keeps", () => {
    // Many documents lose nothing.
    allHold(eachDirection(all, directions, falseDrops), lossy);
  });

  it("comes back from another style in its normal form", () => {
    allHold(eachDirection(all, directions, (document, { to, profile }) => lostOnTheWayBack(document, to, profile)));
  });
}

/** What comes out. */
export function outputLaws(all: readonly Document[], directions: Directions): void {
  it("is refused only for what cannot be mended", () => {
    allHold(eachDirection(all, directions, wrongRefusals));
  });

  it("obeys the target's own rules after translation (closure)", () => {
    allHold(eachDirection(all, directions, brokenRules));
  });

  it("is neither changed nor read twice differently, and needs no clock, dice or network (purity)", () => {
    for (const document of all) {
      const frozen = { ...document, body: deepFreeze(structuredClone(document.body)) };
      for (const direction of directions(document.style)) {
        const [once, twice] = withTraps(() => [translate(frozen, direction), translate(frozen, direction)]);
        expectEqual(twice, once);
      }
    }
  });
}
