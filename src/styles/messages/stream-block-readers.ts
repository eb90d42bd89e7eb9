/** What the open blocks of a messages stream do with the deltas that are theirs. */

import { GrowingText } from "../../core/growing-text.js";
import { brief, dropped } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { isCutOff } from "../../model/arguments.js";
import type { Rest } from "../../model/extensions.js";
import { MAX_CITATIONS, MAX_GATHERED } from "../../model/held.js";
import { readSignature } from "../../model/signature.js";
import type { RepeatSource } from "../style.js";
import { decodeCitation } from "./citations.js";
import { carriedSignature } from "./reasoning-blocks.js";
import type { BlocksDecoder } from "./stream-block-decoder.js";
import { grown, inputOf } from "./stream-pieces.js";
import type { FIELDS, PlainDelta } from "./stream-plain.js";
import type { WireCitation } from "./wire.js";
import type { AnswerTextBlock, AnswerThinkingBlock, WholeBlock } from "./wire-answer.js";

/** What an open block does with the events that are its own. */
export interface Reader {
  /** The input of a tool as far as it came is not yet JSON. */
  readonly cut?: boolean;
  /** What comes last in such a block, a signature or what is cited, has come. */
  readonly said?: boolean;
  /** False: it does not take pieces of this kind. */
  piece(type: PlainDelta["type"], text: string): boolean;
  /** True, where it takes signatures. */
  sign?(signature: string | null | undefined): true;
  /** True, where it takes citations. */
  cite?(citation: WireCitation): true;
  /** A delta of a kind that this version does not know. */
  unknown?(delta: Rest): void;
  stop(): void;
  /** The stream was cut. Without it, what is held goes out as at the end of the block. */
  abandon?(): void;
  /** The piece that it passed on last. */
  hot?(): HotPiece;
}

export interface HotPiece {
  readonly part: number;
  readonly kind: "text" | "thinking" | "arguments";
  /** The field of the delta that holds it. */
  readonly field: (typeof FIELDS)[keyof typeof FIELDS];
  /** The block itself. */
  readonly source: RepeatSource;
}

/** A block that was complete from its start. */
export const COMPLETE: Reader = { piece: () => false, stop: () => undefined };

/** `{"type":"text","text":""}`, then `{"type":"text_delta","text":"Hi"}` and `{"type":"citations_delta","citation":{…}}` */
export class TextReader implements Reader, RepeatSource {
  private readonly blocks: BlocksDecoder;
  private readonly part: number;
  /** Where it starts in the visible text. */
  private readonly start: number;
  private citations: WireCitation[] | undefined = undefined;

  constructor(block: AnswerTextBlock, blocks: BlocksDecoder) {
    const { text, citations } = block;
    this.blocks = blocks;
    this.start = blocks.visible;
    this.part = blocks.partStart(blocks.read.text(block));
    citations?.forEach((citation, index) => {
      this.keep(citation, [...blocks.read.place, "citations", index]);
    });
    this.add(text ?? "");
  }

  piece(type: PlainDelta["type"], text: string): boolean {
    if (type !== "text_delta") return false;
    this.add(text);
    if (text !== "") this.blocks.pass(this);
    return true;
  }

  get said(): boolean {
    return this.citations !== undefined;
  }

  cite(citation: WireCitation): true {
    this.keep(citation, [...this.blocks.step.place, "delta", "citation"]);
    return true;
  }

  stop(): void {
    const { blocks, part, citations } = this;
    if (citations !== undefined) for (const citation of citations) this.writeCitation(citation);
    blocks.holdText(part);
  }

  hot(): HotPiece {
    return { part: this.part, kind: "text", field: "text", source: this };
  }

  advance(events: number, units: number): readonly [] {
    this.blocks.visible += units;
    return this.blocks.skip(events);
  }

  private add(text: string): void {
    if (text === "") return;
    this.blocks.visible += text.length;
    this.blocks.partDelta(this.part, { kind: "text", text });
  }

  /** What it covers is known when the text has ended; whether it can be read, at once. */
  private keep(citation: WireCitation, path: Path): void {
    if (decodeCitation(citation) === undefined) {
      const message = `A citation of the kind ${brief(citation.type)} cannot be read; it is left out.`;
      this.blocks.step.report(dropped("dropped.value", path, message));
      return;
    }
    // One more than is told, so that it is known that there are more.
    if (this.blocks.cited > MAX_CITATIONS) return;
    this.blocks.cited++;
    this.citations ??= [];
    this.citations.push(citation);
  }

  private writeCitation(citation: WireCitation): void {
    const { blocks, part, start } = this;
    const decoded = decodeCitation(citation, { start, end: blocks.visible });
    // Never reached: what cannot be read was not kept.
    if (decoded === undefined) return;
    blocks.partDelta(part, { kind: "citation", citation: decoded });
  }
}

/** `{"type":"thinking","thinking":"","signature":""}`, then `thinking_delta` and, last, `signature_delta` */
export class ThinkingReader implements Reader, RepeatSource {
  private readonly blocks: BlocksDecoder;
  /** Not read yet: without a text it may be the carrier of another part's signature. */
  private block: AnswerThinkingBlock | undefined;
  private part = -1;
  private signature: string;

  constructor(block: AnswerThinkingBlock, blocks: BlocksDecoder) {
    this.blocks = blocks;
    this.block = block;
    this.signature = block.signature ?? "";
    this.add(block.thinking ?? "");
  }

  piece(type: PlainDelta["type"], text: string): boolean {
    if (type !== "thinking_delta") return false;
    this.add(text);
    if (this.block === undefined) this.blocks.pass(this);
    return true;
  }

  get said(): boolean {
    return this.signature !== "";
  }

  sign(signature: string | null | undefined): true {
    this.signature = signature ?? this.signature;
    return true;
  }

  stop(): void {
    const { block, blocks, signature } = this;
    const carried = block && carriedSignature({ ...block, thinking: "", signature });
    if (carried?.slot === "x") blocks.signText(carried.signature);
    else if (block !== undefined && carried?.slot === "c") blocks.holdCarrier({ ...block, signature });
    else {
      if (block !== undefined) this.begin(block);
      if (signature !== "") blocks.partDelta(this.part, { kind: "signature", ...readSignature(signature, "messages") });
      blocks.partStop(this.part);
    }
  }

  hot(): HotPiece {
    return { part: this.part, kind: "thinking", field: "thinking", source: this };
  }

  advance(events: number): readonly [] {
    return this.blocks.skip(events);
  }

  private add(text: string): void {
    if (text === "") return;
    if (this.block !== undefined) this.begin(this.block);
    this.blocks.partDelta(this.part, { kind: "thinking", text });
  }

  private begin(block: AnswerThinkingBlock): void {
    const { blocks } = this;
    this.block = undefined;
    blocks.settle();
    this.part = blocks.partStart(blocks.read.thinking(block));
  }
}

/** A block that has a meaning only when it is whole: its pieces are put into it when it stops. */
export class GatheringReader implements Reader {
  private readonly blocks: BlocksDecoder;
  private readonly block: WholeBlock;
  private readonly input = new GrowingText(MAX_GATHERED);

  constructor(block: WholeBlock, blocks: BlocksDecoder) {
    this.blocks = blocks;
    this.block = block;
  }

  piece(type: PlainDelta["type"], text: string): boolean {
    if (type !== "input_json_delta") return false;
    this.input.add(text);
    return true;
  }

  get cut(): boolean {
    return isCutOff(this.input.text);
  }

  stop(): void {
    const { blocks, block } = this;
    const json = this.input.text;
    blocks.settle();
    blocks.partWhole(blocks.read.whole(this.filled(json.trim() === "" ? block : { ...block, input: inputOf(json) })));
  }

  protected filled(block: WholeBlock): WholeBlock {
    return block;
  }
}

/** A block of a kind that this version does not know, which may take deltas of such kinds. */
export class OpaqueReader extends GatheringReader {
  private readonly pieces: Rest[] = [];

  unknown(delta: Rest): void {
    this.pieces.push(delta);
  }

  protected override filled(block: WholeBlock): WholeBlock {
    return this.pieces.length === 0 ? block : { ...block, ...grown(block, this.pieces) };
  }
}
