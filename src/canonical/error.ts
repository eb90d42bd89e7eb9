import { isJsonArray, isJsonObject } from "../core/json.js";
import type { Path } from "../core/path.js";
import type { Json, StyleName } from "./common.js";

/** What went wrong, apart from any style's words. Each style has a status and a name for each kind and profile. */
export type ErrorKind =
  | "invalid-request"
  | "authentication"
  | "insufficient-balance"
  | "quota-exceeded"
  | "permission"
  | "not-found"
  | "conflict"
  | "request-too-large"
  | "unprocessable"
  | "rate-limit"
  | "internal"
  | "bad-gateway"
  | "unavailable"
  | "timeout"
  | "overloaded"
  | "cancelled"
  | "not-implemented"
  | "truncated-stream";

/** An error that a service reported: a normal value, not a fault of ours. */
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

/** Canonical paths of an error's details, for what cannot carry them: one for each of them where there are several. */
export function detailPaths({ native }: CanonicalError): Path[] {
  const base = ["native", "details"];
  if (native?.details === undefined) return [];
  const { details } = native;
  if (isJsonArray(details)) return details.map((_detail, index) => [...base, index]);
  return isJsonObject(details)
    ? Object.keys(details)
        .filter((key) => details[key] !== null)
        .map((key) => [...base, key])
    : [base];
}

/** Whether the same request may succeed later: 408, 429 and the server's own faults. */
export function isRetryable(kind: ErrorKind, status: number): boolean {
  switch (kind) {
    case "rate-limit":
    case "internal":
    case "bad-gateway":
    case "unavailable":
    case "timeout":
    case "overloaded":
    case "truncated-stream":
      return true;
    default:
      return status === 408 || status === 429 || (status >= 500 && status !== 501);
  }
}

/** Kind by HTTP status alone; what is not listed is a client's fault below 500 and the server's from there on. */
export function kindOfStatus(status: number): ErrorKind {
  switch (status) {
    case 401:
      return "authentication";
    case 402:
      return "insufficient-balance";
    case 403:
      return "permission";
    case 404:
      return "not-found";
    case 408:
    case 504:
      return "timeout";
    case 409:
      return "conflict";
    case 413:
      return "request-too-large";
    case 422:
      return "unprocessable";
    case 429:
      return "rate-limit";
    case 499:
      return "cancelled";
    case 501:
      return "not-implemented";
    case 502:
      return "bad-gateway";
    case 503:
      return "unavailable";
    case 529:
      return "overloaded";
    default:
      return status >= 400 && status < 500 ? "invalid-request" : "internal";
  }
}
