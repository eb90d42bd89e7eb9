import { describe, expect, it } from "vitest";
import { formatRoute, nearestStyle, parseRoute } from "../src/route.js";

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
    "POST /v1/models/gemini-3-pro:generateContent": {
      endpoint: "generate-content",
      style: "generate-content",
      model: "gemini-3-pro",
      stream: false,
    },
    "GET /v1/models": { endpoint: "models" },
  };
  for (const [line, route] of Object.entries(known))
    it(`is understood: ${line}`, () => {
      const [method = "", path = ""] = line.split(" ");
      expect(parseRoute(method, path)).toEqual({ ok: true, value: route, issues: [] });
    });

  const refused: Record<string, string> = {
    "POST /v1/completions": "R-177",
    "GET /v1/chat/completions": "R-177",
    "POST /": "R-177",
    "POST ": "R-177",
    "POST /v1beta/models/m:countTokens": "R-088",
    "POST /v1beta/models/m:": "R-088",
    "POST /v1beta/models/m": "R-088",
    "POST /v1beta/models/:generateContent": "R-087",
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
    const paths =
      "the paths are POST /v1/chat/completions, POST /v1/messages, POST /v1beta/models/{model}:generateContent or :streamGenerateContent, and GET /v1/models.";
    expect(said("delete", "/v1/models?limit=3#x")).toEqual([["validation.R-177", [], `There is no DELETE /v1/models; ${paths}`]]);
    expect(said("POST", "/x/v1beta/models/m:generateContent")).toEqual([
      ["validation.R-177", [], `There is no POST /x/v1beta/models/m:generateContent; ${paths}`],
    ]);
    expect(said("M".repeat(30), `/${"p".repeat(200)}`)).toEqual([
      ["validation.R-177", [], `There is no ${"M".repeat(20)} /${"p".repeat(99)}; ${paths}`],
    ]);
    const action = (word: string) => [
      ["validation.R-088", [], `The action must be \`generateContent\` or \`streamGenerateContent\`, not "${word}".`],
    ];
    expect(said("POST", "/v1beta/models/a:b/c:countTokens?alt=sse")).toEqual(action("countTokens"));
    expect(said("POST", "/v1/models/m")).toEqual(action(""));
    expect(said("POST", "/v1alpha/models/a/b:")).toEqual(action(""));
    expect(said("POST", `/v1/models/m:${"a".repeat(200)}`)).toEqual(action("a".repeat(100)));
    expect(said("POST", "/v1/models/:generateContent")).toEqual([
      ["validation.R-087", [], "The path names no model: write `/v1beta/models/{model}:generateContent`."],
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

  it("that names no model shows where one stands", () => {
    const request: { style: "generate-content"; model: string; stream: boolean } = { style: "generate-content", model: "", stream: true };
    expect(() => formatRoute(request)).toThrow(
      "`model` is missing: this style has it in its path, as in `/v1beta/models/my-model:streamGenerateContent?alt=sse`.",
    );
    expect(formatRoute({ style: "chat-completions", model: "", stream: true })).toBe("/v1/chat/completions");
  });

  it("comes back from its route, whatever the model is called", () => {
    for (const model of ["gemini-2.5-flash", "a/b", "x:y", "ü 😀", "100%"])
      for (const stream of [true, false]) {
        const path = formatRoute({ style: "generate-content", model, stream });
        expect(parseRoute("POST", path)).toMatchObject({ ok: true, value: { model, stream } });
      }
  });

  it("is a wrong call for a style that does not exist", () => {
    // @ts-expect-error the name is wrong on purpose
    expect(() => formatRoute({ style: "responses", model: "m", stream: false })).toThrow(TypeError);
  });
});
