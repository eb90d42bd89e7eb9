/** Bodies of JSON strings, kept as they stand in their documents and read all at once. */
export interface EscapedText {
  /** Copies `[start, end)`: whole characters and escapes of UTF-8. */
  take(bytes: Uint8Array, start: number, end: number): void;
  /** What was taken, as the text that it is. Nothing is held afterwards. */
  text(): string;
}

export function createEscapedText(): EscapedText {
  let buffer = new Uint8Array(0);
  let length = 0;
  return {
    take(bytes, start, end) {
      if (length + end - start > buffer.length) {
        const grown = new Uint8Array(Math.max(256, buffer.length * 2, length + end - start));
        grown.set(buffer.subarray(0, length));
        buffer = grown;
      }
      for (let at = start; at < end; at++) buffer[length++] = bytes[at] ?? 0;
    },
    text() {
      const body = new TextDecoder("utf-8", { ignoreBOM: true }).decode(buffer.subarray(0, length));
      buffer = new Uint8Array(0);
      length = 0;
      const text: unknown = JSON.parse(`"${body}"`);
      return typeof text === "string" ? text : "";
    },
  };
}
