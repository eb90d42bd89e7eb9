/**
 * Writes the chunks of a chat-completions stream: for each choice a role chunk, deltas, and one chunk with the finish
 * reason; at the end the usage, in a chunk without choices. All chunks share id, time and model. After an error nothing
 * more comes, not even `[DONE]`.
 */

import { EventBuffer } from "../../core/event-buffer.js";
import { dropped, type Issue, notice } from "../../core/issue.js";
import { plain } from "../../core/json.js";
import { oncePerKind } from "../../core/once.js";
import { SmallMap } from "../../core/small-map.js";
import { answerModel } from "../../model/answer-model.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import { answerId } from "../../model/ids.js";
import type { CanonicalError, CanonicalStreamEvent, StartEvent, Usage } from "../../model/index.js";
import type { RepeatableDelta, RepeatTarget, StreamEncodeOptions, StreamEncoder } from "../style.js";
import { encodeErrorBody } from "./error.js";
import { ChoiceEncoder, type ChoiceWriter } from "./stream-choice-encoder.js";
import { printEnvelope, printRest } from "./stream-print.js";
import { encodeUsage } from "./usage.js";
import type { ChatCompletionsChunk, ChatCompletionsUsage, ChunkChoice } from "./wire-answer.js";

export type FinishEvent = Extract<CanonicalStreamEvent, { type: "finish" }>;

export function createEncoder(options: StreamEncodeOptions = {}): StreamEncoder<ChatCompletionsChunk> {
  return new Encoder(options);
}

class Encoder extends EventBuffer<ChatCompletionsChunk> implements StreamEncoder<ChatCompletionsChunk>, ChoiceWriter {
  readonly options: StreamEncodeOptions;
  readonly report: (issue: Issue) => void;
  /** What every chunk repeats. */
  id = "";
  private created = 0;
  private model = "";
  private tier: string | undefined = undefined;
  private fingerprint: string | undefined = undefined;
  private index = -1;
  private phase: "before" | "open" | "closed" = "before";
  /** The last usage, and the event that told it. */
  private usage: Usage | undefined = undefined;
  private counted = 0;
  /** The chunk written last, if it has nothing but a choice beside what every chunk repeats; and the JSON of the latter. */
  private repeating: ChatCompletionsChunk | undefined = undefined;
  private envelope: string | undefined = undefined;
  private readonly choices = new SmallMap<ChoiceEncoder>();

  constructor(options: StreamEncodeOptions) {
    super();
    this.options = options;
    this.report = oncePerKind(options.report ?? IGNORE);
  }

  push(event: CanonicalStreamEvent): readonly ChatCompletionsChunk[] {
    this.index = this.options.position?.index ?? this.index + 1;
    if (this.phase !== "closed") this.take(event);
    return this.drain();
  }

  json(chunk: ChatCompletionsChunk): string | undefined {
    if (chunk !== this.repeating) return undefined;
    this.repeating = undefined;
    this.envelope ??= printEnvelope(chunk);
    return this.envelope + printRest(chunk);
  }

  hot({ choice, part, kind }: Pick<RepeatableDelta, "choice" | "part" | "kind">): RepeatTarget | undefined {
    const written = this.choices.get(choice)?.hot(part, kind);
    if (written === undefined || this.phase === "closed") return undefined;
    const { fields, sink } = written;
    // Not held for nothing while deltas pass this by.
    this.envelope = undefined;
    return { leaves: fields.map((field) => ["choices", 0, "delta", ...field]), sink };
  }

  advance(events: number): void {
    this.index += events;
  }

  end(): readonly ChatCompletionsChunk[] {
    if (this.phase !== "closed")
      this.fail({ kind: "truncated-stream", status: 502, message: "The stream ended before the answer was complete.", retryable: true });
    return this.drain();
  }

  write(choice: ChunkChoice): void {
    this.repeating = this.chunk([choice], null);
    this.emit(this.repeating);
  }

  private chunk(choices: ChunkChoice[], usage: ChatCompletionsUsage | null): ChatCompletionsChunk {
    const { id, created, model, tier, fingerprint } = this;
    // One literal, for what is spread into every chunk costs more than all else.
    if (this.withUsage && tier === undefined && fingerprint === undefined) return { id, object: OBJECT, created, model, choices, usage };
    return {
      id,
      object: OBJECT,
      created,
      model,
      ...(tier === undefined ? {} : { service_tier: tier }),
      ...(fingerprint === undefined ? {} : { system_fingerprint: fingerprint }),
      choices,
      ...(this.withUsage ? { usage } : {}),
    };
  }
  private get withUsage(): boolean {
    return this.options.context?.includeStreamUsage !== false;
  }

  private take(event: CanonicalStreamEvent) {
    switch (event.type) {
      case "start":
        return this.start(event, 0);
      case "part-start":
        return this.open(event.choice)?.start(event.part, event.head, this.index);
      case "part-delta":
        return this.open(event.choice)?.delta(event.part, event.delta, this.index);
      case "part-stop":
        return this.open(event.choice)?.stop(event.part, this.index);
      case "choice-meta":
        return this.open(event.choice)?.tell(event, this.index);
      case "finish":
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

  private start(event: StartEvent, first: number): void {
    if (this.phase !== "before") return;
    this.phase = "open";
    const { options, report } = this;
    const path = [Math.max(this.index, 0)];
    this.model = answerModel(event.model, options, [...path, "model"], report);
    const created = event.created ?? options.created;
    if (created === undefined)
      report(
        notice("synthesized.created", [...path, "created"], "The source does not say when the answer was made; `created` is 0.", { to: 0 }),
      );
    this.created = created ?? 0;
    const given = event.id ?? options.responseId;
    this.id = given ?? answerId("chatcmpl-", this.model, options.context?.turn ?? 0);
    if (given === undefined)
      report(notice("synthesized.id", [...path, "id"], "The answer has no id; one was made from the model and the turn.", { to: this.id }));
    this.tier = event.serviceTier;
    this.envelope = undefined;
    const own = options.from === undefined || options.from === "chat-completions";
    if (own) this.fingerprint = event.systemFingerprint;
    else if (event.systemFingerprint !== undefined)
      report(dropped("dropped.field", [...path, "systemFingerprint"], "The fingerprint is another service's.", { severity: "info" }));
    if (event.usage !== undefined) this.count(event.usage);
    dropUnknown(event.extensions, "chat-completions", path, report);
    this.choiceOf(first);
    // Fields that only this style has stand on the first chunk, as they came.
    this.out = this.out?.map((role) => restoreUnknown(role, event.extensions, "chat-completions"));
  }

  private count(usage: Usage): void {
    this.usage = usage;
    this.counted = Math.max(this.index, 0);
  }

  /** `{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": null}` */
  private choiceOf(number: number): ChoiceEncoder {
    if (this.phase === "before") this.start({ type: "start" }, number);
    const known = this.choices.get(number);
    if (known !== undefined) return known;
    const choice = new ChoiceEncoder(number, this);
    this.choices.set(number, choice);
    this.write({ index: number, delta: { role: "assistant", content: "" }, finish_reason: null });
    return choice;
  }

  /** The choice that an event belongs to; after its finish nothing does. */
  private open(number: number): ChoiceEncoder | undefined {
    const choice = this.choiceOf(number);
    if (!choice.finished) return choice;
    const message = "This comes after the choice has finished; it is left out.";
    this.report(notice("stream.late_delta", [this.index], message, { severity: "warning" }));
    return undefined;
  }

  private fail(error: CanonicalError): void {
    this.phase = "closed";
    const { body } = encodeErrorBody(error, this.options.profile ?? "gateway", [Math.max(this.index, 0), "error"], this.report);
    this.emit({ error: plain(body.error) });
  }

  private close(): void {
    if (this.choices.size === 0) this.choiceOf(0);
    for (const choice of this.choices.values()) {
      if (choice.finished) continue;
      const message = "The answer ends without saying why; it counts as ended.";
      this.report(notice("stream.protocol", [this.index], message, { severity: "warning" }));
      choice.finish({ finish: { reason: "stop" } }, this.index);
    }
    this.phase = "closed";
    if (!this.withUsage || this.usage === undefined) return;
    const usage = encodeUsage(this.usage, [this.counted, "usage"], this.options.profile ?? "gateway", this.report);
    this.emit(this.chunk([], usage));
  }
}

const OBJECT = "chat.completion.chunk";

const IGNORE = (): void => {};
