/**
 * Requests of chat-completions: `POST /v1/chat/completions`.
 * https://platform.openai.com/docs/api-reference/chat/create
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, type Issue } from "../../core/issue.js";
import { ok, settle } from "../../core/result.js";
import { readBody } from "../../core/schema.js";
import { createTrace } from "../../core/trace.js";
import { capabilitiesOf } from "../../model/capabilities.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, Message } from "../../model/index.js";
import { portableToolName } from "../../model/tool-names.js";
import { contextOf } from "../context.js";
import type { EncodeOptions } from "../options.js";
import type { Decoded, Encoded, EncodedRequest, RequestCodec } from "../style.js";
import type { Rename } from "./calls.js";
import { edge } from "./edge.js";
import { TOOL_NAME } from "./limits.js";
import { decodeOutput } from "./output.js";
import { decodeCache, decodeLimits, decodeSafety, decodeSampling, decodeTier, encodeParameters, PARAMETER_FIELDS } from "./parameters.js";
import { isOwn } from "./parts.js";
import { decodeThinking, encodeThinking } from "./reasoning-config.js";
import { DEFAULT_CARRIERS } from "./signatures.js";
import { stripForeignSignatures } from "./strip-foreign-signatures.js";
import { decodeToolChoice, encodeToolChoice } from "./tool-choice.js";
import { decodeTools, encodeTools } from "./tools.js";
import { decodeMessages } from "./turns.js";
import { type ConversationTarget, encodeMessages } from "./turns-encoder.js";
import { ChatCompletionsRequest } from "./wire.js";

export const request: RequestCodec<ChatCompletionsRequest> = {
  decode(body) {
    const read = readBody(ChatCompletionsRequest, body, "R-001");
    return read.ok ? decodeRequest(read.value) : read;
  },
  encode(canonical, options = {}) {
    return encodeRequest(canonical, options);
  },
  stripForeignSignatures,
};

function decodeRequest(body: ChatCompletionsRequest): Decoded<CanonicalRequest> {
  const issues: Issue[] = [];
  const report = (issue: Issue) => issues.push(issue);
  const trace = createTrace();
  const {
    model,
    messages,
    stream,
    stream_options,
    parallel_tool_calls,
    metadata,
    service_tier,
    safety_settings,
    tools: _tools,
    functions: _functions,
    web_search_options: _search,
    tool_choice: _choice,
    function_call: _oldChoice,
    response_format: _format,
    modalities: _modalities,
    audio: _audio,
    verbosity: _verbosity,
    max_tokens: _maxTokens,
    max_completion_tokens: _maxCompletionTokens,
    stop: _stop,
    n: _n,
    user: _user,
    safety_identifier: _safetyIdentifier,
    temperature: _temperature,
    top_p: _topP,
    top_k: _topK,
    presence_penalty: _presence,
    frequency_penalty: _frequency,
    seed: _seed,
    logit_bias: _bias,
    logprobs: _logprobs,
    top_logprobs: _topLogprobs,
    prompt_cache_key: _cacheKey,
    prompt_cache_options: _cacheOptions,
    reasoning_effort: _effort,
    reasoning: _reasoning,
    include_reasoning: _includeReasoning,
    thinking: _thinking,
    extra_body: _extra,
    ...rest
  } = body;
  const { include_usage, ...streamRest } = stream_options ?? {};
  const conversation = decodeMessages(messages, trace, report);
  const choice = decodeToolChoice(body, report);
  const limits = decodeLimits(body, report);
  const output = decodeOutput(body);
  const thinking = decodeThinking(body, report);
  const cache = decodeCache(body, thinking.handle);
  const tier = decodeTier(service_tier);
  const safety = decodeSafety(safety_settings, trace);
  const value: CanonicalRequest = compact({
    model,
    instructions: conversation.instructions,
    turns: conversation.turns,
    tools: decodeTools(body, trace, report),
    toolChoice: choice.choice,
    parallelToolCalls: parallel_tool_calls ?? undefined,
    sampling: decodeSampling(body),
    limits: limits.limits,
    output: output.output,
    thinking: thinking.thinking,
    safety,
    cache: cache.cache,
    endUserId: limits.endUserId,
    metadata: metadata ?? undefined,
    serviceTier: tier.serviceTier,
    stream: stream ?? false,
    includeStreamUsage: include_usage ?? undefined,
    ...keepUnknown("chat-completions", rest, [
      ["stream_options", streamRest],
      ...choice.unknown,
      ...output.unknown,
      ...thinking.unknown,
      ...cache.unknown,
      ...tier.unknown,
      [[], safety === undefined ? { safety_settings } : {}],
    ]),
  });
  trace.mark(value, [], {
    ...PARAMETER_FIELDS,
    turns: ["messages"],
    ...(stream_options ? {} : { includeStreamUsage: ["stream_options"] }),
    ...limits.fields,
    ...output.fields,
    ...choice.fields,
    ...thinking.fields,
  });
  const settled = settle(value, issues);
  return settled.ok ? { ...settled, locate: (path) => trace.locate(value, body, path) } : settled;
}

function encodeRequest(canonical: CanonicalRequest, options: EncodeOptions): Encoded<EncodedRequest<ChatCompletionsRequest>> {
  const issues: Issue[] = [];
  const report = (issue: Issue) => issues.push(issue);
  const trace = createTrace();
  const {
    model,
    instructions,
    turns: messages,
    tools,
    toolChoice,
    parallelToolCalls,
    sampling: _sampling,
    limits: _limits,
    output: _output,
    thinking,
    mediaResolution,
    safety: _safety,
    cache: _cache,
    endUserId: _endUserId,
    metadata: _metadata,
    serviceTier: _serviceTier,
    stream,
    includeStreamUsage,
    async: _async,
    extensions,
    ...rest
  } = canonical;
  rest satisfies NothingLeft;
  const { from, profile = "gateway" } = options;
  const own = isOwn(from);
  const names = createNames(own && profile === "gateway", report);
  const target: ConversationTarget = {
    from,
    profile,
    answer: false,
    signatures: own ? "all" : profile === "gateway" ? "travelled" : "none",
    ...carriersOf(options),
    codeParts: options.codeParts ?? "drop",
    chatExtensions: options.chatExtensions ?? false,
    rename: names.rename,
    // A request says itself which calls are of free-form tools.
    customTools: [],
    seed: "",
    mediaResolution,
    missingResult: options.missingResult,
    missingResultText: options.missingResultText,
  };
  const written = encodeTools(tools, target, trace, report);
  const declared = written.tools !== undefined;
  if (parallelToolCalls !== undefined && !declared && !own)
    report(
      dropped("dropped.field", ["parallelToolCalls"], "The request declares no tools of its own, and the field is refused then.", {
        severity: "info",
        from: parallelToolCalls,
      }),
    );
  if (mediaResolution !== undefined) reportResolution(mediaResolution, messages, report);
  dropUnknown(extensions, "chat-completions", [], report);
  const body = restoreUnknown<ChatCompletionsRequest>(
    compact({
      model: options.model ?? model,
      messages: encodeMessages({ instructions, turns: messages }, target, trace, report),
      ...encodeParameters(canonical, { ...options, from, profile }, report),
      ...encodeThinking(thinking, { from, profile, capabilities: capabilitiesOf(options.model ?? model, options.capabilities) }, report),
      ...written,
      tool_choice: encodeToolChoice(toolChoice, tools, { written: declared, own }, names.rename, report),
      parallel_tool_calls: declared || own ? parallelToolCalls : undefined,
      stream: stream ? true : undefined,
      stream_options: stream ? usageOption(includeStreamUsage, own) : undefined,
    }),
    extensions,
    "chat-completions",
  );
  trace.mark(body, [], BODY_FIELDS);
  const context = contextOf(canonical, names.aliases, own && stream ? (includeStreamUsage ?? false) : undefined);
  const settled = settle({ path: edge.format({ model: body.model, stream }), body, context }, issues);
  return settled.ok ? { ...ok(settled.value, settled.issues), locate: (path) => trace.locate(body, canonical, path) } : settled;
}

/** Unknown fields of a message are refused by many servers; one that signed thoughts takes them back as it gave them. */
function carriersOf({
  from,
  profile,
  reasoningCarriers,
  chatExtensions,
}: EncodeOptions): Pick<ConversationTarget, "carriers" | "thoughts"> {
  const carriers = reasoningCarriers ?? DEFAULT_CARRIERS;
  if (profile === "vendor") return { carriers, thoughts: "none" };
  const asked = isOwn(from) || chatExtensions === true || reasoningCarriers !== undefined;
  return asked ? { carriers, thoughts: "all" } : { carriers: ["reasoning_details"], thoughts: "signed" };
}

/** Another style's client always gets its usage, so that the service must be asked for it. */
function usageOption(asked: boolean | undefined, own: boolean): { include_usage: boolean } | undefined {
  if (!own) return { include_usage: true };
  return asked === undefined ? undefined : { include_usage: asked };
}

/** Where the parameters stand in the canonical request. */
const BODY_FIELDS = {
  ...Object.fromEntries(Object.entries(PARAMETER_FIELDS).map(([field, path]) => [path.join("."), field.split(".")])),
  max_tokens: ["limits", "maxOutputTokens"],
  max_completion_tokens: ["limits", "maxOutputTokens"],
  user: ["endUserId"],
  safety_identifier: ["endUserId"],
  tool_choice: ["toolChoice"],
  reasoning_effort: ["thinking"],
  reasoning: ["thinking", "visible"],
  messages: ["turns"],
};

/** Rewrites the names that the vendor's pattern forbids, and remembers them for the answer. */
function createNames(asTheyAre: boolean, report: (issue: Issue) => void): { rename: Rename; aliases: ReadonlyMap<string, string> } {
  const aliases = new Map<string, string>();
  return {
    rename(name, path) {
      const portable = asTheyAre || name === "" ? name : portableToolName(name, TOOL_NAME);
      if (portable === name) return name;
      aliases.set(portable, name);
      report(
        approximated(
          "rewritten.tool_name",
          path,
          "chat-completions tool names are up to 64 letters, digits, `_` and `-`; the answer gives the old name back.",
          {
            from: name.slice(0, 200),
            to: portable,
          },
        ),
      );
      return portable;
    },
    aliases,
  };
}

function reportResolution(resolution: string, messages: readonly Message[], report: (issue: Issue) => void): void {
  const images = messages.some(({ parts }) => parts.some((part) => part.type === "image" && part.detail === undefined));
  report(
    approximated(
      "approximated.media",
      ["mediaResolution"],
      images && resolution !== "medium"
        ? "chat-completions sets the detail of each image; every image without one gets that of the request."
        : "chat-completions sets the detail of each image; nothing is said of it here.",
      { from: resolution },
    ),
  );
}
