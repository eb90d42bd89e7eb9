/**
 * Error bodies, `{"error":{"code":429,"message":"…","status":"RESOURCE_EXHAUSTED"}}`. Vertex wraps the body in an array of
 * one. When to try again stands among the details.
 */

import type { Path, Report } from "../../core/issue.js";
import { compact, isJsonArray, isJsonObject } from "../../core/json.js";
import type { Json, JsonObject } from "../../model/common.js";
import { type ErrorKind, encodeRetryInfo, errorStatus, kindOfStatus, leaveOutOfError, messageIn } from "../../model/error.js";
import { assembled, contradicted, errorCodec, hasStatus, plainError, splitDetails, unpacked, wordsOf } from "../shared/error.js";

export const ERROR_WORDS = wordsOf({
  faults: ["INVALID_ARGUMENT", "INTERNAL_ERROR", "INTERNAL"],
  gateway: {
    authentication: "UNAUTHENTICATED",
    "insufficient-balance": "INSUFFICIENT_BALANCE",
    "quota-exceeded": [402, "INSUFFICIENT_BALANCE"],
    permission: "PERMISSION_DENIED",
    conflict: "ABORTED",
    "rate-limit": "RATE_LIMIT_ERROR",
    cancelled: "CANCELLED",
    "not-implemented": "UNIMPLEMENTED",
    unavailable: "UNAVAILABLE",
    timeout: "DEADLINE_EXCEEDED",
    overloaded: [503, "UNAVAILABLE"],
  },
  vendor: {
    "insufficient-balance": [429, "RESOURCE_EXHAUSTED"],
    "quota-exceeded": [429, "RESOURCE_EXHAUSTED"],
    "not-found": "NOT_FOUND",
    "rate-limit": "RESOURCE_EXHAUSTED",
  },
  also: {
    FAILED_PRECONDITION: "invalid-request",
    OUT_OF_RANGE: "invalid-request",
    ALREADY_EXISTS: "conflict",
    RESOURCE_EXHAUSTED: "rate-limit",
    UNKNOWN: "internal",
    DATA_LOSS: "internal",
  },
  vague: [],
});

const KINDS = ERROR_WORDS.kinds;
const SHAPE = { style: "generate-content", words: ERROR_WORDS } as const;

export const error = errorCodec<{ readonly error: JsonObject }>({
  ...SHAPE,
  contradiction: "warning",
  lacks: { param: "info", requestId: "info" },
  kindOf: ([code, status]) => kindOf(code, status),
  read(document, path, { status }, report) {
    const found = messageIn(document);
    // A page of HTML, nothing at all.
    if (found === undefined) return undefined;
    leaveOutOfError(found.beside, path, report);
    const at = [...path, ...found.path];
    return found.path[0] === "error" ? decodeErrorObject(found.value, status, at, report) : plainError(found.value, status, at, report);
  },
  write({ message, retryAfterSeconds }, [statusOfRow, word], own, profile) {
    const code = errorStatus(own?.code) ?? statusOfRow;
    const details = detailsOf(own?.details, own !== undefined || profile === "vendor" ? retryAfterSeconds : undefined);
    return [code, { error: { code, message, status: own?.status ?? word, ...compact({ details }) } }];
  },
});

function detailsOf(given: Json | undefined, retryAfterSeconds: number | undefined): Json | undefined {
  // Details that are no list have no place for it; it is in the headers as well.
  if (retryAfterSeconds === undefined || (given !== undefined && !isJsonArray(given))) return given;
  return [...(given ?? []), encodeRetryInfo(retryAfterSeconds)];
}

/**
 * Reads what stands under `error`.
 * @param status HTTP status, where one is known
 * @param path that of `error`
 */
function decodeErrorObject(error: Json, status: number | undefined, path: Path, report: Report) {
  if (!isJsonObject(error)) return plainError(error, status, path, report);
  const http = errorStatus(status);
  const { code = null, message, status: name, details, ...rest } = error;
  const number = errorStatus(code);
  const at = [...path, "message"];
  const [word, words] = [name, message].map((value) => (typeof value === "string" ? value : undefined));
  const inner = unpacked(words ?? "", at, report);
  // `{"@type": "…/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}` is more precise than code and name.
  const isOfKey =
    isJsonArray(details) &&
    details.some((detail) => isJsonObject(detail) && (detail.reason === "API_KEY_INVALID" || detail.reason === "API_KEY_EXPIRED"));
  const isByInner = !isOfKey && isGeneric(KINDS.get(name)) && KINDS.has(inner.status);
  const kind = isOfKey ? "authentication" : kindOf(number ?? http, isByInner ? inner.status : name);
  const fits = (value: number | undefined) => value !== undefined && hasStatus(ERROR_WORDS, kind, value);
  if (code !== null && (!fits(number) || (number !== http && fits(http)))) report(contradicted([...path, "code"], code, kind, "warning"));
  leaveOutOfError({ ...rest, status: word === undefined ? name : null, message: words === undefined ? message : null }, path, report);
  const { retryAfterSeconds, others, fields } = splitDetails(details, [...path, "details"]);
  const decidedBy = isOfKey ? "details" : KINDS.get(name) === kind ? "status" : isByInner ? "message" : "code";
  return assembled(SHAPE, report, {
    kind,
    status: http ?? number,
    message: inner.message || (word ?? ""),
    retryAfterSeconds,
    own: compact({ code: typeof code === "number" || typeof code === "string" ? code : undefined, status: word, details: others }),
    named: [[[...path, "status"], name]],
    fields: {
      message: at,
      kind: decidedBy === "code" && number === undefined ? ["status"] : [...path, decidedBy],
      "native.code": [...path, "code"],
      "native.status": [...path, "status"],
      "native.details": [...path, "details"],
      ...fields,
    },
  });
}

/** Whether a name states no more than whose fault it was. */
function isGeneric(kind: ErrorKind | undefined): kind is "invalid-request" | "internal" | undefined {
  return kind === undefined || kind === "invalid-request" || kind === "internal";
}

/** What a code and a name together state. */
export function kindOf(code: number | undefined, name: unknown): ErrorKind {
  const named = KINDS.get(name);
  if (named !== undefined && code === undefined) return named;
  if (!isGeneric(named) && (code === 400 || code === 500)) return named;
  // The gateway's own word for an empty account, whatever status it travels with.
  if (named === "insufficient-balance" && code !== undefined && code < 500) return named;
  return kindOfStatus(code ?? 500);
}
