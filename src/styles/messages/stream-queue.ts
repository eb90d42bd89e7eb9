/**
 * Parts may be open side by side, blocks may not: the lowest unfinished part is live, and what later parts say waits here.
 */
import type { Part } from "../../canonical/content.js";
import type { PartDelta } from "../../canonical/event.js";

/** What a part said while it had to wait. */
export interface WaitingPart {
  readonly number: number;
  readonly head: Part;
  readonly deltas: PartDelta[];
  stopped: boolean;
}

export class PartQueue {
  /** In order of their numbers. */
  private readonly parts: WaitingPart[] = [];
  private readonly byNumber = new Map<number, WaitingPart>();

  get size(): number {
    return this.parts.length;
  }

  add(number: number, head: Part): void {
    const { parts } = this;
    // Nearly always the end: parts are numbered in the order in which they start.
    const place = parts.findLastIndex((earlier) => earlier.number < number) + 1;
    const part: WaitingPart = { number, head, deltas: [], stopped: false };
    parts.splice(place, 0, part);
    this.byNumber.set(number, part);
  }

  get(number: number): WaitingPart | undefined {
    return this.byNumber.get(number);
  }

  /** Takes out the part with the lowest number. */
  shift(): WaitingPart | undefined {
    const part = this.parts.shift();
    if (part !== undefined) this.byNumber.delete(part.number);
    return part;
  }
}

/** The numbers of the parts that have started: a count, as long as they start in the order of their numbers. */
export class PartNumbers {
  private count = 0;
  private others: Set<number> | undefined = undefined;

  /** False: it has started before. */
  add(number: number): boolean {
    if (number === this.count) {
      this.count++;
      while (this.others?.delete(this.count)) this.count++;
      return true;
    }
    if (number < this.count || this.others?.has(number)) return false;
    this.others ??= new Set();
    this.others.add(number);
    return true;
  }
}
