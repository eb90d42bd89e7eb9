/** When to try again: the headers in which services say it. No clock: a date is handed through as text. */
import type { CanonicalError } from "./error.js";

/** What `retry-after-ms` or `retry-after` says; nothing when there is neither. Header names in any letter case. */
export function decodeRetryAfter(
  headers: Readonly<Record<string, string>> | undefined,
): Pick<CanonicalError, "retryAfterSeconds" | "retryAfterDate"> {
  const milliseconds = amount(header(headers, "retry-after-ms"));
  if (milliseconds !== undefined) return { retryAfterSeconds: milliseconds / 1000 };
  const text = header(headers, "retry-after");
  const seconds = amount(text);
  if (seconds !== undefined) return { retryAfterSeconds: seconds };
  return text === undefined || text.trim() === "" ? {} : { retryAfterDate: text };
}

/** The header to answer with, in whole seconds; none when nothing is known. */
export function encodeRetryAfter(error: Pick<CanonicalError, "retryAfterSeconds" | "retryAfterDate">): Readonly<Record<string, string>> {
  if (error.retryAfterSeconds !== undefined) return { "retry-after": String(Math.ceil(error.retryAfterSeconds)) };
  return error.retryAfterDate === undefined ? {} : { "retry-after": error.retryAfterDate };
}

function header(headers: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  for (const [key, value] of Object.entries(headers ?? {})) if (key.toLowerCase() === name && typeof value === "string") return value;
  return undefined;
}

function amount(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
