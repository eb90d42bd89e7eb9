/** The laws of whole documents, on every fixture and every recorded payload, in every direction and both profiles. */
import { describe, expect, it } from "vitest";
import type { Profile, StyleName } from "../../src/model/common.js";
import { styleNames, styles } from "../../src/registry.js";
import { translateRequest } from "../../src/translate.js";
import { type Document, documents, KINDS } from "../support/documents.js";
import { falseDrops, silentLosses } from "./no-silent-loss.js";
import { deepFreeze, withTraps } from "./purity.js";
import { wrongRefusals } from "./refusals.js";
import { lostOnTheWayBack } from "./round-trip.js";
import { errorInput, translate } from "./translation.js";

const profiles: readonly Profile[] = ["gateway", "vendor"];

function directions(from: StyleName): { to: StyleName; profile: Profile }[] {
  return styleNames.filter((to) => to !== from).flatMap((to) => profiles.map((profile) => ({ to, profile })));
}

function eachDirection(document: Document, law: (direction: { to: StyleName; profile: Profile }) => string[]): string[] {
  return directions(document.style).flatMap((direction) =>
    law(direction).map((found) => `${document.name} → ${direction.to} (${direction.profile}): ${found}`),
  );
}

for (const kind of KINDS) {
  describe(`every known ${kind}`, () => {
    const all = documents(kind);

    it("is there", () => expect(all.length).toBeGreaterThan(0));

    it("is given back as the very value by its own style (identity)", () => {
      for (const document of all) {
        const { output, issues } = translate(document, { to: document.style, profile: "gateway" });
        // Signatures of other vendors are taken out of a request, and named.
        if (issues.some(({ code }) => code === "unportable.signature")) continue;
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
      expect(all.flatMap((document) => eachDirection(document, (direction) => silentLosses(document, direction)))).toEqual([]);
    });

    it("is not said to lose what it keeps", () => {
      expect(all.flatMap((document) => eachDirection(document, (direction) => falseDrops(document, direction)))).toEqual([]);
    });

    it("comes back from another style in its normal form", () => {
      expect(all.flatMap((document) => eachDirection(document, ({ to, profile }) => lostOnTheWayBack(document, to, profile)))).toEqual([]);
    });

    it("is refused only for what cannot be mended", () => {
      expect(all.flatMap((document) => eachDirection(document, (direction) => wrongRefusals(document, direction)))).toEqual([]);
    });

    it("obeys the target's own rules after translation (closure)", () => {
      const broken = all.flatMap((document) =>
        eachDirection(document, (direction) => {
          const { ok, value, path } = translate(document, direction);
          if (!ok) return [];
          const { validate } = styles[direction.to];
          const options = { profile: direction.profile, ...(path === undefined ? {} : { path }) };
          const issues =
            kind === "request"
              ? validate.request(value, options)
              : kind === "response"
                ? validate.response(value, options)
                : validate.error(errorInput(value), options);
          return issues.filter(({ severity }) => severity === "error").map(({ message, rule }) => `${rule}: ${message}`);
        }),
      );
      expect(broken).toEqual([]);
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
