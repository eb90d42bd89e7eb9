/** Everything that is said of an error read or written, as rows. */
import { expect, test } from "vitest";
import type { CanonicalError } from "../../../src/model/index.js";
import { error } from "../../../src/styles/chat-completions/error.js";
import type { ErrorInput } from "../../../src/styles/style.js";
import { inRows } from "../../support/issue-rows.js";

test.each<[string, ErrorInput, { value: object; issues: object[]; places: Record<string, unknown> }]>([
  [
    "a status of success is none of an error",
    { status: 204, body: { error: { message: "m", code: "server_error" } } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions", code: "server_error" } },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 204, to: 500 }]],
      places: { message: ["body", "error", "message"], kind: ["body", "error", "code"], "native.code": ["body", "error", "code"] },
    },
  ],
  [
    "words that contradict the status count",
    { status: 400, body: { error: { message: "m", code: "rate_limit_exceeded", type: "rate_limit_error", param: "p" } } },
    {
      value: {
        kind: "rate-limit",
        status: 400,
        message: "m",
        retryable: true,
        param: "p",
        native: { style: "chat-completions", code: "rate_limit_exceeded", type: "rate_limit_error" },
      },
      issues: [["conflict.resolved", "status", "info", null, { from: 400, to: "rate-limit" }]],
      places: {
        message: ["body", "error", "message"],
        kind: ["body", "error", "code"],
        param: ["body", "error", "param"],
        "native.code": ["body", "error", "code"],
        "native.type": ["body", "error", "type"],
      },
    },
  ],
  [
    "a status beyond the errors does not decide",
    { status: 600, body: { error: { message: "m" } } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions" } },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 600, to: 500 }]],
      places: { message: ["body", "error", "message"], kind: ["status"] },
    },
  ],
  [
    "a status before the errors does not decide about a text",
    { status: 302, body: "moved" },
    {
      value: { kind: "internal", status: 500, message: "moved", retryable: true },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 302, to: 500 }]],
      places: { message: ["body"] },
    },
  ],
  [
    "a status beyond the errors does not decide about a text",
    { status: 700, body: "moved" },
    {
      value: { kind: "internal", status: 500, message: "moved", retryable: true },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 700, to: 500 }]],
      places: { message: ["body"] },
    },
  ],
  [
    "the last status of errors decides about a text",
    { status: 599, body: "odd" },
    { value: { kind: "internal", status: 599, message: "odd", retryable: true }, issues: [], places: { message: ["body"] } },
  ],
  [
    "the first status of errors decides about a text",
    { status: 400, body: "odd" },
    { value: { kind: "invalid-request", status: 400, message: "odd", retryable: false }, issues: [], places: { message: ["body"] } },
  ],
  [
    "a text of exactly 500 characters is whole",
    { status: 500, body: "x".repeat(500) },
    { value: { kind: "internal", status: 500, message: "x".repeat(500), retryable: true }, issues: [], places: { message: ["body"] } },
  ],
  [
    "an array of errors is read at its first",
    { status: 404, body: [{ error: { message: "m" } }] },
    {
      value: { kind: "not-found", status: 404, message: "m", retryable: false, native: { style: "chat-completions" } },
      issues: [],
      places: { message: ["body", 0, "error", "message"], kind: ["status"] },
    },
  ],
  [
    "a bare message stands in the body itself",
    { status: 404, body: { message: "m", code: "model_not_found" } },
    {
      value: {
        kind: "not-found",
        status: 404,
        message: "m",
        retryable: false,
        native: { style: "chat-completions", code: "model_not_found" },
      },
      issues: [],
      places: { message: ["body", "message"], kind: ["body", "code"], "native.code": ["body", "code"] },
    },
  ],
  [
    "a bare detail is the message",
    { status: 422, body: { detail: "m", trace: "t" } },
    {
      value: {
        kind: "unprocessable",
        status: 422,
        message: "m",
        retryable: false,
        native: { style: "chat-completions", details: { trace: "t" } },
      },
      issues: [],
      places: { message: ["body", "detail"], kind: ["status"], "native.details": ["body"] },
    },
  ],
  [
    "a message counts before a detail",
    { status: 422, body: { message: "m", detail: "d" } },
    {
      value: {
        kind: "unprocessable",
        status: 422,
        message: "m",
        retryable: false,
        native: { style: "chat-completions", details: { detail: "d" } },
      },
      issues: [],
      places: { message: ["body", "message"], kind: ["status"], "native.details": ["body"] },
    },
  ],
  [
    "an object without an error is its own message",
    { status: 500, body: { a: 1 } },
    { value: { kind: "internal", status: 500, message: '{"a":1}', retryable: true }, issues: [], places: { message: ["body"] } },
  ],
  [
    "what stands beside the error is left out",
    { status: 500, body: { error: { message: "m", type: "server_error" }, request_id: "r" } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions", type: "server_error" } },
      issues: [["dropped.field", "body.request_id", "info", "dropped"]],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.type": ["body", "error", "type"] },
    },
  ],
  [
    "an error of a text alone stands at the error",
    { status: 500, body: { error: "broken" } },
    { value: { kind: "internal", status: 500, message: "broken", retryable: true }, issues: [], places: { message: ["body", "error"] } },
  ],
  [
    "a status as a code is no loss",
    { status: 429, body: { error: { message: "m", code: "429" } } },
    {
      value: { kind: "rate-limit", status: 429, message: "m", retryable: true, native: { style: "chat-completions", code: "429" } },
      issues: [],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.code": ["body", "error", "code"] },
    },
  ],
  [
    "a status within other digits is a word",
    { status: 429, body: { error: { message: "m", code: "4290" } } },
    {
      value: { kind: "rate-limit", status: 429, message: "m", retryable: true, native: { style: "chat-completions", code: "4290" } },
      issues: [["approximated.error", "body.error.code", "warning", "approximated", { from: "4290", to: "rate-limit" }]],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.code": ["body", "error", "code"] },
    },
  ],
  [
    "a number as a code that is no status contradicts",
    { status: 500, body: { error: { message: "m", code: 7 } } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions", code: 7 } },
      issues: [["conflict.resolved", "body.error.code", "info", null, { from: 7, to: "internal" }]],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.code": ["body", "error", "code"] },
    },
  ],
  [
    "a number as a code below the errors contradicts",
    { status: 500, body: { error: { message: "m", code: 200 } } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions", code: 200 } },
      issues: [["conflict.resolved", "body.error.code", "info", null, { from: 200, to: "internal" }]],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.code": ["body", "error", "code"] },
    },
  ],
  [
    "a number as a code beyond the errors contradicts",
    { status: 500, body: { error: { message: "m", code: 600 } } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions", code: 600 } },
      issues: [["conflict.resolved", "body.error.code", "info", null, { from: 600, to: "internal" }]],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.code": ["body", "error", "code"] },
    },
  ],
  [
    "a null as a code is kept",
    { status: 500, body: { error: { message: "m", code: null } } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions", code: null } },
      issues: [],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.code": ["body", "error", "code"] },
    },
  ],
  [
    "an object as a type contradicts",
    { status: 500, body: { error: { message: "m", type: { a: 1 } } } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions" } },
      issues: [["conflict.resolved", "body.error.type", "info", null, { from: "an object", to: "internal" }]],
      places: { message: ["body", "error", "message"], kind: ["status"] },
    },
  ],
  [
    "a parameter that is no text is left out",
    { status: 400, body: { error: { message: "m", param: ["p"] } } },
    {
      value: { kind: "invalid-request", status: 400, message: "m", retryable: false, native: { style: "chat-completions" } },
      issues: [["dropped.field", "body.error.param", "info", "dropped"]],
      places: { message: ["body", "error", "message"], kind: ["status"] },
    },
  ],
  [
    "a message that is no text is cut from its JSON",
    { status: 400, body: { error: { message: { why: "y".repeat(600) } } } },
    {
      value: {
        kind: "invalid-request",
        status: 400,
        message: `{"why":"${"y".repeat(492)}`,
        retryable: false,
        native: { style: "chat-completions" },
      },
      issues: [["approximated.error", "body.error.message", "warning", "approximated", { limit: 500 }]],
      places: { message: ["body", "error", "message"], kind: ["status"] },
    },
  ],
  [
    "an error in the message is unpacked",
    { status: 400, body: { error: { message: '{"error":{"message":"inner"}}' } } },
    {
      value: { kind: "invalid-request", status: 400, message: "inner", retryable: false, native: { style: "chat-completions" } },
      issues: [["approximated.error", "body.error.message", "warning", "approximated"]],
      places: { message: ["body", "error", "message"], kind: ["status"] },
    },
  ],
  [
    "a status in the body counts where there is none, and is no detail",
    { body: { error: { message: "m", status: 503, status_code: 500 } } },
    {
      value: {
        kind: "unavailable",
        status: 503,
        message: "m",
        retryable: true,
        native: { style: "chat-completions", details: { status_code: 500 } },
      },
      issues: [],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.details": ["body", "error"] },
    },
  ],
  [
    "a status in the body that does not count is a detail",
    { status: 404, body: { error: { message: "m", status: 503 } } },
    {
      value: {
        kind: "not-found",
        status: 404,
        message: "m",
        retryable: false,
        native: { style: "chat-completions", details: { status: 503 } },
      },
      issues: [],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.details": ["body", "error"] },
    },
  ],
  [
    "when to try again is in the details",
    {
      status: 429,
      body: { error: { message: "m", details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3s" }], more: 1 } },
    },
    {
      value: {
        kind: "rate-limit",
        status: 429,
        message: "m",
        retryable: true,
        retryAfterSeconds: 3,
        native: { style: "chat-completions", details: { more: 1 } },
      },
      issues: [],
      places: {
        message: ["body", "error", "message"],
        kind: ["status"],
        retryAfterSeconds: ["body", "error", "details"],
        "native.details": ["body", "error"],
      },
    },
  ],
  [
    "details without a time are kept",
    { status: 429, body: { error: { message: "m", details: [{ a: 1 }] } } },
    {
      value: {
        kind: "rate-limit",
        status: 429,
        message: "m",
        retryable: true,
        native: { style: "chat-completions", details: { details: [{ a: 1 }] } },
      },
      issues: [],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.details": ["body", "error"] },
    },
  ],
  [
    "a header says when to try again",
    { status: 429, body: { error: { message: "m" } }, headers: { "X-Other": "1", "Retry-After": "5" } },
    {
      value: {
        retryAfterSeconds: 5,
        kind: "rate-limit",
        status: 429,
        message: "m",
        retryable: true,
        native: { style: "chat-completions" },
      },
      issues: [],
      places: { message: ["body", "error", "message"], kind: ["status"], retryAfterSeconds: ["headers", "Retry-After"] },
    },
  ],
  [
    "a time in the body is found there, and its other details are kept",
    {
      status: 429,
      body: { error: { message: "m", details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3s" }, { a: 1 }] } },
      headers: { "x-retry-after": "9" },
    },
    {
      value: {
        kind: "rate-limit",
        status: 429,
        message: "m",
        retryable: true,
        retryAfterSeconds: 3,
        native: { style: "chat-completions", details: { details: [{ a: 1 }] } },
      },
      issues: [],
      places: {
        message: ["body", "error", "message"],
        kind: ["status"],
        retryAfterSeconds: ["body", "error", "details"],
        "native.details": ["body", "error"],
      },
    },
  ],
  [
    "a status within more digits is none",
    { body: { error: { message: "m", code: "14290" } } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions", code: "14290" } },
      issues: [["approximated.error", "body.error.code", "warning", "approximated", { from: "14290", to: "internal" }]],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.code": ["body", "error", "code"] },
    },
  ],
  [
    "a broken number as a code is no status",
    { body: { error: { message: "m", code: 429.5 } } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions", code: 429.5 } },
      issues: [["conflict.resolved", "body.error.code", "info", null, { from: 429.5, to: "internal" }]],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.code": ["body", "error", "code"] },
    },
  ],
  [
    "the first status beyond the errors is none in the body",
    { body: { error: { message: "m", code: 600 } } },
    {
      value: { kind: "internal", status: 500, message: "m", retryable: true, native: { style: "chat-completions", code: 600 } },
      issues: [["conflict.resolved", "body.error.code", "info", null, { from: 600, to: "internal" }]],
      places: { message: ["body", "error", "message"], kind: ["status"], "native.code": ["body", "error", "code"] },
    },
  ],
  [
    "the first status beyond the errors decides nothing about a text",
    { status: 600, body: "odd" },
    {
      value: { kind: "internal", status: 500, message: "odd", retryable: true },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 600, to: 500 }]],
      places: { message: ["body"] },
    },
  ],
  [
    "a null as a parameter names none",
    { status: 400, body: { error: { message: "m", param: null } } },
    {
      value: { kind: "invalid-request", status: 400, message: "m", retryable: false, native: { style: "chat-completions" } },
      issues: [],
      places: { message: ["body", "error", "message"], kind: ["status"] },
    },
  ],
  [
    "a header says a date to try again",
    { status: 429, body: { error: { message: "m" } }, headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" } },
    {
      value: {
        retryAfterDate: "Wed, 21 Oct 2026 07:28:00 GMT",
        kind: "rate-limit",
        status: 429,
        message: "m",
        retryable: true,
        native: { style: "chat-completions" },
      },
      issues: [],
      places: { message: ["body", "error", "message"], kind: ["status"], retryAfterDate: ["headers", "retry-after"] },
    },
  ],
])("read: %s", (_behaviour, input, { value, issues, places }) => {
  const read = error.decode(input);
  const found = Object.fromEntries(Object.keys(places).map((field) => [field, read.locate(field.split("."))]));
  expect(inRows({ value: read.value, issues: read.issues, places: found })).toEqual({ value, issues, places });
});

test.each<[string, CanonicalError, { profile?: "gateway" | "vendor" }, object]>([
  [
    "a quota is an empty balance here",
    { message: "m", retryable: false, kind: "quota-exceeded", status: 429 },
    {},
    {
      value: {
        status: 402,
        body: { error: { code: "insufficient_quota", message: "m", param: null, type: "insufficient_quota_error" } },
        headers: {},
      },
      issues: [["approximated.error", "native.type", "warning", "approximated", { from: "quota-exceeded", to: "insufficient_quota" }]],
    },
  ],
  [
    "a quota is told by its own word",
    { message: "m", retryable: false, kind: "quota-exceeded", status: 429, native: { style: "messages", type: "billing_error" } },
    {},
    {
      value: {
        status: 402,
        body: { error: { code: "insufficient_quota", message: "m", param: null, type: "insufficient_quota_error" } },
        headers: {},
      },
      issues: [["approximated.error", "native.type", "warning", "approximated", { from: "billing_error", to: "insufficient_quota" }]],
    },
  ],
  [
    "another status than that of the kind is replaced",
    { message: "m", retryable: false, kind: "rate-limit", status: 420 },
    {},
    {
      value: {
        status: 429,
        body: { error: { code: "rate_limit_exceeded", message: "m", param: null, type: "rate_limit_error" } },
        headers: {},
      },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 420, to: 429 }]],
    },
  ],
  [
    "an overload has one status here",
    { message: "m", retryable: false, kind: "overloaded", status: 529 },
    {},
    {
      value: { status: 503, body: { error: { code: "overloaded", message: "m", param: null, type: "server_error" } }, headers: {} },
      issues: [],
    },
  ],
  [
    "an empty balance has another status at the vendor",
    { message: "m", retryable: false, kind: "insufficient-balance", status: 402 },
    { profile: "vendor" },
    {
      value: {
        status: 429,
        body: { error: { code: "insufficient_quota", message: "m", param: null, type: "insufficient_quota" } },
        headers: {},
      },
      issues: [],
    },
  ],
  [
    "an unlisted client's status is kept",
    { message: "m", retryable: false, kind: "invalid-request", status: 418 },
    {},
    {
      value: {
        status: 418,
        body: { error: { code: "invalid_params", message: "m", param: null, type: "invalid_request_error" } },
        headers: {},
      },
      issues: [],
    },
  ],
  [
    "the status of another kind is none of a client's fault",
    { message: "m", retryable: false, kind: "invalid-request", status: 404 },
    {},
    {
      value: {
        status: 400,
        body: { error: { code: "invalid_params", message: "m", param: null, type: "invalid_request_error" } },
        headers: {},
      },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 404, to: 400 }]],
    },
  ],
  [
    "a server's status is none of a client's fault",
    { message: "m", retryable: false, kind: "invalid-request", status: 500 },
    {},
    {
      value: {
        status: 400,
        body: { error: { code: "invalid_params", message: "m", param: null, type: "invalid_request_error" } },
        headers: {},
      },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 500, to: 400 }]],
    },
  ],
  [
    "an unlisted server's status is kept",
    { message: "m", retryable: false, kind: "internal", status: 520 },
    {},
    {
      value: { status: 520, body: { error: { code: "server_error", message: "m", param: null, type: "server_error" } }, headers: {} },
      issues: [],
    },
  ],
  [
    "the last server's status is kept",
    { message: "m", retryable: false, kind: "internal", status: 599 },
    {},
    {
      value: { status: 599, body: { error: { code: "server_error", message: "m", param: null, type: "server_error" } }, headers: {} },
      issues: [],
    },
  ],
  [
    "a status beyond the errors is replaced",
    { message: "m", retryable: false, kind: "internal", status: 600 },
    {},
    {
      value: { status: 500, body: { error: { code: "server_error", message: "m", param: null, type: "server_error" } }, headers: {} },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 600, to: 500 }]],
    },
  ],
  [
    "the status of another kind is none of a server's fault",
    { message: "m", retryable: false, kind: "internal", status: 503 },
    {},
    {
      value: { status: 500, body: { error: { code: "server_error", message: "m", param: null, type: "server_error" } }, headers: {} },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 503, to: 500 }]],
    },
  ],
  [
    "a client's status is none of a server's fault",
    { message: "m", retryable: false, kind: "internal", status: 418 },
    {},
    {
      value: { status: 500, body: { error: { code: "server_error", message: "m", param: null, type: "server_error" } }, headers: {} },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 418, to: 500 }]],
    },
  ],
  [
    "a status within a kind's range is replaced where the kind has its own",
    { message: "m", retryable: false, kind: "permission", status: 520 },
    {},
    {
      value: {
        status: 403,
        body: { error: { code: "permission_error", message: "m", param: null, type: "permission_error" } },
        headers: {},
      },
      issues: [["approximated.error", "status", "warning", "approximated", { from: 520, to: 403 }]],
    },
  ],
  [
    "a request id and the details of another style are left out",
    {
      message: "m",
      retryable: false,
      kind: "internal",
      status: 500,
      requestId: "r",
      native: { style: "messages", type: "api_error", details: { a: 1, b: 2 } },
    },
    {},
    {
      value: { status: 500, body: { error: { code: "server_error", message: "m", param: null, type: "server_error" } }, headers: {} },
      issues: [
        ["dropped.field", "requestId", "info", "dropped", { from: "r" }],
        ["dropped.field", "native.details.a", "info", "dropped"],
        ["dropped.field", "native.details.b", "info", "dropped"],
      ],
    },
  ],
  [
    "a null of its own is written for the vendor",
    { message: "m", retryable: false, kind: "internal", status: 500, native: { style: "chat-completions", code: null, type: "t" } },
    { profile: "vendor" },
    { value: { status: 500, body: { error: { code: null, message: "m", param: null, type: "t" } }, headers: {} }, issues: [] },
  ],
  [
    "a null of its own is the code of the kind for a gateway",
    { message: "m", retryable: false, kind: "rate-limit", status: 429, native: { style: "chat-completions", code: null } },
    {},
    {
      value: {
        status: 429,
        body: { error: { code: "rate_limit_exceeded", message: "m", param: null, type: "rate_limit_error" } },
        headers: {},
      },
      issues: [],
    },
  ],
  [
    "a number of its own is the code of the kind",
    {
      message: "m",
      retryable: false,
      kind: "rate-limit",
      status: 429,
      native: { style: "chat-completions", code: 429, details: { d: 1 } },
    },
    { profile: "vendor" },
    {
      value: {
        status: 429,
        body: { error: { d: 1, code: "rate_limit_exceeded", message: "m", param: null, type: "rate_limit_error" } },
        headers: {},
      },
      issues: [],
    },
  ],
  [
    "a status of its own goes back",
    { message: "m", retryable: false, kind: "rate-limit", status: 420, native: { style: "chat-completions", code: "slow", type: "t" } },
    {},
    { value: { status: 420, body: { error: { code: "slow", message: "m", param: null, type: "t" } }, headers: {} }, issues: [] },
  ],
  [
    "the first client's status is its own",
    { message: "m", retryable: false, kind: "invalid-request", status: 400 },
    {},
    {
      value: {
        status: 400,
        body: { error: { code: "invalid_params", message: "m", param: null, type: "invalid_request_error" } },
        headers: {},
      },
      issues: [],
    },
  ],
  [
    "a null of its own is no row's code for the vendor",
    { message: "m", retryable: false, kind: "rate-limit", status: 429, native: { style: "chat-completions", code: null } },
    { profile: "vendor" },
    {
      value: { status: 429, body: { error: { code: null, message: "m", param: null, type: "rate_limit_error" } }, headers: {} },
      issues: [],
    },
  ],
])("written: %s", (_behaviour, canonical, options, expected) => {
  const { value, issues } = error.encode(canonical, options);
  expect(inRows({ value, issues })).toEqual(expected);
});
