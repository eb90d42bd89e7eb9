/**
 * What encoders have in common whose choices are written side by side: the phases of a stream, whose event is at hand, what
 * every event repeats, and what the end is told. A style adds how its events look.
 */
import { EventBuffer } from "../core/event-buffer.js";
import { type Issue, notice } from "../core/issue.js";
import { oncePerKind } from "../core/once.js";
import type { Path } from "../core/path.js";
import { SmallMap } from "../core/small-map.js";
import type { CanonicalError, CanonicalStreamEvent, ChoiceMetaEvent, Part, PartDelta, StartEvent, Usage } from "../model/index.js";
import { type AnswerStyle, answerScope, encodeEnvelope } from "../styles/shared/answer.js";
import type { StreamEncodeOptions, StreamEncoder } from "../styles/style.js";

export type FinishEvent = Extract<CanonicalStreamEvent, { type: "finish" }>;

/** Writes one choice. `event`: index of the one at hand. */
export interface ChoiceEncoding {
  /** Its end was told; nothing may follow. */
  readonly finished: boolean;
  start(part: number, head: Part, event: number): void;
  delta(part: number, delta: PartDelta, event: number): void;
  stop(part: number, event: number): void;
  tell(meta: ChoiceMetaEvent, event: number): void;
  finish(finish: Pick<FinishEvent, "finish" | "promptBlock" | "extensions">, event: number): void;
}

export abstract class ChoicesEncoder<Wire, Answer, Choice extends ChoiceEncoding> extends EventBuffer<Wire> implements StreamEncoder<Wire> {
  readonly options: StreamEncodeOptions;
  readonly report: (issue: Issue) => void;
  /** Id of the answer. */
  id = "";
  protected model = "";
  protected index = -1;
  protected phase: "before" | "open" | "closed" = "before";
  /** The last usage, and the event that told it. */
  protected usage: Usage | undefined = undefined;
  protected counted = 0;
  /** The event written last, if it has nothing but a choice beside what every event repeats; and the JSON of the latter. */
  protected repeating: Wire | undefined = undefined;
  protected envelope: string | undefined = undefined;
  protected readonly choices = new SmallMap<Choice>();

  constructor(options: StreamEncodeOptions) {
    super();
    this.options = options;
    this.report = oncePerKind(options.report ?? IGNORE);
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

  json(wire: Wire): string | undefined {
    if (wire !== this.repeating) return undefined;
    this.repeating = undefined;
    return this.print(wire);
  }

  /** The JSON of an event that repeats the envelope. */
  protected abstract print(wire: Wire): string;
  /** Takes what the first event says beside id, model and usage, of which `fields` are what the rows of the style give. `first`: number of the choice that it comes with. */
  protected abstract begin(event: StartEvent, fields: Partial<Answer>, path: Path, first: number): void;
  protected abstract createChoice(number: number): Choice;
  /** Writes an error, behind which nothing comes. */
  protected abstract fail(error: CanonicalError): void;
  /** Writes what was held back. */
  protected abstract close(): void;
  protected abstract readonly style: AnswerStyle<Answer>;

  protected finish(event: FinishEvent): void {
    this.open(event.choice)?.finish(event, this.index);
  }

  protected start(event: StartEvent, first = 0): void {
    if (this.phase !== "before") return;
    this.phase = "open";
    const path = [this.place];
    const { id, model, fields } = encodeEnvelope(event, this.style, answerScope(this.style.name, this.options, this.report), path);
    this.id = id;
    this.model = model;
    if (event.usage !== undefined) this.count(event.usage);
    this.begin(event, fields, path, first);
  }

  protected choiceOf(number: number): Choice {
    if (this.phase === "before") this.start({ type: "start" }, number);
    const known = this.choices.get(number);
    if (known !== undefined) return known;
    const choice = this.createChoice(number);
    this.choices.set(number, choice);
    return choice;
  }

  /** Ends a choice of which nobody said why it ended. */
  protected finishOpen(choice: Choice): void {
    if (choice.finished) return;
    const message = "The answer ends without saying why; it counts as ended.";
    this.report(notice("stream.protocol", [this.place], message, { severity: "warning" }));
    choice.finish({ finish: { reason: "stop" } }, this.place);
  }

  /** Index of the event at hand, 0 before the first. */
  protected get place(): number {
    return Math.max(this.index, 0);
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
        return this.finish(event);
      case "usage":
        return this.count(event.usage);
      case "error":
        return this.breakOff(event.error);
      case "ping":
        return;
      case "end":
        return this.complete();
      default:
        return event satisfies never;
    }
  }

  private complete(): void {
    this.close();
    this.phase = "closed";
  }

  private count(usage: Usage): void {
    this.usage = usage;
    this.counted = this.place;
  }

  /** The choice that an event belongs to; after its finish nothing does. */
  private open(number: number): Choice | undefined {
    const choice = this.choiceOf(number);
    if (!choice.finished) return choice;
    const message = "This comes after the choice has finished; it is left out.";
    this.report(notice("stream.late_delta", [this.index], message, { severity: "warning" }));
    return undefined;
  }

  private breakOff(error: CanonicalError): void {
    this.phase = "closed";
    this.fail(error);
  }
}

const TRUNCATED: CanonicalError = {
  kind: "truncated-stream",
  status: 502,
  message: "The stream ended before the answer was complete.",
  retryable: true,
};

const IGNORE = (): void => {};
