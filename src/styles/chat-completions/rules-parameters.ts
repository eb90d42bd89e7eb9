/** What holds between the parameters of a chat-completions request, and inside those that are objects. */
import { type Fault, type Fields, own, type ReportFault } from "../../core/check.js";
import { matching, missing, outOfRange, unlisted } from "../../core/checks.js";
import { isObject } from "../../core/json.js";
import { LOGIT_BIAS, METADATA, MODALITIES, TOOL_NAME } from "./limits.js";

export const NAME_FORM = "1 to 64 letters, digits, `_` or `-`";

export function modalities(request: Fields, _context: unknown, report: ReportFault): undefined {
  const list = own(request, "modalities");
  if (!Array.isArray(list)) return;
  list.forEach((word: unknown, index) => {
    const fault = unlisted(["modalities", index], word, { legal: MODALITIES, otherwise: "unknown" });
    if (fault !== undefined) report(fault);
  });
}

export function topLogprobs(request: Fields): Fault | undefined {
  const top = own(request, "top_logprobs");
  if (typeof top !== "number" || top < 0 || top > 20 || (own(request, "logprobs") ?? false) !== false) return undefined;
  return { at: ["top_logprobs"], says: "is allowed only when `logprobs` is true", expected: "`logprobs: true`" };
}

export function logitBias(request: Fields, _context: unknown, report: ReportFault): undefined {
  const biases = own(request, "logit_bias");
  if (!isObject(biases)) return;
  for (const [token, bias] of Object.entries(biases)) {
    const fault = outOfRange(["logit_bias", token], bias, LOGIT_BIAS);
    if (fault !== undefined) report(fault);
  }
}

export function metadata(request: Fields, _context: unknown, report: ReportFault): undefined {
  const pairs = own(request, "metadata");
  if (!isObject(pairs)) return;
  const entries = Object.entries(pairs);
  if (entries.length > METADATA.pairs)
    report({ at: ["metadata"], says: `must have at most ${METADATA.pairs} pairs, not ${entries.length}`, limit: METADATA.pairs });
  for (const [key, value] of entries) {
    if (key.length > METADATA.key)
      report({ at: ["metadata", key], says: `has a key of more than ${METADATA.key} characters`, limit: METADATA.key });
    if (typeof value === "string" && value.length > METADATA.value)
      report({
        at: ["metadata", key],
        says: `must have at most ${METADATA.value} characters, not ${value.length}`,
        limit: METADATA.value,
      });
  }
}

export function schemaName(request: Fields): Fault | undefined {
  const format = own(request, "response_format");
  if (!isObject(format) || own(format, "type") !== "json_schema") return undefined;
  const schema = own(format, "json_schema");
  const at = ["response_format", "json_schema"];
  if (schema === undefined) return missing(at, "an object with `name` and `schema`");
  if (!isObject(schema)) return undefined;
  const fault = own(schema, "name") === undefined ? missing(["name"], NAME_FORM) : matching("name", TOOL_NAME.legal, NAME_FORM)(schema);
  return fault === undefined ? undefined : { ...fault, at: [...at, ...fault.at] };
}
