/** Findings as rows of a table: what programs match, without the sentence, whose wording is free. */
import { expect, test } from "vitest";
import { formatPath, OPTIONS, type Path } from "../../src/core/issue.js";

/**
 * The value with every finding in it, at any depth, as one line: code, path and severity; the loss where the code does not
 * imply it; then the facts but for an option that the code implies (`fixed`: none helps): `approximated.error status warning from 600 to 500`.
 */
export function inLines(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLines);
  if (typeof value !== "object" || value === null) return value;
  if (isIssue(value)) return lineOf(value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inLines(member)]));
}

/** A test of what comes out, with its findings as {@link inLines}; where there are none, `issues` is left out. */
export function row(name: string, result: () => unknown, expected: unknown): void {
  test(name, () => {
    const value = inLines(result());
    expect(isFine(value) ? { ...value, issues: undefined } : value).toEqual(expected);
  });
}

/** A function that is called with what it was given when its row is tried. */
export function lazy<Given extends readonly unknown[], Result>(run: (...given: Given) => Result) {
  return (...given: Given) =>
    () =>
      run(...given);
}

function isFine(value: unknown): value is object {
  return typeof value === "object" && value !== null && "issues" in value && Array.isArray(value.issues) && value.issues.length === 0;
}

/** One line for each finding. */
export function linesOf(issues: readonly IssueLike[]): string[] {
  return issues.map(lineOf);
}

function lineOf({ code, severity, loss, path, message: _wording, ...facts }: IssueLike): string {
  const family = code.slice(0, code.indexOf("."));
  const implied = ["dropped", "approximated", "equivalent", "failed"].includes(family) ? family : undefined;
  const lost = loss === implied ? [] : [`(${loss ?? "nothing lost"})`];
  const options: ReadonlyMap<string, unknown> = new Map(Object.entries(OPTIONS));
  const told = Object.entries(!options.has(code) || severity === "error" || "suggestion" in facts ? facts : { ...facts, fixed: true })
    .filter(([fact, value]) => fact !== "suggestion" || value !== options.get(code))
    .sort()
    .map(([fact, value]) => `${fact} ${JSON.stringify(value)}`);
  return [code, formatPath(path) || "()", severity, ...lost, ...told].join(" ");
}

interface IssueLike {
  readonly code: string;
  readonly severity: string;
  readonly loss?: string;
  readonly path: Path;
  readonly message: string;
}

function isIssue(value: object): value is IssueLike {
  return "code" in value && "severity" in value && "message" in value && "path" in value && Array.isArray(value.path);
}
