/**
 * Parts may be open side by side, blocks may not: the lowest unfinished part is live, and what later parts say waits here.
 */

import type { Part } from "../../model/content.js";
import type { PartDelta } from "../../model/event.js";
import { MAX_GATHERED } from "../../model/held.js";

/** What a delta holds besides its text, in units of text. */
const HELD_BY_EACH = 64;

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
  /** Place of the lowest: those before it were taken out. */
  private first = 0;
  private held = 0;

  get size(): number {
    return this.byNumber.size;
  }

  /** What a waiting part says. False where all of them say more than is held. */
  push(part: WaitingPart, delta: PartDelta): boolean {
    part.deltas.push(delta);
    this.held += HELD_BY_EACH + (delta.kind === "text" || delta.kind === "thinking" ? delta.text.length : 0);
    return this.held <= MAX_GATHERED;
  }

  add(number: number, head: Part): void {
    const { parts } = this;
    // Nearly always the end: parts are numbered in the order in which they start.
    const place = Math.max(this.first, parts.findLastIndex((earlier) => earlier.number < number) + 1);
    const part: WaitingPart = { number, head, deltas: [], stopped: false };
    parts.splice(place, 0, part);
    this.byNumber.set(number, part);
  }

  get(number: number): WaitingPart | undefined {
    return this.byNumber.get(number);
  }

  /** Takes out the part with the lowest number. */
  shift(): WaitingPart | undefined {
    const part = this.parts[this.first];
    if (part === undefined) return undefined;
    this.first++;
    if (this.first === this.parts.length) {
      this.parts.length = 0;
      this.first = 0;
    }
    this.byNumber.delete(part.number);
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
