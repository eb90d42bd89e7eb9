import type { Citation } from "../../canonical/index.js";
import { GrowingText } from "../../core/growing-text.js";
import type { Path } from "../../core/path.js";
import type { Span } from "./citations.js";

/** A visible text part while it is streamed. Grounding comes last and counts bytes, so all of the text is held. */
export class OpenSpan extends GrowingText implements Span {
  readonly part: number;
  readonly start: number;

  constructor(part: number, start: number) {
    super();
    this.part = part;
    this.start = start;
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
