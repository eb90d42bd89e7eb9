/**
 * Finds in the bytes of a JSON document where the values at given paths stand. Duplicate keys anywhere on the way are
 * refused: with them, replacing one token by another might not mean what it seems.
 */
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, isJsonSpace, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "../core/ascii.js";
import type { Slot, SlotKind } from "../styles/style.js";

/** `[start, end)`: a string without its quotes, or the digits of a count. */
export interface FoundSlot {
  readonly kind: SlotKind;
  /** Place among the wanted ones. */
  readonly order: number;
  readonly start: number;
  readonly end: number;
}

/** The slots in the order in which they stand; undefined when one is missing or the document is not plain. */
export function findSlots(bytes: Uint8Array, from: number, to: number, wanted: readonly Slot[]): readonly FoundSlot[] | undefined {
  const search = new Search(bytes, to, wanted);
  const end = search.value(
    search.space(from),
    wanted.map((_, order) => order),
    0,
  );
  return end !== -1 && search.space(end) === to && search.found.length === wanted.length ? search.found : undefined;
}

/** None of the wanted ones. */
const NONE: readonly number[] = [];

class Search {
  readonly found: FoundSlot[] = [];
  private readonly bytes: Uint8Array;
  private readonly to: number;
  private readonly wanted: readonly Slot[];

  constructor(bytes: Uint8Array, to: number, wanted: readonly Slot[]) {
    this.bytes = bytes;
    this.to = to;
    this.wanted = wanted;
  }

  space(from: number): number {
    let at = from;
    while (at < this.to && isJsonSpace(this.bytes[at])) at++;
    return at;
  }

  /**
   * Behind the value that starts at `at`; -1 when it is none, or not what is wanted.
   * @param orders of those that are wanted of it or inside it
   * @param depth steps of their paths that lead here
   */
  value(at: number, orders: readonly number[], depth: number): number {
    if (orders.length === 0) return this.skip(at);
    const here = orders.find((order) => this.wanted[order]?.path.length === depth);
    const first = this.bytes[at];
    if (here !== undefined) return this.token(at, here);
    if (first === OPEN_BRACE) return this.object(at, orders, depth);
    return first === OPEN_BRACKET ? this.array(at, orders, depth) : -1;
  }

  private token(at: number, order: number): number {
    const { bytes } = this;
    const kind = this.wanted[order]?.kind ?? "skip";
    if (kind === "count") {
      const end = this.word(at);
      if (!isCount(bytes, at, end)) return -1;
      this.found.push({ kind, order, start: at, end });
      return end;
    }
    const end = bytes[at] === QUOTE ? this.string(at) : -1;
    if (end !== -1) this.found.push({ kind, order, start: at + 1, end: end - 1 });
    return end;
  }

  private object(at: number, orders: readonly number[], depth: number): number {
    const { bytes } = this;
    const keys = new Set<string>();
    let next = this.space(at + 1);
    if (bytes[next] === CLOSE_BRACE) return next + 1;
    for (;;) {
      if (bytes[next] !== QUOTE) return -1;
      const end = this.string(next);
      if (end === -1) return -1;
      const key = ascii(bytes, next + 1, end - 1);
      // An escaped key may be the same as another without looking so.
      if (key === undefined || keys.has(key)) return -1;
      keys.add(key);
      next = this.space(end);
      if (bytes[next] !== COLON) return -1;
      next = this.value(this.space(next + 1), this.inside(orders, depth, key), depth + 1);
      if (next === -1) return -1;
      next = this.space(next);
      if (bytes[next] === CLOSE_BRACE) return next + 1;
      if (bytes[next] !== COMMA) return -1;
      next = this.space(next + 1);
    }
  }

  private array(at: number, orders: readonly number[], depth: number): number {
    const { bytes } = this;
    let next = this.space(at + 1);
    if (bytes[next] === CLOSE_BRACKET) return next + 1;
    for (let index = 0; ; index++) {
      next = this.value(next, this.inside(orders, depth, index), depth + 1);
      if (next === -1) return -1;
      next = this.space(next);
      if (bytes[next] === CLOSE_BRACKET) return next + 1;
      if (bytes[next] !== COMMA) return -1;
      next = this.space(next + 1);
    }
  }

  private inside(orders: readonly number[], depth: number, step: string | number): readonly number[] {
    const leads = (order: number) => this.wanted[order]?.path[depth] === step;
    return orders.some(leads) ? orders.filter(leads) : NONE;
  }

  /** A value in which nothing is wanted. The document is known to be JSON, so that only its end matters. */
  private skip(at: number): number {
    const { bytes, to } = this;
    const first = bytes[at];
    if (first === QUOTE) return this.string(at);
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return this.word(at);
    let depth = 0;
    for (let next = at; next !== -1 && next < to; ) {
      const byte = bytes[next];
      if (byte === QUOTE) {
        next = this.string(next);
        continue;
      }
      next++;
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return next;
    }
    return -1;
  }

  /** Behind a number, `true`, `false` or `null`. */
  private word(at: number): number {
    let end = at;
    while (end < this.to && !isDelimiter(this.bytes[end])) end++;
    return end;
  }

  /** Behind the closing quote; -1 when there is none. */
  private string(at: number): number {
    const { bytes, to } = this;
    for (let next = at + 1; next < to; next++) {
      if (bytes[next] === BACKSLASH) next++;
      else if (bytes[next] === QUOTE) return next + 1;
    }
    return -1;
  }
}

function isDelimiter(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isJsonSpace(byte);
}

/** A whole number as JSON writes it, small enough to be exact. */
export function isCount(bytes: Uint8Array, start: number, end: number): boolean {
  if (end <= start || end - start > 15 || (bytes[start] === 0x30 && end - start > 1)) return false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  return true;
}

function ascii(bytes: Uint8Array, start: number, end: number): string | undefined {
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}
