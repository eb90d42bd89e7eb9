import type { Citation } from "../../canonical/index.js";
import { GrowingText } from "../../core/growing-text.js";
import type { Path } from "../../core/path.js";
import type { Span } from "./citations.js";

/** UTF-16 units of a text part that are held for its citations: more than any answer has, and endless streams have more. */
export const MOST_HELD = 4 * 1024 * 1024;

/**
 * A visible text part while it is streamed. Grounding comes last and counts bytes, so all of the text is held; a text beyond
 * the limit is forgotten, and citations have no place in it.
 */
export class OpenSpan extends GrowingText implements Span {
  readonly part: number;
  readonly start: number;
  /** Units that are held at most: escaped bytes are more. */
  private bound = 0;
  private forgotten = false;

  constructor(part: number, start: number) {
    super();
    this.part = part;
    this.start = start;
  }

  override add(piece: string): void {
    if (this.forgotten) return;
    super.add(piece);
    this.grown(piece.length);
  }

  override take(bytes: Uint8Array, start: number, end: number): void {
    if (this.forgotten) return;
    super.take(bytes, start, end);
    this.grown(end - start);
  }

  override get text(): string {
    const held = super.text;
    if (held.length <= MOST_HELD) return held;
    this.forgotten = true;
    this.clear();
    return "";
  }

  private grown(most: number): void {
    this.bound += most;
    if (this.bound > MOST_HELD) this.bound = this.text.length;
  }
}

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
