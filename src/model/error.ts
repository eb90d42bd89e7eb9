import { brief, failure, formatPath, type Issue, minorLoss, notice, type Path, type Report } from "../core/issue.js";
import { asJson, attempt, isJsonArray, isJsonObject, isObject, type JsonObject, setMember } from "../core/json.js";
import { valueIn } from "../core/json-text.js";
import type { Json, StyleName } from "./common.js";

/** Of a kind where no other is known: its status (R-173, of which 499 and 529 are nginx's and the vendor's), and what RFC 9110 calls that. */
const KINDS = {
  "invalid-request": [400, "Bad Request"],
  authentication: [401, "Unauthorized"],
  "insufficient-balance": [402, "Payment Required"],
  permission: [403, "Forbidden"],
  "quota-exceeded": [403, "Forbidden"],
  "not-found": [404, "Not Found"],
  conflict: [409, "Conflict"],
  "request-too-large": [413, "Content Too Large"],
  unprocessable: [422, "Unprocessable Content"],
  "rate-limit": [429, "Too Many Requests"],
  internal: [500, "Internal Server Error"],
  "bad-gateway": [502, "Bad Gateway"],
  unavailable: [503, "Service Unavailable"],
  timeout: [504, "Gateway Timeout"],
  overloaded: [529, "Overloaded"],
  cancelled: [499, "Client Closed Request"],
  "not-implemented": [501, "Not Implemented"],
  "truncated-stream": [502, "Bad Gateway"],
} as const;

/**
 * What went wrong, apart from any style's words. Each style has a status and a name for each kind and profile.
 * Source: the statuses and names of and V-30.
 * @useDeclaredType
 */
export type ErrorKind = keyof typeof KINDS;

export const ERROR_KINDS: readonly ErrorKind[] = Object.keys(KINDS).filter(isErrorKind);

export function isErrorKind(word: unknown): word is ErrorKind {
  return typeof word === "string" && Object.hasOwn(KINDS, word);
}

export function statusOfKind(kind: ErrorKind): number {
  return KINDS[kind][0];
}

/**
 * An error that a service reported: a normal value, not a fault of ours.
 * Source: the `error` object of each style, the HTTP status and `retry-after`.
 */
export interface CanonicalError {
  readonly kind: ErrorKind;
  /** HTTP status as the source gave it, or that of the kind. */
  readonly status: number;
  readonly message: string;
  readonly retryable: boolean;
  readonly param?: string | null;
  readonly retryAfterSeconds?: number;
  /** A `retry-after` header that is a date: handed through, for the library has no clock. */
  readonly retryAfterDate?: string;
  readonly requestId?: string;
  readonly native?: {
    readonly style: StyleName;
    readonly code?: string | number | null;
    readonly type?: string;
    readonly status?: string;
    readonly details?: Json;
  };
}

/**
 * Where a body states that something went wrong instead of answering: `{error}`, also within an array, and without an answer
 * `{message}` or `{detail}`. Undefined when it does not.
 * @param body plain JSON
 * @param answer the keys under which an answer would stand
 */
export function errorIn(body: unknown, answer: readonly string[]): Path | undefined {
  const wrapped = Array.isArray(body);
  const document: unknown = wrapped ? body[0] : body;
  const at = wrapped ? [0] : [];
  if (!isObject(document)) return undefined;
  const { error } = document;
  if (isObject(error) || (typeof error === "string" && error !== "")) return [...at, "error"];
  if (answer.some((key) => document[key] != null)) return undefined;
  const member = ["error", "message", "detail"].find((key) => (document[key] ?? "") !== "");
  return member === undefined ? undefined : [...at, member];
}

const MESSAGE_KEYS = ["error", "message", "detail", "error_description", "Message", "msg"];

/** `{"error": …}`, `{"message": …}` of compatible servers, and what gateways and clouds have instead; the first of several counts. */
export function messageIn(body: JsonObject) {
  const key = MESSAGE_KEYS.find((name) => body[name] != null);
  if (key !== undefined) {
    const { [key]: value = null, ...beside } = body;
    return { value, path: [key], beside };
  }
  const first = isJsonArray(body.errors) ? body.errors[0] : undefined;
  const message = isJsonObject(first) ? first.message : undefined;
  return message === undefined ? undefined : { value: message, path: ["errors", 0, "message"], beside: body };
}

/** Reports that fields of an error, or beside one, get lost. @param path that of the object that holds them */
export function leaveOutOfError(fields: Readonly<Record<string, unknown>>, path: Path, report: Report): void {
  for (const [key, value] of Object.entries(fields)) {
    const message = `The error that is written has no \`${brief(key) || formatPath([key])}\`.`;
    if (value !== null && value !== undefined) report(minorLoss([...path, key], message));
  }
}

/** `502 Bad Gateway`: a status with the phrase of its kind. */
export function statusPhrase(status: number): string {
  const [known, phrase] = KINDS[kindOfStatus(status)];
  return known === status ? `${status} ${phrase}` : String(status);
}

/** An error in place of an answer or the rest of a stream. @param path that of the error in the body */
export function reportedError(
  { kind, message }: Pick<CanonicalError, "kind" | "message">,
  path: Path,
  code: "response.error_body" | "stream.error",
): Issue {
  return failure(code, path, `The service reported an error (${kind}): ${brief(message)}`, { received: kind });
}

/** An error answer as far as it can be read. */
export interface ErrorFacts {
  readonly status: number | undefined;
  /** A copy: whatever came, it is plain data from here on. */
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;
}

/** What came as an error answer, whatever it is: a status that is no number is unknown, and so is a header that is no text. */
export function readErrorInput(input: unknown): ErrorFacts {
  return attempt(factsOf, input) ?? { status: undefined, body: null, headers: {} };
}

/** The very body of an error answer: that of a reply, or what stands in its place. */
export function errorBodyOf(input: unknown): unknown {
  return isObject(input) ? input.body : input;
}

function factsOf(input: unknown): ErrorFacts {
  const { status, body, headers }: Readonly<Record<string, unknown>> = isObject(input) ? input : { body: input };
  return {
    status: typeof status === "number" && Number.isFinite(status) ? status : undefined,
    body: parsed(plainCopy(body)),
    headers: textsOf(headers),
  };
}

/** A caller may have the text of a body and nothing else; what is no JSON is passed on as it is. */
function parsed(body: Json): Json {
  if (typeof body !== "string" || !/^\s*[[{]/.test(body)) return body;
  const read = plainCopy(valueIn(body));
  return isJsonObject(isJsonArray(read) ? read[0] : read) ? read : body;
}

/** Null for what is no JSON. */
export function plainCopy(value: unknown): Json {
  const json = asJson(value ?? null);
  if (!json.ok) return null;
  return typeof json.value === "object" ? JSON.parse(JSON.stringify(json.value)) : json.value;
}

/** A record, pairs, or what is walked as `Headers` and maps are. */
function textsOf(headers: unknown): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  const add = (value: unknown, name: unknown) => {
    // Node has lists of what may stand more than once.
    const [text] = Array.isArray(value) ? value : [value];
    if (typeof name === "string" && (typeof text === "string" || typeof text === "number")) setMember(texts, name, String(text));
  };
  if (Array.isArray(headers)) for (const [name, value] of headers.filter(Array.isArray)) add(value, name);
  else if (!isObject(headers)) return texts;
  else if (typeof headers.forEach === "function") headers.forEach(add);
  else for (const [name, value] of Object.entries(headers)) add(value, name);
  return texts;
}

/** Whether the same request may succeed later, by the status or that of the kind: 408, 429 and the server's own faults. */
export function isRetryable(kind: ErrorKind, status: number): boolean {
  // Waiting does not fill an account, whatever the status.
  if (kind === "insufficient-balance" || kind === "quota-exceeded") return false;
  return [status, statusOfKind(kind)].some((each) => each === 408 || each === 429 || (each >= 500 && each !== 501));
}

/** An error of the kind, with the status of the kind where there is no other. */
export function errorOf(kind: ErrorKind, message: string, status = statusOfKind(kind)): CanonicalError {
  return { kind, status, message, retryable: isRetryable(kind, status) };
}

const KIND_OF_STATUS: ReadonlyMap<number, ErrorKind> = new Map([
  [408, "timeout"],
  // Of several kinds with one status the first counts.
  ...[...ERROR_KINDS].reverse().map((kind) => [statusOfKind(kind), kind] as const),
]);

/** Kind by HTTP status alone; what is not listed is a client's fault below 500 and the server's from there on. */
export function kindOfStatus(status: number): ErrorKind {
  return KIND_OF_STATUS.get(status) ?? (status >= 400 && status < 500 ? "invalid-request" : "internal");
}

/** A status that states that something went wrong, also as text. */
export function errorStatus(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined;
}

type RetryAfter = Pick<CanonicalError, "retryAfterSeconds" | "retryAfterDate">;

/** What `retry-after-ms` or `retry-after` states; nothing when there is neither. Header names in any letter case. */
export function decodeRetryAfter(headers: Readonly<Record<string, string>>): RetryAfter {
  const milliseconds = amount(headerOf(headers, "retry-after-ms")?.value);
  const text = headerOf(headers, "retry-after")?.value ?? "";
  const retryAfterSeconds = milliseconds === undefined ? amount(text) : milliseconds / 1000;
  if (retryAfterSeconds !== undefined) return { retryAfterSeconds };
  return text.trim() === "" ? {} : { retryAfterDate: text };
}

/** The header to answer with, in whole seconds; none when nothing is known. */
export function encodeRetryAfter(error: RetryAfter): Readonly<Record<string, string>> {
  const text = retryText(error);
  return text === undefined ? {} : { "retry-after": text };
}

function retryText({ retryAfterSeconds: seconds, retryAfterDate }: RetryAfter): string | undefined {
  return seconds === undefined ? retryAfterDate : String(Math.ceil(seconds));
}

/** One issue for each of the headers, by its path in `{ status, body, headers }`, that states something else than the error does now. */
export function otherRetryHeaders(headers: Readonly<Record<string, string>>, error: RetryAfter): Issue[] {
  const to = retryText(error);
  if (to === undefined) return [];
  return Object.entries(headers).flatMap(([key, text]) => {
    if (retryText(decodeRetryAfter({ [key]: text })) === to || !/^retry-after(?:-ms)?$/i.test(key)) return [];
    const facts = { severity: "warning", from: brief(text), to } as const;
    return [notice("conflict.resolved", ["headers", key], "Another time to try again counts.", facts)];
  });
}

/** A header, in any letter case, and where it stands in `{ status, body, headers }`. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string) {
  for (const [key, value] of Object.entries(headers)) if (key.toLowerCase() === name) return { value, path: ["headers", key] };
  return undefined;
}

function amount(text = ""): number | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

const RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

/** `{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"12s"}` among the details of an error: when to try again. */
export function retryDelayOf(detail: Json | undefined): number | undefined {
  if (!isJsonObject(detail) || Object.keys(detail).length !== 2 || detail["@type"] !== RETRY_INFO) return undefined;
  const delay = detail.retryDelay ?? detail.retry_delay;
  const seconds = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
  return seconds === undefined ? undefined : Number(seconds);
}

export function encodeRetryInfo(seconds: number): Json {
  return { "@type": RETRY_INFO, retryDelay: `${seconds}s` };
}

/** What clients and their users read: the type, how long to wait, limits, ids for support, what is deprecated, where uploads stand. */
const FOR_CLIENTS =
  /^(?:cache-control|content-type|deprecation|openai-processing-ms|openai-version|sunset|x-should-retry|retry-after(?:-ms)?|(?:[a-z-]*-)?request-?id|(?:x-)?ratelimit(?:-[a-z0-9-]+)?|anthropic-(?:fast|priority|ratelimit)-[a-z0-9-]+|x-goog-upload-[a-z0-9-]+)$/;

/** @param name in lower case */
export function isForClient(name: string): boolean {
  return FOR_CLIENTS.test(name);
}
