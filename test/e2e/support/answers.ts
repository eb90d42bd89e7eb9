/**
 * What an upstream says, and how each style says it. Written by hand from the vendors' documentation, and not with the
 * library, so that the tests do not believe it its own word.
 */
import type { StyleName } from "../../../src/index.js";

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}
export interface Answer {
  readonly thinking?: string;
  /** Of the thinking (messages), of the first call or of the text (generate-content). chat-completions has none. */
  readonly signature?: string;
  readonly text?: string;
  readonly calls?: readonly Call[];
  /** Of the whole text. */
  readonly cited?: { readonly url: string; readonly title: string };
  readonly refusal?: string;
  readonly cutByLimit?: boolean;
  readonly usage?: Tokens;
}
export interface Tokens {
  readonly input: number;
  readonly output: number;
  /** Part of `output`. */
  readonly reasoning?: number;
}
const TOKENS: Tokens = { input: 12, output: 7 };

export interface AnswerWriter {
  whole(answer: Answer): object;
  /** The frames of the stream, as bytes would come. */
  frames(answer: Answer): readonly string[];
  error(status: number, message: string): object;
}

export const answers: Readonly<Record<StyleName, AnswerWriter>> = {
  "chat-completions": { whole: chatWhole, frames: chatFrames, error: chatError },
  messages: { whole: messagesWhole, frames: messagesFrames, error: messagesError },
  "generate-content": { whole: generateWhole, frames: generateFrames, error: generateError },
};

export function errorFrame(style: StyleName, status: number, message: string): string {
  const data = `data: ${JSON.stringify(answers[style].error(status, message))}\n\n`;
  return style === "messages" ? `event: error\n${data}` : data;
}

/** In pieces of four characters, as a model speaks. */
function pieces(text = ""): readonly string[] {
  return text.match(/[\s\S]{1,4}/g) ?? [];
}

const CHAT = { id: "chatcmpl-up", created: 1_700_000_000, model: "gpt-upstream" };

function chatFinish({ calls = [], cutByLimit }: Answer): string {
  return cutByLimit ? "length" : calls.length > 0 ? "tool_calls" : "stop";
}

function chatUsage({ usage = TOKENS }: Answer): object {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
  };
}

function chatAnnotations({ cited, text = "" }: Answer): object[] {
  return cited === undefined ? [] : [{ type: "url_citation", url_citation: { ...cited, start_index: 0, end_index: text.length } }];
}

function chatWhole(answer: Answer): object {
  const { thinking, text, calls = [], refusal } = answer;
  const tool_calls = calls.map(({ id, name, arguments: args }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  const message = {
    role: "assistant",
    content: text ?? null,
    refusal: refusal ?? null,
    annotations: chatAnnotations(answer),
    ...(thinking === undefined ? {} : { reasoning_content: thinking }),
    ...(calls.length === 0 ? {} : { tool_calls }),
  };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: chatFinish(answer) }];
  return { ...CHAT, object: "chat.completion", choices, usage: chatUsage(answer), system_fingerprint: "fp_1", service_tier: "default" };
}

function chatFrames(answer: Answer): readonly string[] {
  const chunk = (choices: readonly object[], usage: object | null = null) =>
    `data: ${JSON.stringify({ ...CHAT, object: "chat.completion.chunk", choices, usage })}\n\n`;
  const delta = (value: object, finish: string | null = null) => chunk([{ index: 0, delta: value, logprobs: null, finish_reason: finish }]);
  const { thinking, text, calls = [], refusal } = answer;
  const annotations = chatAnnotations(answer);
  return [
    delta({ role: "assistant", content: "", refusal: null }),
    ...pieces(thinking).map((reasoning_content) => delta({ reasoning_content })),
    ...pieces(text).map((content) => delta({ content })),
    ...pieces(refusal).map((refused) => delta({ refusal: refused })),
    ...calls.flatMap(({ id, name, arguments: args }, index) => [
      delta({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...pieces(JSON.stringify(args)).map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    ...(annotations.length === 0 ? [] : [delta({ annotations })]),
    delta({}, chatFinish(answer)),
    chunk([], chatUsage(answer)),
    "data: [DONE]\n\n",
  ];
}

const CHAT_ERRORS: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  401: ["invalid_request_error", "invalid_api_key"],
  // The words of a service that has such a status.
  402: ["unknown_error", "invalid_request_error"],
  403: ["permission_error", null],
  404: ["invalid_request_error", "model_not_found"],
  429: ["requests", "rate_limit_exceeded"],
};
function chatError(status: number, message: string): object {
  const [type, code] = CHAT_ERRORS[status] ?? [status < 500 ? "invalid_request_error" : "server_error", null];
  return { error: { message, type, param: null, code } };
}

const MESSAGE = { id: "msg_up", type: "message", role: "assistant", model: "claude-upstream" };

function messagesFinish({ calls = [], cutByLimit, refusal }: Answer): string {
  return refusal !== undefined ? "refusal" : cutByLimit ? "max_tokens" : calls.length > 0 ? "tool_use" : "end_turn";
}

function stopDetails({ refusal }: Answer): object {
  return refusal === undefined ? {} : { stop_details: { type: "refusal", category: "cyber", explanation: refusal } };
}

function messagesUsage({ usage = TOKENS, cited }: Answer): object {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: usage.output,
    ...(usage.reasoning === undefined ? {} : { output_tokens_details: { thinking_tokens: usage.reasoning } }),
    ...(cited === undefined ? {} : { server_tool_use: { web_search_requests: 1 } }),
    service_tier: "standard",
  };
}

function citation({ cited, text = "" }: Answer): object[] {
  if (cited === undefined) return [];
  return [{ type: "web_search_result_location", ...cited, encrypted_index: "Eo8BCioIAhgB", cited_text: text }];
}

/** The search that stands before a cited text. */
function searchBlocks({ cited }: Answer): object[] {
  if (cited === undefined) return [];
  const hit = { type: "web_search_result", ...cited, encrypted_content: "EqgfCioIARgB", page_age: "April 30, 2026" };
  return [
    { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "oslo" } },
    { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [hit] },
  ];
}

function messagesWhole(answer: Answer): object {
  const { thinking, signature = "", text, calls = [] } = answer;
  const citations = citation(answer);
  return {
    ...MESSAGE,
    content: [
      ...(thinking === undefined ? [] : [{ type: "thinking", thinking, signature }]),
      ...searchBlocks(answer),
      ...(text === undefined ? [] : [{ type: "text", text, ...(citations.length === 0 ? {} : { citations }) }]),
      ...calls.map(({ id, name, arguments: input }) => ({ type: "tool_use", id, name, input })),
    ],
    stop_reason: messagesFinish(answer),
    stop_sequence: null,
    ...stopDetails(answer),
    usage: messagesUsage(answer),
  };
}

function messagesFrames(answer: Answer): readonly string[] {
  const frame = (event: { readonly type: string; readonly [key: string]: unknown }) =>
    `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  const { thinking, signature, text, calls = [], usage = TOKENS } = answer;
  const blocks: { readonly start: object; readonly deltas: readonly object[] }[] = [
    ...(thinking === undefined
      ? []
      : [
          {
            start: { type: "thinking", thinking: "", signature: "" },
            deltas: [
              ...pieces(thinking).map((piece) => ({ type: "thinking_delta", thinking: piece })),
              ...(signature === undefined ? [] : [{ type: "signature_delta", signature }]),
            ],
          },
        ]),
    ...searchBlocks(answer).map((start) => ({ start, deltas: [] })),
    ...(text === undefined
      ? []
      : [
          {
            start: { type: "text", text: "" },
            deltas: [
              ...citation(answer).map((cite) => ({ type: "citations_delta", citation: cite })),
              ...pieces(text).map((piece) => ({ type: "text_delta", text: piece })),
            ],
          },
        ]),
    ...calls.map(({ id, name, arguments: args }) => ({
      start: { type: "tool_use", id, name, input: {} },
      deltas: ["", ...pieces(JSON.stringify(args))].map((partial_json) => ({ type: "input_json_delta", partial_json })),
    })),
  ];
  const message = {
    ...MESSAGE,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: usage.input, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 },
  };
  return [
    frame({ type: "message_start", message }),
    frame({ type: "ping" }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      frame({ type: "content_block_start", index, content_block: start }),
      ...deltas.map((delta) => frame({ type: "content_block_delta", index, delta })),
      frame({ type: "content_block_stop", index }),
    ]),
    frame({
      type: "message_delta",
      delta: { stop_reason: messagesFinish(answer), stop_sequence: null, ...stopDetails(answer) },
      usage: messagesUsage(answer),
    }),
    frame({ type: "message_stop" }),
  ];
}

const MESSAGES_ERRORS: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  408: "timeout_error",
  409: "conflict_error",
  413: "request_too_large",
  429: "rate_limit_error",
  503: "overloaded_error",
  504: "timeout_error",
  529: "overloaded_error",
};
function messagesError(status: number, message: string): object {
  return {
    type: "error",
    error: { type: MESSAGES_ERRORS[status] ?? (status < 500 ? "invalid_request_error" : "api_error"), message },
    request_id: "req_body",
  };
}

const RESPONSE = { modelVersion: "gemini-upstream", responseId: "resp-up" };

function generateFinish({ cutByLimit, refusal }: Answer): string {
  return refusal !== undefined ? "SAFETY" : cutByLimit ? "MAX_TOKENS" : "STOP";
}

function generateUsage({ usage = TOKENS }: Answer): object {
  const thoughts = usage.reasoning ?? 0;
  return {
    promptTokenCount: usage.input,
    candidatesTokenCount: usage.output - thoughts,
    ...(thoughts === 0 ? {} : { thoughtsTokenCount: thoughts }),
    totalTokenCount: usage.input + usage.output,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: usage.input }],
  };
}

function grounding({ cited, text = "" }: Answer): object {
  if (cited === undefined) return {};
  const endIndex = new TextEncoder().encode(text).length;
  const groundingMetadata = {
    webSearchQueries: ["oslo"],
    groundingChunks: [{ web: { uri: cited.url, title: cited.title } }],
    groundingSupports: [{ segment: { startIndex: 0, endIndex, text }, groundingChunkIndices: [0] }],
  };
  return { groundingMetadata };
}

function callParts({ calls = [], signature }: Answer): object[] {
  return calls.map(({ id, name, arguments: args }, index) => ({
    functionCall: { id, name, args },
    ...(signature !== undefined && index === 0 ? { thoughtSignature: signature } : {}),
  }));
}

function generateWhole(answer: Answer): object {
  const { thinking, text, calls = [], signature } = answer;
  const signed = signature !== undefined && calls.length === 0 ? { thoughtSignature: signature } : {};
  const parts = [
    ...(thinking === undefined ? [] : [{ text: thinking, thought: true }]),
    ...(text === undefined ? [] : [{ text, ...signed }]),
    ...callParts(answer),
  ];
  const content = parts.length === 0 ? {} : { content: { role: "model", parts } };
  const candidate = { ...content, finishReason: generateFinish(answer), index: 0, ...grounding(answer) };
  return { candidates: [candidate], usageMetadata: generateUsage(answer), ...RESPONSE };
}

function generateFrames(answer: Answer): readonly string[] {
  const frame = (candidate: object, usage: object = {}) =>
    `data: ${JSON.stringify({ candidates: [{ index: 0, ...candidate }], ...usage, ...RESPONSE })}\r\n\r\n`;
  const parts = (...list: readonly object[]) => frame({ content: { role: "model", parts: list } });
  const { thinking, text, calls = [], signature, refusal } = answer;
  const signed = signature !== undefined && calls.length === 0 ? { thoughtSignature: signature } : {};
  const last = refusal !== undefined ? {} : { content: { role: "model", parts: [{ text: "", ...signed }] } };
  return [
    ...pieces(thinking).map((piece) => parts({ text: piece, thought: true })),
    ...pieces(text).map((piece) => parts({ text: piece })),
    ...callParts(answer).map((part) => parts(part)),
    frame({ ...last, finishReason: generateFinish(answer), ...grounding(answer) }, { usageMetadata: generateUsage(answer) }),
  ];
}

const GENERATE_ERRORS: Readonly<Record<number, string>> = {
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  501: "UNIMPLEMENTED",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
  529: "UNAVAILABLE",
};
function generateError(status: number, message: string): object {
  return { error: { code: status, message, status: GENERATE_ERRORS[status] ?? (status < 500 ? "INVALID_ARGUMENT" : "INTERNAL") } };
}
