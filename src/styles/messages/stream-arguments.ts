/**
 * Tells when streamed tool arguments are one complete JSON object, without parsing a text that still grows: every
 * character is looked at once. A complete object cannot grow, so its block may be closed before its call says so.
 */
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, isJsonSpace, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "../../core/ascii.js";

/** Where the scanner stands. `other`: the text is no single object, and no further piece makes it one. */
type Place = "before" | "inside" | "string" | "escape" | "after" | "other";

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
