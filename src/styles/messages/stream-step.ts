/** What one call of the decoder gives back, and the place of what it finds: the event at hand. */
import type { CanonicalStreamEvent } from "../../canonical/event.js";
import { type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";

export class DecodedStep {
  /** Index of the event at hand. */
  position = -1;
  readonly report: (issue: Issue) => void;
  private ready: CanonicalStreamEvent[] | undefined = undefined;

  constructor(report: (issue: Issue) => void = ignore) {
    this.report = report;
  }

  emit(event: CanonicalStreamEvent): void {
    if (this.ready === undefined) this.ready = [event];
    else this.ready.push(event);
  }

  /** What was emitted since the last time. */
  take(): readonly CanonicalStreamEvent[] {
    const taken = this.ready ?? NOTHING;
    this.ready = undefined;
    return taken;
  }

  protocol(message: string, path: Path = []): void {
    this.report(notice("stream.protocol", [this.position, ...path], message, { severity: "warning" }));
  }
}

const NOTHING: readonly CanonicalStreamEvent[] = [];

function ignore(): void {}
