/** The translators of streams for two styles as values. The same value twice is a checked pass-through. */
import { type Issue, notice } from "../core/issue.js";
import { asJson } from "../core/json.js";
import { createHotPath, type HotPath } from "../hot/path.js";
import { MAX_EVENT_BYTES, writeFrame } from "../sse/index.js";
import type { EncodeOptions } from "../styles/options.js";
import { type Conversion, createConversion, type Sink, type StreamStyle } from "./conversion.js";
import { createFastPath } from "./fast-path.js";
import { createIssueLog, type IssueLog, MAX_ISSUES } from "./issue-log.js";
import { createOutput } from "./output.js";
import { createPassThrough } from "./pass-through.js";
import { createReading, INTERNAL } from "./reading.js";
import { createStreamSource, type SourceEnd } from "./source.js";

/** Options of streams alone. */
export interface StreamSettings {
  /**
   * Whether plain text deltas may be copied as bytes. The output is the same.
   * @defaultValue true
   */
  readonly fastPath?: boolean;
  /**
   * Longest event that is read, in bytes; a longer one ends the stream in an error (`stream.error`).
   * @defaultValue 16 777 216
   */
  readonly maxEventBytes?: number;
  /**
   * Findings that are kept; the last one counts the rest in `more`.
   * @defaultValue 100
   */
  readonly maxIssues?: number;
}
export interface StreamOptions extends EncodeOptions, StreamSettings {
  /** `"reject"`: a warning with a loss becomes an error. Default `"report"`. */
  readonly onLoss?: "report" | "reject";
}

/** A stream in translation: bytes in, bytes out. Owns its state; one for each stream. */
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

/** What one event of the source became. */
export interface EventStep<Event> {
  /** Parsed events of the target; there is no end marker among them: `end()` stands for it. */
  readonly events: readonly Event[];
  /** Findings of this call. */
  readonly issues: readonly Issue[];
}
/** A stream in translation, for callers who hold parsed events. Owns its state; one for each stream. */
export interface EventTranslator<Event = unknown> {
  /** One parsed `data` value. */
  push(event: unknown): EventStep<Event>;
  /** End of input, and of the stream that comes out: closes what is open. */
  end(): EventStep<Event>;
}

export function translateStreamWith(
  source: StreamStyle,
  target: StreamStyle,
  options: StreamOptions = {},
  hotPath: () => HotPath = createHotPath,
): StreamTranslator {
  const { maxEventBytes = MAX_EVENT_BYTES, fastPath = true } = options;
  const { framing } = target.stream;
  const log = createLog(options);
  const bytes = createStreamSource(maxEventBytes);
  const output = createOutput();
  /** Frames and findings so far. */
  let frames = 0;
  let findings = 0;
  let frameText = "";
  let ended = false;

  function report(issue: Issue): void {
    findings++;
    log.add(issue);
  }
  function write(frame: Parameters<typeof writeFrame>[0]): void {
    frames++;
    frameText = writeFrame(frame);
    output.text(frameText);
  }
  const conversion = converter(source, target, options, report, {
    event: (event, text) => write({ event: framing.name(event), data: text ?? JSON.stringify(event) }),
    done() {
      if (framing.done !== undefined) write({ data: framing.done });
    },
  });
  const reading = createReading(source, conversion, options, report);

  function read(texts: readonly string[], end?: SourceEnd): void {
    const before = output.mark();
    try {
      for (const text of texts) reading.text(text);
      if (bytes.overflowed) reading.overflow(maxEventBytes);
      else if (end !== undefined) reading.end(end);
    } catch {
      // The last resort: no input is known that gets here.
      output.back(before);
      conversion.fail(INTERNAL);
    }
  }

  const fast =
    !fastPath || source === target
      ? undefined
      : createFastPath(
          {
            conversion,
            feed(slice) {
              const before = frames + 1;
              const known = findings;
              read(bytes.push(slice));
              return frames === before && findings === known;
            },
            frame: () => new TextEncoder().encode(frameText),
            skip: reading.skip,
            write: output.run,
            get betweenEvents() {
              return bytes.betweenEvents;
            },
            get ofEvents() {
              return bytes.ofEvents;
            },
          },
          maxEventBytes,
          hotPath(),
        );

  function push(chunk: Uint8Array | string): void {
    if (ended) reading.late();
    else if (fast !== undefined && ArrayBuffer.isView(chunk)) fast.push(chunk);
    else {
      fast?.settle();
      read(bytes.push(chunk));
    }
  }

  return {
    push(chunk) {
      push(chunk);
      return output.take();
    },
    pushInto(chunk, target) {
      // What is copied must not be overwritten before.
      push(target.buffer === chunk.buffer ? chunk.slice() : chunk);
      return output.takeInto(target);
    },
    end() {
      if (ended) return new Uint8Array();
      fast?.settle();
      ended = true;
      read([], bytes.end());
      return output.take();
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
  const conversion = converter(source, target, options, add, { event: (event) => events.push(event), done: () => {} });

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

function converter(
  source: StreamStyle,
  target: StreamStyle,
  options: StreamOptions,
  report: (issue: Issue) => void,
  sink: Sink,
): Conversion {
  const settings = { ...options, report };
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
