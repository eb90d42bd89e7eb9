/**
 * All rules of the messages style, as data and as checks. Those of types are in `wire.ts`; lists and ranges that the encoder
 * keeps to as well are in `limits.ts`. What the specification does not show follows the vendor in both profiles.
 *
 * @module interlingua/messages/rules
 */
import { type Fault, type Fields, type NodeRules, own, passedOn, type ReportFault, type Requirement, type Row } from "../../core/check.js";
import {
  all,
  constant,
  distinct,
  filled,
  inRange,
  inside,
  longest,
  matching,
  member,
  missing,
  objects,
  oneOf,
  outOfRange,
  present,
  type Simple,
  typed,
  types,
  unlisted,
} from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { fieldRows } from "../../core/fields.js";
import type { Issue } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import { hostedRequest } from "../shared/dialect.js";
import { capabilitiesIn, type ModelContext, modelRows, validatorOf } from "../shared/rules.js";
import type { StyleValidator } from "../style.js";
import { markersIn } from "./block.js";
import { edge } from "./edge.js";
import { continuesThread } from "./error.js";
import { REQUEST_NAMES } from "./fields.js";
import { CACHE, EFFORTS, MAX_TOKENS, personIn, RANGES, THINKING, TOOL_NAME, USER_ID } from "./limits.js";
import {
  emptyMessages,
  INSTRUCTION_RULES,
  MESSAGE_RULES,
  modelPrefill,
  prefill,
  systemPlacement,
  toolPairing,
  trailingSpace,
} from "./rules-messages.js";
import { ERROR_RULES, RESPONSE_RULES } from "./rules-response.js";
import { MessagesRequest } from "./wire.js";
import { MessagesResponse } from "./wire-answer.js";

/** A limit of the vendor's where the specification shows none: there it is a warning. */
function vendorLimits(requirement: Requirement<ModelContext>, id: string): readonly Row<ModelContext>[] {
  return [
    { id, profile: "vendor", ...requirement },
    { id, profile: "gateway", severity: "warning", ...requirement },
  ];
}

/** Whether thinking is on, so that V-11 states what the `temperature` may be. */
function thinks(request: Fields): boolean {
  const config = own(request, "thinking");
  const type = isObject(config) ? own(config, "type") : undefined;
  return type === "enabled" || type === "adaptive";
}

function unlessThinking(requirement: Simple): Simple {
  return { ...requirement, check: (request) => (thinks(request) ? undefined : requirement.check(request)) };
}
const toolChoice = all(oneOf("type", ["auto", "any", "tool", "none"]), {
  at: "name",
  holds: "the type `tool` has a `name`",
  check: (choice) => (own(choice, "type") === "tool" ? present("name", "the name of a tool").check(choice) : undefined),
});

const REQUEST = lazy<readonly Row<ModelContext>[]>(() => [
  { id: "R-073", written: true, ...filled("model", "string") },
  { id: "R-075", written: true, ...filled("messages", "array") },
  { id: "R-077", profile: "gateway", ...inRange("max_tokens", MAX_TOKENS.gateway) },
  { id: "R-077", profile: "vendor", ...inRange("max_tokens", MAX_TOKENS.vendor) },
  {
    id: "R-086",
    ...all<ModelContext>(
      oneOf("service_tier", ["auto", "standard_only"]),
      oneOf("speed", ["standard", "fast"]),
      inside("output_config", oneOf("effort", EFFORTS)),
      types({ inference_geo: "string", diagnostics: "object", mcp_servers: "array" }),
      member("container", "is a string or an object", (value, node) =>
        typeof value === "string" ? undefined : typed("container", "object").check(node),
      ),
    ),
  },
  ...fieldRows("R-086", "V-32")(REQUEST_NAMES()),
  {
    id: "V-10",
    ...all<ModelContext>(unlessThinking(inRange("temperature", { min: RANGES.temperature.min })), inRange("top_p", RANGES.top_p), {
      at: "temperature",
      holds: "a model without sampling takes only `temperature: 1`",
      check: withoutSampling,
    }),
  },
  ...passedOn(
    vendorLimits(
      all(unlessThinking(inRange("temperature", { ...RANGES.temperature, min: Number.NEGATIVE_INFINITY })), inRange("top_k", RANGES.top_k)),
      "V-10",
    ),
  ),
  {
    id: "V-10",
    profile: "vendor",
    ...member("top_p", "does not stand beside `temperature` for a model of generation 4.1 or later", temperatureWithTopP),
  },
  { id: "V-11", ...inside("thinking", all(oneOf("type", THINKING.types), oneOf("display", THINKING.displays))) },
  {
    id: "V-11",
    at: "thinking, temperature, top_k, top_p, tool_choice, messages[last]",
    holds:
      "`budget_tokens` is at least 1024 and below `max_tokens`; thinking excludes a `temperature` other than 1, `top_k`, a `top_p` below 0.95 and a prefilled answer, and with a budget a forced tool choice",
    check: thinking,
  },
  {
    id: "V-12",
    at: "messages[last].content",
    holds: "the last text of a final assistant message has no white space at its end",
    profile: "vendor",
    check: trailingSpace,
  },
  {
    id: "V-12",
    at: "messages[last]",
    holds: "a model of which `capabilities` states that it takes no prefilled answer has no final assistant message",
    profile: "vendor",
    written: true,
    check: modelPrefill,
  },
  {
    id: "V-12",
    at: "messages[i].content",
    holds: "a `content` is not empty and not white space only, but that of a final assistant message may be empty",
    profile: "vendor",
    check: emptyMessages,
  },
  {
    id: "V-13",
    at: "messages[i].content[j]",
    holds: "every `tool_use` is answered by a `tool_result` at the start of the user turn right after it; the ids of a turn are unique",
    profile: "vendor",
    written: true,
    check: toolPairing,
  },
  {
    id: "V-14",
    at: "cache_control, messages[i].content[j].cache_control",
    holds: "a `cache_control` marker has a `ttl` of `5m` or `1h`, the longer ones first",
    check: cacheMarkers,
  },
  ...vendorLimits({ at: "cache_control, messages", holds: "there are at most 4 `cache_control` markers", check: surplusMarkers }, "V-14"),
  ...passedOn(
    vendorLimits(
      all<ModelContext>(longest("messages", 100_000, "entries"), inside("metadata", longest("user_id", USER_ID.max, "characters"))),
      "V-14",
    ),
  ),
  {
    id: "V-14",
    severity: "warning",
    profile: "vendor",
    ...inside("metadata", member("user_id", "holds no e-mail address and no phone number, as far as that can be seen", anonymous)),
  },
  { id: "V-15", written: true, ...all<ModelContext>(distinct("tools[].name", "tool name"), inside("tool_choice", toolChoice)) },
  {
    id: "V-16",
    at: "messages[i].role",
    holds:
      "one or more `system` messages follow a user turn or a server tool, are last or followed by an assistant turn, and are taken by newer models only",
    profile: "vendor",
    check: systemPlacement,
  },
  ...modelRows(
    { functions: ["input_schema"], forcing: ["any", "tool"] },
    {
      limit: [["max_tokens"]],
      stop: [["stop_sequences"]],
      effort: [["output_config", "effort"]],
      thinking: [["thinking", "type"]],
      off: [["thinking", "type"]],
      budget: [["thinking", "budget_tokens"]],
      forced: [["tool_choice", "type"]],
      tools: [["tools"]],
      schema: [["output_config", "format", "type"]],
      form: [["output_config", "format", "type"]],
      instructions: [["system"]],
    },
  ),
]);

const FOREIGN_TOOL = {
  problem: 'is "function", which is how a chat-completions tool is written; here a tool has `name` and `input_schema`',
  expected: '"custom", a server tool, or none',
  received: "function",
};

const TOOL = lazy<readonly Row<ModelContext>[]>(() => [
  {
    id: "V-15",
    ...all(
      matching("name", TOOL_NAME.legal, "1 to 128 letters, digits, `_` or `-`"),
      inside("input_schema", constant("type", "object")),
      member("type", "is not `function`", (type) => (type === "function" ? FOREIGN_TOOL : undefined)),
    ),
  },
]);

const REQUEST_RULES = lazy<NodeRules<ModelContext>>(() => ({
  rows: REQUEST(),
  inside: { "system[]": INSTRUCTION_RULES(), "messages[]": MESSAGE_RULES(), "tools[]": { rows: TOOL() } },
}));

/**
 * Checks documents of messages: all findings, in document order. Source, https://docs.anthropic.com/en/api/messages.
 *
 * @example
 * const findings = validate.request({ model: "claude-sonnet-4-5", messages: [{ role: "user", content: "hi" }] });
 * findings[0]?.message; // "`max_tokens` is required and is missing."
 */
export const validate: StyleValidator = validatorOf("messages", {
  request: {
    schema: MessagesRequest,
    bodyRule: "R-071",
    nodes: REQUEST_RULES,
    foreign: ownerOf,
    found: ofThread,
    view: (body, options) => hostedRequest(body, options, edge).body,
    context: (request, options) => ({ capabilities: capabilitiesIn(request, options) }),
  },
  response: { schema: MessagesResponse, bodyRule: "R-086", otherRule: "R-086", nodes: RESPONSE_RULES, context: () => undefined },
  error: { bodyRule: "R-170", nodes: ERROR_RULES },
});

/** Without what is true of whole conversations only: that there are messages, what is answered by what, what is first. */
function ofThread(body: unknown, issues: readonly Issue[]): readonly Issue[] {
  return continuesThread(body)
    ? issues.filter(({ rule, received }) => rule !== "V-13" && rule !== "V-16" && (rule !== "R-075" || received !== "an empty array"))
    : issues;
}

/** For which other style and endpoint a faulty body was probably meant; undefined when nothing shows it. */
function ownerOf(body: Fields): string | undefined {
  if (Array.isArray(body.contents) && body.messages === undefined)
    return "generate-content body: send it to POST /v1beta/models/{model}:generateContent";
  const isChat =
    objects(body.tools).some((tool) => tool.type === "function") ||
    objects(body.messages).some((message) => message.tool_calls !== undefined || message.tool_call_id !== undefined);
  return isChat ? "chat-completions body: send it to POST /v1/chat/completions" : undefined;
}

function anonymous(id: unknown) {
  const person = typeof id === "string" ? personIn(id) : undefined;
  return person === undefined
    ? undefined
    : { problem: `holds ${person}, for which the service refuses it`, expected: "an id that names nobody" };
}

/** A model without sampling has a fault for each of the two already. */
function temperatureWithTopP(topP: unknown, request: Fields, { capabilities }: ModelContext) {
  if (capabilities.temperatureWithTopP !== false || capabilities.sampling === false) return undefined;
  if (typeof own(request, "temperature") !== "number" || typeof topP !== "number") return undefined;
  return { problem: "must not stand beside `temperature` for this model", expected: "`temperature` or `top_p`" };
}

function withoutSampling(request: Fields, { capabilities }: ModelContext, report: ReportFault): undefined {
  if (capabilities.sampling !== false) return;
  const problem = "is not taken by this model, which samples only with `temperature: 1`";
  for (const key of ["temperature", "top_p", "top_k"]) {
    const value = own(request, key);
    if (value !== undefined && (key !== "temperature" || value !== 1)) report({ at: [key], problem, expected: "no sampling parameters" });
  }
}

function thinking(request: Fields, _context: unknown, report: ReportFault): undefined {
  const config = own(request, "thinking");
  if (!isObject(config)) return;
  const hasBudget = own(config, "type") === "enabled";
  const wrong = hasBudget ? budget(config, own(request, "max_tokens")) : undefined;
  if (wrong !== undefined) report(wrong);
  if (!thinks(request)) return;
  const temperature = own(request, "temperature");
  const topP = own(request, "top_p");
  const choice = own(request, "tool_choice");
  const forced = isObject(choice) ? own(choice, "type") : undefined;
  if (typeof temperature === "number" && temperature !== 1)
    report({ at: ["temperature"], problem: "must be 1 when thinking is on", expected: "1" });
  if (own(request, "top_k") !== undefined) report({ at: ["top_k"], problem: "is not allowed when thinking is on", expected: "nothing" });
  if (typeof topP === "number" && topP < THINKING.minTopP) {
    const expected = `at least ${THINKING.minTopP}`;
    report({ at: ["top_p"], problem: `must be ${expected} when thinking is on`, expected });
  }
  // A model that decides for itself whether it thinks may be forced to call.
  if (hasBudget && (forced === "any" || forced === "tool"))
    report({ at: ["tool_choice"], problem: "must not force a tool when thinking is on", expected: '"auto" or "none"' });
  const prefilledAnswer = prefill(request, "is not allowed when thinking is on");
  if (prefilledAnswer !== undefined) report(prefilledAnswer);
}

function budget(config: Fields, maxTokens: unknown): Fault | undefined {
  const at = ["thinking", "budget_tokens"];
  const tokens = own(config, "budget_tokens");
  if (tokens === undefined) return missing(at, "an integer of at least 1024");
  const low = outOfRange(at, tokens, { min: THINKING.minBudget });
  if (low !== undefined || typeof tokens !== "number" || typeof maxTokens !== "number" || !Number.isInteger(maxTokens)) return low;
  if (tokens < maxTokens) return undefined;
  const problem = `must be below \`max_tokens\` (${maxTokens}), not ${tokens}`;
  return { at, problem, limit: maxTokens, expected: "less than `max_tokens`" };
}

/** More markers than the vendor takes. */
function surplusMarkers(request: Fields, _context: unknown, report: ReportFault): undefined {
  markersIn(request).forEach(({ at }, index) => {
    if (index >= CACHE.maxMarkers)
      report({ at, problem: `is marker number ${index + 1}; at most ${CACHE.maxMarkers} are allowed`, limit: CACHE.maxMarkers });
  });
}

/** Their words and their order. */
function cacheMarkers(request: Fields, _context: unknown, report: ReportFault): undefined {
  let shortBefore = false;
  for (const { at, marker } of markersIn(request)) {
    const ttl = own(marker, "ttl");
    const wrong = [unlisted([...at, "type"], own(marker, "type"), CACHE.types), unlisted([...at, "ttl"], ttl, CACHE.ttls)];
    for (const fault of wrong) if (fault !== undefined) report(fault);
    // The marker of the whole request is put at its end, and takes part in the order as the vendor places it.
    if (ttl === "1h" && shortBefore && at.length > 1) {
      const problem = "must not come after a marker of five minutes; the longer ones come first";
      report({ at: [...at, "ttl"], problem, expected: "1h before 5m" });
    }
    // A time that is none takes no part in the order.
    if (ttl === undefined || ttl === "5m") shortBefore = true;
  }
}
