/** Everything that is said of an error read or written, as rows. */
import { expect } from "vitest";
import type { CanonicalError, ErrorKind } from "../../../src/model/index.js";
import { error } from "../../../src/styles/chat-completions/error.js";
import type { ErrorInput } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { inLines } from "../../support/issue-rows.js";

/** An answer with this status whose body is an error. */
const at = (status?: number, error: object = {}, headers?: Record<string, string>): ErrorInput => ({
  ...(status === undefined ? {} : { status }),
  body: { error: { message: "m", ...error } },
  ...(headers === undefined ? {} : { headers }),
});
const plain = (kind: ErrorKind, status: number, message: string): Partial<CanonicalError> => ({
  kind,
  status,
  message,
  retryable: status === 429 || status >= 500,
});
const failed = (kind: ErrorKind, status: number, native: object = {}, more: object = {}): Partial<CanonicalError> => ({
  ...plain(kind, status, "m"),
  native: { style: "chat-completions", ...native },
  ...more,
});
const fault = (kind: ErrorKind, status: number, more: Partial<CanonicalError> = {}): CanonicalError => ({
  message: "m",
  retryable: false,
  kind,
  status,
  ...more,
});
const reply = (status: number, code: string | null, type: string, more: object = {}) => ({
  status,
  body: { error: { code, message: "m", param: null, type, ...more } },
  headers: {},
});

/** Where values are found, unless a row has another place. */
const PLACES = { message: "body.error.message", kind: "status" };

cases<[input: ErrorInput, value: Partial<CanonicalError>, issues?: string[], places?: Record<string, string>]>({
  "a status beyond the errors does not decide": [at(600), failed("internal", 500), ["approximated.error status warning from 600 to 500"]],
  "the last status of errors decides about a text": [{ status: 599, body: "odd" }, plain("internal", 599, "odd"), [], { message: "body" }],
  "a bare message stands in the body itself": [
    { status: 404, body: { message: "m", code: "model_not_found" } },
    failed("not-found", 404, { code: "model_not_found" }),
    [],
    { message: "body.message", kind: "body.code", "native.code": "body.code" },
  ],
  "a status as a code is no loss": [at(429, { code: "429" }), failed("rate-limit", 429, { code: "429" })],
  "a number as a code beyond the errors contradicts": [
    at(500, { code: 600 }),
    failed("internal", 500, { code: 600 }),
    ['conflict.resolved body.error.code info from 600 to "internal"'],
  ],
  "a null as a code is kept": [at(500, { code: null }), failed("internal", 500, { code: null })],
  "an object as a type contradicts": [
    at(500, { type: { a: 1 } }),
    failed("internal", 500),
    ['conflict.resolved body.error.type info from "an object" to "internal"'],
  ],
  "a parameter that is no text is left out": [
    at(400, { param: ["p"] }),
    failed("invalid-request", 400),
    ["dropped.field body.error.param info"],
  ],
  "an error in the message is unpacked": [
    { status: 400, body: { error: { message: '{"error":{"message":"inner"}}' } } },
    failed("invalid-request", 400, {}, { message: "inner" }),
    ["approximated.error body.error.message warning"],
  ],
  "when to try again is in the details": [
    at(429, { details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3s" }], more: 1 }),
    failed("rate-limit", 429, { details: { more: 1 } }, { retryAfterSeconds: 3 }),
    [],
    { retryAfterSeconds: "body.error.details", "native.details": "body.error" },
  ],
  "a time in the body is found there, and its other details are kept": [
    at(429, { details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3s" }, { a: 1 }] }, { "x-retry-after": "9" }),
    failed("rate-limit", 429, { details: { details: [{ a: 1 }] } }, { retryAfterSeconds: 3 }),
    [],
    { retryAfterSeconds: "body.error.details", "native.details": "body.error" },
  ],
  "a null as a parameter names none": [at(400, { param: null }), failed("invalid-request", 400)],
  "a header says a date to try again": [
    at(429, {}, { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }),
    failed("rate-limit", 429, {}, { retryAfterDate: "Wed, 21 Oct 2026 07:28:00 GMT" }),
    [],
    { retryAfterDate: "headers.retry-after" },
  ],
  "a status in the body may be a text": [at(undefined, { status_code: "503" }), failed("unavailable", 503)],
  "a status in the body that is none is a detail": [
    at(undefined, { status: "x", status_code: 429 }),
    failed("rate-limit", 429, { details: { status: "x" } }),
    [],
    { "native.details": "body.error" },
  ],
  "a truth as a code contradicts, and is no code": [
    at(400, { code: true }),
    failed("invalid-request", 400),
    ['conflict.resolved body.error.code info from "true" to "invalid-request"'],
  ],
  "empty words say nothing": [at(400, { type: "", code: "" }), failed("invalid-request", 400, { code: "", type: "" })],
  "an array of texts is a text": [{ status: 400, body: ["m"] }, plain("invalid-request", 400, '["m"]'), [], { message: "body" }],
})("read: %s", (input, value, issues = [], places = {}) => {
  const words = Object.keys(value.native ?? {}).filter((word) => word === "code" || word === "type");
  const expected = { ...PLACES, ...Object.fromEntries(words.map((word) => [`native.${word}`, `body.error.${word}`])), ...places };
  const read = error.decode(input);
  const found = Object.fromEntries(Object.keys(expected).map((field) => [field, read.locate(field.split(".")).join(".")]));
  expect(inLines({ value: read.value, issues: read.issues, places: found })).toEqual({ value, issues, places: expected });
});

cases<[canonical: CanonicalError, value: object, issues?: string[], options?: { profile?: "gateway" | "vendor" }]>({
  "a quota is an empty balance here": [
    fault("quota-exceeded", 429),
    reply(402, "insufficient_quota", "insufficient_quota_error"),
    ['approximated.error kind warning from "quota-exceeded" to "insufficient-balance"'],
  ],
  "an overload has one status here": [fault("overloaded", 529), reply(503, "overloaded", "server_error")],
  "an unlisted client's status is kept": [fault("invalid-request", 418), reply(418, "invalid_params", "invalid_request_error")],
  "an unlisted server's status is kept": [fault("internal", 520), reply(520, "server_error", "server_error")],
  "the last server's status is kept": [fault("internal", 599), reply(599, "server_error", "server_error")],
  "a number of its own is the code of the kind": [
    fault("rate-limit", 429, { native: { style: "chat-completions", code: 429, details: { d: 1 } } }),
    reply(429, "rate_limit_exceeded", "rate_limit_error", { d: 1 }),
    [],
    { profile: "vendor" },
  ],
  "a status of its own goes back": [
    fault("rate-limit", 420, { native: { style: "chat-completions", code: "slow", type: "t" } }),
    reply(420, "slow", "t"),
  ],
  "the first client's status is its own": [fault("invalid-request", 400), reply(400, "invalid_params", "invalid_request_error")],
  "when to try again is a header, in whole seconds, and details that are a list are another service's": [
    fault("internal", 500, { retryAfterSeconds: 1.5, native: { style: "generate-content", details: [1] } }),
    { ...reply(500, "server_error", "server_error"), headers: { "retry-after": "2" } },
    ["dropped.field native.details[0] info"],
  ],
})("written: %s", (canonical, value, issues = [], options = {}) => {
  const written = error.encode(canonical, options);
  expect(inLines({ value: written.value, issues: written.issues })).toEqual({ value, issues });
});
