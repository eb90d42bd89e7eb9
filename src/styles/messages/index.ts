/** The messages style: `POST /v1/messages`. */
import { type Style, writing } from "../style.js";
import { edge, error, facts, models, request, response, stream, validate } from "./aspects.js";
import type { MessagesWire } from "./types-answer.js";

/**
 * The messages style: its codecs, rules and edge. Source: https://docs.anthropic.com/en/api/messages.
 *
 * @example
 * const findings = messages.validate.request({ model: "claude-sonnet-4-5", messages: [{ role: "user", content: "hi" }] });
 * findings[0]?.message; // "`max_tokens` is required and is missing."
 */
export const messages: Style<MessagesWire> = writing({
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
