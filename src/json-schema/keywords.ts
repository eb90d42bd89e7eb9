/** What keywords say of the types of a value, and what two schemas of one value allow together. */
import type { Path } from "../core/issue.js";
import { compact, isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../core/json.js";
import { something } from "../core/lenient-parse.js";
import type { Restore } from "./restore.js";
import type { Change, Node } from "./writer.js";

/** They bind nothing and help no model. Definitions are written where something refers to them. */
export const SILENT = new Set([
  "$defs",
  "definitions",
  "$schema",
  "$id",
  "$comment",
  "$anchor",
  "discriminator",
  "readOnly",
  "writeOnly",
  "deprecated",
]);

/** The first value counts, and nothing is lost that binds. */
export const ANNOTATIONS = new Set([...SILENT, "title", "description", "default", "examples"]);

/** Of two bounds the tighter one counts. */
const BOUND = /^(?:exclusiveM|m)(in|ax)(?:imum|Length|Items|Properties)$/;

const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  object: ["properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties", "maxProperties"],
  array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"],
  string: ["pattern", "format", "minLength", "maxLength"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

export const TYPES: readonly string[] = [...Object.keys(BY_TYPE), "integer", "boolean", "null"];

/** What stands in these is no schema. */
const VALUES: ReadonlySet<string> = new Set(["enum", "const", "default", "examples"]);
/** They hold schemas by name. */
export const NAMED: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "defs", "definitions"]);

/** The value of a keyword with what each schema in it becomes. */
export function mapInner(key: string, value: Json, path: Path, change: (schema: JsonObject, path: Path) => Json): Json {
  if (VALUES.has(key)) return value;
  if (isJsonArray(value)) return value.map((item, index) => (isJsonObject(item) ? change(item, [...path, index]) : item));
  if (!isJsonObject(value)) return value;
  if (!NAMED.has(key)) return change(value, path);
  const entries = Object.entries(value);
  for (const entry of entries) if (isJsonObject(entry[1])) entry[1] = change(entry[1], [...path, entry[0]]);
  return Object.fromEntries(entries);
}

export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isJsonArray(value) ? value : [value];
}

/** The types that `type` names, as far as they are any. */
export function namedTypes({ type }: JsonObject): readonly string[] {
  const named = new Set<string>();
  for (const word of listOf(type)) if (typeof word === "string" && TYPES.includes(word)) named.add(word);
  return [...named];
}

/** The types that a schema names, those of its values, or those that its keywords are about. */
export function typesOf(schema: JsonObject): readonly string[] {
  const named = namedTypes(schema);
  if (named.length > 0) return named;
  const values = schema.const === undefined ? listOf(schema.enum) : [schema.const];
  if (values.length > 0) return [...new Set(values.map(typeOfValue))];
  return Object.entries(BY_TYPE).flatMap(([type, keywords]) => (keywords.some((keyword) => schema[keyword] !== undefined) ? type : []));
}

export function isNumeric(type: string): boolean {
  return type === "number" || type === "integer";
}

/** Whether no value of the types is made of others. */
export function areScalar(types: readonly (Json | undefined)[]): boolean {
  return !types.includes("object") && !types.includes("array");
}

/** The types of listed values: those that are named, but for objects and arrays where no value is one. */
export function literalTypes(schema: JsonObject, values: readonly Json[]): readonly string[] {
  const given = new Set(values.map(typeOfValue));
  const named = typesOf(schema).filter((type) => areScalar([type]) || given.has(type));
  return named.length > 0 || given.size === 0 ? named : [...given];
}

export interface Listed {
  readonly values: readonly Json[];
  /** Some that are listed are given twice, of no named type, or not the `const` beside them. */
  readonly areFewer: boolean;
  /** Whether any value is in all lists and of a named type. */
  readonly areAny: boolean;
}

/** What `const` and `enum` list; undefined where they list nothing. */
export function listedBy(schema: JsonObject): Listed | undefined {
  const { const: value, enum: words } = schema;
  const listed = value !== undefined ? [value] : isJsonArray(words) ? words : [];
  if (listed.length === 0) return undefined;
  const named = namedTypes(schema);
  const isNamed = (one: Json) => named.includes(typeOfValue(one)) || (named.includes("integer") && Number.isInteger(one));
  const values = [...new Set(named.length === 0 ? listed : listed.filter(isNamed))];
  const beside = value !== undefined && isJsonArray(words) ? words : undefined;
  const areAny = values.length > 0 && (beside === undefined || beside.some((word) => sameJson(word, values[0])));
  const areFewer = areAny && values.length < (beside ?? listed).length;
  return { values: areAny ? values : [...new Set(listed)], areFewer, areAny };
}

function typeOfValue(value: Json): string {
  if (value === null) return "null";
  return isJsonArray(value) ? "array" : typeof value;
}

/** Whether a keyword is about values of another type than this one. */
export function isForeign(keyword: string, type: string): boolean {
  const own = type === "integer" ? "number" : type;
  return Object.entries(BY_TYPE).some(([other, keywords]) => other !== own && keywords.includes(keyword));
}

export function propertiesOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}

export function requiredOf({ required }: JsonObject): readonly string[] {
  return listOf(required).filter((name): name is string => typeof name === "string");
}

/** Whether it is no schema that says anything: `true`, `{}`. */
export function isFree(schema: Json | undefined): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
}

/** Whether the second lists properties that the first does not take. */
function adds(first: JsonObject, second: JsonObject): boolean {
  const { additionalProperties: more = true } = first;
  const listed = propertiesOf(first);
  return !isFree(more) && Object.keys(propertiesOf(second)).some((name) => !Object.hasOwn(listed, name));
}

/** Both schemas as one: what both allow. `path` is that of the second. */
export function both(first: JsonObject, second: JsonObject, path: Path, change: Change): JsonObject {
  if (adds(first, second) || adds(second, first))
    change("approximated", "additionalProperties", path, "Properties of all schemas are allowed.", true);
  const merged = new Map(Object.entries(first));
  for (const [key, value] of Object.entries(second)) {
    const known = merged.get(key);
    const next = known === undefined || sameJson(known, value) ? value : bothOf(key, known, value);
    const message = `Of several \`${key.slice(0, 60)}\` the first one counts.`;
    if (next !== undefined) merged.set(key, next);
    else change(ANNOTATIONS.has(key) ? "equivalent" : "approximated", key, path, message);
  }
  return Object.fromEntries(merged);
}

/** What both values of a keyword allow; undefined where that cannot be said. */
function bothOf(key: string, first: Json, second: Json): Json | undefined {
  if (typeof first === "number" && typeof second === "number") {
    const [, end] = BOUND.exec(key) ?? [];
    return end && Math[end === "in" ? "max" : "min"](first, second);
  }
  if (isJsonObject(first) && isJsonObject(second)) {
    if (key === "properties") return allProperties(first, second);
    if (key === "$defs" || key === "definitions") return { ...second, ...first };
  }
  if (isJsonArray(first) && isJsonArray(second)) {
    if (key === "required") return [...new Set([...first, ...second])];
    if (key === "enum") return commonValues(first, second);
    if (key === "anyOf") return first.map((branch) => together(branch, { anyOf: second }));
  }
  if (key === "type") return bothTypes(namedTypes({ type: first }), namedTypes({ type: second }));
  if (key === "items") return together(first, second);
  if (key === "additionalProperties") {
    if (first === false || second === false) return false;
    return first === true ? second : second === true ? first : together(first, second);
  }
  return key === "nullable" ? false : undefined;
}

/** One list, however many schemas are merged: lists in lists would be deeper than the stack. */
function together(first: Json, second: Json): Json {
  const isList = isJsonObject(first) && isJsonArray(first.allOf) && Object.keys(first).length === 1;
  return { allOf: [...(isList ? listOf(first.allOf) : [first]), second] };
}

function allProperties(first: JsonObject, second: JsonObject): Json {
  const properties = new Map(Object.entries(first));
  for (const [name, schema] of Object.entries(second)) {
    const known = properties.get(name);
    properties.set(name, known === undefined || sameJson(known, schema) ? schema : together(known, schema));
  }
  return Object.fromEntries(properties);
}

function commonValues(first: readonly Json[], second: readonly Json[]): Json | undefined {
  const others = new Set(second.map((value) => JSON.stringify(value)));
  const values = first.filter((value) => others.has(JSON.stringify(value)));
  return values.length === 0 ? undefined : values;
}

/** An integer is a number. */
function bothTypes(first: readonly string[], second: readonly string[]): Json | undefined {
  const types = new Set<string>();
  for (const type of first)
    if (second.includes(type)) types.add(type);
    else if (isNumeric(type) && second.some(isNumeric)) types.add("integer");
  const [only, ...more] = types;
  return more.length === 0 ? only : [...types];
}

/** Those of a union in a union, of which nothing else is stated. */
export function branchesOf(node: Node): readonly Node[] {
  const { anyOf, ...rest } = node.schema;
  return node.branches === undefined || Object.keys(rest).length > 0 ? [node] : node.branches;
}

/** Undefined where that is not known. */
function kindOf(schema: JsonObject): string | undefined {
  if ((schema.$ref ?? schema.anyOf) !== undefined) return undefined;
  const types = typesOf(schema);
  return TYPES.find((type) => types.includes(type)) ?? "";
}

/** One for all branches where a value shows by its kind which of them it is of, else one for each. */
export function unionRestore(nodes: readonly Node[]): Restore | undefined {
  const undone = nodes.filter(({ restore }) => restore !== undefined);
  if (undone.length === 0) return undefined;
  const kinds = nodes.map(({ schema }) => kindOf(schema));
  const isApart = undone.every(({ schema }) => {
    const kind = kindOf(schema);
    const others = kind === undefined ? areScalar(kinds) && undone.length === 1 : !kinds.includes(undefined);
    return others && kinds.filter((other) => other === kind).length === 1;
  });
  if (!isApart) return { any: nodes.map((node) => branchRestore(node) ?? null) };
  // One for each kind.
  const [first, second, third] = undone;
  return { ...first?.restore, ...second?.restore, ...third?.restore };
}

/** With what an object is known by to be of the branch: the names of its properties, and those that have one value. */
export function branchRestore({ schema, restore }: Node): Restore | undefined {
  if (!isJsonObject(schema.properties)) return restore;
  const constants = Object.entries(schema.properties).flatMap(([name, inner]): [string, string | number | boolean][] => {
    const { const: value, enum: words } = isJsonObject(inner) ? inner : {};
    const [only = null, ...more] = value === undefined ? listOf(words) : [value];
    return only === null || typeof only === "object" || more.length > 0 ? [] : [[name, only]];
  });
  return { ...restore, keys: Object.keys(schema.properties), ...compact({ is: something(Object.fromEntries(constants)) }) };
}

/** Whether it leads back to where it stands through what is required alone; null beside it is not enough. */
export function leadsBack(schema: Json | undefined): boolean {
  if (!isJsonObject(schema)) return false;
  const { $ref, items, anyOf } = schema;
  if ($ref !== undefined) return true;
  if (isJsonArray(anyOf)) return anyOf.some(leadsBack);
  if (schema.properties !== undefined) return requiredOf(schema).some((name) => leadsBack(propertiesOf(schema)[name]));
  return leadsBack(items);
}

export function allowsNull(schema: JsonObject): boolean {
  const { type, enum: words, anyOf } = schema;
  if (isJsonArray(anyOf)) return anyOf.some((branch) => isJsonObject(branch) && allowsNull(branch));
  if (schema.const !== undefined) return schema.const === null;
  return isJsonArray(words) ? words.includes(null) : listOf(type).includes("null");
}

/** With null among the types and the values that are listed. */
export function withNull(schema: JsonObject): JsonObject {
  const { type, enum: words } = schema;
  const types = listOf(type);
  return {
    ...schema,
    ...(types.length === 0 || types.includes("null") ? {} : { type: [...types, "null"] }),
    ...(isJsonArray(words) && !words.includes(null) ? { enum: [...words, null] } : {}),
  };
}

export function orNull(schema: JsonObject): JsonObject {
  const { type, anyOf, ...rest } = schema;
  if (isJsonArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: "null" }] };
  const types = listOf(type);
  if (types.length > 0 && areScalar(types) && schema.const === undefined) return withNull(schema);
  const { title, description, ...alone } = schema;
  return { ...compact({ title, description }), anyOf: [alone, { type: "null" }] };
}
