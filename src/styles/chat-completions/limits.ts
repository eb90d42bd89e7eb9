/** What the encoder of a chat-completions request keeps to and the validator checks, beyond what stands in `fields.ts`, as data. */
import type { NameRule } from "../../model/tools.js";

/** The field of the conversation. */
export const MESSAGES = "messages";
/** */
export const MAX_STOP = 4;
/** V-04. */
export const MAX_USER_ID = 128;
/** Characters of `user`, which many servers check. */
export const MAX_USER = 64;

/** V-05 for tools and V-07 for response formats. */
export const TOOL_NAME: NameRule = { rule: "V-05", legal: /^[A-Za-z0-9_-]{1,64}$/, illegal: /[^A-Za-z0-9_-]/g, max: 64 };

/** V-02. */
export const IMAGE_DETAILS = ["auto", "low", "high", "original"] as const;
/** V-08. */
export const SERVICE_TIERS = ["auto", "default", "flex", "scale", "priority", "fast"] as const;
/** V-08. */
export const MODALITIES = ["text", "audio"] as const;

/** Narrows a word to a list of known ones. */
export function isOneOf<const T extends string>(list: readonly T[], value: unknown): value is T {
  return list.some((known) => known === value);
}
