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

/**
 * What becomes of the text where arguments are an object: `"form"` when the way back writes it in another form, `"value"` when
 * a number or a repeated key comes back as something else.
 */
export function changeByValue({ json, value }: ToolArguments): "form" | "value" | undefined {
  if (value === undefined || json.trim() === "") return undefined;
  const text = JSON.stringify(value);
  if (text === json) return undefined;
  return numbersOf(text).join() === numbersOf(json).join() ? "form" : "value";
}

/** The number tokens of a JSON text, in order. */
function numbersOf(json: string): string[] {
  const numbers: string[] = [];
  for (let at = 0; at < json.length; at++) {
    const char = json.charAt(at);
    if (char === '"') at = endOfString(json, at);
    else if (char === "-" || isDigit(char)) {
      const start = at;
      while (/[-+.eE\d]/.test(json.charAt(at + 1))) at++;
      numbers.push(json.slice(start, at + 1));
    }
  }
  return numbers;
}

function isDigit(char: string): boolean {
  return char >= "0" && char <= "9";
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charAt(at) !== '"') at += json.charAt(at) === "\\" ? 2 : 1;
  return at;
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
