/** Wrong calls: a `TypeError` at once, in words that say what to write. */
import { describe, expect, it } from "vitest";
import * as root from "../src/index.js";
import * as web from "../src/web.js";

const path = "/v1/messages";
const functions: Readonly<Record<string, unknown>> = { ...root, ...web };

/** As a program without types would. */
function call(name: string, ...args: readonly unknown[]): unknown {
  const called = functions[name];
  if (typeof called !== "function") throw new Error(`no function ${name}`);
  return Reflect.apply(called, undefined, args);
}

const CALLS: readonly (readonly [name: string, ...args: readonly unknown[]])[] = [
  ["parseJson", "{}"],
  ["validateRequest", {}],
  ["validateResponse", {}],
  ["validateError", { status: 400, body: {} }],
  ["translateRequest", {}],
  ["translateResponse", {}],
  ["translateError", { status: 400, body: {} }],
  ["translateRequestBytes", new Uint8Array()],
  ["createStreamTranslator"],
  ["createEventTranslator"],
  ["collectStream", ""],
  ["streamResponse", {}],
  ["createExchange", { path, body: {} }],
  ["toErrorReply", []],
  ["formatRoute"],
  ["translateStream"],
  ["createFetch"],
];

describe("a call without options", () => {
  for (const [name, ...args] of CALLS)
    it(`of ${name} shows how it is called`, () => {
      expect(() => call(name, ...args)).toThrow(TypeError);
      expect(() => call(name, ...args)).toThrow(`${name === "translateStream" ? "createStreamTranslator" : name}(`);
    });
});

describe("a wrong word", () => {
  it("for a style lists the styles, and guesses by the vendor's name", () => {
    expect(() => call("translateRequest", {}, { from: "openai", to: "messages" })).toThrow(
      '`from` must be one of "chat-completions", "messages", "generate-content", not "openai". Did you mean "chat-completions"?',
    );
    expect(() => call("validateRequest", {}, { style: "gemini" })).toThrow('Did you mean "generate-content"?');
    expect(() => call("createExchange", { path, body: {} }, { to: "message" })).toThrow('Did you mean "messages"?');
    expect(() => call("translateRequest", {}, { from: "messages" })).toThrow('"generate-content", not undefined.');
    expect(() => call("translateRequest", {}, { from: 1n, to: Symbol("x") })).toThrow("not a bigint.");
  });

  it("for a profile or for what to do about losses is refused, not ignored", () => {
    expect(() => call("translateRequest", {}, { from: "messages", to: "messages", profile: "vender" })).toThrow(
      '`profile` must be one of "gateway", "vendor", not "vender". Did you mean "vendor"?',
    );
    expect(() => call("createExchange", { path, body: {} }, { to: "messages", upstreamProfile: "openai" })).toThrow(
      "`upstreamProfile` must be",
    );
    expect(() => call("translateResponse", {}, { from: "messages", to: "messages", onLoss: "rejects" })).toThrow('Did you mean "reject"?');
  });

  it("for the kind of an own fault lists the kinds", () => {
    expect(() => call("toErrorReply", { kind: "rate_limit", message: "" }, { path })).toThrow(
      /must be one of .*"rate-limit".*Did you mean "rate-limit"\?$/,
    );
    expect(() => call("toErrorReply", undefined, { path })).toThrow('{ kind: "rate-limit", message }');
  });
});

describe("a call without its document", () => {
  it("of createExchange shows how it is called", () => {
    expect(() => call("createExchange", undefined, { to: "messages" })).toThrow("createExchange({ path, body }");
  });

  it("of a generate-content request says where its model is", () => {
    expect(() => call("translateRequest", {}, { from: "generate-content", to: "messages" })).toThrow("pass `path:");
  });

  it("of createFetch names the fetch", () => {
    expect(() => call("createFetch", { from: "messages", to: "messages" })).toThrow("Pass the `fetch`");
  });
});
