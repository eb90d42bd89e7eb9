import { describe, expect, test } from "vitest";
import type { CanonicalRequest, Message, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/messages/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import * as msg from "../../support/msg.js";
import { text as textPart, thought as thoughtPart } from "../../support/parts.js";

const EMPTY = { model: "m", instructions: [], tools: [], sampling: {}, limits: { maxOutputTokens: 5 }, output: {}, stream: false };
const text = (words: string): Part => textPart(words);
const user: Message = { role: "user", parts: [text("hi")] };
const system = (...parts: readonly Part[]): Message => ({ role: "system", parts });
const call = (id: string): Part => ({ type: "tool-call", id, name: "f", variant: "function", arguments: { json: "{}", value: {} } });
const searching: Part = { type: "server-tool-call", id: "s", name: "web_search", input: {} };
const result = (callId: string, ...content: readonly Part[]): Message => ({
  role: "tool",
  parts: [{ type: "tool-result", callId, content }],
});

function write(messages: readonly Message[], options: EncodeOptions = {}, change: Partial<CanonicalRequest> = {}) {
  const encoded = request.encode({ ...EMPTY, turns: messages, ...change }, { from: "chat-completions", ...options });
  return {
    ok: encoded.ok,
    body: encoded.ok ? encoded.value.body : undefined,
    issues: encoded.issues.map(({ code, path, severity }) => `${code} ${path.join(".")} ${severity}`),
  };
}

describe("instructions in the middle of a conversation", () => {
  const searched: Message = { role: "assistant", parts: [{ type: "server-tool-result", callId: "s", name: "web_search", result: [] }] };
  const called: Message = { role: "assistant", parts: [searching] };
  const said: Message = { role: "assistant", parts: [text("ok")] };

  test.each([
    ["after the user", [user, system(text("s"))], true],
    ["after a tool of the service", [user, called, system(text("s"))], true],
    ["after its result", [user, searched, system(text("s"))], true],
    ["before the assistant", [user, system(text("s")), said, user], true],
    ["twice in a row", [user, system(text("s")), system(text("t"))], true],
    ["before one of a developer and the assistant", [user, system(text("s")), { role: "developer", parts: [text("t")] }, said], true],
    ["before the user", [user, system(text("s")), user], false],
    ["after what the assistant said", [user, said, system(text("s"))], false],
    ["after nothing", [system(text("s")), said], false],
  ] as const)("stand where they are where that is legal: %s", (_where, messages, legal) => {
    const { ok, body, issues } = write(messages, { midSystem: "native" });
    expect(ok).toBe(legal);
    if (legal) expect(body?.messages.filter(({ role }) => role === "system")).toHaveLength(1);
    else expect(issues).toContainEqual(`failed.unsupported turns.${messages.findIndex(({ role }) => role === "system")} error`);
  });

  test("fail where the caller wants none to move", () => {
    expect(write([user, system(text("s"))], { midSystem: "reject" }).issues).toEqual(["failed.unsupported turns.1 error"]);
  });

  test("stay where they are where they hold what only this style has", () => {
    const opaque: Part = { type: "opaque", style: "messages", value: { type: "tool_addition", x: 1 } };
    const body = write([user, system(opaque)]).body;
    expect(body?.messages[1]).toEqual({ role: "system", content: [{ type: "tool_addition", x: 1 }] });
    expect(write([user, system(text("s"), opaque)]).body?.messages[1]).toEqual({
      role: "system",
      content: [textPart("s"), { type: "tool_addition", x: 1 }],
    });
    expect(write([user, system(opaque), user]).issues).toContainEqual("dropped.part turns.1.parts.0 warning");
    const foreign: Part = { type: "opaque", style: "generate-content", value: { x: 1 } };
    expect(write([user, system(text("s"), foreign)]).body).toMatchObject({ system: "s", messages: [{ role: "user" }] });
  });

  test("move where the caller asks for that, whatever the model takes", () => {
    const options = { midSystem: "hoist", capabilities: { midSystem: true } } as const;
    expect(write([user, system(text("s"))], options).body).toMatchObject({ system: "s", messages: [{ role: "user" }] });
  });

  test("are no turn where they say nothing", () => {
    for (const midSystem of ["native", "user"] as const) {
      const { body, issues } = write([user, system(text(" "))], { midSystem });
      expect(body?.messages).toHaveLength(1);
      expect(issues).toContainEqual("dropped.part turns.1.parts.0.text warning");
    }
    expect(write([user, said, system(text(" "))], { midSystem: "user" }).body?.messages).toHaveLength(2);
  });

  test("of a developer are the system's, and become a user turn where the caller asks for that", () => {
    const { body, issues } = write([user, { role: "developer", parts: [text("s")] }], { midSystem: "user" });
    expect(body?.messages).toEqual([msg.user(textPart("hi"), textPart("s"))]);
    expect(issues).toContainEqual("equivalent.form turns.1.role info");
    expect(issues).toContainEqual("approximated.hoisted_system turns.1 warning");
  });
});

describe("what a turn cannot hold", () => {
  test("is left out of the assistant's: media", () => {
    const image: Part = { type: "image", source: { kind: "base64", mimeType: "image/png", data: "AAAA" } };
    const document: Part = { type: "document", source: { kind: "text", text: "d" } };
    expect(write([user, { role: "assistant", parts: [text("a"), image, document] }, user]).issues).toEqual([
      "dropped.part turns.1.parts.1 warning",
      "dropped.part turns.1.parts.2 warning",
    ]);
  });

  test("is the signature of a part that is not signed here", () => {
    const signed: Part = {
      type: "image",
      source: { kind: "base64", mimeType: "image/png", data: "AAAA" },
      signature: { value: "s", origin: "generate-content" },
    };
    expect(write([{ role: "user", parts: [signed] }]).issues).toEqual(["unportable.signature turns.0.parts.0.signature warning"]);
  });

  test("is a refusal without words, but not a signed thought without", () => {
    const thought: Part = thoughtPart(" ", { signature: { value: "s", origin: "messages" } });
    const { body, issues } = write([user, { role: "assistant", parts: [thought, text("a"), { type: "refusal", text: " " }] }, user]);
    expect(body?.messages[1]?.content).toEqual([msg.thinking(" ", "s"), textPart("a")]);
    expect(issues).toEqual(["dropped.part turns.1.parts.2.text warning"]);
  });

  test("is the cache marker of a blank text behind a thought", () => {
    const thought: Part = thoughtPart("t", { signature: { value: "s", origin: "messages" } });
    const redacted: Part = { type: "redacted-thinking", data: "d", signature: { value: "d", origin: "messages" } };
    const blank: Part = { type: "text", text: "", cacheControl: { type: "ephemeral" } };
    for (const before of [thought, redacted]) {
      const { body, issues } = write([user, { role: "assistant", parts: [before, blank, call("a")] }, result("a")]);
      expect(body?.messages[1]?.content[0]).not.toHaveProperty("cache_control");
      expect(issues).toEqual(["dropped.part turns.1.parts.1.text info", "dropped.field turns.1.parts.1.cacheControl info"]);
    }
  });

  test("goes with all that it carries: a blank text with a signature, unknown fields and a cache marker", () => {
    const blank: Part = {
      type: "text",
      text: "",
      signature: { value: "s", origin: "generate-content" },
      extensions: { "generate-content": { later: 1 } },
      cacheControl: { type: "ephemeral" },
    };
    expect(write([{ role: "user", parts: [blank, text("hi")] }]).issues).toEqual([
      "dropped.part turns.0.parts.0.text info",
      "unportable.signature turns.0.parts.0.signature warning",
      "dropped.field turns.0.parts.0.extensions.generate-content.later info",
      "dropped.field turns.0.parts.0.cacheControl info",
    ]);
    const { body } = write([{ role: "user", parts: [text("hi"), { type: "text", text: "", cacheControl: { type: "ephemeral" } }] }]);
    expect(body?.messages[0]?.content).toEqual([{ type: "text", text: "hi", cache_control: { type: "ephemeral" } }]);
  });

  test("is the cache marker of a blank text behind a text and a thought", () => {
    const thought: Part = thoughtPart("t", { signature: { value: "s", origin: "messages" } });
    const blank: Part = { type: "text", text: "", cacheControl: { type: "ephemeral" } };
    expect(write([user, { role: "assistant", parts: [text("hi"), thought, blank, call("a")] }, result("a")]).issues).toEqual([
      "dropped.part turns.1.parts.2.text info",
      "dropped.field turns.1.parts.2.cacheControl info",
    ]);
  });

  test("takes no place and no lifetime from the markers that stay", () => {
    const blank: Part = { type: "text", text: "", cacheControl: { type: "ephemeral", ttl: "5m" } };
    const hour: Part = { type: "text", text: "hi", cacheControl: { type: "ephemeral", ttl: "1h" } };
    const unknown: Part = { type: "opaque", style: "chat-completions", value: {} };
    const cached = { type: "text", text: "hi", cache_control: { type: "ephemeral", ttl: "1h" } };
    const kept = (...before: Part[]) => write([{ role: "user", parts: [...before, hour, hour, hour, hour] }]);
    expect(kept(unknown, blank).body?.messages[0]?.content).toEqual([cached, cached, cached, cached]);
    const { body, issues } = kept(blank);
    expect(body?.messages[0]?.content).toEqual([cached, cached, cached, cached]);
    expect(issues).toEqual(["dropped.part turns.0.parts.0.text info", "dropped.field turns.0.parts.0.cacheControl info"]);
  });
});

describe("turns", () => {
  const said = (words: string): Message => ({ role: "assistant", parts: [text(words)] });

  test("of one role in a row are one, and both say so", () => {
    const { body, issues } = write([user, { role: "user", parts: [text("more")] }, said("a"), said("b"), user]);
    expect(body?.messages.map(({ role, content }) => [role, content.length])).toEqual([
      ["user", 2],
      ["assistant", 2],
      ["user", 1],
    ]);
    expect(issues).toEqual([0, 1, 2, 3].map((index) => `equivalent.form turns.${index} info`));
  });

  test("of results take in what the user says after them without a word, and come before what he said", () => {
    const asked: Message = { role: "assistant", parts: [call("a"), call("b")] };
    const answered = write([user, asked, result("a"), result("b"), user]);
    expect(answered.body?.messages[2]?.content).toMatchObject([{ tool_use_id: "a" }, { tool_use_id: "b" }, { type: "text" }]);
    expect(answered.issues).toEqual([]);
    const late = write([user, { role: "assistant", parts: [call("a")] }, user, result("a")]);
    expect(late.body?.messages[2]?.content).toMatchObject([{ tool_use_id: "a" }, { type: "text" }]);
    expect(late.issues).toEqual(["approximated.reordered turns.3.parts.0 warning"]);
  });

  test("that meet because nothing is left of the one between them are named", () => {
    const { body, issues } = write([result("a"), said(""), result("b")]);
    expect(body?.messages).toHaveLength(1);
    expect(issues.filter((line) => line.startsWith("equivalent.form"))).toEqual(
      [1, 0, 2].map((turn) => `equivalent.form turns.${turn} info`),
    );
  });

  test("have no participant's name", () => {
    expect(write([{ ...user, name: "n" }]).issues).toEqual(["dropped.field turns.0.name info"]);
    const instructions = [{ role: "developer", parts: [textPart("s")], name: "n" }] as const;
    expect(write([user], {}, { instructions }).issues).toEqual([
      "dropped.field instructions.0.name info",
      "equivalent.form instructions.0.role info",
    ]);
  });

  test("count citations from where the texts of all of it begin", () => {
    const citations = [{ kind: "url", url: "https://h", start: 6, end: 8 }] as const;
    const { body } = write([user, { role: "assistant", parts: [text("Hello "), { type: "text", text: "you there", citations }] }, user]);
    expect(body?.messages[1]?.content).toMatchObject([
      { text: "Hello " },
      { text: "yo", citations: [{ url: "https://h" }] },
      { text: "u there" },
    ]);
  });

  test("keep what only this style knows of each of those that are one", () => {
    const messages = [
      { ...user, extensions: { messages: { a: 1 }, "generate-content": { c: 1 } } },
      { ...user, extensions: { messages: { b: 2 } } },
    ];
    const { body, issues } = write(messages);
    expect(body?.messages).toMatchObject([{ role: "user", a: 1, b: 2 }]);
    expect(issues).toContainEqual("dropped.field turns.0.extensions.generate-content.c info");
  });

  test("are the last instruction's where nobody said a thing, if that leaves one", () => {
    const last = { role: "developer", parts: [textPart("b"), textPart(" ")], name: "n" } as const;
    const { body, issues } = write([], {}, { instructions: [{ role: "system", parts: [textPart("a")] }, last] });
    expect(body).toMatchObject({ system: "a", messages: [msg.user(textPart("b"))] });
    expect(issues).toEqual([
      "dropped.field instructions.1.name info",
      "equivalent.form instructions.1.role info",
      "dropped.part instructions.1.parts.1.text warning",
      "approximated.hoisted_system instructions.1 warning",
    ]);
    expect(write([], {}, { instructions: [{ role: "system", parts: [textPart(" ")] }] }).issues).toEqual([
      "dropped.part instructions.0.parts.0.text warning",
      "equivalent.form instructions.0 info",
      "approximated.hoisted_system instructions.0 warning",
      "failed.unsupported turns error",
    ]);
  });

  test("end in a text to go on from, which only another style's client did not mean", () => {
    const messages = [user, said("a"), user, said("b ")];
    const trimmed = "approximated.prefill turns.3.parts.0 warning";
    expect(write(messages).issues).toEqual([trimmed, "approximated.prefill turns.3 warning"]);
    expect(write(messages, { from: "messages" }).issues).toEqual([trimmed]);
    expect(request.encode({ ...EMPTY, turns: messages }).issues).toHaveLength(1);
  });

  test("have instructions before them, joined where there are several", () => {
    const instruction = (words: string) => ({ role: "system", parts: [textPart(words)] }) as const;
    const { body, issues } = write([user], {}, { instructions: [instruction("a"), instruction("b")] });
    expect(body?.system).toEqual([textPart("a"), textPart("b")]);
    expect(issues).toEqual([0, 1].map((index) => `equivalent.form instructions.${index} info`));
    expect(write([user], {}, { instructions: [instruction("a")] })).toMatchObject({ body: { system: "a" }, issues: [] });
    const hoisted = write([user, system(text("b")), user], {}, { instructions: [instruction("a")] });
    expect(hoisted.body?.system).toHaveLength(2);
    expect(hoisted.issues).toContainEqual("equivalent.form instructions.0 info");
    const format = { type: "json" } as const;
    const asked = write([user], { jsonModeInstruction: "JSON!" }, { instructions: [instruction("a")], output: { format } });
    expect(asked.body?.system).toEqual([textPart("a"), textPart("JSON!")]);
  });

  test("let thinking with a budget go where the last calls were made without signed thoughts", () => {
    const thinking = { mode: "on", budgetTokens: 2048 } as const;
    const limits = { maxOutputTokens: 4096 };
    const thought: Part = thoughtPart("t", { signature: { value: "s", origin: "messages" } });
    const thinkingAfter = (...parts: readonly Part[]) =>
      write([user, { role: "assistant", parts }, result("a")], {}, { thinking, limits }).body?.thinking;
    expect(thinkingAfter(call("a"))).toEqual({ type: "disabled" });
    expect(thinkingAfter(thought, call("a"))).toEqual({ type: "enabled", budget_tokens: 2048 });
    expect(thinkingAfter({ type: "redacted-thinking", data: "d", signature: { value: "d", origin: "messages" } }, call("a"))).toMatchObject(
      { type: "enabled" },
    );
    expect(write([user], {}, { thinking, limits }).body?.thinking).toMatchObject({ type: "enabled" });
    expect(write([user, said("a"), user], {}, { thinking, limits }).body?.thinking).toMatchObject({ type: "enabled" });
    const adaptive = write([user, { role: "assistant", parts: [call("a")] }, result("a")], {}, { thinking: { mode: "dynamic" }, limits });
    expect(adaptive.body?.thinking).toEqual({ type: "adaptive" });
  });
});

test("Thinking goes where the conversation ends in a text to go on from, and stays where it ends in a call", () => {
  const limits = { maxOutputTokens: 4096 };
  const thinking = { mode: "on", budgetTokens: 2048 } as const;
  const ends = (...parts: readonly Part[]) =>
    write([user, { role: "assistant", parts: [text("a")] }, user, { role: "assistant", parts }], {}, { thinking, limits });
  expect(ends(text("a")).body?.thinking).toEqual({ type: "disabled" });
  expect(ends(text("a"), call("c")).body?.thinking).toMatchObject({ type: "enabled" });
});

describe("calls without a result", () => {
  const asked: Message = { role: "assistant", parts: [call("a")] };

  test.each([
    ["at the end", [user, asked], 2, 1],
    ["before what the user says", [user, asked, user], 2, 2],
    ["before the assistant goes on", [user, { role: "assistant", parts: [call("a"), searching] }, system(text("s")), asked], 3, 1],
  ] as const)("get one that says so where the caller asks for it: %s", (_where, messages, at, blocks) => {
    const options = { missingResult: "synthesize-error", missingResultText: "gone", midSystem: "native" } as const;
    const { body, issues } = write(messages, options);
    const made = body?.messages[at]?.content;
    expect(made?.[0]).toEqual({ type: "tool_result", tool_use_id: expect.any(String), content: "gone", is_error: true });
    expect(made).toHaveLength(blocks);
    expect(issues).toContainEqual("unpaired.tool_call turns.1.parts.0 warning");
  });

  test("get one that says something where the caller has no words for it", () => {
    const { body } = write([user, asked, user], { missingResult: "synthesize-error" });
    expect(body?.messages[2]?.content[0]).toMatchObject({ type: "tool_result", content: expect.stringMatching(/\S/), is_error: true });
    expect(write([user, asked], { missingResult: "synthesize-error" }).body?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
    ]);
  });

  test("fail before a vendor, and are named before a gateway", () => {
    expect(write([user, asked, user], { profile: "vendor" }).issues).toEqual(["unpaired.tool_call turns.1.parts.0 error"]);
    expect(write([user, asked, user]).issues).toEqual(["unpaired.tool_call turns.1.parts.0 warning"]);
  });

  test("are told from those that were answered, and a result from one of no call", () => {
    const { issues } = write([user, { role: "assistant", parts: [call("a"), call("b")] }, result("b"), result("c")]);
    expect(issues).toEqual(["unpaired.tool_result turns.3.parts.0 warning", "unpaired.tool_call turns.1.parts.0 warning"]);
    expect(write([result("a")]).issues).toEqual(["unpaired.tool_result turns.0.parts.0 warning"]);
  });
});

describe("calls of the same id", () => {
  const idsOf = (body: ReturnType<typeof write>["body"]) =>
    body?.messages
      .flatMap(({ content }) => (typeof content === "string" ? [] : content))
      .map((block) => (block.type === "tool_result" ? `of ${block.tool_use_id}: ${String(block.content)}` : "id" in block ? block.id : ""));

  test("get their results in order, each its own", () => {
    const [first, second] = [result("a", text("1")), result("a", text("2"))];
    const { body, ok } = write([user, { role: "assistant", parts: [call("a"), call("a")] }, first, second], { profile: "vendor" });
    const [, firstId, secondId, ...results] = idsOf(body) ?? [];
    expect(ok).toBe(true);
    expect([firstId, results]).toEqual(["a", ["of a: 1", `of ${secondId}: 2`]]);
    expect(secondId).toMatch(/^a_2_/);
  });
  test("of a later turn do not wait for results of an earlier one", () => {
    const turns = [user, { role: "assistant", parts: [call("a")] } as const, user, { role: "assistant", parts: [call("a")] } as const];
    const [, , , secondId, answer] = idsOf(write([...turns, result("a", text("2"))]).body) ?? [];
    expect(secondId).toMatch(/^a_2_/);
    expect(answer).toBe(`of ${secondId}: 2`);
  });
});

describe("the content of a result", () => {
  const content = (...parts: readonly Part[]) => {
    const { body, issues } = write([user, { role: "assistant", parts: [call("a")] }, result("a", ...parts)]);
    const block = body?.messages[2]?.content[0];
    return { written: typeof block === "object" && "content" in block ? block.content : undefined, issues };
  };
  const PART = "turns.2.parts.0.content";

  test("is a string for one plain text, and nothing for none", () => {
    expect(content(text("20"))).toEqual({ written: "20", issues: [] });
    expect(content(text(" "))).toEqual({ written: " ", issues: [] });
    expect(content(text(""))).toEqual({ written: undefined, issues: [] });
    expect(content()).toEqual({ written: undefined, issues: [] });
  });

  test("is blocks for more, without the blank ones", () => {
    expect(content(text("20"), text(" "), text(""), text("°C"))).toEqual({
      written: [textPart("20"), textPart("°C")],
      issues: [`dropped.part ${PART}.1.text warning`, `dropped.part ${PART}.2.text info`],
    });
    const marked = { type: "text", text: "20", cacheControl: { type: "ephemeral" } } as const;
    expect(content(marked).written).toEqual([{ type: "text", text: "20", cache_control: { type: "ephemeral" } }]);
    expect(content({ ...marked, text: " " })).toEqual({
      written: undefined,
      issues: [`dropped.part ${PART}.0.text warning`, `dropped.field ${PART}.0.cacheControl info`],
    });
  });

  test("keeps the cache marker of a blank text on the block before it, where that has none", () => {
    const marker = { cacheControl: { type: "ephemeral" } } as const;
    const cached = { type: "text", text: "20", cache_control: { type: "ephemeral" } };
    expect(content(text("20"), { ...text(" "), ...marker })).toEqual({
      written: [cached],
      issues: [`dropped.part ${PART}.1.text warning`],
    });
    expect(content({ ...text("20"), ...marker }, { type: "text", text: " ", cacheControl: { type: "ephemeral", ttl: "5m" } })).toEqual({
      written: [cached],
      issues: [`dropped.part ${PART}.1.text warning`, `dropped.field ${PART}.1.cacheControl info`],
    });
  });

  test("holds images, documents, what was searched, and blocks that came later", () => {
    const source = { kind: "base64", mimeType: "image/png", data: "AAAA" } as const;
    const { written, issues } = content(
      { type: "image", source },
      { type: "document", source: { kind: "text", text: "d" } },
      { type: "search-result", source: "s", title: "t", content: [textPart("w")], citations: true },
      { type: "opaque", style: "messages", value: { type: "tool_reference", tool_name: "f" } },
    );
    expect(issues).toEqual([]);
    expect(written).toMatchObject([
      { type: "image" },
      { type: "document" },
      { type: "search_result", content: [textPart("w")], citations: { enabled: true } },
      { type: "tool_reference", tool_name: "f" },
    ]);
  });

  test("holds nothing else", () => {
    const source = { kind: "base64", mimeType: "audio/wav", data: "AAAA" } as const;
    const { written, issues } = content(
      { type: "audio", source },
      { type: "opaque", style: "generate-content", value: {} },
      { type: "opaque", style: "messages", value: { type: "text" } },
    );
    expect(written).toBeUndefined();
    expect(issues).toEqual([0, 1, 2].map((index) => `dropped.part ${PART}.${index} warning`));
  });
});

describe("the ends of a conversation", () => {
  test("may be refused where the assistant starts", () => {
    const messages = [{ role: "assistant", parts: [text("a")] } as const, user];
    expect(write(messages).issues).toEqual(["order.first_turn turns.0 warning"]);
    expect(write(messages, { firstTurn: "reject" }).issues).toEqual(["order.first_turn turns.0 error"]);
  });

  test("fail where no turn is left", () => {
    expect(write([{ role: "user", parts: [text("")] }]).issues).toContainEqual("failed.unsupported turns error");
  });

  test("make a text to go on from, without white space at its end, for a model that may refuse it", () => {
    const messages = [user, { role: "assistant", parts: [text("so ")] } as const];
    const said = (options: EncodeOptions) =>
      request
        .encode({ ...EMPTY, turns: messages }, { from: "chat-completions", ...options })
        .issues.flatMap(({ code, message }) => (code === "approximated.prefill" ? [message] : []));
    expect(write(messages).body?.messages[1]).toEqual(msg.assistant(textPart("so")));
    expect(said({})[1]).toMatch("goes on");
    expect(said({ capabilities: { prefill: false } })[1]).toMatch("refuses");
    expect(said({ from: "messages" })).toHaveLength(1);
  });

  test("make a user turn of the last instruction where there is no conversation", () => {
    const instructions = [
      { role: "system", parts: [textPart("a")] },
      { role: "developer", parts: [textPart("b")] },
    ] as const;
    const { body, issues } = write([], {}, { instructions });
    expect([body?.system, body?.messages]).toEqual(["a", [msg.user(textPart("b"))]]);
    expect(issues).toContainEqual("approximated.hoisted_system instructions.1 warning");
  });

  test("fail where there is none but an instruction that says nothing", () => {
    const instructions = [{ role: "system", parts: [textPart(" ")] }] as const;
    expect(write([], {}, { instructions }).issues).toContainEqual("failed.unsupported turns error");
  });
});

test("markers that are one too many are taken out of what is written, never out of the source", () => {
  const cached = { cache_control: { type: "ephemeral" } };
  const strange = { type: "later_block", ...cached };
  const body = {
    model: "m",
    max_tokens: 5,
    tools: [{ type: "later_tool", name: "t", ...cached }],
    messages: [{ role: "user", content: [strange, ...Array.from({ length: 4 }, () => ({ type: "text", text: "hi", ...cached }))] }],
  };
  const before = structuredClone(body);
  const decoded = request.decode(body);
  const encoded = decoded.ok ? request.encode(decoded.value) : decoded;
  expect(body).toEqual(before);
  expect(JSON.stringify(encoded.ok && encoded.value.body).match(/cache_control/g)).toHaveLength(4);
});
