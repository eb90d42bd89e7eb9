/** What the style is made of, each for itself: a program carries only what it uses. */
import { type StreamCodec, type Style, writing } from "../style.js";
import { edge, models } from "./edge.js";
import { error } from "./error.js";
import { finish } from "./finish.js";
import { plainRequest, request } from "./request.js";
import { response } from "./response.js";
import { framing, normalizer } from "./stream.js";
import { ChunkDecoder } from "./stream-decoder.js";
import { ChunkEncoder } from "./stream-encoder.js";
import type { ChatCompletionsWire } from "./types-answer.js";
import type { ChatCompletionsChunk } from "./wire-answer.js";

export { baseUrl, looks, otherNames } from "./edge.js";
export { stripForeignSignatures } from "./reasoning.js";
export { validate } from "./rules.js";
export { edge, error, framing, models, normalizer, request, response };

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

const parts = { ...facts, response, error, stream, edge, models };

/**
 * The chat-completions style: its codecs and edge. Source: https://platform.openai.com/docs/api-reference/chat.
 * Requests are written as they are; what fits them to a model, a vendor and a dialect is in the style of the root and in translations.
 *
 * @example
 * const decoded = chatCompletions.request.decode({ model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] });
 * decoded.ok && decoded.value.turns; // [{ role: "user", parts: [{ type: "text", text: "hi" }] }]
 */
export const chatCompletions: Style<ChatCompletionsWire> = writing({ ...parts, request: plainRequest });

/** The same, which writes requests as their model and its vendor take them. */
export const style: Style<ChatCompletionsWire> = writing({ ...parts, request });
