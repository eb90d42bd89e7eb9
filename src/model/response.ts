import type { Extensions, FinishReason, Json, StyleName } from "./common.js";
import type { Part } from "./content.js";

/**
 * A whole answer of any style.
 * Source: https://platform.openai.com/docs/api-reference/chat/object, https://docs.anthropic.com/en/api/messages,
 * https://ai.google.dev/api/generate-content.
 */
export interface CanonicalResponse {
  readonly id?: string;
  readonly model?: string;
  /** When it was made. Unix seconds. */
  readonly created?: number;
  readonly choices: readonly Choice[];
  readonly usage?: Usage;
  /** The prompt itself was blocked (`promptFeedback`). */
  readonly promptBlock?: { readonly reason: string; readonly message?: string };
  /** How the request was served. */
  readonly serviceTier?: string;
  /** The configuration that answered. */
  readonly systemFingerprint?: string;
  readonly extensions?: Extensions;
}
/**
 * One of the answers: chat-completions and generate-content may give several.
 * Source: chat-completions `choices[]`; messages the answer itself; generate-content `candidates[]`.
 */
export interface Choice {
  readonly index: number;
  readonly parts: readonly Part[];
  readonly finish: Finish;
  /** chat-completions form: `{ content: [{ token, logprob, bytes, top_logprobs }], refusal }`. */
  readonly logprobs?: Json;
  readonly safety?: Json;
  readonly extensions?: Extensions;
}
/**
 * Why the answer ended, with the explanation of the service. `stopSequence` is the text that was hit.
 * Source: chat-completions `finish_reason`; messages `stop_reason`, `stop_sequence` and `stop_details`; generate-content
 * `finishReason` and `finishMessage`.
 */
export interface Finish {
  readonly reason: FinishReason;
  /** The word of the service itself; wins when the target is its style. */
  readonly native?: { readonly style: StyleName; readonly value: string };
  readonly stopSequence?: string;
  /** The field that it stood in, where a style has several names for it. */
  readonly stopField?: string;
  readonly refusal?: { readonly category?: string | null; readonly explanation?: string | null };
  readonly message?: string;
}

/**
 * Token counts. `inputTokens` and `outputTokens` include everything that the other fields split out.
 * Source: chat-completions `usage`; messages `usage`; generate-content `usageMetadata`.
 */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens?: number;
  /** Tokens read from a cache. */
  readonly cacheReadTokens?: number;
  /** Tokens written to a cache. */
  readonly cacheWriteTokens?: number;
  /** Tokens cached for 5 minutes. */
  readonly cacheWrite5m?: number;
  /** Tokens cached for an hour. */
  readonly cacheWrite1h?: number;
  /** Tokens of thoughts. */
  readonly reasoningTokens?: number;
  /** Tokens of results of tools that the service ran. */
  readonly toolUsePromptTokens?: number;
  /** Tokens of sound in the request. */
  readonly inputAudioTokens?: number;
  /** Tokens of sound in the answer. */
  readonly outputAudioTokens?: number;
  /** Tokens of a prediction that came true. */
  readonly acceptedPredictionTokens?: number;
  /** Tokens of a prediction that did not. */
  readonly rejectedPredictionTokens?: number;
  /** Searches of the web. */
  readonly webSearchRequests?: number;
  /** Pages fetched. */
  readonly webFetchRequests?: number;
  /** Tokens of the request by kind. */
  readonly inputByModality?: readonly { readonly modality: string; readonly tokens: number }[];
  /** Tokens of the answer by kind. */
  readonly outputByModality?: readonly { readonly modality: string; readonly tokens: number }[];
  readonly extensions?: Extensions;
}
