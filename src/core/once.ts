/** A stream may say the same thing ten thousand times; who listens wants to hear it once. */
import type { Issue, IssueCode } from "./issue.js";

/** Kinds of findings that are told apart. Beyond them nothing new is passed on, so that memory stays bounded. */
const MAX_KINDS = 256;

/** What is said of a whole part: each of them is lost apart, and there are few. */
const EVERY: ReadonlySet<IssueCode> = new Set(["dropped.part", "unportable.signature"]);

/**
 * Passes on the first issue of each kind: the same code with the same words at the same place, indexes aside. Its path names
 * the first event that it concerns.
 */
export function oncePerKind(report: (issue: Issue) => void): (issue: Issue) => void {
  // A list, for there are few in nearly all streams, and thousands of streams.
  let seen: readonly string[] = [];
  return (issue) => {
    if (EVERY.has(issue.code)) return report(issue);
    const kind = `${issue.code} ${issue.path.filter((step) => typeof step === "string").join(".")} ${issue.message}`;
    if (seen.includes(kind) || seen.length >= MAX_KINDS) return;
    seen = seen.concat(kind);
    report(issue);
  };
}
