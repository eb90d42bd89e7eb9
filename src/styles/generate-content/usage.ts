/**
 * `usageMetadata`. The prompt count leaves out what tools put into the prompt, and the candidates count leaves out the
 * thoughts; canonical totals include both.
 */

import { compact } from "../../core/compact.js";
import { approximated, equivalent, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Profile, StyleName } from "../../model/common.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { Usage } from "../../model/index.js";
import { type Counter, counterPlaces, pathsOf, reportLostCounts } from "../shared/usage.js";
import type { GenerateContentUsage } from "./wire-answer.js";

export type Report = (issue: Issue) => void;
type Modalities = NonNullable<GenerateContentUsage["promptTokensDetails"]>;

/** Where canonical usage stands in the wire, for traces. */
const PLACES = counterPlaces({
  cacheReadTokens: ["cachedContentTokenCount"],
  reasoningTokens: ["thoughtsTokenCount"],
  toolUsePromptTokens: ["toolUsePromptTokenCount"],
  inputAudioTokens: ["promptTokensDetails"],
  outputAudioTokens: ["candidatesTokensDetails"],
  cacheWriteTokens: null,
  cacheWrite5m: null,
  cacheWrite1h: null,
  acceptedPredictionTokens: null,
  rejectedPredictionTokens: null,
  webSearchRequests: null,
  webFetchRequests: null,
});
export const USAGE_FIELDS = {
  inputTokens: ["promptTokenCount"],
  outputTokens: ["candidatesTokenCount"],
  totalTokens: ["totalTokenCount"],
  inputByModality: ["promptTokensDetails"],
  outputByModality: ["candidatesTokensDetails"],
  ...pathsOf(PLACES),
};

/** @param path that of the usage object, for issues */
export function decodeUsage(wire: GenerateContentUsage, path: Path, report: Report): Usage {
  reportTotal(wire, path, report);
  return usageOf(wire);
}

/** Without a word about a total that is not the sum of its parts. */
export function usageOf(wire: GenerateContentUsage): Usage {
  const counts = decodeCounts(wire);
  for (const key in wire)
    if (!COUNTERS.has(key))
      return {
        ...counts,
        ...keepUnknown("generate-content", Object.fromEntries(Object.entries(wire).filter(([name]) => !COUNTERS.has(name)))),
      };
  return counts;
}

export function reportTotal(wire: GenerateContentUsage, path: Path, report: Report): void {
  if (isSum(wire) || wire.totalTokenCount == null) return;
  const { inputTokens, outputTokens } = totalsOf(wire);
  const to = inputTokens + outputTokens;
  report(
    approximated(
      "approximated.usage",
      [...path, "totalTokenCount"],
      `The total is not the sum of its parts; ${to} is what other styles are told.`,
      { from: wire.totalTokenCount, to },
    ),
  );
}

const COUNTERS: ReadonlySet<unknown> = new Set<unknown>(Object.values(USAGE_FIELDS).flat());

/** A stream may state them in every object, so they are put together without lists of entries. */
function decodeCounts(wire: GenerateContentUsage): Usage {
  const { totalTokenCount, cachedContentTokenCount, thoughtsTokenCount, toolUsePromptTokenCount } = wire;
  const { inputTokens, outputTokens } = totalsOf(wire);
  const input = modalitiesOf(wire.promptTokensDetails);
  const output = modalitiesOf(wire.candidatesTokensDetails);
  const inputAudio = audioOf(input);
  const outputAudio = audioOf(output);
  const usage = startOf(inputTokens, outputTokens, totalTokenCount, input);
  if (cachedContentTokenCount != null) usage.cacheReadTokens = cachedContentTokenCount;
  if (thoughtsTokenCount != null) usage.reasoningTokens = thoughtsTokenCount;
  if (toolUsePromptTokenCount != null) usage.toolUsePromptTokens = toolUsePromptTokenCount;
  if (inputAudio !== undefined) usage.inputAudioTokens = inputAudio;
  if (outputAudio !== undefined) usage.outputAudioTokens = outputAudio;
  if (output !== undefined) usage.outputByModality = output;
  return usage;
}

/** What is nearly always there: fields of a literal take a third of the room that fields take which are added. */
function startOf(
  inputTokens: number,
  outputTokens: number,
  totalTokens: number | null | undefined,
  inputByModality: Usage["inputByModality"],
): { -readonly [Field in keyof Usage]: Usage[Field] } {
  if (totalTokens == null)
    return inputByModality === undefined ? { inputTokens, outputTokens } : { inputTokens, outputTokens, inputByModality };
  return inputByModality === undefined
    ? { inputTokens, outputTokens, totalTokens }
    : { inputTokens, outputTokens, totalTokens, inputByModality };
}

function audioOf(counts: Usage["inputByModality"] = []): number | undefined {
  for (const { modality, tokens } of counts) if (modality === "AUDIO") return tokens;
  return undefined;
}

function totalsOf(wire: GenerateContentUsage): { readonly inputTokens: number; readonly outputTokens: number } {
  const { candidatesTokenCount, totalTokenCount } = wire;
  const prompt = wire.promptTokenCount ?? 0;
  const thoughts = wire.thoughtsTokenCount ?? 0;
  const toolUse = wire.toolUsePromptTokenCount ?? 0;
  const candidates = candidatesTokenCount ?? Math.max(0, (totalTokenCount ?? 0) - prompt - toolUse - thoughts);
  // Some services count the thoughts among the candidates' tokens; the total tells.
  const inclusive = thoughts > 0 && candidatesTokenCount != null && prompt + candidates + toolUse === totalTokenCount;
  return { inputTokens: prompt + toolUse, outputTokens: inclusive ? candidates : candidates + thoughts };
}

/** Whether the total is what its parts make, so that there is nothing to say about it. */
export function isSum(wire: GenerateContentUsage): boolean {
  const { inputTokens, outputTokens } = totalsOf(wire);
  return wire.totalTokenCount == null || wire.totalTokenCount === inputTokens + outputTokens;
}

function modalitiesOf(details: Modalities | null | undefined): Usage["inputByModality"] {
  // Not by pushes, after which a list has room for more: each live stream holds one.
  return details?.map(({ modality, tokenCount }) => ({ modality: modality ?? "MODALITY_UNSPECIFIED", tokens: tokenCount ?? 0 }));
}

/**
 * @param path the canonical path of the usage, for issues
 * @param from the style of the source: one that states its zeros is told that they are left out
 */
export function encodeUsage(usage: Usage, profile: Profile, path: Path, report: Report, from?: StyleName): GenerateContentUsage {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens, toolUsePromptTokens, extensions } = usage;
  const { inputByModality, outputByModality, inputAudioTokens, outputAudioTokens } = usage;
  const toolUse = toolUsePromptTokens ?? 0;
  const thoughts = reasoningTokens ?? 0;
  const promptTokenCount = notNegative(inputTokens - toolUse, [...path, "inputTokens"], report);
  const candidatesTokenCount = notNegative(outputTokens - thoughts, [...path, "outputTokens"], report);
  // chat-completions of the specification states all of its counters anyway.
  const zeros = from === "messages" || (from === "chat-completions" && profile === "vendor");
  // In messages the input does not hold what is written to the cache, so that it still counts, as input. The specification
  // states no count of it, so that a zero of it says something.
  const says = (name: Counter, value: number) => (name === "cacheWriteTokens" ? from !== "messages" : value !== 0 || zeros);
  reportLostCounts(usage, { style: "generate-content", places: PLACES, says }, path, report);
  for (const [field, value] of Object.entries({ cacheReadTokens, reasoningTokens }))
    if (value === 0 && zeros) report(equivalent([...path, field], "A count of zero is left out of generate-content usage."));
  if (from === "messages" && cacheWriteTokens !== undefined)
    for (const field of cacheWriteTokens > 0 ? ["cacheWriteTokens", "inputTokens"] : ["cacheWriteTokens"])
      report(
        equivalent([...path, field], "Tokens written to the cache count as ordinary input in generate-content.", {
          from: cacheWriteTokens,
        }),
      );
  dropUnknown(extensions, "generate-content", path, report);
  const promptTokensDetails =
    detailsOf(inputByModality, inputAudioTokens, promptTokenCount) ??
    (profile === "gateway" ? [{ modality: "TEXT", tokenCount: promptTokenCount }] : undefined);
  const candidatesTokensDetails = detailsOf(outputByModality, outputAudioTokens, candidatesTokenCount);
  const wire = compact({
    promptTokenCount,
    candidatesTokenCount,
    thoughtsTokenCount: thoughts === 0 ? undefined : thoughts,
    cachedContentTokenCount: cacheReadTokens === 0 ? undefined : cacheReadTokens,
    toolUsePromptTokenCount: toolUse === 0 ? undefined : toolUse,
    totalTokenCount: promptTokenCount + candidatesTokenCount + thoughts + toolUse,
    promptTokensDetails,
    candidatesTokensDetails,
  });
  return { ...wire, ...restoreUnknown({}, extensions, "generate-content") };
}

function detailsOf(given: Usage["inputByModality"], audio: number | undefined, total: number): Modalities | undefined {
  if (given !== undefined) return given.map(({ modality, tokens }) => ({ modality, tokenCount: tokens }));
  if (audio === undefined || audio === 0) return undefined;
  return [
    { modality: "TEXT", tokenCount: Math.max(0, total - audio) },
    { modality: "AUDIO", tokenCount: audio },
  ];
}

function notNegative(count: number, path: Path, report: Report): number {
  if (count >= 0) return count;
  report(
    approximated("approximated.usage", path, "A part of this count is larger than the whole; 0 is written for the remainder.", {
      from: count,
      to: 0,
    }),
  );
  return 0;
}
