/**
 * Facts about a candidate as a whole: grounding, citations, and unknown fields. In a stream they come now and then, the last
 * value counts, and they are given at the end. Segment offsets are UTF-8 bytes within one part, those of
 * `citationMetadata` bytes of the whole text; canonical offsets are UTF-16 units over the joined visible text of the choice.
 * An answer that is written in this style again keeps all of it as it came; for any other, each member that citations do not say is
 * reported.
 */

import { entryOf } from "../../core/collections.js";
import { approximated, dropped, minorLoss, type Path, type Report } from "../../core/issue.js";
import { compact, plain } from "../../core/json.js";
import { type FieldPaths, joinKey } from "../../core/trace.js";
import { dropAll, type Rest, surplusField } from "../../model/extensions.js";
import type { Citation } from "../../model/index.js";
import { createOffsets, type Offsets, type Span, spanAt } from "./grounding.js";
import { type DecodeScope, STYLE } from "./scope.js";
import type { GenerateContentCandidate, GenerateContentCitations, GenerateContentGrounding } from "./wire-answer.js";

type UrlCitation = Extract<Citation, { kind: "url" }>;
type Grounds = Pick<GenerateContentGrounding, "groundingChunks" | "groundingSupports">;
type Places = Partial<Record<keyof Grounds, Path>>;
type Support = NonNullable<GenerateContentGrounding["groundingSupports"]>[number];
type Entry = NonNullable<GenerateContentCitations["citations"]>[number];
type Index = number | null | undefined;

/** An entry of `citationMetadata`, and where it stands. */
type FoundEntry = readonly [entry: Entry, path: Path];

const NOTHING = { citations: new Map<Span, UrlCitation[]>(), extensions: undefined };
const OFF = "The offset is none of the text; the nearest one is kept.";
const NO_PLACE = "A citation has no place for this; it was left out.";
const REPLACED = "A later event replaces it.";
const GROUNDS = ["groundingChunks", "groundingSupports"] as const;
const NONE: readonly string[] = [];
/** What is read of a candidate and of its content. */
const CANDIDATE = ["content", "citationMetadata", "groundingMetadata", "finishReason", "finishMessage", "index", "logprobsResult"];
const PARTS = ["parts"];
const CONTENT = ["role", ...PARTS];

export class CandidateFacts {
  /** The last pages and the last supports, and where they stand. */
  private grounding: Grounds | undefined = undefined;
  declare private grounded: Places | undefined;
  private cited: FoundEntry[] | undefined = undefined;
  /** Other fields and where they stand, by their joined keys. */
  private others: Map<string, readonly [value: unknown, place: Path]> | undefined = undefined;

  /** More than so many fields and citations are not held; of a whole answer all are. */
  constructor(
    private readonly mostFields = Number.POSITIVE_INFINITY,
    private readonly mostCitations = mostFields,
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
    if (groundingMetadata != null) this.addGrounding(groundingMetadata, at, report);
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

  private addGrounding({ groundingChunks, groundingSupports, ...others }: GenerateContentGrounding, at: Path, report: Report): void {
    this.keep(others, ["groundingMetadata"], at, report);
    const before = this.grounding ?? {};
    const pages = groundingChunks ?? before.groundingChunks;
    // Supports of other pages have none any more.
    const supports = groundingSupports ?? (isLost(before.groundingChunks, pages) ? undefined : before.groundingSupports);
    this.grounding = { groundingChunks: pages, groundingSupports: supports };
    this.grounded ??= {};
    for (const key of GROUNDS) {
      const after = this.grounding[key];
      if (after === before[key]) continue;
      if (isLost(before[key], after)) report(dropped("dropped.field", this.grounded[key] ?? at, REPLACED));
      this.grounded[key] = [...at, "groundingMetadata", key];
    }
  }

  /** The later value counts. Null counts as absent. */
  private keep(node: Rest, within: readonly string[], at: Path, report: Report, known = NONE, most = this.mostFields): void {
    for (const name in node) {
      const value = node[name];
      if (value === null || value === undefined || known.includes(name)) continue;
      const key = joinKey([...within, name]);
      this.others ??= new Map();
      const place = [...at, ...within, name];
      const [before, beforeAt = at] = this.others.get(key) ?? [];
      if (before === undefined && this.others.size >= most) report(surplusField(place));
      else {
        if (within.length > 0 && isLost(before, value)) report(minorLoss(beforeAt, REPLACED));
        this.others.set(key, [value, place]);
      }
    }
  }

  /**
   * All of it, the citations by the text they start in; nothing is held afterwards.
   * @param own whether it is written in this style again
   */
  take(spans: readonly Span[], scope: ReaderScope, own: boolean) {
    if (this.empty) return NOTHING;
    const { cited = [], grounding = {}, grounded = {} } = this;
    let { citations } = NOTHING;
    if (own) {
      // What is read is kept beside any number of other fields.
      const all = Number.POSITIVE_INFINITY;
      this.keep(grounding, ["groundingMetadata"], [], scope.report, NONE, all);
      this.keep({ citations: this.cited?.map(([entry]) => entry) }, ["citationMetadata"], [], scope.report, NONE, all);
    } else citations = readCitations(spans, grounding, grounded, cited, scope);
    const kept = [...(this.others ?? [])].map(([key, [value]]) => [key, plain(value)] as const);
    this.grounding = undefined;
    this.cited = undefined;
    this.others = undefined;
    return { citations, extensions: kept.length === 0 ? undefined : { [STYLE]: Object.fromEntries(kept) } };
  }
}

/** Whether the later value leaves out something of the earlier one; a list may have grown. */
function isLost(before: unknown, after: unknown): boolean {
  if (before === undefined || before === null) return false;
  const [pieces, grown] = Array.isArray(before) && Array.isArray(after) ? [before, after.slice(0, before.length)] : [before, after];
  return JSON.stringify(pieces) !== JSON.stringify(grown);
}

type ReaderScope = Pick<DecodeScope, "trace" | "report">;

/** What grounding and entries cite, by the text they start in. @param places where members of the grounding stand */
function readCitations(
  spans: readonly Span[],
  { groundingChunks, groundingSupports }: Grounds,
  { groundingChunks: chunksAt = [], groundingSupports: supportsAt = [] }: Places,
  entries: readonly FoundEntry[],
  { trace, report }: ReaderScope,
) {
  const bySpan = new Map<Span, UrlCitation[]>();
  const titles = new Map<string, Set<string | undefined>>();
  const measured = new Map<string, Offsets>();
  /** An empty text, or one that was forgotten, cannot be cited. */
  const filled = spans.filter(({ text }) => text !== "");
  const byPart = new Map(filled.map((span) => [span.part, span]));
  const whole = spans.map(({ text }) => text).join("");
  const chunks = groundingChunks ?? [];
  const cited = new Set<number>();

  const approximate = (at: Path, message: string) => report(approximated("approximated.citation", at, message));
  const lose = (at: Path) => report(minorLoss(at, NO_PLACE));
  const loseAll = (rest: Rest, at: Path) => dropAll(rest, at, NO_PLACE, report);

  /** `inexact`: the fields that are no offsets of the text. */
  function rangeIn(text: string, startIndex: Index, endIndex: Index) {
    const { units, isExact } = entryOf(measured, text, () => createOffsets(text));
    const start = units(startIndex ?? 0);
    const end = endIndex == null ? text.length : units(endIndex);
    const inexact: string[] = [];
    if (startIndex != null && !isExact(startIndex)) inexact.push("startIndex");
    if (endIndex != null && (end < start || !isExact(endIndex))) inexact.push("endIndex");
    return { start, end: Math.max(start, end), inexact };
  }

  /** @param untitled whether a citation without a title repeats one with a title */
  function add(span: Span, citation: UrlCitation, at: Path, fields: FieldPaths, untitled = false): void {
    trace.mark(citation, at, fields);
    const list = entryOf(bySpan, span, () => []);
    const { url, start, end, title, confidence } = citation;
    const known = entryOf(titles, JSON.stringify([span.part, url, start, end]), () => new Set());
    const same = known.has(title) || (untitled && title === undefined && known.size > 0);
    if (same && confidence === undefined) return;
    known.add(title);
    list.push(citation);
  }

  function readSupport(support: Support, at: Path) {
    const { segment, groundingChunkIndices, confidenceScores, ...rest } = support;
    const indices = groundingChunkIndices ?? [];
    const scores = confidenceScores ?? [];
    const pages = indices.map((chunk) => chunks[chunk]?.web ?? {});
    const part = segment?.partIndex ?? 0;
    // A part index counts all parts, but the vendor leaves out thoughts when it counts: 0, like none at all, may mean the first text.
    const found = byPart.get(part) ?? (part === 0 ? filled[0] : undefined);
    if (segment == null || found === undefined || pages.every(({ uri }) => uri == null)) return lose(at);
    const { partIndex: _part, startIndex, endIndex, text, ...segmentRest } = segment;
    const { start, end, inexact } = rangeIn(found.text, startIndex, endIndex);
    for (const [place, { uri: url, title: given }] of pages.entries()) {
      const title = given ?? undefined;
      const confidence = scores[place];
      if (url == null) {
        lose([...at, "groundingChunkIndices", place]);
        if (confidence !== undefined) lose([...at, "confidenceScores", place]);
        continue;
      }
      const chunk = indices[place] ?? -1;
      cited.add(chunk);
      const [support, page] = [at.slice(-2), ["groundingChunks", chunk, "web"]];
      const citation = { kind: "url", url, start: found.start + start, end: found.start + end, ...compact({ title, confidence }) } as const;
      add(found, citation, at.slice(0, -2), {
        "": support,
        url: [...page, "uri"],
        title: [...page, "title"],
        start: [...support, "segment", "startIndex"],
        end: [...support, "segment", "endIndex"],
        confidence: [...support, "confidenceScores", place],
      });
    }
    for (const key of inexact) approximate([...at, "segment", key], OFF);
    if (text != null && found.text.slice(start, end) !== text)
      approximate([...at, "segment", "text"], "The text at the offsets is another; the offsets are kept.");
    loseAll(rest, at);
    loseAll(segmentRest, [...at, "segment"]);
    for (const place of scores.keys()) if (place >= indices.length) lose([...at, "confidenceScores", place]);
  }

  for (const [index, support] of (groundingSupports ?? []).entries()) readSupport(support, [...supportsAt, index]);
  for (const [index, { web, ...rest }] of chunks.entries()) {
    const at = [...chunksAt, index];
    if (!cited.has(index)) {
      lose(at);
      continue;
    }
    const { uri: _uri, title: _title, ...more } = web ?? {};
    loseAll(more, [...at, "web"]);
    loseAll(rest, at);
  }
  for (const [{ startIndex, endIndex, uri, title, ...more }, at] of entries) {
    const { start, end, inexact } = rangeIn(whole, startIndex, endIndex);
    const span = filled[spanAt(filled, start)];
    if (typeof uri !== "string" || span === undefined) {
      lose(at);
      continue;
    }
    const citation: UrlCitation = { kind: "url", url: uri, start, end, ...compact({ title: title ?? undefined }) };
    // It may repeat a support.
    add(span, citation, at, { url: ["uri"], start: ["startIndex"], end: ["endIndex"] }, true);
    for (const key of inexact) approximate([...at, key], OFF);
    loseAll(more, at);
  }
  return bySpan;
}
