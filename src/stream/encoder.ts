/**
 * What the encoders of all styles have in common: the phases of a stream, which event is at hand, the head of the answer, its
 * counts, and how a stream ends. A style adds how its events look.
 */
import { SmallMap } from "../core/collections.js";
import { type Issue, notice, type Path } from "../core/issue.js";
import { EventBuffer } from "../core/issue-log.js";
import { TRUNCATED } from "../model/collect.js";
import { splitPart } from "../model/events.js";
import type { CanonicalError, CanonicalStreamEvent, ChoiceMetaEvent, Part, PartDelta, StartEvent, Usage } from "../model/index.js";
import { type AnswerStyle, answerScope, encodeEnvelope } from "../styles/shared/codec.js";
import type { ErrorCodec, StreamEncodeOptions, StreamEncoder } from "../styles/style.js";

export type FinishEvent = Extract<CanonicalStreamEvent, { type: "finish" }>;

/** Writes one choice. `event`: index of the one at hand. */
export interface ChoiceEncoding {
  /** Its end came; no parts may follow. */
  readonly finished: boolean;
  startPart(part: number, head: Part, event: number): void;
  delta(part: number, delta: PartDelta, event: number): void;
  stopPart(part: number, event: number): void;
  meta(meta: ChoiceMetaEvent, event: number): void;
}
/** One of several that are written side by side. */
export interface SideChoice extends ChoiceEncoding {
  end(finish: Pick<FinishEvent, "finish" | "promptBlock" | "extensions">, event: number): void;
}

export abstract class EventEncoder<Wire, Answer> extends EventBuffer<Wire> implements StreamEncoder<Wire> {
  /** Id of the answer. */
  id = "";
  protected model = "";
  protected index = -1;
  protected phase: "before" | "open" | "closed" = "before";
  /** The last usage, and the event that stated it. */
  protected usage: Usage | undefined = undefined;
  protected counted = 0;

  constructor(readonly options: StreamEncodeOptions) {
    super(options.report);
  }

  push(event: CanonicalStreamEvent): readonly Wire[] {
    this.index = this.options.position?.index ?? this.index + 1;
    if (this.phase !== "closed") this.take(event);
    return this.drain();
  }

  end(): readonly Wire[] {
    if (this.phase !== "closed") this.breakOff(TRUNCATED);
    return this.drain();
  }

  /**
   * Takes what the first event holds beside id, model and usage.
   * @param fields what the rows of the style give
   */
  protected abstract begin(event: StartEvent, fields: Partial<Answer>, path: Path): void;
  /** What writes a choice; undefined where it has no place. */
  protected abstract choice(number: number): ChoiceEncoding | undefined;
  protected abstract finish(event: FinishEvent): void;
  /** Writes an error, behind which nothing comes. */
  protected abstract fail(error: CanonicalError): void;

  /** The body of an error. @param path canonical path of the error */
  protected encodeError<Body>(codec: ErrorCodec<Body>, error: CanonicalError, path: Path = []): Body {
    const { value, issues } = codec.encode(error, this.options);
    for (const issue of issues) this.report({ ...issue, path: [...path, ...issue.path] });
    return value.body;
  }

  /** Writes what was held back. */
  protected abstract close(): void;
  protected abstract readonly style: AnswerStyle<Answer>;
  protected ping(): void {}

  protected start(event: StartEvent): void {
    if (this.phase !== "before") return;
    this.phase = "open";
    const path = this.root;
    const { id, model, fields } = encodeEnvelope(event, this.style, answerScope(this.style.name, this.options, this.report), path);
    this.id = id;
    this.model = model;
    if (event.usage !== undefined) this.count(event.usage);
    this.begin(event, fields, path);
  }

  /** Ends the stream in an error: going on would be wrong. */
  breakOff(error: CanonicalError): void {
    this.fail(error);
    this.phase = "closed";
  }

  /** Reports what comes when its part, or its whole choice, takes nothing more. */
  lateDelta(message = "Its part is not open; this is left out."): void {
    this.report(notice("stream.late_delta", [this.place], message, { severity: "warning" }));
  }

  protected protocol(message: string): void {
    this.report(notice("stream.protocol", [this.place], message, { severity: "warning" }));
  }

  /** Index of the event at hand, 0 before the first. */
  get place(): number {
    return Math.max(this.index, 0);
  }

  /** Where facts about the whole answer stand. */
  protected get root(): Path {
    return [this.place];
  }

  private take(event: CanonicalStreamEvent) {
    switch (event.type) {
      case "start":
        if (this.phase !== "before") return this.protocol("A second start is left out.");
        return this.start(event);
      case "part-start": {
        // Who starts a part with more than a head is taken at their word.
        const { head, deltas } = splitPart(event.head);
        const choice = this.open(event.choice);
        choice?.startPart(event.part, head, this.index);
        for (const delta of deltas) choice?.delta(event.part, delta, this.index);
        return;
      }
      case "part-delta":
        return this.open(event.choice)?.delta(event.part, event.delta, this.index);
      case "part-stop":
        return this.open(event.choice)?.stopPart(event.part, this.index);
      case "choice-meta":
        return this.choice(event.choice)?.meta(event, this.index);
      case "finish":
        return this.finish(event);
      case "usage":
        return this.count(event.usage);
      case "error":
        return this.breakOff(event.error);
      case "ping":
        return this.ping();
      case "end":
        return this.complete();
      default:
        return event satisfies never;
    }
  }

  protected complete(): void {
    this.close();
    this.phase = "closed";
  }

  private count(usage: Usage): void {
    this.usage = usage;
    this.counted = this.place;
  }

  /** The choice that an event belongs to; after its finish nothing does. */
  private open(number: number): ChoiceEncoding | undefined {
    const choice = this.choice(number);
    if (choice?.finished !== true) return choice;
    this.lateDelta(FINISHED);
    return undefined;
  }
}

export const FINISHED = "Its choice has finished; this is left out.";

/** What a part gets that is of another kind. */
export function misplaced({ kind }: PartDelta, path: Path): Issue {
  return notice("stream.protocol", path, `This part takes no delta of kind ${kind}; it was left out.`, { severity: "warning" });
}

/** The open parts of a choice of which several may be open at once. */
export abstract class OpenParts<Open, Writer> extends SmallMap<Open> {
  /** @param writer the stream that the choice is written into */
  constructor(
    protected readonly number: number,
    protected readonly writer: Writer,
  ) {
    super();
  }

  startPart(number: number, head: Part, event: number): void {
    this.stopPart(number, event);
    this.open(number, head, event);
  }

  stopPart(number: number, event: number): void {
    const part = this.get(number);
    if (part === undefined) return;
    this.delete(number);
    this.close(part, event);
  }

  abstract delta(number: number, delta: PartDelta, event: number): void;
  protected abstract open(number: number, head: Part, event: number): void;
  protected abstract close(part: Open, event: number): void;

  protected stopAll(event: number): void {
    for (const [number] of this.entries()) this.stopPart(number, event);
  }
}

/** An encoder of events that each repeat what is known of the whole answer, and in which choices stand side by side. */
export abstract class ChoicesEncoder<Wire, Answer, Choice extends SideChoice> extends EventEncoder<Wire, Answer> {
  /** The event written last, if it has nothing but a choice beside what every event repeats; and the JSON of the latter. */
  protected repeating: Wire | undefined = undefined;
  protected envelope: string | undefined = undefined;
  protected readonly choices = new SmallMap<Choice>();

  json(wire: Wire): string | undefined {
    if (wire !== this.repeating) return undefined;
    this.repeating = undefined;
    return this.print(wire);
  }

  /** The JSON of an event that repeats the envelope. */
  protected abstract print(wire: Wire): string;
  protected abstract createChoice(number: number): Choice;

  protected finish(event: FinishEvent): void {
    this.choice(event.choice).end(event, this.index);
  }

  protected choice(number: number): Choice {
    if (this.phase === "before") this.start({ type: "start", choice: number });
    const known = this.choices.get(number);
    if (known !== undefined) return known;
    return this.choices.set(number, this.createChoice(number));
  }

  /** Ends a choice without a reason for its end. */
  protected endOpen(choice: Choice): void {
    if (choice.finished) return;
    this.protocol("The answer ends without a reason.");
    choice.end({ finish: { reason: "stop" } }, this.place);
  }
}
