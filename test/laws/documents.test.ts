/** The laws of whole documents, on every fixture and every recorded payload, in every direction and both profiles. */
import { describe, expect, it } from "vitest";
import type { Profile, StyleName } from "../../src/model/common.js";
import { styleNames, styles } from "../../src/registry.js";
import { translateRequest } from "../../src/translate.js";
import { type Document, documents, KINDS } from "../support/documents.js";
import { allHold, type Verdict } from "../support/verdict.js";
import { falseDrops, silentLosses } from "./no-silent-loss.js";
import { deepFreeze, withTraps } from "./purity.js";
import { wrongRefusals } from "./refusals.js";
import { lostOnTheWayBack } from "./round-trip.js";
import { errorInput, translate } from "./translation.js";

const profiles: readonly Profile[] = ["gateway", "vendor"];

function directions(from: StyleName): { to: StyleName; profile: Profile }[] {
  return styleNames.filter((to) => to !== from).flatMap((to) => profiles.map((profile) => ({ to, profile })));
}

/** What a law says of every document in each direction. */
function eachDirection(
  documents: readonly Document[],
  law: (document: Document, direction: { to: StyleName; profile: Profile }) => Verdict,
): Verdict[] {
  return documents.flatMap((document) =>
    directions(document.style).map((direction) =>
      law(document, direction)?.map((found) => `${document.name} → ${direction.to} (${direction.profile}): ${found}`),
    ),
  );
}

/** Closure: what is wrong with what came out, by the rules of the target. */
function brokenRules(document: Document, { to, profile }: { to: StyleName; profile: Profile }): Verdict {
  const { ok, value, path } = translate(document, { to, profile });
  if (!ok) return undefined;
  const { validate } = styles[to];
  const options = { profile, ...(path === undefined ? {} : { path }) };
  const issues =
    document.kind === "request"
      ? validate.request(value, options)
      : document.kind === "response"
        ? validate.response(value, options)
        : validate.error(errorInput(value), options);
  return issues.filter(({ severity }) => severity === "error").map(({ message, rule }) => `${rule}: ${message}`);
}

for (const kind of KINDS) {
  describe(`every known ${kind}`, () => {
    const all = documents(kind);

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

    it("loses no leaf in silence", () => {
      allHold(eachDirection(all, silentLosses));
    });

    it("is not said to lose what it keeps", () => {
      // Many documents lose nothing.
      allHold(eachDirection(all, falseDrops), 0.25);
    });

    it("comes back from another style in its normal form", () => {
      allHold(eachDirection(all, (document, { to, profile }) => lostOnTheWayBack(document, to, profile)));
    });

    it("is refused only for what cannot be mended", () => {
      allHold(eachDirection(all, wrongRefusals));
    });

    it("obeys the target's own rules after translation (closure)", () => {
      allHold(eachDirection(all, brokenRules));
    });

    it("is neither changed nor read twice differently, and needs no clock, dice or network (purity)", () => {
      for (const document of all) {
        const frozen = { ...document, body: deepFreeze(structuredClone(document.body)) };
        for (const direction of directions(document.style)) {
          const [once, twice] = withTraps(() => [translate(frozen, direction), translate(frozen, direction)]);
          expect(twice).toEqual(once);
        }
      }
    });
  });
}
