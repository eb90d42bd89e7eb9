/** What the style is made of, each for itself: a program carries only what it uses. */
import { type StreamCodec, type Style, type StyleModule, writing } from "../style.js";
import { edge, http, models } from "./edge.js";
import { error } from "./error.js";
import { finish } from "./finish.js";
import { request } from "./request.js";
import { response } from "./response.js";
import { framing, normalizer } from "./stream.js";
import { ChunkDecoder } from "./stream-decoder.js";
import { ChunkEncoder } from "./stream-encoder.js";
import type { ChatCompletionsWire } from "./types-answer.js";
import type { ChatCompletionsChunk } from "./wire-answer.js";

export { answerRules, baseUrl, looks, otherNames } from "./edge.js";
export { stripForeignSignatures } from "./reasoning.js";
export { validate } from "./rules.js";
export { validateRequests } from "./rules-request.js";
export { edge, error, framing, http, models, normalizer, request, response };

export const name = "chat-completions";

export const facts: Pick<Style, "name" | "bodyRule" | "words" | "traits"> = {
  name,
  bodyRule: "R-001",
  words: { finish },
  traits: {},
};

export const stream: StreamCodec<ChatCompletionsChunk> = {
  decoder: (options) => new ChunkDecoder(options),
  encoder: (options = {}) => new ChunkEncoder(options),
  framing,
  repeats: { padding: "obfuscation" },
};

/** What reads and writes its documents; requests are written as their model and its vendor take them. */
export const codecs: StyleModule<ChatCompletionsWire>["codecs"] = writing({ name, request, response, error, stream });

/** The style as a whole. */
export const style: Style<ChatCompletionsWire> = { ...facts, ...codecs, edge: { ...edge, ...http }, models };
