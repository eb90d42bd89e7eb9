/**
 * Tool arguments: text in one style, an object in the others. The text is kept byte for byte, so that the same style
 * gives it back; text that is no object travels as `{ "__raw_arguments": text }` where only objects are legal.
 */
import { compact } from "../core/compact.js";
import { asJson, isJsonObject } from "../core/json.js";
import type { Json, JsonObject } from "./common.js";
import type { ToolArguments } from "./content.js";

export const RAW_ARGUMENTS = "__raw_arguments";

/** Arguments given as text. Empty or white space means no arguments. */
export function argumentsFromText(text: string): ToolArguments {
  const value = isBlank(text) ? {} : parseObject(text);
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

/** `value`: a number or a repeated key comes back as something else; `from` and `to` are the first number that does. */
export type ArgumentsChange = { readonly kind: "form" } | { readonly kind: "value"; readonly from?: string; readonly to?: string };

/** What becomes of the text where arguments are an object, when the way back writes another text. */
export function changeByValue({ json, value }: ToolArguments): ArgumentsChange | undefined {
  if (value === undefined || isBlank(json)) return undefined;
  const text = JSON.stringify(value);
  if (text === json) return undefined;
  const given = scalarsOf(json);
  const kept = scalarsOf(text);
  // Not one by one: keys that look like numbers move to the front of an object.
  const from = firstBeside(given.numbers, kept.numbers);
  // A key that is repeated is lost, and a string with it.
  if (from === undefined && given.strings === kept.strings) return { kind: "form" };
  return compact({ kind: "value" as const, from, to: firstBeside(kept.numbers, given.numbers) });
}

function firstBeside(list: readonly string[], others: readonly string[]): string | undefined {
  const known = new Set(others);
  return list.find((number) => !known.has(number));
}

/** The number tokens of a JSON text, in order, and how many strings it has, keys among them. */
function scalarsOf(json: string): { readonly numbers: readonly string[]; readonly strings: number } {
  const numbers: string[] = [];
  let quotes = 0;
  for (const [token] of json.matchAll(/"|\\.|-?\d[-+.eE\d]*/gs)) {
    if (token === '"') quotes++;
    else if (quotes % 2 === 0) numbers.push(token);
  }
  return { numbers, strings: quotes / 2 };
}

/** Whether the text is no JSON: that of a call which broke off, as far as nothing shows that it is whole. */
export function isCutOff(text: string): boolean {
  if (isBlank(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** The brace is what nearly all of them start with. */
function isBlank(text: string): boolean {
  return !text.startsWith("{") && text.trim() === "";
}

/** Arguments as text that a program can parse: `{}` when there were none. */
export function argumentsText({ json }: ToolArguments): string {
  return isBlank(json) ? "{}" : json;
}

/** Arguments as an object; `wrapped` when they were none and stand under {@link RAW_ARGUMENTS}. */
export function argumentsObject({ json, value }: ToolArguments): { readonly value: JsonObject; readonly wrapped: boolean } {
  return value === undefined ? { value: { [RAW_ARGUMENTS]: json }, wrapped: true } : { value, wrapped: false };
}

/** Numbers that no program can hold are the nearest one that it can: `1e400` would be read as infinite, which is no JSON. */
function finite(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? Math.sign(value) * Number.MAX_VALUE : value;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const given: Json = JSON.parse(text);
    if (!isJsonObject(given)) return undefined;
    const value: JsonObject = asJson(given).ok ? given : JSON.parse(text, finite);
    return value;
  } catch {
    return undefined;
  }
}
