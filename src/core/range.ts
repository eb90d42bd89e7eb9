/** Numbers that have a range: the one policy for a number that is outside of it. */

import { approximated, dropped, failure, type Issue, type Path } from "./issue.js";
import { compact } from "./json.js";

/** Both ends are legal, but for a `max` that `exclusiveMax` excludes. */
export interface Range {
  readonly min: number;
  /** Default: any number. */
  readonly max?: number;
  /** The largest value to write where `max` itself is refused. */
  readonly exclusiveMax?: number;
  /** False: no number near is better than none, and one outside of the range is left out. */
  readonly clamp?: false;
  /** The rule that states the range. */
  readonly rule?: string;
}

export interface RangePolicy {
  /** Whose range it is, and the field: "messages takes `top_k`". */
  readonly takes: string;
  /** Where the number stands in the canonical document. */
  readonly path: Path;
  /** Default `"clamp"`. */
  readonly outOfRange?: "clamp" | "reject" | "drop" | undefined;
  readonly report: (issue: Issue) => void;
}

/** @returns the number, the nearest legal one, or undefined where it is refused or left out; each change is an issue */
export function keptInRange(value: number | undefined, range: Range, { takes, path, outOfRange, report }: RangePolicy): number | undefined {
  if (value === undefined) return undefined;
  const to = nearest(value, range);
  if (to === value) return value;
  const facts = { from: value, limit: to };
  const limits = `${takes} of ${rangeText(range)}`;
  switch (outOfRange === "reject" || range.clamp !== false ? (outOfRange ?? "clamp") : "drop") {
    case "reject":
      report(failure("failed.unsupported", path, `${limits}, not ${value}.`, { ...facts, ...compact({ rule: range.rule }) }));
      return undefined;
    case "drop":
      report(dropped("dropped.value", path, `${limits}; ${value} was left out.`, facts));
      return undefined;
    default:
      report(approximated("approximated.clamped", path, `${limits}; ${value} became ${to}.`, { ...facts, to }));
      return to;
  }
}

function nearest(value: number, { min, max = Number.POSITIVE_INFINITY, exclusiveMax }: Range): number {
  if (value < min) return min;
  if (exclusiveMax !== undefined && value >= max) return exclusiveMax;
  return value > max ? max : value;
}

/** "0 to 1", "at least 1", "-2 to below 2". */
export function rangeText({ min, max = Number.POSITIVE_INFINITY, exclusiveMax }: Range): string {
  if (max === min) return String(min);
  if (min === Number.NEGATIVE_INFINITY) return `at most ${max}`;
  if (max === Number.POSITIVE_INFINITY) return `at least ${min}`;
  return `${min} to ${exclusiveMax === undefined ? "" : "below "}${max}`;
}
