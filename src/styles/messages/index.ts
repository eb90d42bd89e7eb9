/**
 * The messages style: `POST /v1/messages`.
 *
 * @module interlingua/messages
 */
import { type Style, writing } from "../style.js";
import { edge, error, facts, http, models, name, response, stream } from "./aspects.js";
import { plainRequest } from "./request.js";
import type { MessagesWire } from "./types-answer.js";

export type { Accepted, Lenient, LenientValue } from "../options.js";
export type * from "./types-answer.js";

/**
 * The messages style: its codecs and edge. Source: https://docs.anthropic.com/en/api/messages.
 * Requests are written as they are; what fits them to a model, a vendor and a dialect is in the style of the root and in translations.
 *
 * @example
 * const decoded = messages.request.decode({ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "hi" }] });
 * decoded.ok && decoded.value.turns; // [{ role: "user", parts: [{ type: "text", text: "hi" }] }]
 */
export const messages: Style<MessagesWire> = {
  ...facts,
  ...writing<MessagesWire>({ name, request: plainRequest, response, error, stream }),
  edge: { ...edge, ...http },
  models,
};
