/**
 * Tells when streamed tool arguments are one complete JSON object, without parsing a text that still grows: every
 * character is looked at once. A complete object cannot grow, so its block may be closed before its call says so.
 */
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, isJsonSpace, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "../../core/ascii.js";

/** Where the scanner stands. `other`: the text is no single object, and no further piece makes it one. */
type Place = "before" | "inside" | "string" | "escape" | "after" | "other";

const LETTER_U = 0x75;
/** What an escape stands for, where that means something between the values of a JSON text. */
const ESCAPED: ReadonlyMap<number | undefined, number> = new Map([
  [QUOTE, QUOTE],
  [BACKSLASH, BACKSLASH],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

export class ArgumentsScanner {
  private place: Place = "before";
  private depth = 0;
  /** It began as an object does. */
  object = false;

  /** One object so far, and nothing but white space around it. */
  get complete(): boolean {
    return this.place === "after";
  }

  /** Nothing but white space so far. */
  get blank(): boolean {
    return this.place === "before";
  }

  /** The next piece of the text. */
  push(piece: string): void {
    for (let index = 0; index < piece.length; index++) this.next(piece.charCodeAt(index));
  }

  /** The next piece as it stands in a JSON document, with the escapes that `JSON.stringify` writes and no others. */
  take(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start, byte = bytes[at]; at < end && byte !== undefined; byte = bytes[++at]) {
      if (byte !== BACKSLASH) {
        this.next(byte);
        continue;
      }
      const letter = bytes[++at];
      this.next(ESCAPED.get(letter) ?? 0);
      if (letter === LETTER_U) at += 4;
    }
  }

  private next(code: number): void {
    switch (this.place) {
      case "before":
        if (isJsonSpace(code)) break;
        this.depth = 1;
        this.object = code === OPEN_BRACE;
        this.place = this.object ? "inside" : "other";
        break;
      case "inside":
        if (code === QUOTE) this.place = "string";
        else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.depth++;
        else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --this.depth === 0) this.place = "after";
        break;
      case "string":
        if (code === QUOTE) this.place = "inside";
        else if (code === BACKSLASH) this.place = "escape";
        break;
      case "escape":
        this.place = "string";
        break;
      case "after":
        if (!isJsonSpace(code)) this.place = "other";
        break;
      case "other":
        break;
      default:
        this.place satisfies never;
    }
  }
}
