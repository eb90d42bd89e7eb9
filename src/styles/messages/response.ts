/**
 * Whole answers. Everything about the one choice stands at the top: blocks, the reason of the end, and what it cost.
 */

import { dropped, equivalent, type Issue, type Path, type Report, type Result } from "../../core/issue.js";
import { compact, isObject } from "../../core/json.js";
import { isEmpty } from "../../core/lenient-parse.js";
import { given } from "../../model/common.js";
import { errorIn } from "../../model/error.js";
import { dropFields, keepUnknown, type LostMembers, restoreUnknown } from "../../model/extensions.js";
import { AnswerIds } from "../../model/ids.js";
import type { CanonicalResponse, Choice } from "../../model/index.js";
import type { DecodeOptions, EncodeOptions } from "../options.js";
import { type AnswerForm, decodedFrom, decodeScope, encodeEnvelope, encodeScope, readAnswer, reportEmpty } from "../shared/codec.js";
import type { Decoded, ResponseCodec } from "../style.js";
import { createAnswerWriter } from "./block.js";
import { error } from "./error.js";
import { ANSWER } from "./fields.js";
import { decodeFinish, decodeServiceTier, decodeUsage, encodeFinish, encodeUsage, FINISH_FIELDS, USAGE_FIELDS } from "./finish.js";
import { decodeBlocks, encodeParts } from "./parts.js";
import { TOOL_NAME } from "./wire.js";
import { isContent, MessagesResponse } from "./wire-answer.js";

function decode(body: unknown, options: DecodeOptions = {}): Decoded<CanonicalResponse> {
  const found = readAnswer(FORM, body);
  if (!found.ok) return found;
  const { id, type, role, model, content, stop_reason, stop_sequence, stop_details, usage, ...rest } = found.value;
  const scope = decodeScope(options, found);
  const { trace, report, context } = scope;
  const responseId = id ?? given(options.responseId) ?? "";
  const ids = new AnswerIds({ responseId, context, report });
  const parts = decodeBlocks(content, ["content"], { trace, ids, context });
  const { finish, extensions } = decodeFinish(found.value, ids.calls > 0, ["stop_reason"], report);
  const choice: Choice = { index: 0, parts, finish: trace.mark(finish, [], FINISH_FIELDS), ...compact({ extensions }) };
  trace.mark(choice, [], { parts: ["content"], finish: ["stop_reason"], index: [] });
  const envelope = decodeEnvelope(found.value, ["usage"], report);
  if (envelope.usage !== undefined) trace.mark(envelope.usage, ["usage"], USAGE_FIELDS);
  const unknown = { ...rest, type: type === "message" ? null : type, role: role === "assistant" ? null : role };
  const value: CanonicalResponse = Object.assign(envelope, { choices: [choice] }, keepUnknown("messages", unknown));
  trace.mark(value, [], { id: ["id"], model: ["model"], usage: ["usage"], serviceTier: ["usage", "service_tier"], choices: [] });
  return decodedFrom(value, found.value, scope);
}

/** Who answers and what it cost, of a whole answer or of `message_start`. @param path where the counts stand */
export function decodeEnvelope({ id, model, usage }: Pick<MessagesResponse, "id" | "model" | "usage">, path: Path, report: Report) {
  const counts = usage && !isEmpty(usage) ? usage : undefined;
  return compact({
    id: id || undefined,
    model: model || undefined,
    usage: counts && decodeUsage(counts),
    serviceTier: counts && decodeServiceTier(counts, path, report),
  });
}

const FORM: AnswerForm<MessagesResponse> = {
  schema: MessagesResponse,
  rule: "R-086",
  isContent,
  error,
  // An error states what it is by its type.
  errorAt: (body) => (isObject(body) && body.type === "error" ? [] : errorIn(body, ["content"])),
};

function encode(response: CanonicalResponse, options: EncodeOptions = {}): Result<MessagesResponse> {
  const { choices, usage, promptBlock, extensions } = response;
  const scope = encodeScope("messages", options, TOOL_NAME);
  const { report } = scope;
  const { id, model, fields } = encodeEnvelope(response, ANSWER, scope);
  // The first by its number, wherever it stands: streams know it by nothing else.
  const zero = choices.findIndex(({ index }) => index === 0);
  const position = Math.max(0, zero);
  const choice = choices[position] ?? NO_CHOICE;
  const path = ["choices", position];
  for (const index of choices.keys()) if (index !== position) report(otherChoice(index));
  reportEmpty(response, report);
  dropFields(choice, choice.index === 0 ? CHOICE_LOSSES : { ...CHOICE_LOSSES, index: "info" }, path, "messages", report);
  const { parts, finish } = choice;
  // A refusal that only repeats the explanation of a stop reason is no text of the answer.
  const explained = finish.native?.style === "messages" && finish.native.value === "refusal";
  const written = explained ? parts.filter((part) => part.type !== "refusal") : parts;
  const content = encodeParts(written, [...path, "parts"], createAnswerWriter(options, report));
  const refusals = parts.flatMap((part) => (part.type === "refusal" ? [part.text] : []));
  const refusal = refusals.length === 0 ? undefined : refusals.join("");
  const calls = parts.some(({ type }) => type === "tool-call");
  const stop = encodeFinish(finish, { refusal, promptBlock, calls }, [...path, "finish"], report);
  if (refusal !== undefined && written.length === parts.length)
    parts.forEach((part, index) => {
      if (part.type === "text") report(equivalent([...path, "parts", index], "The refusal is another text beside this one."));
    });
  const counts = Object.assign(encodeUsage(usage, ["usage"], report), fields.usage);
  const head = { id, type: "message", role: "assistant", model, content } as const;
  const body: MessagesResponse = Object.assign(head, stop, { usage: counts });
  // A tier that has no canonical word is kept with the counts, and wins.
  return scope.log.settle(restoreUnknown(restoreUnknown(body, extensions, "messages"), choice.extensions, "messages"));
}

export function otherChoice(index: number): Issue {
  return dropped("dropped.choice", ["choices", index], "An answer of messages is one choice; the others are left out.");
}

const NO_CHOICE: Choice = { index: 0, parts: [], finish: { reason: "other" } };

/** What a choice may have that an answer of messages has no place for. */
export const CHOICE_LOSSES: LostMembers<Choice, "index" | "parts" | "finish"> = { logprobs: "info", safety: "info" };

export const response: ResponseCodec<MessagesResponse> = { decode, encode };
