/** The findings of a stream. A stream may be endless and its findings with it, so their number is capped. */
import type { Issue } from "../core/issue.js";
import { notice } from "../core/issue.js";

export interface IssueLog {
  add(issue: Issue): void;
  /** At most the limit; where there were more, the last one counts them. */
  readonly issues: readonly Issue[];
}

export const MAX_ISSUES = 100;

export function createIssueLog(limit = MAX_ISSUES): IssueLog {
  const kept: Issue[] = [];
  let more = 0;
  return {
    add(issue) {
      if (kept.length < limit) kept.push(issue);
      else {
        more++;
        // Why a stream broke off is its last finding, and the one that counts.
        const place = issue.severity === "error" ? kept.findLastIndex(({ severity }) => severity !== "error") : -1;
        if (place !== -1) {
          kept.splice(place, 1);
          kept.push(issue);
        }
      }
    },
    get issues() {
      if (more === 0) return [...kept];
      const shown = kept.toSpliced(
        Math.max(
          0,
          kept.findLastIndex(({ severity }) => severity !== "error"),
        ),
        1,
      );
      const left = more + 1;
      return [...shown, notice("stream.protocol", [], `${left} further findings of this stream are not listed.`, { more: left, limit })];
    },
  };
}
