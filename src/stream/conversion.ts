/**
 * The events of one style's stream into those of another: decoder, canonical events, encoder. Knows neither bytes nor
 * frames; two styles meet here as values.
 */

import type { Issue } from "../core/issue.js";
import type { Findings } from "../core/issue-log.js";
import type { CanonicalStreamEvent, PartDelta } from "../model/index.js";
import type { EncodeOptions } from "../styles/options.js";
import type { StreamEncoder } from "../styles/style.js";
import { DecodedStream, type Repeatable, type StreamStyle } from "./decoded.js";

export interface Sink {
  /** An event of the target; `json` is what `JSON.stringify` makes of it, where that is known already. */
  event(event: unknown, json?: string): void;
  /** An event of the source that is one of the target as well, in the text that it came in. */
  repeat(event: unknown, text: string): void;
  /** The stream is complete: the target's end marker, if it has one, goes here. */
  done(): void;
}

export class StreamConversion extends DecodedStream {
  private readonly encoder: StreamEncoder<unknown>;
  private readonly sink: Sink;
  /** What came since somebody asked. */
  private delta: Extract<CanonicalStreamEvent, { type: "part-delta" }> | undefined = undefined;
  private counted = false;
  private others = false;

  constructor(source: StreamStyle, target: StreamStyle, options: EncodeOptions, findings: Findings, sink: Sink) {
    super(source, options, findings);
    const { log } = this;
    this.sink = sink;
    this.encoder = target.stream.encoder(Object.assign({}, options, { position: log, report: (issue: Issue) => log.encoder(issue) }));
  }

  /** One more delta of a part came since the last call, and the text of the next one decides nothing but that delta. */
  repeatable(): Repeatable | undefined {
    const { delta, counted, others } = this;
    this.delta = undefined;
    this.counted = false;
    this.others = false;
    if (delta === undefined || others || this.closed) return undefined;
    if (this.decoder.alters === true || this.encoder.alters === true) return undefined;
    const text = textOf(delta.delta);
    return text === undefined ? undefined : { choice: delta.choice, part: delta.part, text, counted };
  }

  /** Events are left out, for the next one says as much. */
  skip(events: number): void {
    this.log.skip(events);
    this.decoder.skip?.(events);
  }

  protected take(events: Iterable<CanonicalStreamEvent>): void {
    for (const event of events) {
      if (this.closed) return;
      if (event.type === "part-delta" && this.delta === undefined) this.delta = event;
      else if (event.type === "usage") this.counted = true;
      else this.others = true;
      for (const wire of this.encoder.push(event)) this.sink.event(wire, this.encoder.json?.(wire));
      if (event.type === "error") {
        this.closed = true;
        this.log.failed(event.error);
      } else if (event.type === "end") {
        this.closed = true;
        for (const wire of this.encoder.end()) this.sink.event(wire);
        this.sink.done();
      }
    }
  }
}

function textOf(delta: PartDelta): string | undefined {
  if (delta.kind === "arguments") return delta.json;
  return delta.kind === "text" || delta.kind === "thinking" || delta.kind === "refusal" ? delta.text : undefined;
}
