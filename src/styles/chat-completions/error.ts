/**
 * Error bodies of chat-completions, and of the many servers that are almost like it:
 *
 *     {"error": {"code": "rate_limit_exceeded", "message": "Slow down.", "param": null, "type": "rate_limit_error"}}
 *
 * Others send `{"error": "text"}`, `{"message": …}`, `{"detail": …}`, a number or null as `code`, or HTML.
 */

import { addAll } from "../../core/add-all.js";
import { compact } from "../../core/compact.js";
import { approximated, brief, dropped, type Issue, notice } from "../../core/issue.js";
import { isJsonArray, isJsonObject, type JsonObject } from "../../core/json.js";
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
import { decodeRetryAfter, decodeRetryInfo, encodeRetryAfter, otherRetryHeaders } from "../../model/retry.js";
import type { ErrorCodec } from "../style.js";
import { decidingWord, hasStatus, kindOf, rowOf, saysOnlyKind } from "./error-words.js";
import { type Failure, failureIn, leaveOutBeside } from "./failure.js";
import type { ChatCompletionsError } from "./wire-answer.js";

export const error: ErrorCodec<ChatCompletionsError> = {
  // The name of its kind, `model_not_found`, would blame the model.
  nativeOf: ({ rule }) => (rule === "R-177" ? { style: "chat-completions", code: null } : undefined),
  decode(input) {
    const issues: Issue[] = [];
    const report = (issue: Issue) => issues.push(issue);
    const { status, body, headers } = readErrorInput(input);
    const { error: said, fields } = readBody(body, status, report);
    if (status !== undefined && status !== said.status)
      report(
        approximated("approximated.error", ["status"], `${status} is no status of an error; ${said.status} is taken instead.`, {
          from: status,
          to: said.status,
        }),
      );
    else if (status !== undefined && !hasStatus(said.kind, status)) report(contradicted(["status"], status, said.kind));
    const trace = createTrace();
    const value = trace.mark({ ...decodeRetryAfter(headers), ...said }, [], { ...headerFields(headers), ...fields });
    addAll(issues, otherRetryHeaders(headers, value));
    return { ...ok(value, issues), locate: (path: Path) => trace.locate(value, { status, body, headers }, path) };
  },

  encode(canonical, options = {}) {
    const issues: Issue[] = [];
    const report = (issue: Issue) => issues.push(issue);
    const { status, body } = encodeErrorBody(canonical, options.profile ?? "gateway", [], report);
    return ok({ status, body, headers: encodeRetryAfter(canonical) }, issues);
  },
};

function headerFields(headers: Readonly<Record<string, string>> = {}): FieldPaths {
  const named = Object.keys(headers).find((name) => name.toLowerCase().startsWith("retry-after"));
  return named === undefined ? {} : { retryAfterSeconds: ["headers", named], retryAfterDate: ["headers", named] };
}

interface ReadError {
  readonly error: CanonicalError;
  /** Where its fields stand in `{ status, body, headers }`. */
  readonly fields: FieldPaths;
}

/** Reads an error body, or what came where one was expected. */
function readBody(body: Json, status: number | undefined, report: (issue: Issue) => void): ReadError {
  // The Gemini-compatible endpoint wraps its errors in an array.
  const wrapped = isJsonArray(body) ? body[0] : undefined;
  const [document, path] = isJsonObject(wrapped) ? [wrapped, ["body", 0]] : [body, ["body"]];
  if (!isJsonObject(document)) return { error: plain(document, status, path, report), fields: { message: path } };
  const { error, ...outer } = document;
  const failed = error === undefined || error === null ? failureIn(document) : undefined;
  if (failed !== undefined) {
    leaveOutBeside(document, failed.path, path, report);
    const at = [...path, ...failed.path];
    const fields =
      failed.path[0] === "base_resp"
        ? { message: [...at, "status_msg"], kind: [...at, "status_code"] }
        : fieldsOf(failed.value, status, at);
    return { error: decodeFailure(failed, status, path, report), fields };
  }
  if (error === undefined || error === null) {
    const found = messageIn(outer);
    if (found === undefined) return { error: plain(document, status, path, report), fields: { message: path } };
    const words = { ...found.beside, message: found.value };
    return { error: decodeErrorObject(words, status, path, report), fields: fieldsOf(words, status, path, found.path) };
  }
  leaveOutOfError(outer, path, report);
  const at = [...path, "error"];
  return { error: decodeErrorObject(error, status, at, report), fields: fieldsOf(error, status, at) };
}

function fieldsOf(error: Json, status: number | undefined, at: Path, message: Path = ["message"]): FieldPaths {
  if (!isJsonObject(error)) return { message: at, kind: at };
  const deciding = decidingWord(error.code, error.type, told(error, status));
  return {
    message: [...at, ...message],
    param: [...at, "param"],
    kind: deciding === undefined ? ["status"] : [...at, deciding],
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
function decodeErrorObject(error: Json, status: number | undefined, path: Path, report: (issue: Issue) => void): CanonicalError {
  if (!isJsonObject(error)) return plain(error, status, path, report);
  const { message, type, param, code, ...others } = error;
  const wordOfType = typeof type === "string" ? type : undefined;
  const wordOfCode = typeof code === "string" ? code : undefined;
  const known = told(error, status);
  // A status that counts is no detail, and neither is when to try again.
  const counts = status !== known && known !== undefined ? STATUS_KEYS.find((key) => statusIn(others[key]) === known) : undefined;
  const retry = decodeRetryInfo(others.details);
  const details = Object.fromEntries(
    Object.entries(others).flatMap(([key, value]): [string, Json][] => {
      if (key === counts) return [];
      if (key !== "details" || retry === undefined) return [[key, value]];
      return retry.others === undefined ? [] : [[key, retry.others]];
    }),
  );
  const kind = kindOf(wordOfCode, wordOfType, known);
  for (const [key, word] of [
    ["code", code],
    ["type", type],
  ] as const)
    if (word === null || word === undefined || word === "" || (known !== undefined && statusIn(word) === known)) continue;
    else if (typeof word !== "string") report(contradicted([...path, key], word, kind));
    else if (!saysOnlyKind(word, kind)) report(unsaid([...path, key], word, kind));
  if (param !== null && param !== undefined && typeof param !== "string")
    report(dropped("dropped.field", [...path, "param"], "`param` is no text; the error names no parameter.", { severity: "info" }));
  const text = typeof message === "string" ? innermostMessage(message) : excerptOf(message ?? null, [...path, "message"], report);
  if (typeof message === "string" && text !== message)
    report(
      approximated(
        "approximated.error",
        [...path, "message"],
        "The message holds the error of another service; that one's message is told.",
      ),
    );
  const actual = known ?? status ?? rowOf(kind, "gateway").status;
  const written = actual >= 400 && actual < 600 ? actual : rowOf(kind, "gateway").status;
  return compact({
    kind,
    status: written,
    message: messageOr(text, written, [...path, "message"], report),
    retryable: isRetryable(kind, actual),
    param: typeof param === "string" ? param : undefined,
    retryAfterSeconds: retry?.seconds,
    native: compact({
      style: "chat-completions" as const,
      code: typeof code === "string" || typeof code === "number" || code === null ? code : undefined,
      type: wordOfType,
      details: Object.keys(details).length === 0 ? undefined : details,
    }),
  });
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
  report(unsaid([...at, "status_code"], brief(status_code), kind));
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
function told(error: JsonObject, status: number | undefined): number | undefined {
  const said = [status, ...STATUS_KEYS.map((key) => error[key]), error.code];
  return said.map(statusIn).find((value) => value !== undefined);
}

/** `429`, and the same as text. */
function statusIn(value: Json | undefined): number | undefined {
  const number = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined;
}

/** A word that says more than the kind, or another kind than the one that counts. */
function unsaid(path: Path, word: string, kind: ErrorKind): Issue {
  return approximated("approximated.error", path, `Other styles say of this error that it is of the kind ${kind}, in words of their own.`, {
    from: brief(word),
    to: kind,
  });
}

function contradicted(path: Path, value: Json, kind: ErrorKind): Issue {
  return notice("conflict.resolved", path, `The words of the error say that it is of the kind ${kind}, and they count.`, {
    from: brief(value),
    to: kind,
  });
}

/** Something else stands where an error was expected: its text is the message. */
function plain(value: Json, status: number | undefined, path: Path, report: (issue: Issue) => void): CanonicalError {
  const known = status !== undefined && status >= 400 && status < 600 ? status : undefined;
  const kind = known === undefined ? "internal" : kindOfStatus(known);
  const actual = known ?? rowOf(kind, "gateway").status;
  return {
    kind,
    status: actual,
    message: messageOr(excerptOf(value, path, report), actual, path, report),
    retryable: isRetryable(kind, actual),
  };
}

/** @param path that of the error in the canonical value written, for what is lost */
export function encodeErrorBody(
  error: CanonicalError,
  profile: Profile,
  path: Path,
  report: (issue: Issue) => void,
): { readonly status: number; readonly body: ChatCompletionsError } {
  const { kind, message, param, requestId, native } = error;
  const row = rowOf(kind, profile);
  const own = native?.style === "chat-completions" ? native : undefined;
  const status = own !== undefined || isUnlisted(error) ? error.status : row.status;
  if (kind === "quota-exceeded")
    report(
      approximated(
        "approximated.error",
        [...path, "native", "type"],
        "chat-completions does not tell a used-up quota from an empty balance.",
        {
          from: native?.type ?? kind,
          to: row.code,
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
  const lose = (field: Path, what: string) =>
    report(dropped("dropped.field", [...path, ...field], `A chat-completions error has no place for ${what}.`, { severity: "info" }));
  if (requestId !== undefined) lose(["requestId"], "a request id");
  if (own === undefined) for (const field of detailPaths(error)) lose(field, "details");
  const ownCode = typeof own?.code === "string" || (own?.code === null && profile === "vendor") ? own.code : undefined;
  const details = isJsonObject(own?.details) ? own.details : {};
  return {
    status,
    body: {
      error: {
        ...details,
        code: ownCode === undefined ? row.code : ownCode,
        message,
        param: param ?? null,
        type: own?.type ?? row.type,
      },
    },
  };
}

/** A status that no row has goes on as it is: it says more than the row's. */
function isUnlisted({ kind, status }: CanonicalError): boolean {
  if (kind === "invalid-request") return status > 400 && status < 500 && kindOfStatus(status) === kind;
  return kind === "internal" && status > 500 && status < 600 && kindOfStatus(status) === kind;
}
