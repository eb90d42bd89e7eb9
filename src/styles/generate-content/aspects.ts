/** What the style is made of, each for itself: a program carries only what it uses. */
import { type StreamCodec, type Style, type StyleModule, writing } from "../style.js";
import { edge, http, models } from "./edge.js";
import { error } from "./error.js";
import { finish } from "./finish.js";
import { request } from "./request.js";
import { response } from "./response.js";
import { framing, normalizer } from "./stream.js";
import { Decoder } from "./stream-decoder.js";
import { Encoder } from "./stream-encoder.js";
import type { GenerateContentWire } from "./types-answer.js";
import type { GenerateContentResponse } from "./wire-answer.js";

export { answerRules, baseUrl, looks, otherNames } from "./edge.js";
export { validate } from "./rules.js";
export { validateRequests } from "./rules-request.js";
export { stripForeignSignatures } from "./signatures.js";
export { edge, error, framing, http, models, normalizer, request, response };

export const name = "generate-content";

export const facts: Pick<Style, "name" | "bodyRule" | "words" | "traits"> = {
  name,
  bodyRule: "R-089",
  words: { finish },
  traits: { leavesCallsOpen: true, splitsTurns: true, failureIsForm: true, sharesResolution: true },
};

export const stream: StreamCodec<GenerateContentResponse> = {
  decoder: (options) => new Decoder(options),
  encoder: (options = {}) => new Encoder(options),
  framing,
  repeats: {},
};

/** What reads and writes its documents; requests are written as their model and its vendor take them. */
export const codecs: StyleModule<GenerateContentWire>["codecs"] = writing({ name, request, response, error, stream });

/** The style as a whole. */
export const style: Style<GenerateContentWire> = { ...facts, ...codecs, edge: { ...edge, ...http }, models };
