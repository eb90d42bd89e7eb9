/** The fields of a request: sampling, limits, output, cache and who asks. */

import { approximated, brief, dropped, equivalent, notice, type Path, type Report } from "../../core/issue.js";
import { compact, isObject, type Only, plainObject } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import { reportLost } from "../../fields/codec.js";
import { fieldNames, fieldOf, fieldTable, type Keep, type RequestPlace, someTokens, stopSequences } from "../../fields/table.js";
import { given } from "../../model/common.js";
import { keepUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, OutputFormat, SafetySetting } from "../../model/index.js";
import { answerStyle, type RequestScope } from "../shared/codec.js";
import type { StreamEncodeOptions } from "../style.js";
import { LIFETIMES, madeName, ONE_RESOLUTION, vendorLifetime } from "./parts.js";
import { readOlderChoice, readToolChoice } from "./tools.js";
import {
  type ChatCompletionsRequest,
  isOneOf,
  MAX_STOP,
  MAX_USER,
  MAX_USER_ID,
  MESSAGES,
  MODALITIES,
  type ResponseFormat,
  SERVICE_TIERS,
  STYLE,
} from "./wire.js";
import type { ChatCompletionsResponse } from "./wire-answer.js";

export interface FieldsScope extends RequestScope {
  /** The request that is written declares tools. */
  readonly declaresTools: boolean;
}

const field = fieldOf<CanonicalRequest, ChatCompletionsRequest, FieldsScope>();
const ALL_MODALITIES = ["text", "audio", "image", "video"] as const;

/** Where a schema and what describes it stand. */
const FORMAT_PATHS = Object.fromEntries(
  ["schema", "name", "description", "strict"].map((key) => [`output.format.${key}`, ["response_format", "json_schema", key]]),
);

const ROWS = [
  field("sampling.temperature", { wire: "temperature", range: { min: 0, max: 2, rule: "R-025" } }),
  field("sampling.topP", { wire: "top_p", range: { min: 0, max: 1, rule: "R-027" } }),
  field("sampling.topK", {
    wire: "top_k",
    listed: "nowhere",
    write(topK, scope, path) {
      // Servers that are strict about unknown fields refuse it.
      if (scope.profile === "gateway" && scope.options.chatExtensions === true) return topK;
      const help = scope.profile === "gateway" ? { suggestion: "chatExtensions" } : {};
      return reportLost(topK, scope, path, { effect: "the model samples from all tokens", ...help });
    },
  }),
  field("sampling.presencePenalty", { wire: "presence_penalty", range: { min: -2, max: 2, rule: "R-035" }, loss: { idle: [0] } }),
  field("sampling.frequencyPenalty", { wire: "frequency_penalty", range: { min: -2, max: 2, rule: "R-037" }, loss: { idle: [0] } }),
  field("sampling.seed", { wire: "seed", reads: ["random_seed"], listed: "vendor" }),
  field("sampling.logitBias", { wire: "logit_bias", listed: "vendor" }),
  field("sampling.logprobs.enabled", { wire: "logprobs", listed: "vendor", loss: { idle: [false] } }),
  field("sampling.logprobs.top", {
    wire: "top_logprobs",
    listed: "vendor",
    range: { min: 0, max: 20, rule: "V-04" },
    write: (top, scope, path, { sampling: { logprobs } }) =>
      logprobs?.enabled ? top : reportLost(top, scope, path, { what: "likely tokens alone", idle: true }),
  }),
  field("limits.maxOutputTokens", {
    wire: { gateway: "max_tokens", vendor: "max_completion_tokens" },
    range: { min: 1, rule: "R-023" },
    write: someTokens,
  }),
  field("limits.stop", {
    wire: "stop",
    read: (stop) => (typeof stop === "string" ? [stop] : stop),
    write: stopSequences({ gateway: MAX_STOP, vendor: MAX_STOP }),
  }),
  field("limits.choices", {
    wire: "n",
    range: { gateway: { min: 1, rule: "R-033" }, vendor: { min: 1, max: 128, rule: "V-04" } },
    // One answer is the default: the styles that cannot ask for more do not write it either.
    read: (n) => (n === 1 ? null : n),
    write: (choices) => (choices === 1 ? undefined : choices),
  }),
  field("output.format", { wire: "response_format", listed: "vendor", read: decodeFormat, write: encodeFormat }),
  field("output.modalities", {
    wire: "modalities",
    listed: "vendor",
    read: (given) => (given.every((modality) => isOneOf(ALL_MODALITIES, modality)) ? given : undefined),
    write(modalities, { report }, path) {
      const supported = modalities.filter((modality, index) => {
        if (isOneOf(MODALITIES, modality)) return true;
        report(dropped("dropped.value", [...path, index], `chat-completions has no ${modality} output.`, { from: modality }));
        return false;
      });
      return supported.length === 0 ? undefined : supported;
    },
  }),
  field("output.verbosity", { wire: "verbosity", listed: "vendor" }),
  field("output.audio", {
    wire: "audio",
    listed: "vendor",
    write({ voice }, { report }, path) {
      if (typeof voice !== "string") return report(dropped("dropped.field", path, "chat-completions takes the name of a voice."));
      const message = "Not every service knows this voice.";
      report(approximated("approximated.media", path, message, { from: brief(voice) }));
      return { voice, format: "wav" };
    },
  }),
  field("output.image"),
  field("mediaResolution", {
    write: (resolution, { report }, path) => report(approximated("approximated.media", path, ONE_RESOLUTION, { from: resolution })),
  }),
  field("parallelToolCalls", {
    wire: "parallel_tool_calls",
    listed: "vendor",
    write: (parallel, scope, path) =>
      scope.declaresTools ? parallel : reportLost(parallel, scope, path, { what: "parallel calls without tools", idle: true }),
  }),
  field("toolChoice", { wire: "tool_choice", read: readToolChoice, write: () => undefined }),
  field("toolChoice", { wire: "function_call", listed: "vendor", read: readOlderChoice, write: () => undefined }),
  field("includeStreamUsage", {
    wire: "stream_options.include_usage",
    listed: "vendor",
    // A service is always asked, for clients of other styles get the counts in any case.
    write: () => undefined,
  }),
  field("endUserId", {
    wire: { gateway: "user", vendor: "safety_identifier" },
    loss: { untold: true },
    read: (id) => (id === "" ? null : id),
    write(id, { profile, report }, path) {
      const [name, limit] = profile === "vendor" ? ["safety_identifier", MAX_USER_ID] : ["user", MAX_USER];
      const message = `chat-completions refuses a \`${name}\` that holds more than ${limit} characters; it was left out.`;
      return id.length <= limit ? id : report(dropped("dropped.value", path, message, { limit }));
    },
  }),
  field("metadata", {
    wire: "metadata",
    listed: "vendor",
    write: (pairs, scope, path) => reportLost(pairs, scope, path, { idle: true }),
  }),
  field("serviceTier", { wire: "service_tier", listed: "vendor", read: (tier) => (isOneOf(SERVICE_TIERS, tier) ? tier : undefined) }),
  field("cache.key", { wire: "prompt_cache_key", listed: "vendor" }),
  field("cache.auto", {
    wire: "prompt_cache_options",
    listed: "vendor",
    read({ mode, ttl, ...rest }, keep) {
      const implicit = mode === "implicit";
      const lifetime = implicit && isOneOf(LIFETIMES, ttl) ? ttl : undefined;
      keep({ ...rest, ...(implicit ? {} : { mode }), ...(lifetime === undefined ? { ttl } : {}) });
      return implicit ? compact({ type: "ephemeral" as const, ttl: lifetime }) : null;
    },
    write: (marker, { profile, report }, path) =>
      compact({ mode: "implicit", ttl: profile === "gateway" ? marker.ttl : vendorLifetime(marker, path, report) }),
  }),
  field("cache.handle", {
    wire: "extra_body.google.cached_content",
    listed: "nowhere",
    write: (handle, scope, path) => reportLost(handle, scope, path, { effect: "the model does not see the cached content" }),
  }),
  field("safety", {
    wire: "safety_settings",
    listed: "nowhere",
    read: readSafety,
    write(safety, { report }, path) {
      const message = "chat-completions has no `safety`; the service's own applies.";
      for (const index of safety.keys()) report(dropped("dropped.field", [...path, index], message));
      return undefined;
    },
  }),
  field("async", { loss: { effect: "the answer comes at once", idle: true } }),
  // Many fields hold it, which code reads and writes.
  field("thinking", { wire: "reasoning_effort", listed: "vendor", read: () => null, write: () => undefined }),
] as const;
({}) satisfies Record<Exclude<RequestPlace, (typeof ROWS)[number]["at"]>, never>;

/** The fields of an answer about itself. */
export const ANSWER = answerStyle<ChatCompletionsResponse>(STYLE, "chatcmpl-", {
  created: { wire: "created" },
  serviceTier: { wire: "service_tier" },
  systemFingerprint: {
    wire: "system_fingerprint",
    write: (print, scope, path) => (scope.own ? print : reportLost(print, scope, path, { effect: "it is another service's", idle: true })),
  },
});

type AnswerFields = Pick<ChatCompletionsResponse, "id" | "model" | "created" | "service_tier" | "system_fingerprint">;

/** The same read; some servers send null or "" for what they do not have. */
export function envelopeOf({ id, model, created, service_tier, system_fingerprint }: AnswerFields) {
  return compact({
    id: id || undefined,
    model: model || undefined,
    created: created ?? undefined,
    serviceTier: service_tier || undefined,
    systemFingerprint: system_fingerprint || undefined,
  });
}

/** What code reads and writes: the conversation, tools, and reasoning. */
export const REQUEST_FIELDS = fieldTable<ChatCompletionsRequest>(
  ROWS,
  {
    specified: ["model", MESSAGES, "stream", "tools"],
    vendor: ["web_search_options", "functions"],
    nowhere: ["reasoning", "include_reasoning", "thinking", "extra_body.google.thinking_config"],
  },
  { ...FORMAT_PATHS, turns: [MESSAGES], toolChoice: ["tool_choice"] },
);

/** V-08: which fields a request has. Those that only compatible servers take are in no list. */
export const REQUEST_NAMES = fieldNames(REQUEST_FIELDS, "", {
  vendor: ["prompt_cache_retention", "store", "prediction", "moderation"],
  nullable: ["model", MESSAGES],
});

/** The settings of the generate-content style, as gateways to it take them; undefined where they are none. */
function readSafety(given: unknown): readonly SafetySetting[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const settings = given.flatMap((setting: unknown): SafetySetting[] => {
    if (!isObject(setting)) return [];
    const { category, threshold, method, ...rest } = setting;
    if (typeof category !== "string" || typeof threshold !== "string") return [];
    return [{ category, threshold, ...(typeof method === "string" ? { method } : {}), ...keepUnknown(STYLE, rest) }];
  });
  return settings.length === 0 || settings.length < given.length ? undefined : settings;
}

/** When an answer was made, in seconds since 1970: a client of the style expects a number. */
export function createdOf(created: number | undefined, options: StreamEncodeOptions, path: Path, report: Report): number {
  const known = created ?? given(options.created);
  const message = "The answer does not say when it was made; `created` is 0.";
  if (known === undefined && options.lossesOnly !== true) report(notice("synthesized.created", [...path, "created"], message, { to: 0 }));
  return known ?? 0;
}

/** Other servers take a schema right beside the type. */
export function schemaBeside({ json_schema, schema }: ResponseFormat): FieldPaths {
  return json_schema || !isObject(schema) ? {} : { "output.format.schema": ["response_format", "schema"] };
}

/** Undefined where it is not understood. */
function decodeFormat({ type, json_schema, ...rest }: ResponseFormat, keep: Keep): OutputFormat | undefined {
  const { schema: beside, ...others } = rest;
  if ((type === "json_object" || type === "json_schema") && !json_schema && isObject(beside)) {
    keep(others);
    return { type: "json-schema", schema: plainObject(beside) };
  }
  if (type === "text" || type === "json_object") {
    keep({ ...rest, json_schema });
    return type === "text" ? { type } : { type: "json" };
  }
  if (type !== "json_schema" || !json_schema?.schema) return undefined;
  const { name, description, schema, strict, ...schemaRest } = json_schema;
  keep(rest);
  keep(schemaRest, ["json_schema"]);
  return compact({
    type: "json-schema" as const,
    schema,
    name: name ?? undefined,
    description: description ?? undefined,
    strict: strict ?? undefined,
  });
}

function encodeFormat(format: OutputFormat, { dialect, report }: FieldsScope): ResponseFormat | undefined {
  switch (format.type) {
    case "text":
      return format;
    case "json":
      if (dialect.jsonMode !== false) return { type: "json_object" };
      report(equivalent(["output", "format"], "This server is asked for any object by a schema."));
      return { type: "json_schema", json_schema: { name: "response", schema: { type: "object" } } };
    case "json-schema": {
      format satisfies Only<typeof format, "type" | "schema" | "name" | "description" | "strict">;
      const { schema, name, description, strict } = format;
      if (name === undefined) report(madeName("response", ["output", "format"]));
      return { type: "json_schema", json_schema: compact({ name: name ?? "response", description, schema, strict }) };
    }
    case "enum":
      report(approximated("approximated.schema", ["output", "format"], "The answer is one of the values, in quotes."));
      return { type: "json_schema", json_schema: { name: "response", schema: { type: "string", enum: [...format.values] } } };
    default:
      return format satisfies never;
  }
}
