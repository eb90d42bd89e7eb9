/**
 * Validation of whole documents: every rule of the style as data, and all findings in the order of the document. As values, for whatever takes
 * a Standard Schema: Hono, tRPC, forms. And what a finding means, in words: the rows of docs/issues.md, and the statements of the rules.
 */
import { ANYTHING, Asked, checkOptions, VALIDATION, wrongWord } from "./call.js";
import type { Rule } from "./core/check.js";
import { EXPLANATIONS, type Explanation } from "./core/codes.js";
import { lazyList } from "./core/collections.js";
import { describe, type Issue, type IssueCode, type Result, settle, suggest, unwrap } from "./core/issue.js";
import { attempt, ownOf } from "./core/json.js";
import { type ModelOption, type Profile, resolveProfile, type StyleName } from "./model/common.js";
import { errorBodyOf } from "./model/error.js";
import type { TakenOf } from "./registry.js";
import { checkStyleName, ofStyle, styleNames, validators } from "./style-lists.js";
import type { Accepted, ErrorInput, ValidateOptions } from "./styles/options.js";
import type { StyleValidator } from "./styles/style.js";
import { transportRules } from "./transport.js";

/** Options of the validators of whole documents. */
export interface ValidateDocumentOptions<Name extends StyleName = StyleName> extends Omit<ValidateOptions, "profile"> {
  /** Whose rules hold: the specification's, or the vendor's own; a dialect has those of its base. Default `"gateway"`. */
  readonly profile?: Profile;
  /** Whose document it is meant to be. */
  readonly style: Name;
}

/** Options of {@link validateRequest}. */
export interface ValidateRequestOptions<Name extends StyleName = StyleName> extends Omit<ValidateDocumentOptions<Name>, "model"> {
  /**
   * The model of a request that names none, neither in its body nor in its path, or a function that gives it.
   * @defaultValue none: a missing model is a fault
   */
  readonly model?: ModelOption;
}

/**
 * Checks a request against every rule of its style (docs/rules.md).
 *
 * @param options `path` is the URL path, where generate-content has its model and action
 * @returns the very same body, with the warnings and notices; else all findings, in document order (`validation.R-…`, `validation.V-…`,
 * `vendor_extension`)
 * @throws TypeError for an unknown style
 * @example
 * validateRequest({ model: "m", messages: [] }, { style: "chat-completions" })
 * // { ok: false, issues: [{ code: "validation.R-006", path: ["messages"], message: "`messages` must not be empty.", … }] }
 */
export function validateRequest<Name extends StyleName, Body>(
  body: Accepted<Body, TakenOf[Name]["request"]>,
  options: ValidateRequestOptions<Name>,
): Result<TakenOf[Name]["request"]>;
export function validateRequest(body: unknown, given: ValidateRequestOptions): Result<unknown> {
  const call = 'validateRequest(body, { style: "messages" })';
  return validated(call, given, (validate, options) => settle(body, validate.request(body, options)));
}

/**
 * Checks a whole answer against every rule of its style.
 *
 * @returns as {@link validateRequest}
 * @throws TypeError for an unknown style
 * @example
 * validateResponse({ choices: "none" }, { style: "chat-completions" }).issues[0]?.rule; // "R-050"
 */
export function validateResponse<Name extends StyleName>(
  body: unknown,
  options: ValidateDocumentOptions<Name>,
): Result<TakenOf[Name]["response"]>;
export function validateResponse(body: unknown, given: ValidateDocumentOptions): Result<unknown> {
  const call = 'validateResponse(body, { style: "messages" })';
  return validated(call, given, (validate, options) => settle(body, validate.response(body, options)));
}

/**
 * Checks an error answer, status and body, against every rule of its style, V-30.
 *
 * @returns as {@link validateRequest}
 * @throws TypeError for an unknown style
 * @example
 * const reply = { status: 429, body: { type: "error", error: { type: "rate_limit_error", message: "Slow down." } } };
 * validateError(reply, { style: "messages" }).ok; // true
 */
export function validateError<Name extends StyleName>(
  reply: ErrorInput,
  options: ValidateDocumentOptions<Name>,
): Result<TakenOf[Name]["error"]>;
export function validateError(reply: ErrorInput, given: ValidateDocumentOptions): Result<unknown> {
  const call = 'validateError({ status, body }, { style: "messages" })';
  return validated(call, given, (validate, options) => settle(attempt(errorBodyOf, reply), validate.error(reply, options)));
}

function validated(
  call: string,
  given: ValidateRequestOptions,
  find: (validate: StyleValidator, options: ValidateOptions) => Result<unknown>,
): Result<unknown> {
  checkOptions(given, call, VALIDATION);
  const { style, ...options } = given;
  const validate = ofStyle(validators, style, "style");
  const asked = new Asked(options);
  return asked.run(() => find(validate, resolveProfile(asked.options)));
}

/**
 * The rules of all styles and of the transport, in the order of docs/rules.md. `R-…` are the specification's, `V-…` the vendors'.
 * The list is made when it is first looked at; `structuredClone` and `postMessage` take a copy: `[...rules]`.
 * @example
 * rules.find(({ id }) => id === "R-025")?.statement; // "`temperature` is 0 to 2."
 */
export const rules: readonly Rule[] = lazyList(() => [...styleNames.flatMap((name) => validators[name].rules), ...transportRules()]);

/** Options of {@link validator}. */
export interface ValidatorOptions<Name extends StyleName = StyleName, Kind extends "request" | "response" = "request" | "response">
  extends ValidateRequestOptions<Name> {
  /**
   * What is validated.
   * @defaultValue `"request"`
   */
  readonly document?: Kind;
}

/**
 * A schema as libraries take it from each other. Source: https://standardschema.dev.
 */
export interface Validator<Body> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "interlingua";
    /** The very value, or the errors; warnings and notices make nothing invalid. */
    readonly validate: (value: unknown) => { readonly value: Body; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
    /** For the compiler alone. */
    readonly types?: { readonly input: Body; readonly output: Body };
  };
  /** The very value; throws an `InterlinguaError` where it is not valid. */
  parse(value: unknown): Body;
}

/**
 * A validator as a value: a Standard Schema (`~standard`, version 1), which frameworks take where they take a schema.
 *
 * @param options those of `validateRequest` and `validateResponse`, and which of them is asked
 * @throws TypeError for an unknown style, and for options that there are none of
 * @example
 * const schema = validator({ style: "messages", profile: "vendor" });
 * schema["~standard"].validate({ model: "claude-sonnet-5-5", messages: [] }).issues?.map(({ path }) => path); // [["max_tokens"], ["messages"]]
 */
export function validator<Name extends StyleName, Kind extends "request" | "response" = "request">(
  options: ValidatorOptions<Name, Kind>,
): Validator<TakenOf[Name][Kind]>;
export function validator(options: ValidatorOptions): Validator<unknown> {
  checkOptions(options, 'validator({ style: "messages" })', OPTIONS);
  checkStyleName(options.style, "style");
  const { document = "request", ...others } = options;
  const check = ownOf(CHECKS, document);
  if (check === undefined) throw wrongWord("document", document, Object.keys(CHECKS));
  return {
    "~standard": {
      version: 1,
      vendor: "interlingua",
      validate(value) {
        const result = check(value, others);
        return result.ok ? { value: result.value } : { issues: result.issues.filter(({ severity }) => severity === "error") };
      },
    },
    parse: (value) => unwrap(check(value, others)),
  };
}

const OPTIONS = { ...VALIDATION, document: ANYTHING };
const CHECKS: Readonly<Record<"request" | "response", (value: unknown, options: ValidateRequestOptions) => Result<unknown>>> = {
  request: validateRequest,
  response: validateResponse,
};

/**
 * What the code of an issue means, and what to do: the row of docs/issues.md; for `validation.R-…`, or `R-…` alone, what the rule demands.
 * @example
 * explainIssue("dropped.choice"); // "The target gives one answer; the first is kept. What to do: Ask for one."
 * explainIssue("validation.R-025").split("\n")[1]; // "R-025 of chat-completions, temperature: `temperature` is 0 to 2."
 */
export function explainIssue(code: IssueCode | (string & NonNullable<unknown>)): string {
  const row = BY_CODE.get(code);
  if (row !== undefined) return sentences(row);
  // A finding that breaks a rule under another code ends in its id alone.
  const id = typeof code === "string" ? code.replace(/^validation\./, "") : undefined;
  const broken = rules.filter((rule) => rule.id === id);
  if (broken.length === 0) return unknownCode(code);
  const stated = broken.map(({ style, path, statement }) => `${id} of ${style}, ${path}: ${statement}`);
  return [sentences(EXPLANATIONS["validation.<rule>"]), ...new Set(stated)].join("\n");
}

function sentences([meaning, advice]: Explanation): string {
  return `${meaning} What to do: ${advice}`;
}

function unknownCode(code: string): string {
  const given = typeof code === "string" ? code.slice(0, 100) : describe(code);
  const meant = suggest(given, [...BY_CODE.keys()]);
  const hint = meant === undefined ? "docs/issues.md lists the codes." : `Did you mean \`${meant}\`?`;
  return `There is no issue with the code \`${given}\`. ${hint}`;
}

const BY_CODE: ReadonlyMap<string, Explanation> = new Map(Object.entries(EXPLANATIONS));
