/** Every issue stands where something stands: at a node of the document that was passed in, or at a field that this node lacks. */
import { describe, expect, it } from "vitest";
import type { Profile, StyleName } from "../../src/canonical/common.js";
import type { Issue } from "../../src/core/issue.js";
import { formatPath } from "../../src/core/path.js";
import { styleNames } from "../../src/registry.js";
import { validateError, validateRequest, validateResponse } from "../../src/validate.js";
import { type Document, documents, KINDS } from "../support/documents.js";
import { errorInput, translate } from "./translation.js";

const profiles: readonly Profile[] = ["gateway", "vendor"];

/** The last step may name what is missing; where a default was used, that may be a field of something that is missing as well. */
function standsIn(document: unknown, { code, path }: Issue): boolean {
  let node = document;
  for (const [depth, step] of path.entries()) {
    if (typeof node !== "object" || node === null || Array.isArray(node) !== (typeof step === "number")) return false;
    if (!Object.hasOwn(node, step)) return depth === path.length - 1 || code.startsWith("defaulted.");
    node = Reflect.get(node, step);
  }
  return true;
}

function strays(document: Document, issues: readonly Issue[], where: string): string[] {
  const passed = document.kind === "error" ? errorInput(document.body) : document.body;
  return issues
    .filter((issue) => !standsIn(passed, issue))
    .map(({ code, path }) => `${document.name} ${where}: ${code} at ${formatPath(path)}`);
}

function findings({ kind, style, body, path }: Document, profile: Profile): readonly Issue[] {
  const options = { style, profile, ...(path === undefined ? {} : { path }) };
  if (kind === "request") return validateRequest(body, options).issues;
  return kind === "response" ? validateResponse(body, options).issues : validateError(errorInput(body), options).issues;
}

const others = (from: StyleName) => styleNames.filter((to) => to !== from);

for (const kind of KINDS)
  describe(`every issue of every known ${kind}`, () => {
    it("has a path into the document, when translated", () => {
      const found = documents(kind).flatMap((document) =>
        others(document.style).flatMap((to) =>
          profiles.flatMap((profile) => strays(document, translate(document, { to, profile }).issues, `→ ${to} (${profile})`)),
        ),
      );
      expect(found).toEqual([]);
    });

    it("has a path into the document, when validated", () => {
      const found = documents(kind).flatMap((document) =>
        profiles.flatMap((profile) => strays(document, findings(document, profile), `validated (${profile})`)),
      );
      expect(found).toEqual([]);
    });
  });
