/** What checks say of a value that is wrong: of another type, out of range, none of the legal words. */
import { type Fault, type Fields, type Grade, notListedFault, own, type Range, rangeText } from "./check.js";
import { brief, describe, either, type Path, suggest } from "./issue.js";
import { compact, isObject } from "./json.js";
import { any, anyObject, boolean, integer, list, natural, string } from "./schema.js";

const TYPES = {
  string: string(""),
  integer: integer(""),
  "natural number": natural(""),
  boolean: boolean(""),
  object: anyObject(""),
  array: list(any(), ""),
} as const;
export type TypeName = keyof typeof TYPES;

/** "a string". */
export function typeText(type: TypeName): string {
  return TYPES[type].structure.expected ?? type;
}

export function missing(at: Path, expected: string): Fault {
  return { at, problem: "is required and is missing", received: "nothing", expected };
}

export function mistyped(at: Path, type: TypeName, value: unknown): Fault | undefined {
  if (TYPES[type].is(value)) return undefined;
  const expected = typeText(type);
  const received = describe(value);
  return { at, problem: `must be ${expected}, not ${received}`, expected, received };
}

export function outOfRange(at: Path, value: unknown, range: Range): Fault | undefined {
  if (typeof value !== "number") return undefined;
  const { min, max, exclusiveMax } = range;
  const isAbove = max !== undefined && (value > max || (exclusiveMax !== undefined && value === max));
  const limit = value < min ? min : isAbove ? max : undefined;
  if (limit === undefined) return undefined;
  const bound = min === max ? "" : limit === min ? "at least " : exclusiveMax === undefined ? "at most " : "below ";
  return { at, problem: `must be ${bound}${limit}, not ${value}`, limit, expected: rangeText(range), received: String(value) };
}

/** Words beside the legal ones. */
export interface OtherWords {
  /** Those that only the vendor has. */
  readonly extension?: readonly string[];
  /** How a word of `extension` counts. Default `"extension"`. */
  readonly grade?: "extension" | "allowed" | "unknown";
  /** How any other word counts. Default: as the rule does. */
  readonly otherwise?: Grade;
}

export function wordsText(legal: readonly string[], { extension = [], grade, otherwise }: OtherWords): string {
  const other = otherwise === undefined ? "" : otherwise === "extension" ? "; any other is an extension" : "; any other is passed on";
  const extensions =
    extension.length === 0 ? "" : `; ${quoted(extension)} as an extension${grade === "allowed" ? " without an `info`" : ""}`;
  return `is ${legal.length === 1 ? "" : "one of "}${quoted(legal)}${extensions}${other}`;
}

export function unlisted(at: Path, value: unknown, legal: readonly string[], others: OtherWords = {}): Fault | undefined {
  if (typeof value !== "string" || legal.includes(value)) return undefined;
  const { extension = [], grade = "extension", otherwise } = others;
  // Silent words are ordinary traffic: their value is not looked at.
  const what = grade === "allowed" ? "a word that" : `${describe(value)}, which`;
  if (extension.includes(value)) return notListedFault(at, `is ${what} the specification does not list`, grade);
  const words = [...legal, ...extension];
  const suggestion = suggest(value, words);
  const expected = either(grade === "allowed" ? words : legal);
  const problem =
    otherwise === undefined || otherwise === "error"
      ? `must be ${expected}, not ${describe(value)}`
      : `is ${describe(value)}, which is not ${expected}`;
  return { at, problem: problem + hint(suggestion), expected, received: brief(value), ...compact({ suggestion, grade: otherwise }) };
}

/** The end of a sentence about a word that was probably mistyped. */
export function hint(meant: string | undefined): string {
  return meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
}

type Visit = (value: unknown, at: Path) => boolean | undefined;

/**
 * Visits what is found at a place below a node (`["tools", "[]", "name"]`), until `visit` gives false. Absent members and null
 * are not there. The path is that of the walk, which goes on: it is copied to be kept.
 * @param at the path of the node
 * @returns false where the walk was ended
 */
export function visitAt(node: unknown, steps: readonly string[], visit: Visit, at: (string | number)[] = []): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return visit(node, at) !== false;
  if (step === "[]") return !Array.isArray(node) || node.every((item, index) => visitBelow(index, item));
  const member = isObject(node) ? own(node, step) : undefined;
  return member === undefined || visitBelow(step, member);

  function visitBelow(key: string | number, value: unknown): boolean {
    at.push(key);
    const goesOn = rest.length === 0 ? visit(value, at) !== false : visitAt(value, rest, visit, at);
    at.pop();
    return goesOn;
  }
}

/** The objects of an array. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
