/**
 * Reads the chunks of a chat-completions stream. The first one that holds anything gives the envelope; usage may come on
 * any chunk, with choices or with `"choices": []`; an error may stand beside choices. Compatible servers forget the
 * finish reason, repeat it, or leave out `[DONE]`.
 */

import type { Path } from "../../core/issue.js";
import { compact, isObject, type Json, type JsonObject } from "../../core/json.js";
import { hasMembers, something, withoutNulls } from "../../core/lenient-parse.js";
import { errorIn } from "../../model/error.js";
import { firstChoice } from "../../model/events.js";
import { keepUnknown, without } from "../../model/extensions.js";
import type { CanonicalStreamEvent, StartEvent } from "../../model/index.js";
import { ChoicesDecoder } from "../../stream/decoder.js";
import { MAX_FIELDS, mergeFields } from "../../stream/limits.js";
import { decodeFailure, error as errors, failureIn, leaveOutBeside } from "./error.js";
import { envelopeOf } from "./fields.js";
import { decodeUsage, isCounted, usageOf, withoutUsage } from "./finish.js";
import type { Placed } from "./quirks.js";
import { isPlainChunk, type PlainChunk, plainChunk } from "./stream.js";
import { ChoiceDecoder } from "./stream-choice-decoder.js";
import { STYLE } from "./wire.js";
import { ChatCompletionsChunk, type ChatCompletionsUsage, chunkKeys, isContent } from "./wire-answer.js";

type Counted = Placed<ChatCompletionsUsage> | undefined;

const DECODER = {
  name: STYLE,
  schema: ChatCompletionsChunk,
  isContent,
  depth: 1,
  error: errors,
  delta: plainChunk,
  narrow: (chunk: unknown) => (isPlainChunk(chunk) ? chunk : undefined),
} as const;

export class ChunkDecoder extends ChoicesDecoder<ChatCompletionsChunk, ChoiceDecoder, PlainChunk> {
  /** Unknown fields of chunks that came before the stream began. */
  private early: JsonObject | undefined = undefined;
  /** Facts about the whole answer that mostly every chunk repeats. */
  private fingerprint: string | null | undefined = undefined;
  private tier: string | null | undefined = undefined;
  declare private usage: ChatCompletionsUsage | undefined;
  protected readonly style = DECODER;

  override done(): readonly CanonicalStreamEvent[] {
    // The end of nothing is no answer.
    if (this.phase === "before") this.close();
    // After an error some servers send it all the same, and some send it twice.
    else if (this.phase === "open") this.finish();
    return this.drain();
  }

  protected createChoice(number: number): ChoiceDecoder {
    return new ChoiceDecoder(number, this);
  }

  protected takePlain(chunk: ChatCompletionsChunk): void {
    const path = this.place;
    const counted = usageOf(chunk);
    this.readEnvelope(chunk, counted, path);
    this.readChoices(chunk, counted, path);
  }

  protected override takeDelta(plain: PlainChunk): boolean {
    const { index, fingerprint, tier } = plain;
    const choice = this.choices.get(index);
    if (choice === undefined || choice.finished) return false;
    if ((fingerprint && fingerprint !== this.fingerprint) || (tier && tier !== this.tier)) return false;
    choice.grow(plain);
    return true;
  }

  protected takeEvent(event: Json, path: Path) {
    const chunk = this.shaped(event, path);
    if (chunk === undefined) return;
    const error = errorOf(chunk);
    if (error === undefined) {
      if (Array.isArray(chunk.choices) || isObject(chunk.usage)) return this.takePlain(chunk);
      const bare = errorIn(event, []);
      if (bare !== undefined) return this.failBody(event, path, bare);
      return this.noAnswer(path);
    }
    const usage = usageOf(chunk);
    if (hasChoices(chunk)) this.readEnvelope(chunk, usage, path);
    else {
      // What gets lost beside an error without choices, but for what the stream has sent before.
      const { object: _object, choices: _choices, usage: _usage, error: _error, obfuscation: _padding, ...fields } = chunk;
      leaveOutBeside(this.phase === "before" ? fields : without(chunk, chunkKeys), error.path, path, this.reportAlways);
    }
    // An error ends no choice, whatever reason stands beside it: half a call would look like a whole one.
    const choices = chunk.choices?.map((choice) => ({ ...choice, error: null, finish_reason: null }));
    this.readChoices({ ...chunk, choices }, usage, path);
    this.fail(decodeFailure(error, undefined, path, this.reportAlways).error, [...path, ...error.path]);
  }

  /** `{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": […]}` */
  private readEnvelope(chunk: ChatCompletionsChunk, counted: Counted, path: Path): void {
    const { id, model, usage, system_fingerprint, service_tier } = chunk;
    const rest = without(chunk, chunkKeys);
    const uncounted = usage && !isCounted(usage) ? something(usage) : undefined;
    const unknown = uncounted === undefined ? rest : { ...rest, usage: uncounted };
    const fresh = this.fresh(keepUnknown(STYLE, unknown).extensions, path);
    if (this.phase !== "before") {
      if (system_fingerprint && system_fingerprint !== this.fingerprint) this.late([...path, "system_fingerprint"]);
      if (service_tier && service_tier !== this.tier) this.late([...path, "service_tier"]);
      this.fingerprint = system_fingerprint || this.fingerprint;
      this.tier = service_tier || this.tier;
      return;
    }
    const prelude = { ...this.early, ...fresh?.[STYLE] };
    this.early = prelude;
    // Some servers first send a chunk that names neither answer nor model, only what they think of the prompt.
    const isEmpty = !hasChoices(chunk) && !id && !model && !isObject(chunk.usage);
    if (isEmpty && Object.keys(prelude).length < MAX_FIELDS) return;
    this.early = undefined;
    this.fingerprint = system_fingerprint;
    this.tier = service_tier;
    const start: StartEvent = Object.assign({ type: "start" as const }, firstChoice(chunk.choices ?? []), envelopeOf(chunk));
    // A style that states its usage at the start needs what is known by then.
    const known = counted && decodeUsage(counted.value, [], () => {}, this.own);
    const extensions = hasMembers(prelude) ? { [STYLE]: prelude } : undefined;
    this.begin(Object.assign(start, compact({ usage: known, extensions })));
  }

  private readChoices(chunk: ChatCompletionsChunk, usage: Counted, path: Path): void {
    const choices = chunk.choices ?? [];
    const wire = usage?.path[0] === "choices" ? withoutUsage(choices) : choices;
    wire.forEach((choice, position) => {
      const at = [...path, "choices", position];
      this.choiceOf(choice.index ?? position, at)?.push(choice, at);
    });
    // The usage chunk: nothing more follows of the choices.
    if (wire.length === 0) this.settle();
    if (usage === undefined) return;
    // Counters that a later chunk leaves out stay as they were, but for their sum.
    const { total_tokens: _sum, ...before } = this.usage ?? {};
    const at = [this.index, ...usage.path];
    this.usage = mergeFields(before, withoutNulls(usage.value) ?? {}, at, this.report);
    this.emit({ type: "usage", usage: decodeUsage(this.usage, at, this.report, this.own) });
  }

  /** The end marker came: choices without a reason have ended all the same, but for those in the middle of a call. */
  private finish() {
    this.settle();
    if (this.choices.values().some(({ calls }) => calls?.cut)) return this.truncate();
    if (this.choices.size === 0) this.choiceOf(0, this.place);
    for (const choice of this.choices.values()) {
      if (choice.finished) continue;
      this.protocol(this.place, `Choice ${choice.choice} ends without a reason.`);
      choice.guess();
    }
    this.complete();
  }
}

function hasChoices({ choices }: ChatCompletionsChunk): boolean {
  return (choices?.length ?? 0) > 0;
}

/** What breaks off the stream: in a chunk of its own, beside choices or in one, in a field of the server. */
function errorOf(chunk: ChatCompletionsChunk): Placed<Json> | undefined {
  const { error } = chunk;
  if (error !== null && error !== undefined && error !== "" && error !== false) return { value: error, path: ["error"] };
  return failureIn(chunk);
}
