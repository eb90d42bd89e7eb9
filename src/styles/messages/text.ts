/**
 * Text, with the citations that support it; search results of the caller, which hold nothing but text; and refusals,
 * which are text here.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { RefusalPart, SearchResultPart, Signature, TextPart } from "../../model/index.js";
import { type BlockReader, type BlockWriter, dropSignature, leaveOut, marked } from "./block.js";
import { decodeCacheControl } from "./cache.js";
import { CITATION_FIELDS, decodeCitation, encodeCitation, splitAtCitations } from "./citations.js";
import { carrierOf } from "./reasoning-blocks.js";
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
  { trace }: Pick<BlockReader, "trace">,
  { offset = 0, signature }: TextSetting = {},
): TextPart {
  const { type, text: given, citations: cited, cache_control, ...rest } = block;
  const text = given ?? "";
  const span = { start: offset, end: offset + text.length };
  const { cacheControl, unread } = decodeCacheControl(cache_control);
  const citations = (cited ?? []).flatMap((citation, index) => {
    const decoded = decodeCitation(citation, span);
    return decoded === undefined ? [] : [trace.mark(decoded, [...path, "citations", index], CITATION_FIELDS[decoded.kind])];
  });
  // A list with a citation that cannot be read is kept as it is, too: a canonical list that is shorter would be a loss.
  const unreadable = cited !== undefined && cited !== null && citations.length < cited.length ? { citations: cited } : {};
  const part: TextPart = {
    type,
    text,
    ...(citations.length === 0 ? {} : { citations }),
    ...compact({ cacheControl, signature }),
    ...keepUnknown("messages", { ...rest, ...unreadable }, unread),
  };
  return trace.mark(part, path, MARKER_FIELDS);
}

const MARKER_FIELDS = { cacheControl: ["cache_control"] } as const;

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
  const { type, text, citations = [], cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const marker = writer.marker(part);
  if (citations.length === 0) return [restoreUnknown({ type, text, ...marker }, extensions, "messages")];
  const cited = citations.map((citation, index) => ({
    citation,
    written: encodeCitation(citation, [...path, "citations", index], writer.report),
  }));
  const { pieces, thinned } = splitAtCitations(text, cited, offset);
  if (thinned)
    writer.report(
      approximated(
        "approximated.citation",
        [...path, "citations"],
        "So many citations overlap that each stands on the last of its words only.",
      ),
    );
  return pieces.map((piece, index): TextBlock => {
    const block = { type, text: piece.text, ...(piece.citations.length === 0 ? {} : { citations: [...piece.citations] }) };
    return index === pieces.length - 1 ? restoreUnknown({ ...block, ...marker }, extensions, "messages") : block;
  });
}

/** A text that says nothing becomes no block. */
export function leaveOutCitations(citations: readonly unknown[], path: Path, { report }: Pick<BlockWriter, "report">): void {
  citations.forEach((_citation, index) => {
    report(dropped("dropped.value", [...path, "citations", index], "There is no text that this citation could stand on."));
  });
}

export function decodeSearchResult(block: SearchResultBlock, path: Path, reader: BlockReader): SearchResultPart {
  const { type, source, title, content, citations, cache_control, ...rest } = block;
  const { cacheControl, unread } = decodeCacheControl(cache_control);
  const { enabled, ...citationsRest } = citations ?? {};
  const part: SearchResultPart = {
    type: "search-result",
    source,
    title,
    content: content.map((inner, index) => decodeText(inner, [...path, "content", index], reader)),
    ...compact({ citations: enabled ?? undefined, cacheControl }),
    ...keepUnknown("messages", rest, [["citations", citationsRest], ...unread]),
  };
  return reader.trace.mark(part, path, { ...MARKER_FIELDS, citations: ["citations", "enabled"] });
}

export function encodeSearchResult(part: SearchResultPart, path: Path, writer: BlockWriter): readonly SearchResultBlock[] {
  const { type, source, title, content, citations, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  if (writer.document === "answer") return leaveOut(part, path, writer, "Answers of this style hold no search results of the caller");
  const block: SearchResultBlock = {
    type: "search_result",
    source,
    title,
    content: content.flatMap((inner, index) => encodeInnerText(inner, [...path, "content", index], writer)),
    ...(citations === undefined ? {} : { citations: { enabled: citations } }),
    ...writer.marker(part),
  };
  return [restoreUnknown(block, extensions, "messages")];
}

export function encodeRefusal(part: RefusalPart, path: Path, writer: BlockWriter): readonly TextBlock[] {
  const { type, text, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  writer.report(equivalent([...path, "text"], "A refusal is text in this style; in an answer the stop reason says that it is one."));
  return text === "" ? [] : [{ type: "text", text, ...writer.marker(part) }];
}
