/** Reduced nodes in unions: with null, in each other, and how their branches are known apart. */
import { compact, isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.js";
import { listOf, propertiesOf, requiredOf, typesOf } from "./keywords.js";
import type { Restore } from "./restore.js";
import type { Node } from "./writer.js";

/** Those of a union in a union, of which nothing else is stated. */
export function branchesOf(node: Node): readonly Node[] {
  const { anyOf, ...rest } = node.schema;
  return node.branches === undefined || Object.keys(rest).length > 0 ? [node] : node.branches;
}

type Kind = "object" | "array" | "string" | "other" | "unknown";
const KINDS = ["object", "array", "string"] as const;

function kindOf(schema: JsonObject): Kind {
  if ((schema.$ref ?? schema.anyOf) !== undefined) return "unknown";
  const types = typesOf(schema);
  return KINDS.find((kind) => types.includes(kind)) ?? "other";
}

/** One for all branches where a value shows by its kind which of them it is of, else one for each. */
export function unionRestore(nodes: readonly Node[]): Restore | undefined {
  const undone = nodes.filter(({ restore }) => restore !== undefined);
  if (undone.length === 0) return undefined;
  const counts = new Map<Kind, number>();
  for (const { schema } of nodes) counts.set(kindOf(schema), (counts.get(kindOf(schema)) ?? 0) + 1);
  const isApart = undone.every(({ schema }) => {
    const kind = kindOf(schema);
    const others = kind === "unknown" ? !counts.has("object") && !counts.has("array") && undone.length === 1 : !counts.has("unknown");
    return others && counts.get(kind) === 1;
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
  const is = constants.length === 0 ? undefined : Object.fromEntries(constants);
  return { ...restore, keys: Object.keys(schema.properties), ...compact({ is }) };
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

export function orNull(schema: JsonObject): JsonObject {
  const { type, enum: words, anyOf, ...rest } = schema;
  if (isJsonArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: "null" }] };
  const types = listOf(type);
  const isScalar = types.length > 0 && !types.some((other) => other === "object" || other === "array") && schema.const === undefined;
  if (!isScalar) {
    const { title, description, ...alone } = schema;
    return { ...compact({ title, description }), anyOf: [alone, { type: "null" }] };
  }
  return { ...schema, type: [...new Set([...types, "null"])], ...(isJsonArray(words) ? { enum: [...words, null] } : {}) };
}
