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
