/**
 * A JSON Schema cut down to what the OpenAPI subset can say, for callers who insist on `parameters`: references are put in
 * place, `oneOf` becomes `anyOf`, objects of `allOf` are merged, what is left over is dropped with a word each.
 */
import type { Json, JsonObject } from "../../canonical/index.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";

export type Lost = (keyword: string, path: Path, message: string) => void;

interface Reduction {
  readonly root: JsonObject;
  /** References that are being put in place. */
  readonly open: readonly string[];
  readonly lost: Lost;
  /** References may multiply what a document holds: 2^n for n lines of it. */
  readonly budget: { left: number };
}

/** Deeper than any real schema. */
const MAX_LEVELS = 64;
const MAX_NODES = 10_000;

export function reducedSchema(schema: JsonObject, path: Path, lost: Lost): JsonObject {
  return reduced(schema, path, { root: schema, open: [], lost, budget: { left: MAX_NODES } });
}

function reduced(given: Json, path: Path, reduction: Reduction): JsonObject {
  if (!isJsonObject(given) || path.length > MAX_LEVELS || reduction.budget.left-- <= 0) return { type: "object" };
  const { $ref, ...beside } = given;
  if (typeof $ref === "string") {
    const target = reduction.open.includes($ref) ? undefined : resolved($ref, reduction.root);
    if (target === undefined) {
      reduction.lost("$ref", [...path, "$ref"], "This reference leads back to itself or nowhere; any object is allowed in its place.");
      return { type: "object" };
    }
    return reduced({ ...target, ...beside }, path, { ...reduction, open: [...reduction.open, $ref] });
  }
  const flat = mergedAllOf(given, path, reduction.lost);
  const entries: [string, Json][] = [];
  for (const [key, value] of Object.entries(flat)) entries.push(...reducedKeyword(key, value, [...path, key], reduction));
  const schema: JsonObject = Object.fromEntries(entries);
  return typedSchema(schema, path, reduction.lost);
}

/** The subset wants a type, one at a time, and words only in `enum`. */
function typedSchema(schema: JsonObject, path: Path, lost: Lost): JsonObject {
  const { enum: words, ...rest } = schema;
  const types = isJsonArray(schema.type) ? schema.type : undefined;
  const others = types?.filter((type) => type !== "null") ?? [];
  if (types !== undefined && others.length > 1) {
    const { type: _type, ...untyped } = schema;
    return { ...untyped, anyOf: types.map((type) => ({ type })) };
  }
  if (isJsonArray(words)) {
    const nullable = types?.includes("null") === true;
    const strings = words.filter((word) => typeof word === "string");
    if (strings.length > 0 && strings.length === words.filter((word) => word !== null).length) {
      const nulls = nullable ? [null] : [];
      return { ...rest, type: schema.type ?? "string", enum: [...strings, ...nulls] };
    }
    lost("enum", [...path, "enum"], "The subset lists strings only; the list of allowed values is left out.");
    return typedSchema(rest, path, lost);
  }
  if (schema.type === "array" && schema.items === undefined) {
    lost("items", path, "The subset wants the items of an array described; they are taken for strings.");
    return { ...schema, items: { type: "string" } };
  }
  if (schema.type !== undefined || isJsonArray(schema.anyOf)) return schema;
  return { ...schema, type: schema.items === undefined ? "object" : "array" };
}

function reducedKeyword(key: string, value: Json, path: Path, reduction: Reduction): [string, Json][] {
  const { lost } = reduction;
  switch (key) {
    case "$schema":
    case "$defs":
    case "definitions":
      return [];
    case "properties":
      if (!isJsonObject(value)) return [];
      return [[key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, reduced(inner, [...path, name], reduction)]))]];
    case "items":
      return [[key, reduced(isJsonArray(value) ? (value[0] ?? {}) : value, path, reduction)]];
    case "anyOf":
    case "oneOf": {
      if (!isJsonArray(value) || value.length === 0) return [];
      if (key === "oneOf") lost(key, path, "The subset has no `oneOf`; `anyOf` also allows what fits several branches.");
      return [["anyOf", value.map((branch, index) => reduced(branch, [...path, index], reduction))]];
    }
    case "const":
      return [["enum", [value]]];
    case "examples":
      return isJsonArray(value) && value[0] !== undefined ? [[key, [value[0]]]] : [];
    case "type":
    case "format":
    case "title":
    case "description":
    case "nullable":
    case "enum":
    case "minItems":
    case "maxItems":
    case "required":
    case "minProperties":
    case "maxProperties":
    case "minLength":
    case "maxLength":
    case "pattern":
    case "minimum":
    case "maximum":
    case "default":
      return [[key, value]];
    default:
      lost(key, path, `The subset has no \`${key.slice(0, 60)}\`; the model is not told of it.`);
      return [];
  }
}

function mergedAllOf(schema: JsonObject, path: Path, lost: Lost): JsonObject {
  const { allOf, ...rest } = schema;
  if (!isJsonArray(allOf)) return schema;
  let merged: JsonObject = rest;
  allOf.forEach((branch, index) => {
    if (!isJsonObject(branch) || typeof branch.$ref === "string")
      lost("allOf", [...path, "allOf", index], "Only plain schemas of `allOf` can be merged; this one is left out.");
    else merged = merge(merged, branch);
  });
  return merged;
}

function merge(left: JsonObject, right: JsonObject): JsonObject {
  const properties = {
    ...(isJsonObject(left.properties) ? left.properties : {}),
    ...(isJsonObject(right.properties) ? right.properties : {}),
  };
  const required = [...(isJsonArray(left.required) ? left.required : []), ...(isJsonArray(right.required) ? right.required : [])];
  return {
    ...right,
    ...left,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  };
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
