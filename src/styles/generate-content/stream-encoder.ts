/**
 * Writes the objects of a generate-content stream. The finish of a candidate waits for the end, or for the usage that comes
 * after it, because both stand in the last object; nothing may follow that.
 */

import { compact } from "../../core/compact.js";
import { EventBuffer } from "../../core/event-buffer.js";
import { dropped, type Issue, notice } from "../../core/issue.js";
import { isJsonObject, type JsonObject } from "../../core/json.js";
import { oncePerKind } from "../../core/once.js";
import { SmallMap } from "../../core/small-map.js";
import { UNTRACED } from "../../core/trace.js";
import { answerModel } from "../../model/answer-model.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import { answerId } from "../../model/ids.js";
import type { CanonicalError, CanonicalStreamEvent, StartEvent, Usage } from "../../model/index.js";
import type { RepeatableDelta, RepeatTarget, StreamEncodeOptions, StreamEncoder } from "../style.js";
import { encodeErrorObject } from "./error.js";
import { isBlock } from "./finish.js";
import { type EncodeScope, encodeScope, STYLE } from "./scope.js";
import { ChoiceEncoder, type ChoiceWriter } from "./stream-choice-encoder.js";
import { printCandidates, printEnvelope } from "./stream-print.js";
import { timeOf } from "./time.js";
import { encodeUsage } from "./usage.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate, GenerateContentResponse } from "./wire-answer.js";

/** What is said of the whole answer. */
type WholeAnswer = Pick<GenerateContentResponse, "promptFeedback" | "usageMetadata">;
export type FinishEvent = Extract<CanonicalStreamEvent, { type: "finish" }>;

export function createEncoder(options: StreamEncodeOptions = {}): StreamEncoder<GenerateContentResponse> {
  return new Encoder(options);
}

class Encoder extends EventBuffer<GenerateContentResponse> implements StreamEncoder<GenerateContentResponse>, ChoiceWriter {
  readonly report: (issue: Issue) => void;
  private readonly options: StreamEncodeOptions;
  private made: EncodeScope | undefined = undefined;
  /** What every object repeats. */
  private model = "";
  private responseId = "";
  private createTime: string | undefined = undefined;
  /** Fields that only this style has, on the first object. */
  private extras: JsonObject | undefined = undefined;
  private index = -1;
  private phase: "before" | "open" | "closed" = "before";
  /** The last usage, and the event that told it. */
  private usage: Usage | undefined = undefined;
  private counted = 0;
  private promptBlock: FinishEvent["promptBlock"] = undefined;
  /** Whether a candidate has said anything, and whether the end that came last says anything beyond the refusal. */
  private spoken = false;
  private blocked = false;
  /** Whether the object written last holds nothing that the next one would not. */
  private plain = false;
  /** The object written last, if it has nothing but a candidate beside what every object repeats; and the JSON of the latter. */
  private repeating: GenerateContentResponse | undefined = undefined;
  private envelope: string | undefined = undefined;
  private readonly choices = new SmallMap<ChoiceEncoder>();

  constructor(options: StreamEncodeOptions) {
    super();
    this.options = options;
    this.report = oncePerKind(options.report ?? IGNORE);
  }

  push(event: CanonicalStreamEvent): readonly GenerateContentResponse[] {
    this.index = this.options.position?.index ?? this.index + 1;
    if (this.phase !== "closed") this.take(event);
    return this.drain();
  }

  json(object: GenerateContentResponse): string | undefined {
    if (object !== this.repeating) return undefined;
    this.repeating = undefined;
    this.envelope ??= printEnvelope(object);
    return printCandidates(object) + this.envelope;
  }

  hot({ choice, part, kind }: Pick<RepeatableDelta, "choice" | "part" | "kind">): RepeatTarget | undefined {
    const open = this.choices.get(choice)?.hot(part, kind);
    if (open === undefined || this.phase === "closed" || (open.leaves.length > 0 && !this.plain)) return undefined;
    // Not held for nothing while deltas pass this by.
    this.envelope = undefined;
    return open;
  }

  advance(events: number): void {
    this.index += events;
  }

  end(): readonly GenerateContentResponse[] {
    if (this.phase !== "closed")
      this.fail({ kind: "truncated-stream", status: 502, message: "The stream ended before the answer was complete.", retryable: true });
    return this.drain();
  }

  get own(): boolean {
    const { from } = this.options;
    return from === undefined || from === STYLE;
  }
  get scope(): EncodeScope {
    const model = this.options.context?.model ?? "";
    this.made ??= { ...encodeScope("response", model, this.options), trace: UNTRACED, report: this.report };
    return this.made;
  }

  write(index: number, part: GenerateContentPart) {
    const { model: modelVersion, responseId, createTime, extras } = this;
    const candidate = { content: { parts: [part], role: "model" }, index };
    if (extras !== undefined) return this.writeCandidate(candidate);
    const candidates = [candidate];
    this.spoken = true;
    this.plain = true;
    // Literals, for what is spread into every object costs more than all else.
    this.repeating =
      createTime === undefined ? { candidates, modelVersion, responseId } : { candidates, modelVersion, responseId, createTime };
    this.emit(this.repeating);
  }
  writeCandidate(candidate: GenerateContentCandidate, { promptFeedback, usageMetadata }: WholeAnswer = {}) {
    const { extras } = this;
    this.extras = undefined;
    this.spoken = true;
    this.plain = extras === undefined;
    const counts = usageMetadata === undefined ? {} : { usageMetadata };
    // The reason of a refused prompt has the unknown fields beside it in it.
    this.emit({ candidates: [candidate], ...counts, ...this.common, ...extras, ...(promptFeedback == null ? {} : { promptFeedback }) });
  }
  private get common(): GenerateContentResponse {
    const { model: modelVersion, responseId, createTime } = this;
    return createTime === undefined ? { modelVersion, responseId } : { modelVersion, responseId, createTime };
  }

  private take(event: CanonicalStreamEvent) {
    switch (event.type) {
      case "start":
        return this.start(event);
      case "part-start":
        return this.open(event.choice)?.start(event.part, event.head, this.index);
      case "part-delta":
        return this.open(event.choice)?.delta(event.part, event.delta, this.index);
      case "part-stop":
        return this.open(event.choice)?.stop(event.part, this.index);
      case "choice-meta":
        return this.open(event.choice)?.tell(event, this.index);
      case "finish":
        this.promptBlock = event.promptBlock ?? this.promptBlock;
        this.blocked = isBlock(event.finish);
        if (this.choiceOf(event.choice).judge(event.finish, this.index)) return;
        return this.open(event.choice)?.finish(event, this.index);
      case "usage":
        return this.count(event.usage);
      case "error":
        return this.fail(event.error);
      case "ping":
        return;
      case "end":
        return this.close();
      default:
        return event satisfies never;
    }
  }

  private start(event: StartEvent): void {
    if (this.phase !== "before") return;
    this.phase = "open";
    const { options, report } = this;
    const { context } = options;
    const path = [Math.max(this.index, 0)];
    this.model = answerModel(event.model, options, [...path, "model"], report, this.own);
    const given = event.id ?? options.responseId;
    this.responseId = given ?? answerId("resp-", this.model, context?.turn ?? 0);
    if (given === undefined && !this.own) {
      const message = "The answer has no id; one was made from the model and the turn.";
      report(notice("synthesized.id", [...path, "id"], message, { to: this.responseId }));
    }
    this.createTime = event.created === undefined ? undefined : timeOf(event.created);
    if (event.created !== undefined && this.createTime === undefined) {
      const message = "No date is that far away; the answer does not say when it was made.";
      report(dropped("dropped.value", [...path, "created"], message, { from: event.created }));
    }
    if (event.usage !== undefined) this.count(event.usage);
    for (const field of ["serviceTier", "systemFingerprint"] as const)
      if (event[field] !== undefined)
        report(dropped("dropped.field", [...path, field], "A generate-content answer has no place for this.", { severity: "info" }));
    dropUnknown(event.extensions, STYLE, path, report);
    this.extras = event.extensions?.[STYLE] === undefined ? undefined : restoreUnknown({}, event.extensions, STYLE);
  }

  private count(usage: Usage): void {
    this.usage = usage;
    this.counted = Math.max(this.index, 0);
  }

  private choiceOf(number: number): ChoiceEncoder {
    if (this.phase === "before") this.start({ type: "start" });
    const known = this.choices.get(number);
    if (known !== undefined) return known;
    const choice = new ChoiceEncoder(number, this);
    this.choices.set(number, choice);
    return choice;
  }

  /** The candidate that an event belongs to; after its finish nothing does. */
  private open(number: number): ChoiceEncoder | undefined {
    const choice = this.choiceOf(number);
    if (!choice.finished) return choice;
    const message = "This comes after the candidate has finished; it is left out.";
    this.report(notice("stream.late_delta", [this.index], message, { severity: "warning" }));
    return undefined;
  }

  private fail(error: CanonicalError): void {
    this.phase = "closed";
    this.emit({ error: encodeErrorObject(error, this.options.profile ?? "gateway", this.report) });
  }

  /** `{"candidates": [{"content": {"parts": [{"text": ""}], "role": "model"}, "finishReason": "STOP", "index": 0}], "usageMetadata": {…}}` */
  private close() {
    if (this.phase === "before") this.start({ type: "start" });
    const { usage, report, choices } = this;
    const profile = this.options.profile ?? "gateway";
    const usageMetadata = usage === undefined ? undefined : encodeUsage(usage, profile, [this.counted, "usage"], report);
    const { promptFeedback } = this;
    if (promptFeedback !== undefined && this.blocked && !this.spoken && choices.size === 1)
      return this.refuse({ promptFeedback, usageMetadata });
    if (choices.size === 0) this.choiceOf(0);
    for (const [position, [number, choice]] of choices.entries().entries()) {
      const event = Math.max(this.index, 0);
      if (!choice.finished) {
        report(notice("stream.protocol", [event], "The answer ends without saying why; it counts as ended.", { severity: "warning" }));
        choice.finish({ finish: { reason: "stop" } }, event);
      }
      const candidate = choice.last({ content: { parts: [{ text: "" }], role: "model" }, index: number });
      this.writeCandidate(candidate, {
        promptFeedback: position === 0 ? promptFeedback : undefined,
        usageMetadata: position === choices.size - 1 ? usageMetadata : undefined,
      });
    }
    this.phase = "closed";
  }

  /** `{"promptFeedback": {"blockReason": "SAFETY"}}` */
  private refuse(whole: WholeAnswer): void {
    this.phase = "closed";
    this.emit({ ...this.extras, ...compact(whole), ...this.common });
  }

  private get promptFeedback(): GenerateContentResponse["promptFeedback"] {
    const { promptBlock, extras } = this;
    if (promptBlock === undefined) return undefined;
    const kept = isJsonObject(extras?.promptFeedback) ? extras.promptFeedback : {};
    return { ...kept, blockReason: promptBlock.reason, ...compact({ blockReasonMessage: promptBlock.message }) };
  }
}

const IGNORE = (): void => {};
