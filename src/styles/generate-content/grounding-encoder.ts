/**
 * Citations of an answer as grounding: one chunk for each page, one support for each range of the text. What an answer of
 * this style left over stands beside them.
 */

import { lastUpTo } from "../../core/collections.js";
import { compact } from "../../core/compact.js";
import { approximated, equivalent } from "../../core/issue.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { splitKey } from "../../core/trace.js";
import { dropFields } from "../../model/extensions.js";
import type { Citation, Extensions, Json, JsonObject } from "../../model/index.js";
import type { Span } from "./citations.js";
import { createOffsets, type Offsets } from "./offsets.js";
import { STYLE } from "./scope.js";
import type { Report } from "./usage.js";

/** A visible text part as it is written, with what it cites and its canonical path. */
export interface CitedSpan extends Span {
  readonly citations: readonly { readonly citation: Citation; readonly path: Path }[];
}

/**
 * The grounding of a candidate: distinct URLs in order, and one support for each distinct range.
 * @param hits results of searches that nothing cites by range
 */
export function encodeGrounding(
  spans: readonly CitedSpan[],
  queries: readonly string[],
  hits: readonly { readonly url: string; readonly title?: string }[],
  { groundingChunks: ownChunks = [], groundingSupports: ownSupports = [] }: LeftGrounding,
  report: Report,
): JsonObject | undefined {
  const chunks: { readonly web: JsonObject }[] = [];
  const places = new Map<string, number>();
  const positions = new Map<string, number>();
  const chunkOf = (url: string, given: string | undefined): number => {
    const title = given === "" ? undefined : given;
    // A page may be cited under several titles.
    const place = JSON.stringify([url, title]);
    const known = places.get(place);
    if (known !== undefined) return known;
    places.set(place, chunks.length);
    if (!positions.has(url)) positions.set(url, chunks.length);
    return chunks.push({ web: { uri: url, ...compact({ title }) } }) - 1;
  };
  const supports = new Map<string, Support>();
  const segmentOf = createSegments(spans);
  for (const origin of spans)
    for (const { citation, path } of origin.citations) {
      const message = "A generate-content answer cites web pages only; this citation of a document was left out.";
      if (citation.kind !== "url") {
        report(approximated("approximated.citation", path, message));
        continue;
      }
      const { url, title, citedText, encryptedIndex, confidence, start = origin.start, end = origin.start + origin.text.length } = citation;
      dropFields(
        compact({ citedText: citedText || undefined, encryptedIndex: encryptedIndex || undefined }),
        { citedText: "info", encryptedIndex: "info" },
        path,
        STYLE,
        report,
      );
      const span = spans[lastUpTo(spans.length, (index) => spans[index]?.start ?? 0, start)] ?? origin;
      const from = outside(span.text, Math.min(span.text.length, Math.max(0, start - span.start)), -1);
      const to = outside(span.text, Math.min(span.text.length, Math.max(from, end - span.start)), 1);
      const ends = { start: [start, span.start + from], end: [end, span.start + to] } as const;
      for (const [field, [given, kept]] of Object.entries(ends)) {
        const why = `A segment is whole characters of one part; the ${field} of the citation moved.`;
        if (given !== kept) report(approximated("approximated.citation", [...path, field], why, { from: given, to: kept }));
      }
      const key = `${span.part}:${from}:${to}`;
      const same = supports.get(key) ?? new Support(segmentOf(span, from, to, path, report));
      supports.set(key, same);
      if (!same.cite(chunkOf(url, title), confidence))
        report(equivalent(path, "The same page is cited for the same words before; the two are one."));
    }
  // A page that is cited says its title itself.
  for (const { url, title } of hits) if (!positions.has(url) || (title ?? "") !== "") chunkOf(url, title);
  const shift = mergeChunks(chunks, ownChunks, positions);
  const groundingSupports = [
    ...[...supports.values()].flatMap((support) => support.written()),
    ...ownSupports.map((support) => shifted(support, shift.positions)),
  ];
  const lists = { webSearchQueries: queries, groundingChunks: shift.chunks, groundingSupports };
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** Pages that are cited for one range together. All of them have a score, or none has. */
interface Group {
  readonly scored: boolean;
  readonly chunks: number[];
  readonly scores: number[];
}

/**
 * One range of the text, and the pages that it is from. Scores stand beside the pages by their place, so that pages without
 * one need a group of their own, as other scores of the same page do.
 */
class Support {
  private readonly segment: JsonObject;
  private readonly groups: Group[] = [];
  private readonly plain: Group[] = [];
  private readonly scored: Group[] = [];
  /** The scores that each page has so far. */
  private readonly known = new Map<number, Set<number | undefined>>();

  constructor(segment: JsonObject) {
    this.segment = segment;
  }

  /** @returns false where it says nothing new */
  cite(chunk: number, score: number | undefined): boolean {
    const known = this.known.get(chunk) ?? new Set();
    this.known.set(chunk, known);
    if (known.has(score)) return false;
    // A page stands in the first groups of its kind, one for each of its scores.
    const place = score === undefined ? 0 : known.size - (known.has(undefined) ? 1 : 0);
    known.add(score);
    const group = this.groupAt(place, score !== undefined);
    group.chunks.push(chunk);
    if (score !== undefined) group.scores.push(score);
    return true;
  }

  written(): JsonObject[] {
    return this.groups.map(({ scored, chunks, scores }) => ({
      segment: this.segment,
      groundingChunkIndices: chunks,
      ...(scored ? { confidenceScores: scores } : {}),
    }));
  }

  private groupAt(place: number, scored: boolean): Group {
    const kind = scored ? this.scored : this.plain;
    const known = kind[place];
    if (known !== undefined) return known;
    const group = { scored, chunks: [], scores: [] };
    kind.push(group);
    this.groups.push(group);
    return group;
  }
}

/** The place itself, or the next one in that direction that is not inside a surrogate pair. */
function outside(text: string, place: number, step: 1 | -1): number {
  return place > 0 && /^[\uDC00-\uDFFF]/.test(text.charAt(place)) && /[\uD800-\uDBFF]$/.test(text.charAt(place - 1)) ? place + step : place;
}

/** A support quotes its words; where ranges overlap again and again, their words would be many times the text. */
const MOST_QUOTED = 1 << 16;

/** Makes segments, and quotes their words as long as all of them together are not many times the text. */
function createSegments(spans: readonly Span[]) {
  const known = new Map<Span, Offsets>();
  let left = spans.reduce((sum, { text }) => sum + 4 * text.length, MOST_QUOTED);
  return (span: Span, from: number, to: number, path: Path, report: Report): JsonObject => {
    const offsets = known.get(span) ?? createOffsets(span.text);
    known.set(span, offsets);
    left -= to - from;
    if (left < 0) report(equivalent(path, "So much text is cited that the words of this segment are not repeated beside its offsets."));
    return {
      partIndex: span.part,
      startIndex: offsets.bytes(from),
      endIndex: offsets.bytes(to),
      ...(left < 0 ? {} : { text: span.text.slice(from, to) }),
    };
  };
}

/**
 * Puts the chunks that were left over beside the cited ones; one that only adds to a cited page, and so has no title of its
 * own, is merged into it.
 */
function mergeChunks(cited: readonly { readonly web: JsonObject }[], own: readonly Json[], byUrl: ReadonlyMap<string, number>) {
  const chunks: Json[] = [...cited];
  const positions = own.map((chunk) => {
    const web = isJsonObject(chunk) && isJsonObject(chunk.web) ? chunk.web : undefined;
    const place = typeof web?.uri === "string" ? byUrl.get(web.uri) : undefined;
    const known = place === undefined ? undefined : cited[place];
    const isOther = web?.title !== undefined && web.title !== known?.web.title;
    if (place === undefined || known === undefined || isOther || !isJsonObject(chunk)) return chunks.push(chunk) - 1;
    chunks[place] = { ...chunk, web: { ...known.web, ...web } };
    return place;
  });
  return { chunks, positions };
}

function shifted(support: Json, positions: readonly number[]): Json {
  if (!isJsonObject(support) || !isJsonArray(support.groundingChunkIndices)) return support;
  return {
    ...support,
    groundingChunkIndices: support.groundingChunkIndices.map(
      (index) => (typeof index === "number" ? positions[index] : undefined) ?? index,
    ),
  };
}

/** The lists that are taken apart. */
const LISTS = [
  ["groundingMetadata", "groundingChunks"],
  ["groundingMetadata", "groundingSupports"],
  ["citationMetadata", "citations"],
] as const;

/** Chunks and supports that have no canonical form. */
export interface LeftGrounding {
  readonly groundingChunks?: readonly Json[];
  readonly groundingSupports?: readonly Json[];
}

export interface Restored {
  /** What was left of `groundingMetadata`: chunks and supports in their order. */
  readonly grounding: LeftGrounding;
  readonly citationMetadata?: JsonObject;
  /** The extensions that are no members of those lists. */
  readonly others: Extensions;
}

/** What was left of the lists of grounding and citations, put together again. */
export function restoreLeft(extensions: Extensions | undefined): Restored {
  const lists = LISTS.map(() => new Map<number, Json[]>());
  const others: [string, Json][] = [];
  for (const [key, value] of Object.entries(extensions?.[STYLE] ?? {})) {
    const [node, name, index] = splitKey(key);
    const list = lists[LISTS.findIndex(([known, inner]) => known === node && (inner === name || name === "citationSources"))];
    if (list === undefined || index === undefined || !/^\d{1,9}$/.test(index)) {
      others.push([key, value]);
      continue;
    }
    // The older name of the list of citations counts its own members.
    const place = Number(index) + (name === "citationSources" ? 1e9 : 0);
    const told = list.get(place);
    if (told === undefined) list.set(place, [value]);
    else told.push(value);
  }
  const [chunks = [], supports = [], citations = []] = lists.map((list) =>
    [...list].sort(([a], [b]) => a - b).map(([, [first, ...more]]) => merged(first ?? null, more)),
  );
  return {
    grounding: {
      ...(chunks.length === 0 ? {} : { groundingChunks: chunks }),
      ...(supports.length === 0 ? {} : { groundingSupports: supports }),
    },
    ...(citations.length === 0 ? {} : { citationMetadata: { citations } }),
    others: { [STYLE]: Object.fromEntries(others) },
  };
}

/** What was told in several, as one: lists behind each other, the members of objects together; else the first counts. */
function merged(first: Json, more: readonly Json[]): Json {
  if (more.length === 0) return first;
  if (isJsonArray(first)) return [first, ...more.filter(isJsonArray)].flat();
  if (!isJsonObject(first)) return first;
  const members = new Map<string, [Json, ...Json[]]>();
  for (const value of [first, ...more.filter(isJsonObject)])
    for (const [key, member] of Object.entries(value)) {
      const told = members.get(key);
      if (told === undefined) members.set(key, [member]);
      else told.push(member);
    }
  // fromEntries, not assignment: a key may be `__proto__`.
  return Object.fromEntries([...members].map(([key, [member, ...others]]) => [key, merged(member, others)]));
}
