import { describe, expect, it } from "vitest";
import { checkBaseUrl, checkContentType, parseAuthorization } from "../../src/transport.js";

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
    for (const url of ["https://h/", "h", "", 5, "ftp://h", "https://h?x=1", "https://", "https://h:port", "https://[::"])
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

describe("checkContentType (R-179)", () => {
  it("takes JSON and event streams, in any letter case, with parameters", () => {
    for (const type of ["application/json", "Application/JSON; charset=utf-8", "text/event-stream"])
      expect(checkContentType(type).ok).toBe(true);
  });

  it("refuses anything else", () => {
    for (const type of ["text/plain", "", undefined, "application/jsonp", 5])
      expect(rulesOf(checkContentType(type))).toEqual(["error R-179"]);
  });
});
