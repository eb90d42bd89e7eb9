/** Results for those who throw. */
import { describeIssue, type Issue } from "./core/issue.js";
import { isObject } from "./core/json.js";
import type { Failure, Result } from "./core/result.js";

/** What {@link unwrap} throws for a result that is not ok: `message` is the first error in one line, `issues` are all findings. */
export class InterlinguaError extends Error {
  override readonly name = "InterlinguaError";
  /** The findings of the failed result; at least one is of severity `error`. */
  readonly issues: Failure["issues"];

  constructor(issues: Failure["issues"]) {
    super(summary(issues));
    this.issues = issues;
  }
}

/**
 * The value of a result, for those who throw.
 *
 * @param result what a function of this library gave; of a promise, what it resolves to
 * @throws InterlinguaError with the `issues` of a result that is not ok; TypeError for what is no result
 * @example
 * const body = { model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] };
 * unwrap(translateRequest(body, { from: "chat-completions", to: "messages" })).path; // "/v1/messages"
 */
export function unwrap<T>(result: Result<T>): T {
  const given: unknown = result;
  if (isObject(given) && Array.isArray(given.issues)) {
    if (result.ok) return result.value;
    throw new InterlinguaError(result.issues);
  }
  throw new TypeError("`unwrap` takes a result, `{ ok, value, issues }`; write `unwrap(await …)` where it comes as a promise.");
}

function summary(issues: Failure["issues"]): string {
  const [first, ...more] = issues.filter(({ severity }) => severity === "error");
  const shown: Issue = first ?? issues[0];
  const others = more.length === 0 ? "" : ` (and ${more.length} more ${more.length === 1 ? "error" : "errors"})`;
  return `${describeIssue(shown)}${others}`;
}
