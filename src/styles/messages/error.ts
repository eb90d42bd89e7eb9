/**
 * Errors: `{ "type": "error", "error": { "type", "message" }, "request_id" }`. Gateways in a row put the body of one error
 * into the message of the next, so a message that is itself an error body is unpacked.
 */

import { failure, type Issue, type Path, type Report } from "../../core/issue.js";
import { attempt, compact, isJsonObject, type Json, type JsonObject, memberAt } from "../../core/json.js";
import { type CanonicalError, type ErrorKind, errorStatus, headerOf, kindOfStatus, leaveOutOfError, messageIn } from "../../model/error.js";
import { assembled, errorCodec, excerptOf, nestedBody, splitDetails, unwrapped, wordsOf } from "../shared/error.js";
import type { MessagesError } from "./wire-answer.js";

export const ERROR_WORDS = wordsOf({
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
});

const SHAPE = { style: "messages", words: ERROR_WORDS } as const;

export const error = errorCodec<MessagesError>({
  ...SHAPE,
  nativeOf,
  lacks: ["param"],
  kindOf: ([status, type]) => kindOf(type, status),
  read({ status, body, headers }, report) {
    const [document, path] = unwrapped(body, report);
    const { message, types, details, requestId, status: code } = readDocument(document ?? body, path, report);
    const http = errorStatus(status) ?? code?.value;
    if (code !== undefined && code.value !== http) leaveOutOfError({ code: code.value }, code.path.slice(0, -1), report);
    const word = types.at(-1);
    const kind = kindOf(word?.value, http);
    const id = requestId ?? headerOf(headers, "request-id") ?? headerOf(headers, "x-request-id");
    const split = splitDetails(details?.value, details?.path ?? path);
    const byWord = word !== undefined && (http === undefined || ERROR_WORDS.kinds.has(word.value));
    return assembled(SHAPE, report, {
      kind,
      status: http ?? ERROR_WORDS.gateway[kind][0],
      message: message.value,
      requestId: id?.value,
      retryAfterSeconds: split.retryAfterSeconds,
      own: word === undefined && split.others === undefined ? undefined : compact({ type: word?.value, details: split.others }),
      named: types.map((type) => [type.path, type.value]),
      fields: {
        message: message.path,
        kind: byWord ? word.path : ["status"],
        ...compact({ "native.type": word?.path, "native.details": details?.path, requestId: id?.path }),
        ...split.fields,
      },
    });
  },
  write({ status, message, requestId }, [statusOfRow, word], own) {
    const { type = word, details } = own ?? {};
    const body = { type: "error" as const, error: { type, message, ...compact({ details }) }, ...compact({ request_id: requestId }) };
    return [own?.type === undefined ? statusOfRow : status, body];
  },
});

/** What was found, and where it stands in `{ status, body, headers }`. */
interface Found<T> {
  readonly value: T;
  readonly path: Path;
}

interface ErrorText {
  readonly message: Found<string>;
  readonly details?: Found<Json>;
  readonly requestId?: Found<string>;
  readonly status?: Found<number>;
  /** Outermost first; the last one counts. */
  readonly types: readonly Found<string>[];
}

/** How deep a message that is itself an error body is unpacked. */
const MAX_NESTING = 3;

/** A place inside a text has no path of its own. */
function readDocument(body: Json, path: Path, report: Report, depth = 0): ErrorText {
  const { type: outer, error = null, request_id, ...others }: JsonObject = isJsonObject(body) ? body : {};
  const isRequest = typeof request_id === "string";
  const inside = (at: Path, key: string) => (depth === 0 ? [...at, key] : path);
  const id = isRequest ? { requestId: { value: request_id, path: inside(path, "request_id") } } : {};
  const found = error === null ? messageIn(others) : { value: error, path: ["error"], beside: others };
  if (found === undefined) return { ...readText(body, path, report, isJsonObject(body) ? MAX_NESTING : depth), ...id };
  const leave = (fields: JsonObject, at: Path) => leaveOutOfError(fields, at, depth === 0 ? report : (issue) => report({ ...issue, path }));
  leave({ ...found.beside, ...(outer === "error" ? {} : { type: outer }), ...(isRequest ? {} : { request_id }) }, path);
  const at = depth === 0 ? [...path, ...found.path] : path;
  if (!isJsonObject(found.value)) return { ...id, ...readText(found.value, at, report, depth) };
  const { type, message = null, details = null, code, ...more } = found.value;
  // The services of another vendor that serve these models give the HTTP status as a code.
  const isStatus = typeof code === "number" && errorStatus(code) !== undefined;
  leave({ ...more, ...(typeof type === "string" ? {} : { type }), ...(isStatus ? {} : { code }) }, at);
  const types = typeof type === "string" ? [{ value: type, path: inside(at, "type") }] : [];
  const text = readText(message, inside(at, "message"), report, depth);
  return {
    ...id,
    ...(details === null ? {} : { details: { value: details, path: inside(at, "details") } }),
    ...(isStatus ? { status: { value: code, path: inside(at, "code") } } : {}),
    ...text,
    types: [...types, ...text.types],
  };
}

/** The text of a message, or that of the error body that it holds. */
function readText(value: Json, path: Path, report: Report, depth: number): ErrorText {
  const inner = typeof value === "string" && depth < MAX_NESTING ? nestedBody(value) : undefined;
  if (inner !== undefined) return readDocument(inner, path, report, depth + 1);
  const isMessage = typeof value === "string" && path.length > 1;
  return { message: { value: isMessage ? value : excerptOf(value, path, report), path }, types: [] };
}

/**
 * `invalid_request_error` and the names of the server's own faults stand for several statuses: a fault of the server stays one.
 * @param status one of an error
 */
function kindOf(type: string | undefined, status: number | undefined): ErrorKind {
  const kind = ERROR_WORDS.kinds.get(type);
  if (kind !== undefined) return kind;
  const vague = ERROR_WORDS.vague.get(type ?? "");
  if (vague === "internal") return status !== undefined && status > 500 ? kindOfStatus(status) : vague;
  return status === undefined ? (vague ?? "internal") : kindOfStatus(status);
}

/**
 * Threads of the messages beta: a request may hold the new messages alone, and the service has those before them.
 * Source: the types and the thread helper of @anthropic-ai/sdk 1.12, `message-threads-2026-08-12`.
 */

/** Whether a request goes on with a conversation that only the service has: it is no whole one, and may be empty. */
export function continuesThread(body: unknown): boolean {
  return attempt((request) => ["thread", "type"].reduce<unknown>(memberAt, request), body) === "continue";
}

/** Another service would answer the new messages alone, and nobody would notice. */
export function unsupportedThread(): Issue {
  const message = "`thread` continues a conversation that only the service which stored it has; send all its messages, without `thread`.";
  return failure("failed.unsupported", ["thread"], message, { received: "continue" });
}

/** What the service answers where it cannot continue a thread: its client then sends the whole conversation by itself. */
function nativeOf({ code, path }: Issue): CanonicalError["native"] {
  const [field, ...deeper] = path;
  if (code !== "failed.unsupported" || field !== "thread" || deeper.length > 0) return undefined;
  return { style: "messages", details: { error_code: "thread_unsupported_request", unsupported: ["thread"] } };
}
