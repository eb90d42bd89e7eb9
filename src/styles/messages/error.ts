/**
 * Errors: `{ "type": "error", "error": { "type", "message" }, "request_id" }`. Gateways in a row put the body of one error
 * into the message of the next, so a message that is itself an error body is unpacked.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, type Issue } from "../../core/issue.js";
import { asJson, isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
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
  type ErrorWords,
  errorCodec,
  finerWord,
  kindsOf,
  type ReadError,
  reportLost,
  reportStatus,
  rowOf,
  saysOnlyKind,
  statusOf,
  unwrapped,
} from "../shared/error.js";
import { nativeOf } from "./thread.js";
import type { MessagesError } from "./wire-answer.js";

type Report = (issue: Issue) => void;
type Headers = ErrorFacts["headers"];

/** A word of the source, and where it stands in `{ status, body, headers }`. */
interface Word {
  readonly text: string;
  readonly path: Path;
}

interface ErrorText {
  readonly message: Word;
  readonly details?: { readonly value: Json; readonly path: Path };
  readonly requestId?: Word;
  readonly status?: { readonly value: number; readonly path: Path };
  /** Outermost first; the last one counts. */
  readonly types: readonly Word[];
}

/** How deep a message that is itself an error body is unpacked. */
const MAX_NESTING = 3;

function readDocument(body: Json, path: Path, report: Report, depth = 0): ErrorText {
  if (!isJsonObject(body)) return readText(body, path, report, depth);
  const { type, error = null, request_id, ...others } = body;
  const id = typeof request_id === "string" ? { requestId: { text: request_id, path: at(path, "request_id", depth) } } : {};
  const said = error === null ? messageIn(others) : undefined;
  if (error === null && said === undefined) return { ...readText(body, path, report, MAX_NESTING), ...id };
  const odd = type === "error" ? {} : { type };
  const { value: message, path: place, beside } = said ?? { value: error, path: ["error"], beside: others };
  leaveOut({ ...beside, ...odd, ...("requestId" in id ? {} : { request_id }) }, path, depth, report);
  const inner = depth === 0 ? [...path, ...place] : path;
  return { ...id, ...(isJsonObject(message) ? readObject(message, inner, report, depth) : readText(message, inner, report, depth)) };
}

function readObject(error: JsonObject, path: Path, report: Report, depth: number): ErrorText {
  const { type, message = null, details = null, code, ...others } = error;
  // The services of another vendor that serve these models say the HTTP status as a code.
  const status =
    typeof code === "number" && errorStatus(code) !== undefined ? { status: { value: code, path: at(path, "code", depth) } } : {};
  leaveOut({ ...others, ...(typeof type === "string" ? {} : { type }), ...("status" in status ? {} : { code }) }, path, depth, report);
  const types = typeof type === "string" ? [{ text: type, path: at(path, "type", depth) }] : [];
  const text = readText(message, at(path, "message", depth), report, depth);
  return {
    ...(details === null ? {} : { details: { value: details, path: at(path, "details", depth) } }),
    ...status,
    ...text,
    types: [...types, ...text.types],
  };
}

/** The text of a message, or that of the error body that it holds. */
function readText(value: Json, path: Path, report: Report, depth: number): ErrorText {
  const inner = typeof value === "string" && depth < MAX_NESTING ? nested(value) : undefined;
  if (inner !== undefined) return readDocument(inner, path, report, depth + 1);
  const isMessage = typeof value === "string" && path.length > 1;
  return { message: { text: isMessage ? value : excerptOf(value, path, report), path }, types: [] };
}

/** A place inside a text has no path of its own. */
function at(path: Path, key: string, depth: number): Path {
  return depth === 0 ? [...path, key] : path;
}

function leaveOut(others: Readonly<Record<string, unknown>>, path: Path, depth: number, report: Report): void {
  leaveOutOfError(others, path, depth === 0 ? report : (issue) => report({ ...issue, path }));
}

function nested(text: string): JsonObject | undefined {
  if (!text.startsWith("{") || text.length > 100_000) return undefined;
  try {
    const value = asJson(JSON.parse(text));
    return value.ok && isJsonObject(value.value) && isJsonObject(value.value.error) ? value.value : undefined;
  } catch {
    return undefined;
  }
}

/** What a service says went wrong: a whole body, or the `error` event of a stream, whose status is unknown. */
function read({ status, body, headers }: ErrorFacts, report: Report): ReadError {
  // Gateways in front of other vendors pass on errors that are wrapped in an array.
  const [document, path] = unwrapped(body, report);
  const { message, types, details, requestId, status: code } = readDocument(document, path, report);
  const http = (typeof status === "number" ? errorStatus(status) : undefined) ?? code?.value;
  if (code !== undefined && code.value !== http) leaveOut({ code: code.value }, code.path.slice(0, -1), 0, report);
  const word = types.at(-1);
  const kind = kindOf(word?.text, http);
  const known = http ?? ERROR_WORDS.gateway[kind][0];
  const id = requestId ?? headerOf(headers, "request-id") ?? headerOf(headers, "x-request-id");
  const retry = decodeRetryInfo(details?.value);
  const facts = retry === undefined ? details?.value : retry.others;
  const error: CanonicalError = compact({
    kind,
    status: known,
    message: messageOr(message.text, known, message.path, report),
    retryable: isRetryable(kind, known),
    requestId: id?.text,
    retryAfterSeconds: retry?.seconds,
    native:
      word === undefined && facts === undefined
        ? undefined
        : { style: "messages" as const, ...compact({ type: word?.text, details: facts }) },
  });
  reportStatus(ERROR_WORDS, status, error, report);
  for (const { text, path } of types) if (!saysOnlyKind(ERROR_WORDS, text, kind)) report(finerWord(path, text, kind));
  const kindAt = word !== undefined && decides(word.text, http) ? word.path : ["status"];
  const places = { "native.type": word?.path, "native.details": details?.path, requestId: id?.path };
  return { error, fields: { kind: kindAt, message: message.path, ...compact(places) } };
}

function headerOf(headers: Headers, name: string): Word | undefined {
  for (const [key, text] of Object.entries(headers)) if (key.toLowerCase() === name) return { text, path: ["headers", key] };
  return undefined;
}

function write(error: CanonicalError, profile: Profile, report: Report): { readonly status: number; readonly body: MessagesError } {
  const { kind, status, message, retryable, param, retryAfterSeconds, retryAfterDate, requestId, native, ...rest } = error;
  rest satisfies NothingLeft;
  const own = native?.style === "messages" ? native : undefined;
  const type = own?.type ?? rowOf(ERROR_WORDS, kind, profile)[1];
  const written = own?.type === undefined ? statusOf(ERROR_WORDS, error, profile) : status;
  if (written !== status)
    report(
      approximated("approximated.error", ["status"], `A messages error of this kind has the status ${written}.`, {
        from: status,
        to: written,
      }),
    );
  reportLost(error, { style: "messages", lacks: ["param"], own: own !== undefined }, [], report);
  if (own === undefined && kindOf(type, written) !== kind)
    report(
      approximated("approximated.error", ["kind"], `messages has no error for ${kind}; \`${type}\` is written.`, { from: kind, to: type }),
    );
  const body: MessagesError = {
    type: "error",
    error: { type, message, ...compact({ details: own?.details }) },
    ...compact({ request_id: requestId }),
  };
  return { status: written, body };
}

export const error = errorCodec<MessagesError>({ read, write, nativeOf });

const ERROR_WORDS: ErrorWords = {
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
    "insufficient-balance": [402, "billing_error"],
    "quota-exceeded": [429, "rate_limit_error"],
    internal: [500, "api_error"],
    "not-implemented": [501, "api_error"],
    "bad-gateway": [502, "api_error"],
    unavailable: [529, "overloaded_error"],
    "truncated-stream": [502, "api_error"],
  },
  also: new Map([["overloaded_error", "overloaded"]]),
  vague: new Map([
    ["invalid_request_error", "invalid-request"],
    ["api_error", "internal"],
    ["internal_server_error", "internal"],
  ]),
};

/** Names that say more than a status. */
const KINDS = kindsOf(ERROR_WORDS);

/**
 * `invalid_request_error` and the names of the server's own faults stand for several statuses: a fault of the server stays one.
 * @param status one of an error
 */
function kindOf(type: string | undefined, status: number | undefined): ErrorKind {
  const kind = KINDS.get(type);
  if (kind !== undefined) return kind;
  const vague = ERROR_WORDS.vague.get(type ?? "");
  if (vague === "internal") return status !== undefined && status > 500 ? kindOfStatus(status) : vague;
  return status === undefined ? (vague ?? "internal") : kindOfStatus(status);
}

/** Whether the kind comes from the type, and not from the status. */
function decides(type: string, status: number | undefined): boolean {
  return KINDS.has(type) || status === undefined;
}
