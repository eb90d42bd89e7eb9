/** What of the findings a caller is given. */
import type { Issue, IssueCode } from "./issue.js";

/** Which findings of a translation are given. */
export interface ReportOptions {
  /**
   * Which findings are given. `"losses"` leaves out those that change nothing for who receives the document: loss `equivalent`,
   * `synthesized.id`, `synthesized.created` and `defaulted.other`.
   * @defaultValue `"losses"`
   */
  readonly report?: "losses" | "all";
  /**
   * Findings that are listed. Beyond them warnings and notices are only counted, and checking stops at the first error; one
   * `issues.more` after them counts the others in `more`.
   * @defaultValue 1000, and 100 of a stream
   */
  readonly maxIssues?: number;
}

const UNNOTICED: ReadonlySet<IssueCode> = new Set(["synthesized.id", "synthesized.created", "defaulted.other"]);

/** Whether the finding is given. An error always is. */
export function isReported({ severity, loss, code }: Issue, report: ReportOptions["report"]): boolean {
  return report === "all" || severity === "error" || (loss !== "equivalent" && !UNNOTICED.has(code));
}
