/**
 * Reads the chunks of a chat-completions stream. The first one that says anything gives the envelope; usage may come on
 * any chunk, with choices or with `"choices": []`; an error may stand beside choices. Compatible servers forget the
 * finish reason, repeat it, or leave out `[DONE]`.
 */

import { attempt } from "../../core/attempt.js";
import { compact } from "../../core/compact.js";
import { EventBuffer } from "../../core/event-buffer.js";
import type { GrowingText } from "../../core/growing-text.js";
import { dropped, failure, type Issue, notice } from "../../core/issue.js";
import { asJson, isObject, type Json, type JsonObject } from "../../core/json.js";
import { lenientParse } from "../../core/lenient-parse.js";
import { oncePerKind } from "../../core/once.js";
import type { Path } from "../../core/path.js";
import { conforms, firstFault } from "../../core/schema.js";
import { SmallMap } from "../../core/small-map.js";
import { ChangedFields } from "../../model/changed-fields.js";
import { errorIn, streamError } from "../../model/error.js";
import { keepUnknown } from "../../model/extensions.js";
import { MAX_FIELDS } from "../../model/held.js";
import type { CanonicalError, CanonicalStreamEvent, Extensions } from "../../model/index.js";
import type { Context } from "../options.js";
import type { RepeatableDelta, StreamDecodeOptions, StreamDecoder } from "../style.js";
import { isContent, nonEmpty, something } from "./empty.js";
import { decodeFailure, error as errors } from "./error.js";
import { type Failure, failureIn, leaveOutBeside } from "./failure.js";
import type { ChoiceHost } from "./stream-calls.js";
import { ChoiceDecoder } from "./stream-choice-decoder.js";
import { MAX_CHOICES } from "./stream-normalizer.js";
import { type PlainChunk, plainChunk } from "./stream-plain.js";
import { type ChunkHost, CountedChunks, hotPiece, type LastPiece } from "./stream-repeat.js";
import { type FoundUsage, mergeUsage, usageOf, withoutUsage } from "./stream-usage.js";
import { decodeUsage, isCounted } from "./usage.js";
import { ChatCompletionsChunk, type ChatCompletionsUsage } from "./wire-answer.js";

export function createDecoder(options: StreamDecodeOptions = {}): StreamDecoder {
  return new Decoder(options);
}

/**
 * A class, as all machines of streams are, with state that is made when it is needed: ten thousand streams may be open at
 * once, and a decoder of closures held 2.4 KB before its first event; this one holds 0.35 KB, and 0.8 KB after some deltas.
 */
class Decoder extends EventBuffer<CanonicalStreamEvent> implements StreamDecoder, ChoiceHost, ChunkHost {
  readonly context: Context | undefined;
  readonly report: (issue: Issue) => void;
  responseId: string;
  private readonly tell: (issue: Issue) => void;
  readonly own: boolean;
  private index = -1;
  private phase: "before" | "open" | "closed" | "failed" = "before";
  /** Unknown fields of chunks that came before the stream began. */
  private prelude: JsonObject | undefined = undefined;
  private readonly choices = new SmallMap<ChoiceDecoder>();
  /** Takes what is said of fields that are not what they should be, mostly in every chunk. */
  private odd: ((issue: Issue) => void) | undefined = undefined;
  /** Of unknown fields. */
  private news: ChangedFields | undefined = undefined;
  /** The piece that was read last, until somebody asks. */
  private last: LastPiece | undefined = undefined;
  /** Arguments of the call of which deltas pass this by. */
  private passing: GrowingText | undefined = undefined;
  /** What was told last of the whole answer; mostly every chunk repeats it. */
  private fingerprint: string | null | undefined = undefined;
  private tier: string | null | undefined = undefined;
  private usage: ChatCompletionsUsage | undefined = undefined;

  constructor(options: StreamDecodeOptions) {
    super();
    this.tell = options.report ?? IGNORE;
    this.report = oncePerKind(this.tell);
    this.context = options.context;
    this.own = options.own === true;
    this.responseId = options.responseId ?? "";
  }

  push(input: unknown): readonly CanonicalStreamEvent[] {
    this.index++;
    this.last = undefined;
    const plain = this.phase === "open" ? attempt(plainChunk, input) : undefined;
    if (plain === undefined || !this.repeat(plain)) this.read(input);
    return this.drain();
  }

  hot(): RepeatableDelta | undefined {
    const hot = this.last && hotPiece(this.last);
    this.last = undefined;
    // A reason that is held back goes out when nothing follows.
    if (hot === undefined || this.choices.get(hot.choice)?.holds === true) return undefined;
    this.passing = hot.kind === "arguments" ? this.choices.get(hot.choice)?.calls?.argumentsOf(hot.part) : undefined;
    const { usage, ...delta } = hot;
    return { ...delta, source: usage === undefined ? this : new CountedChunks(this, usage) };
  }

  take(bytes: Uint8Array, start: number, end: number): void {
    this.passing?.take(bytes, start, end);
  }

  advance(events: number): readonly [] {
    this.index += events;
    return [];
  }

  count(usage: ChatCompletionsUsage): CanonicalStreamEvent {
    return this.counted({ value: usage, path: ["usage"] });
  }

  done(): readonly CanonicalStreamEvent[] {
    this.last = undefined;
    if (this.phase === "closed") this.protocol(this.place, "The end marker came twice.");
    // The end of nothing is no answer.
    else if (this.phase === "before") this.close();
    // After an error some servers send it all the same.
    else if (this.phase !== "failed") this.complete();
    return this.drain();
  }

  end(): readonly CanonicalStreamEvent[] {
    this.last = undefined;
    if (this.phase === "before" || this.phase === "open") this.close();
    return this.drain();
  }

  protocol(path: Path, message: string): void {
    this.tell(notice("stream.protocol", path, message, { severity: "warning" }));
  }

  /** A chunk that brings a piece of text and nothing new. False when it has to be read as any other. */
  private repeat(plain: PlainChunk): boolean {
    const { index, fingerprint, tier } = plain;
    const choice = this.choices.get(index);
    if (choice === undefined || choice.finished) return false;
    if ((fingerprint && fingerprint !== this.fingerprint) || (tier && tier !== this.tier)) return false;
    choice.grow(plain.kind, plain.text, plain.call, this.index);
    const [event, more] = this.out ?? [];
    if (event?.type === "part-delta" && more === undefined) this.last = { plain, part: event.part };
    return true;
  }

  private read(input: unknown) {
    const { index } = this;
    if (this.phase === "closed" || this.phase === "failed") return this.protocol([index], "The stream is over; this event is left out.");
    const json = asJson(input);
    if (!json.ok) return this.protocol([index, ...json.issues[0].path], json.issues[0].message);
    if (conforms(ChatCompletionsChunk, input)) return this.understand(input, json.value);
    const read = lenientParse(ChatCompletionsChunk, input, isContent);
    if (read === undefined || read.lost.some(({ path }) => path.length === 1)) {
      const { path, message } = firstFault(ChatCompletionsChunk, input);
      return this.protocol([index, ...path], `This is no chunk and is left out: ${message}`);
    }
    this.odd ??= oncePerKind(this.tell, true);
    for (const issue of read.issues) this.odd({ ...issue, path: [index, ...issue.path] });
    for (const { path, message } of read.lost) this.protocol([index, ...path], `This is lost: ${message}`);
    this.understand(read.value, json.value);
    // The next one like it has the same fault.
    this.last = undefined;
  }

  private understand(input: ChatCompletionsChunk, json: Json) {
    const { index } = this;
    const error = errorOf(input);
    if (!Array.isArray(input.choices) && error === undefined && !isObject(input.usage)) {
      const bare = errorIn(json, []);
      if (bare !== undefined) return this.failBare(json, bare);
      return this.protocol([index], "This is neither a chunk nor an error; it is left out.");
    }
    if (error === undefined || hasChoices(input)) this.envelope(input);
    else this.loseBeside(input, error.path);
    this.say(error === undefined ? input : unfinished(input));
    if (error !== undefined) this.fail(decodeFailure(error, undefined, [index], this.tell), error.path);
    // What begins with a delta may be nothing else.
    if (this.out?.[0]?.type === "part-delta") this.last = { chunk: input, said: this.out };
  }

  /** `{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": […]}` */
  private envelope(chunk: ChatCompletionsChunk): void {
    const { id, object, created, model, choices: _choices, usage, error: _error, obfuscation: _padding, ...known } = chunk;
    const { system_fingerprint, service_tier, ...rest } = known;
    const uncounted = usage && !isCounted(usage) ? something(usage) : undefined;
    const unknown = uncounted === undefined ? rest : { ...rest, usage: uncounted };
    const fresh = this.newsOf(keepUnknown("chat-completions", unknown).extensions);
    if (this.phase !== "before") {
      for (const key of Object.keys(fresh)) this.late(key);
      if (system_fingerprint && system_fingerprint !== this.fingerprint) this.late("system_fingerprint");
      if (service_tier && service_tier !== this.tier) this.late("service_tier");
      this.fingerprint = system_fingerprint || this.fingerprint;
      this.tier = service_tier || this.tier;
      return;
    }
    const prelude = { ...this.prelude, ...fresh };
    const counted = usageOf(chunk);
    this.prelude = prelude;
    // Some servers first send a chunk that names neither answer nor model, only what they think of the prompt.
    const silent = !hasChoices(chunk) && !nonEmpty(id) && !nonEmpty(model) && !isObject(chunk.usage);
    if (silent && Object.keys(prelude).length < MAX_FIELDS) return;
    this.phase = "open";
    this.prelude = undefined;
    if (nonEmpty(id)) this.responseId = id;
    this.fingerprint = system_fingerprint;
    this.tier = service_tier;
    this.emit(
      compact({
        type: "start" as const,
        id: nonEmpty(id) ? id : undefined,
        model: nonEmpty(model) ? model : undefined,
        created: created ?? undefined,
        serviceTier: nonEmpty(service_tier) ? service_tier : undefined,
        systemFingerprint: nonEmpty(system_fingerprint) ? system_fingerprint : undefined,
        // A style that states its usage at the start is told what is known by then.
        usage: counted && decodeUsage(counted.value, [], IGNORE, this.own),
        extensions: Object.keys(prelude).length === 0 ? undefined : { "chat-completions": prelude },
      }),
    );
  }
  private newsOf(unknown: Extensions | undefined): JsonObject {
    if (unknown === undefined) return {};
    this.news ??= new ChangedFields("chat-completions");
    return this.news.of(unknown)?.["chat-completions"] ?? {};
  }
  private late(key: string): void {
    const message = "The stream has begun, and what is said of the whole answer now has no place in it.";
    this.report(dropped("dropped.field", [this.index, key], message, { severity: "info" }));
  }

  private say(chunk: ChatCompletionsChunk): void {
    const usage = usageOf(chunk);
    const choices = chunk.choices ?? [];
    const wire = usage?.path[0] === "choices" ? withoutUsage(choices) : choices;
    for (const [position, choice] of wire.entries()) {
      const path = [this.index, "choices", position];
      const decoder = this.choiceOf(choice.index ?? position);
      if (decoder === undefined) this.protocol(path, "The stream has more choices than are read.");
      else decoder.push(choice, path);
    }
    // The usage chunk: nothing more will be said.
    if (wire.length === 0) this.settle();
    if (usage !== undefined) this.emit(this.counted(usage));
  }
  private counted({ value, path }: FoundUsage): CanonicalStreamEvent {
    this.usage = mergeUsage(this.usage, value);
    return { type: "usage", usage: decodeUsage(this.usage, [this.index, ...path], this.report, this.own) };
  }

  private choiceOf(number: number): ChoiceDecoder | undefined {
    const known = this.choices.get(number);
    if (known !== undefined || this.choices.size >= MAX_CHOICES) return known;
    const choice = new ChoiceDecoder(number, this);
    this.choices.set(number, choice);
    return choice;
  }

  /** What an error without choices is told with, besides what the stream has said before. */
  private loseBeside(chunk: ChatCompletionsChunk, path: Path): void {
    const { object: _object, choices: _choices, usage: _usage, error: _error, obfuscation: _padding, ...fields } = chunk;
    const { id: _id, created: _created, model: _model, system_fingerprint: _print, service_tier: _tier, ...others } = fields;
    leaveOutBeside(this.phase === "before" ? fields : others, path, [this.index], this.tell);
  }

  /** `{"error": {"code": 400, "message": "Token limit reached"}}` */
  private fail(error: CanonicalError, path: Path): void {
    this.tell(streamError(error, [this.index, ...path]));
    this.breakOff(error);
  }
  /** `{"message": "Token limit reached"}`: an error body between chunks, or after them. */
  private failBare(body: Json, path: Path): void {
    const { value, issues } = errors.decode({ status: null, body });
    for (const issue of issues) this.tell({ ...issue, path: [this.index, ...issue.path.slice(1)] });
    this.fail(value, path);
  }
  private breakOff(error: CanonicalError): void {
    this.emit({ type: "error", error });
    this.emit({ type: "end" });
    this.phase = "failed";
  }

  /** The last event; the stream itself before its first. */
  private get place(): Path {
    return this.index === -1 ? [] : [this.index];
  }
  private open(): void {
    if (this.phase === "before") this.emit({ type: "start" });
    this.phase = "open";
  }
  private settle(): void {
    for (const choice of this.choices.values()) choice.settle();
  }

  /** The end marker came: choices without a reason have ended all the same, but for those in the middle of a call. */
  private complete() {
    this.open();
    this.settle();
    if (this.choices.values().some(({ calls }) => calls?.cut)) return this.truncate();
    if (this.choices.size === 0) this.choiceOf(0);
    for (const [number, choice] of this.choices.entries()) {
      if (choice.finished) continue;
      this.protocol(this.place, `The stream ended without a finish reason for choice ${number}.`);
      choice.finish("guessed");
    }
    this.emit({ type: "end" });
    this.phase = "closed";
  }

  /** The input is over without the end marker. */
  private close(): void {
    this.open();
    this.settle();
    const choices = this.choices.values();
    if (choices.length > 0 && choices.every((choice) => choice.finished)) {
      this.emit({ type: "end" });
      this.phase = "closed";
      return;
    }
    for (const choice of choices) choice.finish("none");
    this.truncate();
  }
  private truncate(): void {
    const message = "The stream ended before the answer was complete.";
    this.tell(failure("stream.truncated", this.place, message));
    this.breakOff({ kind: "truncated-stream", status: 502, message, retryable: true });
  }
}

const IGNORE = (): void => {};

function hasChoices({ choices }: ChatCompletionsChunk): boolean {
  return choices !== null && choices !== undefined && choices.length > 0;
}

/** What breaks off the stream: said in a chunk of its own, beside choices or in one, in a field of the server. */
function errorOf(chunk: ChatCompletionsChunk): Failure | undefined {
  const { error } = chunk;
  if (error !== null && error !== undefined && error !== "" && error !== false) return { value: error, path: ["error"] };
  return failureIn(chunk);
}

/** An error ends no choice, whatever reason stands beside it: half a call would look like a whole one. */
function unfinished(chunk: ChatCompletionsChunk): ChatCompletionsChunk {
  return { ...chunk, choices: chunk.choices?.map((choice) => ({ ...choice, error: null, finish_reason: null })) };
}
