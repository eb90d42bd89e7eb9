/** What the style is made of, each for itself: a program carries only what it uses. */
import { type StreamCodec, type Style, writing } from "../style.js";
import { edge, models } from "./edge.js";
import { error } from "./error.js";
import { finish } from "./finish.js";
import { request } from "./request.js";
import { response } from "./response.js";
import { framing, normalizer } from "./stream.js";
import { Decoder } from "./stream-decoder.js";
import { Encoder } from "./stream-encoder.js";
import type { GenerateContentWire } from "./types-answer.js";
import type { GenerateContentResponse } from "./wire-answer.js";

export { baseUrl, looks, otherNames } from "./edge.js";
export { validate } from "./rules.js";
export { stripForeignSignatures } from "./signatures.js";
export { edge, error, framing, models, normalizer, request, response };

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

/** The style, which writes requests as their model and its vendor take them. */
export const style: Style<GenerateContentWire> = writing({ ...facts, response, error, stream, edge, models, request });
