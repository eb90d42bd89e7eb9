/** The rules of a generate-content answer and error body. The schema of answers is loose on purpose. */
import { type Fault, type Fields, type NodeRules, notListedFault, own, type Row } from "../../core/check.js";
import { all, both, missing, oneOf, required, type Simple, typed } from "../../core/checks.js";
import { specifiedRows } from "../../core/fields.js";
import { isObject } from "../../core/json.js";
import { errorRules } from "../shared/codec.js";
import { ERROR_WORDS } from "./error.js";
import { PART_FIELDS } from "./rules-parts.js";
import { PART_KINDS } from "./wire.js";

const fieldsRow = specifiedRows("V-24");

const RESPONSE: readonly Row<unknown>[] = [
  {
    id: "R-156",
    at: "candidates",
    holds: "`candidates` is an array of objects; it may be absent when `promptFeedback` states why",
    check: candidates,
  },
  fieldsRow({
    specified: ["candidates", "usageMetadata", "modelVersion", "responseId"],
    vendor: ["createTime", "modelStatus"],
    // R-156 is about them.
    elsewhere: ["promptFeedback"],
    nullable: ["candidates"],
  }),
];

const CANDIDATE: readonly Row<unknown>[] = [
  { id: "R-157", ...shown("content") },
  { id: "R-159", ...both(typed("finishReason", "string"), oneOf("finishReason", ["STOP"], { otherwise: "allowed" })) },
  { id: "R-160", ...shown("index") },
  fieldsRow({
    specified: ["content", "finishReason", "index"],
    vendor: [
      ...["finishMessage", "safetyRatings", "citationMetadata", "groundingMetadata", "urlContextMetadata"],
      ...["tokenCount", "avgLogprobs", "logprobsResult"],
    ],
  }),
];

const CONTENT: readonly Row<unknown>[] = [
  { id: "R-157", ...all(both(oneOf("role", ["model"]), shown("role")), shown("parts")) },
  fieldsRow({ specified: ["role", "parts"] }),
];

const PART: readonly Row<unknown>[] = [
  { id: "R-158", holds: "`text` is a string; the vendor's kinds of parts are extensions without an `info`", check: vendorKind },
  fieldsRow(PART_FIELDS),
];

const USAGE: readonly Row<unknown>[] = [
  fieldsRow({
    specified: ["promptTokenCount", "candidatesTokenCount", "totalTokenCount", "thoughtsTokenCount", "promptTokensDetails"],
    vendor: [
      ...["cachedContentTokenCount", "toolUsePromptTokenCount", "candidatesTokensDetails", "cacheTokensDetails"],
      ...["toolUsePromptTokensDetails", "trafficType"],
    ],
  }),
];

/** Of an answer in camelCase. */
export const RESPONSE_RULES: NodeRules<unknown> = {
  rows: RESPONSE,
  inside: {
    "candidates[]": { rows: CANDIDATE, inside: { content: { rows: CONTENT, inside: { "parts[]": { rows: PART } } } } },
    usageMetadata: {
      rows: USAGE,
      inside: { "promptTokensDetails[]": { rows: [fieldsRow({ specified: ["modality", "tokenCount"] })] } },
    },
  },
};

/** A member that the specification shows; its absence is ordinary. */
function shown(key: string): Simple {
  return {
    at: key,
    holds: `the absence of \`${key}\` is an extension without an \`info\``,
    check: (node) =>
      Object.hasOwn(node, key) ? undefined : notListedFault([key], "is absent, where the specification shows it", "allowed"),
  };
}

function candidates(node: Fields): Fault | undefined {
  if (own(node, "candidates") !== undefined) return undefined;
  const fault = missing(["candidates"], "an array");
  const isBlocked = own(node, "promptFeedback") !== undefined;
  return isBlocked ? { ...fault, problem: "is absent because the prompt was blocked", grade: "extension" } : fault;
}

function vendorKind(part: Fields): Fault | undefined {
  const kind = PART_KINDS.find((name) => name !== "text" && own(part, name) !== undefined);
  return kind === undefined ? undefined : notListedFault([kind], "is a kind of part that the specification does not list", "allowed");
}

export const ERROR_RULES: NodeRules<unknown> = errorRules(ERROR_WORDS, {
  shape: "R-167",
  error: all(required("code", "integer"), required("message", "string"), required("status", "string")),
  stated: "R-169",
  key: "status",
  at: ["body", "error", "status"],
  names: ERROR_WORDS.also.keys(),
  rows: [{ id: "R-168", at: "body.error.code", holds: "`code` is the HTTP status", check: codeIsStatus }],
});

function codeIsStatus(reply: Fields): Fault | undefined {
  const body = own(reply, "body");
  const error = isObject(body) ? own(body, "error") : undefined;
  const code = isObject(error) ? error.code : undefined;
  const status = own(reply, "status");
  if (typeof code !== "number" || typeof status !== "number" || code === status) return undefined;
  const problem = `must be the HTTP status ${status}, not ${code}`;
  return { at: ["body", "error", "code"], problem, expected: String(status), received: String(code) };
}
