/**
 * The rules of a messages request. Lists and ranges that the encoder keeps to as well are in `wire.ts`. What the specification does
 * not show follows the vendor in both profiles.
 */
import { type Fault, type Fields, type NodeRules, own, type ReportFault, type Requirement, type Row } from "../../core/check.js";
import { is, type RuleRows, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { missing, mistyped, outOfRange, unlisted } from "../../core/faults.js";
import { fieldRows } from "../../core/findings.js";
import type { Issue } from "../../core/issue.js";
import { memberAt } from "../../core/json.js";
import { hostedRequest } from "../shared/dialect.js";
import { chatBody, generateBody, ModelContext, modelRow, type RequestRules, requestValidator } from "../shared/rules.js";
import { markersIn } from "./block.js";
import { edge } from "./edge.js";
import { continuesThread } from "./error.js";
import { REQUEST_NAMES } from "./fields.js";
import { MESSAGE_RULES, modelPrefill, prefill, systemPlacement, TEXT_RULES, toolPairing, trailingSpace } from "./rules-messages.js";
import { CACHE, EFFORTS, MAX_TOKENS, MessagesRequest, personIn, RANGES, THINKING, TOOL_NAME, USER_ID } from "./wire.js";

/** A limit of the vendor's where the specification shows none: there it is a warning. */
function vendorLimits(limit: RuleRows, requirement: Requirement<ModelContext>): readonly Row<ModelContext>[] {
  return [limit.vendor.all(requirement), limit.gateway.warning.all(requirement)];
}

/** Whether thinking is on, so that V-11 states what the `temperature` may be. */
function thinks(request: Fields): boolean {
  const type = memberAt(own(request, "thinking"), "type");
  return type === "enabled" || type === "adaptive";
}

function unlessThinking(requirement: Requirement<unknown>): Requirement<unknown> {
  const { check } = requirement;
  return {
    ...requirement,
    check: (request, context, report, parent) => (thinks(request) ? undefined : check(request, context, report, parent)),
  };
}

function whileThinking({ at = "", holds, check }: Requirement<unknown>): Requirement<unknown> {
  return is.that(at, `${holds} when thinking is on`, (request, context, report, parent) => {
    const fault = thinks(request) ? check(request, context, report, parent) : undefined;
    if (fault === undefined) return undefined;
    const { problem: _, ...facts } = fault;
    return facts;
  });
}

const REQUEST_RULES = lazy<NodeRules<ModelContext>>(() => ({
  rows: [
    rule("R-073").written.filled("model", "string"),
    rule("R-075").written.filled("messages", "array"),
    rule("R-077").gateway.inRange("max_tokens", MAX_TOKENS.gateway),
    rule("R-077").vendor.inRange("max_tokens", MAX_TOKENS.vendor),
    rule("R-086").all<ModelContext>(
      is.oneOf("service_tier", ["auto", "standard_only"]),
      is.oneOf("speed", ["standard", "fast"]),
      is.inside("output_config", is.oneOf("effort", EFFORTS)),
      is.typed("inference_geo", "string"),
      is.typed("diagnostics", "object"),
      is.typed("mcp_servers", "array"),
      is.member("container", "is a string or an object", (value) =>
        typeof value === "string" ? undefined : mistyped(["container"], "object", value),
      ),
    ),
    ...fieldRows("R-086", "V-32")(REQUEST_NAMES()),
    rule("V-10").all<ModelContext>(
      unlessThinking(is.inRange("temperature", { min: RANGES.temperature.min })),
      is.inRange("top_p", RANGES.top_p),
      is.that("temperature", "a model without sampling takes only `temperature: 1`", withoutSampling),
    ),
    ...vendorLimits(
      rule("V-10").written,
      is.all(
        unlessThinking(is.inRange("temperature", { ...RANGES.temperature, min: Number.NEGATIVE_INFINITY })),
        is.inRange("top_k", RANGES.top_k),
      ),
    ),
    rule("V-10").vendor.member("top_p", "excludes `temperature` from generation 4.1 on", temperatureWithTopP),
    rule("V-11").inside(
      "thinking",
      is.all(
        is.oneOf("type", THINKING.types),
        is.oneOf("display", THINKING.displays),
        is.where("type", "enabled", is.that("budget_tokens", "`budget_tokens` is at least 1024 and below `max_tokens`", budget)),
      ),
    ),
    rule("V-11").all<ModelContext>(
      is.that("tool_choice", "no call is forced beside a budget", forcedThinker),
      whileThinking(is.inRange("temperature", { min: 1, max: 1 })),
      whileThinking(is.member("top_k", "is absent", () => ({ expected: "nothing" }))),
      whileThinking(is.inRange("top_p", { min: THINKING.minTopP })),
      whileThinking(is.that("messages[last]", "no answer is prefilled", prefill)),
    ),
    rule("V-12").vendor.that("messages[last].content", "a final assistant message does not end in white space", trailingSpace),
    rule("V-12").vendor.written.that("messages[last]", "a final assistant message is for models that go on from it", modelPrefill),
    rule("V-13").vendor.written.that(
      "messages[i].content[j]",
      "every call is answered by one `tool_result` first in the next message; the ids of a turn are unique",
      toolPairing,
    ),
    rule("V-14").that("cache_control, messages[i].content[j].cache_control", "every `ttl` is `5m` or `1h`, 1h before 5m", cacheMarkers),
    ...vendorLimits(rule("V-14"), is.that("cache_control, messages", "there are at most 4 markers", surplusMarkers)),
    ...vendorLimits(
      rule("V-14").written,
      is.all(is.longest("messages", 100_000, "entries"), is.inside("metadata", is.longest("user_id", USER_ID.max, "characters"))),
    ),
    rule("V-14").vendor.warning.inside("metadata", is.member("user_id", "holds no e-mail address or phone number", anonymous)),
    rule("V-15").written.all<ModelContext>(
      is.distinct("tools[].name", "tool name"),
      is.inside(
        "tool_choice",
        is.all(is.oneOf("type", ["auto", "any", "tool", "none"]), is.where("type", "tool", is.present("name", "the name of a tool"))),
      ),
    ),
    rule("V-16").vendor.that(
      "messages[i].role",
      "a `system` message is for newer models, and stands between a user turn or server tool and an assistant turn or the end",
      systemPlacement,
    ),
    modelRow({ functions: ["input_schema"], forcing: ["any", "tool"] }, [
      ["stop", "stop_sequences"],
      ["limit", "max_tokens"],
      ["effort", "output_config.effort"],
      ["thinking", "thinking.type"],
      ["off", "thinking.type"],
      ["budget", "thinking.budget_tokens"],
      ["forced", "tool_choice.type"],
      ["tools", "tools"],
      ["schema", "output_config.format.type"],
      ["form", "output_config.format.type"],
      ["instructions", "system"],
    ]),
  ],
  inside: {
    "system[]": TEXT_RULES(),
    "messages[]": MESSAGE_RULES(),
    "tools[]": {
      rows: [
        rule("V-15").all(
          is.matching("name", TOOL_NAME.legal, "1 to 128 letters, digits, `_` or `-`"),
          is.inside("input_schema", is.constant("type", "object")),
          is.member("type", "is not `function`; a tool has `input_schema`", (type) =>
            type === "function" ? { expected: '"custom", a server tool, or none', received: "function" } : undefined,
          ),
        ),
      ],
    },
  },
}));

/** The rules of a request. */
export const REQUEST: RequestRules<ModelContext> = {
  schema: MessagesRequest,
  bodyRule: "R-071",
  nodes: REQUEST_RULES,
  foreign: (body) => generateBody(body) ?? chatBody(body),
  found: ofThread,
  view: (body, options) => hostedRequest(body, options, edge),
  context: (request, options) => new ModelContext(request, options),
};
export const validateRequests = requestValidator(REQUEST);

/** Without what is true of whole conversations only: that there are messages, what is answered by what, what is first. */
function ofThread(body: unknown, issues: readonly Issue[]): readonly Issue[] {
  return continuesThread(body)
    ? issues.filter(({ rule, received }) => rule !== "V-13" && rule !== "V-16" && (rule !== "R-075" || received !== "an empty array"))
    : issues;
}

function anonymous(id: unknown) {
  const person = typeof id === "string" ? personIn(id) : undefined;
  return person === undefined ? undefined : { expected: "an id that names nobody" };
}

/** A model without sampling has a fault for each of the two already. */
function temperatureWithTopP(topP: unknown, { capabilities }: ModelContext, request: Fields) {
  if (capabilities.temperatureWithTopP !== false || capabilities.sampling === false) return undefined;
  if (typeof own(request, "temperature") !== "number" || typeof topP !== "number") return undefined;
  return { expected: "`temperature` or `top_p`" };
}

function withoutSampling(request: Fields, { capabilities }: ModelContext, report: ReportFault): undefined {
  if (capabilities.sampling !== false) return;
  for (const key of ["temperature", "top_p", "top_k"]) {
    const value = own(request, key);
    if (value !== undefined && (key !== "temperature" || value !== 1)) report({ at: [key], expected: "no sampling parameters" });
  }
}

/** A model that decides for itself whether it thinks may be forced to call. */
function forcedThinker(request: Fields): Fault | undefined {
  const forced = memberAt(own(request, "tool_choice"), "type");
  if (memberAt(own(request, "thinking"), "type") !== "enabled" || (forced !== "any" && forced !== "tool")) return undefined;
  return { at: ["tool_choice"], expected: '"auto" or "none"' };
}

function budget(config: Fields, _context: unknown, _report: ReportFault, request: Fields): Fault | undefined {
  const at = ["budget_tokens"];
  const tokens = own(config, "budget_tokens");
  if (tokens === undefined) return missing(at, "an integer of at least 1024");
  const limit = own(request, "max_tokens");
  const low = outOfRange(at, tokens, { min: THINKING.minBudget });
  if (low !== undefined || typeof tokens !== "number" || typeof limit !== "number" || !Number.isInteger(limit)) return low;
  if (tokens < limit) return undefined;
  return { at, limit, expected: "less than `max_tokens`", problem: "must be less than `max_tokens`" };
}

/** More markers than the vendor takes. */
function surplusMarkers(request: Fields, _context: unknown, report: ReportFault): undefined {
  markersIn(request).forEach(({ at }, index) => {
    if (index >= CACHE.maxMarkers) report({ at, limit: CACHE.maxMarkers });
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
    if (ttl === "1h" && shortBefore && at.length > 1) report({ at: [...at, "ttl"], expected: "1h before 5m" });
    // A time that is none takes no part in the order.
    if (ttl === undefined || ttl === "5m") shortBefore = true;
  }
}
