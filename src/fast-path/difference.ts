/** Where two events of a stream differ that say the same of two texts: the bytes around those places are what the next one has. */

/** What stands in a gap: the text, a string that means nothing, or a count, with its value in the second event. */
export type Gap = "text" | "padding" | number;

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

/** Strings and numbers. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const COUNT = /^(?:0|[1-9]\d{0,14})$/;

/**
 * Undefined where anything else differs.
 *
 * Counts have to grow by the same number: what holds for sums of them in both events then holds for every event in which
 * they have grown alike.
 */
export function difference(first: string, second: string, expected: Expected): Difference | undefined {
  const pieces: string[] = [];
  const gaps: Gap[] = [];
  const others = first.matchAll(TOKEN);
  let seen = 0;
  let at = 0;
  let start = 0;
  let growth: number | undefined;
  for (const { 0: token, index } of second.matchAll(TOKEN)) {
    const other = others.next().value;
    if (other === undefined || first.slice(seen, other.index) !== second.slice(at, index)) return undefined;
    seen = other.index + other[0].length;
    at = index + token.length;
    if (token === other[0]) continue;
    const isString = token.startsWith('"') && other[0].startsWith('"');
    const piece = second.slice(start, isString ? index + 1 : index);
    const gap = isString ? stringGap(other[0], token, piece, expected) : countGap(other[0], token, expected);
    if (gap === undefined) return undefined;
    if (typeof gap === "number") {
      growth ??= gap - Number(other[0]);
      if (growth !== gap - Number(other[0])) return undefined;
    }
    pieces.push(piece);
    gaps.push(gap);
    start = isString ? at - 1 : at;
  }
  if (others.next().done !== true || first.slice(seen) !== second.slice(at)) return undefined;
  pieces.push(second.slice(start));
  return { pieces, gaps };
}

/** @param before what stands before the second string, its quote included */
function stringGap(first: string, second: string, before: string, { texts, padding }: Expected): Gap | undefined {
  if (JSON.parse(first) === texts[0] && JSON.parse(second) === texts[1]) return "text";
  return padding !== undefined && before.slice(0, -1).trimEnd().endsWith(`"${padding}":`) ? "padding" : undefined;
}

function countGap(first: string, second: string, { counted }: Expected): Gap | undefined {
  return counted === true && COUNT.test(first) && COUNT.test(second) ? Number(second) : undefined;
}
