/**
 * All rules of the messages style, as data and as checks. Those of types are in `wire.ts`; lists and ranges that the encoder
 * keeps to as well are in `wire.ts`. What the specification does not show follows the vendor in both profiles.
 *
 * @module interlingua/messages/rules
 */
import type { NodeRules } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { errorRules, validatorOf } from "../shared/rules.js";
import type { StyleValidator } from "../style.js";
import { ERROR_WORDS } from "./error.js";
import { REQUEST, validateRequests } from "./rules-request.js";
import { MessagesResponse } from "./wire-answer.js";

/** An answer, of which the specification shows none: the vendor's form counts. */
const COUNT = "natural number";

const RESPONSE_RULES = lazy<NodeRules<unknown>>(() => ({
  rows: [
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
  ],
  inside: {
    "content[]": { rows: [rule("R-084").required("type", "string"), rule("R-085").where("type", "text", is.required("text", "string"))] },
    usage: {
      rows: [
        rule("R-086").all(
          is.required("input_tokens", COUNT),
          is.required("output_tokens", COUNT),
          is.typed("cache_creation_input_tokens", COUNT),
          is.typed("cache_read_input_tokens", COUNT),
        ),
      ],
    },
  },
}));

const ERROR_RULES = errorRules(ERROR_WORDS, {
  shape: "R-170",
  type: "error",
  error: is.all(is.required("type", "string"), is.required("message", "string")),
  stated: "R-171",
  unstated: ["permission", "not-found"],
  key: "type",
  at: ["body", "error", "type"],
});

/**
 * Checks documents of messages: all findings, in document order. Source, https://docs.anthropic.com/en/api/messages.
 *
 * @example
 * const findings = validate.request({ model: "claude-sonnet-4-5", messages: [{ role: "user", content: "hi" }] });
 * findings[0]?.message; // "`max_tokens` is required and is missing."
 */
export const validate: StyleValidator = validatorOf("messages", validateRequests, {
  request: REQUEST,
  response: { schema: MessagesResponse, bodyRule: "R-086", otherRule: "R-086", nodes: RESPONSE_RULES, context: () => undefined },
  error: { bodyRule: "R-170", nodes: ERROR_RULES },
});
