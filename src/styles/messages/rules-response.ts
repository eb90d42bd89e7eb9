/** The rules of a messages answer and error body. The specification shows no answer: the vendor's form counts. */
import { type Fault, type Fields, type NodeRules, notListedFault, own, type Row } from "../../core/check.js";
import { all, items, oneOf, required, types, unlisted } from "../../core/checks.js";
import { isObject } from "../../core/json.js";
import { ERROR_TYPES, STOP_REASONS } from "./limits.js";

const COUNT = "natural number";

const RESPONSE: readonly Row<unknown>[] = [
  {
    id: "R-086",
    path: "(body)",
    statement: "An answer has a string `id` and `model`, the type `message`, the role `assistant`, blocks as `content`, and usage.",
    check: all(
      required("id", "string"),
      constant("type", "message"),
      constant("role", "assistant"),
      required("model", "string"),
      required("content", "array"),
      items("content", "object"),
    ),
  },
  {
    id: "V-30",
    path: "stop_reason",
    statement: "`stop_reason` is one of the vendor's seven, or null; any other passes with a notice.",
    severity: "extension",
    check: oneOf("stop_reason", { legal: STOP_REASONS, otherwise: "extension" }),
  },
];

const BLOCK: readonly Row<unknown>[] = [
  { id: "R-084", path: "content[i].type", statement: "Every block has a string `type`.", check: required("type", "string") },
  {
    id: "R-085",
    path: "content[i].text",
    statement: "A `text` block has a string `text`.",
    check: (node) => (own(node, "type") === "text" ? required("text", "string")(node) : undefined),
  },
];

const USAGE: readonly Row<unknown>[] = [
  {
    id: "R-086",
    path: "usage",
    statement: "`input_tokens` and `output_tokens` are required integers of at least 0, the other counts are integers.",
    check: all(
      required("input_tokens", COUNT),
      required("output_tokens", COUNT),
      types({ cache_creation_input_tokens: COUNT, cache_read_input_tokens: COUNT }),
    ),
  },
];

export const RESPONSE_RULES: NodeRules<unknown> = {
  rows: RESPONSE,
  inside: { "content[]": { rows: BLOCK }, usage: { rows: USAGE } },
};

/** Status and type of the six rows that the specification states. */
const STATED: readonly (readonly [status: number, type: string])[] = [
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [402, "insufficient_balance"],
  [403, "quota_exceeded"],
  [429, "rate_limit_error"],
  [500, "internal_server_error"],
];

const REPLY: readonly Row<unknown>[] = [
  { id: "R-170", path: "body", statement: "The body is an object.", check: required("body", "object") },
  {
    id: "R-171",
    path: "body.error.type",
    statement: "Status and type are one of the six rows of the specification; others are extensions.",
    profile: "gateway",
    check: stated,
  },
];

const BODY: readonly Row<unknown>[] = [
  {
    id: "R-170",
    path: "body",
    statement: "`type` is `error`, and `error` is an object.",
    check: all(constant("type", "error"), required("error", "object")),
  },
];

const ERROR: readonly Row<unknown>[] = [
  {
    id: "R-170",
    path: "body.error",
    statement: "`type` and `message` are strings.",
    check: all(required("type", "string"), required("message", "string")),
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

export const ERROR_RULES: NodeRules<unknown> = { rows: REPLY, inside: { body: { rows: BODY, inside: { error: { rows: ERROR } } } } };

function constant(key: string, value: string): (node: Fields) => Fault | undefined {
  return (node) => required(key, "string")(node) ?? unlisted([key], own(node, key), { legal: [value] });
}

function stated(reply: Fields): Fault | undefined {
  const status = own(reply, "status");
  const type = inner(inner(reply, "body"), "error")?.type;
  if (typeof status !== "number" || typeof type !== "string" || STATED.some(([code, name]) => code === status && name === type))
    return undefined;
  return notListedFault(
    ["body", "error", "type"],
    `is ${JSON.stringify(type.slice(0, 100))}, which the specification does not list for status ${status}`,
    "extension",
  );
}

function inner(node: Fields | undefined, key: string): Fields | undefined {
  const child = node === undefined ? undefined : own(node, key);
  return isObject(child) ? child : undefined;
}
