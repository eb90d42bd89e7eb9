/**
 * Error bodies, `{"error":{"code":429,"message":"…","status":"RESOURCE_EXHAUSTED"}}`. Vertex wraps the body in an array of
 * one. When to try again stands among the details.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, type Issue, notice } from "../../core/issue.js";
import { asJson, isJsonArray, isJsonObject, type JsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Json, Profile } from "../../model/common.js";
import {
  type CanonicalError,
  type ErrorFacts,
  type ErrorKind,
  errorStatus,
  isRetryable,
  kindOfStatus,
  leaveOutOfError,
  messageIn,
  messageOr,
} from "../../model/error.js";
import { decodeRetryInfo, encodeRetryInfo } from "../../model/headers.js";
import {
  contradicted,
  type ErrorWords,
  errorCodec,
  finerWord,
  hasStatus,
  kindsOf,
  plainError,
  type ReadError,
  reportLost,
  rowOf,
  saysOnlyKind,
  statusOf,
  unpackedMessage,
  unwrapped,
} from "../shared/error.js";
import type { GenerateContentError } from "./wire-answer.js";

type Report = (issue: Issue) => void;

/** The error of a body, if that is what it is: `{error: …}`, or an array whose first member is one. */
export function errorOf(body: unknown): { readonly error: Json; readonly path: Path; readonly beside: JsonObject } | undefined {
  const json = asJson(body);
  if (!json.ok) return undefined;
  const [inner, path] = isJsonArray(json.value) ? [json.value[0], [0]] : [json.value, []];
  if (!isJsonObject(inner) || !Object.hasOwn(inner, "error")) return undefined;
  const { error = null, ...beside } = inner;
  return error === null ? undefined : { error, path: [...path, "error"], beside };
}

/**
 * The canonical error for what stands under `error`, in a body or in a stream.
 * @param status HTTP status, where one is known
 * @param path that of `error`, for issues
 */
export function decodeErrorObject(error: Json, status: number | undefined, path: Path, report: Report): CanonicalError {
  if (!isJsonObject(error)) return textError(error, status, path, report);
  const http = errorStatus(status);
  const { code, message, status: name, details, ...rest } = error;
  const number = errorStatus(code);
  const kind = reasonOf(details) ?? kindOf(number ?? http, name);
  const effective = http ?? number ?? ERROR_WORDS.gateway[kind][0];
  const fits = (value: number | undefined) => value !== undefined && hasStatus(ERROR_WORDS, kind, value);
  if (status !== undefined && !fits(http)) report(contradicted(["status"], status, kind, "warning"));
  if ((code ?? undefined) !== undefined && (!fits(number) || (number !== http && fits(http))))
    report(contradicted([...path, "code"], code ?? null, kind, "warning"));
  if (typeof name === "string" && !saysOnlyKind(ERROR_WORDS, name, kind)) report(finerWord([...path, "status"], name, kind));
  const isText = (value: Json | undefined) => typeof value === "string";
  leaveOutOfError({ ...rest, ...(isText(name) ? {} : { status: name }), ...(isText(message) ? {} : { message }) }, path, report);
  const at = [...path, "message"];
  const said = typeof message === "string" && message !== "" ? unpackedMessage(message, at, report) : typeof name === "string" ? name : "";
  const retry = decodeRetryInfo(details);
  return {
    kind,
    status: effective,
    message: messageOr(said, effective, at, report),
    retryable: isRetryable(kind, effective),
    ...compact({ retryAfterSeconds: retry?.seconds }),
    native: {
      style: "generate-content",
      ...compact({
        code: typeof code === "number" || typeof code === "string" ? code : undefined,
        status: typeof name === "string" ? name : undefined,
        details: retry === undefined ? (details ?? undefined) : retry.others,
      }),
    },
  };
}

/** The kind that `{"@type": "…/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}` names, where it is more precise than code and name. */
function reasonOf(details: Json | undefined): ErrorKind | undefined {
  const reasons = isJsonArray(details) ? details.map((detail) => (isJsonObject(detail) ? detail.reason : undefined)) : [];
  return reasons.some((reason) => reason === "API_KEY_INVALID" || reason === "API_KEY_EXPIRED") ? "authentication" : undefined;
}

function textError(value: Json, status: number | undefined, path: Path, report: Report): CanonicalError {
  if (status !== undefined && errorStatus(status) === undefined)
    report(notice("conflict.resolved", ["status"], "This is no status of an error; it counts as 500.", { from: status, to: 500 }));
  return plainError(value, status, path, report);
}

/**
 * The object that stands under `error`, in a body or in a stream.
 * @param report takes issues with canonical paths
 */
export function encodeErrorObject(
  error: CanonicalError,
  profile: Profile,
  report: Report,
): GenerateContentError["error"] & { readonly code: number } {
  const {
    kind,
    status: _row,
    message,
    retryable: _retryable,
    param,
    retryAfterSeconds,
    retryAfterDate,
    requestId,
    native,
    ...rest
  } = error;
  rest satisfies NothingLeft;
  const own = native?.style === "generate-content" ? native : undefined;
  const code = errorStatus(own?.code) ?? statusOf(ERROR_WORDS, error, profile);
  const status = own?.status ?? rowOf(ERROR_WORDS, kind, profile)[1];
  reportLost(error, { style: "generate-content", lacks: ["param", "requestId"], own: own !== undefined }, [], report);
  const back = kindOf(code, status);
  if (back !== kind && own === undefined)
    report(
      approximated("approximated.error", ["kind"], `generate-content has no error for ${kind}; ${code} ${status} is written.`, {
        from: kind,
        to: back,
      }),
    );
  const details = detailsOf(own?.details, own !== undefined || profile === "vendor" ? retryAfterSeconds : undefined);
  return { code, message, status, ...compact({ details }) };
}

function detailsOf(given: Json | undefined, retryAfterSeconds: number | undefined): Json | undefined {
  // Details that are no list have no room for it; it is in the headers as well.
  if (retryAfterSeconds === undefined || (given !== undefined && !isJsonArray(given))) return given;
  return [...(given ?? []), encodeRetryInfo(retryAfterSeconds)];
}

export const error = errorCodec<GenerateContentError>({
  read: readBody,
  write(canonical, profile, report) {
    const error = encodeErrorObject(canonical, profile, report);
    return { status: error.code, body: { error } };
  },
});

function readBody({ status, body }: ErrorFacts, report: Report): ReadError {
  const [document, path] = unwrapped(body, report);
  const { error = null, ...others }: JsonObject = isJsonObject(document) ? document : {};
  const found = error === null ? messageIn(others) : { value: error, path: ["error"], beside: others };
  // A page of HTML, nothing at all.
  if (found === undefined) return { error: textError(document, status, path, report), fields: { message: path } };
  leaveOutOfError(found.beside, path, report);
  const at = [...path, ...found.path];
  if (error === null) return { error: textError(found.value, status, at, report), fields: { message: at } };
  const fields = isJsonObject(error) ? fieldsOf(error, status, at) : { message: at, kind: at };
  return { error: decodeErrorObject(error, status, at, report), fields };
}

function fieldsOf(error: JsonObject, status: number | undefined, at: Path): ReadError["fields"] {
  const code = errorStatus(error.code);
  const byName = decides(error.status, kindOf(code ?? errorStatus(status), error.status));
  const key = reasonOf(error.details) ? "details" : byName ? "status" : "code";
  const retry = decodeRetryInfo(error.details);
  return {
    message: [...at, "message"],
    kind: key === "code" && code === undefined ? ["status"] : [...at, key],
    ...(retry === undefined ? {} : { retryAfterSeconds: [...at, "details"] }),
    "native.code": [...at, "code"],
    "native.status": [...at, "status"],
    "native.details": [...at, "details"],
    ...Object.fromEntries((retry?.positions ?? []).map((position, index) => [`native.details.${index}`, [...at, "details", position]])),
  };
}

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
