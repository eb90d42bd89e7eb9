/**
 * Events of a stream that differ in one text alone, told by their JSON text: what is the same in the last one and the next need not be
 * parsed again.
 */
import { BACKSLASH, QUOTE, SPACE } from "../core/json-text.js";

/** An event with one text in it, which may be another, as may the padding behind it. */
export class RepeatedEvent {
  private constructor(
    /** Up to the text, between it and the padding, and behind that. */
    private readonly before: string,
    private readonly middle: string,
    private readonly after: string | undefined,
  ) {}

  /**
   * @param event the JSON text of an event
   * @param text a string in it, decoded
   * @param padding key of a string that means nothing
   * @returns undefined where it is not certain which of its strings it is
   */
  static of(event: string, text: string, padding: string | undefined): RepeatedEvent | undefined {
    const quoted = `"${text}"`;
    const at = event.indexOf(quoted);
    // Without escapes every string is what it looks like.
    if (at === -1 || event.includes("\\") || event.includes(quoted, at + 1)) return undefined;
    const from = at + 1;
    const end = from + text.length;
    const key = `"${padding}":"`;
    const found = padding === undefined ? -1 : event.indexOf(key, end);
    const padded = found === -1 ? event.length : found + key.length;
    const behind = found === -1 ? event.length : event.indexOf('"', padded);
    // One text of its own: slices would keep all that came with the event.
    const same = [event.slice(0, from), event.slice(end, padded), event.slice(behind)].join("");
    const middle = from + padded - end;
    return new RepeatedEvent(same.slice(0, from), same.slice(from, middle), found === -1 ? undefined : same.slice(middle));
  }

  /** The text of an event that is the same but for that; undefined for any other, and where there is none. */
  textOf(event: string): string | undefined {
    const { before, middle, after } = this;
    const from = before.length;
    // Slices are compared in a tenth of the time that `startsWith` takes.
    if (event.slice(0, from) !== before) return undefined;
    const end = endOfString(event, from);
    const rest = end + middle.length;
    if (end <= from || event.slice(end, rest) !== middle) return undefined;
    if (after === undefined ? rest !== event.length : !endsSo(event, rest, after)) return undefined;
    const text = event.slice(from, end);
    return text.includes("\\") ? unescaped(text) : text;
  }
}

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

/** Undefined where an escape is none of JSON. */
function unescaped(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
