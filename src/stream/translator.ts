/** The translators of streams for two styles as values. The same value twice is a checked pass-through. */
import type { Issue } from "../core/issue.js";
import { IssueLog, type LogOptions, MAX_STREAM_ISSUES } from "../core/issue-log.js";
import { asJson } from "../core/json.js";
import { type Bytes, ENCODER, isBytes, joined, writeFrame, writeLine } from "../sse/bytes.js";
import { MAX_EVENT_BYTES } from "../sse/index.js";
import type { EncodeOptions } from "../styles/options.js";
import type { StreamEncoder } from "../styles/style.js";
import { type Sink, StreamConversion, type StreamStyle } from "./conversion.js";
import { FastPath } from "./fast-path.js";
import { PassThrough } from "./pass-through.js";
import { INTERNAL, Reading } from "./reading.js";
import { type Learning, RepeatedDeltas, USUAL } from "./repeated.js";
import { StreamSource } from "./source.js";

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
}
export interface StreamOptions extends EncodeOptions, StreamSettings, LogOptions {}

/** A stream in translation: bytes in, bytes out. Owns its state; one for each stream. */
export interface StreamTranslator {
  /**
   * Any slice of the source stream, cut anywhere, even inside a character. A string is taken as its UTF-8; a surrogate pair
   * cut between pushes is joined.
   *
   * @returns what is ready, empty when nothing is
   */
  push(chunk: Uint8Array | string): Bytes;
  /** The same, written into a buffer of the caller: a view of `target`, or a fresh array when it is too small. */
  pushInto(chunk: Uint8Array, target: Uint8Array): Uint8Array;
  /** End of input. Closes what is open; a source that stopped early ends in the target's own error event. */
  end(): Bytes;
  /**
   * Findings so far. Their paths start with the index of the event that they are about, or of the one that showed it: a block
   * of the source may be judged when it is whole, a candidate when it ends.
   */
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
  /** One parsed `data` value, or the text `[DONE]`: a chat-completions stream without a `finish_reason` is complete only with it. */
  push(event: unknown): EventStep<Event>;
  /** End of input, and of the stream that comes out: closes what is open. */
  end(): EventStep<Event>;
}

export class Translation implements StreamTranslator, Sink {
  private readonly source: StreamSource;
  private readonly framing: StreamStyle["stream"]["framing"];
  private readonly log: IssueLog;
  private readonly reading: Reading;
  private readonly output = new Output();
  private readonly repeated: RepeatedDeltas | undefined = undefined;
  /** Made for the first slice, or the first delta, from which on it may pay. */
  private fast: FastPath | undefined = undefined;
  private ended = false;

  /** @param learning when the fast path learns */
  constructor(source: StreamStyle, target: StreamStyle, options: StreamOptions = {}, learning: Learning = USUAL) {
    const { maxEventBytes = MAX_EVENT_BYTES, fastPath = true } = options;
    this.log = new IssueLog(options, MAX_STREAM_ISSUES);
    this.framing = target.stream.framing;
    this.source = new StreamSource(maxEventBytes);
    const conversion = converter(source, target, options, this.log, this);
    const { log, output } = this;
    const { repeats } = source.stream;
    if (fastPath && conversion instanceof StreamConversion && repeats !== undefined && target.stream.repeats !== undefined)
      this.repeated = new RepeatedDeltas(conversion, output, log, repeats.padding, learning);
    this.reading = new Reading(source, conversion, conversion.options, log, this.repeated);
  }

  push(chunk: Uint8Array | string): Bytes {
    this.take(chunk);
    return this.output.take();
  }

  pushInto(chunk: Uint8Array, target: Uint8Array): Uint8Array {
    this.take(chunk);
    return this.output.takeInto(target);
  }

  end(): Bytes {
    if (this.ended) return new Uint8Array();
    this.fast?.settle();
    this.ended = true;
    this.reading.end(this.source);
    return this.output.take();
  }

  get issues(): readonly Issue[] {
    return this.log.issues;
  }

  private take(chunk: Uint8Array | string): void {
    const { fast, repeated } = this;
    if (this.ended) this.reading.late();
    else if (repeated !== undefined && isBytes(chunk) && (fast !== undefined || repeated.isFollowedBy(chunk.length))) {
      this.fast ??= new FastPath(this.source, this.reading, repeated);
      this.fast.push(chunk);
    } else {
      fast?.settle();
      this.reading.read(this.source, this.source.push(chunk));
    }
  }

  // As the sink of its conversion.

  event(event: unknown, printer?: Pick<StreamEncoder<unknown>, "json">): void {
    const { output, framing } = this;
    if (output.unwritten > 0) output.frame("");
    else output.frame(writeLine(framing.name(event), printer?.json?.(event) ?? JSON.stringify(event)));
  }

  repeat(event: unknown, text: string): void {
    // An element of a list may be printed over several lines: their ends stand between tokens only, and clients read one line.
    const data = this.source.ofEvents ? text : text.replace(/[\r\n]\s*/g, "");
    this.output.frame(writeFrame({ event: this.framing.name(event), data }));
  }

  done(): void {
    if (this.framing.done !== undefined) this.output.frame(writeLine(undefined, this.framing.done));
  }
}

/** What a translator has to give back: texts and bytes, in order, as one array. */
export class Output {
  /** Frames since somebody set it to 0, and the last of them until it is given back. */
  frames = 0;
  last = "";
  /** Frames that are not written, for they were already. */
  unwritten = 0;
  /** What comes before the tail. */
  private pieces: Bytes[] | undefined;
  private tail = "";

  frame(text: string): void {
    this.frames++;
    this.last = text;
    if (this.unwritten === 0) this.tail += text;
    else this.unwritten--;
  }

  bytes(bytes: Bytes): void {
    this.pieces ??= [];
    if (this.tail !== "") this.pieces.push(ENCODER.encode(this.tail));
    this.tail = "";
    this.pieces.push(bytes);
  }

  /** Everything, in an array of its own. Nothing is held afterwards. */
  take(): Bytes {
    const { pieces, tail } = this;
    this.pieces = undefined;
    this.tail = "";
    this.last = "";
    if (pieces === undefined) return ENCODER.encode(tail);
    if (tail !== "") pieces.push(ENCODER.encode(tail));
    const [only, more] = pieces;
    if (only !== undefined && more === undefined) return only;
    return joined(pieces);
  }

  /** The same in `target`, or in an array of its own where that is too small. */
  takeInto(target: Uint8Array): Uint8Array {
    if (this.pieces === undefined) {
      const { read, written } = ENCODER.encodeInto(this.tail, target);
      if (read !== this.tail.length) return this.take();
      this.tail = "";
      this.last = "";
      return target.subarray(0, written);
    }
    const bytes = this.take();
    if (bytes.length > target.length) return bytes;
    target.set(bytes);
    return target.subarray(0, bytes.length);
  }
}

/** One that can be told that its source broke off, and what it said of that. */
export interface EventMachine extends EventTranslator {
  end(cut?: { readonly words: string | undefined }): EventStep<unknown>;
}

export function translateEventsWith(source: StreamStyle, target: StreamStyle, options: StreamOptions = {}): EventMachine {
  let events: unknown[] = [];
  let issues: Issue[] = [];
  let ended = false;
  const log = new IssueLog(options, MAX_STREAM_ISSUES, (issue) => issues.push(issue));
  const give = (event: unknown) => events.push(event);
  const conversion = converter(source, target, options, log, { event: give, repeat: give, done: () => {} });
  const reading = new Reading(source, conversion, options, log);

  function step(run: () => void): EventStep<unknown> {
    events = [];
    issues = [];
    try {
      run();
    } catch {
      conversion.fail(INTERNAL);
    }
    return { events, issues };
  }
  function push(event: unknown): void {
    if (ended) reading.over();
    else if (Array.isArray(event) && !asJson(event).ok) conversion.push(event);
    else reading.event(event);
  }
  return {
    push: (event) => step(() => push(event)),
    end: (cut) =>
      step(() => {
        if (!conversion.closed) conversion.end(cut !== undefined, cut?.words);
        if (!ended && log.rest !== undefined) issues.push(log.rest);
        ended = true;
      }),
  };
}

function converter(source: StreamStyle, target: StreamStyle, options: StreamOptions, findings: IssueLog, sink: Sink) {
  return source === target
    ? new PassThrough(source, options, findings, sink)
    : new StreamConversion(source, target, options, findings, sink);
}
