/** A schema that does not bind: only what the vendor refuses is written otherwise. */
import { entryOf } from "../core/collections.js";
import type { Path } from "../core/issue.js";
import { compact, isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../core/json.js";
import { hash } from "../model/ids.js";
import { isFree, listOf, mapInner, propertiesOf, requiredOf, SILENT, typesOf } from "./keywords.js";
import { BUDGET, inside, type Normal, pointerTo, ReferenceNames, References, ROOT, TOO_LONG } from "./normal.js";
import { Reducer } from "./reduce.js";
import { DIALECTS, type SchemaTarget } from "./target.js";
import { type Change, joined, type Node, TEXTS } from "./writer.js";

const COMBINING = ["$ref", "allOf", "anyOf", "oneOf"];

export function looseSchema(root: JsonObject, target: SchemaTarget, change: Change): Node {
  const given = unnamed(root, change);
  const isPlain = COMBINING.every((keyword) => given[keyword] === undefined);
  if (isPlain && given.type === "object") return looseObject(given, target, change);
  const reducer = new Reducer(root, target.vendor, change);
  const normal = isPlain ? { kind: "schema" as const, schema: given, place: ROOT } : reducer.normal(given, ROOT, true);
  const whole = normal.kind === "schema" ? normal.schema : {};
  const isObject = typesOf(whole).every((type) => type === "object");
  if (target.use === "format" && (!isObject || whole.anyOf !== undefined))
    return wrapped({ schema: given }, DIALECTS[target.vendor].who, change);
  const flat = unnamed(flattenedRoot(normal, reducer, change), change);
  if (flat.type !== "object") {
    const kind = isObject && (flat.type ?? undefined) === undefined ? "equivalent" : "approximated";
    change(kind, "type", [], `${DIALECTS[target.vendor].who} wants an object here; this is written as one.`, isJsonArray(flat.type));
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
    change("equivalent", "properties", [], `${DIALECTS[vendor].who} wants a list of properties; an empty one is written.`, true);
  return { schema: { ...typed, properties: {} } };
}

function unnamed(schema: JsonObject, change: Change): JsonObject {
  const { $schema, $id, ...rest } = schema;
  for (const [keyword, value] of Object.entries({ $schema, $id }))
    if (value !== undefined) change("equivalent", keyword, [], `\`${keyword}\` binds nothing, and is left out.`);
  return $schema === undefined && $id === undefined ? schema : rest;
}

/**
 * Draft 4 in the words of draft 2020-12: lists of `items`, and exclusive bounds that are true or false. Without members that
 * are `undefined`, which count as absent.
 */
export function currentDraft(schema: JsonObject, change: Change): JsonObject {
  return hasMember(schema, isOld) ? mapped(schema, [], (one, at) => rewritten(one, at, change)) : schema;
}

/** Whether there is such a member anywhere: most schemas have none, and nothing is copied to find that out. */
function hasMember(node: Json | undefined, is: (key: string, value: Json | undefined) => boolean): boolean {
  if (isJsonArray(node)) return node.some((item) => hasMember(item, is));
  if (!isJsonObject(node)) return false;
  for (const key in node) if (is(key, node[key]) || hasMember(node[key], is)) return true;
  return false;
}

function isOld(key: string, value: Json | undefined): boolean {
  if (value === undefined) return true;
  return key === "items" ? isJsonArray(value) : typeof value === "boolean" && key.startsWith("exclusive");
}

function isLink(key: string, value: Json | undefined): boolean {
  return key === "$ref" && typeof value === "string" && value.startsWith("#");
}

/** Each schema in the schema as `change` gives it; what stands in it is changed before. */
function mapped(schema: JsonObject, path: Path, change: (schema: JsonObject, path: Path) => JsonObject): JsonObject {
  const inner = (one: JsonObject, at: Path) => mapped(one, at, change);
  const entries = Object.entries(schema).flatMap(([key, value]): [string, Json][] =>
    value === undefined ? [] : [[key, mapInner(key, value, [...path, key], inner)]],
  );
  return change(Object.fromEntries(entries), path);
}

function rewritten(schema: JsonObject, path: Path, change: Change): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (key === "items" && isJsonArray(value)) {
        change("equivalent", key, path, "`items` is written as `prefixItems`.");
        return [["prefixItems", value]];
      }
      // The bound itself goes where the boolean beside it makes it exclusive.
      if (typeof value === "number" && schema[`exclusiveM${key.slice(1)}`] === true) return [];
      if (typeof value !== "boolean" || !/^exclusiveM(?:in|ax)imum$/.test(key)) return [[key, value]];
      const bound = schema[key.slice(9).toLowerCase()];
      change("equivalent", key, path, `\`${key}\` is written as a number.`);
      return value && typeof bound === "number" ? [[key, bound]] : [];
    }),
  );
}

/** References into definitions, which stand where they stood. */
const UNMOVED = /^(?!#)|^#\/(?:\$defs|definitions)\//;

/**
 * References to what stands elsewhere now, or nowhere, lead to definitions that are written of it.
 * @param isWrapped the root of the source is no root any more
 */
export function relinked(written: JsonObject, source: JsonObject, isWrapped: boolean, change: Change): JsonObject {
  if (!hasMember(written, isLink)) return written;
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
    const moved = entryOf(isMoved, pointer, () => !sameJson(after.resolve(pointer)?.schema, target.schema));
    return moved ? { ...schema, $ref: `#/$defs/${names.of(pointer)}` } : schema;
  };
  const linked = mapped(written, [], link);
  const more: [string, Json][] = [];
  let { characters } = BUDGET;
  for (const [pointer, name] of names.entries) {
    const { schema: target = true, path = [] } = before.resolve(pointer) ?? {};
    characters -= before.sizeOf(target);
    const schema = characters < 0 || target;
    if (characters < 0) change("approximated", "$ref", path, TOO_LONG, true);
    const { $defs: _, definitions: _old, ...alone } = isJsonObject(schema) ? schema : {};
    more.push([name, isJsonObject(schema) ? mapped(alone, [], link) : schema]);
  }
  return more.length === 0
    ? written
    : { ...linked, $defs: { ...(isJsonObject(linked.$defs) ? linked.$defs : {}), ...Object.fromEntries(more) } };
}

/** Whether it allows any object, so that all it asks for is JSON. */
export function isAnyObject(normal: Normal): boolean {
  if (normal.kind === "any") return true;
  if (normal.kind !== "schema") return false;
  const { type = "object", additionalProperties = true, properties = {}, ...others } = normal.schema;
  const isOpen = type === "object" && isFree(additionalProperties) && isFree(properties);
  return isOpen && Object.keys(others).every((key) => SILENT.has(key) || TEXTS.has(key));
}

/** The root of a strict tool, as one object that is closed where it lists nothing. */
export function toolRoot(normal: Normal, reducer: Reducer, change: Change): Node {
  const place = normal.kind === "schema" ? normal.place : ROOT;
  const flat = objectOf(flattenedRoot(normal, reducer, change), change);
  const isKept = Object.keys(propertiesOf(flat)).length > 0 || (flat.additionalProperties ?? false) !== false;
  if (!isKept) change("equivalent", "properties", [], "A tool that lists no properties takes none.", true);
  const schema = isKept ? flat : { ...flat, properties: {}, additionalProperties: false };
  return reducer.ofNormal({ kind: "schema", schema, place }, place);
}

/** Arguments are an object, whatever else the schema says. */
function objectOf(schema: JsonObject, change: Change): JsonObject {
  const { enum: words, const: value, ...rest } = schema;
  const isObject = listOf(rest.type ?? "object").includes("object");
  if (rest.type !== "object" && rest.type !== undefined)
    change("approximated", "type", [], "A tool takes an object.", isJsonArray(rest.type));
  if (words !== undefined || value !== undefined)
    change("approximated", "enum", [], "A tool takes no listed values; any object is allowed.", true);
  return isObject ? { ...rest, type: "object" } : { ...compact({ title: rest.title, description: rest.description }), type: "object" };
}

/**
 * A union at the root, which no vendor takes for a tool, as one object: the properties of all branches, of which those are
 * required that each branch requires; the description states which belong together.
 */
function flattenedRoot(root: Normal, reducer: Reducer, change: Change): JsonObject {
  if (root.kind === "never") change("approximated", "false", [], "This allows nothing; it is written as an object.", true);
  if (root.kind !== "schema") return {};
  const { schema, place } = root;
  const { anyOf, description, ...rest } = schema;
  if (!isJsonArray(anyOf)) return schema;
  const message = "A tool takes no union; the branches are written as one object.";
  change("approximated", "anyOf", place.path, message);
  const branches = anyOf.flatMap((branch, index) => {
    const normal = reducer.normal(branch, inside(place, "anyOf", index), true);
    return normal.kind === "schema" ? [normal.schema] : [];
  });
  const [first = new Set<string>(), ...others] = branches.map((branch) => new Set(requiredOf(branch)));
  const required = [...first].filter((name) => others.every((names) => names.has(name)));
  const closed = branches.length > 0 && branches.every((branch) => branch.additionalProperties === false);
  const groups = branches.map((branch) => requiredOf(branch).join(" and ")).filter((names) => names !== "");
  const text = groups.length < 2 ? description : joined(description, `One of: ${groups.join("; or ")}.`);
  return {
    ...rest,
    type: "object",
    ...compact({ description: text }),
    properties: allProperties(branches),
    ...(required.length === 0 ? {} : { required }),
    ...(closed ? { additionalProperties: false } : {}),
  };
}

/** Two meanings of one name are a union. */
function allProperties(branches: readonly JsonObject[]): JsonObject {
  const meanings = new Map<string, Json[]>();
  for (const branch of branches)
    for (const [name, schema] of Object.entries(propertiesOf(branch))) {
      const known = entryOf(meanings, name, () => []);
      if (known.length < MOST_MEANINGS && !known.some((other) => sameJson(other, schema))) known.push(schema);
    }
  return Object.fromEntries(
    [...meanings].map(([name, [only = {}, ...more]]) => [name, more.length === 0 ? only : { anyOf: [only, ...more] }]),
  );
}

/** More than any real tool has; each is compared with those before it. */
const MOST_MEANINGS = 100;

/** A format whose root is no object stands in one. */
export function wrapped({ schema, restore }: Node, who: string, change: Change): Node {
  change("equivalent", "value", [], `${who} wants an object here; the value is its only property.`, true);
  const { $defs, definitions, ...value } = schema;
  return {
    schema: {
      type: "object",
      properties: { value },
      required: ["value"],
      additionalProperties: false,
      ...compact({ $defs, definitions }),
    },
    restore: { unwrap: "value", ...(restore === undefined ? {} : { props: { value: restore } }) },
  };
}

const LEGAL = /^[a-zA-Z0-9_.-]{1,64}$/;
const HEAD = 55;

/** The names of the properties of the root as Anthropic takes them. */
export function withLegalNames(node: Node, change: Change): Node {
  const { properties, required } = node.schema;
  if (!isJsonObject(properties)) return node;
  const renamed = new Map(
    Object.keys(properties).flatMap((name) => (LEGAL.test(name) ? [] : [[name, legalName(name, properties)] as const])),
  );
  if (renamed.size === 0) return node;
  const message = "Anthropic takes up to 64 of `a-zA-Z0-9_.-`; another name is written.";
  for (const name of renamed.keys()) change("equivalent", "properties", ["properties", name], message, true);
  const written = (name: string) => renamed.get(name) ?? name;
  const moved = <T>(members: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(members).map(([name, inner]) => [written(name), inner]));
  const schema = {
    ...node.schema,
    properties: moved(properties),
    ...(isJsonArray(required) ? { required: required.map((name) => (typeof name === "string" ? written(name) : name)) } : {}),
  };
  const { drop, props, ...rest } = node.restore ?? {};
  const restore = {
    ...rest,
    ...compact({ drop: drop?.map(written) }),
    ...(props === undefined ? {} : { props: moved(props) }),
    rename: Object.fromEntries([...renamed].map(([name, other]) => [other, name])),
  };
  return { schema, restore };
}

function legalName(name: string, properties: JsonObject, hashed = name): string {
  const legal = `${name.replace(/[^a-zA-Z0-9_.-]/g, "_").slice(0, HEAD)}_${hash(hashed).slice(0, 8)}`;
  return Object.hasOwn(properties, legal) ? legalName(name, properties, `${hashed}_`) : legal;
}
