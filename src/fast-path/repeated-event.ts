/**
 * Deltas of one part by their JSON texts: what consecutive events share, and the text of the next one. Nothing is parsed: an event in
 * which all stands as it did but for a few tokens means the same but for those.
 */
import { own } from "../core/collections.js";
import { BACKSLASH, QUOTE, SPACE } from "../core/json-text.js";

/** An event that was translated the ordinary way. */
export interface Delta {
  event: string;
  readonly text: string;
  /** Tokens were counted with it. */
  readonly counted: boolean;
  /** What was written of it. */
  readonly written: string;
}

/**
 * What stands in a gap: the text, a string that means nothing, any number of spaces; or a count, by its value in the second event.
 * Services pad their events with strings or spaces, so that nobody learns from the lengths of packets what is said.
 */
export type Gap = number;
export const TEXT = -1;
const PADDING = -2;
export const BLANK = -3;

/** Where two events differ that hold the same but for two texts: the next one has the same around those places. */
export interface Difference {
  /** What both have, in order: one piece more than there are gaps. */
  readonly pieces: readonly string[];
  readonly gaps: readonly Gap[];
}

/** What may differ. */
export interface Expected {
  readonly texts: readonly [first: string, second: string];
  /** Key of a string that means nothing. */
  readonly padding?: string | undefined;
  /** The events count something as well. */
  readonly counted?: boolean;
}

/**
 * Undefined where anything else differs. Both are JSON, or have it in them.
 *
 * Counts have to grow by the same number: what holds for sums of them in both events then holds for every event in which
 * they have grown alike.
 */
export function difference(first: string, second: string, expected: Expected): Difference | undefined {
  const pieces: string[] = [];
  const gaps: Gap[] = [];
  let start = 0;
  let shift = 0;
  let growth: number | undefined;
  for (let token = tokenThatDiffers(first, second, 0, 0); token !== undefined; ) {
    const { at, end: endOf } = token;
    const end = endOf(second, at);
    const other = endOf(first, at + shift);
    if (end === -1 || other === -1) return undefined;
    const piece = second.slice(start, at);
    const gap = gapOf(endOf, first.slice(at + shift, other), second.slice(at, end), piece, expected);
    if (gap === undefined) return undefined;
    if (gap >= 0) {
      const grown = gap - Number(first.slice(at + shift, other));
      growth ??= grown;
      if (growth !== grown) return undefined;
    }
    pieces.push(piece);
    gaps.push(gap);
    start = end;
    shift = other - end;
    token = tokenThatDiffers(first, second, endOf === endOfString ? end + 1 : end, shift);
  }
  pieces.push(second.slice(start));
  // Lists that grew have room for more, and ten thousand live streams hold these.
  return { pieces: pieces.map(own), gaps: [...gaps] };
}

interface Token {
  /** Where it starts in the second text; a string, behind its quote. */
  readonly at: number;
  readonly end: (text: string, from: number) => number;
}

/** The first string, number or run of spaces that is another one. */
function tokenThatDiffers(first: string, second: string, from: number, shift: number): Token | undefined {
  let start = -1;
  for (let at = from; ; at++) {
    const unit = second.charCodeAt(at);
    const other = first.charCodeAt(at + shift);
    if (unit !== other) {
      if (at >= second.length && at + shift >= first.length) return undefined;
      if (start !== -1) return { at: start, end: endOfString };
      const isBlank = unit === SPACE || other === SPACE;
      while (at > from && (isBlank ? second.charCodeAt(at - 1) === SPACE : isDigit(second.charCodeAt(at - 1)))) at--;
      return { at, end: isBlank ? endOfSpaces : endOfCount };
    }
    if (unit === QUOTE) start = start === -1 ? at + 1 : -1;
    // An escaped quote ends nothing, and what is behind a backslash may be what differs.
    else if (unit === BACKSLASH && second.charCodeAt(at + 1) === first.charCodeAt(at + 1 + shift)) at++;
  }
}

/** @param piece what stands before the second token, the quote of a string included */
function gapOf(end: Token["end"], first: string, second: string, piece: string, { texts, padding, counted }: Expected): Gap | undefined {
  if (end === endOfSpaces) return BLANK;
  if (end === endOfCount) return counted === true ? Number(second) : undefined;
  if (JSON.parse(`"${first}"`) === texts[0] && JSON.parse(`"${second}"`) === texts[1]) return TEXT;
  return padding !== undefined && piece.slice(0, -1).trimEnd().endsWith(`"${padding}":`) ? PADDING : undefined;
}

function endOfSpaces(text: string, from: number): number {
  let end = from;
  while (text.charCodeAt(end) === SPACE) end++;
  return end;
}

/** Behind a whole number as JSON writes it, small enough to be exact; -1 for any other, and for a piece of one. */
function endOfCount(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end++;
  const isExact = end > from && end - from <= LONGEST_COUNT && (text[from] !== "0" || end - from === 1);
  return isExact && !PARTS.has(text.charAt(from - 1)) && !PARTS.has(text.charAt(end)) ? end : -1;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** What numbers have beside digits. */
const PARTS: ReadonlySet<string> = new Set("+-.eE");
/** Digits. */
export const LONGEST_COUNT = 15;

/** Of the quote behind the string that starts there; -1 where there is none, or what no JSON string may hold. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at++;
    else if (unit < SPACE) return -1;
  }
  return -1;
}

/** UTF-16 units of a text that is put in. */
const LONGEST = 1024;

/** An event of which the next ones differ in their texts, and in what comes with those. */
export class RepeatedEvent implements Difference {
  /** By how much the counts of the last event exceed those that were learned. */
  grown = 0;

  private constructor(
    readonly pieces: Difference["pieces"],
    readonly gaps: Difference["gaps"],
    /** What stands around the copies of the text in what is written; none where nothing is. */
    readonly target: readonly string[] | undefined,
  ) {}

  /** Undefined where they differ in more. @param padding key of a string that means nothing */
  static of(first: Delta, second: Delta, padding: string | undefined): RepeatedEvent | undefined {
    if (first.text === second.text) return undefined;
    const written = around(second);
    if (written.length === 1 && second.written !== "") return undefined;
    const others = around(first);
    if (written.length !== others.length || written.some((piece, index) => piece !== others[index])) return undefined;
    const expected = { texts: [first.text, second.text], padding, counted: first.counted && second.counted } as const;
    const source = difference(first.event, second.event, expected);
    const copies = source?.gaps.filter((gap) => gap === TEXT).length;
    return source === undefined || copies !== 1
      ? undefined
      : new RepeatedEvent(source.pieces, source.gaps, written.length === 1 ? undefined : written.map(quoted));
  }

  /** The text of an event that is the same but for that, as `JSON.stringify` prints it; undefined for any other, and where there is none. */
  bodyOf(event: string): string | undefined {
    const { pieces, gaps } = this;
    let body = "";
    let growth: number | undefined;
    let at = 0;
    for (let index = 0; index < gaps.length; index++) {
      const { length } = pieces[index] ?? "";
      // Slices are compared in a tenth of the time that `startsWith` takes.
      if (event.slice(at, at + length) !== pieces[index]) return undefined;
      const start = at + length;
      const gap = gaps[index] ?? TEXT;
      at = (gap >= 0 ? endOfCount : gap === BLANK ? endOfSpaces : endOfString)(event, start);
      // The pattern of escapes overflows the stack of an engine on texts of some million units.
      if (at === -1 || at - start > LONGEST) return undefined;
      const token = event.slice(start, at);
      if (gap === TEXT) body = token;
      else if (gap >= 0) {
        const grown = Number(token) - gap;
        growth ??= grown;
        if (growth !== grown) return undefined;
      } else if (token.includes("\\")) return undefined;
    }
    if (body === "" || event.slice(at) !== pieces[gaps.length]) return undefined;
    this.grown = growth ?? 0;
    return !body.includes("\\") || PRINTED.test(body) ? body : printed(body);
  }

  /** One of those that are so, to be compared with one that is not. */
  get delta(): Delta {
    const counted = this.gaps.some((gap) => gap >= 0);
    return { event: this.event(ANY), text: JSON.parse(`"${ANY}"`), counted, written: this.target === undefined ? "" : this.frame(ANY) };
  }

  /** The last event with another text. */
  event(body: string): string {
    const { pieces, gaps } = this;
    const tokens = gaps.map((gap) => (gap === TEXT ? body : gap >= 0 ? gap + this.grown : ""));
    return pieces.map((piece, index) => `${piece}${tokens[index] ?? ""}`).join("");
  }

  /** What is written for it. */
  frame(body: string): string {
    const [head = "", ...behind] = this.target ?? [];
    let frame = head;
    for (const piece of behind) frame += body + piece;
    return frame;
  }
}

/** Escaped, a text that nobody sends. */
const ANY = "\\u0001";

/** What was written around the copies of the text and their quotes. */
function around({ written, text }: Delta): readonly string[] {
  return written.split(JSON.stringify(text));
}

function quoted(piece: string, index: number, { length }: readonly string[]): string {
  return own(`${index === 0 ? "" : '"'}${piece}${index === length - 1 ? "" : '"'}`);
}

/** With no escape but those that are printed so: a parse and a print take ten times as long. */
const PRINTED = /^(?:[^\\]|\\["\\bfnrt])*$/;

/**
 * The body of a JSON string as `JSON.stringify` prints it. Undefined where an escape is none of JSON, and for half a pair of surrogates,
 * of which the next text may hold the other.
 */
export function printed(body: string): string | undefined {
  try {
    const text = JSON.stringify(JSON.parse(`"${body}"`)).slice(1, -1);
    return text.includes("\\ud") ? undefined : text;
  } catch {
    return undefined;
  }
}
