/**
 * The words of generate-content errors: which code and name a kind of error has, and of what kind an error with a given code
 * and name is. The number is looked at before the name, because `INVALID_ARGUMENT` stands for both 400 and 404.
 */
import { type ErrorKind, kindOfStatus } from "../../model/error.js";
import { type ErrorWords, kindsOf } from "../shared/error.js";

export const ERROR_WORDS: ErrorWords = {
  gateway: {
    "invalid-request": [400, "INVALID_ARGUMENT"],
    authentication: [401, "UNAUTHENTICATED"],
    "insufficient-balance": [402, "INSUFFICIENT_BALANCE"],
    "quota-exceeded": [402, "INSUFFICIENT_BALANCE"],
    permission: [403, "PERMISSION_DENIED"],
    "not-found": [404, "INVALID_ARGUMENT"],
    conflict: [409, "ABORTED"],
    "request-too-large": [413, "INVALID_ARGUMENT"],
    unprocessable: [422, "INVALID_ARGUMENT"],
    "rate-limit": [429, "RATE_LIMIT_ERROR"],
    cancelled: [499, "CANCELLED"],
    internal: [500, "INTERNAL_ERROR"],
    "not-implemented": [501, "UNIMPLEMENTED"],
    "bad-gateway": [502, "INTERNAL_ERROR"],
    unavailable: [503, "UNAVAILABLE"],
    timeout: [504, "DEADLINE_EXCEEDED"],
    overloaded: [503, "UNAVAILABLE"],
    "truncated-stream": [502, "INTERNAL_ERROR"],
  },
  vendor: {
    "insufficient-balance": [429, "RESOURCE_EXHAUSTED"],
    "quota-exceeded": [429, "RESOURCE_EXHAUSTED"],
    "not-found": [404, "NOT_FOUND"],
    "rate-limit": [429, "RESOURCE_EXHAUSTED"],
    internal: [500, "INTERNAL"],
    "bad-gateway": [502, "INTERNAL"],
    "truncated-stream": [502, "INTERNAL"],
  },
  also: new Map([
    ["FAILED_PRECONDITION", "invalid-request"],
    ["OUT_OF_RANGE", "invalid-request"],
    ["ALREADY_EXISTS", "conflict"],
    ["RESOURCE_EXHAUSTED", "rate-limit"],
    ["UNKNOWN", "internal"],
    ["DATA_LOSS", "internal"],
  ]),
  vague: new Map(),
};
const NAMES = kindsOf(ERROR_WORDS);

/** What a code and a name together say. */
export function kindOf(code: number | undefined, name: unknown): ErrorKind {
  const named = NAMES.get(name);
  if (named !== undefined && code === undefined) return named;
  const generic = named === undefined || named === "invalid-request" || named === "internal";
  if (!generic && (code === 400 || code === 500)) return named;
  // The gateway's own word for an empty account, whatever status it travels with.
  if (named === "insufficient-balance" && code !== undefined && code < 500) return named;
  return kindOfStatus(code ?? 500);
}

/** Whether the name alone says the kind. */
export function decides(name: unknown, kind: ErrorKind): boolean {
  return NAMES.get(name) === kind;
}
