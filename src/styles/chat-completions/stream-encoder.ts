/**
 * Writes the chunks of a chat-completions stream: for each choice a role chunk, deltas, and one chunk with the finish
 * reason; at the end the usage, in a chunk without choices. All chunks share id, time and model. After an error nothing
 * more comes, not even `[DONE]`.
 */

import { own } from "../../core/collections.js";
import type { Path } from "../../core/issue.js";
import { plain } from "../../core/json.js";
import { restoreUnknown } from "../../model/extensions.js";
import type { CanonicalError, StartEvent } from "../../model/index.js";
import { ChoicesEncoder } from "../../stream/encoder.js";
import { error as errors } from "./error.js";
import { ANSWER, createdOf } from "./fields.js";
import { encodeUsage } from "./finish.js";
import { printRest, type Sole } from "./stream.js";
import { ChoiceEncoder } from "./stream-choice-encoder.js";
import { STYLE } from "./wire.js";
import type { ChatCompletionsChunk, ChatCompletionsResponse, ChatCompletionsUsage, ChunkChoice } from "./wire-answer.js";

export class ChunkEncoder extends ChoicesEncoder<ChatCompletionsChunk, ChatCompletionsResponse, ChoiceEncoder> {
  protected readonly style = ANSWER;
  // What every chunk repeats.
  private created = 0;
  private tier: string | undefined = undefined;
  private fingerprint: string | undefined = undefined;
  /** What the chunk written last holds alone. */
  private sole: Sole | undefined = undefined;

  /** @param sole what its delta holds alone, in the form in which pieces come */
  write(choice: ChunkChoice, sole?: Sole): void {
    this.sole = sole;
    this.repeating = this.chunk([choice], null);
    this.emit(this.repeating);
  }

  private chunk(choices: ChunkChoice[], usage: ChatCompletionsUsage | null): ChatCompletionsChunk {
    const { id, created, model, tier, fingerprint } = this;
    const chunk: ChatCompletionsChunk = { id, object: OBJECT, created, model };
    // Not by spread, which costs more in every chunk than all else.
    if (tier !== undefined) chunk.service_tier = tier;
    if (fingerprint !== undefined) chunk.system_fingerprint = fingerprint;
    chunk.choices = choices;
    if (this.counts) chunk.usage = usage;
    return chunk;
  }
  /** Chunks have a place for counts. */
  private get counts(): boolean {
    return this.options.context?.includeStreamUsage !== false;
  }

  protected print(chunk: ChatCompletionsChunk): string {
    if (this.envelope !== undefined) return this.envelope + printRest(chunk, this.sole);
    const whole = JSON.stringify(chunk);
    this.envelope = own(whole.slice(0, whole.indexOf(CHOICES) + CHOICES.length));
    return whole;
  }

  protected begin(event: StartEvent, { service_tier, system_fingerprint }: Partial<ChatCompletionsResponse>, path: Path): void {
    this.created = createdOf(event.created, this.options, path, this.report);
    this.tier = service_tier ?? undefined;
    this.fingerprint = system_fingerprint ?? undefined;
    this.choice(event.choice ?? 0);
    // Fields that only this style has stand on the first chunk, as they came.
    this.out = this.out?.map((role) => restoreUnknown(role, event.extensions, STYLE));
  }

  /** `{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": null}` */
  protected createChoice(number: number): ChoiceEncoder {
    this.write({ index: number, delta: { role: "assistant", content: "" }, finish_reason: null });
    return new ChoiceEncoder(number, this);
  }

  protected fail(error: CanonicalError): void {
    this.emit({ error: plain(this.encodeError(errors, error, [this.place, "error"]).error) });
  }

  protected close(): void {
    if (this.choices.size === 0) this.choice(0);
    for (const choice of this.choices.values()) this.endOpen(choice);
    if (!this.counts || this.usage === undefined) return;
    this.emit(this.chunk([], encodeUsage(this.usage, [this.counted, "usage"], this.options, this.report)));
  }
}

const OBJECT = "chat.completion.chunk";
const CHOICES = ',"choices":';
