/** The translators of streams for two styles as values. The same value twice is a checked pass-through. */
import { type Issue, notice } from "../core/issue.js";
import { asJson } from "../core/json.js";
import { MAX_EVENT_BYTES, writeFrame } from "../sse/index.js";
import type { EncodeOptions } from "../styles/options.js";
import { type Conversion, createConversion, type Sink, type StreamStyle } from "./conversion.js";
import { createIssueLog, type IssueLog, MAX_ISSUES } from "./issue-log.js";
import { createPassThrough } from "./pass-through.js";
import { createReading, INTERNAL } from "./reading.js";
import { createStreamSource, type SourceEnd } from "./source.js";

export interface StreamOptions extends EncodeOptions {
  /** Whether plain text deltas may be copied as bytes. The output is the same. Default true. */
  readonly fastPath?: boolean;
  /** Longest event that is read; a longer one ends the stream in an error. Default 16 MiB. */
  readonly maxEventBytes?: number;
  /** Findings that are kept; the last one counts the rest. Default 100. */
  readonly maxIssues?: number;
  /** `"reject"`: a warning with a loss becomes an error. Default `"report"`. */
  readonly onLoss?: "report" | "reject";
}

export interface StreamTranslator {
  /**
   * Any slice of the source stream, cut anywhere, even inside a character. A string is taken as its UTF-8; a surrogate pair
   * cut between pushes is joined.
   *
   * @returns what is ready, empty when nothing is
   */
  push(chunk: Uint8Array | string): Uint8Array;
  /** The same, written into a buffer of the caller: a view of `target`, or a fresh array when it is too small. */
  pushInto(chunk: Uint8Array, target: Uint8Array): Uint8Array;
  /** End of input. Closes what is open; a source that stopped early ends in the target's own error event. */
  end(): Uint8Array;
  /** Findings so far; their paths start with the index of the event. */
  readonly issues: readonly Issue[];
}

export interface EventStep<Event> {
  /** Parsed events of the target; there is no end marker among them: `end()` stands for it. */
  readonly events: readonly Event[];
  /** Findings of this call. */
  readonly issues: readonly Issue[];
}
export interface EventTranslator<Event = unknown> {
  /** One parsed `data` value. */
  push(event: unknown): EventStep<Event>;
  end(): EventStep<Event>;
}

export function translateStreamWith(source: StreamStyle, target: StreamStyle, options: StreamOptions = {}): StreamTranslator {
  const { maxEventBytes = MAX_EVENT_BYTES } = options;
  const { framing } = target.stream;
  const encoder = new TextEncoder();
  const log = createLog(options);
  const bytes = createStreamSource(maxEventBytes);
  let out = "";
  let ended = false;

  const conversion = converter(source, target, options, log, {
    event(event, text) {
      out += writeFrame({ event: framing.name(event), data: text ?? JSON.stringify(event) });
    },
    done() {
      if (framing.done !== undefined) out += writeFrame({ data: framing.done });
    },
  });
  const reading = createReading(source, conversion, options, log.add);

  function read(texts: readonly string[], end?: SourceEnd): void {
    const before = out;
    try {
      for (const text of texts) reading.text(text);
      if (bytes.overflowed) reading.overflow(maxEventBytes);
      else if (end !== undefined) reading.end(end);
    } catch {
      // The last resort: no input is known that gets here.
      out = before;
      conversion.fail(INTERNAL);
    }
  }

  function take(): string {
    const text = out;
    out = "";
    return text;
  }

  function push(chunk: Uint8Array | string): string {
    if (ended) reading.late();
    // A fast path for plain deltas takes its bytes here, before they are split.
    else read(bytes.push(chunk));
    return take();
  }

  return {
    push: (chunk) => encoder.encode(push(chunk)),
    pushInto(chunk, target) {
      const text = push(chunk);
      const { read: taken, written } = encoder.encodeInto(text, target);
      return taken === text.length ? target.subarray(0, written) : encoder.encode(text);
    },
    end() {
      if (ended) return new Uint8Array();
      ended = true;
      const end = bytes.end();
      read([], end);
      return encoder.encode(take());
    },
    get issues() {
      return log.issues;
    },
  };
}

export function translateEventsWith(source: StreamStyle, target: StreamStyle, options: StreamOptions = {}): EventTranslator {
  let events: unknown[] = [];
  let issues: Issue[] = [];
  let ended = false;
  const add = judge(options, (issue) => issues.push(issue));
  const conversion = converter(source, target, options, { add }, { event: (event) => events.push(event), done: () => {} });

  function step(run: () => void): EventStep<unknown> {
    events = [];
    issues = [];
    try {
      run();
    } catch {
      events = [];
      conversion.fail(INTERNAL);
    }
    return { events, issues };
  }
  function push(event: unknown): void {
    if (ended) add(notice("stream.protocol", [], "Input after the end of the stream is left out.", { severity: "warning" }));
    else if (event === source.stream.framing.done) conversion.done();
    else if (Array.isArray(event) && asJson(event).ok) for (const element of event) conversion.push(element);
    else conversion.push(event);
  }
  return {
    push: (event) => step(() => push(event)),
    end: () =>
      step(() => {
        if (!ended && !conversion.closed) conversion.end(false);
        ended = true;
      }),
  };
}

function converter(source: StreamStyle, target: StreamStyle, options: StreamOptions, log: Pick<IssueLog, "add">, sink: Sink): Conversion {
  const settings = { ...options, report: log.add };
  return source === target ? createPassThrough(source, settings, sink) : createConversion(source, target, settings, sink);
}

function createLog({ maxIssues = MAX_ISSUES, ...options }: StreamOptions): IssueLog {
  const log = createIssueLog(maxIssues);
  return {
    add: judge(options, log.add),
    get issues() {
      return log.issues;
    },
  };
}

/** With `onLoss: "reject"`, every warning that says something was lost is an error. */
function judge({ onLoss }: StreamOptions, add: (issue: Issue) => void): (issue: Issue) => void {
  if (onLoss !== "reject") return add;
  return (issue) => add(issue.severity === "warning" && issue.loss !== undefined ? { ...issue, severity: "error" } : issue);
}
