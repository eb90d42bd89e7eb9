/**
 * Token counts. `input_tokens` leaves out what was read from or written to the cache; the canonical total holds it.
 */

import { approximated, type Issue, type Path } from "../../core/issue.js";
import { restoreUnknown } from "../../model/extensions.js";
import type { Usage } from "../../model/index.js";
import {
  type Counts,
  keepBeside,
  readCounts,
  remainder,
  reportCounts,
  reportModalities,
  usageTable,
  writeCounts,
} from "../shared/usage.js";
import type { WireUsage } from "./wire-answer.js";

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
    inputAudioTokens: null,
    outputAudioTokens: null,
    acceptedPredictionTokens: null,
    rejectedPredictionTokens: null,
    toolUsePromptTokens: "input",
  },
);
export const USAGE_FIELDS = TABLE.paths;

/** Counts of one usage object. Those of several stream events are merged field by field before. */
export function decodeUsage(usage: WireUsage): Usage {
  const counts = readCounts<Counts>(usage, TABLE, {});
  const tier = decodeServiceTier(usage, [], () => {}) === undefined ? undefined : "service_tier";
  return {
    inputTokens: (usage.input_tokens ?? 0) + (counts.cacheReadTokens ?? 0) + (counts.cacheWriteTokens ?? 0),
    outputTokens: 0,
    ...counts,
    ...keepBeside(usage, TABLE, counts, tier),
  };
}

/** The tier that served an answer stands in its usage. Undefined for a tier that no other style has a word for. */
export function decodeServiceTier({ service_tier }: Pick<WireUsage, "service_tier">, path: Path, report: (issue: Issue) => void) {
  const why = "Only messages has a tier of batches.";
  if (service_tier === "batch") report(approximated("approximated.enum", [...path, "service_tier"], why, { from: "batch", to: "default" }));
  if (service_tier === "standard" || service_tier === "batch") return "default";
  return service_tier === "priority" ? "priority" : undefined;
}

/**
 * Counts as this style states them; without any, zeros, because an answer must have them.
 * @param path canonical path of the usage
 */
export function encodeUsage(usage: Usage | undefined, path: Path, report: (issue: Issue) => void, lossesOnly = false): WireUsage {
  if (usage === undefined) {
    report(approximated("approximated.usage", path, "The answer has no token counts; messages demands them, so they are 0."));
    return { input_tokens: 0, output_tokens: 0 };
  }
  const { inputTokens, outputTokens, totalTokens, cacheReadTokens = 0, cacheWriteTokens = 0, extensions } = usage;
  // A total that is not the sum was named where it was read.
  const isSum = totalTokens === undefined || totalTokens === inputTokens + outputTokens;
  const fields = isSum ? ["inputTokens", "totalTokens"] : ["inputTokens"];
  const paths = fields.map((field) => [...path, field]);
  const input_tokens = remainder(inputTokens - cacheReadTokens - cacheWriteTokens, paths, report);
  reportCounts(usage, TABLE, path, report, { keepsZeros: true, lossesOnly });
  reportModalities(usage, TABLE, path, report);
  return restoreUnknown({ input_tokens, ...writeCounts(usage, TABLE) }, extensions, "messages");
}
