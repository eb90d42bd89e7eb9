/**
 * Errors: `{ "type": "error", "error": { "type", "message" }, "request_id" }`. Of an error in the message of another, its own words count.
 */

import { failure, type Issue } from "../../core/issue.js";
import { attempt, compact, isJsonObject, type JsonObject, memberAt } from "../../core/json.js";
import { type CanonicalError, type ErrorKind, errorStatus, headerOf, kindOfStatus, leaveOutOfError, messageIn } from "../../model/error.js";
import { assembled, errorCodec, excerptOf, splitDetails, unpacked, wordsOf } from "../shared/error.js";
import type { MessagesError } from "./types-answer.js";

export const ERROR_WORDS = wordsOf({
  faults: ["invalid_request_error", "internal_server_error", "api_error"],
  gateway: {
    authentication: "authentication_error",
    "insufficient-balance": "insufficient_balance",
    "quota-exceeded": "quota_exceeded",
    permission: "permission_error",
    "not-found": "not_found_error",
    conflict: "conflict_error",
    "request-too-large": "request_too_large",
    "rate-limit": "rate_limit_error",
    unavailable: "overloaded_error",
    timeout: "timeout_error",
    overloaded: "overloaded_error",
  },
  vendor: {
    "insufficient-balance": "billing_error",
    "quota-exceeded": [429, "rate_limit_error"],
    unavailable: [529, "overloaded_error"],
  },
  also: { overloaded_error: "overloaded" },
  vague: ["invalid_request_error", "internal_server_error", "api_error"],
});

const SHAPE = { style: "messages", words: ERROR_WORDS } as const;

export const error = errorCodec<MessagesError>({
  ...SHAPE,
  nativeOf,
  lacks: { param: "info" },
  kindOf: ([status, type]) => kindOf(type, status),
  read(document, path, { status, body, headers }, report) {
    const { type: outer = null, request_id = null, ...others } = document;
    const isRequest = typeof request_id === "string";
    const found = messageIn(others);
    const beside = { ...found?.beside, type: outer === "error" ? null : outer, request_id: isRequest ? null : request_id };
    if (found !== undefined) leaveOutOfError(beside, path, report);
    const { value, path: place } = found ?? { value: excerptOf(body, path, report), path: [] };
    const at = [...path, ...place];
    const given: JsonObject = isJsonObject(value) ? value : { message: value };
    const { type = null, message = null, details: _details, code: ownCode = null, ...more } = given;
    const messageAt = isJsonObject(value) ? [...at, "message"] : at;
    const inner = unpacked(message, messageAt, report);
    const { type: word, details, code } = { ...given, ...inner };
    // The services of another vendor that serve these models give the HTTP status as a code.
    const http = errorStatus(status) ?? (typeof code === "number" ? errorStatus(code) : undefined);
    leaveOutOfError({ ...more, type: typeof type === "string" ? null : type, code: code === http ? null : ownCode }, at, report);
    const kind = kindOf(word, http);
    const name = typeof word === "string" ? word : undefined;
    const wordAt = inner.type === undefined ? [...at, "type"] : messageAt;
    const detailsAt = inner.details === undefined ? [...at, "details"] : messageAt;
    const header = headerOf(headers, "request-id") ?? headerOf(headers, "x-request-id");
    const id = isRequest ? { value: request_id, path: [...path, "request_id"] } : header;
    const split = splitDetails(details, detailsAt);
    return assembled(SHAPE, report, {
      kind,
      status: http,
      message: inner.message,
      requestId: id?.value,
      retryAfterSeconds: split.retryAfterSeconds,
      own: name === undefined && split.others === undefined ? undefined : compact({ type: name, details: split.others }),
      named: [
        [[...at, "type"], type],
        [messageAt, inner.type],
      ],
      fields: {
        message: messageAt,
        kind: name !== undefined && (http === undefined || ERROR_WORDS.kinds.has(name)) ? wordAt : ["status"],
        "native.type": wordAt,
        "native.details": detailsAt,
        ...compact({ requestId: id?.path }),
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

/**
 * `invalid_request_error` and the names of the server's own faults stand for several statuses: a fault of the server stays one.
 * @param status one of an error
 */
function kindOf(type: unknown, status: number | undefined): ErrorKind {
  const kind = ERROR_WORDS.kinds.get(type);
  if (kind !== undefined) return kind;
  const vague = ERROR_WORDS.vague.get(type);
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
  const message = "`thread` continues what only its service has stored; send all messages without it.";
  return failure("failed.unsupported", ["thread"], message, { received: "continue" });
}

/** What the service answers where it cannot continue a thread: its client then sends the whole conversation by itself. */
function nativeOf({ code, path }: Issue): CanonicalError["native"] {
  const [field, ...deeper] = path;
  if (code !== "failed.unsupported" || field !== "thread" || deeper.length > 0) return undefined;
  return { style: "messages", details: { error_code: "thread_unsupported_request", unsupported: ["thread"] } };
}
