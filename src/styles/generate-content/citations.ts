/**
 * Grounding and citations. Segment offsets are UTF-8 bytes within one part, those of `citationMetadata` bytes of the whole
 * text; canonical offsets are UTF-16 units over the joined visible text of the choice.
 */
import type { Citation, Json, JsonObject } from "../../canonical/index.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped } from "../../core/issue.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Report } from "./usage.js";
import type { GenerateContentCitations, GenerateContentGrounding } from "./wire-answer.js";

/** A visible text part: its index among the parts on the wire, and where it starts in the joined text. */
export interface Span {
  readonly part: number;
  readonly start: number;
  readonly text: string;
}

export interface DecodedCitations {
  /** Citations by the index of the span they start in. */
  readonly bySpan: ReadonlyMap<number, readonly Citation[]>;
  /** What has no canonical form, in the wire's own words; chunk indices count the chunks that are left. */
  readonly grounding?: JsonObject;
  /** Entries of `citationMetadata` with more to say than where and whence. */
  readonly citationMetadata?: JsonObject;
}

/** @param path that of the candidate, for issues */
export function decodeCitations(
  grounding: GenerateContentGrounding | null | undefined,
  metadata: GenerateContentCitations | null | undefined,
  spans: readonly Span[],
  path: Path,
  report: Report,
): DecodedCitations {
  const bySpan = new Map<number, Citation[]>();
  const add = (span: number, citation: UrlCitation) => {
    const list = bySpan.get(span) ?? [];
    // An entry of citationMetadata may say what a support says.
    if (
      !list.some(
        (other) => other.kind === "url" && other.url === citation.url && other.start === citation.start && other.end === citation.end,
      )
    )
      list.push(citation);
    bySpan.set(span, list);
  };
  const left = grounding == null ? undefined : decodeGrounding(grounding, spans, [...path, "groundingMetadata"], add, report);
  const more = metadata == null ? undefined : decodeMetadata(metadata, spans, [...path, "citationMetadata"], add, report);
  return { bySpan, ...compact({ grounding: left, citationMetadata: more }) };
}

type UrlCitation = Extract<Citation, { kind: "url" }>;
type Add = (span: number, citation: UrlCitation) => void;

function decodeGrounding(
  { groundingChunks, groundingSupports, ...others }: GenerateContentGrounding,
  spans: readonly Span[],
  path: Path,
  add: Add,
  report: Report,
): JsonObject | undefined {
  const chunks = groundingChunks ?? [];
  const supports = groundingSupports ?? [];
  const cited = new Set<number>();
  const unread: { readonly support: (typeof supports)[number]; readonly indices: readonly number[] }[] = [];
  supports.forEach((support, index) => {
    const { segment, groundingChunkIndices, confidenceScores } = support;
    const span = segment == null ? -1 : spanOf(segment.partIndex ?? undefined, spans);
    const found = spans[span];
    const outside: number[] = [];
    (groundingChunkIndices ?? []).forEach((chunk, position) => {
      const web = chunks[chunk]?.web;
      if (found === undefined || segment == null || typeof web?.uri !== "string") {
        outside.push(chunk);
        return;
      }
      cited.add(chunk);
      const start = found.start + unitsOf(found.text, segment.startIndex ?? 0);
      const end = found.start + unitsOf(found.text, segment.endIndex ?? Number.POSITIVE_INFINITY);
      const confidence = confidenceScores?.[position];
      add(span, { kind: "url", url: web.uri, start, end: Math.max(start, end), ...compact({ title: web.title ?? undefined, confidence }) });
    });
    if (found !== undefined && segment?.endIndex != null && segment.endIndex > bytesOf(found.text))
      report(
        approximated(
          "approximated.citation",
          [...path, "groundingSupports", index, "segment", "endIndex"],
          "The segment ends after its part; the citation ends with the text.",
          { from: segment.endIndex },
        ),
      );
    if (found !== undefined && segment?.text != null && outside.length < (groundingChunkIndices?.length ?? 0)) {
      const slice = found.text.slice(
        unitsOf(found.text, segment.startIndex ?? 0),
        unitsOf(found.text, segment.endIndex ?? Number.POSITIVE_INFINITY),
      );
      if (slice !== segment.text)
        report(
          approximated(
            "approximated.citation",
            [...path, "groundingSupports", index, "segment", "text"],
            "The text of the segment is not what stands at its offsets; the offsets are kept.",
          ),
        );
    }
    if (outside.length > 0 || (groundingChunkIndices?.length ?? 0) === 0) unread.push({ support, indices: outside });
  });
  // Chunks that say more than a citation does stay, and the supports that are left count them from 0.
  const kept = chunks.flatMap((chunk, index) => {
    const { web, ...rest } = chunk;
    if (!cited.has(index) || web == null || Object.values(rest).some((value) => value != null)) return [{ index, chunk }];
    const { uri, title: _title, ...more } = web;
    return Object.values(more).some((value) => value != null) ? [{ index, chunk: { web: { uri, ...more } } }] : [];
  });
  const position = new Map(kept.map(({ index }, place) => [index, place]));
  const left = compact({
    ...others,
    groundingChunks: kept.length === 0 ? undefined : kept.map(({ chunk }) => chunk),
    groundingSupports:
      unread.length === 0
        ? undefined
        : unread.map(({ support: { groundingChunkIndices, confidenceScores, ...support }, indices }) =>
            compact({
              ...support,
              groundingChunkIndices: groundingChunkIndices == null ? undefined : indices.map((chunk) => position.get(chunk) ?? chunk),
              confidenceScores:
                confidenceScores == null
                  ? undefined
                  : confidenceScores.filter((_score, place) => indices.includes(groundingChunkIndices?.[place] ?? -1)),
            }),
          ),
  });
  const json = withoutNulls(left);
  return Object.keys(json).length === 0 ? undefined : json;
}

/** Documents were proven plain at the door. */
function isPlain(_value: unknown): _value is Json {
  return true;
}

function withoutNulls(value: object): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, unknown]): [string, Json][] =>
      member === null || member === undefined || !isPlain(member) ? [] : [[key, member]],
    ),
  );
}

function decodeMetadata(
  { citations, citationSources, ...rest }: GenerateContentCitations,
  spans: readonly Span[],
  path: Path,
  add: Add,
  report: Report,
): JsonObject | undefined {
  const whole = spans.map(({ text }) => text).join("");
  const bytes = bytesOf(whole);
  const kept: JsonObject[] = [];
  const read = (entry: NonNullable<typeof citations>[number], at: Path) => {
    const { startIndex, endIndex, uri, title, ...more } = entry;
    const start = unitsOf(whole, startIndex ?? 0);
    const end = Math.max(start, unitsOf(whole, endIndex ?? Number.POSITIVE_INFINITY));
    const span = spans.findLastIndex((candidate) => candidate.start <= start);
    const readable = typeof uri === "string" && span !== -1;
    if (readable) add(span, { kind: "url", url: uri, start, end, ...compact({ title: title ?? undefined }) });
    if (readable && endIndex != null && endIndex > bytes)
      report(
        approximated(
          "approximated.citation",
          [...at, "endIndex"],
          "The citation ends after the text; it is kept as ending with the text.",
          {
            from: endIndex,
          },
        ),
      );
    if (!readable || Object.values(more).some((value) => value != null)) kept.push(withoutNulls(entry));
  };
  for (const [name, list] of Object.entries({ citations, citationSources }))
    for (const [index, entry] of (list ?? []).entries()) read(entry, [...path, name, index]);
  const left = { ...withoutNulls(rest), ...(kept.length === 0 ? {} : { citations: kept }) };
  return Object.keys(left).length === 0 ? undefined : left;
}

/** A part index counts all parts; without one the first visible text is meant. */
function spanOf(part: number | undefined, spans: readonly Span[]): number {
  if (part === undefined) return spans.length === 0 ? -1 : 0;
  const found = spans.findIndex((span) => span.part === part);
  // The vendor leaves out thoughts when it counts, so that 0 means the first text.
  return found === -1 && part === 0 && spans.length > 0 ? 0 : found;
}

/** A visible text part as it is written, with what it cites and its canonical path. */
export interface CitedSpan extends Span {
  readonly citations: readonly { readonly citation: Citation; readonly path: Path }[];
}

/**
 * The grounding of a candidate: distinct URLs in order, and one support for each distinct range.
 * @param hits results of searches that nothing cites by range
 * @param kept what an answer of this style left in `grounding`
 */
export function encodeGrounding(
  spans: readonly CitedSpan[],
  queries: readonly string[],
  hits: readonly { readonly url: string; readonly title?: string }[],
  kept: Json | undefined,
  report: Report,
): JsonObject | undefined {
  const own = isJsonObject(kept) ? kept : {};
  const { groundingChunks: ownChunks, groundingSupports: ownSupports, webSearchQueries: ownQueries, ...others } = own;
  const chunks: { readonly web: JsonObject }[] = [];
  const positions = new Map<string, number>();
  const chunkOf = (url: string, title: string | undefined): number => {
    const known = positions.get(url);
    if (known !== undefined) return known;
    positions.set(url, chunks.length);
    chunks.push({ web: { uri: url, ...compact({ title: title === "" ? undefined : title }) } });
    return chunks.length - 1;
  };
  const supports = new Map<string, { readonly segment: JsonObject; readonly indices: number[]; readonly scores: (number | undefined)[] }>();
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
      const from = Math.max(0, start - span.start);
      const to = Math.min(span.text.length, Math.max(from, end - span.start));
      if (to < end - span.start)
        report(
          approximated("approximated.citation", [...path, "end"], "A segment lies in one part; the citation ends with that part.", {
            from: end,
            to: span.start + to,
          }),
        );
      const chunk = chunkOf(url, title);
      const key = `${span.part}:${from}:${to}`;
      const support = supports.get(key) ?? { segment: segmentOf(span, from, to), indices: [], scores: [] };
      if (!support.indices.includes(chunk)) {
        support.indices.push(chunk);
        support.scores.push(confidence);
      }
      supports.set(key, support);
    }
  }
  for (const { url, title } of hits) chunkOf(url, title);
  const shift = mergeChunks(chunks, isJsonArray(ownChunks) ? ownChunks : [], positions);
  const written = [...supports.values()].map(({ segment, indices, scores }) => ({
    segment,
    groundingChunkIndices: indices,
    ...(scores.every((score) => score !== undefined) ? { confidenceScores: scores.filter((score) => score !== undefined) } : {}),
  }));
  const restored = (isJsonArray(ownSupports) ? ownSupports : []).map((support) => shifted(support, shift.positions));
  const allQueries = [...queries, ...(isJsonArray(ownQueries) ? ownQueries : [])];
  const wire: JsonObject = {
    ...(allQueries.length === 0 ? {} : { webSearchQueries: allQueries }),
    ...(shift.chunks.length === 0 ? {} : { groundingChunks: shift.chunks }),
    ...(written.length + restored.length === 0 ? {} : { groundingSupports: [...written, ...restored] }),
    ...others,
  };
  return Object.keys(wire).length === 0 ? undefined : wire;
}

function segmentOf(span: Span, from: number, to: number): JsonObject {
  return {
    partIndex: span.part,
    startIndex: bytesOf(span.text.slice(0, from)),
    endIndex: bytesOf(span.text.slice(0, to)),
    text: span.text.slice(from, to),
  };
}

/** Puts the chunks that were left over beside the cited ones; one that only adds to a cited page is merged into it. */
function mergeChunks(cited: readonly { readonly web: JsonObject }[], own: readonly Json[], byUrl: ReadonlyMap<string, number>) {
  const chunks: Json[] = [...cited];
  const positions = own.map((chunk) => {
    const web = isJsonObject(chunk) && isJsonObject(chunk.web) ? chunk.web : undefined;
    const place = typeof web?.uri === "string" ? byUrl.get(web.uri) : undefined;
    const known = place === undefined ? undefined : cited[place];
    if (place === undefined || known === undefined || !isJsonObject(chunk)) return chunks.push(chunk) - 1;
    chunks[place] = { ...chunk, web: { ...known.web, ...web } };
    return place;
  });
  return { chunks, positions };
}

function shifted(support: Json, positions: readonly number[]): Json {
  if (!isJsonObject(support) || !isJsonArray(support.groundingChunkIndices)) return support;
  return {
    ...support,
    groundingChunkIndices: support.groundingChunkIndices.map((index) => (typeof index === "number" ? (positions[index] ?? index) : index)),
  };
}

const ASCII = /^[\0-\x7f]*$/;

/** UTF-16 offset of a UTF-8 byte offset; an offset inside a character counts as its start. */
export function unitsOf(text: string, bytes: number): number {
  if (bytes <= 0) return 0;
  if (ASCII.test(text)) return Math.min(bytes, text.length);
  let seen = 0;
  let units = 0;
  for (const char of text) {
    seen += widthOf(char);
    if (seen > bytes) return units;
    units += char.length;
  }
  return units;
}

function bytesOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let bytes = 0;
  for (const char of text) bytes += widthOf(char);
  return bytes;
}

function widthOf(char: string): number {
  const point = char.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}
