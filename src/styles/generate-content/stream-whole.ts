/** A part that is written when it stops, because a part on the wire cannot be continued: calls, media, what comes complete. */

import { GrowingText } from "../../core/growing-text.js";
import { argumentsFromText } from "../../model/arguments.js";
import { MAX_GATHERED } from "../../model/held.js";
import type { Part, Signature } from "../../model/index.js";
import { joinedBase64 } from "../../model/media.js";

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
    const { signature } = this;
    const head = signature === undefined ? this.head : { ...this.head, signature };
    const data = this.data.text;
    switch (head.type) {
      case "tool-call":
        return { ...head, arguments: head.variant === "custom" ? { json: data } : argumentsFromText(data) };
      case "redacted-thinking":
        return { ...head, data: head.data + data };
      case "image":
      case "video":
      case "audio":
        return {
          ...head,
          ...(this.transcript === "" ? {} : { transcript: this.transcript }),
          ...(data !== "" && head.source.kind === "base64"
            ? { source: { ...head.source, data: joinedBase64(head.source.data + data) } }
            : {}),
        };
      default:
        return head;
    }
  }
}
