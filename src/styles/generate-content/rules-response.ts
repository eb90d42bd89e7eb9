/** The rules of a generate-content answer and error body. The schema of answers is loose on purpose. */
import { type Fault, type Fields, type NodeRules, notListedFault, own, type Row } from "../../core/check.js";
import { all, oneOf, required, typed, unlisted } from "../../core/checks.js";
import { specifiedRow } from "../../core/fields.js";
import { isObject } from "../../core/json.js";
import { ANSWER_FIELDS, ERROR_STATUSES, FIELDS_RULE } from "./limits.js";
import { PART_KINDS } from "./wire.js";

const RESPONSE: readonly Row<unknown>[] = [
  {
    id: "R-156",
    path: "candidates",
    statement: "`candidates` is an array of objects; it may be absent when `promptFeedback` says why.",
    check: candidates,
  },
  { id: "R-161", path: "usageMetadata", statement: "`usageMetadata` is an object." },
  { id: "R-163", path: "modelVersion", statement: "`modelVersion` is a string." },
  { id: "R-164", path: "responseId", statement: "`responseId` is a string." },
  specifiedRow({ path: "(body)", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.answer),
];

const CANDIDATE: readonly Row<unknown>[] = [
  {
    id: "R-157",
    path: "candidates[i].content",
    statement: "`content` is an object; its absence is an extension without an `info`.",
    check: (node) => absent(node, "content"),
  },
  {
    id: "R-159",
    path: "candidates[i].finishReason",
    statement: "`finishReason` is a string; others than `STOP` are extensions without an `info`.",
    check: (node) => typed("finishReason", "string")(node) ?? otherReason(node),
  },
  {
    id: "R-160",
    path: "candidates[i].index",
    statement: "`index` is an integer; its absence is an extension without an `info`.",
    check: (node) => absent(node, "index"),
  },
  specifiedRow({ path: "candidates[i]", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.candidate),
];

const CONTENT: readonly Row<unknown>[] = [
  {
    id: "R-157",
    path: "candidates[i].content",
    statement: "`parts` is an array of objects and `role` is `model`; the absence of either is an extension without an `info`.",
    check: all(
      (node) => unlisted(["role"], own(node, "role"), { legal: ["model"] }) ?? absent(node, "role"),
      (node) => absent(node, "parts"),
    ),
  },
  specifiedRow({ path: "candidates[i].content", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.content),
];

const PART: readonly Row<unknown>[] = [
  {
    id: "R-158",
    path: "candidates[i].content.parts[j]",
    statement: "`text` is a string; the vendor's kinds of parts are extensions without an `info`.",
    check: vendorKind,
  },
  specifiedRow({ path: "candidates[i].content.parts[j]", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.part),
];

const USAGE: readonly Row<unknown>[] = [
  {
    id: "R-161",
    path: "usageMetadata",
    statement: "`promptTokenCount`, `candidatesTokenCount`, `totalTokenCount` and `thoughtsTokenCount` are integers.",
  },
  {
    id: "R-162",
    path: "usageMetadata.promptTokensDetails",
    statement: "`promptTokensDetails` is an array of objects.",
  },
  specifiedRow({ path: "usageMetadata", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.usage),
];

const DETAIL: readonly Row<unknown>[] = [
  {
    id: "R-162",
    path: "usageMetadata.promptTokensDetails[i]",
    statement: "`modality` is a string and `tokenCount` an integer.",
  },
  specifiedRow({ path: "usageMetadata.promptTokensDetails[i]", rule: FIELDS_RULE.gateway }, ANSWER_FIELDS.detail),
];

/** Of an answer in camelCase. */
export const RESPONSE_RULES: NodeRules<unknown> = {
  rows: RESPONSE,
  inside: {
    "candidates[]": { rows: CANDIDATE, inside: { content: { rows: CONTENT, inside: { "parts[]": { rows: PART } } } } },
    usageMetadata: { rows: USAGE, inside: { "promptTokensDetails[]": { rows: DETAIL } } },
  },
};

function absent(node: Fields, key: string): Fault | undefined {
  return Object.hasOwn(node, key) ? undefined : notListedFault([key], "is absent, where the specification shows it", "silent");
}

function candidates(node: Fields): Fault | undefined {
  if (own(node, "candidates") !== undefined) return undefined;
  const grade = own(node, "promptFeedback") === undefined ? undefined : "extension";
  return {
    at: ["candidates"],
    says: grade === undefined ? "is required and is missing" : "is absent because the prompt was blocked",
    expected: "an array",
    received: "nothing",
    ...(grade === undefined ? {} : { grade }),
  };
}

function otherReason(node: Fields): Fault | undefined {
  const reason = own(node, "finishReason");
  return typeof reason !== "string" || reason === "STOP"
    ? undefined
    : notListedFault(["finishReason"], "is a reason that the specification does not list", "silent");
}

function vendorKind(part: Fields): Fault | undefined {
  const kind = PART_KINDS.find((name) => name !== "text" && own(part, name) !== undefined);
  return kind === undefined ? undefined : notListedFault([kind], "is a kind of part that the specification does not list", "silent");
}

/** Status and name of the seven rows that the specification states. */
const STATED: readonly (readonly [status: number, name: string])[] = [
  [400, "INVALID_ARGUMENT"],
  [401, "UNAUTHENTICATED"],
  [402, "INSUFFICIENT_BALANCE"],
  [403, "PERMISSION_DENIED"],
  [404, "INVALID_ARGUMENT"],
  [429, "RATE_LIMIT_ERROR"],
  [500, "INTERNAL_ERROR"],
];

const REPLY: readonly Row<unknown>[] = [
  { id: "R-167", path: "body", statement: "The body is an object.", check: required("body", "object") },
  { id: "R-168", path: "body.error.code", statement: "`code` is the HTTP status.", check: codeIsStatus },
  {
    id: "R-169",
    path: "body.error.status",
    statement: "HTTP status and name are one of the seven rows of the specification; others are extensions.",
    profile: "gateway",
    check: stated,
  },
];

const BODY: readonly Row<unknown>[] = [
  { id: "R-167", path: "body.error", statement: "`error` is an object.", check: required("error", "object") },
];

const ERROR: readonly Row<unknown>[] = [
  {
    id: "R-167",
    path: "body.error",
    statement: "`code` is an integer, `message` and `status` are strings.",
    check: all(required("code", "integer"), required("message", "string"), required("status", "string")),
  },
  {
    id: "V-30",
    path: "body.error.status",
    statement: `The vendor's names are ${ERROR_STATUSES.join(", ")}.`,
    severity: "warning",
    profile: "vendor",
    check: oneOf("status", { legal: ERROR_STATUSES, otherwise: "unknown" }),
  },
];

export const ERROR_RULES: NodeRules<unknown> = { rows: REPLY, inside: { body: { rows: BODY, inside: { error: { rows: ERROR } } } } };

function errorOf(reply: Fields): Fields | undefined {
  const body = own(reply, "body");
  const inner = isObject(body) ? own(body, "error") : undefined;
  return isObject(inner) ? inner : undefined;
}

function codeIsStatus(reply: Fields): Fault | undefined {
  const code = errorOf(reply)?.code;
  const status = own(reply, "status");
  if (typeof code !== "number" || typeof status !== "number" || code === status) return undefined;
  return {
    at: ["body", "error", "code"],
    says: `must be the HTTP status ${status}, not ${code}`,
    expected: String(status),
    received: String(code),
  };
}

function stated(reply: Fields): Fault | undefined {
  const name = errorOf(reply)?.status;
  const status = own(reply, "status");
  if (typeof status !== "number" || typeof name !== "string" || STATED.some(([code, known]) => code === status && known === name))
    return undefined;
  return notListedFault(
    ["body", "error", "status"],
    `is ${JSON.stringify(name.slice(0, 100))}, which the specification does not list for status ${status}`,
    "extension",
  );
}
