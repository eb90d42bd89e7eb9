/** The rules of a chat-completions error body. The document is the reply: `{ status, body }`. */
import { type Fault, type Fields, type NodeRules, notListedFault, own, type Row } from "../../core/check.js";
import { all, inside, oneOf, required, typed } from "../../core/checks.js";
import { isObject } from "../../core/json.js";
import { ERROR_WORDS } from "./error.js";
import { ERROR_TYPES } from "./limits.js";

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
