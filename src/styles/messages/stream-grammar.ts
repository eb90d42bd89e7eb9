/**
 * The order in which the events of a messages stream may come. It looks at types and indexes only; the decoder reads on
 * where it can, and whoever repeats a stream leaves out the events that this refuses.
 */
import type { Json, JsonObject } from "../../core/json.js";
import { isJsonObject } from "../../core/json.js";

export interface Grammar {
  /** Takes the next event: undefined when it may stand here, else why it may not. A refused event changes nothing. */
  accept(event: JsonObject): string | undefined;
}

/** `told`: a message_delta came, so no block may follow. `whole`: the first event held a finished message. */
type Phase = "before" | "whole" | "content" | "told" | "closed";

export function createGrammar(): Grammar {
  let phase: Phase = "before";
  /** Index of the open block, or -1. */
  let open = -1;
  let next = 0;

  function start(message: Json | undefined): string | undefined {
    if (phase !== "before") return "a message has started before";
    phase = isJsonObject(message) && typeof message.stop_reason === "string" ? "whole" : "content";
    return undefined;
  }
  function blockStart(index: Json | undefined): string | undefined {
    if (phase !== "content" && phase !== "whole") return outside();
    if (open !== -1) return `block ${open} is still open`;
    if (index !== next) return `block ${next} is due`;
    open = next++;
    return undefined;
  }
  function blockDelta(index: Json | undefined): string | undefined {
    return open !== -1 && index === open ? undefined : "it has no open block";
  }
  function blockStop(index: Json | undefined): string | undefined {
    const refusal = blockDelta(index);
    if (refusal === undefined) open = -1;
    return refusal;
  }
  function messageDelta(): string | undefined {
    if (phase === "before" || phase === "closed") return outside();
    if (open !== -1) return `block ${open} is still open`;
    phase = "told";
    return undefined;
  }
  function messageStop(): string | undefined {
    if (phase !== "told" && phase !== "whole") return phase === "content" ? "no message_delta came before it" : outside();
    if (open !== -1) return `block ${open} is still open`;
    phase = "closed";
    return undefined;
  }
  function error(): string | undefined {
    if (phase === "closed") return outside();
    phase = "closed";
    return undefined;
  }
  function outside(): string {
    if (phase === "before") return "no message_start came before it";
    return phase === "closed" ? "the stream is over" : "no block may follow a message_delta";
  }

  return {
    accept(event) {
      switch (event.type) {
        case "message_start":
          return start(event.message);
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
