/**
 * Finds in the bytes of a JSON document where the values at given paths stand. Duplicate keys anywhere on the way are
 * refused: with them, replacing one token by another might not mean what it seems.
 */
import type { SlotKind, Wanted } from "../styles/style.js";

/** `[start, end)`: a string without its quotes, or the digits of a count. */
export interface Slot {
  readonly kind: SlotKind;
  /** Place among the wanted ones. */
  readonly order: number;
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The slots in the order in which they stand; undefined when one is missing or the document is not plain. */
export function findSlots(bytes: Uint8Array, from: number, to: number, wanted: readonly Wanted[]): readonly Slot[] | undefined {
  const found: Slot[] = [];

  function space(at: number): number {
    let next = at;
    while (next < to && (bytes[next] === 0x20 || bytes[next] === 0x0a || bytes[next] === 0x0d || bytes[next] === 0x09)) next++;
    return next;
  }

  /** Behind the closing quote; -1 when there is none. */
  function string(at: number): number {
    for (let next = at + 1; next < to; next++) {
      if (bytes[next] === BACKSLASH) next++;
      else if (bytes[next] === QUOTE) return next + 1;
    }
    return -1;
  }

  /** Behind the value that starts at `at`. `rest`: what is wanted inside it, with what remains of the paths. */
  function value(at: number, rest: readonly Sought[]): number {
    const here = rest.find(({ path }) => path.length === 0);
    const first = bytes[at];
    if (first === 0x7b) return here === undefined ? object(at, rest) : -1;
    if (first === 0x5b) return here === undefined ? array(at, rest) : -1;
    if (first === QUOTE) {
      const end = string(at);
      if (end !== -1 && here !== undefined && !add(here, here.kind === "count", at + 1, end - 1)) return -1;
      return end;
    }
    let end = at;
    while (end < to && !isDelimiter(bytes[end])) end++;
    if (end === at) return -1;
    return here === undefined || add(here, here.kind !== "count" || !isCount(bytes, at, end), at, end) ? end : -1;
  }

  function add({ kind, order }: Sought, wrong: boolean, start: number, end: number): boolean {
    if (!wrong) found.push({ kind, order, start, end });
    return !wrong;
  }

  function object(at: number, rest: readonly Sought[]): number {
    const keys = new Set<string>();
    let next = space(at + 1);
    if (bytes[next] === 0x7d) return next + 1;
    for (;;) {
      if (bytes[next] !== QUOTE) return -1;
      const end = string(next);
      if (end === -1) return -1;
      const key = ascii(bytes, next + 1, end - 1);
      // An escaped key may be the same as another without looking so.
      if (key === undefined || keys.has(key)) return -1;
      keys.add(key);
      next = space(end);
      if (bytes[next] !== 0x3a) return -1;
      next = space(value(space(next + 1), inside(rest, key)));
      if (next <= 0) return -1;
      if (bytes[next] === 0x7d) return next + 1;
      if (bytes[next] !== 0x2c) return -1;
      next = space(next + 1);
    }
  }

  function array(at: number, rest: readonly Sought[]): number {
    let next = space(at + 1);
    if (bytes[next] === 0x5d) return next + 1;
    for (let index = 0; ; index++) {
      next = value(next, inside(rest, index));
      if (next === -1) return -1;
      next = space(next);
      if (bytes[next] === 0x5d) return next + 1;
      if (bytes[next] !== 0x2c) return -1;
      next = space(next + 1);
    }
  }

  const sought = wanted.map(({ path, kind }, order) => ({ path, kind, order }));
  const end = value(space(from), sought);
  return end !== -1 && space(end) === to && found.length === wanted.length ? found : undefined;
}

interface Sought extends Wanted {
  readonly order: number;
}

const NONE: readonly Sought[] = [];

/** What is sought below a step, with what remains of the paths. */
function inside(sought: readonly Sought[], step: string | number): readonly Sought[] {
  if (!sought.some(({ path }) => path[0] === step)) return NONE;
  return sought.flatMap(({ path, kind, order }) => (path[0] === step ? [{ path: path.slice(1), kind, order }] : []));
}

function isDelimiter(byte: number | undefined): boolean {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
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
