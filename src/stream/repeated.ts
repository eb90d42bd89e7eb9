/**
 * Deltas of one part that follow each other are translated by their JSON text: after two of them have gone the ordinary way, what stands
 * around their texts is known on both sides, and the next texts are put from the one into the other. The machines are given those as one
 * delta, before anything else comes.
 */
import { own } from "../core/collections.js";
import type { IssueLog } from "../core/issue-log.js";
import { type Delta, RepeatedEvent } from "../fast-path/repeated-event.js";
import type { StreamConversion } from "./conversion.js";
import { LONGEST_UNSEEN } from "./limits.js";
import type { Output } from "./translator.js";

/** So often in a row events of a part are compared that are not alike. */
const PATIENCE = 4;
/** Units of the texts that are held before the machines get them. */
const LONGEST_HELD = 1024;
/** Units over which events that are alike begin so. */
const BEGINNING = 64;

/** When learning is likely to pay. */
export interface Learning {
  /** Deltas of a part that come before their texts are compared. */
  readonly texts: number;
  /** A delta that begins alike so many events later shows that it is; where the slice has fewer left, it is not. */
  readonly events: number;
  /** Bytes that follow in the slice at hand before those of deltas that are alike are. */
  readonly ahead: number;
  /** Or so many deltas of the part. */
  readonly after: number;
  /** What was of no use for a part so often is not tried again. */
  readonly tries: number;
}
export const USUAL: Learning = { texts: 8, events: 10, ahead: 8192, after: 64, tries: 2 };
export class RepeatedDeltas {
  /** What the deltas at hand share. */
  learned: RepeatedEvent | undefined = undefined;
  /** The event before, if it was a delta of the same part, and nothing was learned from it. */
  private previous: Delta | undefined = undefined;
  /** How often learning from texts gave nothing for the part at hand, how often it was of no use for bytes, and which part that is. */
  private tries = 0;
  failures = 0;
  private part = -1;
  /** The event that comes `learning.events` later in the slice; empty where it has fewer, undefined at its last event: what comes is not known. */
  ahead: string | undefined = undefined;
  /** The events that the machines do not know yet, and their texts. */
  private events = 0;
  private bodies = "";

  /**
   * @param padding key of a string that means nothing
   * @param learning when it is likely that many of a part follow, where nobody knows what comes
   */
  constructor(
    readonly conversion: StreamConversion,
    readonly output: Output,
    private readonly log: IssueLog,
    private readonly padding: string | undefined,
    readonly learning: Learning,
  ) {}

  /** Whether it is likely to pay to look at bytes, of which so many are there. */
  isFollowedBy(bytes: number): boolean {
    return bytes >= this.learning.ahead || this.conversion.run >= this.learning.after;
  }

  /** Writes another delta like the last ones; false for any other event, before which the machines get them. */
  take(event: string): boolean {
    const { learned, conversion, output } = this;
    const body = conversion.closed ? undefined : learned?.bodyOf(event);
    if (learned === undefined || body === undefined) {
      this.settle();
      return false;
    }
    this.tries = 0;
    conversion.run++;
    if (learned.target !== undefined) output.frame(learned.frame(body));
    this.hold(1, body);
    return true;
  }

  /** Events are written that the machines do not know. @param bodies their texts, escaped, one behind the other */
  hold(events: number, bodies: string): void {
    this.events += events;
    this.bodies += bodies;
    if (this.bodies.length > LONGEST_HELD) this.settle();
  }

  /** The slice is over: what is held of it gets memory of its own, for a piece of a text keeps all of it. */
  keep(): void {
    const { previous } = this;
    this.bodies = own(this.bodies);
    if (previous !== undefined) previous.event = own(previous.event);
  }

  /** Takes an event that is none of those: the machines get it. @param text its JSON, where it came as text */
  push(event: unknown, text: string | undefined): void {
    const { conversion, output, log, previous, learned } = this;
    this.forget();
    const { count } = log;
    if (conversion.part !== this.part) {
      this.tries = 0;
      this.failures = 0;
    }
    this.part = conversion.part;
    if (!this.learns(text)) {
      conversion.push(event, text);
      return;
    }
    conversion.forget();
    output.frames = 0;
    conversion.push(event, text);
    const delta = conversion.repeatable();
    const isOne = conversion.run > 1 && output.frames <= 1 && log.count === count;
    if (delta === undefined || text === undefined || !isOne || text.length > LONGEST_UNSEEN) return;
    const next = { event: text, text: delta.text, counted: delta.counted, written: output.frames === 0 ? "" : output.last };
    this.tries++;
    const before = previous ?? learned?.delta;
    this.learned = before && RepeatedEvent.of(before, next, this.padding);
    if (this.learned === undefined) this.previous = next;
  }

  /** The machines get what passed them by; what they do not become by that is learned no more. */
  settle(): void {
    const { learned, events, bodies, conversion, output, log } = this;
    if (events === 0 || learned === undefined) return;
    this.events = 0;
    this.bodies = "";
    const { count } = log;
    const frames = learned.target === undefined ? 0 : 1;
    output.frames = 0;
    output.unwritten = frames;
    conversion.skip(events - 1);
    conversion.push(JSON.parse(learned.event(bodies)));
    output.unwritten = 0;
    conversion.forget();
    if (output.frames !== frames || log.count !== count || conversion.closed || conversion.isNear) this.learned = undefined;
  }

  /** Whether as many deltas of the part are likely to come as it takes for learning to pay. */
  private learns(text: string | undefined): boolean {
    const { tries, ahead, conversion, learning } = this;
    if (tries >= PATIENCE || ahead === "") return false;
    if (conversion.run >= learning.texts) return true;
    return conversion.run > 0 && ahead !== undefined && ahead.slice(0, BEGINNING) === text?.slice(0, BEGINNING);
  }

  private forget(): void {
    this.settle();
    this.learned = undefined;
    this.previous = undefined;
  }
}
