/**
 * The rules of a chat-completions request. Types and required fields of the top level are in `wire.ts`, whose faults
 * carry the ids of the rows without a check; lists and ranges are in `limits.ts`.
 */
import { type Fault, type Fields, type NodeRules, own, type Row } from "../../core/check.js";
import { all, filled, inRange, inside, longest, matching, missing, notBoth, oneOf, typed, types, unlisted } from "../../core/checks.js";
import { fieldRows } from "../../core/fields.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { rangeRows } from "../../fields/table.js";
import { REQUEST_FIELDS, REQUEST_NAMES } from "./fields.js";
import {
  CACHE_RETENTIONS,
  FIELDS,
  FIELDS_RULE,
  MAX_STOP,
  MAX_TOOLS,
  MAX_USER_ID,
  OTHER_TOOL_CHOICES,
  REASONING_EFFORTS,
  RESPONSE_FORMATS,
  SEARCH_CONTEXT_SIZES,
  SERVICE_TIERS,
  TOOL_CHOICE_KINDS,
  TOOL_CHOICES,
  TOOL_NAME,
  VERBOSITIES,
} from "./limits.js";
import type { RequestContext } from "./rules.js";
import { unansweredCalls } from "./rules-calls.js";
import { AUDIO, BLOCK, IMAGE, IMAGE_BLOCK, MESSAGE, TEXT_BLOCK } from "./rules-messages.js";
import { logitBias, metadata, modalities, NAME_FORM, schemaName, topLogprobs } from "./rules-parameters.js";

const ONE_OR_MORE = { min: 1 };

const REQUEST: readonly Row<RequestContext>[] = [
  { id: "R-001", path: "(body)", statement: "The body is a JSON object." },
  { id: "R-002", path: "model", statement: "`model` is required." },
  { id: "R-003", path: "model", statement: "`model` is a string and not empty.", written: true, check: filled("model", "string") },
  { id: "R-004", path: "messages", statement: "`messages` is required." },
  { id: "R-005", path: "messages", statement: "`messages` is an array." },
  { id: "R-006", path: "messages", statement: "`messages` has at least one entry.", written: true, check: filled("messages", "array") },
  { id: "R-007", path: "messages[i]", statement: "Every message is an object." },
  { id: "R-022", path: "max_tokens", statement: "`max_tokens` is an integer." },
  { id: "R-023", path: "max_tokens", statement: "`max_tokens` is at least 1.", check: inRange("max_tokens", ONE_OR_MORE) },
  { id: "R-024", path: "temperature", statement: "`temperature` is a number." },
  { id: "R-026", path: "top_p", statement: "`top_p` is a number." },
  { id: "R-028", path: "stream", statement: "`stream` is a boolean." },
  { id: "R-029", path: "stop", statement: "`stop` is a string or an array." },
  { id: "R-030", path: "stop[i]", statement: "Every stop sequence is a string." },
  {
    id: "R-031",
    path: "stop",
    statement: "`stop` has at most 4 entries.",
    check: (node) => (Array.isArray(own(node, "stop")) ? longest("stop", MAX_STOP)(node) : undefined),
  },
  { id: "R-032", path: "n", statement: "`n` is an integer." },
  { id: "R-034", path: "presence_penalty", statement: "`presence_penalty` is a number." },
  { id: "R-036", path: "frequency_penalty", statement: "`frequency_penalty` is a number." },
  ...rangeRows(REQUEST_FIELDS),
  { id: "R-038", path: "tools", statement: "`tools` is an array." },
  { id: "R-039", path: "tools[i]", statement: "Every tool is an object." },
  { id: "R-045", path: "tool_choice", statement: "`tool_choice` is a string or an object." },
  {
    id: "R-046",
    path: "tool_choice",
    statement: "A `tool_choice` that is a string is `none`, `auto` or `required`.",
    profile: "gateway",
    check: oneOf("tool_choice", { legal: TOOL_CHOICES }),
  },
  {
    id: "R-046",
    path: "tool_choice",
    statement: "A `tool_choice` that is a string is `none`, `auto` or `required`; some servers say `any` for the last.",
    profile: "vendor",
    check: oneOf("tool_choice", { legal: TOOL_CHOICES, extension: OTHER_TOOL_CHOICES, grade: "unknown" }),
  },
  {
    id: "R-047",
    path: "tool_choice",
    statement: "A `tool_choice` that is an object has the type `function` with `function.name`, `custom` or `allowed_tools`.",
    profile: "gateway",
    written: true,
    check: toolChoice,
  },
  {
    id: "R-047",
    path: "tool_choice",
    statement:
      "A `tool_choice` that is an object has the type `function` with `function.name`, `custom` or `allowed_tools`; some servers take a function without the type.",
    profile: "vendor",
    written: true,
    check: (node, _context, report) => {
      const choice = own(node, "tool_choice");
      const fault = isObject(choice) ? functionWithoutType(choice, ["tool_choice", "type"]) : undefined;
      if (fault === undefined || !isObject(choice)) return toolChoice(node);
      report(fault);
      return toolChoice({ tool_choice: { ...choice, type: "function" } });
    },
  },
  { id: "R-048", path: "user", statement: "`user` is a string." },
  {
    id: "R-049",
    path: "(defaults)",
    statement: "Absent fields count as temperature 1, top_p 1, stream false, n 1, penalties 0, tool_choice auto; they are never written.",
    severity: "info",
  },
  {
    id: "V-01",
    path: "messages[i]",
    statement: "Tool messages answer the `tool_calls` of the assistant message before them, each call once.",
    profile: "vendor",
    written: true,
    check: unansweredCalls,
  },
  {
    id: "V-03",
    path: "max_completion_tokens",
    statement:
      "`max_tokens` and `max_completion_tokens` do not stand together, and are at least 1; a model of which `capabilities` says that it reasons takes only the latter.",
    profile: "vendor",
    check: all(
      inRange("max_completion_tokens", ONE_OR_MORE),
      notBoth("max_tokens", "max_completion_tokens", "the newer name replaces the older one"),
      reasonsWithoutLimit,
    ),
  },
  {
    id: "V-04",
    path: "top_logprobs, logit_bias, metadata, safety_identifier",
    statement:
      "`top_logprobs` needs `logprobs: true`; biases are -100 to 100; `metadata` has at most 16 pairs, keys of 64 and values of 512 characters; `safety_identifier` has at most 128.",
    profile: "vendor",
    check: all(topLogprobs, logitBias, metadata, longest("safety_identifier", MAX_USER_ID)),
  },
  {
    id: "V-05",
    path: "tools",
    statement: "There are at most 128 tools, each with a type, and functions with a name of 1 to 64 letters, digits, `_` or `-`.",
    profile: "vendor",
    written: true,
    check: longest("tools", MAX_TOOLS),
  },
  {
    id: "V-06",
    path: "stream_options",
    statement: "`stream_options` stands only beside `stream: true`.",
    profile: "vendor",
    check: (node) =>
      own(node, "stream_options") === undefined || (own(node, "stream") ?? false) !== false
        ? undefined
        : { at: ["stream_options"], says: "is allowed only when `stream` is true", expected: "`stream: true`" },
  },
  {
    id: "V-07",
    path: "response_format.json_schema.schema",
    statement: "The type `json_schema` has a `json_schema` with a `schema`.",
  },
  {
    id: "V-07",
    path: "response_format.json_schema.name",
    statement: "`json_schema` has a `name` of 1 to 64 letters, digits, `_` or `-`.",
    profile: "vendor",
    check: schemaName,
  },
  {
    id: "V-07",
    path: "response_format.type",
    statement: "`type` is `text`, `json_object` or `json_schema`; any other is passed on.",
    severity: "warning",
    check: inside("response_format", oneOf("type", { legal: RESPONSE_FORMATS, otherwise: "unknown" })),
  },
  {
    id: "V-08",
    path: "(vendor fields)",
    statement: "Fields that only the vendor has are of the vendor's types.",
    check: all(
      types({ store: "boolean", prompt_cache_retention: "string", prediction: "object", moderation: "object" }),
      inside("stream_options", typed("include_obfuscation", "boolean")),
    ),
  },
  {
    id: "V-08",
    path: "reasoning_effort, verbosity, service_tier, modalities, prompt_cache_retention, web_search_options.search_context_size",
    statement: `Words are the vendor's: \`reasoning_effort\` is one of ${REASONING_EFFORTS.join(", ")}, \`service_tier\` one of ${SERVICE_TIERS.join(", ")}; others are passed on, for servers and models differ.`,
    severity: "warning",
    check: all(
      oneOf("reasoning_effort", { legal: REASONING_EFFORTS, otherwise: "unknown" }),
      oneOf("verbosity", { legal: VERBOSITIES, otherwise: "unknown" }),
      oneOf("service_tier", { legal: SERVICE_TIERS, otherwise: "unknown" }),
      oneOf("prompt_cache_retention", { legal: CACHE_RETENTIONS, otherwise: "unknown" }),
      inside("web_search_options", oneOf("search_context_size", { legal: SEARCH_CONTEXT_SIZES, otherwise: "unknown" })),
      modalities,
    ),
  },
  ...fieldRows({ path: "(body)", ...FIELDS_RULE }, REQUEST_NAMES),
];

const TOOL: readonly Row<RequestContext>[] = [
  {
    id: "R-040",
    path: "tools[i].type",
    statement: "`type` is `function`; any other type is an extension.",
    severity: "extension",
    profile: "gateway",
    written: true,
    check: oneOf("type", { legal: ["function"], otherwise: "extension" }),
  },
  {
    id: "V-05",
    path: "tools[i].type",
    statement: "`type` is required; some servers take a function without it.",
    profile: "vendor",
    check: (node) => functionWithoutType(node, ["type"]) ?? (own(node, "type") === undefined ? missing(["type"], '"function"') : undefined),
  },
  {
    id: "V-05",
    path: "tools[i].function",
    statement: "A tool of the type `function` has a `function`.",
    profile: "vendor",
    check: (node) =>
      own(node, "type") === "function" && own(node, "function") === undefined ? missing(["function"], "an object") : undefined,
  },
  {
    id: "V-32",
    path: "tools[i].type",
    statement: "A tool of an unknown type is passed on as it is.",
    severity: "warning",
    profile: "vendor",
    check: oneOf("type", { legal: ["function", "custom"], otherwise: "unknown" }),
  },
  { id: "R-041", path: "tools[i].function", statement: "`function` is an object." },
  { id: "R-042", path: "tools[i].function.name", statement: "`name` is a string." },
  { id: "R-043", path: "tools[i].function.description", statement: "`description` is a string." },
  { id: "R-044", path: "tools[i].function.parameters", statement: "`parameters` is an object." },
  ...fieldRows({ path: "tools[i]", ...FIELDS_RULE }, FIELDS.tool),
];

const FUNCTION: readonly Row<RequestContext>[] = [
  {
    id: "V-05",
    path: "tools[i].function.name",
    statement: `\`name\` is required: ${NAME_FORM}.`,
    profile: "vendor",
    check: (node) => (own(node, "name") === undefined ? missing(["name"], NAME_FORM) : matching("name", TOOL_NAME.legal, NAME_FORM)(node)),
  },
  ...fieldRows({ path: "tools[i].function", ...FIELDS_RULE }, FIELDS.function),
];

const ofKind = (kind: string) => (block: Fields) => block.type === kind;

export const REQUEST_RULES: NodeRules<RequestContext> = {
  rows: REQUEST,
  inside: {
    "messages[]": {
      rows: MESSAGE,
      inside: {
        "content[]": [
          { rows: BLOCK },
          { rows: TEXT_BLOCK, when: ofKind("text") },
          { rows: IMAGE_BLOCK, when: ofKind("image_url"), inside: { image_url: { rows: IMAGE } } },
          { rows: [], when: ofKind("input_audio"), inside: { input_audio: { rows: AUDIO } } },
        ],
      },
    },
    "tools[]": {
      rows: TOOL,
      inside: { function: { rows: FUNCTION, when: (_, tool) => tool.type === "function" || tool.type === undefined } },
    },
  },
};

/** Mistral's clients leave the type out of tools, those of Together out of the choice: there is but the one kind. */
function functionWithoutType(node: Fields, at: Path): Fault | undefined {
  return own(node, "type") === undefined && isObject(own(node, "function"))
    ? {
        at,
        says: 'is missing; a server that has other types refuses that, and others read "function"',
        expected: '"function"',
        grade: "unknown",
      }
    : undefined;
}

function toolChoice(request: Fields): Fault | undefined {
  const choice = own(request, "tool_choice");
  if (!isObject(choice)) return undefined;
  const type = own(choice, "type");
  if (type === undefined) return missing(["tool_choice", "type"], '"function", "custom" or "allowed_tools"');
  const wrong = unlisted(["tool_choice", "type"], type, { legal: TOOL_CHOICE_KINDS });
  if (wrong !== undefined || typeof type !== "string") return wrong;
  const named = own(choice, type);
  if (named === undefined) return missing(["tool_choice", type], "an object");
  if (type === "allowed_tools" || !isObject(named)) return undefined;
  const name = own(named, "name");
  return name === undefined || name === "" ? missing(["tool_choice", type, "name"], "the name of a tool") : undefined;
}

function reasonsWithoutLimit(request: Fields, { capabilities }: RequestContext): Fault | undefined {
  if (capabilities.reasoning !== true || own(request, "max_tokens") === undefined) return undefined;
  if (own(request, "max_completion_tokens") !== undefined) return undefined;
  return {
    at: ["max_tokens"],
    says: "is not taken by this model, which reasons; write `max_completion_tokens`",
    expected: "`max_completion_tokens`",
    suggestion: "max_completion_tokens",
  };
}
