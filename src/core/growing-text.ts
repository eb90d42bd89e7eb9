import { EscapedText } from "./escaped-text.js";

/** Characters that wait at least until they are joined to the text. */
const LEAST = 16;

/**
 * Text that comes in small pieces and is held until it is whole. Appended with `+=` alone, an engine keeps each piece and a
 * node that holds it, which for deltas of a few characters is ten times the text; joined now and then, it is the text.
 */
export class GrowingText {
  private joined = "";
  private recent = "";
  private taken: EscapedText | undefined = undefined;

  add(piece: string): void {
    this.settle();
    this.append(piece);
  }

  /** A piece as it stands, escaped, in a JSON document. */
  take(bytes: Uint8Array, start: number, end: number): void {
    this.taken ??= new EscapedText();
    this.taken.take(bytes, start, end);
  }

  get text(): string {
    this.settle();
    return this.joined + this.recent;
  }

  /** Forgets all of it. */
  protected clear(): void {
    this.joined = "";
    this.recent = "";
    this.taken = undefined;
  }

  private append(piece: string): void {
    this.recent += piece;
    // In proportion to the text, so that each character is copied a few times at most.
    if (this.recent.length <= LEAST + (this.joined.length >> 4)) return;
    this.joined = [this.joined, this.recent].join("");
    this.recent = "";
  }

  private settle(): void {
    if (this.taken === undefined) return;
    const text = this.taken.text();
    this.taken = undefined;
    this.append(text);
  }
}
