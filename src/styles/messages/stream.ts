/**
 * Streams of the messages endpoint: named server-sent events, the name of a frame being the `type` of its data, without an
 * end marker after `message_stop`.
 */
import type { StreamCodec } from "../style.js";
import { MessagesDecoder } from "./stream-decoder.js";
import { MessagesEncoder } from "./stream-encoder.js";
import { MessagesNormalizer } from "./stream-normalizer.js";
import type { MessagesStreamEvent } from "./wire-answer.js";

export const stream: StreamCodec<MessagesStreamEvent> = {
  decoder: (options) => new MessagesDecoder(options),
  encoder: (options) => new MessagesEncoder(options),
  framing: { name: ({ type }) => type, last: { type: "message_stop" }, model: ["message", "model"] },
  repeats: {},
  normalizer: () => new MessagesNormalizer(),
};
