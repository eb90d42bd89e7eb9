/**
 * Events of a messages stream, read. An answer comes in pieces: blocks are opened, grow and are closed one after another,
 * and why it ended and what it cost comes last, sometimes more than once.
 *
 * An event that breaks the grammar is reported with `stream.protocol`; what can be understood of it is read all the same.
 */

import { attempt } from "../../core/attempt.js";
import { compact } from "../../core/compact.js";
import { brief, dropped, failure, type Issue, notice } from "../../core/issue.js";
import { asJson, isJsonObject, isObject, type Json, type JsonObject } from "../../core/json.js";
import { isEmpty, lenientParse } from "../../core/lenient-parse.js";
import { oncePerKind } from "../../core/once.js";
import { conforms, firstFault } from "../../core/schema.js";
import { type CanonicalError, errorIn, streamError } from "../../model/error.js";
import type { CanonicalStreamEvent } from "../../model/event.js";
import { keepUnknown } from "../../model/extensions.js";
import { MAX_FIELDS, MAX_GATHERED, tooMuch } from "../../model/held.js";
import type { RepeatableDelta, StreamDecodeOptions, StreamDecoder } from "../style.js";
import { error as errors } from "./error.js";
import { decodeFinish } from "./finish.js";
import { BlocksDecoder } from "./stream-block-decoder.js";
import { Grammar } from "./stream-grammar.js";
import { type PlainDelta, plainDelta } from "./stream-plain.js";
import { DecodedStep } from "./stream-step.js";
import { decodeServiceTier, decodeUsage } from "./usage.js";
import {
  type BlockStartEvent,
  type ErrorEvent,
  isContent,
  type MessageDeltaEvent,
  type MessageStartEvent,
  type MessageStopEvent,
  MessagesStreamEvent,
  type WireStop,
  type WireUsage,
} from "./wire-answer.js";

const TRUNCATED: CanonicalError = {
  kind: "truncated-stream",
  status: 502,
  message: "The stream stopped before the answer was complete.",
  retryable: true,
};

/** `told`: why the answer ended is known, so no more content is read. */
type Phase = "before" | "open" | "told" | "closed";

/**
 * The machines of streams are classes, for thousands of them wait at once: this one held 4.7 KB as closures and their
 * scopes, and holds 0.4 KB as fields.
 */
export class MessagesDecoder implements StreamDecoder {
  private readonly options: StreamDecodeOptions;
  private readonly step: DecodedStep;
  private readonly blocks: BlocksDecoder;
  private readonly grammar = new Grammar();
  private phase: Phase = "before";
  /** Counts of all events so far, merged field by field: later events repeat only what changed. */
  private counts: WireUsage = UNTOLD;
  /** Why the answer ended, as far as it was said. */
  private stop: WireStop = UNTOLD;
  /** The same as it was told last. */
  private told = "";
  /** Whether the answer calls a tool. */
  private called = false;
  /** The event at hand was a delta of a block, and nothing is wrong with it. */
  private plain = false;
  /** Takes what is said of fields that are not what they should be, mostly in every event. */
  private odd: ((issue: Issue) => void) | undefined = undefined;

  constructor(options: StreamDecodeOptions = {}) {
    this.options = options;
    this.step = new DecodedStep(options.report);
    this.blocks = new BlocksDecoder(options, this.step);
  }

  push(input: unknown): readonly CanonicalStreamEvent[] {
    const { step } = this;
    step.position++;
    this.plain = false;
    if (this.phase === "closed") {
      step.protocol("The stream is over; what comes after its end is left out.");
      return [];
    }
    const delta = attempt(plainDelta, input);
    if (delta === undefined) this.readAny(input);
    else this.readPlain(delta);
    if (this.blocks.gathered > MAX_GATHERED) this.breakOff();
    return step.take();
  }

  done(): readonly CanonicalStreamEvent[] {
    this.step.protocol("This style has no end marker; it is left out.");
    return [];
  }

  end(): readonly CanonicalStreamEvent[] {
    if (this.phase === "closed") return [];
    const { step } = this;
    const told = this.phase === "told";
    if (told) {
      step.report(notice("stream.truncated", step.place, "The last event is missing; nothing of the answer is.", { severity: "info" }));
      this.blocks.close(false);
      this.close();
    } else this.truncate(() => this.blocks.close(true));
    return step.take();
  }

  hot(): RepeatableDelta | undefined {
    const piece = this.plain ? this.blocks.hot() : undefined;
    if (piece === undefined) return undefined;
    const { part, kind, field, source } = piece;
    return { choice: 0, part, kind, wanted: [{ path: ["delta", field], kind: "text" }], source };
  }

  private readPlain(delta: PlainDelta): void {
    const fault = this.grammar.blockDelta(delta.index);
    this.plain = fault === undefined;
    if (fault !== undefined) this.misplaced("content_block_delta", fault);
    this.blocks.piece(delta);
  }

  private readAny(input: unknown): void {
    const json = asJson(input);
    const event = announced(json.ok ? json.value : null);
    if (conforms(MessagesStreamEvent, event)) {
      this.check(event);
      this.read(event);
    } else if (isJsonObject(event) && isBareError(event)) this.fail(event);
    else if (!isJsonObject(event) || !this.mend(event)) this.refuse(input, event);
  }

  /** What is not as it should be is left out, unless it is the answer itself. */
  private mend(event: JsonObject): boolean {
    const mended = lenientParse(MessagesStreamEvent, event, isContent);
    if (mended === undefined || mended.lost.length > 0) return false;
    const { step } = this;
    this.odd ??= oncePerKind(step.report, true);
    for (const issue of mended.issues) this.odd({ ...issue, path: [...step.place, ...issue.path] });
    this.check(mended.value);
    this.read(mended.value);
    // The next one like it has the same fault.
    this.plain = false;
    return true;
  }

  private check(event: MessagesStreamEvent): void {
    const fault = this.grammar.accept(event);
    this.plain = fault === undefined && event.type === "content_block_delta";
    if (fault !== undefined) this.misplaced(event.type, fault);
  }

  private misplaced(type: string, fault: string): void {
    this.step.protocol(`This ${type} event may not stand here: ${fault}.`);
  }

  private refuse(input: unknown, event: Json): void {
    const { step } = this;
    if (isJsonObject(event)) {
      const fault = firstFault(MessagesStreamEvent, event);
      step.protocol(`No event of this style has this shape, so it is left out: ${fault.message}`, fault.path);
    } else
      step.protocol(
        `An event of this style is a JSON object, not ${attempt(isObject, input) === false ? brief(input) : "a thing of code"}; it is left out.`,
      );
  }

  private read(event: MessagesStreamEvent): void {
    switch (event.type) {
      case "message_start":
        this.start(event);
        break;
      case "content_block_start":
        this.begin();
        if (this.phase === "open") this.block(event);
        break;
      case "content_block_delta":
        this.blocks.delta(event.index, event.delta);
        break;
      case "content_block_stop":
        this.blocks.stop(event);
        break;
      case "message_delta":
        this.tell(event);
        break;
      case "message_stop":
        this.complete(event);
        break;
      case "ping":
        this.step.emit({ type: "ping" });
        break;
      case "error":
        this.fail(event);
        break;
      default:
        event satisfies never;
    }
  }

  private block(event: BlockStartEvent): void {
    this.called ||= isCall(event.content_block);
    this.blocks.start(event);
  }

  /** A server that forgot `message_start` still gives an answer. */
  private begin(): void {
    if (this.phase !== "before") return;
    this.phase = "open";
    this.step.emit({ type: "start" });
  }

  /** `{"type":"message_start","message":{"id":"msg_1","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":9}}}` */
  private start({ message }: MessageStartEvent): void {
    if (this.phase !== "before") return;
    this.phase = "open";
    const { id, type, role, model, content, usage, stop_reason, stop_sequence, stop_details, ...rest } = message;
    const { blocks, step } = this;
    blocks.read.responseId = id || blocks.read.responseId;
    this.counts = usage ?? UNTOLD;
    this.stop = this.merge<WireStop>(UNTOLD, { stop_reason, stop_sequence, stop_details });
    step.emit({
      type: "start",
      ...compact({
        id: id || undefined,
        model: model || undefined,
        usage: usage === undefined || usage === null || isEmpty(usage) ? undefined : decodeUsage(usage),
        serviceTier: decodeServiceTier(usage ?? {}, [...step.place, "message", "usage"], (issue) => step.report(issue)),
      }),
      ...keepUnknown("messages", rest),
    });
    // Calls that code made come as a whole message in the first event.
    const given = content ?? [];
    this.called = given.some(isCall);
    blocks.whole(given);
  }

  /** `{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":15}}` */
  private tell({ type, delta, usage, ...rest }: MessageDeltaEvent): void {
    this.begin();
    if (usage !== undefined && usage !== null && !isEmpty(usage)) {
      this.counts = this.merge(this.counts, usage);
      this.step.emit({ type: "usage", usage: decodeUsage(this.counts) });
    }
    this.stop = this.merge(this.stop, { ...rest, ...delta });
    if (this.stop.stop_reason !== undefined) this.finish();
  }

  /** Says why the answer ended; a later event may say it again, and more of it. */
  private finish(): void {
    this.phase = "told";
    this.blocks.close(false);
    const said = JSON.stringify(this.stop);
    if (said === this.told) return;
    this.told = said;
    const { step } = this;
    const { stop_reason, stop_sequence, stop_details, ...rest } = this.stop;
    const decoded = decodeFinish({ stop_reason, stop_sequence, stop_details }, this.called, step.place, (issue) => step.report(issue));
    const extensions = { ...keepUnknown("messages", rest).extensions?.messages, ...decoded.extensions?.messages };
    step.emit({
      type: "finish",
      choice: 0,
      finish: decoded.finish,
      ...(Object.keys(extensions).length === 0 ? {} : { extensions: { messages: extensions } }),
    });
  }

  /** `{"type":"message_stop"}`, to which services add counts of their own. */
  private complete({ type: _type, ...others }: MessageStopEvent) {
    this.begin();
    if (this.phase === "open" && this.blocks.cut) return this.truncate();
    if (this.phase === "open") this.finish();
    const { step } = this;
    const message = "The answer is over, and what is said of it now has no place in it.";
    for (const key of Object.keys(others)) step.report(dropped("dropped.field", [...step.place, key], message, { severity: "info" }));
    this.close();
  }

  /** `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}` */
  private fail(event: ErrorEvent | JsonObject): void {
    const { step } = this;
    const { value, issues } = errors.decode({ status: null, body: event }, this.options);
    for (const issue of issues) step.report({ ...issue, path: [...step.place, ...issue.path.slice(1)] });
    const path = [...step.place, ...(errorIn(event, []) ?? [])];
    step.report(streamError(value, path));
    step.emit({ type: "error", error: value });
    this.close();
  }

  /** Later values win; null and absence say nothing. Fields of ever new names are left out: no service has so many. */
  private merge<T extends object>(before: T, after: T): T {
    const { step } = this;
    const told = Object.entries(after).filter(([, value]) => value !== null && value !== undefined);
    if (Object.keys(before).length + told.length <= MAX_FIELDS) return { ...before, ...Object.fromEntries(told) };
    const message = "The stream has more unknown fields than are held.";
    const kept = told.filter(([key]) => {
      if (Object.hasOwn(before, key)) return true;
      step.report(dropped("dropped.field", [...step.place, key], message, { severity: "info" }));
      return false;
    });
    return { ...before, ...Object.fromEntries(kept) };
  }

  private breakOff(): void {
    const { error, finding } = tooMuch("characters of input", MAX_GATHERED, this.step.place);
    this.step.report(finding);
    this.step.emit({ type: "error", error });
    this.close();
  }

  private truncate(before?: () => void): void {
    const { step } = this;
    step.report(failure("stream.truncated", step.place, TRUNCATED.message));
    before?.();
    step.emit({ type: "error", error: TRUNCATED });
    this.close();
  }

  private close(): void {
    this.phase = "closed";
    this.step.emit({ type: "end" });
  }
}

function isCall({ type }: BlockStartEvent["content_block"]): boolean {
  return type === "tool_use";
}

/** Some servers leave out the empty `input` of a call whose arguments follow. */
function announced(event: Json): Json {
  if (!isJsonObject(event) || event.type !== "content_block_start" || !isJsonObject(event.content_block)) return event;
  const { type, input } = event.content_block;
  const isBareCall = (type === "tool_use" || type === "server_tool_use") && (input ?? null) === null;
  return isBareCall ? { ...event, content_block: { ...event.content_block, input: {} } } : event;
}

/** Proxies forget the `type` of an error, or the `error` that it stands under. */
function isBareError({ type, ...event }: JsonObject): boolean {
  return (type === undefined || type === "error") && errorIn(event, []) !== undefined;
}

/** Nothing was said yet. */
const UNTOLD = {};
