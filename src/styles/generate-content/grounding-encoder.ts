/**
 * Citations of an answer as grounding: one chunk for each page, one support for each range of the text. What an answer of
 * this style left over stands beside them.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent } from "../../core/issue.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { lastUpTo } from "../../core/search.js";
import type { Citation, Json, JsonObject } from "../../model/index.js";
import type { Span } from "./citations.js";
import type { LeftGrounding } from "./grounding-rest.js";
import { createOffsets, type Offsets } from "./offsets.js";
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
    chunks.push({ web: { uri: url, ...compact({ title }) } });
    return chunks.length - 1;
  };
  const supports = new Map<string, Support>();
  const segmentOf = createSegments(spans);
  for (const origin of spans) {
    for (const { citation, path } of origin.citations) {
      if (citation.kind !== "url") {
        report(
          approximated(
            "approximated.citation",
            path,
            "A generate-content answer cites web pages only; this citation of a document is left out.",
          ),
        );
        continue;
      }
      const {
        kind: _kind,
        url,
        title,
        citedText,
        start = origin.start,
        end = origin.start + origin.text.length,
        encryptedIndex,
        confidence,
        ...rest
      } = citation;
      rest satisfies NothingLeft;
      if (citedText !== undefined && citedText !== "")
        report(
          dropped("dropped.field", [...path, "citedText"], "A generate-content answer does not quote its sources.", { severity: "info" }),
        );
      if (encryptedIndex !== undefined && encryptedIndex !== "")
        report(dropped("dropped.field", [...path, "encryptedIndex"], "A generate-content answer has no such index.", { severity: "info" }));
      const span = spans[lastUpTo(spans.length, (index) => spans[index]?.start ?? 0, start)] ?? origin;
      const from = outside(span.text, Math.min(span.text.length, Math.max(0, start - span.start)), -1);
      const to = outside(span.text, Math.min(span.text.length, Math.max(from, end - span.start)), 1);
      if (from !== start - span.start)
        report(
          approximated(
            "approximated.citation",
            [...path, "start"],
            "A segment is whole characters of one part; the citation starts there.",
            {
              from: start,
              to: span.start + from,
            },
          ),
        );
      if (to !== end - span.start)
        report(
          approximated("approximated.citation", [...path, "end"], "A segment is whole characters of one part; the citation ends there.", {
            from: end,
            to: span.start + to,
          }),
        );
      const key = `${span.part}:${from}:${to}`;
      const same = supports.get(key) ?? new Support(segmentOf(span, from, to, path, report));
      supports.set(key, same);
      if (!same.cite(chunkOf(url, title), confidence))
        report(equivalent(path, "The same page is cited for the same words before; the two are one."));
    }
  }
  // A page that is cited says its title itself.
  for (const { url, title } of hits) if (!positions.has(url) || (title ?? "") !== "") chunkOf(url, title);
  const shift = mergeChunks(chunks, ownChunks, positions);
  const written = [...supports.values()].flatMap((support) => support.written());
  const restored = ownSupports.map((support) => shifted(support, shift.positions));
  const wire: JsonObject = {
    ...(queries.length === 0 ? {} : { webSearchQueries: queries }),
    ...(shift.chunks.length === 0 ? {} : { groundingChunks: shift.chunks }),
    ...(written.length + restored.length === 0 ? {} : { groundingSupports: [...written, ...restored] }),
  };
  return Object.keys(wire).length === 0 ? undefined : wire;
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
