/** Headers of an upstream's answer: when to try again, and which of them are for its client. No clock: a date is handed through as text. */
import { brief, type Issue, notice } from "../core/issue.js";
import { isJsonArray, isJsonObject, type Json } from "../core/json.js";
import type { Path } from "../core/path.js";
import type { CanonicalError } from "./error.js";

/** What `retry-after-ms` or `retry-after` says; nothing when there is neither. Header names in any letter case. */
export function decodeRetryAfter(headers: Readonly<Record<string, string>>): Pick<CanonicalError, "retryAfterSeconds" | "retryAfterDate"> {
  const milliseconds = amount(headerOf(headers, "retry-after-ms")?.value);
  if (milliseconds !== undefined) return { retryAfterSeconds: milliseconds / 1000 };
  const text = headerOf(headers, "retry-after")?.value;
  const seconds = amount(text);
  if (seconds !== undefined) return { retryAfterSeconds: seconds };
  return text === undefined || text.trim() === "" ? {} : { retryAfterDate: text };
}

/** The header to answer with, in whole seconds; none when nothing is known. */
export function encodeRetryAfter(error: Pick<CanonicalError, "retryAfterSeconds" | "retryAfterDate">): Readonly<Record<string, string>> {
  if (error.retryAfterSeconds !== undefined) return { "retry-after": String(Math.ceil(error.retryAfterSeconds)) };
  return error.retryAfterDate === undefined ? {} : { "retry-after": error.retryAfterDate };
}

/** One issue for each of the headers, by its path in `{ status, body, headers }`, that says something else than the error does now. */
export function otherRetryHeaders(
  headers: Readonly<Record<string, string>>,
  error: Pick<CanonicalError, "retryAfterSeconds" | "retryAfterDate">,
): Issue[] {
  const [told] = Object.values(encodeRetryAfter(error));
  if (told === undefined) return [];
  return Object.entries(headers).flatMap(([key, text]) => {
    const name = key.toLowerCase();
    if (name !== "retry-after" && name !== "retry-after-ms") return [];
    const [said] = Object.values(encodeRetryAfter(decodeRetryAfter({ [name]: text })));
    if (said === told) return [];
    const facts = { severity: "warning", from: brief(text), to: told } as const;
    return [notice("conflict.resolved", ["headers", key], "Another word about when to try again counts.", facts)];
  });
}

/** A header, in any letter case, and where it stands in `{ status, body, headers }`. */
export function headerOf(
  headers: Readonly<Record<string, string>>,
  name: string,
): { readonly value: string; readonly path: Path } | undefined {
  for (const [key, value] of Object.entries(headers)) if (key.toLowerCase() === name) return { value, path: ["headers", key] };
  return undefined;
}

function amount(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

const RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

/** What a list of details says of when to try again. */
interface RetryInfo {
  readonly seconds: number | undefined;
  /** The details without it; undefined when there are none. */
  readonly others: Json | undefined;
  /** Where in the list the others stood; empty where nothing was taken out. */
  readonly positions: readonly number[];
}

/** `{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"12s"}` among the details of an error. */
export function takeRetryInfo(details: Json | undefined): RetryInfo {
  const list = isJsonArray(details) ? details : [];
  const position = list.findIndex((detail) => secondsOf(detail) !== undefined);
  if (position === -1) return { seconds: undefined, others: details ?? undefined, positions: [] };
  const others = list.filter((_other, index) => index !== position);
  const positions = [...list.keys()].filter((index) => index !== position);
  return { seconds: secondsOf(list[position]), others: others.length === 0 ? undefined : others, positions };
}

function secondsOf(detail: Json | undefined): number | undefined {
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
