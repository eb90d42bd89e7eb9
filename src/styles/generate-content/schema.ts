/**
 * JSON Schema and the OpenAPI subset of `parameters` and `responseSchema`: upper-case types, `nullable`, counts as int64
 * strings. Keys under `properties` are the caller's names, never keywords, whatever they are called.
 */
import type { Json, JsonObject } from "../../canonical/index.js";
import { approximated, dropped, equivalent } from "../../core/issue.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { reducedSchema } from "./schema-reduce.js";
import type { Report } from "./usage.js";

const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"];
const COUNTS = ["minItems", "maxItems", "minProperties", "maxProperties", "minLength", "maxLength"];

/** JSON Schema of a schema of the subset. What is no keyword of the subset stays as it is. */
export function decodeSchema(schema: JsonObject, path: Path, report: Report): JsonObject {
  const nullable = schema.nullable === true;
  const typed = typeof schema.type === "string" && schema.type !== "TYPE_UNSPECIFIED";
  const entries: [string, Json][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (value === null && key !== "default" && key !== "example") continue;
    entries.push(...decodeKeyword(key, value, { nullable, typed }, [...path, key], report));
  }
  return Object.fromEntries(entries);
}

function decodeKeyword(
  key: string,
  value: Json,
  { nullable, typed }: { readonly nullable: boolean; readonly typed: boolean },
  path: Path,
  report: Report,
): [string, Json][] {
  const inner = (schema: Json, at: Path) => (isJsonObject(schema) ? decodeSchema(schema, at, report) : schema);
  switch (key) {
    case "type": {
      if (!typed || typeof value !== "string") return typeof value === "string" ? [] : [[key, value]];
      const type = value.toLowerCase();
      return [[key, nullable && type !== "null" ? [type, "null"] : type]];
    }
    case "nullable":
      return [];
    case "enum":
      return [[key, nullable && isJsonArray(value) && !value.includes(null) ? [...value, null] : value]];
    case "example":
      return [["examples", [value]]];
    case "propertyOrdering":
      report(
        dropped("dropped.field", path, "JSON Schema does not order properties; the model may give them in another order.", {
          severity: "info",
        }),
      );
      return [];
    case "items":
      return [[key, inner(value, path)]];
    case "anyOf": {
      if (!isJsonArray(value)) return [[key, value]];
      const branches = value.map((branch, index) => inner(branch, [...path, index]));
      return [[key, nullable && !typed ? [...branches, { type: "null" }] : branches]];
    }
    case "properties":
      if (!isJsonObject(value)) return [[key, value]];
      return [[key, Object.fromEntries(Object.entries(value).map(([name, property]) => [name, inner(property, [...path, name])]))]];
    default:
      if (COUNTS.includes(key) && typeof value === "string" && /^\d+$/.test(value)) return [[key, Number(value)]];
      return [[key, value]];
  }
}

export interface EncodedSchema {
  readonly field: "subset" | "json-schema";
  readonly schema: JsonObject;
}

/** @param path the canonical path of the schema, for issues */
export function encodeSchema(schema: JsonObject, mode: "auto" | "parameters" | "json-schema", path: Path, report: Report): EncodedSchema {
  if (mode === "json-schema") return { field: "json-schema", schema };
  const { $schema, ...rest } = schema;
  const source =
    mode === "parameters"
      ? reducedSchema(rest, path, (keyword, at, message) => report(approximated("approximated.schema", at, message, { from: keyword })))
      : rest;
  const subset = subsetOf(source);
  // `auto` leaves a schema that does not fit as it is.
  if (subset === undefined) return { field: mode === "parameters" ? "subset" : "json-schema", schema: mode === "parameters" ? {} : schema };
  if ($schema !== undefined)
    report(
      dropped("dropped.field", [...path, "$schema"], "The schema is written in the subset of generate-content, which names no dialect.", {
        severity: "info",
      }),
    );
  if (
    mode === "auto" &&
    !sameJson(
      decodeSchema(subset, [], () => {}),
      rest,
    )
  )
    report(
      equivalent(
        path,
        "The schema is written in the subset of generate-content; the way back spells it differently, with the same meaning.",
      ),
    );
  return { field: "subset", schema: subset };
}

/** The schema in the subset, or undefined when a keyword of it is not in it. */
function subsetOf(schema: Json): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  const optional = withoutNullBranch(schema);
  if (optional !== undefined) {
    const inner = subsetOf(optional);
    return inner === undefined ? undefined : { ...inner, nullable: true };
  }
  const types = isJsonArray(schema.type) ? schema.type : [schema.type];
  const type = types.find((name) => name !== "null") ?? types[0];
  const nullable = isJsonArray(schema.type) && types.length === 2 && types.includes("null");
  if (isJsonArray(schema.type) && !nullable) return undefined;
  if (type === undefined ? !isJsonArray(schema.anyOf) : typeof type !== "string" || !TYPES.includes(type)) return undefined;
  if (type === "array" && schema.items === undefined) return undefined;
  const entries: [string, Json][] = [];
  for (const [key, value] of Object.entries(schema)) {
    const written = key === "type" ? ([key, String(type).toUpperCase()] as const) : encodeKeyword(key, value, nullable);
    if (written === undefined) return undefined;
    entries.push([...written]);
    if (key === "type" && nullable) entries.push(["nullable", true]);
  }
  return Object.fromEntries(entries);
}

/** `anyOf: [X, {"type":"null"}]` and nothing of weight beside it: X, with what stands beside. */
function withoutNullBranch({ anyOf, ...rest }: JsonObject): JsonObject | undefined {
  if (!isJsonArray(anyOf) || anyOf.length < 2) return undefined;
  const others = anyOf.filter((branch) => !(isJsonObject(branch) && branch.type === "null" && Object.keys(branch).length === 1));
  if (others.length !== anyOf.length - 1) return undefined;
  const [only, ...more] = others;
  if (more.length > 0) return rest.type === undefined ? { ...rest, anyOf: others } : undefined;
  if (!isJsonObject(only) || Object.keys(only).some((key) => Object.hasOwn(rest, key))) return undefined;
  return { ...rest, ...only };
}

function encodeKeyword(key: string, value: Json, nullable: boolean): readonly [string, Json] | undefined {
  switch (key) {
    case "format":
    case "title":
    case "description":
    case "pattern":
      return typeof value === "string" ? [key, value] : undefined;
    case "nullable":
      return typeof value === "boolean" ? [key, value] : undefined;
    case "minimum":
    case "maximum":
      return typeof value === "number" ? [key, value] : undefined;
    case "required":
      return isJsonArray(value) && value.every((name) => typeof name === "string") ? [key, value] : undefined;
    case "default":
      return [key, value];
    case "examples":
      return isJsonArray(value) && value.length === 1 && value[0] !== undefined ? ["example", value[0]] : undefined;
    case "enum": {
      if (!isJsonArray(value) || value.includes(null) !== nullable) return undefined;
      const words = value.filter((word) => word !== null);
      return words.length > 0 && words.every((word) => typeof word === "string") ? [key, words] : undefined;
    }
    case "items": {
      const items = subsetOf(value);
      return items === undefined ? undefined : [key, items];
    }
    case "anyOf": {
      if (!isJsonArray(value)) return undefined;
      const branches = value.map(subsetOf).filter((branch) => branch !== undefined);
      return branches.length === value.length && branches.length > 0 ? [key, branches] : undefined;
    }
    case "properties": {
      if (!isJsonObject(value)) return undefined;
      const properties: [string, Json][] = [];
      for (const [name, property] of Object.entries(value)) {
        const inner = subsetOf(property);
        if (inner === undefined) return undefined;
        properties.push([name, inner]);
      }
      return [key, Object.fromEntries(properties)];
    }
    default:
      return COUNTS.includes(key) && typeof value === "number" && Number.isSafeInteger(value) && value >= 0
        ? [key, String(value)]
        : undefined;
  }
}

/** Equal as JSON: the order of keys counts for nothing. */
function sameJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (isJsonArray(left))
    return isJsonArray(right) && left.length === right.length && left.every((item, index) => sameJson(item, right[index] ?? null));
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key] ?? null, right[key] ?? null))
  );
}
