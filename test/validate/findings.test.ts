/** Whatever is wrong, and wherever: what a finding says can be acted on, and its rule is in the catalogue. */
import { describe, expect, it } from "vitest";
import { inDocumentOrder } from "../../src/core/findings.js";
import { formatPath, type Path } from "../../src/core/issue.js";
import { ownDocuments } from "../support/documents.js";
import { at, replaced } from "../support/leaves.js";
import { findings, validators } from "./validators.js";

const ODD: readonly unknown[] = [null, true, 1.5, -1, "", "x", [], {}, [null], { x: 1 }];

function places(node: unknown, path: Path = []): Path[] {
  if (typeof node !== "object" || node === null) return [path];
  const steps: (string | number)[] = Array.isArray(node) ? [...node.keys()] : Object.keys(node);
  return [path, ...steps.flatMap((step) => places(at(node, [step]), [...path, step]))];
}

for (const kind of ["request", "response", "error"] as const)
  for (const profile of ["gateway", "vendor"] as const)
    describe(`a ${kind} with anything in any place, ${profile}`, () => {
      for (const { name, style, body } of ownDocuments(kind))
        it(`${name} is judged by rules that exist, in sentences, in order, nothing twice`, () => {
          const rules = new Set(validators[style].rules.flatMap(({ id, document }) => (document === kind ? [id] : [])));
          // An error is given as status and body, not as one value.
          const spots = kind === "error" ? places(body).slice(1) : places(body);
          const faulty = spots.flatMap((path) => ODD.map((value) => [path, replaced(body, path, value)] as const));
          const wrong = faulty.flatMap(([path, document]) => {
            const found = findings(style, kind, document, { profile });
            const bad = found.filter(
              ({ rule = "", message, path: place }) =>
                !rules.has(rule) ||
                !/^(?:This looks like |The body |`).+[.?]$/s.test(message) ||
                /undefined|NaN|\[object|Invalid input/.test(message) ||
                !leads(document, place),
            );
            const told = new Set(found.map((issue) => `${issue.rule} ${formatPath(issue.path)} ${issue.message}`));
            const sorted = inDocumentOrder(document, found).every((issue, index) => issue === found[index]);
            if (bad.length === 0 && told.size === found.length && sorted) return [];
            return [{ value: at(document, path), path: formatPath(path), found, bad }];
          });
          expect(faulty.length).toBeGreaterThan(0);
          expect(wrong).toEqual([]);
        });
    });

/** The node itself, or the node in which a member is missing. */
function leads(document: unknown, path: Path): boolean {
  const above = path.slice(0, -1);
  const parent = above.length === 0 ? document : at(document, above);
  return path.length === 0 || (typeof parent === "object" && parent !== null);
}
