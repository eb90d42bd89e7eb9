import { describe, expect, test } from "vitest";
import type { CanonicalRequest, Message } from "../../../src/model/index.js";
import { request } from "../../../src/styles/messages/request.js";
import { validate } from "../../../src/styles/messages/rules.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { translateRequest } from "../../../src/translate.js";
import * as msg from "../../support/msg.js";
import { call as callPart, proof, result as resultPart, text as textPart, thought } from "../../support/parts.js";
import { asking } from "../../support/requests.js";

const empty = asking({ limits: { maxOutputTokens: 100 } });
const call = (id: string, name = "f", json = "{}") => callPart(id, name, json);
const result = (callId: string, text: string) => resultPart(callId, [textPart(text)]);
const answered = (...parts: Message["parts"]): Message => ({ role: "tool", parts });
const user = (text: string): Message => ({ role: "user", parts: [textPart(text)] });
const assistant = (...parts: Message["parts"]): Message => ({ role: "assistant", parts });

function encode(change: Partial<CanonicalRequest>, options: EncodeOptions = { from: "chat-completions" }) {
  const encoded = request.encode({ ...empty, ...change }, options);
  if (!encoded.ok) throw new Error(JSON.stringify(encoded.issues));
  const errors = validate.request(encoded.value.body, options).filter(({ severity }) => severity === "error");
  expect(errors).toEqual([]);
  return { ...encoded.value, codes: encoded.issues.map(({ code }) => code), issues: encoded.issues };
}

function decode(body: unknown) {
  const decoded = request.decode(body);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.issues));
  return decoded;
}

const minimal = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] };

describe("reading a request", () => {
  test("tells a missing field from one of the wrong type by its rule", () => {
    const missing = request.decode({ messages: [{ role: "user", content: "x" }] });
    expect(missing.issues.map(({ rule }) => rule)).toEqual(["R-072", "R-076"]);
    const wrong = request.decode({ ...minimal, max_tokens: "5", messages: [{ role: "tool", content: [{ type: "text" }] }, "x"] });
    expect(wrong.issues.map(({ rule }) => rule).sort()).toEqual(["R-077", "R-078", "R-080", "R-085"]);
  });

  test("refuses a chat-completions tool (BB-137)", () => {
    const read = request.decode({ ...minimal, tools: [{ type: "function", function: { name: "f" } }] });
    expect(read.ok).toBe(false);
    expect(read.issues[0]?.rule).toBe("V-15");
  });

  test("gathers the results of a user turn before what the user says, and says so where they stood behind it (BB-073)", () => {
    const { value, issues } = decode({ ...minimal, messages: [msg.user(textPart("go"), msg.result("c1", "r"))] });
    expect(value.turns.map(({ role }) => role)).toEqual(["tool", "user"]);
    expect(issues.map(({ code, path }) => [code, path])).toEqual([["approximated.reordered", ["messages", 0, "content", 1]]]);
  });

  test("puts carried signatures back on the call and on the text that they belong to (T8)", () => {
    const { value } = decode({
      ...minimal,
      messages: [msg.assistant(textPart("a"), msg.thinking("", "sig1.g.x.X0"), msg.thinking("", "sig1.g.c.Q0"), msg.use("t", "f"))],
    });
    expect(value.turns[0]?.parts).toEqual([
      textPart("a", { signature: proof("generate-content", "X0") }),
      { ...call("t"), signature: { value: "Q0", origin: "generate-content" } },
    ]);
  });

  test("keeps blocks and tools of unknown kinds whole", () => {
    const block = { type: "mcp_tool_use", id: "x", name: "n", server_name: "s", input: {} };
    const tool = { type: "mcp_toolset", mcp_server_name: "s" };
    const { value } = decode({ ...minimal, messages: [{ role: "assistant", content: [block] }], tools: [tool] });
    expect(value.turns[0]?.parts).toEqual([{ type: "opaque", style: "messages", value: block }]);
    expect(value.tools).toEqual([{ type: "raw", style: "messages", value: tool }]);
  });

  test("never throws, whatever it is given", () => {
    for (const body of [undefined, null, 5, "x", [], {}, { messages: 5 }, { ...minimal, messages: [null] }, JSON.parse('{"__proto__":1}')])
      expect(request.decode(body).ok).toBe(false);
  });
});

describe("writing a conversation", () => {
  test("answers parallel calls in one user turn, results before text (T2, BB-074)", () => {
    const { body } = encode({
      turns: [user("w?"), assistant(call("a", "f"), call("b", "g")), answered(result("a", "20"), result("b", '{"t":5}')), user("and?")],
      tools: [],
    });
    expect(body.messages).toEqual([
      msg.user(textPart("w?")),
      msg.assistant(msg.use("a", "f"), msg.use("b", "g")),
      msg.user(msg.result("a", "20"), msg.result("b", '{"t":5}'), textPart("and?")),
    ]);
  });

  test("wraps arguments that are no object, and refuses them on demand (BB-110)", () => {
    const messages = [user("x"), assistant(call("a", "f", "[1]")), answered(result("a", "r"))];
    const wrapped = encode({ turns: messages });
    expect(wrapped.body.messages[1]?.content).toEqual([msg.use("a", "f", { __raw_arguments: "[1]" })]);
    expect(wrapped.codes).toContain("approximated.arguments");
    expect(request.encode({ ...empty, turns: messages }, { invalidArguments: "reject" }).ok).toBe(false);
  });

  test("trims the end of a text to go on from only (BB-043)", () => {
    const { body, codes } = encode({ turns: [user("a"), assistant(textPart("b ")), user("c"), assistant(textPart("Sure, "))] });
    expect(body.messages.map(({ content }) => content)).toEqual([[textPart("a")], [textPart("b ")], [textPart("c")], [textPart("Sure,")]]);
    expect(codes).toEqual(["approximated.prefill", "approximated.prefill"]);
  });

  test("sends back only signed thoughts of its own (BB-098, T8)", () => {
    const { body, codes } = encode({
      turns: [
        user("x"),
        assistant(
          thought("mine", { signature: proof("messages") }),
          thought("theirs", { signature: proof("generate-content", "Q") }),
          thought("unsigned"),
          { ...call("a"), signature: { value: "Q0", origin: "generate-content" } },
        ),
        answered(result("a", "r")),
      ],
    });
    expect(body.messages[1]?.content).toEqual([msg.thinking("mine", "S"), msg.use("a", "f")]);
    expect(codes).toEqual(["unportable.signature", "unportable.signature", "unportable.signature"]);
  });
});

describe("writing the settings", () => {
  test.each([
    [{ temperature: 0.2, topP: 0.9 }, { temperature: 0.2 }, "topP", "warning"],
    [{ temperature: 0.2, topP: 1 }, { temperature: 0.2 }, "topP", "info"],
    [{ temperature: 1, topP: 0.9 }, { top_p: 0.9 }, "temperature", "info"],
  ] as const)(
    "gives a model of 4.1 and later the one of %o that is not the default, temperature before top_p",
    (sampling, kept, gone, severity) => {
      const { body, issues } = encode({ model: "claude-sonnet-4-5", sampling }, { profile: "vendor" });
      expect({ temperature: body.temperature, top_p: body.top_p }).toEqual({ temperature: undefined, top_p: undefined, ...kept });
      expect(issues).toMatchObject([{ code: "dropped.field", path: ["sampling", gone], severity }]);
    },
  );

  test("tells once of a temperature that becomes the default, which need not be written", () => {
    const { body, issues } = encode({ model: "claude-sonnet-4-5", sampling: { temperature: 1.4, topP: 0.9 } }, { profile: "vendor" });
    expect([body.temperature, body.top_p]).toEqual([undefined, 0.9]);
    expect(issues).toMatchObject([{ code: "approximated.clamped", from: 1.4, to: 1 }]);
  });

  test("leaves temperature and top_p together to the gateway, and to a model that takes the two", () => {
    const sampling = { temperature: 0.2, topP: 0.9 };
    for (const [model, options] of [
      ["claude-sonnet-4-5", {}],
      ["claude-sonnet-4-20250514", { profile: "vendor" }],
      ["claude-sonnet-4-5", { profile: "vendor", capabilities: { temperatureWithTopP: true } }],
    ] as const) {
      const { body, issues } = encode({ model, sampling }, options);
      expect([body.temperature, body.top_p, issues]).toEqual([0.2, 0.9, []]);
    }
    const told = encode({ sampling }, { profile: "vendor", capabilities: { temperatureWithTopP: false } });
    expect([told.body.temperature, told.body.top_p]).toEqual([0.2, undefined]);
  });

  test("writes effort as a budget or as a word, by the dialect (T4)", () => {
    const thinking = { mode: "on", effort: "medium" } as const;
    const limits = { maxOutputTokens: 20000 };
    expect(encode({ thinking, limits }, { effortDialect: "budget" }).body.thinking).toEqual({ type: "enabled", budget_tokens: 8192 });
    const adaptive = encode({ thinking, limits }, { effortDialect: "adaptive" }).body;
    expect([adaptive.thinking, adaptive.output_config]).toEqual([{ type: "adaptive" }, { effort: "medium" }]);
    expect(encode({ thinking, limits, model: "claude-3-7-sonnet" }).body.thinking).toEqual({ type: "enabled", budget_tokens: 8192 });
  });

  test("switches thinking off where the limit leaves no budget (T4)", () => {
    const thinking = { mode: "on", effort: "high" } as const;
    const off = encode({ thinking, limits: { maxOutputTokens: 1000 } }, { effortDialect: "budget" });
    expect(off.body.thinking).toEqual({ type: "disabled" });
    expect(off.codes).toEqual(["approximated.thinking", "approximated.thinking"]);
  });

  test("lets thinking win over sampling (BB-046)", () => {
    const thinking = { mode: "on", budgetTokens: 2048 } as const;
    const limits = { maxOutputTokens: 4000 };
    const sampled = encode({ thinking, limits, sampling: { temperature: 0, topP: 0.97, topK: 3 } });
    expect([sampled.body.temperature, sampled.body.top_p, sampled.body.top_k]).toEqual([undefined, 0.97, undefined]);
  });

  test("writes a function with a schema of an object (BB-082), and restores its name in the context", () => {
    const { body, context } = encode({
      tools: [
        { type: "function", name: "my.tool", strict: true },
        { type: "custom", name: "raw" },
      ],
    });
    const alias = body.tools?.[0]?.name ?? "";
    expect(alias).toMatch(/^my_tool_[0-9a-f]{8}$/);
    expect(body.tools?.[0]).toEqual({
      name: alias,
      input_schema: { type: "object", properties: {}, additionalProperties: false },
      strict: true,
    });
    expect(context).toEqual({
      model: "m",
      turn: 1,
      toolNames: { [alias]: "my.tool" },
      declaredTools: ["my.tool", "raw"],
      customTools: ["raw"],
    });
  });

  test("asks for JSON by a schema, or not at all (BB-059)", () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false } as const;
    const format = { type: "json-schema", schema, name: "r" } as const;
    expect(encode({ output: { format } }).body.output_config).toEqual({ format: { type: "json_schema", schema } });
    expect(encode({ output: { format: { type: "json" } } }).codes).toEqual(["dropped.field"]);
    expect(encode({ output: { format: { type: "json" } } }, { jsonModeInstruction: "JSON!" }).body.system).toBe("JSON!");
  });
});

describe("its own normal form", () => {
  test("is stable and loses nothing", () => {
    const body = {
      model: "m",
      max_tokens: 5000,
      system: [{ type: "text", text: "s", cache_control: { type: "ephemeral", ttl: "1h" } }],
      messages: [
        msg.user({
          type: "document",
          source: { type: "text", media_type: "text/plain", data: "d" },
          title: "t",
          citations: { enabled: true },
        }),
        {
          role: "assistant",
          content: [
            msg.thinking("t", "S"),
            { type: "redacted_thinking", data: "R" },
            {
              type: "text",
              text: "a",
              citations: [
                { type: "char_location", cited_text: "d", document_index: 0, document_title: "t", start_char_index: 0, end_char_index: 1 },
              ],
            },
            { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: { code: "1" } },
            {
              type: "code_execution_tool_result",
              tool_use_id: "srvtoolu_1",
              content: { type: "code_execution_result", stdout: "1", stderr: "", return_code: 0, content: [] },
            },
            { type: "tool_use", id: "t1", name: "f", input: { a: 1 }, caller: { type: "direct" } },
          ],
        },
        msg.user({ type: "tool_result", tool_use_id: "t1", content: "r", is_error: true }),
      ],
      tools: [
        { name: "f", description: "d", input_schema: { type: "object" }, strict: true, defer_loading: true },
        { type: "web_search_20260209", name: "web_search", max_uses: 2, user_location: { type: "approximate", city: "Paris" } },
      ],
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
      thinking: { type: "enabled", budget_tokens: 2048, display: "omitted" },
      output_config: { effort: "low" },
      stop_sequences: ["x"],
      metadata: { user_id: "u" },
      service_tier: "standard_only",
      container: "c",
      stream: true,
    };
    const { value } = decode(body);
    const encoded = request.encode(value);
    expect(encoded.issues).toEqual([]);
    expect(encoded.ok && encoded.value.body).toEqual(body);
  });
});

describe("blocks at a place where nobody expects them", () => {
  test.each([
    msg.result("t", [{ type: "tool_use", input: 1 }]),
    { type: "document", source: { type: "content", content: [{ type: "document" }, { type: "thinking" }] } },
  ])("are kept whole: %j", (block) => {
    const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content: [block] }] };
    const read = request.decode(body);
    expect(read.ok).toBe(true);
    for (const to of ["chat-completions", "generate-content"] as const)
      expect(translateRequest(body, { from: "messages", to }).issues.some(({ code }) => code.startsWith("dropped."))).toBe(true);
  });
});
