/**
 * Streams of the messages endpoint: named server-sent events, the name of a frame being the `type` of its data, without an
 * end marker after `message_stop`.
 */
import type { Framing, StreamCodec, StreamNormalizer } from "../style.js";
import { Grammar, MessagesDecoder } from "./stream-decoder.js";
import { MessagesEncoder } from "./stream-encoder.js";
import type { MessagesStreamEvent } from "./wire-answer.js";

/**
 * A stream that is repeated as it came, kept to the order of events: blocks that a source left open are closed, and indexes with
 * gaps are counted anew.
 */
class MessagesNormalizer implements StreamNormalizer<MessagesStreamEvent> {
  private readonly grammar = new Grammar();
  /** Index of the last block in what is written, and whether it is open there. */
  private written = -1;
  private isOpen = false;

  accept(event: MessagesStreamEvent): readonly MessagesStreamEvent[] {
    this.grammar.accept(event);
    if (this.grammar.refused) return [];
    switch (event.type) {
      case "content_block_start":
      case "content_block_delta":
      case "content_block_stop": {
        const starts = event.type === "content_block_start";
        const closed = starts ? this.close() : [];
        if (starts) this.written++;
        this.isOpen = event.type !== "content_block_stop";
        return [...closed, event.index === this.written ? event : { ...event, index: this.written }];
      }
      case "message_delta":
        return [...this.close(), event];
      default:
        return [event];
    }
  }

  close(): readonly MessagesStreamEvent[] {
    const { isOpen, written } = this;
    this.isOpen = false;
    return isOpen ? [{ type: "content_block_stop", index: written }] : [];
  }

  unfinished(): readonly number[] {
    return this.grammar.phase === "ended" ? [] : [0];
  }
}

export const framing: Framing<MessagesStreamEvent> = {
  name: ({ type }) => type,
  last: { type: "message_stop" },
  model: ["message", "model"],
};

export const stream: StreamCodec<MessagesStreamEvent> = {
  decoder: (options) => new MessagesDecoder(options),
  encoder: (options) => new MessagesEncoder(options),
  framing,
  repeats: {},
};

export const normalizer = (): StreamNormalizer<MessagesStreamEvent> => new MessagesNormalizer();
