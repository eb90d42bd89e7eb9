/** Citations of an answer as grounding: one chunk for each page, one support for each range of the text. */

import { compact } from "../../core/compact.js";
import { approximated, equivalent } from "../../core/issue.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import { dropFields } from "../../model/extensions.js";
import type { JsonObject, Part } from "../../model/index.js";
import { STYLE } from "./scope.js";
import { type Cited, type CitedSpan, createOffsets, type Offsets, spanAt } from "./spans.js";
import type { Report } from "./usage.js";
import type { GenerateContentCandidate } from "./wire-answer.js";

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

/** Distinct pages in order, and one support for each distinct range. */
export function encodeGrounding(
  spans: readonly CitedSpan[],
  { queries, hits }: Searches = { queries: [], hits: [] },
  report: Report,
): Pick<GenerateContentCandidate, "groundingMetadata"> {
  const writer = new GroundingWriter(spans, report);
  for (const span of spans) for (const cited of span.citations) writer.cite(span, cited);
  // A page that is cited has its title with it.
  for (const { url, title } of hits) if (!writer.has(url) || (title ?? "") !== "") writer.chunkOf(url, title);
  const lists = { webSearchQueries: queries, groundingChunks: writer.chunks, groundingSupports: writer.supports() };
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return filled.length === 0 ? {} : { groundingMetadata: Object.fromEntries(filled) };
}

/** Pages that are cited for one range together. All of them have a score, or none has. */
interface Group {
  readonly segment: JsonObject;
  readonly chunks: number[];
  readonly scores: number[];
}

/** Supports quote their words; where ranges overlap again and again, their words would be many times the text. */
const MOST_QUOTED = 1 << 16;

class GroundingWriter {
  readonly chunks: JsonObject[] = [];
  /** Places of pages by address and title, for a page may be cited under several; and by address alone. */
  private readonly places = new Map<string, number>();
  private readonly byUrl = new Map<string, number>();
  private readonly groups = new Map<string, Group>();
  /** What was cited before, and how often a page was for one range. */
  private readonly seen = new Set<string>();
  private readonly times = new Map<string, number>();
  private readonly offsets = new Map<CitedSpan, Offsets>();
  private readonly spans: readonly CitedSpan[];
  private readonly report: Report;
  /** Characters that may still be quoted. */
  private quotable: number;

  constructor(spans: readonly CitedSpan[], report: Report) {
    this.spans = spans;
    this.report = report;
    this.quotable = spans.reduce((sum, { text }) => sum + 4 * text.length, MOST_QUOTED);
  }

  has(url: string): boolean {
    return this.byUrl.has(url);
  }

  /** Place of the page in the list of chunks. */
  chunkOf(uri: string, given: string | undefined): number {
    const title = given === "" ? undefined : given;
    const page = JSON.stringify([uri, title]);
    const known = this.places.get(page);
    if (known !== undefined) return known;
    const place = this.chunks.push({ web: { uri, ...compact({ title }) } }) - 1;
    this.places.set(page, place);
    if (!this.byUrl.has(uri)) this.byUrl.set(uri, place);
    return place;
  }

  cite(origin: CitedSpan, { citation, path }: Cited) {
    const { spans, report } = this;
    if (citation.kind !== "url") {
      const message = "A generate-content answer cites web pages only; this citation of a document was left out.";
      return report(approximated("approximated.citation", path, message));
    }
    const { url, title, confidence, start = origin.start, end = origin.start + origin.text.length } = citation;
    const { citedText, encryptedIndex } = citation;
    const lost = { citedText: citedText || undefined, encryptedIndex: encryptedIndex || undefined };
    dropFields(lost, { citedText: "info", encryptedIndex: "info" }, path, STYLE, report);
    const span = spans[spanAt(spans, start)] ?? origin;
    const from = outside(span.text, Math.min(span.text.length, Math.max(0, start - span.start)), -1);
    const to = outside(span.text, Math.min(span.text.length, Math.max(from, end - span.start)), 1);
    const ends = { start: [start, span.start + from], end: [end, span.start + to] } as const;
    for (const [field, [given, kept]] of Object.entries(ends)) {
      const why = `A segment is whole characters of one part; the ${field} of the citation moved.`;
      if (given !== kept) report(approximated("approximated.citation", [...path, field], why, { from: given, to: kept }));
    }
    // Scores stand beside the pages by their place, so that pages without one need a group of their own, as do other scores of a page.
    const chunk = this.chunkOf(url, title);
    const range = `${span.part}:${from}:${to}:${confidence !== undefined}`;
    const page = `${range}:${chunk}`;
    if (this.seen.has(`${page}:${confidence}`))
      return report(equivalent(path, "The same page is cited for the same words before; the two are one."));
    this.seen.add(`${page}:${confidence}`);
    const before = this.times.get(page) ?? 0;
    this.times.set(page, before + 1);
    const key = `${range}:${before}`;
    const group = this.groups.get(key) ?? { segment: this.segment(span, from, to, path), chunks: [], scores: [] };
    this.groups.set(key, group);
    group.chunks.push(chunk);
    if (confidence !== undefined) group.scores.push(confidence);
  }

  private segment(span: CitedSpan, from: number, to: number, path: Cited["path"]): JsonObject {
    const offsets = this.offsets.get(span) ?? createOffsets(span.text);
    this.offsets.set(span, offsets);
    this.quotable -= to - from;
    const isQuoted = this.quotable >= 0;
    const message = "So much text is cited that the words of this segment are not repeated beside its offsets.";
    if (!isQuoted) this.report(equivalent(path, message));
    const text = isQuoted ? { text: span.text.slice(from, to) } : {};
    return { partIndex: span.part, startIndex: offsets.bytes(from), endIndex: offsets.bytes(to), ...text };
  }

  supports(): JsonObject[] {
    return [...this.groups.values()].map(({ segment, chunks, scores }) => ({
      segment,
      groundingChunkIndices: chunks,
      ...(scores.length === 0 ? {} : { confidenceScores: scores }),
    }));
  }
}

/** The place itself, or the next one in that direction that is not inside a surrogate pair. */
function outside(text: string, place: number, step: 1 | -1): number {
  return place > 0 && /^[\uDC00-\uDFFF]/.test(text.charAt(place)) && /[\uD800-\uDBFF]$/.test(text.charAt(place - 1)) ? place + step : place;
}
