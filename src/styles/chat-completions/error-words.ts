/**
 * The words of chat-completions errors: which status, `code` and `type` a kind of error has, and of what kind an error with
 * given words is.
 */
import { type ErrorKind, kindOfStatus } from "../../model/error.js";
import { type ErrorWords, kindsOf } from "../shared/error.js";

/** The specification's rows and the vendor's names for the kinds that it leaves out; V-30 where the vendor differs. */
export const ERROR_WORDS: ErrorWords = {
  gateway: {
    "invalid-request": [400, "invalid_request_error", "invalid_params"],
    authentication: [401, "authentication_error", "auth_invalid"],
    "insufficient-balance": [402, "insufficient_quota_error", "insufficient_quota"],
    "quota-exceeded": [402, "insufficient_quota_error", "insufficient_quota"],
    permission: [403, "permission_error", "permission_error"],
    "not-found": [404, "invalid_request_error", "invalid_request_error"],
    conflict: [409, "invalid_request_error", "conflict"],
    "request-too-large": [413, "invalid_request_error", "request_too_large"],
    unprocessable: [422, "invalid_request_error", "invalid_params"],
    "rate-limit": [429, "rate_limit_error", "rate_limit_exceeded"],
    cancelled: [499, "invalid_request_error", "request_cancelled"],
    internal: [500, "server_error", "server_error"],
    "not-implemented": [501, "server_error", "not_implemented"],
    "bad-gateway": [502, "server_error", "bad_gateway"],
    unavailable: [503, "server_error", "service_unavailable"],
    timeout: [504, "server_error", "timeout"],
    overloaded: [503, "server_error", "overloaded"],
    "truncated-stream": [502, "server_error", "stream_truncated"],
  },
  vendor: {
    authentication: [401, "invalid_request_error", "invalid_api_key"],
    "insufficient-balance": [429, "insufficient_quota", "insufficient_quota"],
    "quota-exceeded": [429, "insufficient_quota", "insufficient_quota"],
    permission: [403, "permission_error", null],
    "not-found": [404, "invalid_request_error", "model_not_found"],
    internal: [500, "server_error", null],
  },
  also: new Map([
    ["billing_hard_limit_reached", "insufficient-balance"],
    ["billing_not_active", "insufficient-balance"],
    // Of compatible servers and gateways.
    ["exceeded_current_quota_error", "insufficient-balance"],
    ["insufficient_user_quota", "insufficient-balance"],
    ["not_found_error", "not-found"],
    ["overloaded_error", "overloaded"],
    ["engine_overloaded_error", "overloaded"],
  ]),
  vague: new Map([
    ["invalid_params", "invalid-request"],
    ["invalid_request_error", "invalid-request"],
    ["server_error", "internal"],
  ]),
  synonyms: true,
};
const KINDS = kindsOf(ERROR_WORDS);

/** The `code` of R-166's row for 404. Servers write it for other statuses as well, so that it counts only where there is none. */
const NOT_FOUND_CODE = ERROR_WORDS.gateway["not-found"][2];

/** The kind, and the word that decides it. The body's own words decide before the status does. */
export function kindOf(
  code: unknown,
  type: unknown,
  status: number | undefined,
): { readonly kind: ErrorKind; readonly by: "code" | "type" | "status" } {
  const words = [["code", code] as const, ["type", type] as const];
  const found = (table: ReadonlyMap<unknown, ErrorKind>, [by, word]: (typeof words)[number]) => {
    const kind = table.get(word);
    return kind === undefined ? [] : [{ kind, by }];
  };
  const [precise] = words.flatMap((word) => found(KINDS, word));
  if (precise !== undefined) return precise;
  if (status !== undefined) return { kind: kindOfStatus(status), by: "status" };
  if (code === NOT_FOUND_CODE) return { kind: "not-found", by: "code" };
  const [vague] = words.reverse().flatMap((word) => found(ERROR_WORDS.vague, word));
  return vague ?? { kind: "internal", by: "status" };
}
