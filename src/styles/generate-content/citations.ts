/**
 * Grounding and citations as they are read. Segment offsets are UTF-8 bytes within one part, those of `citationMetadata`
 * bytes of the whole text; canonical offsets are UTF-16 units over the joined visible text of the choice. What has no
 * canonical form is kept as extensions of the choice, members of lists under a key that names their place, so that each of
 * them can be named where it is lost.
 */

import { addAll, lastUpTo } from "../../core/collections.js";
import { compact } from "../../core/compact.js";
import { approximated, dropped } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { type FieldPaths, joinKey } from "../../core/trace.js";
import { keepUnknown, plainJson, type Rest } from "../../model/extensions.js";
import type { Citation, Extensions, Json, JsonObject } from "../../model/index.js";
import { createOffsets, type Offsets } from "./offsets.js";
import { type DecodeScope, STYLE } from "./scope.js";
import type { GenerateContentCitations, GenerateContentGrounding } from "./wire-answer.js";

/** A visible text part: its index among the parts on the wire, and where it starts in the joined text. */
export interface Span {
  readonly part: number;
  readonly start: number;
  readonly text: string;
}

/** What of a candidate is read together, and the fields of it that nobody knows. */
interface Cited {
  readonly groundingMetadata?: GenerateContentGrounding | null | undefined;
  readonly citationMetadata?: GenerateContentCitations | null | undefined;
  readonly content: Rest;
  readonly rest: Rest;
}

export interface DecodedCitations {
  /** Citations by the index of the span they start in. */
  readonly bySpan: ReadonlyMap<number, readonly Citation[]>;
  /** What has no canonical form, as a field of the choice; chunk indices count the chunks that are left. */
  readonly kept: { readonly extensions?: Extensions };
  /** Where the extensions stood. */
  readonly fields: FieldPaths;
}

/** @param path that of the candidate, for issues */
export function decodeCitations(cited: Cited, spans: readonly Span[], path: Path, scope: ReaderScope): DecodedCitations {
  const { groundingMetadata, citationMetadata, content, rest } = cited;
  if (groundingMetadata == null && citationMetadata == null)
    return { bySpan: new Map(), kept: keepUnknown(STYLE, rest, [["content", content]]), fields: {} };
  const reader = new CitationReader(spans, path, scope);
  const { groundingChunks, groundingSupports, ...grounding } = groundingMetadata ?? {};
  reader.readGrounding(groundingChunks ?? [], groundingSupports ?? []);
  const { citations, citationSources, ...metadata } = citationMetadata ?? {};
  for (const [name, list] of Object.entries({ citations, citationSources }))
    for (const [index, entry] of (list ?? []).entries()) reader.readEntry(entry, ["citationMetadata", name, index]);
  const unknown = keepUnknown(STYLE, rest, [
    ["content", content],
    ["groundingMetadata", grounding],
    ["citationMetadata", metadata],
  ]);
  const keyed = reader.left.map(({ path: at, value }) => ({ key: joinKey(at.map(String)), at, value }));
  const kept = { ...unknown.extensions?.[STYLE], ...Object.fromEntries(keyed.map(({ key, value }) => [key, value])) };
  return {
    bySpan: reader.bySpan,
    kept: Object.keys(kept).length === 0 ? {} : { extensions: { [STYLE]: kept } },
    fields: Object.fromEntries(keyed.map(({ key, at }) => [`extensions.${STYLE}.${key}`, at])),
  };
}

type ReaderScope = Pick<DecodeScope, "trace" | "report">;
type UrlCitation = Extract<Citation, { kind: "url" }>;
type Chunk = NonNullable<GenerateContentGrounding["groundingChunks"]>[number];
type Support = NonNullable<GenerateContentGrounding["groundingSupports"]>[number];
type Entry = NonNullable<GenerateContentCitations["citations"]>[number];
type Index = number | null | undefined;

/** The member of a list, or what is left of it, at its path in the candidate; one member may be left in several. */
interface Left {
  readonly path: Path;
  readonly value: Json;
}

interface TextRange {
  readonly start: number;
  readonly end: number;
  /** The fields that are no offsets of the text. */
  readonly inexact: readonly string[];
}

class CitationReader {
  readonly bySpan = new Map<number, UrlCitation[]>();
  readonly left: Left[] = [];
  private readonly titles = new Map<string, Set<string | undefined>>();
  private readonly offsets = new Map<string, Offsets>();
  private readonly spans: readonly Span[];
  /** Those that are not empty. */
  private readonly filled: readonly number[];
  /** The first span of each part. */
  private readonly byPart: ReadonlyMap<number, number>;
  private readonly whole: string;
  private readonly path: Path;
  private readonly scope: ReaderScope;

  constructor(spans: readonly Span[], path: Path, scope: ReaderScope) {
    this.spans = spans;
    this.filled = spans.flatMap(({ text }, index) => (text === "" ? [] : [index]));
    this.byPart = new Map(spans.map(({ part }, index) => [part, index] as const).reverse());
    this.whole = spans.map(({ text }) => text).join("");
    this.path = path;
    this.scope = scope;
  }

  readGrounding(chunks: readonly Chunk[], supports: readonly Support[]): void {
    const cited = new Set<number>();
    const outside = supports.map((support, index) => this.readSupport(support, index, chunks, cited));
    // The supports that are left count the chunks that are left from 0.
    const positions = new Map<number, number>();
    chunks.forEach((chunk, index) => {
      const { web, ...rest } = chunk;
      const path = ["groundingMetadata", "groundingChunks", index];
      if (!cited.has(index) || web?.uri == null) {
        positions.set(index, positions.size);
        this.left.push({ path, value: withoutNulls(chunk) });
        return;
      }
      const { uri, title: _title, ...more } = web;
      const parts: Left[] = [
        ...entriesOf(more).map(([key, value]) => ({ path: [...path, "web", key], value: { web: { uri, ...single(key, value) } } })),
        ...entriesOf(rest).map(([key, value]) => ({ path: [...path, key], value: { web: { uri }, ...single(key, value) } })),
      ];
      if (parts.length > 0) positions.set(index, positions.size);
      addAll(this.left, parts);
    });
    for (const [index, support] of supports.entries()) this.keepSupport(support, index, outside[index] ?? [], positions);
  }

  /** @returns the places in the list of chunk indices that could not be read */
  private readSupport(support: Support, index: number, chunks: readonly Chunk[], cited: Set<number>): readonly number[] {
    const { segment, groundingChunkIndices, confidenceScores, ...rest } = support;
    const indices = groundingChunkIndices ?? [];
    const span = this.spanOf(segment?.partIndex ?? 0);
    const found = this.spans[span];
    // A text that is empty, or goes without a word, cannot be cited.
    if (segment == null || found === undefined || found.text === "") return [...indices.keys()];
    const { start, end, inexact } = this.rangeIn(found.text, segment.startIndex, segment.endIndex);
    const at = ["groundingMetadata", "groundingSupports", index];
    const outside: number[] = [];
    for (const [place, chunk] of indices.entries()) {
      const { uri, title } = chunks[chunk]?.web ?? {};
      if (typeof uri !== "string") {
        outside.push(place);
        continue;
      }
      cited.add(chunk);
      const beside = compact({ title: title ?? undefined, confidence: confidenceScores?.[place] });
      this.add(span, { kind: "url", url: uri, start: found.start + start, end: found.start + end, ...beside }, at, {
        start: ["segment", "startIndex"],
        end: ["segment", "endIndex"],
        confidence: ["confidenceScores", place],
      });
    }
    if (outside.length === indices.length) return outside;
    for (const key of inexact)
      this.approximate([...at, "segment", key], "The offset is none of this text; the citation keeps the nearest one.");
    const { partIndex: _part, startIndex: _start, endIndex: _end, text, ...segmentRest } = segment;
    if (text != null && found.text.slice(start, end) !== text)
      this.approximate([...at, "segment", "text"], "The text of the segment is not what stands at its offsets; the offsets are kept.");
    for (const [key] of entriesOf(rest)) this.lose([...at, key]);
    for (const [key] of entriesOf(segmentRest)) this.lose([...at, "segment", key]);
    for (const place of (confidenceScores ?? []).keys()) if (place >= indices.length) this.lose([...at, "confidenceScores", place]);
    return outside;
  }

  private keepSupport(support: Support, index: number, outside: readonly number[], positions: ReadonlyMap<number, number>): void {
    const path = ["groundingMetadata", "groundingSupports", index];
    const { groundingChunkIndices, confidenceScores, ...rest } = support;
    const chunkAt = (place: number) => {
      const chunk = groundingChunkIndices?.[place] ?? 0;
      return positions.get(chunk) ?? chunk;
    };
    if (outside.length === (groundingChunkIndices ?? []).length) {
      const indices = groundingChunkIndices == null ? {} : { groundingChunkIndices: outside.map(chunkAt) };
      this.left.push({ path, value: { ...withoutNulls({ ...rest, confidenceScores }), ...indices } });
      return;
    }
    for (const [position, place] of outside.entries()) {
      const score = confidenceScores?.[place];
      const scores = score === undefined ? {} : { confidenceScores: [score] };
      const value = { ...(position === 0 ? withoutNulls(rest) : {}), groundingChunkIndices: [chunkAt(place)], ...scores };
      this.left.push({ path: [...path, "groundingChunkIndices", place], value });
    }
  }

  readEntry(entry: Entry, path: Path): void {
    const { startIndex, endIndex, uri, title, ...more } = entry;
    const { spans, filled } = this;
    const { start, end, inexact } = this.rangeIn(this.whole, startIndex, endIndex);
    const span = filled[lastUpTo(filled.length, (index) => spans[filled[index] ?? 0]?.start ?? 0, start)];
    if (typeof uri !== "string" || span === undefined) {
      this.left.push({ path, value: withoutNulls(entry) });
      return;
    }
    const citation: UrlCitation = { kind: "url", url: uri, start, end, ...compact({ title: title ?? undefined }) };
    // It may say what a support says.
    this.add(span, citation, path, { url: ["uri"], start: ["startIndex"], end: ["endIndex"] }, true);
    for (const key of inexact) this.approximate([...path, key], "The offset is none of the text; the citation keeps the nearest one.");
    for (const [position, [key, value]] of entriesOf(more).entries()) {
      const known = position === 0 ? withoutNulls({ startIndex, endIndex, uri, title }) : {};
      this.left.push({ path: [...path, key], value: { ...known, ...single(key, value) } });
    }
  }

  /** @param untitled whether a citation without a title says what one with a title says */
  private add(span: number, citation: UrlCitation, path: Path, fields: FieldPaths, untitled = false): void {
    this.scope.trace.mark(citation, [...this.path, ...path], fields);
    const list = this.bySpan.get(span) ?? [];
    this.bySpan.set(span, list);
    const { url, start, end, title, confidence } = citation;
    const place = JSON.stringify([span, url, start, end]);
    const titles = this.titles.get(place) ?? new Set();
    const same = titles.has(title) || (untitled && title === undefined && titles.size > 0);
    if (same && confidence === undefined) return;
    this.titles.set(place, titles.add(title));
    list.push(citation);
  }

  private rangeIn(text: string, startIndex: Index, endIndex: Index): TextRange {
    const offsets = this.offsets.get(text) ?? createOffsets(text);
    this.offsets.set(text, offsets);
    const start = offsets.units(startIndex ?? 0);
    const end = endIndex == null ? text.length : offsets.units(endIndex);
    const inexact: string[] = [];
    if (startIndex != null && !offsets.isExact(startIndex)) inexact.push("startIndex");
    if (endIndex != null && (end < start || !offsets.isExact(endIndex))) inexact.push("endIndex");
    return { start, end: Math.max(start, end), inexact };
  }

  /** A part index counts all parts; without one the first visible text is meant. */
  private spanOf(part: number): number {
    const named = this.byPart.get(part) ?? -1;
    // The vendor leaves out thoughts when it counts, and an empty text cannot be cited, so that 0 means the first text.
    return part !== 0 || (this.spans[named]?.text ?? "") !== "" ? named : (this.filled[0] ?? 0);
  }

  private approximate(path: Path, message: string): void {
    this.scope.report(approximated("approximated.citation", [...this.path, ...path], message));
  }

  private lose(path: Path): void {
    const message = "A citation of the model has no place for this; it was left out.";
    this.scope.report(dropped("dropped.field", [...this.path, ...path], message, { severity: "info" }));
  }
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
