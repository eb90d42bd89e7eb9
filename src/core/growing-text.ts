/** Characters that wait at least until they are joined to the text. */
const LEAST = 16;

/**
 * Text that comes in small pieces and is held until it is whole. Appended with `+=` alone, an engine keeps each piece and a
 * node that holds it, which for deltas of a few characters is ten times the text; joined now and then, it is the text.
 */
export class GrowingText {
  private joined = "";
  private recent = "";
  private readonly most: number;
  private forgotten = false;

  /** @param most UTF-16 units that are held; a longer text is forgotten, and said to be empty */
  constructor(most: number) {
    this.most = most;
  }

  add(piece: string): void {
    if (this.forgotten) return;
    this.recent += piece;
    // In proportion to the text, so that each character is copied a few times at most.
    if (this.recent.length > LEAST + (this.joined.length >> 4)) this.join();
    if (this.joined.length + this.recent.length <= this.most) return;
    this.forgotten = true;
    this.joined = "";
    this.recent = "";
  }

  get text(): string {
    // As one string, for whoever looks at it again and again.
    if (this.recent !== "") this.join();
    return this.joined;
  }

  private join(): void {
    this.joined = [this.joined, this.recent].join("");
    this.recent = "";
  }
}
