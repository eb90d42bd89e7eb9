/**
 * Token counts. `input_tokens` leaves out what was read from or written to the cache; the canonical total holds it.
 */

import { compact } from "../../core/compact.js";
import { approximated, brief, dropped, equivalent, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { Usage } from "../../model/index.js";
import { type Counter, counterPlaces, keepBeside, pathsOf, readCounts, reportLostCounts, reportLostModalities } from "../shared/usage.js";
import type { WireUsage } from "./wire-answer.js";

const COUNTERS = counterPlaces({
  cacheReadTokens: ["cache_read_input_tokens"],
  cacheWriteTokens: ["cache_creation_input_tokens"],
  cacheWrite5m: ["cache_creation", "ephemeral_5m_input_tokens"],
  cacheWrite1h: ["cache_creation", "ephemeral_1h_input_tokens"],
  reasoningTokens: ["output_tokens_details", "thinking_tokens"],
  webSearchRequests: ["server_tool_use", "web_search_requests"],
  webFetchRequests: ["server_tool_use", "web_fetch_requests"],
  inputAudioTokens: null,
  outputAudioTokens: null,
  acceptedPredictionTokens: null,
  rejectedPredictionTokens: null,
  // Ordinary input here.
  toolUsePromptTokens: null,
});
export const USAGE_FIELDS = { inputTokens: ["input_tokens"], outputTokens: ["output_tokens"], ...pathsOf(COUNTERS) };

/** Counts of one usage object. Those of several stream events are merged field by field before. */
export function decodeUsage(usage: WireUsage): Usage {
  const counts = readCounts(usage, COUNTERS);
  const tier = decodeServiceTier(usage, [], () => {}) === undefined ? [] : ["service_tier"];
  return {
    inputTokens: (usage.input_tokens ?? 0) + (counts.cacheReadTokens ?? 0) + (counts.cacheWriteTokens ?? 0),
    outputTokens: usage.output_tokens ?? 0,
    ...counts,
    ...keepBeside("messages", usage, COUNTERS, new Set(["input_tokens", "output_tokens", ...tier])),
  };
}

/** The tier that served an answer stands in its usage. Undefined for a tier that no other style has a word for. */
export function decodeServiceTier(
  { service_tier }: Pick<WireUsage, "service_tier">,
  path: Path,
  report: (issue: Issue) => void,
): string | undefined {
  if (service_tier === "batch")
    report(
      approximated("approximated.enum", [...path, "service_tier"], "Only this style has a tier of batches.", {
        from: "batch",
        to: "default",
      }),
    );
  if (service_tier === "standard" || service_tier === "batch") return "default";
  return service_tier === "priority" ? "priority" : undefined;
}

/** In this style the tier stands among the counts. */
export function encodeServiceTier(tier: string | undefined, report: (issue: Issue) => void): Pick<WireUsage, "service_tier"> {
  if (tier === undefined) return {};
  if (tier === "default") return { service_tier: "standard" };
  if (tier === "priority") return { service_tier: tier };
  report(
    dropped("dropped.value", ["serviceTier"], "Answers of this style have no word for this service tier.", {
      severity: "info",
      from: brief(tier),
    }),
  );
  return {};
}

/**
 * Counts as this style states them; without any, zeros, because an answer must have them.
 * @param path canonical path of the usage
 */
export function encodeUsage(usage: Usage | undefined, path: Path, report: (issue: Issue) => void): WireUsage {
  if (usage === undefined) {
    report(approximated("approximated.usage", path, "The answer has no token counts; this style demands them, so it says zero."));
    return { input_tokens: 0, output_tokens: 0 };
  }
  const { inputTokens, outputTokens, totalTokens, cacheReadTokens, cacheWriteTokens, cacheWrite5m, cacheWrite1h } = usage;
  const { reasoningTokens, webSearchRequests, webFetchRequests, toolUsePromptTokens = 0, extensions } = usage;
  const fresh = inputTokens - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0);
  if (fresh < 0)
    // A total that is not the sum was named where it was read.
    for (const field of (totalTokens ?? inputTokens + outputTokens) === inputTokens + outputTokens
      ? ["inputTokens", "totalTokens"]
      : ["inputTokens"])
      report(
        approximated("approximated.usage", [...path, field], "More tokens came from the cache than there was input; the rest is zero.", {
          from: fresh,
          to: 0,
        }),
      );
  if (toolUsePromptTokens !== 0)
    for (const field of ["toolUsePromptTokens", "inputTokens", "inputByModality"])
      report(equivalent([...path, field], "What tools read counts as ordinary input in messages.", { from: toolUsePromptTokens }));
  const says = (name: Counter, value: number) => value !== 0 && name !== "toolUsePromptTokens";
  reportLostCounts(usage, { style: "messages", places: COUNTERS, says }, path, report);
  reportLostModalities(usage, "messages", path, report);
  for (const field of ["inputByModality", "outputByModality"] as const)
    if (usage[field]?.length === 0) report(equivalent([...path, field], "messages has no list of the kinds of media."));
  dropUnknown(extensions, "messages", path, report);
  return restoreUnknown(
    compact({
      input_tokens: Math.max(0, fresh),
      cache_creation_input_tokens: cacheWriteTokens,
      cache_read_input_tokens: cacheReadTokens,
      cache_creation:
        cacheWrite5m === undefined && cacheWrite1h === undefined
          ? undefined
          : compact({ ephemeral_5m_input_tokens: cacheWrite5m, ephemeral_1h_input_tokens: cacheWrite1h }),
      output_tokens: outputTokens,
      output_tokens_details: reasoningTokens === undefined ? undefined : { thinking_tokens: reasoningTokens },
      server_tool_use:
        webSearchRequests === undefined && webFetchRequests === undefined
          ? undefined
          : compact({ web_search_requests: webSearchRequests, web_fetch_requests: webFetchRequests }),
    }),
    extensions,
    "messages",
  );
}
