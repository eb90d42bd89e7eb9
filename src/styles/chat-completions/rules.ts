/**
 * All rules of the chat-completions style, as data and as checks. Those of types are in `wire.ts`, those of ranges in
 * `fields.ts`.
 *
 * @module interlingua/chat-completions/rules
 */
import { type Fault, type Fields, type NodeRules, own } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { missing, mistyped } from "../../core/faults.js";
import { nullsRow, specifiedRows } from "../../core/findings.js";
import type { ValidateOptions } from "../options.js";
import { errorRules, validatorOf } from "../shared/rules.js";
import type { StyleValidator } from "../style.js";
import { ERROR_WORDS } from "./error.js";
import { textual } from "./response.js";
import { REQUEST, validateRequests } from "./rules-request.js";
import { ChatCompletionsResponse } from "./wire-answer.js";

const COUNT = "natural number";
const PROMPT_DETAILS = ["cached_tokens", "audio_tokens"];
const COMPLETION_DETAILS = ["reasoning_tokens", "audio_tokens", "accepted_prediction_tokens", "rejected_prediction_tokens"];

/** `stop` is specified, these are the vendor's. */
const VENDOR_REASONS = ["length", "tool_calls", "content_filter", "function_call"];

const fieldsRow = specifiedRows("V-08");

/** The schema of answers is loose on purpose; what one must look like stands here. */
const RESPONSE_RULES = lazy<NodeRules<ValidateOptions>>(() => ({
  rows: [
    rule("R-050").required("id", "string"),
    rule("R-051").constant("object", "chat.completion"),
    rule("R-052").required("created", "integer"),
    rule("R-053").required("model", "string"),
    rule("R-054").all(is.required("choices", "array"), is.items("choices", "object")),
    rule("R-054").warning.that("choices", "`choices` has as many entries as the option states", choiceCount),
    rule("R-055").distinct("choices[].index", "index"),
    rule("R-064").typed("prompt_filter_results", "array"),
    rule("R-065").items("prompt_filter_results", "object"),
    fieldsRow({
      specified: ["id", "object", "created", "model", "choices", "prompt_filter_results", "system_fingerprint", "usage"],
      vendor: ["service_tier", "moderation", "metadata"],
      nullable: ["id", "object", "created", "model", "choices", "system_fingerprint"],
    }),
  ],
  inside: {
    "choices[]": {
      rows: [
        rule("R-055").required("index", COUNT),
        rule("R-056").required("message", "object"),
        rule("R-061").required("finish_reason", "string"),
        rule("R-061").oneOf("finish_reason", ["stop"], { extension: VENDOR_REASONS, grade: "allowed", otherwise: "extension" }),
        rule("R-063").typed("content_filter_results", "object"),
        fieldsRow({
          specified: ["index", "message", "finish_reason", "logprobs", "content_filter_results"],
          nullable: ["index", "message", "finish_reason", "logprobs"],
        }),
      ],
      inside: {
        message: {
          rows: [
            rule("R-057").constant("role", "assistant"),
            rule("R-058").all(nullIsExtension("content")),
            fieldsRow({
              specified: ["role", "content", "refusal", "annotations"],
              vendor: ["audio"],
              // Without them no tool could be called.
              ordinary: ["tool_calls", "function_call"],
              nullable: ["role", "content", "refusal"],
            }),
          ],
          inside: {
            "annotations[]": {
              rows: [nullsRow("V-08", ["type", "url_citation"])],
              inside: { url_citation: { rows: [nullsRow("V-08", ["start_index", "end_index", "title", "url"])] } },
            },
          },
        },
      },
    },
    "prompt_filter_results[]": {
      rows: [rule("R-065").all(is.required("prompt_index", "integer"), is.required("content_filter_results", "object"))],
    },
    usage: {
      rows: [
        rule("R-068").all(is.required("prompt_tokens", COUNT), is.required("completion_tokens", COUNT), is.required("total_tokens", COUNT)),
        rule("R-069").all(counts("prompt_tokens_details", PROMPT_DETAILS)),
        rule("R-070").all(counts("completion_tokens_details", COMPLETION_DETAILS)),
        fieldsRow({
          specified: ["prompt_tokens", "completion_tokens", "total_tokens", "prompt_tokens_details", "completion_tokens_details"],
          nullable: ["prompt_tokens", "completion_tokens", "total_tokens"],
        }),
      ],
      inside: {
        prompt_tokens_details: { rows: [fieldsRow({ specified: PROMPT_DETAILS, vendor: ["cache_write_tokens"] })] },
        completion_tokens_details: { rows: [fieldsRow({ specified: COMPLETION_DETAILS })] },
      },
    },
  },
}));

function choiceCount(response: Fields, { choices: asked }: ValidateOptions): Fault | undefined {
  const choices = own(response, "choices");
  if (asked === undefined || !Array.isArray(choices) || choices.length === asked) return undefined;
  const received = `${choices.length} entries`;
  const expected = `${asked} entries`;
  return { at: ["choices"], problem: `must have ${expected}, not ${received}`, expected, received };
}

/** A string; null, which the vendor writes, is an extension. */
function nullIsExtension(key: string, absent: "required" | "extension" = "extension") {
  return is.that(key, `\`${key}\` is a string; null is an extension`, (node) => {
    const value = own(node, key);
    if (value !== undefined) return mistyped([key], "string", value);
    const isNull = Object.hasOwn(node, key);
    if (!isNull && absent === "required") return missing([key], "a string");
    return { at: [key], grade: "extension" };
  });
}

function counts(key: string, names: readonly string[]) {
  return is.all(is.typed(key, "object"), is.inside(key, is.allTyped(names, "integer")));
}

const ERROR_RULES = errorRules(ERROR_WORDS, {
  shape: "R-165",
  error: is.all(
    is.required("message", "string"),
    is.required("type", "string"),
    nullIsExtension("code", "required"),
    is.that("param", "`param` is a string or null; its absence is an extension", (error) => {
      if (Object.hasOwn(error, "param")) return mistyped(["param"], "string", own(error, "param") ?? "");
      return { at: ["param"], grade: "extension" };
    }),
  ),
  stated: "R-166",
  key: "type",
  at: ["body", "error"],
  // `requests` and `tokens` are those of rate limits.
  names: ["authentication_error", "not_found_error", "requests", "tokens"],
  rows: [
    rule("R-172").info.stated("status", "402 is for a balance or quota that is used up"),
    rule("R-173").info.stated("status", "429, 500, 502, 503, 504 and 529 may be tried again, with growing pauses"),
    rule("R-174").info.stated("body", "the error is in the style of the client"),
  ],
});

/** Checks documents of chat-completions: all findings, in document order. Source, https://platform.openai.com/docs/api-reference/chat. */
export const validate: StyleValidator = validatorOf("chat-completions", validateRequests, {
  request: REQUEST,
  response: {
    schema: ChatCompletionsResponse,
    bodyRule: "R-054",
    otherRule: "R-056",
    nodes: RESPONSE_RULES,
    view: textual,
    context: (_, options) => options,
  },
  error: { bodyRule: "R-165", nodes: ERROR_RULES },
});
