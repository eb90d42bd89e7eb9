/** Streams of generate-content: answer objects in unnamed server-sent events, without an end marker. */
import type { StreamCodec } from "../style.js";
import { createDecoder } from "./stream-decoder.js";
import { createEncoder } from "./stream-encoder.js";
import { createNormalizer } from "./stream-normalizer.js";
import type { GenerateContentResponse } from "./wire-answer.js";

export const stream: StreamCodec<GenerateContentResponse> = {
  decoder: createDecoder,
  encoder: createEncoder,
  framing: { name: () => undefined, model: ["modelVersion"] },
  repeats: {},
  normalizer: createNormalizer,
};
