/**
 * What the texts of a source mean to a conversion: an event, the end marker, an array of events, or something that is
 * none of them. Shared by the translator of streams and by the collector.
 */

import { brief, failure, type Issue, type IssueFacts, notice } from "../core/issue.js";
import type { IssueLog } from "../core/issue-log.js";
import { isObject } from "../core/json.js";
import { isJson, jsonFault, valueIn } from "../core/json-text.js";
import { errorOf, reportedError } from "../model/error.js";
import { eventsOf } from "../model/events.js";
import type { DecodeOptions } from "../styles/options.js";
import type { DecodedStream, StreamStyle } from "./conversion.js";
import type { RepeatedDeltas } from "./repeated.js";
import type { StreamSource } from "./source.js";

/** `data:` of the frame that ends a chat-completions stream; servers of other styles send it as well. */
export const END_MARKER = "[DONE]";

export class Reading {
  private index = -1;

  constructor(
    private readonly source: StreamStyle,
    private readonly conversion: DecodedStream,
    private readonly options: DecodeOptions,
    private readonly findings: IssueLog,
    private repeated?: RepeatedDeltas,
  ) {}

  text(text: string): void {
    const { conversion, repeated } = this;
    if (repeated?.learned !== undefined && repeated.take(text)) {
      this.index++;
      return;
    }
    const trimmed = text.startsWith("{") ? text : text.trim();
    if (trimmed === END_MARKER) {
      if (!conversion.closed) conversion.done();
    } else if (trimmed === "") {
      this.protocol("The event is empty; it was left out.");
    } else if (conversion.closed) {
      this.over();
    } else {
      const value = valueIn(text);
      if (value === undefined) {
        const events = eventsIn(text);
        if (events.length === 0) this.unreadable(trimmed);
        else for (const event of events) this.text(event);
      } else if (Array.isArray(value)) this.list(value);
      else this.push(value, text);
    }
  }

  private push(value: unknown, text?: string): void {
    this.index++;
    (this.repeated ?? this.conversion).push(value, text);
  }

  /** The input is over. @param cut it broke off: of what came last, nothing is a whole event that is not known to be one */
  end(source: StreamSource, cut?: { readonly words: string | undefined }): void {
    const { texts, unfinished, document, words } = source.end();
    if (!this.read(source, texts)) return;
    if (cut !== undefined) {
      if (!this.conversion.closed) this.conversion.end(true, cut.words);
      return;
    }
    // What comes now is followed by the end, before which nobody settles.
    this.repeated?.settle();
    this.repeated = undefined;
    try {
      if (document === undefined) this.rest(unfinished?.trim() ?? "", words);
      else this.document(document);
    } catch {
      this.conversion.fail(INTERNAL);
    }
  }

  /** An event that came parsed, or the end marker. */
  event(value: unknown): void {
    try {
      if (value === END_MARKER) this.text(END_MARKER);
      else if (this.conversion.closed) this.over();
      else if (Array.isArray(value)) this.list(value);
      else this.push(value);
    } catch {
      this.conversion.fail(INTERNAL);
    }
  }

  /** An event came after the end. */
  over(): void {
    this.index++;
    this.late();
  }

  /**
   * The events that a slice completes, one by one, and what is written stays: it must not depend on what came in one slice.
   * @returns false where an event was longer than is read
   */
  read({ overflowed, maxEventBytes }: StreamSource, texts: readonly string[]): boolean {
    const { repeated } = this;
    for (let index = 0; index < texts.length; index++)
      try {
        if (repeated !== undefined) repeated.ahead = texts[index + repeated.learning.events] ?? (index + 1 < texts.length ? "" : undefined);
        this.text(texts[index] ?? "");
      } catch {
        // The last resort: no input is known that gets here.
        this.conversion.fail(INTERNAL);
      }
    repeated?.keep();
    if (!overflowed) return true;
    repeated?.settle();
    const message = `The event is longer than ${maxEventBytes} bytes.`;
    if (!this.conversion.closed) this.breakOff(message, { limit: maxEventBytes, suggestion: "maxEventBytes" });
    return false;
  }

  /** Events were read without this. */
  skip(events: number): void {
    this.index += events;
  }

  /** More input came after the end. */
  late(): void {
    this.protocol("The stream is over; this is left out.");
  }

  private protocol(message: string): void {
    this.findings.add(notice("stream.protocol", this.index === -1 ? [] : [this.index], message, { severity: "warning" }));
  }

  private breakOff(message: string, facts: IssueFacts = {}): void {
    const finding = failure("stream.error", [Math.max(this.index, 0)], message, facts);
    this.conversion.fail(errorOf("bad-gateway", message), finding);
  }

  /** Broken JSON has lost what it held; else it is what the server sends instead of going on. */
  private unreadable(text: string): void {
    this.index++;
    if (/^[{["]/.test(text)) this.breakOff("The event is not JSON; what it held is lost.", { received: brief(text) });
    else {
      const error = errorOf("bad-gateway", text.slice(0, 500));
      this.conversion.fail(error, reportedError(error, [this.index], "stream.error"));
    }
  }

  /** A payload that is a list holds the events. */
  private list(events: readonly unknown[]): void {
    if (events.length === 0) this.protocol("The event is empty; it was left out.");
    for (const event of events) this.push(event);
  }

  private document(text: string): void {
    const value = valueIn(text);
    if (value !== undefined) {
      this.answer(value, text);
      return;
    }
    // Some servers write one event on each line, and no more than that.
    const lines = text.trim().split("\n");
    const last = lines.pop() ?? "";
    if (isJson(lines[0] ?? "")) {
      for (const line of lines) if (line.trim() !== "") this.text(line);
      this.rest(last);
    } else if (jsonFault(text).offset < text.trimEnd().length)
      this.breakOff("The body is neither a stream nor JSON; what it held is lost.", { received: brief(text) });
    else this.conversion.end(true);
  }

  private answer(value: unknown, text: string): void {
    const { source, conversion, options } = this;
    const decoded = source.response.decode(value, options);
    if (decoded.ok) {
      for (const issue of decoded.issues) this.findings.add(issue);
      conversion.whole(eventsOf(decoded.value));
    } else if (isErrorBody(value, decoded.issues)) {
      const read = source.error.decode({ status: null, body: value }, options);
      // Seen from the body, which is all that there is.
      const findings = read.issues.map((issue) => ({ ...issue, path: issue.path.slice(1) }));
      conversion.errorBody(value, read.value, findings);
    } else this.breakOff("The body is neither a stream nor an answer; what it held is lost.", { received: brief(text) });
  }

  /** `last`: the text that its end did not follow. */
  private rest(last: string, words?: string): void {
    // Lines first: what does not parse throws, which costs as much as a hundred events.
    const cut = last === "" || (eventsIn(last).length === 0 && !isJson(last));
    if (!cut) this.text(last);
    // Where lines are events, only the last one was cut.
    else if (last.includes("\n")) for (const event of eventsIn(last.slice(0, last.lastIndexOf("\n")))) this.text(event);
    // Half an end marker, or nothing of it, is no half event.
    if (!this.conversion.closed) this.conversion.end(cut && !END_MARKER.startsWith(last), words);
  }
}

/**
 * What some servers make of an event that is no JSON: several, with one line end between them, or the name of the field
 * twice, without anything behind it as well. None where it is something else.
 */
function eventsIn(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.replace(/^(?:data: ?)+/, "").trim());
  const events = lines.filter((line) => line !== "");
  if (events.length === 0) return [""];
  return events.every((event) => event === END_MARKER || (event.startsWith("{") && isJson(event))) ? events : [];
}

function isErrorBody(value: unknown, issues: readonly Issue[]): boolean {
  return (
    issues.some(({ code }) => code === "response.error_body") || (isObject(value) && value.error !== undefined && value.error !== null)
  );
}

/** What a stream ends in when one of the machines failed: a fault of ours, never an exception. */
export const INTERNAL = { ...errorOf("internal", "The stream could not be read."), retryable: false };
