/**
 * Requests of chat-completions: `POST /v1/chat/completions`.
 * https://platform.openai.com/docs/api-reference/chat/create
 */

import { compact } from "../../core/compact.js";
import { approximated, type Issue } from "../../core/issue.js";
import { codecLog } from "../../core/issue-log.js";
import { ok } from "../../core/result.js";
import { readBody } from "../../core/schema.js";
import { createTrace } from "../../core/trace.js";
import { decodeFields } from "../../fields/decode.js";
import { encodeFields } from "../../fields/encode.js";
import { capabilitiesOf } from "../../model/capabilities.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, Message } from "../../model/index.js";
import { createToolNames } from "../../model/tools.js";
import { contextOf } from "../context.js";
import type { DecodeOptions, EncodeOptions } from "../options.js";
import type { Decoded, Encoded, EncodedRequest, RequestCodec } from "../style.js";
import type { Rename } from "./calls.js";
import { edge } from "./edge.js";
import { REQUEST_FIELDS, type RequestScope } from "./fields.js";
import { TOOL_NAME } from "./limits.js";
import { schemaBeside } from "./output.js";
import { isOwn } from "./parts.js";
import { decodeThinking, encodeThinking } from "./reasoning-config.js";
import { DEFAULT_CARRIERS } from "./signatures.js";
import { stripForeignSignatures } from "./strip-foreign-signatures.js";
import { decodeToolChoice, encodeToolChoice } from "./tool-choice.js";
import { decodeTools, encodeTools } from "./tools.js";
import { type ConversationTarget, decodeMessages, encodeMessages } from "./turns.js";
import { ChatCompletionsRequest } from "./wire.js";

export const request: RequestCodec<ChatCompletionsRequest> = {
  decode(body, options = {}) {
    const read = readBody(ChatCompletionsRequest, body, "R-001");
    return read.ok ? decodeRequest(read.value, options) : read;
  },
  encode(canonical, options = {}) {
    return encodeRequest(canonical, options);
  },
  stripForeignSignatures,
};

function decodeRequest(body: ChatCompletionsRequest, options: DecodeOptions): Decoded<CanonicalRequest> {
  const log = codecLog(options);
  const report = (issue: Issue) => log.add(issue);
  const trace = createTrace();
  const conversation = decodeMessages(body.messages, trace, report);
  const { fields, unknown, paths } = decodeFields<CanonicalRequest>(REQUEST_FIELDS, body, report);
  const choice = decodeToolChoice(body, report);
  const thinking = decodeThinking(body, report);
  const value: CanonicalRequest = compact({
    sampling: {},
    limits: {},
    output: {},
    ...fields,
    model: body.model,
    instructions: conversation.instructions,
    turns: conversation.turns,
    tools: decodeTools(body, trace, report),
    toolChoice: choice.choice,
    thinking: thinking.thinking,
    stream: body.stream ?? false,
    ...keepUnknown("chat-completions", {}, [...unknown, ...choice.unknown, ...thinking.unknown]),
  });
  trace.mark(value, [], {
    ...REQUEST_FIELDS.paths,
    ...paths,
    turns: ["messages"],
    ...(body.stream_options ? {} : { includeStreamUsage: ["stream_options"] }),
    ...(body.response_format ? schemaBeside(body.response_format) : {}),
    ...choice.fields,
    ...thinking.fields,
  });
  const settled = log.settle(value);
  return settled.ok ? { ...settled, locate: (path) => trace.locate(value, body, path) } : settled;
}

function encodeRequest(canonical: CanonicalRequest, options: EncodeOptions): Encoded<EncodedRequest<ChatCompletionsRequest>> {
  const log = codecLog(options);
  const report = (issue: Issue) => log.add(issue);
  const trace = createTrace();
  const { model, instructions, turns, tools, toolChoice, thinking, mediaResolution, stream, extensions } = canonical;
  const { from, profile = "gateway" } = options;
  const own = isOwn(from);
  const names = createToolNames(TOOL_NAME, "chat-completions", report);
  const asTheyAre = own && profile === "gateway";
  const rename: Rename = (name, path) => (asTheyAre || name === "" ? name : names.rename(name, path));
  const target: ConversationTarget = {
    from,
    profile,
    answer: false,
    signatures: own ? "all" : profile === "gateway" ? "travelled" : "none",
    ...carriersOf(options),
    codeParts: options.codeParts ?? "drop",
    chatExtensions: options.chatExtensions ?? false,
    rename,
    // A request says itself which calls are of free-form tools.
    customTools: [],
    seed: "",
    mediaResolution,
    missingResult: options.missingResult,
    missingResultText: options.missingResultText,
    trace,
    report,
  };
  const capabilities = capabilitiesOf(options.model ?? model, options.capabilities);
  const base = { target: "chat-completions", profile, own, options, capabilities, rename, report };
  const written = encodeTools(tools, base, target, trace);
  const declared = written.tools !== undefined;
  const scope: RequestScope = { ...base, declaresTools: declared };
  if (mediaResolution !== undefined) reportResolution(mediaResolution, turns, report);
  dropUnknown(extensions, "chat-completions", [], report);
  const body = restoreUnknown<ChatCompletionsRequest>(
    compact({
      model: options.model ?? model,
      messages: encodeMessages({ instructions, turns }, target),
      ...encodeFields(REQUEST_FIELDS, canonical, scope),
      ...encodeThinking(thinking, { from, profile, capabilities }, report),
      ...written,
      tool_choice: encodeToolChoice(toolChoice, tools, declared, base),
      ...(stream ? { stream } : {}),
      // Another style's client always gets its usage, so that the service must be asked for it.
      ...(stream && !own ? { stream_options: { include_usage: true } } : {}),
    }),
    extensions,
    "chat-completions",
  );
  trace.mark(body, [], BODY_FIELDS);
  const context = contextOf(canonical, names.aliases, own && stream ? (canonical.includeStreamUsage ?? false) : undefined);
  const settled = log.settle({ path: edge.format({ model: body.model, stream }), body, context });
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

/** Where the parameters stand in the canonical request. */
const BODY_FIELDS = {
  ...REQUEST_FIELDS.bodyPaths,
  tool_choice: ["toolChoice"],
  reasoning_effort: ["thinking"],
  reasoning: ["thinking", "visible"],
  messages: ["turns"],
};

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
