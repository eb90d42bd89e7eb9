/**
 * Shapes of foreign values as data: types, required fields, closed kinds that a decoder dispatches on. Each names the rule
 * that a value of another shape breaks; ranges and lists of words are rules of their own.
 */
import type { Tagged } from "type-fest";
import { lazy } from "./collections.js";
import { broken, either, type Failure, fail, type Issue, moreThan, ok, type Result } from "./issue.js";
import { type Explain, Faults, type RuleOf } from "./issue-log.js";
import { AsParsed, asBody, isNatural, isObject, type JsonObject, memberAt } from "./json.js";

/** What a schema is made of, for who lists the fields or the rules of a document. */
interface Structure {
  /** That of another type, and what that type is. */
  readonly rule?: RuleOf;
  readonly expected?: string | undefined;
  /** The member that selects one of several kinds. */
  readonly kind?: { readonly key: string; readonly rule: RuleOf; readonly expected: () => string };
  readonly members?: () => ReadonlyMap<string, AnySchema>;
  readonly item?: AnySchema;
  readonly options?: () => readonly AnySchema[];
  readonly words?: readonly string[] | undefined;
}

/** Whether a value conforms, and so does what no schema names where somebody looks at that. The value is never copied. */
type Is<T> = (value: unknown, beyond?: Beyond) => value is T;
/** Looks at what schemas do not. */
export interface Beyond {
  /** Whether it is an object or a list that may stand in the document. */
  enters(node: object): boolean;
  /** Whether a member may stand there that no schema looks into. */
  takes(key: string, value: unknown): boolean;
}
export type AnySchema = Schema<unknown>;
export type Infer<S> = S extends { readonly is: Is<infer T> } ? T : never;

/** The shape of a value of type `T`. */
export class Schema<T> {
  constructor(
    readonly is: Is<T>,
    readonly explain: Explain,
    readonly structure: Structure,
    /** The same of a value that is neither absent nor null. */
    readonly present: Is<T> = is,
    readonly isOptional = false,
  ) {}

  /** Absent and null conform, too. */
  nullish(): Schema<T | null | undefined> {
    const { is, explain, structure, present } = this;
    return new Schema<T | null | undefined>(
      (value, beyond): value is T | null | undefined => value === undefined || value === null || is(value, beyond),
      (value, faults) => value === undefined || value === null || explain(value, faults),
      structure,
      present,
      true,
    );
  }

  /** What must hold beyond the shape; the fault is at `path` below the value. */
  refine(holds: (value: T) => boolean, rule: string, expected: string, path: readonly string[] = []): Schema<T> {
    const { is, explain, structure } = this;
    return new Schema(
      (value, beyond): value is T => is(value, beyond) && holds(value),
      (value, faults) => {
        if (!is(value)) explain(value, faults);
        else if (!holds(value)) faults.add(rule, expected, path.reduce(memberAt, value), path);
      },
      structure,
    );
  }
}

function leaf<T>(rule: RuleOf, expected: string | undefined, is: Is<T>, words?: readonly string[]): Schema<T> {
  return new Schema(is, (value, faults) => is(value) || faults.add(rule, expected, value), { rule, expected, words });
}

/** A string; one of a narrower type where what selects the object by it has looked at it. */
export function string<Text extends string = string>(rule: RuleOf): Schema<Text> {
  return leaf(rule, "a string", (value): value is Text => typeof value === "string");
}

function leafOf<T>(expected: string, is: Is<T>): (rule: RuleOf) => Schema<T> {
  return (rule) => leaf(rule, expected, is);
}

export const number = leafOf("a number", (value): value is number => typeof value === "number" && Number.isFinite(value));
/** `Number.isInteger`, so that `5.0` is an integer and `"5"` and `true` are not. */
export const integer = leafOf("an integer", (value): value is number => Number.isInteger(value));
export const natural = leafOf("an integer of at least 0", isNatural);
export const boolean = leafOf("a boolean", (value) => typeof value === "boolean");
/** An object whose members nobody looks at. */
export const anyObject = leafOf("an object", isUnread);
/** The same, in a document that was proven plain JSON by `asJson`. */
export const jsonObject = leafOf("an object", (value, beyond): value is JsonObject => isUnread(value, beyond));

/** Any value; with a rule, none at all is not one. Documents were proven plain JSON by `asJson`. */
export function any<T = unknown>(rule?: RuleOf): Schema<T> {
  const is = (value: unknown, beyond?: Beyond): value is T =>
    value === undefined ? rule === undefined : beyond === undefined || beyond.takes("", value);
  return leaf(rule ?? SELECTED, undefined, is);
}

function isUnread(value: unknown, beyond?: Beyond): value is Record<string, unknown> {
  return isObject(value) && (beyond === undefined || beyond.takes("", value));
}

/** One of these words; without a rule, what selects the object by it has looked at it. */
export function word<const Word extends string>(legal: Word | readonly Word[], rule: RuleOf = SELECTED): Schema<Word> {
  const words = typeof legal === "string" ? [legal] : legal;
  const known: readonly unknown[] = words;
  return leaf(rule, either(words), (value): value is Word => known.includes(value), words);
}

/** No rule is broken by what {@link selected} has looked at. */
const SELECTED = "";

export function list<T>(item: Schema<T>, rule: RuleOf): Schema<T[]> {
  const { is } = item;
  return new Schema(
    (value, beyond): value is T[] => {
      if (!Array.isArray(value) || beyond?.enters(value) === false) return false;
      for (let index = 0; index < value.length; index++) if (value[index] === undefined || !is(value[index], beyond)) return false;
      return true;
    },
    (value, faults) => {
      if (!Array.isArray(value)) faults.add(rule, "an array", value);
      else for (let index = 0; index < value.length && !faults.isFull; index++) faults.inside(index, item.explain, value[index]);
    },
    { item, rule, expected: "an array" },
  );
}

/** An object of such values under any keys. */
export function record<T>(item: Schema<T>, rule: RuleOf): Schema<Record<string, T>> {
  const { is } = item;
  return new Schema(
    (value, beyond): value is Record<string, T> => {
      if (!isObject(value) || beyond?.enters(value) === false) return false;
      for (const key in value) if (!is(value[key], beyond)) return false;
      return true;
    },
    (value, faults) => {
      if (!isObject(value)) return faults.add(rule, "an object", value);
      for (const key in value) {
        if (faults.isFull) return;
        faults.inside(key, item.explain, value[key]);
      }
    },
    { item, rule, expected: "an object" },
  );
}

type Members = Readonly<Record<string, AnySchema>>;
type ObjectOf<M extends Members> = Flat<
  { [K in keyof M as undefined extends Infer<M[K]> ? never : K]: Infer<M[K]> } & {
    [K in keyof M as undefined extends Infer<M[K]> ? K : never]?: Infer<M[K]>;
  } & { [key: string]: unknown }
>;
type Flat<T> = { [K in keyof T]: T[K] };

/** An object with these members, which are made when first looked at. Others pass and are kept. */
export function object<M extends Members>(members: () => M, rule: RuleOf = SELECTED): Schema<ObjectOf<M>> {
  const made = lazy(() => {
    const known = new Map<string, AnySchema>(Object.entries(members()));
    return { known, required: [...known].flatMap(([key, { is }]) => (is(undefined) ? [] : [key])) };
  });
  return new Schema(
    (value, beyond): value is ObjectOf<M> => {
      if (!isObject(value) || beyond?.enters(value) === false) return false;
      const { known, required } = made();
      for (const key of required) if (value[key] === undefined) return false;
      // A document has few of the members that it may have.
      for (const key in value) {
        const schema = known.get(key);
        const member = value[key];
        if (schema === undefined) {
          if (beyond?.takes(key, member) === false) return false;
        } else if (member === undefined || member === null ? !schema.is(member) : !schema.present(member, beyond)) return false;
      }
      return true;
    },
    (value, faults) => {
      if (!isObject(value)) faults.add(rule, "an object", value);
      else for (const [key, { explain }] of made().known) faults.inside(key, explain, value[key]);
    },
    { members: () => made().known, rule, expected: "an object" },
  );
}

/** Members of one rule that may be absent or null: most of a wire. */
export function optional(rule: RuleOf) {
  return {
    text: string(rule).nullish(),
    number: number(rule).nullish(),
    integer: integer(rule).nullish(),
    count: natural(rule).nullish(),
    flag: boolean(rule).nullish(),
    object: <M extends Members>(members: () => M) => object(members, rule).nullish(),
    list: <T>(item: Schema<T>) => list(item, rule).nullish(),
  };
}

/** The kind of a block, part or tool that this version does not know. Excludes the known kinds by type and by check. */
export type UnknownKind = Tagged<string, "unknown-kind">;

/** An object of a kind that this version does not know: kept whole, so that nothing is lost. */
export type OfUnknownKind = { [key: string]: unknown; type: UnknownKind };
const OF_UNKNOWN_KIND = leaf(SELECTED, undefined, (value, beyond): value is OfUnknownKind => isUnread(value, beyond));

interface KindFacts {
  readonly expected?: () => string;
  /** The member that selects, default `type`, and what is stated of it. */
  readonly key?: string;
  readonly stated?: () => string;
  /** What the members of one that selects no kind must be. */
  readonly otherwise?: AnySchema;
}

/** Objects of several kinds, of which the value selects one. @param kindRule broken where it selects none @param rule by what is no object */
export function selected<S extends AnySchema>(
  options: () => readonly S[],
  select: (value: Readonly<Record<string, unknown>>) => S | undefined,
  kindRule: RuleOf,
  rule = kindRule,
  { expected, key = "type", stated = () => "a string", otherwise }: KindFacts = {},
): Schema<Infer<S>> {
  return new Schema(
    (value, beyond): value is Infer<S> => isObject(value) && select(value)?.is(value, beyond) === true,
    (value, faults) => {
      if (!isObject(value)) return faults.add(rule, "an object", value);
      const option = select(value);
      if (option === undefined) faults.add(kindRule, expected?.(), value[key], [key]);
      (option ?? otherwise)?.explain(value, faults);
    },
    { options, rule, expected: "an object", kind: { key, rule: kindRule, expected: stated } },
  );
}

/** Objects of several kinds, distinguished by a member. */
export function kinds<S extends AnySchema>(options: () => readonly S[], kindRule: RuleOf, rule = kindRule, facts: KindFacts = {}) {
  const { key = "type" } = facts;
  const known = optionsByKind(options, key);
  const expected = () => either([...known().keys()]);
  const select = ({ [key]: kind }: Readonly<Record<string, unknown>>) => (typeof kind === "string" ? known().get(kind) : undefined);
  return selected(options, select, kindRule, rule, { ...facts, expected, stated: expected });
}

/** The same, and an object of which `type` is another string conforms as well; `isKnown` tells the two apart. */
export function openKinds<S extends AnySchema>(options: () => readonly S[], kindRule: RuleOf, rule = kindRule) {
  const kinds = optionsByKind(options, "type");
  const known = () => [...kinds().keys()];
  const select = ({ type }: Readonly<Record<string, unknown>>) =>
    typeof type === "string" ? (kinds().get(type) ?? OF_UNKNOWN_KIND) : undefined;
  const schema = selected<S | typeof OF_UNKNOWN_KIND>(options, select, kindRule, rule, { expected: () => either(known()) });
  const isKnown = <Value extends { readonly type: unknown }>(value: Value): value is Exclude<Value, OfUnknownKind> =>
    typeof value.type === "string" && kinds().has(value.type);
  return Object.assign(schema, { known, isKnown });
}

function optionsByKind<S extends AnySchema>(options: () => readonly S[], key: string): () => ReadonlyMap<string, S> {
  return lazy(() => {
    const known = new Map<string, S>();
    for (const option of options())
      for (const word of option.structure.members?.().get(key)?.structure.words ?? []) known.set(word, option);
    return known;
  });
}

/** A string, or a value of this shape. */
export function stringOr<T>(other: Schema<T>, rule: RuleOf): Schema<string | T> {
  const { item, members, options, expected: type } = other.structure;
  const expected = `a string or ${type}`;
  const isOfType = item === undefined ? isObject : Array.isArray;
  const isNested = (item ?? members ?? options) !== undefined;
  return new Schema(
    (value, beyond): value is string | T => typeof value === "string" || other.is(value, beyond),
    (value, faults) =>
      typeof value === "string" || (isNested && isOfType(value) ? other.explain(value, faults) : faults.add(rule, expected, value)),
    { options: () => [other], rule, expected },
  );
}

/** Whether the value has the schema's shape. The value itself is used afterwards, not a copy: key order and unknown keys stay. */
export function conforms<T>(schema: Schema<T>, value: unknown, beyond?: Beyond): value is T {
  return schema.is(value, beyond);
}

/** Whether one walk shows that a foreign value is plain JSON and has the schema's shape. False: it may still have both. */
export function isPlainly<T>(schema: Schema<T>, value: unknown, beyond: Beyond = new AsParsed()): value is T {
  try {
    return schema.is(value, beyond);
  } catch {
    return false;
  }
}

/** Reads a foreign value: plain JSON of bounded depth, of the schema's shape; itself, not a copy. `bodyRule` is broken by what is no JSON. */
export function readBody<T>(schema: Schema<T>, value: unknown, bodyRule: string): Result<T> {
  if (isPlainly(schema, value)) return { ok: true, value, issues: [] };
  const json = asBody(value, bodyRule);
  if (!json.ok) return json;
  return schema.is(value) ? ok(value) : refused(schemaIssues(schema, value), bodyRule);
}

/** What a body that does not conform is answered with. */
export function refused([first, ...rest]: readonly Issue[], bodyRule: string): Failure {
  // Never reached: a schema that refuses a value states why.
  return fail([first ?? broken(bodyRule, [], "The body has another shape."), ...rest]);
}

/** Faults of one document that are listed: what is wrong with an entry of a list is wrong with most. */
export const MAX_FAULTS = 1000;

/**
 * What the schema finds wrong with a value that does not conform, one issue for each fault, in the schema's order; the last one states
 * where there are more.
 * @param named the rule of this document for one that the schema names
 */
export function schemaIssues(schema: AnySchema, value: unknown, named: (rule: string) => string = (rule) => rule): Issue[] {
  const faults = new Faults(MAX_FAULTS + 1, named);
  schema.explain(value, faults);
  const { found, isFull } = faults;
  return isFull ? [...found.slice(0, MAX_FAULTS), moreThan(1, { limit: MAX_FAULTS })] : found;
}
