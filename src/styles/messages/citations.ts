/**
 * Citations stand on the text block that they support, and cover all of it. Web citations of other styles cover a range
 * of the whole text instead, so a text is split at their borders on the way in.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import type { Citation } from "../../model/index.js";
import type { WireCitation } from "./wire.js";

/** Where a text stands in the visible text of its answer: UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Undefined for a citation that the canonical model cannot hold exactly: a kind or a field that came later. */
export function decodeCitation(citation: WireCitation, span?: Span): Citation | undefined {
  const { type, cited_text, ...rest } = withoutNulls(citation);
  switch (type) {
    case "web_search_result_location": {
      const { url, title, encrypted_index, ...more } = rest;
      if (url === undefined || !isEmpty(more)) return undefined;
      return {
        kind: "url",
        url,
        ...compact({ title, citedText: cited_text, start: span?.start, end: span?.end, encryptedIndex: encrypted_index }),
      };
    }
    case "search_result_location": {
      const { source, title, search_result_index, start_block_index, end_block_index, ...more } = rest;
      if (source === undefined || search_result_index === undefined || !isEmpty(more)) return undefined;
      if (start_block_index === undefined || end_block_index === undefined) return undefined;
      return {
        kind: "search-result",
        source,
        ...compact({ title }),
        citedText: cited_text ?? "",
        resultIndex: search_result_index,
        start: start_block_index,
        end: end_block_index,
      };
    }
    case "char_location": {
      const { start_char_index, end_char_index, ...more } = rest;
      return documentCitation("char", cited_text, start_char_index, end_char_index, more);
    }
    case "page_location": {
      const { start_page_number, end_page_number, ...more } = rest;
      return documentCitation("page", cited_text, start_page_number, end_page_number, more);
    }
    case "content_block_location": {
      const { start_block_index, end_block_index, ...more } = rest;
      return documentCitation("block", cited_text, start_block_index, end_block_index, more);
    }
    default:
      return undefined;
  }
}

type CitationFields = { readonly [Key in keyof WireCitation]?: NonNullable<WireCitation[Key]> };

function withoutNulls(citation: WireCitation): CitationFields & { readonly type: string } {
  const kept = Object.fromEntries(Object.entries(citation).filter(([, value]) => value !== null && value !== undefined));
  assertCitationFields(kept);
  return { ...kept, type: citation.type };
}

/** The schema looked at the fields; only the nulls have gone since. */
function assertCitationFields(_kept: object): asserts _kept is CitationFields {}

function isEmpty(rest: object): boolean {
  return Object.keys(rest).length === 0;
}

function documentCitation(
  unit: "char" | "page" | "block",
  citedText: string | undefined,
  start: number | undefined,
  end: number | undefined,
  { document_index, document_title, file_id, ...more }: CitationFields,
): Citation | undefined {
  if (document_index === undefined || start === undefined || end === undefined || !isEmpty(more)) return undefined;
  return {
    kind: "document",
    unit,
    documentIndex: document_index,
    ...compact({ title: document_title }),
    citedText: citedText ?? "",
    start,
    end,
    ...compact({ fileId: file_id }),
  };
}

/** Where the fields of a citation stand on the wire, by its kind. */
export const CITATION_FIELDS = {
  url: { citedText: ["cited_text"], encryptedIndex: ["encrypted_index"] },
  document: {
    citedText: ["cited_text"],
    documentIndex: ["document_index"],
    title: ["document_title"],
    fileId: ["file_id"],
    unit: ["type"],
  },
  "search-result": {
    citedText: ["cited_text"],
    resultIndex: ["search_result_index"],
    start: ["start_block_index"],
    end: ["end_block_index"],
  },
} as const satisfies Record<Citation["kind"], FieldPaths>;

const DOCUMENT_KINDS = {
  char: ["char_location", "start_char_index", "end_char_index"],
  page: ["page_location", "start_page_number", "end_page_number"],
  block: ["content_block_location", "start_block_index", "end_block_index"],
} as const;

/**
 * One citation on the block that it covers.
 * @param path canonical path of the citation
 */
export function encodeCitation(citation: Citation, path: Path, report: (issue: Issue) => void): WireCitation {
  switch (citation.kind) {
    case "url": {
      const { kind, url, title, citedText, start, end, encryptedIndex, confidence, ...rest } = citation;
      rest satisfies NothingLeft;
      if (confidence !== undefined)
        report(dropped("dropped.field", [...path, "confidence"], "This style does not say how sure a citation is.", { severity: "info" }));
      if (encryptedIndex === undefined)
        report(
          approximated(
            "approximated.citation",
            path,
            "The citation covers a whole text block here, and has no text of its source and no index into the search results.",
          ),
        );
      return {
        type: "web_search_result_location",
        cited_text: citedText ?? "",
        url,
        title: title ?? null,
        encrypted_index: encryptedIndex ?? "",
      };
    }
    case "document": {
      const { kind, unit, documentIndex, title, citedText, start, end, fileId, ...rest } = citation;
      rest satisfies NothingLeft;
      const [type, first, last] = DOCUMENT_KINDS[unit];
      return {
        type,
        cited_text: citedText,
        document_index: documentIndex,
        document_title: title ?? null,
        [first]: start,
        [last]: end,
        ...compact({ file_id: fileId }),
      };
    }
    case "search-result": {
      const { kind, source, title, citedText, resultIndex, start, end, ...rest } = citation;
      rest satisfies NothingLeft;
      return {
        type: "search_result_location",
        cited_text: citedText,
        source,
        title: title ?? null,
        search_result_index: resultIndex,
        start_block_index: start,
        end_block_index: end,
      };
    }
    default:
      return citation satisfies never;
  }
}

/** A piece of a text and those of its citations that cover it, as they are written. */
export interface Piece {
  readonly text: string;
  readonly citations: readonly WireCitation[];
}

/** Times that a citation is repeated on average, from piece to piece: ranges that all overlap would make its square of n citations. */
const MOST_REPEATED = 16;

/**
 * A text cut at every border of its citations, so that each piece is covered by whole citations only. Citations without a
 * range cover all of the text.
 * @param offset where the text starts in the visible text of the answer
 * @returns one piece at least; `thinned` where so many citations overlap that each stands on the last of its pieces only
 */
export function splitAtCitations(
  text: string,
  citations: readonly { readonly citation: Citation; readonly written: WireCitation }[],
  offset: number,
): { readonly pieces: readonly Piece[]; readonly thinned: boolean } {
  const ranges = citations.map(({ citation, written }) => ({ ...rangeIn(text, citation, offset), written }));
  const ends = [...new Set([text.length, ...ranges.flatMap(({ start, end }) => (start === 0 ? [end] : [start, end]))])].sort(
    (a, b) => a - b,
  );
  const places = new Map(ends.map((end, index) => [end, index]));
  const covered = ranges.map(({ start, end, written }) => ({
    first: start === 0 ? 0 : (places.get(start) ?? 0) + 1,
    last: places.get(end) ?? 0,
    written,
  }));
  const repeats = covered.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const thinned = repeats > MOST_REPEATED * Math.max(citations.length, MOST_REPEATED);
  const pieces = ends.map((end, index): { readonly text: string; readonly citations: WireCitation[] } => ({
    text: text.slice(ends[index - 1] ?? 0, end),
    citations: [],
  }));
  for (const { first, last, written } of covered)
    for (let index = thinned ? last : first; index <= last; index++) pieces[index]?.citations.push(written);
  return { pieces, thinned };
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
