/**
 * Reads the objects of a generate-content stream. There is no end marker: a stream is complete when all its candidates have
 * finished, or when the prompt was refused. A stream that was asked for without `alt=sse` comes as arrays.
 */

import { attempt } from "../../core/attempt.js";
import { compact } from "../../core/compact.js";
import { EventBuffer } from "../../core/event-buffer.js";
import { dropped, failure, type Issue, notice } from "../../core/issue.js";
import { asJson, isJsonArray, type Json } from "../../core/json.js";
import { isEmpty, lenientParse } from "../../core/lenient-parse.js";
import { oncePerKind } from "../../core/once.js";
import type { Path } from "../../core/path.js";
import { conforms, firstFault } from "../../core/schema.js";
import { SmallMap } from "../../core/small-map.js";
import { UNTRACED } from "../../core/trace.js";
import { ChangedFields } from "../../model/changed-fields.js";
import { errorIn, leaveOutOfError, streamError } from "../../model/error.js";
import { keepUnknown } from "../../model/extensions.js";
import { MAX_GATHERED, tooMuch } from "../../model/held.js";
import type { CanonicalError, CanonicalStreamEvent, Extensions } from "../../model/index.js";
import type { Context } from "../options.js";
import type { RepeatableDelta, StreamDecodeOptions, StreamDecoder } from "../style.js";
import { decodeErrorObject, errorOf, error as errors } from "./error.js";
import { isReason } from "./finish.js";
import { camelCased, relocate } from "./names.js";
import { withNames } from "./partial-args.js";
import { type DecodeScope, STYLE } from "./scope.js";
import { ChoiceDecoder, type ChoiceHost } from "./stream-choice-decoder.js";
import { type PlainAnswer, plainAnswer } from "./stream-plain.js";
import { type AnswerHost, type SpokenPiece, SpokenPieces, spokenPiece, wantedOf } from "./stream-repeat.js";
import { secondsOf } from "./time.js";
import { isSum, reportTotal, usageOf } from "./usage.js";
import { GenerateContentResponse, type GenerateContentUsage, isContent } from "./wire-answer.js";

/** Candidates of one stream that are read; requests may ask for 8. */
const MAX_CHOICES = 1024;

/** Where an object of the stream says something of the answer, in either spelling. */
const ANSWER = ["candidates", "promptFeedback", "prompt_feedback", "usageMetadata", "usage_metadata"];

export function createDecoder(options: StreamDecodeOptions = {}): StreamDecoder {
  return new Decoder(options);
}

class Decoder extends EventBuffer<CanonicalStreamEvent> implements StreamDecoder, ChoiceHost, AnswerHost {
  readonly scope: DecodeScope;
  responseId: string;
  private readonly tell: (issue: Issue) => void;
  private index = -1;
  private phase: "before" | "open" | "closed" = "before";
  private readonly choices = new SmallMap<ChoiceDecoder>();
  private news: ChangedFields | undefined = undefined;
  /** The piece that was read last, until somebody asks. */
  private last: SpokenPiece | undefined = undefined;
  private counted = false;
  /** Takes what is said of fields that are not what they should be, mostly in every object. */
  private odd: ((issue: Issue) => void) | undefined = undefined;
  /** The first usage without a count, and where it stands. */
  private uncounted: { readonly usage: GenerateContentUsage; readonly path: Path } | undefined = undefined;

  constructor(options: StreamDecodeOptions) {
    super();
    this.tell = options.report ?? IGNORE;
    this.responseId = options.responseId ?? "";
    this.scope = {
      // Paths of a stream are known where they are needed; nothing has to be found again later.
      trace: UNTRACED,
      report: oncePerKind(this.tell),
      context: options.context ?? NO_CONTEXT,
    };
  }

  push(input: unknown): readonly CanonicalStreamEvent[] {
    this.index++;
    this.last = undefined;
    const plain = this.phase === "open" ? attempt(plainAnswer, input) : undefined;
    if (plain === undefined || !this.repeat(plain)) this.read(input);
    return this.drain();
  }

  hot(): RepeatableDelta | undefined {
    const { last } = this;
    this.last = undefined;
    const choice = last && this.choices.get(last.choice);
    if (last === undefined || choice?.growing !== last.part) return undefined;
    const { choice: number, part, kind } = last;
    return { choice: number, part, kind, wanted: wantedOf(last), source: new SpokenPieces(this, choice, last) };
  }

  skip(events: number): number {
    this.index += events;
    return this.index;
  }

  count(usage: GenerateContentUsage, path?: Path): CanonicalStreamEvent {
    this.counted = true;
    // What was named before there were counts is named with them.
    const whole = this.uncounted === undefined ? usage : { ...this.uncounted.usage, ...usage };
    // A path is made where there is something to say: many a stream counts in every object.
    if (!isSum(whole)) reportTotal(whole, [...(path ?? [this.index]), "usageMetadata"], this.scope.report);
    return { type: "usage", usage: usageOf(whole) };
  }

  /** This style has no end marker; where a server sends one all the same, the end of input says the rest. */
  done(): readonly CanonicalStreamEvent[] {
    return [];
  }

  end(): readonly CanonicalStreamEvent[] {
    if (this.phase !== "closed") this.close();
    return this.drain();
  }

  protocol(path: Path, message: string): void {
    this.tell(notice("stream.protocol", path, message, { severity: "warning" }));
  }

  /** An object that brings a piece of text, or a call, and counts. False when it has to be read as any other. */
  private repeat(plain: PlainAnswer): boolean {
    const { index } = plain;
    const choice = this.choices.get(index);
    if (choice === undefined || choice.finished) return false;
    const usage = counts(plain.usage) ? plain.usage : undefined;
    if (plain.kind === "call") choice.call(plain.part, this.index);
    else {
      const grown = choice.growing;
      choice.grow(plain.kind, plain.text, this.index);
      // What begins a part is nothing that others may be like.
      if (grown !== undefined && grown === choice.growing) this.last = { choice: index, part: grown, kind: plain.kind, usage };
    }
    if (usage !== undefined) this.emit(this.count(usage));
    else if (plain.usage !== undefined) this.name(plain.usage, [this.index]);
    return true;
  }

  private use(usage: GenerateContentUsage | null | undefined, path: Path): void {
    if (counts(usage)) this.emit(this.count(usage, path));
    else this.name(usage, path);
  }

  private name(usage: GenerateContentUsage | null | undefined, path: Path): void {
    if (usage != null && !isEmpty(usage)) this.uncounted ??= { usage, path };
  }

  private read(input: unknown) {
    const json = asJson(input);
    if (!json.ok) return this.protocol([this.index, ...json.issues[0].path], json.issues[0].message);
    if (!isJsonArray(json.value)) return this.take(json.value, [this.index], input);
    for (const [position, item] of json.value.entries()) this.take(item, [this.index, position], item);
  }

  private take(input: Json, path: Path, original: unknown) {
    if (this.phase === "closed") return this.protocol(path, "The stream is over; this event is left out.");
    const found = errorOf(input);
    if (found !== undefined) {
      const at = [...path, ...found.path];
      leaveOutOfError(found.beside, at.slice(0, -1), this.scope.report);
      return this.fail(decodeErrorObject(found.error, undefined, at, this.scope.report), at);
    }
    const body = withNames(camelCased(input));
    if (conforms(GenerateContentResponse, body)) return this.understand(body, path, input, original);
    const read = lenientParse(GenerateContentResponse, body, isContent);
    if (read === undefined || read.lost.length > 0) {
      const fault = firstFault(GenerateContentResponse, body);
      return this.protocol([...path, ...relocate(fault.path, original)], `This is no answer object and is left out: ${fault.message}`);
    }
    this.odd ??= oncePerKind(this.tell, true);
    for (const issue of read.issues) this.odd({ ...issue, path: [...path, ...relocate(issue.path, original)] });
    this.understand(read.value, path, input, original);
  }

  private understand(body: GenerateContentResponse, path: Path, input: Json, original: unknown) {
    const bare = errorIn(input, ANSWER);
    if (bare !== undefined) return this.failBare(input, path, bare);
    const known = [body.candidates, body.promptFeedback, body.usageMetadata, body.modelVersion, body.responseId];
    if (known.every((value) => value === null || value === undefined))
      return this.protocol(path, "This is neither an answer object nor an error; it is left out.");
    this.envelope(body, path);
    this.say(body, path);
    // What was spelled otherwise has other paths.
    this.last = this.out !== undefined && body === original ? spokenPiece(body, this.out) : undefined;
  }

  /** `{"candidates": […], "modelVersion": "gemini-2.5-flash", "responseId": "abc", "createTime": "2025-12-01T21:58:25Z"}` */
  private envelope(wire: GenerateContentResponse, path: Path): void {
    const { responseId: id, modelVersion, createTime, candidates: _candidates, usageMetadata, promptFeedback, ...rest } = wire;
    const { blockReason, blockReasonMessage, ...feedback } = promptFeedback ?? {};
    const lonely = isReason(blockReason) ? {} : { blockReasonMessage };
    const first = this.phase === "before";
    const created = first && createTime != null ? secondsOf(createTime, [...path, "createTime"], this.scope.report) : undefined;
    const unread = first && created === undefined ? { createTime } : {};
    const unknown = this.newsOf(keepUnknown(STYLE, { ...rest, ...unread }, [["promptFeedback", { ...feedback, ...lonely }]]).extensions);
    if (!first) {
      for (const key of Object.keys(unknown?.[STYLE] ?? {})) this.late([...path, ...key.split(".")]);
      return;
    }
    this.phase = "open";
    if (nonEmpty(id)) this.responseId = id;
    this.emit(
      compact({
        type: "start" as const,
        id: nonEmpty(id) ? id : undefined,
        model: nonEmpty(modelVersion) ? modelVersion : undefined,
        created,
        // A style that states its usage at the start is told what is known by then.
        usage: counts(usageMetadata) ? usageOf(usageMetadata) : undefined,
        extensions: unknown,
      }),
    );
  }
  private newsOf(unknown: Extensions | undefined): Extensions | undefined {
    if (unknown === undefined) return undefined;
    this.news ??= new ChangedFields(STYLE);
    return this.news.of(unknown);
  }
  private late(path: Path): void {
    const message = "The stream has begun, and what is said of the whole answer now has no place in it.";
    this.scope.report(dropped("dropped.field", path, message, { severity: "info" }));
  }

  private say(wire: GenerateContentResponse, path: Path): void {
    const candidates = wire.candidates ?? [];
    const refused = this.refuse(wire, path);
    for (const [position, candidate] of candidates.entries()) {
      const at = [...path, "candidates", position];
      const decoder = this.choiceOf(candidate.index ?? position);
      if (decoder === undefined) this.protocol(at, "The stream has more candidates than are read.");
      else decoder.push(candidate, at);
    }
    if (candidates.length === 0) this.settle();
    if (this.isClosed) return;
    this.use(wire.usageMetadata, path);
    if (refused?.finished === false) refused.block({ reason: "content-filter", ...messageOf(wire) });
  }

  private choiceOf(number: number): ChoiceDecoder | undefined {
    const known = this.choices.get(number);
    if (known !== undefined || this.choices.size >= MAX_CHOICES) return known;
    const choice = new ChoiceDecoder(number, this);
    this.choices.set(number, choice);
    return choice;
  }

  /** `{"promptFeedback": {"blockReason": "SAFETY", "blockReasonMessage": "…"}}` */
  private refuse(wire: GenerateContentResponse, path: Path): ChoiceDecoder | undefined {
    const blockReason = wire.promptFeedback?.blockReason;
    if (!isReason(blockReason)) return undefined;
    const choice = this.choiceOf(0);
    if (choice === undefined || choice.finished)
      this.protocol([...path, "promptFeedback"], "The prompt is refused after the answer has ended; this is left out.");
    else choice.refuse({ reason: String(blockReason), ...messageOf(wire) });
    return choice;
  }

  /** `{"error": {"code": 503, "message": "…", "status": "UNAVAILABLE"}}` */
  private fail(error: CanonicalError, path: Path): void {
    this.tell(streamError(error, path));
    this.breakOff(error);
  }
  /** `{"message": "…"}`: an error body between objects, or after them. */
  private failBare(body: Json, path: Path, bare: Path): void {
    const { value, issues } = errors.decode({ status: null, body });
    for (const issue of issues) this.tell({ ...issue, path: [...path, ...issue.path.slice(1)] });
    this.fail(value, [...path, ...bare]);
  }
  private breakOff(error: CanonicalError): void {
    this.emit({ type: "error", error });
    this.emit({ type: "end" });
    this.phase = "closed";
  }

  private settle(): void {
    for (const choice of this.choices.values()) choice.settle();
  }

  private get isClosed(): boolean {
    return this.phase === "closed";
  }
  private close(): void {
    if (this.phase === "before") this.emit({ type: "start" });
    this.settle();
    if (this.isClosed) return;
    const choices = this.choices.values();
    if (choices.length > 0 && choices.every((choice) => choice.finished)) {
      const { counted, uncounted } = this;
      // What it names beside counts is told with them, or here.
      if (!counted && uncounted !== undefined) this.emit(this.count(uncounted.usage, uncounted.path));
      this.emit({ type: "end" });
      this.phase = "closed";
      return;
    }
    for (const choice of choices) choice.abandon();
    this.truncate();
  }

  exceed(path: Path): void {
    const { error, finding } = tooMuch("characters of arguments", MAX_GATHERED, path);
    this.tell(finding);
    this.breakOff(error);
  }

  truncate(): void {
    const message = "The stream ended before the answer was complete.";
    this.tell(failure("stream.truncated", this.index === -1 ? [] : [this.index], message));
    this.breakOff({ kind: "truncated-stream", status: 502, message, retryable: true });
  }
}

function messageOf({ promptFeedback }: GenerateContentResponse): { readonly message?: string } {
  return compact({ message: promptFeedback?.blockReasonMessage ?? undefined });
}

const IGNORE = (): void => {};
const NO_CONTEXT: Context = {};

function nonEmpty(value: string | null | undefined): value is string {
  return typeof value === "string" && value !== "";
}

/** Objects in the middle of a stream may name the kind of traffic and count nothing. */
function counts(usage: GenerateContentUsage | null | undefined): usage is GenerateContentUsage {
  for (const key in usage) if (typeof usage[key] === "number") return true;
  return false;
}
