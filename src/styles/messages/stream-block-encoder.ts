/**
 * One part as the block that it becomes. Text, thinking and arguments are written as they come; a part that makes sense
 * only whole is gathered and written when it stops. A part that says nothing becomes no block.
 */

import type { NothingLeft } from "../../core/compact.js";
import { equivalent, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { fillPart } from "../../model/collect.js";
import type { PartDelta } from "../../model/events.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CacheControl, Citation, Extensions, Part, RefusalPart, Signature, TextPart, ThinkingPart } from "../../model/index.js";
import { wrapSignature } from "../../model/signature.js";
import { encodeCitation } from "./citations.js";
import { encodePart } from "./parts.js";
import { carrierBlock, isCarrier } from "./reasoning-blocks.js";
import type { MessagesEncoder } from "./stream-encoder.js";
import { leaveOutCitations } from "./text.js";
import type { Block } from "./wire.js";
import { isKnownBlock } from "./wire-answer.js";

/** Writes one part. */
export interface BlockWriter {
  /** Number of the part. */
  readonly part: number;
  /** Nothing can follow that would change the block. */
  readonly complete: boolean;
  /** Its text is escaped once more than it is. */
  readonly wraps?: boolean;
  delta(delta: PartDelta): void;
  /** Ends the part. */
  stop(): void;
}

/** The canonical path of a part. */
export function pathOf(part: number): Path {
  return ["choices", 0, "parts", part];
}

/** Lazy, so that a part without text becomes no block. A signature stands in a block of its own after the text. */
export class TextWriter implements BlockWriter {
  readonly part: number;
  protected readonly out: MessagesEncoder;
  private readonly cacheControl: CacheControl | undefined;
  private readonly extensions: Extensions | undefined;
  private isOpen = false;
  private signature: Signature | undefined = undefined;
  /** The event that brought it. */
  private signed: number | undefined = undefined;
  private citations = 0;
  /** Citations that came before the text that they cover. */
  private waiting: Citation[] | undefined = undefined;

  constructor(head: TextPart, part: number, out: MessagesEncoder) {
    const { type, text, citations, signature, cacheControl, extensions, ...rest } = head;
    rest satisfies NothingLeft;
    this.part = part;
    this.out = out;
    this.cacheControl = cacheControl;
    this.extensions = extensions;
  }

  get complete(): boolean {
    return false;
  }

  delta(delta: PartDelta): void {
    if (delta.kind === "text") this.write(delta.text);
    else if (delta.kind === "citation") this.cite(delta.citation);
    else if (delta.kind === "signature") {
      this.signature = { value: delta.value, origin: delta.origin };
      this.signed = this.out.place;
    } else misplaced(delta, this.part, this.out);
  }

  stop(): void {
    const { out, part, signature, signed } = this;
    if (this.isOpen) out.stopBlock();
    else {
      dropUnknown(this.extensions, "messages", pathOf(part), out.report);
      leaveOutCitations(this.waiting ?? [], pathOf(part), out);
    }
    if (signature !== undefined)
      out.carry(carrierBlock(signature, "x"), this.isOpen ? [...pathOf(part), "signature"] : pathOf(part), signed);
  }

  protected write(text: string): void {
    if (text === "") return;
    if (!this.isOpen) this.open();
    this.out.blockDelta({ type: "text_delta", text });
    if (this.waiting !== undefined) this.citeWaiting(this.waiting);
  }

  private open(): void {
    const { out, part, cacheControl, extensions } = this;
    this.isOpen = true;
    dropUnknown(extensions, "messages", pathOf(part), out.report);
    out.startBlock({ type: "text", text: "", ...cacheMarker(cacheControl), ...ownFields(extensions) });
  }

  private cite(citation: Citation): void {
    const { out, part } = this;
    if (this.isOpen) {
      const path = [...pathOf(part), "citations", this.citations++];
      out.blockDelta({ type: "citations_delta", citation: encodeCitation(citation, path, out.report) });
    } else {
      this.waiting ??= [];
      this.waiting.push(citation);
    }
  }

  private citeWaiting(waiting: readonly Citation[]): void {
    this.waiting = undefined;
    for (const citation of waiting) this.cite(citation);
  }
}

/** This style has no refusal blocks: the text is text, and the reason of the end says that it is a refusal. */
export class RefusalWriter extends TextWriter {
  constructor(head: RefusalPart, part: number, out: MessagesEncoder) {
    super({ ...head, type: "text" }, part, out);
    out.report(equivalent(pathOf(part), "A refusal is text in this style; the reason of the end says that it is one."));
    out.refusal ??= "";
  }

  override delta(delta: PartDelta): void {
    if (delta.kind === "refusal") {
      this.out.refusal = (this.out.refusal ?? "") + delta.text;
      this.write(delta.text);
    } else super.delta(delta);
  }
}

export class ThinkingWriter implements BlockWriter {
  readonly part: number;
  private readonly out: MessagesEncoder;
  private readonly summary: boolean | undefined;
  private readonly extensions: Extensions | undefined;
  private isOpen = false;
  private signature: Signature | undefined = undefined;

  constructor(head: ThinkingPart, part: number, out: MessagesEncoder) {
    const { type, text, summary, signature, cacheControl, extensions, ...rest } = head;
    rest satisfies NothingLeft;
    this.part = part;
    this.out = out;
    this.summary = summary;
    this.extensions = extensions;
  }

  get complete(): boolean {
    return false;
  }

  delta(delta: PartDelta): void {
    if (delta.kind === "thinking") this.write(delta.text);
    else if (delta.kind === "signature") this.signature = { value: delta.value, origin: delta.origin };
    else misplaced(delta, this.part, this.out);
  }

  stop(): void {
    // Last, where this style has it; it is one value, not the pieces of one.
    const { out, part, signature } = this;
    if (signature !== undefined && !this.isOpen && signature.origin !== "messages") {
      dropUnknown(this.extensions, "messages", pathOf(part), out.report);
      out.carry(carrierBlock(signature, "t"), pathOf(part));
      return;
    }
    if (signature !== undefined) this.sign(signature);
    if (this.isOpen) out.stopBlock();
  }

  private write(text: string): void {
    if (text === "") return;
    if (!this.isOpen) this.open();
    this.out.blockDelta({ type: "thinking_delta", thinking: text });
  }

  private sign(signature: Signature): void {
    if (!this.isOpen) this.open();
    const value = signature.origin === "messages" ? signature.value : wrapSignature(signature, "t");
    this.out.blockDelta({ type: "signature_delta", signature: value });
  }

  private open(): void {
    const { out, part, summary, extensions } = this;
    this.isOpen = true;
    dropUnknown(extensions, "messages", pathOf(part), out.report);
    if (summary === true) out.report(equivalent(pathOf(part), "A summary of thoughts is a thought like any other here."));
    out.startBlock({ type: "thinking", thinking: "", signature: "", ...ownFields(extensions) });
  }
}

/** What is written when it is whole: redacted thinking, the service's own tools and their results, other styles' parts. */
export class WholeWriter implements BlockWriter {
  readonly part: number;
  private readonly out: MessagesEncoder;
  private readonly head: Part;
  private readonly deltas: PartDelta[] = [];

  constructor(head: Part, part: number, out: MessagesEncoder) {
    this.head = head;
    this.part = part;
    this.out = out;
  }

  get complete(): boolean {
    return false;
  }

  delta(delta: PartDelta): void {
    this.deltas.push(delta);
  }

  stop(): void {
    const { head, deltas, part, out } = this;
    for (const block of encodePart(fillPart(head, deltas), pathOf(part), out.partWriter)) writeWhole(block, pathOf(part), out);
  }
}

/** The input of a tool is streamed, even when it is known; every other block is complete from its start. */
function writeWhole(block: Block, path: Path, out: MessagesEncoder): void {
  if (!isKnownBlock(block)) out.startBlock(block);
  else if (block.type === "redacted_thinking" && isCarrier(block)) {
    out.carry(block, path);
    return;
  } else if (block.type === "server_tool_use" || block.type === "tool_use") {
    out.startBlock({ ...block, input: {} });
    out.blockDelta({ type: "input_json_delta", partial_json: JSON.stringify(block.input ?? {}) });
  } else if (block.type === "text") {
    out.startBlock({ ...block, text: "" });
    out.blockDelta({ type: "text_delta", text: block.text });
  } else out.startBlock(block);
  out.stopBlock();
}

export function misplaced(delta: PartDelta, part: number, out: MessagesEncoder): void {
  const message = `This part does not take ${delta.kind} deltas; they are left out.`;
  out.once(notice("stream.protocol", pathOf(part), message, { severity: "warning" }));
}

export function cacheMarker(cacheControl: CacheControl | undefined) {
  return cacheControl === undefined ? {} : { cache_control: { ...cacheControl } };
}

/** Fields of a block that only this style knows, put back into it. */
export function ownFields(extensions: Extensions | undefined) {
  return restoreUnknown({}, extensions, "messages");
}
