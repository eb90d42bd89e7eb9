/**
 * Grounding and citations as they are read. Segment offsets are UTF-8 bytes within one part, those of `citationMetadata`
 * bytes of the whole text; canonical offsets are UTF-16 units over the joined visible text of the choice.
 */

import { addAll } from "../../core/add-all.js";
import { compact } from "../../core/compact.js";
import { approximated, dropped } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { lastUpTo } from "../../core/search.js";
import { plainJson } from "../../model/extensions.js";
import type { Citation, Json, JsonObject } from "../../model/index.js";
import type { Left } from "./grounding-rest.js";
import { createOffsets, type Offsets } from "./offsets.js";
import type { DecodeScope } from "./scope.js";
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
  /** Members of lists that have no canonical form; chunk indices count the chunks that are left. */
  readonly left: readonly Left[];
  /** Fields of `groundingMetadata` and `citationMetadata` that have no canonical form. */
  readonly grounding: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

type UrlCitation = Extract<Citation, { kind: "url" }>;

interface Reading {
  readonly spans: readonly Span[];
  /** The first span of each part. */
  readonly byPart: ReadonlyMap<number, number>;
  /** Those that are not empty. */
  readonly filled: readonly number[];
  /** That of the candidate. */
  readonly path: Path;
  readonly scope: Pick<DecodeScope, "trace" | "report">;
  readonly left: Left[];
  readonly offsetsOf: (text: string) => Offsets;
  /** @param untitled whether a citation without a title says what one with a title says */
  add(span: number, citation: UrlCitation, untitled?: boolean): void;
}

/** @param path that of the candidate, for issues */
export function decodeCitations(
  grounding: GenerateContentGrounding | null | undefined,
  metadata: GenerateContentCitations | null | undefined,
  spans: readonly Span[],
  path: Path,
  scope: Pick<DecodeScope, "trace" | "report">,
): DecodedCitations {
  const bySpan = new Map<number, UrlCitation[]>();
  const said = new Map<string, Set<string | undefined>>();
  const known = new Map<string, Offsets>();
  const reading: Reading = {
    spans,
    byPart: new Map(spans.map(({ part }, index) => [part, index] as const).reverse()),
    filled: spans.flatMap(({ text }, index) => (text === "" ? [] : [index])),
    path,
    scope,
    left: [],
    offsetsOf(text) {
      const offsets = known.get(text) ?? createOffsets(text);
      known.set(text, offsets);
      return offsets;
    },
    add(span, citation, untitled = false) {
      const list = bySpan.get(span) ?? [];
      bySpan.set(span, list);
      const { url, start, end, title, confidence } = citation;
      const place = JSON.stringify([span, url, start, end]);
      const titles = said.get(place) ?? new Set();
      const same = titles.has(title) || (untitled && title === undefined && titles.size > 0);
      if (same && confidence === undefined) return;
      said.set(place, titles.add(title));
      list.push(citation);
    },
  };
  const others = grounding == null ? {} : decodeGrounding(grounding, reading);
  const more = metadata == null ? {} : decodeMetadata(metadata, reading);
  return { bySpan, left: reading.left, grounding: others, metadata: more };
}

type Support = NonNullable<GenerateContentGrounding["groundingSupports"]>[number];

/** @returns the fields that have no canonical form */
function decodeGrounding(
  { groundingChunks, groundingSupports, ...others }: GenerateContentGrounding,
  reading: Reading,
): Readonly<Record<string, unknown>> {
  const chunks = groundingChunks ?? [];
  const cited = new Set<number>();
  const supports = (groundingSupports ?? []).map((support, index) => ({
    support,
    index,
    outside: decodeSupport(support, index, chunks, cited, reading),
  }));
  // The supports that are left count the chunks that are left from 0.
  const positions = new Map<number, number>();
  chunks.forEach((chunk, index) => {
    const { web, ...rest } = chunk;
    const path = ["groundingMetadata", "groundingChunks", index];
    if (!cited.has(index) || web?.uri == null) {
      positions.set(index, positions.size);
      reading.left.push({ path, value: withoutNulls(chunk) });
      return;
    }
    const { uri, title: _title, ...more } = web;
    const parts: Left[] = [
      ...entriesOf(more).map(([key, value]) => ({ path: [...path, "web", key], value: { web: { uri, ...single(key, value) } } })),
      ...entriesOf(rest).map(([key, value]) => ({ path: [...path, key], value: { web: { uri }, ...single(key, value) } })),
    ];
    if (parts.length > 0) positions.set(index, positions.size);
    addAll(reading.left, parts);
  });
  for (const { support, index, outside } of supports) keepSupport(support, index, outside, positions, reading);
  return others;
}

/** A chunk index that could not be read, and its place in the list. */
interface Outside {
  readonly place: number;
  readonly chunk: number;
}

/** @returns the chunk indices that could not be read */
function decodeSupport(
  support: Support,
  index: number,
  chunks: NonNullable<GenerateContentGrounding["groundingChunks"]>,
  cited: Set<number>,
  reading: Reading,
): readonly Outside[] {
  const { segment, groundingChunkIndices, confidenceScores } = support;
  const indices = groundingChunkIndices ?? [];
  const span = spanOf(segment?.partIndex ?? 0, reading);
  const found = reading.spans[span];
  // A text that is empty, or goes without a word, cannot be cited.
  const target =
    segment == null || found === undefined || found.text === ""
      ? undefined
      : { segment, found, range: rangeIn(found.text, segment.startIndex, segment.endIndex, reading) };
  const at = ["groundingMetadata", "groundingSupports", index];
  const outside: Outside[] = [];
  indices.forEach((chunk, place) => {
    const web = chunks[chunk]?.web;
    if (target === undefined || typeof web?.uri !== "string") {
      outside.push({ place, chunk });
      return;
    }
    cited.add(chunk);
    const citation: UrlCitation = {
      kind: "url",
      url: web.uri,
      start: target.found.start + target.range.start,
      end: target.found.start + target.range.end,
      ...compact({ title: web.title ?? undefined, confidence: confidenceScores?.[place] }),
    };
    reading.add(
      span,
      reading.scope.trace.mark(citation, [...reading.path, ...at], {
        start: ["segment", "startIndex"],
        end: ["segment", "endIndex"],
        confidence: ["confidenceScores", place],
      }),
    );
  });
  if (target === undefined || outside.length === indices.length) return outside;
  const { range } = target;
  for (const key of range.inexact)
    approximate([...at, "segment", key], "The offset is none of this text; the citation keeps the nearest one.", reading);
  const { partIndex: _part, startIndex: _start, endIndex: _end, text: said, ...segmentRest } = target.segment;
  if (said != null && target.found.text.slice(range.start, range.end) !== said)
    approximate([...at, "segment", "text"], "The text of the segment is not what stands at its offsets; the offsets are kept.", reading);
  const { segment: _segment, groundingChunkIndices: _indices, confidenceScores: scores, ...rest } = support;
  for (const [key] of entriesOf(rest)) lose([...at, key], reading);
  for (const [key] of entriesOf(segmentRest)) lose([...at, "segment", key], reading);
  for (const place of (scores ?? []).keys()) if (place >= indices.length) lose([...at, "confidenceScores", place], reading);
  return outside;
}

function keepSupport(
  support: Support,
  index: number,
  outside: readonly Outside[],
  positions: ReadonlyMap<number, number>,
  { left }: Reading,
): void {
  const path = ["groundingMetadata", "groundingSupports", index];
  const { groundingChunkIndices, confidenceScores, ...rest } = support;
  const count = groundingChunkIndices?.length ?? 0;
  const indicesOf = (members: readonly Outside[]) => members.map(({ chunk }) => positions.get(chunk) ?? chunk);
  if (outside.length === count) {
    const indices = groundingChunkIndices == null ? {} : { groundingChunkIndices: indicesOf(outside) };
    left.push({ path, value: { ...withoutNulls({ ...rest, confidenceScores }), ...indices } });
    return;
  }
  for (const [position, member] of outside.entries()) {
    const score = confidenceScores?.[member.place];
    left.push({
      path: [...path, "groundingChunkIndices", member.place],
      value: {
        ...(position === 0 ? withoutNulls(rest) : {}),
        groundingChunkIndices: indicesOf([member]),
        ...(score === undefined ? {} : { confidenceScores: [score] }),
      },
    });
  }
}

/** @returns the fields that have no canonical form */
function decodeMetadata(
  { citations, citationSources, ...rest }: GenerateContentCitations,
  reading: Reading,
): Readonly<Record<string, unknown>> {
  const whole = reading.spans.map(({ text }) => text).join("");
  for (const [name, list] of Object.entries({ citations, citationSources }))
    for (const [index, entry] of (list ?? []).entries()) decodeEntry(entry, ["citationMetadata", name, index], whole, reading);
  return rest;
}

function decodeEntry(entry: NonNullable<GenerateContentCitations["citations"]>[number], path: Path, whole: string, reading: Reading): void {
  const { startIndex, endIndex, uri, title, ...more } = entry;
  const { start, end, inexact } = rangeIn(whole, startIndex, endIndex, reading);
  const { spans, filled } = reading;
  const span = filled[lastUpTo(filled.length, (index) => spans[filled[index] ?? 0]?.start ?? 0, start)];
  if (typeof uri !== "string" || span === undefined) {
    reading.left.push({ path, value: withoutNulls(entry) });
    return;
  }
  const citation: UrlCitation = { kind: "url", url: uri, start, end, ...compact({ title: title ?? undefined }) };
  reading.add(
    span,
    reading.scope.trace.mark(citation, [...reading.path, ...path], { url: ["uri"], start: ["startIndex"], end: ["endIndex"] }),
    // It may say what a support says.
    true,
  );
  for (const key of inexact) approximate([...path, key], "The offset is none of the text; the citation keeps the nearest one.", reading);
  for (const [position, [key, value]] of entriesOf(more).entries())
    reading.left.push({
      path: [...path, key],
      value: { ...(position === 0 ? withoutNulls({ startIndex, endIndex, uri, title }) : {}), ...single(key, value) },
    });
}

interface TextRange {
  readonly start: number;
  readonly end: number;
  /** The fields that are no offsets of the text. */
  readonly inexact: readonly string[];
}

function rangeIn(
  text: string,
  startIndex: number | null | undefined,
  endIndex: number | null | undefined,
  { offsetsOf }: Reading,
): TextRange {
  const offsets = offsetsOf(text);
  const start = offsets.units(startIndex ?? 0);
  const end = endIndex == null ? text.length : offsets.units(endIndex);
  return {
    start,
    end: Math.max(start, end),
    inexact: [
      ...(startIndex == null || offsets.isExact(startIndex) ? [] : ["startIndex"]),
      ...(endIndex == null || (end >= start && offsets.isExact(endIndex)) ? [] : ["endIndex"]),
    ],
  };
}

function approximate(path: Path, message: string, { scope, path: base }: Reading): void {
  scope.report(approximated("approximated.citation", [...base, ...path], message));
}

function lose(path: Path, { scope, path: base }: Reading): void {
  scope.report(dropped("dropped.field", [...base, ...path], "This has no place in the model beside a citation.", { severity: "info" }));
}

function entriesOf(value: object): [string, Json][] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]): [string, Json][] => {
    const json = plainJson(member);
    return json === undefined ? [] : [[key, json]];
  });
}

function withoutNulls(value: object): JsonObject {
  return Object.fromEntries(entriesOf(value));
}

/** fromEntries, not a computed key: it may be `__proto__`. */
function single(key: string, value: Json): JsonObject {
  return Object.fromEntries([[key, value]]);
}

/** A part index counts all parts; without one the first visible text is meant. */
function spanOf(part: number, { spans, byPart, filled }: Reading): number {
  const named = byPart.get(part) ?? -1;
  // The vendor leaves out thoughts when it counts, and an empty text cannot be cited, so that 0 means the first text.
  if (part !== 0 || (spans[named]?.text ?? "") !== "") return named;
  return filled[0] ?? 0;
}
