/**
 * Whole answers of chat-completions.
 *
 *     {"id": "chatcmpl-1", "object": "chat.completion", "created": 1700000000, "model": "m",
 *      "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}],
 *      "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { dropped, equivalent, fact, type Issue, notice } from "../../core/issue.js";
import { asJson, isJsonObject, isObject } from "../../core/json.js";
import { lenientParseWhole } from "../../core/lenient-parse.js";
import { fail, type Result } from "../../core/result.js";
import { readBody } from "../../core/schema.js";
import { splitKey, type Trace } from "../../core/trace.js";
import { appended } from "../../model/collect.js";
import { errorBody, errorIn } from "../../model/error.js";
import { textOf, withText } from "../../model/events.js";
import { dropFields, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import { madeCallId } from "../../model/ids.js";
import type { CanonicalResponse, Choice, Json, Part } from "../../model/index.js";
import { restoreToolName } from "../../model/tools.js";
import type { DecodeOptions, EncodeOptions } from "../options.js";
import { type DocumentScope, decodedFrom, decodeScope, encodeEnvelope, encodeScope } from "../shared/codec.js";
import type { Decoded, ResponseCodec } from "../style.js";
import { choiceExtensions, decodeAssistant, isEmptyPart, isGiven } from "./assistant.js";
import { answerTarget, encodeAssistant, LOST_FACTS, type PartTarget, placed } from "./assistant-encoder.js";
import { isContent, isReason, nonEmpty, something, without, withoutNulls } from "./empty.js";
import { error, failureIn } from "./error.js";
import { ANSWER, createdOf } from "./fields.js";
import { decodeFinish, encodeExplanation, encodeFinish, FINISH_FIELDS, isForeignRefusal, isRefusal, unknownWords } from "./finish.js";
import { QUIRKS } from "./quirks.js";
import { decodeUsage, encodeUsage, isCounted, usageFields } from "./usage.js";
import { type AnswerChoice, answerChoiceKeys, ChatCompletionsResponse } from "./wire-answer.js";

export const response: ResponseCodec<ChatCompletionsResponse> = {
  decode(body, options = {}) {
    const read = readBody(ChatCompletionsResponse, body, "R-054");
    if (!read.ok && !asJson(body).ok) return read;
    const errorPath = errorIn(body, ["choices"]) ?? (isObject(body) ? failureIn(body)?.path : undefined);
    if (errorPath !== undefined) return fail([errorBody(error.decode({ body }).value, errorPath)]);
    const found = read.ok ? read : lenientParseWhole(ChatCompletionsResponse, body, read, isContent);
    return found.ok ? decodeResponse(found.value, options, found.issues) : found;
  },
  encode: encodeResponse,
};

const SAFETY = "content_filter_results";
const RESPONSE_FIELDS = { usage: ["usage"], systemFingerprint: ["system_fingerprint"], serviceTier: ["service_tier"] } as const;

function decodeResponse(body: ChatCompletionsResponse, options: DecodeOptions, before: readonly Issue[]): Decoded<CanonicalResponse> {
  const scope = decodeScope(options);
  const { trace, report } = scope;
  for (const issue of before) report(issue);
  const { id, object, created, model, choices, usage, system_fingerprint, service_tier, ...rest } = body;
  const counted = usage && isCounted(usage) ? usage : undefined;
  const value: CanonicalResponse = compact({
    id: id || undefined,
    model: model || undefined,
    created: created ?? undefined,
    choices: decodeChoices(choices, id || options.responseId || "", scope),
    usage: counted ? trace.mark(decodeUsage(counted, ["usage"], report), ["usage"], usageFields(counted)) : undefined,
    serviceTier: service_tier || undefined,
    systemFingerprint: system_fingerprint || undefined,
    ...keepUnknown("chat-completions", {
      ...rest,
      ...(object === "chat.completion" ? {} : { object }),
      ...(counted ? {} : { usage: something(usage) }),
    }),
  });
  trace.mark(value, [], RESPONSE_FIELDS);
  return decodedFrom(value, body, scope);
}

/** One of the choices, and its place among them. */
interface Piece {
  readonly wire: AnswerChoice;
  readonly position: number;
}

type Pieces = [Piece, ...Piece[]];

/**
 * Choices with the same number are one answer; those without are numbered by their place. Some gateways give the text of an
 * answer in the first, and its calls in the next:
 *
 *     [{"index": 0, "message": {"content": "Let me look."}, "finish_reason": "tool_calls"},
 *      {"index": 0, "message": {"content": null, "tool_calls": […]}, "finish_reason": "tool_calls"}]
 */
function decodeChoices(choices: readonly AnswerChoice[], responseId: string, scope: DocumentScope): Choice[] {
  const answers = new Map<number, Pieces>();
  for (const [position, wire] of QUIRKS.oneNumber.rewrite(choices, hasCalls).entries()) {
    const number = wire.index ?? position;
    const known = answers.get(number);
    if (known === undefined) answers.set(number, [{ wire, position }]);
    else known.push({ wire, position });
  }
  return [...answers].map(([number, pieces]) =>
    pieces.length === 1 ? decodeChoice(pieces[0], number, responseId, scope) : joinChoices(pieces, number, responseId, scope),
  );
}

function hasCalls({ message }: AnswerChoice): boolean {
  return (message?.tool_calls?.length ?? 0) > 0 || (message?.function_call ? isGiven(message.function_call) : false);
}

const CHOICE_FIELDS = {
  ...FINISH_FIELDS,
  "finish.refusal.explanation": ["message", "refusal"],
  safety: [SAFETY],
  parts: ["message"],
} as const;

function decodeChoice(piece: Piece, number: number, responseId: string, scope: DocumentScope): Choice {
  const path = ["choices", piece.position];
  const { position: _position, parts, explanation, ...facts } = readPiece(piece, { number, before: 0, responseId }, scope);
  const called = parts.some(({ type }) => type === "tool-call");
  const finish = decodeFinish(piece.wire, called, path, { report: scope.report, styles: scope.options.styles });
  return scope.trace.mark(
    compact({ index: number, parts, finish: explanation === undefined ? finish : { ...finish, refusal: { explanation } }, ...facts }),
    path,
    finish.stopField === undefined ? CHOICE_FIELDS : { ...CHOICE_FIELDS, "finish.stopSequence": [finish.stopField] },
  );
}

/** The parts of all pieces in order. Of what else they state, the last one counts. */
function joinChoices(pieces: Pieces, number: number, responseId: string, scope: DocumentScope): Choice {
  const { trace, report, options } = scope;
  const [first] = pieces;
  let before = 0;
  const read = pieces.map((piece) => {
    const one = readPiece(piece, { number, before, responseId }, scope);
    if (hasCalls(piece.wire)) before += piece.wire.message?.tool_calls?.length || 1;
    const joined = `This is one answer with choice ${first.position}, and is joined to it.`;
    if (piece !== first) report(equivalent(["choices", piece.position], joined));
    return one;
  });
  const parts = joinTexts(
    read.flatMap((one) => one.parts),
    trace,
  );
  const end = pieces.findLast(({ wire }) => isReason(wire.finish_reason)) ?? first;
  const named = pieces.findLast(({ wire }) => nonEmpty(wire.native_finish_reason)) ?? first;
  reportOtherEnds(pieces, end.wire.finish_reason, report);
  const words = { ...end.wire, native_finish_reason: named.wire.native_finish_reason };
  const called = parts.some(({ type }) => type === "tool-call");
  const finish = decodeFinish(words, called, ["choices", end.position], { report, styles: options.styles });
  const explanation = read.map((one) => one.explanation ?? "").join("");
  const facts = joinFacts(read, report);
  const { [SAFETY]: safety, ...unknown } = Object.fromEntries([...facts].map(([key, { value }]) => [key, value]));
  const stop = finish.stopField === undefined ? {} : { "finish.stopSequence": [finish.stopField] };
  const ends = Object.entries({ ...FINISH_FIELDS, ...stop }).map(([field, keys]) => [field, [end.position, ...keys]] as const);
  const places = [...facts].map(([key, { position }]) => {
    const field = key === SAFETY ? "safety" : `extensions.chat-completions.${key}`;
    return [field, [position, ...splitKey(key)]] as const;
  });
  return trace.mark(
    compact({
      index: number,
      parts,
      finish: explanation === "" ? finish : { ...finish, refusal: { explanation } },
      logprobs: appended(read.flatMap(({ logprobs }) => logprobs ?? [])),
      safety,
      extensions: Object.keys(unknown).length === 0 ? undefined : { "chat-completions": unknown },
    }),
    ["choices"],
    {
      "": [first.position],
      index: [first.position, "index"],
      parts: [first.position, "message"],
      logprobs: [(read.find(({ logprobs }) => logprobs !== undefined) ?? first).position, "logprobs"],
      ...Object.fromEntries([...ends, ...places]),
      "finish.native": [named.position, "native_finish_reason"],
      "finish.refusal.explanation": [read.find((one) => one.explanation !== undefined)?.position ?? first.position, "message", "refusal"],
    },
  );
}

interface PieceScope {
  readonly number: number;
  /** Calls in the pieces before. */
  readonly before: number;
  readonly responseId: string;
}

/** What a choice states, except why the answer ended. */
function readPiece(
  { wire, position }: Piece,
  { number, before, responseId }: PieceScope,
  { trace, report, context, options }: DocumentScope,
) {
  const path = ["choices", position];
  const message = wire.message ?? {};
  // The explanation of a foreign refusal stands where the model's own refusals do.
  const explanation =
    isForeignRefusal(wire.native_finish_reason, options.styles) && nonEmpty(message.refusal) ? message.refusal : undefined;
  const { parts, unread } = decodeAssistant(message, [...path, "message"], {
    trace,
    report,
    answer: true,
    refusalExplains: explanation !== undefined,
    restoreName: (name) => restoreToolName(name, context),
    makeId: (call, _part, name) => {
      const at = [...path, "message", ...(message.tool_calls?.length ? ["tool_calls", call, "id"] : ["function_call"])];
      return madeCallId({ responseId, turn: context.turn ?? 0, choice: number, call: before + call, name }, at, report);
    },
  });
  const { extensions } = choiceExtensions(unknownWords(wire, without(wire, answerChoiceKeys), options.styles), message, unread);
  return { position, parts, explanation, logprobs: withoutNulls(wire.logprobs), safety: something(wire[SAFETY]), extensions };
}

type ReadPiece = ReturnType<typeof readPiece>;

/** A text or thought without anything beside it goes on in the next piece. */
function joinTexts(parts: readonly Part[], trace: Trace): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const goesOn = last !== undefined && isBare(last) && isBare(part) && last.type === part.type;
    if (goesOn)
      joined[joined.length - 1] = trace.mark(withText(last, textOf(last) + textOf(part)), trace.locate(last, undefined, ["text"]), {
        text: [],
      });
    else joined.push(part);
  }
  return joined;
}

function isBare(part: Part): boolean {
  return "text" in part && Object.keys(part).length === 2;
}

function reportOtherEnds(pieces: Pieces, reason: unknown, report: (issue: Issue) => void): void {
  const message = "The choices of this answer disagree about its end; the last counts.";
  for (const { wire, position } of pieces)
    if (isReason(wire.finish_reason) && wire.finish_reason !== reason) {
      const facts = { from: fact(wire.finish_reason), to: fact(reason) };
      report(notice("conflict.resolved", ["choices", position, "finish_reason"], message, facts));
    }
}

interface Fact {
  readonly position: number;
  readonly value: Json;
}

/** What a choice has besides its message, by the names of the wire: the last value counts. */
function joinFacts(read: readonly ReadPiece[], report: (issue: Issue) => void): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  const message = "A later choice of the same answer has another value, which counts.";
  for (const { position, safety, extensions } of read)
    for (const [key, value] of Object.entries({ ...extensions?.["chat-completions"], ...compact({ [SAFETY]: safety }) })) {
      const known = facts.get(key);
      facts.set(key, { position, value });
      if (known === undefined || JSON.stringify(known.value) === JSON.stringify(value)) continue;
      report(dropped("dropped.field", ["choices", known.position, ...splitKey(key)], message, { severity: "info" }));
    }
  return facts;
}

function encodeResponse(canonical: CanonicalResponse, options: EncodeOptions = {}): Result<ChatCompletionsResponse> {
  const { created, choices, usage, promptBlock, extensions } = canonical;
  const scope = encodeScope("chat-completions", options);
  const { profile, report } = scope;
  const { id, model, fields } = encodeEnvelope(canonical, ANSWER, scope);
  if (promptBlock !== undefined && choices.every(({ parts }) => parts.length === 0))
    report(equivalent(["choices"], "A blocked prompt has one empty choice in chat-completions; read back, the answer was blocked."));
  const written = choices.map((choice, position) => {
    const target = answerTarget(options, `a:${id}:${choice.index}`, scope.trace, report);
    // The prompt is that of all choices, and is reported once.
    return encodeChoice(choice, position, target, position === 0 ? promptBlock : undefined, options);
  });
  const body = compact({
    id,
    object: "chat.completion",
    created: createdOf(created, options, [], report),
    model,
    choices: written,
    usage: usage === undefined ? undefined : encodeUsage(usage, ["usage"], profile, report),
    service_tier: fields.service_tier,
    system_fingerprint: fields.system_fingerprint ?? null,
  });
  return scope.log.settle(restoreUnknown<ChatCompletionsResponse>(body, extensions, "chat-completions"));
}

function encodeChoice(
  choice: Choice,
  position: number,
  target: PartTarget,
  promptBlock: CanonicalResponse["promptBlock"],
  options: EncodeOptions,
): AnswerChoice {
  const { index, parts, finish, logprobs, safety, extensions, ...rest } = choice;
  rest satisfies NothingLeft;
  const { own, report } = target;
  const path = ["choices", position];
  const { content, refusal, ...others } = encodeAssistant(placed(parts, path), path, target);
  dropFields(choice, own ? {} : LOST_FACTS, path, "chat-completions", report);
  const explanation = encodeExplanation(finish, { promptBlock, empty: parts.every(isEmptyPart), refusal }, path, report);
  const called = parts.some(({ type }) => type === "tool-call");
  const calls = parts.at(-1)?.type === "tool-call" ? "last" : called ? "answered" : "none";
  const wire = compact({
    index,
    message: {
      role: "assistant",
      content: content === "" && isRefusal(finish.reason) ? null : content,
      refusal: refusal ?? explanation ?? null,
      ...others,
    },
    ...encodeFinish(finish, [...path, "finish"], { ...options, calls, explained: explanation !== undefined }, report),
    logprobs: (isJsonObject(logprobs) ? withoutNulls(logprobs) : undefined) ?? null,
    content_filter_results: own ? safety : undefined,
  });
  return restoreUnknown<AnswerChoice>(wire, extensions, "chat-completions");
}
