/** The chat-completions style: `POST /v1/chat/completions`, as OpenAI made it and many servers implement it. */
import type { Style } from "../style.js";
import { edge, error, facts, models, request, response, stream, validate } from "./aspects.js";
import type { ChatCompletionsRequest } from "./wire.js";
import type { ChatCompletionsChunk, ChatCompletionsError, ChatCompletionsResponse } from "./wire-answer.js";

/** The documents of this style: https://platform.openai.com/docs/api-reference/chat */
export interface ChatCompletionsWire {
  readonly request: ChatCompletionsRequest;
  readonly response: ChatCompletionsResponse;
  readonly error: ChatCompletionsError;
  readonly event: ChatCompletionsChunk;
}

/**
 * The chat-completions style: its codecs, rules and edge. Source: https://platform.openai.com/docs/api-reference/chat.
 *
 * @example
 * const decoded = chatCompletions.request.decode({ model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] });
 * decoded.ok && decoded.value.turns; // [{ role: "user", parts: [{ type: "text", text: "hi" }] }]
 */
export const chatCompletions: Style<ChatCompletionsWire> = {
  ...facts,
  request,
  response,
  error,
  stream,
  validate,
  edge,
  models,
};

export type { ChatCompletionsChunk, ChatCompletionsError, ChatCompletionsRequest, ChatCompletionsResponse };
