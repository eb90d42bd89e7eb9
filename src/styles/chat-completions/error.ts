/**
 * Error bodies of chat-completions, and of the many servers that are almost like it:
 *
 *     {"error": {"code": "rate_limit_exceeded", "message": "Slow down.", "param": null, "type": "rate_limit_error"}}
 *
 * Others send `{"error": "text"}`, `{"message": …}`, `{"detail": …}`, a number or null as `code`, or HTML.
 */
import type { Json, Profile } from "../../canonical/common.js";
import { type CanonicalError, type ErrorKind, isRetryable, kindOfStatus } from "../../canonical/error.js";
import { decodeRetryAfter, encodeRetryAfter } from "../../canonical/retry.js";
import { compact } from "../../core/compact.js";
import { approximated, brief, dropped, type Issue } from "../../core/issue.js";
import { asJson, isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ok } from "../../core/result.js";
import { createTrace, type FieldPaths } from "../../core/trace.js";
import type { ErrorCodec } from "../style.js";
import type { ChatCompletionsError } from "./wire-answer.js";

interface Row {
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
export const VENDOR_ERROR_ROWS: Readonly<Partial<Record<ErrorKind, Row>>> = {
  authentication: { status: 401, code: "invalid_api_key", type: "invalid_request_error" },
  "insufficient-balance": { status: 429, code: "insufficient_quota", type: "insufficient_quota" },
  "quota-exceeded": { status: 429, code: "insufficient_quota", type: "insufficient_quota" },
  permission: { status: 403, code: null, type: "permission_error" },
  "not-found": { status: 404, code: "model_not_found", type: "invalid_request_error" },
  internal: { status: 500, code: null, type: "server_error" },
};

function rowOf(kind: ErrorKind, profile: Profile): Row {
  return (profile === "vendor" ? VENDOR_ERROR_ROWS[kind] : undefined) ?? ERROR_ROWS[kind];
}

/** Codes and types that say more than a status does. */
const WORDS: ReadonlyMap<string, ErrorKind> = new Map([
  ["auth_invalid", "authentication"],
  ["invalid_api_key", "authentication"],
  ["authentication_error", "authentication"],
  ["insufficient_quota", "insufficient-balance"],
  ["insufficient_quota_error", "insufficient-balance"],
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
  ["stream_truncated", "truncated-stream"],
]);

/** Words that count only where there is no status. */
const VAGUE_WORDS: ReadonlyMap<string, ErrorKind> = new Map([
  ["invalid_params", "invalid-request"],
  ["invalid_request_error", "invalid-request"],
  ["server_error", "internal"],
]);

const FIELDS = {
  message: ["error", "message"],
  param: ["error", "param"],
  "native.code": ["error", "code"],
  "native.type": ["error", "type"],
  "native.details": ["error"],
} as const satisfies FieldPaths;

/** How much of a body that is no error body becomes the message. */
const EXCERPT = 500;

export const error: ErrorCodec<ChatCompletionsError> = {
  decode(input) {
    const trace = createTrace();
    const issues: Issue[] = [];
    const json = asJson(input.body ?? null);
    const decoded = decodeErrorBody(json.ok ? json.value : null, input.status ?? undefined, [], (issue) => issues.push(issue));
    const value = trace.mark({ ...decoded, ...decodeRetryAfter(input.headers) }, [], FIELDS);
    return { ...ok(value, issues), locate: (path: Path) => trace.locate(value, input.body, path) };
  },

  encode(canonical, options = {}) {
    const issues: Issue[] = [];
    const report = (issue: Issue) => issues.push(issue);
    const { status, body } = encodeErrorBody(canonical, options.profile ?? "gateway", [], report);
    return ok({ status, body, headers: encodeRetryAfter(canonical) }, issues);
  },
};

/** Reads an error body, or what came where one was expected. */
export function decodeErrorBody(body: Json, status: number | undefined, path: Path, report: (issue: Issue) => void): CanonicalError {
  // The Gemini-compatible endpoint wraps its errors in an array.
  const document = isJsonArray(body) && isJsonObject(body[0]) ? body[0] : body;
  if (!isJsonObject(document)) return plain(typeof document === "string" ? document : excerptOf(document), status);
  const { error, ...outer } = document;
  if (error !== undefined && error !== null) {
    for (const key of Object.keys(outer))
      if (outer[key] !== null)
        report(
          dropped("dropped.field", [...path, key], `\`${brief(key)}\` beside the error has no place in an error of another style.`, {
            severity: "info",
          }),
        );
    return decodeErrorObject(error, status);
  }
  const message = document.message ?? document.detail;
  if (message === undefined) return plain(excerptOf(document), status);
  return decodeErrorObject({ ...document, message }, status);
}

/** Reads what stands under the key `error`, in a body or in a chunk of a stream. */
export function decodeErrorObject(error: Json, status?: number): CanonicalError {
  if (!isJsonObject(error)) return plain(typeof error === "string" ? error : excerptOf(error), status);
  const { message, type, param, code, ...details } = error;
  const wordOfType = typeof type === "string" ? type : undefined;
  const wordOfCode = typeof code === "string" ? code : undefined;
  const told = [status, details.status, details.status_code, code].find(
    (value): value is number => typeof value === "number" && Number.isInteger(value) && value >= 400 && value < 600,
  );
  const kind = kindOf(wordOfCode, wordOfType, told);
  const actual = told ?? status ?? rowOf(kind, "gateway").status;
  return compact({
    kind,
    status: actual >= 400 ? actual : rowOf(kind, "gateway").status,
    message: typeof message === "string" ? message : excerptOf(message ?? null),
    retryable: isRetryable(kind, actual),
    param: typeof param === "string" ? param : undefined,
    native: compact({
      style: "chat-completions" as const,
      code: typeof code === "string" || typeof code === "number" || code === null ? code : undefined,
      type: wordOfType,
      details: Object.keys(details).length === 0 ? undefined : details,
    }),
  });
}

function kindOf(code: string | undefined, type: string | undefined, status: number | undefined): ErrorKind {
  const precise = WORDS.get(code ?? "") ?? WORDS.get(type ?? "");
  if (precise !== undefined) return precise;
  if (status !== undefined) return kindOfStatus(status);
  return VAGUE_WORDS.get(type ?? "") ?? VAGUE_WORDS.get(code ?? "") ?? "internal";
}

function plain(text: string, status: number | undefined): CanonicalError {
  const kind = status === undefined || status < 400 ? "internal" : kindOfStatus(status);
  const actual = status === undefined || status < 400 ? rowOf(kind, "gateway").status : status;
  return { kind, status: actual, message: text.slice(0, EXCERPT), retryable: isRetryable(kind, actual) };
}

function excerptOf(value: Json): string {
  return value === null ? "" : JSON.stringify(value).slice(0, EXCERPT);
}

/** @param path that of the error in the canonical value written, for what is lost */
export function encodeErrorBody(
  error: CanonicalError,
  profile: Profile,
  path: Path,
  report: (issue: Issue) => void,
): { readonly status: number; readonly body: ChatCompletionsError } {
  const { kind, message, param, requestId, native } = error;
  const row = rowOf(kind, profile);
  const own = native?.style === "chat-completions" ? native : undefined;
  const status = own !== undefined || isUnlisted(error) ? error.status : row.status;
  if (kind === "quota-exceeded")
    report(
      approximated(
        "approximated.error",
        [...path, "native", "type"],
        "chat-completions does not tell a used-up quota from an empty balance.",
        {
          from: native?.type ?? kind,
          to: row.code,
        },
      ),
    );
  else if (status !== error.status && kind !== "overloaded" && kind !== "insufficient-balance")
    report(
      approximated("approximated.error", [...path, "status"], `A chat-completions error of this kind has the status ${status}.`, {
        from: error.status,
        to: status,
      }),
    );
  const lose = (field: Path, what: string) =>
    report(dropped("dropped.field", [...path, ...field], `A chat-completions error has no place for ${what}.`, { severity: "info" }));
  if (requestId !== undefined) lose(["requestId"], "a request id");
  if (own === undefined && native?.details !== undefined) lose(["native", "details"], "details");
  const ownCode = typeof own?.code === "string" || (own?.code === null && profile === "vendor") ? own.code : undefined;
  const details = isJsonObject(own?.details) ? own.details : {};
  return {
    status,
    body: {
      error: {
        ...details,
        code: ownCode === undefined ? row.code : ownCode,
        message,
        param: param ?? null,
        type: own?.type ?? row.type,
      },
    },
  };
}

/** A status that no row has goes on as it is: it says more than the row's. */
function isUnlisted({ kind, status }: CanonicalError): boolean {
  if (kind === "invalid-request") return status > 400 && status < 500 && kindOfStatus(status) === kind;
  return kind === "internal" && status > 500 && status < 600 && kindOfStatus(status) === kind;
}
