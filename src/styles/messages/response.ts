/**
 * Whole answers. Everything about the one choice stands at the top: blocks, the reason of the end, and what it cost.
 */

import { compact } from "../../core/compact.js";
import { dropped, equivalent, type Issue } from "../../core/issue.js";
import { codecLog } from "../../core/issue-log.js";
import { asJson, isObject } from "../../core/json.js";
import { isEmpty, lenientParseWhole } from "../../core/lenient-parse.js";
import type { Path } from "../../core/path.js";
import { fail, ok, type Result } from "../../core/result.js";
import { readBody } from "../../core/schema.js";
import { createTrace, type Trace } from "../../core/trace.js";
import { errorBody, errorIn } from "../../model/error.js";
import { dropFields, keepUnknown, type Lost, restoreUnknown } from "../../model/extensions.js";
import { type CallSeed, madeCallId, serverCallId } from "../../model/ids.js";
import type { CanonicalResponse, Choice } from "../../model/index.js";
import type { Context, DecodeOptions, EncodeOptions } from "../options.js";
import { encodeEnvelope } from "../shared/answer.js";
import { encodeScope } from "../shared/codec.js";
import type { Decoded, ResponseCodec } from "../style.js";
import type { BlockReader } from "./block.js";
import { error } from "./error.js";
import { ANSWER } from "./fields.js";
import { decodeFinish, encodeFinish, FINISH_FIELDS } from "./finish.js";
import { createAnswerWriter, decodeBlocks, encodeParts } from "./parts.js";
import { decodeServiceTier, decodeUsage, encodeUsage, USAGE_FIELDS } from "./usage.js";
import { isContent, MessagesResponse } from "./wire-answer.js";

function decode(body: unknown, options: DecodeOptions = {}): Decoded<CanonicalResponse> {
  const read = readBody(MessagesResponse, body, "R-086");
  if (!read.ok && !asJson(body).ok) return read;
  const told = errorAt(body);
  if (told !== undefined) return fail([errorBody(error.decode({ body }).value, told)]);
  const found = read.ok ? read : lenientParseWhole(MessagesResponse, body, read, isContent);
  if (!found.ok) return found;
  const { id, type, role, model, content, stop_reason, stop_sequence, stop_details, usage, ...rest } = found.value;
  const log = codecLog(options);
  for (const issue of found.issues) log.add(issue);
  const trace = createTrace();
  const reader = new AnswerReader(id ?? options.responseId ?? "", options.context, { trace, report: (issue) => log.add(issue) });
  const parts = decodeBlocks(content, ["content"], reader);
  const { finish, extensions: finishUnknown } = decodeFinish(
    { stop_reason, stop_sequence, stop_details },
    reader.calls > 0,
    ["stop_reason"],
    reader.report,
  );
  const choice: Choice = {
    index: 0,
    parts,
    finish: trace.mark(finish, [], FINISH_FIELDS),
    ...(finishUnknown === undefined ? {} : { extensions: finishUnknown }),
  };
  trace.mark(choice, [], { parts: ["content"], finish: ["stop_reason"], index: [] });
  const value: CanonicalResponse = {
    ...compact({ id: id || undefined, model: model || undefined }),
    choices: [choice],
    ...(usage === undefined || usage === null || isEmpty(usage)
      ? {}
      : {
          usage: trace.mark(decodeUsage(usage), ["usage"], USAGE_FIELDS),
          ...compact({ serviceTier: decodeServiceTier(usage, ["usage"], (issue) => log.add(issue)) }),
        }),
    ...keepUnknown("messages", {
      ...rest,
      ...(type === "message" ? {} : { type }),
      ...(role === "assistant" ? {} : { role }),
    }),
  };
  trace.mark(value, [], { id: ["id"], model: ["model"], usage: ["usage"], serviceTier: ["usage", "service_tier"], choices: [] });
  return { ...ok(value, log.issues), locate: (path) => trace.locate(value, body, path) };
}

/** Reads the blocks of an answer; whole answers and streams give the same ids to calls without one. */
export class AnswerReader implements BlockReader {
  readonly trace: Trace;
  readonly report: (issue: Issue) => void;
  readonly context: Context | undefined;
  private readonly responseId: string;
  /** How many it has read. */
  calls = 0;
  private serverCalls = 0;

  constructor(responseId: string, context: Context | undefined, { trace, report }: Pick<AnswerReader, "trace" | "report">) {
    this.responseId = responseId;
    this.context = context;
    this.trace = trace;
    this.report = report;
  }

  callId(name: string, _input: unknown, path: Path): string {
    return madeCallId(this.seed(this.calls, name), path, this.report);
  }

  serverCallId(name: string): string {
    return serverCallId(this.seed(this.serverCalls++, name));
  }

  onCall(): void {
    this.calls++;
  }

  private seed(call: number, name: string): CallSeed {
    return { responseId: this.responseId, turn: this.context?.turn ?? 0, choice: 0, call, name };
  }
}

/** An error says what it is by its type. */
function errorAt(body: unknown): Path | undefined {
  return isObject(body) && body.type === "error" ? [] : errorIn(body, ["content"]);
}

function encode(response: CanonicalResponse, options: EncodeOptions = {}): Result<MessagesResponse> {
  const { choices, usage, promptBlock, extensions } = response;
  const scope = encodeScope("messages", options);
  const { report } = scope;
  const { id, model, fields } = encodeEnvelope(response, ANSWER, scope);
  // The first by its number, wherever it stands: streams know it by nothing else.
  const position = Math.max(
    0,
    choices.findIndex(({ index }) => index === 0),
  );
  const first = choices[position];
  choices.forEach((_choice, index) => {
    if (index !== position)
      report(
        dropped("dropped.choice", ["choices", index], `An answer of this style is one choice; ${choices.length - 1} more are left out.`),
      );
  });
  if (promptBlock !== undefined && choices.every(({ parts }) => parts.length === 0))
    report(equivalent(["choices"], "A blocked prompt is an answer without content here; read back, it is the answer that was blocked."));
  const choice = encodeChoice(first, ["choices", position], promptBlock, options, report);
  let body: MessagesResponse = {
    id,
    type: "message",
    role: "assistant",
    model,
    content: choice.content,
    ...choice.stop,
    usage: { ...encodeUsage(usage, ["usage"], report), ...fields.usage },
  };
  // A tier that has no canonical word is kept with the counts, and wins.
  body = restoreUnknown(restoreUnknown(body, extensions, "messages"), first?.extensions, "messages");
  return scope.log.settle(body);
}

function encodeChoice(
  choice: Choice | undefined,
  path: Path,
  promptBlock: CanonicalResponse["promptBlock"],
  options: EncodeOptions,
  report: (issue: Issue) => void,
) {
  const { index = 0, parts = [], finish = { reason: "other" } as const } = choice ?? {};
  if (index !== 0) dropFields({ index }, { index: "info" }, path, "messages", report);
  if (choice !== undefined) dropFields(choice, CHOICE_LOSSES, path, "messages", report);
  // A refusal that only repeats the explanation of a stop reason is no text of the answer.
  const explained = finish.native?.style === "messages" && finish.native.value === "refusal";
  const written = explained ? parts.filter((part) => part.type !== "refusal") : parts;
  const refusals = parts.flatMap((part) => (part.type === "refusal" ? [part.text] : []));
  const content = encodeParts(written, [...path, "parts"], createAnswerWriter(options, report));
  const refusal = refusals.length === 0 ? undefined : refusals.join("");
  const stop = encodeFinish(
    finish,
    { refusal, promptBlock, calls: parts.some(({ type }) => type === "tool-call") },
    [...path, "finish"],
    report,
  );
  if (refusal !== undefined && written.length === parts.length)
    parts.forEach((part, index) => {
      if (part.type === "text") report(equivalent([...path, "parts", index], "The refusal is one more text beside this one."));
    });
  return { content, stop };
}

/** What a choice may have that an answer of messages has no place for. */
export const CHOICE_LOSSES: Readonly<Record<Exclude<keyof Choice, "extensions">, Lost>> = {
  index: "kept",
  parts: "kept",
  finish: "kept",
  logprobs: "info",
  safety: "info",
  grounding: "info",
};

export const response: ResponseCodec<MessagesResponse> = { decode, encode };
