/**
 * What a chat-completions request may hold beyond its structure, as data: the encoder keeps to it, the validator reports
 * what does not. `gateway` is the specification, `vendor` what the vendor adds to it.
 */

import type { FieldNames } from "../../core/fields.js";
import type { Range } from "../../core/range.js";
import type { NameRule } from "../../model/tools.js";

/** V-04. */
export const LOGIT_BIAS: Range = { min: -100, max: 100, rule: "V-04" };

/** */
export const MAX_STOP = 4;
/** V-05. */
export const MAX_TOOLS = 128;
/** V-04. */
export const MAX_USER_ID = 128;
/** Characters of `user`, which many servers check. */
export const MAX_USER = 64;
/** V-04. */
export const METADATA = { pairs: 16, key: 64, value: 512 } as const;

/** V-05 for tools and V-07 for response formats. */
export const TOOL_NAME: NameRule = { legal: /^[A-Za-z0-9_-]{1,64}$/, illegal: /[^A-Za-z0-9_-]/g, max: 64 };

/** those that the specification lists. */
export const SPECIFIED_ROLES = ["system", "user", "assistant", "developer"] as const;
/** R-009, V-01: the vendor's. */
export const VENDOR_ROLES = ["tool", "function"] as const;
export const ROLES = [...SPECIFIED_ROLES, ...VENDOR_ROLES] as const;
/** those that the specification lists. */
export const SPECIFIED_CONTENT = ["text", "image_url"] as const;
/** R-017, V-02: the vendor's, and `video_url` of compatible servers. */
export const VENDOR_CONTENT = ["input_audio", "file", "refusal", "video_url"] as const;
/** */
export const TOOL_CHOICES = ["none", "auto", "required"] as const;
/** X: Mistral's word for `required`. Source: https://docs.mistral.ai/capabilities/function_calling */
export const OTHER_TOOL_CHOICES = ["any"] as const;
/** */
export const TOOL_CHOICE_KINDS = ["function", "custom", "allowed_tools"] as const;
/** V-02. */
export const IMAGE_DETAILS = ["auto", "low", "high", "original"] as const;
/** V-02. */
export const AUDIO_FORMATS = ["wav", "mp3"] as const;
/** V-07. */
export const RESPONSE_FORMATS = ["text", "json_object", "json_schema"] as const;
/** V-08. */
export const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export const VERBOSITIES = ["low", "medium", "high"] as const;
export const SEARCH_CONTEXT_SIZES = ["low", "medium", "high"] as const;
export const CACHE_RETENTIONS = ["in_memory", "in-memory", "24h"] as const;
export const SERVICE_TIERS = ["auto", "default", "flex", "scale", "priority", "fast"] as const;
export const MODALITIES = ["text", "audio"] as const;
/** `stop` is specified, the others are the vendor's. */
export const FINISH_REASONS = ["stop", "length", "tool_calls", "content_filter", "function_call"] as const;

/** V-30: the types of the vendor's errors; `requests` and `tokens` are those of rate limits. */
export const ERROR_TYPES = [
  "invalid_request_error",
  "authentication_error",
  "permission_error",
  "not_found_error",
  "rate_limit_error",
  "server_error",
  "insufficient_quota",
  "requests",
  "tokens",
] as const;

export const FIELDS_RULE = { gateway: "V-08", vendor: "V-08" } as const;
/** V-08: which fields a node has. Those that only compatible servers take are in no list. */
export const FIELDS = {
  message: {
    specified: ["role", "content", "name"],
    nullable: ["role", "content"],
    // Answers are sent back as they came.
    vendor: ["refusal", "audio", "annotations"],
    // Without them no tool could be called.
    ordinary: ["tool_calls", "tool_call_id", "function_call"],
  },
  text: { specified: ["type", "text"], vendor: ["prompt_cache_breakpoint"], nullable: ["text"] },
  image: { specified: ["type", "image_url"], vendor: ["prompt_cache_breakpoint"], nullable: ["image_url"] },
  imageUrl: { specified: ["url"], vendor: ["detail"], nullable: ["url"] },
  tool: { specified: ["type", "function"], vendor: ["custom"] },
  function: { specified: ["name", "description", "parameters"], vendor: ["strict"] },
} as const satisfies Record<string, FieldNames>;

/** V-08: the same of the nodes of an answer. */
export const ANSWER_FIELDS = {
  answer: {
    specified: ["id", "object", "created", "model", "choices", "prompt_filter_results", "system_fingerprint", "usage"],
    vendor: ["service_tier", "moderation", "metadata"],
    nullable: ["id", "object", "created", "model", "choices", "system_fingerprint"],
  },
  choice: {
    specified: ["index", "message", "finish_reason", "logprobs", "content_filter_results"],
    vendor: [],
    nullable: ["index", "message", "finish_reason", "logprobs"],
  },
  message: {
    specified: ["role", "content", "refusal", "annotations"],
    vendor: ["audio"],
    // Without them no tool could be called.
    ordinary: ["tool_calls", "function_call"],
    nullable: ["role", "content", "refusal"],
  },
  usage: {
    specified: ["prompt_tokens", "completion_tokens", "total_tokens", "prompt_tokens_details", "completion_tokens_details"],
    vendor: [],
    nullable: ["prompt_tokens", "completion_tokens", "total_tokens"],
  },
  promptDetails: { specified: ["cached_tokens", "audio_tokens"], vendor: ["cache_write_tokens"] },
  completionDetails: {
    specified: ["reasoning_tokens", "audio_tokens", "accepted_prediction_tokens", "rejected_prediction_tokens"],
    vendor: [],
  },
} as const satisfies Record<string, FieldNames>;

/** Narrows a word to a list of known ones. */
export function isOneOf<const T extends string>(list: readonly T[], value: unknown): value is T {
  return list.some((known) => known === value);
}
