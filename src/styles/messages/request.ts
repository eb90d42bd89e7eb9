/**
 * Requests: `POST /v1/messages`. The limit of tokens, thinking, sampling, the choice of tools and the end of the
 * conversation exclude each other in part; what wins is decided here, in one place.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, equivalent, type Issue } from "../../core/issue.js";
import { codecLog } from "../../core/issue-log.js";
import { plain } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { keptInRange } from "../../core/range.js";
import { fail, ok } from "../../core/result.js";
import { readBody } from "../../core/schema.js";
import { createTrace, type FieldPaths } from "../../core/trace.js";
import { type Capabilities, capabilitiesOf } from "../../model/capabilities.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import { historyCallId } from "../../model/ids.js";
import type { CanonicalRequest } from "../../model/index.js";
import { createToolNames } from "../../model/tools.js";
import { contextOf, usageAsked } from "../context.js";
import type { DecodeOptions, EncodeOptions } from "../options.js";
import type { Decoded, Encoded, EncodedRequest, RequestCodec } from "../style.js";
import { decodeTier, dropForeignFields, encodeMetadata, encodeTier } from "./account.js";
import { type BlockReader, createCallIds } from "./block.js";
import { decodeCacheControl, planMarkers } from "./cache.js";
import { edge } from "./edge.js";
import { RANGES, TOOL_NAME } from "./limits.js";
import { decodeFormat, encodeOutput } from "./output.js";
import { decodeThinking, planThinking, type ReasoningConflict } from "./reasoning.js";
import { piecesOf } from "./reasoning-blocks.js";
import { reasoningConflictIn } from "./reasoning-conflict.js";
import { encodeSampling } from "./sampling.js";
import { stripForeignSignatures } from "./strip-foreign-signatures.js";
import { continuesThread, unsupportedThread } from "./thread.js";
import { decodeToolChoice, encodeToolChoice, keptTools } from "./tool-choice.js";
import { decodeTools, encodeTools, type ToolScope } from "./tools.js";
import { decodeMessages, decodeSystem, encodeConversation } from "./turns.js";
import { MessagesRequest, type WireMessage, type WireToolChoice } from "./wire.js";

const FIELDS = {
  instructions: ["system"],
  turns: ["messages"],
  "limits.maxOutputTokens": ["max_tokens"],
  "limits.stop": ["stop_sequences"],
  "sampling.temperature": ["temperature"],
  "sampling.topP": ["top_p"],
  "sampling.topK": ["top_k"],
  toolChoice: ["tool_choice"],
  "toolChoice.mode": ["tool_choice", "type"],
  "toolChoice.kind": ["tool_choice", "name"],
  parallelToolCalls: ["tool_choice", "disable_parallel_tool_use"],
  "output.format": ["output_config", "format"],
  "output.format.type": ["output_config", "format", "type"],
  "thinking.mode": ["thinking", "type"],
  "thinking.budgetTokens": ["thinking", "budget_tokens"],
  "thinking.visible": ["thinking", "display"],
  "thinking.effort": ["output_config", "effort"],
  endUserId: ["metadata", "user_id"],
  serviceTier: ["service_tier"],
  "cache.auto": ["cache_control"],
} as const satisfies FieldPaths;

function decode(body: unknown, options: DecodeOptions = {}): Decoded<CanonicalRequest> {
  if (continuesThread(body)) return fail([unsupportedThread()]);
  const read = readBody(MessagesRequest, body, "R-071");
  if (!read.ok) return read;
  const wire = read.value;
  const { model, messages, max_tokens, system, stop_sequences, stream, temperature, top_p, top_k, tools, tool_choice, ...more } = wire;
  const { thinking, output_config, output_format, metadata, service_tier, speed, cache_control, ...rest } = more;
  const log = codecLog(options);
  const trace = createTrace();
  const references: Path[] = [];
  const reader = { ...createReader(trace), onReference: (path: Path) => void references.push(path) };
  const { effort, format, ...configRest } = output_config ?? {};
  const { user_id, ...metadataRest } = metadata ?? {};
  const choice = decodeToolChoice(tool_choice, tools);
  const mind = decodeThinking(thinking, effort);
  // `output_format` is the older spelling; the newer one wins.
  const older = format === undefined || format === null;
  const shape = decodeFormat(older ? output_format : format);
  const tier = decodeTier({ service_tier, speed });
  const marker = decodeCacheControl(cache_control);
  const { unread: _choiceRest, ...chosen } = choice;
  const value: CanonicalRequest = {
    model,
    instructions: decodeSystem(system, reader),
    turns: decodeMessages(messages, reader, (issue) => log.add(issue)),
    tools: decodeTools(tools, trace, (issue) => log.add(issue)),
    ...chosen,
    sampling: compact({ temperature: temperature ?? undefined, topP: top_p ?? undefined, topK: top_k ?? undefined }),
    limits: { maxOutputTokens: max_tokens, ...compact({ stop: stop_sequences ?? undefined }) },
    output: compact({ format: shape.format }),
    ...compact({
      thinking: mind.thinking,
      cache: marker.cacheControl === undefined ? undefined : { auto: marker.cacheControl },
      endUserId: user_id ?? undefined,
      serviceTier: tier.serviceTier,
    }),
    stream: stream === true,
    ...keepUnknown("messages", { ...rest, ...tier.unread, ...(older ? {} : { output_format }) }, [
      ["tool_choice", choice.unread],
      ["thinking", mind.unread],
      ["output_config", { ...configRest, ...mind.unreadEffort }],
      [older ? "output_format" : ["output_config", "format"], shape.unread],
      ["metadata", metadataRest],
      ...marker.unread,
    ]),
  };
  const [reference] = references;
  if (reference !== undefined)
    log.add(
      approximated(
        "approximated.media",
        reference,
        `${references.length} references to tools are written as the names of the tools; the tools stand in the request.`,
        { severity: "info" },
      ),
    );
  trace.mark(value, [], {
    ...FIELDS,
    // An effort alone is the whole setting; what else might be said of thinking stands in a field that is missing.
    ...(thinking ? {} : { thinking: ["output_config", "effort"], "thinking.mode": ["thinking"] }),
    ...(output_config ? {} : { "thinking.effort": ["output_config"] }),
    ...(older ? { "output.format": ["output_format"], "output.format.type": ["output_format", "type"] } : {}),
    serviceTier: [tier.from],
  });
  return { ...ok(value, log.issues), locate: (path) => trace.locate(value, body, path) };
}

function createReader(trace: BlockReader["trace"]): BlockReader {
  let calls = 0;
  return {
    trace,
    // The schema demands ids; an empty one is none.
    callId: (name, input) => historyCallId(calls, calls++, name, plain(input)),
    serverCallId: (name) => historyCallId(calls, calls++, name, {}),
  };
}

const BODY_FIELDS = {
  system: ["instructions"],
  messages: ["turns"],
  max_tokens: ["limits", "maxOutputTokens"],
  stop_sequences: ["limits", "stop"],
  temperature: ["sampling", "temperature"],
  top_p: ["sampling", "topP"],
  top_k: ["sampling", "topK"],
  tool_choice: ["toolChoice"],
  "tool_choice.name": ["toolChoice", "name"],
  "tool_choice.disable_parallel_tool_use": ["parallelToolCalls"],
  output_config: ["thinking", "effort"],
  "output_config.effort": ["thinking", "effort"],
  "output_config.format": ["output", "format"],
  "thinking.budget_tokens": ["thinking", "budgetTokens"],
  "thinking.type": ["thinking", "mode"],
  "thinking.display": ["thinking", "visible"],
  metadata: ["endUserId"],
  service_tier: ["serviceTier"],
  speed: ["serviceTier"],
  cache_control: ["cache", "auto"],
} as const satisfies FieldPaths;

function encode(request: CanonicalRequest, options: EncodeOptions = {}): Encoded<EncodedRequest<MessagesRequest>> {
  const { model, stream, endUserId, serviceTier, safety, metadata, async, cache, extensions, ...more } = request;
  const { instructions, turns: messages, tools, toolChoice, parallelToolCalls, sampling, limits, ...rest } = more;
  const { output, thinking, mediaResolution, includeStreamUsage, ...nothing } = rest;
  nothing satisfies NothingLeft;
  const log = codecLog(options);
  const report = (issue: Issue) => log.add(issue);
  const trace = createTrace();
  const asked = options.model ?? model;
  const isOwn = options.from === undefined || options.from === "messages";
  const capabilities = capabilitiesOf(asked, options.capabilities);
  const names = createToolNames(TOOL_NAME, "messages", report);
  const markers = planMarkers(request, report);
  const { format, instructions: extra } = encodeOutput(request, options.jsonModeInstruction, report);

  const { profile = "gateway" } = options;
  const scope: ToolScope = { target: "messages", profile, own: isOwn, options, trace, report, markers, names };
  const declared = encodeTools(tools, keptTools(request, report), scope);
  const choice = encodeToolChoice(request, declared, scope);
  const conversation = encodeConversation(request, extra, {
    document: "request",
    options,
    ...(options.from === "generate-content" ? { pieces: piecesOf(messages) } : {}),
    capabilities,
    trace,
    report,
    codeCalls: new Map(),
    marker(part) {
      const marker = markers.get(part);
      return marker === undefined ? {} : { cache_control: marker };
    },
    ids: createCallIds(),
    names,
  });
  const given = limits.maxOutputTokens;
  const limit = given === undefined ? undefined : maxTokens(given, capabilities, options, report);
  const plan = planThinking(
    { ...request, limits: compact({ ...limits, maxOutputTokens: limit }) },
    reasoningConflict(choice, conversation.messages),
    capabilities,
    options,
    report,
  );
  const isOn = plan.thinking?.type === "enabled" || plan.thinking?.type === "adaptive";
  dropForeignFields({ ...compact({ safety, metadata, async }), cacheKey: cache?.key, cacheHandle: cache?.handle }, report);
  dropUnknown(extensions, "messages", [], report);
  if (stream && includeStreamUsage !== true && (includeStreamUsage === false || options.from === "chat-completions"))
    report(equivalent(["includeStreamUsage"], "A stream of this style always tells what it cost; the context keeps that nobody asked."));

  const body: MessagesRequest = restoreUnknown(
    {
      model: asked,
      max_tokens: limit ?? maxTokens(plan.max_tokens, capabilities, options, report),
      ...compact({ system: conversation.system }),
      messages: conversation.messages,
      ...(declared.length === 0 ? {} : { tools: [...declared] }),
      ...compact({ tool_choice: choice, thinking: plan.thinking }),
      ...(plan.effort === undefined && format === undefined ? {} : { output_config: compact({ effort: plan.effort, format }) }),
      ...encodeSampling(request, { thinking: isOn, capabilities, options, report }),
      ...encodeMetadata(endUserId, report),
      ...encodeTier(serviceTier, report),
      ...(cache === undefined ? {} : compact({ cache_control: markers.get(cache) })),
      ...(stream ? { stream } : {}),
    },
    extensions,
    "messages",
  );
  trace.mark(body, [], BODY_FIELDS);
  const result = log.settle<EncodedRequest<MessagesRequest>>({
    path: edge.format({ model: asked, stream }),
    body,
    context: contextOf(request, names.aliases, usageAsked(request, options.from)),
  });
  return result.ok ? { ...result, locate: (path) => trace.locate(body, request, path) } : result;
}

/** Required, so that it cannot be left out. */
function maxTokens(
  planned: number,
  { maxOutput }: Capabilities,
  { profile = "gateway", outOfRange }: EncodeOptions,
  report: (issue: Issue) => void,
): number {
  const range = compact({ ...RANGES[profile].max_tokens, max: maxOutput });
  const kept = keptInRange(planned, range, {
    takes: "messages takes `max_tokens`",
    path: ["limits", "maxOutputTokens"],
    outOfRange: outOfRange === "reject" ? "reject" : "clamp",
    report,
  });
  return kept ?? planned;
}

/** What else in the request forbids thinking, the strongest reason first. */
function reasoningConflict(choice: WireToolChoice | undefined, messages: readonly WireMessage[]): ReasoningConflict | undefined {
  return choice?.type === "any" || choice?.type === "tool"
    ? { message: "A tool must be called, which thinking excludes; the call wins, and thinking is off." }
    : reasoningConflictIn(messages);
}

export const request: RequestCodec<MessagesRequest> = { decode, encode, stripForeignSignatures };
