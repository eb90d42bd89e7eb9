/** Bodies of JSON strings, kept as they stand in their documents and read all at once. */
export class EscapedText {
  private buffer = NOTHING;
  private length = 0;

  /** Copies `[start, end)`: whole characters and escapes of UTF-8. */
  take(bytes: Uint8Array, start: number, end: number): void {
    const { length } = this;
    const needed = length + end - start;
    if (needed > this.buffer.length) {
      const grown = new Uint8Array(Math.max(256, this.buffer.length * 2, needed));
      grown.set(this.buffer.subarray(0, length));
      this.buffer = grown;
    }
    const { buffer } = this;
    for (let at = start, to = length; at < end; at++, to++) buffer[to] = bytes[at] ?? 0;
    this.length = needed;
  }

  /** What was taken, as the text that it is. Nothing is held afterwards. */
  text(): string {
    const body = DECODER.decode(this.buffer.subarray(0, this.length));
    this.buffer = NOTHING;
    this.length = 0;
    const text: unknown = JSON.parse(`"${body}"`);
    return typeof text === "string" ? text : "";
  }
}

const NOTHING = new Uint8Array(0);
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
