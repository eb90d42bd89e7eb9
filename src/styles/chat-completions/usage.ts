/**
 * Token counts of chat-completions. `prompt_tokens` and `completion_tokens` include what the details split out, as the
 * canonical totals do; `total_tokens` is always their sum.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import type { Profile } from "../../model/common.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { Usage } from "../../model/index.js";
import { hasMembers } from "./empty.js";
import type { ChatCompletionsUsage } from "./wire-answer.js";

const USAGE_FIELDS = {
  inputTokens: ["prompt_tokens"],
  outputTokens: ["completion_tokens"],
  cacheReadTokens: ["prompt_tokens_details", "cached_tokens"],
  cacheWriteTokens: ["prompt_tokens_details", "cache_write_tokens"],
  inputAudioTokens: ["prompt_tokens_details", "audio_tokens"],
  reasoningTokens: ["completion_tokens_details", "reasoning_tokens"],
  outputAudioTokens: ["completion_tokens_details", "audio_tokens"],
  acceptedPredictionTokens: ["completion_tokens_details", "accepted_prediction_tokens"],
  rejectedPredictionTokens: ["completion_tokens_details", "rejected_prediction_tokens"],
} as const satisfies FieldPaths;

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
  const some = own ? count : counted;
  const {
    prompt_tokens,
    completion_tokens: _completion,
    total_tokens,
    prompt_tokens_details,
    completion_tokens_details,
    ...others
  } = usage;
  const { cached_tokens: detailed, audio_tokens, cache_write_tokens, ...promptRest } = prompt_tokens_details ?? {};
  const {
    reasoning_tokens,
    audio_tokens: outputAudio,
    accepted_prediction_tokens,
    rejected_prediction_tokens,
    ...completionRest
  } = completion_tokens_details ?? {};
  const read = countBeside(others, CACHED, detailed);
  const wrote = countBeside(others, WRITTEN, cache_write_tokens);
  const cached_tokens = read?.count ?? detailed;
  const written = wrote?.count ?? cache_write_tokens;
  const rest =
    read === undefined && wrote === undefined
      ? others
      : Object.fromEntries(Object.entries(others).filter(([key]) => key !== read?.key && key !== wrote?.key));
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
  return compact({
    inputTokens,
    outputTokens,
    // Who counts what was written to the cache counts what was read from it.
    cacheReadTokens: written === undefined || written === null ? some(cached_tokens) : count(cached_tokens),
    cacheWriteTokens: count(written),
    inputAudioTokens: some(audio_tokens),
    reasoningTokens: some(reasoning_tokens),
    outputAudioTokens: some(outputAudio),
    acceptedPredictionTokens: some(accepted_prediction_tokens),
    rejectedPredictionTokens: some(rejected_prediction_tokens),
    ...keepUnknown("chat-completions", rest, [
      ["prompt_tokens_details", promptRest],
      ["completion_tokens_details", completionRest],
    ]),
  });
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

/** A counter that most servers fill with 0, whether or not they count; the specification shows all six of them. */
function counted(value: number | null | undefined): number | undefined {
  return value === 0 ? undefined : count(value);
}

/** @param path that of the usage in the canonical value written, for what is lost */
export function encodeUsage(usage: Usage, path: Path, profile: Profile, report: (issue: Issue) => void): ChatCompletionsUsage {
  const {
    inputTokens,
    outputTokens,
    totalTokens: _sumIsWritten,
    cacheReadTokens,
    cacheWriteTokens,
    inputAudioTokens,
    reasoningTokens,
    outputAudioTokens,
    acceptedPredictionTokens,
    rejectedPredictionTokens,
    cacheWrite5m,
    cacheWrite1h,
    toolUsePromptTokens,
    webSearchRequests,
    webFetchRequests,
    inputByModality,
    outputByModality,
    extensions,
    ...rest
  } = usage;
  rest satisfies NothingLeft;
  const lose = (field: string, value: unknown, why: string) => {
    if (value !== undefined)
      report(dropped("dropped.field", [...path, field], `chat-completions usage has no counter for this: ${why}.`, { severity: "info" }));
  };
  lose("cacheWrite5m", cacheWrite5m, "the split of written cache tokens by lifetime stays behind, their sum is kept");
  lose("cacheWrite1h", cacheWrite1h, "the split of written cache tokens by lifetime stays behind, their sum is kept");
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
  lose("webSearchRequests", webSearchRequests, "the number of web searches stays behind");
  lose("webFetchRequests", webFetchRequests, "the number of fetched pages stays behind");
  loseModalities("inputByModality", inputByModality, inputAudioTokens, path, report);
  loseModalities("outputByModality", outputByModality, outputAudioTokens, path, report);
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
    accepted_prediction_tokens: acceptedPredictionTokens ?? unknown,
    rejected_prediction_tokens: rejectedPredictionTokens ?? unknown,
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

type ByModality = Usage["inputByModality"];

function audioOf(counts: ByModality): number | undefined {
  return counts?.find(({ modality }) => modality === "AUDIO")?.tokens;
}

/** Text is what is left of the total, audio has a counter of its own: neither is lost. */
function loseModalities(
  field: "inputByModality" | "outputByModality",
  counts: ByModality,
  audio: number | undefined,
  path: Path,
  report: (issue: Issue) => void,
): void {
  const heard = counts?.findIndex(({ modality }) => modality === "AUDIO") ?? -1;
  if (counts?.length === 0 || (heard !== -1 && counts?.[0]?.modality !== "TEXT"))
    report(equivalent([...path, field], "Audio is counted apart here and the rest is text; the way back says both."));
  counts?.forEach(({ modality, tokens }, index) => {
    if (index === heard && (audio === undefined || audio === tokens)) return;
    report(
      dropped(
        "dropped.field",
        [...path, field, index],
        `chat-completions usage counts audio apart and nothing else; the ${modality} tokens stay inside the total.`,
        { severity: "info", from: tokens },
      ),
    );
  });
}
