/**
 * Reads the objects of a generate-content stream. There is no end marker: a stream is complete when all its candidates have
 * finished, or when the prompt was refused. A stream that was asked for without `alt=sse` comes as arrays.
 */

import type { Path } from "../../core/issue.js";
import { compact, isJsonArray, isJsonObject, type Json } from "../../core/json.js";
import { isEmpty } from "../../core/lenient-parse.js";
import { errorIn } from "../../model/error.js";
import { choiceNumber, firstChoice } from "../../model/events.js";
import { hasOnly } from "../../model/extensions.js";
import { ChoicesDecoder } from "../../stream/decoder.js";
import { FINISHED } from "../../stream/encoder.js";
import { error as errors } from "./error.js";
import { decodeUsage } from "./finish.js";
import { camelCased, relocate } from "./names.js";
import { decodeEnvelope, isAnswer } from "./response.js";
import { STYLE as NAME } from "./scope.js";
import { plainAnswer, withNames } from "./stream.js";
import { ChoiceDecoder, type PromptBlock } from "./stream-choice-decoder.js";
import { GenerateContentResponse, type GenerateContentUsage, isContent } from "./wire-answer.js";

/** Where an object of the stream holds something of the answer, in either spelling. */
const ANSWER = ["candidates", "promptFeedback", "prompt_feedback", "usageMetadata", "usage_metadata"];

const STYLE = {
  name: NAME,
  schema: GenerateContentResponse,
  isContent,
  depth: Number.POSITIVE_INFINITY,
  error: errors,
  narrow: plainAnswer,
} as const;

export class Decoder extends ChoicesDecoder<GenerateContentResponse, ChoiceDecoder> {
  protected readonly style = STYLE;
  /** The event at hand states counts: those of the last one that does are given at the end, with what was named before there were any. */
  isCounted = false;
  private usage: GenerateContentUsage | undefined = undefined;
  declare private named: GenerateContentUsage | undefined;
  /** Where they stand. */
  private at: Path = [];

  get alters(): boolean {
    return this.choices.values().some((choice) => choice.cites);
  }

  protected createChoice(number: number): ChoiceDecoder {
    return new ChoiceDecoder(number, this);
  }

  protected takePlain(answer: GenerateContentResponse, path = this.place): void {
    const { candidates, usageMetadata } = answer;
    const promptBlock = this.readEnvelope(answer, path);
    const refused = promptBlock && this.choiceOf(0, path);
    if (refused?.finished === false) refused.promptBlock = promptBlock;
    else if (promptBlock !== undefined) this.protocol([...path, "promptFeedback"], FINISHED);
    candidates?.forEach((candidate, position) => {
      const at = [...path, "candidates", position];
      this.choiceOf(choiceNumber(candidate.index, position), at)?.push(candidate, at);
    });
    if (!candidates?.length) this.settle();
    if (this.over) return;
    this.isCounted = counts(usageMetadata);
    if (usageMetadata != null && (this.isCounted || (this.usage === undefined && !isEmpty(usageMetadata)))) {
      const { named } = this;
      const stated = named ? Object.assign({}, named, usageMetadata) : usageMetadata;
      if (this.isCounted) this.usage = this.held(stated);
      else this.named = this.held(stated);
      this.at = path;
    }
    if (refused?.finished === false) refused.block({ reason: "content-filter", ...compact({ message: promptBlock?.message }) });
  }

  protected override receive(event: Json, path: Path): void {
    if (isJsonArray(event)) for (const [position, item] of event.entries()) super.receive(item, [...path, position]);
    else super.receive(event, path);
  }

  protected takeEvent(event: Json, path: Path) {
    // Whatever stands there, an answer has no such field.
    const error = isJsonObject(event) && (event.error ?? null) !== null ? ["error"] : errorIn(event, ANSWER);
    if (error !== undefined) return this.failBody(event, path, error);
    const answer = this.shaped(withNames(camelCased(event)), path, (at) => relocate(at, event));
    if (answer === undefined) return;
    if (!isAnswer(answer)) return this.noAnswer(path);
    this.takePlain(answer, path);
  }

  /** `{"candidates": […], "modelVersion": "gemini-2.5-flash", "responseId": "abc", "createTime": "2025-12-01T21:58:25Z"}` */
  private readEnvelope(wire: GenerateContentResponse, path: Path): PromptBlock | undefined {
    const first = this.phase === "before";
    if (!first && hasOnly(wire, REPEATED)) return undefined;
    // Each event has a time of its own; that of the answer is the first.
    const { id, model, created, promptBlock, extensions } = decodeEnvelope(wire, path, this.report, first ? wire.createTime : null);
    const fresh = this.fresh(extensions, path);
    if (!first) return promptBlock;
    // A style that states its usage at the start needs what is known by then.
    const usage = counts(wire.usageMetadata) ? decodeUsage(wire.usageMetadata, [], () => {}) : undefined;
    const { choice } = firstChoice(wire.candidates ?? []);
    this.begin(compact({ type: "start" as const, choice, id, model, created, usage, extensions: fresh }));
    return promptBlock;
  }

  protected override complete(): void {
    const { usage = this.named, at } = this;
    if (usage !== undefined) this.emit({ type: "usage", usage: decodeUsage(usage, [...at, "usageMetadata"], this.report) });
    super.complete();
  }
}

/** Of an event that has nothing new of the whole answer. */
const REPEATED = ["candidates", "usageMetadata", "modelVersion", "responseId", "createTime"];

/** Objects in the middle of a stream may name the kind of traffic and count nothing. */
function counts(usage: GenerateContentUsage | null | undefined): usage is GenerateContentUsage {
  for (const key in usage) if (typeof usage[key] === "number") return true;
  return false;
}
