/** The style generate-content: its codecs, rules and edge as one value. */
import type { Style } from "../style.js";
import { edge } from "./edge.js";
import { error } from "./error.js";
import { finish } from "./finish.js";
import { request } from "./request.js";
import { response } from "./response.js";
import { validate } from "./rules.js";
import { stream } from "./stream.js";
import type { GenerateContentWire } from "./wire-answer.js";

export type { GenerateContentRequest } from "./wire.js";
export type { GenerateContentError, GenerateContentResponse, GenerateContentWire } from "./wire-answer.js";

/**
 * `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`.
 * Source: https://ai.google.dev/api/generate-content.
 */
export const generateContent: Style<GenerateContentWire> = {
  name: "generate-content",
  bodyRule: "R-089",
  request,
  response,
  error,
  stream,
  validate,
  edge,
  words: { finish },
  traits: { leavesCallsOpen: true, splitsTurns: true, failureIsForm: true, sharesResolution: true },
};
