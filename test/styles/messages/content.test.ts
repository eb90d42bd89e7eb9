import { describe, expect, test } from "vitest";
import { historyCallId } from "../../../src/model/ids.js";
import type { Part, Signature } from "../../../src/model/index.js";
import { stripForeignSignatures } from "../../../src/styles/messages/reasoning.js";
import { request } from "../../../src/styles/messages/request.js";
import { response } from "../../../src/styles/messages/response.js";
import * as msg from "../../support/msg.js";
import { text as textPart, thought } from "../../support/parts.js";

const signature: Signature = { value: "s", origin: "generate-content" };
const carrier = (slot: string) => msg.thinking("", `sig1.g.${slot}.s`);

function read(...content: readonly object[]) {
  const decoded = response.decode({ id: "i", model: "m", content, stop_reason: "end_turn" });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.issues));
  return { parts: decoded.value.choices[0]?.parts, locate: decoded.locate };
}
function write(...parts: readonly Part[]) {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const encoded = response.encode({ id: "i", model: "m", choices: [{ index: 0, parts, finish: { reason: "stop" } }], usage });
  return { content: encoded.ok ? encoded.value.content : undefined, codes: encoded.issues.map(({ code }) => code) };
}

describe("signatures that travel in blocks of their own", () => {
  test("belong to the text before them, and to the call after them", () => {
    const { parts, locate } = read(textPart("a"), carrier("x"), carrier("c"), msg.use("t", "f"), textPart("b"));
    expect(parts).toMatchObject([{ text: "a", signature }, { type: "tool-call", id: "t", signature }, { text: "b" }]);
    expect(locate(["choices", 0, "parts", 0, "signature", "value"])).toEqual(["content", 1, "signature"]);
    expect(locate(["choices", 0, "parts", 1, "signature", "value"])).toEqual(["content", 2, "signature"]);
    expect(locate(["choices", 0, "parts", 1, "name"])).toEqual(["content", 3, "name"]);
  });

  test("stand alone where nothing is beside them", () => {
    expect(read(carrier("x")).parts).toEqual([{ type: "text", text: "", signature }]);
    expect(read(carrier("c"), textPart("a")).parts).toMatchObject([thought("", { signature: signature }), { text: "a" }]);
    expect(read(textPart("a"), carrier("c")).parts).toMatchObject([{ text: "a" }, { type: "thinking", signature }]);
  });

  test("are no carriers where they hold more", () => {
    expect(read(textPart("a"), { ...carrier("x"), thinking: "t" }).parts).toMatchObject([{ text: "a" }, thought("t")]);
    expect(read(textPart("a"), { ...carrier("x"), later: 1 }).parts).toMatchObject([{ text: "a" }, thought("")]);
  });

  test("say of one without a text of its own that it is read as that of the text before it", () => {
    const last = textPart("z");
    expect(write(textPart("a"), { type: "text", text: "", signature }, last)).toEqual({
      content: [textPart("a"), carrier("x"), last],
      codes: ["equivalent.form"],
    });
    expect(write({ type: "text", text: "", signature }, last).codes).toEqual([]);
    for (const part of [{ type: "text", text: "b", signature }, thought("", { signature: signature }), textPart("")] as const)
      expect(write(textPart("a"), part, last).codes).toEqual([]);
  });

  test("are no end of an answer", () => {
    const text = textPart("a");
    const redacted = { type: "redacted-thinking", data: "d", signature } as const;
    const lone = [{ type: "text", text: "", signature }, thought("", { signature: signature }), redacted] as const;
    for (const part of lone) expect(write(text, part)).toEqual({ content: [text], codes: ["dropped.part"] });
    expect(write(text, ...lone)).toEqual({ content: [text], codes: ["dropped.part", "dropped.part", "dropped.part"] });
    expect(write({ ...text, signature })).toEqual({ content: [text], codes: ["dropped.field"] });
    expect(write({ ...text, signature }, lone[0])).toEqual({ content: [text], codes: ["dropped.part", "dropped.field"] });
    const own = thought("", { signature: { value: "s", origin: "messages" } });
    expect(write(text, own)).toEqual({ content: [text, msg.thinking("", "s")], codes: [] });
  });
});

describe("parts that become little or nothing", () => {
  test("a refusal is text, and none where it says nothing", () => {
    expect(write({ type: "refusal", text: "no" }).content).toEqual([textPart("no")]);
    expect(write({ type: "refusal", text: "" }).content).toEqual([]);
  });

  test("a thought that says nothing and proves nothing is not written, a summary is a thought", () => {
    expect(write(thought(""))).toEqual({ content: [], codes: ["dropped.part"] });
    expect(write({ type: "thinking", text: "t", summary: true })).toEqual({ content: [msg.thinking("t", "")], codes: ["equivalent.form"] });
  });

  test("what other styles know of a signature without a text is named once, and so is a citation without one", () => {
    const extensions = { "generate-content": { later: 1 } };
    expect(write({ type: "text", text: "", signature, extensions }, textPart("z")).codes).toEqual(["dropped.field"]);
    const citations = [
      { kind: "url", url: "u" },
      { kind: "url", url: "v" },
    ] as const;
    const choice = { index: 0, parts: [{ type: "text", text: "", citations }], finish: { reason: "stop" } } as const;
    const usage = { inputTokens: 1, outputTokens: 1 };
    expect(
      response.encode({ id: "i", model: "m", choices: [choice], usage }).issues.map(({ code, path }) => [code, ...path.slice(4)]),
    ).toEqual([
      ["dropped.value", "citations", 0],
      ["dropped.value", "citations", 1],
    ]);
  });

  test("a sound is its words in an answer, and nothing where it has none or is asked", () => {
    const sound = (transcript?: string): Part => ({
      type: "audio",
      source: { kind: "base64", mimeType: "audio/wav", data: "AAAA" },
      ...(transcript === undefined ? {} : { transcript }),
    });
    expect(write(sound("hi"))).toEqual({ content: [textPart("hi")], codes: ["approximated.media"] });
    for (const transcript of ["", undefined]) expect(write(sound(transcript))).toEqual({ content: [], codes: ["dropped.part"] });
    const asked = { model: "m", instructions: [], tools: [], sampling: {}, limits: { maxOutputTokens: 5 }, output: {}, stream: false };
    const parts = [textPart("q"), sound("hi")];
    const encoded = request.encode({ ...asked, turns: [{ role: "user", parts }] });
    expect(encoded.ok && encoded.value.body.messages[0]?.content).toEqual([textPart("q")]);
    expect(encoded.issues).toMatchObject([{ code: "dropped.part", path: ["turns", 0, "parts", 1] }]);
  });

  test("an empty text goes with what other styles know of it", () => {
    expect(write({ type: "text", text: "", extensions: { "generate-content": { later: 1 } } })).toEqual({
      content: [],
      codes: ["dropped.field"],
    });
  });
});

test("a call in the history whose id is empty gets one from its place and its input", () => {
  const calls = [
    msg.use("", "f", { a: 1 }),
    msg.use("", "f", null),
    { type: "server_tool_use", id: "", name: "web_search", input: {} },
    msg.use("", "f"),
  ];
  const decoded = request.decode({
    model: "m",
    max_tokens: 5,
    messages: [
      { role: "user", content: "q" },
      { role: "assistant", content: calls },
    ],
  });
  expect(decoded.ok && decoded.value.turns[1]?.parts).toMatchObject([
    { id: historyCallId(0, 0, "f", { a: 1 }), idSynthesized: true },
    { id: historyCallId(1, 1, "f", {}), idSynthesized: true, arguments: { json: "{}", value: {} } },
    { id: historyCallId(2, 2, "web_search", {}) },
    { id: historyCallId(3, 3, "f", {}) },
  ]);
});

test("a result stays in the turn of the assistant where somebody put it", () => {
  const messages = [msg.user(textPart("q")), msg.assistant(msg.result("c", "1"), textPart("a"))];
  const decoded = request.decode({ model: "m", max_tokens: 5, messages });
  const again = decoded.ok ? request.encode(decoded.value) : undefined;
  expect(again?.ok && again.value.body.messages).toEqual(messages);
});

test("only other vendors' signatures are taken out of a request of this style", () => {
  const own = [msg.thinking("t", "sig1.m.t.s"), { type: "redacted_thinking", data: "d" }, textPart("a"), "odd"];
  const body = (content: unknown) => ({ messages: [{ role: "assistant", content }, { role: "user", content: "q" }, 5] });
  expect(stripForeignSignatures(body(own))).toEqual({ ok: true, value: body(own), issues: [] });
  const foreign = [carrier("t"), { type: "redacted_thinking", data: "sig1.g.r.s" }];
  const cleaned = stripForeignSignatures(body([...own, ...foreign]));
  expect(cleaned.value).toEqual(body(own));
  expect(cleaned.issues.map(({ code, path }) => [code, ...path])).toEqual([
    ["unportable.signature", "messages", 0, "content", 4],
    ["unportable.signature", "messages", 0, "content", 5],
  ]);
  for (const value of [5, {}, { messages: 5 }]) expect(stripForeignSignatures(value).value).toBe(value);
});

test("blocks of servers that leave out or empty their fields are read", () => {
  expect(read({ type: "text", text: null }, textPart("a")).parts).toEqual([textPart(""), textPart("a")]);
  expect(read(msg.thinking(null, null)).parts).toEqual([thought("")]);
  expect(read(msg.thinking("t", "")).parts).toEqual([thought("t")]);
  expect(read({ type: "redacted_thinking" }).parts).toMatchObject([{ type: "redacted-thinking", data: "" }]);
  const citations = [{ type: "char_location", document_index: 0, start_char_index: 0, end_char_index: 1, cited_text: "c" }];
  expect(read({ type: "text", text: "a", citations }).parts).toMatchObject([{ citations: [{ kind: "document" }] }]);
});

test("what a result and a document hold is read as what it is", () => {
  const source = { type: "content", content: "plain" };
  const inside = [
    textPart("a"),
    { type: "image", source: { type: "file", file_id: "f" } },
    { type: "document", source },
    { type: "search_result", source: "s", title: "t", content: [textPart("w")], citations: { enabled: false, later: 1 } },
    { type: "tool_reference", tool_name: "f" },
  ];
  const body = { model: "m", max_tokens: 5, messages: [msg.user(msg.result("t", inside))] };
  const decoded = request.decode(body);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.issues));
  expect(decoded.value.turns[0]?.parts[0]).toMatchObject({
    content: [
      { type: "text" },
      { type: "image", source: { kind: "file-id", fileId: "f", style: "messages" } },
      { type: "document", source: { kind: "parts", parts: [textPart("plain")] } },
      { type: "search-result", content: [{ text: "w" }], citations: false },
      textPart("f"),
    ],
  });
  const again = request.encode(decoded.value);
  const written = [
    ...inside.slice(0, 2),
    { type: "document", source: { type: "content", content: [textPart("plain")] } },
    ...inside.slice(3, 4),
    textPart("f"),
  ];
  expect(again.ok && again.value.body.messages).toEqual([msg.user(msg.result("t", written))]);
});
