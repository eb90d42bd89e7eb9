/** Bugs of other projects in requests between chat-completions and messages: none of them happens here. */
import { describe, expect, test } from "vitest";
import { createExchange, toErrorReply, translateRequest, validateRequest } from "../../src/index.js";
import * as cc from "../support/cc.js";
import * as gen from "../support/gen.js";
import * as msg from "../support/msg.js";
import { text } from "../support/parts.js";

function toMessages(body: object, options = {}) {
  const result = translateRequest({ model: "m", max_tokens: 100, ...body }, { from: "chat-completions", to: "messages", ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return {
    body: JSON.parse(JSON.stringify(result.value.body)),
    context: result.value.context,
    codes: result.issues.map(({ code }) => code),
  };
}

function toChat(body: object, options = {}) {
  const result = translateRequest({ model: "m", max_tokens: 100, ...body }, { from: "messages", to: "chat-completions", ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return { body: JSON.parse(JSON.stringify(result.value.body)), codes: result.issues.map(({ code }) => code) };
}

const hi = { role: "user", content: "hi" };
const call = (id: string, args = "{}", name = "f") => cc.call(id, name, args);
const calls = (...all: object[]) => ({ role: "assistant", content: null, tool_calls: all });
const result = (id: string, content: unknown = "r") => cc.result(id, content);
const use = (id: string, input: object = {}) => msg.use(id, "f", input);
const functionTool = cc.tool("f", { type: "object", properties: {} });

describe("results of tools", () => {
  test("images in a result follow all results as a user message (BB-031)", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } };
    const { body } = toChat({
      messages: [
        hi,
        { role: "assistant", content: [use("c1"), use("c2")] },
        msg.user(msg.result("c1", [text("shot"), image]), msg.result("c2", "2")),
      ],
    });
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant", "tool", "tool", "user"]);
    expect(body.messages[2].content).toBe("shot");
    expect(JSON.stringify(body.messages[4])).toContain("data:image/png;base64,AA==");
  });

  test("results stand before the other blocks of their turn, both ways (BB-073, BB-074)", () => {
    const chat = toChat({ messages: [hi, { role: "assistant", content: [use("c1")] }, msg.user(text("go"), msg.result("c1", "r"))] });
    expect(chat.body.messages.slice(2)).toEqual([cc.result("c1", "r"), { role: "user", content: "go" }]);
    const messages = toMessages({ messages: [hi, calls(call("c1")), result("c1"), { role: "user", content: "go" }] });
    expect(messages.body.messages[2]).toEqual(msg.user(msg.result("c1", "r"), text("go")));
  });

  test("parts of a result stay apart (BB-109)", () => {
    const parts = [text("a"), text("b")];
    const { body } = toMessages({ messages: [hi, calls(call("c1")), result("c1", parts)] });
    expect(body.messages[2].content[0].content).toEqual(parts);
  });

  test("a call without a result is named, refused or answered, as the caller wants (BB-020)", () => {
    const messages = [hi, calls(call("t1")), { role: "user", content: "never mind" }];
    const passed = toMessages({ messages });
    expect(passed.codes).toContain("unpaired.tool_call");
    const repaired = toMessages({ messages }, { missingResult: "synthesize-error" });
    expect(repaired.body.messages[2].content[0]).toMatchObject({ type: "tool_result", tool_use_id: "t1", is_error: true });
    const refused = translateRequest(
      { model: "m", max_tokens: 9, messages },
      { from: "chat-completions", to: "messages", profile: "vendor" },
    );
    expect(refused.ok).toBe(false);
  });

  test("that a result is an error is said to be lost (BB-148)", () => {
    const failed = { type: "tool_result", tool_use_id: "c1", is_error: true, content: "ENOENT" };
    const { body, codes } = toChat({ messages: [hi, { role: "assistant", content: [use("c1")] }, { role: "user", content: [failed] }] });
    expect(body.messages[2].content).toContain("ENOENT");
    expect(codes).toContain("dropped.field");
  });
});

describe("calls of tools", () => {
  test.each(["", " ", "\n"])("arguments %j are no arguments (BB-037)", (args) => {
    const { body } = toMessages({ messages: [hi, calls(call("c", args)), result("c")] });
    expect(body.messages[1].content).toEqual([msg.use("c", "f")]);
  });

  test("arguments that are no JSON keep their call, under a documented key (BB-110)", () => {
    const args = '{"city":"A"}{"city":"B"}';
    const { body, codes } = toMessages({ messages: [hi, calls(call("c", args)), result("c")] });
    expect(body.messages[1].content[0].input).toEqual({ __raw_arguments: args });
    expect(body.messages[2].content[0].tool_use_id).toBe("c");
    expect(codes).toContain("approximated.arguments");
  });

  test("text after a call does not stop a conversation (BB-122)", () => {
    const { body, codes } = toChat({
      messages: [hi, { role: "assistant", content: [use("c1"), text("done")] }, msg.user(msg.result("c1", "r"))],
    });
    expect(body.messages[1]).toMatchObject({ content: "done", tool_calls: [{ id: "c1" }] });
    expect(codes).toContain("approximated.reordered");
  });

  test("only the fields of a call are written (BB-140)", () => {
    const leftover = { ...call("t"), index: 1, partial_json: "{" };
    const { body } = toMessages({ messages: [hi, calls(leftover), result("t")] });
    expect(Object.keys(body.messages[1].content[0])).toEqual(["type", "id", "name", "input"]);
  });

  test("ids are changed only where they are illegal, on the call and on its result (BB-077)", () => {
    const { body } = toMessages({ messages: [hi, calls(call("ok-1"), call("a:b")), result("ok-1"), result("a:b")] });
    const [one, two] = body.messages[1].content;
    expect(one.id).toBe("ok-1");
    expect(two.id).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(body.messages[2].content[1].tool_use_id).toBe(two.id);
  });

  test("thoughts of earlier turns go to a service of reasoning models (BB-019)", () => {
    const { body } = toChat(
      {
        messages: [
          hi,
          { role: "assistant", content: [msg.thinking("T", "s"), { type: "redacted_thinking", data: "R" }, use("c1")] },
          msg.user(msg.result("c1", "r")),
        ],
      },
      { chatExtensions: true },
    );
    expect(body.messages[1]).toMatchObject({ content: null, reasoning_content: "T", tool_calls: [{ id: "c1" }] });
  });

  test("unsigned thoughts are not sent, and thinking is off where the calls would need them (BB-097, BB-098)", () => {
    const { body, codes } = toMessages(
      { max_tokens: 9000, reasoning_effort: "low", messages: [hi, { ...calls(call("c")), reasoning_content: "x" }, result("c")] },
      { effortDialect: "budget" },
    );
    expect(body.messages[1].content.map(({ type }: { type: string }) => type)).toEqual(["tool_use"]);
    expect(body.thinking).toEqual({ type: "disabled" });
    expect(codes).toContain("unportable.signature");
  });
});

describe("tools", () => {
  test("a function is written in the words of messages (BB-082)", () => {
    const { body } = toMessages({ messages: [hi], tools: [cc.tool("f", {})] });
    expect(body.tools).toEqual([{ name: "f", input_schema: { type: "object" } }]);
  });

  test.each([
    [
      { type: "function", function: { name: "f" } },
      { type: "tool", name: "f" },
    ],
    ["required", { type: "any" }],
    ["auto", { type: "auto" }],
    ["none", { type: "none" }],
  ])("the choice %j is translated (BB-083)", (choice, expected) => {
    expect(toMessages({ messages: [hi], tools: [functionTool], tool_choice: choice }).body.tool_choice).toEqual(expected);
  });

  test("a tool without a type is a function (BB-124)", () => {
    const { body } = toChat({ messages: [hi], tools: [{ name: "f", input_schema: { type: "object" } }] });
    expect(body.tools).toEqual([cc.tool("f", { type: "object", properties: {} })]);
  });

  test("a server tool becomes no function without parameters (BB-080)", () => {
    const { body } = toChat({ messages: [hi], tools: [{ type: "web_search_20250305", name: "web_search" }] });
    expect(body.tools).toBeUndefined();
    expect(body.web_search_options).toEqual({});
    const other = toChat({ messages: [hi], tools: [{ type: "bash_20250124", name: "bash" }] });
    expect(other.body.tools).toBeUndefined();
    expect(other.codes).toContain("dropped.value");
  });

  test("a tool that is no function is not skipped without a word (BB-149)", () => {
    const { body, codes } = toMessages({ messages: [hi], tools: [{ type: "custom", custom: { name: "x" } }] });
    expect(body.tools[0].name).toBe("x");
    expect(codes).toContain("approximated.schema");
  });

  test("names that chat-completions refuses are shortened, and restored by the context (BB-022)", () => {
    const long = `mcp__server__${"a".repeat(80)}`;
    const result = translateRequest(
      { model: "m", max_tokens: 9, messages: [hi], tools: [{ name: long, input_schema: { type: "object" } }] },
      { from: "messages", to: "chat-completions" },
    );
    const name = result.ok ? (result.value.body.tools?.[0]?.function?.name ?? "") : "";
    expect(name.length).toBeLessThanOrEqual(64);
    expect(result.ok && result.value.context.toolNames).toEqual({ [name]: long });
  });
});

describe("texts and turns", () => {
  test("a system message in the conversation stays where it is in chat-completions (BB-040)", () => {
    const { body } = toChat({ messages: [hi, { role: "system", content: [text("S")] }] });
    expect(body.messages[1]).toEqual({ role: "system", content: "S" });
  });

  test("blocks of text alone become a string, and no instructions no message (BB-091)", () => {
    const { body } = toChat({ system: [], messages: [msg.user(text("hi"))] });
    expect(body.messages).toEqual([hi]);
  });

  test("a text to go on from is kept, and trimmed for messages (BB-043, BB-092)", () => {
    const chat = toChat({ messages: [hi, { role: "assistant", content: "{" }] });
    expect(chat.body.messages[1].content).toBe("{");
    expect(chat.codes).toContain("approximated.prefill");
    const messages = toMessages({ messages: [hi, { role: "assistant", content: "Sure, " }] });
    expect(messages.body.messages[1].content).toEqual([text("Sure,")]);
  });

  test("cache markers keep their block (BB-062)", () => {
    const cache_control = { type: "ephemeral" };
    const marked = { type: "text", text: "a", cache_control };
    const there = toMessages({
      messages: [
        { role: "system", content: [marked] },
        { role: "user", content: [marked] },
      ],
    });
    expect(there.body.system).toEqual([marked]);
    expect(there.body.messages[0].content).toEqual([marked]);
    const back = toChat({ system: [marked], messages: [{ role: "user", content: "plain" }] }, { chatExtensions: true });
    expect(back.body.messages).toEqual([
      { role: "system", content: [marked] },
      { role: "user", content: "plain" },
    ]);
  });

  test("image/jpg is image/jpeg, and what is no image of this style is refused by name (BB-134)", () => {
    const image = (url: string) => ({ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] });
    const { body } = toMessages(image("data:image/jpg;base64,AA=="));
    expect(body.messages[0].content[0].source.media_type).toBe("image/jpeg");
    const refused = translateRequest(
      { model: "m", ...image("data:image/svg+xml;base64,AA==") },
      { from: "chat-completions", to: "messages" },
    );
    expect(refused.ok).toBe(false);
    expect(refused.issues.some(({ code }) => code === "validation.V-17")).toBe(true);
  });
});

describe("parameters", () => {
  test("the limit is the newer of the two, and a default where there is none (BB-044, BB-061)", () => {
    expect(toMessages({ messages: [hi], max_tokens: 5, max_completion_tokens: 30 }).body.max_tokens).toBe(30);
    const none = toMessages({ messages: [hi], max_tokens: null }, { defaultMaxTokens: 1234 });
    expect(none.body.max_tokens).toBe(1234);
    expect(none.codes).toContain("defaulted.max_tokens");
  });

  test("temperature is clamped, never rescaled (BB-047)", () => {
    const { body, codes } = toMessages({ messages: [hi], temperature: 1.6 });
    expect(body.temperature).toBe(1);
    expect(codes).toContain("approximated.clamped");
    expect(toMessages({ messages: [hi], temperature: 0.7 }).body.temperature).toBe(0.7);
  });

  test("sampling gives way to thinking (BB-046)", () => {
    const { body } = toMessages(
      { messages: [hi], max_tokens: 9000, temperature: 0, top_p: 0.5, reasoning_effort: "low" },
      { effortDialect: "budget" },
    );
    expect(body.thinking.type).toBe("enabled");
    expect([body.temperature, body.top_p]).toEqual([undefined, undefined]);
  });

  test("stop sequences are a list of those that say something (BB-049, BB-112)", () => {
    expect(toMessages({ messages: [hi], stop: "END" }).body.stop_sequences).toEqual(["END"]);
    expect(toMessages({ messages: [hi], stop: ["\n", ""] }).body.stop_sequences).toBeUndefined();
  });

  test("chat-completions gets four stop sequences (BB-095)", () => {
    const { body, codes } = toChat({ messages: [hi], stop_sequences: ["a", "b", "c", "d", "e"] });
    expect(body.stop).toEqual(["a", "b", "c", "d"]);
    expect(codes).toContain("dropped.value");
  });

  test("a schema of the answer goes along (BB-059)", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const { body } = toMessages({
      messages: [hi],
      response_format: { type: "json_schema", json_schema: { name: "r", schema, strict: true } },
    });
    expect(body.output_config).toEqual({ format: { type: "json_schema", schema } });
    expect(toMessages({ messages: [hi], response_format: { type: "json_object" } }).codes).toContain("dropped.field");
  });

  test("an id of the end user that is too long is not sent (BB-050)", () => {
    const { body, codes } = toChat({ messages: [hi], metadata: { user_id: "u".repeat(300) } }, { profile: "vendor" });
    expect(JSON.stringify(body)).not.toContain("uuu");
    expect(codes).toContain("dropped.value");
  });
});

test("a chat-completions body at the messages endpoint is told what it is, in words of messages (BB-056, BB-107, BB-137)", () => {
  const checked = validateRequest({ model: "m", max_tokens: 1, messages: [hi], tools: [functionTool] }, { style: "messages" });
  expect(checked.ok).toBe(false);
  expect(checked.issues.map(({ message }) => message).join()).toContain("chat-completions");
  const { status, body } = toErrorReply(checked.issues, { style: "messages" });
  expect(status).toBe(400);
  expect(body).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
});

describe("what would go without the caller's meaning", () => {
  test.each([
    ["a@b.co", undefined],
    ["+49 151 1234567", undefined],
    ["415-555-0123", undefined],
    ["user_42", { user_id: "user_42" }],
  ])("an id of the end user that is personal data is left out: %s", (user, metadata) => {
    for (const field of ["user", "safety_identifier"]) {
      const request = { model: "m", max_tokens: 100, messages: [hi], [field]: user };
      const { ok, value, issues } = translated(request);
      expect([ok, value?.body.metadata]).toEqual([true, metadata]);
      const found = issues.filter(({ severity }) => severity === "warning");
      expect(found.map(({ code, path, loss }) => [code, path, loss])).toEqual(
        metadata === undefined ? [["dropped.value", [field], "dropped"]] : [],
      );
      expect(JSON.stringify(issues)).not.toContain("b.co");
    }
  });

  test.each([
    [{ type: "object", properties: { a: { type: "string" } } }],
    [{ name: "a" }],
    [{ name: "a", schema: null }],
    [{ schema_: {} }],
  ])("a response format without its schema is refused by every function: %j", (json_schema) => {
    const body = { model: "m", messages: [hi], response_format: { type: "json_schema", json_schema } };
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
  });
});

describe("a last turn of which nothing is left", () => {
  const told = { role: "assistant", content: "It is" };
  const audio = { type: "input_audio", input_audio: { data: "AA==", format: "wav" } };
  const asking = {
    "chat-completions": (content: unknown) => ({ model: "m", messages: [hi, told, { role: "user", content }] }),
    messages: (content: unknown) => ({ model: "m", max_tokens: 9, messages: [hi, told, { role: "user", content }] }),
    "generate-content": (parts: unknown) => ({ contents: [gen.user("hi"), gen.model("It is"), { role: "user", parts }] }),
  } as const;

  test.each([
    ["chat-completions", "messages", [audio]],
    ["chat-completions", "messages", [{ type: "video_url", video_url: { url: "https://a/b.mp4" } }]],
    ["chat-completions", "messages", [{ type: "file", file: { file_id: "file-1" } }]],
    ["chat-completions", "messages", " "],
    ["chat-completions", "generate-content", [{ type: "later", x: 1 }]],
    ["messages", "chat-completions", [{ type: "container_upload", file_id: "file_1" }]],
    ["messages", "generate-content", [{ type: "image", source: { type: "file", file_id: "file_1" } }]],
    ["generate-content", "chat-completions", [{ fileData: { fileUri: "gs://a/b.mp4", mimeType: "video/mp4" } }]],
    ["generate-content", "messages", [{ inlineData: { mimeType: "audio/wav", data: "AA==" } }]],
  ] as const)("is refused, for the model would answer something else: %s to %s, %j", (from, to, content) => {
    const refused = translateRequest(asking[from](content), { from, to, model: "m" });
    expect(refused.ok).toBe(false);
    expect(refused.issues.filter(({ severity }) => severity === "error")).toMatchObject([
      { code: "failed.unsupported", path: [from === "generate-content" ? "contents" : "messages", 2] },
    ]);
  });

  test.each([
    ["a text beside it", [audio, text("and?")], []],
    ["a result before it", [audio], [calls(call("a")), result("a")]],
    ["another message of the user before it", [audio], [{ role: "user", content: "and?" }]],
  ])("is none where something is: %s", (_what, content, before) => {
    const messages = [hi, told, { role: "user", content: "so" }, ...before, { role: "user", content }];
    const { body, codes } = toMessages({ messages });
    expect(body.messages.at(-1).role).toBe("user");
    expect(codes).toContain("dropped.part");
  });
});

describe("what the vendor's profile gets, the gateway's gets, too", () => {
  test.each(["gateway", "vendor"] as const)("a document has a name, a tool its properties, a result its call: %s", (profile) => {
    const pdf = { type: "document", source: { type: "base64", media_type: "application/pdf", data: "AA==" } };
    const { body } = toChat(
      { messages: [{ role: "user", content: [pdf] }], tools: [{ name: "f", input_schema: { type: "object" } }] },
      { profile },
    );
    expect(body.messages[0].content[0].file.filename).toBe("document.pdf");
    expect(body.tools[0].function.parameters).toEqual({ type: "object", properties: {} });
    const orphan = [hi, { role: "assistant", content: "ok" }, msg.user(msg.result("gone", "r"))];
    const refused = translateRequest(
      { model: "m", max_tokens: 9, messages: orphan },
      { from: "messages", to: "chat-completions", profile },
    );
    expect(refused).toMatchObject({
      ok: false,
      issues: [{ code: "unpaired.tool_result", path: ["messages", 2, "content", 0], rule: "V-01" }],
    });
  });
});

function translated(body: object) {
  const result = translateRequest(body, { from: "chat-completions", to: "messages" });
  return { ok: result.ok, value: result.ok ? result.value : undefined, issues: result.issues };
}
