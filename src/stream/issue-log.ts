/** The findings of a stream. A stream may be endless and its findings with it, so their number is capped. */
import type { Issue } from "../core/issue.js";
import { notice } from "../core/issue.js";

export const MAX_ISSUES = 100;

export class IssueLog {
  private readonly limit: number;
  private kept: Issue[] | undefined;
  private more = 0;

  constructor(limit = MAX_ISSUES) {
    this.limit = limit;
  }

  add(issue: Issue): void {
    const { kept = [] } = this;
    // A list that grows has room for many.
    if (kept.length === 0 && this.limit > 0) this.kept = [issue];
    else if (kept.length < this.limit) kept.push(issue);
    else {
      this.more++;
      // Why a stream broke off is its last finding, and the one that counts.
      const place = issue.severity === "error" ? kept.findLastIndex(({ severity }) => severity !== "error") : -1;
      if (place !== -1) {
        kept.splice(place, 1);
        kept.push(issue);
      }
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
    const left = this.more + 1;
    return [...shown, notice("stream.protocol", [], `${left} further findings of this stream are not listed.`, { more: left, limit })];
  }
}
