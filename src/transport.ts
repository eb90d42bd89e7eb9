/**
 * What comes with a document and around it: its text, the key, the base address, the content type. Pure helpers for whoever does the I/O;
 * the values are the text of a body, a header or an option.
 */
import { ANYTHING, checkOptions, oneOf } from "./call.js";
import { type Rule, rulesOf } from "./core/check.js";
import { rule } from "./core/checks.js";
import { broken, fail, type IssueFacts, notice, ok, type Result } from "./core/issue.js";
import { asBody, attempt } from "./core/json.js";
import { jsonFault, valueIn } from "./core/json-text.js";
import type { StyleName } from "./model/common.js";
import type { Json } from "./model/index.js";
import { baseUrls, checkStyleName, ofStyle, ownFacts } from "./style-lists.js";

export const transportRules = (): readonly Rule[] =>
  rulesOf("all", "transport", {
    rows: [
      rule("R-175").stated("Authorization", "A request has `Authorization: Bearer <key>`; else 401"),
      rule("R-176").warning.stated("Authorization", "A key starts with `sk-`"),
      rule("R-177").stated("(route)", "The path is that of a style, or GET /v1/models; else 404"),
      rule("R-178").stated("(base address)", "The base address has no slash at its end"),
      rule("R-178").warning.stated("(base address)", "The base address of chat-completions ends in `/v1`, that of the others does not"),
      rule("R-179").stated("Content-Type", "A body is `application/json`, that of a stream `text/event-stream`"),
      rule("V-31").vendor.info.stated(
        "x-api-key, x-goog-api-key",
        "The vendors of messages and generate-content take the key in these headers",
      ),
    ],
  });

/**
 * The key of a request.
 * Source: R-175.
 */
export interface Authorization {
  readonly scheme: "Bearer";
  readonly key: string;
}

/**
 * Reads the value of an `Authorization` header. A key that does not look like one is a warning.
 *
 * @returns the key; else an issue with rule R-175, for a 401, and without the key
 * @example
 * parseAuthorization("Bearer sk-abc") // { ok: true, value: { scheme: "Bearer", key: "sk-abc" }, issues: [] }
 */
export function parseAuthorization(header: unknown): Result<Authorization> {
  const match = typeof header === "string" ? /^[ \t]*Bearer[ \t]+([^\s,]+)[ \t]*$/i.exec(header) : null;
  const key = match?.[1];
  if (key === undefined)
    return refused("R-175", "The header `Authorization` must be `Bearer <key>`.", {
      expected: "Bearer <key>",
      received: typeof header === "string" && header.trim() !== "" ? "another form" : "nothing",
    });
  const value: Authorization = { scheme: "Bearer", key };
  if (key.startsWith("sk-")) return ok(value);
  // The key itself never stands in an issue.
  return unusual(value, "R-176", "The key does not start with `sk-`.", { expected: "sk-…" });
}

/**
 * The base address without a path to an endpoint: http or https, and no slash at its end.
 *
 * @param options with `style`, an address that is unusual for its clients, with or without `/v1`, is a warning
 * @returns the very text; else an issue with rule R-178, and in `suggestion` what was probably meant
 * @example
 * checkBaseUrl("https://api.example.com") // { ok: true, value: "https://api.example.com", issues: [] }
 * checkBaseUrl("https://api.example.com", { style: "chat-completions" }).issues[0]?.suggestion; // "https://api.example.com/v1"
 */
export function checkBaseUrl(url: unknown, options: { readonly style?: StyleName } = {}): Result<string> {
  checkOptions(options, 'checkBaseUrl(url, { style: "chat-completions" })', STYLE);
  if (typeof url !== "string" || !/^https?:\/\/[^/?#\s\\][^\s\\]*$/i.test(url) || !URL.canParse(url))
    return badAddress("be an http or https URL", { expected: "an http or https URL" });
  if (/[?#]/.test(url)) return badAddress("have no query and no fragment", { expected: "no query" });
  if (url.endsWith("/")) {
    const suggestion = url.replace(/\/{1,100}$/, "").slice(0, 200);
    return badAddress(`not end in a slash`, { expected: "no slash at the end", suggestion });
  }
  const { style } = options;
  if (style === undefined) return ok(url);
  checkStyleName(style, "style");
  const { legal, explanation, mend } = baseUrls[style];
  if (legal.test(url)) return ok(url);
  const suggestion = mend(url).slice(0, 200);
  const message = `The base address should be ${JSON.stringify(suggestion)}: ${explanation}.`;
  return unusual(url, "R-178", message, { suggestion });
}

function badAddress(must: string, facts: IssueFacts): Result<never> {
  return refused("R-178", `The base address must ${must}.`, facts);
}

/**
 * The media type of a `Content-Type` header, lower case and without parameters.
 *
 * @param options `of`: whose body it is. That of a `"request"` (the default) or an `"answer"` is JSON, that of a `"stream"` is
 * `text/event-stream`
 * @returns the media type; else an issue with rule R-179, for a 415
 * @throws TypeError for another `of`
 * @example
 * checkContentType("Application/JSON; charset=utf-8") // { ok: true, value: "application/json", issues: [] }
 * checkContentType("text/event-stream", { of: "request" }).ok // false
 */
export function checkContentType(header: unknown, options: { readonly of?: "request" | "answer" | "stream" } = {}): Result<string> {
  checkOptions(options, 'checkContentType(header, { of: "stream" })', CONTENT);
  const { of = "request" } = options;
  const expected = of === "stream" ? "text/event-stream" : "application/json";
  const type = typeof header === "string" ? header.slice(0, 1000).replace(/;.*$/s, "").trim().toLowerCase() : "";
  if (type === expected) return ok(type);
  const received = type === "" ? "nothing" : JSON.stringify(type.slice(0, 100));
  return refused("R-179", `The content type of the ${of} must be ${expected}, not ${received}.`, { expected, received });
}

const STYLE = { style: ANYTHING };
const CONTENT = { of: oneOf("request", "answer", "stream") };

function unusual<T>(value: T, rule: string, message: string, facts: IssueFacts): Result<T> {
  return ok(value, [{ ...notice(`validation.${rule}`, [], message, { severity: "warning", ...facts }), rule }]);
}

function refused(rule: string, message: string, facts: IssueFacts): Result<never> {
  return fail([broken(rule, [], message, facts)]);
}

/**
 * Parses the body of a request or answer.
 *
 * @param input text, or its UTF-8 bytes (a BOM at the start is skipped)
 * @returns the value; else one issue with the style's rule for bodies: no JSON, with line and column, no UTF-8,
 * deeper than 256 levels, or of more than 1 000 000 objects and arrays
 * @throws TypeError for an unknown style
 * @example
 * const parsed = parseJson('{"model": "m",}', { style: "messages" });
 * parsed.issues[0]; // { code: "validation.R-071", path: [], message: "The body is not JSON: it is wrong at line 1, column 15.", … }
 */
export function parseJson(input: string | Uint8Array, options: { readonly style: StyleName }): Result<Json> {
  checkOptions(options, 'parseJson(text, { style: "messages" })', STYLE);
  const rule = ofStyle(ownFacts, options.style, "style").bodyRule;
  const text =
    typeof input === "string"
      ? input.replace(/^\uFEFF/, "")
      : attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(input), input);
  if (text === undefined) return refused(rule, "The body is not UTF-8 text.", { expected: "UTF-8" });
  const value = valueIn(text);
  if (value === undefined) {
    const { offset, line, column } = jsonFault(text);
    const fault = text.trim() === "" ? "it is empty" : `it is wrong at line ${line}, column ${column}`;
    const received = offset >= text.length ? "the end of the text" : JSON.stringify(text.slice(Math.max(0, offset - 10), offset + 10));
    return refused(rule, `The body is not JSON: ${fault}.`, { expected: "JSON", received });
  }
  return asBody(value, rule);
}
