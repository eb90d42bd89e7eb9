/**
 * Whole answers of chat-completions.
 *
 *     {"id": "chatcmpl-1", "object": "chat.completion", "created": 1700000000, "model": "m",
 *      "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}],
 *      "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { equivalent, type Issue } from "../../core/issue.js";
import { asJson, isJsonObject, isObject } from "../../core/json.js";
import { lenientParseWhole } from "../../core/lenient-parse.js";
import { fail, type Result } from "../../core/result.js";
import { readBody } from "../../core/schema.js";
import { createCollector } from "../../model/collect.js";
import { errorBody, errorIn } from "../../model/error.js";
import { dropFields, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import { madeCallId } from "../../model/ids.js";
import type { CanonicalResponse, Choice } from "../../model/index.js";
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
import { ChunkDecoder } from "./stream-decoder.js";
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

/**
 * Choices with the same number are one answer; those without are numbered by their place. Some gateways give the text of an
 * answer in the first, and its calls in the next:
 *
 *     [{"index": 0, "message": {"content": "Let me look."}, "finish_reason": "tool_calls"},
 *      {"index": 0, "message": {"content": null, "tool_calls": […]}, "finish_reason": "tool_calls"}]
 */
function decodeChoices(choices: readonly AnswerChoice[], responseId: string, scope: DocumentScope): Choice[] {
  const answers = new Map<number, Piece[]>();
  for (const [position, wire] of QUIRKS.oneNumber.rewrite(choices, hasCalls).entries()) {
    const number = wire.index ?? position;
    const known = answers.get(number);
    if (known === undefined) answers.set(number, [{ wire, position }]);
    else known.push({ wire, position });
  }
  return [...answers].flatMap(([number, pieces]) => {
    const [first, ...more] = pieces;
    if (first === undefined) return [];
    return more.length === 0 ? [decodeChoice(first, number, responseId, scope)] : joinChoices(pieces, number, responseId, scope);
  });
}

function hasCalls({ message }: AnswerChoice): boolean {
  return (message?.tool_calls?.length ?? 0) > 0 || (message?.function_call ? isGiven(message.function_call) : false);
}

const CHOICE_FIELDS = {
  ...FINISH_FIELDS,
  "finish.refusal.explanation": ["message", "refusal"],
  safety: ["content_filter_results"],
  parts: ["message"],
} as const;

function decodeChoice({ wire, position }: Piece, number: number, responseId: string, scope: DocumentScope): Choice {
  const { trace, report, context, options } = scope;
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
      return madeCallId({ responseId, turn: context.turn ?? 0, choice: number, call, name }, at, report);
    },
  });
  const called = parts.some(({ type }) => type === "tool-call");
  const finish = decodeFinish(wire, called, path, { report, styles: options.styles });
  return trace.mark(
    compact({
      index: number,
      parts,
      finish: explanation === undefined ? finish : { ...finish, refusal: { explanation } },
      logprobs: withoutNulls(wire.logprobs),
      safety: something(wire.content_filter_results),
      ...choiceExtensions(unknownWords(wire, without(wire, answerChoiceKeys), options.styles), message, unread),
    }),
    path,
    finish.stopField === undefined ? CHOICE_FIELDS : { ...CHOICE_FIELDS, "finish.stopSequence": [finish.stopField] },
  );
}

/** One answer in several choices is read as a stream of them. The last one that says why the answer ended counts. */
function joinChoices(pieces: readonly Piece[], number: number, responseId: string, scope: DocumentScope): Choice[] {
  const { trace, report, options } = scope;
  const message = "Choices of the same number are one answer; what they state differently counts as the last of them has it.";
  report(equivalent(["choices"], message));
  const collector = createCollector();
  const decoder = new ChunkDecoder({ ...options, responseId, own: true, report: (issue) => report({ ...issue, path: ["choices"] }) });
  const end = pieces.findLast(({ wire }) => isReason(wire.finish_reason));
  for (const { wire, position } of pieces) {
    const finish_reason = position === pieces.at(-1)?.position ? end?.wire.finish_reason : null;
    const choice = { ...wire, index: number, delta: wire.message, message: null, finish_reason };
    for (const event of decoder.push({ choices: [choice] })) collector.push(event);
  }
  for (const event of decoder.done()) collector.push(event);
  const collected = collector.result();
  return collected.ok ? collected.response.choices.map((choice) => trace.mark(choice, ["choices"])) : [];
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
  const { index, parts, finish, logprobs, safety, grounding: _lost, extensions, ...rest } = choice;
  rest satisfies NothingLeft;
  const { own, report } = target;
  const path = ["choices", position];
  const { content, refusal, ...others } = encodeAssistant(placed(parts, path), path, target);
  dropFields(choice, own ? { grounding: "info" } : LOST_FACTS, path, "chat-completions", report);
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
