/** What the assistant said: the same fields in an answer and in the history of a request. */
import { describe, expect, it } from "vitest";
import { type StyleName, streamResponse, translateRequest, translateResponse } from "../../../src/index.js";
import { hash24 } from "../../../src/model/ids.js";
import type { Part } from "../../../src/model/index.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import * as cc from "../../support/cc.js";
import { audio, base64, call, image, inFile, proof, refusal, result, text, thought } from "../../support/parts.js";
import { answerOf, fine, read, repeated, told, written, writtenTurns } from "./support.js";

const hello = { role: "user", content: "hi" };

/** The message as its own style writes it after having read it. */
function again(message: object) {
  const { value, issues } = fine(response.encode(read(message).value, { from: "chat-completions" }));
  return { message: value.choices[0]?.message, issues: told(issues) };
}

/** The same of the message in the history of a request. */
function remembered(message: object) {
  const { turns, messages, issues } = repeated([hello, { role: "assistant", ...message }]);
  return { parts: turns[1]?.parts ?? [], message: messages[1], issues };
}

function translated(message: object, to: StyleName) {
  return told(translateResponse(answerOf(message), { report: "all", from: "chat-completions", to }).issues).filter((one) =>
    one.includes("choices[0].message"),
  );
}

/** What is said of the message in the history of a request, on its way to another style. */
function lost(message: object, to: StyleName) {
  const messages = [hello, { role: "assistant", ...message }, { role: "user", content: "go on" }];
  const { issues } = translateRequest({ model: "m", messages }, { report: "all", from: "chat-completions", to });
  return told(issues).filter((one) => one.includes("messages[1]") && !one.startsWith("unpaired"));
}

const wire = cc.call("c", "f");
const EPHEMERAL = { type: "ephemeral" } as const;
const GOOGLE = proof("generate-content");
const PNG = base64("image/png", "AA==");
const WAV = base64("audio/wav", "AA==");

describe("the older function_call", () => {
  it.each([
    [{ name: "f" }, call("", "f")],
    [{ name: "f", arguments: null }, call("", "f")],
    [{ name: null, arguments: '{"x":1}' }, call("", "", '{"x":1}')],
    [{ name: "", arguments: { x: 1 } }, call("", "", '{"x":1}')],
  ])("%j is a call", (function_call, expected) => {
    const id = expect.any(String);
    expect(read({ content: null, function_call }).parts).toEqual([{ ...expected, id, idSynthesized: true }]);
  });

  it.each([[{}], [{ name: "", arguments: "" }], [{ name: null, arguments: null }], [null]])("%j is none", (function_call) => {
    expect(read({ content: null, function_call })).toMatchObject({ parts: [], issues: [] });
  });

  const custom = { id: "c", type: "custom", custom: { name: "f", input: "{}" } };
  const differ = ["conflict.resolved choices[0].message.function_call"];
  it.each([
    [wire, { name: "f", arguments: "{}" }, []],
    [wire, { name: "", arguments: "" }, []],
    [wire, { name: "g", arguments: "{}" }, differ],
    [wire, { name: "f", arguments: '{"x":1}' }, differ],
    [custom, { name: "", arguments: "{}" }, differ],
    [custom, { name: "f", arguments: "{}" }, differ],
  ])("beside %j, %j is told of where the two differ", (tool_call, function_call, expected) => {
    const { parts, issues } = read({ content: null, tool_calls: [tool_call], function_call });
    expect(parts).toMatchObject([{ type: "tool-call", id: "c", name: "f" }]);
    expect(issues).toEqual(expected);
  });
});

describe("calls", () => {
  it("lose nothing where the kind that is not meant stands beside the other, empty", () => {
    const empty = { ...wire, custom: { name: "", input: "" } };
    expect(translated({ content: null, tool_calls: [empty] }, "messages")).toEqual([]);
    const input = { id: "c", type: "custom", custom: { name: "sql", input: "select 1" }, function: { name: "", arguments: "" } };
    expect(again({ content: null, tool_calls: [input] }).message?.tool_calls).toEqual([{ id: "c", type: "custom", custom: input.custom }]);
    const filled = { ...wire, custom: { name: "g", input: "" } };
    expect(translated({ content: null, tool_calls: [filled] }, "messages")).toEqual([
      "dropped.field choices[0].message.tool_calls[0].custom.name",
    ]);
  });

  it("are functions where nothing stands in the place of free-form ones", () => {
    for (const custom of [null, undefined])
      expect(read({ tool_calls: [{ ...wire, type: "custom", custom }] }).parts).toMatchObject([{ name: "f", variant: "function" }]);
  });

  it("keep the fields that nobody knows at their places in their own style", () => {
    const tool_calls = [
      { id: "c", type: "function", function: { name: "f", arguments: "{}", x: 1 }, extra_content: { google: { z: 1 }, y: 1 } },
      { id: "d", type: "custom", custom: { name: "s", input: "i", x: 1 }, x: 1 },
    ];
    expect(again({ content: null, tool_calls })).toMatchObject({ message: { tool_calls }, issues: [] });
  });

  it("may lack a name", () => {
    for (const nameless of [
      { id: "c", function: { arguments: "{}" } },
      { id: "c", type: "custom", custom: { input: "x" } },
    ])
      expect(read({ tool_calls: [nameless] }).parts).toMatchObject([{ type: "tool-call", id: "c", name: "" }]);
  });

  it("may lack the input of a free-form tool", () => {
    expect(read({ tool_calls: [{ id: "c", type: "custom", custom: { name: "now" } }] }).parts).toMatchObject([
      { name: "now", variant: "custom", arguments: { json: "" } },
    ]);
  });

  it("left over from a stream have an index, which counts where it is not that of their place", () => {
    const lost = (index: number) => {
      const messages = [hello, cc.calls({ ...wire, index }), cc.result("c", "x")];
      return told(
        translateRequest({ model: "m", messages }, { report: "all", from: "chat-completions", to: "messages", defaultMaxTokens: 5 }).issues,
      );
    };
    expect(lost(0)).toEqual(["defaulted.max_tokens max_tokens"]);
    expect(lost(1)).toContain("dropped.field messages[1].tool_calls[0].index");
  });

  it("of a free-form tool are functions again where their arguments are not its input alone", () => {
    const asked = (json: string) =>
      written([call("c", "sql", json)], { from: "messages", context: { customTools: ["sql"] } }).message?.tool_calls;
    expect(asked('{"input":"a"}')).toMatchObject([{ type: "custom", custom: { name: "sql", input: "a" } }]);
    expect(asked('{"input":1}')).toMatchObject([{ type: "function", function: { arguments: '{"input":1}' } }]);
    expect(asked('{"input":"a","x":1}')).toMatchObject([{ type: "function" }]);
  });
});

describe("content that is a list", () => {
  const picture = { type: "image_url", image_url: { url: "https://a/b.png" } };
  const novel = { type: "chart", bars: [1] };

  it("keeps kinds that nobody knows at their place, in its own style", () => {
    const content = [text("a"), novel, text("b")];
    expect(remembered({ content })).toMatchObject({ message: { content }, issues: [] });
    expect(again({ content }).message?.content).toEqual(content);
  });

  it("gives a citation to the text in which it starts, and one that starts nowhere to the last", () => {
    const content = [text("ab"), picture, text("cd")];
    const cite = (start_index: number | null) => ({ type: "url_citation", url_citation: { url: `https://${start_index}`, start_index } });
    const cited = (blocks: readonly object[], annotations: readonly object[]) =>
      remembered({ content: blocks }).parts.length === blocks.length &&
      read({ content: blocks, annotations }).parts.map((part) =>
        part.type === "text" ? part.citations?.map((one) => one.kind === "url" && one.url) : part.type,
      );
    expect(cited(content, [cite(3), cite(2), cite(null), cite(9), cite(1)])).toEqual([
      ["https://null", "https://1"],
      "image",
      ["https://3", "https://2", "https://9"],
    ]);
    const marked = { type: "text", text: "", x: 1 };
    expect(cited([marked, text("ab"), marked], [cite(0), cite(9)])).toEqual([undefined, ["https://0", "https://9"], undefined]);
  });
});

describe("annotations", () => {
  const url_citation = { url: "https://a", title: null, start_index: 0, end_index: 1, content: null };

  it.each([
    [{ type: "url_citation" }],
    [{ type: "url_citation", url_citation: null }],
    [{ type: "url_citation", url_citation: { title: "T" } }],
    [{ type: "url_citation", url_citation, x_score: 1 }],
    [{ type: "url_citation", url_citation: { ...url_citation, x_score: 1 } }],
    [{ type: "file_citation", url_citation }],
  ])("of another form are kept as they are: %j", (annotation) => {
    expect(read({ content: "A", annotations: [annotation] }).parts).toEqual([text("A")]);
    expect(again({ content: "A", annotations: [annotation] }).message?.annotations).toEqual([annotation]);
  });

  it("leave nothing behind where all of them are understood", () => {
    const { value } = read({ content: "A", annotations: [{ url_citation }, { url_citation }] });
    expect(value.choices[0]).not.toHaveProperty("extensions");
  });

  it("of another style are told of where they say more than their place, and not where that is empty", () => {
    const cited = (more: object): Part => text("A", { citations: [{ kind: "url", url: "https://a", start: 0, end: 1, ...more }] });
    const at = "choices[0].parts[0].citations[0]";
    expect(written([cited({ citedText: "", encryptedIndex: "" })]).issues).toEqual([]);
    expect(written([cited({ citedText: "A", encryptedIndex: "E" })]).issues).toEqual([
      `approximated.citation ${at}.citedText`,
      `approximated.citation ${at}.encryptedIndex`,
    ]);
  });

  it("keep the text that they cite in their own style", () => {
    const annotations = [{ type: "url_citation", url_citation: { url: "https://a", content: "A" } }];
    expect(again({ content: "A", annotations })).toMatchObject({ message: { annotations }, issues: [] });
  });

  it("without a text to stand in are kept as they are", () => {
    const annotations = [{ type: "url_citation", url_citation: { url: "https://a" } }];
    expect(again({ content: null, refusal: "No.", annotations }).message?.annotations).toEqual(annotations);
  });
});

describe("pictures", () => {
  it("of another type than their address shows lose it with a word", () => {
    const fileData = { fileUri: "https://a.test/a.png", mimeType: "image/jpeg" };
    const contents = [
      { role: "user", parts: [{ text: "hi" }] },
      { role: "model", parts: [{ fileData }] },
      { role: "user", parts: [{ text: "hi" }] },
    ];
    const path = "/v1beta/models/m:generateContent";
    const { issues } = translateRequest({ contents }, { from: "generate-content", to: "chat-completions", path });
    expect(issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toContain("dropped.field contents.1.parts.0.fileData.mimeType");
  });

  const drawn = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
  const other = { type: "b64_json", b64_json: "AA==" };

  it("of another form are kept at their place, and named one by one where the others are carried", () => {
    const images = [other, drawn, other];
    expect(read({ content: null, images }).parts).toMatchObject([{ type: "image", source: { kind: "base64", data: "AA==" } }]);
    expect(again({ content: null, images })).toMatchObject({ message: { images }, issues: [] });
    expect(translated({ content: "A", images }, "generate-content")).toEqual([
      "dropped.field choices[0].message.images[0]",
      "dropped.field choices[0].message.images[2]",
    ]);
    expect(translated({ content: "A", images: [other] }, "generate-content")).toEqual(["dropped.field choices[0].message.images"]);
    const streamed = streamResponse(answerOf({ content: null, images }), { report: "all", style: "chat-completions" });
    expect(streamed.ok && streamed.value).toContain(`"delta":{"images":${JSON.stringify([other, other])}}`);
  });

  it("keep the fields that nobody knows", () => {
    const images = [{ type: "image", image_url: { url: "https://a/b.png", size: 1 }, index: 3 }];
    expect(again({ content: null, images })).toMatchObject({ message: { images }, issues: [] });
  });
});

describe("recordings", () => {
  it.each([[{}], [{ id: "", data: "", transcript: "", expires_at: 0 }], [{ id: null, data: null }]])("%j is none", (audio) => {
    expect(read({ content: "A", audio }).parts).toEqual([text("A")]);
  });

  it.each([[{ id: "a" }], [{ id: "", data: "AA==" }], [{ id: "", transcript: "Hi" }], [{ transcript: "Hi" }], [{ id: "", expires_at: 9 }]])(
    "%j is one",
    (audio) => {
      expect(read({ content: "A", audio }).parts).toMatchObject([{}, { type: "audio" }]);
      expect(again({ content: "A", audio }).message?.audio).toMatchObject(audio);
    },
  );

  it("without data are named by their id, by an empty one where they have none", () => {
    const source = (audio: object) => read({ content: null, audio }).parts;
    for (const data of [null, undefined]) expect(source({ id: "a", data })).toMatchObject([{ source: inFile("chat-completions", "a") }]);
    expect(source({ transcript: "Hi" })).toMatchObject([{ source: inFile("chat-completions", "") }]);
  });

  it("without data keep their words in an answer, and are an id in the history", () => {
    const audio = { id: "a", transcript: "Hi", expires_at: 9 };
    expect(again({ content: null, audio }).message?.audio).toEqual(audio);
    expect(remembered({ content: null, audio: { ...audio, data: "AA==" } })).toMatchObject({
      message: { content: null, audio: { id: "a" } },
    });
    expect(remembered({ content: null, audio: { id: "a" } }).message).toMatchObject({ audio: { id: "a" } });
  });

  it("have one place in a message, where the next goes on if it has no header, and none for what another service keeps", () => {
    const raw = { ...WAV, mimeType: "audio/L16;codec=pcm;rate=24000" };
    const { message, issues } = written([
      audio(inFile("generate-content")),
      audio(raw, { signature: GOOGLE, cacheControl: EPHEMERAL }),
      audio(raw),
      audio(WAV),
    ]);
    expect(message?.audio).toMatchObject({ data: "AAA=", transcript: "", expires_at: 0 });
    expect(issues).toEqual([
      "dropped.part choices[0].parts[0]",
      "dropped.field choices[0].parts[1].cacheControl",
      "unportable.signature choices[0].parts[1].signature",
      "approximated.media choices[0].parts[1]",
      "approximated.merged choices[0].parts[2]",
      "dropped.part choices[0].parts[3]",
    ]);
  });

  it("of an answer of another style are named where they are left out of the history", () => {
    expect(writtenTurns([{ role: "assistant", parts: [audio(WAV)] }]).issues).toContain("dropped.part turns[0].parts[0]");
  });
});

describe("the signature of a message", () => {
  const extra_content = { google: { thought_signature: "S", x: 1 }, y: 2 };

  it("is that of its last text", () => {
    expect(read({ content: "A", extra_content }).parts).toMatchObject([{ text: "A", signature: GOOGLE }]);
    const content = [text("A"), text("B"), { type: "image_url", image_url: { url: "https://a/b.png" } }];
    const signed = read({ content, extra_content }).parts.map((part) => part.signature);
    expect(signed).toEqual([undefined, GOOGLE, undefined]);
    expect(read({ content: "", extra_content }).parts).toMatchObject([{ text: "", signature: GOOGLE }]);
  });

  it("is that of a text which says nothing, where there is no text", () => {
    const nothing = text("", { signature: GOOGLE });
    expect(read({ content: null, extra_content }).parts).toEqual([nothing]);
    expect(read({ extra_content, reasoning_content: "t", tool_calls: [wire] }).parts).toMatchObject([
      { type: "thinking" },
      nothing,
      { type: "tool-call" },
    ]);
    expect(read({ content: [{ type: "refusal", refusal: "No." }], extra_content }).parts).toEqual([refusal("No."), nothing]);
  });
});

describe("an empty text", () => {
  it.each([
    [{ content: "" }, 1],
    [{ content: "", reasoning_content: "t" }, 1],
    [{ content: "", refusal: "No." }, 1],
    [{ content: "", reasoning_content: "t", refusal: "No." }, 2],
    [{ content: "", tool_calls: [wire] }, 1],
    [{ content: "", function_call: { name: "f" } }, 1],
    [{ content: null }, 0],
  ])("of the history is a part of its own where nothing else is said: %j has %d", (message, count) => {
    const { parts } = remembered(message);
    expect(parts).toHaveLength(count);
    expect(parts.filter(({ type }) => type === "text")).toHaveLength(Object.keys(message).length === 1 ? count : 0);
  });

  it("of an answer is none", () => {
    expect(read({ content: "" }).parts).toEqual([]);
    expect(read({ content: [text()] }).parts).toEqual([]);
    expect(read({ content: [{ type: "refusal", refusal: "" }] }).parts).toEqual([]);
    expect(read({ content: [{ type: "text", text: "", x: 1 }] }).parts).toMatchObject([text()]);
  });
});

describe("ids", () => {
  it("of calls without one are made of their place, their name and their arguments", () => {
    const nameless = (name: string) => ({ function: { name, arguments: "{}" } });
    const said = { reasoning_content: "t", content: "A", refusal: "No." };
    const ids = (message: object) => remembered(message).parts.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
    const made = (place: number, name: string) => `call_${hash24(`h:1:${place}:${name}:{}`)}`;
    expect(ids({ ...said, tool_calls: [nameless("f"), nameless("g")] })).toEqual([made(3, "f"), made(4, "g")]);
    expect(ids({ ...said, function_call: { name: "f" } })).toEqual([made(3, "f")]);
  });
});

describe("what stands beside the words", () => {
  const marks = { cache_control: EPHEMERAL, x: 1 };
  it.each([
    [[{ type: "text", text: "A", x: 1 }]],
    [[{ type: "text", text: "A", ...marks }]],
    [[{ type: "refusal", refusal: "No.", x: 1 }]],
    [[text("A"), { type: "refusal", refusal: "No.", cache_control: marks.cache_control }]],
  ])("is kept in its own style, in answers and in the history: %j", (content) => {
    expect(again({ content })).toMatchObject({ message: { content }, issues: [] });
    expect(remembered({ content })).toMatchObject({ message: { content }, issues: [] });
  });
});

describe("what is lost is named where it stands", () => {
  const place = "messages[1]";
  const marked = (cache_control: object) => cc.calls({ ...wire, cache_control });
  const picture = { type: "image_url", image_url: { url: "https://a/b.png", x: 1 } };
  it.each<[object, StyleName, string[]]>([
    [{ content: "A", refusal: "No." }, "generate-content", [`equivalent.form ${place}.refusal`]],
    [{ content: "A", images: [picture] }, "messages", [`dropped.part ${place}.images[0]`]],
    [{ content: "A", cache_control: {} }, "generate-content", [`dropped.field ${place}.cache_control`]],
    [{ content: "A", x: 1 }, "messages", [`dropped.field ${place}.x`]],
    [
      { content: null, function_call: { name: "f", arguments: '{"x": 1}' } },
      "messages",
      [`equivalent.form ${place}.function_call.arguments`],
    ],
    [{ content: null, function_call: { name: "f", arguments: { x: 1 }, y: 1 } }, "messages", [`dropped.field ${place}.function_call.y`]],
    [marked({ ...EPHEMERAL, ttl: "9m" }), "messages", [`dropped.field ${place}.tool_calls[0].cache_control.ttl`]],
    [marked({}), "generate-content", [`dropped.field ${place}.tool_calls[0].cache_control`]],
  ])("%j into %s", (message, to, expected) => {
    const found = lost(message, to);
    for (const one of expected) expect(found).toContain(one);
  });
});

describe("calls of another style", () => {
  const part = call("c", "a b", "{}", { cacheControl: EPHEMERAL });
  const sent = (one: Part, profile: "gateway" | "vendor", chatExtensions = true) => {
    const turns = [
      { role: "assistant", parts: [one] },
      { role: "tool", parts: [result("c")] },
    ] as const;
    const { messages, issues } = writtenTurns(turns, { from: "messages", profile, chatExtensions });
    return { calls: messages[0]?.role === "assistant" ? messages[0].tool_calls : [], issues };
  };

  it("are marked for caching where the service takes that, and renamed where they must be", () => {
    const renamed = "rewritten.tool_name turns[0].parts[0].name";
    const gateway = sent(part, "gateway");
    expect(gateway.calls).toMatchObject([{ cache_control: EPHEMERAL, function: { name: expect.stringMatching(/^a_b_/) } }]);
    expect(gateway.issues).toEqual([renamed]);
    for (const { calls, issues } of [sent(part, "gateway", false), sent(part, "vendor")]) {
      expect(calls?.[0]).not.toHaveProperty("cache_control");
      expect(issues).toEqual(["dropped.field turns[0].parts[0].cacheControl", renamed]);
    }
    expect(sent({ ...part, variant: "custom" }, "gateway").issues).toEqual([renamed]);
  });
});

describe("parts of another style become one message", () => {
  const signed = (words: string, value: string) => text(words, { signature: proof("generate-content", value) });
  const thinks = thought("t");
  const called = call("c", "f");
  const at = "choices[0].parts";

  it("with one text, which is said where there were several", () => {
    expect(written([text("a"), text("b")])).toMatchObject({ message: { content: "ab" }, issues: [`equivalent.form ${at}`] });
    expect(written([text(""), text("b"), text("")])).toMatchObject({ message: { content: "b" }, issues: [] });
  });

  it("with one order, which is said where there was another", () => {
    expect(written([thinks, text("a"), called]).issues).toEqual([]);
    expect(written([text("a"), thinks]).issues).toEqual([`approximated.reordered ${at}`]);
    expect(written([called, text("a")]).issues).toEqual([`approximated.reordered ${at}`]);
    expect(written([text("a"), thinks, thought("u"), text("b"), thinks]).message?.reasoning_content).toBe("tu\n\nt");
  });

  it("with one signature, that of the last text which has any words", () => {
    const extra = (parts: readonly Part[]) => written(parts).message?.extra_content;
    const google = (thought_signature: string) => ({ google: { thought_signature } });
    expect(extra([signed("a", "S"), text("")])).toEqual(google("S"));
    expect(extra([signed("a", "S"), signed("", "E")])).toEqual(google("E"));
    expect(extra([signed("a", "S"), text("b")])).toBeUndefined();
    expect(extra([text("a")])).toBeUndefined();
    expect(written([signed("", "E"), text("b")]).issues).toEqual([`equivalent.form ${at}`, `unportable.signature ${at}[0].signature`]);
    expect(extra([text("a", { signature: proof("messages") })])).toEqual(google("sig1.m.x.S"));
    expect(written([signed("a", "S"), signed("b", "T")])).toMatchObject({
      message: { extra_content: google("T") },
      issues: [`equivalent.form ${at}`, `unportable.signature ${at}[0].signature`],
    });
  });

  it("that is given to a vendor without its thoughts and their proofs", () => {
    const parts = [thinks, thought("t", { signature: proof("chat-completions") }), signed("a", "S")];
    expect(writtenTurns([{ role: "assistant", parts }], { from: "chat-completions", profile: "vendor" })).toEqual({
      messages: [{ role: "assistant", content: "a" }],
      issues: ["dropped.part turns[0].parts[0]", "dropped.part turns[0].parts[1]", "unportable.signature turns[0].parts[2].signature"],
    });
  });

  it("that says how much the loss of a mark matters", () => {
    const marks = { cacheControl: EPHEMERAL, signature: GOOGLE } as const;
    const parts = [text("a", marks), text("b"), image(PNG, { detail: "low", ...marks })];
    const choices = [{ index: 0, parts, finish: { reason: "stop" } }] as const;
    const { issues } = response.encode({ id: "i", model: "m", created: 5, choices }, { from: "generate-content" });
    expect(issues.map(({ severity, path, from }) => [severity, path.slice(3).join("."), from])).toEqual([
      ["info", "0.cacheControl", undefined],
      ["info", "2.detail", "low"],
      ["info", "2.cacheControl", undefined],
      ["warning", "2.signature", "generate-content"],
      ["info", "", undefined],
      ["warning", "0.signature", "generate-content"],
    ]);
  });

  it("that names what an answer has no place for", () => {
    const marked = text("a", { cacheControl: EPHEMERAL });
    expect(written([marked])).toMatchObject({ message: { content: "a" }, issues: [`dropped.field ${at}[0].cacheControl`] });
    const recording = audio(WAV, { id: "a", transcript: "Hi", expiresAt: 9 });
    expect(written([recording])).toMatchObject({
      message: { content: "", audio: { id: "a", transcript: "Hi", expires_at: 9 } },
      issues: [],
    });
    const nameless = audio(WAV, { transcript: "Hi", expiresAt: 9 });
    expect(written([nameless])).toMatchObject({
      message: { audio: { id: expect.stringMatching(/^audio_[0-9a-f]{24}$/) } },
      issues: [`approximated.media ${at}[0]`],
    });
    expect(written([audio(WAV, { id: "a" })]).issues).toEqual([`approximated.media ${at}[0]`]);
    const unplaced: Part[] = [
      { type: "document", source: WAV },
      { type: "video", source: WAV },
      { type: "search-result", source: "s", title: "t", content: [] },
      result("c"),
    ];
    for (const part of unplaced) expect(written([part]).issues).toEqual([`dropped.part ${at}[0]`]);
  });
});
