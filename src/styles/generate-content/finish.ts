/**
 * How an answer ended, and what it cost. `finishReason` and `promptFeedback.blockReason`: a candidate that calls functions finishes with
 * `STOP` like any other; recorded answers hold reasons as integers, which are kept as they are. `usageMetadata`: the prompt count leaves out
 * what tools put into the prompt, and the candidates count leaves out the thoughts; canonical totals include both.
 */
import { approximated, dropped, equivalent, type Path, type Report } from "../../core/issue.js";
import { compact, type Only } from "../../core/json.js";
import { finishWords, traitsOf } from "../../model/common.js";
import { dropAll, dropFields, restoreUnknown } from "../../model/extensions.js";
import type { Finish, Usage } from "../../model/index.js";
import { dropStop, reportInexact } from "../shared/codec.js";
import { keepBeside, readCounts, remainder, reportCounts, reportSum, usageTable } from "../shared/usage.js";
import type { StreamEncodeOptions } from "../style.js";
import { QUIRKS } from "./quirks.js";
import { STYLE } from "./scope.js";
import type { GenerateContentUsage } from "./wire-answer.js";

export const finish = finishWords({
  stop: ["STOP", true],
  "stop-sequence": ["STOP", true],
  length: ["MAX_TOKENS", true, "CONTINUATION"],
  "context-window": ["MAX_TOKENS", false],
  "tool-calls": ["STOP", true],
  "content-filter": ["SAFETY", true, "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "MODEL_ARMOR"],
  recitation: ["RECITATION", true, "IMAGE_RECITATION"],
  refusal: ["SAFETY", false],
  pause: ["OTHER", false],
  "malformed-output": [
    "MALFORMED_FUNCTION_CALL",
    true,
    "MALFORMED_RESPONSE",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "MISSING_THOUGHT_SIGNATURE",
  ],
  other: ["OTHER", false, "OTHER", "LANGUAGE", "IMAGE_OTHER", "NO_IMAGE", "FINISH_REASON_UNSPECIFIED"],
  error: ["OTHER", false],
});

/** The numbers of the words, as far as the vendor's two services agree on them. */
const NUMBERED: readonly string[] = ["FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER"];

/** Recorded answers hold empty ones as well. */
export function isReason(reason: string | number | null | undefined): reason is string | number {
  return reason !== null && reason !== undefined && reason !== "";
}

/**
 * A word that nobody knows is kept, and an answer without one that calls nothing gives `other` without a native word: who
 * writes them states what they become.
 * @param called whether the candidate, all of its stream included, holds a function call
 */
export function decodeFinish(reason: string | number | null | undefined, message: string | null | undefined, called: boolean): Finish {
  const value = typeof reason === "number" ? (NUMBERED[reason] ?? String(reason)) : reason || undefined;
  const known = value === undefined ? undefined : finish.reasons.get(value);
  const isCall = called && (value === undefined || known === "stop");
  const native = value === undefined ? undefined : ({ style: STYLE, value } as const);
  return { reason: isCall ? "tool-calls" : (known ?? "other"), ...compact({ native, message: message ?? undefined }) };
}

/**
 * Names what `STOP` alone does not state: why an answer of another style ended.
 * @param called whether the candidate holds a function call
 * @param path the canonical path of the finish, for issues
 */
export function reportStop({ reason }: Finish, called: boolean, path: Path, report: Report): void {
  const at = [...path, "reason"];
  const missing = "The answer holds no call, and ends like any other.";
  if (reason === "stop" && called) report(equivalent(at, "The answer holds a call; the way back ends for the call."));
  if (reason === "tool-calls" && !called) report(approximated("approximated.finish_reason", at, missing, { from: reason, to: "STOP" }));
  if (reason === "stop-sequence") report(equivalent(at, "The answer ends like any other; so does the way back."));
}

/** @param path the canonical path of the finish, for issues */
export function encodeFinish(given: Finish, path: Path, report: Report) {
  given satisfies Only<typeof given, "reason" | "native" | "stopSequence" | "stopField" | "refusal" | "message">;
  const { reason, native, refusal, message } = given;
  const own = native?.style === STYLE;
  const [word, exact] = own ? ([native.value, true] as const) : finish.written[reason];
  if (!exact) reportInexact(given, STYLE, word, path, report);
  if (!own) dropStop(given, path, STYLE, report);
  const explanation = refusal?.explanation ?? undefined;
  const isOther = message !== undefined && message !== explanation;
  // `finishMessage` holds one text.
  dropFields(refusal ?? {}, { category: "info", ...(isOther ? { explanation: "warning" } : {}) }, [...path, "refusal"], STYLE, report);
  return { finishReason: word, ...compact({ finishMessage: message ?? explanation }) };
}

/** Whether it states no more than that the prompt was refused, as that of an answer without candidates does. */
export function isBlock({ reason, native }: Finish): boolean {
  return reason === "content-filter" && native === undefined;
}

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
  },
);
export const USAGE_FIELDS = TABLE.paths;

/** @param path that of the usage object, for issues */
export function decodeUsage(given: GenerateContentUsage, path: Path, report: Report): Usage {
  const wire = withoutNegatives(given, path, report);
  const { totalTokenCount, thoughtsTokenCount } = wire;
  const inputTokens = (wire.promptTokenCount ?? 0) + (wire.toolUsePromptTokenCount ?? 0);
  const thoughts = thoughtsTokenCount ?? 0;
  const candidates = wire.candidatesTokenCount ?? Math.max(0, (totalTokenCount ?? 0) - inputTokens - thoughts);
  const outputTokens = QUIRKS.thoughtsOnce.rewrite(candidates + thoughts, wire);
  const usage = readCounts(wire, TABLE, { inputTokens, outputTokens });
  const input = modalitiesOf(wire.promptTokensDetails, [...path, "promptTokensDetails"], report);
  const output = modalitiesOf(wire.candidatesTokensDetails, [...path, "candidatesTokensDetails"], report);
  if (totalTokenCount != null) reportSum(totalTokenCount, usage.inputTokens + usage.outputTokens, [...path, "totalTokenCount"], report);
  const stated = compact({
    totalTokens: totalTokenCount ?? undefined,
    inputAudioTokens: audioOf(input),
    outputAudioTokens: audioOf(output),
    inputByModality: input,
    outputByModality: output,
  });
  return Object.assign(usage, stated, keepBeside(wire, TABLE, usage));
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

function audioOf(counts: Usage["inputByModality"] = []): number | undefined {
  return counts.find(({ modality }) => modality === "AUDIO")?.tokens;
}

function modalitiesOf(details: Modalities | null | undefined, path: Path, report: Report): Usage["inputByModality"] {
  // Not by pushes, after which a list has capacity for more: each live stream holds one.
  return details?.map(({ modality, tokenCount, ...rest }, index) => {
    dropAll(rest, [...path, index], "Only the kind and its tokens have a place.", report);
    return { modality: modality ?? "MODALITY_UNSPECIFIED", tokens: tokenCount ?? 0 };
  });
}

/** @param path the canonical path of the usage, for issues */
export function encodeUsage(usage: Usage, options: StreamEncodeOptions, path: Path, report: Report): GenerateContentUsage {
  const { profile = "gateway", from, lossesOnly } = options;
  const { cacheReadTokens, reasoningTokens: thoughts = 0, toolUsePromptTokens: toolUse = 0, extensions } = usage;
  const promptTokenCount = remainder(usage, "inputTokens", toolUse, path, report);
  const candidatesTokenCount = remainder(usage, "outputTokens", thoughts, path, report);
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
  return restoreUnknown(wire, extensions, STYLE);
}

function detailsOf(given: Usage["inputByModality"], audio: number | undefined, total: number): Modalities | undefined {
  if (given !== undefined) return given.map(({ modality, tokens }) => ({ modality, tokenCount: tokens }));
  if (audio === undefined || audio === 0) return undefined;
  return [
    { modality: "TEXT", tokenCount: Math.max(0, total - audio) },
    { modality: "AUDIO", tokenCount: audio },
  ];
}
