import { describe, expect, it } from "vitest";
import type { Issue } from "../../src/core/issue.js";
import { toErrorReply } from "../../src/exchange.js";
import { nearestStyle } from "../../src/route.js";
import { checkBaseUrl, checkContentType, parseAuthorization } from "../../src/transport.js";
import { validateError } from "../../src/validate.js";

const rulesOf = (result: { readonly issues: readonly { readonly rule?: string; readonly severity: string }[] }) =>
  result.issues.map(({ rule, severity }) => `${severity} ${rule}`);

describe("parseAuthorization", () => {
  it("reads the key (R-175)", () => {
    expect(parseAuthorization("Bearer sk-abc")).toEqual({ ok: true, value: { scheme: "Bearer", key: "sk-abc" }, issues: [] });
    expect(parseAuthorization("bearer sk-abc").ok).toBe(true);
  });

  it("refuses a header without a bearer key (R-175)", () => {
    for (const header of [undefined, null, "", "Bearer", "Bearer ", "Basic abc", "sk-abc", 5, {}, "Bearer a b"])
      expect(rulesOf(parseAuthorization(header))).toEqual(["error R-175"]);
  });

  it("warns of a key of another form, and does not repeat it (R-176)", () => {
    const result = parseAuthorization("Bearer pk-secret");
    expect(result.ok).toBe(true);
    expect(rulesOf(result)).toEqual(["warning R-176"]);
    expect(JSON.stringify(result.issues)).not.toContain("secret");
  });
});

describe("checkBaseUrl (R-178)", () => {
  it("takes an address without a slash at its end", () => {
    for (const url of ["https://h", "http://localhost:8080", "https://h/v1"])
      expect(checkBaseUrl(url)).toEqual({ ok: true, value: url, issues: [] });
  });

  it("refuses anything else, and says what to write", () => {
    for (const url of [
      "https://h/",
      "h",
      "",
      5,
      "ftp://h",
      "https://h?x=1",
      "https://",
      "https://h:port",
      "https://[::",
      "https://h/ ",
      "https://h/\n",
      "https://h\\",
    ])
      expect(rulesOf(checkBaseUrl(url))).toEqual(["error R-178"]);
    expect(checkBaseUrl("https://h//").issues[0]?.suggestion).toBe("https://h");
  });
});

describe("checkBaseUrl for the clients of a style (R-178)", () => {
  it("expects `/v1` where it belongs, and nowhere else", () => {
    const cases = [
      ["chat-completions", "https://h/v1", undefined],
      ["chat-completions", "https://h/api/v2", undefined],
      ["chat-completions", "https://h", "https://h/v1"],
      ["chat-completions", "https://v1.test", "https://v1.test/v1"],
      ["chat-completions", "https://generativelanguage.googleapis.com/v1beta/openai", undefined],
      ["chat-completions", "https://gateway.ai.cloudflare.com/v1/account/gateway/openai", undefined],
      ["chat-completions", "https://h/v1/x", undefined],
      ["messages", "https://h", undefined],
      ["messages", "https://h/v1", "https://h"],
      ["generate-content", "https://h", undefined],
      ["generate-content", "https://h/v1beta", "https://h"],
    ] as const;
    for (const [style, url, suggestion] of cases) {
      const result = checkBaseUrl(url, { style });
      expect(result).toMatchObject({ ok: true, value: url });
      expect(rulesOf(result)).toEqual(suggestion === undefined ? [] : ["warning R-178"]);
      expect(result.issues[0]?.suggestion).toBe(suggestion);
    }
  });

  it("refuses a slash at the end in every style, and a style that does not exist as a wrong call", () => {
    expect(rulesOf(checkBaseUrl("https://h/v1/", { style: "chat-completions" }))).toEqual(["error R-178"]);
    const style: string = "openai";
    // @ts-expect-error a wrong call is refused by the compiler, too
    expect(() => checkBaseUrl("https://h", { style })).toThrow(TypeError);
  });
});

describe("what is said of a wrong header or address", () => {
  const said = ({ issues }: { readonly issues: readonly Issue[] }) =>
    issues.map(({ code, path, message, expected, received, suggestion }) => [code, path, message, expected, received, suggestion]);

  it.each([undefined, "", "  ", "Basic x", 5])("names the form of a key: %j", (header) => {
    expect(said(parseAuthorization(header))).toEqual([
      [
        "validation.R-175",
        [],
        "The header `Authorization` must be `Bearer <key>`.",
        "Bearer <key>",
        header === "Basic x" ? "another form" : "nothing",
        undefined,
      ],
    ]);
  });

  it("names the prefix of a key that has another", () => {
    expect(said(parseAuthorization("Bearer pk-a"))).toEqual([
      ["validation.R-176", [], "The key does not start with `sk-`.", "sk-…", undefined, undefined],
    ]);
  });

  it("takes white space around a key, and no word before or behind it", () => {
    expect(parseAuthorization("\t Bearer  \tsk-a \t")).toMatchObject({ ok: true, value: { key: "sk-a" } });
    for (const header of ["x Bearer sk-a", "xBearer sk-a", "Bearer sk-a x", "Bearer sk-a,sk-b", ["Bearer sk-a"]])
      expect(parseAuthorization(header).ok).toBe(false);
  });

  it("names what an address must be, and what was probably meant", () => {
    const url = "validation.R-178";
    const scheme = "The base address must be an http or https URL.";
    for (const wrong of ["x https://h", "h", ["https://h"]])
      expect(said(checkBaseUrl(wrong))).toEqual([[url, [], scheme, "an http or https URL", undefined, undefined]]);
    const query = "The base address must have no query and no fragment.";
    for (const wrong of ["https://h?x=1", "https://h#x"])
      expect(said(checkBaseUrl(wrong))).toEqual([[url, [], query, "no query", undefined, undefined]]);
    expect(said(checkBaseUrl("https://h/a//"))).toEqual([
      [url, [], "The base address must not end in a slash.", "no slash at the end", undefined, "https://h/a"],
    ]);
    expect(said(checkBaseUrl("https://h", { style: "chat-completions" }))).toEqual([
      [
        url,
        [],
        'The base address should be "https://h/v1": clients put `/chat/completions` behind it.',
        undefined,
        undefined,
        "https://h/v1",
      ],
    ]);
    expect(checkBaseUrl("https://v1.test/v1beta", { style: "generate-content" }).issues[0]?.suggestion).toBe("https://v1.test");
    expect(checkBaseUrl("https://h/v1/x/v1", { style: "generate-content" }).issues[0]?.suggestion).toBe("https://h/v1/x");
    expect(checkBaseUrl("https://h/v1/x/v1", { style: "messages" }).issues[0]?.suggestion).toBe("https://h/v1/x");
  });

  it("quotes no more of an address than two hundred characters", () => {
    for (const [address, style] of [
      [`https://${"h".repeat(300)}/`, undefined],
      [`https://${"h".repeat(300)}`, "chat-completions"],
    ] as const)
      expect(checkBaseUrl(address, style === undefined ? {} : { style }).issues[0]?.suggestion).toHaveLength(200);
  });

  it.each([
    [{}, "the request", "application/json"],
    [{ of: "request" }, "the request", "application/json"],
    [{ of: "answer" }, "the answer", "application/json"],
    [{ of: "stream" }, "the stream", "text/event-stream"],
  ] as const)("names the content type that came, and of what: %j", (options, whose, type) => {
    const rest = (received: string) => [
      ["validation.R-179", [], `The content type of ${whose} must be ${type}, not ${received}.`, type, received, undefined],
    ];
    expect(said(checkContentType(" Text/HTML ; charset=utf-8; x", options))).toEqual(rest('"text/html"'));
    for (const none of ["", " ", ";", 5, undefined, null]) expect(said(checkContentType(none, options))).toEqual(rest("nothing"));
    expect(said(checkContentType("x".repeat(300), options))).toEqual(rest(`"${"x".repeat(100)}"`));
  });
});

describe("checkContentType (R-179)", () => {
  it("gives back the type alone, in any letter case, with parameters", () => {
    for (const type of ["application/json", "Application/JSON; charset=utf-8", " Application/JSON ; charset=utf-8;\nx"])
      for (const options of [{}, { of: "request" }, { of: "answer" }] as const)
        expect(checkContentType(type, options)).toEqual({ ok: true, value: "application/json", issues: [] });
    expect(checkContentType("text/event-stream;charset=utf-8", { of: "stream" })).toEqual({
      ok: true,
      value: "text/event-stream",
      issues: [],
    });
  });

  it("refuses what the body of something else is", () => {
    for (const options of [{}, { of: "request" }, { of: "answer" }] as const)
      expect(rulesOf(checkContentType("text/event-stream", options))).toEqual(["error R-179"]);
    expect(rulesOf(checkContentType("application/json", { of: "stream" }))).toEqual(["error R-179"]);
    for (const type of ["text/plain", "", undefined, "application/jsonp", 5])
      expect(rulesOf(checkContentType(type))).toEqual(["error R-179"]);
  });

  it("is answered with 415 in each style", () => {
    const { issues } = checkContentType("text/plain");
    for (const path of ["/v1/chat/completions", "/v1/messages", "/v1beta/models/m:generateContent"])
      for (const profile of ["gateway", "vendor"] as const) {
        const reply = toErrorReply(issues, { path, profile });
        expect(reply.status).toBe(415);
        expect(validateError(reply, { style: nearestStyle(path), profile }).issues.filter(({ severity }) => severity === "error")).toEqual(
          [],
        );
      }
  });

  it("is a wrong call for anything else", () => {
    const of: string = "reply";
    // @ts-expect-error a wrong call is refused by the compiler, too
    expect(() => checkContentType("text/plain", { of })).toThrow(TypeError);
  });
});
