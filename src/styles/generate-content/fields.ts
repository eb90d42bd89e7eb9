/** The fields of a request: sampling, limits, output, thinking and media resolution, cache and who asks. */

import { approximated, brief, broken, dropped, equivalent, type Path } from "../../core/issue.js";
import { compact, isJsonObject, isObject } from "../../core/json.js";
import { reportLost } from "../../fields/codec.js";
import { fieldNames, fieldOf, fieldTable, type RequestPlace, someTokens, stopSequences, wholeTokens, words } from "../../fields/table.js";
import { dropUnknown, hasOnly, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, JsonObject } from "../../model/index.js";
import { answerStyle } from "../shared/codec.js";
import { RESOLUTIONS } from "./media.js";
import { type EncodeScope, STYLE } from "./scope.js";
import { decodeThinking, encodeThinking } from "./thinking-config.js";
import { type GenerateContentRequest, timeOf } from "./wire.js";
import type { GenerateContentResponse } from "./wire-answer.js";

const field = fieldOf<CanonicalRequest, GenerateContentRequest, EncodeScope>();

const PENALTY = { gateway: { min: -2, max: 2, rule: "V-20" }, vendor: { min: -2, max: 2, exclusiveMax: 1.99, rule: "V-20" } } as const;
export const MAX_STOP = 5;
const MODALITIES = ["text", "audio", "image", "video"] as const;
const RESOLUTION = words(RESOLUTIONS, { "ultra-high": "high" });
const TIERS = words({ default: "standard", flex: "flex", priority: "priority" }, { fast: "priority" });

const ROWS = [
  field("sampling.temperature", {
    wire: "generationConfig.temperature",
    range: { gateway: { min: 0, max: 1, rule: "R-109" }, vendor: { min: 0, max: 2, rule: "V-20" } },
  }),
  field("sampling.topP", {
    wire: "generationConfig.topP",
    range: { gateway: { min: 0, max: 1, rule: "R-111" }, vendor: { min: 0, max: 1, rule: "V-20" } },
  }),
  // Where 0 is legal it stands for all tokens, and 1 is the opposite.
  field("sampling.topK", {
    wire: "generationConfig.topK",
    range: { min: 1, rule: "R-112", clamp: false },
    write: wholeTokens,
  }),
  field("sampling.presencePenalty", { wire: "generationConfig.presencePenalty", listed: "vendor", range: PENALTY }),
  field("sampling.frequencyPenalty", { wire: "generationConfig.frequencyPenalty", listed: "vendor", range: PENALTY }),
  field("sampling.seed", {
    wire: "generationConfig.seed",
    listed: "vendor",
    write(seed, { report }, path) {
      // No seed near it gives the same numbers.
      if (seed === (seed | 0)) return seed;
      const message = "generate-content takes a seed of 32 bits; it was left out.";
      return report(dropped("dropped.value", path, message, { from: seed, limit: 2 ** 31 - 1 }));
    },
  }),
  field("sampling.logitBias"),
  field("sampling.logprobs.enabled", { wire: "generationConfig.responseLogprobs", listed: "vendor" }),
  field("sampling.logprobs.top", {
    wire: "generationConfig.logprobs",
    listed: "vendor",
    range: { min: 0, max: 20, rule: "V-20" },
  }),
  field("limits.maxOutputTokens", {
    wire: "generationConfig.maxOutputTokens",
    range: { min: 1, rule: "R-113" },
    write: someTokens,
  }),
  field("limits.stop", {
    wire: "generationConfig.stopSequences",
    read: (stop) => (stop.length === 0 ? null : stop),
    write: stopSequences({ vendor: MAX_STOP }),
  }),
  field("limits.choices", {
    wire: "generationConfig.candidateCount",
    listed: "vendor",
    range: { gateway: { min: 1, rule: "V-20" }, vendor: { min: 1, max: 8, rule: "V-20" } },
    // One answer is the default.
    read: (count) => (count === 1 ? null : count),
  }),
  field("output.modalities", {
    wire: "generationConfig.responseModalities",
    listed: "vendor",
    read(given) {
      const words = given.map((modality) => modality.toLowerCase()).filter((modality) => modality !== "modality_unspecified");
      const known = words.flatMap((word) => MODALITIES.find((modality) => modality === word) ?? []);
      if (known.length < words.length) return undefined;
      return known.length === 0 ? null : known;
    },
    write: (modalities) => modalities.map((modality) => modality.toUpperCase()),
  }),
  field("output.verbosity"),
  field("output.audio", {
    wire: "generationConfig.speechConfig",
    listed: "vendor",
    read({ voiceConfig, ...rest }, keep) {
      const voice = voiceOf(voiceConfig);
      if (voice === undefined) return undefined;
      keep(rest);
      return { voice };
    },
    write: writeSpeech,
  }),
  field("output.image", {
    wire: "generationConfig.imageConfig",
    read({ aspectRatio, imageSize, ...rest }, keep) {
      keep(rest);
      return compact({ aspectRatio: aspectRatio ?? undefined, size: imageSize?.toLowerCase() });
    },
    write({ aspectRatio, size }, { profile, capabilities, report }, path) {
      if (capabilities.imageOutput === false) report(approximated("approximated.media", path, "This model gives no images."));
      return compact({ aspectRatio, imageSize: profile === "vendor" ? size?.toUpperCase() : size?.toLowerCase() });
    },
  }),
  field("thinking", {
    wire: "generationConfig.thinkingConfig",
    read: decodeThinking,
    write: encodeThinking,
  }),
  field("mediaResolution", {
    wire: "generationConfig.mediaResolution",
    read: (level) => (level === "MEDIA_RESOLUTION_UNSPECIFIED" ? null : RESOLUTION.read(level)),
    write: (resolution, scope, path) => RESOLUTION.write(resolution, scope, path),
  }),
  field("parallelToolCalls", {
    write(parallel, scope, path) {
      if (parallel) scope.report(equivalent(path, "generate-content always allows this."));
      else reportLost(parallel, scope, path, { effect: "the model may make several calls at once", untold: true });
      return undefined;
    },
  }),
  field("safety", {
    wire: "safetySettings",
    read(settings) {
      if (settings.length === 0) return null;
      return settings.map(({ category, threshold, method, ...rest }) => ({
        category,
        threshold,
        ...compact({ method: method ?? undefined }),
        ...keepUnknown(STYLE, rest),
      }));
    },
    write: (safety, { report }, path) =>
      safety.map(({ extensions, ...setting }, index) => {
        dropUnknown(extensions, STYLE, [...path, index], report);
        return restoreUnknown(setting, extensions, STYLE);
      }),
  }),
  field("cache.handle", { wire: "cachedContent", listed: "vendor" }),
  field("cache.key", { loss: { idle: true } }),
  field("cache.auto", { loss: { idle: true } }),
  field("metadata", {
    wire: "labels",
    listed: "vendor",
    // Labels are for billing, and have other rules than metadata.
    write: (labels, scope, path) => reportLost(labels, scope, path, { idle: true }),
  }),
  field("endUserId", {
    write(id, scope, path) {
      if (userLabel(id, scope) !== undefined) return undefined;
      return reportLost(id, scope, path, compact({ untold: true, suggestion: mayBeLabel(id, scope) ? "labelsForUser" : undefined }));
    },
  }),
  field("serviceTier", {
    wire: "serviceTier",
    listed: "vendor",
    read: (tier) => TIERS.read(tier.toLowerCase()),
    write(tier, scope, path) {
      if (tier !== "auto") return TIERS.write(tier, scope, path);
      return scope.report(equivalent(path, "`auto` is the default of generate-content, and is not written."));
    },
  }),
  field("async", {
    wire: "async",
    listed: "nowhere",
    // At once is the default.
    read: (later) => later || null,
    write(later, { profile, report }, path, { stream }) {
      if (later && stream && profile === "gateway") report(broken("R-155", path, "`async` and a stream exclude each other."));
      return later;
    },
  }),
] as const;
({}) satisfies Record<Exclude<RequestPlace, (typeof ROWS)[number]["at"] | "output.format" | "includeStreamUsage">, never>;

/** The fields of an answer about itself. */
export const ANSWER = answerStyle<GenerateContentResponse>(
  STYLE,
  "resp-",
  {
    created: {
      wire: "createTime",
      write(created, { report }, path) {
        const time = timeOf(created);
        const message = "No date is that far away; it was left out.";
        if (time === undefined) report(dropped("dropped.value", path, message, { from: created }));
        return time;
      },
    },
    serviceTier: { loss: { idle: true } },
    systemFingerprint: { loss: { idle: true } },
  },
  true,
);

/** What code reads and writes: the conversation, tools, and the format of the answer. */
export const REQUEST_FIELDS = fieldTable<GenerateContentRequest>(
  ROWS,
  {
    specified: ["contents", "systemInstruction", "tools", "toolConfig", "generationConfig.responseMimeType"],
    vendor: ["generationConfig.responseSchema", "generationConfig.responseJsonSchema", "generationConfig.responseFormat"],
  },
  {
    instructions: ["systemInstruction"],
    turns: ["contents"],
    tools: ["tools"],
    toolChoice: ["toolConfig", "functionCallingConfig"],
    "toolChoice.names": ["toolConfig", "functionCallingConfig", "allowedFunctionNames"],
    "toolChoice.name": ["toolConfig", "functionCallingConfig", "allowedFunctionNames"],
    "output.format": ["generationConfig", "responseMimeType"],
    "output.audio.voice": ["generationConfig", "speechConfig", "voiceConfig", "prebuiltVoiceConfig", "voiceName"],
    "output.image.size": ["generationConfig", "imageConfig", "imageSize"],
    "thinking.budgetTokens": ["generationConfig", "thinkingConfig", "thinkingBudget"],
    "thinking.effort": ["generationConfig", "thinkingConfig", "thinkingLevel"],
    "thinking.visible": ["generationConfig", "thinkingConfig", "includeThoughts"],
  },
  {
    "generationConfig.responseSchema": ["output", "format", "schema"],
    "generationConfig.responseJsonSchema": ["output", "format", "schema"],
    "toolConfig.includeServerSideToolInvocations": ["tools"],
  },
);

/** Which fields a request and its configuration have. */
export const REQUEST_NAMES = fieldNames(REQUEST_FIELDS, "", {
  vendor: ["store"],
  elsewhere: ["async"],
  nullable: ["contents"],
});
export const CONFIG_NAMES = fieldNames(REQUEST_FIELDS, "generationConfig.", {
  vendor: [
    "audioTimestamp",
    "audioTranscriptionConfig",
    "routingConfig",
    "modelSelectionConfig",
    "enableEnhancedCivicAnswers",
    "enableAffectiveDialog",
    "translationConfig",
  ],
});

const LABEL = /^[a-z0-9_-]{1,63}$/;

/** The label that takes the id of the end user, where the caller named one and the id may stand there. */
export function userLabel(id: string | undefined, scope: EncodeScope) {
  const { labelsForUser } = scope.options;
  return id !== undefined && labelsForUser !== undefined && mayBeLabel(id, scope) ? [labelsForUser, id] : undefined;
}

function mayBeLabel(id: string, { dialect }: EncodeScope): boolean {
  return dialect.host !== "ai-studio" && LABEL.test(id);
}

/** The name of the voice, where its configuration has nothing else. */
function voiceOf(config: unknown): string | undefined {
  const prebuilt = isObject(config) && hasOnly(config, ["prebuiltVoiceConfig"]) ? config.prebuiltVoiceConfig : undefined;
  if (!isObject(prebuilt) || !hasOnly(prebuilt, ["voiceName"])) return undefined;
  return typeof prebuilt.voiceName === "string" ? prebuilt.voiceName : undefined;
}

function writeSpeech({ voice, ...others }: JsonObject, { report }: EncodeScope, path: Path): JsonObject | undefined {
  for (const key of Object.keys(others)) report(dropped("dropped.field", [...path, key], "generate-content has one form of audio."));
  // A voice of one's own is an object at one vendor.
  const name = isJsonObject(voice) ? voice.id : voice;
  if (typeof name !== "string") {
    if (voice !== undefined) report(dropped("dropped.field", [...path, "voice"], "generate-content takes the name of a voice."));
    return undefined;
  }
  const message = "Not every service knows this voice.";
  report(approximated("approximated.media", [...path, "voice"], message, { from: brief(name) }));
  return { voiceConfig: { prebuiltVoiceConfig: { voiceName: name } } };
}
