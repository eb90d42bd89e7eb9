/** Validators as values, for whatever takes a Standard Schema: Hono, tRPC, forms. */
import { checkOptions, optionsOf, VALIDATION, wrongWord } from "./call.js";
import type { Issue } from "./core/issue.js";
import type { Result } from "./core/result.js";
import type { StyleName } from "./model/index.js";
import type { TakenOf } from "./registry.js";
import { checkStyleName } from "./style-lists.js";
import { unwrap } from "./unwrap.js";
import { type ValidateRequestOptions, validateRequest, validateResponse } from "./validate.js";

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
    /** The very value, or the errors. Warnings and notices are left out: they make nothing invalid. */
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
  const check = Object.hasOwn(CHECKS, document) ? CHECKS[document] : undefined;
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

const OPTIONS = optionsOf(VALIDATION.keys(), ["document"]);
const CHECKS: Readonly<Record<"request" | "response", (value: unknown, options: ValidateRequestOptions) => Result<unknown>>> = {
  request: validateRequest,
  response: validateResponse,
};
