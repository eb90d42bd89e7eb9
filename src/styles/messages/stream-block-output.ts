/** Where the blocks of an answer are written, one after another, and what they need to know of each other. */

import { type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { CanonicalError } from "../../model/error.js";
import type { CallIds } from "../../model/ids.js";
import type { StreamEncodeOptions } from "../style.js";
import { createCallIds, type BlockWriter as PartWriter } from "./block.js";
import { error as errors } from "./error.js";
import { createPartWriter } from "./stream-whole.js";
import type { AnswerBlock, AnswerRedactedBlock, AnswerThinkingBlock, BlockDelta, MessagesStreamEvent } from "./wire-answer.js";

interface Carried {
  readonly block: AnswerThinkingBlock | AnswerRedactedBlock;
  readonly path: Path;
  /** The event that brought it, where that is known. */
  readonly event: number | undefined;
}

/** Kinds of findings that are told apart; beyond them nothing new is said, so that memory stays bounded. */
const MAX_KINDS = 256;

export class BlockOutput {
  readonly options: StreamEncodeOptions;
  readonly report: (issue: Issue) => void;
  readonly ids: CallIds;
  /** Text of the model's own refusal: it is the reason of the end as well. */
  refusal: string | undefined = undefined;
  /** An error was written: nothing may follow it. */
  failed = false;
  private ready: MessagesStreamEvent[] | undefined = undefined;
  /** Index of the open block, or of the next one. */
  private index = 0;
  /** Findings that are told once for a stream, however often they occur. */
  private told: Set<string> | undefined = undefined;
  private parts: PartWriter | undefined = undefined;
  private carried: Carried[] | undefined = undefined;

  constructor(options: StreamEncodeOptions) {
    this.options = options;
    this.report = options.report ?? ignore;
    this.ids = createCallIds();
  }

  write(event: MessagesStreamEvent): void {
    if (this.failed) return;
    if (this.ready === undefined) this.ready = [event];
    else this.ready.push(event);
  }

  /** What was written since the last time. */
  take(): readonly MessagesStreamEvent[] {
    const taken = this.ready ?? NOTHING;
    this.ready = undefined;
    return taken;
  }

  start(block: AnswerBlock): void {
    const { carried } = this;
    this.carried = undefined;
    for (const { block: carrier } of carried ?? []) this.writeCarrier(carrier);
    this.begin(block);
  }

  /** A block that holds nothing but a signature waits for one behind it. */
  carry(block: Carried["block"], path: Path, event = this.event): void {
    this.carried ??= [];
    this.carried.push({ block, path, event });
  }

  /** Index of the event at hand, where that is known. */
  get event(): number | undefined {
    return this.options.position?.index;
  }

  /** Signatures that no block came behind, with the events that brought them. */
  takeCarried(): readonly Carried[] {
    const { carried } = this;
    this.carried = undefined;
    return carried ?? [];
  }

  private writeCarrier(block: Carried["block"]): void {
    if (block.type === "redacted_thinking") this.begin(block);
    else {
      this.begin({ ...block, signature: "" });
      this.delta({ type: "signature_delta", signature: block.signature ?? "" });
    }
    this.stop();
  }

  private begin(block: AnswerBlock): void {
    this.write({ type: "content_block_start", index: this.index, content_block: block });
  }

  delta(delta: BlockDelta): void {
    this.write({ type: "content_block_delta", index: this.index, delta });
  }

  stop(): void {
    this.write({ type: "content_block_stop", index: this.index });
    this.index++;
  }

  /** Ends the stream in an error: going on would be wrong. */
  fail(error: CanonicalError): void {
    const { value, issues } = errors.encode(error, this.options);
    for (const issue of issues) this.report(issue);
    this.write({ type: "error", error: value.body.error });
    this.failed = true;
  }

  refuse(text: string): void {
    this.refusal = (this.refusal ?? "") + text;
  }

  /** Writes parts whole; made when one needs it. */
  get writer(): PartWriter {
    this.parts ??= createPartWriter(this.options, this.report, this.ids);
    return this.parts;
  }

  /** Reports the first finding of its kind only. */
  once(kind: string, issue: () => Issue): void {
    this.told ??= new Set();
    if (this.told.has(kind) || this.told.size >= MAX_KINDS) return;
    this.told.add(kind);
    this.report(issue());
  }

  protocol(kind: string, message: string): void {
    this.once(kind, () => notice("stream.protocol", [], message, { severity: "warning" }));
  }
}

const NOTHING: readonly MessagesStreamEvent[] = [];

function ignore(): void {}
