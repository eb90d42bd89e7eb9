/**
 * Requests of chat-completions: `POST /v1/chat/completions`.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
import { notice } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { readBody } from "../../core/schema.js";
import { decodeFields, encodeFields } from "../../fields/codec.js";
import { fitRequest, keepSchemas } from "../../json-schema/fit.js";
import { traitsOf } from "../../model/common.js";
import { keepUnknown } from "../../model/extensions.js";
import { fitModel } from "../../model/fit-model.js";
import type { CanonicalRequest } from "../../model/index.js";
import { createToolNames } from "../../model/tools.js";
import type { EncodedRequest } from "../documents.js";
import type { DecodeOptions, EncodeOptions } from "../options.js";
import { decodedFrom, decodeScope, encodedRequest, requestScope } from "../shared/codec.js";
import { hostedRequest } from "../shared/dialect.js";
import type { Decoded, Encoded, RequestCodec } from "../style.js";
import { DEFAULT_CARRIERS, type Rename, stripForeignSignatures } from "./calls.js";
import { edge } from "./edge.js";
import { type FieldsScope, REQUEST_FIELDS, schemaBeside } from "./fields.js";
import { TOOL_NAME } from "./limits.js";
import { isOwn } from "./parts.js";
import { type DecodedThinking, decodeThinking, effortBesideTools, encodeThinking } from "./thinking-config.js";
import type { ConversationTarget } from "./tool-results.js";
import { type DecodedChoice, decodeToolChoice, decodeTools, encodeToolChoice, encodeTools, wordedChoice } from "./tools.js";
import { decodeMessages, encodeMessages } from "./turns.js";
import { ChatCompletionsRequest } from "./wire.js";

/** What is read of tools and thinking where the request has no field of theirs. */
const NOTHING: DecodedChoice & DecodedThinking = { fields: {}, unknown: [] };

function decode(body: unknown, options: DecodeOptions = {}): Decoded<CanonicalRequest> {
  const hosted = hostedRequest(body, options, edge);
  const read = readBody(ChatCompletionsRequest, hosted.body, "R-001");
  if (!read.ok) return read;
  const { model, messages, stream, stream_options, response_format } = read.value;
  const { tools, functions, web_search_options, tool_choice, function_call } = read.value;
  const { reasoning_effort, reasoning, include_reasoning, extra_body } = read.value;
  const scope = decodeScope(options);
  const { trace, report } = scope;
  const conversation = decodeMessages(messages, trace, report);
  const { fields, unknown, paths } = decodeFields<CanonicalRequest>(REQUEST_FIELDS, read.value, report);
  const hasTools = (tools ?? functions ?? web_search_options ?? tool_choice ?? function_call) != null;
  const choice = hasTools ? decodeToolChoice(read.value, report) : NOTHING;
  const asked = reasoning_effort ?? read.value.thinking ?? reasoning ?? include_reasoning ?? extra_body;
  const thinking = asked == null ? NOTHING : decodeThinking(read.value, report);
  const value: CanonicalRequest = compact({
    sampling: {},
    limits: {},
    output: {},
    // A client that does not ask for the counts of a stream gets none.
    includeStreamUsage: (stream ?? hosted.stream) ? false : undefined,
    ...fields,
    model,
    instructions: conversation.instructions,
    turns: conversation.turns,
    tools: hasTools ? decodeTools(read.value, trace, report) : [],
    toolChoice: choice.choice,
    thinking: thinking.thinking,
    stream: stream ?? hosted.stream,
    ...keepUnknown("chat-completions", {}, [...unknown, ...choice.unknown, ...thinking.unknown]),
  });
  trace.mark(value, [], () => [
    REQUEST_FIELDS.paths,
    paths,
    stream_options ? {} : { includeStreamUsage: ["stream_options"] },
    response_format ? schemaBeside(response_format) : {},
    choice.fields,
    thinking.fields,
  ]);
  return decodedFrom(value, body, scope);
}

function encode(
  given: CanonicalRequest,
  options: EncodeOptions = {},
  reduce = keepSchemas,
): Encoded<EncodedRequest<ChatCompletionsRequest>> {
  const scope = requestScope("chat-completions", given, options);
  const { request: canonical, restore } = reduce(fitModel(given, scope, edge.models), "openai", scope);
  const { instructions, turns, tools, toolChoice, thinking, mediaResolution, stream } = canonical;
  const { model, own, profile, dialect, trace, report } = scope;
  const { from } = options;
  const names = createToolNames(TOOL_NAME, "chat-completions", report);
  const asTheyAre = own && profile === "gateway";
  const rename: Rename = (name, path) => (asTheyAre || name === "" ? name : names.rename(name, path));
  const target: ConversationTarget = {
    from,
    own,
    traits: traitsOf(options),
    profile,
    dialect,
    answer: false,
    ...carriersOf(options),
    codeParts: options.codeParts ?? "drop",
    chatExtensions: options.chatExtensions ?? false,
    rename,
    // A request shows itself which calls are of free-form tools.
    customTools: [],
    seed: "",
    mediaResolution,
    missingResult: options.missingResult,
    missingResultText: options.missingResultText,
    trace,
    report,
  };
  const toolScope = Object.assign(scope, { names: { aliases: names.aliases, rule: names.rule, rename } });
  const choice = wordedChoice(toolChoice, tools, toolScope);
  const written = encodeTools(tools, toolScope, choice.kept);
  const declaresTools = written.tools !== undefined;
  const fieldsScope: FieldsScope = Object.assign(toolScope, { declaresTools });
  const messages = encodeMessages({ instructions, turns }, target);
  const fields = encodeFields(REQUEST_FIELDS, canonical, fieldsScope);
  const asked = encodeThinking(thinking, scope);
  const unserved = "The vendor of this model does not serve it by chat-completions.";
  if (scope.fits && scope.capabilities.chat === false) report(notice("vendor_extension", ["model"], unserved, { severity: "warning" }));
  const body: ChatCompletionsRequest = compact({
    model,
    messages,
    ...fields,
    ...asked,
    reasoning_effort: declaresTools ? effortBesideTools(asked.reasoning_effort, scope) : asked.reasoning_effort,
    ...written,
    tool_choice: encodeToolChoice(choice.choice, tools, declaresTools, toolScope),
    stream: stream || undefined,
    // Another style's client always gets its usage, so that the service is asked for it.
    stream_options: stream ? { include_usage: true } : undefined,
  });
  return encodedRequest(body, edge.format({ model, stream, dialect }), canonical, names.aliases, REQUEST_FIELDS, scope, restore);
}

export const request: RequestCodec<ChatCompletionsRequest> = {
  decode,
  encode: (given, options) => encode(given, options, fitRequest),
  stripForeignSignatures,
};

/** The same with schemas as they are: what reduces them is a fifth of a style. */
export const plainRequest: RequestCodec<ChatCompletionsRequest> = {
  decode,
  encode: (given, options) => encode(given, options),
  stripForeignSignatures,
};

/**
 * Unknown fields of a message are refused by many servers; one that signed thoughts takes them back as it gave them, and one
 * that a dialect describes has its place for them.
 */
function carriersOf({
  from,
  profile = "gateway",
  dialect: { reasoningHistory } = {},
  reasoningCarriers,
  chatExtensions,
}: EncodeOptions): Pick<ConversationTarget, "carriers" | "thoughts" | "signatures"> {
  const carriers = reasoningCarriers ?? DEFAULT_CARRIERS;
  const signatures = isOwn(from) ? "all" : profile === "gateway" ? "travelled" : "none";
  if (reasoningHistory !== undefined && reasoningCarriers === undefined) {
    if (reasoningHistory === "none") return { carriers, signatures, thoughts: "none" };
    if (reasoningHistory === "thinking-block") return { carriers, signatures, thoughts: "blocks" };
    // Its details have a place for the signatures of whom it asks.
    const travelled = reasoningHistory === "reasoning_details" && signatures === "none" ? "travelled" : signatures;
    return { carriers: [reasoningHistory], signatures: travelled, thoughts: "all" };
  }
  // A dialect that states nothing is written for as its base is; carriers that the caller asked for count.
  if (profile === "vendor" && reasoningHistory === undefined) return { carriers, signatures, thoughts: "none" };
  const asked = isOwn(from) || chatExtensions === true || reasoningCarriers !== undefined;
  return asked ? { carriers, signatures, thoughts: "all" } : { carriers: ["reasoning_details"], signatures, thoughts: "signed" };
}
