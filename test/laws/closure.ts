/** Law 5: what comes out obeys the rules of the target. */
import { validators } from "../../src/style-lists.js";
import type { Document } from "../support/documents.js";
import type { Verdict } from "../support/verdict.js";
import { type Direction, errorInput, translate } from "./translation.js";

export function brokenRules(document: Document, { to, profile }: Direction): Verdict {
  const { ok, value, path } = translate(document, { to, profile });
  if (!ok) return undefined;
  const validate = validators[to];
  const options = { profile, ...(path === undefined ? {} : { path }) };
  const issues =
    document.kind === "request"
      ? validate.request(value, options)
      : document.kind === "response"
        ? validate.response(value, options)
        : validate.error(errorInput(value), options);
  return issues.filter(({ severity }) => severity === "error").map(({ message, rule }) => `${rule}: ${message}`);
}
