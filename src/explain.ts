/** What a finding means, in words: the rows of docs/issues.md, and the statements of the rules. */
import { EXPLANATIONS, type Explanation } from "./core/codes.js";
import { describe, suggest } from "./core/issue.js";
import { rules } from "./validate.js";

/**
 * What the code of an issue means, and what to do: the row of docs/issues.md; for `validation.R-…`, or `R-…` alone, what the rule demands.
 * @example
 * explainIssue("dropped.choice"); // "The target gives one answer; the first is kept. What to do: Ask for one."
 * explainIssue("validation.R-025").split("\n")[1]; // "R-025 of chat-completions, temperature: `temperature` is 0 to 2."
 */
export function explainIssue(code: string): string {
  const row = BY_CODE.get(code);
  if (row !== undefined) return sentences(row);
  // A finding that breaks a rule under another code ends in its id alone.
  const id = typeof code === "string" ? code.replace(/^validation\./, "") : undefined;
  const broken = rules.filter((rule) => rule.id === id);
  if (broken.length === 0) return unknownCode(code);
  const stated = broken.map(
    ({ style, path, statement }) => `${id} of ${style}, ${path}: ${statement}${statement.endsWith(".") ? "" : "."}`,
  );
  return [sentences(EXPLANATIONS["validation.<rule>"]), ...new Set(stated)].join("\n");
}

function sentences([meaning, advice]: Explanation): string {
  return `${meaning} What to do: ${advice}`;
}

function unknownCode(code: string): string {
  const given = typeof code === "string" ? code.slice(0, 100) : describe(code);
  const meant = suggest(given, [...BY_CODE.keys()]);
  const hint = meant === undefined ? "docs/issues.md lists the codes." : `Did you mean \`${meant}\`?`;
  return `There is no issue with the code \`${given}\`. ${hint}`;
}

const BY_CODE: ReadonlyMap<string, Explanation> = new Map(Object.entries(EXPLANATIONS));
