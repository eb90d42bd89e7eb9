/**
 * Errors: `{ "type": "error", "error": { "type", "message" }, "request_id" }`. The type names of the gateway differ from
 * the vendor's: there quota has a name of its own, and the server's faults are called `internal_server_error`.
 */
import type { Profile } from "../../canonical/common.js";
import { type CanonicalError, detailPaths, type ErrorKind, isRetryable, kindOfStatus } from "../../canonical/error.js";
import { compact } from "../../core/compact.js";
import { approximated, dropped, type Issue, notice } from "../../core/issue.js";
import { asJson, isJsonObject, isObject, type Json, type JsonObject } from "../../core/json.js";
import { ok } from "../../core/result.js";
import { createTrace, type FieldPaths } from "../../core/trace.js";
import type { ErrorCodec, ErrorInput } from "../style.js";
import type { ErrorObject, MessagesError } from "./wire-answer.js";

type Row = readonly [status: number, type: string];

const ROWS: Readonly<Record<Profile, Readonly<Record<ErrorKind, Row>>>> = {
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
    "invalid-request": [400, "invalid_request_error"],
    authentication: [401, "authentication_error"],
    "insufficient-balance": [402, "billing_error"],
    "quota-exceeded": [429, "rate_limit_error"],
    permission: [403, "permission_error"],
    "not-found": [404, "not_found_error"],
    conflict: [409, "conflict_error"],
    "request-too-large": [413, "request_too_large"],
    unprocessable: [422, "invalid_request_error"],
    "rate-limit": [429, "rate_limit_error"],
    cancelled: [499, "invalid_request_error"],
    internal: [500, "api_error"],
    "not-implemented": [501, "api_error"],
    "bad-gateway": [502, "api_error"],
    unavailable: [529, "overloaded_error"],
    timeout: [504, "timeout_error"],
    overloaded: [529, "overloaded_error"],
    "truncated-stream": [502, "api_error"],
  },
};

/** Names that say more than a status. */
const KINDS: ReadonlyMap<string, ErrorKind> = new Map([
  ["authentication_error", "authentication"],
  ["insufficient_balance", "insufficient-balance"],
  ["billing_error", "insufficient-balance"],
  ["quota_exceeded", "quota-exceeded"],
  ["permission_error", "permission"],
  ["not_found_error", "not-found"],
  ["conflict_error", "conflict"],
  ["request_too_large", "request-too-large"],
  ["rate_limit_error", "rate-limit"],
  ["timeout_error", "timeout"],
  ["overloaded_error", "overloaded"],
]);

/** `invalid_request_error` and the names of the server's own faults stand for several statuses. */
function kindOf(type: string | undefined, status: number | undefined): ErrorKind {
  const kind = type === undefined ? undefined : KINDS.get(type);
  if (kind !== undefined) return kind;
  const byStatus = status === undefined ? undefined : kindOfStatus(status);
  if (type === "invalid_request_error")
    return status !== undefined && status >= 400 && status < 500 ? kindOfStatus(status) : "invalid-request";
  if (type === "api_error" || type === "internal_server_error")
    return status !== undefined && status > 500 ? kindOfStatus(status) : "internal";
  return byStatus ?? "internal";
}

const FIELDS = {
  message: ["error", "message"],
  "native.type": ["error", "type"],
  "native.details": ["error", "details"],
  kind: ["error", "type"],
  requestId: ["request_id"],
} as const satisfies FieldPaths;

/** How deep a message that is itself an error body is unpacked. */
const MAX_NESTING = 3;

interface Told {
  readonly message: string;
  readonly type?: string;
  readonly details?: Json;
  readonly requestId?: string;
  /** False: the body is not of this style, and its text stands in for a message. */
  readonly readable: boolean;
}

function tell(body: Json | undefined, depth = 0): Told {
  if (isJsonObject(body)) {
    const { error, request_id } = body;
    const requestId = typeof request_id === "string" ? { requestId: request_id } : {};
    if (isJsonObject(error)) {
      const { message, type, details } = error;
      const told = { ...(typeof type === "string" ? { type } : {}), ...(details === undefined || details === null ? {} : { details }) };
      const inner = typeof message === "string" && depth < MAX_NESTING ? nested(message) : undefined;
      if (inner !== undefined) return { ...told, ...requestId, ...tell(inner, depth + 1) };
      return { message: typeof message === "string" ? message : "", ...told, ...requestId, readable: typeof message === "string" };
    }
    const text = [error, body.message, body.detail].find((value) => typeof value === "string");
    if (typeof text === "string") return { message: text, ...requestId, readable: true };
    return { message: JSON.stringify(body).slice(0, 500), ...requestId, readable: false };
  }
  if (typeof body === "string") {
    const inner = depth < MAX_NESTING ? nested(body) : undefined;
    return inner === undefined ? { message: body.slice(0, 500), readable: false } : tell(inner, depth + 1);
  }
  return { message: body === undefined || body === null ? "" : JSON.stringify(body).slice(0, 500), readable: false };
}

/** Gateways in a row put an error body into the message of the next one. */
function nested(text: string): JsonObject | undefined {
  if (!text.startsWith("{") || text.length > 100_000) return undefined;
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) && isJsonObject(value.error) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a service says went wrong: a whole body, or the `error` event of a stream, whose status is unknown. */
export function decodeErrorBody({ status, body, headers }: ErrorInput): CanonicalError & { readonly readable: boolean } {
  const plain = asJson(body);
  const { message, type, details, requestId, readable } = tell(plain.ok ? plain.value : undefined);
  const kind = kindOf(type, status ?? undefined);
  const known = status ?? ROWS.gateway[kind][0];
  return {
    kind,
    status: known,
    message,
    retryable: isRetryable(kind, known),
    ...compact({ requestId: requestId ?? header(headers, "request-id") ?? header(headers, "x-request-id") }),
    ...retryAfter(headers),
    ...(type === undefined && details === undefined ? {} : { native: { style: "messages", ...compact({ type, details }) } }),
    readable,
  };
}

function header(headers: ErrorInput["headers"], name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}

function retryAfter(headers: ErrorInput["headers"]): Pick<CanonicalError, "retryAfterSeconds" | "retryAfterDate"> {
  const milliseconds = header(headers, "retry-after-ms");
  if (isNumeric(milliseconds)) return { retryAfterSeconds: Number(milliseconds) / 1000 };
  const value = header(headers, "retry-after");
  if (isNumeric(value)) return { retryAfterSeconds: Number(value) };
  return value === undefined || value.trim() === "" ? {} : { retryAfterDate: value };
}

function isNumeric(value: string | undefined): boolean {
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value);
}

/** The error as an answer of this style, and the status that belongs to it. */
export function encodeErrorBody(
  error: CanonicalError,
  profile: Profile = "gateway",
): { readonly status: number; readonly body: MessagesError } {
  const { kind, status, message, native, requestId } = error;
  const own = native?.style === "messages" && native.type !== undefined;
  const [rowStatus, rowType] = ROWS[profile][kind];
  const type = own ? native.type : rowType;
  const object: ErrorObject = { type, message, ...(native?.style === "messages" ? compact({ details: native.details }) : {}) };
  return {
    // A status that has no row of its own passes through beside the row of its kind.
    status: own || isUnlisted(kind, status) ? status : rowStatus,
    body: { type: "error", error: object, ...compact({ request_id: requestId }) },
  };
}

function isUnlisted(kind: ErrorKind, status: number): boolean {
  if (kind !== "invalid-request" && kind !== "internal") return false;
  return status >= 400 && status <= 599 && kindOfStatus(status) === kind;
}

export const error: ErrorCodec<MessagesError> = {
  decode(input) {
    const { readable, ...value } = decodeErrorBody(input);
    const trace = createTrace();
    trace.mark(value, [], FIELDS);
    const issues: Issue[] = readable
      ? []
      : [notice("approximated.error", [], "The body is no error of this style; the status says of what kind it is.", { severity: "info" })];
    return { ...ok<CanonicalError>(value, issues), locate: (path) => trace.locate(value, input.body, path) };
  },
  encode(value, { profile = "gateway" } = {}) {
    const issues: Issue[] = [];
    const { status, body } = encodeErrorBody(value, profile);
    const { kind, param, native, retryAfterSeconds, retryAfterDate } = value;
    if (param !== undefined && param !== null)
      issues.push(dropped("dropped.field", ["param"], "Errors of this style do not name a parameter.", { severity: "info", from: param }));
    if (native?.style !== "messages")
      for (const path of detailPaths(value))
        issues.push(dropped("dropped.field", path, "The details are another style's.", { severity: "info" }));
    if (kindOf(body.error.type, status) !== kind)
      issues.push(
        approximated("approximated.error", ["kind"], `This style has no error of its own for ${kind}; it says \`${body.error.type}\`.`, {
          from: kind,
          to: body.error.type,
        }),
      );
    const wait = retryAfterSeconds === undefined ? retryAfterDate : String(Math.ceil(retryAfterSeconds));
    return ok({ status, body, headers: wait === undefined ? {} : { "retry-after": wait } }, issues);
  },
};

/** True for a body that says that something went wrong where an answer was expected. */
export function isErrorBody(body: unknown): boolean {
  return isObject(body) && (body.type === "error" || (isObject(body.error) && body.content === undefined));
}
