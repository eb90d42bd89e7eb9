/**
 * Writes the objects of a generate-content stream. The finish of a candidate waits for the end, or for the usage that comes
 * after it, because both stand in the last object; nothing may follow that.
 */

import { own } from "../../core/collections.js";
import { compact, isJsonObject, type JsonObject } from "../../core/json.js";
import { UNTRACED } from "../../core/trace.js";
import { errorOf } from "../../model/error.js";
import { restoreUnknown } from "../../model/extensions.js";
import type { CanonicalError, StartEvent } from "../../model/index.js";
import { ChoicesEncoder, type FinishEvent } from "../../stream/encoder.js";
import { error as errors } from "./error.js";
import { ANSWER } from "./fields.js";
import { encodeUsage, isBlock } from "./finish.js";
import { encodeFeedback } from "./response.js";
import { type EncodeScope, encodeScope, STYLE } from "./scope.js";
import { printText } from "./stream.js";
import { ChoiceEncoder } from "./stream-choice-encoder.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate, GenerateContentResponse, GenerateContentUsage } from "./wire-answer.js";

type PromptFeedback = GenerateContentResponse["promptFeedback"];

export class Encoder extends ChoicesEncoder<GenerateContentResponse, GenerateContentResponse, ChoiceEncoder> {
  protected readonly style = ANSWER;
  declare private made: EncodeScope | undefined;
  private createTime: string | undefined = undefined;
  /** Fields that only this style has, on the first object. */
  declare private extensions: JsonObject | undefined;
  declare private promptBlock: FinishEvent["promptBlock"];
  /** Whether a candidate has held anything, and whether the end that came last holds anything beyond the refusal. */
  private written = false;
  declare private blocked: boolean | undefined;
  /** The source is of this style. */
  get own(): boolean {
    const { from } = this.options;
    return from === undefined || from === STYLE;
  }
  /** What every object repeats. */
  private get head(): GenerateContentResponse {
    return { modelVersion: this.model, responseId: this.id, ...compact({ createTime: this.createTime }) };
  }
  /** Made when the first part needs it. */
  get scope(): EncodeScope {
    this.made ??= {
      ...encodeScope("response", this.options.context?.model ?? "", this.options),
      trace: UNTRACED,
      report: (issue) => {
        if (issue.severity === "error" && !this.over) this.breakOff(errorOf("bad-gateway", issue.message));
        return this.report(issue);
      },
    };
    return this.made;
  }
  /** It ended in an error, behind which nothing comes. */
  get over(): boolean {
    return this.phase === "closed";
  }

  /** @param isText it has nothing beside a text, or a thought */
  write(index: number, part: GenerateContentPart, isText = false) {
    const { model: modelVersion, id: responseId, createTime } = this;
    const candidate = { content: { parts: [part], role: "model" }, index };
    if (this.extensions !== undefined) return this.add(candidate);
    const candidates = [candidate];
    this.written = true;
    // Literals, for what is spread into every object costs more than all else.
    const object =
      createTime === undefined ? { candidates, modelVersion, responseId } : { candidates, modelVersion, responseId, createTime };
    if (isText) this.repeating = object;
    this.emit(object);
  }
  add(candidate: GenerateContentCandidate, usageMetadata?: GenerateContentUsage, promptFeedback?: PromptFeedback) {
    const { extensions } = this;
    if (extensions !== undefined) this.extensions = undefined;
    this.written = true;
    const counted = usageMetadata === undefined ? {} : { usageMetadata };
    // Spread: an unknown field may have the name `__proto__`. The reason of a refused prompt has those beside it in it.
    this.emit({ candidates: [candidate], ...counted, ...this.head, ...extensions, ...(promptFeedback && { promptFeedback }) });
  }

  protected print(object: GenerateContentResponse): string {
    if (this.envelope !== undefined) return printText(object) + this.envelope;
    const whole = JSON.stringify(object);
    this.envelope = own(whole.slice(whole.lastIndexOf(',"modelVersion":')));
    return whole;
  }

  protected begin(event: StartEvent, { createTime }: Partial<GenerateContentResponse>): void {
    this.createTime = createTime ?? undefined;
    if (event.extensions?.[STYLE] !== undefined) this.extensions = restoreUnknown({}, event.extensions, STYLE);
  }

  protected createChoice(number: number): ChoiceEncoder {
    // Who reads one candidate alone takes the one that comes first.
    const [first] = this.written ? [] : this.choices.entries();
    if (first !== undefined) this.add({ content: { parts: [{ text: "" }], role: "model" }, index: first[0] });
    return new ChoiceEncoder(number, this);
  }

  protected override finish(event: FinishEvent): void {
    this.promptBlock = event.promptBlock ?? this.promptBlock;
    this.blocked = isBlock(event.finish);
    super.finish(event);
  }

  protected fail(error: CanonicalError): void {
    this.emit({ error: this.encodeError(errors, error).error });
  }

  /** `{"candidates": [{"content": {"parts": [{"text": ""}], "role": "model"}, "finishReason": "STOP", "index": 0}], "usageMetadata": {…}}` */
  protected close(): void {
    this.start({ type: "start" });
    const { usage, report, choices, promptBlock, extensions } = this;
    const kept = isJsonObject(extensions?.promptFeedback) ? extensions.promptFeedback : {};
    const promptFeedback = promptBlock && { ...kept, ...encodeFeedback(promptBlock) };
    const usageMetadata = usage === undefined ? undefined : encodeUsage(usage, this.options, [this.counted, "usage"], report);
    if (promptFeedback !== undefined && this.blocked && !this.written && choices.size === 1) {
      this.emit({ ...extensions, ...compact({ promptFeedback, usageMetadata }), ...this.head });
      return;
    }
    if (choices.size === 0) this.choice(0);
    for (const [position, [index, choice]] of choices.entries().entries()) {
      this.endOpen(choice);
      const candidate = choice.last({ content: { parts: [{ text: "" }], role: "model" }, index });
      const isLast = position === choices.size - 1;
      this.add(candidate, isLast ? usageMetadata : undefined, position === 0 ? promptFeedback : undefined);
    }
  }
}
