/** The rules of a chat-completions request. Those of ranges are in `fields.ts`. */
import { type Fields, type NodeRules, own, type ReportFault, type Requirement } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { missing, outOfRange, unlisted } from "../../core/faults.js";
import { fieldRows } from "../../core/findings.js";
import { isObject } from "../../core/json.js";
import { rangeRows } from "../../fields/table.js";
import { hostedRequest } from "../shared/dialect.js";
import { generateBody, messagesBody, modelRow, ofModel, prefillRow, type RequestRules, requestValidator } from "../shared/rules.js";
import { edge } from "./edge.js";
import { REQUEST_FIELDS, REQUEST_NAMES } from "./fields.js";
import { MESSAGE_RULES, prefilled, RequestContext, toolPairing } from "./rules-messages.js";
import { ChatCompletionsRequest, MAX_STOP, MAX_USER_ID, MESSAGES, MODALITIES, SERVICE_TIERS, TOOL_NAME } from "./wire.js";

const NAME_FORM = "1 to 64 letters, digits, `_` or `-`";
const ONE_OR_MORE = { min: 1 };
const CHOICES = ["none", "auto", "required"];
const PASSED_ON = { otherwise: "unknown" } as const;
const EXTENSION = { otherwise: "extension" } as const;

const fields = fieldRows("V-08", "V-08");
const named = lazy(() => is.all(is.present("name", NAME_FORM), is.matching("name", TOOL_NAME.legal, NAME_FORM)));

const REQUEST_RULES = lazy<NodeRules<RequestContext>>(() => ({
  rows: [
    rule("R-003").written.filled("model", "string"),
    rule("R-006").written.filled(MESSAGES, "array"),
    rule("R-023").inRange("max_tokens", ONE_OR_MORE),
    rule("R-031").longest("stop", MAX_STOP, "entries"),
    ...rangeRows(REQUEST_FIELDS),
    rule("R-046").gateway.oneOf("tool_choice", CHOICES),
    // Mistral's word for `required`: https://docs.mistral.ai/capabilities/function_calling
    rule("R-046").vendor.oneOf("tool_choice", CHOICES, { extension: ["any"], grade: "unknown" }),
    rule("R-047").gateway.written.inside("tool_choice", choice()),
    rule("R-047").vendor.written.inside("tool_choice", typeMayBeMissing(choice())),
    rule("R-049").info.stated(
      "(defaults)",
      "absent, temperature, top_p and n are 1, penalties 0, stream false, tool_choice auto; it is never written",
    ),
    rule("V-01").vendor.written.that("messages[i]", "every call is answered by one tool message after it", toolPairing),
    rule("V-03").vendor.all<RequestContext>(
      is.inRange("max_completion_tokens", ONE_OR_MORE),
      is.notBoth("max_tokens", "max_completion_tokens"),
      is.member("max_tokens", "is not for models that reason", reasonsWithoutLimit),
    ),
    rule("V-04").vendor.all(
      is.onlyBeside("top_logprobs", "logprobs"),
      is.that("logit_bias", "biases are -100 to 100", logitBias),
      is.that("metadata", "`metadata` has at most 16 pairs, keys of 64 and values of 512 characters", metadata),
      is.longest("safety_identifier", MAX_USER_ID, "characters"),
    ),
    rule("V-05").vendor.written.longest("tools", 128, "entries"),
    rule("V-06").vendor.onlyBeside("stream_options", "stream"),
    rule("V-07").stated("response_format.json_schema.schema", "`schema` is required"),
    rule("V-07").vendor.inside(
      "response_format",
      is.where(
        "type",
        "json_schema",
        is.all(is.present("json_schema", "an object with `name` and `schema`"), is.inside("json_schema", named())),
      ),
    ),
    rule("V-07").warning.inside("response_format", is.oneOf("type", ["text", "json_object", "json_schema"], PASSED_ON)),
    rule("V-08").all(
      is.typed("store", "boolean"),
      is.typed("prompt_cache_retention", "string"),
      is.typed("prediction", "object"),
      is.typed("moderation", "object"),
      is.inside("stream_options", is.typed("include_obfuscation", "boolean")),
    ),
    rule("V-08").warning.all(
      is.oneOf("reasoning_effort", ["none", "minimal", "low", "medium", "high", "xhigh", "max"], PASSED_ON),
      is.oneOf("verbosity", ["low", "medium", "high"], PASSED_ON),
      is.oneOf("service_tier", SERVICE_TIERS, PASSED_ON),
      is.oneOf("prompt_cache_retention", ["in_memory", "in-memory", "24h"], PASSED_ON),
      is.inside("web_search_options", is.oneOf("search_context_size", ["low", "medium", "high"], PASSED_ON)),
      is.allOf("modalities", MODALITIES, PASSED_ON),
    ),
    modelRow({ functions: ["function", "custom"], forcing: ["any", "required", "function"] }, [
      ["sampling", "temperature", "top_p", "top_k"],
      ["logprobs", "logprobs", "top_logprobs", "logit_bias"],
      ["penalties", "presence_penalty", "frequency_penalty"],
      ["stop", "stop"],
      ["limit", "max_completion_tokens", "max_tokens"],
      ["effort", "reasoning_effort"],
      ["off", "reasoning_effort"],
      ["forced", "tool_choice", "tool_choice.type", "tool_choice.allowed_tools.mode"],
      ["toolsWithEffort", "reasoning_effort"],
      ["tools", "tools"],
      ["schema", "response_format.type"],
      ["form", "response_format.type"],
      ["search", "web_search_options"],
    ]),
    prefillRow("messages[last]", prefilled),
    ofModel("model", (request, { capabilities }) =>
      capabilities.chat === false && own(request, "model") !== undefined
        ? { at: ["model"], problem: "is not served by chat-completions" }
        : undefined,
    ),
    ...fields(REQUEST_NAMES()),
  ],
  inside: {
    "messages[]": MESSAGE_RULES(),
    "tools[]": {
      rows: [
        rule("R-040").gateway.extension.written.oneOf("type", ["function"], EXTENSION),
        rule("V-05").vendor.all(typeMayBeMissing(is.present("type", '"function"'))),
        rule("V-05").vendor.where("type", "function", is.present("function", "an object")),
        rule("V-32").vendor.warning.oneOf("type", ["function", "custom"], PASSED_ON),
        ...fields({ specified: ["type", "function"], vendor: ["custom"] }),
      ],
      inside: {
        function: {
          rows: [rule("V-05").vendor.all(named()), ...fields({ specified: ["name", "description", "parameters"], vendor: ["strict"] })],
          when: (_, tool) => tool.type === "function" || tool.type === undefined,
        },
      },
    },
  },
}));

/** The rules of a request. */
export const REQUEST: RequestRules<RequestContext> = {
  schema: ChatCompletionsRequest,
  bodyRule: "R-001",
  nodes: REQUEST_RULES,
  foreign: (body) => generateBody(body) ?? messagesBody(body),
  view: (body, options) => hostedRequest(body, options, edge),
  context: (request, options) => new RequestContext(request, options),
};
export const validateRequests = requestValidator(REQUEST);

/** Mistral's clients leave the type out of tools, those of Together out of the choice: there is but the one kind. */
function typeMayBeMissing({ at = "", holds, check }: Requirement<unknown>) {
  return is.that<unknown>(at, `${holds}; some servers take a function without its type`, (node, context, report, parent) => {
    if (own(node, "type") !== undefined || !isObject(own(node, "function"))) return check(node, context, report, parent);
    report({ at: ["type"], expected: '"function"', grade: "unknown" });
    return check({ ...node, type: "function" }, context, report, parent);
  });
}

function choice() {
  const kinds = ["function", "custom", "allowed_tools"];
  const holds = `an object has a type (${kinds.join(", ")}) and a member of that name`;
  return is.that("", holds, (node) => {
    const type = own(node, "type");
    if (type === undefined) return missing(["type"], '"function", "custom" or "allowed_tools"');
    const wrong = unlisted(["type"], type, kinds);
    if (wrong !== undefined || typeof type !== "string") return wrong;
    const chosen = own(node, type);
    if (chosen === undefined) return missing([type], "an object");
    if (type === "allowed_tools" || !isObject(chosen)) return undefined;
    return (own(chosen, "name") ?? "") === "" ? missing([type, "name"], "the name of a tool") : undefined;
  });
}

function reasonsWithoutLimit(_: unknown, { capabilities }: RequestContext, request: Fields) {
  if (capabilities.reasoning !== true || own(request, "max_completion_tokens") !== undefined) return undefined;
  const suggestion = "max_completion_tokens";
  return { expected: `\`${suggestion}\``, suggestion };
}

function logitBias(request: Fields, _context: unknown, report: ReportFault): undefined {
  const biases = own(request, "logit_bias");
  if (!isObject(biases)) return;
  for (const [token, bias] of Object.entries(biases)) {
    const fault = outOfRange(["logit_bias", token], bias, { min: -100, max: 100 });
    if (fault !== undefined) report(fault);
  }
}

function metadata(request: Fields, _context: unknown, report: ReportFault): undefined {
  const pairs = own(request, "metadata");
  if (!isObject(pairs)) return;
  const entries = Object.entries(pairs);
  if (entries.length > 16) report({ at: ["metadata"], limit: 16 });
  for (const [key, value] of entries) {
    const at = ["metadata", key];
    if (key.length > 64) report({ at, limit: 64 });
    if (typeof value === "string" && value.length > 512) report({ at, limit: 512 });
  }
}
