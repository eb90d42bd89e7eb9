/**
 * Calls in a messages stream: their input comes in pieces of JSON text. Text that is no object travels in an object's
 * clothes, so the first pieces wait until it is clear which of the two it is.
 */

import { GrowingText } from "../../core/growing-text.js";
import { plain } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { argumentsFromText, argumentsFromValue, isCutOff, RAW_ARGUMENTS } from "../../model/arguments.js";
import { MAX_GATHERED } from "../../model/held.js";
import type { Signature } from "../../model/index.js";
import { restoreToolName } from "../../model/tools.js";
import type { Context } from "../options.js";
import type { RepeatSource } from "../style.js";
import type { BlocksDecoder } from "./stream-block-decoder.js";
import type { HotPiece, Reader } from "./stream-block-readers.js";
import { inputOf, WRAPPED } from "./stream-pieces.js";
import type { PlainDelta } from "./stream-plain.js";
import type { AnswerToolUseBlock } from "./wire-answer.js";

/** Whether the tool takes text, which was declared as an object of one string where only objects are legal. */
export function isFreeForm({ name }: AnswerToolUseBlock, context: Context | undefined): boolean {
  return context?.customTools?.includes(restoreToolName(name, context)) === true;
}

/** `{"type":"tool_use","id":"toolu_1","name":"f","input":{}}`, then `{"type":"input_json_delta","partial_json":"{\"a\""}` */
export class CallReader implements Reader, RepeatSource {
  private readonly blocks: BlocksDecoder;
  private readonly part: number;
  /** What stood in the block: it counts where no pieces come. */
  private input: unknown;
  /** Pieces that are not passed on yet, because they may be text in an object's clothes. */
  private waiting: string | undefined = "";
  /** How the arguments begin, without white space, as far as that matters. */
  private begun = "";
  /** All of them. */
  private readonly text = new GrowingText(MAX_GATHERED);

  constructor(block: AnswerToolUseBlock, signature: Signature | undefined, blocks: BlocksDecoder) {
    this.blocks = blocks;
    this.input = block.input;
    this.part = blocks.partStart({ ...blocks.read.call({ ...block, input: {} }, signature), arguments: { json: "" } });
  }

  piece(type: PlainDelta["type"], text: string): boolean {
    if (type !== "input_json_delta") return false;
    this.text.add(text);
    if (this.waiting !== undefined) this.begin(this.waiting + text, text);
    else if (text !== "") this.blocks.partDelta(this.part, { kind: "arguments", json: text });
    if (this.waiting === undefined) this.blocks.pass(this);
    return true;
  }

  stop(): void {
    const { blocks, part, input, waiting } = this;
    if (this.begun === "") this.release(argumentsFromValue(plain(input)).json);
    else if (waiting !== undefined) this.release(argumentsFromValue(argumentsFromText(waiting).value ?? { [RAW_ARGUMENTS]: waiting }).json);
    blocks.partStop(part);
  }

  /** Half a call must not look like a whole one: its text as far as it came, and no object around it. */
  abandon(): void {
    const { blocks, part, waiting } = this;
    if (waiting !== undefined && waiting !== "") this.release(waiting);
    blocks.partStop(part);
  }

  get cut(): boolean {
    return isCutOff(this.text.text);
  }

  hot(): HotPiece {
    return { part: this.part, kind: "arguments", field: "partial_json", source: this };
  }

  take(bytes: Uint8Array, start: number, end: number): void {
    this.text.take(bytes, start, end);
  }

  advance(events: number): readonly [] {
    return this.blocks.skip(events);
  }

  private begin(waiting: string, text: string): void {
    this.waiting = waiting;
    this.begun += text.replace(/\s+/g, "").slice(0, WRAPPED.length - this.begun.length);
    if (!WRAPPED.startsWith(this.begun)) this.release(waiting);
  }

  private release(json: string): void {
    this.waiting = undefined;
    this.input = undefined;
    this.blocks.partDelta(this.part, { kind: "arguments", json });
  }
}

/** What a call of such a tool is depends on all of its input. */
export class FreeFormReader implements Reader {
  private readonly blocks: BlocksDecoder;
  private readonly block: AnswerToolUseBlock;
  private readonly signature: Signature | undefined;
  private readonly place: Path;
  private readonly text = new GrowingText(MAX_GATHERED);

  constructor(block: AnswerToolUseBlock, signature: Signature | undefined, blocks: BlocksDecoder) {
    this.blocks = blocks;
    this.block = block;
    this.signature = signature;
    this.place = blocks.read.place;
  }

  piece(type: PlainDelta["type"], text: string): boolean {
    if (type !== "input_json_delta") return false;
    this.text.add(text);
    return true;
  }

  get cut(): boolean {
    return isCutOff(this.text.text);
  }

  /** Nobody knows of it yet, and half a call is none. */
  abandon(): void {}

  stop(): void {
    const { blocks, block, signature, place } = this;
    const json = this.text.text;
    const whole = blocks.read.call(json.trim() === "" ? block : { ...block, input: inputOf(json) }, signature, place);
    const part = blocks.partStart({ ...whole, arguments: { json: "" } });
    blocks.partDelta(part, { kind: "arguments", json: whole.arguments.json });
    blocks.partStop(part);
  }
}
