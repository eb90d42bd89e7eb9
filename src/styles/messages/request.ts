/**
 * Requests: `POST /v1/messages`. The limit of tokens, thinking, sampling, the choice of tools and the end of the
 * conversation exclude each other in part; what wins is decided here, in one place.
 */

import { approximated, dropped, fail, type Path } from "../../core/issue.js";
import { compact, plain } from "../../core/json.js";
import { readBody } from "../../core/schema.js";
import { decodeFields, encodeFields } from "../../fields/codec.js";
import { fitRequest, keepSchemas } from "../../json-schema/fit.js";
import { keepUnknown } from "../../model/extensions.js";
import { fitModel } from "../../model/fit-model.js";
import { historyCallId } from "../../model/ids.js";
import type { CanonicalRequest } from "../../model/index.js";
import { createToolNames } from "../../model/tools.js";
import type { EncodedRequest } from "../documents.js";
import type { DecodeOptions, EncodeOptions } from "../options.js";
import { type DecodeScope, decodedFrom, decodeScope, encodedRequest, requestScope } from "../shared/codec.js";
import { hostedRequest } from "../shared/dialect.js";
import type { Decoded, Encoded, RequestCodec } from "../style.js";
import { type BlockReader, limitMarkers } from "./block.js";
import { edge } from "./edge.js";
import { continuesThread, unsupportedThread } from "./error.js";
import { type FieldsScope, REQUEST_FIELDS } from "./fields.js";
import { TOOL_NAME } from "./limits.js";
import { stripForeignSignatures } from "./reasoning.js";
import { decodeThinking, planThinking, thinkingConflictIn } from "./thinking-config.js";
import { decodeToolChoice, decodeTools, encodeToolChoice, encodeTools, keptTools } from "./tools.js";
import { decodeMessages, decodeSystem, encodeConversation } from "./turns.js";
import { MessagesRequest } from "./wire.js";

function decode(body: unknown, options: DecodeOptions = {}): Decoded<CanonicalRequest> {
  if (continuesThread(body)) return fail([unsupportedThread()]);
  const hosted = hostedRequest(body, options, edge);
  const read = readBody(MessagesRequest, hosted.body, "R-071");
  if (!read.ok) return read;
  const { model, messages, system, stream, tools, tool_choice, thinking, output_config } = read.value;
  const scope = decodeScope(options);
  const { trace, report } = scope;
  const reader = createReader(scope);
  const { fields, unknown, paths } = decodeFields<CanonicalRequest>(REQUEST_FIELDS, read.value, report);
  const { unread: choiceRest, ...choice } = decodeToolChoice(tool_choice, tools);
  const asked = decodeThinking(thinking, output_config?.effort);
  const value: CanonicalRequest = {
    sampling: {},
    limits: {},
    output: {},
    ...fields,
    model,
    instructions: decodeSystem(system, reader),
    turns: decodeMessages(messages, reader, report),
    tools: decodeTools(tools, trace, report),
    ...choice,
    ...compact({ thinking: asked.thinking }),
    stream: stream ?? hosted.stream,
    ...keepUnknown("messages", {}, [
      ...unknown,
      ["tool_choice", choiceRest],
      ["thinking", asked.unread],
      ["output_config", asked.unreadEffort],
    ]),
  };
  reader.reportReferences();
  trace.mark(value, [], () => [
    REQUEST_FIELDS.paths,
    paths,
    // An effort alone is the whole setting; any other setting of thinking stands in a field that is missing.
    thinking ? {} : { thinking: ["output_config", "effort"], "thinking.mode": ["thinking"] },
    output_config ? {} : { "thinking.effort": ["output_config"] },
  ]);
  return decodedFrom(value, body, scope);
}

function createReader({ trace, report }: DecodeScope): BlockReader & { reportReferences(): void } {
  let calls = 0;
  const references: Path[] = [];
  return {
    trace,
    // The schema demands ids; an empty one is none.
    callId: (name, input) => historyCallId(calls, calls++, name, plain(input)),
    serverCallId: (name) => historyCallId(calls, calls++, name, {}),
    onReference: (path) => void references.push(path),
    reportReferences() {
      const [first] = references;
      const message = `${references.length} references to tools are written as the names of the tools; the tools stand in the request.`;
      if (first !== undefined) report(approximated("approximated.media", first, message, { severity: "info" }));
    },
  };
}

function encode(given: CanonicalRequest, options: EncodeOptions = {}, reduce = keepSchemas): Encoded<EncodedRequest<MessagesRequest>> {
  const scope = requestScope("messages", given, options);
  const { request, restore } = reduce(fitModel(given, scope, edge.models), "anthropic", scope);
  const { stream, limits, output } = request;
  const { model, capabilities, trace, report } = scope;
  const names = createToolNames(TOOL_NAME, "messages", report);
  const instruction = output.format?.type === "json" ? options.jsonModeInstruction : undefined;
  const toolScope = Object.assign(scope, { names });
  const { tools, toolChoice, parallelToolCalls } = request;
  const hasTools = tools.length > 0 || toolChoice !== undefined || parallelToolCalls !== undefined;
  const declared = hasTools ? encodeTools(tools, keptTools(request, report), toolScope) : [];
  const choice = hasTools ? encodeToolChoice(request, declared.length > 0, toolScope) : undefined;
  const { system, messages } = encodeConversation(request, instruction === undefined ? [] : [instruction], {
    document: "request",
    options,
    capabilities,
    trace,
    report,
    names,
  });
  const plan = planThinking(request, request.thinking && thinkingConflictIn(messages, choice?.type), scope);
  const { thinking, effort } = plan;
  const thinks = thinking?.type === "enabled" || thinking?.type === "adaptive";
  const fieldsScope: FieldsScope = Object.assign(scope, { thinks });
  const { output_config, ...fields } = withoutPair(
    encodeFields(REQUEST_FIELDS, { ...request, limits: Object.assign({}, limits, { maxOutputTokens: plan.max_tokens }) }, fieldsScope),
    fieldsScope,
  );
  const body: MessagesRequest = compact({
    model,
    max_tokens: plan.max_tokens,
    system,
    messages,
    tools: declared.length === 0 ? undefined : [...declared],
    tool_choice: choice,
    thinking,
    output_config: effort === undefined && output_config == null ? undefined : compact({ effort, ...output_config }),
    ...fields,
    // Who has the model in the path has there whether the answer is streamed, too.
    stream: (stream && !scope.dialect.modelInPath) || undefined,
    anthropic_version: scope.dialect.bodyVersion,
  });
  limitMarkers(request, body, scope);
  return encodedRequest(
    body,
    edge.format({ model, stream, dialect: scope.dialect }),
    request,
    names.aliases,
    REQUEST_FIELDS,
    scope,
    restore,
  );
}

/** Both, or for a model that refuses the pair the one that is not the default, which is 1 for either. */
function withoutPair(body: Partial<MessagesRequest>, { profile, capabilities, report }: FieldsScope): Partial<MessagesRequest> {
  if (profile !== "vendor" || capabilities.temperatureWithTopP !== false || body.temperature == null || body.top_p == null) return body;
  const { temperature, ...withoutTemperature } = body;
  const { top_p, ...withoutTopP } = body;
  const [goes, from, kept] =
    temperature === 1 ? (["temperature", temperature, withoutTemperature] as const) : (["topP", top_p, withoutTopP] as const);
  const message = "This model takes a temperature or a top_p, and refuses the two together.";
  report(dropped("dropped.field", ["sampling", goes], message, { from, severity: from === 1 ? "info" : "warning" }));
  return kept;
}

export const request: RequestCodec<MessagesRequest> = {
  decode,
  encode: (given, options) => encode(given, options, fitRequest),
  stripForeignSignatures,
};

/** The same with schemas as they are: what reduces them is a fifth of a style. */
export const plainRequest: RequestCodec<MessagesRequest> = {
  decode,
  encode: (given, options) => encode(given, options),
  stripForeignSignatures,
};
