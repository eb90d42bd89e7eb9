/**
 * The style generate-content: its codecs, rules and edge as one value.
 *
 * @module interlingua/generate-content
 */
import { type Style, writing } from "../style.js";
import { edge, error, facts, http, models, name, response, stream } from "./aspects.js";
import { plainRequest } from "./request.js";
import type { GenerateContentWire } from "./types-answer.js";

export type { Accepted, Lenient, LenientValue } from "../options.js";
export type * from "./types-answer.js";

/**
 * `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`.
 * Source: https://ai.google.dev/api/generate-content.
 * Requests are written as they are; what fits them to a model, a vendor and a dialect is in the style of the root and in translations.
 */
export const generateContent: Style<GenerateContentWire> = {
  ...facts,
  ...writing<GenerateContentWire>({ name, request: plainRequest, response, error, stream }),
  edge: { ...edge, ...http },
  models,
};
