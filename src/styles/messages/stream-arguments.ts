/**
 * Tells when streamed tool arguments are one complete JSON object, without parsing a text that still grows: every
 * character is looked at once. A complete object cannot grow, so its block may be closed before its call says so.
 */

import { createEscapedText } from "../../core/escaped-text.js";

export interface ArgumentsScanner {
  /** The next piece of the text. */
  push(piece: string): void;
  /** The next piece as it stands, escaped, in a JSON document. */
  take(bytes: Uint8Array, start: number, end: number): void;
  /** One object so far, and nothing but white space around it. */
  readonly complete: boolean;
  /** Nothing but white space so far. */
  readonly blank: boolean;
  /** It began as an object does. */
  readonly object: boolean;
}

/** Where the scanner stands. `other`: the text is no single object, and no further piece makes it one. */
type Place = "before" | "inside" | "string" | "escape" | "after" | "other";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const LETTER_U = 0x75;
/** What an escape stands for, where that means something between the values of a JSON text. */
const ESCAPED: ReadonlyMap<number, number> = new Map([
  [QUOTE, QUOTE],
  [BACKSLASH, BACKSLASH],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

export function createArgumentsScanner(): ArgumentsScanner {
  let place: Place = "before";
  let depth = 0;
  let object = false;

  function next(code: number): Place {
    switch (place) {
      case "before":
        if (isSpace(code)) return "before";
        depth = 1;
        object = code === OPEN_BRACE;
        return object ? "inside" : "other";
      case "inside":
        if (code === QUOTE) return "string";
        if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
        else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
        return depth === 0 ? "after" : "inside";
      case "string":
        if (code === QUOTE) return "inside";
        return code === BACKSLASH ? "escape" : "string";
      case "escape":
        return "string";
      case "after":
        return isSpace(code) ? "after" : "other";
      case "other":
        return "other";
      default:
        return place satisfies never;
    }
  }

  return {
    push(piece) {
      for (let index = 0; index < piece.length && place !== "other"; index++) place = next(piece.charCodeAt(index));
    },
    take(bytes, start, end) {
      for (let at = start; at < end && place !== "other"; at++) {
        const byte = bytes[at] ?? 0;
        if (byte !== BACKSLASH) {
          place = next(byte);
          continue;
        }
        const letter = bytes[++at] ?? 0;
        place = next(ESCAPED.get(letter) ?? 0);
        if (letter === LETTER_U) at += 4;
      }
    },
    get complete() {
      return place === "after";
    },
    get blank() {
      return place === "before";
    },
    get object() {
      return object;
    },
  };
}

/** The text of arguments that were sent in pieces, of which the byte path takes some unread. */
export function createSentText() {
  const taken = createEscapedText();
  let sent = "";
  let waiting = false;

  function text(): string {
    if (waiting) sent += taken.text();
    waiting = false;
    return sent;
  }
  return {
    push(piece: string): void {
      sent = text() + piece;
    },
    /** A piece as it stands, escaped, in a JSON document. */
    take(bytes: Uint8Array, start: number, end: number): void {
      taken.take(bytes, start, end);
      waiting = true;
    },
    text,
  };
}

/** The white space of JSON, which is less than that of `trim`. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
