/** Everything that is said of an error read or written, as rows. */
import { expect } from "vitest";
import type { CanonicalError, ErrorKind } from "../../../src/model/index.js";
import { error } from "../../../src/styles/chat-completions/error.js";
import type { ErrorInput } from "../../../src/styles/documents.js";
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
  "a status of success is none of an error": [
    at(204, { code: "server_error" }),
    failed("internal", 500, { code: "server_error" }),
    ["approximated.error status warning from 204 to 500"],
    { kind: "body.error.code" },
  ],
  "words that contradict the status count": [
    at(400, { code: "rate_limit_exceeded", type: "rate_limit_error", param: "p" }),
    failed("rate-limit", 400, { code: "rate_limit_exceeded", type: "rate_limit_error" }, { retryable: true, param: "p" }),
    ['conflict.resolved status info from 400 to "rate-limit"'],
    { kind: "body.error.code", param: "body.error.param" },
  ],
  "a status beyond the errors does not decide": [at(600), failed("internal", 500), ["approximated.error status warning from 600 to 500"]],
  "a status before the errors does not decide about a text": [
    { status: 302, body: "moved" },
    plain("internal", 500, "moved"),
    ["approximated.error status warning from 302 to 500"],
    { message: "body" },
  ],
  "a status beyond the errors does not decide about a text": [
    { status: 700, body: "moved" },
    plain("internal", 500, "moved"),
    ["approximated.error status warning from 700 to 500"],
    { message: "body" },
  ],
  "the last status of errors decides about a text": [{ status: 599, body: "odd" }, plain("internal", 599, "odd"), [], { message: "body" }],
  "the first status of errors decides about a text": [
    { status: 400, body: "odd" },
    plain("invalid-request", 400, "odd"),
    [],
    { message: "body" },
  ],
  "a text of exactly 500 characters is whole": [
    { status: 500, body: "x".repeat(500) },
    plain("internal", 500, "x".repeat(500)),
    [],
    { message: "body" },
  ],
  "an array of errors is read at its first": [
    { status: 404, body: [{ error: { message: "m" } }] },
    failed("not-found", 404),
    [],
    { message: "body.0.error.message" },
  ],
  "a bare message stands in the body itself": [
    { status: 404, body: { message: "m", code: "model_not_found" } },
    failed("not-found", 404, { code: "model_not_found" }),
    [],
    { message: "body.message", kind: "body.code", "native.code": "body.code" },
  ],
  "a bare detail is the message": [
    { status: 422, body: { detail: "m", trace: "t" } },
    failed("unprocessable", 422, { details: { trace: "t" } }),
    [],
    { message: "body.detail", "native.details": "body" },
  ],
  "a message counts before a detail": [
    { status: 422, body: { message: "m", detail: "d" } },
    failed("unprocessable", 422, { details: { detail: "d" } }),
    [],
    { message: "body.message", "native.details": "body" },
  ],
  "an object without an error is its own message": [
    { status: 500, body: { a: 1 } },
    plain("internal", 500, '{"a":1}'),
    [],
    { message: "body" },
  ],
  "what stands beside the error is left out": [
    { status: 500, body: { error: { message: "m", type: "server_error" }, request_id: "r" } },
    failed("internal", 500, { type: "server_error" }),
    ["dropped.field body.request_id info"],
  ],
  "an error of a text alone stands at the error": [
    { status: 500, body: { error: "broken" } },
    plain("internal", 500, "broken"),
    [],
    { message: "body.error", kind: "status" },
  ],
  "a status as a code is no loss": [at(429, { code: "429" }), failed("rate-limit", 429, { code: "429" })],
  "a status within other digits is a word": [
    at(429, { code: "4290" }),
    failed("rate-limit", 429, { code: "4290" }),
    ['approximated.error body.error.code warning from "4290" to "rate-limit"'],
  ],
  "a number as a code that is no status contradicts": [
    at(500, { code: 7 }),
    failed("internal", 500, { code: 7 }),
    ['conflict.resolved body.error.code info from 7 to "internal"'],
  ],
  "a number as a code below the errors contradicts": [
    at(500, { code: 200 }),
    failed("internal", 500, { code: 200 }),
    ['conflict.resolved body.error.code info from 200 to "internal"'],
  ],
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
  "a message that is no text is cut from its JSON": [
    { status: 400, body: { error: { message: { why: "y".repeat(600) } } } },
    failed("invalid-request", 400, {}, { message: `{"why":"${"y".repeat(492)}` }),
    ["approximated.error body.error.message warning limit 500"],
  ],
  "an error in the message is unpacked": [
    { status: 400, body: { error: { message: '{"error":{"message":"inner"}}' } } },
    failed("invalid-request", 400, {}, { message: "inner" }),
    ["approximated.error body.error.message warning"],
  ],
  "a status in the body counts where there is none, and is no detail": [
    at(undefined, { status: 503, status_code: 500 }),
    failed("unavailable", 503, { details: { status_code: 500 } }),
    [],
    { "native.details": "body.error" },
  ],
  "a status in the body that does not count is a detail": [
    at(404, { status: 503 }),
    failed("not-found", 404, { details: { status: 503 } }),
    [],
    { "native.details": "body.error" },
  ],
  "when to try again is in the details": [
    at(429, { details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3s" }], more: 1 }),
    failed("rate-limit", 429, { details: { more: 1 } }, { retryAfterSeconds: 3 }),
    [],
    { retryAfterSeconds: "body.error.details", "native.details": "body.error" },
  ],
  "details without a time are kept": [
    at(429, { details: [{ a: 1 }] }),
    failed("rate-limit", 429, { details: { details: [{ a: 1 }] } }),
    [],
    { "native.details": "body.error" },
  ],
  "a header says when to try again": [
    at(429, {}, { "X-Other": "1", "Retry-After": "5" }),
    failed("rate-limit", 429, {}, { retryAfterSeconds: 5 }),
    [],
    { retryAfterSeconds: "headers.Retry-After" },
  ],
  "a time in the body is found there, and its other details are kept": [
    at(429, { details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3s" }, { a: 1 }] }, { "x-retry-after": "9" }),
    failed("rate-limit", 429, { details: { details: [{ a: 1 }] } }, { retryAfterSeconds: 3 }),
    [],
    { retryAfterSeconds: "body.error.details", "native.details": "body.error" },
  ],
  "a status within more digits is none": [
    at(undefined, { code: "14290" }),
    failed("internal", 500, { code: "14290" }),
    ['approximated.error body.error.code warning from "14290" to "internal"'],
  ],
  "a broken number as a code is no status": [
    at(undefined, { code: 429.5 }),
    failed("internal", 500, { code: 429.5 }),
    ['conflict.resolved body.error.code info from 429.5 to "internal"'],
  ],
  "the first status beyond the errors is none in the body": [
    at(undefined, { code: 600 }),
    failed("internal", 500, { code: 600 }),
    ['conflict.resolved body.error.code info from 600 to "internal"'],
  ],
  "the first status beyond the errors decides nothing about a text": [
    { status: 600, body: "odd" },
    plain("internal", 500, "odd"),
    ["approximated.error status warning from 600 to 500"],
    { message: "body" },
  ],
  "a null as a parameter names none": [at(400, { param: null }), failed("invalid-request", 400)],
  "a header says a date to try again": [
    at(429, {}, { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }),
    failed("rate-limit", 429, {}, { retryAfterDate: "Wed, 21 Oct 2026 07:28:00 GMT" }),
    [],
    { retryAfterDate: "headers.retry-after" },
  ],
  "a status of success gives way to one in the body": [
    at(200, { status: 429 }),
    failed("rate-limit", 429),
    ["approximated.error status warning from 200 to 429"],
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
  "an error of null is none": [
    { status: 400, body: { error: null, message: "m" } },
    failed("invalid-request", 400),
    [],
    { message: "body.message" },
  ],
  "nothing at all is said in the words of the status": [
    { status: 400, body: { error: null, message: null, detail: null } },
    plain("invalid-request", 400, "The service reported an error: 400 Bad Request."),
    ['defaulted.other body info to "The service reported an error: 400 Bad Request."'],
    { message: "body" },
  ],
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
  "a quota is told by its own word": [
    fault("quota-exceeded", 429, { native: { style: "messages", type: "billing_error" } }),
    reply(402, "insufficient_quota", "insufficient_quota_error"),
    ['approximated.error kind warning from "quota-exceeded" to "insufficient-balance"'],
  ],
  "another status than that of the kind is replaced": [
    fault("rate-limit", 420),
    reply(429, "rate_limit_exceeded", "rate_limit_error"),
    ["approximated.error status warning from 420 to 429"],
  ],
  "an overload has one status here": [fault("overloaded", 529), reply(503, "overloaded", "server_error")],
  "an empty balance has another status at the vendor": [
    fault("insufficient-balance", 402),
    reply(429, "insufficient_quota", "insufficient_quota"),
    [],
    { profile: "vendor" },
  ],
  "an unlisted client's status is kept": [fault("invalid-request", 418), reply(418, "invalid_params", "invalid_request_error")],
  "the status of another kind is none of a client's fault": [
    fault("invalid-request", 404),
    reply(400, "invalid_params", "invalid_request_error"),
    ["approximated.error status warning from 404 to 400"],
  ],
  "a server's status is none of a client's fault": [
    fault("invalid-request", 500),
    reply(400, "invalid_params", "invalid_request_error"),
    ["approximated.error status warning from 500 to 400"],
  ],
  "an unlisted server's status is kept": [fault("internal", 520), reply(520, "server_error", "server_error")],
  "the last server's status is kept": [fault("internal", 599), reply(599, "server_error", "server_error")],
  "a status beyond the errors is replaced": [
    fault("internal", 600),
    reply(500, "server_error", "server_error"),
    ["approximated.error status warning from 600 to 500"],
  ],
  "the status of another kind is none of a server's fault": [
    fault("internal", 503),
    reply(500, "server_error", "server_error"),
    ["approximated.error status warning from 503 to 500"],
  ],
  "a client's status is none of a server's fault": [
    fault("internal", 418),
    reply(500, "server_error", "server_error"),
    ["approximated.error status warning from 418 to 500"],
  ],
  "a status within a kind's range is replaced where the kind has its own": [
    fault("permission", 520),
    reply(403, "permission_error", "permission_error"),
    ["approximated.error status warning from 520 to 403"],
  ],
  "a request id and the details of another style are left out": [
    fault("internal", 500, { requestId: "r", native: { style: "messages", type: "api_error", details: { a: 1, b: 2 } } }),
    reply(500, "server_error", "server_error"),
    ['dropped.field requestId info from "r"', "dropped.field native.details.a info", "dropped.field native.details.b info"],
  ],
  "a null of its own is written for the vendor": [
    fault("internal", 500, { native: { style: "chat-completions", code: null, type: "t" } }),
    reply(500, null, "t"),
    [],
    { profile: "vendor" },
  ],
  "a null of its own is the code of the kind for a gateway": [
    fault("rate-limit", 429, { native: { style: "chat-completions", code: null } }),
    reply(429, "rate_limit_exceeded", "rate_limit_error"),
  ],
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
  "a null of its own is no row's code for the vendor": [
    fault("rate-limit", 429, { native: { style: "chat-completions", code: null } }),
    reply(429, null, "rate_limit_error"),
    [],
    { profile: "vendor" },
  ],
  "when to try again is a header, in whole seconds, and details that are a list are another service's": [
    fault("internal", 500, { retryAfterSeconds: 1.5, native: { style: "generate-content", details: [1] } }),
    { ...reply(500, "server_error", "server_error"), headers: { "retry-after": "2" } },
    ["dropped.field native.details[0] info"],
  ],
})("written: %s", (canonical, value, issues = [], options = {}) => {
  const written = error.encode(canonical, options);
  expect(inLines({ value: written.value, issues: written.issues })).toEqual({ value, issues });
});
