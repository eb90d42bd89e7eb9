/** `docs/issues.md` has every code, and each finding of the fixtures is as it says there. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { EXPLANATIONS } from "../../src/core/codes.js";
import { createStreamTranslator, type Issue, validateRequest } from "../../src/index.js";
import { translate } from "../laws/translation.js";
import { wordsOf } from "../support/api.js";
import { KINDS, ownDocuments } from "../support/documents.js";
import { fixtures, readText, styleNames } from "../support/fixtures.js";
import { withPart } from "../support/markers.js";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/issues.md"), "utf8");
const SEVERITIES = "(?:error|warning|info)";
const rows = new Map(
  [...page.matchAll(new RegExp(`^\\| \`([a-z_.<>]+)\` \\| (${SEVERITIES}(?:, ${SEVERITIES})*) \\|`, "gm"))].map(
    ([, code = "", severities = ""]) => [code, severities.split(", ")],
  ),
);

/** The rows from one code up to another, with the severities that the page states. */
function tableOf(first: string, end?: string): string {
  const all = Object.entries(EXPLANATIONS);
  const at = (code: string) => all.findIndex(([each]) => each === code);
  const wanted = all.slice(at(first), end === undefined ? all.length : at(end));
  const lines = wanted.map(([code, cells]) => `| \`${code}\` | ${[rows.get(code)?.join(", ") ?? "", ...cells].join(" | ")} |`);
  const table = ["| Code | Severity | Meaning | What to do |", "|---|---|---|---|", ...lines].join("\n");
  return table.replace(/docs\/(\w+\.md)/g, "[$1]($1)");
}

function found(): Issue[] {
  const issues: Issue[] = [];
  for (const document of KINDS.flatMap((kind) => ownDocuments(kind)))
    for (const to of styleNames)
      for (const profile of ["gateway", "vendor"] as const) issues.push(...translate(document, { to, profile }).issues);
  for (const { kind, style, file } of fixtures())
    if (kind === "stream")
      for (const to of styleNames) {
        const translator = createStreamTranslator({ from: style, to });
        translator.push(readText(file));
        translator.end();
        issues.push(...translator.issues);
      }
  for (const { style, body, path } of ownDocuments("request"))
    issues.push(...validateRequest(body, { style, ...(path === undefined ? {} : { path }) }).issues);
  return issues;
}

describe("docs/issues.md", () => {
  it("has a row for each code and for no other", () => {
    const codes = wordsOf("interlingua", "IssueCode").map((code) => (code.startsWith("`validation.") ? "validation.<rule>" : code));
    expect([...rows.keys()].filter((code) => code !== "validation.json").sort()).toEqual(codes.sort());
  });

  it("has the sentences that `explainIssue` gives", async () => {
    const tables = {
      losses: tableOf("dropped.field", "defaulted.max_tokens"),
      repairs: tableOf("defaulted.max_tokens", "validation.<rule>"),
      faults: tableOf("validation.<rule>"),
    };
    const fresh = Object.entries(tables).reduce((text, [name, table]) => withPart(text, name, table), page);
    await expect(fresh).toMatchFileSnapshot("../../docs/issues.md");
  });

  it("says of each finding how severe it may be", () => {
    const strays = found().flatMap(({ code, severity, path }) => {
      const row = rows.get(code) ?? rows.get(code.startsWith("validation.") ? "validation.<rule>" : "");
      return row?.includes(severity) ? [] : [`${severity} ${code} at ${path.join(".")}`];
    });
    expect([...new Set(strays)]).toEqual([]);
  });

  it("names only options that exist", () => {
    const options = readFileSync(resolve(import.meta.dirname, "../../docs/api.md"), "utf8");
    const named = [...page.matchAll(/`([a-z][A-Za-z]+)(?:: [^`]*)?`/g)].map(([, name = ""]) => name).filter((name) => /[A-Z]/.test(name));
    expect(named.filter((name) => !options.includes(name))).toEqual([]);
  });
});
