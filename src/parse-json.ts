/** JSON text into a value, with the position of the fault where it is none. */
import { checkOptions, fewOptions } from "./call.js";
import { fail, failure, type Result } from "./core/issue.js";
import { asJson } from "./core/json.js";
import { jsonFault } from "./core/json-text.js";
import type { Json, StyleName } from "./model/index.js";
import { ofStyle, ownFacts } from "./style-lists.js";

/**
 * Parses the body of a request or answer.
 *
 * @param input text, or its UTF-8 bytes (a BOM at the start is skipped)
 * @returns the value; else one issue with the style's rule for bodies: no JSON, with line and column, no UTF-8,
 * deeper than 256 levels, or of more than 1 000 000 objects and arrays
 * @throws TypeError for an unknown style
 * @example
 * const parsed = parseJson('{"model": "m",}', { style: "messages" });
 * parsed.issues[0]; // { code: "validation.R-071", path: [], message: "The body is not JSON: it stops making sense at line 1, column 15.", … }
 */
export function parseJson(input: string | Uint8Array, options: { readonly style: StyleName }): Result<Json> {
  checkOptions(options, 'parseJson(text, { style: "messages" })', OPTIONS);
  const rule = ofStyle(ownFacts, options.style, "style").bodyRule;
  const text = typeof input === "string" ? input : decodeUtf8(input);
  if (text === undefined) return fail([failure(`validation.${rule}`, [], "The body is not UTF-8 text.", { rule, expected: "UTF-8" })]);
  const value = parsed(text);
  if (value === undefined) {
    const { offset, line, column } = jsonFault(text);
    const fault = text.trim() === "" ? "it is empty" : `it stops making sense at line ${line}, column ${column}`;
    return fail([
      failure(`validation.${rule}`, [], `The body is not JSON: ${fault}.`, {
        rule,
        expected: "JSON",
        received: offset >= text.length ? "the end of the text" : JSON.stringify(text.slice(Math.max(0, offset - 10), offset + 10)),
      }),
    ]);
  }
  const json = asJson(value);
  return json.ok ? json : fail([{ ...json.issues[0], code: `validation.${rule}`, rule }]);
}

const OPTIONS = fewOptions({ style: undefined });

/** Undefined when the text is no JSON, for no JSON text means that. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
