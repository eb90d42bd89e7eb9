/** A decoder gives no more than the machines behind it may hold: a stream without end ends here. */

import { approximated, failure, type Issue, type Path, type Report } from "../core/issue.js";
import { copyOf, setMember } from "../core/json.js";
import { type CanonicalError, errorOf } from "../model/error.js";
import { type Rest, surplusField } from "../model/extensions.js";
import type { CanonicalStreamEvent, Part, PartDelta } from "../model/index.js";
import type { StreamReport } from "./conversion.js";

type Events = readonly CanonicalStreamEvent[];

export class EventLimits {
  private parts = 0;
  private citations = 0;
  private gathered = 0;
  private broken = false;

  constructor(
    private readonly log: Pick<StreamReport, "place">,
    private readonly report: Report,
  ) {}

  /** Deltas that are gathered may not pass the machines by any more: the one that is too much ends the stream. */
  get isNear(): boolean {
    return this.gathered > MAX_GATHERED - 2 * LONGEST_UNSEEN;
  }

  /** The events as far as they are within the limits. */
  within(events: Events): Events {
    if (this.broken) return NOTHING;
    if (!events.some(isHeld)) return events;
    const kept: CanonicalStreamEvent[] = [];
    for (const event of events) {
      const counted = this.count(event);
      const parts = this.parts > MAX_PARTS;
      if (parts || this.gathered > MAX_GATHERED) {
        this.broken = true;
        const what = parts ? "parts besides texts" : "characters of arguments and media";
        const { error, finding } = tooMuch(what, parts ? MAX_PARTS : MAX_GATHERED, this.log.place);
        this.report(finding);
        return [...kept, { type: "error", error }, { type: "end" }];
      }
      if (counted !== undefined) kept.push(counted);
    }
    return kept;
  }

  /** Undefined for what is left out. */
  private count(event: CanonicalStreamEvent): CanonicalStreamEvent | undefined {
    if (event.type === "part-start") this.parts += FREE.has(event.head.type) ? 0 : 1;
    else if (event.type === "part-delta") {
      this.gathered += gatheredOf(event.delta);
      if (event.delta.kind === "citation" && this.cite(1) === 0) return undefined;
    } else if (event.type === "choice-meta" && event.citations !== undefined) {
      const left = this.cite(event.citations.length);
      if (left < event.citations.length) return { ...event, citations: event.citations.slice(0, left) };
    }
    return event;
  }

  /** How many of them may still be held. */
  private cite(count: number): number {
    const left = Math.max(0, Math.min(count, MAX_CITATIONS - this.citations));
    const message = `The stream has more than ${MAX_CITATIONS} citations; the others are left out.`;
    if (left < count && this.citations <= MAX_CITATIONS)
      this.report(approximated("approximated.citation", this.log.place, message, { limit: MAX_CITATIONS }));
    this.citations += count;
    return left;
  }
}

const NOTHING: Events = [];

/** Parts that are not counted: their texts are passed on as they come. */
const FREE: ReadonlySet<Part["type"]> = new Set(["text", "thinking", "refusal"]);

/** Whether the machines may hold something of it. */
export function isHeld(event: CanonicalStreamEvent): boolean {
  if (event.type === "part-delta") return event.delta.kind !== "text" && event.delta.kind !== "thinking";
  return event.type === "part-start" ? !FREE.has(event.head.type) : event.type === "choice-meta";
}

function gatheredOf(delta: PartDelta): number {
  if (delta.kind === "audio") return (delta.data?.length ?? 0) + (delta.transcript?.length ?? 0);
  if (delta.kind === "arguments") return delta.json.length;
  if (delta.kind === "data") return delta.data.length;
  return delta.kind === "refusal" ? delta.text.length : 0;
}

/**
 * How much a stream may make its machines hold. Real answers have a hundredth of it, and a stream that goes on without end
 * must not fill the memory: beyond these it ends in an error, but for what an answer can do without.
 */

/** Parts of one stream besides texts, thoughts and refusals: calls, pictures, results of tools. */
export const MAX_PARTS = 16_384;
/** Citations of one stream that are read; the others are left out. */
export const MAX_CITATIONS = 16_384;
/** UTF-16 units of one stream that are held until they are whole: arguments, media in pieces, refusals. */
export const MAX_GATHERED = 32 * 1024 * 1024;
/** Bytes of an event that may pass the machines by. */
export const LONGEST_UNSEEN = 65_536;
/** Unknown fields of one node that are held; those of more names are left out. */
export const MAX_FIELDS = 256;

/** What a stream ends in that would go beyond. `what`: `parts besides texts`. */
export function tooMuch(what: string, limit: number, path: Path): { readonly error: CanonicalError; readonly finding: Issue } {
  const message = `The stream has more than ${limit} ${what}, which is more than is held.`;
  const error = { ...errorOf("bad-gateway", message), retryable: false };
  return { error, finding: failure("stream.error", path, message, { limit }) };
}

/**
 * Later values win; null and absence change nothing. Fields of ever new names are left out: no service has so many.
 * @param path where the later ones stand
 */
export function mergeFields<T extends Rest>(before: T, after: T, path: Path, report: Report): T {
  let left = MAX_FIELDS - Object.keys(before).length;
  let merged = before;
  for (const key in after) {
    const value = after[key];
    if (value === null || value === undefined || value === merged[key]) continue;
    if (Object.hasOwn(merged, key) || left-- > 0) {
      if (merged === before) merged = { ...before };
      setMember(merged, key, copyOf(value));
    } else report(surplusField([...path, key]));
  }
  return merged;
}
