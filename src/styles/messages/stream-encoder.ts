/**
 * Canonical events, written as the events of a messages stream: one block at a time, in the order in which their parts start,
 * and the reason of the end together with the final counts.
 *
 *     message_start, (content_block_start, content_block_delta…, content_block_stop)…, message_delta, message_stop
 *
 * What is held back: parts behind one that has not ended, and the end of the message until the stream ends.
 */

import { approximated, type Issue, notice, type Path, type Report } from "../../core/issue.js";
import { dropFields, dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalError, ChoiceMetaEvent, Part, PartDelta, StartEvent } from "../../model/index.js";
import { type ChoiceEncoding, EventEncoder, type FinishEvent } from "../../stream/encoder.js";
import { MAX_GATHERED, tooMuch } from "../../stream/limits.js";
import { type BlockWriter, createAnswerWriter } from "./block.js";
import { error as errors } from "./error.js";
import { ANSWER } from "./fields.js";
import { encodeFinish, encodeUsage } from "./finish.js";
import { leftOutAtEnd } from "./reasoning.js";
import { CHOICE_LOSSES, otherChoice } from "./response.js";
import { print } from "./stream.js";
import { createWriter, type PartWriter, pathOf } from "./stream-block-encoder.js";
import type { Block } from "./wire.js";
import { AnswerBlock, type BlockDelta, type MessageStartEvent, type MessagesResponse, type MessagesStreamEvent } from "./wire-answer.js";

const CHOICE: Path = ["choices", 0];
/** What a delta holds besides its text, in units of text. */
const HELD_BY_EACH = 64;

/** A part that waits for its turn, and what came of it. */
interface WaitingPart {
  readonly head: Part;
  readonly deltas: PartDelta[];
  stopped: boolean;
}
/** A block that holds nothing but a signature, and waits for one behind it. */
interface Carried {
  readonly block: Block;
  readonly path: Path;
  /** The event that brought it. */
  readonly event: number;
}

export class MessagesEncoder extends EventEncoder<MessagesStreamEvent, MessagesResponse> implements ChoiceEncoding {
  protected readonly style = ANSWER;
  /** Text of the model's own refusal: it is the reason of the end as well. */
  declare refusal: string | undefined;
  /** Index of the open block, or of the next one. */
  private block = 0;
  /** Writes the part that started first of those that have not ended, the only one whose block may be open. */
  private live: PartWriter | undefined = undefined;
  /** Later parts, in the order in which they started, and what they hold. */
  declare private waiting: Map<number, WaitingPart> | undefined;
  private held = 0;
  /** Calls whose block was closed before they stopped, because their arguments were complete. */
  declare private early: Set<number> | undefined;
  private called = false;
  /** That of the choice which is written. */
  private number = 0;
  finished = false;
  declare private ending: FinishEvent | undefined;
  /** The event that told it. */
  declare private at: number | undefined;
  declare private blocks: BlockWriter | undefined;
  declare private carried: Carried[] | undefined;

  override get report() {
    return (issue: Issue) => void this.reportAlways(issue);
  }

  json(event: MessagesStreamEvent): string | undefined {
    return print(event);
  }

  get alters(): boolean {
    // What waits is written piece by piece, and complete arguments let it be written.
    return Boolean(this.waiting || this.early?.size || this.live?.wrapper);
  }

  startPart(part: number, head: Part): void {
    if (this.live?.part === part || this.waiting?.has(part)) {
      this.protocol(`Part ${part} started twice; the second is left out.`);
      return;
    }
    this.called ||= head.type === "tool-call";
    if (this.live === undefined) this.live = createWriter(head, part, this);
    else {
      this.waiting ??= new Map();
      this.waiting.set(part, { head, deltas: [], stopped: false });
      this.settle(false);
    }
  }

  delta(part: number, delta: PartDelta): void {
    const { live, waiting } = this;
    if (live?.part === part) {
      live.delta(delta);
      if (waiting !== undefined) this.settle(false);
      return;
    }
    const later = waiting?.get(part);
    if (later !== undefined) {
      later.deltas.push(delta);
      this.held += HELD_BY_EACH + (delta.kind === "text" || delta.kind === "thinking" ? delta.text.length : 0);
      if (this.held <= MAX_GATHERED) return;
      const { error, finding } = tooMuch("characters behind a call that does not end", MAX_GATHERED, []);
      this.report(finding);
      this.breakOff(error);
    } else if (!this.early?.has(part)) this.lateDelta();
    // White space may stand behind the values of a JSON text.
    else if (delta.kind !== "arguments" || /\S/.test(delta.json)) {
      const message = `The arguments of part ${part} are whole; this is left out.`;
      this.once(notice("stream.late_delta", [...pathOf(part), "arguments"], message, { severity: "warning" }));
    }
  }

  stopPart(part: number): void {
    const waiting = this.waiting?.get(part);
    if (this.live?.part === part) this.settle(true);
    else if (waiting !== undefined) waiting.stopped = true;
    else this.early?.delete(part);
  }

  meta(meta: ChoiceMetaEvent): void {
    if (meta.citations?.length) {
      const message = "The citations came too late; they are left out.";
      this.once(approximated("approximated.citation", [...CHOICE, "citations"], message));
    }
    dropFields(meta, CHOICE_LOSSES, CHOICE, "messages", (issue) => this.once(issue));
  }

  protected override finish(event: FinishEvent): void {
    if (this.choice(event.choice) === undefined) return;
    this.finished = true;
    this.ending = event;
    this.at = this.place;
  }

  /** An answer of which only the end is missing is complete. */
  override end(): readonly MessagesStreamEvent[] {
    if (this.finished && this.phase !== "closed") this.complete();
    return super.end();
  }

  // What the writers of parts use.

  /** Opens a block, behind those that wait for one behind them. */
  startBlock(block: AnswerBlock): void {
    const { carried = [] } = this;
    this.carried = undefined;
    for (const { block: carrier } of carried) this.whole(carrier);
    this.emit({ type: "content_block_start", index: this.block, content_block: block });
  }

  blockDelta(delta: BlockDelta): void {
    this.emit({ type: "content_block_delta", index: this.block, delta });
  }

  stopBlock(): void {
    this.emit({ type: "content_block_stop", index: this.block });
    this.block++;
  }

  /** What clients put together of pieces comes in one, even where it is known from the start. */
  whole(block: Block): void {
    const known = AnswerBlock.isKnown(block) ? block : undefined;
    if (known?.type === "text") {
      this.startBlock({ ...known, text: "" });
      this.blockDelta({ type: "text_delta", text: known.text });
    } else if (known?.type === "thinking") {
      this.startBlock({ ...known, signature: "" });
      this.blockDelta({ type: "signature_delta", signature: known.signature });
    } else if (known?.type === "server_tool_use") {
      this.startBlock({ ...known, input: {} });
      this.blockDelta({ type: "input_json_delta", partial_json: JSON.stringify(known.input ?? {}) });
    } else this.startBlock(block);
    this.stopBlock();
  }

  carry(block: Block, path: Path, event = this.place): void {
    this.carried ??= [];
    this.carried.push({ block, path, event });
  }

  /** Writes parts whole. Nothing of them looks back or ahead, so no block is looked up again. */
  get writer(): BlockWriter {
    this.blocks ??= createAnswerWriter(this.options, this.report);
    return this.blocks;
  }

  protected choice(number: number): this | undefined {
    if (this.phase === "before") this.start({ type: "start", choice: number });
    if (number === this.number) return this;
    this.once(otherChoice(number));
    return undefined;
  }

  protected override get root(): Path {
    return [];
  }

  protected override ping(): void {
    // Nothing may come before message_start.
    if (this.phase === "open") this.emit({ type: "ping" });
  }

  protected begin({ choice = 0, extensions }: StartEvent, fields: Partial<MessagesResponse>): void {
    const { options, usage } = this;
    this.number = choice;
    // Losses of counts are reported at the end, with the final ones.
    const known = usage ?? { inputTokens: options.inputTokensEstimate ?? 0, outputTokens: 0 };
    // Nothing has come out yet, and what was thought is a part of that.
    const { output_tokens_details: _later, ...counts } = encodeUsage(known, [], () => {}, true);
    const message: MessageStartEvent["message"] = {
      id: this.id,
      type: "message",
      role: "assistant",
      model: this.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: Object.assign({}, counts, { output_tokens: 0 }, fields.usage),
    };
    this.emit({ type: "message_start", message: restoreUnknown(message, extensions, "messages") });
  }

  protected fail(error: CanonicalError): void {
    this.emit({ type: "error", error: this.encodeError(errors, error).error });
  }

  /** A stream that never stated why it ended is no legal one; it ended all the same. */
  protected close(): void {
    this.start({ type: "start" });
    for (const waiting of this.waiting?.values() ?? []) waiting.stopped = true;
    this.settle(true);
    if (this.phase === "closed") return;
    for (const { path, event } of this.carried ?? []) this.reportAt(event)(leftOutAtEnd(path));
    const { finish = { reason: "other" } as const, promptBlock, extensions } = this.ending ?? {};
    const report = this.reportAt(this.at);
    dropUnknown(extensions, "messages", CHOICE, report);
    const stop = encodeFinish(finish, { refusal: this.refusal, calls: this.called, promptBlock }, [...CHOICE, "finish"], report);
    const usage = encodeUsage(this.usage, ["usage"], this.reportAt(this.usage && this.counted), this.options.lossesOnly);
    this.emit({ type: "message_delta", delta: restoreUnknown(stop, extensions, "messages"), usage });
    this.emit({ type: "message_stop" });
  }

  /** Ends the live part if it may end, and writes what the next ones have given so far, up to the first that goes on. */
  private settle(stopped: boolean): void {
    if (!this.endLive(stopped)) return;
    const { waiting = [] } = this;
    for (const [part, { head, deltas, stopped: hasStopped }] of waiting) {
      // Arguments that are refused end the stream.
      if (this.phase === "closed") return;
      this.waiting?.delete(part);
      if (this.waiting?.size === 0) this.waiting = undefined;
      this.live = createWriter(head, part, this);
      for (const delta of deltas) this.live.delta(delta);
      if (!this.endLive(hasStopped)) return;
    }
  }

  /**
   * Ends the live part where it has ended, or where another waits and this one is complete: a complete object cannot grow, so
   * the next part need not wait for the stop.
   * @returns whether it did
   */
  private endLive(stopped: boolean): boolean {
    const { live } = this;
    if (live === undefined || this.phase === "closed") return false;
    if (!stopped) {
      if (this.waiting === undefined || !live.complete) return false;
      this.early ??= new Set();
      this.early.add(live.part);
    }
    this.live = undefined;
    live.stop();
    return true;
  }

  /** Without a source, findings stand at their canonical place alone. */
  private reportAt(event: number | undefined): Report {
    const { options, report } = this;
    if (options.position === undefined || event === undefined) return report;
    return (issue) => report({ ...issue, path: [event, ...issue.path] });
  }
}
