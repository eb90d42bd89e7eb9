/** What one call of the decoder gives back, and the place of what it finds: the event at hand. */
import type { CanonicalStreamEvent } from "../../canonical/event.js";
import { type Issue, notice } from "../../core/issue.js";
import { Outbox } from "../../core/outbox.js";
import type { Path } from "../../core/path.js";

export class DecodedStep extends Outbox<CanonicalStreamEvent> {
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
    return this.given();
  }

  protocol(message: string, path: Path = []): void {
    this.report(notice("stream.protocol", [...this.place, ...path], message, { severity: "warning" }));
  }
}

function ignore(): void {}
