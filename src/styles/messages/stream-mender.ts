/**
 * A messages stream that is repeated as it came, kept to the order of events: blocks that a source left open are closed,
 * and indexes with gaps are counted anew.
 */
import type { Mender } from "../style.js";
import type { MessagesStreamEvent } from "./wire-answer.js";

export function createMender(): Mender<MessagesStreamEvent> {
  let phase: "before" | "open" | "told" = "before";
  /** Index of the open block in the source, and in what is written. */
  let block: { readonly source: number; readonly written: number } | undefined;
  let next = 0;

  function close(): readonly MessagesStreamEvent[] {
    if (block === undefined) return [];
    const { written } = block;
    block = undefined;
    return [{ type: "content_block_stop", index: written }];
  }
  function counted<E extends MessagesStreamEvent & { index: number }>(event: E, index: number): E {
    return event.index === index ? event : { ...event, index };
  }

  return {
    accept(event) {
      switch (event.type) {
        case "message_start":
          if (phase !== "before") return undefined;
          phase = "open";
          return [event];
        case "content_block_start": {
          if (phase !== "open") return undefined;
          const closed = close();
          const written = next++;
          block = { source: event.index, written };
          return [...closed, counted(event, written)];
        }
        case "content_block_delta":
          return block === undefined || block.source !== event.index ? undefined : [counted(event, block.written)];
        case "content_block_stop": {
          if (block === undefined || block.source !== event.index) return undefined;
          const { written } = block;
          block = undefined;
          return [counted(event, written)];
        }
        case "message_delta":
          if (phase === "before") return undefined;
          phase = "told";
          return [...close(), event];
        case "message_stop":
          return phase === "told" ? [...close(), event] : undefined;
        case "ping":
          return phase === "before" ? undefined : [event];
        case "error":
          return [event];
        default:
          return undefined;
      }
    },
    close,
    unfinished: () => (phase === "told" ? [] : [0]),
  };
}
