/** What functions give back, and what they throw: nothing but a mistake of the program that calls. */
import { describeIssue, type Issue } from "./issue.js";

/**
 * What every function of the library gives back. Success may carry issues (what was lost or changed on the way);
 * failure carries at least one issue of severity `error`.
 */
export type Result<T> = Success<T> | Failure;
/** There is a value. Issues name what was lost or changed on the way; none of them is of severity `error`. */
export interface Success<T> {
  readonly ok: true;
  readonly value: T;
  readonly issues: readonly Issue[];
}
/** There is none; at least one issue is of severity `error`. */
export interface Failure {
  readonly ok: false;
  readonly issues: readonly [Issue, ...Issue[]];
}

export function ok<T>(value: T, issues: readonly Issue[] = []): Success<T> {
  return { ok: true, value, issues };
}

/** The first issue must be one of severity `error`; callers put it there. */
export function fail(issues: readonly [Issue, ...Issue[]]): Failure {
  return { ok: false, issues };
}

/** Success with these issues, or failure when one of them is an error. */
export function settle<T>(value: T, issues: readonly Issue[]): Result<T> {
  const [first] = issues;
  if (first !== undefined && issues.some(({ severity }) => severity === "error")) return fail([first, ...issues.slice(1)]);
  return { ok: true, value, issues };
}

/**
 * A mistake of the program that calls, found only while a document is read: it comes out, where all that the document itself
 * throws is a finding.
 */
export class WrongCall extends TypeError {}

/**
 * The last resort for a value that passes for plain data when it is looked at first and throws when it is looked at again:
 * a proxy, or a getter with a memory.
 */
export function guarded<T>(run: () => T, otherwise: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof WrongCall) throw thrown;
    return otherwise();
  }
}

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
  const given: { readonly issues?: unknown } | null | undefined = result;
  if (Array.isArray(given?.issues)) {
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
