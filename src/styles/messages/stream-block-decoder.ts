/**
 * Blocks of a messages stream, as parts. Text, thinking and arguments pass on as they come. What only makes sense whole
 * (the input of the service's own tools, blocks of unknown kinds) is gathered and comes when its block stops; so does what
 * is known of a text or a thought only then: the text that its citations cover, and whose signature a carrier holds.
 */

import { SmallMap } from "../../core/collections.js";
import { brief, type Path } from "../../core/issue.js";
import { UNTRACED } from "../../core/trace.js";
import type { Rest } from "../../model/extensions.js";
import { AnswerIds } from "../../model/ids.js";
import type { Part, Signature } from "../../model/index.js";
import { PartsDecoder } from "../../stream/decoder.js";
import { MAX_GATHERED } from "../../stream/limits.js";
import type { BlockReader } from "./block.js";
import { hasReason } from "./finish.js";
import { decodeBlock, decodeToolCall, isCustomCall } from "./parts.js";
import { carriedSignature } from "./reasoning.js";
import { CallBlock, GatheredBlock, OpenBlock, TextBlock, ThinkingBlock } from "./stream-block-readers.js";
import type { MessagesDecoder } from "./stream-decoder.js";
import {
  AnswerBlock,
  type AnswerBlockOf,
  BlockDelta,
  type MessagesStreamEvent,
  TEXT_FIELDS,
  type TextDelta,
  type WholeBlock,
} from "./wire-answer.js";

/** Open blocks side by side, of which the oldest ends then: a stream of this style has one. */
const MAX_OPEN = 64;

export class BlocksDecoder extends PartsDecoder<MessagesDecoder> {
  /** Citations that are held until their texts end. */
  cited = 0;
  /** UTF-16 units of text so far. */
  visible = 0;
  /** UTF-16 units of input and of unknown fields that are held until their blocks end. */
  private gathered = 0;
  /** The open blocks by their index. There is one, except where a server breaks the grammar. */
  private readonly open = new SmallMap<OpenBlock>();
  /** A text part whose block has stopped; the carrier of its signature may follow, so its own stop waits. */
  private text: number | undefined = undefined;
  /** The carrier of a call's signature; the call must follow. */
  private carried: AnswerBlockOf<"thinking"> | undefined = undefined;
  /** Where a block stands in the event that brings it. */
  private spot = BEGINNING;
  /** Counts calls; an answer of text alone has none. */
  declare private ids: AnswerIds | undefined;

  start(index: number, block: AnswerBlock): void {
    // A block that was never stopped ends before the next one, where nothing may follow its content, and a call before its result.
    // Others may still grow.
    if (this.open.size > 0) {
      const call = block.tool_use_id;
      for (const [other, { ended, first }] of this.open.entries()) if (ended || (call && first.id === call)) this.stop(other);
      const [oldest] = this.open.size >= MAX_OPEN ? this.open.entries() : [];
      if (oldest !== undefined) this.stop(oldest[0]);
    }
    const open = this.open.get(index);
    if (open !== undefined && isSame(open.first, block))
      this.host.protocol(this.host.place, `Block ${index} started twice; the second is left out.`);
    else {
      if (open !== undefined) this.stop(index);
      const opened = this.opened(block);
      opened.first = block;
      this.open.set(index, opened);
    }
  }

  isOpen(index: number): boolean {
    return this.open.get(index) !== undefined;
  }

  /** A piece of the text that a block holds. False where no block is open. */
  add(index: number, type: TextDelta["type"], text: string): boolean {
    const block = this.open.get(index);
    if (block === undefined) return false;
    if (block.takes === type) {
      if (type === "input_json_delta") this.hold(text.length);
      block.add(text);
    } else this.misplaced(type);
    return true;
  }

  delta(index: number, delta: BlockDelta) {
    const block = this.open.get(index);
    if (block === undefined) return;
    if (!BlockDelta.isKnown(delta)) {
      const { first, fields } = block;
      if (fields === undefined) return this.misplaced(delta.type);
      this.hold(JSON.stringify(delta).length);
      // Text grows, everything else is replaced: `{"type":"compaction","content":null}`, then `{"type":"compaction_delta","content":"…"}`
      for (const [key, value] of Object.entries(delta)) {
        const before = fields.get(key) ?? (Object.hasOwn(first, key) ? first[key] : undefined);
        if (key !== "type" && value !== null && value !== undefined)
          fields.set(key, typeof value === "string" && typeof before === "string" ? before + value : value);
      }
      return;
    }
    switch (delta.type) {
      case "signature_delta":
        return block.sign === undefined ? this.misplaced(delta.type) : block.sign(delta.signature);
      case "citations_delta":
        return block.cite === undefined
          ? this.misplaced(delta.type)
          : block.cite(delta.citation, [...this.host.place, "delta", "citation"]);
      default: {
        const text = delta[TEXT_FIELDS[delta.type]];
        this.add(index, delta.type, typeof text === "string" ? text : "");
      }
    }
  }

  stop(index: number): void {
    const block = this.open.get(index);
    this.open.delete(index);
    block?.stop();
  }

  /** Blocks that come complete in the first event, before the sequence of starts and stops. */
  whole(blocks: readonly AnswerBlock[]): void {
    for (const [index, block] of blocks.entries()) {
      this.spot = ["message", "content", index];
      this.opened(block).stop();
    }
    this.spot = BEGINNING;
  }

  /**
   * Ends what is open: nothing more will come.
   * @param cut whether more should have come
   */
  close(cut: boolean): void {
    for (const [index, block] of this.open.entries()) {
      this.open.delete(index);
      block.stop(cut);
    }
    this.settle();
  }

  /** An open call breaks off in the middle of its input. */
  get cut(): boolean {
    return this.open.values().some((block) => block.cut);
  }

  /** Where the block at hand stands in the stream. */
  get place(): Path {
    return [...this.host.place, ...this.spot];
  }

  read(block: WholeBlock): Part {
    return decodeBlock(block, this.host.place, this.reader);
  }

  /** The block of a text has stopped. */
  stopped(part: number | undefined): void {
    // Two texts side by side are no stream of this style, and still end.
    if (this.text !== undefined) this.partStop(this.text);
    this.text = part;
  }

  /** The signature of the text before it, or of an empty one. */
  signText(signature: Signature): void {
    if (this.text === undefined) this.settle();
    this.text ??= this.partStart({ type: "text", text: "" });
    this.partDelta(this.text, { kind: "signature", ...signature });
    this.settle();
  }

  carry(block: AnswerBlockOf<"thinking">): void {
    this.settle();
    this.carried = block;
  }

  /** Nothing that was waited for came. */
  settle(): void {
    this.stopped(undefined);
    if (this.carried !== undefined) this.emitPart(this.read(this.carried));
    this.carried = undefined;
  }

  /** So much more is held. */
  private hold(units: number): void {
    this.gathered += units;
    if (this.gathered > MAX_GATHERED) this.host.exceed("characters of input", this.host.place);
  }

  /** Whether the answer calls a tool. */
  get called(): boolean {
    return this.ids !== undefined && this.ids.calls > 0;
  }

  private get reader(): BlockReader {
    this.ids ??= new AnswerIds(this.host);
    return { trace: UNTRACED, ids: this.ids, context: this.host.context };
  }

  private opened(block: AnswerBlock): OpenBlock {
    // A thought may be what was waited for, and so may be a call.
    if (block.type !== "thinking" && block.type !== "tool_use") this.settle();
    if (!AnswerBlock.isKnown(block)) return new GatheredBlock(this, block, (whole) => this.read(whole), new Map());
    switch (block.type) {
      case "text":
        return new TextBlock(this, block);
      case "thinking":
        return new ThinkingBlock(this, block);
      case "tool_use": {
        const signature = carriedSignature(this.carried)?.signature;
        this.carried = undefined;
        this.settle();
        const { place, reader } = this;
        const read = (filled: AnswerBlockOf<"tool_use">) => decodeToolCall(filled, place, reader, signature);
        return isCustomCall(block, this.host.context) ? new GatheredBlock(this, block, read) : new CallBlock(this, block, read);
      }
      case "server_tool_use":
        return new GatheredBlock(this, block, (whole) => this.read(whole));
      default:
        this.emitPart(this.read(block));
        return new OpenBlock(this);
    }
  }

  private misplaced(type: string): void {
    this.host.protocol([...this.host.place, "delta"], `This block takes no delta of kind ${brief(type)}; it was left out.`);
  }
}

const BEGINNING: Path = ["content_block"];

/** Whether its start came twice, and no other block has its index. */
export function isSame(one: Rest, other: Rest): boolean {
  return one.type === other.type && one.id === other.id;
}

/**
 * The order in which the events of a stream may come, by their types and indexes only. A start after a gap, or without the stop
 * before it, counts.
 */
export class Grammar {
  /** `ended`: a message_delta said why the answer ended, so no block may follow. */
  phase: "before" | "content" | "ended" = "before";
  /** Index of the open block. */
  open: number | undefined = undefined;
  /** The event at hand has no place at all. */
  refused = false;
  private next = 0;
  /** A message_delta came, with a reason or without. */
  private delta = false;

  /** Takes the next event: undefined when it may stand here, else why it may not. */
  accept(event: MessagesStreamEvent): string | undefined {
    const { type } = event;
    const isStart = type === "message_start";
    if (type !== "error" && isStart !== (this.phase === "before"))
      return this.refuse(`${isStart ? "a" : "no"} message_start came before it`);
    this.refused = false;
    switch (type) {
      case "message_start":
        this.phase = "content";
        return undefined;
      case "content_block_start": {
        if (this.phase === "ended") return this.refuse("no block may follow a message_delta");
        const { index } = event;
        const fault = this.close() ?? (index === this.next ? undefined : `block ${this.next} is due`);
        this.open = index;
        this.next = index + 1;
        return fault;
      }
      case "content_block_delta":
      case "content_block_stop":
        if (this.open === undefined || event.index !== this.open) return this.refuse("it has no open block");
        if (type === "content_block_stop") this.open = undefined;
        return undefined;
      case "message_delta":
        this.delta = true;
        if (!hasReason(event)) return undefined;
        this.phase = "ended";
        return this.close();
      case "message_stop":
        if (!this.delta) return this.refuse(this.close() ?? "no message_delta came before it");
        this.phase = "ended";
        return this.close();
      case "ping":
      case "error":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  private refuse(fault: string): string {
    this.refused = true;
    return fault;
  }

  /** Ends the open block. */
  private close(): string | undefined {
    const { open } = this;
    this.open = undefined;
    return open === undefined ? undefined : `block ${open} was never stopped`;
  }
}
