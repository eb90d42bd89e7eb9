/** The root of a schema: arguments of tools are one object, and formats of most vendors an object as well. */
import { compact, isJsonArray, isJsonObject, type Json, type JsonObject, sameJson } from "../core/json.js";
import { hash } from "../model/ids.js";
import type { Change } from "./change-log.js";
import { isFree, listOf, propertiesOf, requiredOf, SILENT } from "./keywords.js";
import { inside, type Normal, ROOT } from "./normal.js";
import type { Reducer } from "./reduce.js";
import { joined, type Node } from "./writer.js";

/** They do not say what an object is made of. */
const NAMES: ReadonlySet<string> = new Set(["title", "description", "$defs", "definitions"]);

/** Whether it allows any object, so that all it asks for is JSON. */
export function isAnyObject(normal: Normal): boolean {
  if (normal.kind === "any") return true;
  if (normal.kind !== "schema") return false;
  const { type = "object", additionalProperties = true, properties = {}, ...others } = normal.schema;
  const isOpen = type === "object" && isFree(additionalProperties) && isFree(properties);
  return isOpen && Object.keys(others).every((key) => SILENT.has(key) || NAMES.has(key));
}

/** The root of a strict tool, as one object that is closed where it lists nothing. */
export function toolRoot(normal: Normal, reducer: Reducer, change: Change): Node {
  const place = normal.kind === "schema" ? normal.place : ROOT;
  const flat = objectOf(normal.kind === "schema" ? flattenedRoot(normal, reducer, change) : {}, change);
  const isMap = isJsonObject(flat.additionalProperties) && !isFree(flat.additionalProperties);
  const isListed = Object.keys(propertiesOf(flat)).length > 0;
  if (!isListed && !isMap) change("equivalent", "properties", [], "A tool that lists no properties takes none.");
  const schema = isListed || isMap ? flat : { ...flat, properties: {}, additionalProperties: false };
  return reducer.ofNormal({ kind: "schema", schema, place }, place);
}

/** Arguments are an object, whatever else the schema says. */
function objectOf(schema: JsonObject, change: Change): JsonObject {
  const { enum: words, const: value, ...rest } = schema;
  const isObject = listOf(rest.type ?? "object").includes("object");
  if (rest.type !== "object" && rest.type !== undefined)
    change("approximated", "type", ["type"], "The arguments of a tool are an object; no other type is allowed.");
  if (words !== undefined || value !== undefined)
    change("approximated", "enum", [], "The arguments of a tool are not listed one by one; any of them are allowed.");
  return isObject ? { ...rest, type: "object" } : { ...compact({ title: rest.title, description: rest.description }), type: "object" };
}

/**
 * A union at the root, which no vendor takes for a tool, as one object: the properties of all branches, of which those are
 * required that each branch requires; the description states which belong together.
 */
export function flattenedRoot(
  { schema, place }: Extract<Normal, { readonly kind: "schema" }>,
  reducer: Reducer,
  change: Change,
): JsonObject {
  const { anyOf, description, ...rest } = schema;
  if (!isJsonArray(anyOf)) return schema;
  const message = "No union may stand at the root of a tool's schema; its branches are written as one object.";
  change("approximated", "anyOf", [...place.path, "anyOf"], message);
  const branches = anyOf.flatMap((branch, index) => {
    const normal = reducer.normal(branch, inside(place, "anyOf", index), true);
    return normal.kind === "schema" ? [normal.schema] : [];
  });
  const required = requiredByAll(branches);
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
      const known = meanings.get(name);
      if (known === undefined) meanings.set(name, [schema]);
      else if (known.length < MOST_MEANINGS && !known.some((other) => sameJson(other, schema))) known.push(schema);
    }
  return Object.fromEntries(
    [...meanings].map(([name, [only = {}, ...more]]) => [name, more.length === 0 ? only : { anyOf: [only, ...more] }]),
  );
}

/** More than any real tool has; each is compared with those before it. */
const MOST_MEANINGS = 100;

function requiredByAll(branches: readonly JsonObject[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const branch of branches) for (const name of new Set(requiredOf(branch))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count === branches.length ? [name] : []));
}

/** A format whose root is no object stands in one. */
export function wrapped({ schema, restore }: Node, who: string, change: Change): Node {
  change("equivalent", "value", [], `${who} wants an object at the root; the value is its only property.`);
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
  const message = "Anthropic takes names of letters, digits, `_`, `.` and `-`, up to 64; another one is written.";
  for (const name of renamed.keys()) change("equivalent", "properties", ["properties", name], message);
  const written = (name: string) => renamed.get(name) ?? name;
  const schema = {
    ...node.schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [written(name), inner])),
    ...(isJsonArray(required) ? { required: required.map((name) => (typeof name === "string" ? written(name) : name)) } : {}),
  };
  const { drop, props, ...rest } = node.restore ?? {};
  const restore = {
    ...rest,
    ...compact({ drop: drop?.map(written) }),
    ...(props === undefined ? {} : { props: Object.fromEntries(Object.entries(props).map(([name, inner]) => [written(name), inner])) }),
    rename: Object.fromEntries([...renamed].map(([name, other]) => [other, name])),
  };
  return { schema, restore };
}

function legalName(name: string, properties: JsonObject, hashed = name): string {
  const legal = `${name.replace(/[^a-zA-Z0-9_.-]/g, "_").slice(0, HEAD)}_${hash(hashed).slice(0, 8)}`;
  return Object.hasOwn(properties, legal) ? legalName(name, properties, `${hashed}_`) : legal;
}
