/**
 * A JSON Schema cut down to what the OpenAPI subset can say, for callers who insist on `parameters`: references are put in
 * place, `oneOf` becomes `anyOf`, objects of `allOf` are merged, what is left over is dropped and reported.
 */

import { addAll } from "../../core/collections.js";
import { brief } from "../../core/issue.js";
import { isJsonArray, isJsonObject, sameJson } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Json, JsonObject } from "../../model/index.js";

const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"];
/** They are int64 in the subset, and those are text in JSON. */
export const COUNTS = ["minItems", "maxItems", "minProperties", "maxProperties", "minLength", "maxLength"];

export type Lost = (keyword: string, path: Path, message: string) => void;

interface Reduction {
  readonly root: JsonObject;
  /** References that are being put in place. */
  readonly open: readonly string[];
  readonly lost: Lost;
  /** Nodes, and the size of what was put in place. References may multiply what a document holds: 2^n for n lines of it. */
  readonly budget: { left: number };
}

/** Deeper than any real schema. */
const MAX_LEVELS = 64;
const MAX_NODES = 20_000;
/** References inside each other, and beside each other in `allOf`. */
const MAX_OPEN = 256;

/** @returns the same as JSON where the schema holds nothing that the subset cannot express */
export function reducedSchema(schema: JsonObject, path: Path, lost: Lost): JsonObject {
  return reduced(schema, path, { root: schema, open: [], lost, budget: { left: MAX_NODES } });
}

function reduced(given: Json, path: Path, reduction: Reduction): JsonObject {
  const { lost } = reduction;
  if (isSpent(path, reduction)) {
    lost("type", path, "The schema goes on for longer than any real one; any object is allowed here.");
    return { type: "object" };
  }
  if (!isJsonObject(given)) return typedSchema({}, path, lost);
  const whole = merged(given, path, reduction);
  if (whole === undefined) {
    lost("$ref", [...path, "$ref"], "This reference leads back to itself, nowhere or too far; any object is allowed in its place.");
    return { type: "object" };
  }
  const entries: [string, Json][] = [];
  const inner = { ...reduction, open: whole.open };
  // Nearly all keywords are of this kind, and need no path.
  for (const [key, value] of Object.entries(withoutRivals(whole.schema, path, lost)))
    if (isPlainKeyword(key, value)) entries.push([key, value]);
    else addAll(entries, reducedKeyword(key, value, [...path, key], inner));
  return fitting(typedSchema(Object.fromEntries(entries), path, lost), path, lost);
}

function isSpent(path: Path, { budget }: Reduction): boolean {
  return path.length > MAX_LEVELS || budget.left-- <= 0;
}

interface Merged {
  readonly schema: JsonObject;
  /** What was put in place on the way may not be put in place again inside. */
  readonly open: readonly string[];
}

/** With what it refers to and the schemas of its `allOf` in place; undefined where a reference leads nowhere. */
function merged(given: JsonObject, path: Path, reduction: Reduction): Merged | undefined {
  let { open } = reduction;
  let whole = given;
  while (typeof whole.$ref === "string") {
    const { $ref, ...beside } = whole;
    const target = open.includes($ref) || open.length >= MAX_OPEN ? undefined : resolved($ref, reduction.root);
    if (target === undefined || reduction.budget.left <= 0) return undefined;
    reduction.budget.left -= sizeOf(target);
    open = [...open, $ref];
    whole = { ...target, ...beside };
  }
  if (!isJsonArray(whole.allOf)) return { schema: whole, open };
  const { allOf: _allOf, ...rest } = whole;
  const inner = { ...reduction, open };
  const all = createMerge(rest, reduction.lost);
  const used = new Set(open);
  whole.allOf.forEach((branch, index) => {
    const at = [...path, "allOf", index];
    const plain = isJsonObject(branch) && !isSpent(at, reduction) ? merged(branch, at, inner) : undefined;
    if (plain === undefined) {
      reduction.lost("allOf", at, "This is no schema that can be merged with the others of `allOf`; it is left out.");
      return;
    }
    all.add(plain.schema, at);
    for (const reference of plain.open) used.add(reference);
  });
  return { schema: all.schema(), open: [...used] };
}

/** Keywords, words that they list, and a step for every 64 characters. */
function sizeOf(schema: JsonObject): number {
  const sizes = Object.values(schema).map((value) =>
    isJsonArray(value) ? value.length : typeof value === "string" ? value.length >> 6 : 0,
  );
  return sizes.reduce((sum, size) => sum + size + 1, 0);
}

/** The subset has one word for each of these pairs. */
function withoutRivals(schema: JsonObject, path: Path, lost: Lost): JsonObject {
  if (schema.enum === undefined && schema.oneOf === undefined) return schema;
  const { enum: words, oneOf, ...rest } = schema;
  if (schema.oneOf !== undefined && schema.anyOf !== undefined)
    lost("oneOf", [...path, "oneOf"], "The subset has one list of branches; those of `anyOf` are kept.");
  return {
    ...rest,
    ...(words === undefined || schema.const !== undefined ? {} : { enum: words }),
    ...(oneOf === undefined || schema.anyOf !== undefined ? {} : { oneOf }),
  };
}

/** The subset wants a type, one at a time, and words only in `enum`. */
function typedSchema(schema: JsonObject, path: Path, lost: Lost): JsonObject {
  if (typeof schema.type === "string" && schema.type !== "array" && schema.enum === undefined) return schema;
  const { type: _type, enum: words, ...rest } = schema;
  const types = typesOf(schema);
  const others = types.filter((type) => type !== "null");
  const nullable = types.length > others.length;
  if (isJsonArray(words)) {
    const strings = words.filter((word) => typeof word === "string" && word !== "");
    if (strings.length > 0 && words.every((word) => typeof word === "string" || word === null)) {
      if (words.includes("")) lost("enum", [...path, "enum"], "The subset lists no empty word; that one is left out.");
      return nullable && words.includes(null)
        ? { ...rest, type: ["string", "null"], enum: words.filter((word) => word !== "") }
        : { ...rest, type: "string", enum: strings };
    }
    lost("enum", [...path, "enum"], "The subset lists words only; the list of allowed values is left out.");
    return typedSchema({ ...rest, type: types }, path, lost);
  }
  const [only, ...more] = others;
  if (more.length > 0) return unionOf(types, rest, path, lost);
  const type = only ?? (nullable ? "null" : typeByContent(rest));
  if (type === undefined) {
    if (isJsonArray(rest.anyOf)) return rest;
    lost("type", path, "The subset wants a type; any object is allowed where any value was.");
    return { ...rest, type: "object" };
  }
  const named = { ...rest, type: nullable && type !== "null" ? types : type };
  return type === "array" ? { ...named, items: itemsOf(rest, path, lost) } : named;
}

/** The types that a schema allows: those it names, else those of its words. */
function typesOf({ type, enum: words }: JsonObject): readonly string[] {
  if (typeof type === "string") return [type];
  if (isJsonArray(type)) return type.map(String);
  return isJsonArray(words) ? [...new Set(words.map(typeOf))] : [];
}

function typeOf(word: Json): string {
  if (word === null) return "null";
  return isJsonArray(word) ? "array" : typeof word;
}

/** Without what the service refuses beside this type. */
function fitting(schema: JsonObject, path: Path, lost: Lost): JsonObject {
  const { format, required, properties, ...rest } = schema;
  const type = isJsonArray(rest.type) ? rest.type[0] : rest.type;
  const known = takesFormat(type, format);
  if (!known) lost("format", [...path, "format"], "The subset knows no such format of this type; the model does not get it.");
  const described = isJsonObject(properties) && Object.keys(properties).length > 0;
  if (properties !== undefined && !described)
    lost("properties", [...path, "properties"], "The subset takes no empty list of properties; it is left out.");
  const strange = undescribed(schema);
  if (known && strange.length === 0 && (properties === undefined || described)) return schema;
  const unknown = new Set(strange);
  for (const name of strange)
    lost("required", [...path, "required"], `The subset requires only properties that are described, and ${brief(name)} is not.`);
  const names = isJsonArray(required) ? required.filter((name) => !unknown.has(name)) : [];
  return {
    ...rest,
    ...(format === undefined || !known ? {} : { format }),
    ...(described ? { properties } : {}),
    ...(required === undefined || (strange.length > 0 && names.length === 0) ? {} : { required: names }),
  };
}

function typeByContent({ properties, items }: JsonObject): string | undefined {
  if (properties !== undefined) return "object";
  return items === undefined ? undefined : "array";
}

function itemsOf({ items }: JsonObject, path: Path, lost: Lost): Json {
  if (items !== undefined) return items;
  lost("items", path, "The subset wants the items of an array described; they are taken for strings.");
  return { type: "string" };
}

function unionOf(types: readonly string[], rest: JsonObject, path: Path, lost: Lost): JsonObject {
  if (rest.anyOf !== undefined) {
    lost("type", [...path, "type"], "The subset has one list of branches; those of `anyOf` are kept, and the types left out.");
    return rest;
  }
  const { items: _items, ...beside } = rest;
  return { ...beside, anyOf: types.map((type) => (type === "array" ? { type, items: itemsOf(rest, path, lost) } : { type })) };
}

function reducedKeyword(key: string, value: Json, path: Path, reduction: Reduction): [string, Json][] {
  const { lost } = reduction;
  const unread = (): [] => {
    lost(key, path, `The subset has no \`${key.slice(0, 60)}\`; the model does not get it.`);
    return [];
  };
  switch (key) {
    case "$schema":
    case "$defs":
    case "definitions":
      return [];
    case "type": {
      const types = (isJsonArray(value) ? value : [value]).filter((type) => typeof type === "string" && TYPES.includes(type));
      if (types.length !== (isJsonArray(value) ? value.length : 1)) unread();
      return types.length === 0 ? [] : [[key, types]];
    }
    case "properties":
      if (!isJsonObject(value)) return unread();
      return [[key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, reduced(inner, [...path, name], reduction)]))]];
    case "items": {
      const [first = value, ...more] = isJsonArray(value) ? value : [];
      if (more.length > 0) lost(key, path, "The subset has one description for all items; that of the first one is kept.");
      return [[key, reduced(first, path, reduction)]];
    }
    case "anyOf":
    case "oneOf": {
      if (!isJsonArray(value) || value.length === 0) return unread();
      if (key === "oneOf") lost(key, path, "The subset has no `oneOf`; `anyOf` also allows what fits several branches.");
      return [["anyOf", value.map((branch, index) => reduced(branch, [...path, index], reduction))]];
    }
    case "enum":
      return isJsonArray(value) && value.length > 0 ? [[key, value]] : unread();
    case "const":
      return [["enum", [value]]];
    case "examples": {
      const [example, ...more] = isJsonArray(value) ? value : [];
      if (example === undefined) return unread();
      if (more.length > 0) lost(key, path, "The subset has one example; the first one is kept.");
      return [[key, [example]]];
    }
    default:
      return unread();
  }
}

/** A keyword of the subset that holds no schemas and has to do with no other keyword. */
function isPlainKeyword(key: string, value: Json): boolean {
  switch (key) {
    case "type":
      return typeof value === "string" && TYPES.includes(value);
    case "format":
    case "title":
    case "description":
    case "pattern":
      return typeof value === "string";
    case "nullable":
      return typeof value === "boolean";
    case "minimum":
    case "maximum":
      return typeof value === "number";
    case "required":
      return isJsonArray(value) && value.every((name) => typeof name === "string");
    case "default":
      return true;
    default:
      return COUNTS.includes(key) && typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  }
}

/** The formats that the service knows; it refuses a schema with any other. */
const FORMATS: Readonly<Record<string, readonly Json[]>> = {
  string: ["enum", "date-time"],
  number: ["float", "double"],
  integer: ["int32", "int64"],
};

function takesFormat(type: Json | undefined, format: Json | undefined): boolean {
  return format === undefined || (typeof type === "string" && FORMATS[type]?.includes(format) === true);
}

/** The names in `required` that no property has: the service refuses them. */
function undescribed({ required, properties }: JsonObject): readonly Json[] {
  if (!isJsonArray(required)) return [];
  return required.filter((name) => typeof name === "string" && !(isJsonObject(properties) && Object.hasOwn(properties, name)));
}

/** Schemas as one: the first one counts; `required` is that of all. */
function createMerge(first: JsonObject, lost: Lost) {
  const { properties: described = {}, required = [], ...rest } = first;
  let alone = true;
  const keywords = new Map(Object.entries(rest));
  const properties = new Map(Object.entries(isJsonObject(described) ? described : {}));
  const names = new Set<Json>([required].flat());
  return {
    add({ properties: more = {}, required: others = [], ...beside }: JsonObject, path: Path): void {
      const below = [...path, "properties"];
      alone = false;
      addNew(keywords, beside, path, lost);
      if (!isJsonObject(described) || !isJsonObject(more)) lost("properties", below, "These are no descriptions of properties.");
      if (isJsonObject(more)) addNew(properties, more, below, lost);
      for (const name of [others].flat()) names.add(name);
    },
    // fromEntries, not assignment: a key may be `__proto__`.
    schema: (): JsonObject =>
      alone
        ? first
        : {
            ...Object.fromEntries(keywords),
            ...(properties.size === 0 ? {} : { properties: Object.fromEntries(properties) }),
            ...(names.size === 0 ? {} : { required: [...names] }),
          },
  };
}

function addNew(known: Map<string, Json>, more: JsonObject, path: Path, lost: Lost): void {
  for (const [key, value] of Object.entries(more))
    if (!known.has(key)) known.set(key, value);
    else if (!sameJson(known.get(key), value)) lost(key, [...path, key], "Another schema of `allOf` differs in this, and counts.");
}

/** `#/$defs/name` and its like: a JSON pointer into the schema itself. */
function resolved(reference: string, root: JsonObject): JsonObject | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let node: Json | undefined = root;
  for (const step of reference.slice(2).split("/")) {
    const key = step.replace(/~1/g, "/").replace(/~0/g, "~");
    node = isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  }
  return isJsonObject(node) ? node : undefined;
}
