/** {@link restoreValue} of JSON text that comes in pieces: each piece goes on as soon as it is known what becomes of it. */
import type { Json } from "../core/json.js";
import { type Restore, resolved, restoreValue } from "./restore.js";

/** Where an object, a list, or the object around an unwrapped value is being read. */
interface Frame {
  readonly kind: "object" | "list" | "wrapper";
  readonly restore: Restore;
  expects: "member" | "key" | "colon" | "value" | "more";
  /** Members that went on. */
  written: number;
}

const SPACE = new Set([" ", "\t", "\n", "\r"]);

/**
 * Text of one value, in pieces. Properties that are renamed, dropped or unwrapped go on live, late by one name; a value that is
 * made of others (a list of pairs, JSON as text, a union) comes in one piece when it ends. Text that is no object, and what is
 * held where the text ends too early, stays as it is.
 */
export class RestoreFilter {
  private readonly frames: Frame[] = [];
  /** The value that goes on, or is held, as a whole. */
  private value: ValueScan | undefined;
  /** What undoes the value that is held. */
  private captured: Restore | undefined;
  /** What stands before a value: a comma, a name, a colon. */
  private held = "";
  /** From where to where the name stands in it. */
  private name: readonly [start: number, end: number] = [0, 0];
  private isRaw = false;
  /** Beside the unwrapped value, which went on already, the schema allows nothing. */
  private isSilent = false;
  /** The names of which null means "not given", by what states it. */
  private readonly dropped = new Map<Restore, ReadonlySet<string>>();

  constructor(private readonly restore: Restore) {}

  push(piece: string): string {
    let written = "";
    for (let index = 0; index < piece.length; ) {
      if (this.isSilent) return written;
      if (this.isRaw) return written + piece.slice(index);
      if (this.value !== undefined) {
        const end = this.value.end(piece, index);
        const text = piece.slice(index, end);
        if (this.captured === undefined) written += text;
        else this.held += text;
        if (this.value.isOver) written += this.closed();
        index = end;
      } else written += this.take(piece.charAt(index++));
    }
    return written;
  }

  /** What is still held. */
  end(): string {
    const rest = this.held;
    this.held = "";
    return rest;
  }

  private closed(): string {
    const { captured, held } = this;
    this.value = undefined;
    this.captured = undefined;
    if (captured === undefined) return "";
    this.held = "";
    return restoredText(held, captured, this.restore);
  }

  private take(char: string): string {
    const frame = this.frames.at(-1);
    if (frame === undefined) return this.first(char);
    switch (frame.expects) {
      case "member":
        return frame.kind === "list" ? this.item(char, frame) : this.member(char, frame);
      case "key":
        return this.key(char, frame);
      case "colon":
        this.held += char;
        if (char === ":") frame.expects = "value";
        return "";
      case "value":
        return this.memberValue(char, frame);
      case "more":
        return this.more(char, frame);
    }
  }

  private first(char: string): string {
    if (SPACE.has(char)) return char;
    if (char !== "{") {
      this.isRaw = true;
      return char;
    }
    if (this.restore.unwrap === undefined) return this.opened(char, this.restore);
    this.frames.push({ kind: "wrapper", restore: this.restore, expects: "member", written: 0 });
    this.held = char;
    return "";
  }

  private member(char: string, frame: Frame): string {
    this.held += char;
    if (char === '"') {
      frame.expects = "key";
      this.name = [this.held.length - 1, 0];
      return "";
    }
    return char === "}" ? this.left(this.end()) : "";
  }

  private key(char: string, frame: Frame): string {
    this.held += char;
    const [start] = this.name;
    if (char !== '"' || isEscaped(this.held)) return "";
    frame.expects = "colon";
    this.name = [start, this.held.length];
    return "";
  }

  private memberValue(char: string, frame: Frame): string {
    if (SPACE.has(char)) {
      this.held += char;
      return "";
    }
    const { rename, props } = frame.restore;
    const [start, end] = this.name;
    const name = nameOf(this.held.slice(start, end));
    frame.expects = "more";
    const inner = name !== undefined && props !== undefined && Object.hasOwn(props, name) ? props[name] : undefined;
    if (frame.kind === "wrapper") {
      if (name !== frame.restore.unwrap) return this.raw(char);
      this.held = "";
      return this.opened(char, inner);
    }
    if (char === "n" && name !== undefined && this.droppedBy(frame.restore).has(name)) {
      this.held = "";
      this.value = new ValueScan(char);
      // Nothing restores it, and nothing is left of it.
      this.captured = DROPPED;
      return "";
    }
    const given = name !== undefined && rename !== undefined && Object.hasOwn(rename, name) ? rename[name] : undefined;
    const key = given === undefined ? this.held.slice(start, end) : JSON.stringify(given);
    // The members before it were dropped: the comma was theirs.
    const from = frame.written === 0 && this.held.startsWith(",") ? 1 : 0;
    const before = this.held.slice(from, start) + key + this.held.slice(end);
    this.held = "";
    frame.written++;
    return before + this.opened(char, inner);
  }

  /** A list of thousands of objects has one set of names, and each of them may have thousands of members. */
  private droppedBy(restore: Restore): ReadonlySet<string> {
    const known = this.dropped.get(restore) ?? new Set(restore.drop);
    this.dropped.set(restore, known);
    return known;
  }

  private more(char: string, frame: Frame): string {
    if (frame.kind === "wrapper") {
      if (char === ",") this.isSilent = true;
      return char === "}" ? this.left("") : "";
    }
    if (char !== ",") return char === "}" || char === "]" ? this.left(char) : char;
    frame.expects = "member";
    if (frame.kind === "list") return char;
    this.held = char;
    return "";
  }

  private item(char: string, frame: Frame): string {
    if (SPACE.has(char)) return char;
    if (char === "]") return this.left(char);
    frame.expects = "more";
    return this.opened(char, frame.restore.items);
  }

  /** The first character of a value. */
  private opened(char: string, given: Restore | undefined): string {
    const restore = resolved(given, this.restore.defs);
    const isWhole = restore?.any !== undefined || restore?.json === true || restore?.pairs !== undefined;
    if (restore !== undefined && !isWhole && (char === "{" || (char === "[" && restore.items !== undefined))) {
      this.frames.push({ kind: char === "{" ? "object" : "list", restore, expects: "member", written: 0 });
      return char;
    }
    this.value = new ValueScan(char);
    if (!isWhole) return char;
    this.captured = restore;
    this.held = char;
    return "";
  }

  private left(written: string): string {
    this.frames.pop();
    if (this.frames.length === 0) this.isRaw = true;
    return written;
  }

  private raw(char: string): string {
    this.isRaw = true;
    return this.end() + char;
  }
}

/** What a dropped null becomes. */
const DROPPED: Restore = {};

function restoredText(text: string, restore: Restore, { defs }: Restore): string {
  if (restore === DROPPED) return "";
  try {
    const value: Json = JSON.parse(text);
    const restored = JSON.stringify(restoreValue(value, defs === undefined ? restore : { ...restore, defs }));
    return restored === JSON.stringify(value) ? text : restored;
  } catch {
    return text;
  }
}

function nameOf(text: string): string | undefined {
  try {
    const name: Json = JSON.parse(text);
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the last character stands behind an odd number of backslashes. */
function isEscaped(text: string): boolean {
  let count = 0;
  for (let index = text.length - 2; text.charAt(index) === "\\"; index--) count++;
  return count % 2 === 1;
}

/** Looks for the end of one value. */
class ValueScan {
  isOver = false;
  private depth: number;
  private inString: boolean;
  private isBackslashed = false;
  /** A number or a word, which ends before the character that is no more of it. */
  private readonly isBare: boolean;

  constructor(first: string) {
    this.depth = first === "{" || first === "[" ? 1 : 0;
    this.inString = first === '"';
    this.isBare = this.depth === 0 && !this.inString;
  }

  /** The index after the last character of the value that stands in the piece. */
  end(piece: string, from: number): number {
    for (let index = from; index < piece.length; index++) {
      const char = piece.charAt(index);
      if (this.isBare) {
        if (char !== "," && char !== "}" && char !== "]" && !SPACE.has(char)) continue;
        this.isOver = true;
        return index;
      }
      if (this.inString) {
        if (this.isBackslashed) this.isBackslashed = false;
        else if (char === "\\") this.isBackslashed = true;
        else if (char === '"') this.inString = false;
      } else if (char === '"') this.inString = true;
      else if (char === "{" || char === "[") this.depth++;
      else if (char === "}" || char === "]") this.depth--;
      if (this.inString || this.depth > 0) continue;
      this.isOver = true;
      return index + 1;
    }
    return piece.length;
  }
}
