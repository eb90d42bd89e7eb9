/** What the style is made of, each for itself: a program carries only what it uses. */
import { type StreamCodec, type Style, type StyleModule, writing } from "../style.js";
import { edge, http, models } from "./edge.js";
import { error } from "./error.js";
import { finish } from "./finish.js";
import { request } from "./request.js";
import { response } from "./response.js";
import { framing, normalizer } from "./stream.js";
import { MessagesDecoder } from "./stream-decoder.js";
import { MessagesEncoder } from "./stream-encoder.js";
import type { MessagesWire } from "./types-answer.js";
import type { MessagesStreamEvent } from "./wire-answer.js";

export { answerRules, baseUrl, looks, otherNames } from "./edge.js";
export { stripForeignSignatures } from "./reasoning.js";
export { validate } from "./rules.js";
export { validateRequests } from "./rules-request.js";
export { edge, error, framing, http, models, normalizer, request, response };

export const name = "messages";

export const facts: Pick<Style, "name" | "bodyRule" | "words" | "traits"> = {
  name,
  bodyRule: "R-071",
  words: { finish },
  traits: { countsCacheApart: true },
};

export const stream: StreamCodec<MessagesStreamEvent> = {
  decoder: (options) => new MessagesDecoder(options),
  encoder: (options = {}) => new MessagesEncoder(options),
  framing,
  repeats: {},
};

/** What reads and writes its documents; requests are written as their model and its vendor take them. */
export const codecs: StyleModule<MessagesWire>["codecs"] = writing({ name, request, response, error, stream });

/** The style as a whole. */
export const style: Style<MessagesWire> = { ...facts, ...codecs, edge: { ...edge, ...http }, models };
