/** What functions give back, and what they throw: nothing but a mistake of the program that calls. */
import type { Issue } from "./issue.js";

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
