/**
 * Errors: `{ "type": "error", "error": { "type", "message" }, "request_id" }`. Gateways in a row put the body of one error
 * into the message of the next, so a message that is itself an error body is unpacked.
 */

import { addAll } from "../../core/add-all.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, type Issue, notice } from "../../core/issue.js";
import { asJson, isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ok } from "../../core/result.js";
import { createTrace, type FieldPaths } from "../../core/trace.js";
import {
  type CanonicalError,
  detailPaths,
  excerptOf,
  isRetryable,
  kindOfStatus,
  messageIn,
  messageOr,
  readErrorInput,
} from "../../model/error.js";
import { decodeRetryAfter, decodeRetryInfo, encodeRetryAfter, otherRetryHeaders } from "../../model/retry.js";
import type { ErrorCodec, ErrorInput } from "../style.js";
import { decides, hasStatus, kindOf, rowOf, saysOnlyKind } from "./error-words.js";
import { nativeOf } from "./thread.js";
import type { ErrorObject, MessagesError } from "./wire-answer.js";

type Report = (issue: Issue) => void;
type Headers = Readonly<Record<string, string>>;

/** A word of the source, and where it stands in `{ status, body, headers }`. */
interface Word {
  readonly text: string;
  readonly path: Path;
}

interface Told {
  readonly message: Word;
  readonly details?: { readonly value: Json; readonly path: Path };
  readonly requestId?: Word;
  readonly status?: { readonly value: number; readonly path: Path };
  /** Outermost first; the last one counts. */
  readonly types: readonly Word[];
}

/** How deep a message that is itself an error body is unpacked. */
const MAX_NESTING = 3;

function tell(body: Json, path: Path, report: Report, depth = 0): Told {
  if (!isJsonObject(body)) return tellText(body, path, report, depth);
  const { type, error = null, request_id, ...others } = body;
  const id = typeof request_id === "string" ? { requestId: { text: request_id, path: at(path, "request_id", depth) } } : {};
  const said = error === null ? messageIn(others) : undefined;
  if (error === null && said === undefined) return { ...tellText(body, path, report, MAX_NESTING), ...id };
  const odd = type === "error" ? {} : { type };
  const { value: message, path: place, beside } = said ?? { value: error, path: ["error"], beside: others };
  leaveOut({ ...beside, ...odd, ...("requestId" in id ? {} : { request_id }) }, path, depth, report);
  const inner = depth === 0 ? [...path, ...place] : path;
  return { ...id, ...(isJsonObject(message) ? tellObject(message, inner, report, depth) : tellText(message, inner, report, depth)) };
}

function tellObject(error: JsonObject, path: Path, report: Report, depth: number): Told {
  const { type, message = null, details = null, code, ...others } = error;
  // The services of another vendor that serve these models say the HTTP status as a code.
  const status = isErrorStatus(code) ? { status: { value: code, path: at(path, "code", depth) } } : {};
  leaveOut({ ...others, ...(typeof type === "string" ? {} : { type }), ...("status" in status ? {} : { code }) }, path, depth, report);
  const types = typeof type === "string" ? [{ text: type, path: at(path, "type", depth) }] : [];
  const told = tellText(message, at(path, "message", depth), report, depth);
  return {
    ...(details === null ? {} : { details: { value: details, path: at(path, "details", depth) } }),
    ...status,
    ...told,
    types: [...types, ...told.types],
  };
}

/** The text of a message, or what is told by the error body that it holds. */
function tellText(value: Json, path: Path, report: Report, depth: number): Told {
  const inner = typeof value === "string" && depth < MAX_NESTING ? nested(value) : undefined;
  if (inner !== undefined) return tell(inner, path, report, depth + 1);
  const isMessage = typeof value === "string" && path.length > 1;
  return { message: { text: isMessage ? value : excerptOf(value, path, report), path }, types: [] };
}

/** A place inside a text has no path of its own. */
function at(path: Path, key: string, depth: number): Path {
  return depth === 0 ? [...path, key] : path;
}

function leaveOut(others: JsonObject | { readonly [key: string]: Json | undefined }, path: Path, depth: number, report: Report): void {
  for (const [key, value] of Object.entries(others))
    if (value !== null && value !== undefined)
      report(
        dropped("dropped.field", at(path, key, depth), `\`${brief(key)}\` is no field of an error that other styles know.`, {
          severity: "info",
        }),
      );
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
function decode(input: ErrorInput): ReturnType<ErrorCodec<MessagesError>["decode"]> {
  const issues: Issue[] = [];
  const report = (issue: Issue) => void issues.push(issue);
  const { status, body, headers } = readErrorInput(input);
  // Gateways in front of other vendors pass on errors that are wrapped in an array.
  const first = isJsonArray(body) && isJsonObject(body[0]) ? body[0] : undefined;
  if (isJsonArray(body) && first !== undefined && body.length > 1)
    report(dropped("dropped.field", ["body"], "Of several errors the first one counts.", { severity: "info" }));
  const { message, types, details, requestId, status: code } = tell(first ?? body, first === undefined ? ["body"] : ["body", 0], report);
  const http = isErrorStatus(status) ? status : code?.value;
  if (code !== undefined && code.value !== http) leaveOut({ code: code.value }, code.path.slice(0, -1), 0, report);
  const word = types.at(-1);
  const kind = kindOf(word?.text, http);
  const known = http ?? rowOf(kind, "gateway")[0];
  const id = requestId ?? headerOf(headers, "request-id") ?? headerOf(headers, "x-request-id");
  const retryInfo = decodeRetryInfo(details?.value);
  const retry = retryInfo === undefined ? decodeRetryAfter(headers) : { retryAfterSeconds: retryInfo.seconds };
  const facts = retryInfo === undefined ? details?.value : retryInfo.others;
  const value: CanonicalError = {
    kind,
    status: known,
    message: messageOr(message.text, known, message.path, report),
    retryable: isRetryable(kind, known),
    ...compact({ requestId: id?.text }),
    ...retry,
    ...(word === undefined && facts === undefined
      ? {}
      : { native: { style: "messages", ...compact({ type: word?.text, details: facts }) } }),
  };
  reportStatus(status, value, report);
  for (const { text, path } of types) if (!saysOnlyKind(text, kind)) report(unsaid(text, path, value));
  addAll(issues, otherRetryHeaders(headers, value));
  const trace = createTrace();
  const kindAt = word !== undefined && decides(word.text, http) ? word.path : ["status"];
  trace.mark(value, [], { kind: kindAt, ...fieldsOf(word?.path, message.path, details?.path, id?.path, headers) });
  return { ...ok(value, issues), locate: (path) => trace.locate(value, { status, body, headers }, path) };
}

function fieldsOf(
  word: Path | undefined,
  message: Path,
  details: Path | undefined,
  requestId: Path | undefined,
  headers: Headers,
): FieldPaths {
  const retry = Object.keys(headers).find((name) => name.toLowerCase().startsWith("retry-after"));
  return {
    message,
    ...compact({ "native.type": word, "native.details": details, requestId }),
    ...(retry === undefined ? {} : { retryAfterSeconds: ["headers", retry], retryAfterDate: ["headers", retry] }),
  };
}

function headerOf(headers: Headers, name: string): Word | undefined {
  for (const [key, text] of Object.entries(headers)) if (key.toLowerCase() === name) return { text, path: ["headers", key] };
  return undefined;
}

function isErrorStatus(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 400 && value < 600;
}

function reportStatus(status: number | undefined, { kind, status: known }: CanonicalError, report: Report): void {
  if (status === undefined) return;
  if (status !== known)
    report(
      approximated("approximated.error", ["status"], `${status} is no status of an error; ${known} is taken instead.`, {
        from: status,
        to: known,
      }),
    );
  else if (!hasStatus(kind, status))
    report(
      notice("conflict.resolved", ["status"], `The type of the error says that it is of the kind ${kind}, and it counts.`, {
        from: status,
        to: kind,
      }),
    );
}

/** A type that says more than the kind, or another kind than the one that counts. */
function unsaid(text: string, path: Path, { kind }: CanonicalError): Issue {
  return approximated("approximated.error", path, `Other styles say of this error that it is of the kind ${kind}, in words of their own.`, {
    from: brief(text),
    to: kind,
  });
}

function encode(
  error: CanonicalError,
  { profile = "gateway" }: Parameters<ErrorCodec<MessagesError>["encode"]>[1] = {},
): ReturnType<ErrorCodec<MessagesError>["encode"]> {
  const { kind, status, message, retryable, param, retryAfterSeconds, retryAfterDate, requestId, native, ...rest } = error;
  rest satisfies NothingLeft;
  const issues: Issue[] = [];
  const own = native?.style === "messages" ? native : undefined;
  const [rowStatus, rowType] = rowOf(kind, profile);
  const type = own?.type ?? rowType;
  // A status that has no row of its own passes through beside the row of its kind.
  const written = own?.type !== undefined || isUnlisted(error) ? status : rowStatus;
  if (written !== status)
    issues.push(
      approximated("approximated.error", ["status"], `A messages error of this kind has the status ${written}.`, {
        from: status,
        to: written,
      }),
    );
  if (param !== undefined && param !== null)
    issues.push(
      dropped("dropped.field", ["param"], "Errors of this style do not name a parameter.", { severity: "info", from: brief(param) }),
    );
  if (own === undefined)
    for (const path of detailPaths(error))
      issues.push(dropped("dropped.field", path, "The details are another style's.", { severity: "info" }));
  if (own === undefined && kindOf(type, written) !== kind)
    issues.push(
      approximated("approximated.error", ["kind"], `This style has no error of its own for ${kind}; it says \`${type}\`.`, {
        from: kind,
        to: type,
      }),
    );
  const object: ErrorObject = { type, message, ...compact({ details: own?.details }) };
  const body: MessagesError = { type: "error", error: object, ...compact({ request_id: requestId }) };
  return ok({ status: written, body, headers: encodeRetryAfter(error) }, issues);
}

function isUnlisted({ kind, status }: CanonicalError): boolean {
  if (kind !== "invalid-request" && kind !== "internal") return false;
  return status >= 400 && status <= 599 && kindOfStatus(status) === kind;
}

export const error: ErrorCodec<MessagesError> = { decode, encode, nativeOf };
