/**
 * JSON Schemas as vendors take them: `reduceSchema` writes one for a place of a vendor, `restoreValue` undoes in the values
 * of answers what that changed of their shape. For callers who build requests themselves; translations do both on their own.
 *
 * @module interlingua/schema
 */
import { asJson, isJsonObject, isObject } from "../core/json.js";
import { fitSchema, type ReducedSchema } from "./fit.js";
import type { SchemaTarget } from "./target.js";
import { ChangeLog } from "./writer.js";

export { restoreValue } from "./filter.js";
export type { ReducedSchema } from "./fit.js";
export type { Restore } from "./restore.js";
export type { SchemaTarget } from "./target.js";

/**
 * The schema in the form that the vendor takes: a strict one in the keywords that the service compiles, with the others in the
 * descriptions, where the model reads them; another one with what the service refuses written otherwise.
 *
 * @param schema a JSON Schema; what is none (no object, cyclic, deeper than 256 levels) is any object, with an
 * `approximated.schema`. Of a schema that has more than 64 levels or 5000 nodes the rest is any value
 * @param target whose it is to be, for what, and whether it is to bind
 * @returns the input is not changed. Paths of issues lead into the schema given
 * @throws TypeError for a wrong call: a vendor or a use that there is none of
 * @example
 * reduceSchema({ type: "array", items: { type: "string" } }, { vendor: "anthropic", use: "format", strict: true });
 * // { schema: { type: "object", properties: { value: … }, required: ["value"], … }, restore: { unwrap: "value" }, … }
 */
export function reduceSchema(schema: unknown, target: SchemaTarget): ReducedSchema {
  checkTarget(target);
  const log = new ChangeLog();
  const json = asJson(schema);
  const isSchema = json.ok && (isJsonObject(json.value) || json.value === true);
  if (!isSchema) log.change("approximated", "type", [], "This is no JSON Schema that can be read; any object is allowed.", true);
  const given = json.ok && isJsonObject(json.value) ? json.value : { type: "object" };
  return fitSchema(given, target, log);
}

const VENDORS: readonly unknown[] = ["openai", "anthropic", "google"] satisfies readonly SchemaTarget["vendor"][];
const USES: readonly unknown[] = ["tool", "format"] satisfies readonly SchemaTarget["use"][];

function checkTarget(target: unknown): void {
  if (isObject(target) && VENDORS.includes(target.vendor) && USES.includes(target.use) && typeof target.strict === "boolean") return;
  throw new TypeError('The target is missing or unknown: write `reduceSchema(schema, { vendor: "openai", use: "format", strict: true })`.');
}
