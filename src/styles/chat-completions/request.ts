/**
 * Requests of chat-completions: `POST /v1/chat/completions`.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
import { addAll } from "../../core/collections.js";
import { notice, type Path } from "../../core/issue.js";
import { decodeFields, encodeFields } from "../../fields/codec.js";
import { keepUnknown } from "../../model/extensions.js";
import { CallIds } from "../../model/ids.js";
import type { CanonicalRequest } from "../../model/index.js";
import { renameTool } from "../../model/tools.js";
import type { DecodeOptions, EncodeOptions } from "../options.js";
import { decodedFrom, encodedRequest, fitRequest, keepRequest, type RequestScope, readRequest, requestScope } from "../shared/codec.js";
import type { Decoded, RequestCodec } from "../style.js";
import type { PartTarget } from "./assistant-encoder.js";
import { DEFAULT_CARRIERS } from "./calls.js";
import { edge } from "./edge.js";
import { REQUEST_FIELDS, schemaBeside } from "./fields.js";
import { decodeThinking, encodeThinking, fitEffortToTools } from "./thinking-config.js";
import { type RequestTarget, writtenId } from "./tool-results.js";
import { choicePaths, decodeTools, encodeToolChoice, encodeTools, wordedChoice } from "./tools.js";
import { decodeMessages, encodeMessages, encodePlainMessages } from "./turns.js";
import { ChatCompletionsRequest, STYLE, TOOL_NAME } from "./wire.js";

function decode(body: unknown, options: DecodeOptions = {}): Decoded<CanonicalRequest> {
  const read = readRequest(ChatCompletionsRequest, body, options, edge, "R-001");
  if (!read.ok) return read;
  const { wire, value, scope } = read;
  const { trace, report } = scope;
  const { stream_options, response_format, tools, functions, web_search_options } = wire;
  const { reasoning_effort, reasoning, include_reasoning, extra_body } = wire;
  Object.assign(value, decodeMessages(wire.messages, trace, report));
  // A client that does not ask for the counts of a stream gets none.
  if (value.stream) value.includeStreamUsage = false;
  const { unknown, paths } = decodeFields(REQUEST_FIELDS, wire, report, value);
  const asked = reasoning_effort ?? wire.thinking ?? reasoning ?? include_reasoning ?? extra_body;
  const thinking = asked == null ? undefined : decodeThinking(wire, report);
  if ((tools ?? functions ?? web_search_options) != null) value.tools = decodeTools(wire, trace, report);
  // The web is no tool here, which `none` might forbid.
  if (web_search_options && value.toolChoice?.mode === "none") value.toolChoice = { mode: "none", only: "functions" };
  if (thinking?.thinking !== undefined) value.thinking = thinking.thinking;
  if (thinking !== undefined) addAll(unknown, thinking.unknown);
  if (unknown.length > 0) Object.assign(value, keepUnknown(STYLE, {}, unknown));
  trace.mark(value, [], () => [
    REQUEST_FIELDS.paths(),
    paths,
    stream_options ? {} : { includeStreamUsage: ["stream_options"] },
    response_format ? schemaBeside(response_format) : {},
    value.toolChoice ? choicePaths(value.toolChoice, paths.toolChoice) : {},
    thinking?.fields ?? {},
  ]);
  return decodedFrom(value, body, scope);
}

const encoder =
  (fitting: typeof fitRequest) =>
  (given: CanonicalRequest, options: EncodeOptions = {}) => {
    const scope = requestScope(STYLE, given, options, TOOL_NAME);
    const fit = fitting(given, "openai", edge, scope);
    const { request: canonical } = fit;
    const { tools, toolChoice, thinking, stream, mediaResolution } = canonical;
    const { model, capabilities, fits, trace, report } = scope;
    const choice = wordedChoice(toolChoice, tools, scope);
    const written = tools.length === 0 ? undefined : encodeTools(tools, scope, choice.kept);
    const declaresTools = written?.tools !== undefined;
    const plain = encodePlainMessages(canonical, trace);
    const messages = plain ?? encodeMessages(canonical, targetOf(scope, mediaResolution));
    // Who wants its thoughts back refuses a turn without the field, also where there were none.
    if (scope.dialect.reasoningHistory === "reasoning_content")
      for (const message of messages) if (message.role === "assistant") message.reasoning_content ??= "";
    const fields = encodeFields(REQUEST_FIELDS, canonical, Object.assign(scope, { declaresTools }));
    const body: ChatCompletionsRequest = Object.assign({ model, messages }, fields);
    if (thinking !== undefined) Object.assign(body, encodeThinking(thinking, scope));
    const unserved = "The vendor does not serve this model by chat-completions.";
    if (fits && capabilities.chat === false) report(notice("vendor_extension", ["model"], unserved, { severity: "warning" }));
    if (declaresTools) fitEffortToTools(body, scope);
    Object.assign(body, written);
    const chosen = encodeToolChoice(choice.choice, tools, declaresTools, scope);
    if (chosen !== undefined) body.tool_choice = chosen;
    // Another style's client always gets its usage, so that the service is asked for it.
    if (stream) Object.assign(body, { stream: true, stream_options: { include_usage: true } });
    return encodedRequest(body, canonical, REQUEST_FIELDS, edge, scope, fit, plain);
  };

export const request: RequestCodec<ChatCompletionsRequest> = { decode, encode: encoder(fitRequest) };

/** The same for who fits the request to its model and its vendor. */
export const plainRequest: RequestCodec<ChatCompletionsRequest> = { decode, encode: encoder(keepRequest) };

/**
 * Unknown fields of a message are refused by many servers; one that signed thoughts takes them back as it gave them, and one
 * that a dialect describes has its place for them.
 */
function targetOf(scope: RequestScope, mediaResolution: CanonicalRequest["mediaResolution"]): RequestTarget {
  const rename = (name: string, path: Path) => renameTool(name, path, scope);
  const ids = new CallIds(STYLE, (id, times) => writtenId(id, times, scope));
  return Object.assign(scope, carriersOf(scope), { answer: false, ids, rename, seed: "", mediaResolution });
}

function carriersOf({ own, profile, dialect, options }: RequestScope): Pick<PartTarget, "carriers" | "thoughts" | "signatures"> {
  const { reasoningHistory } = dialect;
  const { reasoningCarriers, chatExtensions } = options;
  const carriers = reasoningCarriers ?? DEFAULT_CARRIERS;
  const signatures = own ? "all" : profile === "gateway" ? "travelled" : "none";
  // A dialect that states nothing is written for as its base is; carriers that the caller asked for count.
  const history = reasoningHistory === undefined && profile === "vendor" ? "none" : reasoningCarriers ? undefined : reasoningHistory;
  if (history === "none" || history === "thinking-block")
    return { carriers, signatures, thoughts: history === "none" ? history : "blocks" };
  if (history !== undefined) {
    // Its details name whose signatures they have: it takes them back as it gave them, in whatever field the client kept them.
    return { carriers: [history], signatures: history === "reasoning_details" ? "known" : signatures, thoughts: "all" };
  }
  const asked = own || chatExtensions === true || reasoningCarriers !== undefined;
  return asked ? { carriers, signatures, thoughts: "all" } : { carriers: ["reasoning_details"], signatures, thoughts: "signed" };
}
