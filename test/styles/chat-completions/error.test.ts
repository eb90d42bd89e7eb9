import { describe, expect, test } from "vitest";
import type { CanonicalError } from "../../../src/model/index.js";
import { error } from "../../../src/styles/chat-completions/error.js";

function read(status: number | null, body: unknown, headers?: Record<string, string>): CanonicalError {
  return error.decode({ status, body, headers }).value;
}

function write(kind: CanonicalError["kind"], status: number, profile: "gateway" | "vendor" = "gateway") {
  const { value } = error.encode({ kind, status, message: "m", retryable: false }, { profile });
  return [value.status, value.body.error.code, value.body.error.type];
}

describe("decoding", () => {
  test.each([
    [402, { code: "insufficient_quota" }, "insufficient-balance"],
    [429, { type: "insufficient_quota" }, "insufficient-balance"],
    [404, { code: "invalid_request_error", type: "invalid_request_error" }, "not-found"],
    [429, { code: 429 }, "rate-limit"],
    [503, { type: "server_error" }, "unavailable"],
    [418, { type: "invalid_request_error" }, "invalid-request"],
    [null, { type: "server_error" }, "internal"],
  ])("status %s with %o is %s", (status, body, kind) => {
    expect(read(status, { error: { message: "m", ...body } })).toMatchObject({ kind, message: "m" });
  });

  test.each([
    [429, { code: "billing_hard_limit_reached" }, "insufficient-balance"],
    [429, { code: "429" }, "rate-limit"],
    [null, { code: "503" }, "unavailable"],
    [503, { type: "engine_overloaded_error" }, "overloaded"],
  ])("compatible servers: status %s with %o is %s", (status, body, kind) => {
    const { value, issues } = error.decode({ status, body: { error: { message: "m", ...body } } });
    expect([value.kind, issues]).toEqual([kind, []]);
  });

  test("an empty account is not filled by waiting, whatever the status says", () => {
    expect(read(429, { error: { code: "insufficient_quota", message: "m" } }).retryable).toBe(false);
    expect(read(429, { error: { code: "rate_limit_exceeded", message: "m" } }).retryable).toBe(true);
  });
});

describe("what stands beside the words of an error", () => {
  const retry = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3s" };

  test("goes back into its own style, but for what is said elsewhere", () => {
    const again = (said: object) => error.encode(error.decode({ status: 429, body: { error: said } }).value).value.body.error;
    const words = { message: "m", code: "rate_limit_exceeded", type: "rate_limit_error", param: null };
    expect(again({ ...words, details: [retry, { a: 1 }], innererror: { code: "C" } })).toEqual({
      ...words,
      details: [{ a: 1 }],
      innererror: { code: "C" },
    });
    expect(again({ ...words, details: [retry] })).toEqual(words);
  });
});

describe("encoding", () => {
  test.each([
    [429, "insufficient_quota"],
    [529, "engine_overloaded_error"],
    [418, "odd"],
  ])("%s %s of its own, without a type, goes back", (status, code) => {
    const { value } = error.encode(read(status, { error: { message: "m", code } }));
    expect([value.status, value.body.error.code]).toEqual([status, code]);
  });

  test.each([
    ["invalid-request", 400, [400, "invalid_params", "invalid_request_error"]],
    ["authentication", 401, [401, "auth_invalid", "authentication_error"]],
    ["quota-exceeded", 403, [402, "insufficient_quota", "insufficient_quota_error"]],
    ["not-found", 404, [404, "invalid_request_error", "invalid_request_error"]],
    ["rate-limit", 429, [429, "rate_limit_exceeded", "rate_limit_error"]],
    ["overloaded", 529, [503, "overloaded", "server_error"]],
  ] as const)("%s is the row of the specification (T9)", (kind, status, row) => {
    expect(write(kind, status)).toEqual(row);
  });

  test("the vendor's rows differ", () => {
    expect(write("authentication", 401, "vendor")).toEqual([401, "invalid_api_key", "invalid_request_error"]);
    expect(write("insufficient-balance", 402, "vendor")).toEqual([429, "insufficient_quota", "insufficient_quota"]);
    expect(write("internal", 500, "vendor")).toEqual([500, null, "server_error"]);
  });
});

describe("what counts as the status", () => {
  test.each<[number | null, object, object]>([
    [null, { status: "x", status_code: 429 }, { kind: "rate-limit", status: 429, native: { details: { status: "x" } } }],
    [200, { status: "x" }, { kind: "internal", status: 500, native: { details: { status: "x" } } }],
    [null, { type: "authentication_error", status_code: 403 }, { kind: "authentication", status: 403 }],
    [null, { code: "0429" }, { kind: "internal" }],
    [null, { code: "429.0" }, { kind: "internal" }],
    [null, { code: [429] }, { kind: "internal" }],
    [null, { type: "invalid_request_error" }, { kind: "invalid-request", status: 400 }],
    [null, { code: "invalid_params", type: "invalid_request_error" }, { kind: "invalid-request", status: 400 }],
    [null, { code: "invalid_request_error", type: "invalid_request_error" }, { kind: "not-found", status: 404 }],
    [400, { code: "invalid_request_error", type: "invalid_request_error" }, { kind: "invalid-request", status: 400 }],
    [null, { code: "invalid_params" }, { kind: "invalid-request", status: 400 }],
    [null, { type: "server_error", code: "invalid_params" }, { kind: "internal" }],
  ])("%s with %o is %o", (status, said, expected) => {
    expect(read(status, { error: { message: "m", ...said } })).toMatchObject(expected);
  });

  test.each([
    ["kind", ["code"], { code: "invalid_params" }],
    ["kind", ["type"], { type: "server_error", code: "invalid_params" }],
  ])("the %s of an error without one stands at %s", (field, path, said) => {
    expect(error.decode({ status: null, body: { error: { message: "m", ...said } } }).locate([field])).toEqual(["body", "error", ...path]);
  });

  test.each(["retry-after", "Retry-After-Ms"])("when to try again stands in the header %s", (name) => {
    const { locate } = error.decode({ status: 429, body: { error: { message: "m" } }, headers: { [name]: "5000" } });
    expect(locate(["retryAfterSeconds"])).toEqual(["headers", name]);
  });
});
