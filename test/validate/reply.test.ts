import { describe, expect, it } from "vitest";
import { createExchange, toErrorReply } from "../../src/exchange.js";
import { parseRoute } from "../../src/route.js";
import { collectStream } from "../../src/stream-translator.js";
import { styleNames } from "../../src/style-lists.js";
import { translateRequest, translateResponse } from "../../src/translate.js";
import { parseAuthorization } from "../../src/transport.js";
import { rules, validateError, validateRequest, validateResponse } from "../../src/validate.js";

const issuesOf = (result: { readonly issues: Parameters<typeof toErrorReply>[0] }) => result.issues;

describe("validateRequest", () => {
  it("throws a TypeError for a style that does not exist", () => {
    const style: string = "openai";
    // @ts-expect-error a wrong call is refused by the compiler, too
    expect(() => validateRequest({}, { style })).toThrow(TypeError);
  });
});

describe("validateResponse and validateError", () => {
  it("say of a code that is no integer only that it is none", () => {
    const reply = { status: 400, body: { error: { code: 400.5, message: "m", status: "INVALID_ARGUMENT" } } };
    expect(validateError(reply, { style: "generate-content" }).issues.map(({ rule }) => rule)).toEqual(["R-167"]);
  });

  it("judge answers and errors", () => {
    expect(validateResponse({}, { style: "messages" }).ok).toBe(false);
    expect(
      validateError(
        { status: 400, body: { error: { code: 400, message: "m", status: "INVALID_ARGUMENT" } } },
        { style: "generate-content" },
      ).ok,
    ).toBe(true);
    expect(validateError({ status: 400, body: "no" }, { style: "chat-completions" })).toMatchObject({
      ok: false,
      issues: [{ rule: "R-165", path: ["body"] }],
    });
  });
});

describe("an error answer that throws when it is read", () => {
  /** With a `body` that can be read so many times. */
  function fading(times: number) {
    let reads = 0;
    return {
      status: 400,
      get body() {
        reads += 1;
        if (reads > times) throw new Error("no");
        return { type: "error", error: { type: "invalid_request_error", message: "m" } };
      },
    };
  }

  it.each(styleNames)("is a fault of the body in %s, and no throw", (style) => {
    const [issue] = validateError(fading(0), { style }).issues;
    expect(validateError(fading(1), { style }).issues).toEqual([issue]);
    expect(issue).toMatchObject({ path: [], severity: "error", message: "The body threw while it was read; pass a parsed JSON value." });
    expect(rules).toContainEqual(expect.objectContaining({ id: issue?.rule, style, document: "error" }));
  });
});

describe("toErrorReply", () => {
  it("answers in the words of each style, with the first fault and the count of the others (BB-107)", () => {
    const issues = issuesOf(
      validateRequest({ model: "m", messages: [{ role: "user", content: "x" }], max_tokens: 0, n: 0 }, { style: "chat-completions" }),
    );
    expect(toErrorReply(issues, { style: "chat-completions" })).toEqual({
      status: 400,
      body: {
        error: {
          code: "invalid_params",
          message: "`max_tokens` must be at least 1, not 0. (and 1 more fault)",
          param: "max_tokens",
          type: "invalid_request_error",
        },
      },
    });
    expect(toErrorReply(issues, { style: "messages" })).toMatchObject({
      status: 400,
      body: { type: "error", error: { type: "invalid_request_error" } },
    });
    expect(toErrorReply(issues, { style: "generate-content" })).toMatchObject({
      status: 400,
      body: { error: { code: 400, status: "INVALID_ARGUMENT" } },
    });
  });

  it("answers 401 for a missing key and 404 for a path that does not exist", () => {
    const key = issuesOf(parseAuthorization(undefined));
    expect(toErrorReply(key, { path: "/v1/messages" })).toMatchObject({ status: 401, body: { error: { type: "authentication_error" } } });
    expect(toErrorReply(key, { path: "/v1/models" })).toMatchObject({
      status: 401,
      body: { error: { code: "auth_invalid", param: null } },
    });
    const action = issuesOf(parseRoute("POST", "/v1beta/models/m:countTokens"));
    expect(toErrorReply(action, { path: "/v1beta/models/m:countTokens" })).toMatchObject({
      status: 404,
      body: { error: { code: 404, status: "INVALID_ARGUMENT" } },
    });
    const route = issuesOf(parseRoute("POST", "/v1/nothing"));
    expect(toErrorReply(route, { path: "/v1/nothing" })).toMatchObject({ status: 404, body: { error: { code: "invalid_request_error" } } });
  });

  it("blames no model for a path that does not exist, in the vendors' words", () => {
    const { issues } = parseRoute("POST", "/v1/nothing");
    expect(toErrorReply(issues, { style: "chat-completions", profile: "vendor" })).toMatchObject({
      status: 404,
      body: { error: { code: null, type: "invalid_request_error" } },
    });
    expect(toErrorReply(issues, { style: "messages", profile: "vendor" }).body).toMatchObject({ error: { type: "not_found_error" } });
    expect(toErrorReply(issues, { style: "generate-content", profile: "vendor" }).body).toMatchObject({ error: { status: "NOT_FOUND" } });
    const model = toErrorReply({ kind: "not-found", message: "No such model." }, { style: "chat-completions", profile: "vendor" });
    expect(model.body).toMatchObject({ error: { code: "model_not_found" } });
  });

  it("answers with the first notice where nothing is an error, and 500 where nothing was found at all", () => {
    const { issues } = validateRequest({ model: "m", messages: [{ role: "developer", content: "x" }] }, { style: "chat-completions" });
    expect(toErrorReply(issues, { style: "messages" })).toMatchObject({ status: 400, body: { error: { message: issues[0]?.message } } });
    expect(toErrorReply([], { style: "messages" })).toMatchObject({
      status: 500,
      body: { error: { message: "The request could not be handled." } },
    });
  });

  it("counts the faults behind the first, and those that were left out", () => {
    const fault = { code: "validation.R-003", severity: "error", path: [], message: "One." } as const;
    const say = (...issues: Parameters<typeof toErrorReply>[0] & readonly unknown[]) => toErrorReply(issues, { style: "messages" }).body;
    expect(say(fault)).toMatchObject({ error: { message: "One." } });
    expect(say(fault, fault)).toMatchObject({ error: { message: "One. (and 1 more fault)" } });
    const more = { code: "issues.more", severity: "warning", path: [], message: "More.", more: 3 } as const;
    expect(say(fault, fault, fault, more)).toMatchObject({ error: { message: "One. (and at least 2 more faults)" } });
    expect(say({ ...fault, severity: "info", message: "Two." }, fault)).toMatchObject({ error: { message: "One." } });
  });

  it("answers with the kind of an error that the upstream reported, in an answer or a stream", () => {
    const said = { type: "error", error: { type: "rate_limit_error", message: "slow" } };
    const issues = [
      translateResponse(said, { from: "messages", to: "chat-completions" }).issues,
      collectStream(`event: error\ndata: ${JSON.stringify(said)}\n\n`, { style: "messages" }).issues,
    ];
    for (const found of issues)
      expect(toErrorReply(found, { style: "chat-completions" })).toMatchObject({
        status: 429,
        body: { error: { code: "rate_limit_exceeded", message: expect.stringContaining("slow"), param: null } },
      });
  });

  it("answers 502 for an answer that is none, whatever it breaks, and for a stream that cannot be read or was cut", () => {
    const issues = [
      ...styleNames.flatMap((style) => ["hello", {}, []].map((body) => validateResponse(body, { style }).issues)),
      validateResponse(
        { id: "a", type: "message", role: "assistant", model: "m", content: [{}], usage: { input_tokens: 1, output_tokens: 1 } },
        { style: "messages" },
      ).issues,
      collectStream("data: {\n\n", { style: "chat-completions" }).issues,
      collectStream("", { style: "generate-content" }).issues,
    ];
    for (const found of issues) expect(toErrorReply(found, { style: "messages" }).status, JSON.stringify(found)).toBe(502);
  });

  it("answers 400 for the faults of a request by rules that answers have as well", () => {
    const request: unknown = { model: "m", max_tokens: 1, messages: [{ role: "user", content: [{ text: 5 }] }], speed: 5 };
    const { issues } = validateRequest(request, { style: "messages" });
    expect(issues.map(({ rule }) => rule)).toEqual(expect.arrayContaining(["R-084", "R-086"]));
    for (const issue of issues) expect(toErrorReply([issue], { style: "messages" }).status).toBe(400);
  });
});

describe("toErrorReply, called wrongly", () => {
  it.each([
    undefined,
    null,
    5,
    "x",
    {},
    [{}],
    [null],
    { kind: "rate-limit" },
    { kind: "rate-limit", message: 5 },
    [{ message: "m", path: "x" }],
  ])("says what to pass: %j", (fault) => {
    // @ts-expect-error a wrong call is refused by the compiler, too
    expect(() => toErrorReply(fault, { style: "messages" })).toThrow(/Pass the issues of a failed result/);
  });
});

it("a chat-completions body at the messages endpoint is told what it is, in words of messages (BB-056, BB-107, BB-137)", () => {
  const tools = [{ type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } }];
  const checked = validateRequest({ model: "m", max_tokens: 1, messages: [{ role: "user", content: "hi" }], tools }, { style: "messages" });
  expect(checked.ok).toBe(false);
  expect(checked.issues.map(({ message }) => message).join()).toContain("chat-completions");
  const { status, body } = toErrorReply(checked.issues, { style: "messages" });
  expect(status).toBe(400);
  expect(body).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
});

it.each([[{ type: "object", properties: { a: { type: "string" } } }], [{ name: "a" }], [{ name: "a", schema: null }], [{ schema_: {} }]])(
  "a response format without its schema is refused by every function: %j",
  (json_schema) => {
    const body = { model: "m", messages: [{ role: "user", content: "hi" }], response_format: { type: "json_schema", json_schema } };
    const at = ["response_format", "json_schema", "schema"];
    for (const profile of ["gateway", "vendor"] as const) {
      expect(validateRequest(body, { style: "chat-completions", profile }).issues).toContainEqual(
        expect.objectContaining({ severity: "error", path: at, rule: "V-07" }),
      );
      for (const to of ["messages", "generate-content"] as const) {
        const refused = translateRequest(body, { from: "chat-completions", to, profile });
        expect(refused).toMatchObject({ ok: false, issues: [{ path: at, rule: "V-07" }] });
      }
      for (const to of ["chat-completions", "messages", "generate-content"] as const) {
        const path = "/v1/chat/completions";
        const opened = createExchange({ path, body }, { to, profile });
        expect(opened.issues).toContainEqual(expect.objectContaining({ severity: "error", path: at, rule: "V-07" }));
        expect(toErrorReply(opened.issues, { path }).status).toBe(400);
      }
    }
  },
);

describe("rules", () => {
  it("has R-001 to R-179 but those of nothing that can be checked", () => {
    const ids = new Set(rules.map(({ id }) => id));
    for (let number = 1; number <= 179; number++) expect(ids).toContain(`R-${String(number).padStart(3, "0")}`);
    const vendor = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32];
    for (const number of vendor) expect(ids).toContain(`V-${String(number).padStart(2, "0")}`);
  });
});
