/**
 * Whole answers of chat-completions.
 *
 *     {"id": "chatcmpl-1", "object": "chat.completion", "created": 1700000000, "model": "m",
 *      "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}],
 *      "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { dropped, equivalent, type Issue } from "../../core/issue.js";
import { asJson, isJsonObject, isObject } from "../../core/json.js";
import { lenientParseWhole } from "../../core/lenient-parse.js";
import { fail, type Result } from "../../core/result.js";
import { readBody } from "../../core/schema.js";
import type { Trace } from "../../core/trace.js";
import { errorBody, errorIn } from "../../model/error.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalResponse, Choice, Part } from "../../model/index.js";
import type { DecodeOptions, EncodeOptions } from "../options.js";
import { encodeEnvelope } from "../shared/answer.js";
import { decodedFrom, decodeScope, encodeScope } from "../shared/codec.js";
import type { Decoded, ResponseCodec } from "../style.js";
import { saysNothing } from "./assistant.js";
import { encodeAssistant } from "./assistant-encoder.js";
import { decodeChoices } from "./choices.js";
import { isContent, something, withoutNulls } from "./empty.js";
import { error, failureIn } from "./error.js";
import { ANSWER, createdOf } from "./fields.js";
import { encodeExplanation, encodeFinish, type FinishScope, isRefusal } from "./finish.js";
import { DEFAULT_CARRIERS } from "./signatures.js";
import { decodeUsage, encodeUsage, isCounted, usageFields } from "./usage.js";
import { type AnswerChoice, ChatCompletionsResponse } from "./wire-answer.js";

export const response: ResponseCodec<ChatCompletionsResponse> = {
  decode(body, options = {}) {
    const read = readBody(ChatCompletionsResponse, body, "R-054");
    if (!read.ok && !asJson(body).ok) return read;
    const told = errorIn(body, ["choices"]) ?? (isObject(body) ? failureIn(body)?.path : undefined);
    if (told !== undefined) return fail([errorBody(error.decode({ body }).value, told)]);
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
    choices: decodeChoices(choices, {
      trace,
      report,
      responseId: id || options.responseId || "",
      context: options.context,
      styles: options.styles,
    }),
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

function encodeResponse(canonical: CanonicalResponse, options: EncodeOptions = {}): Result<ChatCompletionsResponse> {
  const { created, choices, usage, promptBlock, extensions } = canonical;
  const scope = encodeScope("chat-completions", options);
  const { profile, trace, report } = scope;
  const { id, model, fields } = encodeEnvelope(canonical, ANSWER, scope);
  if (promptBlock !== undefined && choices.every(({ parts }) => parts.length === 0))
    report(equivalent(["choices"], "A blocked prompt has one empty choice here; read back, it is the answer that was blocked."));
  // The prompt is that of all choices, and is told of once.
  const written = choices.map((choice, index) =>
    encodeChoice(choice, index, id, index === 0 ? promptBlock : undefined, options, trace, report),
  );
  const body = restoreUnknown<ChatCompletionsResponse>(
    compact({
      id,
      object: "chat.completion",
      created: createdOf(created, options, [], report),
      model,
      choices: written,
      usage: usage === undefined ? undefined : encodeUsage(usage, ["usage"], profile, report),
      service_tier: fields.service_tier,
      system_fingerprint: fields.system_fingerprint ?? null,
    }),
    extensions,
    "chat-completions",
  );
  return scope.log.settle(body);
}

function encodeChoice(
  choice: Choice,
  position: number,
  responseId: string,
  promptBlock: CanonicalResponse["promptBlock"],
  options: EncodeOptions,
  trace: Trace,
  report: (issue: Issue) => void,
): AnswerChoice {
  const { index, parts, finish, logprobs, safety, grounding, extensions, ...rest } = choice;
  rest satisfies NothingLeft;
  const { from, context } = options;
  const own = from === undefined || from === "chat-completions";
  const path = ["choices", position];
  const message = encodeAssistant(parts, path, {
    from,
    profile: "gateway",
    traits: {},
    answer: true,
    signatures: "all",
    thoughts: "all",
    carriers: options.reasoningCarriers ?? DEFAULT_CARRIERS,
    codeParts: options.codeParts ?? "drop",
    chatExtensions: false,
    rename: (name) => name,
    customTools: context?.customTools ?? [],
    seed: `a:${responseId}:${index}`,
    trace,
    report,
  });
  dropUnknown(extensions, "chat-completions", path, report);
  const foreign = (field: "safety" | "grounding", what: string) =>
    report(dropped("dropped.field", [...path, field], `${what} of another style have no form here.`, { severity: "info" }));
  if (safety !== undefined && !own) foreign("safety", "Filter results");
  if (grounding !== undefined) foreign("grounding", "Facts about the search");
  const explanation = encodeExplanation(finish, { promptBlock, empty: parts.every(saysNothing), refusal: message.refusal }, path, report);
  const { content, refusal, ...others } = message;
  const wire = compact({
    index,
    message: {
      role: "assistant",
      content: content === "" && isRefusal(finish.reason) ? null : content,
      refusal: refusal ?? explanation ?? null,
      ...others,
    },
    ...encodeFinish(finish, [...path, "finish"], { ...options, calls: callsIn(parts), explained: explanation !== undefined }, report),
    logprobs: (isJsonObject(logprobs) ? withoutNulls(logprobs) : undefined) ?? null,
    content_filter_results: own ? safety : undefined,
  });
  return restoreUnknown<AnswerChoice>(wire, extensions, "chat-completions");
}

function callsIn(parts: readonly Part[]): FinishScope["calls"] {
  if (parts.at(-1)?.type === "tool-call") return "last";
  return parts.some(({ type }) => type === "tool-call") ? "answered" : "none";
}
