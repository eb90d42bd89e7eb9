/** The rules of a messages answer and error body. The specification shows no answer: the vendor's form counts. */
import type { NodeRules, Row } from "../../core/check.js";
import { all, constant, items, oneOf, required, types, where } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { errorRules } from "../shared/rules.js";
import { ERROR_WORDS } from "./error.js";

const COUNT = "natural number";

const RESPONSE = lazy<readonly Row<unknown>[]>(() => [
  {
    id: "R-086",
    ...all(
      required("id", "string"),
      constant("type", "message"),
      constant("role", "assistant"),
      required("model", "string"),
      required("content", "array"),
      items("content", "object"),
    ),
  },
  {
    id: "V-30",
    severity: "extension",
    ...oneOf(
      "stop_reason",
      ["end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal", "model_context_window_exceeded"],
      { otherwise: "extension" },
    ),
  },
]);

const BLOCK = lazy<readonly Row<unknown>[]>(() => [
  { id: "R-084", ...required("type", "string") },
  { id: "R-085", ...where("type", "text", required("text", "string")) },
]);

const USAGE = lazy<readonly Row<unknown>[]>(() => [
  {
    id: "R-086",
    ...all(
      required("input_tokens", COUNT),
      required("output_tokens", COUNT),
      types({ cache_creation_input_tokens: COUNT, cache_read_input_tokens: COUNT }),
    ),
  },
]);

export const RESPONSE_RULES = lazy<NodeRules<unknown>>(() => ({
  rows: RESPONSE(),
  inside: { "content[]": { rows: BLOCK() }, usage: { rows: USAGE() } },
}));

export const ERROR_RULES = errorRules(ERROR_WORDS, {
  shape: "R-170",
  type: "error",
  error: all(required("type", "string"), required("message", "string")),
  stated: "R-171",
  kinds: ["invalid-request", "authentication", "insufficient-balance", "quota-exceeded", "rate-limit", "internal"],
  key: "type",
  at: ["body", "error", "type"],
});
