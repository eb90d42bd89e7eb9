/** What servers and clients of chat-completions do beyond the style, row by row. */

import type { Path } from "../../core/issue.js";
import { isJsonObject, isObject, type Json, type JsonObject, mapChanged, plain } from "../../core/json.js";
import { isEmpty } from "../../core/lenient-parse.js";
import { conforms } from "../../core/schema.js";
import type { MediaSource } from "../../model/common.js";
import type { ErrorKind } from "../../model/error.js";
import type { FinishReason } from "../../model/index.js";
import { isAddress } from "../../model/media.js";
import type { Quirks } from "../shared/quirks.js";
import { type AnswerChoice, type ChatCompletionsChunk, type ChatCompletionsUsage, type Delta, Usage } from "./wire-answer.js";

/** A value, and where in the document it stands. */
export interface Placed<T> {
  readonly value: T;
  readonly path: Path;
}
type Document = Readonly<Record<string, unknown>>;
type Failure = Placed<Json> | undefined;
type Counted = Placed<ChatCompletionsUsage> | undefined;

function errorOfGroq(found: Failure, { x_groq }: Document): Failure {
  const error = isObject(x_groq) ? x_groq.error : undefined;
  return found === undefined && typeof error === "string" && error !== "" ? { value: error, path: ["x_groq", "error"] } : found;
}

function statusOfService(found: Failure, { base_resp }: Document): Failure {
  const failed = found === undefined && isObject(base_resp) && typeof base_resp.status_code === "number" && base_resp.status_code !== 0;
  return failed ? { value: plain(base_resp), path: ["base_resp"] } : found;
}

function errorOfChoice(found: Failure, { choices }: Document): Failure {
  for (const [position, choice] of found === undefined && Array.isArray(choices) ? choices.entries() : []) {
    const error: unknown = isObject(choice) ? choice.error : undefined;
    if (isObject(error) || (typeof error === "string" && error !== ""))
      return { value: plain(error), path: ["choices", position, "error"] };
  }
  return found;
}

function errorOfProvider(found: Placed<JsonObject>): Placed<JsonObject> {
  const { metadata, ...error } = found.value;
  if (error.message !== "Provider returned error" || !isJsonObject(metadata)) return found;
  const { raw = null, ...others } = metadata;
  if (raw === null || raw === "") return found;
  const message = typeof raw === "string" ? raw : JSON.stringify(raw);
  return { value: { ...error, message, ...(!isEmpty(others) && { metadata: others }) }, path: ["metadata", "raw"] };
}

function usageOfChoice(found: Counted, { choices }: ChatCompletionsChunk): Counted {
  const usage = choices?.[0]?.usage;
  return found === undefined && usage !== undefined && isUsage(usage) ? { value: usage, path: ["choices", 0, "usage"] } : found;
}

function usageOfGroq(found: Counted, { x_groq }: ChatCompletionsChunk): Counted {
  return found === undefined && isObject(x_groq) && isUsage(x_groq.usage) ? { value: x_groq.usage, path: ["x_groq", "usage"] } : found;
}

function isUsage(value: unknown): value is ChatCompletionsUsage {
  return isObject(value) && typeof value.completion_tokens === "number" && conforms(Usage, value);
}

function withReasoning(completion: number, { prompt_tokens, total_tokens, completion_tokens_details }: ChatCompletionsUsage): number {
  const all = completion + (completion_tokens_details?.reasoning_tokens ?? 0);
  return total_tokens === (prompt_tokens ?? 0) + all ? all : completion;
}

/** Without numbers, the first of several alternatives does not end for calls that only a later one has. */
function oneNumber(choices: readonly AnswerChoice[], hasCalls: (choice: AnswerChoice) => boolean): readonly AnswerChoice[] {
  const [first, ...later] = choices;
  const isUnnumbered = first?.finish_reason === "tool_calls" && choices.every(({ index }) => index == null);
  return isUnnumbered && !hasCalls(first) && later.some(hasCalls) ? choices.map((choice) => ({ ...choice, index: 0 })) : choices;
}

interface Signed extends Document {
  readonly extra_content?: { readonly google?: Document | null | undefined } | null | undefined;
}

function signatureOfProxy<Call extends Signed>(call: Call): Call {
  const { provider_specific_fields: fields, extra_content: extra } = call;
  if (!isObject(fields) || (extra?.google?.thought_signature ?? "") !== "") return call;
  const { thought_signature, ...others } = fields;
  if (typeof thought_signature !== "string" || thought_signature === "") return call;
  return {
    ...call,
    extra_content: { ...extra, google: { ...extra?.google, thought_signature } },
    provider_specific_fields: Object.keys(others).length === 0 ? undefined : others,
  };
}

/** What stands between the id of a call and its signature. */
export const SEPARATOR = "__thought__";

function signatureBehindId({ id }: { readonly id: string }): { readonly id: string; readonly signature?: string } {
  const at = id.indexOf(SEPARATOR);
  return at <= 0 ? { id } : { id: id.slice(0, at), signature: id.slice(at + SEPARATOR.length) };
}

/** Arguments as text; none at all is none. */
function argumentsAsText(value: Json | undefined): Json | undefined {
  return value === null || value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}

const FINISH_WORDS = {
  model_length: "length",
  sensitive: "content-filter",
  eos: "stop",
  insufficient_system_resource: "error",
  network_error: "error",
} as const satisfies Readonly<Record<string, FinishReason>>;
const ERROR_WORDS = {
  exceeded_current_quota_error: "insufficient-balance",
  insufficient_user_quota: "insufficient-balance",
  1113: "insufficient-balance",
  not_found_error: "not-found",
  capacity_exceeded: "overloaded",
  overloaded_error: "overloaded",
  engine_overloaded_error: "overloaded",
} as const satisfies Readonly<Record<string, ErrorKind>>;
const READ_FROM_CACHE = ["prompt_cache_hit_tokens", "cached_tokens", "num_cached_tokens", "cache_read_input_tokens"] as const;
/** HTTP statuses by the numbers of MiniMax. */
const STATUSES = { 1001: 504, 1002: 429, 1004: 401, 1008: 402, 1026: 400, 1027: 400, 1039: 429, 2013: 400, 2049: 401 } as const;

function nullAsWord(word: unknown): unknown {
  return word === "null" ? null : word;
}

function messageInChunk(delta: Delta | null | undefined, message: Delta | null | undefined): Delta | null | undefined {
  return delta ?? message;
}

function anyTool(choice: string): string {
  return choice === "any" ? "required" : choice;
}

function untypedTool(type: string | null | undefined): string {
  return type || "function";
}

function addressAsId(source: MediaSource): MediaSource {
  return source.kind === "file-id" && isAddress(source.fileId) ? { kind: "url", url: source.fileId } : source;
}

/** The body with other choices: itself where none is another. */
function withChoices(body: unknown, change: (choice: unknown) => unknown): unknown {
  if (!isObject(body) || !Array.isArray(body.choices)) return body;
  const given: readonly unknown[] = body.choices;
  const choices = mapChanged(given, change);
  return choices === given ? body : { ...body, choices };
}

/** The body with the JSON text of each content that is an object. */
function objectAsText(body: unknown): unknown {
  return withChoices(body, (choice) => {
    if (!isObject(choice) || !isObject(choice.message) || !isObject(choice.message.content)) return choice;
    return { ...choice, message: { ...choice.message, content: JSON.stringify(choice.message.content) } };
  });
}

export function isDeltaAlone(choice: unknown): choice is Document {
  return isObject(choice) && isObject(choice.delta) && (choice.message ?? null) === null;
}

/** The body with the delta of each choice that has no message as that. */
function deltaInAnswer(body: unknown): unknown {
  const changed = withChoices(body, (choice) => {
    if (!isDeltaAlone(choice)) return choice;
    const { delta, ...others } = choice;
    return { ...others, message: delta };
  });
  if (changed === body || !isObject(changed) || changed.object !== "chat.completion.chunk") return changed;
  return { ...changed, object: "chat.completion" };
}

function addressAlone<Wrapped extends object>(value: string | Wrapped): { readonly url: string; readonly detail?: undefined } | Wrapped {
  return typeof value === "string" ? { url: value } : value;
}

export const QUIRKS = {
  /**
   * `"finish_reason": "null"` names no reason. Source: no public record.
   */
  nullAsWord: { seenAt: "servers of open models", since: "2026-11-22", fixture: "compatible-stream-null", rewrite: nullAsWord },
  /**
   * Words for an end that state no more than the vendor's own. Source: https://docs.mistral.ai/api,
   * https://docs.z.ai/api-reference/llm/chat-completion, https://docs.together.ai/reference/chat-completions-1,
   * https://api-docs.deepseek.com/api/create-chat-completion
   */
  finishWords: {
    seenAt: "Mistral, Z.ai, Together, DeepSeek",
    since: "2026-11-21",
    fixture: "compatible-ends",
    words: FINISH_WORDS,
  },
  /**
   * The stop sequence that ended the answer stands in a field of its own. Source:
   * https://docs.vllm.ai/en/latest/api/vllm/outputs.html, https://docs.sglang.ai/basic_usage/openai_api_completions.html
   */
  stopFields: { seenAt: "vLLM, SGLang", since: "2026-11-22", fixture: "compatible-ends", words: ["stop_reason", "matched_stop"] },
  /**
   * What was read from the cache is counted outside of the details. Source: https://api-docs.deepseek.com/api/create-chat-completion,
   * https://platform.moonshot.ai/docs/api/chat, https://docs.mistral.ai/api
   */
  readFromCache: { seenAt: "DeepSeek, Moonshot, Mistral", since: "2026-11-21", fixture: "compatible-answer", words: READ_FROM_CACHE },
  /** The completion leaves out the reasoning; the total shows it. Source: https://github.com/vercel/ai/tree/main/packages/xai */
  reasoningApart: { seenAt: "xAI", since: "2026-11-22", fixture: "compatible-answer", rewrite: withReasoning },
  /** The counters of a stream stand in the first choice. Source: https://platform.moonshot.ai/docs/api/chat */
  usageInChoice: { seenAt: "Moonshot", since: "2026-11-22", fixture: "compatible-stream", rewrite: usageOfChoice },
  /** The counters of a stream stand in `x_groq`. Source: https://console.groq.com/docs/api-reference */
  usageOfGroq: { seenAt: "Groq", since: "2026-11-22", fixture: "compatible-stream-counters", rewrite: usageOfGroq },
  /** What broke off a stream stands in `x_groq`. Source: https://console.groq.com/docs/api-reference */
  errorOfGroq: { seenAt: "Groq", since: "2026-11-22", fixture: "compatible-stream-error", rewrite: errorOfGroq },
  /** A failure with the status of a success. Source: https://platform.minimax.io/docs/api-reference/errorcode */
  statusOfService: { seenAt: "MiniMax", since: "2026-11-22", fixture: "error-in-answer", rewrite: statusOfService },
  /** What the numbers of such a failure are in HTTP. Source: https://platform.minimax.io/docs/api-reference/errorcode */
  serviceStatuses: { seenAt: "MiniMax", since: "2026-11-22", fixture: "error-in-answer", words: STATUSES },
  /** An error stands in a choice. Source: https://openrouter.ai/docs/api-reference/errors */
  errorOfChoice: { seenAt: "OpenRouter", since: "2026-11-22", fixture: "error-in-choice", rewrite: errorOfChoice },
  /** What a provider answered stands beside a message that says no more than that. Source: https://openrouter.ai/docs/api-reference/errors */
  errorOfProvider: { seenAt: "OpenRouter", since: "2026-11-23", fixture: "error-of-provider", rewrite: errorOfProvider },
  /**
   * Types and codes of errors. Source: https://platform.moonshot.ai/docs/api/chat, https://github.com/QuantumNous/new-api,
   * https://docs.z.ai/api-reference/api-code, https://console.groq.com/docs/flex-processing
   */
  errorWords: { seenAt: "Moonshot, new-api, Z.ai, Groq", since: "2026-11-21", fixture: "error-compatible-word", words: ERROR_WORDS },
  /** The HTTP status stands in the body. Source: https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes */
  statusKeys: { seenAt: "Groq", since: "2026-11-21", fixture: "error-status-in-body", words: ["status", "status_code"] },
  /** A chunk holds the whole message. Source: no public record. */
  messageInChunk: { seenAt: "servers that do not stream", since: "2026-11-21", fixture: "compatible-stream", rewrite: messageInChunk },
  /** One answer in several choices: its text in the first, what it calls in the next. Source: no public record. */
  oneNumber: { seenAt: "gateways to services with blocks", since: "2026-11-22", fixture: "compatible-answer", rewrite: oneNumber },
  /** Arguments are an object instead of its text, as in the native API. Source: https://github.com/ollama/ollama/blob/main/docs/api.md */
  argumentsAsText: { seenAt: "Ollama", since: "2026-11-21", fixture: "compatible-request", rewrite: argumentsAsText },
  /** The signature of a call stands in a field of the proxy. Source: https://docs.litellm.ai/docs/providers/gemini */
  signatureOfProxy: { seenAt: "LiteLLM", since: "2026-11-22", fixture: "compatible-request", rewrite: signatureOfProxy },
  /**
   * The signature of a call stands behind its id, and some clients leave it out of the result's: `call_1__thought__CvUB…`. Source:
   * `THOUGHT_SIGNATURE_SEPARATOR` in https://github.com/BerriAI/litellm/blob/main/litellm/litellm_core_utils/prompt_templates/factory.py
   */
  signatureBehindId: { seenAt: "LiteLLM", since: "2026-11-22", fixture: "compatible-request", rewrite: signatureBehindId },
  /** `tool_choice: "any"` is `required`. Source: https://docs.mistral.ai/capabilities/function_calling */
  anyTool: { seenAt: "Mistral", since: "2026-11-21", fixture: "compatible-request", rewrite: anyTool },
  /** A tool without a type, or with an empty one, is a function. Source: https://docs.mistral.ai/capabilities/function_calling */
  untypedTool: { seenAt: "Mistral's clients", since: "2026-11-21", fixture: "compatible-request", rewrite: untypedTool },
  /** An image is its address alone. Source: https://docs.mistral.ai/capabilities/vision */
  addressAlone: { seenAt: "Mistral", since: "2026-11-23", fixture: "compatible-request", rewrite: addressAlone },
  /** The content of an answer is an object in place of its text. Source: no public record. */
  objectAsText: { seenAt: "Cloudflare", since: "2026-11-23", fixture: "compatible-object-answer", rewrite: objectAsText },
  /** An answer has the form of a chunk. Source: no public record. */
  deltaInAnswer: { seenAt: "servers that always stream", since: "2026-11-24", fixture: "delta-in-answer", rewrite: deltaInAnswer },
  /** The id of a file is an address. Source: https://docs.litellm.ai/docs/completion/document_understanding */
  addressAsId: { seenAt: "clients of LiteLLM", since: "2026-11-22", fixture: "compatible-request", rewrite: addressAsId },
} as const satisfies Quirks;
