/** The requirements that most rules are made of: types, presence, ranges, lists of legal words, exclusions. */
import { below, type Fault, type Fields, type Grade, notListedFault, own, type Range, type Requirement, rangeText } from "./check.js";
import { brief, describe, either, type Path, suggest } from "./issue.js";
import { compact, isNatural, isObject } from "./json.js";

/** A requirement that asks nothing beside the node. */
export interface Simple extends Requirement<unknown> {
  check(node: Fields): Fault | undefined;
}

/** A fault of a member that a requirement is about, unless it names another place. */
type MemberFault = Omit<Fault, "at"> & Partial<Pick<Fault, "at">>;
type FaultOf<Context> = (value: unknown, node: Fields, context: Context) => MemberFault | undefined;

/**
 * What of the member at a key is wrong; an absent one, and null, are not looked at.
 * @param holds what follows the name of the member: "is a string"
 */
export function member(key: string, holds: string, faultOf: (value: unknown, node: Fields) => MemberFault | undefined): Simple;
export function member<Context>(key: string, holds: string, faultOf: FaultOf<Context>): Requirement<Context>;
export function member<Context>(key: string, holds: string, faultOf: FaultOf<Context>): Requirement<Context> {
  return {
    at: key,
    needs: key,
    holds: `\`${key}\` ${holds}`,
    check: (node, context) => {
      const value = own(node, key);
      const fault = value === undefined ? undefined : faultOf(value, node, context);
      return fault && { at: [key], ...fault };
    },
  };
}

const TYPES = {
  string: { name: "a string", test: (value: unknown) => typeof value === "string" },
  integer: { name: "an integer", test: Number.isInteger },
  "natural number": { name: "an integer of at least 0", test: isNatural },
  boolean: { name: "a boolean", test: (value: unknown) => typeof value === "boolean" },
  object: { name: "an object", test: isObject },
  array: { name: "an array", test: Array.isArray },
} as const;
export type TypeName = keyof typeof TYPES;

/** An optional member of this type: absent and null pass. */
export function typed(key: string, type: TypeName): Simple {
  return member(key, `is ${TYPES[type].name}`, (value) => (TYPES[type].test(value) ? undefined : wrongType([key], type, value)));
}

/** Optional members of these types. It looks at those that are there alone. */
export function types(expected: Readonly<Record<string, TypeName>>): Requirement<unknown> {
  const known = new Map(Object.entries(expected));
  return {
    at: [...known.keys()].join(", "),
    holds: [...known].map(([key, type]) => `\`${key}\` is ${TYPES[type].name}`).join(", "),
    check: (node, _context, report): undefined => {
      for (const key in node) {
        const type = known.get(key);
        const value = type === undefined ? undefined : own(node, key);
        if (type !== undefined && value !== undefined && !TYPES[type].test(value)) report(wrongType([key], type, value));
      }
    },
  };
}

/** A required member of this type. */
export function required(key: string, type: TypeName): Simple {
  const { name } = TYPES[type];
  return { ...both(present(key, name), typed(key, type)), holds: `\`${key}\` is required and ${name}` };
}

/** A required member, whose type another rule states. */
export function present(key: string, expected: string): Simple {
  return {
    at: key,
    holds: `\`${key}\` is required`,
    check: (node) => (own(node, key) === undefined ? missing([key], expected) : undefined),
  };
}

/** A required member of this one value. */
export function constant(key: string, word: string): Simple {
  const right = oneOf(key, [word]);
  return { at: key, holds: right.holds, check: both(required(key, "string"), right).check };
}

/** The second is looked at where the first holds. */
export function both(first: Simple, second: Simple): Simple {
  const check = (node: Fields) => first.check(node) ?? second.check(node);
  return { at: second.at ?? "", holds: `${first.holds}; ${second.holds}`, check };
}

/** What holds of a node of which a member is this word. */
export function where(key: string, word: string, { at = "", holds, check }: Requirement<unknown>): Requirement<unknown> {
  return {
    at,
    holds: `where \`${key}\` is \`${word}\`, ${holds}`,
    check: (node, context, report) => (own(node, key) === word ? check(node, context, report) : undefined),
  };
}

/** Every item of an array has this type. Null is no item. */
export function items(key: string, type: TypeName): Requirement<unknown> {
  return everyItem(key, `is ${TYPES[type].name}`, (value, at) => (TYPES[type].test(value) ? undefined : wrongType(at, type, value)));
}

function everyItem(key: string, holds: string, faultOf: (value: unknown, at: Path) => Fault | undefined): Requirement<unknown> {
  return {
    at: `${key}[i]`,
    needs: key,
    holds: `every entry of \`${key}\` ${holds}`,
    check: (node, _context, report): undefined => {
      const list = own(node, key);
      if (!Array.isArray(list)) return;
      for (let index = 0; index < list.length; index++) {
        const fault = faultOf(list[index], [key, index]);
        if (fault !== undefined && !report(fault)) return;
      }
    },
  };
}

export function missing(at: Path, expected: string): Fault {
  return { at, problem: "is required and is missing", received: "nothing", expected };
}

function wrongType(at: Path, type: TypeName, value: unknown): Fault {
  const expected = TYPES[type].name;
  return { at, problem: `must be ${expected}, not ${describe(value)}`, expected, received: describe(value) };
}

/** A string, or an array, that may not be empty. One of another type is not checked here. */
export function filled(key: string, type: "string" | "array"): Simple {
  return member(key, `is ${TYPES[type].name} and not empty`, (value) => {
    const empty = type === "string" ? value === "" : Array.isArray(value) && value.length === 0;
    return empty ? { problem: "must not be empty", expected: "at least one", received: `an empty ${type}`, limit: 1 } : undefined;
  });
}

/** Ends are inclusive unless the range states otherwise. What is not a number is not checked here. */
export function inRange(key: string, range: Range): Simple {
  return member(key, `is ${rangeText(range)}`, (value) => outOfRange([key], value, range));
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

/** At most so many characters of a string, or entries of an array. */
export function longest(key: string, max: number, unit: "characters" | "entries"): Simple {
  const expected = `at most ${max} ${unit}`;
  return member(key, `has ${expected}`, (value) => {
    if (typeof value !== "string" && !Array.isArray(value)) return undefined;
    if ((unit === "characters") !== (typeof value === "string") || value.length <= max) return undefined;
    return { problem: `must have ${expected}, not ${value.length}`, limit: max, expected, received: `${value.length} ${unit}` };
  });
}

/** A member that may stand only where a switch is on. */
export function onlyBeside(key: string, flag: string): Simple {
  return member(key, `stands only beside \`${flag}: true\``, (_, node) =>
    (own(node, flag) ?? false) === false
      ? { problem: `is allowed only when \`${flag}\` is true`, expected: `\`${flag}: true\`` }
      : undefined,
  );
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

/** A string that is one of the words. What is not a string is not checked here. */
export function oneOf(key: string, legal: readonly string[], others: OtherWords = {}): Simple {
  return member(key, wordsText(legal, others), (value) => unlisted([key], value, legal, others));
}

/** Every string of a list is one of the words. All others are of one grade, so that those beyond what is listed are not looked at. */
export function allOf(key: string, legal: readonly string[], others: Pick<OtherWords, "otherwise"> = {}): Requirement<unknown> {
  return everyItem(key, wordsText(legal, others), (value, at) => unlisted(at, value, legal, others));
}

function wordsText(legal: readonly string[], { extension = [], grade, otherwise }: OtherWords): string {
  const other = otherwise === undefined ? "" : otherwise === "extension" ? "; any other is an extension" : "; any other is passed on";
  const withoutInfo = grade === "allowed" ? " without an `info`" : "";
  return `is ${legal.length === 1 ? "" : "one of "}${quoted(legal)}${extension.length === 0 ? "" : `; ${quoted(extension)} ${extension.length === 1 ? "is an extension" : "are extensions"}${withoutInfo}`}${other}`;
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
      : `is ${describe(value)}, ${otherwise !== "unknown" ? "where the specification lists" : "which is none of the known words"} ${expected}`;
  return { at, problem: problem + hint(suggestion), expected, received: brief(value), ...compact({ suggestion, grade: otherwise }) };
}

/** The end of a sentence about a word that was probably mistyped. */
export function hint(meant: string | undefined): string {
  return meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
}

/** Two members that exclude each other; the second is named. */
export function notBoth(first: string, second: string, why: string): Simple {
  return member(second, `excludes \`${first}\``, (_, node) =>
    own(node, first) === undefined
      ? undefined
      : { problem: `cannot stand beside \`${first}\`: ${why}`, expected: `\`${first}\` or \`${second}\`, not both` },
  );
}

/** A string of this form. */
export function matching(key: string, pattern: RegExp, form: string): Simple {
  return member(key, `is ${form}`, (value) =>
    typeof value !== "string" || pattern.test(value)
      ? undefined
      : { problem: `must be ${form}, not ${describe(value)}`, expected: form, received: brief(value) },
  );
}

/** What holds of the object at a key, where there is one. */
export function inside<Context>(key: string, { at = "", holds, check }: Requirement<Context>): Requirement<Context> {
  return {
    at: at
      .split(", ")
      .map((place) => below(key, place))
      .join(", "),
    needs: key,
    holds,
    check: (node, context, report) => {
      const child = own(node, key);
      const moved = (fault: Fault): Fault => ({ ...fault, at: [key, ...fault.at] });
      const found = isObject(child) ? check(child, context, (fault) => report(moved(fault))) : undefined;
      return found === undefined ? undefined : moved(found);
    },
  };
}

/** Several requirements. */
export function all<Context>(...parts: readonly Requirement<Context>[]): Requirement<Context> {
  const checks = parts.map(({ check }) => check);
  return {
    at: [...new Set(parts.map(({ at }) => at ?? ""))].join(", "),
    holds: parts.map(({ holds }) => holds).join("; "),
    parts: parts.flatMap((part) => part.parts ?? [part]),
    check: (node, context, report): undefined => {
      for (const check of checks) {
        const found = check(node, context, report);
        if (found !== undefined) report(found);
      }
    },
  };
}

/** A fault counts so where the case is one, and as the rule does elsewhere. */
export function graded(requirement: Simple, grade: Grade, isCase: (node: Fields) => boolean, holds = ""): Simple {
  return {
    ...requirement,
    holds: requirement.holds + holds,
    check: (node) => {
      const fault = requirement.check(node);
      return fault !== undefined && isCase(node) ? { ...fault, grade } : fault;
    },
  };
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

/**
 * Words and numbers at a place below a node are distinct.
 * @param place `tools[].name`
 * @param what is named: "tool name"
 * @param end how much of the path is reported; -1 names the node that has the word
 */
export function distinct(place: string, what: string, end?: number): Requirement<unknown> {
  const steps = place.replaceAll("[]", ".[]").split(".");
  const [needs = ""] = steps;
  return {
    needs,
    at: place.split(".").slice(0, end).join(".").replaceAll("[]", "[i]"),
    holds: `every ${what} is distinct`,
    check: (node, _context, report): undefined => {
      const seen = new Set<unknown>();
      visitAt(node, steps, (value, at) => {
        if (typeof value !== "string" && typeof value !== "number") return true;
        if (!seen.has(value)) return seen.add(value).size > 0;
        return report({
          at: at.slice(0, end),
          problem: `repeats the ${what} ${JSON.stringify(brief(value))}`,
          expected: `another ${what}`,
        });
      });
    },
  };
}

/** The objects of an array. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
