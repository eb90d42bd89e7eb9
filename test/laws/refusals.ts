/**
 * A document that obeys the rules of its own style is refused only for what no encoder can mend: a fault of an encoder that
 * the check of its own work catches would pass for the caller's otherwise.
 */
import { validators } from "../../src/style-lists.js";
import type { Document } from "../support/documents.js";
import type { Verdict } from "../support/verdict.js";
import { type Direction, translate } from "./translation.js";

/** Why a whole document may be refused. */
const GROUNDS = new Set([
  "failed.unsupported",
  // Media of a type that the target does not take, and calls that nobody answered.
  "validation.R-103",
  "validation.V-01",
  "unpaired.tool_call",
  // Two tools of one name, and cache markers in an order that is forbidden elsewhere.
  "validation.V-14",
  "validation.V-15",
  "validation.V-26",
]);

/**
 * Refusals for any other reason, as sentences. Errors are never refused; of them nothing may be an error that was none before.
 */
export function wrongRefusals(document: Document, direction: Direction): Verdict {
  const { style, kind, body, path } = document;
  const validate = validators[style];
  const options = { profile: direction.profile, ...(path === undefined ? {} : { path }) };
  // What came as an error is translated whatever it is.
  const found = kind === "request" ? validate.request(body, options) : kind === "response" ? validate.response(body, options) : [];
  if (found.some(({ severity }) => severity === "error")) return undefined;
  const { issues } = translate(document, direction);
  return issues
    .filter(({ severity, code }) => severity === "error" && (kind === "error" || !GROUNDS.has(code)))
    .map(({ code, message }) => `${code}: ${message}`);
}
