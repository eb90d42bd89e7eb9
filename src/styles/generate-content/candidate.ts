/**
 * A choice as a candidate, both directions: its parts, of which adjacent texts are joined as a stream would join them, why it ended, and
 * the facts about it as a whole. Chances of tokens are `{ content: [{ token, logprob, bytes, top_logprobs }] }` in the model: bytes are the
 * UTF-8 of the token; token ids are the vendor's own and are left out.
 */

import { approximated, equivalent, type Path, type Report } from "../../core/issue.js";
import { compact, isJsonArray, isJsonObject, type Only, sameJson } from "../../core/json.js";
import { dropAll, dropFields, hasOnly, restoreUnknown } from "../../model/extensions.js";
import { AnswerIds } from "../../model/ids.js";
import type { Choice, Finish, Json, JsonObject, Part, TextPart } from "../../model/index.js";
import { CALLED, citedBy } from "../shared/codec.js";
import { CandidateFacts } from "./citations.js";
import { decodeFinish, encodeFinish, isReason, reportStop } from "./finish.js";
import { encodeGrounding, type Searches, type Span, Spans, withSearch } from "./grounding.js";
import { decodePart, encodePart, type PartPlace } from "./parts.js";
import { type DecodeScope, type DocumentScope, type EncodeScope, STYLE } from "./scope.js";
import { reportCommands } from "./server-tools.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate, GenerateContentLogprobs } from "./wire-answer.js";

const NO_FIELD = "The chances of tokens have no such field.";
const CHOICE_FIELDS = {
  parts: ["content", "parts"],
  finish: ["finishReason"],
  "finish.message": ["finishMessage"],
  logprobs: ["logprobsResult"],
} as const;

/** Reads the parts of one candidate in order, and counts what ids are made from; whole answers and streams alike. */
export class AnswerParts extends AnswerIds implements PartPlace {
  lastServerId: string | undefined = undefined;

  constructor(
    choice: number,
    responseId: string,
    private readonly scope: DecodeScope,
  ) {
    super({ responseId, context: scope.context, report: scope.report }, choice);
  }

  read(wire: GenerateContentPart, path: Path): Part | undefined {
    const { served } = this;
    const part = decodePart(wire, path, this, this.scope);
    if (part?.type === "tool-call") this.called(part.name, [...path, "functionCall"]);
    const isServed = part?.type === "code-call" || part?.type === "server-tool-call";
    // Calls count, with an id or without, and no results.
    this.served = isServed ? served + 1 : served;
    if (isServed) this.lastServerId = part.id;
    return part;
  }
}

export function decodeCandidate(candidate: GenerateContentCandidate, position: number, reader: AnswerParts, scope: DocumentScope): Choice {
  const { content, finishReason, finishMessage, logprobsResult } = candidate;
  const path = ["candidates", position];
  const spans: (Span & { readonly owner: TextPart })[] = [];
  const parts: Part[] = [];
  let visible = 0;
  for (const [number, wire] of (content?.parts ?? []).entries()) {
    const part = reader.read(wire, [...path, "content", "parts", number]);
    if (part === undefined) continue;
    if (part.type === "text") {
      spans.push({ part: number, start: visible, text: part.text, owner: part });
      visible += part.text.length;
    }
    parts.push(part);
  }
  const facts = new CandidateFacts();
  facts.add(candidate, path, scope.report);
  const { citations, extensions } = facts.take(spans, scope, scope.options.own === true);
  for (const span of spans) if (citations.has(span)) Object.assign(span.owner, { citations: citations.get(span) });
  const calls = reader.calls > 0;
  if (!isReason(finishReason) && calls)
    scope.report(approximated("approximated.finish_reason", [...path, "finishReason"], CALLED, { from: finishReason ?? null, to: "STOP" }));
  const logprobs = decodeLogprobs(logprobsResult, [...path, "logprobsResult"], scope.report);
  const finish = decodeFinish(finishReason, finishMessage, calls);
  return scope.trace.mark({ index: reader.choice, parts, finish, ...compact({ logprobs, extensions }) }, path, CHOICE_FIELDS);
}

/** What is known of a candidate at its end. */
interface Ended {
  readonly finish: Finish;
  /** Where the finish stands. */
  readonly path: Path;
  /** Whether it calls, where that is another style's. */
  readonly called: boolean | undefined;
  /** A part of it is a refusal. */
  readonly refused: boolean;
  readonly spans: Spans;
  readonly searches: Searches | undefined;
  readonly logprobs: GenerateContentCandidate["logprobsResult"];
}

/** Why a candidate ended, and the facts about it as a whole. */
export function encodeEnd(report: Report, { finish, path, called, refused, spans, searches, logprobs }: Ended) {
  if (called !== undefined) reportStop(finish, called, path, report);
  // A refusal is text here, so only the reason shows it.
  const isHidden = refused && finish.reason === "stop" && finish.native?.style !== STYLE;
  const grounding = encodeGrounding(spans, searches, path.slice(0, -1), report);
  const reason = encodeFinish(isHidden ? { ...finish, reason: "refusal" } : finish, path, report);
  return { reason, facts: { ...grounding, ...compact({ logprobsResult: logprobs }) } };
}

/** Ratings are in the words of the style that they are from. */
export const FOREIGN = { safety: "info" } as const;

export function encodeCandidate(choice: Choice, path: Path, scope: EncodeScope): GenerateContentCandidate {
  choice satisfies Only<typeof choice, "index" | "parts" | "finish" | "logprobs" | "safety" | "extensions">;
  const { index, parts, finish, logprobs, extensions } = choice;
  const { own, report } = scope;
  const { wire, spans } = encodeParts(choice, path, scope);
  let searches: Searches | undefined;
  if (!own) for (const part of parts) searches = withSearch(searches, part);
  dropFields(choice, FOREIGN, path, STYLE, report);
  const { reason, facts } = encodeEnd(report, {
    finish,
    path: [...path, "finish"],
    called: own ? undefined : parts.some(({ type }) => type === "tool-call"),
    refused: parts.some(({ type }) => type === "refusal"),
    spans,
    searches,
    logprobs: encodeLogprobs(logprobs, [...path, "logprobs"], report),
  });
  const content = { role: "model", parts: wire.length === 0 ? [{ text: "" }] : wire };
  return restoreUnknown(Object.assign({ content }, reason, { index }, facts), extensions, STYLE);
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
      const cited = part.type === "text" ? citedBy(part.citations, at) : [];
      if (next.text === "" && isPlain(next) && cited.length === 0) continue;
      const last = wire.at(-1);
      const joins =
        last?.text != null && last.thoughtSignature == null && isPlain(next) && (last.thought === true) === (next.thought === true);
      if (joins) {
        wire[wire.length - 1] = { ...last, text: last.text + next.text };
        for (const joined of scope.own ? [] : isSummary ? [first] : [first, at])
          if (joined !== undefined) scope.report(equivalent(joined, JOINED));
      } else wire.push(next);
      first = joins || isSummary ? undefined : at;
      if (next.text == null || next.thought === true) continue;
      const span = (joins && spans.last) || spans.open(wire.length - 1);
      for (const each of cited) spans.cite(each, { part: span.part, start: spans.length, text: next.text });
      spans.add(span, next.text);
    }
  }
  reportCommands(parts, path, scope);
  return { wire, spans };
}

const JOINED = "Texts in a row are one part; the way back has them joined.";

const TEXT = ["text", "thought"];

/** Text or thought with no mark of its own. */
function isPlain(part: GenerateContentPart): part is GenerateContentPart & { readonly text: string } {
  return part.text != null && hasOnly(part, TEXT);
}

type Chance = NonNullable<GenerateContentLogprobs["chosenCandidates"]>[number];

/**
 * Undefined when there are none.
 * @param path that of the wire's object, for issues
 */
export function decodeLogprobs(wire: GenerateContentLogprobs | null | undefined, path: Path, report: Report): Json | undefined {
  if (wire === null || wire === undefined) return undefined;
  const { chosenCandidates, topCandidates, ...rest } = wire;
  const numbered = new Set<string>();
  const read = (name: string, list: readonly Chance[] | null | undefined, at: Path) =>
    (list ?? []).map(({ token, logProbability, tokenId, ...others }, index) => {
      dropAll(others, [...at, index], NO_FIELD, report);
      if (tokenId != null) numbered.add(name);
      const text = token ?? "";
      return { token: text, logprob: logProbability ?? 0, bytes: bytesOf(text) };
    });
  dropAll(rest, path, NO_FIELD, report);
  const chosen = read("chosenCandidates", chosenCandidates, [...path, "chosenCandidates"]);
  if ((topCandidates?.length ?? 0) > chosen.length) dropAll({ topCandidates }, path, "There are more lists than chosen tokens.", report);
  const tops = topCandidates?.map(({ candidates, ...beside }, index) => {
    const at = [...path, "topCandidates", index];
    dropAll(beside, at, NO_FIELD, report);
    return read("topCandidates", candidates, [...at, "candidates"]);
  });
  for (const name of numbered) report(equivalent([...path, name], "Token numbers are left out."));
  if (chosen.length === 0) return undefined;
  return { content: chosen.map((chance, index) => ({ ...chance, top_logprobs: tops?.[index] ?? [] })), refusal: null };
}

function bytesOf(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}

/**
 * Undefined when there is nothing to write.
 * @param path the canonical path of the chances, for issues
 */
export function encodeLogprobs(logprobs: Json | undefined, path: Path, report: Report): GenerateContentLogprobs | undefined {
  if (!isJsonObject(logprobs)) return undefined;
  const { content, refusal, ...rest } = logprobs;
  const isRefused = isJsonArray(refusal) && refusal.length > 0;
  const others = { refusal: isRefused ? refusal : null, content: isJsonArray(content) ? null : content, ...rest };
  dropAll(others, path, "generate-content has chances of the visible text only.", report);
  if (!isJsonArray(content) || content.length === 0) return undefined;
  const at = [...path, "content"];
  let hasBytes = true;
  let isText = true;
  const write = (list: readonly Json[], place: Path) =>
    list.map((entry, index): Chance => {
      const { token, logprob, bytes = null, top_logprobs: _tops, ...unknown } = objectOf(entry);
      dropAll(unknown, [...place, index], NO_FIELD, report);
      hasBytes &&= bytes !== null;
      isText &&= typeof token === "string" && sameJson(bytes, bytesOf(token));
      return compact({
        token: typeof token === "string" ? token : undefined,
        logProbability: typeof logprob === "number" ? logprob : undefined,
      });
    });
  const chosenCandidates = write(content, at);
  const topCandidates = content.map((entry, index) => {
    const { top_logprobs: tops = null } = objectOf(entry);
    return { candidates: isJsonArray(tops) ? write(tops, [...at, index, "top_logprobs"]) : [] };
  });
  if (!hasBytes) report(equivalent(at, "The bytes of a token are those of its text; the way back has them."));
  else if (!isText) report(approximated("dropped.value", at, "generate-content has tokens as text only; other bytes are left out."));
  return { chosenCandidates, ...(topCandidates.some(({ candidates }) => candidates.length > 0) ? { topCandidates } : {}) };
}

function objectOf(entry: Json): JsonObject {
  return isJsonObject(entry) ? entry : {};
}
