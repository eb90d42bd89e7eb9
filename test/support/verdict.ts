/** What a law says of one case. A law that says nothing of a case is not kept by it, so that such cases must not count. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";

/** What is wrong, as sentences. Undefined where the law says nothing of the case. */
export type Verdict = readonly string[] | undefined;

/** `expect(one).toEqual(other)` for what is compared thousands of times: `expect` costs more than the comparison, and is needed only where they differ. */
export function expectEqual(one: unknown, other: unknown, message?: string): void {
  if (!isDeepStrictEqual(one, other)) expect(one, message).toEqual(other);
}

/** In a property: a case of which the law says nothing is replaced by another one, and too many of them fail (see `runs`). */
export function holds(verdict: Verdict): void {
  fc.pre(verdict !== undefined);
  expectEqual(verdict, []);
}

/** In a test of known cases: nothing is wrong. @param least the share of them, 0 to 1, that the law says something of */
export function allHold(verdicts: readonly Verdict[], least = 0.9): void {
  const told = verdicts.filter((verdict) => verdict !== undefined);
  expect(told.flat()).toEqual([]);
  expect(told.length).toBeGreaterThan(0);
  expect(told.length / verdicts.length).toBeGreaterThanOrEqual(least);
}
