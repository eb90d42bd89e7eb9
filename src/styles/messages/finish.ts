/**
 * How an answer ended, and what it cost: `stop_reason`, the matched `stop_sequence`, and `stop_details` for refusals; `input_tokens` leaves
 * out what was read from or written to the cache, and the canonical total holds it.
 */
import { approximated, equivalent, notice, type Path, type Report } from "../../core/issue.js";
import { compact, type Only } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import { finishWords } from "../../model/common.js";
import { dropFields, keepUnknown, NO_FIELDS, restoreUnknown, without } from "../../model/extensions.js";
import type { CanonicalResponse, Finish, Usage } from "../../model/index.js";
import { CALLED, dropStop, reportBlock, reportInexact } from "../shared/codec.js";
import { type Counts, keepBeside, readCounts, remainder, reportAllCounts, usageTable, writeCounts } from "../shared/usage.js";
import type { MessageDeltaEvent, WireStop, WireUsage } from "./wire-answer.js";

export const FINISH_FIELDS = {
  reason: ["stop_reason"],
  "native.value": ["stop_reason"],
  native: ["stop_reason"],
  refusal: ["stop_details"],
  message: ["stop_details", "explanation"],
} as const satisfies FieldPaths;

export const finish = finishWords({
  stop: ["end_turn", true],
  "stop-sequence": ["stop_sequence", true],
  length: ["max_tokens", true],
  "context-window": ["model_context_window_exceeded", true],
  "tool-calls": ["tool_use", true],
  refusal: ["refusal", true],
  pause: ["pause_turn", true],
  "content-filter": ["refusal", false],
  recitation: ["refusal", false],
  "malformed-output": ["end_turn", false],
  other: ["end_turn", false],
  error: ["end_turn", false],
});

/**
 * An answer without `stop_reason` that calls nothing gives `other` without a native word: who writes it states what it becomes.
 * @param calls whether the answer has a tool call, in any of its events
 * @param path where the reason stands, or should
 * @param unknown fields beside it
 */
export function decodeFinish(stop: WireStop, calls: boolean, path: Path, report: Report, unknown = NO_FIELDS) {
  const { stop_sequence, stop_details } = stop;
  const stop_reason = stop.stop_reason || undefined;
  const isAbsent = stop_reason === undefined;
  if (isAbsent && calls)
    report(approximated("approximated.finish_reason", path, CALLED, { from: stop.stop_reason ?? null, to: "tool_use" }));
  // Details of another kind than a refusal, or beside another reason, are kept as they are: nothing is known of them.
  const isRefusal = stop_reason === "refusal" && stop_details && (stop_details.type ?? "refusal") === "refusal";
  const unread = isRefusal ? without(stop_details, REFUSAL) : (stop_details ?? NO_FIELDS);
  const decoded: Finish = {
    reason: isAbsent ? (calls ? "tool-calls" : "other") : (finish.reasons.get(stop_reason) ?? "other"),
    ...(isAbsent ? {} : { native: { style: "messages", value: stop_reason } }),
    ...(stop_sequence === undefined || stop_sequence === null ? {} : { stopSequence: stop_sequence }),
    ...(isRefusal ? { refusal: compact({ category: stop_details.category, explanation: stop_details.explanation }) } : {}),
  };
  return { finish: decoded, ...keepUnknown("messages", unknown, [["stop_details", unread]]) };
}

const REFUSAL: ReadonlySet<string> = new Set(["type", "category", "explanation"]);

export interface FinishContext {
  /** Text of a refusal part: the model's own refusal, which this style states as a stop reason. */
  readonly refusal?: string | undefined;
  readonly promptBlock?: CanonicalResponse["promptBlock"];
  /** Whether the answer calls a tool. */
  readonly calls: boolean;
}

/** @param path canonical path of the finish */
export function encodeFinish(given: Finish, { refusal: refused, promptBlock, calls }: FinishContext, path: Path, report: Report) {
  given satisfies Only<typeof given, "reason" | "native" | "stopSequence" | "stopField" | "refusal" | "message">;
  const { reason, native, stopSequence, refusal, message } = given;
  // Where a candidate came all the same, it shows itself why it ended.
  const blocked = promptBlock !== undefined && reason === "content-filter" && native === undefined;
  const stop_reason = native?.style === "messages" ? native.value : blocked ? "refusal" : stopReason(given, refused, calls, path, report);
  const explanation = refusal?.explanation ?? refused ?? message ?? promptBlock?.message ?? null;
  const isRefusal = stop_reason === "refusal";
  if (promptBlock !== undefined)
    reportBlock(promptBlock, { style: "messages", word: "refusal", blocked, explanation: isRefusal ? explanation : undefined }, report);
  if (message !== undefined && message !== promptBlock?.message && (!isRefusal || message !== explanation))
    dropFields(given, { message: "info" }, path, "messages", report);
  const isWritten = native?.style === "messages" || stop_reason === "stop_sequence";
  // Beside another reason there is no place for it.
  if (!isWritten) dropStop(given, path, "messages", report);
  return {
    stop_reason,
    stop_sequence: isWritten ? (stopSequence ?? null) : null,
    ...(isRefusal ? { stop_details: { type: "refusal", category: refusal?.category ?? null, explanation } } : {}),
  };
}

function stopReason(given: Finish, refused: string | undefined, calls: boolean, path: Path, report: Report): string {
  const { reason, stopSequence } = given;
  const [word, exact] = finish.written[reason];
  if (!exact) reportInexact(given, "messages", word, path, report);
  if (reason === "stop-sequence" && stopSequence === undefined) return finish.written.stop[0];
  const callless = "The answer holds no call, and ended for one.";
  if (reason === "tool-calls" && !calls)
    report(notice("approximated.finish_reason", [...path, "reason"], callless, { severity: "warning" }));
  if (reason !== "stop" || refused === undefined) return word;
  report(equivalent([...path, "reason"], "The model's refusal is the stop reason here."));
  return finish.written.refusal[0];
}

const TABLE = usageTable(
  "messages",
  { inputTokens: ["input_tokens"] },
  {
    cacheWriteTokens: [["cache_creation_input_tokens"]],
    cacheReadTokens: [["cache_read_input_tokens"]],
    cacheWrite5m: [["cache_creation", "ephemeral_5m_input_tokens"]],
    cacheWrite1h: [["cache_creation", "ephemeral_1h_input_tokens"]],
    outputTokens: [["output_tokens"]],
    reasoningTokens: [["output_tokens_details", "thinking_tokens"]],
    webSearchRequests: [["server_tool_use", "web_search_requests"]],
    webFetchRequests: [["server_tool_use", "web_fetch_requests"]],
  },
);
export const USAGE_FIELDS = TABLE.paths;

/** Counts of one usage object. Those of several stream events are merged field by field before. */
export function decodeUsage(usage: WireUsage): Usage {
  const counts = readCounts<Counts>(usage, TABLE, {});
  const tier = decodeServiceTier(usage, [], () => {}) === undefined ? undefined : "service_tier";
  const inputTokens = (usage.input_tokens ?? 0) + (counts.cacheReadTokens ?? 0) + (counts.cacheWriteTokens ?? 0);
  return Object.assign({ inputTokens, outputTokens: 0 }, counts, keepBeside(usage, TABLE, counts, tier));
}

/** The tier that served an answer stands in its usage. Undefined for a tier that no other style has a word for. */
export function decodeServiceTier({ service_tier }: Pick<WireUsage, "service_tier">, path: Path, report: Report) {
  const why = "Only messages has a tier of batches.";
  if (service_tier === "batch") report(approximated("approximated.enum", [...path, "service_tier"], why, { from: "batch", to: "default" }));
  if (service_tier === "standard" || service_tier === "batch") return "default";
  return service_tier === "priority" ? "priority" : undefined;
}

/**
 * Counts as this style states them; without any, zeros, because an answer must have them.
 * @param path canonical path of the usage
 */
export function encodeUsage(usage: Usage | undefined, path: Path, report: Report, lossesOnly?: boolean): WireUsage {
  if (usage === undefined) {
    report(approximated("approximated.usage", path, "The answer has no token counts, so they are 0."));
    return { input_tokens: 0, output_tokens: 0 };
  }
  const { cacheReadTokens = 0, cacheWriteTokens = 0, extensions } = usage;
  const input_tokens = remainder(usage, "inputTokens", cacheReadTokens + cacheWriteTokens, path, report);
  reportAllCounts(usage, TABLE, path, report, { keepsZeros: true, lossesOnly });
  return restoreUnknown({ input_tokens, ...writeCounts(usage, TABLE) }, extensions, "messages");
}

/** Whether it ends the answer: some servers send counts alone before that. */
export function hasReason({ delta }: MessageDeltaEvent): boolean {
  return delta?.stop_reason != null;
}
