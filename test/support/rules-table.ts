/** Renders the catalogue of rules as the page `docs/rules.md`. */
import type { Rule } from "../../src/core/check.js";

const HEAD = `# Validation rules

Generated from the rules themselves; \`npx vitest run test/validate/rules-table.test.ts -u\` writes it again.
An *extension* is a field or value that the specification does not list: accepted with an \`info\`, an error with \`strict\`. Rows that say
"without an \`info\`" accept what is ordinary traffic silently; \`strict\` refuses it all the same.
Rules without a profile hold in both.
`;

export function rulesPage(rules: readonly Rule[]): string {
  const sections = new Map<string, Rule[]>();
  for (const rule of rules) {
    const title = rule.document === "transport" ? "transport" : `${rule.style}: ${rule.document}`;
    const rows = sections.get(title) ?? [];
    rows.push(rule);
    sections.set(title, rows);
  }
  return `${HEAD}${[...sections].map(([title, rows]) => section(title, rows)).join("")}`;
}

function section(title: string, rules: readonly Rule[]): string {
  const rows = [...rules]
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    .map(
      ({ id, path, statement, severity, profile }) => `| ${id} | ${cell(path)} | ${cell(statement)} | ${severity} | ${profile ?? ""} |\n`,
    );
  return `\n## ${title}\n\n| Rule | Where | What holds | Severity | Profile |\n|---|---|---|---|---|\n${rows.join("")}`;
}

function cell(text: string): string {
  return text.replace(/\|/g, "\\|");
}
