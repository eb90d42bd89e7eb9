/**
 * A messages stream that is repeated as it came, kept to the order of events: blocks that a source left open are closed,
 * and indexes with gaps are counted anew.
 */
import type { StreamNormalizer } from "../style.js";
import type { MessagesStreamEvent } from "./wire-answer.js";

export class MessagesNormalizer implements StreamNormalizer<MessagesStreamEvent> {
  private phase: "before" | "open" | "told" = "before";
  /** Index of the open block in the source, and in what is written. */
  private block: { readonly source: number; readonly written: number } | undefined = undefined;
  private next = 0;

  accept(event: MessagesStreamEvent): readonly MessagesStreamEvent[] {
    switch (event.type) {
      case "message_start":
        if (this.phase !== "before") return [];
        this.phase = "open";
        return [event];
      case "content_block_start": {
        if (this.phase !== "open") return [];
        const closed = this.close();
        const written = this.next++;
        this.block = { source: event.index, written };
        return [...closed, counted(event, written)];
      }
      case "content_block_delta": {
        const { block } = this;
        return block === undefined || block.source !== event.index ? [] : [counted(event, block.written)];
      }
      case "content_block_stop": {
        const { block } = this;
        if (block === undefined || block.source !== event.index) return [];
        this.block = undefined;
        return [counted(event, block.written)];
      }
      case "message_delta":
        if (this.phase === "before") return [];
        this.phase = "told";
        return [...this.close(), event];
      case "message_stop":
        return this.phase === "told" ? [...this.close(), event] : [];
      case "ping":
        return this.phase === "before" ? [] : [event];
      case "error":
        return [event];
      default:
        event satisfies never;
        return [];
    }
  }

  close(): readonly MessagesStreamEvent[] {
    const { block } = this;
    this.block = undefined;
    return block === undefined ? [] : [{ type: "content_block_stop", index: block.written }];
  }

  unfinished(): readonly number[] {
    return this.phase === "told" ? [] : [0];
  }
}

function counted<E extends MessagesStreamEvent & { index: number }>(event: E, index: number): E {
  return event.index === index ? event : { ...event, index };
}
