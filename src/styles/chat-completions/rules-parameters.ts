/** What holds between the parameters of a chat-completions request, and inside those that are objects. */
import { type Fault, type Fields, own, type ReportFault } from "../../core/check.js";
import { inRange, matching, missing, outOfRange, unlisted } from "../../core/checks.js";
import { isObject } from "../../core/json.js";
import { METADATA, MODALITIES, RANGES, TOOL_NAME } from "./limits.js";

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
  const fault = inRange("top_logprobs", RANGES.vendor.top_logprobs)(request);
  if (fault !== undefined || own(request, "top_logprobs") === undefined || (own(request, "logprobs") ?? false) !== false) return fault;
  return { at: ["top_logprobs"], says: "is allowed only when `logprobs` is true", expected: "`logprobs: true`" };
}

export function logitBias(request: Fields, _context: unknown, report: ReportFault): undefined {
  const biases = own(request, "logit_bias");
  if (!isObject(biases)) return;
  for (const [token, bias] of Object.entries(biases)) {
    const fault = outOfRange(["logit_bias", token], bias, RANGES.vendor.logit_bias);
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
