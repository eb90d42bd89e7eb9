/**
 * Annotations of an answer: `url_citation` with offsets into the message's text, counted in UTF-16 units.
 *
 *     {"type": "url_citation", "url_citation": {"start_index": 0, "end_index": 2, "title": "T", "url": "https://a"}}
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Citation, StyleName } from "../../model/index.js";
import { hasMembers } from "./empty.js";
import type { Annotation } from "./wire-answer.js";

/** Undefined when the annotation is of a kind that is not understood, or has fields that a citation cannot hold. */
export function decodeAnnotation(annotation: Annotation): Citation | undefined {
  const { type, url_citation: citation, ...rest } = annotation;
  if ((type ?? "url_citation") !== "url_citation" || citation === null || citation === undefined) return undefined;
  const { url, title, start_index, end_index, content, ...citationRest } = citation;
  if (typeof url !== "string" || hasMembers(rest) || hasMembers(citationRest)) return undefined;
  return compact({
    kind: "url" as const,
    url,
    title: title ?? undefined,
    citedText: content ?? undefined,
    start: start_index ?? undefined,
    end: end_index ?? undefined,
  });
}

/** Where the text that a citation belongs to stands in the visible text of the choice. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * @param span used where the citation has no offsets of its own: it covers its whole part then
 * @param path that of the citation in the canonical value written, for what is lost
 * @returns undefined when the citation has no form here
 */
export function encodeCitation(
  citation: Citation,
  span: Span,
  path: Path,
  options: { readonly from?: StyleName },
  report: (issue: Issue) => void,
): Annotation | undefined {
  if (citation.kind !== "url") {
    report(
      approximated(
        "approximated.citation",
        path,
        `chat-completions cites web pages only; the citation of a ${citation.kind === "document" ? "document" : "search result"} is left out.`,
        { from: brief(citation.citedText) },
      ),
    );
    return undefined;
  }
  const { kind: _kind, url, title, citedText, start, end, encryptedIndex, confidence, ...rest } = citation;
  rest satisfies NothingLeft;
  const ownText = options.from === "chat-completions" ? citedText : undefined;
  if (ownText === undefined && citedText !== undefined && citedText !== "") lost("citedText", "text that is cited", path, report);
  if (encryptedIndex !== undefined && encryptedIndex !== "")
    lost("encryptedIndex", "index by which its own service finds the page again", path, report);
  if (confidence !== undefined)
    report(
      dropped("dropped.field", [...path, "confidence"], "A chat-completions annotation has no place for a confidence.", {
        severity: "info",
        from: confidence,
      }),
    );
  return {
    type: "url_citation",
    url_citation: compact({
      url,
      title: title ?? "",
      start_index: start ?? span.start,
      end_index: end ?? span.end,
      // X: goes back where it came from; no vendor documents it.
      content: ownText,
    }),
  };
}

function lost(field: string, what: string, path: Path, report: (issue: Issue) => void): void {
  report(approximated("approximated.citation", [...path, field], `A chat-completions annotation has no place for the ${what}.`));
}
