/**
 * Blocks of a messages stream, as parts. Text, thinking and arguments pass on as they come. What only makes sense whole
 * (the input of the service's own tools, blocks of unknown kinds) is gathered and comes when its block stops; so does what
 * is known of a text or a thought only then: the text that its citations cover, and whose signature a carrier holds.
 */

import { brief } from "../../core/issue.js";
import { SmallMap } from "../../core/small-map.js";
import type { PartDelta } from "../../model/event.js";
import type { Part, Signature } from "../../model/index.js";
import type { StreamDecodeOptions } from "../style.js";
import { carriedSignature } from "./reasoning-blocks.js";
import { COMPLETE, GatheringReader, type HotPiece, OpaqueReader, type Reader, TextReader, ThinkingReader } from "./stream-block-readers.js";
import { CallReader, FreeFormReader, isFreeForm } from "./stream-call-decoder.js";
import type { PlainDelta } from "./stream-plain.js";
import type { DecodedStep } from "./stream-step.js";
import { isKnownDelta, type KnownDelta, PartReader } from "./stream-whole.js";
import {
  type AnswerBlock,
  type AnswerThinkingBlock,
  type AnswerToolUseBlock,
  type BlockDelta,
  type BlockStartEvent,
  type BlockStopEvent,
  isKnownBlock,
} from "./wire-answer.js";

/** Open blocks side by side, of which the oldest ends then: a stream of this style has one. */
const MAX_OPEN = 64;

export class BlocksDecoder {
  /** Citations that are held until their texts end. */
  cited = 0;
  /** UTF-16 units of input and of unknown fields that are held until their blocks end. */
  gathered = 0;
  readonly step: DecodedStep;
  readonly read: PartReader;
  /** UTF-16 units of text so far. */
  visible = 0;
  private readonly options: StreamDecodeOptions;
  /** The open blocks by their index. There is one, except where a server breaks the grammar. */
  private readonly open = new SmallMap<Reader>();
  private parts = 0;
  /** Reads the block of the last delta, if that was nothing but one more piece of an open part. */
  private passed: Reader | undefined = undefined;
  /** A text part whose block has stopped; the carrier of its signature may follow, so its own stop waits. */
  private text: number | undefined = undefined;
  /** The carrier of a call's signature; the call must follow. */
  private carrier: AnswerThinkingBlock | undefined = undefined;

  constructor(options: StreamDecodeOptions, step: DecodedStep) {
    this.options = options;
    this.step = step;
    this.read = new PartReader(options, step);
  }

  start({ index, content_block }: BlockStartEvent): void {
    if (this.open.size > 0) this.stopSaid();
    if (this.open.size >= MAX_OPEN) this.stopFirst();
    if (this.open.get(index) !== undefined) this.step.protocol(`Block ${index} is open already; it is not opened again.`);
    else this.open.set(index, this.readerOf(content_block));
  }

  piece({ index, type, text }: PlainDelta): void {
    this.passed = undefined;
    if (type === "input_json_delta") this.gathered += text.length;
    const reader = this.open.get(index);
    if (reader !== undefined && !reader.piece(type, text)) this.misplaced(type);
  }

  delta(index: number, delta: BlockDelta): void {
    this.passed = undefined;
    const reader = this.open.get(index);
    if (reader === undefined) return;
    if (isKnownDelta(delta)) {
      if (!takes(reader, delta)) this.misplaced(delta.type);
    } else if (reader.unknown === undefined)
      this.step.protocol(`Nothing is known of a ${brief(delta.type)}; it is left out.`, ["delta", "type"]);
    else {
      this.gathered += JSON.stringify(delta).length;
      reader.unknown(delta);
    }
  }

  stop({ index }: Pick<BlockStopEvent, "index">): void {
    const reader = this.open.get(index);
    this.open.delete(index);
    reader?.stop();
  }

  /** Blocks that come complete in the first event, before the sequence of starts and stops. */
  whole(blocks: readonly AnswerBlock[]): void {
    const { read } = this;
    const { spot } = read;
    for (const [index, block] of blocks.entries()) {
      read.spot = ["message", "content", index];
      this.readerOf(block).stop();
    }
    read.spot = spot;
  }

  /**
   * Ends what is open: nothing more will come.
   * @param cut whether more should have come
   */
  close(cut: boolean): void {
    for (const [index, reader] of this.open.entries()) {
      this.open.delete(index);
      if (cut && reader.abandon !== undefined) reader.abandon();
      else reader.stop();
    }
    this.settle();
  }

  /** An open call breaks off in the middle of its input. */
  get cut(): boolean {
    return this.open.values().some((reader) => reader.cut);
  }

  /** What the last delta was, when it was nothing but one more piece of an open part. */
  hot(): HotPiece | undefined {
    return this.passed?.hot?.();
  }

  /** Deltas of an open part passed this by. */
  skip(events: number): readonly [] {
    this.step.position += events;
    return [];
  }

  partStart(head: Part): number {
    const part = this.parts++;
    this.step.emit({ type: "part-start", choice: 0, part, head });
    return part;
  }

  partDelta(part: number, delta: PartDelta): void {
    this.step.emit({ type: "part-delta", choice: 0, part, delta });
  }

  partStop(part: number): void {
    this.step.emit({ type: "part-stop", choice: 0, part });
  }

  partWhole(head: Part): void {
    this.partStop(this.partStart(head));
  }

  /** Takes note of a piece that was passed on as it came. */
  pass(reader: Reader): void {
    this.passed = reader;
  }

  /** The block of a text has stopped. */
  holdText(part: number): void {
    // Two texts side by side are no stream of this style, and still end.
    if (this.text !== undefined) this.partStop(this.text);
    this.text = part;
  }

  /** The signature of the text before it, or of one that says nothing. */
  signText(signature: Signature): void {
    if (this.text === undefined) this.settle();
    this.text ??= this.partStart({ type: "text", text: "" });
    this.partDelta(this.text, { kind: "signature", ...signature });
    this.settle();
  }

  holdCarrier(block: AnswerThinkingBlock): void {
    this.settle();
    this.carrier = block;
  }

  /** Nothing that was waited for came. */
  settle(): void {
    if (this.text !== undefined) this.partStop(this.text);
    this.text = undefined;
    if (this.carrier !== undefined) this.partWhole(this.read.whole(this.carrier));
    this.carrier = undefined;
  }

  private stopFirst(): void {
    const [first] = this.open.entries();
    if (first !== undefined) this.stop({ index: first[0] });
  }

  /** A block that was never stopped ends before the next one, where nothing may follow what it said. Others may still grow. */
  private stopSaid(): void {
    for (const [index, reader] of this.open.entries()) if (reader.said === true) this.stop({ index });
  }

  private readerOf(block: AnswerBlock): Reader {
    if (!isKnownBlock(block)) {
      this.settle();
      return new OpaqueReader(block, this);
    }
    // A thought settles the matter itself: it may be what was waited for.
    if (block.type !== "thinking" && block.type !== "tool_use") this.settle();
    switch (block.type) {
      case "text":
        return new TextReader(block, this);
      case "thinking":
        return new ThinkingReader(block, this);
      case "tool_use":
        return this.callReader(block);
      case "server_tool_use":
        return new GatheringReader(block, this);
      case "redacted_thinking":
      case "web_search_tool_result":
      case "web_fetch_tool_result":
      case "code_execution_tool_result":
      case "bash_code_execution_tool_result":
      case "text_editor_code_execution_tool_result":
      case "tool_search_tool_result":
      case "image":
      case "document":
      case "search_result":
      case "tool_result":
        this.partWhole(this.read.whole(block));
        return COMPLETE;
      default:
        return block satisfies never;
    }
  }

  private callReader(block: AnswerToolUseBlock): Reader {
    const signature = carriedSignature(this.carrier)?.signature;
    this.carrier = undefined;
    this.settle();
    return isFreeForm(block, this.options.context) ? new FreeFormReader(block, signature, this) : new CallReader(block, signature, this);
  }

  private misplaced(type: KnownDelta["type"]): void {
    this.step.protocol(`This block does not take a ${type}; it is left out.`, ["delta"]);
  }
}

/** False: it does not take a delta of this kind. */
function takes(reader: Reader, delta: KnownDelta): boolean {
  switch (delta.type) {
    case "text_delta":
      return reader.piece(delta.type, delta.text ?? "");
    case "thinking_delta":
      return reader.piece(delta.type, delta.thinking ?? "");
    case "input_json_delta":
      return reader.piece(delta.type, delta.partial_json ?? "");
    case "signature_delta":
      return reader.sign?.(delta.signature) ?? false;
    case "citations_delta":
      return reader.cite?.(delta.citation) ?? false;
    default:
      return delta satisfies never;
  }
}
