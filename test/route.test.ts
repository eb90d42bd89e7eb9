import { describe, expect, it } from "vitest";
import { formatRoute, parseRoute } from "../src/route.js";

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
