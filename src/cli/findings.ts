/** Findings as their reader likes them. */
import { describeIssue, formatPath, type Issue, type Severity } from "../index.js";

/** `table` is for people, `json` is one object a line, `lines` one sentence a line. */
export type Form = "table" | "json" | "lines";
export const FORMS: readonly Form[] = ["table", "json", "lines"];

/** Who reads standard output, or standard error. */
export interface Reader {
  /** At a terminal. */
  readonly isPerson: boolean;
  readonly paint: Paint;
}

/** Text in a colour of the terminal, or bold: 1. */
export type Paint = (text: string, colour: number) => string;
export const painted: Paint = (text, colour) => `\u001b[${colour}m${text}\u001b[0m`;
export const unpainted: Paint = (text) => text;

/** @param environment `NO_COLOR` and `FORCE_COLOR` count where they are not empty */
export function readerOf(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>): Reader {
  const isForced = FORCE_COLOR !== undefined && !["", "0", "false"].includes(FORCE_COLOR);
  const isPlain = Boolean(NO_COLOR) || FORCE_COLOR === "0" || (TERM === "dumb" && !isForced);
  const isPerson = isTerminal || isForced;
  return { isPerson, paint: isPerson && !isPlain ? painted : unpainted };
}

export function findings(issues: readonly Issue[], { isPerson, paint }: Reader, form: Form = isPerson ? "table" : "json"): string {
  if (form === "table") return issueTable(issues, paint);
  return issues.map((issue) => `${form === "json" ? JSON.stringify(issue) : describeIssue(issue)}\n`).join("");
}

const COLOURS = { error: 31, warning: 33, info: 36 } as const satisfies Record<Severity, number>;

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
