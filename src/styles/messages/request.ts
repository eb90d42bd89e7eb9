/**
 * Requests: `POST /v1/messages`. The limit of tokens, thinking, sampling, the choice of tools and the end of the
 * conversation exclude each other in part; what wins is decided here, in one place.
 */

import { dropped, fail } from "../../core/issue.js";
import { decodeFields, encodeFields } from "../../fields/codec.js";
import { keepUnknown } from "../../model/extensions.js";
import type { CanonicalRequest } from "../../model/index.js";
import type { DecodeOptions, EncodeOptions } from "../options.js";
import { decodedFrom, encodedRequest, fitRequest, keepRequest, type RequestScope, readRequest, requestScope } from "../shared/codec.js";
import type { Decoded, RequestCodec } from "../style.js";
import { createReader, limitMarkers } from "./block.js";
import { edge } from "./edge.js";
import { continuesThread, unsupportedThread } from "./error.js";
import { REQUEST_FIELDS } from "./fields.js";
import { decodeThinking, planThinking } from "./thinking-config.js";
import { decodeToolChoice, decodeTools, encodeToolChoice, encodeTools, keptTools, nameRule } from "./tools.js";
import { decodeMessages, decodeSystem, encodeConversation, encodePlainConversation } from "./turns.js";
import { MessagesRequest, TOOL_NAME } from "./wire.js";

function decode(body: unknown, options: DecodeOptions = {}): Decoded<CanonicalRequest> {
  if (continuesThread(body)) return fail([unsupportedThread()]);
  const read = readRequest(MessagesRequest, body, options, edge, "R-071");
  if (!read.ok) return read;
  const { wire, value, scope } = read;
  const { messages, system, tools, tool_choice, thinking, output_config } = wire;
  const { trace, report } = scope;
  const reader = createReader(scope);
  const { unknown, paths } = decodeFields(REQUEST_FIELDS, wire, report, value);
  value.instructions = decodeSystem(system, reader);
  value.turns = decodeMessages(messages, reader, report);
  value.tools = decodeTools(tools, trace, report);
  if (tool_choice != null) {
    const { unread, ...choice } = decodeToolChoice(tool_choice, tools);
    Object.assign(value, choice);
    unknown.push(["tool_choice", unread]);
  }
  if (thinking != null || output_config?.effort != null) {
    const asked = decodeThinking(thinking, output_config?.effort);
    if (asked.thinking !== undefined) value.thinking = asked.thinking;
    unknown.push(["thinking", asked.unread], ["output_config", asked.unreadEffort]);
  }
  if (unknown.length > 0) Object.assign(value, keepUnknown("messages", {}, unknown));
  trace.mark(value, [], () => [
    REQUEST_FIELDS.paths(),
    paths,
    // An effort alone is the whole setting; any other setting of thinking stands in a field that is missing.
    thinking ? {} : { thinking: ["output_config", "effort"], "thinking.mode": ["thinking"] },
    thinking?.display == null ? { "thinking.visible": ["thinking"] } : {},
    output_config ? {} : { "thinking.effort": ["output_config"] },
  ]);
  return decodedFrom(value, body, scope);
}

const encoder =
  (fitting: typeof fitRequest) =>
  (given: CanonicalRequest, options: EncodeOptions = {}) => {
    const scope = requestScope("messages", given, options, given.tools.length === 0 ? TOOL_NAME : nameRule(given.tools));
    const fit = fitting(given, "anthropic", edge, scope);
    const { request } = fit;
    const { tools, toolChoice, parallelToolCalls, output, stream } = request;
    const { model, dialect, report } = scope;
    const instruction = output.format?.type === "json" ? options.jsonModeInstruction : undefined;
    const hasTools = tools.length > 0 || toolChoice !== undefined || parallelToolCalls !== undefined;
    const declared = hasTools ? encodeTools(tools, keptTools(request, report), scope) : [];
    const choice = hasTools ? encodeToolChoice(request, declared.length > 0, scope) : undefined;
    const plain = instruction === undefined ? encodePlainConversation(request, scope) : undefined;
    const { system, messages } = plain ?? encodeConversation(request, instruction === undefined ? [] : [instruction], scope);
    const { max_tokens, thinking, effort } = planThinking(request, messages, choice?.type, scope);
    const thinks = thinking?.type === "enabled" || thinking?.type === "adaptive";
    const body: MessagesRequest = system === undefined ? { model, max_tokens, messages } : { model, max_tokens, system, messages };
    if (declared.length > 0) body.tools = [...declared];
    if (choice !== undefined) body.tool_choice = choice;
    if (thinking !== undefined) body.thinking = thinking;
    Object.assign(body, encodeFields(REQUEST_FIELDS, request, Object.assign(scope, { thinks })));
    if (body.temperature != null && body.top_p != null) keepOneOfPair(body, request, scope);
    if (effort !== undefined) body.output_config = { effort, ...body.output_config };
    // Who has the model in the path has there whether the answer is streamed, too.
    if (stream && !dialect.modelInPath) body.stream = true;
    if (dialect.bodyVersion !== undefined) body.anthropic_version = dialect.bodyVersion;
    if (plain === undefined || hasTools || body.cache_control != null) limitMarkers(request, body, scope);
    return encodedRequest(body, request, REQUEST_FIELDS, edge, scope, fit, plain?.messages);
  };

/** For a model that refuses the pair, the one that is not the default, which is 1 for either. */
function keepOneOfPair(body: MessagesRequest, { sampling }: CanonicalRequest, { profile, capabilities, report }: RequestScope): void {
  if (profile !== "vendor" || capabilities.temperatureWithTopP !== false) return;
  const [goes, field] = body.temperature === 1 ? (["temperature", "temperature"] as const) : (["topP", "top_p"] as const);
  const from = body[field] ?? null;
  Reflect.deleteProperty(body, field);
  // What became 1 is told of already.
  if (from === 1 && sampling[goes] !== 1) return;
  const message = "This model refuses a temperature and a top_p together.";
  report(dropped("dropped.field", ["sampling", goes], message, { from, severity: from === 1 ? "info" : "warning" }));
}

export const request: RequestCodec<MessagesRequest> = { decode, encode: encoder(fitRequest) };

/** The same for who fits the request to its model and its vendor. */
export const plainRequest: RequestCodec<MessagesRequest> = { decode, encode: encoder(keepRequest) };
