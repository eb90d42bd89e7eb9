/**
 * The order in which the events of a messages stream may come, until it is over. It looks at types and indexes only; the
 * decoder reads on where it can.
 */
import type { MessagesStreamEvent } from "./wire-answer.js";

export class Grammar {
  /** `ended`: a message_delta came, so no block may follow. */
  private phase: "before" | "content" | "ended" = "before";
  /** Index of the open block, or -1. */
  private open = -1;
  private next = 0;

  /** Takes the next event: undefined when it may stand here, else why it may not. A start after a gap, or without the stop before it, counts. */
  accept(event: MessagesStreamEvent): string | undefined {
    const early = this.phase === "before" ? "no message_start came before it" : undefined;
    switch (event.type) {
      case "message_start":
        if (early === undefined) return "a message has started before";
        this.phase = "content";
        return undefined;
      case "content_block_start":
        return early ?? (this.phase === "ended" ? "no block may follow a message_delta" : this.blockStart(event.index));
      case "content_block_delta":
        return this.blockDelta(event.index);
      case "content_block_stop": {
        const fault = this.blockDelta(event.index);
        if (fault === undefined) this.open = -1;
        return fault;
      }
      case "message_delta":
        if (early === undefined) this.phase = "ended";
        return early ?? this.unstopped();
      case "message_stop":
        return early ?? (this.phase === "ended" ? undefined : (this.unstopped() ?? "no message_delta came before it"));
      case "ping":
        return early;
      case "error":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  blockDelta(index: number): string | undefined {
    return this.open !== -1 && index === this.open ? undefined : "it has no open block";
  }

  private blockStart(index: number): string | undefined {
    const fault = this.unstopped() ?? (index === this.next ? undefined : `block ${this.next} is due`);
    this.open = index;
    this.next = index + 1;
    return fault;
  }

  private unstopped(): string | undefined {
    if (this.open === -1) return undefined;
    const fault = `block ${this.open} was never stopped`;
    this.open = -1;
    return fault;
  }
}
