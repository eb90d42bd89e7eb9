/**
 * Whole answers of chat-completions.
 *
 *     {"id": "chatcmpl-1", "object": "chat.completion", "created": 1700000000, "model": "m",
 *      "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}],
 *      "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
 */

import { equivalent, notice, type Path, type Report, type Result } from "../../core/issue.js";
import { attempt, compact, isObject, memberAt, type Only, sameJson, setMember } from "../../core/json.js";
import { something, withoutNulls } from "../../core/lenient-parse.js";
import { type FieldPaths, splitKey } from "../../core/trace.js";
import { appended } from "../../model/collect.js";
import { given } from "../../model/common.js";
import { errorIn } from "../../model/error.js";
import { dropFields, hasOnly, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import { AnswerIds } from "../../model/ids.js";
import type { CanonicalResponse, Choice, Extensions, Json } from "../../model/index.js";
import { restoreToolName } from "../../model/tools.js";
import type { EncodeOptions } from "../options.js";
import {
  type AnswerForm,
  type DocumentScope,
  decodedFrom,
  decodeScope,
  encodeEnvelope,
  encodeScope,
  readAnswer,
  reportEmpty,
} from "../shared/codec.js";
import type { Decoded, ResponseCodec } from "../style.js";
import { choiceExtensions, decodeAssistant, isEmptyPart } from "./assistant.js";
import { answerTarget, encodeAssistant, encodeLogprobs, LOST_FACTS, type PartTarget, placed } from "./assistant-encoder.js";
import { type CallReader, isGiven } from "./calls.js";
import { error, failureIn } from "./error.js";
import { ANSWER, createdOf, envelopeOf } from "./fields.js";
import { decodeFinish, encodeEnd, encodeUsage, isCounted, isForeignRefusal, isReason, isRefusal, readUsage } from "./finish.js";
import { isDeltaAlone, QUIRKS } from "./quirks.js";
import { STYLE, TOOL_NAME } from "./wire.js";
import { type AnswerChoice, answerChoiceKeys, ChatCompletionsResponse, isContent } from "./wire-answer.js";

export const response: ResponseCodec<ChatCompletionsResponse> = {
  decode(body, options = {}) {
    const text = textual(body);
    const whole = attempt(QUIRKS.deltaInAnswer.rewrite, text) ?? text;
    const read = readAnswer(FORM, whole);
    if (!read.ok) return read;
    const given = (path: Path) => inDelta(body, read.given?.(path) ?? path);
    const scope = decodeScope(options, whole === text ? read : { ...read, given });
    if (text !== body) scope.report(equivalent(["choices"], "Content that is an object is read as its JSON text."));
    if (whole !== text) scope.report(equivalent(["choices"], "A `delta` without a `message` is read as a message."));
    return decodeResponse(read.value, scope);
  },
  encode: encodeResponse,
};

/** The body as it is read: what throws when it is looked at is left for the reader to report. */
export function textual(body: unknown): unknown {
  return attempt((given) => QUIRKS.objectAsText.rewrite(given), body) ?? body;
}

/** Where in the body stands what was read as a message. */
function inDelta(body: unknown, path: Path): Path {
  const [choices = "", position = "", key, ...deeper] = path;
  const choice = memberAt(memberAt(body, choices), position);
  return key === "message" && isDeltaAlone(choice) ? [choices, position, "delta", ...deeper] : path;
}

const FORM: AnswerForm<ChatCompletionsResponse> = {
  schema: ChatCompletionsResponse,
  rule: "R-054",
  isContent,
  error,
  errorAt: (body) => errorIn(body, ["choices"]) ?? (isObject(body) ? failureIn(body)?.path : undefined),
};

const SAFETY = "content_filter_results";
const RESPONSE_FIELDS = { id: ["id"], model: ["model"], usage: ["usage"] } as const;

function decodeResponse(body: ChatCompletionsResponse, scope: DocumentScope): Decoded<CanonicalResponse> {
  const { trace, options } = scope;
  const { id, object, created: _created, model: _model, choices, usage, system_fingerprint: _print, service_tier: _tier, ...rest } = body;
  const value: CanonicalResponse = compact({
    choices: decodeChoices(choices, id || given(options.responseId) || "", scope),
    usage: readUsage(usage, scope),
    ...envelopeOf(body),
    ...keepUnknown(STYLE, {
      ...rest,
      object: object === "chat.completion" ? null : object,
      usage: usage && isCounted(usage) ? null : something(usage),
    }),
  });
  trace.mark(value, [], () => [RESPONSE_FIELDS, ANSWER.fields.paths()]);
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
  return [...answers].map(([number, pieces]) => decodeChoice(pieces, number, responseId, scope));
}

function hasCalls({ message }: AnswerChoice): boolean {
  return (message?.tool_calls?.length ?? 0) > 0 || (message?.function_call ? isGiven(message.function_call) : false);
}

const CHOICE_FIELDS = { safety: [SAFETY], parts: ["message"] } as const;
const FINISH_FIELDS = {
  "": ["finish_reason"],
  reason: ["finish_reason"],
  native: ["native_finish_reason"],
  "refusal.explanation": ["message", "refusal"],
} as const;

/** The parts of all pieces in order. Of what else they state, the last one counts. */
function decodeChoice(pieces: Pieces, index: number, responseId: string, scope: DocumentScope): Choice {
  const { trace, report, context, options } = scope;
  const [{ position: first }, ...more] = pieces;
  for (const { position } of more) report(equivalent(["choices", position], `This is part of choice ${first}; the two are one.`));
  const end = endOf(pieces);
  // The explanation of a foreign refusal stands where the model's own refusals do.
  const explains = isForeignRefusal(end.wire.native_finish_reason, options.styles);
  const explanation = explains ? pieces.map(({ wire }) => wire.message?.refusal ?? "").join("") : "";
  const ids = new AnswerIds({ responseId, context, report }, index);
  let before = 0;
  const read = pieces.map(({ wire, position }) => {
    const message = wire.message ?? {};
    const at = ["choices", position, "message"];
    const reader: CallReader = {
      trace,
      report,
      answer: true,
      restoreName: (name) => restoreToolName(name, context),
      makeId: (call, _part, name, args) =>
        ids.callId(name, args, [...at, ...(message.tool_calls?.length ? ["tool_calls", call, "id"] : ["function_call"])], before + call),
    };
    const { parts, unread } = decodeAssistant(message, at, reader, explains);
    if (hasCalls(wire)) before += message.tool_calls?.length || 1;
    const beside = choiceExtensions(wire, answerChoiceKeys, message, options.styles, unread);
    return { wire, position, parts, safety: something(wire[SAFETY]), ...beside };
  });
  const { safety, extensions, places } = joinFacts(read, report);
  const parts = read.flatMap((one) => one.parts);
  const called = parts.some(({ type }) => type === "tool-call");
  const at = ["choices", end.position];
  const finish = decodeFinish(end.wire, called, at, options.styles, report);
  const fields = finish.stopField === undefined ? FINISH_FIELDS : { ...FINISH_FIELDS, stopSequence: [finish.stopField] };
  const choice = compact({
    index,
    parts,
    finish: trace.mark(explanation === "" ? finish : { ...finish, refusal: { explanation } }, at, fields),
    logprobs: appended(read.flatMap(({ wire }) => withoutNulls(wire.logprobs) ?? [])),
    safety,
    extensions,
  });
  if (more.length === 0) return trace.mark(choice, ["choices", first], CHOICE_FIELDS);
  return trace.mark(choice, ["choices"], { ...places, "": [first], index: [first, "index"], parts: [first, "message"] });
}

/** What the pieces state last of their end. */
function endOf(pieces: Pieces): Piece {
  const [first, second] = pieces;
  if (second === undefined) return first;
  const { wire, position } = pieces.findLast((piece) => isReason(piece.wire.finish_reason)) ?? first;
  const native = pieces.findLast((piece) => piece.wire.native_finish_reason) ?? first;
  return { wire: { ...wire, native_finish_reason: native.wire.native_finish_reason }, position };
}

type Facts = Piece & { readonly safety: Json | undefined; readonly extensions?: Extensions };

interface Joined extends Partial<Pick<Facts, "safety" | "extensions">> {
  /** Where each stands among the choices. */
  readonly places?: FieldPaths;
}

/** The last value of each fact. */
function joinFacts(pieces: readonly Facts[], report: Report): Joined {
  const [only = {}, second] = pieces;
  if (second === undefined) return only;
  const message = "A later choice has another value, which counts.";
  const values: Record<string, Json> = {};
  const places: Record<string, Path> = {};
  for (const { position, wire, safety, extensions } of pieces) {
    const reason = isReason(wire.finish_reason) ? wire.finish_reason : undefined;
    const facts = { ...extensions?.[STYLE], ...compact({ [SAFETY]: safety, finish_reason: reason }) };
    for (const [key, value] of Object.entries(facts)) {
      const field = key === SAFETY ? "safety" : `extensions.${STYLE}.${key}`;
      const before = places[field];
      if (before !== undefined && !sameJson(values[key], value)) report(notice("conflict.resolved", ["choices", ...before], message));
      setMember(values, key, value);
      places[field] = [position, ...splitKey(key)];
    }
  }
  const { [SAFETY]: safety, finish_reason: _read, ...unknown } = values;
  return compact({ safety, extensions: hasOnly(unknown, []) ? undefined : { [STYLE]: unknown }, places });
}

function encodeResponse(canonical: CanonicalResponse, options: EncodeOptions = {}): Result<ChatCompletionsResponse> {
  const { created, choices, usage, promptBlock, extensions } = canonical;
  const scope = encodeScope(STYLE, options, TOOL_NAME);
  const { report } = scope;
  const { id, model, fields } = encodeEnvelope(canonical, ANSWER, scope);
  reportEmpty(canonical, report);
  const written = choices.map((choice, position) => {
    const target = answerTarget(options, `a:${id}:${choice.index}`, scope.trace, report);
    // The prompt is that of all choices, and is reported once.
    return encodeChoice(choice, position, target, position === 0 ? promptBlock : undefined);
  });
  const body = compact({
    id,
    object: "chat.completion",
    created: createdOf(created, options, [], report),
    model,
    choices: written,
    usage: usage && encodeUsage(usage, ["usage"], options, report),
    service_tier: fields.service_tier,
    system_fingerprint: fields.system_fingerprint ?? null,
  });
  return scope.log.settle(restoreUnknown<ChatCompletionsResponse>(body, extensions, STYLE));
}

function encodeChoice(choice: Choice, position: number, target: PartTarget, promptBlock: CanonicalResponse["promptBlock"]): AnswerChoice {
  choice satisfies Only<typeof choice, "index" | "parts" | "finish" | "logprobs" | "safety" | "extensions">;
  const { index, parts, finish, logprobs, safety, extensions } = choice;
  const { own, options, report } = target;
  const path = ["choices", position];
  const { content, refusal, ...others } = encodeAssistant(placed(parts, path), path, target);
  dropFields(choice, own ? {} : LOST_FACTS, path, STYLE, report);
  const called = parts.some(({ type }) => type === "tool-call");
  const calls = parts.at(-1)?.type === "tool-call" ? "last" : called ? "answered" : "none";
  const { explanation, words } = encodeEnd(finish, { promptBlock, empty: parts.every(isEmptyPart), refusal, calls }, path, options, report);
  const wire = compact({
    index,
    message: {
      role: "assistant",
      content: content === "" && isRefusal(finish.reason) ? null : content,
      refusal: refusal ?? explanation ?? null,
      ...others,
    },
    ...words,
    logprobs: encodeLogprobs(logprobs),
    content_filter_results: own ? safety : undefined,
  });
  return restoreUnknown<AnswerChoice>(wire, extensions, STYLE);
}
