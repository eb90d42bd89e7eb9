/**
 * Ranges, counts and value lists that the encoder of messages keeps to and validation checks, as data.
 * A value that an earlier model took and a later one refuses is not here: see `Capabilities`.
 */

import type { Range } from "../../core/check.js";
import type { BaseProfile } from "../../model/dialect.js";
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
} as const satisfies Record<BaseProfile, Range>;

/** Thinking (V-11): the budget lies below `max_tokens`; `top_p` below the minimum is refused beside a budget. */
export const THINKING = {
  rule: "V-11",
  minBudget: 1024,
  minTopP: 0.95,
  types: ["enabled", "adaptive", "disabled", "between_tools"],
  displays: ["summarized", "omitted"],
} as const;

export const CACHE = { rule: "V-14", maxMarkers: 4, types: ["ephemeral"], ttls: ["5m", "1h"] } as const;
export const USER_ID = { rule: "V-14", max: 256 } as const;

/** What identifies a person, and a `user_id` is refused for: "metadata.user_id: user_id appears to contain an email address". */
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
  rule: "V-15",
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

export const EFFORTS = ["low", "medium", "high", "xhigh", "max"] as const;

/** True for a text that the service refuses as a block of its own: nothing, or white space only. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
