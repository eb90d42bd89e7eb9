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

export interface PartQueue {
  readonly size: number;
  add(number: number, head: Part): void;
  get(number: number): WaitingPart | undefined;
  /** Takes out the part with the lowest number. */
  shift(): WaitingPart | undefined;
}

export function createPartQueue(): PartQueue {
  /** In order of their numbers. */
  const parts: WaitingPart[] = [];
  const byNumber = new Map<number, WaitingPart>();

  return {
    get size() {
      return parts.length;
    },
    add(number, head) {
      // Nearly always the end: parts are numbered in the order in which they start.
      let place = parts.length;
      while (place > 0 && (parts[place - 1]?.number ?? -1) > number) place--;
      const part: WaitingPart = { number, head, deltas: [], stopped: false };
      parts.splice(place, 0, part);
      byNumber.set(number, part);
    },
    get: (number) => byNumber.get(number),
    shift() {
      const part = parts.shift();
      if (part !== undefined) byNumber.delete(part.number);
      return part;
    },
  };
}
