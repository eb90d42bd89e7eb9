/**
 * Error bodies of chat-completions, and of the many servers that are almost like it:
 *
 *     {"error": {"code": "rate_limit_exceeded", "message": "Slow down.", "param": null, "type": "rate_limit_error"}}
 *
 * Others send `{"error": "text"}`, `{"message": …}`, `{"detail": …}`, a number or null as `code`, or HTML.
 */

import { brief, type Path, type Report } from "../../core/issue.js";
import { compact, isJsonObject, isObject, type Json, type JsonObject } from "../../core/json.js";
import { type ErrorKind, errorStatus, kindOfStatus, leaveOutOfError, messageIn } from "../../model/error.js";
import type { Rest } from "../../model/extensions.js";
import { assembled, contradicted, errorCodec, excerptOf, plainError, splitDetails, unpacked, wordsOf } from "../shared/error.js";
import { type Placed, QUIRKS } from "./quirks.js";
import type { ChatCompletionsError } from "./types-answer.js";
import { STYLE } from "./wire.js";

/** The specification's rows and the vendor's names for the kinds that it leaves out; V-30 where the vendor differs. */
export const ERROR_WORDS = wordsOf({
  faults: ["invalid_request_error", "server_error", "server_error"],
  gateway: {
    "invalid-request": "invalid_params",
    authentication: [401, "authentication_error", "auth_invalid"],
    "insufficient-balance": [402, "insufficient_quota_error", "insufficient_quota"],
    "quota-exceeded": [402, "insufficient_quota_error", "insufficient_quota"],
    permission: [403, "permission_error", "permission_error"],
    "not-found": "invalid_request_error",
    conflict: "conflict",
    "request-too-large": "request_too_large",
    unprocessable: "invalid_params",
    "rate-limit": [429, "rate_limit_error", "rate_limit_exceeded"],
    cancelled: "request_cancelled",
    internal: "server_error",
    "not-implemented": "not_implemented",
    "bad-gateway": "bad_gateway",
    unavailable: "service_unavailable",
    timeout: "timeout",
    overloaded: [503, "server_error", "overloaded"],
    "truncated-stream": "stream_truncated",
  },
  vendor: {
    authentication: "invalid_api_key",
    "insufficient-balance": [429, "insufficient_quota", "insufficient_quota"],
    "quota-exceeded": [429, "insufficient_quota", "insufficient_quota"],
    permission: [403, "permission_error", null],
    "not-found": "model_not_found",
    internal: [500, "server_error", null],
  },
  also: {
    billing_hard_limit_reached: "insufficient-balance",
    billing_not_active: "insufficient-balance",
    ...QUIRKS.errorWords.words,
  },
  vague: ["invalid_params", "invalid_request_error", "server_error"],
  coded: true,
});
const SHAPE = { style: STYLE, words: ERROR_WORDS } as const;

export const error = errorCodec<ChatCompletionsError>({
  ...SHAPE,
  lacks: { requestId: "info" },
  // The name of its kind, `model_not_found`, would blame the model.
  nativeOf: ({ rule }) => (rule === "R-177" ? { style: STYLE, code: null } : undefined),
  kindOf: ([status, type, code]) => kindOf({ code, type }, status)[0],
  read(document, path, { status }, report) {
    const { error = null, ...outer } = document;
    const failed = error === null ? failureIn(outer) : { value: error, path: ["error"] };
    if (failed !== undefined) {
      leaveOutBeside(outer, failed.path, path, report);
      return decodeFailure(failed, status, path, report);
    }
    const found = messageIn(outer);
    return found && decodeErrorObject({ ...found.beside, message: found.value }, status, path, report, found.path);
  },
  write({ status, message, param = null }, [statusOfRow, type, code = null], own, profile) {
    const ownCode = typeof own?.code === "string" || (own?.code === null && profile === "vendor") ? own.code : code;
    const details = isJsonObject(own?.details) ? own.details : {};
    const error = { ...details, code: ownCode, message, param, type: own?.type ?? type };
    return [own === undefined ? statusOfRow : status, { error }];
  },
});

/** Reads what stands under the key `error`, in a body or in a chunk of a stream. @param path that of the value */
function decodeErrorObject(given: Json, status: number | undefined, path: Path, report: Report, messageAt: Path = ["message"]) {
  if (!isJsonObject(given)) return plainError(given, status, path, report);
  const { value: error, path: place } = QUIRKS.errorOfProvider.rewrite({ value: given, path: messageAt });
  const { message = null, type, param, code, ...others } = error;
  const at = [...path, ...place];
  const inner = unpacked(message, at, report);
  const known = statusIn(error, status);
  const [kind, by] = kindOf(error, known, inner);
  const named = Object.entries({ code, type }).filter(([, word]) => (word ?? "") !== "" && (!known || errorStatus(word) !== known));
  for (const [key, word = null] of named) if (typeof word !== "string") report(contradicted([...path, key], word, kind));
  if (typeof param !== "string") leaveOutOfError({ param }, path, report);
  const counts =
    known === undefined || known === status ? undefined : QUIRKS.statusKeys.words.find((key) => errorStatus(others[key]) === known);
  const split = splitDetails(others.details, [...path, "details"], "native.details.details");
  const details = compact({ ...others, ...(counts && { [counts]: undefined }), details: split.others });
  return assembled(SHAPE, report, {
    kind,
    status: known,
    message: inner.message,
    param: typeof param === "string" ? param : undefined,
    retryAfterSeconds: split.retryAfterSeconds,
    own: compact({
      code: typeof code === "string" || typeof code === "number" || code === null ? code : undefined,
      type: typeof type === "string" ? type : undefined,
      details: Object.keys(details).length === 0 ? undefined : details,
    }),
    named: named.map(([key, word]) => [[...path, key], word]),
    fields: {
      message: at,
      param: [...path, "param"],
      kind: by === "status" ? ["status"] : by === "message" ? at : [...path, by],
      "native.code": [...path, "code"],
      "native.type": [...path, "type"],
      "native.details": path,
      ...split.fields,
    },
  });
}

/** @param path that of the document that holds the failure */
export function decodeFailure({ value, path: inner }: Placed<Json>, status: number | undefined, path: Path, report: Report) {
  const at = [...path, ...inner];
  if (inner[0] !== "base_resp" || !isJsonObject(value)) return decodeErrorObject(value, status, at, report);
  const { status_code = null, status_msg = null, ...others } = value;
  leaveOutOfError(others, at, report);
  const statuses: Readonly<Record<string, number>> = QUIRKS.serviceStatuses.words;
  const isWord = typeof status_code === "number" || typeof status_code === "string";
  const known = (isWord ? statuses[status_code] : undefined) ?? 500;
  const fields = { message: [...at, "status_msg"], kind: [...at, "status_code"] };
  const message = excerptOf(status_msg, fields.message, report);
  const named = [[fields.kind, brief(status_code)]] as const;
  return assembled(SHAPE, report, { kind: kindOfStatus(known), status: known, message, named, fields });
}

/** The HTTP status, from wherever it stands. */
function statusIn(error: JsonObject, status: number | undefined): number | undefined {
  const statuses = [status, ...QUIRKS.statusKeys.words.map((key) => error[key]), error.code];
  return statuses.map(errorStatus).find((value) => value !== undefined);
}

/** The `code` of R-166's row for 404. Servers write it for other statuses as well, so that it counts only where there is none. */
const NOT_FOUND_CODE = ERROR_WORDS.gateway["not-found"][2];

/** The kind, and the word that decides it. The body's own words decide before the status does, and before those of the error that its message holds. */
function kindOf({ code, type }: Rest, status: number | undefined, inner: Rest = {}): readonly [kind: ErrorKind, by: string] {
  const { kinds, vague } = ERROR_WORDS;
  const [ofCode, ofType, ofInner] = [kinds.get(code), kinds.get(type), kinds.get(inner.code) ?? kinds.get(inner.type)];
  if (ofCode !== undefined) return [ofCode, "code"];
  if (ofType !== undefined) return [ofType, "type"];
  if (ofInner !== undefined) return [ofInner, "message"];
  if (status !== undefined) return [kindOfStatus(status), "status"];
  if (code === NOT_FOUND_CODE) return ["not-found", "code"];
  const ofVague = vague.get(type) ?? vague.get(code);
  return ofVague === undefined ? ["internal", "status"] : [ofVague, vague.has(type) ? "type" : "code"];
}

/** @param document plain JSON, whose own `error` is looked at elsewhere */
export function failureIn(document: Readonly<Record<string, unknown>>): Placed<Json> | undefined {
  const ofService = QUIRKS.statusOfService.rewrite(QUIRKS.errorOfGroq.rewrite(undefined, document), document);
  return QUIRKS.errorOfChoice.rewrite(ofService, document);
}

/** Reports that what stands beside an error gets lost. @param at path of the document */
export function leaveOutBeside(document: Readonly<Record<string, unknown>>, error: Path, at: Path, report: Report): void {
  const [key = "", inner] = error;
  leaveOutOfError({ ...document, [key]: null }, at, report);
  const held = inner === undefined ? undefined : document[key];
  const owners: readonly unknown[] = Array.isArray(held) ? held : [held];
  for (const [position, owner] of owners.entries()) {
    const place = owner === held ? [...at, key] : [...at, key, position];
    const isRead = owner === held || position === inner;
    if (isObject(owner)) leaveOutOfError(isRead ? { ...owner, error: null } : owner, place, report);
  }
}
