/**
 * The order in which the events of a messages stream may come. It looks at types and indexes only; the decoder reads on
 * where it can.
 */
import type { Json, JsonObject } from "../../core/json.js";

/** `told`: a message_delta came, so no block may follow. */
type Phase = "before" | "content" | "told" | "closed";

export class Grammar {
  private phase: Phase = "before";
  /** Index of the open block, or -1. */
  private open = -1;
  private next = 0;

  /** Takes the next event: undefined when it may stand here, else why it may not. A start after a gap, or without the stop before it, counts. */
  accept(event: JsonObject): string | undefined {
    switch (event.type) {
      case "message_start":
        return this.start();
      case "content_block_start":
        return this.blockStart(event.index);
      case "content_block_delta":
        return this.blockDelta(event.index);
      case "content_block_stop":
        return this.blockStop(event.index);
      case "message_delta":
        return this.messageDelta();
      case "message_stop":
        return this.messageStop();
      case "ping":
        return this.phase === "before" || this.phase === "closed" ? this.outside() : undefined;
      case "error":
        return this.error();
      default:
        return undefined;
    }
  }

  blockDelta(index: Json | undefined): string | undefined {
    return this.open !== -1 && index === this.open ? undefined : "it has no open block";
  }

  private start(): string | undefined {
    if (this.phase !== "before") return "a message has started before";
    this.phase = "content";
    return undefined;
  }

  private blockStart(index: Json | undefined): string | undefined {
    if (this.phase !== "content") return this.outside();
    const fault = this.unstopped() ?? (index === this.next ? undefined : `block ${this.next} is due`);
    this.open = typeof index === "number" ? index : this.next;
    this.next = this.open + 1;
    return fault;
  }

  private blockStop(index: Json | undefined): string | undefined {
    const fault = this.blockDelta(index);
    if (fault === undefined) this.open = -1;
    return fault;
  }

  private messageDelta(): string | undefined {
    if (this.phase === "before" || this.phase === "closed") return this.outside();
    this.phase = "told";
    return this.unstopped();
  }

  private messageStop(): string | undefined {
    if (this.phase === "content") return this.unstopped() ?? "no message_delta came before it";
    if (this.phase !== "told") return this.outside();
    this.phase = "closed";
    return undefined;
  }

  private error(): string | undefined {
    if (this.phase === "closed") return this.outside();
    this.phase = "closed";
    return undefined;
  }

  private unstopped(): string | undefined {
    if (this.open === -1) return undefined;
    const fault = `block ${this.open} was never stopped`;
    this.open = -1;
    return fault;
  }

  private outside(): string {
    if (this.phase === "before") return "no message_start came before it";
    return this.phase === "closed" ? "the stream is over" : "no block may follow a message_delta";
  }
}
