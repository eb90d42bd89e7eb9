/**
 * A document that obeys the rules of its own style is refused only for what no encoder can mend: a fault of an encoder that
 * the check of its own work catches would pass for the caller's otherwise.
 */
import { validators } from "../../src/style-lists.js";
import type { Document } from "../support/documents.js";
import type { Verdict } from "../support/verdict.js";
import { type Direction, translate } from "./translation.js";

/** Why a whole document may be refused, by code and sentence: what no encoder can mend. */
const GROUNDS: readonly RegExp[] = [
  // All that was said, or was asked last, is of a kind that the target has no form for: the model would answer something else.
  /^failed\.unsupported: Nothing is left of the (conversation|last turn of the user), and \S+ needs a turn\.$/,
  // The vendor's newer models refuse it, and what to leave out in its place is the caller's choice.
  /^failed\.unsupported: This model does not go on from its own text\.$/,
  // One must be called of tools that are not there.
  /^failed\.unsupported: None of these tools is declared\.$/,
  // A request to fill the cache and answer nothing would be answered.
  /^failed\.unsupported: \S+ cannot be asked for no tokens\.$/,
  // Media of a type that the target does not take.
  /^validation\.R-103: .* must be one of application\/pdf, image\/jpeg, not /,
  // Nobody could tell which of two tools of one name was called.
  /^validation\.V-(15|26): .* repeats the (tool|function) name /,
];

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
    .flatMap(({ severity, code, message }) => (severity === "error" ? [`${code}: ${message}`] : []))
    .filter((refusal) => kind === "error" || !GROUNDS.some((ground) => ground.test(refusal)));
}
