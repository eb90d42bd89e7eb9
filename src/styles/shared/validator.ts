/** The rules of a style's documents, made one validator. */
import { checked, type DocumentRules, type FindOptions, replyOf } from "../../core/findings.js";
import { isObject } from "../../core/json.js";
import type { Capabilities } from "../../model/capabilities.js";
import { capabilitiesOf } from "../../model/capabilities.js";
import type { StyleValidator, ValidateOptions } from "../style.js";

type Options = ValidateOptions & FindOptions;
type RulesOf<Context> = DocumentRules<Context, Options>;

export function validatorOf<Request, Response>(
  style: string,
  rules: {
    readonly request: RulesOf<Request>;
    readonly response: RulesOf<Response>;
    /** The document is the reply: `{ status, body }`. */
    readonly error: Omit<RulesOf<undefined>, "context" | "view">;
  },
): StyleValidator {
  const request = checked(style, "request", rules.request);
  const response = checked(style, "response", rules.response);
  const error = checked<undefined, Options>(style, "error", { ...rules.error, view: replyOf, context: () => undefined });
  return {
    rules: [...request.rules, ...response.rules, ...error.rules],
    request: (body, options = {}) => request.check(body, options),
    written: (body, options) => request.check(body, { ...options, skipMedia: true, written: true }),
    translated: (body, options) => request.check(body, { ...options, translated: true }),
    response: (body, options = {}) => response.check(body, options),
    error: (reply, options = {}) => error.check(reply, options),
  };
}

/** What the model that a request names can do. */
export function capabilitiesIn(request: unknown, { capabilities }: Pick<ValidateOptions, "capabilities">): Capabilities {
  const model = isObject(request) ? request.model : undefined;
  return capabilitiesOf(typeof model === "string" ? model : "", capabilities);
}
