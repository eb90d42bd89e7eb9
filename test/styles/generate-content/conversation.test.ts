import { describe, expect, test } from "vitest";
import type { Message, Part } from "../../../src/canonical/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { asked, encodedRequest, told } from "./support.js";

const text = (said: string): Part => ({ type: "text", text: said });
const user = (...parts: Part[]): Message => ({ role: "user", parts });
const model = (...parts: Part[]): Message => ({ role: "assistant", parts });
const tool = (...parts: Part[]): Message => ({ role: "tool", parts });
const call = (id: string, name = "f"): Part => ({ type: "tool-call", id, name, variant: "function", arguments: { json: "{}", value: {} } });
const result = (callId: string, ...content: Part[]): Part => ({ type: "tool-result", callId, content });
const image: Part = { type: "image", source: { kind: "base64", mimeType: "image/jpeg", data: "AA==" } };

function sent(messages: readonly Message[], options: EncodeOptions = { from: "chat-completions" }, name = "gemini-2.5-flash") {
  return encodedRequest({ messages, model: name }, options);
}
const responses = (contents: readonly { readonly parts: readonly { readonly functionResponse?: unknown }[] }[]) =>
  contents.flatMap(({ parts }) => parts.flatMap(({ functionResponse }) => (functionResponse == null ? [] : [functionResponse])));

describe("an instruction", () => {
  test("without a conversation to instruct is the user's turn, the last of several", () => {
    const demoted = sent([
      { role: "system", parts: [{ type: "text", text: "a" }] },
      { role: "developer", parts: [{ type: "text", text: "b" }] },
    ]);
    expect(demoted.body).toMatchObject({
      contents: [{ role: "user", parts: [{ text: "b" }] }],
      systemInstruction: { parts: [{ text: "a" }] },
    });
    expect(demoted.told.filter((line) => line.startsWith("approximated"))).toEqual([
      "approximated.hoisted_system messages.0",
      "approximated.hoisted_system messages.1",
    ]);
    const { body, told } = encodedRequest({ instructions: [{ role: "system", parts: [{ type: "text", text: "s" }] }], messages: [] });
    expect(body).toEqual({ contents: [{ role: "user", parts: [{ text: "s" }] }] });
    expect(told).toEqual(["approximated.hoisted_system instructions.0"]);
  });

  test("has no name and no developer", () => {
    const { told } = encodedRequest({ instructions: [{ role: "developer", name: "n", parts: [{ type: "text", text: "s" }] }] });
    expect(told).toEqual(["equivalent.form instructions.0.role", "dropped.field instructions.0.name"]);
  });
});

describe("turns", () => {
  test("of nobody are none", () => {
    const result = request.encode(asked({ messages: [] }), { from: "messages" });
    expect(result.ok).toBe(false);
    expect(told(result.issues)).toEqual(["failed.unsupported messages"]);
  });

  test("of one side are one", () => {
    const { body, told } = sent([user(text("a")), { ...user(text("b")), name: "n" }, model(text("c"))]);
    expect(body.contents).toEqual([
      { role: "user", parts: [{ text: "a" }, { text: "b" }] },
      { role: "model", parts: [{ text: "c" }] },
    ]);
    expect(told).toEqual([
      "dropped.field messages.1.name",
      "equivalent.form messages.0",
      "equivalent.form messages.1",
      "approximated.prefill messages.2",
    ]);
  });

  test("may begin with the model where the caller allows it", () => {
    const messages = [model(text("a")), user(text("b"))];
    expect(sent(messages).told).toEqual(["order.first_turn messages.0"]);
    const refused = request.encode(asked({ messages }), { from: "messages", firstTurn: "reject" });
    expect(refused.ok).toBe(false);
    expect(told(refused.issues)).toEqual(["order.first_turn messages.0"]);
  });
});

describe("a call without a result", () => {
  const messages = [user(text("a")), model(call("x"), call("y")), tool(result("x", text("1"))), user(text("b"))];

  test("is passed on in the specification, and refused at the vendor", () => {
    expect(sent(messages).told).toEqual(["unpaired.tool_call messages.1.parts.1"]);
    const refused = request.encode(asked({ messages }), { from: "messages", profile: "vendor" });
    expect(refused).toMatchObject({ ok: false });
    expect(told(refused.issues)).toEqual(["unpaired.tool_call messages.1.parts.1"]);
  });

  test.each([
    [undefined, "No result was recorded for this call."],
    ["gone", "gone"],
  ])("gets an error of the caller's words, %s, where the caller wants that", (missingResultText, error) => {
    const options: EncodeOptions = {
      from: "messages",
      missingResult: "synthesize-error",
      ...(missingResultText === undefined ? {} : { missingResultText }),
    };
    expect(responses(sent(messages, options).body.contents)).toEqual([
      { id: "x", name: "f", response: { output: "1" } },
      { id: "y", name: "f", response: { error } },
    ]);
  });
});

describe("results", () => {
  test("of two calls of one id follow the call before them, whose id is another", () => {
    const { body, told } = sent([
      user(text("a")),
      model(call("x")),
      tool(result("x", text("1"))),
      model(call("x")),
      tool(result("x", text("2"))),
    ]);
    const [first, second] = [body.contents[3]?.parts[0]?.functionCall?.id, body.contents[4]?.parts[0]?.functionResponse?.id];
    expect(first).toBe(second);
    expect(first).not.toBe("x");
    expect(told).toEqual(["rewritten.tool_id messages.3.parts.0.id", "rewritten.tool_id messages.4.parts.0.callId"]);
  });

  test("of calls of one turn that share an id answer them in their order", () => {
    const { body } = sent([user(text("a")), model(call("x", "f"), call("x", "g")), tool(result("x", text("1")), result("x", text("2")))]);
    expect(responses(body.contents)).toMatchObject([
      { id: "x", name: "f" },
      { name: "g", response: { output: "2" } },
    ]);
  });

  test("that answer no call, or one that has its result, are passed on", () => {
    const { body, told } = sent([
      user(text("a")),
      model(call("x")),
      tool({ ...result("x", text("1")), cacheControl: { type: "ephemeral" } }, result("x", text("2")), result("y", text("3"))),
    ]);
    expect(responses(body.contents)).toMatchObject([{ id: "x" }, { id: "x" }, { id: "y", name: "y" }]);
    expect(told).toEqual([
      "dropped.field messages.2.parts.0.cacheControl",
      "unpaired.tool_result messages.2.parts.1",
      "unpaired.tool_result messages.2.parts.2",
    ]);
  });

  test("hold media for models that take them there, after the text", () => {
    const messages = [user(text("a")), model(call("x")), tool(result("x", image, text("1"), text("2")))];
    const newer = sent(messages, { from: "messages", gSignatureBypass: false }, "gemini-3-pro");
    expect(responses(newer.body.contents)).toEqual([
      { id: "x", name: "f", response: { output: "12" }, parts: [{ inlineData: { mimeType: "image/jpeg", data: "AA==" } }] },
    ]);
    expect(newer.told).toEqual(["equivalent.form messages.2.parts.0.content", "approximated.reordered messages.2.parts.0.content"]);
    const older = sent(messages, { from: "messages" });
    expect(older.body.contents.slice(2)).toMatchObject([
      { role: "user", parts: [{ functionResponse: { response: { output: "12" } } }] },
      { role: "user", parts: [{ inlineData: { mimeType: "image/jpeg" } }] },
    ]);
    expect(older.told).toEqual(["approximated.reordered messages.2.parts.0.content.0", "equivalent.form messages.2.parts.0.content"]);
  });

  test("stand apart from what else a turn of tools holds", () => {
    const { body } = sent([user(text("a")), model(call("x")), tool(result("x", text("1")), text("b"))]);
    expect(body.contents.slice(2)).toMatchObject([
      { role: "user", parts: [{ functionResponse: { id: "x" } }] },
      { role: "user", parts: [{ text: "b" }] },
    ]);
  });
});
