/**
 * Zod schemas whose error messages are rule ids, and their findings as issues. A schema says what is structural (types,
 * required fields, closed kinds that a decoder dispatches on); ranges and value enums are rules of their own.
 */

import type { Tagged } from "type-fest";
import { z } from "zod";
import { addAll } from "./add-all.js";
import { brief, failure, type Issue, moreThan } from "./issue.js";
import { asJson, isObject } from "./json.js";
import { formatPath, type Path } from "./path.js";
import { fail, ok, type Result } from "./result.js";

/**
 * The `error` of a schema: the id of the rule for a missing value, and of that for one of the wrong type.
 * `z.string({ error: rule("R-002", "R-003") })`
 */
export function rule(missing: string, wrong = missing): (issue: { readonly input?: unknown }) => string {
  return (issue) => (issue.input === undefined || issue.input === null ? missing : wrong);
}

/** `Number.isInteger`, so that `5.0` is an integer and `"5"` and `true` are not. */
export function integer(id: string) {
  return z.custom<number>(Number.isInteger, { error: id, params: { integer: true } });
}

/** Any value, but none at all is not one. */
export function anyValue(id: string) {
  return z.custom<unknown>((value) => value !== undefined, { error: id });
}

/** A plain object whose members nobody looks at. */
export function anyRecord(id: string) {
  return z.custom<Record<string, unknown>>(isObject, { error: id, params: { record: true } });
}

/** Faults of one list that are told: what is wrong with an entry is wrong with most, and each costs more than its entry. */
export const MAX_FAULTS = 1000;

/** Stands where a list was looked at no further. */
const CUT = { code: "custom", input: undefined, message: "cut" } as const;

/** `z.array` that looks no further after {@link MAX_FAULTS} faults. */
export function list<Item extends z.ZodType>(item: Item, error: ErrorOf) {
  return z
    .custom<z.infer<Item>[]>(() => true)
    .check(({ value, issues }) => {
      if (!Array.isArray(value)) {
        issues.push({ code: "invalid_type", expected: "array", input: value, message: messageOf(error, value) });
        return;
      }
      let room = MAX_FAULTS;
      for (let index = 0; index < value.length && room > 0; index++) room -= takeFaults(item, value[index], index, issues);
      if (room <= 0) issues.push(CUT);
    });
}

/** `z.record` of texts to such values, in the same way. */
export function record<Item extends z.ZodType>(item: Item, error: ErrorOf) {
  return z
    .custom<Record<string, z.infer<Item>>>(() => true)
    .check(({ value, issues }) => {
      if (!isObject(value)) {
        issues.push({ code: "invalid_type", expected: "record", input: value, message: messageOf(error, value) });
        return;
      }
      let room = MAX_FAULTS;
      for (const key of Object.keys(value)) if (room > 0) room -= takeFaults(item, value[key], key, issues);
      if (room <= 0) issues.push(CUT);
    });
}

type ErrorOf = string | ReturnType<typeof rule>;

function messageOf(error: ErrorOf, input: unknown): string {
  return typeof error === "string" ? error : error({ input });
}

/** Adds the faults of a member, and gives their number, those of the branches of unions included. */
function takeFaults(schema: z.core.$ZodType, value: unknown, key: string | number, issues: z.core.$ZodRawIssue[]): number {
  const found = schema._zod.run({ value, issues: [] }, { async: false });
  if (found instanceof Promise || found.issues.length === 0) return 0;
  addAll(issues, z.core.util.prefixIssues(key, found.issues));
  return countOf(found.issues);
}

function countOf(issues: readonly Pick<z.core.$ZodRawIssue, "code">[]): number {
  return issues.reduce((sum, issue) => sum + 1 + ("errors" in issue && Array.isArray(issue.errors) ? countOf(issue.errors.flat()) : 0), 0);
}

/**
 * `z.looseObject` of optional members, for nodes of which most are absent: it looks at those that are there alone, and
 * takes half the time.
 */
export function sparseObject<Shape extends z.ZodRawShape>(shape: Shape, id: string) {
  const members = new Map<string, z.core.$ZodType>(Object.entries(shape));
  return z
    .custom<z.infer<z.ZodObject<Shape, z.core.$loose>>>(isObject, { error: id, params: { record: true } })
    .check(({ value, issues }) => {
      for (const key of Object.keys(value)) {
        const member = members.get(key);
        if (member !== undefined) takeFaults(member, value[key], key, issues);
      }
    });
}

/** The kind of a block, part or tool that this version does not know. Excludes the known kinds by type and by check. */
export type UnknownKind = Tagged<string, "unknown-kind">;

/** Schema of an object whose `type` is none of the known ones: kept whole, so that nothing is lost. */
export function unknownKind(known: readonly string[], id: string) {
  return z.looseObject({
    type: z.custom<UnknownKind>((value) => typeof value === "string" && !known.includes(value), { error: id }),
  });
}

/** True when the value has the schema's shape. The value itself is used afterwards, not a copy: key order and unknown keys stay. */
export function conforms<T>(schema: z.ZodType<T>, value: unknown): value is T {
  return schema.safeParse(value).success;
}

/**
 * Reads a foreign value: plain JSON of bounded depth, of the schema's shape. The value itself comes back, not a copy.
 * @param bodyRule the rule that a body which is no JSON breaks
 */
export function readBody<T>(schema: z.ZodType<T>, value: unknown, bodyRule: string): Result<T> {
  const json = asJson(value);
  if (!json.ok) return fail([{ ...json.issues[0], code: `validation.${bodyRule}`, rule: bodyRule }]);
  if (conforms(schema, value)) return ok(value);
  return refused(schemaIssues(schema, value), bodyRule);
}

/** What a body that does not conform is answered with. */
export function refused([first, ...rest]: readonly Issue[], bodyRule: string): Result<never> {
  // Never reached: a schema that refuses a value says why.
  return fail([first ?? failure(`validation.${bodyRule}`, [], "The body is not of this style.", { rule: bodyRule }), ...rest]);
}

/** What is wrong first with a value that does not conform. */
export function firstFault(schema: z.ZodType, value: unknown): Pick<Issue, "path" | "message"> {
  const [first] = schemaIssues(schema, value);
  // Never reached: a schema that refuses a value says why.
  return first ?? { path: [], message: "It has another shape." };
}

/**
 * What the schema finds wrong, one issue for each fault, in the schema's order.
 * @param named the rule of this document for one that the schema names
 */
export function schemaIssues(schema: z.ZodType, value: unknown, named?: (rule: string) => string): Issue[] {
  const { issues, isCut } = schemaFaults(schema, value, named);
  return isCut ? [...issues, moreThan(1, { limit: MAX_FAULTS })] : issues;
}

/** The same, and whether there may be more than those. */
export function schemaFaults(
  schema: z.ZodType,
  value: unknown,
  named: (rule: string) => string = (rule) => rule,
): { readonly issues: Issue[]; readonly isCut: boolean } {
  const result = schema.safeParse(value);
  if (result.success) return { issues: [], isCut: false };
  const found = withoutFollowers(result.error.issues.flatMap((issue) => leaves(issue, [])));
  return {
    issues: found.map((leaf) => toIssue({ ...leaf, id: named(leaf.id) }, value)),
    isCut: result.error.issues.some(hasCut),
  };
}

function isCut({ code, message }: z.core.$ZodIssue): boolean {
  return code === CUT.code && message === CUT.message;
}

function hasCut(issue: z.core.$ZodIssue): boolean {
  return isCut(issue) || (issue.code === "invalid_union" && issue.errors.some((branch) => branch.some(hasCut)));
}

/** One fault for each rule at a place. In a node of none of the kinds that may stand there, what else is wrong means nothing. */
function withoutFollowers(all: readonly Leaf[]): readonly Leaf[] {
  const seen = new Set<string>();
  const strange = new Set(all.filter(isWrongKind).map(({ path }) => JSON.stringify(path.slice(0, -1))));
  return all.filter((leaf) => {
    const { path, id } = leaf;
    const place = JSON.stringify([id, path]);
    if (seen.has(place)) return false;
    seen.add(place);
    if (strange.size === 0) return true;
    const above = path.findIndex((_, depth) => strange.has(JSON.stringify(path.slice(0, depth))));
    return above === -1 || (above === path.length - 1 && isWrongKind(leaf));
  });
}

function isWrongKind({ path, code }: Leaf): boolean {
  return path.at(-1) === "type" && code !== "invalid_type";
}

/** One fault at one place, after the branches of unions were weighed. */
interface Leaf {
  readonly path: Path;
  /** Rule id. */
  readonly id: string;
  readonly code: z.core.$ZodIssue["code"];
  readonly expected: string | undefined;
}

function leaves(issue: z.core.$ZodIssue, base: Path): Leaf[] {
  if (isCut(issue)) return [];
  const path = [...base, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
  const own: Leaf = { path, id: issue.message, code: issue.code, expected: expectedOf(issue) };
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [own];
  const branches = issue.errors.map((branch) => branch.flatMap((inner) => leaves(inner, path)));
  if (branches.every((branch) => branch.every((leaf) => leaf.path.length === path.length && leaf.code === "invalid_type")))
    return [own, ...branches.flat()]
      .filter(({ id }) => isRule(id))
      .slice(0, 1)
      .map(({ id }) => ({ ...own, id, expected: joined(branches.flat()) }));
  return likeliest(branches);
}

function expectedOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === "invalid_value") return either(issue.values);
  // Of a node that is told by its type: the types.
  if (issue.code === "invalid_union" && "options" in issue && Array.isArray(issue.options)) return either(issue.options);
  if (issue.code === "custom") return has(issue, "integer") ? "an integer" : has(issue, "record") ? "an object" : undefined;
  return "expected" in issue && typeof issue.expected === "string" ? article(TYPE_NAMES[issue.expected] ?? issue.expected) : undefined;
}

/** `z.record` and `z.int` have words of their own. */
const TYPE_NAMES: Readonly<Record<string, string>> = { record: "object", int: "integer" };

function has(issue: z.core.$ZodIssue, param: "integer" | "record"): boolean {
  return "params" in issue && isObject(issue.params) && issue.params[param] === true;
}

function article(word: string): string {
  return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
}

function joined(all: readonly Leaf[]): string {
  return [...new Set(all.map(({ expected }) => expected))].join(" or ");
}

function isRule(id: string): boolean {
  return /^[RV]-\d/.test(id);
}

/**
 * Of several branches, the one that got furthest: a fault deep inside says more than a wrong type at the top. Between
 * equals, the one that did not stumble over the kind; of those that did, the one with the fewest faults.
 */
function likeliest(branches: readonly Leaf[][]): Leaf[] {
  return branches.reduce((best, branch) => {
    const [before, now] = [reach(best), reach(branch)];
    return now > before || (now === before && branch.some(missesKind) && branch.length < best.length) ? branch : best;
  });
}

/** How far a branch got before its first fault. */
function reach(branch: readonly Leaf[]): number {
  const shortest = branch.reduce((least, { path }) => Math.min(least, path.length), Number.POSITIVE_INFINITY);
  return shortest - (branch.some(missesKind) ? 0.5 : 0);
}

function missesKind({ path, code, expected }: Leaf): boolean {
  return path.at(-1) === "type" || code === "invalid_value" || (code === "custom" && expected === undefined);
}

function toIssue({ path, id, expected }: Leaf, document: unknown): Issue {
  const received = describe(at(document, path));
  return failure(`validation.${id}`, path, sentence(path, expected, received), {
    rule: id,
    ...(expected === undefined ? {} : { expected }),
    received,
  });
}

function at(document: unknown, path: Path): unknown {
  let node = document;
  for (const step of path) {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, step)) return undefined;
    node = Reflect.get(node, step);
  }
  return node;
}

/** What came, in the words of a person: the type, and the value where it is short. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `the ${typeof value} ${typeof value === "string" ? JSON.stringify(brief(value)) : String(value)}`;
}

/** More words than these are no help to a person. */
const MAX_WORDS = 9;

/** `"a", "b" or "c"`. */
export function either(words: readonly unknown[]): string {
  const named = words.slice(0, MAX_WORDS).map((word) => JSON.stringify(word));
  const all = words.length > MAX_WORDS ? [...named, `one of ${words.length - MAX_WORDS} others`] : named;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}

function sentence(path: Path, expected: string | undefined, received: string): string {
  const place = path.length === 0 ? "The body" : `\`${formatPath(path)}\``;
  if (received === "nothing" || (received === "null" && expected === undefined))
    return `${place} is required and is ${received === "null" ? "null" : "missing"}.`;
  return expected === undefined
    ? `${place} has a value that is not allowed here: ${received}.`
    : `${place} must be ${expected}, not ${received}.`;
}
