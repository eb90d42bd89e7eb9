/**
 * Events of a messages stream, read. An answer comes in pieces: blocks are opened, grow and are closed one after another,
 * and why it ended and what it cost comes last, sometimes more than once.
 *
 * An event that breaks the grammar is reported with `stream.protocol`; what can be understood of it is read all the same.
 */

import { approximated, notice, type Path } from "../../core/issue.js";
import { isJsonObject, type Json } from "../../core/json.js";
import { isEmpty } from "../../core/lenient-parse.js";
import { errorIn } from "../../model/error.js";
import { keepUnknown, type Rest, without } from "../../model/extensions.js";
import { EventDecoder, otherReason } from "../../stream/decoder.js";
import { mergeFields } from "../../stream/limits.js";
import { error as errors } from "./error.js";
import { decodeFinish, decodeServiceTier, decodeUsage } from "./finish.js";
import { QUIRKS } from "./quirks.js";
import { decodeEnvelope } from "./response.js";
import { isPlainEvent, plainDelta } from "./stream.js";
import { BlocksDecoder, Grammar } from "./stream-block-decoder.js";
import {
  BlockDelta,
  isContent,
  type MessageDeltaEvent,
  type MessageStartEvent,
  MessagesStreamEvent,
  type TextDelta,
  type WireStop,
  type WireUsage,
} from "./wire-answer.js";

const STYLE = {
  name: "messages",
  schema: MessagesStreamEvent,
  isContent,
  depth: Number.POSITIVE_INFINITY,
  error: errors,
  delta: plainDelta,
  narrow: (event: unknown) => (isPlainEvent(event) ? event : undefined),
} as const;

export class MessagesDecoder extends EventDecoder<MessagesStreamEvent, TextDelta> {
  protected readonly style = STYLE;
  private readonly blocks = new BlocksDecoder(0, this);
  private readonly grammar = new Grammar();
  /** Counts of all events so far, merged field by field: later events repeat only what changed. */
  private counts: WireUsage = NOTHING;
  /** Why the answer ended, as far as events show; and as it was passed on last. */
  private stop: WireStop = NOTHING;
  declare private finish: WireStop | undefined;

  protected override takeDelta({ index, type, text }: TextDelta): boolean {
    return this.blocks.add(index, type, text);
  }

  protected takePlain(event: MessagesStreamEvent) {
    const fault = this.grammar.accept(event);
    // Of several open blocks, the grammar knows the last.
    const isRead = (event.type === "content_block_delta" || event.type === "content_block_stop") && this.blocks.isOpen(event.index);
    if (fault !== undefined && !isRead) this.protocol(this.place, `A ${event.type} may not stand here: ${fault}.`);
    switch (event.type) {
      case "message_start":
        return this.start(event);
      case "content_block_start":
        this.open();
        if (!this.finished) this.blocks.start(event.index, this.held(event.content_block));
        return;
      case "content_block_delta":
        return this.blocks.delta(event.index, this.held(event.delta));
      case "content_block_stop":
        return this.blocks.stop(event.index);
      case "message_delta":
        return this.delta(event);
      case "message_stop":
        this.open();
        if (!this.finished && this.blocks.cut) return this.truncate();
        if (!this.finished) this.settle();
        return this.complete();
      case "ping":
        return this.emit(event);
      case "error":
        return;
      default:
        event satisfies never;
    }
  }

  protected takeEvent(json: Json, path: Path) {
    const typed = QUIRKS.withErrorType.rewrite(json);
    if (isJsonObject(typed) && typed.type === "error") return this.failBody(json, path, errorIn(json, []) ?? []);
    const event = this.shaped(QUIRKS.withInput.rewrite(json), path);
    if (event === undefined) return;
    if (event.type !== "message_delta") this.loseRest(event, OF_EVENT, path);
    if (event.type === "content_block_delta" && BlockDelta.isKnown(event.delta)) this.loseRest(event.delta, OF_BLOCK, [...path, "delta"]);
    this.takePlain(event);
  }

  /** A server that forgot the last event, or more. */
  protected close(): void {
    const { finished } = this;
    if (finished) this.report(notice("stream.truncated", this.place, "Only the last event is missing.", { severity: "info" }));
    this.blocks.close(!finished);
    if (finished) this.complete();
    else this.truncate();
  }

  /** Why the answer ended is known, so no more content is read. */
  private get finished(): boolean {
    return this.finish !== undefined;
  }

  /** `{"type":"message_start","message":{"id":"msg_1","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":9}}}` */
  private start({ message }: MessageStartEvent): void {
    if (this.phase !== "before") return;
    const { content, usage, stop_reason, stop_sequence, stop_details } = message;
    this.counts = this.held(usage) ?? NOTHING;
    this.stop = this.merge<WireStop>(NOTHING, { stop_reason, stop_sequence, stop_details });
    const envelope = decodeEnvelope(message, [...this.place, "message", "usage"], this.report);
    this.begin({ type: "start", ...envelope, ...keepUnknown("messages", without(message, OF_MESSAGE)) });
    // Calls that code made come as a whole message in the first event.
    if (content != null && content.length > 0) this.blocks.whole(content);
  }

  /** `{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":15}}` */
  private delta(event: MessageDeltaEvent): void {
    const { delta, usage } = event;
    this.open();
    if (usage != null && !isEmpty(usage)) {
      // That of the answer stands in its first event.
      const tier = decodeServiceTier(usage, [], () => {});
      if (tier !== undefined && usage.service_tier !== this.counts.service_tier) this.late([...this.place, "usage", "service_tier"]);
      this.counts = this.merge(this.counts, usage);
      this.emit({ type: "usage", usage: decodeUsage(this.counts) });
    }
    const reason = delta?.stop_reason ?? this.finish?.stop_reason;
    const first = this.finish?.stop_reason ?? reason;
    if (reason !== first) this.report(otherReason([...this.place, "delta", "stop_reason"], reason, first));
    const fields = reason === first ? delta : delta && without(delta, OF_STOP);
    this.stop = this.merge(this.stop, { ...without(event, OF_DELTA), ...fields });
    if (this.stop.stop_reason !== undefined) this.settle();
  }

  /** A later event may repeat why the answer ended, and state more of it. */
  private settle(): void {
    this.blocks.close(false);
    const { stop: given, finish, place, report, blocks } = this;
    let stop = given;
    // Where nothing says why the answer ended, the end itself does: other styles read the end of their streams so as well.
    if (!stop.stop_reason && !blocks.called) {
      const facts = { from: stop.stop_reason ?? null, to: "end_turn" };
      report(approximated("approximated.finish_reason", place, "The answer ends without a reason; it counts as `end_turn`.", facts));
      stop = { ...stop, stop_reason: "end_turn" };
    }
    this.stop = stop;
    if (finish !== undefined && JSON.stringify(finish) === JSON.stringify(stop)) return;
    this.finish = stop;
    this.emit({ type: "finish", choice: 0, ...decodeFinish(stop, blocks.called, place, report, without(stop, OF_STOP)) });
  }

  private merge<T extends Rest>(before: T, after: T): T {
    return mergeFields(before, after, this.place, this.report);
  }
}

const NOTHING = {};
const OF_STOP = new Set(["stop_reason", "stop_sequence", "stop_details"]);
const OF_MESSAGE = new Set(["id", "type", "role", "model", "content", "usage", ...OF_STOP]);
const OF_DELTA = new Set(["type", "delta", "usage"]);
const OF_EVENT = new Set(["type", "index", "message", "content_block", "delta"]);
const OF_BLOCK = new Set(["type", "text", "partial_json", "thinking", "signature", "citation"]);
