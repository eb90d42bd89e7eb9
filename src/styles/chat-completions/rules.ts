/**
 * All rules of the chat-completions style, as data and as checks. Those of types are in `wire.ts`, those of ranges in
 * `fields.ts`.
 *
 * @module interlingua/chat-completions/rules
 */
import { validatorOf } from "../shared/rules.js";
import type { StyleValidator } from "../style.js";
import { textual } from "./response.js";
import { REQUEST, validateRequests } from "./rules-request.js";
import { ERROR_RULES, RESPONSE_RULES } from "./rules-response.js";
import { ChatCompletionsResponse } from "./wire-answer.js";

/** Checks documents of chat-completions: all findings, in document order. Source, https://platform.openai.com/docs/api-reference/chat. */
export const validate: StyleValidator = validatorOf("chat-completions", validateRequests, {
  request: REQUEST,
  response: {
    schema: ChatCompletionsResponse,
    bodyRule: "R-054",
    otherRule: "R-056",
    nodes: RESPONSE_RULES,
    view: textual,
    context: (_, options) => options,
  },
  error: { bodyRule: "R-165", nodes: ERROR_RULES },
});
