/** A part that is written when it stops, because a part on the wire cannot be continued: calls, media, what comes complete. */

import { GrowingText } from "../../core/collections.js";
import { compact } from "../../core/compact.js";
import { textOf, withText } from "../../model/events.js";
import type { Part, Signature } from "../../model/index.js";
import { MAX_GATHERED } from "../../stream/limits.js";

export class WholePart {
  readonly kind = "whole";
  readonly head: Part;
  /** Of a call, its arguments. */
  readonly data = new GrowingText(MAX_GATHERED);
  signature: Signature | undefined = undefined;
  private transcript = "";

  constructor(head: Part) {
    this.head = head;
  }

  hear(transcript: string): void {
    this.transcript += transcript;
  }

  /** The part with what was streamed of it. */
  part(): Part {
    const { head, data, signature } = this;
    const transcript = this.transcript || undefined;
    return { ...withText(head, textOf(head) + data.text), ...compact({ signature, transcript }) };
  }
}
