import { describe, expect, test } from "vitest";
import { translateRequest } from "../../../src/index.js";
import type { Message, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import * as gen from "../../support/gen.js";
import * as msg from "../../support/msg.js";
import { text as textPart } from "../../support/parts.js";
import { asked, decodedRequest, encodedRequest, told } from "./support.js";

const text = (said: string): Part => textPart(said);
const user = (...parts: Part[]): Message => ({ role: "user", parts });
const model = (...parts: Part[]): Message => ({ role: "assistant", parts });
const tool = (...parts: Part[]): Message => ({ role: "tool", parts });
const call = (id: string, name = "f"): Part => ({ type: "tool-call", id, name, variant: "function", arguments: { json: "{}", value: {} } });
const result = (callId: string, ...content: Part[]): Part => ({ type: "tool-result", callId, content });
const image: Part = { type: "image", source: { kind: "base64", mimeType: "image/jpeg", data: "AA==" } };

function sent(messages: readonly Message[], options: EncodeOptions = { from: "chat-completions" }, name = "gemini-2.5-flash") {
  return encodedRequest({ turns: messages, model: name }, options);
}
const responses = (contents: readonly { readonly parts: readonly { readonly functionResponse?: unknown }[] }[]) =>
  contents.flatMap(({ parts }) => parts.flatMap(({ functionResponse }) => (functionResponse == null ? [] : [functionResponse])));

describe("an instruction", () => {
  test("without a conversation to instruct is the user's turn", () => {
    const { body, told } = encodedRequest({ instructions: [{ role: "system", parts: [textPart("s")] }], turns: [] });
    expect(body).toEqual({ contents: [gen.user("s")] });
    expect(told).toEqual(["approximated.hoisted_system instructions.0"]);
  });
});

describe("a call without a result", () => {
  const messages = [user(text("a")), model(call("x"), call("y")), tool(result("x", text("1"))), user(text("b"))];

  test("is passed on in the specification, and refused at the vendor", () => {
    expect(sent(messages).told).toEqual(["unpaired.tool_call turns.1.parts.1"]);
    const refused = request.encode(asked({ turns: messages }), { from: "messages", profile: "vendor" });
    expect(refused).toMatchObject({ ok: false });
    expect(told(refused.issues)).toEqual(["unpaired.tool_call turns.1.parts.1"]);
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
      "dropped.field turns.2.parts.0.cacheControl",
      "unpaired.tool_result turns.2.parts.1",
      "unpaired.tool_result turns.2.parts.2",
    ]);
  });

  test("hold media for models that take them there, after the text", () => {
    const messages = [user(text("a")), model(call("x")), tool(result("x", image, text("1"), text("2")))];
    const newer = sent(messages, { from: "messages", gSignatureBypass: false }, "gemini-3-pro");
    expect(responses(newer.body.contents)).toEqual([
      { id: "x", name: "f", response: { output: "12" }, parts: [{ inlineData: { mimeType: "image/jpeg", data: "AA==" } }] },
    ]);
    expect(newer.told).toEqual(["equivalent.form turns.2.parts.0.content", "approximated.reordered turns.2.parts.0.content"]);
    const older = sent(messages, { from: "messages" });
    expect(older.body.contents.slice(2)).toMatchObject([
      gen.user({ functionResponse: { response: { output: "12" } } }),
      gen.user({ inlineData: { mimeType: "image/jpeg" } }),
    ]);
    expect(older.told).toEqual(["approximated.reordered turns.2.parts.0.content.0", "equivalent.form turns.2.parts.0.content"]);
  });

  test("stand apart from what else a turn of tools holds", () => {
    const { body } = sent([user(text("a")), model(call("x")), tool(result("x", text("1")), text("b"))]);
    expect(body.contents.slice(2)).toMatchObject([gen.user({ functionResponse: { id: "x" } }), gen.user("b")]);
  });
});

describe("a history as it is read", () => {
  const contents = (list: readonly unknown[]) => decodedRequest({ contents: [gen.user("a"), ...list] });
  const callOf = (name: string, id?: string) => ({ functionCall: { name, args: {}, ...(id === undefined ? {} : { id }) } });
  const answer = (name: string, id?: string) => ({ functionResponse: { name, response: {}, ...(id === undefined ? {} : { id }) } });
  const asks = (...parts: readonly object[]) => ({ role: "model", parts });
  const answers = (...parts: readonly object[]) => ({ role: "user", parts });
  /** Of each call and each result the id. */
  const ids = ({ value }: ReturnType<typeof contents>) =>
    value.turns.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "tool-call" ? [part.id] : part.type === "tool-result" ? [part.callId] : [])),
    );

  test("pairs nothing across a word of the user", () => {
    const read = contents([asks(callOf("f", "x")), answers({ text: "b" }), answers(answer("f"))]);
    expect(read.told).toEqual(["unpaired.tool_result contents.3.parts.0"]);
    expect(ids(read)[1]).not.toBe("x");
    expect(contents([answers(answer("f", "x"))]).told).toEqual(["unpaired.tool_result contents.1.parts.0"]);
  });

  test("moves results before what else stands in their turn", () => {
    const read = contents([asks(callOf("f", "x"), callOf("f", "y")), answers({ text: "b" }, answer("f"), { text: "c" }, answer("f"))]);
    expect(read.told).toEqual(["approximated.reordered contents.2.parts.1"]);
    expect(read.value.turns.map(({ role, parts }) => `${role} ${parts.length}`)).toEqual(["user 1", "assistant 2", "tool 2", "user 2"]);
  });

  test("leaves alone what the service called and answered itself", () => {
    const read = contents([asks({ text: "b" }, callOf("f", "x"), answer("f", "x")), answers({ text: "c" })]);
    expect(read.value.turns[1]?.parts.map(({ type }) => type)).toEqual(["text", "opaque", "opaque"]);
    expect(read.told).toEqual([]);
  });

  test("takes the text of a turn of the system for an instruction, and names the rest", () => {
    const image = { inlineData: { mimeType: "image/png", data: "iVBO" } };
    const { value, issues } = contents([
      { role: "system", parts: [{ text: "s" }, image] },
      { role: "system", parts: [image] },
    ]);
    expect(value.turns).toMatchObject([{ role: "user" }, { role: "system", parts: [textPart("s")] }]);
    expect(issues.map(({ code, severity, path }) => `${severity} ${code} ${path.join(".")}`)).toEqual([
      "warning vendor_extension contents.1.role",
      "warning dropped.part contents.1.parts.1",
      "warning vendor_extension contents.2.role",
      "warning dropped.part contents.2.parts.0",
    ]);
  });
});

describe("what is named of turns as they are written", () => {
  test("is a call whose turn goes on without its result", () => {
    expect(
      sent([user(text("a")), model(call("x"), call("y")), tool(result("x", text("1"))), model(text("b")), user(text("c"))]).told,
    ).toEqual(["unpaired.tool_call turns.1.parts.1"]);
  });
});

test("results of calls of one turn stand together, also where media of an older model stands behind the first of them", () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } };
  const messages = [
    msg.user("hi"),
    msg.assistant(msg.use("a", "f"), msg.use("b", "g")),
    msg.user(msg.result("a", [image])),
    msg.user(msg.result("b", "2")),
  ];
  const body = { model: "gemini-2.5-flash", max_tokens: 5, messages };
  const result = translateRequest(body, { from: "messages", to: "generate-content", profile: "vendor" });
  expect(result.ok && result.value.body.contents.slice(2)).toMatchObject([
    { parts: [{ functionResponse: { id: "a" } }, { functionResponse: { id: "b", response: { output: "2" } } }] },
    { parts: [{ inlineData: { data: "AA==" } }] },
  ]);
  expect(result.issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual([
    "approximated.reordered messages.2.content.0.content.0",
    "approximated.reordered messages.3.content.0",
  ]);
});
