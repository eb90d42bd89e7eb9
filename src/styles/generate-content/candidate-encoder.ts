/** A choice as a candidate: its parts, adjacent texts joined as a stream would join them, and the grounding of its text. */

import { addAll } from "../../core/collections.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { dropped, equivalent } from "../../core/issue.js";
import { isJsonArray, isJsonObject, type Json } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { Choice, Citation, Part, TextPart } from "../../model/index.js";
import { encodeFinish, reportStop } from "./finish.js";
import { type CitedSpan, encodeGrounding, restoreLeft } from "./grounding-encoder.js";
import { encodeLogprobs } from "./logprobs.js";
import { encodePart } from "./parts.js";
import { type EncodeScope, STYLE } from "./scope.js";
import { reportCommands } from "./server-tools.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate } from "./wire-answer.js";

export function encodeCandidate(choice: Choice, path: Path, scope: EncodeScope): GenerateContentCandidate {
  const { index, parts, finish, logprobs, safety, grounding, extensions, ...rest } = choice;
  rest satisfies NothingLeft;
  const { report } = scope;
  const { wire, spans } = encodeParts(parts, path, scope);
  const { queries, hits } = scope.own ? { queries: [], hits: [] } : searchesOf(parts);
  for (const [field, value] of Object.entries({ safety, grounding }))
    if (value !== undefined && !scope.own)
      report(
        dropped("dropped.field", [...path, field], "This is in another style's words and has no place in a generate-content answer.", {
          severity: "info",
        }),
      );
  dropUnknown(extensions, STYLE, path, report);
  if (!scope.own)
    reportStop(
      finish,
      parts.some(({ type }) => type === "tool-call"),
      [...path, "finish"],
      report,
    );
  // A refusal is text here, so the reason has to say what it was.
  const refused = finish.reason === "stop" && finish.native?.style !== STYLE && parts.some(({ type }) => type === "refusal");
  const left = restoreLeft(extensions);
  const candidate = {
    content: { role: "model", parts: wire.length === 0 ? [{ text: "" }] : wire },
    ...encodeFinish(refused ? { ...finish, reason: "refusal" } : finish, [...path, "finish"], report),
    index,
    ...compact({
      groundingMetadata: encodeGrounding(spans, queries, hits, left.grounding, report),
      citationMetadata: left.citationMetadata,
      logprobsResult: encodeLogprobs(logprobs, [...path, "logprobs"], report),
      safetyRatings: scope.own ? safety : undefined,
    }),
  };
  return restoreUnknown(candidate, left.others, STYLE);
}

function encodeParts(parts: readonly Part[], path: Path, scope: EncodeScope) {
  const { report } = scope;
  const wire: GenerateContentPart[] = [];
  const spans: OpenSpan[] = [];
  let visible = 0;
  /** Where the last part came from, as long as nothing was joined to it. */
  let first: Path | undefined;
  parts.forEach((part, index) => {
    const at = [...path, "parts", index];
    const cited = part.type === "text" ? citedBy(part, visible, at) : [];
    for (const next of encodePart(part, at, scope)) {
      const last = wire.at(-1);
      const empty = next.text === "" && plainText(next);
      if (empty) continue;
      const joins =
        last?.text != null && last.thoughtSignature == null && plainText(next) && (last.thought === true) === (next.thought === true);
      if (joins) wire[wire.length - 1] = { ...last, text: last.text + next.text };
      else wire.push(next);
      // Of a summary it was said already that the way back gives another thought.
      const told = part.type === "thinking" && part.summary === true;
      if (!joins) first = told ? undefined : at;
      else if (!scope.own) {
        const message = "Texts that follow each other are one part, as in a stream; the way back gives them joined.";
        if (first !== undefined) report(equivalent(first, message));
        first = undefined;
        if (!told) report(equivalent(at, message));
      }
      if (next.text == null || next.thought === true) continue;
      const span = spans.at(-1);
      if (joins && span !== undefined && span.part === wire.length - 1) addTo(span, next.text, cited);
      else spans.push({ part: wire.length - 1, start: visible, text: next.text, citations: [...cited] });
      visible += next.text.length;
    }
  });
  reportCommands(parts, path, scope);
  return { wire, spans };
}

/** The last span, while texts may still be joined to it. */
interface OpenSpan extends CitedSpan {
  text: string;
  readonly citations: CitedSpan["citations"][number][];
}

function addTo(span: OpenSpan, text: string, cited: CitedSpan["citations"]): void {
  span.text += text;
  addAll(span.citations, cited);
}

/** Text or thought with no mark of its own. */
function plainText(part: GenerateContentPart): part is GenerateContentPart & { readonly text: string } {
  return part.text != null && Object.keys(part).every((key) => key === "text" || key === "thought");
}

/** Citations with their range: one without covers the whole of its part. */
function citedBy({ text, citations = [] }: TextPart, start: number, path: Path): CitedSpan["citations"] {
  return citations.map((citation, index): { readonly citation: Citation; readonly path: Path } => ({
    citation:
      citation.kind === "url" ? { ...citation, start: citation.start ?? start, end: citation.end ?? start + text.length } : citation,
    path: [...path, "citations", index],
  }));
}

/** What another vendor's service searched for, and what it found. */
function searchesOf(parts: readonly Part[]) {
  const queries = parts.flatMap((part) => (part.type === "server-tool-call" && part.name === "web_search" ? queryOf(part.input) : []));
  const hits = parts.flatMap((part) => (part.type === "server-tool-result" && part.name === "web_search" ? (part.result ?? []) : []));
  return { queries, hits };
}

function queryOf(input: Json): string[] {
  if (!isJsonObject(input)) return [];
  const { query, queries } = input;
  if (typeof query === "string") return [query];
  return isJsonArray(queries) ? queries.filter((item) => typeof item === "string") : [];
}
