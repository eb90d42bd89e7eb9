/**
 * Token counts. `input_tokens` leaves out what was read from or written to the cache; the canonical total holds it.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, equivalent, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { Usage } from "../../model/index.js";
import type { WireUsage } from "./wire-answer.js";

export const USAGE_FIELDS = {
  inputTokens: ["input_tokens"],
  outputTokens: ["output_tokens"],
  cacheReadTokens: ["cache_read_input_tokens"],
  cacheWriteTokens: ["cache_creation_input_tokens"],
  cacheWrite5m: ["cache_creation", "ephemeral_5m_input_tokens"],
  cacheWrite1h: ["cache_creation", "ephemeral_1h_input_tokens"],
  reasoningTokens: ["output_tokens_details", "thinking_tokens"],
  webSearchRequests: ["server_tool_use", "web_search_requests"],
  webFetchRequests: ["server_tool_use", "web_fetch_requests"],
} as const satisfies FieldPaths;

/** Counts of one usage object. Those of several stream events are merged field by field before. */
export function decodeUsage(usage: WireUsage): Usage {
  const {
    input_tokens,
    output_tokens,
    cache_creation_input_tokens,
    cache_read_input_tokens,
    cache_creation,
    output_tokens_details,
    server_tool_use,
    service_tier,
    ...rest
  } = usage;
  const { ephemeral_5m_input_tokens, ephemeral_1h_input_tokens, ...creationRest } = cache_creation ?? {};
  const { thinking_tokens, ...detailsRest } = output_tokens_details ?? {};
  const { web_search_requests, web_fetch_requests, ...serverRest } = server_tool_use ?? {};
  const tier = decodeServiceTier(usage, [], () => {}) === undefined ? { service_tier } : {};
  return {
    ...compact({
      inputTokens: (input_tokens ?? 0) + (cache_read_input_tokens ?? 0) + (cache_creation_input_tokens ?? 0),
      outputTokens: output_tokens ?? 0,
      cacheReadTokens: cache_read_input_tokens ?? undefined,
      cacheWriteTokens: cache_creation_input_tokens ?? undefined,
      cacheWrite5m: ephemeral_5m_input_tokens ?? undefined,
      cacheWrite1h: ephemeral_1h_input_tokens ?? undefined,
      reasoningTokens: thinking_tokens ?? undefined,
      webSearchRequests: web_search_requests ?? undefined,
      webFetchRequests: web_fetch_requests ?? undefined,
    }),
    ...keepUnknown("messages", { ...rest, ...tier }, [
      ["cache_creation", creationRest],
      ["output_tokens_details", detailsRest],
      ["server_tool_use", serverRest],
    ]),
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
  const { inputTokens, outputTokens, totalTokens, cacheReadTokens, cacheWriteTokens, cacheWrite5m, cacheWrite1h, ...more } = usage;
  const { reasoningTokens, webSearchRequests, webFetchRequests, extensions, ...foreign } = more;
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
  dropForeignCounts(foreign, path, report);
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

type ForeignCounts = Omit<Usage, keyof typeof USAGE_FIELDS | "totalTokens" | "extensions">;

/** Counts that this style has no field for. Zero says nothing. */
function dropForeignCounts(foreign: ForeignCounts, path: Path, report: (issue: Issue) => void): void {
  const { inputByModality, outputByModality, toolUsePromptTokens, ...more } = foreign;
  const { inputAudioTokens, outputAudioTokens, acceptedPredictionTokens, rejectedPredictionTokens, ...rest } = more;
  rest satisfies NothingLeft;
  if (toolUsePromptTokens !== undefined && toolUsePromptTokens !== 0)
    for (const field of ["toolUsePromptTokens", "inputTokens", "inputByModality"])
      report(equivalent([...path, field], "What tools read counts as ordinary input in this style.", { from: toolUsePromptTokens }));
  const counts = { inputAudioTokens, outputAudioTokens, acceptedPredictionTokens, rejectedPredictionTokens };
  for (const [field, value] of Object.entries(counts)) {
    if (value === undefined || value === 0) continue;
    report(
      dropped("dropped.field", [...path, field], "This style does not count these tokens apart; they stay inside the totals.", {
        severity: "info",
        from: value,
      }),
    );
  }
  for (const [field, list] of Object.entries(compact({ inputByModality, outputByModality }))) {
    if (list.length === 0) report(equivalent([...path, field], "This style has no list of the kinds of media."));
    list.forEach(({ tokens }, index) => {
      report(
        dropped(
          "dropped.field",
          [...path, field, index],
          "This style does not count tokens by kind of media; they stay inside the totals.",
          {
            severity: "info",
            from: tokens,
          },
        ),
      );
    });
  }
}
