/**
 * Error bodies, `{"error":{"code":429,"message":"…","status":"RESOURCE_EXHAUSTED"}}`. The number is looked at before the
 * name, because `INVALID_ARGUMENT` stands for both 400 and 404. Vertex wraps the body in an array of one.
 */

import type { Json, Profile } from "../../canonical/common.js";
import { type CanonicalError, detailPaths, type ErrorKind, isRetryable, kindOfStatus } from "../../canonical/error.js";
import { decodeRetryAfter, encodeRetryAfter } from "../../canonical/retry.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, type Issue, notice } from "../../core/issue.js";
import { asJson, isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ok } from "../../core/result.js";
import type { ErrorCodec } from "../style.js";
import type { GenerateContentError } from "./wire-answer.js";

const NAMES: ReadonlyMap<string, ErrorKind> = new Map([
  ["INVALID_ARGUMENT", "invalid-request"],
  ["FAILED_PRECONDITION", "invalid-request"],
  ["OUT_OF_RANGE", "invalid-request"],
  ["UNAUTHENTICATED", "authentication"],
  ["INSUFFICIENT_BALANCE", "insufficient-balance"],
  ["PERMISSION_DENIED", "permission"],
  ["NOT_FOUND", "not-found"],
  ["ABORTED", "conflict"],
  ["ALREADY_EXISTS", "conflict"],
  ["RESOURCE_EXHAUSTED", "rate-limit"],
  ["RATE_LIMIT_ERROR", "rate-limit"],
  ["CANCELLED", "cancelled"],
  ["INTERNAL", "internal"],
  ["INTERNAL_ERROR", "internal"],
  ["UNKNOWN", "internal"],
  ["DATA_LOSS", "internal"],
  ["UNIMPLEMENTED", "not-implemented"],
  ["UNAVAILABLE", "unavailable"],
  ["DEADLINE_EXCEEDED", "timeout"],
]);

type Row = readonly [code: number, status: string];

const GATEWAY: { readonly [Kind in ErrorKind]: Row } = {
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
};
const VENDOR: { readonly [Kind in ErrorKind]: Row } = {
  ...GATEWAY,
  "insufficient-balance": [429, "RESOURCE_EXHAUSTED"],
  "quota-exceeded": [429, "RESOURCE_EXHAUSTED"],
  "not-found": [404, "NOT_FOUND"],
  "rate-limit": [429, "RESOURCE_EXHAUSTED"],
  internal: [500, "INTERNAL"],
  "bad-gateway": [502, "INTERNAL"],
  "truncated-stream": [502, "INTERNAL"],
};

function rowOf(kind: ErrorKind, status: number, profile: Profile): Row {
  const [code, name] = (profile === "vendor" ? VENDOR : GATEWAY)[kind];
  // A status that has no row of its own stays as it is, with the name of its kind.
  const own = (kind === "invalid-request" || kind === "internal") && status >= 400 && status < 600 && kindOfStatus(status) === kind;
  return [own ? status : code, name];
}

const RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

/** The error of a body, if that is what it is: `{error: …}`, or an array whose first member is one. */
export function errorOf(body: unknown): { readonly error: Json; readonly path: Path } | undefined {
  const json = asJson(body);
  if (!json.ok) return undefined;
  const [inner, path] = isJsonArray(json.value) ? [json.value[0], [0]] : [json.value, []];
  if (!isJsonObject(inner) || !Object.hasOwn(inner, "error")) return undefined;
  const { error = null } = inner;
  return error === null ? undefined : { error, path: [...path, "error"] };
}

/**
 * The canonical error for what stands under `error`, in a body or in a stream.
 * @param status HTTP status, where one is known
 * @param path that of `error`, for issues
 */
export function decodeErrorObject(
  error: Json,
  status: number | null | undefined,
  path: Path,
  report: (issue: Issue) => void,
): CanonicalError {
  const http = typeof status === "number" && status >= 400 ? status : undefined;
  if (!isJsonObject(error)) return plainError(typeof error === "string" ? error : JSON.stringify(error), http);
  const { code, message, status: name, details, ...rest } = error;
  const number = typeof code === "number" && code >= 400 && code < 600 ? code : undefined;
  const named = typeof name === "string" ? NAMES.get(name) : undefined;
  const decisive = number ?? http;
  const kind = kindOf(decisive, named, name);
  const effective = http ?? decisive ?? GATEWAY[kind][0];
  if (number !== undefined && http !== undefined && number !== http)
    report(
      notice(
        "conflict.resolved",
        [...path, "code"],
        "The code of the body and the HTTP status differ; the code says what kind of error it is.",
        { severity: "warning", from: http, to: number },
      ),
    );
  if (typeof name === "string" && GATEWAY[kind][1] !== name && VENDOR[kind][1] !== name)
    report(
      approximated("approximated.error", [...path, "status"], "Other styles know only the kind of this error, not this name.", {
        from: name.slice(0, 200),
        to: kind,
      }),
    );
  for (const key of Object.keys(rest))
    if (rest[key] !== null)
      report(dropped("dropped.field", [...path, key], "This field of the error has no place in the model.", { severity: "info" }));
  const text = typeof message === "string" ? message : typeof name === "string" ? name : "";
  const delay = retryDelay(details);
  return {
    kind,
    status: effective,
    message: text,
    retryable: isRetryable(kind, effective),
    ...compact({ retryAfterSeconds: delay }),
    native: {
      style: "generate-content",
      ...compact({
        code: typeof code === "number" || typeof code === "string" ? code : undefined,
        status: typeof name === "string" ? name : undefined,
        details: details ?? undefined,
      }),
    },
  };
}

function kindOf(code: number | undefined, named: ErrorKind | undefined, name: Json | undefined): ErrorKind {
  if (named !== undefined && (code === undefined || code === 400 || code === 500)) {
    const generic = named === "invalid-request" || named === "internal";
    if (code === undefined || !generic) return named;
  }
  // The gateway's own word for an empty account, whatever status it travels with.
  if (name === "INSUFFICIENT_BALANCE" && code !== undefined && code < 500) return "insufficient-balance";
  return kindOfStatus(code ?? 500);
}

function plainError(text: string, status = 500): CanonicalError {
  const kind = kindOfStatus(status);
  return { kind, status, message: text.slice(0, 500), retryable: isRetryable(kind, status) };
}

/** Seconds of the `RetryInfo` among the details: `{"@type":"…RetryInfo","retryDelay":"12s"}`. */
function retryDelay(details: Json | undefined): number | undefined {
  if (!isJsonArray(details)) return undefined;
  for (const detail of details) {
    if (!isJsonObject(detail)) continue;
    const delay = detail.retryDelay ?? detail.retry_delay;
    const seconds = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
    if (seconds !== undefined) return Number(seconds);
  }
  return undefined;
}

/**
 * The object that stands under `error`, in a body or in a stream.
 * @param report takes issues with canonical paths
 */
export function encodeErrorObject(error: CanonicalError, profile: Profile, report: (issue: Issue) => void): GenerateContentError["error"] {
  const {
    kind,
    status,
    message,
    retryable: _retryable,
    param,
    retryAfterSeconds,
    retryAfterDate: _header,
    requestId,
    native,
    ...rest
  } = error;
  rest satisfies NothingLeft;
  const [code, name] = rowOf(kind, status, profile);
  if (param !== undefined && param !== null)
    report(
      dropped("dropped.field", ["param"], "A generate-content error does not name the parameter.", {
        severity: "info",
        from: param.slice(0, 200),
      }),
    );
  if (requestId !== undefined)
    report(
      dropped("dropped.field", ["requestId"], "A generate-content error has no request id.", {
        severity: "info",
        from: requestId.slice(0, 200),
      }),
    );
  const back = kindOf(code, NAMES.get(name), name);
  if (back !== kind)
    report(
      approximated(
        "approximated.error",
        ["kind"],
        `A generate-content service has no error of the kind ${kind}; it says ${code} ${name}.`,
        { from: kind, to: back },
      ),
    );
  const own = native?.style === "generate-content";
  if (!own)
    for (const path of detailPaths(error))
      report(dropped("dropped.field", path, "The details of this error are in another style's form.", { severity: "info" }));
  const details = detailsOf(own ? native.details : undefined, profile === "vendor" ? retryAfterSeconds : undefined);
  return { code, message, status: name, ...compact({ details }) };
}

function detailsOf(given: Json | undefined, retryAfterSeconds: number | undefined): Json | undefined {
  if (retryAfterSeconds === undefined || retryDelay(given) !== undefined) return given;
  const info = { "@type": RETRY_INFO, retryDelay: `${retryAfterSeconds}s` };
  return [...(isJsonArray(given) ? given : []), info];
}

export const error: ErrorCodec<GenerateContentError> = {
  decode({ status, body, headers }) {
    const issues: Issue[] = [];
    const report = (issue: Issue) => void issues.push(issue);
    const found = errorOf(body);
    const decoded = found === undefined ? foreignBody(body, status) : decodeErrorObject(found.error, status, found.path, report);
    const fields: Readonly<Record<string, readonly string[]>> = { "native.details": ["details"], message: ["message"] };
    const value = { ...decodeRetryAfter(headers), ...decoded };
    return {
      ...ok(value, issues),
      locate: (path) => (found === undefined ? [] : [...found.path, ...(fields[path.join(".")] ?? [])]),
    };
  },
  encode(value, { profile = "gateway" } = {}) {
    const issues: Issue[] = [];
    const body = { error: encodeErrorObject(value, profile, (issue) => void issues.push(issue)) };
    return ok({ status: body.error.code ?? 500, body, headers: encodeRetryAfter(value) }, issues);
  },
};

/** A body without `error`: `{message}` or `{detail}` of compatible servers, a page of HTML, nothing at all. */
function foreignBody(body: unknown, status: number | null | undefined): CanonicalError {
  const http = typeof status === "number" && status >= 400 ? status : undefined;
  if (typeof body === "string") return plainError(body, http);
  const json = asJson(body);
  if (!json.ok || json.value === null) return plainError("", http);
  const { value } = json;
  const inner = isJsonArray(value) ? (value[0] ?? null) : value;
  if (isJsonObject(inner)) {
    for (const text of [inner.message, inner.detail, inner.error_description]) if (typeof text === "string") return plainError(text, http);
  }
  return plainError(typeof inner === "string" ? inner : JSON.stringify(inner), http);
}
