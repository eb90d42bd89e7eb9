/** What a schema was changed into is undone in the values that answers give for it. */
import { isJsonArray, isJsonObject, isObject, type Json, type JsonObject } from "../core/json.js";

/** Plain JSON: names of properties, no content. It travels in the context from the request to the answer. */
export interface Restore {
  /** `{"value": x}` is x; the schema allows nothing beside it. */
  readonly unwrap?: string;
  /** From the written name to the caller's. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Properties of which null means that they were not given. */
  readonly drop?: readonly string[];
  readonly props?: Readonly<Record<string, Restore>>;
  readonly items?: Restore;
  /** By branch of a union: the first one that the value fits. */
  readonly any?: readonly (Restore | null)[];
  /** The names of the properties of a branch, by which an object is known to be of it. */
  readonly keys?: readonly string[];
  /** A list of `{key, value}` is an object; each value is restored by this. */
  readonly pairs?: Restore | true;
  /** The text is JSON. */
  readonly json?: true;
  readonly ref?: string;
  readonly defs?: Readonly<Record<string, Restore>>;
}

/** Those of a whole request, for its answer: of the arguments of calls by the name of the tool, and of texts. */
export interface AnswerRestore {
  readonly tools?: Readonly<Record<string, Restore>>;
  readonly format?: Restore;
}

type Definitions = NonNullable<Restore["defs"]>;

/**
 * A value of a reduced schema as one of its source. Never guesses: what does not have the expected shape stays as it is.
 *
 * @param value what a model gave for the schema, parsed
 * @param restore that of `reduceSchema`
 * @example
 * restoreValue({ city: "Rome", unit: null }, { drop: ["unit"] }); // { city: "Rome" }
 * restoreValue({ value: ["a", "b"] }, { unwrap: "value" }); // ["a", "b"]
 */
export function restoreValue(value: Json, restore: Restore): Json {
  return restored(value, restore, restore.defs ?? {});
}

function restored(value: Json, given: Restore, defs: Definitions): Json {
  const restore = resolved(given, defs);
  if (restore === undefined) return value;
  if (restore.any !== undefined) {
    const branch = fittingBranch(value, restore.any, defs);
    return branch === undefined ? value : restored(value, branch, defs);
  }
  if (restore.json === true) return parsed(value);
  if (isJsonArray(value)) return restoredList(value, restore, defs);
  return isJsonObject(value) ? restoredObject(value, restore, defs) : value;
}

/** What a reference leads to, which is none itself. */
export function resolved(restore: Restore | null | undefined, defs: Definitions = {}): Restore | undefined {
  if (restore?.ref === undefined) return restore ?? undefined;
  const target = Object.hasOwn(defs, restore.ref) ? defs[restore.ref] : undefined;
  return target?.ref === undefined ? target : undefined;
}

function parsed(value: Json): Json {
  if (typeof value !== "string") return value;
  try {
    const json: Json = JSON.parse(value);
    return json;
  } catch {
    return value;
  }
}

function restoredList(value: readonly Json[], { items, pairs }: Restore, defs: Definitions): Json {
  if (pairs !== undefined) {
    if (!value.every(isPair)) return value;
    return Object.fromEntries(
      value.map(({ key, value: inner }): [string, Json] => [key, pairs === true ? inner : restored(inner, pairs, defs)]),
    );
  }
  return items === undefined ? value : value.map((item) => restored(item, items, defs));
}

interface Pair extends JsonObject {
  readonly key: string;
  readonly value: Json;
}

function isPair(item: Json): item is Pair {
  return isJsonObject(item) && typeof item.key === "string" && Object.hasOwn(item, "value") && Object.keys(item).length === 2;
}

function restoredObject(value: JsonObject, { unwrap, rename = {}, drop, props = {} }: Restore, defs: Definitions): Json {
  const entries: [string, Json][] = [];
  const absent = new Set(drop);
  for (const [name, member] of Object.entries(value)) {
    if (member === null && absent.has(name)) continue;
    const inner = Object.hasOwn(props, name) ? props[name] : undefined;
    const given = Object.hasOwn(rename, name) ? rename[name] : undefined;
    entries.push([given ?? name, inner === undefined ? member : restored(member, inner, defs)]);
  }
  const [first] = entries;
  // fromEntries, not assignment: a key may be `__proto__`.
  return unwrap !== undefined && first?.[0] === unwrap ? first[1] : Object.fromEntries(entries);
}

/** The branch of the fewest properties that has all of the value's; for what is no object, the first that can restore it. */
function fittingBranch(value: Json, branches: readonly (Restore | null)[], defs: Definitions): Restore | undefined {
  const candidates = branches.flatMap((branch) => resolved(branch, defs) ?? []);
  if (!isJsonObject(value)) return candidates.find((branch) => fits(value, branch));
  const names = Object.keys(value);
  const fitting = candidates.filter(({ keys }) => {
    const known = new Set(keys);
    return keys !== undefined && names.every((name) => known.has(name));
  });
  return fitting.reduce<Restore | undefined>(
    (best, branch) => (best?.keys === undefined || (branch.keys ?? []).length < best.keys.length ? branch : best),
    undefined,
  );
}

/** A text of a union is parsed only where that gives what no text is: else it may be the text that another branch allows. */
function fits(value: Json, { json, pairs, items }: Restore): boolean {
  if (json === true) return typeof value === "string" && typeof parsed(value) === "object" && parsed(value) !== null;
  if (!isJsonArray(value)) return false;
  return pairs === undefined ? items !== undefined : value.every(isPair);
}

type Shape = (value: unknown, level: number) => boolean;

const isText: Shape = (value) => typeof value === "string";
const isRestore: Shape = (value, level) => level < DEEPEST && isObject(value) && hasShape(value, RESTORE, level);
const isTrue: Shape = (value) => value === true;
const listOf =
  (item: Shape): Shape =>
  (value, level) =>
    Array.isArray(value) && value.every((each) => item(each, level));
const recordOf =
  (member: Shape): Shape =>
  (value, level) =>
    isObject(value) && Object.values(value).every((each) => member(each, level));
const either =
  (one: Shape, other: Shape): Shape =>
  (value, level) =>
    one(value, level) || other(value, level);

const DEEPEST = 200;
const RESTORE: { readonly [Key in keyof Restore]-?: Shape } = {
  unwrap: isText,
  rename: recordOf(isText),
  drop: listOf(isText),
  props: recordOf(isRestore),
  items: isRestore,
  any: listOf(either((value) => value === null, isRestore)),
  keys: listOf(isText),
  pairs: either(isTrue, isRestore),
  json: isTrue,
  ref: isText,
  defs: recordOf(isRestore),
};

function hasShape(value: Readonly<Record<string, unknown>>, shapes: Readonly<Record<string, Shape>>, level: number): boolean {
  return Object.entries(shapes).every(([key, shape]) => value[key] === undefined || shape(value[key], level + 1));
}

/** Whether it is what a request left behind, and no other value that somebody put into a context. */
export function isAnswerRestore(value: unknown): boolean {
  return isObject(value) && hasShape(value, { tools: recordOf(isRestore), format: isRestore }, 0);
}
