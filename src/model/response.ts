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
  /** Unix seconds. */
  readonly created?: number;
  readonly choices: readonly Choice[];
  readonly usage?: Usage;
  /** The prompt itself was blocked (`promptFeedback`). */
  readonly promptBlock?: { readonly reason: string; readonly message?: string };
  readonly serviceTier?: string;
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
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly cacheWrite5m?: number;
  readonly cacheWrite1h?: number;
  readonly reasoningTokens?: number;
  readonly toolUsePromptTokens?: number;
  readonly inputAudioTokens?: number;
  readonly outputAudioTokens?: number;
  readonly acceptedPredictionTokens?: number;
  readonly rejectedPredictionTokens?: number;
  readonly webSearchRequests?: number;
  readonly webFetchRequests?: number;
  readonly inputByModality?: readonly { readonly modality: string; readonly tokens: number }[];
  readonly outputByModality?: readonly { readonly modality: string; readonly tokens: number }[];
  readonly extensions?: Extensions;
}
