/** What styles are called, and how answers end. */

/**
 * The wire styles by the name of their endpoint. A new style adds its name here and one line to the registry.
 * Source: the paths of rule R-177.
 */
export type StyleName = "chat-completions" | "messages" | "generate-content";

/**
 * Why the answer ended, apart from any style's words.
 * Source: chat-completions `finish_reason`; messages `stop_reason`; generate-content `finishReason`.
 */
export type FinishReason = (typeof FINISH_REASONS)[number];
/** All of them. */
export const FINISH_REASONS = [
  "stop",
  "stop-sequence",
  "length",
  "context-window",
  "tool-calls",
  "content-filter",
  "recitation",
  "refusal",
  "pause",
  "malformed-output",
  "other",
  "error",
] as const;
