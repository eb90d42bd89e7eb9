/** Findings for a person at a terminal. */
import { formatPath, type Issue, type Severity } from "../index.js";

const COLOURS = { error: 31, warning: 33, info: 36 } as const satisfies Record<Severity, number>;

export type Paint = (text: string, colour: number) => string;
/** For a terminal. */
export const painted: Paint = (text, colour) => `\u001b[${colour}m${text}\u001b[0m`;
/** For a file, a pipe, or who wants no colours. */
export const unpainted: Paint = (text) => text;

/** A row for each finding: how severe it is, its code, where it stands; below that what it says, and what helps. */
export function issueTable(issues: readonly Issue[], paint: Paint): string {
  const longest = issues.reduce((most, { code }) => Math.max(most, code.length), 0);
  return issues
    .map(({ severity, code, path, message, rule, suggestion }) => {
      const head = `${paint(severity.padEnd(7), COLOURS[severity])}  ${code.padEnd(longest)}  ${formatPath(path)}`;
      const help = suggestion === undefined ? "" : ` Try ${suggestion}.`;
      return `${head}\n         ${message}${help}${rule === undefined ? "" : ` (${rule})`}\n`;
    })
    .join("");
}
