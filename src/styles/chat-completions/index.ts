/** The chat-completions style: `POST /v1/chat/completions`, as OpenAI made it and many servers implement it. */
import { type Style, writing } from "../style.js";
import { edge, error, facts, models, request, response, stream, validate } from "./aspects.js";
import type { ChatCompletionsWire } from "./types-answer.js";

/**
 * The chat-completions style: its codecs, rules and edge. Source: https://platform.openai.com/docs/api-reference/chat.
 *
 * @example
 * const decoded = chatCompletions.request.decode({ model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] });
 * decoded.ok && decoded.value.turns; // [{ role: "user", parts: [{ type: "text", text: "hi" }] }]
 */
export const chatCompletions: Style<ChatCompletionsWire> = writing({
  ...facts,
  request,
  response,
  error,
  stream,
  validate,
  edge,
  models,
});

export type { Lenient } from "../../core/lenient.js";
export type * from "./types.js";
export type * from "./types-answer.js";
