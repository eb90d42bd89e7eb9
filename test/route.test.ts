import { describe, expect, it } from "vitest";
import { createExchange, type StyleName, toErrorReply, translateRequest, translateRequestBytes, validateRequest } from "../src/index.js";
import { formatRoute, nearestStyle, parseRoute } from "../src/route.js";
import { styles } from "../src/style-lists.js";
import { createFetch } from "../src/web.js";

describe("a request line", () => {
  const known: Record<string, unknown> = {
    "POST /v1/chat/completions": { endpoint: "chat-completions", style: "chat-completions", stream: false },
    "post /v1/messages?beta=true": { endpoint: "messages", style: "messages", stream: false },
    "POST /v1beta/models/gemini-2.5-flash:generateContent": {
      endpoint: "generate-content",
      style: "generate-content",
      model: "gemini-2.5-flash",
      stream: false,
    },
    "POST /v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse": {
      endpoint: "generate-content",
      style: "generate-content",
      model: "gemini-2.5-flash",
      stream: true,
    },
    "POST /v1beta/models/google/gemini-2.0-flash-exp:free:generateContent": {
      endpoint: "generate-content",
      style: "generate-content",
      model: "google/gemini-2.0-flash-exp:free",
      stream: false,
    },
    "POST /v1beta/models/a%2Fb%20c:generateContent": {
      endpoint: "generate-content",
      style: "generate-content",
      model: "a/b c",
      stream: false,
    },
    "GET /v1/models": { endpoint: "models" },
  };
  for (const [line, route] of Object.entries(known))
    it(`is understood: ${line}`, () => {
      const [method = "", path = ""] = line.split(" ");
      expect(parseRoute(method, path)).toEqual({ ok: true, value: route, issues: [] });
    });

  const hosted: Record<string, readonly [style: StyleName, model: string | undefined, stream: boolean]> = {
    "/v1/models/gemini-3-pro:generateContent": ["generate-content", "gemini-3-pro", false],
    "/v1alpha/models/gemini-3-pro:streamGenerateContent?alt=sse": ["generate-content", "gemini-3-pro", true],
    "/v1/projects/p/locations/l/publishers/google/models/g:generateContent": ["generate-content", "g", false],
    "/v1beta1/publishers/google/models/g:streamGenerateContent": ["generate-content", "g", true],
    "/v1/projects/p/locations/l/publishers/anthropic/models/claude-x@20260101:rawPredict": ["messages", "claude-x@20260101", false],
    "/v1/projects/p/locations/l/publishers/anthropic/models/claude-x:streamRawPredict": ["messages", "claude-x", true],
    "/model/anthropic.claude-x-v1%3A0/invoke": ["messages", "anthropic.claude-x-v1:0", false],
    "/openai/deployments/gpt%20x/chat/completions?api-version=2024-10-21": ["chat-completions", "gpt x", false],
    "/openai/v1/chat/completions": ["chat-completions", undefined, false],
  };
  for (const [path, [style, model, stream]] of Object.entries(hosted))
    it(`is the vendors' alone, and answered in their style: ${path}`, () => {
      const value = { endpoint: style, style, stream, ...(model === undefined ? {} : { model }) };
      expect(parseRoute("POST", path, { profile: "vendor" })).toEqual({ ok: true, value, issues: [] });
      for (const other of [parseRoute("POST", path), parseRoute("POST", path, { profile: "gateway" })])
        expect(other.issues.map(({ rule }) => rule)).toEqual(["R-177"]);
      const opened = createExchange({ path, body: {} }, { to: style });
      expect(toErrorReply(opened.issues, { path }).status).toBe(404);
      expect(nearestStyle(path)).toBe(style);
    });

  const refused: Record<string, string> = {
    "POST /v1/completions": "R-177",
    "GET /v1/chat/completions": "R-177",
    "POST /": "R-177",
    "POST ": "R-177",
    "POST /v1beta/models/m:countTokens": "R-088",
    "POST /v1beta/models/m:": "R-088",
    "POST /v1beta/tunedModels/m:countTokens": "R-088",
    "POST /v1beta/models/m": "R-088",
    "POST /v1beta/models/:generateContent": "R-087",
    "POST /v1beta/tunedModels/:generateContent": "R-087",
    "DELETE /v1/models": "R-177",
  };
  for (const [line, rule] of Object.entries(refused))
    it(`is refused by ${rule}: ${line}`, () => {
      const [method = "", path = ""] = line.split(" ");
      const result = parseRoute(method, path);
      expect(result.ok ? "ok" : result.issues.map((issue) => issue.rule)).toEqual([rule]);
    });

  const said = (method: string, path: string) => {
    const result = parseRoute(method, path);
    return result.ok ? [] : result.issues.map(({ code, path: place, message }) => [code, place, message]);
  };

  it("that is refused is told with what was asked for, cut where it is long", () => {
    const paths = "only POST /v1/chat/completions, POST /v1/messages, POST /v1beta/models/{model}:generateContent and GET /v1/models.";
    expect(said("delete", "/v1/models?limit=3#x")).toEqual([["validation.R-177", [], `There is no DELETE /v1/models, ${paths}`]]);
    expect(said("POST", "/x/v1beta/models/m:generateContent")).toEqual([
      ["validation.R-177", [], `There is no POST /x/v1beta/models/m:generateContent, ${paths}`],
    ]);
    expect(said("M".repeat(30), `/${"p".repeat(200)}`)).toEqual([
      ["validation.R-177", [], `There is no ${"M".repeat(20)} /${"p".repeat(99)}, ${paths}`],
    ]);
    const action = (word: string) => [
      ["validation.R-088", [], `The action must be generateContent or streamGenerateContent, not "${word}".`],
    ];
    expect(said("POST", "/v1beta/models/a:b/c:countTokens?alt=sse")).toEqual(action("countTokens"));
    expect(said("POST", "/v1beta/models/m")).toEqual(action(""));
    expect(said("POST", "/v1beta/models/a/b:")).toEqual(action(""));
    expect(said("POST", `/v1beta/models/m:${"a".repeat(200)}`)).toEqual(action("a".repeat(100)));
    expect(parseRoute("POST", "/v1alpha/models/m:x", { profile: "vendor" }).issues).toMatchObject([{ rule: "R-088" }]);
    expect(said("POST", "/v1beta/models/:generateContent")).toEqual([
      ["validation.R-087", [], "The path must name a model, as in /v1beta/models/{model}:generateContent."],
    ]);
  });

  it.each([
    ["/v1beta/nothing", "generate-content"],
    ["/v1alpha/models/m:x", "generate-content"],
    ["/v1/models/m:generateContent?key=k", "generate-content"],
    ["/v1/messages/count_tokens", "messages"],
    ["/v1/messages?beta=true", "messages"],
    ["/v1/chat/completions", "chat-completions"],
    ["/v1/nothing/v1beta/v1/messages", "chat-completions"],
    ["", "chat-completions"],
  ] as const)("to %j is answered in the words of %s", (path, style) => {
    expect(nearestStyle(path)).toBe(style);
  });

  it("that names no model is refused", () => {
    const request: { style: "generate-content"; model: string; stream: boolean } = { style: "generate-content", model: "", stream: true };
    expect(() => formatRoute(request)).toThrow('`model` must be a name that can stand in a path, not "".');
    expect(formatRoute({ style: "chat-completions", model: "", stream: true })).toBe("/v1/chat/completions");
  });

  it("comes back from its route, whatever the model is called", () => {
    for (const model of ["gemini-2.5-flash", "a/b", "x:y", "ü 😀", "100%"])
      for (const stream of [true, false]) {
        const path = formatRoute({ style: "generate-content", model, stream });
        expect(parseRoute("POST", path)).toMatchObject({ ok: true, value: { model, stream } });
      }
  });
});

describe("a path that leads elsewhere is no path", () => {
  const content = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
  const other = "tenant-b/v1beta/models/x";
  const paths = [
    `/v1beta/models/a/../../../${other}:generateContent`,
    `/v1beta/models/../../${other}:generateContent`,
    `/v1beta/tunedModels/../${other}:generateContent`,
    "/v1beta/./models/x:generateContent",
    "/v1beta/models/./x:generateContent",
    "/v1beta/models/.:generateContent",
    "/v1beta/models/..:streamGenerateContent?alt=sse",
    "/v1beta/models/%2e%2E/x:generateContent",
    "/v1beta/models/.%2e/x:generateContent",
    "/v1beta/models/%252e%25252E/x:generateContent",
    "/v1beta/models/a%2f..%2Fx:generateContent",
    "/v1beta/models/a%2F%2e%2e%2fx:generateContent",
    "/v1beta/models/..%3AgenerateContent/x:generateContent",
    "/v1beta/models/a%252f..%252fx:generateContent",
    "/v1beta/models/..;a=1/x:generateContent",
    "/v1beta/models/a\\..\\x:generateContent",
    "/v1beta/models/a\\x:generateContent",
    "/v1beta/models/a%5Cx:generateContent",
    "/v1beta/models/.\t./x:generateContent",
    "/v1beta/models/.\n./x:generateContent",
    "/v1beta/models/x\u0000:generateContent",
  ];
  const statusOf = (path: string, { issues }: { readonly issues: Parameters<typeof toErrorReply>[0] }) =>
    toErrorReply(issues, { path }).status;

  it.each(paths)("%j", async (path) => {
    for (const profile of ["gateway", "vendor"] as const) {
      const route = parseRoute("POST", path, { profile });
      expect([route.ok, statusOf(path, route)]).toEqual([false, 404]);
      for (const to of ["chat-completions", "messages", "generate-content"] as const) {
        const opened = createExchange({ path, body: content }, { to, profile, model: "m" });
        expect([opened.ok, statusOf(path, opened)]).toEqual([false, 404]);
        const options = { from: "generate-content", to, path, profile } as const;
        const bytes = new TextEncoder().encode(JSON.stringify(content));
        for (const result of [translateRequest(content, options), translateRequestBytes(bytes, options)])
          expect([result.ok, statusOf(path, result)]).toEqual([false, 404]);
      }
      const checked = validateRequest(content, { style: "generate-content", path, profile });
      expect([checked.ok, statusOf(path, checked)]).toEqual([false, 404]);
    }
    expect(styles["generate-content"].request.decode(content, { path }).ok).toBe(false);
    expect(parseRoute("GET", path.replace(/:.*/s, "")).ok).toBe(false);
  });

  it.each(["/v1/../v1/messages", "/v1/messages/.", "/v1/%2e/messages", "/x/..;/v1/messages"])(
    "in a style without models in its paths: %j",
    (path) => {
      const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "hi" }] };
      for (const result of [
        parseRoute("POST", path),
        createExchange({ path, body }, { to: "messages" }),
        translateRequest(body, { from: "messages", to: "messages", path }),
      ])
        expect([result.ok, statusOf("/v1/messages", result)]).toEqual([false, 404]);
    },
  );

  it.each([
    "/v1beta/models/a%2f..%2fx:generateContent",
    "/v1beta/models/a%5cx:generateContent",
    "/v1beta/files%2f..%2fadmin",
    "/v1beta/files/%252e%252e/admin",
  ])("through a fetch: %j", async (path) => {
    for (const to of ["messages", "generate-content"] as const)
      for (const method of ["POST", "GET"]) {
        const sent: unknown[] = [];
        const send = createFetch({
          from: "generate-content",
          to,
          baseUrl: "https://up",
          fetch: async (input) => {
            sent.push(input);
            return Response.json({});
          },
        });
        const response = await send(`https://c${path}`, method === "POST" ? { method, body: JSON.stringify(content) } : { method });
        expect([response.status, sent, (await response.json()).error.status]).toEqual([404, [], "NOT_FOUND"]);
      }
  });

  it.each(["../x", "..", "a/../../x", "a\\x", "%2e%2e/x", "a/..;/x", "x?/../y", "x\n"])("and no model is called so: %j", (model) => {
    const body = { model, messages: [{ role: "user", content: "hi" }] };
    const named = translateRequest(body, { from: "chat-completions", to: "generate-content" });
    expect(named).toMatchObject({
      ok: false,
      issues: expect.arrayContaining([expect.objectContaining({ rule: "R-177", path: ["model"], severity: "error" })]),
    });
    const path = "/v1beta/models/m:generateContent";
    expect(translateRequest(content, { from: "generate-content", to: "generate-content", path, model })).toMatchObject({
      ok: false,
      issues: [{ rule: "R-177" }],
    });
    expect(translateRequest(body, { from: "chat-completions", to: "messages" }).ok).toBe(true);
    expect(() => formatRoute({ style: "generate-content", model, stream: false })).toThrow(TypeError);
  });

  it.each(["a/b", "a%2Fb", "gemini-2.5..x", "...", "google/gemini:free", ".hidden", "a..b/c."])(
    "but names with slashes and dots are names: %j",
    (model) => {
      const path = `/v1beta/models/${model}:generateContent`;
      expect(parseRoute("POST", path)).toMatchObject({ ok: true, value: { model: decodeURIComponent(model) } });
      expect(translateRequest(content, { from: "generate-content", to: "generate-content", path })).toMatchObject({
        ok: true,
        value: { path },
      });
    },
  );
});
