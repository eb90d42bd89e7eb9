/** The rules of a messages answer and error body. The specification shows no answer: the vendor's form counts. */
import type { NodeRules, Row } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { errorRules } from "../shared/rules.js";
import { ERROR_WORDS } from "./error.js";

const COUNT = "natural number";

const RESPONSE = lazy<readonly Row<unknown>[]>(() => [
  rule("R-086").all(
    is.required("id", "string"),
    is.constant("type", "message"),
    is.constant("role", "assistant"),
    is.required("model", "string"),
    is.required("content", "array"),
    is.items("content", "object"),
  ),
  rule("V-30").extension.oneOf(
    "stop_reason",
    ["end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal", "model_context_window_exceeded"],
    { otherwise: "extension" },
  ),
]);

const BLOCK = lazy<readonly Row<unknown>[]>(() => [
  rule("R-084").required("type", "string"),
  rule("R-085").where("type", "text", is.required("text", "string")),
]);

const USAGE = lazy<readonly Row<unknown>[]>(() => [
  rule("R-086").all(
    is.required("input_tokens", COUNT),
    is.required("output_tokens", COUNT),
    is.types({ cache_creation_input_tokens: COUNT, cache_read_input_tokens: COUNT }),
  ),
]);

export const RESPONSE_RULES = lazy<NodeRules<unknown>>(() => ({
  rows: RESPONSE(),
  inside: { "content[]": { rows: BLOCK() }, usage: { rows: USAGE() } },
}));

export const ERROR_RULES = errorRules(ERROR_WORDS, {
  shape: "R-170",
  type: "error",
  error: is.all(is.required("type", "string"), is.required("message", "string")),
  stated: "R-171",
  kinds: ["invalid-request", "authentication", "insufficient-balance", "quota-exceeded", "rate-limit", "internal"],
  key: "type",
  at: ["body", "error", "type"],
});
