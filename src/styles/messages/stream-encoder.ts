/**
 * Canonical events, written as the events of a messages stream: one block at a time, in the order of their parts, and the
 * reason of the end together with the final counts.
 *
 *     message_start, (content_block_start, content_block_delta…, content_block_stop)…, message_delta, message_stop
 *
 * What is held back: parts that are not the lowest unfinished one, and the end of the message until the stream ends.
 */

import { approximated, dropped, type Issue, notice } from "../../core/issue.js";
import type { CanonicalError } from "../../model/error.js";
import type { CanonicalStreamEvent, ChoiceMetaEvent, StartEvent } from "../../model/event.js";
import { splitPart } from "../../model/events.js";
import { dropUnknown } from "../../model/extensions.js";
import { MAX_GATHERED, tooMuch } from "../../model/held.js";
import type { Part, PartDelta, Usage } from "../../model/index.js";
import type { StreamEncodeOptions, StreamEncoder } from "../style.js";
import { leftOutAtEnd } from "./reasoning-blocks.js";
import { type BlockWriter, pathOf, RefusalWriter, TextWriter, ThinkingWriter, WholeWriter } from "./stream-block-encoder.js";
import { BlockOutput } from "./stream-block-output.js";
import { CallWriter } from "./stream-call-encoder.js";
import { encodeEnd, encodeStart } from "./stream-envelope.js";
import { printPlain } from "./stream-plain.js";
import { PartNumbers, PartQueue } from "./stream-queue.js";
import type { MessagesStreamEvent } from "./wire-answer.js";

type EventOf<Type> = Extract<CanonicalStreamEvent, { readonly type: Type }>;
type ChoiceEvent = Extract<CanonicalStreamEvent, { readonly choice: number }>;

const TRUNCATED: CanonicalError = {
  kind: "truncated-stream",
  status: 502,
  message: "The stream ended before the answer was complete.",
  retryable: true,
};

type Phase = "before" | "open" | "closed";

export class MessagesEncoder implements StreamEncoder<MessagesStreamEvent> {
  private readonly options: StreamEncodeOptions;
  private readonly out: BlockOutput;
  private phase: Phase = "before";
  private readonly started = new PartNumbers();
  /** Writes the lowest unfinished part, the only one whose block may be open. */
  private live: BlockWriter | undefined = undefined;
  /** Later parts, which wait for their turn. */
  private queue: PartQueue | undefined = undefined;
  /** Calls whose block was closed before they stopped, because their arguments were complete. */
  private early: Set<number> | undefined = undefined;
  private called = false;
  private usage: Usage | undefined = undefined;
  private finish: EventOf<"finish"> | undefined = undefined;
  /** The events that told them, where they are known. */
  private counted: number | undefined = undefined;
  private finished: number | undefined = undefined;

  constructor(options: StreamEncodeOptions = {}) {
    this.options = options;
    this.out = new BlockOutput(options);
  }

  push(event: CanonicalStreamEvent): readonly MessagesStreamEvent[] {
    if (this.closed) return [];
    this.write(event);
    return this.out.take();
  }

  end(): readonly MessagesStreamEvent[] {
    if (this.closed) return [];
    if (this.finish === undefined) this.out.fail(TRUNCATED);
    else this.complete();
    return this.out.take();
  }

  json(event: MessagesStreamEvent): string | undefined {
    return printPlain(event);
  }

  get alters(): boolean {
    // What waits is written piece by piece, and complete arguments let it be written.
    return this.waiting || (this.early !== undefined && this.early.size > 0) || this.live?.wraps === true;
  }

  private get closed(): boolean {
    return this.phase === "closed" || this.out.failed;
  }

  private get waiting(): boolean {
    return this.queue !== undefined && this.queue.size > 0;
  }

  private write(event: CanonicalStreamEvent): void {
    switch (event.type) {
      case "part-delta":
      case "part-start":
      case "part-stop":
      case "choice-meta":
      case "finish":
        if (event.choice === 0) this.writeChoice(event);
        else this.leaveOutChoice(event.choice);
        break;
      case "start":
        this.start(event);
        break;
      case "usage":
        this.usage = event.usage;
        this.counted = this.options.position?.index;
        break;
      case "ping":
        // Nothing may come before message_start.
        if (this.phase === "open") this.out.write({ type: "ping" });
        break;
      case "error":
        this.out.fail(event.error);
        break;
      case "end":
        this.complete();
        break;
      default:
        event satisfies never;
    }
  }

  private writeChoice(event: ChoiceEvent): void {
    switch (event.type) {
      case "part-delta":
        this.partDelta(event.part, event.delta);
        break;
      case "part-start":
        this.partStart(event);
        break;
      case "part-stop":
        this.partStop(event.part);
        break;
      case "choice-meta":
        this.meta(event);
        break;
      case "finish":
        this.finish = event;
        this.finished = this.options.position?.index;
        break;
      default:
        event satisfies never;
    }
  }

  private start(event: StartEvent): void {
    const { out, options } = this;
    if (this.phase !== "before") {
      out.protocol("start", "The answer started twice; only its first start is told.");
      return;
    }
    this.phase = "open";
    this.usage = event.usage ?? this.usage;
    out.write(encodeStart(event, this.usage, options, out.report));
  }

  private begin(): void {
    if (this.phase === "before") this.start({ type: "start" });
  }

  private partStart({ part, head }: EventOf<"part-start">): void {
    this.begin();
    if (!this.started.add(part)) {
      this.out.protocol("part-start", `Part ${part} started twice; its second start is left out.`);
      return;
    }
    this.called ||= head.type === "tool-call";
    if (this.live === undefined) this.live = createWriter(head, part, this.out);
    else {
      this.queue ??= new PartQueue();
      this.queue.add(part, head);
      if (this.live.complete) this.closeEarly(this.live);
    }
  }

  private partDelta(part: number, delta: PartDelta): void {
    const { live } = this;
    if (live?.part === part) {
      live.delta(delta);
      if (this.waiting && live.complete) this.closeEarly(live);
      return;
    }
    const waiting = this.queue?.get(part);
    if (waiting !== undefined) {
      if (this.queue?.push(waiting, delta) === false) this.breakOff();
    } else if (!this.early?.has(part)) this.out.protocol("part-delta", `Part ${part} is not open; what it says is left out.`);
    else if (!isBlank(delta)) this.late(part);
  }

  private breakOff(): void {
    const { error, finding } = tooMuch("characters behind a call that does not end", MAX_GATHERED, []);
    this.out.report(finding);
    this.out.fail(error);
  }

  private partStop(part: number): void {
    const { live } = this;
    if (live?.part === part) {
      live.stop();
      this.advance();
      return;
    }
    const waiting = this.queue?.get(part);
    if (waiting !== undefined) waiting.stopped = true;
    else if (!this.early?.delete(part)) this.out.protocol("part-stop", `Part ${part} is not open; its stop is left out.`);
  }

  /** A complete object cannot grow, so the next part need not wait for the stop. */
  private closeEarly(live: BlockWriter): void {
    this.stopEarly(live);
    this.advance();
  }

  private stopEarly(writer: BlockWriter): void {
    this.early ??= new Set();
    this.early.add(writer.part);
    writer.stop();
  }

  /** Lets the next part speak, and says what it said so far. */
  private advance(): void {
    this.live = undefined;
    for (let next = this.queue?.shift(); next !== undefined; next = this.queue?.shift()) {
      const writer = createWriter(next.head, next.number, this.out);
      for (const delta of next.deltas) writer.delta(delta);
      if (next.stopped) writer.stop();
      else if (this.waiting && writer.complete) this.stopEarly(writer);
      else {
        this.live = writer;
        return;
      }
    }
  }

  private late(part: number): void {
    this.out.once(`late:${part}`, () =>
      notice(
        "stream.late_delta",
        [...pathOf(part), "arguments"],
        "These arguments were one complete object already, and their block is closed; what came later is left out.",
        { severity: "warning" },
      ),
    );
  }

  private meta({ logprobs, safety, grounding, citations, extensions }: ChoiceMetaEvent): void {
    const { out } = this;
    const path = ["choices", 0] as const;
    for (const [field, value] of Object.entries({ logprobs, safety, grounding })) {
      if (value === undefined || value === null) continue;
      out.once(field, () =>
        dropped("dropped.field", [...path, field], `Answers of this style have no place for ${field}.`, { severity: "info" }),
      );
    }
    if (citations !== undefined && citations.length > 0)
      out.once("citations", () =>
        approximated(
          "approximated.citation",
          [...path, "citations"],
          "These citations came when the text that they cover was sent already; in a stream of this style they are left out.",
        ),
      );
    dropUnknown(extensions, "messages", path, (issue) => out.once(`extension:${issue.path.join(".")}`, () => issue));
  }

  private leaveOutChoice(choice: number): void {
    this.out.once("choice", () =>
      dropped("dropped.choice", ["choices", choice], "An answer of this style is one choice; the others are left out."),
    );
  }

  /** Writes what is held back. */
  private complete(): void {
    const { out } = this;
    this.begin();
    this.live?.stop();
    this.live = undefined;
    for (let next = this.queue?.shift(); next !== undefined; next = this.queue?.shift()) {
      const writer = createWriter(next.head, next.number, out);
      for (const delta of next.deltas) writer.delta(delta);
      writer.stop();
    }
    if (out.failed) return;
    for (const { path, event } of out.takeCarried()) this.reportOf(event, leftOutAtEnd(path));
    out.write(encodeEnd(this.finish, this.usage, { refusal: out.refusal, calls: this.called }, (issue) => this.atEnd(issue)));
    out.write({ type: "message_stop" });
    this.phase = "closed";
  }

  /** What is said at the end was told before. */
  private atEnd(issue: Issue): void {
    this.reportOf(issue.path[0] === "usage" ? this.counted : this.finished, issue);
  }

  private reportOf(event: number | undefined, issue: Issue): void {
    this.out.report(event === undefined ? issue : { ...issue, path: [event, ...issue.path] });
  }
}

function createWriter(part: Part, number: number, out: BlockOutput): BlockWriter {
  const { head, deltas } = splitPart(part);
  const writer = writerOf(head, number, out);
  for (const delta of deltas) writer.delta(delta);
  return writer;
}

function writerOf(head: Part, number: number, out: BlockOutput): BlockWriter {
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
