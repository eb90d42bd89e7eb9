/** What the open blocks of a messages stream do with the deltas that are theirs. */

import { GrowingText } from "../../core/collections.js";
import { brief, dropped, overruled, type Path } from "../../core/issue.js";
import { type JsonObject, plain } from "../../core/json.js";
import { hasMembers } from "../../core/lenient-parse.js";
import { UNTRACED } from "../../core/trace.js";
import { readSignature } from "../../model/common.js";
import { hasOnly, type Rest } from "../../model/extensions.js";
import type { Part, ToolCallPart } from "../../model/index.js";
import { argumentsFromText, argumentsFromValue, argumentsObject, isCutOff, RAW_ARGUMENTS } from "../../model/tools.js";
import { MAX_CITATIONS, MAX_GATHERED } from "../../stream/limits.js";
import { decodeCitation, decodeText } from "./citations.js";
import { carriedSignature, decodeThought } from "./reasoning.js";
import type { BlocksDecoder } from "./stream-block-decoder.js";
import type { WireCitation } from "./wire.js";
import type { AnswerBlockOf, TextDelta } from "./wire-answer.js";

/** An open block; by itself one that was complete from its start. */
export class OpenBlock {
  /** Deltas of the text that it holds. */
  readonly takes: TextDelta["type"] | undefined = undefined;
  protected part = -1;
  /** It as it began. */
  declare first: Rest;

  constructor(protected readonly blocks: BlocksDecoder) {}

  /** What comes last in such a block, a signature or what is cited, has come. */
  get ended(): boolean {
    return false;
  }

  /** The input of a tool as far as it came is not yet JSON. */
  get cut(): boolean {
    return false;
  }

  add(_text: string): void {}
  sign?(signature: string | null | undefined): void;
  cite?(citation: WireCitation, path: Path): void;
  /** Those that deltas of unknown kinds gave. */
  declare readonly fields?: Map<string, unknown> | undefined;
  /** @param _cut whether the stream was */
  stop(_cut?: boolean): void {}
}

/** `{"type":"text","text":""}`, then `{"type":"text_delta","text":"Hi"}` and `{"type":"citations_delta","citation":{…}}` */
export class TextBlock extends OpenBlock {
  override readonly takes = "text_delta";
  /** Where it starts in the visible text. */
  private readonly start: number;
  declare private citations: WireCitation[] | undefined;

  constructor(blocks: BlocksDecoder, block: AnswerBlockOf<"text">) {
    super(blocks);
    this.start = blocks.visible;
    const isPlain = hasOnly(block, TEXT);
    this.part = blocks.partStart(isPlain ? EMPTY_TEXT : decodeText({ ...block, text: "", citations: undefined }, NOWHERE, UNPLACED));
    for (const [index, citation] of block.citations?.entries() ?? []) this.cite(citation, [...blocks.place, "citations", index]);
    this.add(block.text ?? "");
  }

  override get ended(): boolean {
    return this.citations !== undefined;
  }

  override add(text: string): void {
    if (text === "") return;
    this.blocks.visible += text.length;
    this.blocks.partDelta(this.part, { kind: "text", text });
  }

  override stop(): void {
    const { blocks, part, start, citations = [] } = this;
    for (const wire of citations) {
      const citation = decodeCitation(wire, { start, end: blocks.visible });
      if (citation !== undefined) blocks.partDelta(part, { kind: "citation", citation });
    }
    blocks.stopped(part);
  }

  /** What it covers is known when the text has ended; whether it can be read, at once. */
  override cite(citation: WireCitation, path: Path): void {
    const message = `A citation of the type ${JSON.stringify(brief(citation.type))} cannot be read; it was left out.`;
    if (decodeCitation(citation) === undefined) this.blocks.host.report(dropped("dropped.value", path, message));
    // One more than is written, so that it is known that there are more.
    else if (this.blocks.cited++ <= MAX_CITATIONS) {
      this.citations ??= [];
      this.citations.push(citation);
    }
  }
}

/** `{"type":"thinking","thinking":"","signature":""}`, then `thinking_delta` and, last, `signature_delta` */
export class ThinkingBlock extends OpenBlock {
  override readonly takes = "thinking_delta";
  /** Not read yet: without a text it may be the carrier of another part's signature. */
  private block: AnswerBlockOf<"thinking"> | undefined;
  private signature: string;

  constructor(blocks: BlocksDecoder, block: AnswerBlockOf<"thinking">) {
    super(blocks);
    this.block = block;
    this.signature = block.signature ?? "";
    this.add(block.thinking ?? "");
  }

  override get ended(): boolean {
    return this.signature !== "";
  }

  override add(text: string): void {
    if (text === "") return;
    this.begin();
    this.blocks.partDelta(this.part, { kind: "thinking", text });
  }

  override sign(signature: string | null | undefined): void {
    this.signature = signature ?? this.signature;
  }

  override stop(): void {
    const { block, blocks, signature } = this;
    const carried = block && carriedSignature({ ...block, thinking: "", signature });
    if (carried?.slot === "x") blocks.signText(carried.signature);
    else if (block !== undefined && carried?.slot === "c") blocks.carry({ ...block, signature });
    else {
      this.begin();
      if (signature !== "") blocks.partDelta(this.part, { kind: "signature", ...readSignature(signature, "messages") });
      blocks.partStop(this.part);
    }
  }

  private begin(): void {
    const { block, blocks } = this;
    if (block === undefined) return;
    this.block = undefined;
    blocks.settle();
    const isPlain = hasOnly(block, THOUGHT);
    this.part = blocks.partStart(isPlain ? EMPTY_THOUGHT : decodeThought({ ...block, thinking: "", signature: "" }, NOWHERE, UNPLACED));
  }
}

/** A block that has a meaning only when it is whole: its input comes in pieces of JSON text, which are put into it when it stops. */
export class GatheredBlock<Block extends Rest, Read extends Part = Part> extends OpenBlock {
  override readonly takes = "input_json_delta";
  /** All of it. */
  protected readonly input = new GrowingText(MAX_GATHERED);
  /** Where it began with an input of its own, in place of which pieces count. */
  declare private begins: Path | undefined;

  constructor(
    blocks: BlocksDecoder,
    protected readonly block: Block,
    protected readonly read: (block: Block) => Read,
    /**
     * Of a block of a kind that this version does not know, which may take deltas of such kinds. The fields of other blocks have a
     * meaning, and a delta that is not known must not change them.
     */
    override readonly fields?: Map<string, unknown>,
  ) {
    super(blocks);
    if (hasMembers(block.input)) this.begins = [...blocks.place, "input"];
  }

  override get cut(): boolean {
    return isCutOff(this.input.text);
  }

  override add(text: string): void {
    if (this.begins !== undefined && text.trim() !== "") {
      this.blocks.host.report(overruled(this.begins, "input_json_delta"));
      this.begins = undefined;
    }
    this.input.add(text);
  }

  override stop(cut?: boolean): void {
    const { block, blocks, fields = [], input } = this;
    // Nothing of a call was passed on, and half a call is none.
    if (cut && block.type === "tool_use") return;
    blocks.settle();
    const filled = input.text.trim() === "" ? block : { ...block, input: inputOf(input.text) };
    blocks.emitPart(this.read({ ...filled, ...Object.fromEntries(fields) }));
  }
}

/** How text begins that stands in an object, because only objects were legal. */
const WRAPPED = `{${JSON.stringify(RAW_ARGUMENTS)}:`;

/** Streamed input as the object that it is; text that is none is wrapped. */
function inputOf(json: string): JsonObject {
  return argumentsObject(argumentsFromText(json));
}

/**
 * `{"type":"tool_use","id":"toolu_1","name":"f","input":{}}`, then `{"type":"input_json_delta","partial_json":"{\"a\""}`.
 * Text that is no object is wrapped in one, so the first pieces wait until it is clear which of the two it is.
 */
export class CallBlock extends GatheredBlock<AnswerBlockOf<"tool_use">, ToolCallPart> {
  /** How the arguments begin, without white space, as far as that matters. */
  private begun = "";
  private isOpen = false;

  constructor(blocks: BlocksDecoder, block: AnswerBlockOf<"tool_use">, read: (block: AnswerBlockOf<"tool_use">) => ToolCallPart) {
    super(blocks, block, read);
    this.part = blocks.partStart({ ...read({ ...block, input: {} }), arguments: { json: "" } });
  }

  override add(text: string): void {
    super.add(text);
    if (this.isOpen) this.release(text);
    else {
      this.begun += text.replace(/\s+/g, "").slice(0, WRAPPED.length - this.begun.length);
      if (!WRAPPED.startsWith(this.begun)) this.release(this.input.text);
    }
  }

  override stop(cut?: boolean): void {
    const { block, input } = this;
    if (!this.isOpen) {
      // Without pieces, what stood in the block counts.
      const whole = this.begun === "" ? plain(block.input) : inputOf(input.text);
      // Half a call must not look like a whole one: its text as far as it came, and no object around it.
      this.release(cut ? input.text : argumentsFromValue(whole).json);
    }
    this.blocks.partStop(this.part);
  }

  private release(json: string): void {
    this.isOpen = true;
    if (json !== "") this.blocks.partDelta(this.part, { kind: "arguments", json });
  }
}

const NOWHERE: Path = [];
const UNPLACED = { trace: UNTRACED };
/** Blocks of which nothing is known but this are read at once. */
const TEXT = ["type", "text"];
const THOUGHT = ["type", "thinking", "signature"];
const EMPTY_TEXT: Part = { type: "text", text: "" };
const EMPTY_THOUGHT: Part = { type: "thinking", text: "" };
