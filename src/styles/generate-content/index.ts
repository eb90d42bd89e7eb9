/** The style generate-content: its codecs, rules and edge as one value. */
import type { Style } from "../style.js";
import { edge, error, facts, models, request, response, stream, validate } from "./aspects.js";
import type { GenerateContentWire } from "./wire-answer.js";

export type { GenerateContentRequest } from "./wire.js";
export type { GenerateContentError, GenerateContentResponse, GenerateContentWire } from "./wire-answer.js";

/**
 * `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`.
 * Source: https://ai.google.dev/api/generate-content.
 */
export const generateContent: Style<GenerateContentWire> = {
  ...facts,
  request,
  response,
  error,
  stream,
  validate,
  edge,
  models,
};
