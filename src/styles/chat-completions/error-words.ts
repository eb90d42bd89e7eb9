/**
 * The words of chat-completions errors: which status, `code` and `type` a kind of error has, and of what kind an error with
 * given words is.
 */
import type { Profile } from "../../model/common.js";
import { type ErrorKind, kindOfStatus } from "../../model/error.js";

export interface Row {
  readonly status: number;
  readonly code: string | null;
  readonly type: string;
}

/** The specification's rows and the vendor's names for the kinds that it leaves out. */
export const ERROR_ROWS: Readonly<Record<ErrorKind, Row>> = {
  "invalid-request": { status: 400, code: "invalid_params", type: "invalid_request_error" },
  authentication: { status: 401, code: "auth_invalid", type: "authentication_error" },
  "insufficient-balance": { status: 402, code: "insufficient_quota", type: "insufficient_quota_error" },
  "quota-exceeded": { status: 402, code: "insufficient_quota", type: "insufficient_quota_error" },
  permission: { status: 403, code: "permission_error", type: "permission_error" },
  "not-found": { status: 404, code: "invalid_request_error", type: "invalid_request_error" },
  conflict: { status: 409, code: "conflict", type: "invalid_request_error" },
  "request-too-large": { status: 413, code: "request_too_large", type: "invalid_request_error" },
  unprocessable: { status: 422, code: "invalid_params", type: "invalid_request_error" },
  "rate-limit": { status: 429, code: "rate_limit_exceeded", type: "rate_limit_error" },
  cancelled: { status: 499, code: "request_cancelled", type: "invalid_request_error" },
  internal: { status: 500, code: "server_error", type: "server_error" },
  "not-implemented": { status: 501, code: "not_implemented", type: "server_error" },
  "bad-gateway": { status: 502, code: "bad_gateway", type: "server_error" },
  unavailable: { status: 503, code: "service_unavailable", type: "server_error" },
  timeout: { status: 504, code: "timeout", type: "server_error" },
  overloaded: { status: 503, code: "overloaded", type: "server_error" },
  "truncated-stream": { status: 502, code: "stream_truncated", type: "server_error" },
};

/** V-30: where the vendor differs. */
const VENDOR_ERROR_ROWS: Readonly<Partial<Record<ErrorKind, Row>>> = {
  authentication: { status: 401, code: "invalid_api_key", type: "invalid_request_error" },
  "insufficient-balance": { status: 429, code: "insufficient_quota", type: "insufficient_quota" },
  "quota-exceeded": { status: 429, code: "insufficient_quota", type: "insufficient_quota" },
  permission: { status: 403, code: null, type: "permission_error" },
  "not-found": { status: 404, code: "model_not_found", type: "invalid_request_error" },
  internal: { status: 500, code: null, type: "server_error" },
};

export function rowOf(kind: ErrorKind, profile: Profile): Row {
  return (profile === "vendor" ? VENDOR_ERROR_ROWS[kind] : undefined) ?? ERROR_ROWS[kind];
}

/** Codes and types that say more than a status does. */
const WORDS: ReadonlyMap<string, ErrorKind> = new Map([
  ["auth_invalid", "authentication"],
  ["invalid_api_key", "authentication"],
  ["authentication_error", "authentication"],
  ["insufficient_quota", "insufficient-balance"],
  ["insufficient_quota_error", "insufficient-balance"],
  ["billing_hard_limit_reached", "insufficient-balance"],
  ["billing_not_active", "insufficient-balance"],
  // Of compatible servers and gateways.
  ["exceeded_current_quota_error", "insufficient-balance"],
  ["insufficient_user_quota", "insufficient-balance"],
  ["permission_error", "permission"],
  ["model_not_found", "not-found"],
  ["not_found_error", "not-found"],
  ["conflict", "conflict"],
  ["request_too_large", "request-too-large"],
  ["rate_limit_exceeded", "rate-limit"],
  ["rate_limit_error", "rate-limit"],
  ["request_cancelled", "cancelled"],
  ["not_implemented", "not-implemented"],
  ["bad_gateway", "bad-gateway"],
  ["service_unavailable", "unavailable"],
  ["timeout", "timeout"],
  ["overloaded", "overloaded"],
  ["overloaded_error", "overloaded"],
  ["engine_overloaded_error", "overloaded"],
  ["stream_truncated", "truncated-stream"],
]);

/** Words that count only where there is no status. */
const VAGUE_WORDS: ReadonlyMap<string, ErrorKind> = new Map([
  ["invalid_params", "invalid-request"],
  ["invalid_request_error", "invalid-request"],
  ["server_error", "internal"],
]);

/** The `code` of R-166's row for 404. Servers write it for other statuses as well, so that it counts only where there is none. */
const NOT_FOUND_CODE = ERROR_ROWS["not-found"].code;

/** The body's own words decide before the status does. */
export function kindOf(code: string | undefined, type: string | undefined, status: number | undefined): ErrorKind {
  const precise = WORDS.get(code ?? "") ?? WORDS.get(type ?? "");
  if (precise !== undefined) return precise;
  if (status !== undefined) return kindOfStatus(status);
  if (code === NOT_FOUND_CODE) return "not-found";
  return VAGUE_WORDS.get(type ?? "") ?? VAGUE_WORDS.get(code ?? "") ?? "internal";
}

/** Which of the two the kind comes from; neither where it is the status. */
export function decidingWord(code: unknown, type: unknown, status: number | undefined): "code" | "type" | undefined {
  const [first, second] = [typeof code === "string" ? code : "", typeof type === "string" ? type : ""];
  if (WORDS.has(first)) return "code";
  if (WORDS.has(second)) return "type";
  if (status !== undefined) return undefined;
  if (code === NOT_FOUND_CODE) return "code";
  return VAGUE_WORDS.has(second) ? "type" : VAGUE_WORDS.has(first) ? "code" : undefined;
}

/** Whether a `code` or `type` says nothing but the kind, so that other styles' words say the same. */
export function saysOnlyKind(word: string, kind: ErrorKind): boolean {
  if (WORDS.get(word) === kind || VAGUE_WORDS.get(word) === kind) return true;
  return PROFILES.some((profile) => rowOf(kind, profile).code === word || rowOf(kind, profile).type === word);
}

/** Whether errors of the kind come with the status. */
export function hasStatus(kind: ErrorKind, status: number): boolean {
  return kindOfStatus(status) === kind || PROFILES.some((profile) => rowOf(kind, profile).status === status);
}

const PROFILES: readonly Profile[] = ["gateway", "vendor"];
