import { expect, test } from "vitest";
import { error } from "../../../src/styles/generate-content/error.js";

test.each([
  [404, "INVALID_ARGUMENT", "not-found"],
  [400, "FAILED_PRECONDITION", "invalid-request"],
  [400, "RESOURCE_EXHAUSTED", "rate-limit"],
  [429, "RESOURCE_EXHAUSTED", "rate-limit"],
  [402, "INSUFFICIENT_BALANCE", "insufficient-balance"],
  [503, "UNAVAILABLE", "unavailable"],
  [418, "WHAT", "invalid-request"],
] as const)("%d %s is %s", (code, status, kind) => {
  const { value } = error.decode({ status: code, body: { error: { code, message: "m", status } } });
  expect(value).toMatchObject({ kind, status: code, message: "m" });
});

test("without a number the name decides", () => {
  expect(error.decode({ status: null, body: { error: { message: "m", status: "UNAUTHENTICATED" } } }).value).toMatchObject({
    kind: "authentication",
    status: 401,
  });
});

test("each profile has its own names (T9)", () => {
  const notFound = { kind: "not-found", status: 404, message: "m", retryable: false } as const;
  expect(error.encode(notFound).value).toMatchObject({
    status: 404,
    body: { error: { code: 404, message: "m", status: "INVALID_ARGUMENT" } },
  });
  expect(error.encode(notFound, { profile: "vendor" }).value.body.error.status).toBe("NOT_FOUND");
  expect(error.encode({ kind: "overloaded", status: 529, message: "m", retryable: true }).value.body.error).toEqual({
    code: 503,
    message: "m",
    status: "UNAVAILABLE",
  });
});

test("a delay is read from the details and given as a header", () => {
  const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "12s" }];
  const { value } = error.decode({ status: 429, body: { error: { code: 429, message: "m", status: "RESOURCE_EXHAUSTED", details } } });
  expect(value.retryAfterSeconds).toBe(12);
  expect(error.encode(value).value.headers["retry-after"]).toBe("12");
});

test.each(["<html>", "", null, 5, [], { detail: "d" }, { error: "x" }, undefined])("%j is still an error", (body) => {
  expect(error.decode({ status: 502, body }).value).toMatchObject({ kind: "bad-gateway", status: 502 });
});
