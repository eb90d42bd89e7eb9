/**
 * Token counts of chat-completions. `prompt_tokens` and `completion_tokens` include what the details split out, as the
 * canonical totals do; `total_tokens` is always their sum.
 */

import { equivalent, type Issue, type Path } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { hasMembers, withoutNulls } from "../../core/lenient-parse.js";
import type { FieldPaths } from "../../core/trace.js";
import { restoreUnknown } from "../../model/extensions.js";
import type { Usage } from "../../model/index.js";
import {
  type Counts,
  keepBeside,
  readCounts,
  reportCounts,
  reportModalities,
  reportSum,
  usagePaths,
  usageTable,
  writeCounts,
} from "../shared/usage.js";
import type { StreamEncodeOptions } from "../style.js";
import { type Placed, QUIRKS } from "./quirks.js";
import type { ChatCompletionsChunk, ChatCompletionsUsage, ChunkChoice } from "./wire-answer.js";

const TABLE = usageTable(
  "chat-completions",
  { inputTokens: ["prompt_tokens"], outputTokens: ["completion_tokens"], totalTokens: ["total_tokens"] },
  {
    cacheReadTokens: [["prompt_tokens_details", "cached_tokens"], ...QUIRKS.readFromCache.map((name) => [name] as const)],
    inputAudioTokens: [["prompt_tokens_details", "audio_tokens"]],
    cacheWriteTokens: [["prompt_tokens_details", "cache_write_tokens"], ["cache_creation_input_tokens"]],
    reasoningTokens: [["completion_tokens_details", "reasoning_tokens"]],
    outputAudioTokens: [["completion_tokens_details", "audio_tokens"]],
    acceptedPredictionTokens: [["completion_tokens_details", "accepted_prediction_tokens"]],
    rejectedPredictionTokens: [["completion_tokens_details", "rejected_prediction_tokens"]],
    cacheWrite5m: null,
    cacheWrite1h: null,
    webSearchRequests: null,
    webFetchRequests: null,
    toolUsePromptTokens: "input",
  },
);

/** Whether anything is counted: some servers send an empty object where they have no counters yet, or only a price. */
export function isCounted(usage: ChatCompletionsUsage): boolean {
  const { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details, completion_tokens_details } = usage;
  return (
    typeof (prompt_tokens ?? completion_tokens ?? total_tokens) === "number" ||
    hasMembers(prompt_tokens_details) ||
    hasMembers(completion_tokens_details) ||
    Object.keys(readCounts<Counts>(usage, TABLE, {})).length > 0
  );
}

/**
 * @param path that of the usage object in the document read
 * @param own whether the counters are written in this style again
 */
export function decodeUsage(usage: ChatCompletionsUsage, path: Path, report: (issue: Issue) => void, own = false): Usage {
  const counts = readCounts<Counts>(usage, TABLE, {});
  const { inputTokens, outputTokens } = totalsOf(usage);
  if (typeof usage.total_tokens === "number") reportSum(usage.total_tokens, inputTokens + outputTokens, [...path, "total_tokens"], report);
  return { inputTokens, outputTokens, ...(own ? counts : withoutZeros(counts)), ...keepBeside(usage, TABLE, counts) };
}

/** Most servers fill counters with 0, whether or not they count; the specification shows six of them. */
function withoutZeros(counts: Counts): Counts {
  // Who counts what was written to the cache counts what was read from it.
  const { cacheWriteTokens, cacheReadTokens } = counts;
  const cache = cacheWriteTokens === undefined ? {} : compact({ cacheWriteTokens, cacheReadTokens });
  return { ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)), ...cache };
}

/** Where the counters stand. Those of the cache have several places. */
export function usageFields(usage: ChatCompletionsUsage): FieldPaths {
  return usagePaths(usage, TABLE);
}

function totalsOf(usage: ChatCompletionsUsage) {
  return { inputTokens: usage.prompt_tokens ?? 0, outputTokens: QUIRKS.reasoningApart(usage.completion_tokens ?? 0, usage) };
}

/** The specification shows all six counters, so an answer of the gateway has them even where nobody counted. */
const ZEROS = {
  cacheReadTokens: 0,
  inputAudioTokens: 0,
  reasoningTokens: 0,
  outputAudioTokens: 0,
  acceptedPredictionTokens: 0,
  rejectedPredictionTokens: 0,
} as const satisfies Counts;

/** @param path that of the usage in the canonical value written, for what is lost */
export function encodeUsage(
  usage: Usage,
  path: Path,
  { profile = "gateway", lossesOnly }: Pick<StreamEncodeOptions, "profile" | "lossesOnly">,
  report: (issue: Issue) => void,
): ChatCompletionsUsage {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, extensions } = usage;
  reportCounts(usage, TABLE, path, report, { lossesOnly });
  if (profile === "gateway" && cacheWriteTokens !== undefined && cacheReadTokens === undefined)
    report(equivalent([...path, "cacheReadTokens"], "Who counts what was written to the cache counts what was read from it."));
  // Text is what is left of the total, audio has a counter of its own: neither is lost.
  const audio = { inputByModality: usage.inputAudioTokens, outputByModality: usage.outputAudioTokens };
  for (const field of ["inputByModality", "outputByModality"] as const)
    if (audio[field] !== undefined && (usage[field]?.[0]?.modality ?? "TEXT") !== "TEXT")
      report(equivalent([...path, field], "Audio is counted apart in chat-completions and the rest is text; the way back has both."));
  reportModalities(usage, TABLE, path, report, (field, index) => {
    const entry = usage[field]?.[index];
    return entry?.modality === "AUDIO" && entry.tokens === audio[field];
  });
  const counts = writeCounts(profile === "gateway" ? { ...ZEROS, ...usage } : usage, TABLE);
  const totals = { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
  return restoreUnknown({ ...totals, ...counts }, extensions, "chat-completions");
}

/** The counters that a chunk of a stream states. */
export function usageOf(chunk: ChatCompletionsChunk): Placed<ChatCompletionsUsage> | undefined {
  const { usage } = chunk;
  const stated = usage && isCounted(usage) ? { value: usage, path: ["usage"] } : undefined;
  return QUIRKS.usageOfGroq(QUIRKS.usageInChoice(stated, chunk), chunk);
}

/** What was read of the first choice is no unknown field of it. */
export function withoutUsage(choices: readonly ChunkChoice[]): readonly ChunkChoice[] {
  return choices.map((choice, position) => {
    const { usage: _usage, ...rest } = choice;
    return position === 0 ? rest : choice;
  });
}

/** The counters of a later chunk, and those that it leaves out as they were. */
export function mergeUsage(known: ChatCompletionsUsage | undefined, usage: ChatCompletionsUsage): ChatCompletionsUsage {
  const { total_tokens: _sum, ...before } = known ?? {};
  return known === undefined ? usage : { ...before, ...withoutNulls(usage) };
}
