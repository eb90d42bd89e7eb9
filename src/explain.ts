/** What a finding means, in words: the rows of docs/issues.md, and the statements of the rules. */
import { describe, suggest } from "./core/issue.js";
import { EXPLANATIONS, type Explanation } from "./issue-table.js";
import { rules } from "./validate.js";

/**
 * What the code of an issue means, and what to do: the row of docs/issues.md, and for `validation.R-…` what the rule demands.
 *
 * @param code that of an issue; of one that does not exist the text says so
 * @example
 * explainIssue("dropped.choice"); // "The target gives one answer; the first is kept. What to do: Ask for one."
 * explainIssue("validation.R-025").split("\n")[1]; // "R-025 of chat-completions, temperature: `temperature` is 0 to 2."
 */
export function explainIssue(code: string): string {
  const row = explanationOf(code);
  if (row !== undefined) return sentences(row);
  const id = typeof code === "string" && code.startsWith("validation.") ? code.slice("validation.".length) : undefined;
  const broken = rules.filter((rule) => rule.id === id);
  if (broken.length === 0) return unknownCode(code);
  const stated = broken.map(
    ({ style, path, statement }) => `${id} of ${style}, ${path}: ${statement}${statement.endsWith(".") ? "" : "."}`,
  );
  return [sentences(EXPLANATIONS["validation.<rule>"]), ...new Set(stated)].join("\n");
}

function sentences([, meaning, advice]: Explanation): string {
  return `${meaning} What to do: ${advice}`;
}

const BY_CODE: ReadonlyMap<string, Explanation> = new Map(Object.entries(EXPLANATIONS));

function explanationOf(code: string): Explanation | undefined {
  return BY_CODE.get(code);
}

function unknownCode(code: string): string {
  const given = typeof code === "string" ? code.slice(0, 100) : describe(code);
  const meant = suggest(given, [...BY_CODE.keys()]);
  const hint = meant === undefined ? "docs/issues.md lists the codes." : `Did you mean \`${meant}\`?`;
  return `There is no issue with the code \`${given}\`. ${hint}`;
}
