/**
 * Canonical events, written as the events of a messages stream: one block at a time, in the order in which their parts start,
 * and the reason of the end together with the final counts.
 *
 *     message_start, (content_block_start, content_block_delta…, content_block_stop)…, message_delta, message_stop
 *
 * What is held back: parts behind one that has not ended, and the end of the message until the stream ends.
 */

import { approximated, dropped, type Issue, notice } from "../../core/issue.js";
import { oncePerKind } from "../../core/issue-log.js";
import type { Path } from "../../core/path.js";
import { splitPart } from "../../model/events.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalError, ChoiceMetaEvent, Part, PartDelta, StartEvent } from "../../model/index.js";
import { type ChoiceEncoding, EventEncoder, type FinishEvent } from "../../stream/encoder.js";
import { MAX_GATHERED, tooMuch } from "../../stream/limits.js";
import type { StreamEncodeOptions } from "../style.js";
import { createCallIds, type BlockWriter as PartWriter } from "./block.js";
import { error as errors } from "./error.js";
import { ANSWER } from "./fields.js";
import { encodeFinish } from "./finish.js";
import { createAnswerWriter } from "./parts.js";
import { leftOutAtEnd } from "./reasoning-blocks.js";
import { type BlockWriter, pathOf, RefusalWriter, TextWriter, ThinkingWriter, WholeWriter } from "./stream-block-encoder.js";
import { CallWriter } from "./stream-call-encoder.js";
import { printPlain } from "./stream-plain.js";
import { encodeUsage } from "./usage.js";
import type {
  AnswerBlock,
  AnswerRedactedBlock,
  AnswerThinkingBlock,
  BlockDelta,
  MessageStartEvent,
  MessagesResponse,
  MessagesStreamEvent,
} from "./wire-answer.js";

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
  readonly block: AnswerThinkingBlock | AnswerRedactedBlock;
  readonly path: Path;
  /** The event that brought it. */
  readonly event: number;
}

export class MessagesEncoder extends EventEncoder<MessagesStreamEvent, MessagesResponse> implements ChoiceEncoding {
  /** Reports the first finding of its kind only. */
  readonly once: (issue: Issue) => void;
  readonly ids = createCallIds();
  /** Text of the model's own refusal: it is the reason of the end as well. */
  refusal: string | undefined = undefined;
  /** Index of the open block, or of the next one. */
  private block = 0;
  /** Writes the part that started first of those that have not ended, the only one whose block may be open. */
  private live: BlockWriter | undefined = undefined;
  /** Later parts, in the order in which they started, and what they hold. */
  private waiting: Map<number, WaitingPart> | undefined = undefined;
  private held = 0;
  /** Calls whose block was closed before they stopped, because their arguments were complete. */
  private early: Set<number> | undefined = undefined;
  private called = false;
  private ending: FinishEvent | undefined = undefined;
  private endedAt: number | undefined = undefined;
  private parts: PartWriter | undefined = undefined;
  private carried: Carried[] | undefined = undefined;

  constructor(options: StreamEncodeOptions = {}) {
    super(options, options.report ?? IGNORE);
    this.once = oncePerKind(this.report, true);
  }

  json(event: MessagesStreamEvent): string | undefined {
    return printPlain(event);
  }

  get alters(): boolean {
    // What waits is written piece by piece, and complete arguments let it be written.
    return this.queued || (this.early !== undefined && this.early.size > 0) || this.live?.wraps === true;
  }

  get finished(): boolean {
    return this.ending !== undefined;
  }

  startPart(part: number, head: Part) {
    if (this.live?.part === part || this.waiting?.has(part))
      return this.protocol(`Part ${part} started twice; its second start is left out.`);
    this.called ||= head.type === "tool-call";
    if (this.live === undefined) this.live = this.writerOf(head, part);
    else {
      this.waiting ??= new Map();
      this.waiting.set(part, { head, deltas: [], stopped: false });
      if (this.live.complete) this.closeEarly(this.live);
    }
  }

  delta(part: number, delta: PartDelta): void {
    const { live } = this;
    if (live?.part === part) {
      live.delta(delta);
      if (this.queued && live.complete) this.closeEarly(live);
      return;
    }
    const waiting = this.waiting?.get(part);
    if (waiting !== undefined) {
      waiting.deltas.push(delta);
      this.held += HELD_BY_EACH + (delta.kind === "text" || delta.kind === "thinking" ? delta.text.length : 0);
      if (this.held > MAX_GATHERED) this.exceed();
    } else if (!this.early?.has(part)) this.lateDelta();
    else if (!isBlank(delta)) {
      const message = `The arguments of part ${part} were one complete object, and their block is closed; what came later is left out.`;
      this.once(notice("stream.late_delta", [...pathOf(part), "arguments"], message, { severity: "warning" }));
    }
  }

  stopPart(part: number): void {
    const { live } = this;
    if (live?.part === part) {
      live.stop();
      this.advance();
      return;
    }
    const waiting = this.waiting?.get(part);
    if (waiting !== undefined) waiting.stopped = true;
    else this.early?.delete(part);
  }

  meta({ logprobs, safety, grounding, citations, extensions }: ChoiceMetaEvent): void {
    for (const [field, value] of Object.entries({ logprobs, safety, grounding }))
      if (value !== undefined && value !== null)
        this.once(dropped("dropped.field", [...CHOICE, field], `A messages answer has no place for ${field}.`, { severity: "info" }));
    if (citations !== undefined && citations.length > 0) {
      const message = "These citations came when the text that they cover was sent already; a messages stream leaves them out.";
      this.once(approximated("approximated.citation", [...CHOICE, "citations"], message));
    }
    dropUnknown(extensions, "messages", CHOICE, this.once);
  }

  protected override finish(event: FinishEvent): void {
    if (this.choice(event.choice) === undefined) return;
    this.ending = event;
    this.endedAt = this.place;
  }

  /** An answer of which only the end is missing is complete. */
  override end(): readonly MessagesStreamEvent[] {
    if (this.ending !== undefined && this.phase !== "closed") this.complete();
    return super.end();
  }

  // What the writers of blocks use.

  override emit(event: MessagesStreamEvent): void {
    if (this.phase !== "closed") super.emit(event);
  }

  startBlock(block: AnswerBlock): void {
    const { carried = [] } = this;
    this.carried = undefined;
    for (const { block: carrier } of carried) {
      if (carrier.type === "redacted_thinking") this.openBlock(carrier);
      else {
        this.openBlock({ ...carrier, signature: "" });
        this.blockDelta({ type: "signature_delta", signature: carrier.signature ?? "" });
      }
      this.stopBlock();
    }
    this.openBlock(block);
  }

  blockDelta(delta: BlockDelta): void {
    this.emit({ type: "content_block_delta", index: this.block, delta });
  }

  stopBlock(): void {
    this.emit({ type: "content_block_stop", index: this.block });
    this.block++;
  }

  carry(block: Carried["block"], path: Path, event = this.place): void {
    this.carried ??= [];
    this.carried.push({ block, path, event });
  }

  /** Writes parts whole. Nothing of them looks back or ahead, so no block is looked up again. */
  get partWriter(): PartWriter {
    this.parts ??= createAnswerWriter(this.options, this.report, this.ids);
    return this.parts;
  }

  protected choice(number: number): this | undefined {
    if (number === 0) {
      if (this.phase === "before") this.start({ type: "start" });
      return this;
    }
    const message = "An answer of this style is one choice; the others are left out.";
    this.once(dropped("dropped.choice", ["choices", number], message));
    return undefined;
  }

  protected get style() {
    return ANSWER;
  }

  protected override get root(): Path {
    return [];
  }

  protected override ping(): void {
    // Nothing may come before message_start.
    if (this.phase === "open") this.emit({ type: "ping" });
  }

  protected begin({ extensions }: StartEvent, fields: Partial<MessagesResponse>): void {
    const { options, usage } = this;
    // Losses of counts are reported at the end, with the final ones.
    const counts = usage === undefined ? { input_tokens: options.inputTokensEstimate ?? 0 } : encodeUsage(usage, [], IGNORE);
    const message: MessageStartEvent["message"] = {
      id: this.id,
      type: "message",
      role: "assistant",
      model: this.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...counts, output_tokens: 0, ...fields.usage },
    };
    this.emit({ type: "message_start", message: restoreUnknown(message, extensions, "messages") });
  }

  protected fail(error: CanonicalError): void {
    const { value, issues } = errors.encode(error, this.options);
    for (const issue of issues) this.report(issue);
    this.emit({ type: "error", error: value.body.error });
  }

  /** A stream that never said why it ended is no legal one; it ended all the same. */
  protected close(): void {
    this.start({ type: "start" });
    this.live?.stop();
    for (const [part, waiting] of this.waiting ?? []) this.play(part, waiting).stop();
    if (this.phase === "closed") return;
    for (const { path, event } of this.carried ?? []) this.reportAt(event, leftOutAtEnd(path));
    const { finish = { reason: "other" } as const, promptBlock, extensions } = this.ending ?? {};
    const report = (issue: Issue) => this.reportAt(this.endedAt, issue);
    dropUnknown(extensions, "messages", CHOICE, report);
    const stop = encodeFinish(finish, { refusal: this.refusal, calls: this.called, promptBlock }, [...CHOICE, "finish"], report);
    const usage = encodeUsage(this.usage, ["usage"], (issue) => this.reportAt(this.usage && this.counted, issue));
    this.emit({ type: "message_delta", delta: restoreUnknown(stop, extensions, "messages"), usage });
    this.emit({ type: "message_stop" });
  }

  private openBlock(block: AnswerBlock): void {
    this.emit({ type: "content_block_start", index: this.block, content_block: block });
  }

  private get queued(): boolean {
    return this.waiting !== undefined && this.waiting.size > 0;
  }

  private exceed(): void {
    const { error, finding } = tooMuch("characters behind a call that does not end", MAX_GATHERED, []);
    this.report(finding);
    this.breakOff(error);
  }

  /** A complete object cannot grow, so the next part need not wait for the stop. */
  private closeEarly(writer: BlockWriter): void {
    this.early ??= new Set();
    this.early.add(writer.part);
    writer.stop();
    this.advance();
  }

  /** Writes what the next part has said so far, and what follows. */
  private advance(): void {
    this.live = undefined;
    for (const [part, waiting] of this.waiting ?? []) {
      this.waiting?.delete(part);
      this.live = this.play(part, waiting);
      if (!waiting.stopped && !(this.queued && this.live.complete)) return;
      if (!waiting.stopped) {
        this.early ??= new Set();
        this.early.add(part);
      }
      this.live.stop();
      this.live = undefined;
    }
  }

  private play(part: number, { head, deltas }: WaitingPart): BlockWriter {
    const writer = this.writerOf(head, part);
    for (const delta of deltas) writer.delta(delta);
    return writer;
  }

  private writerOf(part: Part, number: number): BlockWriter {
    const { head, deltas } = splitPart(part);
    const writer = createWriter(head, number, this);
    for (const delta of deltas) writer.delta(delta);
    return writer;
  }

  /** Without a source, findings stand at their canonical place alone. */
  private reportAt(event: number | undefined, issue: Issue): void {
    this.report(this.options.position === undefined || event === undefined ? issue : { ...issue, path: [event, ...issue.path] });
  }
}

const IGNORE = (): void => {};

function createWriter(head: Part, number: number, out: MessagesEncoder): BlockWriter {
  switch (head.type) {
    case "text":
      return new TextWriter(head, number, out);
    case "refusal":
      return new RefusalWriter(head, number, out);
    case "thinking":
      return new ThinkingWriter(head, number, out);
    case "tool-call":
      return new CallWriter(head, number, out);
    default:
      return new WholeWriter(head, number, out);
  }
}

/** Nothing, or white space between or after the values of a JSON text. */
function isBlank(delta: PartDelta): boolean {
  return delta.kind === "arguments" && /^\s*$/.test(delta.json);
}
