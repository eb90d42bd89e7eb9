/** What the style is made of, each for itself: a program carries only what it uses. */
import { type StreamCodec, type Style, writing } from "../style.js";
import { edge, models } from "./edge.js";
import { error } from "./error.js";
import { finish } from "./finish.js";
import { request } from "./request.js";
import { response } from "./response.js";
import { framing, normalizer } from "./stream.js";
import { MessagesDecoder } from "./stream-decoder.js";
import { MessagesEncoder } from "./stream-encoder.js";
import type { MessagesWire } from "./types-answer.js";
import type { MessagesStreamEvent } from "./wire-answer.js";

export { baseUrl, looks, otherNames } from "./edge.js";
export { stripForeignSignatures } from "./reasoning.js";
export { validate } from "./rules.js";
export { edge, error, framing, models, normalizer, request, response };

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

/** The style, which writes requests as their model and its vendor take them. */
export const style: Style<MessagesWire> = writing({ ...facts, response, error, stream, edge, models, request });
