/**
 * Token counts of chat-completions. `prompt_tokens` and `completion_tokens` include what the details split out, as the
 * canonical totals do; `total_tokens` is always their sum.
 */

import { compact } from "../../core/compact.js";
import { approximated, equivalent, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import type { Profile } from "../../model/common.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { Usage } from "../../model/index.js";
import { type Counts, counterPlaces, keepBeside, pathsOf, readCounts, reportLostCounts, reportLostModalities } from "../shared/usage.js";
import { hasMembers } from "./empty.js";
import type { ChatCompletionsUsage } from "./wire-answer.js";

const COUNTERS = counterPlaces({
  cacheReadTokens: ["prompt_tokens_details", "cached_tokens"],
  cacheWriteTokens: ["prompt_tokens_details", "cache_write_tokens"],
  inputAudioTokens: ["prompt_tokens_details", "audio_tokens"],
  reasoningTokens: ["completion_tokens_details", "reasoning_tokens"],
  outputAudioTokens: ["completion_tokens_details", "audio_tokens"],
  acceptedPredictionTokens: ["completion_tokens_details", "accepted_prediction_tokens"],
  rejectedPredictionTokens: ["completion_tokens_details", "rejected_prediction_tokens"],
  cacheWrite5m: null,
  cacheWrite1h: null,
  webSearchRequests: null,
  webFetchRequests: null,
  // Among the prompt's tokens, as here.
  toolUsePromptTokens: null,
});
const USAGE_FIELDS = { inputTokens: ["prompt_tokens"], outputTokens: ["completion_tokens"], ...pathsOf(COUNTERS) };

/** Whether anything is counted: some servers send an empty object where they have no counters yet, or only a price. */
export function isCounted(usage: ChatCompletionsUsage): boolean {
  const { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details, completion_tokens_details } = usage;
  return (
    typeof (prompt_tokens ?? completion_tokens ?? total_tokens) === "number" ||
    hasMembers(prompt_tokens_details) ||
    hasMembers(completion_tokens_details) ||
    [...CACHED, ...WRITTEN].some((key) => typeof usage[key] === "number")
  );
}

/**
 * @param path that of the usage object in the document read
 * @param own whether the counters are written in this style again
 */
export function decodeUsage(usage: ChatCompletionsUsage, path: Path, report: (issue: Issue) => void, own = false): Usage {
  const { prompt_tokens, total_tokens } = usage;
  const counts = readCounts(usage, COUNTERS);
  const read = countBeside(usage, CACHED, counts.cacheReadTokens);
  const wrote = countBeside(usage, WRITTEN, counts.cacheWriteTokens);
  if (read !== undefined) counts.cacheReadTokens = read.count;
  if (wrote !== undefined) counts.cacheWriteTokens = wrote.count;
  const inputTokens = count(prompt_tokens) ?? 0;
  const outputTokens = outputOf(usage);
  const sum = inputTokens + outputTokens;
  if (typeof total_tokens === "number" && total_tokens !== sum)
    report(
      approximated(
        "approximated.usage",
        [...path, "total_tokens"],
        "`total_tokens` is not the sum of prompt and completion tokens; the sum is passed on.",
        { from: total_tokens, to: sum },
      ),
    );
  const known = new Set(["prompt_tokens", "completion_tokens", "total_tokens", read?.key ?? "", wrote?.key ?? ""]);
  return {
    inputTokens,
    outputTokens,
    ...(own ? counts : withoutZeros(counts)),
    ...keepBeside("chat-completions", usage, COUNTERS, known),
  };
}

/** Most servers fill counters with 0, whether or not they count; the specification shows six of them. */
function withoutZeros(counts: Counts): Counts {
  const stated: Counts = {};
  for (const [name] of COUNTERS) {
    // Who counts what was written to the cache counts what was read from it.
    const isCounted = name === "cacheWriteTokens" || (name === "cacheReadTokens" && counts.cacheWriteTokens !== undefined);
    if (counts[name] !== undefined && (counts[name] !== 0 || isCounted)) stated[name] = counts[name];
  }
  return stated;
}

/** Where compatible servers count, outside of the details, what was read from the cache. */
const CACHED = ["prompt_cache_hit_tokens", "cached_tokens", "num_cached_tokens", "cache_read_input_tokens"] as const;
/** The same for what was written to it; both are among the prompt's tokens. */
const WRITTEN = ["cache_creation_input_tokens"] as const;

/** @param detailed what the details say, which counts: beside it, only the same number has nothing to add */
function countBeside(
  others: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  detailed: number | null | undefined,
): { readonly key: string; readonly count: number } | undefined {
  for (const key of keys) {
    const count = others[key];
    if (typeof count === "number" && (detailed ?? count) === count) return { key, count };
  }
  return undefined;
}

/** Where the counters stand. Those of the cache have several places. */
export function usageFields(usage: ChatCompletionsUsage): FieldPaths {
  const { cached_tokens, cache_write_tokens } = usage.prompt_tokens_details ?? {};
  const read = (cached_tokens ?? undefined) === undefined ? countBeside(usage, CACHED, undefined) : undefined;
  const written = (cache_write_tokens ?? undefined) === undefined ? countBeside(usage, WRITTEN, undefined) : undefined;
  return {
    ...USAGE_FIELDS,
    ...(read === undefined ? {} : { cacheReadTokens: [read.key] }),
    ...(written === undefined ? {} : { cacheWriteTokens: [written.key] }),
  };
}

/** Some services leave the reasoning out of `completion_tokens`; the total tells. */
function outputOf({ prompt_tokens, completion_tokens, total_tokens, completion_tokens_details }: ChatCompletionsUsage): number {
  const completion = count(completion_tokens) ?? 0;
  const reasoning = count(completion_tokens_details?.reasoning_tokens) ?? 0;
  return total_tokens === (count(prompt_tokens) ?? 0) + completion + reasoning ? completion + reasoning : completion;
}

/** Whether the total is what its parts make, so that there is nothing to say about it. */
export function isSum(usage: ChatCompletionsUsage): boolean {
  const { prompt_tokens, total_tokens } = usage;
  return typeof total_tokens !== "number" || total_tokens === (count(prompt_tokens) ?? 0) + outputOf(usage);
}

function count(value: number | null | undefined): number | undefined {
  return value ?? undefined;
}

/** @param path that of the usage in the canonical value written, for what is lost */
export function encodeUsage(usage: Usage, path: Path, profile: Profile, report: (issue: Issue) => void): ChatCompletionsUsage {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens, toolUsePromptTokens, extensions } = usage;
  const { inputByModality, outputByModality, inputAudioTokens, outputAudioTokens } = usage;
  reportLostCounts(usage, { style: "chat-completions", places: COUNTERS, says: (name) => name !== "toolUsePromptTokens" }, path, report);
  if (toolUsePromptTokens !== undefined && toolUsePromptTokens !== 0) {
    for (const field of ["toolUsePromptTokens", "inputTokens"])
      report(equivalent([...path, field], "`prompt_tokens` includes what the tools' own prompts took.", { from: toolUsePromptTokens }));
  }
  const zero = (field: string, value: number | undefined) => {
    if (value === 0)
      report(equivalent([...path, field], "A counter of 0 says here as well that nobody counted; read back, there is none."));
  };
  if (cacheWriteTokens === undefined) zero("cacheReadTokens", cacheReadTokens);
  else if (profile === "gateway") zero("cacheReadTokens", cacheReadTokens === undefined ? 0 : undefined);
  zero("reasoningTokens", reasoningTokens);
  reportModalities(usage, path, report);
  dropUnknown(extensions, "chat-completions", path, report);
  // The specification shows all six counters, so an answer of the gateway has them even where nobody counted.
  const unknown = profile === "gateway" ? 0 : undefined;
  const promptDetails = compact({
    cached_tokens: cacheReadTokens ?? unknown,
    audio_tokens: inputAudioTokens ?? audioOf(inputByModality) ?? unknown,
    cache_write_tokens: cacheWriteTokens,
  });
  const completionDetails = compact({
    reasoning_tokens: reasoningTokens ?? unknown,
    audio_tokens: outputAudioTokens ?? audioOf(outputByModality) ?? unknown,
    accepted_prediction_tokens: usage.acceptedPredictionTokens ?? unknown,
    rejected_prediction_tokens: usage.rejectedPredictionTokens ?? unknown,
  });
  return restoreUnknown(
    compact({
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      prompt_tokens_details: Object.keys(promptDetails).length === 0 ? undefined : promptDetails,
      completion_tokens_details: Object.keys(completionDetails).length === 0 ? undefined : completionDetails,
    }),
    extensions,
    "chat-completions",
  );
}

function audioOf(counts: Usage["inputByModality"]): number | undefined {
  return counts?.find(({ modality }) => modality === "AUDIO")?.tokens;
}

/** Text is what is left of the total, audio has a counter of its own: neither is lost. */
function reportModalities(usage: Usage, path: Path, report: (issue: Issue) => void): void {
  const audio = { inputByModality: usage.inputAudioTokens, outputByModality: usage.outputAudioTokens };
  const audioIn = (field: keyof typeof audio) => usage[field]?.findIndex(({ modality }) => modality === "AUDIO") ?? -1;
  for (const field of ["inputByModality", "outputByModality"] as const)
    if (usage[field]?.length === 0 || (audioIn(field) !== -1 && usage[field]?.[0]?.modality !== "TEXT"))
      report(equivalent([...path, field], "Audio is counted apart here and the rest is text; the way back says both."));
  reportLostModalities(usage, "chat-completions", path, report, (field, index) => {
    return index === audioIn(field) && (audio[field] ?? usage[field]?.[index]?.tokens) === usage[field]?.[index]?.tokens;
  });
}
