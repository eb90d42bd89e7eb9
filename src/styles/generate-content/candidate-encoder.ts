/** A choice as a candidate: its parts, adjacent texts joined as a stream would join them, and the facts about it as a whole. */

import { equivalent, type Path } from "../../core/issue.js";
import { compact, type NothingLeft } from "../../core/json.js";
import { dropFields, restoreUnknown } from "../../model/extensions.js";
import type { Choice, Finish, TextPart } from "../../model/index.js";
import { encodeFinish, reportStop } from "./finish.js";
import { type Cited, type CitedSpan, encodeGrounding, type Searches, Spans, withSearch } from "./grounding.js";
import { encodeLogprobs } from "./logprobs.js";
import { encodePart } from "./parts.js";
import { type EncodeScope, STYLE } from "./scope.js";
import { reportCommands } from "./server-tools.js";
import type { Report } from "./usage.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate } from "./wire-answer.js";

/** What is known of a candidate at its end. */
interface Ended {
  readonly finish: Finish;
  /** Where the finish stands. */
  readonly path: Path;
  /** A part of it is a refusal. */
  readonly refused: boolean;
  readonly spans: readonly CitedSpan[];
  readonly searches: Searches | undefined;
  readonly logprobs: GenerateContentCandidate["logprobsResult"];
}

/** Why a candidate ended, and the facts about it as a whole. */
export function encodeEnd({ finish, path, refused, spans, searches, logprobs }: Ended, report: Report) {
  // A refusal is text here, so only the reason shows it.
  const isHidden = refused && finish.reason === "stop" && finish.native?.style !== STYLE;
  const grounding = encodeGrounding(spans, searches, report);
  const reason = encodeFinish(isHidden ? { ...finish, reason: "refusal" } : finish, path, report);
  return { reason, facts: { ...grounding, ...compact({ logprobsResult: logprobs }) } };
}

/** Ratings are in the words of the style that they are from. */
export const FOREIGN = { safety: "info" } as const;

export function encodeCandidate(choice: Choice, path: Path, scope: EncodeScope): GenerateContentCandidate {
  const { index, parts, finish, logprobs, safety: _safety, extensions, ...rest } = choice;
  rest satisfies NothingLeft;
  const { own, report } = scope;
  const { wire, spans } = encodeParts(choice, path, scope);
  let searches: Searches | undefined;
  if (!own) {
    for (const part of parts) searches = withSearch(searches, part);
    const called = parts.some(({ type }) => type === "tool-call");
    reportStop(finish, called, [...path, "finish"], report);
  }
  dropFields(choice, FOREIGN, path, STYLE, report);
  const { reason, facts } = encodeEnd(
    {
      finish,
      path: [...path, "finish"],
      refused: parts.some(({ type }) => type === "refusal"),
      spans: spans.closed([], path, report),
      searches,
      logprobs: encodeLogprobs(logprobs, [...path, "logprobs"], report),
    },
    report,
  );
  const content = { role: "model", parts: wire.length === 0 ? [{ text: "" }] : wire };
  return restoreUnknown({ content, ...reason, index, ...facts }, extensions, STYLE);
}

function encodeParts({ parts }: Choice, path: Path, scope: EncodeScope) {
  const wire: GenerateContentPart[] = [];
  const spans = new Spans();
  /** Where the last part came from, as long as nothing was joined to it. */
  let first: Path | undefined;
  for (const [index, part] of parts.entries()) {
    const at = [...path, "parts", index];
    // Of a summary it is reported already that the way back gives another thought.
    const isSummary = part.type === "thinking" && part.summary === true;
    for (const next of encodePart(part, at, scope)) {
      if (next.text === "" && isPlain(next)) continue;
      const last = wire.at(-1);
      const joins =
        last?.text != null && last.thoughtSignature == null && isPlain(next) && (last.thought === true) === (next.thought === true);
      if (joins) {
        wire[wire.length - 1] = { ...last, text: last.text + next.text };
        if (!scope.own) for (const joined of isSummary ? [first] : [first, at]) reportJoined(joined, scope);
      } else wire.push(next);
      first = joins || isSummary ? undefined : at;
      if (next.text == null || next.thought === true) continue;
      const span = (joins ? spans.last : undefined) ?? spans.open(wire.length - 1);
      if (part.type === "text") for (const cited of citedBy(part, spans.length, at)) spans.cite(span, cited);
      spans.add(span, next.text);
    }
  }
  reportCommands(parts, path, scope);
  return { wire, spans };
}

function reportJoined(path: Path | undefined, { report }: EncodeScope): void {
  const message = "Texts that follow each other are one part, as in a stream; the way back gives them joined.";
  if (path !== undefined) report(equivalent(path, message));
}

/** Text or thought with no mark of its own. */
function isPlain(part: GenerateContentPart): part is GenerateContentPart & { readonly text: string } {
  return part.text != null && Object.keys(part).every((key) => key === "text" || key === "thought");
}

/** Citations with their range: one without covers the whole of its part. */
function citedBy({ text, citations = [] }: TextPart, start: number, path: Path): Cited[] {
  return citations.map((citation, index) => {
    const range = { start, end: start + text.length };
    return { citation: citation.kind === "url" ? { ...range, ...citation } : citation, path: [...path, "citations", index] };
  });
}
