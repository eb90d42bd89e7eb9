/**
 * Citations stand on the text block that they support, and cover all of it. Web citations of other styles cover a range
 * of the whole text instead, so a text is split at their borders on the way in.
 */

import { approximated, dropped, equivalent, type Issue, minorLoss, type Path, type Report } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { dropFields, dropUnknown, readEntries, unreadOf } from "../../model/extensions.js";
import type { Citation, Part, RefusalPart, SearchResultPart, Signature, TextPart } from "../../model/index.js";
import type { Whole } from "../../model/turns.js";
import { type Cited, citedBy } from "../shared/codec.js";
import { type BlockReader, type BlockWriter, dropSignature, marked, ownMarker, readBlock, type Tracer, withCommon } from "./block.js";
import { carrierOf } from "./reasoning.js";
import type { Entry } from "./turns.js";
import { type Block, type BlockOf, isBlank, type WireCitation } from "./wire.js";
import type { AnswerBlockOf } from "./wire-answer.js";

/** Where a text stands in the visible text of its answer: UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

type Unit = Extract<Citation, { kind: "document" }>["unit"];
/** Where the web cites from stands in its text, and how sure that is, has no name here. */
type NamesOf<Kind> = Readonly<
  Record<
    Exclude<keyof Extract<Citation, { kind: Kind }>, "kind" | "unit" | "confidence" | (Kind extends "url" ? "start" | "end" : never)>,
    string
  >
>;

/** A kind of citation on the wire: what its type says, and the names of the other fields, in the order in which they are written. */
function form<Kind extends Citation["kind"]>(type: string, kind: Kind, names: NamesOf<Kind>, unit?: Unit) {
  const pairs = Object.entries<string>(names);
  const paths = { unit: ["type"], ...Object.fromEntries(pairs.map(([field, name]) => [field, [name]])) };
  return { type, is: compact({ kind, unit }), names: pairs, paths };
}

/** Documents are cited by units: the first of them, and the one after the last. */
function documentForm(type: string, unit: Unit, start: string, end: string) {
  const names = { citedText: "cited_text", documentIndex: "document_index", title: "document_title", start, end, fileId: "file_id" };
  return form(type, "document", names, unit);
}

const FORMS = {
  url: form("web_search_result_location", "url", {
    citedText: "cited_text",
    url: "url",
    title: "title",
    encryptedIndex: "encrypted_index",
  }),
  "search-result": form("search_result_location", "search-result", {
    citedText: "cited_text",
    source: "source",
    title: "title",
    resultIndex: "search_result_index",
    start: "start_block_index",
    end: "end_block_index",
  }),
  char: documentForm("char_location", "char", "start_char_index", "end_char_index"),
  page: documentForm("page_location", "page", "start_page_number", "end_page_number"),
  block: documentForm("content_block_location", "block", "start_block_index", "end_block_index"),
};

function formOf(citation: Citation) {
  return FORMS[citation.kind === "document" ? citation.unit : citation.kind];
}

/** What is written for a field that a citation may be without; `fileId` is left out. */
const ABSENT: Readonly<Record<string, string | null | undefined>> = { title: null, citedText: "", encryptedIndex: "", fileId: undefined };

/** Undefined for a citation that the canonical model cannot hold exactly: a kind or a field that came later. */
export function decodeCitation(citation: WireCitation, span?: Span): Citation | undefined;
export function decodeCitation({ type, ...given }: WireCitation, span?: Span): object | undefined {
  const found = Object.values(FORMS).find((form) => form.type === type);
  if (found === undefined) return undefined;
  const decoded: Record<string, unknown> = { ...found.is, ...(found === FORMS.url ? span : { citedText: "" }) };
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const [field] = found.names.find(([, known]) => known === name) ?? [];
    if (field === undefined) return undefined;
    decoded[field] = value;
  }
  return found.names.every(([field]) => field in decoded || field in ABSENT) ? decoded : undefined;
}

/** One citation on the block that it covers. */
export function encodeCitation({ citation, path }: Cited, report: Report): WireCitation {
  if (citation.kind === "url") {
    dropFields(citation, { confidence: "info" }, path, "messages", report);
    const message = "The citation covers the whole block, without text and index.";
    if (citation.encryptedIndex === undefined) report(approximated("approximated.citation", path, message));
  }
  const { type, names } = formOf(citation);
  return { type, ...compact(Object.fromEntries(names.map(([field, name]) => [name, Reflect.get(citation, field) ?? ABSENT[field]]))) };
}

/** A piece of a text and those of its citations that cover it, as they are written. */
export interface Piece {
  readonly text: string;
  readonly citations: WireCitation[];
}

/** Times that a citation is repeated on average, from piece to piece: ranges that all overlap would make its square of n citations. */
const MOST_REPEATED = 16;

/**
 * A text cut at every border of its citations, so that each piece is covered by whole citations only, one piece at least. Citations
 * without a range cover all of the text.
 * @param offset where the text starts in the visible text of the answer
 */
function splitAtCitations({ text, citations = [] }: TextPart, path: Path, offset: number, report: Report): readonly Piece[] {
  const cited = citedBy(citations, path);
  const ranges = cited.map((each) => ({ ...rangeIn(text, each.citation, offset), written: encodeCitation(each, report) }));
  const borders = ranges.flatMap(({ start, end }) => (end < text.length ? [start, end] : [start]));
  const starts = [...new Set([0, ...borders])].sort((a, b) => a - b);
  const places = new Map(starts.map((start, index) => [start, index]));
  const covered = ranges.map(({ start, end, written }) => ({
    first: places.get(start) ?? 0,
    // The end of the text, which may be 0, starts no piece.
    next: places.get(end) || starts.length,
    written,
  }));
  const repeats = covered.reduce((sum, { first, next }) => sum + next - first, 0);
  const thinned = repeats > MOST_REPEATED * Math.max(citations.length, MOST_REPEATED);
  const message = "Too many citations overlap; each has its last words only.";
  if (thinned) report(approximated("approximated.citation", [...path, "citations"], message));
  const pieces = starts.map((start, index): Piece => ({ text: text.slice(start, starts[index + 1]), citations: [] }));
  for (const { first, next, written } of covered)
    for (let index = thinned ? next - 1 : first; index < next; index++) pieces[index]?.citations.push(written);
  return pieces;
}

function rangeIn(text: string, citation: Citation, offset: number): Span {
  if (citation.kind !== "url") return { start: 0, end: text.length };
  // Never inside a surrogate pair: half a character is no text.
  const clamp = (value: number) => {
    const place = Math.min(Math.max(Math.trunc(value), 0), text.length);
    return /^[\uDC00-\uDFFF]/.test(text.charAt(place)) && place > 0 ? place - 1 : place;
  };
  const start = clamp((citation.start ?? offset) - offset);
  const end = clamp((citation.end ?? offset + text.length) - offset);
  return start < end ? { start, end } : { start: 0, end: text.length };
}

/** Texts, refusals and search results: what a model reads and says, and what it cites. */

/** @param offset where the text starts in the visible text of the turn */
export function decodeText(block: AnswerBlockOf<"text">, path: Path, reader: Tracer, offset = 0, signature?: Signature): TextPart {
  const { type, text: given, citations: cited, ...rest } = block;
  const text = given ?? "";
  const span = { start: offset, end: offset + text.length };
  const { understood: citations, entries } = readEntries(cited, (citation, index) => {
    const decoded = decodeCitation(citation, span);
    return decoded && reader.trace.mark(decoded, [...path, "citations", index], formOf(decoded).paths);
  });
  const made = { type, text, ...(citations.length === 0 ? {} : { citations }), ...compact({ signature }) };
  const unread = unreadOf(entries);
  return readBlock(made, unread === undefined ? rest : { ...rest, citations: unread }, path, reader);
}

export function encodeText(part: TextPart, path: Path, writer: BlockWriter, offset = 0): readonly Block[] {
  const { text, citations, extensions } = part;
  const carrier = carrierOf(part, "x", path, writer);
  if (text === "" && writer.document === "answer") {
    if (carrier.length === 0) dropUnknown(extensions, "messages", path, writer.report);
    leaveOutCitations(citations, path, writer);
    return carrier;
  }
  const blocks = textBlocks(part, path, writer, offset);
  if (blocks.length > 1 && carrier.length > 0)
    writer.report(equivalent(path, "The text is cut at its citations; its signature comes last."));
  return [...blocks, ...carrier];
}

/** A text of a request, where nothing but text may stand; its blocks are marked. */
export function encodeInnerText(part: TextPart, path: Path, writer: BlockWriter): readonly BlockOf<"text">[] {
  dropSignature(part, path, writer);
  return marked(textBlocks(part, path, writer, 0), part, path, writer);
}

/** The text of one block that has nothing beside it, else the blocks; undefined for none. */
export function textOrBlocks(blocks: readonly BlockOf<"text">[]): string | BlockOf<"text">[] | undefined {
  const [only, ...others] = blocks;
  if (only === undefined) return undefined;
  return others.length === 0 && Object.keys(only).length === 2 ? only.text : [...blocks];
}

function textBlocks(part: TextPart, path: Path, writer: BlockWriter, offset: number): readonly BlockOf<"text">[] {
  part satisfies Whole<"text", "text" | "citations">;
  const { type, text, citations = [] } = part;
  const { citesNothing, report } = writer;
  if (citesNothing) dropFields({ citations }, "info", path, "messages", report);
  if (citesNothing || citations.length === 0) return [withCommon({ type, text }, part)];
  return splitAtCitations(part, path, offset, report).map((piece, index, { length }): BlockOf<"text"> => {
    const block = { type, text: piece.text, ...(piece.citations.length === 0 ? {} : { citations: piece.citations }) };
    return index === length - 1 ? withCommon(block, part) : block;
  });
}

/** An empty text becomes no block. */
export function leaveOutCitations(citations: readonly Citation[] | undefined, path: Path, { report }: Pick<BlockWriter, "report">): void {
  for (const { path: at } of citedBy(citations, path)) report(dropped("dropped.value", at, "The citation has no text."));
}

/** Where it stands in a block whether the model may cite it. */
export const CITABLE = { citations: ["citations", "enabled"] } as const;

export function decodeSearchResult(block: BlockOf<"search_result">, path: Path, reader: BlockReader): SearchResultPart {
  const { type: _type, source, title, content, citations, ...rest } = block;
  const { enabled, ...switchRest } = citations ?? {};
  const texts = content.map((inner, index) => decodeText(inner, [...path, "content", index], reader));
  const part: SearchResultPart = { type: "search-result", source, title, content: texts, ...compact({ citations: enabled ?? undefined }) };
  return readBlock(part, rest, path, reader, [["citations", switchRest]], CITABLE);
}

export function encodeSearchResult(part: SearchResultPart, path: Path, writer: BlockWriter): readonly BlockOf<"search_result">[] {
  part satisfies Whole<"search-result", "source" | "title" | "content" | "citations">;
  const { source, title, content, citations } = part;
  const texts = content.flatMap((inner, index) => encodeInnerText(inner, [...path, "content", index], writer));
  const enabled = citations === undefined ? {} : { citations: { enabled: citations } };
  return [withCommon({ type: "search_result", source, title, content: texts, ...enabled }, part)];
}

export function refusalAsText(path: Path): Issue {
  return equivalent(path, "A refusal is text in messages; in an answer the stop reason says so.");
}

export function encodeRefusal(part: RefusalPart, path: Path, writer: BlockWriter): readonly BlockOf<"text">[] {
  writer.report(refusalAsText([...path, "text"]));
  return part.text === "" ? [] : [withCommon({ type: "text", text: part.text }, part)];
}

/** Parts as blocks, each with its place. A text that is empty or white space only is none: the service refuses it. */
export function encodeEntries<B extends Block>(
  parts: readonly Part[],
  path: Path,
  writer: BlockWriter,
  encode: (part: Part, path: Path, offset: number) => readonly B[],
): Entry<B>[] {
  const entries: Entry<B>[] = [];
  let offset = 0;
  parts.forEach((part, index) => {
    const at = [...path, index];
    if ((part.type === "text" || part.type === "refusal") && isBlank(part.text)) leaveOutBlank(part, at, entries, writer);
    else for (const block of encode(part, at, offset)) entries.push({ block, path: at });
    if (part.type === "text") offset += part.text.length;
  });
  return entries;
}

/**
 * Reports that the text is left out, because it is empty or white space only; its cache marker stays where the cached part
 * ends: on the block before it, the last of the entries.
 */
function leaveOutBlank<B extends Block>(part: TextPart | RefusalPart, path: Path, entries: Entry<B>[], writer: BlockWriter): void {
  const { report, trace } = writer;
  const severity = part.text === "" ? "info" : "warning";
  report(dropped("dropped.part", [...path, "text"], "messages takes no text without a visible character; it was left out.", { severity }));
  dropSignature(part, path, writer);
  dropUnknown(part.extensions, "messages", path, report);
  const { cache_control } = ownMarker(part);
  const before = entries.at(-1);
  if (cache_control === undefined) return;
  const marker = [...path, "cacheControl"];
  const none = "No block before the text can take its cache marker.";
  // Thinking has no marker, and a second one there repeats that of the block.
  if (before === undefined || before.block.type.endsWith("thinking") || "cache_control" in before.block) report(minorLoss(marker, none));
  else Object.assign(before.block, { cache_control: trace.mark(cache_control, marker) });
}
