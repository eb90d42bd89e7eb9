/** The rules of a chat-completions answer and error body. The schema of answers is loose on purpose; what one must look like stands here. */
import { type Check, type Fault, type Fields, type NodeRules, notListedFault, own, type ReportFault, type Row } from "../../core/check.js";
import { all, inside, items, oneOf, required, typed } from "../../core/checks.js";
import { nullsRow, specifiedRow } from "../../core/fields.js";
import { describe } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import { ERROR_WORDS } from "./error.js";
import { ANSWER_FIELDS, ERROR_TYPES, FIELDS_RULE, FINISH_REASONS } from "./limits.js";
import type { ResponseContext } from "./rules.js";

const ANNOTATIONS = "choices[i].message.annotations";

const COUNT = "natural number";

const RESPONSE: readonly Row<ResponseContext>[] = [
  { id: "R-050", path: "id", statement: "`id` is a required string.", check: required("id", "string") },
  {
    id: "R-051",
    path: "object",
    statement: "`object` is `chat.completion`.",
    check: (node) => required("object", "string")(node) ?? oneOf("object", { legal: ["chat.completion"] })(node),
  },
  { id: "R-052", path: "created", statement: "`created` is a required integer, in seconds.", check: required("created", "integer") },
  { id: "R-053", path: "model", statement: "`model` is a required string.", check: required("model", "string") },
  {
    id: "R-054",
    path: "choices",
    statement: "`choices` is a required array of objects.",
    check: all(required("choices", "array"), items("choices", "object")),
  },
  {
    id: "R-054",
    path: "choices",
    statement: "There is one choice for each that was asked for, where the option `choices` says how many (`n` of the request).",
    severity: "warning",
    check: choiceCount,
  },
  { id: "R-055", path: "choices[i].index", statement: "Every `index` is distinct.", check: distinctIndexes },
  {
    id: "R-064",
    path: "prompt_filter_results",
    statement: "`prompt_filter_results` is an array.",
    check: typed("prompt_filter_results", "array"),
  },
  {
    id: "R-065",
    path: "prompt_filter_results[i]",
    statement: "Every result is an object.",
    check: items("prompt_filter_results", "object"),
  },
  {
    id: "R-066",
    path: "system_fingerprint",
    statement: "`system_fingerprint` is a string or null.",
  },
  { id: "R-067", path: "usage", statement: "`usage` is an object." },
  specifiedRow({ path: "(body)", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.answer),
];

const CHOICE: readonly Row<ResponseContext>[] = [
  { id: "R-055", path: "choices[i].index", statement: "`index` is an integer of at least 0.", check: required("index", COUNT) },
  { id: "R-056", path: "choices[i].message", statement: "`message` is a required object.", check: required("message", "object") },
  {
    id: "R-061",
    path: "choices[i].finish_reason",
    statement: "`finish_reason` is a required string; the vendor's words other than `stop` are extensions without an `info`.",
    check: all(required("finish_reason", "string"), finishReason),
  },
  { id: "R-062", path: "choices[i].logprobs", statement: "`logprobs` is an object or null." },
  {
    id: "R-063",
    path: "choices[i].content_filter_results",
    statement: "`content_filter_results` is an object.",
    check: typed("content_filter_results", "object"),
  },
  specifiedRow({ path: "choices[i]", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.choice),
];

const MESSAGE: readonly Row<ResponseContext>[] = [
  {
    id: "R-057",
    path: "choices[i].message.role",
    statement: "`role` is `assistant`.",
    check: (node) => required("role", "string")(node) ?? oneOf("role", { legal: ["assistant"] })(node),
  },
  { id: "R-058", path: "choices[i].message.content", statement: "`content` is a string; null is an extension.", check: content },
  { id: "R-059", path: "choices[i].message.refusal", statement: "`refusal` is a string or null." },
  { id: "R-060", path: ANNOTATIONS, statement: "`annotations` is an array." },
  specifiedRow({ path: "choices[i].message", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.message),
];

const ANNOTATION: readonly Row<ResponseContext>[] = [
  nullsRow({ path: `${ANNOTATIONS}[j]`, rule: FIELDS_RULE.gateway }, ["type", "url_citation"]),
];

const CITATION: readonly Row<ResponseContext>[] = [
  nullsRow({ path: `${ANNOTATIONS}[j].url_citation`, rule: FIELDS_RULE.gateway }, ["start_index", "end_index", "title", "url"]),
];

const PROMPT_FILTER: readonly Row<ResponseContext>[] = [
  {
    id: "R-065",
    path: "prompt_filter_results[i]",
    statement: "`prompt_index` is an integer and `content_filter_results` an object.",
    check: all(required("prompt_index", "integer"), required("content_filter_results", "object")),
  },
];

const USAGE: readonly Row<ResponseContext>[] = [
  {
    id: "R-068",
    path: "usage",
    statement: "`prompt_tokens`, `completion_tokens` and `total_tokens` are required integers of at least 0.",
    check: all(required("prompt_tokens", COUNT), required("completion_tokens", COUNT), required("total_tokens", COUNT)),
  },
  {
    id: "R-069",
    path: "usage.prompt_tokens_details",
    statement: "`cached_tokens` and `audio_tokens` are integers.",
    check: counts("prompt_tokens_details", ANSWER_FIELDS.promptDetails.specified),
  },
  {
    id: "R-070",
    path: "usage.completion_tokens_details",
    statement: "`reasoning_tokens`, `audio_tokens`, `accepted_prediction_tokens` and `rejected_prediction_tokens` are integers.",
    check: counts("completion_tokens_details", ANSWER_FIELDS.completionDetails.specified),
  },
  specifiedRow({ path: "usage", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.usage),
];

const PROMPT_DETAILS: readonly Row<ResponseContext>[] = [
  specifiedRow({ path: "usage.prompt_tokens_details", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.promptDetails),
];

const COMPLETION_DETAILS: readonly Row<ResponseContext>[] = [
  specifiedRow({ path: "usage.completion_tokens_details", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.completionDetails),
];

export const RESPONSE_RULES: NodeRules<ResponseContext> = {
  rows: RESPONSE,
  inside: {
    "choices[]": {
      rows: CHOICE,
      inside: {
        message: { rows: MESSAGE, inside: { "annotations[]": { rows: ANNOTATION, inside: { url_citation: { rows: CITATION } } } } },
      },
    },
    "prompt_filter_results[]": { rows: PROMPT_FILTER },
    usage: {
      rows: USAGE,
      inside: { prompt_tokens_details: { rows: PROMPT_DETAILS }, completion_tokens_details: { rows: COMPLETION_DETAILS } },
    },
  },
};

function distinctIndexes(response: Fields, _context: unknown, report: ReportFault): undefined {
  const choices = own(response, "choices");
  if (!Array.isArray(choices)) return;
  const seen = new Set<unknown>();
  choices.forEach((choice: unknown, position) => {
    const index = isObject(choice) ? own(choice, "index") : undefined;
    if (typeof index !== "number") return;
    if (seen.has(index))
      report({ at: ["choices", position, "index"], says: `repeats the index ${index} of an earlier choice`, expected: "a distinct index" });
    seen.add(index);
  });
}

function choiceCount(response: Fields, { choices: asked }: ResponseContext): Fault | undefined {
  const choices = own(response, "choices");
  if (asked === undefined || !Array.isArray(choices) || choices.length === asked) return undefined;
  return {
    at: ["choices"],
    says: `has ${choices.length} ${choices.length === 1 ? "entry" : "entries"} where ${asked} ${asked === 1 ? "was" : "were"} asked for`,
    expected: `${asked} entries`,
    received: `${choices.length} entries`,
  };
}

function finishReason(choice: Fields): Fault | undefined {
  const reason = own(choice, "finish_reason");
  if (typeof reason !== "string" || reason === "stop") return undefined;
  const grade = FINISH_REASONS.some((known) => known === reason) ? "silent" : "extension";
  return notListedFault(["finish_reason"], `is ${describe(reason)}, which the specification does not list`, grade);
}

function content(message: Fields): Fault | undefined {
  const value = own(message, "content");
  if (typeof value === "string") return undefined;
  if (value === undefined) {
    const absence = Object.hasOwn(message, "content") ? "null" : "absent";
    return notListedFault(["content"], `is ${absence}, where the specification shows a string`, "extension");
  }
  return typed("content", "string")(message);
}

function counts(key: string, fields: readonly string[]): Check<unknown> {
  const checks = [typed(key, "object"), ...fields.map((field) => inside(key, typed(field, "integer")))];
  return (usage, _context, report): undefined => {
    for (const check of checks) {
      const fault = check(usage);
      if (fault !== undefined) report(fault);
    }
  };
}

/** The kinds whose rows the specification states. */
const STATED = ["invalid-request", "authentication", "insufficient-balance", "permission", "not-found", "rate-limit", "internal"] as const;

const REPLY: readonly Row<unknown>[] = [
  {
    id: "R-165",
    path: "body.error",
    statement: "The body is an object with an object `error`.",
    check: (reply) => required("body", "object")(reply) ?? inside("body", required("error", "object"))(reply),
  },
  {
    id: "R-166",
    path: "body.error",
    statement: "Status, `code` and `type` are one of the seven rows of the specification; others are extensions.",
    profile: "gateway",
    check: stated,
  },
  { id: "R-172", path: "status", statement: "402 says that balance or quota cannot cover the request.", severity: "info" },
  { id: "R-173", path: "status", statement: "429, 500, 502, 503, 504 and 529 may be tried again, with growing pauses.", severity: "info" },
  {
    id: "R-174",
    path: "body",
    statement: "The error is written in the style of the client, never in that of the upstream.",
    severity: "info",
  },
];

const ERROR: readonly Row<unknown>[] = [
  {
    id: "R-165",
    path: "body.error",
    statement: "`code`, `message` and `type` are strings, `param` is a string or null; a `code` of null and no `param` are extensions.",
    check: all(required("message", "string"), required("type", "string"), param, code),
  },
  {
    id: "V-30",
    path: "body.error.type",
    statement: `The vendor's types are ${ERROR_TYPES.join(", ")}.`,
    severity: "warning",
    profile: "vendor",
    check: oneOf("type", { legal: ERROR_TYPES, otherwise: "unknown" }),
  },
];

export const ERROR_RULES: NodeRules<undefined> = { rows: REPLY, inside: { body: { rows: [], inside: { error: { rows: ERROR } } } } };

function errorOf(reply: Fields): Fields | undefined {
  const body = own(reply, "body");
  const error = isObject(body) ? own(body, "error") : undefined;
  return isObject(error) ? error : undefined;
}

function param(error: Fields): Fault | undefined {
  if (Object.hasOwn(error, "param")) return typed("param", "string")(error);
  return { at: ["param"], says: "is absent, where the specification shows a string or null", grade: "extension" };
}

function code(error: Fields): Fault | undefined {
  if (own(error, "code") !== undefined) return typed("code", "string")(error);
  if (!Object.hasOwn(error, "code")) return required("code", "string")(error);
  return notListedFault(["code"], "is null, where the specification shows a string", "extension");
}

function stated(reply: Fields): Fault | undefined {
  const error = errorOf(reply);
  const status = own(reply, "status");
  if (error === undefined || typeof status !== "number") return undefined;
  const known = STATED.some((kind) => {
    const [statusOfRow, type, code] = ERROR_WORDS.gateway[kind];
    return statusOfRow === status && code === error.code && type === error.type;
  });
  return known
    ? undefined
    : notListedFault(
        ["body", "error"],
        `has a \`code\` and \`type\` that the specification does not list for status ${status}`,
        "extension",
      );
}
