/** `generationConfig`: sampling, limits, output, thinking and media resolution, and the ranges that each profile allows. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, failure } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { keptInRange, type Range } from "../../core/range.js";
import type { Rest } from "../../model/extensions.js";
import type { CanonicalRequest, Limits, MediaResolution, Sampling, ThinkingConfig } from "../../model/index.js";
import { decodeOutput, encodeOutput } from "./output.js";
import { decodeThinking, encodeThinking } from "./reasoning.js";
import type { EncodeScope } from "./scope.js";
import type { Report } from "./usage.js";
import type { GenerateContentGenerationConfig } from "./wire.js";

type Config = GenerateContentGenerationConfig;

/** Where canonical fields stand in the body. */
export const CONFIG_FIELDS = Object.fromEntries(
  Object.entries({
    "sampling.temperature": ["temperature"],
    "sampling.topP": ["topP"],
    "sampling.topK": ["topK"],
    "sampling.presencePenalty": ["presencePenalty"],
    "sampling.frequencyPenalty": ["frequencyPenalty"],
    "sampling.seed": ["seed"],
    "sampling.logprobs": ["responseLogprobs"],
    "sampling.logprobs.top": ["logprobs"],
    "limits.maxOutputTokens": ["maxOutputTokens"],
    "limits.stop": ["stopSequences"],
    "limits.choices": ["candidateCount"],
    "output.format": ["responseMimeType"],
    "output.modalities": ["responseModalities"],
    "output.audio": ["speechConfig"],
    "output.audio.voice": ["speechConfig", "voiceConfig", "prebuiltVoiceConfig", "voiceName"],
    "output.image": ["imageConfig"],
    "output.image.aspectRatio": ["imageConfig", "aspectRatio"],
    "output.image.size": ["imageConfig", "imageSize"],
    "thinking.mode": ["thinkingConfig"],
    "thinking.budgetTokens": ["thinkingConfig", "thinkingBudget"],
    "thinking.effort": ["thinkingConfig", "thinkingLevel"],
    "thinking.visible": ["thinkingConfig", "includeThoughts"],
    thinking: ["thinkingConfig"],
    mediaResolution: ["mediaResolution"],
  }).map(([field, path]): [string, Path] => [field, ["generationConfig", ...path]]),
);

const RESOLUTIONS = { MEDIA_RESOLUTION_LOW: "low", MEDIA_RESOLUTION_MEDIUM: "medium", MEDIA_RESOLUTION_HIGH: "high" } as const;

function isResolution(level: string): level is keyof typeof RESOLUTIONS {
  return Object.hasOwn(RESOLUTIONS, level);
}

export interface DecodedConfig {
  readonly sampling: Sampling;
  readonly limits: Limits;
  readonly output: CanonicalRequest["output"];
  readonly thinking?: ThinkingConfig;
  readonly mediaResolution?: MediaResolution;
  /** Unknown fields, by where they stood. */
  readonly unknown: readonly (readonly [keys: readonly string[], rest: Rest])[];
}

export function decodeConfig(config: Config, report: Report): DecodedConfig {
  const {
    temperature,
    topP,
    topK,
    maxOutputTokens,
    stopSequences,
    thinkingConfig,
    mediaResolution,
    candidateCount,
    presencePenalty,
    frequencyPenalty,
    seed,
    responseLogprobs,
    logprobs,
    responseMimeType,
    responseSchema,
    responseJsonSchema,
    responseFormat,
    responseModalities,
    imageConfig,
    speechConfig,
    ...rest
  } = config;
  const decoded = decodeOutput(
    compact({ responseMimeType, responseSchema, responseJsonSchema, responseFormat, responseModalities, imageConfig, speechConfig }),
    report,
  );
  const thinking = thinkingConfig == null ? undefined : decodeThinking(thinkingConfig, ["generationConfig", "thinkingConfig"], report);
  const asked = responseLogprobs ?? (logprobs == null ? undefined : false);
  const resolution = mediaResolution != null && isResolution(mediaResolution) ? RESOLUTIONS[mediaResolution] : undefined;
  const strange =
    mediaResolution != null && resolution === undefined && mediaResolution !== "MEDIA_RESOLUTION_UNSPECIFIED" ? { mediaResolution } : {};
  return {
    sampling: compact({
      temperature: temperature ?? undefined,
      topP: topP ?? undefined,
      topK: topK ?? undefined,
      presencePenalty: presencePenalty ?? undefined,
      frequencyPenalty: frequencyPenalty ?? undefined,
      seed: seed ?? undefined,
      logprobs: asked === undefined ? undefined : { enabled: asked, ...compact({ top: logprobs ?? undefined }) },
    }),
    limits: compact({
      maxOutputTokens: maxOutputTokens ?? undefined,
      stop: stopSequences == null || stopSequences.length === 0 ? undefined : stopSequences,
      choices: candidateCount ?? undefined,
    }),
    output: decoded.output,
    ...compact({
      thinking: thinking === undefined || Object.keys(thinking.config).length === 0 ? undefined : thinking.config,
      mediaResolution: resolution,
    }),
    unknown: [
      [["generationConfig"], { ...rest, ...decoded.rest, ...strange }],
      [["generationConfig", "thinkingConfig"], thinking?.rest ?? {}],
      [["generationConfig", "imageConfig"], decoded.imageRest],
      [["generationConfig", "speechConfig"], decoded.speechRest],
    ],
  };
}

/** Issues carry canonical paths. */
export function encodeConfig(request: CanonicalRequest, scope: EncodeScope): Config {
  const { thinking, mediaResolution, output } = request;
  return compact({
    ...encodeSampling(request.sampling, scope),
    ...encodeLimits(request.limits, scope),
    ...encodeOutput(output, scope),
    thinkingConfig: encodeThinking(thinking, scope),
    mediaResolution: encodeResolution(mediaResolution, scope),
  });
}

/** Of those that a whole request may ask for. */
const HIGHEST = "MEDIA_RESOLUTION_HIGH";

function encodeResolution(resolution: MediaResolution | undefined, scope: EncodeScope): string | undefined {
  if (resolution === undefined) {
    const { sharedDetail } = scope;
    if (sharedDetail === undefined) return undefined;
    return sharedDetail === "original" ? HIGHEST : `MEDIA_RESOLUTION_${sharedDetail.toUpperCase()}`;
  }
  if (resolution === "ultra-high") {
    scope.report(
      approximated("approximated.enum", ["mediaResolution"], "The highest resolution for a whole request is high.", {
        from: resolution,
        to: HIGHEST,
      }),
    );
    return HIGHEST;
  }
  return `MEDIA_RESOLUTION_${resolution.toUpperCase()}`;
}

function encodeSampling(sampling: Sampling, scope: EncodeScope): Config {
  const { temperature, topP, topK, presencePenalty, frequencyPenalty, seed, logitBias, logprobs, ...rest } = sampling;
  rest satisfies NothingLeft;
  const { limits } = scope;
  if (logitBias !== undefined)
    scope.report(
      dropped("dropped.field", ["sampling", "logitBias"], "generate-content cannot favour or forbid tokens; the bias is not applied."),
    );
  return compact({
    temperature: inRange("temperature", temperature, limits.temperature, ["sampling", "temperature"], scope),
    topP: inRange("topP", topP, limits.topP, ["sampling", "topP"], scope),
    topK: keptInRange(topK, limits.topK, {
      takes: "generate-content takes `topK`",
      path: ["sampling", "topK"],
      // Where 0 is legal it stands for all tokens, and 1 is the opposite.
      outOfRange: scope.options.outOfRange === "reject" ? "reject" : "drop",
      report: scope.report,
    }),
    presencePenalty: inRange("presencePenalty", presencePenalty, limits.penalty, ["sampling", "presencePenalty"], scope),
    frequencyPenalty: inRange("frequencyPenalty", frequencyPenalty, limits.penalty, ["sampling", "frequencyPenalty"], scope),
    seed: encodeSeed(seed, scope),
    responseLogprobs: logprobs?.enabled,
    logprobs: inRange("logprobs", logprobs?.top, limits.logprobs, ["sampling", "logprobs", "top"], scope),
  });
}

/** 32 bits, where others take 64: no seed near it gives the same numbers, so that none is written. */
function encodeSeed(seed: number | undefined, scope: EncodeScope): number | undefined {
  if (seed === undefined || scope.own || Math.trunc(seed) === (seed | 0)) return seed;
  scope.report(
    dropped("dropped.value", ["sampling", "seed"], "A seed of generate-content has 32 bits; this one is left out.", {
      from: seed,
      limit: 2 ** 31 - 1,
    }),
  );
  return undefined;
}

function encodeLimits(given: Limits, scope: EncodeScope): Config {
  const { maxOutputTokens, stop, choices, ...rest } = given;
  rest satisfies NothingLeft;
  if (maxOutputTokens !== undefined && maxOutputTokens < 1)
    scope.report(
      failure(
        "failed.unsupported",
        ["limits", "maxOutputTokens"],
        "generate-content has no counterpart of a request for no output at all.",
        { from: maxOutputTokens },
      ),
    );
  return compact({
    maxOutputTokens,
    stopSequences: encodeStop(stop, scope),
    candidateCount: inRange("candidateCount", choices, scope.limits.candidateCount, ["limits", "choices"], scope),
  });
}

function encodeStop(stop: readonly string[] | undefined, scope: EncodeScope): string[] | undefined {
  if (stop === undefined) return undefined;
  if (stop.length === 0 && !scope.own)
    scope.report(equivalent(["limits", "stop"], "An empty list of stop sequences is none; the way back says nothing."));
  const max = scope.limits.stopSequences;
  const kept: string[] = [];
  stop.forEach((text, index) => {
    if (text === "")
      scope.report(
        dropped("dropped.value", ["limits", "stop", index], "An empty stop sequence would stop nothing or everything; it is left out."),
      );
    else if (kept.length >= max)
      scope.report(
        dropped(
          "dropped.value",
          ["limits", "stop", index],
          `generate-content takes at most ${max} stop sequences; the answer may go on past this one.`,
          { limit: max, from: text.slice(0, 100) },
        ),
      );
    else kept.push(text);
  });
  return kept.length === 0 ? undefined : kept;
}

function inRange(field: string, value: number | undefined, range: Range, path: Path, { options, report }: EncodeScope) {
  return keptInRange(value, range, { takes: `generate-content takes \`${field}\``, path, outOfRange: options.outOfRange, report });
}
