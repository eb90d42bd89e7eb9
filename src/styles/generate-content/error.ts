/**
 * Error bodies, `{"error":{"code":429,"message":"…","status":"RESOURCE_EXHAUSTED"}}`. Vertex wraps the body in an array of
 * one. When to try again stands among the details.
 */

import { addAll } from "../../core/add-all.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, type Issue, notice } from "../../core/issue.js";
import { asJson, isJsonArray, isJsonObject, type JsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ok } from "../../core/result.js";
import { createTrace, type FieldPaths } from "../../core/trace.js";
import type { Json, Profile } from "../../model/common.js";
import {
  type CanonicalError,
  detailPaths,
  type ErrorKind,
  excerptOf,
  innermostMessage,
  isRetryable,
  kindOfStatus,
  leaveOutOfError,
  messageIn,
  messageOr,
  readErrorInput,
} from "../../model/error.js";
import { decodeRetryAfter, decodeRetryInfo, encodeRetryAfter, encodeRetryInfo, otherRetryHeaders } from "../../model/retry.js";
import type { ErrorCodec } from "../style.js";
import { decides, isCodeOf, isNameOf, kindOf, rowOf } from "./error-words.js";
import type { GenerateContentError } from "./wire-answer.js";

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
export function decodeErrorObject(
  error: Json,
  status: number | null | undefined,
  path: Path,
  report: (issue: Issue) => void,
): CanonicalError {
  if (!isJsonObject(error)) return plainError(error, status, path, report);
  const http = errorCode(status);
  const { code, message, status: name, details, ...rest } = error;
  const number = errorCode(code);
  const decisive = number ?? http;
  const kind = reasonOf(details) ?? kindOf(decisive, name);
  const effective = http ?? decisive ?? rowOf(kind, 0, "gateway")[0];
  const retry = decodeRetryInfo(details);
  const lost = (key: string, why: string) => report(dropped("dropped.field", [...path, key], why, { severity: "info" }));
  const contradicts = (at: Path, value: Json) =>
    report(
      notice("conflict.resolved", at, `The error as a whole is of the kind ${kind}, which this does not say.`, {
        severity: "warning",
        from: brief(value),
        to: kind,
      }),
    );
  if (typeof status === "number" && (http === undefined || !isCodeOf(http, kind))) contradicts(["status"], status);
  if (number === undefined && code != null) contradicts([...path, "code"], code);
  else if (number !== undefined && (!isCodeOf(number, kind) || (number !== http && http !== undefined && isCodeOf(http, kind))))
    contradicts([...path, "code"], number);
  if (typeof name === "string" && !isNameOf(name, kind))
    report(
      approximated("approximated.error", [...path, "status"], "Other styles know only the kind of this error, not this name.", {
        from: brief(name),
        to: kind,
      }),
    );
  else if (name != null && typeof name !== "string") lost("status", "The name of the error is no text.");
  if (message != null && typeof message !== "string") lost("message", "The message of the error is no text.");
  for (const key of Object.keys(rest)) if (rest[key] != null) lost(key, "This field of the error has no place in the model.");
  const told = typeof message === "string" && message !== "" ? innermostMessage(message) : typeof name === "string" ? name : "";
  if (typeof message === "string" && message !== "" && told !== message)
    report(
      approximated(
        "approximated.error",
        [...path, "message"],
        "The message holds the error of another service; that one's message is told.",
      ),
    );
  return {
    kind,
    status: effective,
    message: messageOr(told, effective, [...path, "message"], report),
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

/** An HTTP status that says that something went wrong, also as text. */
function errorCode(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined;
}

/** Something else stands where an error was expected: its text is the message. */
function plainError(value: Json, status: number | null | undefined, path: Path, report: (issue: Issue) => void): CanonicalError {
  const http = errorCode(status);
  if (typeof status === "number" && http === undefined)
    report(notice("conflict.resolved", ["status"], "This is no status of an error; it counts as 500.", { from: status, to: 500 }));
  const actual = http ?? 500;
  const kind = kindOfStatus(actual);
  const message = messageOr(excerptOf(value, path, report), actual, path, report);
  return { kind, status: actual, message, retryable: isRetryable(kind, actual) };
}

/**
 * The object that stands under `error`, in a body or in a stream.
 * @param report takes issues with canonical paths
 */
export function encodeErrorObject(
  error: CanonicalError,
  profile: Profile,
  report: (issue: Issue) => void,
): GenerateContentError["error"] & { readonly code: number } {
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
  const own = native?.style === "generate-content" ? native : undefined;
  const [rowCode, rowName] = rowOf(kind, status, profile);
  const code = errorCode(own?.code) ?? rowCode;
  const name = own?.status ?? rowName;
  const lost = (path: Path, why: string, from?: string) =>
    report(dropped("dropped.field", path, why, { severity: "info", ...compact({ from }) }));
  if (param !== undefined && param !== null) lost(["param"], "A generate-content error does not name the parameter.", brief(param));
  if (requestId !== undefined) lost(["requestId"], "A generate-content error has no request id.", brief(requestId));
  const back = kindOf(code, name);
  if (back !== kind && own === undefined)
    report(
      approximated(
        "approximated.error",
        ["kind"],
        `A generate-content service has no error of the kind ${kind}; it says ${code} ${name}.`,
        { from: kind, to: back },
      ),
    );
  if (own === undefined) for (const path of detailPaths(error)) lost(path, "The details of this error are in another style's form.");
  const details = detailsOf(own?.details, own !== undefined || profile === "vendor" ? retryAfterSeconds : undefined);
  return { code, message, status: name, ...compact({ details }) };
}

function detailsOf(given: Json | undefined, retryAfterSeconds: number | undefined): Json | undefined {
  // Details that are no list have no room for it; it is in the headers as well.
  if (retryAfterSeconds === undefined || (given !== undefined && !isJsonArray(given))) return given;
  return [...(given ?? []), encodeRetryInfo(retryAfterSeconds)];
}

export const error: ErrorCodec<GenerateContentError> = {
  decode(input) {
    const issues: Issue[] = [];
    const report = (issue: Issue) => void issues.push(issue);
    const { status, body, headers } = readErrorInput(input);
    const { error: decoded, fields } = readBody(body, status, report);
    const value = { ...decodeRetryAfter(headers), ...decoded };
    addAll(issues, otherRetryHeaders(headers, value));
    const trace = createTrace();
    trace.mark(value, [], fields);
    return { ...ok<CanonicalError>(value, issues), locate: (path) => trace.locate(value, { status, body, headers }, path) };
  },
  encode(value, { profile = "gateway" } = {}) {
    const issues: Issue[] = [];
    const body = { error: encodeErrorObject(value, profile, (issue) => void issues.push(issue)) };
    return ok({ status: body.error.code, body, headers: encodeRetryAfter(value) }, issues);
  },
};

interface ReadError {
  readonly error: CanonicalError;
  /** Where its fields stand in `{ status, body, headers }`. */
  readonly fields: FieldPaths;
}

function readBody(body: Json, status: number | null | undefined, report: (issue: Issue) => void): ReadError {
  const path = isJsonArray(body) ? ["body", 0] : ["body"];
  const document = isJsonArray(body) ? (body[0] ?? null) : body;
  if (isJsonArray(body) && body.length > 1)
    report(dropped("dropped.field", ["body"], "Of several errors the first one counts.", { severity: "info" }));
  const { error = null, ...others } = isJsonObject(document) ? document : {};
  if (error === null) return foreignBody(document, status, path, report);
  leaveOutOfError(others, path, report);
  const at = [...path, "error"];
  if (!isJsonObject(error)) return { error: decodeErrorObject(error, status, at, report), fields: { message: at, kind: at } };
  const { positions = [] } = decodeRetryInfo(error.details ?? undefined) ?? {};
  const fields = {
    message: [...at, "message"],
    kind: reasonOf(error.details)
      ? [...at, "details"]
      : decides(error.status, kindOf(errorCode(error.code) ?? errorCode(status), error.status))
        ? [...at, "status"]
        : errorCode(error.code) === undefined
          ? ["status"]
          : [...at, "code"],
    retryAfterSeconds: [...at, "details"],
    "native.code": [...at, "code"],
    "native.status": [...at, "status"],
    "native.details": [...at, "details"],
    ...Object.fromEntries(positions.map((position, index) => [`native.details.${index}`, [...at, "details", position]])),
  };
  return { error: decodeErrorObject(error, status, at, report), fields };
}

/** A body without `error`: `{message}` or `{detail}` of compatible servers, a page of HTML, nothing at all. */
function foreignBody(body: Json, status: number | null | undefined, path: Path, report: (issue: Issue) => void): ReadError {
  const found = isJsonObject(body) ? messageIn(body) : undefined;
  if (found === undefined) return { error: plainError(body, status, path, report), fields: { message: path } };
  leaveOutOfError(found.beside, path, report);
  const at = [...path, ...found.path];
  return { error: plainError(found.value, status, at, report), fields: { message: at } };
}
