/** What one call of the decoder gives back, and the place of what it finds: the event at hand. */

import { EventBuffer } from "../../core/event-buffer.js";
import { type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { CanonicalStreamEvent } from "../../model/event.js";

export class DecodedStep extends EventBuffer<CanonicalStreamEvent> {
  /** Index of the event at hand. */
  position = -1;
  readonly report: (issue: Issue) => void;

  constructor(report: (issue: Issue) => void = ignore) {
    super();
    this.report = report;
  }

  /** The event at hand; the stream itself before its first. */
  get place(): Path {
    return this.position === -1 ? [] : [this.position];
  }

  /** What was emitted since the last time. */
  take(): readonly CanonicalStreamEvent[] {
    return this.drain();
  }

  protocol(message: string, path: Path = []): void {
    this.report(notice("stream.protocol", [...this.place, ...path], message, { severity: "warning" }));
  }
}

function ignore(): void {}
