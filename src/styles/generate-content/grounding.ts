/**
 * The visible texts of an answer, in which citations count: held while they are streamed, and measured in bytes and in UTF-16 units.
 * What they cite is written as grounding: one chunk for each page, one support for each range of the text.
 */

import { entryOf, GrowingText, lastUpTo } from "../../core/collections.js";
import { approximated, equivalent, type Path, type Report } from "../../core/issue.js";
import { compact, isJsonArray, isJsonObject } from "../../core/json.js";
import { dropFields } from "../../model/extensions.js";
import type { JsonObject, Part } from "../../model/index.js";
import type { Cited } from "../shared/codec.js";
import { STYLE } from "./scope.js";

/** A visible text part: its index among the parts on the wire, and where it starts in the joined text. */
export interface Span {
  readonly part: number;
  readonly start: number;
  readonly text: string;
}

/** UTF-16 units of a text part that are held for its citations: more than any answer has, and endless streams have more. */
export const MOST_HELD = 4 * 1024 * 1024;
/** Visible text parts of an answer that are held. */
const MOST_SPANS = 16_384;

/** A text whose citations come last and count its bytes, so that all of it is held; beyond the limit it is forgotten. */
export class OpenSpan extends GrowingText implements Span {
  constructor(
    readonly part: number,
    readonly start: number,
  ) {
    super(MOST_HELD);
  }
}

/** The visible texts of an answer, in order. Beyond the limits all are forgotten, as one that is too long is. */
export class Spans {
  /** UTF-16 length of the texts so far. */
  length = 0;
  private held: OpenSpan[] | undefined = undefined;
  /** With the texts that they were said of. */
  declare private citations: (readonly [cited: Cited, span: Span | undefined])[] | undefined;
  /** Citations have no place in them any more. */
  declare private forgotten: true | undefined;

  get all(): readonly OpenSpan[] {
    return this.held ?? NONE;
  }

  get last(): OpenSpan | undefined {
    return this.held?.at(-1);
  }

  /** A part begins behind the texts so far. */
  open(part: number): OpenSpan {
    const span = new OpenSpan(part, this.length);
    if (this.all.length === MOST_SPANS || this.length > MOST_HELD) {
      this.forgotten = true;
      this.held = undefined;
    }
    if (this.forgotten) return span;
    // A list that grows has capacity for many, and most answers have one text.
    if (this.held === undefined) this.held = [span];
    else this.held.push(span);
    return span;
  }

  /** Text of the part that began last. */
  add(span: OpenSpan | undefined, text: string): void {
    span?.add(text);
    this.length += text.length;
  }

  /** @param span without one the citation is of the text in which it starts, else of the last one */
  cite(cited: Cited, span?: Span): void {
    this.citations ??= [];
    this.citations.push([cited, span]);
  }

  /** What is cited, in the order of the texts, each with its text. */
  cited(place: Path, report: Report): readonly (readonly [cited: Cited, span: Span])[] {
    const { all, citations = NONE } = this;
    if (this.forgotten && citations.length > 0)
      report(approximated("approximated.citation", place, "The text is longer than is held; its citations are left out."));
    const placed = citations.flatMap(([cited, given]) => {
      const { citation } = cited;
      const span = given ?? all[Math.max(0, spanAt(all, citation.kind === "url" ? (citation.start ?? 0) : 0))];
      return span === undefined || this.forgotten ? [] : [[cited, span] as const];
    });
    return placed.sort(([, one], [, other]) => one.start - other.start);
  }
}

const NONE: readonly never[] = [];

/** Index of the text in which something starts; -1 where it starts before the first. */
export function spanAt(spans: readonly Span[], start: number): number {
  return lastUpTo(spans.length, (index) => spans[index]?.start ?? 0, start);
}

export type Offsets = ReturnType<typeof createOffsets>;

/** Offsets within one text, in UTF-8 bytes, as this wire counts, and in UTF-16 units; it is looked through once however many are asked for. */
export function createOffsets(text: string) {
  const starts = byteOffsets(text);
  /** UTF-8 byte offset of a UTF-16 offset, which must not lie inside a character. */
  const bytes = (units: number) => starts[units] ?? 0;
  /** UTF-16 offset of a UTF-8 byte offset. One inside a character counts as its start. */
  const units = (offset: number) => Math.max(0, lastUpTo(starts.length, bytes, offset));
  /** Whether a byte offset lies in the text and between two of its characters. */
  const isExact = (offset: number) => bytes(units(offset)) === offset;
  return { units, bytes, isExact };
}

/** The UTF-8 byte offset of each UTF-16 unit and of the end of the text; the second unit of a pair counts as its end. */
function byteOffsets(text: string): Uint32Array {
  const starts = new Uint32Array(text.length + 1);
  let unit = 0;
  let bytes = 0;
  for (const char of text) {
    bytes += char < "\x80" ? 1 : char < "\u0800" ? 2 : char.length === 1 ? 3 : 4;
    unit += char.length;
    starts[unit] = bytes;
    if (char.length === 2) starts[unit - 1] = bytes;
  }
  return starts;
}

/** What another vendor's service searched for, and what it found. */
export interface Searches {
  readonly queries: string[];
  readonly hits: { readonly url: string; readonly title?: string }[];
}

/** What was searched so far, and in this part; mostly there is none. */
export function withSearch(searches: Searches | undefined, part: Part): Searches | undefined {
  if ((part.type !== "server-tool-call" && part.type !== "server-tool-result") || part.name !== "web_search") return searches;
  const { queries, hits } = searches ?? { queries: [], hits: [] };
  if (part.type === "server-tool-result") for (const { url, title } of part.result ?? []) hits.push({ url, ...compact({ title }) });
  else if (isJsonObject(part.input)) {
    const { query, queries: more } = part.input;
    for (const each of typeof query === "string" ? [query] : isJsonArray(more) ? more : [])
      if (typeof each === "string") queries.push(each);
  }
  return { queries, hits };
}

/** Supports quote their words; where ranges overlap again and again, their words would be many times the text. */
const MOST_QUOTED = 1 << 16;

/** Pages that are cited for one range together. All of them have a score, or none has. */
interface Group {
  readonly segment: JsonObject;
  readonly chunks: number[];
  readonly scores: number[];
}

/** Distinct pages in order, and one support for each distinct range. */
export function encodeGrounding(spans: Spans, searches: Searches | undefined, place: Path, report: Report) {
  const cited = spans.cited(place, report);
  if (cited.length === 0 && searches === undefined) return {};
  const { queries = [], hits = [] } = searches ?? {};
  const { all } = spans;
  const groundingChunks: JsonObject[] = [];
  /** Places of pages by address and title, for a page may be cited under several; and by address alone. */
  const places = new Map<string, number>();
  const urls = new Set<string>();
  const groups = new Map<string, Group>();
  /** What was cited before, and how often a page was for one range. */
  const seen = new Set<string>();
  const times = new Map<string, number>();
  const measured = new Map<Span, Offsets>();
  /** Characters that may still be quoted. */
  let quotable = all.reduce((sum, { text }) => sum + 4 * text.length, MOST_QUOTED);

  /** Place of the page in the list of chunks. */
  function chunkOf(uri: string, given: string | undefined): number {
    const title = given || undefined;
    urls.add(uri);
    return entryOf(places, JSON.stringify([uri, title]), () => groundingChunks.push({ web: { uri, ...compact({ title }) } }) - 1);
  }

  for (const [{ citation, path }, origin] of cited) {
    if (citation.kind !== "url") {
      const message = `generate-content cites web pages only; the citation of a ${citation.kind} was left out.`;
      report(approximated("approximated.citation", path, message));
      continue;
    }
    const { url, title, confidence, start = origin.start, end = origin.start + origin.text.length } = citation;
    const { citedText, encryptedIndex } = citation;
    const lost = { citedText: citedText || undefined, encryptedIndex: encryptedIndex || undefined };
    dropFields(lost, { citedText: "info", encryptedIndex: "info" }, path, STYLE, report);
    const span = all[spanAt(all, start)] ?? origin;
    const { text } = span;
    const from = outside(text, Math.min(text.length, Math.max(0, start - span.start)), -1);
    const to = outside(text, Math.min(text.length, Math.max(from, end - span.start)), 1);
    const ends = { start: [start, span.start + from], end: [end, span.start + to] } as const;
    for (const [field, [given, kept]] of Object.entries(ends)) {
      const why = `A segment is whole characters of one part; the ${field} moved.`;
      if (given !== kept) report(approximated("approximated.citation", [...path, field], why, { from: given, to: kept }));
    }
    // Scores stand beside the pages by their place, so that pages without one need a group of their own, as do other scores of a page.
    const chunk = chunkOf(url, title);
    const range = `${span.part}:${from}:${to}:${confidence !== undefined}`;
    const page = `${range}:${chunk}`;
    if (seen.has(`${page}:${confidence}`)) {
      report(equivalent(path, "The page is cited for these words before; the two are one."));
      continue;
    }
    seen.add(`${page}:${confidence}`);
    const before = times.get(page) ?? 0;
    times.set(page, before + 1);
    const { chunks, scores } = entryOf(groups, `${range}:${before}`, () => {
      const { bytes } = entryOf(measured, span, () => createOffsets(text));
      quotable -= to - from;
      const isQuoted = quotable >= 0;
      if (!isQuoted) report(equivalent(path, "Too much is cited; this segment has its offsets only."));
      const segment = {
        partIndex: span.part,
        startIndex: bytes(from),
        endIndex: bytes(to),
        ...(isQuoted && { text: text.slice(from, to) }),
      };
      return { segment, chunks: [], scores: [] };
    });
    chunks.push(chunk);
    if (confidence !== undefined) scores.push(confidence);
  }
  // A page that is cited has its title with it.
  for (const { url, title } of hits) if (title || !urls.has(url)) chunkOf(url, title);
  const groundingSupports = [...groups.values()].map(({ segment, chunks, scores }) => ({
    segment,
    groundingChunkIndices: chunks,
    ...(scores.length > 0 && { confidenceScores: scores }),
  }));
  const filled = Object.entries({ webSearchQueries: queries, groundingChunks, groundingSupports }).filter(([, list]) => list.length > 0);
  return filled.length === 0 ? {} : { groundingMetadata: Object.fromEntries(filled) };
}

/** The place itself, or the next one in that direction that is not inside a surrogate pair. */
function outside(text: string, place: number, step: 1 | -1): number {
  return place > 0 && /^[\uDC00-\uDFFF]/.test(text.charAt(place)) && /[\uD800-\uDBFF]$/.test(text.charAt(place - 1)) ? place + step : place;
}
