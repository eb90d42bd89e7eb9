/**
 * Ranges, counts and value lists of the messages style as data: the encoder keeps to them, validation names the rule.
 * A value that an earlier model took and a later one refuses is not here: see `Capabilities`.
 */

import type { FieldNames } from "../../core/fields.js";
import type { Range } from "../../core/range.js";
import type { Profile } from "../../model/common.js";
import type { NameRule } from "../../model/tools.js";

export const RANGES = {
  temperature: { rule: "V-10", min: 0, max: 1 },
  top_p: { rule: "V-10", min: 0, max: 1 },
  top_k: { rule: "V-10", min: 0 },
} as const satisfies Record<string, Range>;
/** The vendor takes 0 as a request to fill the cache and answer nothing. */
export const MAX_TOKENS = {
  gateway: { rule: "R-077", min: 1 },
  vendor: { rule: "R-077", min: 0 },
} as const satisfies Record<Profile, Range>;

/** Thinking (V-11): the budget lies below `max_tokens`; `top_p` below the minimum is refused beside a budget. */
export const THINKING = { rule: "V-11", minBudget: 1024, minTopP: 0.95 } as const;

export const CACHE = { rule: "V-14", maxMarkers: 4, types: ["ephemeral"], ttls: ["5m", "1h"] } as const;
export const MAX_MESSAGES = { rule: "V-14", max: 100_000 } as const;
export const USER_ID = { rule: "V-14", max: 256 } as const;

/** What tells who a person is, and a `user_id` is refused for: "metadata.user_id: user_id appears to contain an email address". */
const PERSONAL = [
  ["an e-mail address", /[^\s@]@[^\s@]+\.[^\s@]/],
  // An international number, or groups of 3, 3 and 4 digits. Digits alone may be any id.
  ["a phone number", /(?<![\w+])(?:\+\d(?:[ ().-]{0,2}\d){6,14}|\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4})(?![\w-])/],
] as const;

/** The kind of personal data in the text, in words; undefined where there is none. */
export function personIn(text: string): string | undefined {
  return PERSONAL.find(([, pattern]) => pattern.test(text))?.[0];
}

export const TOOL_NAME = {
  legal: /^[A-Za-z0-9_-]{1,128}$/,
  illegal: /[^A-Za-z0-9_-]/g,
  badStart: /^[0-9]/,
  max: 128,
} as const satisfies NameRule;

/** A legal id of a tool call (V-13). */
export const TOOL_ID = /^[A-Za-z0-9_-]+$/;
export const TOOL_ID_RULE = "V-13";

export const MEDIA = {
  rule: "V-17",
  image: ["image/jpeg", "image/png", "image/gif", "image/webp"],
  document: ["application/pdf"],
  text: ["text/plain"],
  imageSources: ["base64", "url", "file"],
  documentSources: ["base64", "text", "url", "content", "file"],
} as const;

export const ROLES = { stated: ["user", "assistant"], extension: ["system"] } as const;
export const TOOL_CHOICES = ["auto", "any", "tool", "none"] as const;
export const THINKING_TYPES = ["enabled", "adaptive", "disabled", "between_tools"] as const;
export const THINKING_DISPLAYS = ["summarized", "omitted"] as const;
export const EFFORTS = ["low", "medium", "high", "xhigh", "max"] as const;
export const SERVICE_TIERS = ["auto", "standard_only"] as const;
export const SPEEDS = ["standard", "fast"] as const;
export const STOP_REASONS = [
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "tool_use",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
] as const;

/** V-30: the types of the vendor's errors. */
export const ERROR_TYPES = [
  "invalid_request_error",
  "authentication_error",
  "billing_error",
  "permission_error",
  "not_found_error",
  "conflict_error",
  "request_too_large",
  "rate_limit_error",
  "api_error",
  "timeout_error",
  "overloaded_error",
] as const;

export const FIELDS_RULE = { gateway: "R-086", vendor: "V-32" } as const;
/** Which fields a node has. */
export const FIELDS = {
  message: { specified: ["role", "content"], vendor: [], nullable: ["role", "content"] },
  text: { specified: ["type", "text"], vendor: [], ordinary: ["citations", "cache_control"], nullable: ["text"] },
} as const satisfies Record<string, FieldNames>;

/** True for a text that the service refuses as a block of its own: nothing, or white space only. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
