/**
 * The OpenAPI subset of `parameters` and `responseSchema`: which keywords it has, and a schema written in it. Keys under
 * `properties` are the caller's names, never keywords, whatever they are called.
 */

import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Json, JsonObject } from "../../model/index.js";

export const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"];
/** They are int64 here, and those are text in JSON. */
export const COUNTS = ["minItems", "maxItems", "minProperties", "maxProperties", "minLength", "maxLength"];

/** The schema in the subset, or undefined when a keyword of it is not in it. */
export function subsetOf(schema: Json): JsonObject | undefined {
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
  if (!takesFormat(type, schema.format) || undescribed(schema).length > 0) return undefined;
  const entries: [string, Json][] = [];
  for (const [key, value] of Object.entries(schema)) {
    const written = key === "type" && typeof type === "string" ? ([key, type.toUpperCase()] as const) : encodeKeyword(key, value, nullable);
    if (written === undefined) return undefined;
    entries.push([...written]);
    if (key === "type" && nullable) entries.push(["nullable", true]);
  }
  return Object.fromEntries(entries);
}

/** The formats that the service knows; it refuses a schema with any other. */
const FORMATS: Readonly<Record<string, readonly Json[]>> = {
  string: ["enum", "date-time"],
  number: ["float", "double"],
  integer: ["int32", "int64"],
};

export function takesFormat(type: Json | undefined, format: Json | undefined): boolean {
  return format === undefined || (typeof type === "string" && FORMATS[type]?.includes(format) === true);
}

/** The names in `required` that no property has: the service refuses them. */
export function undescribed({ required, properties }: JsonObject): readonly Json[] {
  if (!isJsonArray(required)) return [];
  return required.filter((name) => typeof name === "string" && !(isJsonObject(properties) && Object.hasOwn(properties, name)));
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

function encodeKeyword(key: string, value: Json, nullable: boolean): readonly [string, Json] | undefined {
  switch (key) {
    case "enum": {
      if (!isJsonArray(value) || value.includes(null) !== nullable) return undefined;
      const words = value.filter((word) => word !== null);
      // The service takes no empty word.
      return words.length > 0 && words.every((word) => typeof word === "string" && word !== "") ? [key, words] : undefined;
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
      // The service wants at least one.
      return properties.length === 0 ? undefined : [key, Object.fromEntries(properties)];
    }
    default:
      return encodePlainKeyword(key, value);
  }
}

/** A keyword that holds no schemas and has to do with no other keyword; undefined when the subset does not have it. */
export function encodePlainKeyword(key: string, value: Json): readonly [string, Json] | undefined {
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
    case "examples": {
      const [example, ...more] = isJsonArray(value) ? value : [];
      return example === undefined || more.length > 0 ? undefined : ["example", example];
    }
    default:
      return COUNTS.includes(key) && typeof value === "number" && Number.isSafeInteger(value) && value >= 0
        ? [key, String(value)]
        : undefined;
  }
}
