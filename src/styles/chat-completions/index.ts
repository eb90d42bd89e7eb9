/**
 * The chat-completions style: `POST /v1/chat/completions`, as OpenAI made it and many servers implement it.
 *
 * @module interlingua/chat-completions
 */
import { type Style, writing } from "../style.js";
import { edge, error, facts, http, models, name, response, stream } from "./aspects.js";
import { plainRequest } from "./request.js";
import type { ChatCompletionsWire } from "./types-answer.js";

export type { Accepted, Lenient, LenientValue } from "../options.js";
export type * from "./types-answer.js";

/**
 * The chat-completions style: its codecs and edge. Source: https://platform.openai.com/docs/api-reference/chat.
 * Requests are written as they are; what fits them to a model, a vendor and a dialect is in the style of the root and in translations.
 *
 * @example
 * const decoded = chatCompletions.request.decode({ model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] });
 * decoded.ok && decoded.value.turns; // [{ role: "user", parts: [{ type: "text", text: "hi" }] }]
 */
export const chatCompletions: Style<ChatCompletionsWire> = {
  ...facts,
  ...writing<ChatCompletionsWire>({ name, request: plainRequest, response, error, stream }),
  edge: { ...edge, ...http },
  models,
};
