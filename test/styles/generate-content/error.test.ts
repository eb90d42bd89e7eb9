import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/model/index.js";
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

test.each(["<html>", "", null, 5, [], { detail: "d" }, { error: "x" }, undefined])("%j is still an error", (body) => {
  expect(error.decode({ status: 502, body }).value).toMatchObject({ kind: "bad-gateway", status: 502 });
});

const read = (body: Json, status: number | null = 400, headers: Record<string, string> = {}) => {
  const { value, issues } = error.decode({ status, body, headers });
  return { value, told: issues.map(({ code, path }) => `${code} ${path.join(".")}`) };
};

test.each<readonly [string, Json, number | null, object, readonly string[]]>([
  ["a code that is none", { error: { code: 5, message: "m" } }, 429, { kind: "rate-limit" }, ["conflict.resolved body.error.code"]],
  [
    "a code that is no number",
    { error: { code: "quota", message: "m" } },
    429,
    { kind: "rate-limit" },
    ["conflict.resolved body.error.code"],
  ],
  [
    "a code of another kind than the status",
    { error: { code: 404, message: "m" } },
    429,
    { kind: "not-found", status: 429 },
    ["conflict.resolved status"],
  ],
  ["no code, name or status", { error: { message: "m" } }, null, { kind: "internal", status: 500 }, []],
  [
    "a field that nobody knows",
    { error: { code: 400, message: "m", domain: "global", reason: null } },
    400,
    { message: "m" },
    ["dropped.field body.error.domain"],
  ],
  [
    "what stands beside it",
    { error: { code: 400, message: "m" }, trace: "t", note: null },
    400,
    { message: "m" },
    ["dropped.field body.trace"],
  ],
  ["nothing but text", { error: "m" }, 200, { kind: "internal", status: 500, message: "m" }, ["approximated.error status"]],
  ["a long text", { error: "m".repeat(501) }, 400, { message: "m".repeat(500) }, ["approximated.error body.error"]],
  ["no error at all", { error: null, detail: "d", code: 1 }, 400, { message: "d" }, ["dropped.field body.code"]],
])("an error with %s is read", (_what, body, status, value, told) => {
  expect(read(body, status)).toMatchObject({ value, told });
});

test("the kind is found where it was said: in the name, in the code, or in the status alone", () => {
  const kindAt = (body: Json) => error.decode({ status: 429, body, headers: {} }).locate?.(["kind"]);
  expect(kindAt({ error: { code: 429, message: "m", status: "RESOURCE_EXHAUSTED" } })).toEqual(["body", "error", "status"]);
  expect(kindAt({ error: { code: 429, message: "m" } })).toEqual(["body", "error", "code"]);
  expect(kindAt({ error: { message: "m" } })).toEqual(["status"]);
});

test.each([
  ["a list", [{ "@type": "x" }], [{ "@type": "x" }, { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "12s" }]],
  ["nothing", undefined, [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "12s" }]],
  ["no list", { reason: "x" }, { reason: "x" }],
])("when to try again stands among details that are %s, and in the headers", (_what, details, written) => {
  const { value } = read({ error: { code: 429, message: "m", ...(details === undefined ? {} : { details }) } }, 429, {
    "retry-after": "12",
  });
  const back = error.encode(value).value;
  expect(back.body.error.details).toEqual(written);
  expect(back.headers["retry-after"]).toBe("12");
});

describe("an error of another style", () => {
  const written = (some: object, profile: "gateway" | "vendor" = "gateway") => {
    const { value, issues } = error.encode({ kind: "rate-limit", status: 429, message: "m", retryable: true, ...some }, { profile });
    return { ...value, told: issues.map(({ code, severity, path }) => `${severity} ${code} ${path.join(".")}`) };
  };

  test("is named as this style names it, without what it has no place for", () => {
    expect(written({ param: "p", requestId: "r", native: { style: "messages", type: "rate_limit_error" } })).toMatchObject({
      body: { error: { code: 429, message: "m", status: "RATE_LIMIT_ERROR" } },
      told: ["info dropped.field param", "info dropped.field requestId"],
    });
    expect(written({ param: null }).told).toEqual([]);
  });

  test("says when to try again in its details at the vendor only", () => {
    expect(written({ retryAfterSeconds: 12 }).body.error.details).toBeUndefined();
    expect(written({ retryAfterSeconds: 12 }, "vendor").body.error.details).toMatchObject([{ retryDelay: "12s" }]);
  });

  test("that this style does not know is one that it knows, with a word", () => {
    expect(written({ kind: "quota-exceeded", status: 402 })).toMatchObject({
      body: { error: { code: 402, status: "INSUFFICIENT_BALANCE" } },
      told: ["warning approximated.error kind"],
    });
  });
});

test.each(["4290", "x429", "429", 429.5, 399, 600, true])("the code %j is one only where it is a status of an error", (code) => {
  const { value, told } = read({ error: { code, message: "m" } }, 500);
  expect(value.kind).toBe(code === "429" ? "rate-limit" : "internal");
  expect(told.includes("conflict.resolved body.error.code")).toBe(code !== "429");
});
