/** The findings of a stream. A stream may be endless and its findings with it, so their number is capped. */
import type { Issue } from "../core/issue.js";
import { notice, rejected } from "../core/issue.js";
import { isReported, type ReportOptions } from "../core/report.js";

export const MAX_ISSUES = 100;

/** Who hears of findings. */
export interface Findings {
  add(issue: Issue): void;
}

export class IssueLog implements Findings {
  /** All that were added, whether they are reported and kept or not. */
  count = 0;
  private readonly limit: number;
  private readonly report: ReportOptions["report"];
  private readonly rejects: boolean;
  private kept: Issue[] | undefined;
  private more = 0;

  /** @param rejects whether a warning with a loss is an error */
  constructor(report: ReportOptions["report"], limit = MAX_ISSUES, rejects = false) {
    this.report = report;
    this.limit = limit;
    this.rejects = rejects;
  }

  add(found: Issue): void {
    const { kept = [] } = this;
    this.count++;
    if (!isReported(found, this.report)) return;
    const issue = this.rejects ? rejected(found) : found;
    // Not pushed: a list that grows has room for many, and nearly all streams have few.
    if (kept.length < this.limit) this.kept = kept.concat(issue);
    else {
      this.more++;
      if (issue.severity !== "error") return;
      // Why a stream broke off is its last finding, and the one that counts: where all are errors, the last one makes room for it.
      kept.splice(
        kept.findLastIndex(({ severity }) => severity !== "error"),
        1,
      );
      kept.push(issue);
    }
  }

  /** At most the limit; where there were more, the last one counts them. */
  get issues(): readonly Issue[] {
    const { kept = [], limit } = this;
    if (this.more === 0) return [...kept];
    const shown = kept.toSpliced(
      Math.max(
        0,
        kept.findLastIndex(({ severity }) => severity !== "error"),
      ),
      1,
    );
    const left = this.more + kept.length - shown.length;
    return [...shown, notice("stream.protocol", [], `${left} further findings of this stream are not listed.`, { more: left, limit })];
  }
}
