import { describe, expect, test } from "vitest";
import type { JsonObject, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import * as gen from "../../support/gen.js";
import { text } from "../../support/parts.js";
import { asked, decodedAnswer, decodedRequest, encodedAnswer, encodedRequest, rewritten, told } from "./support.js";

const answer = (...parts: readonly object[]) => ({ candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }] });
const partsOf = (...parts: readonly object[]) => decodedAnswer(answer(...parts)).choice?.parts;
const backOf = (...parts: readonly object[]) => rewritten(answer(...parts)).candidates?.[0]?.content?.parts;

describe("tools that the service runs itself", () => {
  test("come back as they were", () => {
    const parts = [
      { toolCall: { id: "a", toolType: "URL_CONTEXT", args: { url: "u" }, note: 1 }, thoughtSignature: "S" },
      { toolResponse: { id: "a", toolType: "URL_CONTEXT", response: { text: "t" } } },
      { toolResponse: { id: "a", toolType: "ORACLE" } },
    ];
    expect(backOf(...parts)).toEqual(parts);
  });

  test("keep an input that is no object", () => {
    const { candidate } = encodedAnswer([{ type: "server-tool-call", id: "a", name: "web_search", input: "q" }], {
      from: "generate-content",
    });
    expect(candidate?.content?.parts).toEqual([{ toolCall: { id: "a", toolType: "GOOGLE_SEARCH_WEB", args: { input: "q" } } }]);
  });

  test("of another vendor have no place in a history, nor in an answer unless they searched", () => {
    const call: Part = { type: "server-tool-call", id: "a", name: "web_fetch", input: {} };
    const found: Part = { type: "server-tool-result", callId: "a", name: "web_search", result: [] };
    expect(encodedAnswer([call, text("x")]).told).toEqual(["dropped.part choices.0.parts.0"]);
    expect(
      encodedRequest(
        {
          turns: [
            { role: "user", parts: [text("x")] },
            { role: "assistant", parts: [call, found, text("x")] },
            { role: "user", parts: [text("x")] },
          ],
        },
        { from: "messages" },
      ).told,
    ).toEqual(["dropped.part turns.1.parts.0", "dropped.part turns.1.parts.1"]);
  });
});

describe("code that the service runs itself", () => {
  test("is Python where its language is not said, and its result that of the code before it", () => {
    const [code, result] =
      partsOf({ executableCode: { code: "1" } }, { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } }) ?? [];
    expect(code).toMatchObject({ type: "code-call", id: expect.stringMatching(/^srvtoolu_/), language: "python", code: "1" });
    expect(result).toMatchObject({ type: "code-result", callId: code?.type === "code-call" ? code.id : "", stdout: "1" });
  });

  test.each([
    [{ outcome: "OUTCOME_OK", output: "o" }, { outcome: "ok", stdout: "o" }, []],
    [{ outcome: "OUTCOME_FAILED", output: "o" }, { outcome: "failed", stdout: "", stderr: "o" }, []],
    [{ outcome: "OUTCOME_DEADLINE_EXCEEDED" }, { outcome: "timeout", stdout: "" }, []],
    [{ output: "o" }, { outcome: "ok", stdout: "o" }, ["approximated.enum candidates.0.content.parts.0.codeExecutionResult.outcome"]],
  ])("has the result %j", (codeExecutionResult, result, issues) => {
    const { choice, told } = decodedAnswer(answer({ codeExecutionResult }));
    expect(choice?.parts).toEqual([{ type: "code-result", callId: expect.stringMatching(/^srvtoolu_/), ...result }]);
    expect(told).toEqual(issues);
  });

  test.each<readonly [string, Omit<Extract<Part, { type: "code-result" }>, "type" | "callId">, object, readonly string[]]>([
    ["that it ran", { outcome: "ok", stdout: "o", returnCode: 0 }, { outcome: "OUTCOME_OK", output: "o" }, []],
    ["that it failed", { outcome: "failed", stdout: "", stderr: "e", returnCode: 1 }, { outcome: "OUTCOME_FAILED", output: "e" }, []],
    ["that it took too long", { outcome: "timeout", stdout: "" }, { outcome: "OUTCOME_DEADLINE_EXCEEDED", output: "" }, []],
    [
      "another number",
      { outcome: "failed", stdout: "", stderr: "", returnCode: 3 },
      { outcome: "OUTCOME_FAILED", output: "" },
      ["dropped.field returnCode"],
    ],
    ["files", { outcome: "ok", stdout: "", files: ["f"] }, { outcome: "OUTCOME_OK", output: "" }, ["dropped.field files"]],
    ["no files", { outcome: "ok", stdout: "", files: [] }, { outcome: "OUTCOME_OK", output: "" }, []],
    [
      "errors of what ran",
      { outcome: "ok", stdout: "", stderr: "e" },
      { outcome: "OUTCOME_OK", output: "e" },
      ["approximated.media stdout", "approximated.media stderr"],
    ],
  ])("of another vendor says %s", (_what, fields, codeExecutionResult, issues) => {
    const { candidate, told } = encodedAnswer([{ type: "code-result", callId: "c", ...fields }]);
    expect(candidate?.content?.parts).toEqual([{ codeExecutionResult: { ...codeExecutionResult, id: "c" } }]);
    expect(told.map((line) => line.replace("choices.0.parts.0.", ""))).toEqual(issues);
  });
});

describe("a call", () => {
  const args = (value: JsonObject) => decodedAnswer(answer(gen.call("a", "go", value)), { context: { customTools: ["go"] } });

  test.each([
    [{ input: "ls" }, { variant: "custom", arguments: { json: "ls" } }],
    [{ input: 5 }, { variant: "function", arguments: { value: { input: 5 } } }],
    [{ __raw_arguments: "ls" }, { variant: "function", arguments: { json: "ls" } }],
  ])("of a free-form tool with %j is %j", (value, call) => {
    expect(args(value).choice?.parts).toMatchObject([call]);
  });

  test("with arguments that are no object is refused where the caller wants that", () => {
    const call: Part = { type: "tool-call", id: "a", name: "f", variant: "function", arguments: { json: "[1]" } };
    const messages = [
      { role: "user", parts: [text("x")] },
      { role: "assistant", parts: [call] },
    ] as const;
    expect(encodedRequest({ turns: messages })).toMatchObject({ told: ["approximated.arguments turns.1.parts.0.arguments"] });
    const refused = request.encode(asked({ turns: messages }), { from: "messages", invalidArguments: "reject" });
    expect(refused.ok).toBe(false);
    expect(told(refused.issues)).toEqual(["failed.unsupported turns.1.parts.0.arguments"]);
  });
});

describe("flags of a part", () => {
  test("alone are nothing, but a signature is that of a text", () => {
    expect(partsOf({ thought: true }, { partMetadata: null })).toEqual([]);
    expect(partsOf({ thoughtSignature: "S" })).toEqual([{ type: "text", text: "", signature: { value: "S", origin: "generate-content" } }]);
  });

  test("tell whose signature a thought has, and what an envelope that is cut off is", () => {
    const signed = (thoughtSignature: string) => partsOf({ text: "t", thought: true, thoughtSignature })?.[0]?.signature;
    expect(signed(btoa("sig1.m.t.S"))).toEqual({ value: "S", origin: "messages" });
    const cut = btoa("sig1.m.t.").concat("*");
    expect(signed(cut)).toEqual({ value: cut, origin: "generate-content" });
    expect(signed("skip_thought_signature_validator")).toBeUndefined();
  });
});

test("a result that stands outside a tool message is left out", () => {
  const parts: Part[] = [{ type: "tool-result", callId: "a", content: [] }, text("x")];
  expect(encodedRequest({ turns: [{ role: "user", parts }] }).told).toEqual(["dropped.part turns.0.parts.0"]);
});

test("a search result is text: its title, its source, its content", () => {
  const { candidate, told } = encodedAnswer([{ type: "search-result", source: "https://a", title: "", content: [text("b")] }]);
  expect(candidate?.content?.parts).toEqual([{ text: "https://a\nb" }]);
  expect(told).toEqual(["approximated.media choices.0.parts.0"]);
});

test("citations, cache markers and empty texts have no place in a request", () => {
  const parts: Part[] = [
    { type: "text", text: "x", citations: [{ kind: "url", url: "https://a" }], cacheControl: { type: "ephemeral" } },
    { type: "text", text: "", cacheControl: { type: "ephemeral" } },
  ];
  expect(encodedRequest({ turns: [{ role: "user", parts }] }, { from: "messages" }).told).toEqual([
    "dropped.field turns.0.parts.0.citations",
    "dropped.field turns.0.parts.0.cacheControl",
    "dropped.part turns.0.parts.1.text",
    "dropped.field turns.0.parts.1.cacheControl",
  ]);
});

describe("a content of a history", () => {
  const history = (...contents: readonly object[]) => decodedRequest({ contents });

  test("whose calls stand beside their responses keeps both as they are", () => {
    const parts = [{ functionCall: { name: "f" } }, { functionResponse: { name: "f", response: {} } }, { text: "x" }];
    const { value } = history({ role: "model", parts });
    expect(value.turns[0]?.parts.map(({ type }) => type)).toEqual(["opaque", "opaque", "text"]);
    const back = request.encode(value);
    expect(back.ok && back.value.body.contents).toEqual([{ role: "model", parts }]);
  });

  test("of the role `function` is one of the user", () => {
    const { value, told } = history({ role: "function", parts: [{ functionResponse: { name: "f", response: { output: "x" } } }] });
    expect(value.turns).toMatchObject([{ role: "tool", parts: [{ type: "tool-result", name: "f" }] }]);
    expect(told).toEqual(["equivalent.form contents.0.role", "unpaired.tool_result contents.0.parts.0"]);
  });

  test("of the role `system` is an instruction in the middle, of which only text counts", () => {
    const { value, told } = history(
      { role: "system", parts: [{ text: "s" }, { inlineData: { mimeType: "image/png", data: "" } }] },
      { role: "system", parts: [{ functionCall: { name: "f" } }] },
    );
    expect(value.turns).toEqual([{ role: "system", parts: [text("s")] }]);
    expect(told).toEqual([
      "vendor_extension contents.0.role",
      "dropped.part contents.0.parts.1",
      "vendor_extension contents.1.role",
      "dropped.part contents.1.parts.0",
    ]);
  });

  test("without parts is left out", () => {
    expect(history({ role: "model", parts: [] }, { role: "user", parts: [] }).value.turns).toEqual([]);
  });

  test("of the user keeps calls and thoughts as they are, for they are none of a user's", () => {
    const parts = [{ functionCall: { name: "f" } }, { text: "t", thought: true }];
    expect(history({ role: "user", parts }).value.turns[0]?.parts).toEqual(
      parts.map((value) => ({ type: "opaque", style: "generate-content", value })),
    );
  });

  test("of the user has its results first", () => {
    const { value, told } = history(
      gen.model({ functionCall: { id: "a", name: "f" } }),
      gen.user("x", { functionResponse: { id: "a", name: "g", response: null } }),
    );
    expect(value.turns.map(({ role }) => role)).toEqual(["assistant", "tool", "user"]);
    expect(told).toEqual(["conflict.resolved contents.1.parts.1.functionResponse.name", "approximated.reordered contents.1.parts.1"]);
    expect(value.turns[1]?.parts).toMatchObject([{ content: [] }]);
  });

  test.each<readonly [JsonObject, object, string]>([
    [{ output: "x" }, { content: [text("x")] }, "output"],
    [{ error: "x" }, { content: [text("x")], isError: true }, "error"],
    [{ error: "x", output: "y" }, { structured: { error: "x", output: "y" }, content: [{ text: '{"error":"x","output":"y"}' }] }, ""],
    [{ output: 5 }, { structured: { output: 5 }, content: [{ text: '{"output":5}' }] }, "output"],
    [{ output: '{"a":1}' }, { structured: { output: '{"a":1}' }, content: [{ text: '{"output":"{\\"a\\":1}"}' }] }, "output"],
    [{ output: '{"a":1' }, { content: [{ text: '{"a":1' }] }, "output"],
    [{ output: '{"a" }' }, { content: [{ text: '{"a" }' }] }, "output"],
    [{ t: 5 }, { structured: { t: 5 }, content: [{ text: '{"t":5}' }] }, ""],
  ])("reads the result %j as %j, which stands at its key", (given, result, key) => {
    const decoded = history(gen.user({ functionResponse: { name: "f", response: given } }));
    const [part] = decoded.value.turns[0]?.parts ?? [];
    expect(part).toMatchObject(result);
    expect(part?.type === "tool-result" && part.isError).toBe("isError" in result ? true : undefined);
    expect(decoded.locate(["turns", 0, "parts", 0, "content", 0, "text"])).toEqual([
      "contents",
      0,
      "parts",
      0,
      "functionResponse",
      "response",
      ...(key === "" ? [] : [key]),
    ]);
    const back = request.encode(decoded.value);
    expect(back.ok && back.value.body.contents[0]?.parts[0]?.functionResponse?.response).toEqual(given);
  });

  test("leaves out an empty part among the media of a result", () => {
    const { value } = history(gen.user({ functionResponse: { name: "f", parts: [{}] } }));
    expect(value.turns[0]?.parts).toMatchObject([{ content: [] }]);
  });
});
