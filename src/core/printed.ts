/** Whether `JSON.stringify` would print a text again as it stands, told without printing it. */
import { isJsonArray, type Json } from "./json.js";

/**
 * Compares lengths. All that a text can have beyond what is printed makes it longer (white space, repeated keys, digits that
 * say nothing), and what could make it shorter, or other at the same length, is left to the printer.
 *
 * @param value what `JSON.parse` gave for the text
 * @returns true only for what is printed so; false where only printing can tell
 */
export function isAsPrinted(json: string, value: Json): boolean {
  const count = { length: 0, numbers: 0 };
  if (!measure(value, count)) return false;
  return (
    count.length + shortEscapes(json) === json.length &&
    // An exponent is shorter than what it stands for.
    (count.numbers === 0 || !/\d[eE]/.test(json)) &&
    // Half a character is printed as an escape.
    json.isWellFormed()
  );
}

interface Count {
  /** Of the text, escapes counted as the one character that they stand for. */
  length: number;
  numbers: number;
}

/** False where the same length may be another text. */
function measure(value: Json, count: Count): boolean {
  if (typeof value === "string") count.length += value.length + 2;
  else if (typeof value === "number") {
    count.numbers++;
    const printed = String(value);
    count.length += printed.length;
    // Of so few digits each decimal is a number of its own.
    return Number.isInteger(value) ? Number.isSafeInteger(value) : printed.length <= 16 && !printed.includes("e");
  } else if (isJsonArray(value)) {
    count.length += Math.max(2, value.length + 1);
    for (const item of value) if (!measure(item, count)) return false;
  } else if (typeof value === "object" && value !== null) {
    const before = count.length;
    for (const key in value) {
      const member = value[key];
      // Keys that are whole numbers move to the front.
      if (member === undefined || /^\d/.test(key)) return false;
      count.length += key.length + 4;
      if (!measure(member, count)) return false;
    }
    count.length += count.length === before ? 2 : 1;
  } else count.length += value === false ? 5 : 4;
  return true;
}

/** How many escapes a text has, when each is of the short kind that is printed so; NaN when one is not. */
function shortEscapes(json: string): number {
  let escapes = 0;
  for (let at = json.indexOf("\\"); at !== -1; at = json.indexOf("\\", at + 2)) {
    if (!'"\\bfnrt'.includes(json.charAt(at + 1))) return Number.NaN;
    escapes++;
  }
  return escapes;
}
