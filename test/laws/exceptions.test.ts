/** The list of accepted differences is a list of debts: one that is paid leaves it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { styleNames } from "../../src/registry.js";
import { wireDocument } from "../arbitraries/index.js";
import { documents } from "../support/documents.js";
import { incoherence } from "./coherence.js";
import { exceptions, needed } from "./exceptions.js";
import { silentLosses } from "./no-silent-loss.js";
import { lostOnTheWayBack } from "./round-trip.js";

const PROFILES = ["gateway", "vendor"] as const;

it("every accepted difference still happens, and has its reason", () => {
  for (const exception of exceptions) {
    const [from, kind, , target] = exception.direction.split(" ");
    const style = styleNames.find((name) => name === from) ?? "messages";
    const whole = kind === "response" ? "response" : "request";
    const targets = styleNames.filter((name) => name !== style && (target === "*" || target === name));
    const generated = fc.sample(wireDocument(style, whole), { numRuns: 600, seed: 1 });
    for (const document of [...generated, ...documents(whole).filter((known) => known.style === style)]) {
      if (needed.has(exception)) break;
      for (const to of targets)
        if (exception.law === "round trip") lostOnTheWayBack(document, to, "gateway");
        else if (exception.law === "coherence") for (const profile of PROFILES) incoherence(document, to, profile);
        else silentLosses(document, { to, profile: "gateway" }, ({ path }) => new RegExp(exception.path, "i").test(path.join(".")));
    }
  }
  expect(exceptions.filter((exception) => !needed.has(exception)).map(({ direction, path }) => `${direction} ${path}`)).toEqual([]);
  expect(exceptions.filter(({ reason }) => reason.length < 20)).toEqual([]);
}, 120_000);
