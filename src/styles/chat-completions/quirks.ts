/** What servers and clients of chat-completions do beyond the style, row by row: each a rewriting of one place, or words of a table. */

import type { Path } from "../../core/issue.js";
import { isObject, type Json, mapChanged, plain } from "../../core/json.js";
import { conforms } from "../../core/schema.js";
import type { MediaSource } from "../../model/common.js";
import type { ErrorKind } from "../../model/error.js";
import type { FinishReason } from "../../model/index.js";
import { isAddress } from "../../model/media.js";
import type { Quirks } from "../style.js";
import { type AnswerChoice, type ChatCompletionsChunk, type ChatCompletionsUsage, type Delta, Usage } from "./wire-answer.js";

/** A value, and where in the document it stands. */
export interface Placed<T> {
  readonly value: T;
  readonly path: Path;
}
type Document = Readonly<Record<string, unknown>>;
type Failure = Placed<Json> | undefined;
type Counted = Placed<ChatCompletionsUsage> | undefined;

function isUsage(value: unknown): value is ChatCompletionsUsage {
  return isObject(value) && typeof value.completion_tokens === "number" && conforms(Usage, value);
}

interface Signed extends Document {
  readonly extra_content?: { readonly google?: Document | null | undefined } | null | undefined;
}

const BEHIND_ID = "__thought__";

export const QUIRKS = {
  /**
   * `"finish_reason": "null"` names no reason. Seen at: servers of open models, since 2026-11-22. Fixture: compatible-stream-null. Source:
   * no public record.
   */
  nullAsWord: (word: unknown) => (word === "null" ? null : word),
  /**
   * Words for an end that state no more than the vendor's own. Seen at: Mistral, Z.ai, Together, DeepSeek, since 2026-11-21. Fixture:
   * compatible-ends. Source: https://docs.mistral.ai/api, https://docs.z.ai/api-reference/llm/chat-completion,
   * https://docs.together.ai/reference/chat-completions-1, https://api-docs.deepseek.com/api/create-chat-completion
   */
  finishWords: {
    model_length: "length",
    sensitive: "content-filter",
    eos: "stop",
    insufficient_system_resource: "error",
    network_error: "error",
  } satisfies Readonly<Record<string, FinishReason>>,
  /**
   * The stop sequence that ended the answer stands in a field of its own. Seen at: vLLM, SGLang, since 2026-11-22. Fixture:
   * compatible-ends. Source: https://docs.vllm.ai/en/latest/api/vllm/outputs.html,
   * https://docs.sglang.ai/basic_usage/openai_api_completions.html
   */
  stopFields: ["stop_reason", "matched_stop"],
  /**
   * What was read from the cache is counted outside of the details. Seen at: DeepSeek, Moonshot, Mistral, since 2026-11-21. Fixture:
   * compatible-answer. Source: https://api-docs.deepseek.com/api/create-chat-completion, https://platform.moonshot.ai/docs/api/chat,
   * https://docs.mistral.ai/api
   */
  readFromCache: ["prompt_cache_hit_tokens", "cached_tokens", "num_cached_tokens", "cache_read_input_tokens"],
  /**
   * The completion leaves out the reasoning; the total shows it. Seen at: xAI, since 2026-11-22. Fixture: compatible-answer. Source:
   * https://github.com/vercel/ai/tree/main/packages/xai
   */
  reasoningApart(completion: number, { prompt_tokens, total_tokens, completion_tokens_details }: ChatCompletionsUsage): number {
    const all = completion + (completion_tokens_details?.reasoning_tokens ?? 0);
    return total_tokens === (prompt_tokens ?? 0) + all ? all : completion;
  },
  /**
   * The counters of a stream stand in the first choice. Seen at: Moonshot, since 2026-11-22. Fixture: compatible-stream. Source:
   * https://platform.moonshot.ai/docs/api/chat
   */
  usageInChoice(found: Counted, { choices }: ChatCompletionsChunk): Counted {
    const usage = choices?.[0]?.usage;
    return found === undefined && usage !== undefined && isUsage(usage) ? { value: usage, path: ["choices", 0, "usage"] } : found;
  },
  /**
   * The counters of a stream stand in `x_groq`. Seen at: Groq, since 2026-11-22. Fixture: compatible-stream-counters. Source:
   * https://console.groq.com/docs/api-reference
   */
  usageOfGroq(found: Counted, { x_groq }: ChatCompletionsChunk): Counted {
    return found === undefined && isObject(x_groq) && isUsage(x_groq.usage) ? { value: x_groq.usage, path: ["x_groq", "usage"] } : found;
  },
  /**
   * What broke off a stream stands in `x_groq`. Seen at: Groq, since 2026-11-22. Fixture: compatible-stream-error. Source:
   * https://console.groq.com/docs/api-reference
   */
  errorOfGroq(found: Failure, { x_groq }: Document): Failure {
    const error = isObject(x_groq) ? x_groq.error : undefined;
    return found === undefined && typeof error === "string" && error !== "" ? { value: error, path: ["x_groq", "error"] } : found;
  },
  /**
   * A failure with the status of a success. Seen at: MiniMax, since 2026-11-22. Fixture: error-in-answer. Source:
   * https://platform.minimax.io/docs/api-reference/errorcode
   */
  statusOfService(found: Failure, { base_resp }: Document): Failure {
    const failed = found === undefined && isObject(base_resp) && typeof base_resp.status_code === "number" && base_resp.status_code !== 0;
    return failed ? { value: plain(base_resp), path: ["base_resp"] } : found;
  },
  /**
   * What the numbers of such a failure are in HTTP. Seen at: MiniMax, since 2026-11-22. Fixture: error-in-answer. Source:
   * https://platform.minimax.io/docs/api-reference/errorcode
   */
  serviceStatuses: { 1001: 504, 1002: 429, 1004: 401, 1008: 402, 1026: 400, 1027: 400, 1039: 429, 2013: 400, 2049: 401 },
  /**
   * An error stands in a choice. Seen at: OpenRouter, since 2026-11-22. Fixture: error-in-choice. Source:
   * https://openrouter.ai/docs/api-reference/errors
   */
  errorOfChoice(found: Failure, { choices }: Document): Failure {
    for (const [position, choice] of found === undefined && Array.isArray(choices) ? choices.entries() : []) {
      const error: unknown = isObject(choice) ? choice.error : undefined;
      if (isObject(error) || (typeof error === "string" && error !== ""))
        return { value: plain(error), path: ["choices", position, "error"] };
    }
    return found;
  },
  /**
   * Types and codes of errors. Seen at: Moonshot, new-api, since 2026-11-21. Fixture: error-compatible-word. Source:
   * https://platform.moonshot.ai/docs/api/chat, https://github.com/QuantumNous/new-api
   */
  errorWords: {
    exceeded_current_quota_error: "insufficient-balance",
    insufficient_user_quota: "insufficient-balance",
    not_found_error: "not-found",
    overloaded_error: "overloaded",
    engine_overloaded_error: "overloaded",
  } satisfies Readonly<Record<string, ErrorKind>>,
  /**
   * The HTTP status stands in the body. Seen at: Groq, since 2026-11-21. Fixture: error-status-in-body. Source:
   * https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes
   */
  statusKeys: ["status", "status_code"],
  /**
   * A chunk holds the whole message. Seen at: servers that do not stream, since 2026-11-21. Fixture: compatible-stream. Source: no public
   * record.
   */
  messageInChunk: (delta: Delta | null | undefined, message: Delta | null | undefined) => delta ?? message,
  /**
   * One answer in several choices: its text in the first, what it calls in the next. Seen at: gateways to services with blocks, since
   * 2026-11-22. Fixture: compatible-answer. Source: no public record.
   */
  oneNumber(choices: readonly AnswerChoice[], hasCalls: (choice: AnswerChoice) => boolean): readonly AnswerChoice[] {
    const [first, ...later] = choices;
    const isUnnumbered = first?.finish_reason === "tool_calls" && choices.every(({ index }) => index == null);
    return isUnnumbered && !hasCalls(first) && later.some(hasCalls) ? choices.map((choice) => ({ ...choice, index: 0 })) : choices;
  },
  /**
   * Arguments are an object instead of its text, as in the native API. Seen at: Ollama, since 2026-11-21. Fixture: compatible-request.
   * Source: https://github.com/ollama/ollama/blob/main/docs/api.md
   */
  argumentsAsText: (value: Json | undefined): Json | undefined =>
    value === null || value === undefined || typeof value === "string" ? value : JSON.stringify(value),
  /**
   * The signature of a call stands in a field of the proxy. Seen at: LiteLLM, since 2026-11-22. Fixture: compatible-request. Source:
   * https://docs.litellm.ai/docs/providers/gemini
   */
  signatureOfProxy<Call extends Signed>(call: Call): Call {
    const { provider_specific_fields: fields, extra_content: extra } = call;
    if (!isObject(fields) || (extra?.google?.thought_signature ?? "") !== "") return call;
    const { thought_signature, ...others } = fields;
    if (typeof thought_signature !== "string" || thought_signature === "") return call;
    return {
      ...call,
      extra_content: { ...extra, google: { ...extra?.google, thought_signature } },
      provider_specific_fields: Object.keys(others).length === 0 ? undefined : others,
    };
  },
  /**
   * The signature of a call stands behind its id, and some clients leave it out of the result's: `call_1__thought__CvUB…`. Seen at:
   * LiteLLM, since 2026-11-22. Fixture: compatible-request. Source: `THOUGHT_SIGNATURE_SEPARATOR` in
   * https://github.com/BerriAI/litellm/blob/main/litellm/litellm_core_utils/prompt_templates/factory.py
   */
  signatureBehindId({ id }: { readonly id: string }): { readonly id: string; readonly signature?: string } {
    const at = id.indexOf(BEHIND_ID);
    return at <= 0 ? { id } : { id: id.slice(0, at), signature: id.slice(at + BEHIND_ID.length) };
  },
  /**
   * `tool_choice: "any"` is `required`. Seen at: Mistral, since 2026-11-21. Fixture: compatible-request. Source:
   * https://docs.mistral.ai/capabilities/function_calling
   */
  anyTool: (choice: string) => (choice === "any" ? "required" : choice),
  /**
   * A tool without a type is a function. Seen at: Mistral's clients, since 2026-11-21. Fixture: compatible-request. Source:
   * https://docs.mistral.ai/capabilities/function_calling
   */
  untypedTool: (type: string | null | undefined) => type ?? "function",
  /**
   * An image is its address alone. Seen at: Mistral, since 2026-11-23. Fixture: compatible-request. Source:
   * https://docs.mistral.ai/capabilities/vision
   */
  addressAlone: <Wrapped extends object>(value: string | Wrapped): { readonly url: string; readonly detail?: undefined } | Wrapped =>
    typeof value === "string" ? { url: value } : value,
  /**
   * The content of an answer is an object in place of its text. Seen at: Cloudflare, since 2026-11-23. Fixture: compatible-object-answer.
   * Source: no public record.
   */
  objectAsText(body: unknown): unknown {
    if (!isObject(body) || !Array.isArray(body.choices)) return body;
    const given: readonly unknown[] = body.choices;
    const choices = mapChanged(given, (choice) => {
      if (!isObject(choice) || !isObject(choice.message) || !isObject(choice.message.content)) return choice;
      return { ...choice, message: { ...choice.message, content: JSON.stringify(choice.message.content) } };
    });
    return choices === given ? body : { ...body, choices };
  },
  /**
   * The id of a file is an address. Seen at: clients of LiteLLM, since 2026-11-22. Fixture: compatible-request. Source:
   * https://docs.litellm.ai/docs/completion/document_understanding
   */
  addressAsId: (source: MediaSource): MediaSource =>
    source.kind === "file-id" && isAddress(source.fileId) ? { kind: "url", url: source.fileId } : source,
} as const satisfies Quirks;
