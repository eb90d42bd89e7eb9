/** Reduced nodes in unions: with null, in each other, and how their branches are known apart. */
import { compact } from "../core/compact.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.js";
import { listOf, propertiesOf, requiredOf } from "./keywords.js";
import type { Restore } from "./restore.js";
import type { Node } from "./writer.js";

/** Those of a union in a union, of which nothing else is stated. */
export function branchesOf(node: Node): readonly Node[] {
  const { anyOf, ...rest } = node.schema;
  if (!isJsonArray(anyOf) || Object.keys(rest).length > 0) return [node];
  return anyOf.map((branch, index) => ({ schema: isJsonObject(branch) ? branch : {}, restore: node.restore?.any?.[index] ?? undefined }));
}

/** Branches are known by the names of their properties. */
export function unionRestore(nodes: readonly Node[]): Restore | undefined {
  if (nodes.every(({ restore }) => restore === undefined)) return undefined;
  return {
    any: nodes.map(({ schema, restore }): Restore | null =>
      isJsonObject(schema.properties) ? { ...restore, keys: Object.keys(schema.properties) } : (restore ?? null),
    ),
  };
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
  if (isJsonArray(words)) return words.includes(null);
  return schema.const === null || listOf(type).includes("null");
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
  return { ...schema, type: [...types, "null"], ...(isJsonArray(words) ? { enum: [...words, null] } : {}) };
}
