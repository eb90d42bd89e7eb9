/** Streams of chat-completions: chunks in unnamed server-sent events, ended by `data: [DONE]`. */
import type { StreamCodec } from "../style.js";
import { createDecoder } from "./stream-decoder.js";
import { createEncoder } from "./stream-encoder.js";
import { createNormalizer } from "./stream-normalizer.js";
import type { ChatCompletionsChunk } from "./wire-answer.js";

export const stream: StreamCodec<ChatCompletionsChunk> = {
  decoder: createDecoder,
  encoder: createEncoder,
  framing: { name: () => undefined, done: "[DONE]", model: ["model"] },
  repeats: { padding: "obfuscation" },
  normalizer: createNormalizer,
};
