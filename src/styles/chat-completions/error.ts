/**
 * Error bodies of chat-completions, and of the many servers that are almost like it:
 *
 *     {"error": {"code": "rate_limit_exceeded", "message": "Slow down.", "param": null, "type": "rate_limit_error"}}
 *
 * Others send `{"error": "text"}`, `{"message": …}`, `{"detail": …}`, a number or null as `code`, or HTML.
 */

import { compact } from "../../core/compact.js";
import { approximated, brief, dropped, type Issue } from "../../core/issue.js";
import { isJsonObject, isObject, type Json, type JsonObject, plain } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import type { Profile } from "../../model/common.js";
import {
  type CanonicalError,
  type ErrorFacts,
  type ErrorKind,
  errorStatus,
  excerptOf,
  isRetryable,
  kindOfStatus,
  leaveOutOfError,
  messageIn,
  messageOr,
} from "../../model/error.js";
import { decodeRetryInfo } from "../../model/headers.js";
import {
  contradicted,
  type ErrorWords,
  errorCodec,
  finerWord,
  kindsOf,
  plainError,
  type ReadError,
  reportLost,
  reportStatus,
  rowOf,
  saysOnlyKind,
  statusOf,
  unpackedMessage,
  unwrapped,
} from "../shared/error.js";
import type { ChatCompletionsError } from "./wire-answer.js";

type Report = (issue: Issue) => void;

export const error = errorCodec<ChatCompletionsError>({
  // The name of its kind, `model_not_found`, would blame the model.
  nativeOf: ({ rule }) => (rule === "R-177" ? { style: "chat-completions", code: null } : undefined),
  read(reply, report) {
    const read = readBody(reply, report);
    reportStatus(ERROR_WORDS, reply.status, read.error, report);
    return read;
  },
  write: (canonical, profile, report) => encodeErrorBody(canonical, profile, [], report),
});

/** Reads an error body, or what came where one was expected. */
function readBody({ status, body }: ErrorFacts, report: Report): ReadError {
  // The Gemini-compatible endpoint wraps its errors in an array.
  const [document, path] = unwrapped(body, report);
  const { error = null, ...outer }: JsonObject = isJsonObject(document) ? document : {};
  if (error !== null) {
    leaveOutOfError(outer, path, report);
    return readError(error, status, [...path, "error"], report);
  }
  const failed = failureIn(outer);
  if (failed !== undefined) {
    leaveOutBeside(outer, failed.path, path, report);
    const at = [...path, ...failed.path];
    const fields =
      failed.path[0] === "base_resp"
        ? { message: [...at, "status_msg"], kind: [...at, "status_code"] }
        : fieldsOf(failed.value, status, at);
    return { error: decodeFailure(failed, status, path, report), fields };
  }
  const found = messageIn(outer);
  if (found !== undefined) return readError({ ...found.beside, message: found.value }, status, path, report, found.path);
  return { error: plainError(document, status, path, report), fields: { message: path } };
}

function readError(error: Json, status: number | undefined, at: Path, report: Report, message?: Path): ReadError {
  return { error: decodeErrorObject(error, status, at, report), fields: fieldsOf(error, status, at, message) };
}

function fieldsOf(error: Json, status: number | undefined, at: Path, message: Path = ["message"]): FieldPaths {
  if (!isJsonObject(error)) return { message: at, kind: at };
  const { by } = kindOf(error.code, error.type, statusIn(error, status));
  return {
    message: [...at, ...message],
    param: [...at, "param"],
    kind: by === "status" ? ["status"] : [...at, by],
    "native.code": [...at, "code"],
    "native.type": [...at, "type"],
    "native.details": at,
    ...(decodeRetryInfo(error.details) === undefined ? {} : { retryAfterSeconds: [...at, "details"] }),
  };
}

/**
 * Reads what stands under the key `error`, in a body or in a chunk of a stream.
 * @param path that of the value, for what other styles cannot say
 */
function decodeErrorObject(error: Json, status: number | undefined, path: Path, report: Report): CanonicalError {
  if (!isJsonObject(error)) return plainError(error, status, path, report);
  const { message, type, param, code, ...others } = error;
  const known = statusIn(error, status);
  const { kind } = kindOf(code, type, known);
  for (const [key, word] of Object.entries({ code, type }))
    if ((word ?? "") === "" || (known !== undefined && errorStatus(word) === known)) continue;
    else if (typeof word !== "string") report(contradicted([...path, key], word ?? null, kind));
    else if (!saysOnlyKind(ERROR_WORDS, word, kind)) report(finerWord([...path, key], word, kind));
  if (param !== null && param !== undefined && typeof param !== "string")
    report(dropped("dropped.field", [...path, "param"], "`param` is no text; the error names no parameter.", { severity: "info" }));
  const at = [...path, "message"];
  const text = typeof message === "string" ? unpackedMessage(message, at, report) : excerptOf(message ?? null, at, report);
  const actual = known ?? status ?? ERROR_WORDS.gateway[kind][0];
  const written = errorStatus(actual) ?? ERROR_WORDS.gateway[kind][0];
  const retry = decodeRetryInfo(others.details);
  return compact({
    kind,
    status: written,
    message: messageOr(text, written, at, report),
    retryable: isRetryable(kind, actual),
    param: typeof param === "string" ? param : undefined,
    retryAfterSeconds: retry?.seconds,
    native: compact({
      style: "chat-completions" as const,
      code: typeof code === "string" || typeof code === "number" || code === null ? code : undefined,
      type: typeof type === "string" ? type : undefined,
      details: detailsOf(others, known === status ? undefined : known, retry),
    }),
  });
}

/** A status that counts is no detail, and neither is when to try again. */
function detailsOf(others: JsonObject, known: number | undefined, retry: ReturnType<typeof decodeRetryInfo>): JsonObject | undefined {
  const counts = known === undefined ? undefined : STATUS_KEYS.find((key) => errorStatus(others[key]) === known);
  const details = Object.entries(others).flatMap(([key, value]): [string, Json][] => {
    if (key === counts) return [];
    if (key !== "details" || retry === undefined) return [[key, value]];
    return retry.others === undefined ? [] : [[key, retry.others]];
  });
  return details.length === 0 ? undefined : Object.fromEntries(details);
}

/** @param path that of the document that holds the failure */
export function decodeFailure(
  { value, path: inner }: Failure,
  status: number | undefined,
  path: Path,
  report: (issue: Issue) => void,
): CanonicalError {
  const at = [...path, ...inner];
  if (inner[0] !== "base_resp" || !isJsonObject(value)) return decodeErrorObject(value, status, at, report);
  const { status_code = null, status_msg = null, ...others } = value;
  leaveOutOfError(others, at, report);
  const known = SERVICE_STATUS.get(status_code) ?? 500;
  const kind = kindOfStatus(known);
  report(finerWord([...at, "status_code"], brief(status_code), kind));
  const message = messageOr(excerptOf(status_msg, [...at, "status_msg"], report), known, [...at, "status_msg"], report);
  return { kind, status: known, message, retryable: isRetryable(kind, known) };
}

/** Numbers of a service that answers with the status of a success, as HTTP says them. */
const SERVICE_STATUS: ReadonlyMap<Json, number> = new Map([
  [1001, 504],
  [1002, 429],
  [1004, 401],
  [1008, 402],
  [1026, 400],
  [1027, 400],
  [1039, 429],
  [2013, 400],
  [2049, 401],
]);

/** Where compatible servers say the HTTP status in the body. */
const STATUS_KEYS = ["status", "status_code"] as const;

/** The HTTP status, from wherever it is said. */
function statusIn(error: JsonObject, status: number | undefined): number | undefined {
  const said = [status, ...STATUS_KEYS.map((key) => error[key]), error.code];
  return said.map(errorStatus).find((value) => value !== undefined);
}

/** @param path that of the error in the canonical value written, for what is lost */
export function encodeErrorBody(
  error: CanonicalError,
  profile: Profile,
  path: Path,
  report: Report,
): { readonly status: number; readonly body: ChatCompletionsError } {
  const { kind, message, param, native } = error;
  const [, type, code] = rowOf(ERROR_WORDS, kind, profile);
  const own = native?.style === "chat-completions" ? native : undefined;
  const status = own === undefined ? statusOf(ERROR_WORDS, error, profile) : error.status;
  if (kind === "quota-exceeded")
    report(
      approximated(
        "approximated.error",
        [...path, "native", "type"],
        "A chat-completions error for a used-up quota is that for an empty balance.",
        {
          from: native?.type ?? kind,
          to: code ?? type,
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
  reportLost(error, { style: "chat-completions", lacks: ["requestId"], own: own !== undefined }, path, report);
  const ownCode = typeof own?.code === "string" || (own?.code === null && profile === "vendor") ? own.code : undefined;
  const details = isJsonObject(own?.details) ? own.details : {};
  return {
    status,
    body: {
      error: {
        ...details,
        code: ownCode === undefined ? code : ownCode,
        message,
        param: param ?? null,
        type: own?.type ?? type,
      },
    },
  };
}

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
function kindOf(
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

export interface Failure {
  readonly value: Json;
  readonly path: Path;
}

/** @param document plain JSON, whose own `error` is looked at elsewhere */
export function failureIn({ choices, base_resp, x_groq }: Readonly<Record<string, unknown>>): Failure | undefined {
  const groq = isObject(x_groq) ? x_groq.error : undefined;
  if (typeof groq === "string" && groq !== "") return { value: groq, path: ["x_groq", "error"] };
  if (isObject(base_resp) && typeof base_resp.status_code === "number" && base_resp.status_code !== 0)
    return { value: plain(base_resp), path: ["base_resp"] };
  if (!Array.isArray(choices)) return undefined;
  for (const [position, choice] of choices.entries()) {
    const error: unknown = isObject(choice) ? choice.error : undefined;
    if (isObject(error) || (typeof error === "string" && error !== ""))
      return { value: plain(error), path: ["choices", position, "error"] };
  }
  return undefined;
}

/** Says that what stands beside an error gets lost. @param at path of the document */
export function leaveOutBeside(document: Readonly<Record<string, unknown>>, error: Path, at: Path, report: (issue: Issue) => void): void {
  const [key = "", inner] = error;
  leaveOutOfError({ ...document, [key]: null }, at, report);
  if (inner === undefined) return;
  const held = document[key];
  const owners: (readonly [Path, unknown])[] = Array.isArray(held)
    ? held.map((choice, position) => [[key, position], choice])
    : [[[key], held]];
  for (const [place, owner] of owners) if (isObject(owner)) leaveOutOfError({ ...owner, error: null }, [...at, ...place], report);
}
