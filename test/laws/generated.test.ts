/** The laws of whole documents, on documents that nobody wrote. A counterexample becomes a fixture. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { styleNames, styles } from "../../src/registry.js";
import { wireDocument } from "../arbitraries/index.js";
import { KINDS } from "../support/documents.js";
import { leaves } from "../support/leaves.js";
import { runs } from "../support/runs.js";
import { holds } from "../support/verdict.js";
import { falseDrops, silentLosses } from "./no-silent-loss.js";
import { deepFreeze } from "./purity.js";
import { wrongRefusals } from "./refusals.js";
import { lostOnTheWayBack } from "./round-trip.js";
import { errorInput, translate } from "./translation.js";

const profile = fc.constantFrom("gateway", "vendor");
const LONG = 3_600_000;

for (const from of styleNames)
  for (const to of styleNames.filter((style) => style !== from))
    for (const kind of KINDS)
      describe(`any ${from} ${kind} into ${to}`, () => {
        const document = wireDocument(from, kind);

        it(
          "loses no leaf in silence",
          () => {
            fc.assert(
              fc.property(document, profile, fc.nat(), (value, dialect, at) => {
                const all = leaves(value.body);
                // One leaf of each document: a thousand documents with one leaf say more than ten with a hundred.
                const chosen = all[at % Math.max(1, all.length)];
                holds(silentLosses(value, { to, profile: dialect }, (leaf) => leaf.path.join() === chosen?.path.join()));
              }),
              runs(150),
            );
          },
          LONG,
        );

        it(
          "is not said to lose what it keeps",
          () => {
            fc.assert(
              fc.property(document, profile, (value, dialect) => {
                holds(falseDrops(value, { to, profile: dialect }));
              }),
              // Few errors have anything to lose.
              { ...runs(40), ...(kind === "error" ? { maxSkipsPerRun: 60 } : {}) },
            );
          },
          LONG,
        );

        it(
          "comes back in its normal form",
          () => {
            fc.assert(
              fc.property(document, profile, (value, dialect) => {
                holds(lostOnTheWayBack(value, to, dialect));
              }),
              runs(100),
            );
          },
          LONG,
        );

        it(
          "is refused only for what cannot be mended",
          () => {
            fc.assert(
              fc.property(document, profile, (value, dialect) => {
                holds(wrongRefusals(value, { to, profile: dialect }));
              }),
              runs(100),
            );
          },
          LONG,
        );

        it(
          "obeys the rules of the target and leaves its source alone",
          () => {
            fc.assert(
              fc.property(document, profile, (value, dialect) => {
                const { ok, value: result, path } = translate({ ...value, body: deepFreeze(value.body) }, { to, profile: dialect });
                fc.pre(ok);
                const { validate } = styles[to];
                const options = { profile: dialect, ...(path === undefined ? {} : { path }) };
                const issues =
                  kind === "request"
                    ? validate.request(result, options)
                    : kind === "response"
                      ? validate.response(result, options)
                      : validate.error(errorInput(result), options);
                expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
              }),
              runs(150),
            );
          },
          LONG,
        );
      });
