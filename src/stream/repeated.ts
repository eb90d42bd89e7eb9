/**
 * Deltas of one part that follow each other are translated by their JSON text: after two of them have gone the ordinary way, what stands
 * around their texts is known on both sides, and the next texts are put from the one into the other. The machines are given those as one
 * delta, before anything else comes.
 */
import type { IssueLog } from "../core/issue-log.js";
import { BACKSLASH, QUOTE, SPACE } from "../core/json-text.js";
import type { Repeats } from "../styles/style.js";
import type { StreamConversion } from "./conversion.js";
import type { Output } from "./translator.js";

/** An event of the source that is a delta of one text, and what was written of it. */
export class RepeatedEvent {
  private constructor(
    private readonly text: string,
    /** The event without the text and the padding. */
    private readonly same: string,
    /** Where in it the text stands, and the padding; its length where there is none. */
    private readonly at: number,
    private readonly padding: number,
    /** What was written, with {@link HOLE} in the place of each copy of the text. */
    private readonly written: string,
  ) {}

  /**
   * @param event the JSON text of an event
   * @param text a string in it, decoded
   * @param written what it became
   * @param padding key of a string that means nothing
   * @returns undefined where it is not certain which of its strings it is
   */
  static of(event: string, text: string, written: string, padding: string | undefined): RepeatedEvent | undefined {
    const quoted = JSON.stringify(text);
    const at = event.indexOf(quoted) + 1;
    if (at === 0 || event.includes(quoted, at)) return undefined;
    const end = at + quoted.length - 2;
    const key = `"${padding}":"`;
    const found = padding === undefined ? -1 : event.indexOf(key, end);
    const padded = found === -1 ? event.length : found + key.length;
    const behind = found === -1 ? event.length : endOfString(event, padded);
    // A text of its own: slices would keep all that came with the event.
    const same = [event.slice(0, at), event.slice(end, padded), event.slice(behind)].join("");
    return new RepeatedEvent(quoted, same, at, at + padded - end, written.split(quoted).join(HOLE));
  }

  /**
   * Whether the other one differs in its text alone. Then the place that was found is that of the text: what stands elsewhere is
   * the same in both.
   */
  isLike({ text, same, at, padding, written }: RepeatedEvent): boolean {
    return text !== this.text && at === this.at && padding === this.padding && same === this.same && written === this.written;
  }

  get isSilent(): boolean {
    return this.written === "";
  }

  /** Something was written, and the text stands in it; or nothing was. */
  get isCarried(): boolean {
    return this.isSilent || this.written.includes(HOLE);
  }

  /** The text of an event that is the same but for that, as `JSON.stringify` prints it; undefined for any other, and where there is none. */
  bodyOf(event: string): string | undefined {
    const { same, at, padding } = this;
    // Slices are compared in a tenth of the time that `startsWith` takes.
    if (event.slice(0, at) !== same.slice(0, at)) return undefined;
    const end = endOfString(event, at);
    const rest = end + padding - at;
    // The pattern of escapes overflows the stack of an engine on texts of some million units.
    if (end <= at || end - at > LONGEST || event.slice(end, rest) !== same.slice(at, padding)) return undefined;
    if (padding === same.length ? rest !== event.length : !endsSo(event, rest, same.slice(padding))) return undefined;
    const body = event.slice(at, end);
    return !body.includes("\\") || PRINTED.test(body) ? body : printed(body);
  }

  /** The event with another text. */
  event(body: string): string {
    return `${this.same.slice(0, this.at)}${body}${this.same.slice(this.at)}`;
  }

  /** What is written for it. */
  frame(body: string): string {
    const { written } = this;
    let frame = "";
    let from = 0;
    for (let hole = written.indexOf(HOLE); hole !== -1; hole = written.indexOf(HOLE, from)) {
      frame += `${written.slice(from, hole)}"${body}"`;
      from = hole + 1;
    }
    return frame + written.slice(from);
  }
}

/** Stands in no JSON text. */
const HOLE = "\0";

/** Whether a string without escapes starts there, and behind it nothing comes but this. */
function endsSo(event: string, from: number, after: string): boolean {
  const end = event.length - after.length;
  return endOfString(event, from) === end && event.slice(end) === after && !event.slice(from, end).includes("\\");
}

/** Of the quote behind the string that starts there; -1 where there is none, or what no JSON string may hold. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at++;
    else if (unit < SPACE) return -1;
  }
  return -1;
}

/** With no escape but those that are printed so: a parse and a print take ten times as long. */
const PRINTED = /^(?:[^\\]|\\["\\bfnrt])*$/;

/** Undefined where an escape is none of JSON, and for half a pair of surrogates, of which the next text may hold the other. */
function printed(body: string): string | undefined {
  try {
    const text = JSON.stringify(JSON.parse(`"${body}"`)).slice(1, -1);
    return text.includes("\\ud") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Deltas of a part that come before it is likely enough that as many follow. */
const USUAL = 3;
/** So often in a row an event is learned that no other is like. */
const PATIENCE = 4;
/** Units of a text that is put in, and of all that are held before the machines get them. */
const LONGEST = 1024;
/** Shorter slices are texts of their own. */
const OWN = 13;

export class RepeatedDeltas {
  /** Off while somebody else looks at each event. */
  private active = true;
  /** The last delta. */
  private last: RepeatedEvent | undefined = undefined;
  /** The one before it was like it. */
  learned = false;
  private tries = 0;
  /** The events that the machines do not know yet, and their texts. */
  private events = 0;
  private bodies = "";

  constructor(
    readonly conversion: StreamConversion,
    readonly output: Output,
    readonly log: IssueLog,
    readonly repeats: Repeats,
  ) {}

  /** The machines get every event from now on, until it is switched on. */
  set isOn(on: boolean) {
    if (!on) this.forget();
    this.active = on;
  }

  /** Writes another delta like the last ones; false for any other event, before which the machines get them. */
  take(event: string): boolean {
    const { last, conversion, output } = this;
    const body = this.learned && !conversion.closed ? last?.bodyOf(event) : undefined;
    if (last === undefined || body === undefined) {
      if (this.events > 0) this.settle();
      return false;
    }
    this.tries = 0;
    this.events++;
    this.bodies += body.length < OWN ? body : ` ${body}`.slice(1);
    conversion.run++;
    if (!last.isSilent) output.frame(last.frame(body));
    if (this.bodies.length > LONGEST) this.settle();
    return true;
  }

  /** Takes an event that is none of those: the machines get it. @param text its JSON, where it came as text */
  push(event: unknown, text: string | undefined): void {
    const { conversion, output, log, last } = this;
    const { padding, after = USUAL } = this.repeats;
    if (last !== undefined) this.forget();
    const { count } = log;
    const learns = this.active && this.tries < PATIENCE && (conversion.run >= after || conversion.gathers);
    if (learns) {
      conversion.forget();
      output.frames = 0;
    }
    conversion.push(event, text);
    const delta = learns ? conversion.repeatable() : undefined;
    if (delta === undefined || text === undefined || conversion.run < 2 || output.frames > 1 || log.count !== count) return;
    const next = RepeatedEvent.of(text, delta.text, output.frames === 0 ? "" : output.last, padding);
    this.learned = next !== undefined && last?.isLike(next) === true && next.isCarried;
    this.last = next;
    this.tries++;
  }

  /** The machines get what passed them by. */
  settle(): void {
    const { last, events, bodies } = this;
    this.events = 0;
    this.bodies = "";
    if (events === 0 || last === undefined) return;
    this.learned = this.replay(events, last.isSilent ? 0 : 1, () => this.conversion.push(JSON.parse(last.event(bodies))));
  }

  /**
   * Gives the machines events that were translated without them as one that was written already.
   * @param push gives it
   * @returns whether it became what they became
   */
  replay(events: number, frames: 0 | 1, push: () => void): boolean {
    const { conversion, output, log } = this;
    const { count } = log;
    output.frames = 0;
    output.unwritten = frames;
    conversion.skip(events - 1);
    push();
    output.unwritten = 0;
    conversion.forget();
    return output.frames === frames && log.count === count && !conversion.closed && !conversion.isNearLimit;
  }

  private forget(): void {
    this.settle();
    this.learned = false;
    this.last = undefined;
  }
}
