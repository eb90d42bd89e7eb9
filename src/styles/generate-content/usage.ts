/**
 * `usageMetadata`. The prompt count leaves out what tools put into the prompt, and the candidates count leaves out the
 * thoughts; canonical totals include both.
 */

import { dropped, type Issue, type Path } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { traitsOf } from "../../model/common.js";
import { restoreUnknown } from "../../model/extensions.js";
import type { Usage } from "../../model/index.js";
import { keepBeside, readCounts, remainder, reportCounts, reportSum, usageTable } from "../shared/usage.js";
import type { StreamEncodeOptions } from "../style.js";
import { QUIRKS } from "./quirks.js";
import type { GenerateContentUsage } from "./wire-answer.js";

export type Report = (issue: Issue) => void;
type Modalities = NonNullable<GenerateContentUsage["promptTokensDetails"]>;

const TABLE = usageTable(
  "generate-content",
  {
    inputTokens: ["promptTokenCount"],
    outputTokens: ["candidatesTokenCount"],
    totalTokens: ["totalTokenCount"],
    inputByModality: ["promptTokensDetails"],
    outputByModality: ["candidatesTokensDetails"],
  },
  {
    reasoningTokens: [["thoughtsTokenCount"]],
    cacheReadTokens: [["cachedContentTokenCount"]],
    toolUsePromptTokens: [["toolUsePromptTokenCount"]],
    inputAudioTokens: [["promptTokensDetails"]],
    outputAudioTokens: [["candidatesTokensDetails"]],
    cacheWriteTokens: "input",
    cacheWrite5m: null,
    cacheWrite1h: null,
    acceptedPredictionTokens: null,
    rejectedPredictionTokens: null,
    webSearchRequests: null,
    webFetchRequests: null,
  },
);
export const USAGE_FIELDS = TABLE.paths;

/** @param path that of the usage object, for issues */
export function decodeUsage(given: GenerateContentUsage, path: Path, report: Report): Usage {
  const wire = withoutNegatives(given, path, report);
  const { totalTokenCount } = wire;
  const usage: Writable = readCounts(wire, TABLE, totalsOf(wire));
  const { extensions } = keepBeside(wire, TABLE, usage);
  const input = modalitiesOf(wire.promptTokensDetails);
  const output = modalitiesOf(wire.candidatesTokensDetails);
  const inputAudio = audioOf(input);
  const outputAudio = audioOf(output);
  if (totalTokenCount != null) {
    const sum = usage.inputTokens + usage.outputTokens;
    if (sum !== totalTokenCount) reportSum(totalTokenCount, sum, [...path, "totalTokenCount"], report);
    usage.totalTokens = totalTokenCount;
  }
  if (inputAudio !== undefined) usage.inputAudioTokens = inputAudio;
  if (outputAudio !== undefined) usage.outputAudioTokens = outputAudio;
  if (input !== undefined) usage.inputByModality = input;
  if (output !== undefined) usage.outputByModality = output;
  if (extensions !== undefined) usage.extensions = extensions;
  return usage;
}

/** The vendor's rules take any integer, those of the others natural numbers only. */
function withoutNegatives(wire: GenerateContentUsage, path: Path, report: Report): GenerateContentUsage {
  let kept = wire;
  for (const key in wire) {
    const count = wire[key];
    if (typeof count !== "number" || count >= 0 || !TABLE.known.has(key)) continue;
    report(dropped("dropped.field", [...path, key], "A count below 0 counts nothing; it was left out."));
    kept = { ...kept, [key]: undefined };
  }
  return kept;
}

type Writable = { -readonly [Field in keyof Usage]: Usage[Field] };

function audioOf(counts: Usage["inputByModality"] = []): number | undefined {
  for (const { modality, tokens } of counts) if (modality === "AUDIO") return tokens;
  return undefined;
}

function totalsOf(wire: GenerateContentUsage): Pick<Writable, "inputTokens" | "outputTokens"> {
  const { candidatesTokenCount, totalTokenCount } = wire;
  const prompt = wire.promptTokenCount ?? 0;
  const thoughts = wire.thoughtsTokenCount ?? 0;
  const toolUse = wire.toolUsePromptTokenCount ?? 0;
  const candidates = candidatesTokenCount ?? Math.max(0, (totalTokenCount ?? 0) - prompt - toolUse - thoughts);
  return { inputTokens: prompt + toolUse, outputTokens: QUIRKS.thoughtsOnce(candidates + thoughts, wire) };
}

function modalitiesOf(details: Modalities | null | undefined): Usage["inputByModality"] {
  // Not by pushes, after which a list has capacity for more: each live stream holds one.
  return details?.map(({ modality, tokenCount }) => ({ modality: modality ?? "MODALITY_UNSPECIFIED", tokens: tokenCount ?? 0 }));
}

/** @param path the canonical path of the usage, for issues */
export function encodeUsage(
  usage: Usage,
  options: Pick<StreamEncodeOptions, "profile" | "from" | "styles" | "lossesOnly">,
  path: Path,
  report: Report,
): GenerateContentUsage {
  const { profile = "gateway", from, lossesOnly } = options;
  const { inputTokens, outputTokens, cacheReadTokens, reasoningTokens, toolUsePromptTokens, extensions } = usage;
  const toolUse = toolUsePromptTokens ?? 0;
  const thoughts = reasoningTokens ?? 0;
  const promptTokenCount = remainder(inputTokens - toolUse, [[...path, "inputTokens"]], report);
  const candidatesTokenCount = remainder(outputTokens - thoughts, [[...path, "outputTokens"]], report);
  const isIncluded = from !== undefined && traitsOf(options).countsCacheApart === undefined;
  reportCounts(usage, TABLE, path, report, { isIncluded, lossesOnly });
  const promptTokensDetails =
    detailsOf(usage.inputByModality, usage.inputAudioTokens, promptTokenCount) ??
    (profile === "gateway" ? [{ modality: "TEXT", tokenCount: promptTokenCount }] : undefined);
  const candidatesTokensDetails = detailsOf(usage.outputByModality, usage.outputAudioTokens, candidatesTokenCount);
  const wire = compact({
    promptTokenCount,
    candidatesTokenCount,
    thoughtsTokenCount: thoughts || undefined,
    cachedContentTokenCount: cacheReadTokens || undefined,
    toolUsePromptTokenCount: toolUse || undefined,
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
