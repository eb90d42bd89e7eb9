/**
 * Citations of an answer as grounding: one chunk for each page, one support for each range of the text. What an answer of
 * this style left over stands beside them.
 */
import type { Citation, Json, JsonObject } from "../../canonical/index.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent } from "../../core/issue.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Span } from "./citations.js";
import type { LeftGrounding } from "./grounding-rest.js";
import { bytesOf } from "./offsets.js";
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
  const positions = new Map<string, number>();
  const chunkOf = (url: string, given: string | undefined): number => {
    const title = given === "" ? undefined : given;
    // A page may be cited under several titles.
    const known = chunks.findIndex(({ web }) => web.uri === url && web.title === title);
    if (known !== -1) return known;
    if (!positions.has(url)) positions.set(url, chunks.length);
    chunks.push({ web: { uri: url, ...compact({ title }) } });
    return chunks.length - 1;
  };
  const supports = new Map<string, Support[]>();
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
      const span = spans.findLast((candidate) => candidate.start <= start) ?? origin;
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
      const same = supports.get(key) ?? [];
      supports.set(key, same);
      if (!cite(same, chunkOf(url, title), confidence, () => segmentOf(span, from, to)))
        report(equivalent(path, "The same page is cited for the same words before; the two are one."));
    }
  }
  // A page that is cited says its title itself.
  for (const { url, title } of hits) if (!positions.has(url) || (title ?? "") !== "") chunkOf(url, title);
  const shift = mergeChunks(chunks, ownChunks, positions);
  const written = [...supports.values()].flat().map(({ segment, scored, scores }) => ({
    segment,
    groundingChunkIndices: [...scores.keys()],
    ...(scored ? { confidenceScores: [...scores.values()].filter((score) => score !== undefined) } : {}),
  }));
  const restored = ownSupports.map((support) => shifted(support, shift.positions));
  const wire: JsonObject = {
    ...(queries.length === 0 ? {} : { webSearchQueries: queries }),
    ...(shift.chunks.length === 0 ? {} : { groundingChunks: shift.chunks }),
    ...(written.length + restored.length === 0 ? {} : { groundingSupports: [...written, ...restored] }),
  };
  return Object.keys(wire).length === 0 ? undefined : wire;
}

/** One range of the text, and the pages that it is from with their scores. */
interface Support {
  readonly segment: JsonObject;
  /** All pages have a score, or none has. */
  readonly scored: boolean;
  readonly scores: Map<number, number | undefined>;
}

/**
 * Scores stand beside the pages by their place, so that pages without one need a support of their own, as other scores do.
 * @returns false where it says nothing new
 */
function cite(supports: Support[], chunk: number, score: number | undefined, segment: () => JsonObject): boolean {
  if (supports.some(({ scores }) => scores.has(chunk) && scores.get(chunk) === score)) return false;
  const scored = score !== undefined;
  const known = supports.find(({ scored: own, scores }) => !scores.has(chunk) && own === scored);
  if (known === undefined) supports.push({ segment: segment(), scored, scores: new Map([[chunk, score]]) });
  else known.scores.set(chunk, score);
  return true;
}

/** The place itself, or the next one in that direction that is not inside a surrogate pair. */
function outside(text: string, place: number, step: 1 | -1): number {
  return place > 0 && /^[\uDC00-\uDFFF]/.test(text.charAt(place)) && /[\uD800-\uDBFF]$/.test(text.charAt(place - 1)) ? place + step : place;
}

function segmentOf(span: Span, from: number, to: number): JsonObject {
  return {
    partIndex: span.part,
    startIndex: bytesOf(span.text.slice(0, from)),
    endIndex: bytesOf(span.text.slice(0, to)),
    text: span.text.slice(from, to),
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
