/**
 * Tool arguments: text in one style, an object in the others. The text is kept byte for byte, so that the same style
 * gives it back; text that is no object travels as `{ "__raw_arguments": text }` where only objects are legal.
 */
import { isJsonObject } from "../core/json.js";
import type { Json, JsonObject } from "./common.js";
import type { ToolArguments } from "./content.js";

export const RAW_ARGUMENTS = "__raw_arguments";

/** Arguments given as text. Empty or white space means no arguments. */
export function argumentsFromText(text: string): ToolArguments {
  const value = text.trim() === "" ? {} : parseObject(text);
  return value === undefined ? { json: text } : { json: text, value };
}

/** Arguments given as a value. What is not an object is kept as text. */
export function argumentsFromValue(value: Json | undefined): ToolArguments {
  if (value === undefined || value === null) return { json: "{}", value: {} };
  if (!isJsonObject(value)) return { json: JSON.stringify(value) };
  const raw = value[RAW_ARGUMENTS];
  if (typeof raw === "string" && Object.keys(value).length === 1) return { json: raw };
  return { json: JSON.stringify(value), value };
}

/** Arguments as text that a program can parse: `{}` when there were none. */
export function argumentsText({ json }: ToolArguments): string {
  return json.trim() === "" ? "{}" : json;
}

/** Arguments as an object; `wrapped` when they were none and stand under {@link RAW_ARGUMENTS}. */
export function argumentsObject({ json, value }: ToolArguments): { readonly value: JsonObject; readonly wrapped: boolean } {
  return value === undefined ? { value: { [RAW_ARGUMENTS]: json }, wrapped: true } : { value, wrapped: false };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
