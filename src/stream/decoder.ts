/**
 * What the decoders of all styles have in common: the phases of a stream, what is made of an event that is not as it should
 * be, errors between events, and the end. A style adds its grammar: what its events look like, and what they mean.
 */

import { SmallMap } from "../core/collections.js";
import { brief, failure, type Issue, minorLoss, notice, type Path } from "../core/issue.js";
import { EventBuffer } from "../core/issue-log.js";
import { asJson, attempt, copyOf, type Json } from "../core/json.js";
import { lenientParse } from "../core/lenient-parse.js";
import { conforms, type Schema, schemaIssues } from "../core/schema.js";
import { splitKey } from "../core/trace.js";
import { TRUNCATED } from "../model/collect.js";
import { given } from "../model/common.js";
import { reportedError } from "../model/error.js";
import { splitPart } from "../model/events.js";
import { ChangedFields, type Rest, without } from "../model/extensions.js";
import type {
  CanonicalError,
  CanonicalStreamEvent,
  ChoiceMetaEvent,
  Extensions,
  Part,
  PartDelta,
  StartEvent,
  StyleName,
} from "../model/index.js";
import type { Context } from "../styles/options.js";
import type { ErrorCodec, StreamDecodeOptions, StreamDecoder } from "../styles/style.js";
import { MAX_GATHERED, tooMuch } from "./limits.js";

/** What the decoders need to know of a style. */
export interface DecoderStyle<Event, Delta = never> {
  readonly name: StyleName;
  readonly schema: Schema<Event>;
  /** Whether the answer itself stands there, which cannot be left out as what stands beside it can. */
  readonly isContent: (path: Path) => boolean;
  /** Steps of the longest path whose loss makes an event unreadable. */
  readonly depth: number;
  readonly error: Pick<ErrorCodec<unknown>, "decode">;
  /** The events that make up nearly all of a stream, narrowed by hand. Whatever else an event holds, the schema looks at it. */
  readonly narrow: (input: unknown) => Event | undefined;
  /** The same for those that are deltas of one text, where there are such. */
  readonly delta?: (input: unknown) => Delta | undefined;
}

/**
 * A class, as all machines of streams are, with state that is made when it is needed: ten thousand streams may be open at
 * once, and a decoder of closures held 2.4 KB before its first event; this one holds 0.4 KB.
 */
export abstract class EventDecoder<Event, Delta = never> extends EventBuffer<CanonicalStreamEvent> implements StreamDecoder {
  readonly context: Context;
  /** Id of the answer on the wire. */
  protected wireId = "";
  private readonly givenId: StreamDecodeOptions["responseId"];
  /** What is read is written in the same style again. */
  readonly own: boolean;
  readonly styles: StreamDecodeOptions["styles"];
  /** Index of the event at hand. */
  index = -1;
  private parsed = false;
  protected phase: "before" | "open" | "closed" | "failed" = "before";
  /** Unknown fields of the whole answer. */
  declare private changed: ChangedFields | undefined;

  constructor(options: StreamDecodeOptions = {}) {
    super(options.report);
    this.context = options.context ?? NO_CONTEXT;
    this.own = options.own === true;
    this.styles = options.styles;
    this.givenId = options.responseId;
  }

  /** Id of the answer, for the ids of calls that have none. */
  get responseId(): string {
    return this.wireId || given(this.givenId) || "";
  }

  push(input: unknown, parsed = false): readonly CanonicalStreamEvent[] {
    this.index++;
    this.parsed = parsed;
    if (this.over || !this.takeNarrowed(input)) this.read(input);
    return this.drain();
  }

  /** What throws here, a getter or a proxy, is looked at by who reads any event. */
  private takeNarrowed(input: unknown): boolean {
    const { delta: deltaIn, narrow } = this.style;
    const delta = deltaIn && attempt(deltaIn, input);
    if (delta !== undefined && this.takeDelta(delta)) return true;
    const event = attempt(narrow, input);
    if (event !== undefined) this.takePlain(event);
    return event !== undefined;
  }

  /** What is held of the event at hand when its call is over: callers may go on to change what they gave. */
  held<T>(node: T): T {
    return this.parsed ? node : copyOf(node);
  }

  /** Most styles have no end marker. */
  done(): readonly CanonicalStreamEvent[] {
    this.protocol(this.place, `A ${this.style.name} stream has no end marker; it was left out.`);
    return [];
  }

  end(): readonly CanonicalStreamEvent[] {
    if (!this.over) this.close();
    return this.drain();
  }

  /** A breach of the style's grammar, reported at each event that commits it. */
  protocol(path: Path, message: string): void {
    this.reportAlways(notice("stream.protocol", path, message, { severity: "warning" }));
  }

  skip(events: number): void {
    this.index += events;
  }

  /** More is held of what `path` belongs to than is allowed. */
  exceed(what: string, path: Path): void {
    const { error, finding } = tooMuch(what, MAX_GATHERED, path);
    this.reportAlways(finding);
    this.breakOff(error);
  }

  /** The stream ends here, before the answer did. */
  truncate(): void {
    this.reportAlways(failure("stream.truncated", this.place, TRUNCATED.message));
    this.breakOff(TRUNCATED);
  }

  protected abstract readonly style: DecoderStyle<Event, Delta>;
  /** False, before anything else, when the event has to be read as any other. */
  protected takeDelta(_delta: Delta): boolean {
    return false;
  }
  /** Takes an event of which no more is to be known than its style's `narrow` has seen. */
  protected abstract takePlain(event: Event): void;
  /** @param event plain JSON */
  protected abstract takeEvent(event: Json, path: Path): void;
  /** The input is over. */
  protected abstract close(): void;

  /** The event at hand; the stream itself before its first. */
  get place(): Path {
    return this.index === -1 ? [] : [this.index];
  }

  protected get over(): boolean {
    return this.phase === "closed" || this.phase === "failed";
  }

  protected read(input: unknown): void {
    const json = asJson(input);
    if (!json.ok) this.protocol([this.index, ...json.issues[0].path], json.issues[0].message);
    else this.receive(json.value, [this.index]);
  }

  protected receive(event: Json, path: Path): void {
    if (this.over) this.protocol(path, "The stream is over; this is left out.");
    else this.takeEvent(event, path);
  }

  /**
   * The event in its shape: what is wrong with it is left out, unless it is the answer itself.
   * @param original path in the event as it came
   */
  protected shaped(document: unknown, path: Path, original: (path: Path) => Path = same): Event | undefined {
    const { schema, isContent, depth } = this.style;
    if (conforms(schema, document)) return document;
    const read = lenientParse(schema, document, isContent);
    if (read === undefined || read.lost.some((fault) => fault.path.length <= depth)) {
      this.protocol(path, `This is left out: ${schemaIssues(schema, document)[0]?.message}`);
      return undefined;
    }
    // What is found of the form of fields mostly is in every event.
    for (const issue of read.issues) this.once({ ...issue, path: [...path, ...original(issue.path)] });
    for (const fault of read.lost) this.protocol([...path, ...original(fault.path)], `This is lost: ${fault.message}`);
    return read.value;
  }

  /** What is unknown of the whole answer and was not reported before. After the beginning of the stream it has no place. */
  protected fresh(unknown: Extensions | undefined, path: Path): Extensions | undefined {
    if (unknown === undefined) return undefined;
    const { name } = this.style;
    this.changed ??= new ChangedFields(name);
    const fields = this.changed.of(unknown);
    if (this.phase !== "before") for (const key in fields?.[name]) this.late(path.concat(splitKey(key)));
    return fields;
  }

  /** Fields of the wire that nothing reads, of an event or a piece in the middle of what it belongs to. */
  loseRest(node: Rest, known: ReadonlySet<string>, path: Path): void {
    const rest = without(node, known);
    for (const key in rest) if ((rest[key] ?? null) !== null) this.late([...path, key]);
  }

  late(path: Path): void {
    const message = "A stream has no place for this here; it was left out.";
    this.report(minorLoss(path, message));
  }

  protected noAnswer(path: Path): void {
    this.protocol(path, "This is no answer and no error; it was left out.");
  }

  /** An error instead of the rest of the stream. */
  protected fail(error: CanonicalError, path: Path): void {
    this.reportAlways(reportedError(error, path, "stream.error"));
    this.breakOff(error);
  }

  /** The same in a body of its own. `at`: where in it the error stands. */
  protected failBody(body: Json, path: Path, at: Path): void {
    const { value, issues } = this.style.error.decode({ status: null, body });
    for (const issue of issues) this.reportAlways({ ...issue, path: [...path, ...issue.path.slice(1)] });
    this.fail(value, [...path, ...at]);
  }

  protected begin(start: StartEvent): void {
    this.phase = "open";
    this.wireId = start.id ?? this.wireId;
    this.emit(start);
  }

  /** A stream without a beginning still gives an answer. */
  protected open(): void {
    if (this.phase === "before") this.begin({ type: "start" });
  }

  protected complete(): void {
    this.emit({ type: "end" });
    this.phase = "closed";
  }

  private breakOff(error: CanonicalError): void {
    this.emit({ type: "error", error });
    this.emit({ type: "end" });
    this.phase = "failed";
  }
}

/** Why the answer ended went out when it was first told: no client waits for another reason. */
export function otherReason(path: Path, from: unknown, to: unknown): Issue {
  const facts = { from: brief(from), to: brief(to) };
  return notice("conflict.resolved", path, "The answer ended for another reason, which counts.", facts);
}

/** Numbers the parts of one choice, and emits their events. */
export abstract class PartsDecoder<Host extends Pick<EventBuffer<CanonicalStreamEvent>, "emit" | "report">> {
  private next = 0;
  /** Why the choice ended, in the service's own word, as it was told last; and where. */
  declare protected told: readonly [word: unknown, path: Path] | undefined;

  constructor(
    readonly choice: number,
    readonly host: Host,
  ) {}

  /** Some servers tell why the choice ended in every event: the last reason counts, and another one before it is named. */
  protected tell(word: unknown, path: Path): void {
    const [before, at] = this.told ?? [word, path];
    this.told = [word, path];
    if (before !== word) this.host.report(otherReason(at, before, word));
  }

  partStart(head: Part): number {
    const part = this.next++;
    this.host.emit({ type: "part-start", choice: this.choice, part, head });
    return part;
  }

  partDelta(part: number, delta: PartDelta): void {
    this.host.emit({ type: "part-delta", choice: this.choice, part, delta });
  }

  partStop(part: number): void {
    this.host.emit({ type: "part-stop", choice: this.choice, part });
  }

  /** A part that came whole. */
  emitPart(whole: Part): void {
    const { head, deltas } = splitPart(whole);
    const part = this.partStart(head);
    for (const delta of deltas) this.partDelta(part, delta);
    this.partStop(part);
  }

  protected emitMeta(meta: Omit<ChoiceMetaEvent, "type" | "choice">): void {
    if (Object.keys(meta).length > 0) this.host.emit({ type: "choice-meta", choice: this.choice, ...meta });
  }
}

/** Reads one choice. */
export interface ChoiceDecoding {
  readonly finished: boolean;
  /** Nothing follows: a finish that was held back goes out. */
  settle(): void;
  /** The stream was cut: what is open stops. */
  closeParts(): void;
}

/** A decoder of events in which the choices of an answer stand side by side, and of which each may begin the stream. */
export abstract class ChoicesDecoder<Event, Choice extends ChoiceDecoding, Delta = never> extends EventDecoder<Event, Delta> {
  protected readonly choices = new SmallMap<Choice>();

  protected abstract createChoice(number: number): Choice;

  /** Undefined for more choices than are read. */
  protected choiceOf(number: number, path: Path): Choice | undefined {
    const known = this.choices.get(number);
    if (known !== undefined) return known;
    if (this.choices.size >= MAX_CHOICES) {
      this.protocol(path, "The stream has more choices than are read.");
      return undefined;
    }
    return this.choices.set(number, this.createChoice(number));
  }

  protected settle(): void {
    for (const choice of this.choices.values()) choice.settle();
  }

  protected close() {
    this.open();
    this.settle();
    if (this.over) return;
    const choices = this.choices.values();
    if (choices.length > 0 && choices.every((choice) => choice.finished)) return this.complete();
    for (const choice of choices) choice.closeParts();
    this.truncate();
  }
}

/** Choices of one stream that are read; requests may ask for 128. */
export const MAX_CHOICES = 1024;

const NO_CONTEXT: Context = {};
const same = (path: Path) => path;
