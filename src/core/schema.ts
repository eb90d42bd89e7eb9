/**
 * Shapes of foreign values as data: types, required fields, closed kinds that a decoder dispatches on. Each names the rule
 * that a value of another shape breaks; ranges and lists of words are rules of their own.
 */

import type { Tagged } from "type-fest";
import { compact } from "./compact.js";
import { describe, either, failure, type Issue, moreThan } from "./issue.js";
import { asJson, isObject, type JsonObject } from "./json.js";
import { formatPath, type Path } from "./path.js";
import { fail, ok, type Result } from "./result.js";

/** The id of the rule, or what tells it from the value. */
export type RuleOf = string | ((value: unknown) => string);

/** The rule for a missing value, and that for one of the wrong type. */
export function rule(missing: string, wrong: string): RuleOf {
  return (value) => (value === undefined || value === null ? missing : wrong);
}

/** What a schema is made of, for who lists the fields of a document. */
interface Structure {
  readonly members?: Readonly<Record<string, AnySchema>>;
  readonly item?: AnySchema;
  readonly options?: readonly AnySchema[];
  readonly words?: readonly string[];
  readonly isOptional?: true;
}

/** Whether a value conforms. Without `faults` the first fault ends the look. The value is never copied. */
type Test<T> = (value: unknown, faults?: Faults) => value is T;
type AnySchema = Schema<unknown>;
export type Infer<S> = S extends { readonly test: Test<infer T> } ? T : never;

/** The shape of a value of type `T`. */
export class Schema<T> {
  constructor(
    readonly test: Test<T>,
    readonly structure: Structure = {},
  ) {}

  /** Absent and null conform, too. */
  nullish(): Schema<T | null | undefined> {
    const { test } = this;
    return new Schema((value, faults): value is T | null | undefined => value === undefined || value === null || test(value, faults), {
      ...this.structure,
      isOptional: true,
    });
  }

  /** What must hold beyond the shape; the fault is at `path` below the value. */
  refine(holds: (value: T) => boolean, rule: string, expected: string, path: readonly string[] = []): Schema<T> {
    const { test } = this;
    return new Schema(
      (value, faults): value is T =>
        test(value, faults) && (holds(value) || wrong(faults, rule, expected, path.reduce(memberOf, value), path)),
      this.structure,
    );
  }
}

/** One value at one place that does not conform. */
interface Fault {
  readonly path: Path;
  readonly rule: string;
  /** "a string"; absent where no words are known for it. */
  readonly expected: string | undefined;
  readonly received: string;
}

/** The faults of a document, up to a limit. */
class Faults {
  readonly found: Fault[] = [];
  private readonly place: (string | number)[] = [];

  constructor(private readonly limit: number) {}

  get isFull(): boolean {
    return this.found.length >= this.limit;
  }

  add(rule: RuleOf, expected: string | undefined, value: unknown, path: Path): void {
    if (this.isFull) return;
    const id = typeof rule === "string" ? rule : rule(value);
    this.found.push({ path: [...this.place, ...path], rule: id, expected, received: describe(value) });
  }

  inside(key: string | number, schema: AnySchema, value: unknown): boolean {
    this.place.push(key);
    const conforms = schema.test(value, this);
    this.place.pop();
    return conforms;
  }
}

function wrong(faults: Faults | undefined, rule: RuleOf, expected: string | undefined, value: unknown, path: Path = []): false {
  faults?.add(rule, expected, value, path);
  return false;
}

function memberOf(node: unknown, key: string | number): unknown {
  return isObject(node) ? node[key] : undefined;
}

/** A string; one of a narrower type where what selects the object by it has looked at it. */
export function string<Text extends string = string>(rule: RuleOf): Schema<Text> {
  return new Schema((value, faults): value is Text => typeof value === "string" || wrong(faults, rule, "a string", value));
}

export function number(rule: RuleOf): Schema<number> {
  return new Schema((value, faults): value is number => typeof value === "number" || wrong(faults, rule, "a number", value));
}

/** `Number.isInteger`, so that `5.0` is an integer and `"5"` and `true` are not. */
export function integer(rule: RuleOf): Schema<number> {
  return new Schema((value, faults): value is number => Number.isInteger(value) || wrong(faults, rule, "an integer", value));
}

export function boolean(rule: RuleOf): Schema<boolean> {
  return new Schema((value, faults): value is boolean => typeof value === "boolean" || wrong(faults, rule, "a boolean", value));
}

/** Any value; with a rule, none at all is not one. Documents were proven plain JSON at the door. */
export function any<T = unknown>(rule?: RuleOf): Schema<T> {
  return new Schema((value, faults): value is T => value !== undefined || rule === undefined || wrong(faults, rule, undefined, value));
}

/** An object whose members nobody looks at. */
export function anyObject(rule: RuleOf): Schema<Record<string, unknown>> {
  return new Schema((value, faults): value is Record<string, unknown> => isObject(value) || wrong(faults, rule, "an object", value));
}

/** The same, in a document that was proven plain JSON at the door. */
export function jsonObject(rule: RuleOf): Schema<JsonObject> {
  return new Schema((value, faults): value is JsonObject => isObject(value) || wrong(faults, rule, "an object", value));
}

/** One of these words; without a rule, what selects the object by it has looked at it. */
export function word<const Word extends string>(legal: Word | readonly Word[], rule: RuleOf = SELECTED): Schema<Word> {
  const words = typeof legal === "string" ? [legal] : legal;
  return new Schema((value, faults): value is Word => words.some((word) => word === value) || wrong(faults, rule, either(words), value), {
    words,
  });
}

/** No rule is broken by what {@link selected} has looked at. */
const SELECTED = "";

export function list<T>(item: Schema<T>, rule: RuleOf): Schema<T[]> {
  return new Schema(
    (value, faults): value is T[] => {
      if (!Array.isArray(value)) return wrong(faults, rule, "an array", value);
      let conforms = true;
      for (let index = 0; index < value.length; index++) {
        if (faults === undefined ? item.test(value[index]) : faults.inside(index, item, value[index])) continue;
        if (faults === undefined || faults.isFull) return false;
        conforms = false;
      }
      return conforms;
    },
    { item },
  );
}

/** An object of such values under any keys. */
export function record<T>(item: Schema<T>, rule: RuleOf): Schema<Record<string, T>> {
  return new Schema(
    (value, faults): value is Record<string, T> => {
      if (!isObject(value)) return wrong(faults, rule, "an object", value);
      if (faults === undefined) return Object.values(value).every((member) => item.test(member));
      let conforms = true;
      for (const key in value) {
        if (faults.inside(key, item, value[key])) continue;
        if (faults.isFull) return false;
        conforms = false;
      }
      return conforms;
    },
    { item },
  );
}

type Members = Readonly<Record<string, AnySchema>>;
type ObjectOf<M extends Members> = Flat<
  { [K in keyof M as undefined extends Infer<M[K]> ? never : K]: Infer<M[K]> } & {
    [K in keyof M as undefined extends Infer<M[K]> ? K : never]?: Infer<M[K]>;
  } & { [key: string]: unknown }
>;
type Flat<T> = { [K in keyof T]: T[K] };

/** An object with these members. Others pass and are kept. */
export function object<M extends Members>(members: M, rule: RuleOf = SELECTED): Schema<ObjectOf<M>> {
  const listed = Object.entries(members);
  const required = listed.filter(([, schema]) => schema.structure.isOptional !== true);
  const optional = new Map(listed.filter(([, schema]) => schema.structure.isOptional === true));
  return new Schema(
    (value, faults): value is ObjectOf<M> => {
      if (!isObject(value)) return wrong(faults, rule, "an object", value);
      if (faults !== undefined) return listed.filter(([key, schema]) => !faults.inside(key, schema, value[key])).length === 0;
      for (const [key, schema] of required) if (!schema.test(value[key])) return false;
      // A document has few of the members that it may have.
      for (const key in value) if (optional.get(key)?.test(value[key]) === false) return false;
      return true;
    },
    { members },
  );
}

/** The kind of a block, part or tool that this version does not know. Excludes the known kinds by type and by check. */
export type UnknownKind = Tagged<string, "unknown-kind">;

/** An object of a kind that this version does not know: kept whole, so that nothing is lost. */
export type OfUnknownKind = { [key: string]: unknown; type: UnknownKind };
const OF_UNKNOWN_KIND = new Schema((value): value is OfUnknownKind => isObject(value));

/** Objects of several kinds, of which the value selects one; where it selects none, `type` or the member named is wrong. */
export function selected<S extends AnySchema>(
  options: readonly S[],
  select: (value: Readonly<Record<string, unknown>>) => S | undefined,
  rule: RuleOf,
  expected?: string,
  key = "type",
): Schema<Infer<S>> {
  return new Schema(
    (value, faults): value is Infer<S> => {
      if (!isObject(value)) return wrong(faults, rule, "an object", value);
      const option = select(value);
      return option === undefined
        ? wrong(faults, typeof rule === "string" ? rule : rule(value), expected, value[key], [key])
        : option.test(value, faults);
    },
    { options },
  );
}

/** Objects of several kinds, told apart by a member. */
export function kinds<S extends AnySchema>(options: readonly S[], rule: RuleOf, key = "type"): Schema<Infer<S>> {
  const known = optionsByKind(options, key);
  return selected(options, (value) => known.get(value[key]), rule, either([...known.keys()]), key);
}

/** The same, and an object of which `type` is another string conforms as well. */
export function openKinds<S extends AnySchema>(options: readonly S[], rule: RuleOf): Schema<Infer<S> | OfUnknownKind> {
  const known = optionsByKind(options, "type");
  return selected<S | typeof OF_UNKNOWN_KIND>(
    options,
    ({ type }) => known.get(type) ?? (typeof type === "string" ? OF_UNKNOWN_KIND : undefined),
    rule,
    either([...known.keys()]),
  );
}

function optionsByKind<S extends AnySchema>(options: readonly S[], key: string): ReadonlyMap<unknown, S> {
  const known = new Map<unknown, S>();
  for (const option of options) for (const word of option.structure.members?.[key]?.structure.words ?? []) known.set(word, option);
  return known;
}

const OTHER_TYPES = {
  "an array": Array.isArray,
  "an object": isObject,
  "a number": (value: unknown) => typeof value === "number",
} as const;

/** A string, or a value of this shape, which is of this type. */
export function stringOr<T>(other: Schema<T>, type: keyof typeof OTHER_TYPES, rule: RuleOf): Schema<string | T> {
  const isOther = OTHER_TYPES[type];
  return new Schema(
    (value, faults): value is string | T =>
      typeof value === "string" || (isOther(value) ? other.test(value, faults) : wrong(faults, rule, `a string or ${type}`, value)),
    { options: [other] },
  );
}

/** Whether the value has the schema's shape. The value itself is used afterwards, not a copy: key order and unknown keys stay. */
export function conforms<T>(schema: Schema<T>, value: unknown): value is T {
  return schema.test(value);
}

/**
 * Reads a foreign value: plain JSON of bounded depth, of the schema's shape. The value itself comes back, not a copy.
 * @param bodyRule the rule that a body which is no JSON breaks
 */
export function readBody<T>(schema: Schema<T>, value: unknown, bodyRule: string): Result<T> {
  const json = asJson(value);
  if (!json.ok) return fail([{ ...json.issues[0], code: `validation.${bodyRule}`, rule: bodyRule }]);
  return conforms(schema, value) ? ok(value) : refused(schemaIssues(schema, value), bodyRule);
}

/** What a body that does not conform is answered with. */
export function refused([first, ...rest]: readonly Issue[], bodyRule: string): Result<never> {
  // Never reached: a schema that refuses a value says why.
  return fail([first ?? failure(`validation.${bodyRule}`, [], "The body is not of this style.", { rule: bodyRule }), ...rest]);
}

/** What is wrong first with a value that does not conform. */
export function firstFault(schema: AnySchema, value: unknown): Pick<Issue, "path" | "message"> {
  const [first] = schemaFaults(schema, value).issues;
  // Never reached: a schema that refuses a value says why.
  return first ?? { path: [], message: "It has another shape." };
}

/** Faults of one document that are listed: what is wrong with an entry of a list is wrong with most. */
export const MAX_FAULTS = 1000;

/**
 * What the schema finds wrong with a value that does not conform, one issue for each fault, in the schema's order; the last one says where there are more.
 * @param named the rule of this document for one that the schema names
 */
export function schemaIssues(schema: AnySchema, value: unknown, named?: (rule: string) => string): Issue[] {
  const { issues, isCut } = schemaFaults(schema, value, named);
  return isCut ? [...issues, moreThan(1, { limit: MAX_FAULTS })] : issues;
}

/** The same, and whether there are more than those. */
export function schemaFaults(
  schema: AnySchema,
  value: unknown,
  named: (rule: string) => string = (rule) => rule,
): { readonly issues: Issue[]; readonly isCut: boolean } {
  const faults = new Faults(MAX_FAULTS + 1);
  schema.test(value, faults);
  return { issues: faults.found.slice(0, MAX_FAULTS).map((fault) => toIssue(fault, named(fault.rule))), isCut: faults.isFull };
}

function toIssue({ path, expected, received }: Fault, rule: string): Issue {
  return failure(`validation.${rule}`, path, sentence(path, expected, received), { rule, ...compact({ expected }), received });
}

function sentence(path: Path, expected: string | undefined, received: string): string {
  const place = path.length === 0 ? "The body" : `\`${formatPath(path)}\``;
  if (received === "nothing" || (received === "null" && expected === undefined))
    return `${place} is required and is ${received === "null" ? "null" : "missing"}.`;
  return expected === undefined
    ? `${place} has a value that is not allowed here: ${received}.`
    : `${place} must be ${expected}, not ${received}.`;
}
