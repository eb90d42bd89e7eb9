/**
 * Whole answers. A candidate may lack content, index and finish reason; a blocked prompt has no candidates at all and reports it
 * in `promptFeedback`.
 */

import { approximated, fail, failure, type Path, type Report } from "../../core/issue.js";
import { asJson, compact, plain, soleOf } from "../../core/json.js";
import { isEmpty, lenientParseWhole, type Mended } from "../../core/lenient-parse.js";
import { refused } from "../../core/schema.js";
import { given } from "../../model/common.js";
import { errorIn, reportedError } from "../../model/error.js";
import { keepUnknown, restoreUnknown, without } from "../../model/extensions.js";
import type { CanonicalResponse } from "../../model/index.js";
import { decodedFrom, encodeEnvelope } from "../shared/codec.js";
import type { ResponseCodec } from "../style.js";
import { AnswerParts, decodeCandidate, encodeCandidate } from "./candidate.js";
import { error } from "./error.js";
import { ANSWER } from "./fields.js";
import { decodeUsage, encodeUsage, isBlock, isReason, USAGE_FIELDS } from "./finish.js";
import { camelCased, readRenamed, relocate } from "./names.js";
import { type DocumentScope, decodeScope, type EncodeScope, encodeScope, STYLE } from "./scope.js";
import { withNames } from "./stream.js";
import { secondsOf } from "./wire.js";
import { type GenerateContentCandidate, GenerateContentResponse, isContent } from "./wire-answer.js";

const FIELDS = {
  id: ["responseId"],
  model: ["modelVersion"],
  created: ["createTime"],
  choices: ["candidates"],
  usage: ["usageMetadata"],
  "promptBlock.reason": ["promptFeedback", "blockReason"],
  "promptBlock.message": ["promptFeedback", "blockReasonMessage"],
  promptBlock: ["promptFeedback"],
} as const;
/** An answer may lack any of them, but not all. */
const KNOWN = ["candidates", "promptFeedback", "usageMetadata", "modelVersion", "responseId"] as const;
export const response: ResponseCodec<GenerateContentResponse> = {
  decode(body, options = {}) {
    const isJson = asJson(body).ok;
    const foundError = isJson ? errorIn(body, ["candidates", "promptFeedback", "prompt_feedback"]) : undefined;
    if (foundError !== undefined) return fail([reportedError(error.decode({ body }).value, foundError, "response.error_body")]);
    // A stream that was asked for without SSE is an array of answers; one alone is a whole answer.
    const sole = isJson ? soleOf(body) : undefined;
    const [prefix, document] = sole === undefined ? [[], body] : [[0], sole];
    const inBody = (path: Path) => [...prefix, ...path];
    const whole = readRenamed(GenerateContentResponse, document, "R-156");
    const mended: Mended<GenerateContentResponse> =
      whole.ok || !isJson ? whole : lenientParseWhole(GenerateContentResponse, withNames(camelCased(plain(document))), whole, isContent);
    const read = mended.ok && !isAnswer(mended.value) ? whole : mended;
    const moved = (at: (path: Path) => Path) => read.issues.map((issue) => ({ ...issue, path: at(issue.path) }));
    if (!read.ok) return refused(moved(inBody), "R-156");
    const message = "This is no answer: it has nothing that one has.";
    if (!isAnswer(read.value)) return fail([failure("validation.R-156", prefix, message, { rule: "R-156", expected: "candidates" })]);
    const inSource = (path: Path) => relocate(inBody(path), body);
    const scope = decodeScope(options, { issues: moved(inSource), given: (path) => inSource(mended.given?.(path) ?? path) });
    return decodedFrom(decodeResponse(read.value, scope), read.value, scope);
  },
  encode(canonical, options = {}) {
    const scope = encodeScope("response", canonical.model ?? options.context?.model ?? "unknown", options);
    return scope.log.settle(encodeResponse(canonical, scope));
  },
};

/** Whether it holds anything that an answer has. */
export function isAnswer(wire: GenerateContentResponse): boolean {
  return KNOWN.some((key) => wire[key] != null);
}

/** What an answer holds beside unknown fields. */
const ENVELOPE: ReadonlySet<string> = new Set([...KNOWN, "createTime"]);

/** Facts about the whole answer, but for its counts. @param path that of the wire's object, for issues */
export function decodeEnvelope(wire: GenerateContentResponse, path: Path, report: Report, createTime = wire.createTime) {
  const { responseId, modelVersion, promptFeedback } = wire;
  const created = createTime == null ? undefined : secondsOf(createTime, [...path, "createTime"], report);
  const beside = without(wire, ENVELOPE);
  const rest = createTime != null && created === undefined ? { ...beside, createTime } : beside;
  // Why the prompt was refused, and what stands beside that.
  const { blockReason, blockReasonMessage, ...others } = promptFeedback ?? {};
  const block = { reason: String(blockReason), ...compact({ message: blockReasonMessage ?? undefined }) };
  // Servers that write every field write the word for none.
  const promptBlock = isReason(blockReason) && !block.reason.endsWith("_UNSPECIFIED") ? block : undefined;
  const feedback = promptBlock === undefined ? { ...promptFeedback, blockReason: blockReason || undefined } : others;
  const { extensions } = keepUnknown(STYLE, rest, [["promptFeedback", feedback]]);
  return { id: responseId || undefined, model: modelVersion || undefined, created, promptBlock, extensions };
}

function decodeResponse(wire: GenerateContentResponse, scope: DocumentScope): CanonicalResponse {
  const { usageMetadata, responseId } = wire;
  const head = decodeEnvelope(wire, [], scope.report);
  const { promptBlock } = head;
  const candidates = wire.candidates ?? [];
  const numbers = numbersOf(candidates, scope.report);
  const choices = candidates.map((candidate, position) => {
    const reader = new AnswerParts(numbers[position] ?? position, responseId || given(scope.options.responseId) || "", scope);
    return decodeCandidate(candidate, position, reader, scope);
  });
  if (choices.length === 0 && promptBlock !== undefined) {
    const finish = { reason: "content-filter", ...compact({ message: promptBlock.message }) } as const;
    const choice = { index: 0, parts: [], finish };
    choices.push(scope.trace.mark(choice, ["promptFeedback"], { "finish.message": ["blockReasonMessage"] }));
  }
  const usage =
    usageMetadata == null || isEmpty(usageMetadata)
      ? undefined
      : scope.trace.mark(decodeUsage(usageMetadata, ["usageMetadata"], scope.report), ["usageMetadata"], USAGE_FIELDS);
  return scope.trace.mark(compact({ choices, usage, ...head }), [], FIELDS);
}

/** The number of each candidate: its own, or the next free one where that is none or another candidate has it. */
function numbersOf(candidates: readonly GenerateContentCandidate[], report: Report): number[] {
  const taken = new Set<number>();
  let free = 0;
  return candidates.map(({ index }, position) => {
    const given = index ?? position;
    while (taken.has(free)) free++;
    const number = given < 0 || taken.has(given) ? free : given;
    taken.add(number);
    const message = `Index ${given} is taken or negative; this is choice ${number}.`;
    if (number !== given) report(approximated("approximated.reordered", ["candidates", position], message, { from: given, to: number }));
    return number;
  });
}

function encodeResponse(canonical: CanonicalResponse, scope: EncodeScope): GenerateContentResponse {
  const { choices, usage, promptBlock, extensions } = canonical;
  const { report } = scope;
  const { id: responseId, model: modelVersion, fields } = encodeEnvelope(canonical, ANSWER, scope);
  // A blocked prompt is stated by `promptFeedback` alone; what the choice states beyond it has no place there.
  const isBlocked = promptBlock !== undefined && choices.every(({ parts, finish }) => parts.length === 0 && isBlock(finish));
  for (const [index, { finish }] of isBlocked ? choices.entries() : []) {
    const message = "A blocked prompt has one message, that of `promptFeedback`.";
    if (finish.message !== undefined && finish.message !== promptBlock?.message)
      report(approximated("approximated.finish_reason", ["choices", index, "finish", "message"], message));
  }
  const body = compact({
    candidates: isBlocked ? undefined : choices.map((choice, index) => encodeCandidate(choice, ["choices", index], scope)),
    promptFeedback: promptBlock && encodeFeedback(promptBlock),
    usageMetadata: usage && encodeUsage(usage, scope.options, ["usage"], report),
    modelVersion,
    responseId,
    ...fields,
  });
  return restoreUnknown(body, extensions, STYLE);
}

export function encodeFeedback({ reason, message }: NonNullable<CanonicalResponse["promptBlock"]>) {
  return { blockReason: reason, ...compact({ blockReasonMessage: message }) };
}
