/** The requirements that most rules are made of: types, presence, ranges, lists of legal words, exclusions. */
import {
  type Check,
  type Fault,
  type Fields,
  type Grade,
  own,
  placesBelow,
  type Range,
  type Requirement,
  type Row,
  rangeText,
} from "./check.js";
import { missing, mistyped, type OtherWords, outOfRange, type TypeName, typeText, unlisted, visitAt, wordsText } from "./faults.js";
import { brief, describe, type Path } from "./issue.js";
import { isObject } from "./json.js";

/** A fault of a member that a requirement is about, unless it names another place. */
type MemberFault = Omit<Fault, "at"> & Partial<Pick<Fault, "at">>;

/** Makes requirements, each with what the row states beside it. */
class Requirements<Head> {
  constructor(protected readonly head: Head) {}

  /** In words and as a check of its own. @param at where it looks, below the node; "" is the node itself */
  that<Context>(at: string, holds: string, check: Check<Context>): Head & Requirement<Context> {
    return { ...this.head, at, holds, check };
  }

  /** Several requirements, or one that was made elsewhere. */
  all<Context>(...parts: readonly Requirement<Context>[]): Head & Requirement<Context> {
    const checks = parts.map(({ check }) => check);
    return {
      ...this.head,
      at: [...new Set(parts.map(({ at }) => at ?? ""))].join(", "),
      holds: parts.map(({ holds }) => holds).join("; "),
      parts: parts.flatMap((part) => part.parts ?? [part]),
      check: (node, context, report, parent): undefined => {
        for (const check of checks) {
          const found = check(node, context, report, parent);
          if (found !== undefined) report(found);
        }
      },
    };
  }

  /**
   * What of the member at a key is wrong; an absent one, and null, are not looked at.
   * @param holds what follows the name of the member: "is a string"
   */
  member<Context>(
    key: string,
    holds: string,
    faultOf: (value: unknown, context: Context, node: Fields, parent: Fields) => MemberFault | undefined,
  ) {
    const check: Check<Context> = (node, context, _report, parent) => {
      const value = own(node, key);
      const fault = value === undefined ? undefined : faultOf(value, context, node, parent);
      return fault && { at: [key], ...fault };
    };
    return { ...this.that(key, `\`${key}\` ${holds}`, check), needs: key };
  }

  /** An optional member of this type: absent and null pass. */
  typed(key: string, type: TypeName) {
    return this.member(key, `is ${typeText(type)}`, (value) => mistyped([key], type, value));
  }

  /** Optional members of this type, of which a node has few. */
  allTyped(keys: readonly string[], type: TypeName) {
    const holds = keys.map((key) => `\`${key}\` is ${typeText(type)}`).join("; ");
    return this.that<unknown>(keys.join(", "), holds, (node, _context, report): undefined => {
      for (const key in node) {
        const value = keys.includes(key) ? own(node, key) : undefined;
        const fault = value === undefined ? undefined : mistyped([key], type, value);
        if (fault !== undefined) report(fault);
      }
    });
  }

  /** A required member of this type. */
  required(key: string, type: TypeName) {
    const name = typeText(type);
    return this.that(key, `\`${key}\` is required and ${name}`, (node) => {
      const value = own(node, key);
      return value === undefined ? missing([key], name) : mistyped([key], type, value);
    });
  }

  /** A required member, whose type another rule states. */
  present(key: string, expected: string) {
    return this.that(key, `\`${key}\` is required`, (node) => (own(node, key) === undefined ? missing([key], expected) : undefined));
  }

  /** A required member of this one value. */
  constant(key: string, word: string) {
    const right = is.oneOf(key, [word]);
    return { ...this.all(is.required(key, "string"), right), holds: right.holds };
  }

  /** What holds of a node of which a member is this word. */
  where(key: string, word: string, { at = "", holds, check }: Requirement<unknown>) {
    return this.that<unknown>(at, `where \`${key}\` is \`${word}\`, ${holds}`, (node, context, report, parent) =>
      own(node, key) === word ? check(node, context, report, parent) : undefined,
    );
  }

  /** Every item of an array has this type. Null is no item. */
  items(key: string, type: TypeName) {
    return this.everyItem(key, `is ${typeText(type)}`, (value, at) => mistyped(at, type, value));
  }

  private everyItem(key: string, holds: string, faultOf: (value: unknown, at: Path) => Fault | undefined) {
    const check: Check<unknown> = (node, _context, report): undefined => {
      visitAt(node, [key, "[]"], (value, at) => {
        const fault = faultOf(value, [...at]);
        return fault === undefined || report(fault);
      });
    };
    return { ...this.that(`${key}[i]`, `every entry of \`${key}\` ${holds}`, check), needs: key };
  }

  /** A string, or an array, that may not be empty. One of another type is not checked here. */
  filled(key: string, type: "string" | "array") {
    return this.member(key, `is ${typeText(type)} and not empty`, (value) => {
      const empty = type === "string" ? value === "" : Array.isArray(value) && value.length === 0;
      return empty ? { problem: "must not be empty", expected: "at least one", received: `an empty ${type}`, limit: 1 } : undefined;
    });
  }

  /** Ends are inclusive unless the range states otherwise. What is not a number is not checked here. */
  inRange(key: string, range: Range) {
    return this.member(key, `is ${rangeText(range)}`, (value) => outOfRange([key], value, range));
  }

  /** At most so many characters of a string, or entries of an array. */
  longest(key: string, max: number, unit: "characters" | "entries") {
    const expected = `at most ${max} ${unit}`;
    return this.member(key, `has ${expected}`, (value) => {
      if (typeof value !== "string" && !Array.isArray(value)) return undefined;
      if ((unit === "characters") !== (typeof value === "string") || value.length <= max) return undefined;
      return { problem: `must have ${expected}, not ${value.length}`, limit: max, expected, received: `${value.length} ${unit}` };
    });
  }

  /** A member that may stand only where a switch is on. */
  onlyBeside(key: string, flag: string) {
    return this.member(key, `stands only beside \`${flag}: true\``, (_value, _context, node) =>
      (own(node, flag) ?? false) === false ? { expected: `\`${flag}: true\`` } : undefined,
    );
  }

  /** A string that is one of the words. What is not a string is not checked here. */
  oneOf(key: string, legal: readonly string[], others: OtherWords = {}) {
    return this.member(key, wordsText(legal, others), (value) => unlisted([key], value, legal, others));
  }

  /** Every string of a list is one of the words. All others are of one grade, so that those beyond what is listed are not looked at. */
  allOf(key: string, legal: readonly string[], others: Pick<OtherWords, "otherwise"> = {}) {
    return this.everyItem(key, wordsText(legal, others), (value, at) => unlisted(at, value, legal, others));
  }

  /** Two members that exclude each other; the second is named. */
  notBoth(first: string, second: string) {
    return this.member(second, `excludes \`${first}\``, (_value, _context, node) =>
      own(node, first) === undefined ? undefined : { expected: `\`${first}\` or \`${second}\`, not both` },
    );
  }

  /** A string of this form. */
  matching(key: string, pattern: RegExp, form: string) {
    return this.member(key, `is ${form}`, (value) =>
      typeof value !== "string" || pattern.test(value)
        ? undefined
        : { problem: `must be ${form}, not ${describe(value)}`, expected: form, received: brief(value) },
    );
  }

  /** What holds of the object at a key, where there is one. */
  inside<Context>(key: string, { at, holds, check }: Requirement<Context>) {
    const inner: Check<Context> = (node, context, report) => {
      const child = own(node, key);
      const moved = (fault: Fault): Fault => ({ ...fault, at: [key, ...fault.at] });
      const found = isObject(child) ? check(child, context, (fault) => report(moved(fault)), node) : undefined;
      return found === undefined ? undefined : moved(found);
    };
    return { ...this.that(placesBelow(key, at), holds, inner), needs: key };
  }

  /** A fault counts so where the case is one, and as the rule does elsewhere. */
  graded(requirement: Requirement<unknown>, grade: Grade, isCase: (node: Fields, parent: Fields) => boolean, holds = "") {
    const check: Check<unknown> = (node, context, report, parent) => {
      const fault = requirement.check(node, context, report, parent);
      return fault !== undefined && isCase(node, parent) ? { ...fault, grade } : fault;
    };
    return { ...this.head, ...requirement, holds: requirement.holds + holds, check };
  }

  /**
   * Words and numbers at a place below a node are distinct.
   * @param place `tools[].name`
   * @param what is named: "tool name"
   * @param end how much of the path is reported; -1 names the node that has the word
   */
  distinct(place: string, what: string, end?: number) {
    const steps = place.replaceAll("[]", ".[]").split(".");
    const [needs = ""] = steps;
    const at = place.split(".").slice(0, end).join(".").replaceAll("[]", "[i]");
    const check: Check<unknown> = (node, _context, report): undefined => {
      const seen = new Set<unknown>();
      visitAt(node, steps, (value, found) => {
        if (typeof value !== "string" && typeof value !== "number") return true;
        if (!seen.has(value)) return seen.add(value).size > 0;
        const problem = `repeats the ${what} ${JSON.stringify(brief(value))}`;
        return report({ at: found.slice(0, end), problem, expected: `another ${what}` });
      });
    };
    return { ...this.that(at, `every ${what} is distinct`, check), needs };
  }
}

/** Requirements that are parts of others: `is.oneOf("type", ["a", "b"])`. */
export const is = new Requirements<object>({});

type Head = Pick<Row<unknown>, "id" | "profile" | "severity" | "written">;

/** Makes the rows of one rule. */
export class RuleRows extends Requirements<Head> {
  get gateway() {
    return new RuleRows({ ...this.head, profile: "gateway" });
  }
  get vendor() {
    return new RuleRows({ ...this.head, profile: "vendor" });
  }
  get warning() {
    return new RuleRows({ ...this.head, severity: "warning" });
  }
  get info() {
    return new RuleRows({ ...this.head, severity: "info" });
  }
  get extension() {
    return new RuleRows({ ...this.head, severity: "extension" });
  }
  get written() {
    return new RuleRows({ ...this.head, written: true });
  }

  /** What another row, or nobody, checks. */
  stated(at: string, holds: string) {
    return { ...this.head, at, holds };
  }
}

/** A row of a table: `rule("V-20").vendor.warning.oneOf("type", ["a", "b"])`. */
export function rule(id: string): RuleRows {
  return new RuleRows({ id });
}
