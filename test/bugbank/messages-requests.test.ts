/** Bugs of other projects in requests between chat-completions and messages: none of them happens here. */
import { describe, expect, test } from "vitest";
import { createExchange, toErrorReply, translateRequest, validateRequest } from "../../src/index.js";
import { cases } from "../support/cases.js";
import * as cc from "../support/cc.js";
import * as gen from "../support/gen.js";
import * as msg from "../support/msg.js";
import { text } from "../support/parts.js";

const CLOSED = { type: "object", properties: {}, additionalProperties: false };

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

const functionNamed = (name: string) => ({ name, input_schema: { type: "object" } });
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } };
const asking = (...blocks: object[]) => ({ role: "assistant", content: blocks });
const marked = { type: "text", text: "a", cache_control: { type: "ephemeral" } };
const LOW = { max_tokens: 9000, reasoning_effort: "low" };

type Expected = Readonly<Record<string, unknown>>;
type Row = [body: object, written: Expected, codes?: readonly string[], options?: object];
/** What stands at each path of what is written; `undefined` where nothing does. */
function isWritten(body: unknown, written: Expected) {
  for (const [path, value] of Object.entries(written))
    if (value === undefined) expect(body).not.toHaveProperty(path);
    else expect(body).toHaveProperty(path, value);
}

const translating =
  (translate: typeof toChat) =>
  (body: object, written: Expected, codes: readonly string[] = [], options: object = {}) => {
    const result = translate({ messages: [hi], ...body }, options);
    isWritten(result.body, written);
    expect(result.codes).toEqual(expect.arrayContaining([...codes]));
  };

cases<Row>({
  "results stand before the other blocks of their turn (BB-073, BB-074)": [
    { messages: [hi, calls(call("c1")), result("c1"), { role: "user", content: "go" }] },
    { "messages[2]": msg.user(msg.result("c1", "r"), text("go")) },
  ],
  "parts of a result stay apart (BB-109)": [
    { messages: [hi, calls(call("c1")), result("c1", [text("a"), text("b")])] },
    { "messages[2].content[0].content": [text("a"), text("b")] },
  ],
  "empty arguments are no arguments (BB-037)": [
    { messages: [hi, calls(call("c", "")), result("c")] },
    { "messages[1].content": [msg.use("c", "f")] },
  ],
  "a space is no arguments (BB-037)": [
    { messages: [hi, calls(call("c", " ")), result("c")] },
    { "messages[1].content": [msg.use("c", "f")] },
  ],
  "an end of line is no arguments (BB-037)": [
    { messages: [hi, calls(call("c", "\n")), result("c")] },
    { "messages[1].content": [msg.use("c", "f")] },
  ],
  "arguments that are no JSON keep their call, under a documented key (BB-110)": [
    { messages: [hi, calls(call("c", '{"city":"A"}{"city":"B"}')), result("c")] },
    {
      "messages[1].content[0].input": { __raw_arguments: '{"city":"A"}{"city":"B"}' },
      "messages[2].content[0].tool_use_id": "c",
    },
    ["approximated.arguments"],
  ],
  "only the fields of a call are written (BB-140)": [
    { messages: [hi, calls({ ...call("t"), index: 1, partial_json: "{" }), result("t")] },
    { "messages[1].content": [msg.use("t", "f")] },
  ],
  "unsigned thoughts are not sent, and thinking is off where the calls would need them (BB-097, BB-098)": [
    { ...LOW, messages: [hi, { ...calls(call("c")), reasoning_content: "x" }, result("c")] },
    { "messages[1].content": [msg.use("c", "f")], thinking: { type: "disabled" } },
    ["unportable.signature"],
    { effortDialect: "budget" },
  ],
  "a function is written in the words of messages (BB-082)": [{ tools: [cc.tool("f", {})] }, { tools: [functionNamed("f")] }],
  "the choice of a function is translated (BB-083)": [
    { tools: [functionTool], tool_choice: { type: "function", function: { name: "f" } } },
    { tool_choice: { type: "tool", name: "f" } },
  ],
  "the choice `required` is translated (BB-083)": [{ tools: [functionTool], tool_choice: "required" }, { tool_choice: { type: "any" } }],
  "the choice `auto` is translated (BB-083)": [{ tools: [functionTool], tool_choice: "auto" }, { tool_choice: { type: "auto" } }],
  "the choice `none` is translated (BB-083)": [{ tools: [functionTool], tool_choice: "none" }, { tool_choice: { type: "none" } }],
  "a tool that is no function is not skipped without a word (BB-149)": [
    { tools: [{ type: "custom", custom: { name: "x" } }] },
    { "tools[0].name": "x" },
    ["approximated.schema"],
  ],
  "a text to go on from is trimmed (BB-043, BB-092)": [
    { messages: [hi, { role: "assistant", content: "Sure, " }] },
    { "messages[1].content": [text("Sure,")] },
  ],
  "cache markers keep their block (BB-062)": [
    { messages: ["system", "user"].map((role) => ({ role, content: [marked] })) },
    { system: [marked], "messages[0].content": [marked] },
  ],
  "the limit is the newer of the two (BB-061)": [{ max_tokens: 5, max_completion_tokens: 30 }, { max_tokens: 30 }],
  "the limit is a default where there is none (BB-044)": [
    { max_tokens: null },
    { max_tokens: 1234 },
    ["defaulted.max_tokens"],
    { defaultMaxTokens: 1234 },
  ],
  "temperature is clamped (BB-047)": [{ temperature: 1.6 }, { temperature: 1 }, ["approximated.clamped"]],
  "temperature is never rescaled (BB-047)": [{ temperature: 0.7 }, { temperature: 0.7 }],
  "sampling gives way to thinking (BB-046)": [
    { ...LOW, temperature: 0, top_p: 0.5 },
    { "thinking.type": "enabled", temperature: undefined, top_p: undefined },
    [],
    { effortDialect: "budget" },
  ],
  "stop sequences are a list (BB-112)": [{ stop: "END" }, { stop_sequences: ["END"] }],
  "stop sequences say something (BB-049)": [{ stop: ["\n", ""] }, { stop_sequences: undefined }],
  "a schema of the answer goes along (BB-059)": [
    { response_format: { type: "json_schema", json_schema: { name: "r", schema: CLOSED, strict: true } } },
    { output_config: { format: { type: "json_schema", schema: CLOSED } } },
  ],
  "a wish for JSON has no place (BB-059)": [{ response_format: { type: "json_object" } }, {}, ["dropped.field"]],
})("into messages: %s", translating(toMessages));

cases<Row>({
  "results stand before the other blocks of their turn (BB-073, BB-074)": [
    { messages: [hi, asking(use("c1")), msg.user(text("go"), msg.result("c1", "r"))] },
    { "messages[2]": cc.result("c1", "r"), "messages[3]": { role: "user", content: "go" }, "messages[4]": undefined },
  ],
  "that a result is an error is said to be lost (BB-148)": [
    { messages: [hi, asking(use("c1")), msg.user({ ...msg.result("c1", "ENOENT"), is_error: true })] },
    { "messages[2].content": expect.stringContaining("ENOENT") },
    ["dropped.field"],
  ],
  "text after a call does not stop a conversation (BB-122)": [
    { messages: [hi, asking(use("c1"), text("done")), msg.user(msg.result("c1", "r"))] },
    { "messages[1].content": "done", "messages[1].tool_calls[0].id": "c1" },
    ["approximated.reordered"],
  ],
  "thoughts of earlier turns go to a service of reasoning models (BB-019)": [
    {
      messages: [hi, asking(msg.thinking("T", "s"), { type: "redacted_thinking", data: "R" }, use("c1")), msg.user(msg.result("c1", "r"))],
    },
    { "messages[1].content": null, "messages[1].reasoning_content": "T", "messages[1].tool_calls[0].id": "c1" },
    [],
    { chatExtensions: true },
  ],
  "a tool without a type is a function (BB-124)": [{ tools: [functionNamed("f")] }, { tools: [functionTool] }],
  "a search becomes no function without parameters (BB-080)": [
    { tools: [{ type: "web_search_20250305", name: "web_search" }] },
    { tools: undefined, web_search_options: {} },
  ],
  "another tool of the service becomes none (BB-080)": [
    { tools: [{ type: "bash_20250124", name: "bash" }] },
    { tools: undefined },
    ["dropped.value"],
  ],
  "a system message in the conversation stays where it is (BB-040)": [
    { messages: [hi, { role: "system", content: [text("S")] }] },
    { "messages[1]": { role: "system", content: "S" } },
  ],
  "blocks of text alone become a string, and no instructions no message (BB-091)": [
    { system: [], messages: [msg.user(text("hi"))] },
    { messages: [hi] },
  ],
  "a text to go on from is kept (BB-043, BB-092)": [
    { messages: [hi, { role: "assistant", content: "{" }] },
    { "messages[1].content": "{" },
    ["approximated.prefill"],
  ],
  "cache markers keep their block (BB-062)": [
    { system: [marked] },
    { messages: [{ role: "system", content: [marked] }, hi] },
    [],
    { chatExtensions: true },
  ],
  "there are four stop sequences (BB-095)": [
    { stop_sequences: ["a", "b", "c", "d", "e"] },
    { stop: ["a", "b", "c", "d"] },
    ["dropped.value"],
  ],
})("into chat-completions: %s", translating(toChat));

describe("results of tools", () => {
  test("images in a result follow all results as a user message (BB-031)", () => {
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
});

describe("calls of tools", () => {
  test("ids are changed only where they are illegal, on the call and on its result (BB-077)", () => {
    const { body } = toMessages({ messages: [hi, calls(call("ok-1"), call("a:b")), result("ok-1"), result("a:b")] });
    const [one, two] = body.messages[1].content;
    expect(one.id).toBe("ok-1");
    expect(two.id).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(body.messages[2].content[1].tool_use_id).toBe(two.id);
  });
});

describe("tools", () => {
  test("names that chat-completions refuses are shortened, and restored by the context (BB-022)", () => {
    const long = `mcp__server__${"a".repeat(80)}`;
    const result = translateRequest(
      { model: "m", max_tokens: 9, messages: [hi], tools: [{ name: long, input_schema: { type: "object" } }] },
      { from: "messages", to: "chat-completions" },
    );
    const [tool] = (result.ok && result.value.body.tools) || [];
    const name = tool?.type === "function" ? tool.function.name : "";
    expect(name).not.toBe("");
    expect(name.length).toBeLessThanOrEqual(64);
    expect(result.ok && result.value.context.toolNames).toEqual({ [name]: long });
  });
});

describe("texts and turns", () => {
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

test("an id of the end user that is too long is not sent (BB-050)", () => {
  const { body, codes } = toChat({ messages: [hi], metadata: { user_id: "u".repeat(300) } }, { profile: "vendor" });
  expect(JSON.stringify(body)).not.toContain("uuu");
  expect(codes).toContain("dropped.value");
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
    const body: unknown = asking[from](content);
    const refused = translateRequest(body, { from, to, model: "m" });
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
