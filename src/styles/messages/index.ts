/** The messages style: `POST /v1/messages`. */
import type { Style } from "../style.js";
import { edge } from "./edge.js";
import { error } from "./error.js";
import { finish } from "./finish.js";
import { request } from "./request.js";
import { response } from "./response.js";
import { validate } from "./rules.js";
import { stream } from "./stream.js";
import type { MessagesWire } from "./wire.js";

/**
 * The messages style: its codecs, rules and edge. Source: https://docs.anthropic.com/en/api/messages.
 *
 * @example
 * const findings = messages.validate.request({ model: "claude-sonnet-4-5", messages: [{ role: "user", content: "hi" }] });
 * findings[0]?.message; // "`max_tokens` is required and is missing."
 */
export const messages: Style<MessagesWire> = {
  name: "messages",
  bodyRule: "R-071",
  request,
  response,
  error,
  stream,
  validate,
  edge,
  words: { finish },
  traits: { countsCacheApart: true },
};

export type { MessagesError, MessagesRequest, MessagesResponse, MessagesStreamEvent, MessagesWire } from "./wire.js";
