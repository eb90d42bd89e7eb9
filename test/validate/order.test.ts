/** Several findings at once: all of them, in the order of the caller's document, none twice, none that only follows from another. */
import { describe, expect, it } from "vitest";
import * as gen from "../support/gen.js";
import * as msg from "../support/msg.js";
import { text } from "../support/parts.js";
import { errorsOf, findings } from "./validators.js";

const brief = (style: Parameters<typeof findings>[0], body: unknown, options = {}) =>
  errorsOf(findings(style, "request", body, options)).map(({ rule, path }) => `${rule} ${path.join(".")}`);

describe("several faults", () => {
  it("come in the order of the caller's keys", () => {
    const faults = { top_p: 2, messages: [{ content: 5, role: "x" }], temperature: "1", model: "" };
    expect(brief("chat-completions", faults)).toEqual([
      "R-027 top_p",
      "R-013 messages.0.content",
      "R-009 messages.0.role",
      "R-024 temperature",
      "R-003 model",
    ]);
  });

  it("a missing member stands where its parent starts", () => {
    expect(brief("chat-completions", { temperature: 9, messages: [{ role: "user" }] })).toEqual([
      "R-002 model",
      "R-025 temperature",
      "R-012 messages.0.content",
    ]);
  });

  it("a fault in one block does not hide that of the next", () => {
    const content = [{ type: "text" }, { type: "image_url", image_url: { url: 5 } }, { type: "txt" }, "x", text("x")];
    expect(
      brief("chat-completions", {
        model: "m",
        messages: [
          { role: "user", content },
          { role: "user", content: 5 },
        ],
      }),
    ).toEqual([
      "R-018 messages.0.content.0.text",
      "R-020 messages.0.content.1.image_url.url",
      "R-017 messages.0.content.2.type",
      "R-015 messages.0.content.3",
      "R-013 messages.1.content",
    ]);
    expect(brief("messages", { model: "m", max_tokens: 1, messages: [{ role: "user", content }] })).toEqual([
      "R-085 messages.0.content.0.text",
      "R-084 messages.0.content.1.type",
      "R-084 messages.0.content.2.type",
      "R-083 messages.0.content.3",
    ]);
  });

  it("a role that is none does not hide what is wrong with the rest of the message", () => {
    const content = [{ type: "text", text: 5 }, "x"];
    for (const role of [5, "model", null])
      expect(brief("chat-completions", { model: "m", messages: [{ role, name: 7, content }] })).toEqual([
        role === "model" ? "R-009 messages.0.role" : "R-008 messages.0.role",
        "R-011 messages.0.name",
        "R-018 messages.0.content.0.text",
        "R-015 messages.0.content.1",
      ]);
  });

  it("a fault of structure does not switch off the ranges elsewhere", () => {
    expect(brief("generate-content", { contents: [gen.user({ text: 5 })], generationConfig: { temperature: 2 } })).toEqual([
      "R-098 contents.0.parts.0.text",
      "R-109 generationConfig.temperature",
    ]);
  });

  it("a wrong container is reported once, without what would be in it", () => {
    expect(brief("chat-completions", { model: "m", messages: "hi" })).toEqual(["R-005 messages"]);
    expect(brief("messages", { model: "m", max_tokens: 1, messages: { a: 1 } })).toEqual(["R-075 messages"]);
    expect(brief("generate-content", { contents: { a: 1 } })).toEqual(["R-090 contents"]);
  });

  it("a body in snake_case is judged like the other, and its own spelling is named", () => {
    const body = { contents: [gen.user({ inline_data: { mime_type: "image/gif", data: "AA" } })], generation_config: { top_p: 2 } };
    const found = errorsOf(findings("generate-content", "request", body));
    expect(found.map(({ rule, path }) => ({ rule, path }))).toEqual([
      { rule: "R-103", path: ["contents", 0, "parts", 0, "inline_data", "mime_type"] },
      { rule: "R-111", path: ["generation_config", "top_p"] },
    ]);
    expect(found[1]?.message).toBe("`generation_config.top_p` must be at most 1, not 2.");
  });
});

describe("a fault that makes others meaningless", () => {
  const calling = (calls: unknown) => ({
    model: "m",
    messages: [
      { role: "user", content: "x" },
      { role: "assistant", content: null, tool_calls: calls },
      { role: "tool", tool_call_id: "a", content: "1" },
      { role: "tool", tool_call_id: "b", content: "2" },
    ],
  });
  const call = (id: unknown) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });
  const vendor = { profile: "vendor" };

  it("is told alone when calls or their answers cannot be read (chat-completions)", () => {
    expect(brief("chat-completions", calling([call("a"), call("b")]), vendor)).toEqual([]);
    expect(brief("chat-completions", calling("x"), vendor)).toEqual(["V-01 messages.1.tool_calls"]);
    expect(brief("chat-completions", calling([call("a"), call(5)]), vendor)).toEqual(["V-01 messages.1.tool_calls.1.id"]);
    expect(brief("chat-completions", calling([call("a"), call("c")]), vendor)).toEqual(["V-01 messages.3.tool_call_id"]);
    const broken = { ...calling([call("a"), call("b")]) };
    for (const at of [1, 2, 3])
      expect(brief("chat-completions", { ...broken, messages: broken.messages.with(at, null as never) }, vendor)).toEqual([
        `R-007 messages.${at}`,
      ]);
  });

  it("is told alone when calls or their results cannot be read (messages)", () => {
    const turns = [{ role: "user", content: "x" }, msg.assistant(msg.use("a", "f")), msg.user({ type: "tool_result", tool_use_id: "a" })];
    const body = (at: number, message: unknown) => ({
      model: "m",
      max_tokens: 1,
      messages: turns.map((turn, index): unknown => (index === at ? message : turn)),
    });
    expect(brief("messages", body(-1, 0), vendor)).toEqual([]);
    for (const at of [1, 2]) {
      expect(brief("messages", body(at, 5), vendor)).toEqual([`R-078 messages.${at}`]);
      expect(brief("messages", body(at, { ...turns[at], role: "tool" }), vendor)).toEqual([`V-16 messages.${at}.role`]);
      expect(brief("messages", body(at, { ...turns[at], content: 5 }), vendor)).toEqual([`R-082 messages.${at}.content`]);
      expect(brief("messages", body(at, { ...turns[at], content: [5] }), vendor)).toEqual([`R-083 messages.${at}.content.0`]);
    }
    expect(brief("messages", body(1, msg.assistant({ type: "tool_use", name: "f", input: {} })), vendor)).toEqual([
      "R-086 messages.1.content.0.id",
    ]);
    expect(brief("messages", body(2, msg.user({ type: "tool_result" })), vendor)).toEqual(["R-086 messages.2.content.0.tool_use_id"]);
  });

  it("is told alone when calls or their responses cannot be read (generate-content)", () => {
    const contents = [
      gen.user("x"),
      gen.model({ functionCall: { name: "f", args: {} } }),
      gen.user({ functionResponse: { name: "f", response: {} } }),
    ];
    const body = (at: number, content: unknown) => ({ contents: contents.map((item, index): unknown => (index === at ? content : item)) });
    expect(brief("generate-content", body(-1, 0), vendor)).toEqual([]);
    for (const at of [1, 2]) {
      expect(brief("generate-content", body(at, 5), vendor)).toEqual([`R-092 contents.${at}`]);
      expect(brief("generate-content", body(at, { ...contents[at], parts: 5 }), vendor)).toEqual([`R-095 contents.${at}.parts`]);
      expect(brief("generate-content", body(at, { ...contents[at], parts: [] }), vendor)).toEqual(
        at === 1 ? [] : ["R-096 contents.2.parts"],
      );
      expect(brief("generate-content", body(at, { ...contents[at], parts: [5] }), vendor)).toEqual([`R-097 contents.${at}.parts.0`]);
      expect(brief("generate-content", body(at, { ...contents[at], parts: [{}] }), vendor)).toEqual([]);
      expect(brief("generate-content", body(at, { ...contents[at], role: "assistant" }), vendor)).toEqual([`V-24 contents.${at}.role`]);
    }
  });

  it("is told alone when a tool, a mode or a flag that others refer to is wrong", () => {
    const chat = { model: "m", messages: [{ role: "user", content: "x" }] };
    expect(brief("chat-completions", { ...chat, stream: "x", stream_options: {} }, vendor)).toEqual(["R-028 stream"]);
    expect(brief("chat-completions", { ...chat, logprobs: 1, top_logprobs: 3 }, vendor)).toEqual(["V-04 logprobs"]);
    const functionCallingConfig = { mode: "ANY", allowedFunctionNames: ["f"] };
    const body = { contents: [{ parts: [{ text: "x" }] }], toolConfig: { functionCallingConfig } };
    for (const [tools, place] of [
      [5, "R-137 tools"],
      [[5], "R-138 tools.0"],
      [[{ functionDeclarations: 5 }], "R-138 tools.0.functionDeclarations"],
      [[{ functionDeclarations: [{ name: 5 }] }], "V-26 tools.0.functionDeclarations.0.name"],
    ] as const)
      expect(brief("generate-content", { ...body, tools }, vendor)).toEqual([place]);
    const config = { functionCallingConfig: { ...functionCallingConfig, mode: "any" } };
    const tools = [{ functionDeclarations: [{ name: "f" }] }];
    expect(brief("generate-content", { ...body, tools, toolConfig: config }, vendor)).toEqual([
      "V-25 toolConfig.functionCallingConfig.mode",
    ]);
  });
});

describe("a body that was meant for another endpoint", () => {
  it("is told apart in one finding (BB-137)", () => {
    const cases = [
      ["messages", { tools: [{ type: "function", function: {} }] }, "chat-completions body"],
      ["messages", { model: "m", contents: [{ role: "user", parts: [] }] }, "generate-content body"],
      ["chat-completions", { contents: [gen.user("x")] }, "generate-content body"],
      ["chat-completions", { model: "m", max_tokens: 1, messages: [msg.user({ type: "tool_result", tool_use_id: "a" })] }, "messages body"],
      ["chat-completions", { tools: [{ name: "f", input_schema: {} }] }, "messages body"],
      ["generate-content", { model: "m", messages: [{ role: "user", content: "x" }] }, "chat-completions body"],
      ["generate-content", { model: "m", system: "s", max_tokens: 5, messages: [] }, "messages body"],
      ["generate-content", { messages: [{ role: "user", content: "x" }], tools: [{ name: "f", input_schema: {} }] }, "messages body"],
      ...["tool_use", "tool_result"].map(
        (type) => ["generate-content", { messages: [{ role: "user", content: [{ type: "text" }, { type }] }] }, "messages body"] as const,
      ),
    ] as const;
    for (const [style, body, words] of cases) {
      const issues = findings(style, "request", body);
      expect(issues).toHaveLength(1);
      expect(issues[0]?.message).toContain(`looks like a ${words}`);
    }
  });

  it("is not guessed from what both endpoints have", () => {
    const both = { contents: [], messages: [{ role: "x", content: "y" }], tools: [{ input_schema: {}, function: { name: "f" } }] };
    expect(findings("chat-completions", "request", both).map(({ message }) => message)).not.toContainEqual(
      expect.stringContaining("looks like"),
    );
  });
});

describe("what a finding says", () => {
  it("is a sentence with the place, the value and what is legal (BB-107)", () => {
    const issues = findings("chat-completions", "request", {
      model: "m",
      max_tokens: 0,
      messages: [{ role: "User", content: "x" }],
      temperature: 2.5,
    });
    expect(issues.map(({ message }) => message)).toEqual([
      "`max_tokens` must be at least 1, not 0.",
      '`messages[0].role` must be "system", "user", "assistant", "developer", "tool" or "function", not the string "User"; did you mean "user"?',
      "`temperature` must be at most 2, not 2.5.",
    ]);
    expect(issues.map(({ limit, suggestion }) => limit ?? suggestion)).toEqual([1, "user", 2]);
  });

  it("names the type that was expected", () => {
    const issues = findings("chat-completions", "request", {
      model: "m",
      messages: [{ role: "user", content: "x" }],
      stop: 5,
      n: "1",
      stream: 1,
    });
    expect(issues.map(({ message }) => message)).toEqual([
      "`stop` must be a string or an array, not the number 5.",
      '`n` must be an integer, not the string "1".',
      "`stream` must be a boolean, not the number 1.",
    ]);
  });

  it("names the legal words, or the first nine of many, and the object that was expected", () => {
    const said = (content: unknown) =>
      findings("messages", "request", { model: "m", max_tokens: 1, messages: [{ role: "user", content }] })
        .filter(({ severity }) => severity === "error")
        .map(({ message }) => message);
    expect(said([{ type: "image", source: { type: 5 } }])).toEqual([
      '`messages[0].content[0].source.type` must be "base64", "url" or "file", not the number 5.',
    ]);
    expect(said([{ type: "txt" }])).toEqual([
      '`messages[0].content[0].type` must be "text", "image", "document", "search_result", "tool_result", "tool_use", "server_tool_use", "thinking", "redacted_thinking" or one of 7 others, not the string "txt"; did you mean "text"?',
    ]);
    const tool = { type: "function", function: { name: "f", parameters: [] } };
    expect(
      findings("chat-completions", "request", { model: "m", messages: [{ role: "user", content: "x" }], tools: [tool] }),
    ).toMatchObject([{ message: "`tools[0].function.parameters` must be an object, not an empty array.", expected: "an object" }]);
  });

  it("guesses at a field that nobody knows, unless it is so short that it may be another one", () => {
    const said = (field: string) => {
      const body = { model: "m", messages: [{ role: "user", content: "x" }], [field]: 1 };
      return (["gateway", "vendor"] as const).map((profile) => findings("chat-completions", "request", body, { profile }));
    };
    const beyond = "is a field that the specification does not list";
    const strange = "is no known field, and may be refused";
    expect(said("max_token")).toMatchObject([
      [{ message: `\`max_token\` ${beyond}; did you mean "max_tokens"?`, suggestion: "max_tokens" }],
      [{ message: `\`max_token\` ${strange}; did you mean "max_tokens"?`, suggestion: "max_tokens" }],
    ]);
    expect(said("streem")).toMatchObject([[{ suggestion: "stream" }], [{ suggestion: "stream" }]]);
    expect(said("User")).toMatchObject([[{ suggestion: "user" }], [{ suggestion: "user" }]]);
    for (const [gateway, vendor] of [said("top_k"), said("toolz")]) {
      expect(gateway?.map(({ message, suggestion }) => [message.endsWith(`${beyond}.`), suggestion])).toEqual([[true, undefined]]);
      expect(vendor?.map(({ message, suggestion }) => [message.endsWith(`${strange}.`), suggestion])).toEqual([[true, undefined]]);
    }
  });

  it("holds no base64", () => {
    const body = { contents: [gen.user({ inlineData: { mimeType: "image/jpeg", data: `${"QUJD".repeat(1000)}%` } })] };
    const [issue] = findings("generate-content", "request", body);
    expect(issue?.rule).toBe("R-102");
    expect(JSON.stringify(issue).length).toBeLessThan(500);
  });
});

describe("media", () => {
  const body = { contents: [gen.user({ inlineData: { mimeType: "image/jpeg", data: "%%" } })] };

  it("is read by validation and left unread on request, as translation does", () => {
    expect(brief("generate-content", body)).toEqual(["R-102 contents.0.parts.0.inlineData.data"]);
    expect(brief("generate-content", body, { skipMedia: true })).toEqual([]);
  });
});

describe("strictness", () => {
  it("hides no wrong type behind a field that the specification does not show", () => {
    const body = { model: "m", max_tokens: 5, messages: [msg.user(text("hi"))], temperature: "1" };
    expect(brief("messages", body, { strict: true })).toEqual(["V-10 temperature", "R-086 temperature"]);
  });
});
