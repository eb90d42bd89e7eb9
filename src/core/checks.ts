/** The checks that most rules are made of: types, presence, ranges, lists of legal words, exclusions. */
import { type Check, type Fault, type Fields, type Grade, notListedFault, own } from "./check.js";
import { brief, describe, either, suggest } from "./issue.js";
import { isObject } from "./json.js";
import type { Path } from "./path.js";
import { type Range, rangeText } from "./range.js";

type AnyCheck = (node: Fields) => Fault | undefined;

const TYPES = {
  string: { name: "a string", test: (value: unknown) => typeof value === "string" },
  integer: { name: "an integer", test: Number.isInteger },
  "natural number": {
    name: "an integer of at least 0",
    test: (value: unknown) => typeof value === "number" && Number.isInteger(value) && value >= 0,
  },
  boolean: { name: "a boolean", test: (value: unknown) => typeof value === "boolean" },
  object: { name: "an object", test: isObject },
  array: { name: "an array", test: Array.isArray },
} as const;
export type TypeName = keyof typeof TYPES;

/** An optional member of this type: absent and null pass. */
export function typed(key: string, type: TypeName): AnyCheck {
  return (node) => {
    const value = own(node, key);
    return value === undefined || TYPES[type].test(value) ? undefined : wrongType([key], type, value);
  };
}

/** Optional members of these types. It looks at those that are there alone. */
export function types<Context>(expected: Readonly<Record<string, TypeName>>): Check<Context> {
  const known = new Map(Object.entries(expected));
  return (node, _context, report): undefined => {
    for (const key in node) {
      const type = known.get(key);
      const value = type === undefined ? undefined : own(node, key);
      if (type !== undefined && value !== undefined && !TYPES[type].test(value)) report(wrongType([key], type, value));
    }
  };
}

/** A required member of this type. */
export function required(key: string, type: TypeName): AnyCheck {
  return (node) => {
    const value = own(node, key);
    if (value === undefined) return missing([key], TYPES[type].name);
    return TYPES[type].test(value) ? undefined : wrongType([key], type, value);
  };
}

/** Every item of an array has this type. Null is no item. */
export function items<Context>(key: string, type: TypeName): Check<Context> {
  return (node, _context, report): undefined => {
    const list = own(node, key);
    if (!Array.isArray(list)) return;
    for (let index = 0; index < list.length; index++)
      if (!TYPES[type].test(list[index])) report(wrongType([key, index], type, list[index]));
  };
}

export function missing(at: Path, expected: string): Fault {
  return { at, says: "is required and is missing", received: "nothing", expected };
}

function wrongType(at: Path, type: TypeName, value: unknown): Fault {
  const expected = TYPES[type].name;
  return { at, says: `must be ${expected}, not ${describe(value)}`, expected, received: describe(value) };
}

/** A string, or an array, that may not be empty. What is of another type is no business of this check. */
export function filled(key: string, type: "string" | "array"): AnyCheck {
  return (node) => {
    const value = own(node, key);
    const empty = type === "string" ? value === "" : Array.isArray(value) && value.length === 0;
    return empty ? { at: [key], says: "must not be empty", expected: "at least one", received: `an empty ${type}`, limit: 1 } : undefined;
  };
}

/** Ends are inclusive unless the range says otherwise. What is not a number is no business of this check. */
export function inRange(key: string, range: Range): AnyCheck {
  return (node) => outOfRange([key], own(node, key), range);
}

export function outOfRange(at: Path, value: unknown, range: Range): Fault | undefined {
  if (typeof value !== "number") return undefined;
  const { min, max, exclusiveMax } = range;
  const facts = { expected: rangeText(range), received: String(value) };
  if (value < min) return { at, says: `must be at least ${min}, not ${value}`, limit: min, ...facts };
  if (max !== undefined && (value > max || (exclusiveMax !== undefined && value === max)))
    return { at, says: `must be ${exclusiveMax === undefined ? "at most" : "below"} ${max}, not ${value}`, limit: max, ...facts };
  return undefined;
}

/** At most so many characters of a string or items of an array. */
export function longest(key: string, max: number): AnyCheck {
  return (node) => {
    const value = own(node, key);
    if (typeof value === "string" && value.length > max)
      return {
        at: [key],
        says: `must have at most ${max} characters, not ${value.length}`,
        limit: max,
        expected: `at most ${max} characters`,
        received: `${value.length} characters`,
      };
    if (Array.isArray(value) && value.length > max)
      return {
        at: [key],
        says: `must have at most ${max} entries, not ${value.length}`,
        limit: max,
        expected: `at most ${max} entries`,
        received: `${value.length} entries`,
      };
    return undefined;
  };
}

/** Lists of legal words: those of the specification, and those that only the vendor has. */
export interface Words {
  readonly legal: readonly string[];
  readonly extension?: readonly string[];
  /** How a word of `extension` counts. Default `"extension"`. */
  readonly grade?: "extension" | "silent" | "unknown";
  /** How any other word counts. Default: as the rule does. */
  readonly otherwise?: Grade;
}

/** A string that is one of the words. What is not a string is no business of this check. */
export function oneOf(key: string, words: Words): AnyCheck {
  return (node) => unlisted([key], own(node, key), words);
}

export function unlisted(at: Path, value: unknown, { legal, extension = [], grade = "extension", otherwise }: Words): Fault | undefined {
  if (typeof value !== "string" || legal.includes(value)) return undefined;
  // Silent words are ordinary traffic: their value is not looked at.
  if (extension.includes(value))
    return notListedFault(at, grade === "silent" ? NOT_LISTED : `is ${describe(value)}, which the specification does not list`, grade);
  const words = [...legal, ...extension];
  const meant = suggest(value, words);
  const expected = either(grade === "silent" ? words : legal);
  const says =
    otherwise === undefined || otherwise === "error"
      ? `must be ${expected}, not ${describe(value)}`
      : `is ${describe(value)}, ${otherwise === "extension" ? "where the specification lists" : "which is none of the known words"} ${expected}`;
  return {
    at,
    says: says + hint(meant),
    expected,
    received: brief(value),
    ...(meant === undefined ? {} : { suggestion: meant }),
    ...(otherwise === undefined ? {} : { grade: otherwise }),
  };
}

const NOT_LISTED = "is a word that the specification does not list";

/** The end of a sentence about a word that was probably mistyped. */
export function hint(meant: string | undefined): string {
  return meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
}

/** Two members that exclude each other; the second is named. */
export function notBoth(first: string, second: string, why: string): AnyCheck {
  return (node) =>
    own(node, first) === undefined || own(node, second) === undefined
      ? undefined
      : { at: [second], says: `cannot stand beside \`${first}\`: ${why}`, expected: `\`${first}\` or \`${second}\`, not both` };
}

/** A string of this form. */
export function matching(key: string, pattern: RegExp, form: string): AnyCheck {
  return (node) => {
    const value = own(node, key);
    if (typeof value !== "string" || pattern.test(value)) return undefined;
    return { at: [key], says: `must be ${form}, not ${describe(value)}`, expected: form, received: brief(value) };
  };
}

/** A check of the object at a key, where there is one. */
export function inside(key: string, check: AnyCheck): AnyCheck {
  return (node) => {
    const child = own(node, key);
    const fault = isObject(child) ? check(child) : undefined;
    return fault === undefined ? undefined : { ...fault, at: [key, ...fault.at] };
  };
}

/** Reports the findings of several checks. */
export function all<Context>(...checks: readonly Check<Context>[]): Check<Context> {
  return (node, context, report): undefined => {
    for (const check of checks) {
      const found = check(node, context, report);
      if (found !== undefined) report(found);
    }
  };
}

/** The objects of an array. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
