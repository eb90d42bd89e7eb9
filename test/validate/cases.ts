/**
 * The rows of the specification as cases: what each rule accepts and what it refuses, by the place where the value is put
 * into a body that is otherwise valid.
 */

import type { Path } from "../../src/core/issue.js";
import type { StyleName } from "../../src/model/common.js";
import type { ValidateOptions } from "../../src/styles/options.js";

/** Takes the member out. */
export const MISSING = Symbol("missing");

export interface Case {
  readonly rule: string;
  readonly at: Path;
  /** Instead of the style's smallest valid document. */
  readonly base?: unknown;
  readonly options?: ValidateOptions;
  /** No finding of this rule, and no error at all. */
  readonly accepts?: readonly unknown[];
  /** Exactly this error, at `at` or at `found`. */
  readonly rejects?: readonly unknown[];
  /** Where the rejection points, when not at `at`. */
  readonly found?: Path;
  /** `vendor_extension` with severity info; an error when strict. */
  readonly extends?: readonly unknown[];
  /** Nothing; an error when strict. */
  readonly silent?: readonly unknown[];
  /** A finding of this severity. */
  readonly warns?: readonly unknown[];
  readonly informs?: readonly unknown[];
  /** A value that was nearly meant, and what should be suggested. */
  readonly suggests?: readonly (readonly [value: unknown, suggestion: string])[];
}

export interface CaseGroup {
  readonly style: StyleName;
  readonly document: "request" | "response" | "error";
  readonly base: unknown;
  readonly cases: readonly Case[];
}

interface Values extends Omit<Case, "rule" | "at" | "found"> {
  /** From the body, or from `at` where it begins with `.` or `[`. */
  readonly found?: string;
}

/** A case; places are written as in `messages[0].content`, `""` is the body. */
export function rule(id: string, at: string, { found, ...values }: Values): Case {
  return {
    rule: id,
    at: pathOf(at),
    ...values,
    ...(found === undefined ? {} : { found: pathOf(/^[.[]/.test(found) ? at + found : found) }),
  };
}

function pathOf(text: string): Path {
  return text.match(/\[\d+\]|[^.[\]]+/g)?.map((step) => (step.startsWith("[") ? Number(step.slice(1, -1)) : step)) ?? [];
}

/** The document with a value put in, or taken out; the original stays as it is. */
export function put(node: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(node)) {
    const copy: unknown[] = [...node];
    if (typeof step === "number") copy[step] = put(copy[step], rest, value);
    return copy;
  }
  const fields: [string, unknown][] = typeof node === "object" && node !== null ? Object.entries(node) : [];
  const key = String(step);
  const next = put(Object.fromEntries(fields)[key], rest, value);
  if (next === MISSING) return Object.fromEntries(fields.filter(([name]) => name !== key));
  return fields.some(([name]) => name === key)
    ? Object.fromEntries(fields.map(([name, member]) => [name, name === key ? next : member]))
    : Object.fromEntries([...fields, [key, next]]);
}

/** The values of a closed range, and the nearest ones outside of it. */
export function range(low: number, high: number, step = 0.01): { accepts: number[]; rejects: number[] } {
  return { accepts: [low, high, (low + high) / 2], rejects: [low - step, high + step] };
}
