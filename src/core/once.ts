/** A stream may say the same thing ten thousand times; who listens wants to hear it once. */
import type { Issue } from "./issue.js";

/** Kinds of findings that are told apart. Beyond them nothing new is passed on, so that memory stays bounded. */
const MAX_KINDS = 256;

/**
 * Passes on the first issue of each kind: the same code at the same place, indexes aside. Its path names the first event
 * that it concerns.
 */
export function oncePerKind(report: (issue: Issue) => void): (issue: Issue) => void {
  let seen: Set<string> | undefined;
  return (issue) => {
    const kind = `${issue.code} ${issue.path.filter((step) => typeof step === "string").join(".")}`;
    seen ??= new Set();
    if (seen.has(kind) || seen.size >= MAX_KINDS) return;
    seen.add(kind);
    report(issue);
  };
}
