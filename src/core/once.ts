/** A stream may say the same thing ten thousand times; who listens wants to hear it once. */
import type { Issue, IssueCode } from "./issue.js";

/** Kinds of findings that are told apart. Beyond them nothing new is passed on, so that memory stays bounded. */
const MAX_KINDS = 256;

/** What may be said of every event. All else is said of parts, of which each is lost apart. */
const REPEATED: ReadonlySet<IssueCode> = new Set(["dropped.field", "approximated.reordered"]);

const NONE: readonly string[] = [];

/**
 * Passes on of what may be said of every event the first of each kind: the same words at the same place, indexes aside.
 * @param all whether that is so of whatever is passed
 */
export function oncePerKind(report: (issue: Issue) => void, all = false): (issue: Issue) => void {
  // A list, for there are few in nearly all streams, and thousands of streams; of places and words in turn, which joined would be new texts.
  let seen = NONE;
  return (issue) => {
    if (!all && !REPEATED.has(issue.code)) return report(issue);
    const place = issue.path.filter((step) => typeof step === "string").join(".");
    if (seen.length >= 2 * MAX_KINDS || holds(seen, place, issue.message)) return;
    seen = seen.concat(place, issue.message);
    report(issue);
  };
}

function holds(pairs: readonly string[], place: string, words: string): boolean {
  for (let index = 0; index < pairs.length; index += 2) if (pairs[index] === place && pairs[index + 1] === words) return true;
  return false;
}
