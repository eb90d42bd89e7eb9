import { describe, expect, test } from "vitest";
import { historyCallId } from "../../../src/model/ids.js";
import type { Part, Signature } from "../../../src/model/index.js";
import { request } from "../../../src/styles/messages/request.js";
import { response } from "../../../src/styles/messages/response.js";

const signature: Signature = { value: "s", origin: "generate-content" };
const carrier = (slot: string) => ({ type: "thinking", thinking: "", signature: `sig1.g.${slot}.s` });

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
    const { parts, locate } = read(
      { type: "text", text: "a" },
      carrier("x"),
      carrier("c"),
      { type: "tool_use", id: "t", name: "f", input: {} },
      { type: "text", text: "b" },
    );
    expect(parts).toMatchObject([{ text: "a", signature }, { type: "tool-call", id: "t", signature }, { text: "b" }]);
    expect(locate(["choices", 0, "parts", 0, "signature", "value"])).toEqual(["content", 1, "signature"]);
    expect(locate(["choices", 0, "parts", 1, "signature", "value"])).toEqual(["content", 2, "signature"]);
    expect(locate(["choices", 0, "parts", 1, "name"])).toEqual(["content", 3, "name"]);
  });

  test("stand alone where nothing is beside them", () => {
    expect(read(carrier("x")).parts).toEqual([{ type: "text", text: "", signature }]);
    expect(read(carrier("c"), { type: "text", text: "a" }).parts).toMatchObject([{ type: "thinking", text: "", signature }, { text: "a" }]);
    expect(read({ type: "text", text: "a" }, carrier("c")).parts).toMatchObject([{ text: "a" }, { type: "thinking", signature }]);
  });

  test("are no carriers where they hold more", () => {
    expect(read({ type: "text", text: "a" }, { ...carrier("x"), thinking: "t" }).parts).toMatchObject([
      { text: "a" },
      { type: "thinking", text: "t" },
    ]);
    expect(read({ type: "text", text: "a" }, { ...carrier("x"), later: 1 }).parts).toMatchObject([
      { text: "a" },
      { type: "thinking", text: "" },
    ]);
  });

  test("say of one without a text of its own that it is read as that of the text before it", () => {
    const last = { type: "text", text: "z" } as const;
    expect(write({ type: "text", text: "a" }, { type: "text", text: "", signature }, last)).toEqual({
      content: [{ type: "text", text: "a" }, carrier("x"), last],
      codes: ["equivalent.form"],
    });
    expect(write({ type: "text", text: "", signature }, last).codes).toEqual([]);
    for (const part of [
      { type: "text", text: "b", signature },
      { type: "thinking", text: "", signature },
      { type: "text", text: "" },
    ] as const)
      expect(write({ type: "text", text: "a" }, part, last).codes).toEqual([]);
  });

  test("are no end of an answer", () => {
    const text = { type: "text", text: "a" } as const;
    const redacted = { type: "redacted-thinking", data: "d", signature } as const;
    const lone = [{ type: "text", text: "", signature }, { type: "thinking", text: "", signature }, redacted] as const;
    for (const part of lone) expect(write(text, part)).toEqual({ content: [text], codes: ["dropped.part"] });
    expect(write(text, ...lone)).toEqual({ content: [text], codes: ["dropped.part", "dropped.part", "dropped.part"] });
    expect(write({ ...text, signature })).toEqual({ content: [text], codes: ["dropped.field"] });
    expect(write({ ...text, signature }, lone[0])).toEqual({ content: [text], codes: ["dropped.part", "dropped.field"] });
    const own = { type: "thinking", text: "", signature: { value: "s", origin: "messages" } } as const;
    expect(write(text, own)).toEqual({ content: [text, { type: "thinking", thinking: "", signature: "s" }], codes: [] });
  });
});

describe("parts that become little or nothing", () => {
  test("a refusal is text, and none where it says nothing", () => {
    expect(write({ type: "refusal", text: "no" }).content).toEqual([{ type: "text", text: "no" }]);
    expect(write({ type: "refusal", text: "" }).content).toEqual([]);
  });

  test("a thought that says nothing and proves nothing is not written, a summary is a thought", () => {
    expect(write({ type: "thinking", text: "" })).toEqual({ content: [], codes: ["dropped.part"] });
    expect(write({ type: "thinking", text: "t", summary: true })).toEqual({
      content: [{ type: "thinking", thinking: "t", signature: "" }],
      codes: ["equivalent.form"],
    });
  });

  test("what other styles know of a signature without a text is named once, and so is a citation without one", () => {
    const extensions = { "generate-content": { later: 1 } };
    expect(write({ type: "text", text: "", signature, extensions }, { type: "text", text: "z" }).codes).toEqual(["dropped.field"]);
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

  test("thoughts of another service carry its signature, redacted ones in their data", () => {
    expect(
      write(
        { type: "thinking", text: "t", signature },
        { type: "redacted-thinking", data: "d", signature: { ...signature, value: "d" } },
        { type: "text", text: "z" },
      ),
    ).toEqual({
      content: [
        { type: "thinking", thinking: "t", signature: "sig1.g.t.s" },
        { type: "redacted_thinking", data: "sig1.g.r.d" },
        { type: "text", text: "z" },
      ],
      codes: [],
    });
  });

  test("a sound is its words in an answer, and nothing where it has none or is asked", () => {
    const sound = (transcript?: string): Part => ({
      type: "audio",
      source: { kind: "base64", mimeType: "audio/wav", data: "AAAA" },
      ...(transcript === undefined ? {} : { transcript }),
    });
    expect(write(sound("hi"))).toEqual({ content: [{ type: "text", text: "hi" }], codes: ["approximated.media"] });
    for (const transcript of ["", undefined]) expect(write(sound(transcript))).toEqual({ content: [], codes: ["dropped.part"] });
    const asked = { model: "m", instructions: [], tools: [], sampling: {}, limits: { maxOutputTokens: 5 }, output: {}, stream: false };
    const parts = [{ type: "text", text: "q" } as const, sound("hi")];
    const encoded = request.encode({ ...asked, turns: [{ role: "user", parts }] });
    expect(encoded.ok && encoded.value.body.messages[0]?.content).toEqual([{ type: "text", text: "q" }]);
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
    { type: "tool_use", id: "", name: "f", input: { a: 1 } },
    { type: "tool_use", id: "", name: "f", input: null },
    { type: "server_tool_use", id: "", name: "web_search", input: {} },
    { type: "tool_use", id: "", name: "f", input: {} },
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
  const messages = [
    { role: "user", content: [{ type: "text", text: "q" }] },
    {
      role: "assistant",
      content: [
        { type: "tool_result", tool_use_id: "c", content: "1" },
        { type: "text", text: "a" },
      ],
    },
  ];
  const decoded = request.decode({ model: "m", max_tokens: 5, messages });
  const again = decoded.ok ? request.encode(decoded.value) : undefined;
  expect(again?.ok && again.value.body.messages).toEqual(messages);
});

test("only other vendors' signatures are taken out of a request of this style", () => {
  const own = [
    { type: "thinking", thinking: "t", signature: "sig1.m.t.s" },
    { type: "redacted_thinking", data: "d" },
    { type: "text", text: "a" },
    "odd",
  ];
  const body = (content: unknown) => ({ messages: [{ role: "assistant", content }, { role: "user", content: "q" }, 5] });
  expect(request.stripForeignSignatures(body(own))).toEqual({ ok: true, value: body(own), issues: [] });
  const foreign = [carrier("t"), { type: "redacted_thinking", data: "sig1.g.r.s" }];
  const cleaned = request.stripForeignSignatures(body([...own, ...foreign]));
  expect(cleaned.value).toEqual(body(own));
  expect(cleaned.issues.map(({ code, path }) => [code, ...path])).toEqual([
    ["unportable.signature", "messages", 0, "content", 4],
    ["unportable.signature", "messages", 0, "content", 5],
  ]);
  for (const value of [5, {}, { messages: 5 }]) expect(request.stripForeignSignatures(value).value).toBe(value);
});

test("blocks of servers that leave out or empty their fields are read", () => {
  expect(read({ type: "text", text: null }, { type: "text", text: "a" }).parts).toEqual([
    { type: "text", text: "" },
    { type: "text", text: "a" },
  ]);
  expect(read({ type: "thinking", thinking: null, signature: null }).parts).toEqual([{ type: "thinking", text: "" }]);
  expect(read({ type: "thinking", thinking: "t", signature: "" }).parts).toEqual([{ type: "thinking", text: "t" }]);
  expect(read({ type: "redacted_thinking" }).parts).toMatchObject([{ type: "redacted-thinking", data: "" }]);
  const citations = [{ type: "char_location", document_index: 0, start_char_index: 0, end_char_index: 1, cited_text: "c" }];
  expect(read({ type: "text", text: "a", citations }).parts).toMatchObject([{ citations: [{ kind: "document" }] }]);
});

test("what a result and a document hold is read as what it is", () => {
  const source = { type: "content", content: "plain" };
  const inside = [
    { type: "text", text: "a" },
    { type: "image", source: { type: "file", file_id: "f" } },
    { type: "document", source },
    { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "w" }], citations: { enabled: false, later: 1 } },
    { type: "tool_reference", tool_name: "f" },
  ];
  const body = {
    model: "m",
    max_tokens: 5,
    messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: inside }] }],
  };
  const decoded = request.decode(body);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.issues));
  expect(decoded.value.turns[0]?.parts[0]).toMatchObject({
    content: [
      { type: "text" },
      { type: "image", source: { kind: "file-id", fileId: "f", style: "messages" } },
      { type: "document", source: { kind: "parts", parts: [{ type: "text", text: "plain" }] } },
      { type: "search-result", content: [{ text: "w" }], citations: false },
      { type: "text", text: "f" },
    ],
  });
  const again = request.encode(decoded.value);
  const written = [
    ...inside.slice(0, 2),
    { type: "document", source: { type: "content", content: [{ type: "text", text: "plain" }] } },
    ...inside.slice(3, 4),
    { type: "text", text: "f" },
  ];
  expect(again.ok && again.value.body.messages).toEqual([
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: written }] },
  ]);
});
