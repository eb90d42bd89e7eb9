/** The plain parameters of a request: sampling, limits, output and who asks. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { brief, dropped, equivalent, failure, type Issue, notice } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { keptInRange } from "../../core/range.js";
import type { Trace } from "../../core/trace.js";
import type { CacheControl, Profile, StyleName } from "../../model/common.js";
import { keepUnknown, type Rest, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, SafetySetting } from "../../model/index.js";
import type { EncodeOptions } from "../options.js";
import { vendorLifetime } from "./cache.js";
import { isOneOf, MAX_STOP, MAX_USER, MAX_USER_ID, RANGES, type RangedField, SERVICE_TIERS } from "./limits.js";
import { encodeOutput } from "./output.js";
import { isOwn } from "./parts.js";
import type { ChatCompletionsRequest } from "./wire.js";

const OWN = "chat-completions";

type Report = (issue: Issue) => void;
type Unknown = readonly (readonly [keys: readonly string[], rest: Rest])[];

/** Where the canonical parameters stand in the body. */
export const PARAMETER_FIELDS = {
  "sampling.temperature": ["temperature"],
  "sampling.topP": ["top_p"],
  "sampling.topK": ["top_k"],
  "sampling.presencePenalty": ["presence_penalty"],
  "sampling.frequencyPenalty": ["frequency_penalty"],
  "sampling.seed": ["seed"],
  "sampling.logitBias": ["logit_bias"],
  "sampling.logprobs.top": ["top_logprobs"],
  "sampling.logprobs": ["logprobs"],
  "limits.stop": ["stop"],
  "limits.choices": ["n"],
  "output.verbosity": ["verbosity"],
  "output.modalities": ["modalities"],
  "output.audio": ["audio"],
  "output.format.schema": ["response_format", "json_schema", "schema"],
  "output.format.name": ["response_format", "json_schema", "name"],
  "output.format.description": ["response_format", "json_schema", "description"],
  "output.format.strict": ["response_format", "json_schema", "strict"],
  "output.format": ["response_format"],
  "cache.key": ["prompt_cache_key"],
  "cache.auto": ["prompt_cache_options"],
  "cache.handle": ["extra_body", "google", "cached_content"],
  safety: ["safety_settings"],
  serviceTier: ["service_tier"],
  parallelToolCalls: ["parallel_tool_calls"],
  includeStreamUsage: ["stream_options", "include_usage"],
} as const;

/** The settings of the generate-content style, as gateways to it take them; undefined where they are none. */
export function decodeSafety(given: unknown, trace: Trace): readonly SafetySetting[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const settings = given.flatMap((setting: unknown, index): SafetySetting[] => {
    if (!isObject(setting)) return [];
    const { category, threshold, method, ...rest } = setting;
    if (typeof category !== "string" || typeof threshold !== "string") return [];
    const known = typeof method === "string" ? { category, threshold, method } : { category, threshold };
    return [trace.mark({ ...known, ...keepUnknown(OWN, rest) }, ["safety_settings", index])];
  });
  return settings.length === 0 || settings.length < given.length ? undefined : settings;
}

/** Several names for one thing: the newer one counts. */
export function decodeLimits(body: ChatCompletionsRequest, report: Report) {
  const { max_completion_tokens: newer, max_tokens: older, safety_identifier, user, stop, n } = body;
  const both = newer !== null && newer !== undefined && older !== null && older !== undefined;
  if (both && newer !== older)
    report(
      notice("conflict.resolved", ["max_tokens"], "`max_completion_tokens` is given as well, and counts.", { from: older, to: newer }),
    );
  if (safety_identifier && user && safety_identifier !== user)
    report(
      notice("conflict.resolved", ["user"], "`safety_identifier` is given as well, and counts.", {
        from: brief(user),
        to: brief(safety_identifier),
      }),
    );
  return {
    limits: compact({
      maxOutputTokens: newer ?? older ?? undefined,
      stop: typeof stop === "string" ? [stop] : (stop ?? undefined),
      // One answer is the default: the styles that cannot ask for more do not say so either.
      choices: n === 1 ? undefined : (n ?? undefined),
    }),
    endUserId: (safety_identifier || user) ?? undefined,
    fields: {
      "limits.maxOutputTokens": [newer === null || newer === undefined ? "max_tokens" : "max_completion_tokens"],
      endUserId: [safety_identifier ? "safety_identifier" : "user"],
    },
  };
}

export function decodeSampling(body: ChatCompletionsRequest): CanonicalRequest["sampling"] {
  const { logprobs, top_logprobs } = body;
  const asked = (logprobs ?? undefined) !== undefined || (top_logprobs ?? undefined) !== undefined;
  return compact({
    temperature: body.temperature ?? undefined,
    topP: body.top_p ?? undefined,
    topK: body.top_k ?? undefined,
    presencePenalty: body.presence_penalty ?? undefined,
    frequencyPenalty: body.frequency_penalty ?? undefined,
    seed: body.seed ?? undefined,
    logitBias: body.logit_bias ?? undefined,
    logprobs: asked ? compact({ enabled: logprobs ?? false, top: top_logprobs ?? undefined }) : undefined,
  });
}

export function decodeTier(tier: string | null | undefined): {
  readonly serviceTier?: CanonicalRequest["serviceTier"];
  readonly unknown: Unknown;
} {
  if (isOneOf(SERVICE_TIERS, tier)) return { serviceTier: tier, unknown: [] };
  return { unknown: [[[], { service_tier: tier }]] };
}

const LIFETIMES = ["5m", "1h", "30m", "12h"] as const;

export function decodeCache(
  body: ChatCompletionsRequest,
  handle: string | undefined,
): { readonly cache?: CanonicalRequest["cache"]; readonly unknown: Unknown } {
  const { mode, ttl, ...rest } = body.prompt_cache_options ?? {};
  const implicit = mode === "implicit";
  const lifetime = isOneOf(LIFETIMES, ttl) ? ttl : undefined;
  const auto: CacheControl | undefined = implicit ? compact({ type: "ephemeral" as const, ttl: lifetime }) : undefined;
  const cache = compact({ key: body.prompt_cache_key ?? undefined, auto, handle });
  return compact({
    cache: Object.keys(cache).length === 0 ? undefined : cache,
    unknown: [
      [["prompt_cache_options"], { ...rest, ...(implicit ? {} : { mode }), ...(implicit && lifetime !== undefined ? {} : { ttl }) }],
    ] as const,
  });
}

export interface ParameterTarget extends Pick<EncodeOptions, "outOfRange" | "chatExtensions"> {
  readonly from: StyleName | undefined;
  readonly profile: Profile;
}

export function encodeParameters(request: CanonicalRequest, target: ParameterTarget, report: Report) {
  // Of some thirty fields few are set: joined before the others go, they are a slow, big object in every request.
  return {
    ...compact(encodeSampling(request.sampling, target, report)),
    ...compact(encodeLimits(request, target, report)),
    ...compact(encodeOutput(request, target, report)),
    ...compact(encodeCaller(request, target, report)),
  };
}

function ranged(field: RangedField, value: number | undefined, path: Path, { profile, outOfRange }: ParameterTarget, report: Report) {
  return keptInRange(value, RANGES[profile][field], { takes: `chat-completions takes \`${field}\``, path, outOfRange, report });
}

function encodeSampling(sampling: CanonicalRequest["sampling"], target: ParameterTarget, report: Report) {
  const { temperature, topP, topK, presencePenalty, frequencyPenalty, seed, logitBias, logprobs, ...rest } = sampling;
  rest satisfies NothingLeft;
  const at = (field: string) => ["sampling", field];
  // X: servers that are strict about unknown fields refuse it.
  const takesTopK = target.profile === "gateway" && (target.chatExtensions === true || isOwn(target.from));
  if (topK !== undefined && !takesTopK)
    report(dropped("dropped.field", at("topK"), "chat-completions has no `top_k`; the model samples from all tokens.", { from: topK }));
  if (logprobs?.top !== undefined && !logprobs.enabled)
    report(
      dropped("dropped.field", [...at("logprobs"), "top"], "The number of likely tokens has no effect without log probabilities.", {
        severity: "info",
      }),
    );
  return {
    temperature: ranged("temperature", temperature, at("temperature"), target, report),
    top_p: ranged("top_p", topP, at("topP"), target, report),
    top_k: takesTopK ? topK : undefined,
    presence_penalty: ranged("presence_penalty", presencePenalty, at("presencePenalty"), target, report),
    frequency_penalty: ranged("frequency_penalty", frequencyPenalty, at("frequencyPenalty"), target, report),
    seed,
    logit_bias: logitBias === undefined ? undefined : { ...logitBias },
    logprobs: logprobs?.enabled,
    top_logprobs: logprobs?.enabled === true ? ranged("top_logprobs", logprobs.top, [...at("logprobs"), "top"], target, report) : undefined,
  };
}

function encodeLimits({ limits }: CanonicalRequest, target: ParameterTarget, report: Report) {
  const { maxOutputTokens, stop, choices, ...rest } = limits;
  rest satisfies NothingLeft;
  const at = ["limits", "maxOutputTokens"];
  if (maxOutputTokens === 0)
    report(
      failure(
        "failed.unsupported",
        at,
        "A request for no tokens warms a cache up; chat-completions has nothing like it, and would answer.",
        {
          from: 0,
        },
      ),
    );
  const tokens = maxOutputTokens === 0 ? undefined : ranged("max_tokens", maxOutputTokens, at, target, report);
  return {
    max_tokens: target.profile === "gateway" ? tokens : undefined,
    max_completion_tokens: target.profile === "vendor" ? tokens : undefined,
    stop: stop === undefined ? undefined : encodeStop(stop, target, report),
    n: encodeChoices(choices, target, report),
  };
}

function encodeChoices(choices: number | undefined, target: ParameterTarget, report: Report): number | undefined {
  if (choices !== 1) return ranged("n", choices, ["limits", "choices"], target, report);
  if (!isOwn(target.from))
    report(
      equivalent(["limits", "choices"], "One answer is the default of chat-completions, which goes without saying.", { from: 1, to: null }),
    );
  return undefined;
}

function encodeStop(stop: readonly string[], target: ParameterTarget, report: Report): string[] | undefined {
  const kept: string[] = [];
  stop.forEach((sequence, index) => {
    const lose = (message: string) =>
      report(dropped("dropped.value", ["limits", "stop", index], message, { from: brief(sequence), limit: MAX_STOP }));
    if (sequence === "" && !isOwn(target.from)) lose("An empty stop sequence never matches; it is left out.");
    else if (kept.length >= MAX_STOP) lose(`chat-completions takes ${MAX_STOP} stop sequences; this one is left out.`);
    else kept.push(sequence);
  });
  // The vendor takes no empty list.
  return kept.length === 0 ? undefined : kept;
}

function encodeCaller(request: CanonicalRequest, target: ParameterTarget, report: Report) {
  const { endUserId, metadata, serviceTier, cache, safety, async: asynchronous } = request;
  const own = isOwn(target.from);
  const { key, auto, handle, ...rest } = cache ?? {};
  rest satisfies NothingLeft;
  const [field, limit] = target.profile === "vendor" ? (["safety_identifier", MAX_USER_ID] as const) : (["user", MAX_USER] as const);
  const tooLong = endUserId !== undefined && endUserId.length > limit && (target.profile === "vendor" || !own);
  if (tooLong)
    report(
      dropped(
        "dropped.value",
        ["endUserId"],
        `chat-completions takes a \`${field}\` of up to ${limit} characters; this one was left out.`,
        {
          limit,
        },
      ),
    );
  if (metadata !== undefined && !own)
    report(
      dropped("dropped.field", ["metadata"], "Labels of another service mean nothing to a chat-completions one.", { severity: "info" }),
    );
  if (handle !== undefined && !(own && target.profile === "gateway"))
    report(
      dropped(
        "dropped.field",
        ["cache", "handle"],
        "The cached content that stands before this request is at its own service only; the model will not see it, and its answer will differ.",
        {
          from: brief(handle),
        },
      ),
    );
  if (!own)
    safety?.forEach((_setting, index) => {
      report(dropped("dropped.field", ["safety", index], "chat-completions has no safety settings; the service's own filter applies."));
    });
  if (asynchronous !== undefined)
    report(
      asynchronous
        ? dropped("dropped.field", ["async"], "chat-completions has no asynchronous requests.", { severity: "info" })
        : equivalent(["async"], "chat-completions answers at once, and does not say so."),
    );
  const ttlOf = (marker: CacheControl) =>
    own || target.profile === "gateway" ? marker.ttl : vendorLifetime(marker, ["cache", "auto"], report);
  const user = tooLong ? undefined : endUserId;
  return {
    user: target.profile === "gateway" ? user : undefined,
    safety_identifier: target.profile === "vendor" ? user : undefined,
    metadata: own && metadata !== undefined ? { ...metadata } : undefined,
    safety_settings: own ? safety?.map(({ extensions, ...setting }) => restoreUnknown(setting, extensions, OWN)) : undefined,
    service_tier: serviceTier,
    prompt_cache_key: key,
    prompt_cache_options: auto === undefined ? undefined : compact({ mode: "implicit", ttl: ttlOf(auto) }),
    extra_body: handle !== undefined && own && target.profile === "gateway" ? { google: { cached_content: handle } } : undefined,
  };
}
