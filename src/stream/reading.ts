/**
 * What the texts of a source mean to a conversion: an event, the end marker, an array of events, or something that is
 * none of them. Shared by the translator of streams and by the collector.
 */
import { eventsOf } from "../canonical/events.js";
import type { CanonicalError } from "../canonical/index.js";
import { brief, failure, type Issue, notice } from "../core/issue.js";
import { isObject } from "../core/json.js";
import type { DecodeOptions } from "../styles/options.js";
import type { Conversion, StreamStyle } from "./conversion.js";
import type { SourceEnd } from "./source.js";

/** `data:` of the frame that ends a chat-completions stream; servers of other styles send it as well. */
const END_MARKER = "[DONE]";

export interface Reading {
  text(text: string): void;
  /** Events were read without this. */
  skip(events: number): void;
  end(end: SourceEnd): void;
  /** An event was longer than the limit. */
  overflow(limit: number): void;
  /** More input came after the end. */
  late(): void;
}

export function createReading(
  source: StreamStyle,
  conversion: Conversion,
  options: DecodeOptions,
  report: (issue: Issue) => void,
): Reading {
  let index = -1;

  function protocol(message: string): void {
    report(notice("stream.protocol", index === -1 ? [] : [index], message, { severity: "warning" }));
  }

  function breakOff(message: string, facts: { readonly received?: string; readonly limit?: number } = {}): void {
    const finding = failure("stream.error", [Math.max(index, 0)], message, facts);
    conversion.fail({ kind: "bad-gateway", status: 502, message, retryable: true }, finding);
  }

  function marker(): void {
    if (source.stream.framing.done === END_MARKER) conversion.done();
    else protocol(`\`${END_MARKER}\` is no part of this style; it is left out.`);
  }

  /** A payload that is a list holds the events. */
  function events(value: unknown, text: string): void {
    const [list, json] = Array.isArray(value) ? [value] : [[value], text];
    if (list.length === 0) protocol("An event is an empty list; it is left out.");
    for (const event of list) {
      index++;
      conversion.push(event, json);
    }
  }

  function read(text: string): void {
    if (text.trim() === END_MARKER) {
      if (!conversion.closed) marker();
    } else if (text.trim() === "") {
      protocol("An event without data is left out.");
    } else if (conversion.closed) {
      index++;
      protocol("The stream is over; what comes after its end is left out.");
    } else {
      const value = parse(text);
      if (value === undefined) {
        index++;
        breakOff("An event of the stream is not JSON; what it held is lost.", { received: brief(text) });
      } else events(value, text);
    }
  }

  function document(text: string): void {
    const value = parse(text);
    if (value === undefined) conversion.end(true);
    else answer(value, text);
  }

  function answer(value: unknown, text: string): void {
    const decoded = source.response.decode(value, options);
    if (decoded.ok) {
      for (const issue of decoded.issues) report(issue);
      conversion.whole(eventsOf(decoded.value));
    } else if (isErrorBody(value, decoded.issues)) {
      conversion.errorBody(value, source.error.decode({ status: null, body: value }, options).value);
    } else breakOff("The body is neither a stream nor an answer of this style.", { received: brief(text) });
  }

  /** `last`: the text that its end did not follow. */
  function rest(last: string): void {
    const cut = last !== "" && last !== END_MARKER && parse(last) === undefined;
    if (last !== "" && !cut) read(last);
    // Half an end marker is no half event.
    if (!conversion.closed) conversion.end(cut && !END_MARKER.startsWith(last));
  }

  return {
    text: read,
    skip(events) {
      index += events;
    },
    end({ texts, unfinished, document: body }) {
      for (const text of texts) read(text);
      if (body === undefined) rest(unfinished?.trim() ?? "");
      else document(body);
    },
    overflow(limit) {
      if (!conversion.closed) breakOff(`An event of the stream is longer than ${limit} bytes, which is more than is read.`, { limit });
    },
    late: () => protocol("Input after the end of the stream is left out."),
  };
}

/** Undefined when the text is not JSON, which has no such value. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(value: unknown, issues: readonly Issue[]): boolean {
  return (
    issues.some(({ code }) => code === "response.error_body") || (isObject(value) && value.error !== undefined && value.error !== null)
  );
}

/** What a stream ends in when one of the machines failed: a fault of ours, never an exception. */
export const INTERNAL: CanonicalError = {
  kind: "internal",
  status: 500,
  message: "The stream could not be read.",
  retryable: false,
};
