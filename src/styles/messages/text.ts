/** Texts, refusals and search results: what a model reads and says, and what it cites. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { dropUnknown } from "../../model/extensions.js";
import type { RefusalPart, SearchResultPart, Signature, TextPart } from "../../model/index.js";
import { type BlockReader, type BlockWriter, dropSignature, leaveOut, MARKER_FIELDS, marked, readBlock, withCommon } from "./block.js";
import { loneMarker, ownMarker } from "./cache.js";
import { CITATION_FIELDS, decodeCitation, encodeCitation, splitAtCitations } from "./citations.js";
import { carrierOf } from "./reasoning-blocks.js";
import type { Entry } from "./turn-order.js";
import type { Block, SearchResultBlock, TextBlock } from "./wire.js";
import type { AnswerTextBlock } from "./wire-answer.js";

interface TextSetting {
  /** Where the text starts in the visible text of the turn. */
  readonly offset?: number;
  readonly signature?: Signature | undefined;
}

export function decodeText(
  block: AnswerTextBlock,
  path: Path,
  reader: Pick<BlockReader, "trace">,
  { offset = 0, signature }: TextSetting = {},
): TextPart {
  const { type, text: given, citations: cited, ...rest } = block;
  const text = given ?? "";
  const span = { start: offset, end: offset + text.length };
  const citations = (cited ?? []).flatMap((citation, index) => {
    const decoded = decodeCitation(citation, span);
    return decoded === undefined ? [] : [reader.trace.mark(decoded, [...path, "citations", index], CITATION_FIELDS[decoded.kind])];
  });
  const beside = { ...(citations.length === 0 ? {} : { citations }), ...compact({ signature }) };
  // A list with a citation that cannot be read is kept as it is, too: a canonical list that is shorter would be a loss.
  const unread = cited && citations.length < cited.length ? { ...rest, citations: cited } : rest;
  return readBlock({ type, text, ...beside }, unread, path, reader, MARKER_FIELDS);
}

export function encodeText(part: TextPart, path: Path, writer: BlockWriter, offset = 0): readonly Block[] {
  const { text, citations = [], signature, extensions } = part;
  const carrier = carrierOf(signature, "x", path, writer);
  if (text === "" && writer.document === "answer") {
    if (carrier.length === 0) dropUnknown(extensions, "messages", path, writer.report);
    leaveOutCitations(citations, path, writer);
    return carrier;
  }
  const blocks = textBlocks(part, path, writer, offset);
  if (blocks.length > 1 && signature !== undefined)
    writer.report(equivalent(path, "The text is cut where its citations begin and end; its signature stands behind the last piece."));
  return [...blocks, ...carrier];
}

/** A text of a request, where nothing but text may stand; its blocks are marked. */
export function encodeInnerText(part: TextPart, path: Path, writer: BlockWriter): readonly TextBlock[] {
  if (part.signature !== undefined) dropSignature(part.signature, [...path, "signature"], writer);
  return marked(textBlocks(part, path, writer, 0), part, path, writer);
}

function textBlocks(part: TextPart, path: Path, writer: BlockWriter, offset: number): readonly TextBlock[] {
  const { type, text, citations = [], cacheControl: _marker, signature: _proof, extensions: _extensions, ...rest } = part;
  rest satisfies NothingLeft;
  if (citations.length === 0) return [withCommon({ type, text }, part)];
  const cited = citations.map((citation, index) => ({
    citation,
    written: encodeCitation(citation, [...path, "citations", index], writer.report),
  }));
  const { pieces, thinned } = splitAtCitations(text, cited, offset);
  const message = "So many citations overlap that each stands on the last of its words only.";
  if (thinned) writer.report(approximated("approximated.citation", [...path, "citations"], message));
  return pieces.map((piece, index): TextBlock => {
    const block = { type, text: piece.text, ...(piece.citations.length === 0 ? {} : { citations: piece.citations }) };
    return index === pieces.length - 1 ? withCommon(block, part) : block;
  });
}

/** An empty text becomes no block. */
export function leaveOutCitations(citations: readonly unknown[], path: Path, { report }: Pick<BlockWriter, "report">): void {
  citations.forEach((_citation, index) => {
    report(dropped("dropped.value", [...path, "citations", index], "There is no text that this citation could stand on."));
  });
}

export function decodeSearchResult(block: SearchResultBlock, path: Path, reader: BlockReader): SearchResultPart {
  const { type: _type, source, title, content, citations, ...rest } = block;
  const { enabled, ...switchRest } = citations ?? {};
  const texts = content.map((inner, index) => decodeText(inner, [...path, "content", index], reader));
  const part: SearchResultPart = { type: "search-result", source, title, content: texts, ...compact({ citations: enabled ?? undefined }) };
  return readBlock(part, rest, path, reader, { ...MARKER_FIELDS, citations: ["citations", "enabled"] }, [["citations", switchRest]]);
}

export function encodeSearchResult(part: SearchResultPart, path: Path, writer: BlockWriter): readonly SearchResultBlock[] {
  const { type: _type, source, title, content, citations, cacheControl: _marker, signature: _proof, extensions: _e, ...rest } = part;
  rest satisfies NothingLeft;
  if (writer.document === "answer") return leaveOut(part, path, writer, "Answers of messages hold no search results of the caller");
  const texts = content.flatMap((inner, index) => encodeInnerText(inner, [...path, "content", index], writer));
  const enabled = citations === undefined ? {} : { citations: { enabled: citations } };
  return [withCommon({ type: "search_result", source, title, content: texts, ...enabled }, part)];
}

export function encodeRefusal(part: RefusalPart, path: Path, writer: BlockWriter): readonly TextBlock[] {
  writer.report(equivalent([...path, "text"], "A refusal is text in messages; in an answer the stop reason says that it is one."));
  return part.text === "" ? [] : [withCommon({ type: "text", text: part.text }, part)];
}

/**
 * Reports that the text is left out, because it is empty or white space only; its cache marker stays where the cached part
 * ends: on the block before it, the last of the entries.
 */
export function leaveOutBlank<B extends Block>(part: TextPart | RefusalPart, path: Path, entries: Entry<B>[], writer: BlockWriter): void {
  const { report, trace } = writer;
  const severity = part.text === "" ? "info" : "warning";
  report(
    dropped("dropped.part", [...path, "text"], "messages takes no text that is empty or white space only; it was left out.", { severity }),
  );
  if (part.signature !== undefined) dropSignature(part.signature, [...path, "signature"], writer);
  dropUnknown(part.extensions, "messages", path, report);
  const { cache_control } = ownMarker(part);
  const before = entries.at(-1);
  if (cache_control === undefined) return;
  if (before === undefined || !takesMarker(before.block)) report(loneMarker([...path, "cacheControl"]));
  else entries[entries.length - 1] = { block: trace.mark<B>({ ...before.block, cache_control }, before.path), path: before.path };
}

/** Thinking has no marker, and a block's own says as much as a second one there. */
function takesMarker(block: Block): boolean {
  return block.type !== "thinking" && block.type !== "redacted_thinking" && !("cache_control" in block);
}
