/** Bugs of other projects in requests from and to generate-content: none of them happens here. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { type StyleName, translateRequest, validateRequest } from "../../src/index.js";
import * as cc from "../support/cc.js";
import * as gen from "../support/gen.js";
import * as msg from "../support/msg.js";
import { text } from "../support/parts.js";

const PATH = "/v1beta/models/gemini-2.5-flash:generateContent";

function into(from: "chat-completions" | "messages", body: object, options = {}) {
  const result = translateRequest(body, { from, to: "generate-content", ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return { ...result.value, issues: result.issues };
}

function outOf(to: Exclude<StyleName, "generate-content">, body: object, options = {}) {
  const result = translateRequest(body, { from: "generate-content", to, path: PATH, ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return { body: JSON.parse(JSON.stringify(result.value.body)), issues: result.issues };
}

const chat = (messages: readonly object[], more: object = {}) => ({ model: "gemini-2.5-flash", messages, ...more });
const hi = [{ role: "user", content: "hi" }];
const call = (id: string, name: string, args = "{}") => cc.call(id, name, args);
const tool = (name: string, parameters?: object) => ({ type: "function", function: { name, ...(parameters && { parameters }) } });
const schemaOf = (parameters: object) =>
  into("chat-completions", chat(hi, { tools: [tool("f", parameters)] })).body.tools?.[0]?.functionDeclarations?.[0];

describe("tool loops", () => {
  test("a call keeps its signature on its own part (BB-001)", () => {
    const signed = { ...call("c1", "f"), extra_content: { google: { thought_signature: "SIG" } } };
    const { body } = into("chat-completions", chat([...hi, cc.calls(signed), cc.result("c1", "1")]));
    expect(body.contents[1]?.parts).toEqual([{ functionCall: { id: "c1", name: "f", args: {} }, thoughtSignature: "SIG" }]);
  });

  test("a call without a signature gets the documented value that stands for none, on generation 3 (BB-001)", () => {
    const { body, issues } = into("chat-completions", {
      ...chat([...hi, cc.calls(call("c1", "f")), cc.result("c1", "1")]),
      model: "gemini-3-pro",
    });
    expect(body.contents[1]?.parts[0]?.thoughtSignature).toBe("skip_thought_signature_validator");
    expect(issues.map(({ code }) => code)).toContain("synthesized.signature");
  });

  test("results of parallel calls stand in one content, named by their calls (BB-007, BB-008)", () => {
    const { body } = into(
      "chat-completions",
      chat([...hi, cc.calls(call("c1", "f"), call("c2", "g")), cc.result("c1", "42"), cc.result("c2", "[1,2]")]),
    );
    expect(body.contents[2]).toEqual(gen.user(gen.result("c1", "f", { output: "42" }), gen.result("c2", "g", { output: "[1,2]" })));
  });

  test("a result that is the text of an object becomes that object, any other is text (BB-076)", () => {
    const { body } = into("chat-completions", chat([...hi, cc.calls(call("c1", "f")), cc.result("c1", '{"t":5}')]));
    expect(body.contents[2]?.parts[0]?.functionResponse?.response).toEqual({ t: 5 });
  });

  test("no arguments are an empty object (BB-037)", () => {
    for (const args of ["", " ", "{}"]) {
      const { body } = into("chat-completions", chat([...hi, cc.calls(call("c", "now", args)), cc.result("c", "1")]));
      expect(body.contents[1]?.parts[0]?.functionCall?.args).toEqual({});
    }
  });

  test("arguments that are no object are kept under a documented key (BB-110)", () => {
    const { body, issues } = into("chat-completions", chat([...hi, cc.calls(call("c", "f", '{"a":1}{"b":2}')), cc.result("c", "1")]));
    expect(body.contents[1]?.parts[0]?.functionCall?.args).toEqual({ __raw_arguments: '{"a":1}{"b":2}' });
    expect(issues.map(({ code }) => code)).toContain("approximated.arguments");
  });

  test("media of results never stand between them (BB-121)", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/jpeg", data: "AA==" } };
    const { body } = into("messages", {
      model: "gemini-2.5-flash",
      max_tokens: 9,
      messages: [
        { role: "user", content: "hi" },
        msg.assistant(msg.use("a", "f"), msg.use("b", "g")),
        msg.user(msg.result("a", [image]), msg.result("b", "2"), text("go")),
      ],
    });
    expect(body.contents[2]?.parts.map((part) => Object.keys(part)[0])).toEqual(["functionResponse", "functionResponse"]);
    expect(body.contents[3]?.parts).toEqual([{ inlineData: { mimeType: "image/jpeg", data: "AA==" } }, { text: "go" }]);
  });

  test("text after results is a turn of its own (BB-131)", () => {
    const { body } = into("messages", {
      model: "gemini-2.5-flash",
      max_tokens: 9,
      messages: [{ role: "user", content: "hi" }, msg.assistant(msg.use("a", "f")), msg.user(msg.result("a", "1"), text("go"))],
    });
    expect(body.contents.map(({ role, parts }) => [role, parts.length])).toEqual([
      ["user", 1],
      ["model", 1],
      ["user", 1],
      ["user", 1],
    ]);
  });

  test("a failed result says so (BB-148)", () => {
    const { body } = into("messages", {
      model: "gemini-2.5-flash",
      max_tokens: 9,
      messages: [
        { role: "user", content: "hi" },
        msg.assistant(msg.use("c1", "f")),
        msg.user({ type: "tool_result", tool_use_id: "c1", is_error: true, content: "ENOENT" }),
      ],
    });
    expect(body.contents[2]?.parts[0]?.functionResponse?.response).toEqual({ error: "ENOENT" });
  });

  test("history without ids is paired by name, both sides alike (BB-058)", () => {
    const contents = [
      gen.user("hi"),
      gen.model({ functionCall: { name: "f", args: { n: 1 } } }, { functionCall: { name: "f", args: { n: 2 } } }),
      gen.user({ functionResponse: { name: "f", response: { r: 1 } } }, { functionResponse: { name: "f", response: { r: 2 } } }),
    ];
    const { body } = outOf("chat-completions", { contents });
    const [first, second] = body.messages[1].tool_calls;
    expect(first.id).not.toBe(second.id);
    expect(body.messages.slice(2)).toEqual([cc.result(first.id, '{"r":1}'), cc.result(second.id, '{"r":2}')]);
    expect(outOf("messages", { contents }).body.messages[2].content.map((block: { tool_use_id: string }) => block.tool_use_id)).toEqual([
      first.id,
      second.id,
    ]);
  });

  test("results come before the text of their turn (BB-074)", () => {
    const { body } = outOf("messages", {
      contents: [gen.user("hi"), gen.model(gen.call("c1", "f")), gen.user("go", gen.result("c1", "f", { output: "r" }))],
    });
    expect(body.messages[2].content.map(({ type }: { type: string }) => type)).toEqual(["tool_result", "text"]);
  });

  test("a call without a result is named (BB-020)", () => {
    const contents = [gen.user("hi"), gen.model(gen.call("t1", "f")), gen.user("never mind")];
    const { issues } = outOf("messages", { contents });
    expect(issues).toContainEqual(expect.objectContaining({ code: "unpaired.tool_call", from: "t1" }));
    const mended = outOf("messages", { contents }, { missingResult: "synthesize-error" });
    expect(mended.body.messages[2].content[0]).toMatchObject({ type: "tool_result", tool_use_id: "t1", is_error: true });
  });
});

describe("tools and schemas", () => {
  test("a schema with keywords that the subset lacks goes whole into the field that takes all (BB-002)", () => {
    const schema = {
      $schema: "x",
      type: "object",
      additionalProperties: false,
      properties: { n: { type: "integer", exclusiveMinimum: 0 } },
    };
    expect(schemaOf(schema)).toEqual({ name: "f", parametersJsonSchema: schema });
  });

  test("asked for the subset, keywords that it lacks are in the description or have another form, each by name (BB-002)", () => {
    const schema = { type: "object", additionalProperties: false, properties: { n: { type: "integer", exclusiveMinimum: 0 } } };
    const { body, issues } = into("chat-completions", chat(hi, { tools: [tool("f", schema)] }), { gSchema: "parameters" });
    expect(body.tools?.[0]?.functionDeclarations?.[0]?.parameters).toEqual({
      type: "OBJECT",
      properties: { n: { type: "INTEGER", minimum: 1 } },
      description: "{additionalProperties: false}",
    });
    expect(issues.filter(({ code }) => code === "approximated.schema").map(({ from }) => from)).toEqual(["additionalProperties"]);
  });

  test("an enum of numbers is not passed as one of words (BB-085)", () => {
    const schema = { type: "object", properties: { n: { type: "integer", enum: [1, 2, 4] } } };
    expect(schemaOf(schema)).toEqual({ name: "f", parametersJsonSchema: schema });
  });

  test("nodes without a type do not get into the subset (BB-086, BB-088)", () => {
    for (const node of [{ enum: ["a", "b"] }, { type: "array" }]) {
      const schema = { type: "object", properties: { n: node } };
      expect(schemaOf(schema)).toEqual({ name: "f", parametersJsonSchema: schema });
    }
  });

  test("local references are inlined in the subset, and end (BB-128)", () => {
    const schema = {
      type: "object",
      $defs: { P: { type: "object", properties: { x: { type: "number" }, next: { $ref: "#/$defs/P" } } } },
      properties: { p: { $ref: "#/$defs/P" } },
    };
    const { body } = into("chat-completions", chat(hi, { tools: [tool("f", schema)] }), { gSchema: "parameters" });
    expect(JSON.stringify(body.tools)).not.toContain("$ref");
    expect(body.tools?.[0]?.functionDeclarations?.[0]?.parameters).toMatchObject({
      properties: { p: { type: "OBJECT", properties: { x: { type: "NUMBER" } } } },
    });
  });

  test("property names are no keywords (BB-151)", () => {
    const schema = { type: "object", properties: { title: { type: "string" }, const: { type: "string" } }, required: ["title", "const"] };
    expect(schemaOf(schema)).toEqual({
      name: "f",
      parameters: { type: "OBJECT", properties: { title: { type: "STRING" }, const: { type: "STRING" } }, required: ["title", "const"] },
    });
  });

  test("a declaration holds nothing but name, description and schema (BB-125)", () => {
    const { body } = into("chat-completions", chat(hi, { tools: [{ type: "function", function: { name: "f", strict: true } }] }));
    expect(body.tools).toEqual([{ functionDeclarations: [{ name: "f" }] }]);
  });

  test("all functions stand in one entry, the search in its own (BB-113, BB-161)", () => {
    const { body } = into("chat-completions", chat(hi, { tools: [tool("a"), tool("b"), tool("c")], web_search_options: {} }));
    expect(body.tools).toEqual([{ functionDeclarations: [{ name: "a" }, { name: "b" }, { name: "c" }] }, { webSearch: {} }]);
  });

  test("names that are illegal here are rewritten, and the answer gets them back (BB-022)", () => {
    const { body, context } = into("chat-completions", chat(hi, { tools: [tool("2nd tool!")] }));
    const name = body.tools?.[0]?.functionDeclarations?.[0]?.name ?? "";
    expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_.:-]*$/);
    expect(context.toolNames).toEqual({ [name]: "2nd tool!" });
  });

  test("a schema of the answer is passed on in the subset where it fits (BB-032, BB-130)", () => {
    const asked = (format: object) => into("chat-completions", chat(hi, { response_format: format })).body.generationConfig;
    expect(
      asked({ type: "json_schema", json_schema: { name: "r", schema: { type: "object", properties: { a: { type: "string" } } } } }),
    ).toEqual({ responseMimeType: "application/json", responseSchema: { type: "OBJECT", properties: { a: { type: "STRING" } } } });
    expect(asked({ type: "json_object" })).toEqual({ responseMimeType: "application/json" });
  });
});

describe("instructions and turns", () => {
  test("instructions stand in camelCase, once, without a role (BB-064, BB-089)", () => {
    const { body } = into("chat-completions", chat([{ role: "developer", content: "D" }, { role: "system", content: "S" }, ...hi]));
    expect(body.systemInstruction).toEqual({ parts: [{ text: "D" }, { text: "S" }] });
    expect(Object.keys(body)).not.toContain("system_instruction");
  });

  test("several texts of an instruction stay apart (BB-152)", () => {
    const { body } = outOf("messages", { systemInstruction: { parts: [{ text: "S1" }, { text: "S2" }] }, contents: [gen.user("a")] });
    expect(body.system).toEqual([text("S1"), text("S2")]);
    expect(body.messages).toEqual([msg.user(text("a"))]);
  });

  test("an instruction in the middle is read as one (BB-040)", () => {
    const { body } = into("messages", {
      model: "gemini-2.5-flash",
      max_tokens: 9,
      messages: [
        { role: "user", content: "a" },
        { role: "system", content: [text("S")] },
      ],
    });
    expect(body.systemInstruction).toEqual({ parts: [{ text: "S" }] });
  });

  test("instructions alone leave no empty conversation (BB-041)", () => {
    const { body } = into("chat-completions", chat([{ role: "system", content: "S" }]));
    expect(body.contents).toEqual([gen.user("S")]);
  });

  test("a prefill is passed on and named (BB-092)", () => {
    const { body, issues } = into("messages", {
      model: "gemini-2.5-flash",
      max_tokens: 9,
      messages: [
        { role: "user", content: "a" },
        { role: "assistant", content: "{" },
      ],
    });
    expect(body.contents.at(-1)).toEqual(gen.model("{"));
    expect(issues.map(({ code }) => code)).toContain("approximated.prefill");
  });

  test("the snake_case spelling is read at every level, payloads excepted (BB-034)", () => {
    const { body } = outOf("chat-completions", {
      system_instruction: { parts: [{ text: "S" }] },
      contents: [
        gen.user({ inline_data: { mime_type: "image/jpeg", data: "AA==" } }),
        gen.model({ function_call: { name: "f", args: { max_items: 1 } } }),
        gen.user({ function_response: { name: "f", response: { end_time: 2 } } }),
      ],
      generation_config: { max_output_tokens: 5 },
    });
    expect(body).toMatchObject({
      max_tokens: 5,
      messages: [
        { role: "system", content: "S" },
        { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/jpeg;base64,AA==" } }] },
        { role: "assistant", tool_calls: [{ function: { name: "f", arguments: '{"max_items":1}' } }] },
        { role: "tool", content: '{"end_time":2}' },
      ],
    });
  });
});

describe("settings", () => {
  test("thinking is a level or a budget, never both (BB-023)", () => {
    const asked = (model: string) =>
      into("chat-completions", { ...chat(hi, { reasoning_effort: "low" }), model }).body.generationConfig?.thinkingConfig;
    expect(asked("gemini-3-pro")).toEqual({ includeThoughts: true, thinkingLevel: "low" });
    expect(asked("gemini-2.5-flash")).toEqual({ includeThoughts: true, thinkingBudget: 1024 });
  });

  test("a temperature above the range is clamped, not rescaled (BB-047)", () => {
    const { body, issues } = into("chat-completions", chat(hi, { temperature: 1.6 }));
    expect(body.generationConfig).toEqual({ temperature: 1 });
    expect(issues).toContainEqual(expect.objectContaining({ code: "approximated.clamped", from: 1.6, to: 1 }));
    expect(into("chat-completions", chat(hi, { temperature: 0.7 })).body.generationConfig).toEqual({ temperature: 0.7 });
  });

  test("limits and stops arrive (BB-061, BB-112)", () => {
    const { body } = into("chat-completions", chat(hi, { max_tokens: 20, max_completion_tokens: 30, stop: "END" }));
    expect(body.generationConfig).toEqual({ maxOutputTokens: 30, stopSequences: ["END"] });
  });

  test("stops beyond the target's number are named (BB-095)", () => {
    const { body, issues } = outOf("chat-completions", {
      contents: [gen.user("a")],
      generationConfig: { stopSequences: ["a", "b", "c", "d", "e"] },
    });
    expect(body.stop).toEqual(["a", "b", "c", "d"]);
    expect(issues).toContainEqual(expect.objectContaining({ code: "dropped.value", path: ["generationConfig", "stopSequences", 4] }));
  });

  test("a limit that messages demands is made up and named (BB-044)", () => {
    const { body, issues } = outOf("messages", { contents: [gen.user("a")] });
    expect(body.max_tokens).toBe(8192);
    expect(issues.map(({ code }) => code)).toContain("defaulted.max_tokens");
  });
});

describe("media", () => {
  test("audio is passed on with its type (BB-035)", () => {
    const { body } = into(
      "chat-completions",
      chat([{ role: "user", content: [{ type: "input_audio", input_audio: { data: "UklG", format: "wav" } }] }]),
      { profile: "vendor" },
    );
    expect(body.contents[0]?.parts).toEqual([{ inlineData: { mimeType: "audio/wav", data: "UklG" } }]);
  });

  test("a file is data without its head (BB-133)", () => {
    const { body } = into(
      "chat-completions",
      chat([{ role: "user", content: [{ type: "file", file: { file_data: "data:application/pdf;base64,JVBE" } }] }]),
    );
    expect(body.contents[0]?.parts).toEqual([{ inlineData: { mimeType: "application/pdf", data: "JVBE" } }]);
  });
});

describe("results that failed without a word", () => {
  const failed = (response: JsonObject) => ({
    contents: [gen.user("hi"), gen.model(gen.call("c1", "f")), gen.user(gen.result("c1", "f", response))],
  });

  test.each([[{ error: "" }], [{ error: " \n" }]])("have a text in messages, which refuses them empty: %j", (response) => {
    for (const profile of ["gateway", "vendor"] as const) {
      const { body, issues } = outOf("messages", failed(response), { profile, report: "all" });
      const [result] = body.messages[2].content;
      expect(result).toMatchObject({ type: "tool_result", is_error: true, content: expect.stringMatching(/\S/) });
      expect(issues.filter(({ code }) => code === "defaulted.other").map(({ path }) => path)).toContainEqual([
        "contents",
        2,
        "parts",
        0,
        "functionResponse",
        "response",
      ]);
      expect(validateRequest(body, { style: "messages", profile: "vendor" }).issues.filter(({ severity }) => severity === "error")).toEqual(
        [],
      );
    }
  });
});

describe("signatures behind ids", () => {
  const id = "call_1__thought__QUJD/+==";

  test.each([["call_1"], [id]])("pair a call with its result, and are read: %s", (answered) => {
    const messages = [...hi, cc.calls(call(id, "f")), answer("r", answered)];
    const { body, issues } = into("chat-completions", chat(messages));
    expect(body.contents.slice(1)).toEqual([
      gen.model({ functionCall: { id: "call_1", name: "f", args: {} }, thoughtSignature: "QUJD/+==" }),
      gen.user(gen.result("call_1", "f", { output: "r" })),
    ]);
    expect(issues.map(({ severity }) => severity)).not.toContain("warning");
    const other = translateRequest(chat(messages), { from: "chat-completions", to: "messages" });
    expect(other.issues.map(({ code }) => code)).not.toContain("unpaired.tool_result");
    expect(other.issues).toContainEqual(
      expect.objectContaining({ code: "unportable.signature", path: ["messages", 1, "tool_calls", 0, "id"] }),
    );
  });

  test("count less than one in a field of its own, and an id may begin with the mark", () => {
    const both = { ...call(id, "f"), extra_content: { google: { thought_signature: "SIG" } } };
    const { body } = into("chat-completions", chat([...hi, cc.calls(both), answer("r", "call_1")]));
    expect(body.contents[1]?.parts[0]?.thoughtSignature).toBe("SIG");
    const odd = into("chat-completions", chat([...hi, cc.calls(call("__thought__x", "f")), answer("r", "__thought__x")]));
    expect(odd.body.contents[2]?.parts[0]?.functionResponse).toMatchObject({ id: "__thought__x", name: "f" });
  });
});

function answer(content: string, tool_call_id: string) {
  return cc.result(tool_call_id, content);
}
