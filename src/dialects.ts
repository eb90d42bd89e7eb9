/**
 * Rows of what known servers do otherwise than their base, for the option `profile`. Plain data: spread a row to change it.
 *
 * @module interlingua/dialects
 */
import type { Dialect } from "./model/common.js";

export type { BaseProfile, Dialect, Profile } from "./model/common.js";

const OPENAI = { base: "vendor", toolId: { max: 40 } } as const satisfies Dialect;
/** The end user has the name that OpenAI gave up. */
const USER = { safety_identifier: "user" } as const;
/** Caching is asked for in a way of OpenAI's own. */
const UNCACHED = ["store", "prompt_cache_options"] as const;
/** Fields of log probabilities. */
const SCORED = ["logit_bias", "logprobs", "top_logprobs"] as const;
const UNMARKED = { base: "vendor", cacheMarker: "none" } as const satisfies Dialect;
const OLDER = { ...UNMARKED, tokenLimit: "max_tokens" } as const satisfies Dialect;
const OPEN = { ...OLDER, reasoningHistory: "reasoning", rename: USER, omit: UNCACHED } as const satisfies Dialect;

/**
 * Known servers by name.
 * @example
 * const body = { model: "mistral-large-latest", max_tokens: 50, messages: [{ role: "user", content: "hi" }] };
 * const result = translateRequest(body, { from: "messages", to: "chat-completions", profile: dialects.mistral });
 * result.ok && result.value.body.max_tokens; // 50
 */
export const dialects = {
  /** Source: https://platform.openai.com/docs/api-reference/chat/create. */
  openai: OPENAI,
  /** The model is the name of a deployment, in the path. Source: https://learn.microsoft.com/azure/ai-foundry/openai/reference. */
  azure: { ...OPENAI, modelInPath: true },
  /** Every unknown field is a 422. Source: https://docs.mistral.ai/api, recorded requests. */
  mistral: {
    ...OLDER,
    reasoningHistory: "thinking-block",
    effortField: "reasoning_effort",
    media: "string",
    toolId: { length: 9 },
    prefixField: true,
    rename: { seed: "random_seed" },
    omit: [
      ...[...UNCACHED, ...SCORED, "stream_options", "user", "safety_identifier", "service_tier", "verbosity"],
      ...["web_search_options", "modalities", "audio"],
    ],
  },
  /**
   * Thoughts of turns with calls must come back, and answers have no schema. Source: https://api-docs.deepseek.com/guides/thinking_mode,
   * https://api-docs.deepseek.com/guides/json_mode.
   */
  deepseek: {
    ...OLDER,
    reasoningHistory: "reasoning_content",
    effortField: "thinking",
    omit: [...UNCACHED, "safety_identifier"],
    capabilities: { structuredOutput: false },
  },
  /** Source: https://docs.x.ai/docs/api-reference. */
  xai: {
    ...UNMARKED,
    reasoningHistory: "reasoning_content",
    rename: USER,
    omit: [...UNCACHED, "presence_penalty", "frequency_penalty", "stop"],
  },
  /**
   * `reasoning_content` is refused, and a form of the answer beside functions. Source: https://console.groq.com/docs/api-reference,
   * https://console.groq.com/docs/structured-outputs.
   */
  groq: {
    ...UNMARKED,
    reasoningHistory: "reasoning",
    rename: USER,
    omit: [...UNCACHED, ...SCORED],
    capabilities: { jsonWithTools: false },
  },
  /** Source: https://openrouter.ai/docs/use-cases/reasoning-tokens, https://openrouter.ai/docs/features/prompt-caching. */
  openrouter: {
    base: "vendor",
    reasoningHistory: "reasoning_details",
    effortField: "reasoning",
    cacheMarker: "cache_control",
    rename: USER,
    omit: ["prompt_cache_options"],
  },
  /** Source: https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html. */
  vllm: OPEN,
  /** Source: https://github.com/ollama/ollama/blob/main/docs/openai.md. */
  ollama: { ...OPEN, strictTools: false },
  /** Choices of tools are words, and JSON has a schema. Source: https://lmstudio.ai/docs/developer/openai-compat. */
  lmstudio: { ...OPEN, namedChoice: false, jsonMode: false },
  /** Source: https://platform.claude.com/docs/en/api/versioning. */
  "anthropic-2026-10-21": { base: "vendor", version: "2026-10-21" },
  /** Source: https://docs.anthropic.com/en/api/claude-on-amazon-bedrock. */
  bedrock: { base: "vendor", modelInPath: true, bodyVersion: "bedrock-2023-05-31" },
  /** Source: https://docs.anthropic.com/en/api/claude-on-vertex-ai. */
  "vertex-anthropic": { base: "vendor", modelInPath: true, bodyVersion: "vertex-2023-10-16" },
  /** Source: https://ai.google.dev/api/generate-content. */
  "ai-studio": { base: "vendor", host: "ai-studio" },
  /** Source: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference. */
  vertex: { base: "vendor", host: "vertex" },
} as const satisfies Readonly<Record<string, Dialect>>;
