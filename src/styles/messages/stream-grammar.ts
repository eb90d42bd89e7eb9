/**
 * The order in which the events of a messages stream may come. It looks at types and indexes only; the decoder reads on
 * where it can.
 */
import type { Json, JsonObject } from "../../core/json.js";

export interface Grammar {
  /** Takes the next event: undefined when it may stand here, else why it may not. A start after a gap, or without the stop before it, counts. */
  accept(event: JsonObject): string | undefined;
}

/** `told`: a message_delta came, so no block may follow. */
type Phase = "before" | "content" | "told" | "closed";

export function createGrammar(): Grammar {
  let phase: Phase = "before";
  /** Index of the open block, or -1. */
  let open = -1;
  let next = 0;

  function start(): string | undefined {
    if (phase !== "before") return "a message has started before";
    phase = "content";
    return undefined;
  }
  function blockStart(index: Json | undefined): string | undefined {
    if (phase !== "content") return outside();
    const fault = unstopped() ?? (index === next ? undefined : `block ${next} is due`);
    open = typeof index === "number" ? index : next;
    next = open + 1;
    return fault;
  }
  function blockDelta(index: Json | undefined): string | undefined {
    return open !== -1 && index === open ? undefined : "it has no open block";
  }
  function blockStop(index: Json | undefined): string | undefined {
    const fault = blockDelta(index);
    if (fault === undefined) open = -1;
    return fault;
  }
  function messageDelta(): string | undefined {
    if (phase === "before" || phase === "closed") return outside();
    phase = "told";
    return unstopped();
  }
  function messageStop(): string | undefined {
    if (phase === "content") return unstopped() ?? "no message_delta came before it";
    if (phase !== "told") return outside();
    phase = "closed";
    return undefined;
  }
  function error(): string | undefined {
    if (phase === "closed") return outside();
    phase = "closed";
    return undefined;
  }
  function unstopped(): string | undefined {
    if (open === -1) return undefined;
    const fault = `block ${open} was never stopped`;
    open = -1;
    return fault;
  }
  function outside(): string {
    if (phase === "before") return "no message_start came before it";
    return phase === "closed" ? "the stream is over" : "no block may follow a message_delta";
  }

  return {
    accept(event) {
      switch (event.type) {
        case "message_start":
          return start();
        case "content_block_start":
          return blockStart(event.index);
        case "content_block_delta":
          return blockDelta(event.index);
        case "content_block_stop":
          return blockStop(event.index);
        case "message_delta":
          return messageDelta();
        case "message_stop":
          return messageStop();
        case "ping":
          return phase === "before" || phase === "closed" ? outside() : undefined;
        case "error":
          return error();
        default:
          return undefined;
      }
    },
  };
}
