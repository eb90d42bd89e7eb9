/** A schema that does not bind: only what the vendor refuses is written otherwise. */

import type { Path } from "../core/issue.js";
import { compact, isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../core/json.js";
import type { Change } from "./change-log.js";
import { BUDGET, ROOT, TOO_LONG } from "./normal.js";
import { Reducer } from "./reduce.js";
import { pointerTo, ReferenceNames, References } from "./references.js";
import { flattenedRoot, wrapped } from "./root.js";
import { DIALECTS, type SchemaTarget } from "./target.js";
import type { Node } from "./writer.js";

const COMBINING = ["$ref", "allOf", "anyOf", "oneOf"];

export function looseSchema(root: JsonObject, target: SchemaTarget, change: Change): Node {
  const given = unnamed(root, change);
  const isPlain = COMBINING.every((keyword) => given[keyword] === undefined);
  if (isPlain && given.type === "object") return looseObject(given, target, change);
  const reducer = new Reducer(root, target.vendor, change);
  const normal = isPlain ? { kind: "schema" as const, schema: given, place: ROOT } : reducer.normal(given, ROOT, true);
  const whole = normal.kind === "schema" ? normal.schema : {};
  if (target.use === "format" && ((whole.type !== undefined && whole.type !== "object") || whole.anyOf !== undefined))
    return wrapped({ schema: given }, DIALECTS[target.vendor].who, change);
  const flat = normal.kind === "schema" ? unnamed(flattenedRoot(normal, reducer, change), change) : {};
  if (flat.type !== "object") {
    const kind = flat.type === undefined || flat.type === null ? "equivalent" : "approximated";
    change(kind, "type", ["type"], `${DIALECTS[target.vendor].who} takes an object here, and nothing else.`);
  }
  const { schema } = looseObject(flat, target, change);
  const { $defs, definitions } = root;
  return { schema: isPlain ? schema : { ...schema, ...compact({ $defs, definitions }) } };
}

/** OpenAI, and many servers of its style, refuse an object that lists no properties. */
function looseObject(schema: JsonObject, { vendor }: SchemaTarget, change: Change): Node {
  const typed = schema.type === "object" ? schema : { ...schema, type: "object" };
  if (schema.properties !== undefined || vendor !== "openai") return { schema: typed };
  if (typed === schema)
    change("equivalent", "properties", [], `${DIALECTS[vendor].who} wants the list of an object's properties, though it be empty.`);
  return { schema: { ...typed, properties: {} } };
}

function unnamed(schema: JsonObject, change: Change): JsonObject {
  const { $schema, $id, ...rest } = schema;
  for (const [keyword, value] of Object.entries({ $schema, $id }))
    if (value !== undefined) change("equivalent", keyword, [keyword], `\`${keyword}\` binds nothing, and is left out.`);
  return $schema === undefined && $id === undefined ? schema : rest;
}

/** Whose exclusive bound a boolean of draft 4 makes of a bound. */
const BOUNDS: Readonly<Record<string, string>> = {
  exclusiveMinimum: "minimum",
  exclusiveMaximum: "maximum",
  minimum: "exclusiveMinimum",
  maximum: "exclusiveMaximum",
};
const VALUES: ReadonlySet<string> = new Set(["enum", "const", "default", "examples"]);
const NAMED: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);

/**
 * Draft 4 in the words of draft 2020-12: lists of `items`, and exclusive bounds that are true or false. Without members that
 * are `undefined`, which count as absent.
 */
export function currentDraft(schema: JsonObject, path: Path, change: Change): JsonObject {
  return isCurrent(schema) ? schema : mapped(schema, path, (one, at) => rewritten(one, at, change));
}

/** Most schemas are, and nothing is copied to find that out. */
function isCurrent(node: Json | undefined): boolean {
  if (isJsonArray(node)) return node.every(isCurrent);
  if (!isJsonObject(node)) return node !== undefined;
  if (isJsonArray(node.items) || typeof node.exclusiveMinimum === "boolean" || typeof node.exclusiveMaximum === "boolean") return false;
  for (const key in node) if ((!VALUES.has(key) || isJsonObject(node[key])) && !isCurrent(node[key])) return false;
  return true;
}

/** Each schema in the schema as `change` gives it; what stands in it is changed before. */
function mapped(schema: JsonObject, path: Path, change: (schema: JsonObject, path: Path) => JsonObject): JsonObject {
  const inner = (value: Json, at: Path): Json => {
    if (isJsonArray(value)) return value.map((item, index) => inner(item, [...at, index]));
    return isJsonObject(value) ? mapped(value, at, change) : value;
  };
  const entries = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    const at = [...path, key];
    if (value === undefined) return [];
    if (VALUES.has(key)) return [[key, value]];
    if (!NAMED.has(key) || !isJsonObject(value)) return [[key, inner(value, at)]];
    return [[key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one, [...at, name])]))]];
  });
  return change(Object.fromEntries(entries), path);
}

function rewritten(schema: JsonObject, path: Path, change: Change): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (key === "items" && isJsonArray(value)) {
        change("equivalent", "items", [...path, key], "A list of `items` is `prefixItems` in draft 2020-12.");
        return [["prefixItems", value]];
      }
      const other = Object.hasOwn(BOUNDS, key) ? BOUNDS[key] : undefined;
      const bound = other === undefined ? undefined : schema[other];
      // The bound itself goes where the boolean beside it makes it exclusive.
      if (typeof value === "number" && bound === true && !key.startsWith("exclusive")) return [];
      if (typeof value !== "boolean" || !key.startsWith("exclusive") || other === undefined) return [[key, value]];
      change("equivalent", key, [...path, key], `\`${key}\` is a number in draft 2020-12.`);
      return value && typeof bound === "number" ? [[key, bound]] : [];
    }),
  );
}

/** References into definitions, which stand where they stood. */
const UNMOVED = /^(?!#)|^#\/(?:\$defs|definitions)\//;

function refers(node: Json | undefined): boolean {
  if (isJsonArray(node)) return node.some(refers);
  if (!isJsonObject(node)) return false;
  for (const key in node) {
    const value = node[key];
    if (typeof value === "string" ? key === "$ref" && value.startsWith("#") : refers(value)) return true;
  }
  return false;
}

/**
 * References to what stands elsewhere now, or nowhere, lead to definitions that are written of it.
 * @param isWrapped the root of the source is no root any more
 */
export function relinked(written: JsonObject, source: JsonObject, isWrapped: boolean, change: Change): JsonObject {
  if (!refers(written)) return written;
  const before = new References(source);
  const after = new References(written);
  const $defs = isJsonObject(written.$defs) ? written.$defs : {};
  const names = new ReferenceNames(Object.keys($defs));
  const isMoved = new Map<string, boolean>();
  const link = (schema: JsonObject): JsonObject => {
    const { $ref } = schema;
    if (typeof $ref !== "string" || UNMOVED.test($ref) || ($ref === "#" && !isWrapped)) return schema;
    const target = before.resolve($ref);
    if (target === undefined) return schema;
    // One pointer may be spelled in many ways, and stand in many places.
    const pointer = pointerTo(target.path);
    const moved = isMoved.get(pointer) ?? !sameJson(after.resolve(pointer)?.schema, target.schema);
    isMoved.set(pointer, moved);
    return moved ? { ...schema, $ref: `#/$defs/${names.of(pointer)}` } : schema;
  };
  const linked = mapped(written, [], link);
  const more: [string, Json][] = [];
  let { characters } = BUDGET;
  for (const [pointer, name] of names.byReference) {
    const { schema: target = true, path = [] } = before.resolve(pointer) ?? {};
    characters -= before.sizeOf(target);
    const schema = characters < 0 || target;
    if (characters < 0) change("approximated", "$ref", path, TOO_LONG);
    const { $defs: _, definitions: _old, ...alone } = isJsonObject(schema) ? schema : {};
    more.push([name, isJsonObject(schema) ? mapped(alone, [], link) : schema]);
  }
  return more.length === 0
    ? written
    : { ...linked, $defs: { ...(isJsonObject(linked.$defs) ? linked.$defs : {}), ...Object.fromEntries(more) } };
}
