/**
 * The words of generate-content errors: which code and name a kind of error has, and of what kind an error with a given code
 * and name is. The number is looked at before the name, because `INVALID_ARGUMENT` stands for both 400 and 404.
 */
import type { Json, Profile } from "../../model/common.js";
import { type ErrorKind, kindOfStatus } from "../../model/error.js";

const NAMES: ReadonlyMap<string, ErrorKind> = new Map([
  ["INVALID_ARGUMENT", "invalid-request"],
  ["FAILED_PRECONDITION", "invalid-request"],
  ["OUT_OF_RANGE", "invalid-request"],
  ["UNAUTHENTICATED", "authentication"],
  ["INSUFFICIENT_BALANCE", "insufficient-balance"],
  ["PERMISSION_DENIED", "permission"],
  ["NOT_FOUND", "not-found"],
  ["ABORTED", "conflict"],
  ["ALREADY_EXISTS", "conflict"],
  ["RESOURCE_EXHAUSTED", "rate-limit"],
  ["RATE_LIMIT_ERROR", "rate-limit"],
  ["CANCELLED", "cancelled"],
  ["INTERNAL", "internal"],
  ["INTERNAL_ERROR", "internal"],
  ["UNKNOWN", "internal"],
  ["DATA_LOSS", "internal"],
  ["UNIMPLEMENTED", "not-implemented"],
  ["UNAVAILABLE", "unavailable"],
  ["DEADLINE_EXCEEDED", "timeout"],
]);

export type Row = readonly [code: number, status: string];

const GATEWAY: { readonly [Kind in ErrorKind]: Row } = {
  "invalid-request": [400, "INVALID_ARGUMENT"],
  authentication: [401, "UNAUTHENTICATED"],
  "insufficient-balance": [402, "INSUFFICIENT_BALANCE"],
  "quota-exceeded": [402, "INSUFFICIENT_BALANCE"],
  permission: [403, "PERMISSION_DENIED"],
  "not-found": [404, "INVALID_ARGUMENT"],
  conflict: [409, "ABORTED"],
  "request-too-large": [413, "INVALID_ARGUMENT"],
  unprocessable: [422, "INVALID_ARGUMENT"],
  "rate-limit": [429, "RATE_LIMIT_ERROR"],
  cancelled: [499, "CANCELLED"],
  internal: [500, "INTERNAL_ERROR"],
  "not-implemented": [501, "UNIMPLEMENTED"],
  "bad-gateway": [502, "INTERNAL_ERROR"],
  unavailable: [503, "UNAVAILABLE"],
  timeout: [504, "DEADLINE_EXCEEDED"],
  overloaded: [503, "UNAVAILABLE"],
  "truncated-stream": [502, "INTERNAL_ERROR"],
};
const VENDOR: { readonly [Kind in ErrorKind]: Row } = {
  ...GATEWAY,
  "insufficient-balance": [429, "RESOURCE_EXHAUSTED"],
  "quota-exceeded": [429, "RESOURCE_EXHAUSTED"],
  "not-found": [404, "NOT_FOUND"],
  "rate-limit": [429, "RESOURCE_EXHAUSTED"],
  internal: [500, "INTERNAL"],
  "bad-gateway": [502, "INTERNAL"],
  "truncated-stream": [502, "INTERNAL"],
};

/** Code and name of a kind. */
export function rowOf(kind: ErrorKind, status: number, profile: Profile): Row {
  const [code, name] = (profile === "vendor" ? VENDOR : GATEWAY)[kind];
  // A status that has no row of its own stays as it is, with the name of its kind.
  const own = (kind === "invalid-request" || kind === "internal") && status >= 400 && status < 600 && kindOfStatus(status) === kind;
  return [own ? status : code, name];
}

/** What a code and a name together say. */
export function kindOf(code: number | undefined, name: Json | undefined): ErrorKind {
  const named = typeof name === "string" ? NAMES.get(name) : undefined;
  if (named !== undefined && (code === undefined || code === 400 || code === 500)) {
    const generic = named === "invalid-request" || named === "internal";
    if (code === undefined || !generic) return named;
  }
  // The gateway's own word for an empty account, whatever status it travels with.
  if (name === "INSUFFICIENT_BALANCE" && code !== undefined && code < 500) return "insufficient-balance";
  return kindOfStatus(code ?? 500);
}

/** Whether the name alone says the kind. */
export function decides(name: Json | undefined, kind: ErrorKind): boolean {
  return typeof name === "string" && NAMES.get(name) === kind;
}

/** Whether a code is one of those that errors of the kind have. */
export function isCodeOf(code: number, kind: ErrorKind): boolean {
  return code === GATEWAY[kind][0] || code === VENDOR[kind][0] || kindOfStatus(code) === kind;
}

/** Whether a name is one of those that errors of the kind have. */
export function isNameOf(name: string, kind: ErrorKind): boolean {
  return name === GATEWAY[kind][1] || name === VENDOR[kind][1];
}
