/**
 * The names and statuses of errors, by profile. The type names of the gateway differ from the vendor's: there quota has a
 * name of its own, and the server's faults are called `internal_server_error`.
 */
import { type ErrorKind, kindOfStatus } from "../../model/error.js";
import { type ErrorWords, kindsOf } from "../shared/error.js";

export const ERROR_WORDS: ErrorWords = {
  gateway: {
    "invalid-request": [400, "invalid_request_error"],
    authentication: [401, "authentication_error"],
    "insufficient-balance": [402, "insufficient_balance"],
    "quota-exceeded": [403, "quota_exceeded"],
    permission: [403, "permission_error"],
    "not-found": [404, "not_found_error"],
    conflict: [409, "conflict_error"],
    "request-too-large": [413, "request_too_large"],
    unprocessable: [422, "invalid_request_error"],
    "rate-limit": [429, "rate_limit_error"],
    cancelled: [499, "invalid_request_error"],
    internal: [500, "internal_server_error"],
    "not-implemented": [501, "internal_server_error"],
    "bad-gateway": [502, "internal_server_error"],
    unavailable: [503, "overloaded_error"],
    timeout: [504, "timeout_error"],
    overloaded: [529, "overloaded_error"],
    "truncated-stream": [502, "internal_server_error"],
  },
  vendor: {
    "insufficient-balance": [402, "billing_error"],
    "quota-exceeded": [429, "rate_limit_error"],
    internal: [500, "api_error"],
    "not-implemented": [501, "api_error"],
    "bad-gateway": [502, "api_error"],
    unavailable: [529, "overloaded_error"],
    "truncated-stream": [502, "api_error"],
  },
  also: new Map([["overloaded_error", "overloaded"]]),
  vague: new Map([
    ["invalid_request_error", "invalid-request"],
    ["api_error", "internal"],
    ["internal_server_error", "internal"],
  ]),
};

/** Names that say more than a status. */
const KINDS = kindsOf(ERROR_WORDS);

/**
 * `invalid_request_error` and the names of the server's own faults stand for several statuses: a fault of the server stays one.
 * @param status one of an error
 */
export function kindOf(type: string | undefined, status: number | undefined): ErrorKind {
  const kind = KINDS.get(type);
  if (kind !== undefined) return kind;
  const vague = ERROR_WORDS.vague.get(type ?? "");
  if (vague === "internal") return status !== undefined && status > 500 ? kindOfStatus(status) : vague;
  return status === undefined ? (vague ?? "internal") : kindOfStatus(status);
}

/** Whether the kind comes from the type, and not from the status. */
export function decides(type: string, status: number | undefined): boolean {
  return KINDS.has(type) || status === undefined;
}
