/** The fields of a request: sampling, limits, output, cache, tiers and who asks. */

import { approximated, brief, dropped, equivalent, fact, type Path } from "../../core/issue.js";
import { type Only, plainObject } from "../../core/json.js";
import { nameOf } from "../../core/trace.js";
import { reportLost } from "../../fields/codec.js";
import { fieldNames, fieldOf, fieldTable, type Keep, type RequestPlace, stopSequences, wholeTokens, words } from "../../fields/table.js";
import type { CanonicalRequest, OutputFormat } from "../../model/index.js";
import { answerStyle, type RequestScope } from "../shared/codec.js";
import { MARKERS } from "./block.js";
import { isBlank, type MessagesRequest, personIn, RANGES, THINKING, USER_ID, type WireFormat } from "./wire.js";
import type { MessagesResponse } from "./wire-answer.js";

export interface FieldsScope extends RequestScope {
  /** Thinking is on, which excludes most of sampling. */
  readonly thinks: boolean;
}

const field = fieldOf<CanonicalRequest, MessagesRequest, FieldsScope>("ordinary");
const TIERS = words({ auto: "auto", default: "standard_only" }, { priority: "auto", scale: "auto" });

const ROWS = [
  field("sampling.temperature", { wire: "temperature", range: RANGES.temperature, allows: allowsSampling }),
  field("sampling.topP", { wire: "top_p", range: RANGES.top_p, allows: allowsSampling }),
  field("sampling.topK", {
    wire: "top_k",
    range: RANGES.top_k,
    allows: allowsSampling,
    write: wholeTokens,
  }),
  field("sampling.presencePenalty", { loss: { idle: [0] } }),
  field("sampling.frequencyPenalty", { loss: { idle: [0] } }),
  field("sampling.seed"),
  field("sampling.logitBias"),
  field("sampling.logprobs.enabled", { loss: { idle: [false] } }),
  field("sampling.logprobs.top"),
  // Written with thinking, whose budget lies below it.
  field("limits.maxOutputTokens", { wire: "max_tokens", listed: "specified", write: () => undefined }),
  field("limits.stop", {
    wire: "stop_sequences",
    read: (stop) => (stop.length === 0 ? null : stop),
    write: stopSequences({}, isBlank),
  }),
  field("limits.choices", { range: { min: 1, max: 1 } }),
  // `output_format` is the older spelling.
  field("output.format", { wire: "output_config.format", reads: ["output_format"], read: readFormat, write: writeFormat }),
  field("output.modalities", {
    write(modalities, { target, report }, path) {
      modalities.forEach((modality, index) => {
        const severity = modality === "text" ? "info" : "warning";
        report(dropped("dropped.value", [...path, index], `${target} answers in text only.`, { from: modality, severity }));
      });
      return undefined;
    },
  }),
  field("output.verbosity"),
  field("output.audio"),
  field("output.image"),
  field("mediaResolution"),
  field("endUserId", {
    wire: "metadata.user_id",
    loss: { untold: true },
    write(id, { report }, path) {
      const limit = USER_ID.max;
      const isLong = id.length > limit;
      const what = isLong ? `more than ${limit} characters` : personIn(id);
      if (what === undefined) return id;
      const message = `messages refuses a \`user_id\` that holds ${what}; it was left out.`;
      return report(dropped("dropped.value", path, message, isLong ? { limit } : {}));
    },
  }),
  field("metadata", { loss: { idle: true } }),
  field("serviceTier", {
    wire: "speed",
    read: (speed) => (speed === "fast" ? speed : speed === "standard" ? null : undefined),
    write: (tier) => (tier === "fast" ? tier : undefined),
  }),
  field("serviceTier", {
    wire: "service_tier",
    read: (tier) => TIERS.read(tier),
    write(tier, scope, path) {
      if (tier === "fast") return undefined;
      return tier === "flex" ? reportLost(tier, scope, path) : TIERS.write(tier, scope, path);
    },
  }),
  field("cache.auto", { wire: "cache_control", read: MARKERS.readRow }),
  field("cache.key", { loss: { idle: true } }),
  field("cache.handle", { loss: { effect: "the model does not see the cached content" } }),
  field("safety", { loss: { effect: "the service's own filter applies" } }),
  field("async", { loss: { effect: "the answer comes at once", idle: true } }),
] as const;
({}) satisfies Record<Exclude<RequestPlace, (typeof ROWS)[number]["at"] | "thinking" | "parallelToolCalls" | "includeStreamUsage">, never>;

/** The fields of an answer about itself; the tier that served it stands among the counts. */
export const ANSWER = answerStyle<MessagesResponse>("messages", "msg_", {
  created: { loss: { idle: true } },
  systemFingerprint: { loss: { idle: true } },
  serviceTier: {
    wire: "usage.service_tier",
    write(tier, { target, report }, path) {
      if (tier === "default" || tier === "priority") return tier === "default" ? "standard" : tier;
      const message = `${target} has no such service tier; it was left out.`;
      return report(dropped("dropped.value", path, message, { severity: "info", from: brief(tier) }));
    },
  },
});

/**
 * What code reads and writes: the conversation, tools, thinking, and the version of the service, which is a header but at hosts. Source:
 * https://docs.anthropic.com/en/api/claude-on-amazon-bedrock.
 */
export const REQUEST_FIELDS = fieldTable<MessagesRequest>(
  ROWS,
  {
    specified: ["model", "messages"],
    ordinary: ["system", "stream", "tools", "tool_choice", "thinking", "output_config.effort", "anthropic_version"],
  },
  {
    instructions: ["system"],
    turns: ["messages"],
    toolChoice: ["tool_choice"],
    "toolChoice.mode": ["tool_choice", "type"],
    "toolChoice.kind": ["tool_choice", "name"],
    "toolChoice.name": ["tool_choice", "name"],
    parallelToolCalls: ["tool_choice", "disable_parallel_tool_use"],
    "thinking.mode": ["thinking", "type"],
    "thinking.budgetTokens": ["thinking", "budget_tokens"],
    "thinking.visible": ["thinking", "display"],
    "thinking.effort": ["output_config", "effort"],
  },
  { output_config: ["thinking", "effort"], metadata: ["endUserId"] },
);

/** Which fields a request has. The specification shows few and states that the vendor's values count for the others. */
export const REQUEST_NAMES = fieldNames(REQUEST_FIELDS, "", {
  ordinary: [
    "output_format",
    "container",
    "diagnostics",
    "inference_geo",
    "user_profile_id",
    "workspace_id",
    "mcp_servers",
    "thread",
    "context_management",
    "anthropic_beta",
  ],
  nullable: ["model", "messages", "max_tokens"],
});

/** What a model without sampling takes, and what may stand beside thinking. */
function allowsSampling(value: unknown, { thinks, capabilities, dialect, report }: FieldsScope, path: Path): boolean {
  const field = path.at(-1);
  // Since that version of the service it samples in its own way, whatever the model, and refuses even the defaults.
  const samples = dialect.version !== "2026-10-21";
  const refuses = capabilities.sampling === false || !samples;
  const isDefault = value === 1 && field === "temperature";
  const isBesideThinking = field === "topP" && typeof value === "number" && value >= THINKING.minTopP;
  if ((isDefault && samples) || (!refuses && (!thinks || isBesideThinking))) return true;
  const name = nameOf(field);
  const who = refuses ? "This model or version of messages" : "A model that thinks";
  const message = `${who} takes no \`${name}\`; it was left out.`;
  report(dropped("dropped.field", path, message, { from: fact(value), ...(isDefault ? { severity: "info" } : {}) }));
  return false;
}

/** `{"type": "json_schema", "schema": {…}}`. */
function readFormat(format: WireFormat, keep: Keep): OutputFormat | undefined {
  const { type, schema, ...rest } = format;
  if (type !== "json_schema" || schema === undefined || schema === null) return undefined;
  keep(rest);
  return { type: "json-schema", schema: plainObject(schema) };
}

const NO_JSON_MODE = "messages has no JSON without a schema.";

function writeFormat(format: OutputFormat, scope: FieldsScope, path: Path): WireFormat | undefined {
  const { options, report } = scope;
  switch (format.type) {
    case "text":
      return report(equivalent(path, "Text is the default of messages, and is not written."));
    case "json":
      if (options.jsonModeInstruction === undefined)
        report(dropped("dropped.field", path, NO_JSON_MODE, { from: "json", suggestion: "jsonModeInstruction" }));
      else report(approximated("approximated.schema", path, `${NO_JSON_MODE} An instruction asks for it.`, { from: "json" }));
      return undefined;
    case "json-schema": {
      format satisfies Only<typeof format, "type" | "schema" | "name" | "description" | "strict">;
      const { schema, name, description, strict } = format;
      for (const [key, value] of Object.entries({ name, description }))
        if (value !== undefined) reportLost(value, scope, [...path, key], { idle: true });
      const message = "A schema always binds the model in messages.";
      const at = [...path, "strict"];
      if (strict === true) report(equivalent(at, message));
      if (strict === false) report(approximated("approximated.schema", at, message, { from: false, to: true }));
      return { type: "json_schema", schema };
    }
    case "enum": {
      const message = "The answer is one of the values, in quotes.";
      report(approximated("approximated.schema", path, message, { from: "enum", to: "json_schema" }));
      return { type: "json_schema", schema: { type: "string", enum: [...format.values] } };
    }
    default:
      return format satisfies never;
  }
}
