/**
 * Facts about a candidate as a whole: grounding, citations, and unknown fields. In a stream they come now and then, the last
 * value counts, and they are given at the end. Segment offsets are UTF-8 bytes within one part, those of
 * `citationMetadata` bytes of the whole text; canonical offsets are UTF-16 units over the joined visible text of the choice.
 * An answer that is written in this style again keeps all of it as it came; for any other, each member that citations do not say is
 * reported.
 */

import { entryOf } from "../../core/collections.js";
import { approximated, dropped, type Path, type Report } from "../../core/issue.js";
import { compact, plain } from "../../core/json.js";
import { type FieldPaths, joinKey } from "../../core/trace.js";
import { dropAll, type Rest } from "../../model/extensions.js";
import type { Citation } from "../../model/index.js";
import { createOffsets, type Offsets, type Span, spanAt } from "./grounding.js";
import { type DecodeScope, STYLE } from "./scope.js";
import type { GenerateContentCandidate, GenerateContentCitations, GenerateContentGrounding } from "./wire-answer.js";

type UrlCitation = Extract<Citation, { kind: "url" }>;
type Chunk = NonNullable<GenerateContentGrounding["groundingChunks"]>[number];
type Support = NonNullable<GenerateContentGrounding["groundingSupports"]>[number];
type Entry = NonNullable<GenerateContentCitations["citations"]>[number];
type Index = number | null | undefined;

/** An entry of `citationMetadata`, and where it stands. */
type FoundEntry = readonly [entry: Entry, path: Path];

const NOTHING = { citations: new Map<Span, UrlCitation[]>(), extensions: undefined };
const OFF = "The offset is none of the text; the citation keeps the nearest one.";
const NO_PLACE = "A citation of the model has no place for this; it was left out.";
const NONE: readonly string[] = [];
/** What is read of a candidate and of its content. */
const CANDIDATE = ["content", "citationMetadata", "groundingMetadata", "finishReason", "finishMessage", "index", "logprobsResult"];
const PARTS = ["parts"];
const CONTENT = ["role", ...PARTS];

export class CandidateFacts {
  /** The last grounding, and where it stands. */
  private grounding: GenerateContentGrounding | undefined = undefined;
  private grounded: Path = [];
  private cited: FoundEntry[] | undefined = undefined;
  /** Other fields, by their joined keys. */
  private others: Map<string, unknown> | undefined = undefined;

  /** More than so many fields and citations are not held. */
  constructor(
    private readonly mostFields: number,
    private readonly mostCitations: number,
  ) {}

  /** No facts are held. */
  get empty(): boolean {
    return this.grounding === undefined && this.cited === undefined && this.others === undefined;
  }

  get cites(): boolean {
    return this.cited !== undefined;
  }

  /** @param at path of the candidate */
  add(candidate: GenerateContentCandidate, at: Path, report: Report): void {
    const { content, citationMetadata, groundingMetadata } = candidate;
    this.keep(candidate, [], at, report, CANDIDATE);
    // `model` is the role of every answer.
    if (content != null) this.keep(content, ["content"], at, report, content.role === "model" ? CONTENT : PARTS);
    if (groundingMetadata != null) this.addGrounding(groundingMetadata, [...at, "groundingMetadata"], report);
    if (citationMetadata == null) return;
    const { citations, citationSources, ...metadata } = citationMetadata;
    this.keep(metadata, ["citationMetadata"], at, report);
    // `citationSources` is the older name.
    for (const [name, list] of Object.entries({ citations, citationSources }))
      for (const [index, entry] of (list ?? []).entries()) {
        this.cited ??= [];
        if (this.cited.length < this.mostCitations) this.cited.push([entry, [...at, "citationMetadata", name, index]]);
      }
  }

  private addGrounding(given: GenerateContentGrounding, path: Path, report: Report): void {
    const groundingChunks = given.groundingChunks ?? this.grounding?.groundingChunks;
    const groundingSupports = given.groundingSupports ?? this.grounding?.groundingSupports;
    const grounding = { ...given, groundingChunks, groundingSupports };
    for (const [key, after] of Object.entries(grounding))
      if (isLost(this.grounding?.[key], after)) {
        const severity = key === "groundingChunks" || key === "groundingSupports" ? "warning" : "info";
        report(dropped("dropped.field", [...this.grounded, key], "A later event has this anew, and counts.", { severity }));
      }
    this.grounding = { ...this.grounding, ...grounding };
    this.grounded = path;
  }

  /** The later value counts. Null counts as absent. */
  private keep(node: Rest, within: readonly string[], at: Path, report: Report, known = NONE): void {
    const tooMany = "The stream has more unknown fields than are held.";
    for (const name in node) {
      const value = node[name];
      if (value === null || value === undefined || known.includes(name)) continue;
      const key = joinKey([...within, name]);
      this.others ??= new Map();
      if (this.others.has(key) || this.others.size < this.mostFields) this.others.set(key, value);
      else report(dropped("dropped.field", [...at, ...within, name], tooMany, { severity: "info" }));
    }
  }

  /**
   * All of it, the citations by the text they start in; nothing is held afterwards.
   * @param own whether it is written in this style again
   */
  take(spans: readonly Span[], scope: ReaderScope, own: boolean) {
    if (this.empty) return NOTHING;
    const { cited, grounded } = this;
    const place = grounded.slice(0, -1);
    const { groundingChunks, groundingSupports, ...grounding } = this.grounding ?? {};
    this.keep(grounding, ["groundingMetadata"], place, scope.report);
    const reader = new CitationReader(spans, scope);
    if (own) {
      this.keep({ groundingChunks, groundingSupports }, ["groundingMetadata"], place, scope.report);
      this.keep({ citations: cited?.map(([entry]) => entry) }, ["citationMetadata"], place, scope.report);
    } else {
      reader.readGrounding(groundingChunks ?? [], groundingSupports ?? [], grounded);
      for (const found of cited ?? []) reader.readEntry(found);
    }
    const kept = [...(this.others ?? [])].map(([key, value]) => [key, plain(value)] as const);
    this.grounding = undefined;
    this.cited = undefined;
    this.others = undefined;
    return { citations: reader.bySpan, extensions: kept.length === 0 ? undefined : { [STYLE]: Object.fromEntries(kept) } };
  }
}

/** Whether the later value leaves out something of the earlier one; a list may have grown. */
function isLost(before: unknown, after: unknown): boolean {
  if (before === undefined || before === null) return false;
  const [pieces, grown] = Array.isArray(before) && Array.isArray(after) ? [before, after.slice(0, before.length)] : [before, after];
  return JSON.stringify(pieces) !== JSON.stringify(grown);
}

type ReaderScope = Pick<DecodeScope, "trace" | "report">;

class CitationReader {
  readonly bySpan = new Map<Span, UrlCitation[]>();
  private readonly titles = new Map<string, Set<string | undefined>>();
  private readonly offsets = new Map<string, Offsets>();
  /** An empty text, or one that was forgotten, cannot be cited. */
  private readonly filled = this.spans.filter(({ text }) => text !== "");
  private readonly byPart = new Map(this.filled.map((span) => [span.part, span]));
  private readonly whole = this.spans.map(({ text }) => text).join("");

  constructor(
    private readonly spans: readonly Span[],
    private readonly scope: ReaderScope,
  ) {}

  readGrounding(chunks: readonly Chunk[], supports: readonly Support[], path: Path): void {
    const cited = new Set<number>();
    for (const [index, support] of supports.entries()) this.readSupport(support, [...path, "groundingSupports", index], chunks, cited);
    for (const [index, { web, ...rest }] of chunks.entries()) {
      const at = [...path, "groundingChunks", index];
      if (!cited.has(index)) {
        this.lose(at);
        continue;
      }
      const { uri: _uri, title: _title, ...more } = web ?? {};
      this.loseAll(more, [...at, "web"]);
      this.loseAll(rest, at);
    }
  }

  private readSupport(support: Support, at: Path, chunks: readonly Chunk[], cited: Set<number>) {
    const { segment, groundingChunkIndices, confidenceScores, ...rest } = support;
    const indices = groundingChunkIndices ?? [];
    const scores = confidenceScores ?? [];
    const pages = indices.map((chunk) => chunks[chunk]?.web ?? {});
    const found = this.spanOf(segment?.partIndex ?? 0);
    if (segment == null || found === undefined || pages.every(({ uri }) => uri == null)) return this.lose(at);
    const { start, end, inexact } = this.rangeIn(found.text, segment.startIndex, segment.endIndex);
    for (const [place, { uri: url, title: given }] of pages.entries()) {
      const title = given ?? undefined;
      const confidence = scores[place];
      if (url == null) {
        this.lose([...at, "groundingChunkIndices", place]);
        if (confidence !== undefined) this.lose([...at, "confidenceScores", place]);
        continue;
      }
      const chunk = indices[place] ?? -1;
      cited.add(chunk);
      const [metadata, support, page] = [at.slice(0, -2), at.slice(-2), ["groundingChunks", chunk, "web"]];
      const citation = { kind: "url", url, start: found.start + start, end: found.start + end, ...compact({ title, confidence }) } as const;
      this.add(found, citation, metadata, {
        "": support,
        url: [...page, "uri"],
        title: [...page, "title"],
        start: [...support, "segment", "startIndex"],
        end: [...support, "segment", "endIndex"],
        confidence: [...support, "confidenceScores", place],
      });
    }
    for (const key of inexact) this.approximate([...at, "segment", key], OFF);
    const { partIndex: _part, startIndex: _start, endIndex: _end, text, ...segmentRest } = segment;
    if (text != null && found.text.slice(start, end) !== text)
      this.approximate([...at, "segment", "text"], "The text of the segment is not what stands at its offsets; the offsets are kept.");
    this.loseAll(rest, at);
    this.loseAll(segmentRest, [...at, "segment"]);
    for (const place of scores.keys()) if (place >= indices.length) this.lose([...at, "confidenceScores", place]);
  }

  readEntry([entry, path]: FoundEntry) {
    const { startIndex, endIndex, uri, title, ...more } = entry;
    const { start, end, inexact } = this.rangeIn(this.whole, startIndex, endIndex);
    const span = this.filled[spanAt(this.filled, start)];
    if (typeof uri !== "string" || span === undefined) return this.lose(path);
    const citation: UrlCitation = { kind: "url", url: uri, start, end, ...compact({ title: title ?? undefined }) };
    // It may repeat a support.
    this.add(span, citation, path, { url: ["uri"], start: ["startIndex"], end: ["endIndex"] }, true);
    for (const key of inexact) this.approximate([...path, key], OFF);
    this.loseAll(more, path);
  }

  /** @param untitled whether a citation without a title repeats one with a title */
  private add(span: Span, citation: UrlCitation, path: Path, fields: FieldPaths, untitled = false): void {
    this.scope.trace.mark(citation, path, fields);
    const list = entryOf(this.bySpan, span, () => []);
    const { url, start, end, title, confidence } = citation;
    const place = JSON.stringify([span.part, url, start, end]);
    const titles = this.titles.get(place) ?? new Set();
    const same = titles.has(title) || (untitled && title === undefined && titles.size > 0);
    if (same && confidence === undefined) return;
    this.titles.set(place, titles.add(title));
    list.push(citation);
  }

  /** `inexact`: the fields that are no offsets of the text. */
  private rangeIn(text: string, startIndex: Index, endIndex: Index) {
    const offsets = entryOf(this.offsets, text, () => createOffsets(text));
    const start = offsets.units(startIndex ?? 0);
    const end = endIndex == null ? text.length : offsets.units(endIndex);
    const inexact: string[] = [];
    if (startIndex != null && !offsets.isExact(startIndex)) inexact.push("startIndex");
    if (endIndex != null && (end < start || !offsets.isExact(endIndex))) inexact.push("endIndex");
    return { start, end: Math.max(start, end), inexact };
  }

  /** A part index counts all parts, but the vendor leaves out thoughts when it counts: 0, like none at all, may mean the first text. */
  private spanOf(part: number): Span | undefined {
    return this.byPart.get(part) ?? (part === 0 ? this.filled[0] : undefined);
  }

  private approximate(path: Path, message: string): void {
    this.scope.report(approximated("approximated.citation", path, message));
  }

  private loseAll(rest: Rest, at: Path): void {
    dropAll(rest, at, NO_PLACE, this.scope.report);
  }

  private lose(path: Path): void {
    this.scope.report(dropped("dropped.field", path, NO_PLACE, { severity: "info" }));
  }
}
