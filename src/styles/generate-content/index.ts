/** The style generate-content: its codecs, rules and edge as one value. */
import { type Style, writing } from "../style.js";
import { edge, error, facts, models, request, response, stream, validate } from "./aspects.js";
import type { GenerateContentWire } from "./types-answer.js";

/**
 * `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`.
 * Source: https://ai.google.dev/api/generate-content.
 */
export const generateContent: Style<GenerateContentWire> = writing({
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
