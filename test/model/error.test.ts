import { describe, expect, test } from "vitest";
import { errorIn, isRetryable, kindOfStatus, readErrorInput, reportedError } from "../../src/model/error.js";
import { unpacked } from "../../src/styles/shared/error.js";

describe("a body that reports an error instead of answering", () => {
  test.each([
    [{ error: { message: "no" } }, ["error"]],
    [{ error: "no" }, ["error"]],
    [[{ error: {} }], [0, "error"]],
    [{ error: {}, content: [] }, ["error"]],
    [{ error: "no", content: [] }, ["error"]],
    [{ message: "no" }, ["message"]],
    [{ detail: [1] }, ["detail"]],
    [{ error: 5 }, ["error"]],
    [[{ detail: "no" }], [0, "detail"]],
  ])("is %j", (body, path) => {
    expect(errorIn(body, ["content"])).toEqual(path);
  });

  test.each([
    [5],
    [null],
    ["error"],
    [[]],
    [[5]],
    [{}],
    [{ error: "" }],
    [{ error: null, message: "" }],
    [{ content: [], message: "hi" }],
    [{ content: 0, error: 5 }],
  ])("is not %j", (body) => {
    expect(errorIn(body, ["content"])).toBeUndefined();
  });

  test("is told with its message, where it has one", () => {
    expect(reportedError({ kind: "internal", message: "gone" }, ["error"], "response.error_body")).toMatchObject({
      path: ["error"],
      message: expect.stringMatching(/: gone/),
    });
  });
});

describe("an error answer", () => {
  const thrower = {
    get body() {
      throw new Error("no");
    },
  };

  test.each([
    ["text", { status: undefined, body: "text", headers: {} }],
    [null, { status: undefined, body: null, headers: {} }],
    [{ body: { f: () => 1 } }, { status: undefined, body: null, headers: {} }],
  ])("is read as far as it can be: %#", (input, facts) => {
    expect(readErrorInput(input)).toEqual(facts);
  });

  test.each([
    ["Headers", new Headers({ "Retry-After": "7" })],
    ["a map", new Map([["retry-after", "7"]])],
    ["pairs", [["retry-after", "7"], "x"]],
    ["lists, as Node has them", { "retry-after": ["7", "8"], vary: [], odd: [{}] }],
  ])("may have %s as its headers", (_what, headers) => {
    expect(readErrorInput({ status: 429, headers }).headers).toEqual({ "retry-after": "7" });
  });

  test("that throws when it is read is empty", () => {
    expect(readErrorInput(thrower)).toEqual({ status: undefined, body: null, headers: {} });
  });

  test("is copied, so that nobody else changes it", () => {
    const body = { a: [1] };
    const { body: copy } = readErrorInput({ body });
    expect(copy).toEqual(body);
    expect(copy).not.toBe(body);
  });
});

test.each([
  [400, "invalid-request", false],
  [401, "authentication", false],
  [402, "insufficient-balance", false],
  [403, "permission", false],
  [404, "not-found", false],
  [408, "timeout", true],
  [409, "conflict", false],
  [413, "request-too-large", false],
  [422, "unprocessable", false],
  [429, "rate-limit", true],
  [499, "cancelled", false],
  [500, "internal", true],
  [501, "not-implemented", false],
  [502, "bad-gateway", true],
  [503, "unavailable", true],
  [504, "timeout", true],
  [529, "overloaded", true],
  [418, "invalid-request", false],
  [599, "internal", true],
  [200, "internal", true],
] as const)("the status %i is %s", (status, kind, retryable) => {
  expect(kindOfStatus(status)).toBe(kind);
  expect(isRetryable(kind, status)).toBe(retryable);
});

test.each([
  ["quota-exceeded", 429, false],
  ["insufficient-balance", 500, false],
  ["truncated-stream", 200, true],
  ["bad-gateway", 400, true],
  ["unavailable", 400, true],
  ["timeout", 400, true],
  ["overloaded", 400, true],
  ["conflict", 408, true],
  ["conflict", 429, true],
  ["conflict", 500, true],
  ["conflict", 501, false],
] as const)("%s with the status %i may succeed later: %s", (kind, status, retryable) => {
  expect(isRetryable(kind, status)).toBe(retryable);
});

test("the message of gateways in a row is the innermost one", () => {
  const wrap = (message: string) => JSON.stringify({ error: { message } });
  const innermostMessage = (message: string) => unpacked(message, [], () => {}).message;
  expect(innermostMessage("plain")).toBe("plain");
  expect(innermostMessage(wrap(wrap("inner")))).toBe("inner");
  for (const other of ["{broken", '{"error":5}', '{"error":{"message":5}}', "[]"]) expect(innermostMessage(other)).toBe(other);
  expect(innermostMessage(wrap(wrap(wrap(wrap(wrap("deep"))))))).toBe(wrap("deep"));
  const large = wrap("x".repeat(100_000));
  expect(innermostMessage(large)).toBe(large);
});
