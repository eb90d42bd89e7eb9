import { expect, test } from "vitest";
import type { ErrorKind } from "../../../src/model/index.js";
import { error } from "../../../src/styles/messages/error.js";

const body = (type: string, message = "no") => ({ type: "error", error: { type, message } });
const canonical = (kind: ErrorKind, status: number) => ({ kind, status, message: "no", retryable: false });

test.each([
  [400, "invalid_request_error", "invalid-request"],
  [401, "authentication_error", "authentication"],
  [402, "billing_error", "insufficient-balance"],
  [402, "insufficient_balance", "insufficient-balance"],
  [403, "quota_exceeded", "quota-exceeded"],
  [403, "permission_error", "permission"],
  [404, "not_found_error", "not-found"],
  [413, "request_too_large", "request-too-large"],
  [422, "invalid_request_error", "unprocessable"],
  [503, "invalid_request_error", "unavailable"],
  [429, "rate_limit_error", "rate-limit"],
  [500, "api_error", "internal"],
  [502, "internal_server_error", "bad-gateway"],
  [529, "overloaded_error", "overloaded"],
  [418, "teapot", "invalid-request"],
] as const)("%d %s is %s", (status, type, kind) => {
  expect(error.decode({ status, body: body(type) }).value).toMatchObject({
    kind,
    status,
    message: "no",
    native: { style: "messages", type },
  });
});

test("the error of another vendor that serves these models is read, wrapped in an array or not", () => {
  const info = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "12s" };
  const inner = { error: { code: 429, message: "no", status: "RESOURCE_EXHAUSTED", details: [info] } };
  for (const given of [inner, [inner]])
    expect(error.decode({ body: given }).value).toMatchObject({ kind: "rate-limit", status: 429, message: "no", retryAfterSeconds: 12 });
});

test("the kind is located where it is said", () => {
  expect(error.decode({ status: 503, body: body("odd") }).locate(["kind"])).toEqual(["status"]);
  expect(error.decode({ status: 503, body: body("overloaded_error") }).locate(["kind"])).toEqual(["body", "error", "type"]);
  expect(error.decode({ body: body("odd") }).locate(["kind"])).toEqual(["body", "error", "type"]);
});

test.each([
  ["quota-exceeded", 402, 403, "quota_exceeded", 429, "rate_limit_error"],
  ["unavailable", 503, 503, "overloaded_error", 529, "overloaded_error"],
  ["internal", 500, 500, "internal_server_error", 500, "api_error"],
  ["insufficient-balance", 402, 402, "insufficient_balance", 402, "billing_error"],
  ["invalid-request", 418, 418, "invalid_request_error", 418, "invalid_request_error"],
] as const)("%s is written by the table of each profile (T9)", (kind, status, gateway, gatewayType, vendor, vendorType) => {
  expect(error.encode(canonical(kind, status)).value).toMatchObject({ status: gateway, body: body(gatewayType) });
  expect(error.encode(canonical(kind, status), { profile: "vendor" }).value).toMatchObject({ status: vendor, body: body(vendorType) });
});

test("an error inside the message of another is unpacked (BB-119)", () => {
  const inner = JSON.stringify(body("overloaded_error", "M"));
  expect(error.decode({ status: 500, body: body("api_error", inner) }).value).toMatchObject({ kind: "overloaded", message: "M" });
});

test("paths start in the reply", () => {
  const { locate } = error.decode({ status: 404, body: { ...body("not_found_error"), request_id: "r" }, headers: { "Retry-After": "1" } });
  expect(locate(["message"])).toEqual(["body", "error", "message"]);
  expect(locate(["kind"])).toEqual(["body", "error", "type"]);
  expect(locate(["status"])).toEqual(["status"]);
  expect(locate(["requestId"])).toEqual(["body", "request_id"]);
  expect(locate(["retryAfterSeconds"])).toEqual(["headers", "Retry-After"]);
});

test("paths lead into the first of an array of errors, and past headers of another name", () => {
  const { locate } = error.decode({
    body: [{ error: { message: "no", details: { a: 1 } } }],
    headers: { "X-Other": "1", "Retry-After-Ms": "1" },
  });
  expect(locate(["message"])).toEqual(["body", 0, "error", "message"]);
  expect(locate(["native", "details"])).toEqual(["body", 0, "error", "details"]);
  expect(locate(["retryAfterSeconds"])).toEqual(["headers", "Retry-After-Ms"]);
});

test("a long message stays whole where it stands in its place", () => {
  const message = "x".repeat(501);
  const { value, issues } = error.decode({ status: 400, body: body("invalid_request_error", message) });
  expect([value.message, issues]).toEqual([message, []]);
});

test.each([399, 600])("the status %d is none of an error", (status) => {
  const { value, issues } = error.decode({ status, body: body("invalid_request_error") });
  expect([value.kind, value.status]).toEqual(["invalid-request", 400]);
  expect(issues.map(({ code, path }) => [code, ...path])).toEqual([["approximated.error", "status"]]);
});

test("a status of the other profile does not contradict its type", () => {
  for (const status of [403, 429]) expect(error.decode({ status, body: body("quota_exceeded") }).issues).toEqual([]);
});

test("a request id in the headers is found there", () => {
  const { value, locate } = error.decode({ status: 404, body: body("not_found_error"), headers: { "Request-Id": "r" } });
  expect(value.requestId).toBe("r");
  expect(locate(["requestId"])).toEqual(["headers", "Request-Id"]);
});

test.each([
  [["status"], 402, body("authentication_error")],
  [["body", "error", "type"], 400, body("teapot_error")],
  [["body", "type"], 400, { ...body("invalid_request_error"), type: "fault" }],
  [["body", "request_id"], 400, { ...body("invalid_request_error"), request_id: 5 }],
  [["body", "error", "type"], 400, { type: "error", error: { type: 5, message: "no" } }],
  [["body", "trace"], 400, { ...body("invalid_request_error"), trace: "t" }],
  [["body", "error", "param"], 400, { type: "error", error: { type: "invalid_request_error", message: "no", param: "p" } }],
  [["body"], 500, "x".repeat(501)],
])("what other styles cannot say is named: %j", (path, status, given) => {
  expect(error.decode({ status, body: given }).issues.map((issue) => issue.path)).toEqual([path]);
});

test("an error of the same words in both profiles needs no word", () => {
  for (const type of ["insufficient_balance", "billing_error"]) expect(error.decode({ status: 402, body: body(type) }).issues).toEqual([]);
});

test.each([undefined, 200])("an invalid request of the status %s is one", (status) => {
  expect(error.decode({ ...(status === undefined ? {} : { status }), body: body("invalid_request_error") }).value.kind).toBe(
    "invalid-request",
  );
});

test.each([
  [{ a: 1, b: null }, [["native", "details", "a"]]],
  ["text", [["native", "details"]]],
])("the details %o of another style are named one by one", (details, paths) => {
  const native = { style: "generate-content", details } as const;
  expect(error.encode({ ...canonical("internal", 500), native }).issues.map(({ path }) => path)).toEqual(paths);
});

test.each([
  [{}, "The service reported an error: 429 Too Many Requests.", [["defaulted.other", "body"]]],
  [{ request_id: "r" }, '{"request_id":"r"}', []],
  [{ message: "gone" }, "gone", []],
  [{ detail: ["a"] }, '["a"]', []],
  [{ error: "gone" }, "gone", []],
  [{ error: { message: '{"error":{"type":"rate_limit_error","message":"inner"}}' } }, "inner", []],
  [{ error: { message: '{"other":1}' } }, '{"other":1}', []],
  [{ error: { message: "{broken" } }, "{broken", []],
  [[{ error: { message: "first" } }, { error: { message: "second" } }], "first", [["dropped.field", "body"]]],
])("the body %j says %s", (given, message, issues) => {
  const read = error.decode({ status: 429, body: given });
  expect(read.value.message).toBe(message);
  expect(read.issues.map(({ code, path }) => [code, path.join(".")]).filter(([, path]) => path === "body")).toEqual(issues);
});
