/** The visible texts of an answer, in which citations count: held while they are streamed, and measured in bytes and in UTF-16 units. */
import { GrowingText, lastUpTo } from "../../core/collections.js";
import { approximated } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Citation } from "../../model/index.js";
import type { Report } from "./usage.js";

/** A visible text part: its index among the parts on the wire, and where it starts in the joined text. */
export interface Span {
  readonly part: number;
  readonly start: number;
  readonly text: string;
}

/** A citation and its canonical path. */
export interface Cited {
  readonly citation: Citation;
  readonly path: Path;
}

/** A visible text part as it is written, with what it cites. */
export interface CitedSpan extends Span {
  readonly citations: readonly Cited[];
}

/** UTF-16 units of a text part that are held for its citations: more than any answer has, and endless streams have more. */
export const MOST_HELD = 4 * 1024 * 1024;
/** Visible text parts of an answer that are held. */
const MOST_SPANS = 16_384;

/** A text whose citations come last and count its bytes, so that all of it is held; beyond the limit it is forgotten. */
export class OpenSpan extends GrowingText implements CitedSpan {
  readonly part: number;
  readonly start: number;
  private cited: Cited[] | undefined = undefined;

  constructor(part: number, start: number) {
    super(MOST_HELD);
    this.part = part;
    this.start = start;
  }

  get citations(): readonly Cited[] {
    return this.cited ?? NONE;
  }

  cite(cited: Cited): void {
    this.cited ??= [];
    this.cited.push(cited);
  }
}

/** The visible texts of an answer, in order. Beyond the limits all are forgotten, as one that is too long is. */
export class Spans {
  /** UTF-16 length of the texts so far. */
  length = 0;
  private held: OpenSpan[] | undefined = undefined;
  private cited = false;
  /** Citations have no place in them any more. */
  private forgotten = false;

  get all(): readonly OpenSpan[] {
    return this.held ?? NONE;
  }

  get last(): OpenSpan | undefined {
    return this.held?.at(-1);
  }

  /** A part begins behind the texts so far. */
  open(part: number): OpenSpan {
    const span = new OpenSpan(part, this.length);
    if (this.all.length === MOST_SPANS || this.length > MOST_HELD) {
      this.forgotten = true;
      this.held = undefined;
    }
    if (this.forgotten) return span;
    // A list that grows has capacity for many, and most answers have one text.
    if (this.held === undefined) this.held = [span];
    else this.held.push(span);
    return span;
  }

  /** Text of the part that began last. */
  add(span: OpenSpan | undefined, text: string): void {
    span?.add(text);
    this.length += text.length;
  }

  cite(span: OpenSpan | undefined, cited: Cited): void {
    this.cited = true;
    span?.cite(cited);
  }

  /** As they stay. Late citations go to the text in which they start, else to the last one. */
  closed(late: readonly Cited[], place: Path, report: Report): readonly CitedSpan[] {
    const { all } = this;
    for (const cited of late) {
      const start = cited.citation.kind === "url" ? (cited.citation.start ?? 0) : 0;
      this.cite(all[Math.max(0, spanAt(all, start))], cited);
    }
    if (this.forgotten && this.cited)
      report(approximated("approximated.citation", place, "The text is longer than is held; its citations have no place in it."));
    // What looks at a text again and again finds one string.
    return all.map(({ part, start, text, citations }) => ({ part, start, text, citations }));
  }
}

const NONE: readonly never[] = [];

/** Index of the text in which something starts; -1 where it starts before the first. */
export function spanAt(spans: readonly Span[], start: number): number {
  return lastUpTo(spans.length, (index) => spans[index]?.start ?? 0, start);
}

/** Offsets within one text, in UTF-8 bytes, as this wire counts, and in UTF-16 units; it is looked through once however many are asked for. */
export interface Offsets {
  /** UTF-16 offset of a UTF-8 byte offset. One inside a character counts as its start. */
  units(bytes: number): number;
  /** UTF-8 byte offset of a UTF-16 offset, which must not lie inside a character. */
  bytes(units: number): number;
  /** Whether a byte offset lies in the text and between two of its characters. */
  isExact(bytes: number): boolean;
}

export function createOffsets(text: string): Offsets {
  const starts = byteOffsets(text);
  const bytes = (offset: number) => starts[offset] ?? 0;
  const units = (offset: number) => Math.max(0, lastUpTo(starts.length, bytes, offset));
  return { units, bytes, isExact: (offset) => bytes(units(offset)) === offset };
}

/** The UTF-8 byte offset of each UTF-16 unit and of the end of the text; the second unit of a pair counts as its end. */
function byteOffsets(text: string): Uint32Array {
  const starts = new Uint32Array(text.length + 1);
  let unit = 0;
  let bytes = 0;
  for (const char of text) {
    bytes += char < "\x80" ? 1 : char < "\u0800" ? 2 : char.length === 1 ? 3 : 4;
    unit += char.length;
    starts[unit] = bytes;
    if (char.length === 2) starts[unit - 1] = bytes;
  }
  return starts;
}
