/** Every rule, with the values that its row of the specification accepts and refuses. */
import { describe, expect, it } from "vitest";
import type { Rule } from "../../src/core/check.js";
import { formatPath, type Path } from "../../src/core/issue.js";
import { type Case, type CaseGroup, MISSING, put } from "./cases.js";
import { chatCompletionsCases } from "./cases-chat-completions.js";
import { generateContentCases } from "./cases-generate-content.js";
import { messagesCases } from "./cases-messages.js";
import { modelCases } from "./cases-models.js";
import { errorsOf, findings, validators } from "./validators.js";

const groups: readonly CaseGroup[] = [...chatCompletionsCases, ...messagesCases, ...generateContentCases, ...modelCases];

/** Rows that say what happens, not what must hold. */
const STATEMENTS = ["R-049", "R-125", "R-172", "R-173", "R-174"];

for (const { style, document, base, cases } of groups)
  describe(`${style} ${document}`, () => {
    for (const row of cases) {
      const place = row.found ?? row.at;
      const check = (value: unknown, strict = false) =>
        findings(style, document, put(row.base ?? base, row.at, value), { ...row.options, ...(strict ? { strict } : {}) });
      const ofRule = (value: unknown, strict = false) => check(value, strict).filter(({ rule }) => rule === row.rule);
      const title = (verb: string, value: unknown) => `${row.rule} ${verb} ${short(value)} at ${formatPath(row.at) || "the body"}`;

      for (const value of row.accepts ?? [])
        it(title("accepts", value), () => {
          expect(errorsOf(check(value))).toEqual([]);
          expect(ofRule(value)).toEqual([]);
        });
      for (const value of row.rejects ?? [])
        it(title("refuses", value), () => {
          expect(errorsOf(check(value)).map(({ rule, path, code }) => ({ rule, path, code }))).toEqual([
            { rule: row.rule, path: place, code: `validation.${row.rule}` },
          ]);
        });
      for (const [key, severity] of [
        ["extends", "info"],
        ["warns", "warning"],
        ["informs", "info"],
      ] as const)
        for (const value of row[key] ?? [])
          it(title("remarks on", value), () => {
            expect(errorsOf(check(value))).toEqual([]);
            expect(ofRule(value).map((issue) => ({ severity: issue.severity, path: issue.path }))).toEqual([{ severity, path: place }]);
          });
      for (const value of row.silent ?? []) it(title("says nothing of", value), () => expect(check(value)).toEqual([]));
      for (const value of [...(row.silent ?? []), ...(row.extends ?? [])])
        it(title("refuses, when strict,", value), () => {
          expect(ofRule(value, true)).toMatchObject([{ severity: "error", code: "vendor_extension", path: place }]);
        });
      for (const [value, suggestion] of row.suggests ?? [])
        it(title(`suggests ${suggestion} for`, value), () => expect(ofRule(value)).toMatchObject([{ suggestion }]));
    }
  });

describe("the catalogue", () => {
  for (const [style, { rules }] of Object.entries(validators))
    for (const rule of rules)
      it.skipIf(STATEMENTS.includes(rule.id))(
        `has cases for ${rule.id} of ${style} ${rule.document} at ${rule.path}: ${rule.statement}`,
        () => {
          const cases = groups.flatMap((group) => (group.style === style && group.document === rule.document ? group.cases : []));
          const ofRule = cases.filter((row) => isOf(row, rule));
          expect(ofRule.filter((row) => (row.accepts ?? row.silent) !== undefined)).not.toEqual([]);
          expect(ofRule.filter((row) => (row.rejects ?? row.extends ?? row.warns ?? row.informs ?? row.silent) !== undefined)).not.toEqual(
            [],
          );
        },
      );

  it("has every rule of the specification", () => {
    const ids = new Set(Object.values(validators).flatMap(({ rules }) => rules.map(({ id }) => id)));
    const missing = Array.from({ length: 174 }, (_, index) => `R-${String(index + 1).padStart(3, "0")}`).filter((id) => !ids.has(id));
    expect(missing).toEqual([]);
  });
});

/** A rule may look at several places, in one profile or in both. */
function isOf(row: Case, { id, path, profile }: Rule): boolean {
  const held = profile === undefined || (row.options?.profile ?? "gateway") === profile;
  return row.rule === id && held && path.split(", ").some((pattern) => isUnder(pattern, row.found ?? row.at));
}

/** `messages[i].content` and `["messages", 0, "content", 1, "text"]`. */
function isUnder(pattern: string, place: Path): boolean {
  const head = pattern.startsWith("(") || pattern.startsWith("{") ? "" : pattern.replace(/\[(?:[ijk]|last)\]/g, "[0]");
  const written = formatPath(place).replace(/\[\d+\]/g, "[0]");
  return head === "" || written === head || written.startsWith(`${head}.`) || written.startsWith(`${head}[`);
}

function short(value: unknown): string {
  if (value === MISSING) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
