/**
 * The order in which the events of a messages stream may come, until it is over. It looks at types and indexes only; the
 * decoder reads on where it can.
 */
import type { MessagesStreamEvent } from "./wire-answer.js";

/** `told`: a message_delta came, so no block may follow. */
type Phase = "before" | "content" | "told";

export class Grammar {
  private phase: Phase = "before";
  /** Index of the open block, or -1. */
  private open = -1;
  private next = 0;

  /** Takes the next event: undefined when it may stand here, else why it may not. A start after a gap, or without the stop before it, counts. */
  accept(event: MessagesStreamEvent): string | undefined {
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
        return this.phase === "before" ? this.outside() : undefined;
      case "error":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  blockDelta(index: number): string | undefined {
    return this.open !== -1 && index === this.open ? undefined : "it has no open block";
  }

  private start(): string | undefined {
    if (this.phase !== "before") return "a message has started before";
    this.phase = "content";
    return undefined;
  }

  private blockStart(index: number): string | undefined {
    if (this.phase !== "content") return this.outside();
    const fault = this.unstopped() ?? (index === this.next ? undefined : `block ${this.next} is due`);
    this.open = index;
    this.next = this.open + 1;
    return fault;
  }

  private blockStop(index: number): string | undefined {
    const fault = this.blockDelta(index);
    if (fault === undefined) this.open = -1;
    return fault;
  }

  private messageDelta(): string | undefined {
    if (this.phase === "before") return this.outside();
    this.phase = "told";
    return this.unstopped();
  }

  private messageStop(): string | undefined {
    if (this.phase === "before") return this.outside();
    return this.phase === "told" ? undefined : (this.unstopped() ?? "no message_delta came before it");
  }

  private unstopped(): string | undefined {
    if (this.open === -1) return undefined;
    const fault = `block ${this.open} was never stopped`;
    this.open = -1;
    return fault;
  }

  private outside(): string {
    return this.phase === "before" ? "no message_start came before it" : "no block may follow a message_delta";
  }
}
