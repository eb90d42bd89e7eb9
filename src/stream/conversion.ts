/**
 * The events of one style's stream into those of another: decoder, canonical events, encoder. Knows neither bytes nor
 * frames; two styles meet here as values.
 */
import { TRUNCATED } from "../canonical/collect.js";
import type { CanonicalError, CanonicalStreamEvent } from "../canonical/index.js";
import { brief, failure, type Issue } from "../core/issue.js";
import type { HotPair, Skipped } from "../hot/path.js";
import type { EncodeOptions } from "../styles/options.js";
import type { Style } from "../styles/style.js";

/** What a stream needs of a style. */
export type StreamStyle = Pick<Style, "stream" | "response" | "error">;

export interface Sink {
  /** An event of the target; `text` is its JSON where that is known already. */
  event(event: unknown, text?: string): void;
  /** The stream is complete: the target's end marker, if it has one, goes here. */
  done(): void;
}

export interface Conversion {
  /** `text`: the event's JSON, where it came as text. */
  push(event: unknown, text?: string): void;
  /** The source's end marker came. */
  done(): void;
  /** End of input. `cut`: something is known to be missing. */
  end(cut: boolean): void;
  /** Breaks the stream off. `finding`: what to report of it, where more is known than the error says. */
  fail(error: CanonicalError, finding?: Issue): void;
  /** A whole answer came instead of a stream. */
  whole(events: Iterable<CanonicalStreamEvent>): void;
  /** An error body came instead of a stream. */
  errorBody(body: unknown, error: CanonicalError): void;
  /** The target's stream is over. */
  readonly closed: boolean;
  /** What both machines say of the next event like the last one, where they do. */
  hot(): HotPair | undefined;
  /** Events were translated without this. */
  skip(skipped: Skipped): void;
}

export interface ConversionOptions extends EncodeOptions {
  readonly report: (issue: Issue) => void;
}

export function createConversion(source: StreamStyle, target: StreamStyle, options: ConversionOptions, sink: Sink): Conversion {
  const log = createReport(options.report);
  const decoder = source.stream.decoder({ ...options, report: log.decoder });
  const encoder = target.stream.encoder({ ...options, report: log.encoder });
  let closed = false;

  function convert(events: Iterable<CanonicalStreamEvent>): void {
    for (const event of events) {
      if (closed) return;
      for (const wire of encoder.push(event)) sink.event(wire);
      if (event.type === "error") {
        closed = true;
        log.failed(event.error);
      } else if (event.type === "end") {
        closed = true;
        for (const wire of encoder.end()) sink.event(wire);
        sink.done();
      }
    }
  }

  return {
    push(event) {
      log.next();
      convert(decoder.push(event));
    },
    done: () => convert(decoder.done()),
    end(cut) {
      convert(unclosed(cut ? cutOff(decoder.end()) : decoder.end()));
      // Every decoder ends its stream; this is for one that forgets.
      convert([{ type: "error", error: TRUNCATED }]);
    },
    fail(error, finding) {
      if (finding !== undefined) log.decoder(finding);
      convert([{ type: "error", error }]);
    },
    whole: convert,
    errorBody: (_body, error) => convert([{ type: "error", error }]),
    get closed() {
      return closed;
    },
    hot() {
      const delta = closed ? undefined : decoder.hot?.();
      const written = delta && encoder.hot?.(delta);
      return delta && written && { source: delta, target: written };
    },
    skip({ events, told }) {
      log.skip(events);
      convert(told);
    },
  };
}

/** The last events of a source of which the very end is missing: whatever the decoder thinks, the answer is not complete. */
export function cutOff(events: readonly CanonicalStreamEvent[]): readonly CanonicalStreamEvent[] {
  if (events.some(({ type }) => type === "error")) return events;
  return [...events.filter(({ type }) => type !== "end"), { type: "error", error: TRUNCATED }];
}

/** A stream that breaks off closes nothing: half a tool call must not look like a whole one. */
function unclosed(events: readonly CanonicalStreamEvent[]): readonly CanonicalStreamEvent[] {
  return events.some(({ type }) => type === "error") ? events.filter(({ type }) => type !== "part-stop") : events;
}

/** Findings of both machines, at the event of the source in which they were found. */
export function createReport(report: (issue: Issue) => void) {
  let index = -1;
  let told = false;
  let refused = false;
  function pass(issue: Issue): void {
    if (issue.code === "stream.error" || issue.code === "stream.truncated") told = true;
    report(issue);
  }
  return {
    /** The next event is at hand. */
    next(): void {
      index++;
      refused = false;
    },
    /** Events were read of which there is nothing to report. */
    skip(events: number): void {
      index += events;
    },
    /** No event but the end is at hand. */
    marker(): void {
      refused = false;
    },
    decoder(issue: Issue): void {
      if (issue.code === "stream.protocol") refused = true;
      pass(issue);
    },
    /** Encoders see canonical events, so that the event of the source is all that is known of the place. */
    encoder(issue: Issue): void {
      pass({ ...issue, path: index === -1 ? [] : [index] });
    },
    /** The stream ends in an error, which is said once. */
    failed({ kind, message }: CanonicalError): void {
      if (told) return;
      const path = index === -1 ? [] : [index];
      pass(
        kind === "truncated-stream"
          ? failure("stream.truncated", path, message)
          : failure("stream.error", path, `The source reported an error (${kind}): ${brief(message)}`),
      );
    },
    get index(): number {
      return index;
    },
    /** Whether the decoder refused the event at hand. */
    get refused(): boolean {
      return refused;
    },
  };
}
