/**
 * JSON Schema and the OpenAPI subset of `parameters` and `responseSchema`: upper-case types, `nullable`, counts as int64
 * strings.
 */

import { equivalent, minorLoss, type Path, type Report } from "../../core/issue.js";
import { compact, isJsonArray, isJsonObject, ownOf, sameJson } from "../../core/json.js";
import { fitSchema, inOpenApiSubset, sizeIssues } from "../../json-schema/fit.js";
import { areScalar, mapInner, NAMED, TYPES } from "../../json-schema/keywords.js";
import { COUNTS, SUBSET_KEYWORDS } from "../../json-schema/target.js";
import type { Json, JsonObject } from "../../model/index.js";
import type { EncodeScope } from "./scope.js";

/** Keywords that hold a schema, and those that hold a list of schemas; what else is of that form is none of the subset. */
const HOLDING_ONE = ["items", "additionalProperties", "not"];
const HOLDING_LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];

/** JSON Schema of a schema of the subset. What is no keyword of the subset stays as it is. */
export function decodeSchema(schema: JsonObject, path: Path, report: Report): JsonObject {
  const entries: [string, Json][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (value === null && key !== "default" && key !== "example") continue;
    const decoded = decodeKeyword(key, value, schema, path, report);
    if (decoded !== undefined) entries.push([key === "example" ? "examples" : key, decoded]);
  }
  return Object.fromEntries(entries);
}

/** `{"type": "INTEGER", "format": "enum", "enum": ["101", "201"]}`: the numbers that are listed, undefined where none are. */
function numbersOf({ type, enum: words }: JsonObject): readonly number[] | undefined {
  if ((type !== "INTEGER" && type !== "NUMBER") || !isJsonArray(words) || words.length === 0) return undefined;
  return words.every((word) => typeof word === "string" && /^-?\d{1,15}(?:\.\d+)?$/.test(word)) ? words.map(Number) : undefined;
}

/** Whether JSON Schema has no place for `nullable`: null is of the type, among the values, or of no named type. */
function takesNullAnyway({ type, enum: words, anyOf }: JsonObject, typed: boolean): boolean {
  if (isJsonArray(words) && !words.includes(null)) return false;
  return typed ? type === "NULL" || type === "null" : !isJsonArray(anyOf);
}

/** Undefined where JSON Schema has no such keyword. */
function decodeKeyword(key: string, value: Json, schema: JsonObject, path: Path, report: Report): Json | undefined {
  const nullable = schema.nullable === true;
  const typed = typeof schema.type === "string" && schema.type !== "TYPE_UNSPECIFIED";
  switch (key) {
    case "type":
      if (typeof value !== "string") return value;
      if (!typed) return undefined;
      return nullable && value.toLowerCase() !== "null" ? [value.toLowerCase(), "null"] : value.toLowerCase();
    case "nullable":
      if (typeof value !== "boolean") return value;
      if (takesNullAnyway(schema, typed)) report(equivalent([...path, key], "`nullable` changes nothing here."));
      return undefined;
    case "format":
      return value === "enum" && numbersOf(schema) !== undefined ? undefined : value;
    case "enum": {
      const numbers = numbersOf(schema);
      if (numbers !== undefined) report(equivalent([...path, key], "JSON Schema lists numbers as numbers."));
      const listed: Json = numbers ?? value;
      return nullable && isJsonArray(listed) && !listed.includes(null) ? [...listed, null] : listed;
    }
    case "example":
      return [value];
    case "propertyOrdering":
      report(minorLoss([...path, key], "JSON Schema has no order of properties; it was left out."));
      return undefined;
    default: {
      if (COUNTS.includes(key)) return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
      if (typeof value !== "object") return value;
      if (!NAMED.has(key) && !(isJsonArray(value) ? HOLDING_LISTS : HOLDING_ONE).includes(key)) return value;
      const inner: Json = mapInner(key, value, [...path, key], (each, at) => decodeSchema(each, at, report));
      return key === "anyOf" && nullable && !typed && isJsonArray(inner) ? [...inner, { type: "null" }] : inner;
    }
  }
}

/** What writes a schema as Google takes it. */
export const reduction = { fit: fitSchema, subset: inOpenApiSubset, size: sizeIssues };
export type Reduction = typeof reduction;

/** Whether the subset has a place for all of it, as it is. */
function isOfSubset(schema: Json | undefined): boolean {
  if (!isJsonObject(schema)) return false;
  const { type: types, properties = {}, items, anyOf, ...rest } = schema;
  if (isJsonArray(anyOf)) return Object.keys(schema).length === 1 && anyOf.length > 1 && anyOf.every(isOfSubset);
  const [type, ...others] = isJsonArray(types) && types.length === 2 ? types : [types];
  const isTyped = typeof type === "string" && type !== "null" && TYPES.includes(type) && others.every((other) => other === "null");
  if (!isTyped || anyOf !== undefined || !isJsonObject(properties)) return false;
  // Several types, of which one is no scalar, are branches.
  if (others.length > 0 && !areScalar([type])) return false;
  if (type === "array" ? !isOfSubset(items) : items !== undefined) return false;
  const inner = Object.values(properties);
  if ((type === "object") !== inner.length > 0 || !inner.every(isOfSubset)) return false;
  return Object.entries(rest).every(([key, value]) => {
    if (key === "title" || key === "description") return typeof value === "string";
    if (!isJsonArray(value) || key === "examples") return ownOf(SUBSET_KEYWORDS, key)?.(value, [type]);
    if (value.length === 0) return false;
    if (key === "required") return type === "object" && value.every((name) => typeof name === "string" && Object.hasOwn(properties, name));
    const listed = value.filter((word) => word !== null);
    const isNullable = listed.length < value.length;
    return (
      key === "enum" &&
      type === "string" &&
      isNullable === others.length > 0 &&
      listed.length > 0 &&
      new Set(listed).size === listed.length &&
      listed.every((word) => typeof word === "string" && word !== "")
    );
  });
}

/**
 * @param path the canonical path of the schema, for issues
 * @returns where it is written, and the schema: none for a format of any object
 */
export function encodeSchema(schema: JsonObject, use: "tool" | "format", path: Path, scope: EncodeScope) {
  const { fits, options, report, reduction } = scope;
  const { gSchema: mode = "auto", schemas } = options;
  const subset = mode === "json-schema" ? undefined : encodeSubset(schema, mode === "auto", path, scope);
  const field = subset === undefined ? "json-schema" : "subset";
  const isKept = subset === undefined && use === "format" && schemas === "keep";
  if (!fits || isKept || reduction === undefined) return { field, schema: subset ?? schema };
  const { schema: written, issues } =
    subset === undefined
      ? reduction.fit(schema, { vendor: "google", use, strict: true })
      : { schema: subset, issues: reduction.size("subset", subset) };
  for (const issue of issues) report({ ...issue, path: [...path, ...issue.path] });
  return { field, ...compact({ schema: written }) };
}

/** Undefined where the schema does not fit as it is, and only such are wanted. */
function encodeSubset(schema: JsonObject, asItIs: boolean, path: Path, { model, report, reduction }: EncodeScope): JsonObject | undefined {
  const { $schema, ...rest } = schema;
  const fits = isOfSubset(rest);
  // Most schemas are: nothing of them is to be reduced.
  const reduced = fits || reduction === undefined ? { schema: rest, issues: [], fits } : reduction.subset(rest);
  if (!reduced.fits && (asItIs || reduction === undefined)) return undefined;
  for (const issue of reduced.issues) report({ ...issue, path: [...path, ...issue.path] });
  // Models of this generation write properties in the order of their names, unless another one is stated.
  const subset = inSubset(reduced.schema, /gemini-2\.0/.test(model));
  if ($schema !== undefined) report(minorLoss([...path, "$schema"], "The subset has no `$schema`; it was left out."));
  // Of what is of the subset as it stands, nothing but `nullable` has two spellings.
  const isPlain = !asItIs || ((fits || reduced.issues.length > 0) && !JSON.stringify(subset).includes('"nullable"'));
  const back = isPlain ? rest : decodeSchema(subset, [], () => {});
  if (!sameJson(back, rest)) report(equivalent(path, "The schema is written otherwise, also on the way back."));
  return subset;
}

/** A schema of which the subset has every keyword, written in it. */
export function inSubset(schema: JsonObject, isOrdered = false): JsonObject {
  const optional = withoutNullBranch(schema);
  if (optional !== undefined) return { ...inSubset(optional, isOrdered), nullable: true };
  const entries: [string, Json][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (key === "type") {
      const types = isJsonArray(value) ? value : [value];
      const named = types.find((type) => typeof type === "string" && type !== "null");
      entries.push([key, typeof named === "string" ? named.toUpperCase() : "NULL"]);
      if (types.length > 1) entries.push(["nullable", true]);
    } else if (key === "examples" && isJsonArray(value)) entries.push(["example", value[0] ?? null]);
    else if (key === "enum" && isJsonArray(value)) entries.push([key, value.filter((word) => word !== null)]);
    else if (COUNTS.includes(key) && typeof value === "number") entries.push([key, String(value)]);
    else entries.push([key, mapInner(key, value, [], (inner) => inSubset(inner, isOrdered))]);
    if (key === "properties" && isOrdered && isJsonObject(value)) entries.push(["propertyOrdering", Object.keys(value)]);
  }
  return Object.fromEntries(entries);
}

/** `anyOf: [X, {"type":"null"}]` and nothing of weight beside it: X, with what stands beside. */
function withoutNullBranch(schema: JsonObject): JsonObject | undefined {
  // Most schemas have none: nothing is copied to find that out.
  if (schema.anyOf === undefined) return undefined;
  const { anyOf, ...rest } = schema;
  if (!isJsonArray(anyOf) || anyOf.length < 2) return undefined;
  const others = anyOf.filter((branch) => !(isJsonObject(branch) && branch.type === "null" && Object.keys(branch).length === 1));
  if (others.length !== anyOf.length - 1) return undefined;
  const [only, ...more] = others;
  if (more.length > 0) return rest.type === undefined ? { ...rest, anyOf: others } : undefined;
  if (!isJsonObject(only) || Object.keys(only).some((key) => Object.hasOwn(rest, key))) return undefined;
  return { ...rest, ...only };
}
