/** The rules of a chat-completions answer and error body. The schema of answers is loose on purpose; what one must look like stands here. */
import { type Fault, type Fields, type NodeRules, notListedFault, own, type Row } from "../../core/check.js";
import { all, constant, distinct, inside, items, oneOf, required, type Simple, typed, types } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { nullsRow, specifiedRows } from "../../core/findings.js";
import { errorRules } from "../shared/rules.js";
import { ERROR_WORDS } from "./error.js";

/** What the rules of an answer ask beside the node they look at. */
interface ResponseContext {
  /** How many choices were asked for; undefined when it is not known. */
  readonly choices: number | undefined;
}

const COUNT = "natural number";
const PROMPT_DETAILS = ["cached_tokens", "audio_tokens"];
const COMPLETION_DETAILS = ["reasoning_tokens", "audio_tokens", "accepted_prediction_tokens", "rejected_prediction_tokens"];

/** `stop` is specified, these are the vendor's. */
const VENDOR_REASONS = ["length", "tool_calls", "content_filter", "function_call"];

const fieldsRow = specifiedRows("V-08");

const RESPONSE = lazy<readonly Row<ResponseContext>[]>(() => [
  { id: "R-050", ...required("id", "string") },
  { id: "R-051", ...constant("object", "chat.completion") },
  { id: "R-052", ...required("created", "integer") },
  { id: "R-053", ...required("model", "string") },
  { id: "R-054", ...all(required("choices", "array"), items("choices", "object")) },
  {
    id: "R-054",
    at: "choices",
    holds: "there is one choice for each that was asked for, where the option `choices` states how many (`n` of the request)",
    severity: "warning",
    check: choiceCount,
  },
  { id: "R-055", ...distinct("choices[].index", "index") },
  { id: "R-064", ...typed("prompt_filter_results", "array") },
  { id: "R-065", ...items("prompt_filter_results", "object") },
  fieldsRow({
    specified: ["id", "object", "created", "model", "choices", "prompt_filter_results", "system_fingerprint", "usage"],
    vendor: ["service_tier", "moderation", "metadata"],
    nullable: ["id", "object", "created", "model", "choices", "system_fingerprint"],
  }),
]);

const CHOICE = lazy<readonly Row<ResponseContext>[]>(() => [
  { id: "R-055", ...required("index", COUNT) },
  { id: "R-056", ...required("message", "object") },
  { id: "R-061", ...required("finish_reason", "string") },
  { id: "R-061", ...oneOf("finish_reason", ["stop"], { extension: VENDOR_REASONS, grade: "allowed", otherwise: "extension" }) },
  { id: "R-063", ...typed("content_filter_results", "object") },
  fieldsRow({
    specified: ["index", "message", "finish_reason", "logprobs", "content_filter_results"],
    nullable: ["index", "message", "finish_reason", "logprobs"],
  }),
]);

const MESSAGE = lazy<readonly Row<ResponseContext>[]>(() => [
  { id: "R-057", ...constant("role", "assistant") },
  { id: "R-058", ...nullIsExtension("content") },
  fieldsRow({
    specified: ["role", "content", "refusal", "annotations"],
    vendor: ["audio"],
    // Without them no tool could be called.
    ordinary: ["tool_calls", "function_call"],
    nullable: ["role", "content", "refusal"],
  }),
]);

const USAGE = lazy<readonly Row<ResponseContext>[]>(() => [
  { id: "R-068", ...all(required("prompt_tokens", COUNT), required("completion_tokens", COUNT), required("total_tokens", COUNT)) },
  { id: "R-069", ...counts("prompt_tokens_details", PROMPT_DETAILS) },
  { id: "R-070", ...counts("completion_tokens_details", COMPLETION_DETAILS) },
  fieldsRow({
    specified: ["prompt_tokens", "completion_tokens", "total_tokens", "prompt_tokens_details", "completion_tokens_details"],
    nullable: ["prompt_tokens", "completion_tokens", "total_tokens"],
  }),
]);

const ANNOTATION = lazy<NodeRules<ResponseContext>>(() => ({
  rows: [nullsRow("V-08", ["type", "url_citation"])],
  inside: { url_citation: { rows: [nullsRow("V-08", ["start_index", "end_index", "title", "url"])] } },
}));

export const RESPONSE_RULES = lazy<NodeRules<ResponseContext>>(() => ({
  rows: RESPONSE(),
  inside: {
    "choices[]": { rows: CHOICE(), inside: { message: { rows: MESSAGE(), inside: { "annotations[]": ANNOTATION() } } } },
    "prompt_filter_results[]": {
      rows: [{ id: "R-065", ...all(required("prompt_index", "integer"), required("content_filter_results", "object")) }],
    },
    usage: {
      rows: USAGE(),
      inside: {
        prompt_tokens_details: { rows: [fieldsRow({ specified: PROMPT_DETAILS, vendor: ["cache_write_tokens"] })] },
        completion_tokens_details: { rows: [fieldsRow({ specified: COMPLETION_DETAILS })] },
      },
    },
  },
}));

function choiceCount(response: Fields, { choices: asked }: ResponseContext): Fault | undefined {
  const choices = own(response, "choices");
  if (asked === undefined || !Array.isArray(choices) || choices.length === asked) return undefined;
  const received = `${choices.length} entries`;
  return {
    at: ["choices"],
    problem: `must have one entry for each choice asked for, ${asked}, not ${received}`,
    expected: `${asked} entries`,
    received,
  };
}

/** A string; null, which the vendor writes, is an extension. */
function nullIsExtension(key: string, absent: "required" | "extension" = "extension"): Simple {
  const type = typed(key, "string");
  return {
    at: key,
    holds: `${type.holds}; null is an extension`,
    check(node) {
      if (own(node, key) !== undefined) return type.check(node);
      const isNull = Object.hasOwn(node, key);
      if (!isNull && absent === "required") return required(key, "string").check(node);
      return notListedFault([key], `is ${isNull ? "null" : "absent"}, where the specification shows a string`, "extension");
    },
  };
}

function counts(key: string, names: readonly string[]) {
  return all(typed(key, "object"), inside(key, types(Object.fromEntries(names.map((name) => [name, "integer"])))));
}

export const ERROR_RULES = errorRules(ERROR_WORDS, {
  shape: "R-165",
  error: all(required("message", "string"), required("type", "string"), nullIsExtension("code", "required"), {
    at: "param",
    holds: "`param` is a string or null; its absence is an extension",
    check(error) {
      if (Object.hasOwn(error, "param")) return typed("param", "string").check(error);
      return { at: ["param"], problem: "is absent, where the specification shows a string or null", grade: "extension" };
    },
  }),
  stated: "R-166",
  key: "type",
  at: ["body", "error"],
  // `requests` and `tokens` are those of rate limits.
  names: ["authentication_error", "not_found_error", "requests", "tokens"],
  rows: [
    { id: "R-172", at: "status", severity: "info", holds: "402 states that balance or quota cannot cover the request" },
    { id: "R-173", at: "status", severity: "info", holds: "429, 500, 502, 503, 504 and 529 may be tried again, with growing pauses" },
    { id: "R-174", at: "body", severity: "info", holds: "the error is written in the style of the client, never in that of the upstream" },
  ],
});
