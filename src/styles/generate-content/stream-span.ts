import { GrowingText, lastUpTo } from "../../core/collections.js";
import { approximated, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Citation } from "../../model/index.js";
import type { Span } from "./citations.js";

/** UTF-16 units of a text part that are held for its citations: more than any answer has, and endless streams have more. */
export const MOST_HELD = 4 * 1024 * 1024;
/** Visible text parts of an answer that are held. */
const MOST_SPANS = 16_384;

/**
 * A visible text part while it is streamed. Grounding comes last and counts bytes, so all of the text is held; a text beyond
 * the limit is forgotten, and citations have no place in it.
 */
export class OpenSpan extends GrowingText implements Span {
  readonly part: number;
  readonly start: number;

  constructor(part: number, start: number) {
    super(MOST_HELD);
    this.part = part;
    this.start = start;
  }
}

/** The visible texts of an answer, in order. Beyond the limits all are forgotten, as one that is too long is. */
export class Spans<Held extends OpenSpan> {
  private held: Held[] | undefined = undefined;
  /** Citations have no place in them any more. */
  forgotten = false;

  get all(): readonly Held[] {
    return this.held ?? NONE;
  }

  get last(): Held | undefined {
    return this.held?.at(-1);
  }

  add(span: Held): Held {
    if (this.all.length === MOST_SPANS || span.start > MOST_HELD) {
      this.forgotten = true;
      this.held = undefined;
    }
    if (this.forgotten) return span;
    // A list that grows has room for many, and most answers have one text.
    if (this.held === undefined) this.held = [span];
    else this.held.push(span);
    return span;
  }

  /** The text in which something starts, else the last one. */
  at(start: number): Held | undefined {
    const { all } = this;
    return all[
      Math.max(
        0,
        lastUpTo(all.length, (index) => all[index]?.start ?? 0, start),
      )
    ];
  }
}

const NONE: readonly never[] = [];

/** One that is written, and what it cites. */
export class CitedSpan extends OpenSpan {
  private cited: { readonly citation: Citation; readonly path: Path }[] | undefined = undefined;

  get citations(): readonly { readonly citation: Citation; readonly path: Path }[] {
    return this.cited ?? [];
  }

  cite(citation: Citation, path: Path): void {
    this.cited ??= [];
    this.cited.push({ citation, path });
  }
}

/** A citation that came when its text may have been over. */
export interface Late {
  readonly citation: Citation;
  readonly path: Path;
}

export class CitedSpans extends Spans<CitedSpan> {
  private cited = false;

  cite(span: CitedSpan | undefined, citation: Citation, path: Path): void {
    this.cited = true;
    span?.cite(citation, path);
  }

  /** As they stay. Late citations go to the text in which they start, else to the last one. */
  closed(late: readonly Late[], place: Path, report: (issue: Issue) => void) {
    for (const { citation, path } of late) this.cite(this.at(citation.kind === "url" ? (citation.start ?? 0) : 0), citation, path);
    if (this.forgotten && this.cited)
      report(approximated("approximated.citation", place, "The text is longer than is held; its citations have no place in it."));
    // What looks at a text again and again finds one string.
    return this.all.map(({ part, start, text, citations }) => ({ part, start, text, citations }));
  }
}
