/** Characters that wait at least until they are joined to the text. */
const LEAST = 16;

/**
 * Text that comes in small pieces and is held until it is whole. Appended with `+=` alone, an engine keeps each piece and a
 * node that holds it, which for deltas of a few characters is ten times the text; joined now and then, it is the text.
 */
export class GrowingText {
  private joined = "";
  private recent = "";
  /** Pieces as they stand, escaped, in JSON documents: read all at once. */
  private taken = NOTHING;
  private length = 0;
  private readonly most: number;
  /** Units that are held at most: escaped bytes are more. */
  private bound = 0;
  private forgotten = false;

  /** @param most UTF-16 units that are held; a longer text is forgotten, and said to be empty */
  constructor(most: number) {
    this.most = most;
  }

  add(piece: string): void {
    if (this.forgotten) return;
    this.settle();
    this.append(piece);
    this.grown(piece.length);
  }

  /** Copies a piece as it stands, escaped, in a JSON document: whole characters and escapes of UTF-8 in `[start, end)`. */
  take(bytes: Uint8Array, start: number, end: number): void {
    if (this.forgotten) return;
    const { length } = this;
    const needed = length + end - start;
    if (needed > this.taken.length) this.grow(needed);
    const { taken } = this;
    for (let at = start, to = length; at < end; at++, to++) taken[to] = bytes[at] ?? 0;
    this.length = needed;
    this.grown(end - start);
  }

  get text(): string {
    this.settle();
    // As one string, for whoever looks at it again and again.
    if (this.recent !== "") this.join();
    if (this.joined.length > this.most) this.forget();
    return this.joined;
  }

  private grown(most: number): void {
    this.bound += most;
    if (this.bound > this.most) this.bound = this.text.length;
  }

  private forget(): void {
    this.forgotten = true;
    this.joined = "";
  }

  private grow(needed: number): void {
    const grown = new Uint8Array(Math.max(64, this.taken.length * 2, needed));
    grown.set(this.taken.subarray(0, this.length));
    this.taken = grown;
  }

  private append(piece: string): void {
    this.recent += piece;
    // In proportion to the text, so that each character is copied a few times at most.
    if (this.recent.length <= LEAST + (this.joined.length >> 4)) return;
    this.join();
  }

  private join(): void {
    this.joined = [this.joined, this.recent].join("");
    this.recent = "";
  }

  private settle(): void {
    if (this.length === 0) return;
    const body = DECODER.decode(this.taken.subarray(0, this.length));
    this.taken = NOTHING;
    this.length = 0;
    const text: unknown = JSON.parse(`"${body}"`);
    if (typeof text === "string") this.append(text);
  }
}

const NOTHING = new Uint8Array(0);
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
