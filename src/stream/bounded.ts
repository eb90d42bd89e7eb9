/** A decoder that says no more than the machines behind it may hold: a stream without end ends here. */

import { approximated, type Issue } from "../core/issue.js";
import { MAX_CITATIONS, MAX_GATHERED, MAX_PARTS, tooMuch } from "../model/held.js";
import type { CanonicalStreamEvent, Part, PartDelta } from "../model/index.js";
import type { StreamDecoder } from "../styles/style.js";
import type { StreamReport } from "./conversion.js";

type Events = readonly CanonicalStreamEvent[];

export class BoundedDecoder implements StreamDecoder {
  private readonly decoder: StreamDecoder;
  private readonly log: Pick<StreamReport, "place">;
  private readonly report: (issue: Issue) => void;
  private parts = 0;
  private citations = 0;
  private gathered = 0;
  private broken = false;

  /** @param decoder made with `report` */
  constructor(
    decoder: (report: (issue: Issue) => void) => StreamDecoder,
    log: Pick<StreamReport, "place">,
    report: (issue: Issue) => void,
  ) {
    this.decoder = decoder(report);
    this.log = log;
    this.report = report;
  }

  push(event: unknown): Events {
    return this.broken ? NOTHING : this.bound(this.decoder.push(event));
  }

  done(): Events {
    return this.broken ? NOTHING : this.bound(this.decoder.done());
  }

  end(): Events {
    return this.broken ? NOTHING : this.bound(this.decoder.end());
  }

  skip(events: number): void {
    this.decoder.skip?.(events);
  }

  get alters(): boolean {
    return this.decoder.alters === true;
  }

  private bound(events: Events): Events {
    if (this.gathered <= MAX_GATHERED && events.every(isFree)) return events;
    const kept: CanonicalStreamEvent[] = [];
    for (const event of events) {
      const taken = this.take(event);
      const beyond = this.beyond;
      if (beyond !== undefined) {
        this.broken = true;
        const { error, finding } = tooMuch(beyond.what, beyond.limit, this.log.place);
        this.report(finding);
        kept.push({ type: "error", error }, { type: "end" });
        return kept;
      }
      if (taken !== undefined) kept.push(taken);
    }
    return kept;
  }

  private get beyond(): { readonly what: string; readonly limit: number } | undefined {
    if (this.parts > MAX_PARTS) return { what: "parts besides texts and thoughts", limit: MAX_PARTS };
    if (this.gathered > MAX_GATHERED) return { what: "characters of arguments, media and refusals", limit: MAX_GATHERED };
    return undefined;
  }

  /** Undefined for what is left out. */
  private take(event: CanonicalStreamEvent): CanonicalStreamEvent | undefined {
    if (event.type === "part-start" && !isText(event.head)) this.parts++;
    else if (event.type === "part-delta") {
      this.gathered += gatheredOf(event.delta);
      if (event.delta.kind === "citation" && this.cite(1) === 0) return undefined;
    } else if (event.type === "choice-meta" && event.citations !== undefined) {
      const room = this.cite(event.citations.length);
      if (room < event.citations.length) return { ...event, citations: event.citations.slice(0, room) };
    }
    return event;
  }

  /** How many of them there is room for. */
  private cite(count: number): number {
    const room = Math.max(0, Math.min(count, MAX_CITATIONS - this.citations));
    if (room < count && this.citations <= MAX_CITATIONS)
      this.report(
        approximated(
          "approximated.citation",
          this.log.place,
          `The stream has more than ${MAX_CITATIONS} citations, which is more than are held; the others are left out.`,
          { limit: MAX_CITATIONS },
        ),
      );
    this.citations += count;
    return room;
  }
}

const NOTHING: Events = [];

/** What nobody holds. */
function isFree(event: CanonicalStreamEvent): boolean {
  return event.type === "part-delta" ? event.delta.kind === "text" || event.delta.kind === "thinking" : event.type === "usage";
}

function isText({ type }: Part): boolean {
  return type === "text" || type === "thinking" || type === "refusal";
}

function gatheredOf(delta: PartDelta): number {
  switch (delta.kind) {
    case "arguments":
      return delta.json.length;
    case "data":
      return delta.data.length;
    case "refusal":
      return delta.text.length;
    case "audio":
      return (delta.data?.length ?? 0) + (delta.transcript?.length ?? 0);
    default:
      return 0;
  }
}
