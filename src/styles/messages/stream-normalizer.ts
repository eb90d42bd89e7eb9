/**
 * The order in which the events of a messages stream may come. The decoder reports a breach and reads on where it can; a stream
 * that is repeated as it came is kept to the order: blocks that a source left open are closed, and indexes with gaps are counted anew.
 */
import type { StreamNormalizer } from "../style.js";
import type { MessagesStreamEvent } from "./wire-answer.js";

/** Looks at types and indexes only. A start after a gap, or without the stop before it, counts. */
export class Grammar {
  /** `ended`: a message_delta came, so no block may follow. */
  phase: "before" | "content" | "ended" = "before";
  /** Index of the open block, or -1. */
  open = -1;
  /** The event at hand has no place at all. */
  refused = false;
  private next = 0;

  /** Takes the next event: undefined when it may stand here, else why it may not. */
  accept(event: MessagesStreamEvent): string | undefined {
    this.refused = false;
    const early = this.phase === "before" ? "no message_start came before it" : undefined;
    switch (event.type) {
      case "message_start":
        if (early === undefined) return this.refuse("a message has started before");
        this.phase = "content";
        return undefined;
      case "content_block_start":
        return (
          this.refuse(early ?? (this.phase === "ended" ? "no block may follow a message_delta" : undefined)) ?? this.blockStart(event.index)
        );
      case "content_block_delta":
        return this.blockDelta(event.index);
      case "content_block_stop": {
        const fault = this.blockDelta(event.index);
        if (fault === undefined) this.open = -1;
        return fault;
      }
      case "message_delta":
        if (early === undefined) this.phase = "ended";
        return this.refuse(early) ?? this.unstopped();
      case "message_stop": {
        const isDue = this.phase === "ended";
        return this.refuse(early ?? (isDue ? undefined : (this.unstopped() ?? "no message_delta came before it")));
      }
      case "ping":
        return this.refuse(early);
      case "error":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  blockDelta(index: number): string | undefined {
    return this.refuse(this.open !== -1 && index === this.open ? undefined : "it has no open block");
  }

  private refuse(fault: string | undefined): string | undefined {
    this.refused = fault !== undefined;
    return fault;
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

export class MessagesNormalizer implements StreamNormalizer<MessagesStreamEvent> {
  private readonly grammar = new Grammar();
  /** Index of the last block in what is written, and whether it is open there. */
  private written = -1;
  private isOpen = false;

  accept(event: MessagesStreamEvent): readonly MessagesStreamEvent[] {
    this.grammar.accept(event);
    if (this.grammar.refused) return [];
    switch (event.type) {
      case "content_block_start": {
        const closed = this.close();
        this.written++;
        this.isOpen = true;
        return [...closed, counted(event, this.written)];
      }
      case "content_block_stop":
        this.isOpen = false;
        return [counted(event, this.written)];
      case "content_block_delta":
        return [counted(event, this.written)];
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

function counted<E extends MessagesStreamEvent & { index: number }>(event: E, index: number): E {
  return event.index === index ? event : { ...event, index };
}
