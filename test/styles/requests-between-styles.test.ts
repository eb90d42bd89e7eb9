/** What becomes of requests on their way to another vendor's model, where clients were bitten. */
import { describe, expect, test } from "vitest";
import { describeIssue, formatPath } from "../../src/core/issue.js";
import type { StyleName } from "../../src/model/common.js";
import { type TranslateRequestOptions, translateRequest } from "../../src/translate.js";
import * as cc from "../support/cc.js";
import * as gen from "../support/gen.js";
import * as msg from "../support/msg.js";
import { text as textPart } from "../support/parts.js";

type Options = Partial<TranslateRequestOptions>;
const PATH = "/v1beta/models/gemini-2.5-flash:generateContent";

function sent(from: StyleName, to: StyleName, body: object, options: Options = {}) {
  const result = translateRequest(body, { ...(from === "generate-content" ? { path: PATH } : {}), ...options, report: "all", from, to });
  const issues = result.issues.filter(({ code }) => code !== "defaulted.max_tokens");
  return {
    ok: result.ok,
    body: result.ok ? result.value.body : undefined,
    path: result.ok ? result.value.path : undefined,
    issues: issues.map(({ code, path }) => `${code} ${formatPath(path)}`),
    words: issues.map(describeIssue),
  };
}

const hello = msg.user("hi");
const picture = (media_type: string) => ({ type: "image", source: { type: "base64", media_type, data: "AA==" } });
const chat = (fields: object) => ({ model: "m", messages: [hello], ...fields });
const claude = (fields: object) => ({ model: "m", max_tokens: 10, messages: [hello], ...fields });
const gemini = (fields: object) => ({ contents: [gen.user("hi")], ...fields });
const called = (id: string, args: string) => cc.calls(cc.call(id, "f", args));
const functions = (...names: string[]) => names.map((name) => cc.tool(name, { type: "object" }));

describe("tools", () => {
  test.each(["messages", "generate-content"] as const)("a declared tool without a name cannot be sent to %s", (to) => {
    for (const tool of [{ function: { description: "x" } }, { type: "custom", custom: {} }]) {
      const { ok, issues } = sent("chat-completions", to, chat({ tools: [tool] }));
      expect(ok).toBe(false);
      expect(issues).toContain(`failed.unsupported tools[0].${"custom" in tool ? "custom" : "function"}.name`);
    }
  });

  test("a marker in the vendor's spelling is named where it stands", () => {
    const marked = { prompt_cache_breakpoint: { mode: "explicit" } };
    const messages = [msg.user({ type: "text", text: "x", ...marked })];
    const body = chat({ messages, tools: [{ ...functions("f")[0], ...marked }] });
    const { issues } = sent("chat-completions", "generate-content", body);
    expect(issues).toEqual([
      "dropped.field messages[0].content[0].prompt_cache_breakpoint",
      "dropped.field tools[0].prompt_cache_breakpoint",
    ]);
  });
});

describe("calls and results", () => {
  test("a number that an object cannot hold is told once, before and after", () => {
    const body = chat({ messages: [hello, called("a", '{"x":12345678901234567890}'), cc.result("a", "r")] });
    for (const to of ["messages", "generate-content"] as const) {
      const result = translateRequest(body, { report: "all", from: "chat-completions", to });
      expect(result.issues.filter(({ code }) => code === "approximated.arguments")).toEqual([
        expect.objectContaining({
          path: ["messages", 1, "tool_calls", 0, "function", "arguments"],
          from: "12345678901234567890",
          to: "12345678901234567000",
        }),
      ]);
    }
  });

  test.each(["messages", "generate-content"] as const)("arguments that may not be wrapped are all that is said of a call for %s", (to) => {
    const body = chat({ messages: [hello, called("a", "[1"), cc.result("a", "x")] });
    const { ok, issues } = sent("chat-completions", to, body, { invalidArguments: "reject" });
    expect(ok).toBe(false);
    expect(issues).toEqual(["failed.unsupported messages[1].tool_calls[0].function.arguments"]);
  });

  test("a key that stands twice in arguments is no matter of form", () => {
    const arguments_ = (text: string) =>
      sent("chat-completions", "messages", chat({ messages: [hello, called("a", text), cc.result("a", "r")] })).words[0];
    expect(arguments_('{"x":"a","x":"b"}')).toMatch(/^warning approximated\.arguments/);
    expect(arguments_('{"2":1,"1":2}')).toMatch(/^info equivalent\.form/);
  });

  test("a tool without properties gets the list of none, and combined schemas are one object", () => {
    const tool = (input_schema: object) => claude({ tools: [{ name: "f", input_schema }] });
    const asked = (input_schema: object, profile: "gateway" | "vendor") =>
      sent("messages", "chat-completions", tool(input_schema), { profile });
    const schemaOf = (parameters: object) => ({ tools: [{ function: { parameters } }] });
    const bare = asked({ type: "object" }, "vendor");
    expect(bare.body).toMatchObject(schemaOf({ type: "object", properties: {} }));
    expect(bare.issues).toEqual(["equivalent.form tools[0].input_schema"]);
    const { body, issues } = asked({ type: "object" }, "gateway");
    expect([body, issues]).toMatchObject([schemaOf({ type: "object", properties: {} }), bare.issues]);
    const combined = asked({ type: "object", properties: {}, anyOf: [{ required: ["a"] }] }, "vendor");
    expect(combined.body).toMatchObject(schemaOf({ type: "object", properties: {}, required: ["a"] }));
    expect(combined.issues[0]).toBe("approximated.schema tools[0].input_schema.anyOf");
  });

  describe("a file in the form of a proxy's clients", () => {
    const asked = (part: object, to: StyleName) =>
      sent("chat-completions", to, { model: "gemini-2.5-pro", messages: [msg.user(part)] }, { profile: "vendor" });

    test("is a document, though a PDF stand where pictures do", () => {
      const part = { type: "image_url", image_url: { url: "data:application/pdf;base64,JVBERi0=", detail: "high" } };
      const source = { type: "base64", media_type: "application/pdf", data: "JVBERi0=" };
      expect(asked(part, "messages")).toMatchObject({ body: { messages: [{ content: [{ type: "document", source }] }] } });
      expect(asked(part, "generate-content").issues).toEqual([
        "equivalent.form messages[0].content[0].image_url",
        "dropped.field messages[0].content[0].image_url.detail",
      ]);
    });

    test.each(["file_id", "file_data"])("is read at its address, which stands under %s", (field) => {
      const at = (url: string) => ({ type: "file", file: { [field]: url } });
      const fileUri = "gs://bucket/a.pdf";
      expect(asked(at(fileUri), "generate-content").body).toMatchObject({
        contents: [{ parts: [{ fileData: { fileUri, mimeType: "application/pdf" } }] }],
      });
      expect(asked(at("https://a/b.pdf"), "messages").body).toMatchObject({
        messages: [{ content: [{ type: "document", source: { type: "url", url: "https://a/b.pdf" } }] }],
      });
      expect(asked(at(fileUri), "messages").issues).toContain("dropped.part messages[0].content[0]");
    });
  });

  test("a search of the service's own leaves no call without its result, which the vendor refuses", () => {
    const searched = [
      { toolCall: { id: "s", toolType: "GOOGLE_SEARCH_WEB", args: { queries: ["q"] } } },
      { toolResponse: { id: "s", toolType: "GOOGLE_SEARCH_WEB", response: { x: 1 } } },
      { text: "Found." },
    ];
    const contents = [gen.user("hi"), gen.model(...searched), gen.user("go on")];
    const { body, issues } = sent("generate-content", "messages", { contents }, { profile: "vendor" });
    expect(body).toMatchObject({ messages: [{}, { content: [textPart("Found.")] }, {}] });
    expect(issues).toEqual(["dropped.part contents[1].parts[0]", "dropped.part contents[1].parts[1]"]);
  });

  test("a result without a call is told once", () => {
    const contents = [gen.user("hi"), gen.user({ functionResponse: { name: "f", response: { output: "1" } } })];
    for (const to of ["messages", "chat-completions"] as const)
      expect(sent("generate-content", to, { contents }).issues.filter((issue) => issue.startsWith("unpaired"))).toEqual([
        "unpaired.tool_result contents[1].parts[0]",
      ]);
  });

  test("media that leaves a result is named itself", () => {
    const messages = [hello, msg.assistant(msg.use("a", "f")), msg.user(msg.result("a", [textPart("x"), picture("image/jpeg")]))];
    const { issues } = sent("messages", "generate-content", claude({ messages }));
    expect(issues).toEqual(["approximated.reordered messages[2].content[0].content[1]"]);
  });

  test("ids that occur twice are told apart, on calls and results", () => {
    const turn = [called("a", "{}"), cc.result("a", "1")];
    const twice = chat({ messages: [hello, ...turn, hello, ...turn] });
    const { body, issues } = sent("chat-completions", "generate-content", twice, { profile: "vendor" });
    const [, first, , , second, last] = Object(body).contents;
    expect(first.parts[0].functionCall.id).toBe("a");
    expect(second.parts[0].functionCall.id).toMatch(/^a_[0-9a-f]{8}$/);
    expect(last.parts[0].functionResponse.id).toBe(second.parts[0].functionCall.id);
    expect(issues).toEqual(["rewritten.tool_id messages[4].tool_calls[0].id", "rewritten.tool_id messages[5].tool_call_id"]);
  });

  test("turns that meet because nothing is left of the one between them are named", () => {
    const thought = msg.assistant(msg.thinking("t", ""));
    const messages = [hello, msg.assistant(msg.use("a", "f")), msg.user(msg.result("a", "r")), thought, hello];
    expect(sent("messages", "generate-content", claude({ messages })).issues).toEqual([
      "dropped.part messages[3].content[0]",
      "equivalent.form messages[3]",
      "equivalent.form messages[2]",
      "equivalent.form messages[4]",
    ]);
  });

  test("an unknown field of a result's only text is told once", () => {
    const content = [{ type: "text", text: "r", x_vendor: 1 }];
    const { issues } = sent("chat-completions", "messages", chat({ messages: [hello, called("a", "{}"), cc.result("a", content)] }));
    expect(issues).toEqual(["dropped.field messages[2].content[0].x_vendor"]);
  });

  test("an encrypted thought says whose it is", () => {
    const reasoning_details = [{ type: "reasoning.encrypted", data: "D", format: "openai-responses-v1" }];
    const body = chat({ messages: [hello, { role: "assistant", content: "x", reasoning_details }, hello] });
    for (const to of ["messages", "generate-content"] as const)
      expect(translateRequest(body, { report: "all", from: "chat-completions", to }).issues).toContainEqual(
        expect.objectContaining({ code: "unportable.signature", from: "unknown" }),
      );
  });
});

describe("parameters", () => {
  test("an instruction that joins others at the front, and a turn of which nothing is left, are named", () => {
    const messages = [{ role: "system", content: "a" }, hello, { role: "assistant", content: "" }, { role: "system", content: "b" }, hello];
    for (const to of ["messages", "generate-content"] as const)
      expect(sent("chat-completions", to, chat({ messages })).issues).toEqual(
        expect.arrayContaining(["equivalent.form messages[0]", "approximated.hoisted_system messages[3]", "equivalent.form messages[2]"]),
      );
  });

  test("an effort alone says that thinking is switched on by the way back", () => {
    for (const to of ["chat-completions", "generate-content"] as const)
      expect(sent("messages", to, claude({ output_config: { effort: "high" } })).issues).toContain("equivalent.form thinking");
  });

  test("a detail that no whole request can have is named at its image", () => {
    const image = { type: "image_url", image_url: { url: "https://a.org/x.jpg", detail: "original" } };
    const { body, issues } = sent("chat-completions", "generate-content", chat({ messages: [msg.user(image)] }));
    expect(body).toMatchObject({ generationConfig: { mediaResolution: "MEDIA_RESOLUTION_HIGH" } });
    expect(issues).toEqual(["approximated.enum messages[0].content[0].image_url.detail"]);
  });

  test("asking for thoughts and nothing else is lost with a word", () => {
    const body = gemini({ generationConfig: { thinkingConfig: { includeThoughts: true } } });
    for (const to of ["messages", "chat-completions"] as const)
      expect(sent("generate-content", to, body).issues).toEqual(["dropped.field generationConfig.thinkingConfig.includeThoughts"]);
  });

  test("thinking that is switched off is told once", () => {
    const asked = { model: "claude-opus-4-6", reasoning: { max_tokens: 2000 }, messages: [hello, msg.assistant("Well")] };
    const { body, issues } = sent("chat-completions", "messages", chat(asked));
    expect(body).toMatchObject({ thinking: { type: "disabled" } });
    expect(issues.filter((issue) => issue.startsWith("approximated.thinking"))).toEqual(["approximated.thinking reasoning.max_tokens"]);
  });

  test.each([
    { tools: functions("f"), tool_choice: "required" },
    { messages: [hello, { role: "assistant", content: "p" }] },
    { max_tokens: 100 },
  ])("every field that asks for thinking is named where %j forbids it", (reasoningConflict) => {
    const asked = { reasoning: { enabled: true }, reasoning_effort: "low", ...reasoningConflict };
    const { body, issues } = sent("chat-completions", "messages", chat(asked), { effortDialect: "budget" });
    expect(body).toMatchObject({ thinking: { type: "disabled" } });
    expect(issues.filter((issue) => issue.startsWith("approximated.thinking"))).toEqual([
      "approximated.thinking reasoning_effort",
      "approximated.thinking reasoning.enabled",
    ]);
  });

  test.each(["APPLICATION_JSON", "application/json"])("the newer form of an output format is read: %s", (mimeType) => {
    const responseFormat = [{ text: { mimeType, schema: { type: "array" } } }];
    const { body } = sent("generate-content", "messages", gemini({ generationConfig: { responseFormat } }));
    const value = { type: "array", items: { type: "string" } };
    expect(body).toMatchObject({ output_config: { format: { type: "json_schema", schema: { properties: { value } } } } });
  });
});

describe("the model and its path", () => {
  test.each([
    ["models/gemini-2.5-flash", "/v1beta/models/gemini-2.5-flash:generateContent"],
    ["tunedModels/mine", "/v1beta/tunedModels/mine:generateContent"],
    ["google/gemini-2.5-flash", "/v1beta/models/google%2Fgemini-2.5-flash:generateContent"],
  ])("%s is asked for at %s", (model, path) => {
    expect(sent("chat-completions", "generate-content", chat({ model })).path).toBe(path);
  });

  test.each(["nonsense", "/v1/projects/p/locations/l/publishers/google/models/y:streamGenerateContent"])(
    "a model of the options goes into the path, never into the body: %s",
    (path) => {
      const body = gemini({});
      const result = translateRequest(body, { report: "all", from: "generate-content", to: "generate-content", path, model: "x" });
      expect(result.ok && result.value.body).toBe(body);
      expect(result.ok && result.value.path).toMatch(/^\/v1beta\/models\/x:/);
      expect(result.issues.map(({ code }) => code)).toEqual(["conflict.resolved"]);
    },
  );
});

test("what breaks the target's rules is told in the words and at the place of the caller's document", () => {
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
  const { words } = sent("chat-completions", "generate-content", chat({ messages: [msg.user(image)] }));
  expect(words).toEqual([
    'error validation.R-103 at messages[0].content[0].image_url.url: In generate-content: `messages[0].content[0].image_url.url` must be one of application/pdf, image/jpeg, not "image/png".',
  ]);
});
