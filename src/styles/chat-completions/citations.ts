/**
 * Annotations of an answer: `url_citation` with offsets into the message's text, counted in UTF-16 units.
 *
 *     {"type": "url_citation", "url_citation": {"start_index": 0, "end_index": 2, "title": "T", "url": "https://a"}}
 */

import { approximated, brief } from "../../core/issue.js";
import { compact, type Only } from "../../core/json.js";
import { hasMembers } from "../../core/lenient-parse.js";
import { nameOf } from "../../core/trace.js";
import { dropFields } from "../../model/extensions.js";
import type { Citation } from "../../model/index.js";
import type { Cited } from "../shared/codec.js";
import type { PartTarget } from "./assistant-encoder.js";
import { STYLE } from "./wire.js";
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
    citedText: content || undefined,
    start: start_index ?? undefined,
    end: end_index ?? undefined,
  });
}

type Span = Readonly<Record<"start" | "end", number>>;

/** Those that have a form here. @param span where in the visible text of the choice stands what one without offsets of its own covers */
export function encodeCitations(cited: readonly Cited[], span: Span, { own, report }: Pick<PartTarget, "own" | "report">): Annotation[] {
  return cited.flatMap(({ citation, path }): Annotation[] => {
    if (citation.kind !== "url") {
      const message = `chat-completions cites web pages only; the citation of a ${citation.kind} was left out.`;
      report(approximated("approximated.citation", path, message, { from: brief(citation.citedText) }));
      return [];
    }
    citation satisfies Only<typeof citation, "kind" | "url" | "title" | "citedText" | "start" | "end" | "encryptedIndex" | "confidence">;
    const { url, title, citedText, start, end, encryptedIndex, confidence } = citation;
    for (const [field, value = ""] of Object.entries({ citedText: own ? undefined : citedText, encryptedIndex })) {
      const message = `chat-completions has no \`${nameOf(field)}\`; it was left out.`;
      if (value !== "") report(approximated("approximated.citation", [...path, field], message));
    }
    dropFields({ confidence }, "info", path, STYLE, report);
    // X: the text that is cited goes back where it came from; no vendor documents it.
    const content = own ? citedText : undefined;
    const place = { start_index: start ?? span.start, end_index: end ?? span.end };
    return [{ type: "url_citation", url_citation: compact({ url, title: title ?? "", ...place, content }) }];
  });
}
