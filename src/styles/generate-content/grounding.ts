/**
 * Citations of an answer as grounding: one chunk for each page, one support for each range of the text. What an answer of
 * this style left over stands beside them.
 */

import { compact } from "../../core/compact.js";
import { approximated, equivalent } from "../../core/issue.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import { splitKey } from "../../core/trace.js";
import { dropFields } from "../../model/extensions.js";
import type { Extensions, Json, JsonObject, Part } from "../../model/index.js";
import { STYLE } from "./scope.js";
import { type Cited, type CitedSpan, createOffsets, type Offsets, spanAt } from "./spans.js";
import type { Report } from "./usage.js";

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
  searches: Searches | undefined,
  extensions: Extensions | undefined,
  report: Report,
) {
  const own = extensions?.[STYLE];
  if (own === undefined && searches === undefined && spans.every(({ citations }) => citations.length === 0)) return { others: extensions };
  const left = leftIn(own ?? {});
  const writer = new GroundingWriter(spans, report);
  for (const span of spans) for (const cited of span.citations) writer.cite(span, cited);
  const { queries = [], hits = [] } = searches ?? {};
  // A page that is cited has its title with it.
  for (const { url, title } of hits) if (!writer.has(url) || (title ?? "") !== "") writer.chunkOf(url, title);
  const groundingSupports = [...writer.supports(), ...left.supports.map(writer.addChunks(left.chunks))];
  const lists = { webSearchQueries: queries, groundingChunks: writer.chunks, groundingSupports };
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return {
    ...(filled.length === 0 ? {} : { groundingMetadata: Object.fromEntries(filled) }),
    ...(left.citations.length === 0 ? {} : { citationMetadata: { citations: left.citations } }),
    others: { [STYLE]: left.others },
  };
}

/** Members of lists that have no canonical form, chunks with the places that they had: of supports and citations what was left in several is one again. */
function leftIn(kept: JsonObject) {
  const chunks: [number, JsonObject][] = [];
  const supports = new Map<string, JsonObject>();
  const citations = new Map<string, JsonObject>();
  const others: [string, Json][] = [];
  for (const [key, value] of Object.entries(kept)) {
    const [node, name, place] = splitKey(key);
    const member = `${name}.${place}`;
    if (place === undefined || !isJsonObject(value)) others.push([key, value]);
    else if (node === "groundingMetadata" && name === "groundingChunks") chunks.push([Number(place), value]);
    else if (node === "groundingMetadata" && name === "groundingSupports") supports.set(member, joined(supports.get(member), value));
    else if (node === "citationMetadata") citations.set(member, { ...citations.get(member), ...value });
    else others.push([key, value]);
  }
  return { chunks, supports: [...supports.values()], citations: [...citations.values()], others: Object.fromEntries(others) };
}

/** Pages of one support stand behind each other, and so do their scores. */
function joined(before: JsonObject | undefined, more: JsonObject): JsonObject {
  const lists = ["groundingChunkIndices", "confidenceScores"].flatMap((name) => {
    const [first, second] = [before?.[name], more[name]];
    return isJsonArray(first) && isJsonArray(second) ? [[name, [...first, ...second]] as const] : [];
  });
  return { ...before, ...more, ...Object.fromEntries(lists) };
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

  /**
   * Puts the chunks that were left over beside the others; one that only adds to a cited page, and so has no title of its own,
   * is merged into it.
   * @returns brings supports from the old places to the new ones
   */
  addChunks(left: readonly (readonly [place: number, chunk: JsonObject])[]): (support: JsonObject) => JsonObject {
    const moved = new Map<Json, number>();
    for (const [index, chunk] of left) {
      const web = webOf(chunk);
      const place = typeof web.uri === "string" ? this.byUrl.get(web.uri) : undefined;
      const known = place === undefined ? undefined : this.chunks[place];
      if (place === undefined || (web.title !== undefined && web.title !== webOf(known).title))
        moved.set(index, this.chunks.push(chunk) - 1);
      else {
        this.chunks[place] = { ...known, ...chunk, web: { ...webOf(known), ...web } };
        moved.set(index, place);
      }
    }
    return (support) => {
      const { groundingChunkIndices: indices } = support;
      return isJsonArray(indices) ? { ...support, groundingChunkIndices: indices.map((index) => moved.get(index) ?? index) } : support;
    };
  }
}

function webOf(chunk: JsonObject | undefined): JsonObject {
  return isJsonObject(chunk?.web) ? chunk.web : {};
}

/** The place itself, or the next one in that direction that is not inside a surrogate pair. */
function outside(text: string, place: number, step: 1 | -1): number {
  return place > 0 && /^[\uDC00-\uDFFF]/.test(text.charAt(place)) && /[\uD800-\uDBFF]$/.test(text.charAt(place - 1)) ? place + step : place;
}
