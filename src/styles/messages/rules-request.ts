/**
 * The rules of a messages request. Types are in `wire.ts`, whose faults carry the ids of the rows without a check; lists
 * and ranges are in `limits.ts`. What the specification does not show follows the vendor in both profiles.
 */
import { type Fault, type Fields, type NodeRules, own, type ReportFault, type Row } from "../../core/check.js";
import { all, filled, inRange, inside, longest, matching, oneOf, typed, types } from "../../core/checks.js";
import { fieldRows } from "../../core/fields.js";
import { REQUEST_NAMES } from "./fields.js";
import { EFFORTS, FIELDS_RULE, MAX_MESSAGES, MAX_TOKENS, personIn, RANGES, SERVICE_TIERS, SPEEDS, TOOL_NAME, USER_ID } from "./limits.js";
import type { RequestContext } from "./rules.js";
import { systemPlacement, toolPairing } from "./rules-conversation.js";
import { INSTRUCTION_RULES, MESSAGE_RULES } from "./rules-messages.js";
import { emptyMessages, refusedPrefill, thinking, thinks, trailingSpace } from "./rules-thinking.js";
import { cacheMarkers, foreignTools, inputSchema, surplusMarkers, toolChoice, uniqueTools } from "./rules-tools.js";

const NAME_FORM = "1 to 128 letters, digits, `_` or `-`";

/** A limit of the vendor's where the specification shows none: there it is a warning. */
function vendorLimits(row: Row<RequestContext>): readonly Row<RequestContext>[] {
  return [
    { ...row, profile: "vendor" },
    { ...row, profile: "gateway", severity: "warning" },
  ];
}

const REQUEST: readonly Row<RequestContext>[] = [
  { id: "R-071", path: "(body)", statement: "The body is a JSON object." },
  { id: "R-072", path: "model", statement: "`model` is required." },
  { id: "R-073", path: "model", statement: "`model` is a string and not empty.", written: true, check: filled("model", "string") },
  { id: "R-074", path: "messages", statement: "`messages` is required." },
  { id: "R-075", path: "messages", statement: "`messages` is an array and not empty.", written: true, check: filled("messages", "array") },
  { id: "R-076", path: "max_tokens", statement: "`max_tokens` is required." },
  {
    id: "R-077",
    path: "max_tokens",
    statement: "`max_tokens` is an integer of at least 1; the vendor takes 0.",
    profile: "gateway",
    check: inRange("max_tokens", MAX_TOKENS.gateway),
  },
  {
    id: "R-077",
    path: "max_tokens",
    statement: "`max_tokens` is an integer of at least 0.",
    profile: "vendor",
    check: inRange("max_tokens", MAX_TOKENS.vendor),
  },
  { id: "R-078", path: "messages[i]", statement: "Every message is an object." },
  {
    id: "R-086",
    path: "(other fields)",
    statement: "Other fields are of the vendor's types and values; a format of the type `json_schema` has a `schema`.",
    check: all(
      oneOf("service_tier", { legal: SERVICE_TIERS }),
      oneOf("speed", { legal: SPEEDS }),
      inside("output_config", oneOf("effort", { legal: EFFORTS })),
      types({ inference_geo: "string", diagnostics: "object", mcp_servers: "array" }),
      (node) => (typeof own(node, "container") === "string" ? undefined : typed("container", "object")(node)),
    ),
  },
  ...fieldRows({ path: "(body)", ...FIELDS_RULE }, REQUEST_NAMES),
  {
    id: "V-10",
    path: "temperature, top_p",
    statement: "`temperature` is at least 0, `top_p` 0 to 1; a model without sampling takes only `temperature: 1`.",
    check: all(coldest, inRange("top_p", RANGES.top_p), withoutSampling),
  },
  ...vendorLimits({
    id: "V-10",
    path: "temperature, top_k",
    statement: "`temperature` is at most 1, `top_k` at least 0.",
    check: all(hottest, inRange("top_k", RANGES.top_k)),
  }),
  {
    id: "V-10",
    path: "top_p",
    statement: "`top_p` does not stand beside `temperature` for a model of generation 4.1 or later.",
    profile: "vendor",
    check: pair,
  },
  {
    id: "V-11",
    path: "thinking",
    statement:
      "`budget_tokens` is at least 1024 and below `max_tokens`; thinking excludes a `temperature` other than 1, `top_k`, a `top_p` below 0.95 and a prefilled answer, and with a budget a forced tool choice.",
    check: thinking,
  },
  {
    id: "V-12",
    path: "messages[last].content",
    statement:
      "The last text of a final assistant message has no white space at its end; a model of which `capabilities` says that it takes no prefilled answer has no such message.",
    profile: "vendor",
    check: all(trailingSpace, refusedPrefill),
  },
  {
    id: "V-12",
    path: "messages[i].content",
    statement: "A `content` is not empty and not white space only, but that of a final assistant message may be empty.",
    profile: "vendor",
    check: emptyMessages,
  },
  {
    id: "V-13",
    path: "messages[i].content[j]",
    statement:
      "Every `tool_use` is answered by a `tool_result` at the start of the user turn right after it; the ids of a turn are unique.",
    profile: "vendor",
    written: true,
    check: toolPairing,
  },
  {
    id: "V-14",
    path: "cache_control, messages[i].content[j].cache_control",
    statement: "A `cache_control` marker has a `ttl` of `5m` or `1h`, the longer ones first.",
    check: cacheMarkers,
  },
  ...vendorLimits({
    id: "V-14",
    path: "cache_control, messages, metadata.user_id",
    statement: "There are at most 4 `cache_control` markers and 100000 messages; `user_id` has at most 256 characters.",
    written: true,
    check: all(surplusMarkers, longest("messages", MAX_MESSAGES.max), inside("metadata", longest("user_id", USER_ID.max))),
  }),
  {
    id: "V-14",
    path: "metadata.user_id",
    statement: "`user_id` holds no e-mail address and no phone number, as far as that can be told.",
    severity: "warning",
    profile: "vendor",
    check: inside("metadata", anonymous),
  },
  {
    id: "V-15",
    path: "tools, tool_choice",
    statement: "Tool names are unique; `tool_choice` is `auto`, `any`, `none`, or `tool` with a `name`.",
    written: true,
    check: all(foreignTools, uniqueTools, toolChoice),
  },
  {
    id: "V-16",
    path: "messages[i].role",
    statement:
      "One or more `system` messages follow a user turn or a server tool, are last or followed by an assistant turn, and are taken by newer models only.",
    profile: "vendor",
    check: systemPlacement,
  },
];

const TOOL: readonly Row<RequestContext>[] = [
  {
    id: "V-15",
    path: "tools[i]",
    statement: `\`name\` is ${NAME_FORM}; \`input_schema.type\` is \`object\`.`,
    check: all(matching("name", TOOL_NAME.legal, NAME_FORM), inputSchema),
  },
];

export const REQUEST_RULES: NodeRules<RequestContext> = {
  rows: REQUEST,
  inside: { "system[]": INSTRUCTION_RULES, "messages[]": MESSAGE_RULES, "tools[]": { rows: TOOL } },
};

function anonymous(metadata: Fields): Fault | undefined {
  const id = own(metadata, "user_id");
  const person = typeof id === "string" ? personIn(id) : undefined;
  return person === undefined
    ? undefined
    : { at: ["user_id"], says: `holds ${person}, for which the service refuses it`, expected: "an id that names nobody" };
}

/** No service takes less than 0. */
function coldest(request: Fields): Fault | undefined {
  return thinks(request) ? undefined : inRange("temperature", { min: RANGES.temperature.min })(request);
}

function hottest(request: Fields): Fault | undefined {
  const temperature = own(request, "temperature");
  return thinks(request) || typeof temperature !== "number" || temperature < RANGES.temperature.min
    ? undefined
    : inRange("temperature", RANGES.temperature)(request);
}

/** A model without sampling has a fault for each of the two already. */
function pair(request: Fields, { capabilities }: RequestContext): Fault | undefined {
  if (capabilities.temperatureWithTopP !== false || capabilities.sampling === false) return undefined;
  if (typeof own(request, "temperature") !== "number" || typeof own(request, "top_p") !== "number") return undefined;
  return { at: ["top_p"], says: "must not stand beside `temperature` for this model", expected: "`temperature` or `top_p`" };
}

function withoutSampling(request: Fields, { capabilities }: RequestContext, report: ReportFault): undefined {
  if (capabilities.sampling !== false) return;
  for (const key of ["temperature", "top_p", "top_k"]) {
    const value = own(request, key);
    if (value === undefined || (key === "temperature" && value === 1)) continue;
    report({
      at: [key],
      says: "is not taken by this model, which samples only with `temperature: 1`",
      expected: "no sampling parameters",
    });
  }
}
