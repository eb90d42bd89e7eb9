/**
 * All rules of the messages style, as data and as checks. Those of types are in `wire.ts`; lists and ranges that the encoder
 * keeps to as well are in `wire.ts`. What the specification does not show follows the vendor in both profiles.
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
  where,
} from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { fieldRows } from "../../core/findings.js";
import type { Issue } from "../../core/issue.js";
import { isObject, memberAt } from "../../core/json.js";
import { hostedRequest } from "../shared/dialect.js";
import { ModelContext, modelRows, validatorOf } from "../shared/rules.js";
import type { StyleValidator } from "../style.js";
import { markersIn } from "./block.js";
import { edge } from "./edge.js";
import { continuesThread } from "./error.js";
import { REQUEST_NAMES } from "./fields.js";
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
import { CACHE, EFFORTS, MAX_TOKENS, MessagesRequest, personIn, RANGES, THINKING, TOOL_NAME, USER_ID } from "./wire.js";
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
  const type = memberAt(own(request, "thinking"), "type");
  return type === "enabled" || type === "adaptive";
}

function unlessThinking(requirement: Simple): Simple {
  return { ...requirement, check: (request) => (thinks(request) ? undefined : requirement.check(request)) };
}

function whileThinking(requirement: Simple): Simple {
  return {
    ...requirement,
    holds: `${requirement.holds} when thinking is on`,
    check(request) {
      const fault = thinks(request) ? requirement.check(request) : undefined;
      return fault && { ...fault, problem: `${fault.problem}${fault.limit === undefined ? "" : ","} when thinking is on` };
    },
  };
}

const toolChoice = all(oneOf("type", ["auto", "any", "tool", "none"]), where("type", "tool", present("name", "the name of a tool")));

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
    ...all<ModelContext>(
      { at: "thinking.budget_tokens", holds: "`budget_tokens` is at least 1024 and below `max_tokens`", check: budget },
      { at: "tool_choice", holds: "no call is forced beside a budget", check: forcedThinker },
      whileThinking(inRange("temperature", { min: 1, max: 1 })),
      whileThinking(member("top_k", "is absent", () => ({ problem: "is not allowed", expected: "nothing" }))),
      whileThinking(inRange("top_p", { min: THINKING.minTopP })),
      whileThinking({ at: "messages[last]", holds: "no answer is prefilled", check: (request) => prefill(request, "is not allowed") }),
    ),
  },
  { id: "V-12", profile: "vendor", ...trailingSpace },
  { id: "V-12", profile: "vendor", written: true, ...modelPrefill },
  { id: "V-12", profile: "vendor", ...emptyMessages },
  { id: "V-13", profile: "vendor", written: true, ...toolPairing },
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
  { id: "V-16", profile: "vendor", ...systemPlacement },
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
    view: (body, options) => hostedRequest(body, options, edge),
    context: (request, options) => new ModelContext(request, options),
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

/** The `thinking` of a request that has a budget. */
function budgeted(request: Fields): Fields | undefined {
  const config = own(request, "thinking");
  return isObject(config) && own(config, "type") === "enabled" ? config : undefined;
}

/** A model that decides for itself whether it thinks may be forced to call. */
function forcedThinker(request: Fields): Fault | undefined {
  const forced = memberAt(own(request, "tool_choice"), "type");
  if (budgeted(request) === undefined || (forced !== "any" && forced !== "tool")) return undefined;
  return { at: ["tool_choice"], problem: "must not force a tool when thinking is on", expected: '"auto" or "none"' };
}

function budget(request: Fields): Fault | undefined {
  const config = budgeted(request);
  if (config === undefined) return undefined;
  const at = ["thinking", "budget_tokens"];
  const tokens = own(config, "budget_tokens");
  if (tokens === undefined) return missing(at, "an integer of at least 1024");
  const limit = own(request, "max_tokens");
  const low = outOfRange(at, tokens, { min: THINKING.minBudget });
  if (low !== undefined || typeof tokens !== "number" || typeof limit !== "number" || !Number.isInteger(limit)) return low;
  if (tokens < limit) return undefined;
  return { at, problem: `must be below \`max_tokens\` (${limit}), not ${tokens}`, limit, expected: "less than `max_tokens`" };
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
