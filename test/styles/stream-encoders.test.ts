/** What the encoders of all three streams make of canonical events that no decoder gives in this form, but a caller may. */
import { describe, expect, it } from "vitest";
import type { Issue } from "../../src/core/issue.js";
import { eventsOf, splitPart } from "../../src/model/events.js";
import type { CanonicalStreamEvent, Citation, Part, PartDelta } from "../../src/model/index.js";
import { styleNames, styles } from "../../src/style-lists.js";
import type { StreamEncodeOptions } from "../../src/styles/style.js";
import { begun, end, finish, open, say, stop, usage, whole } from "../support/canonical-events.js";
import { audio, base64, call as callOf, customCall, image, inFile, proof, redacted, refusal, text, thought } from "../support/parts.js";

const stream = (style: (typeof styleNames)[number]) => styles[style].stream;

function encode(style: (typeof styleNames)[number], events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) {
  const issues: Issue[] = [];
  const encoder = stream(style).encoder({ ...options, report: (issue) => issues.push(issue) });
  const wire: unknown[] = [];
  for (const event of events) wire.push(...encoder.push(event));
  wire.push(...encoder.end());
  return { wire, issues, codes: issues.map(({ code }) => code) };
}

const start: CanonicalStreamEvent = { type: "start", id: "r", model: "m", created: 1 };
const citation: Citation = { kind: "url", url: "https://a", title: "A", start: 0, end: 2 };
const PAGE: Citation = { kind: "document", unit: "page", documentIndex: 0, citedText: "x", start: 1, end: 2 };
const signature = proof("messages", "U0lH");
const signs: PartDelta = { kind: "signature", ...signature };
const WAV = base64("audio/wav", "AA==");
const EPHEMERAL = { type: "ephemeral" } as const;
const call = callOf("c", "f", "");
const words = (text: string): PartDelta => ({ kind: "text", text });
const args = (json: string): PartDelta => ({ kind: "arguments", json });
const meta = (logprobs: object | string): CanonicalStreamEvent => ({
  type: "choice-meta",
  choice: 0,
  logprobs: JSON.parse(JSON.stringify(logprobs)),
});
const all = (parts: readonly Part[]) => parts.flatMap((part, index) => [...whole(index, part)]);

const parts: readonly Part[] = [
  thought("Hm", { signature }),
  redacted("R0g="),
  text("Hi", { citations: [citation], signature }),
  refusal("No"),
  audio(WAV, { id: "a", transcript: "Hi", expiresAt: 5 }),
  image(base64("image/png", "AA==")),
  callOf("c", "f", '{"a":1}'),
  customCall("d", "sql", "select 1"),
];

describe.each(styleNames)("the encoder of %s", (style) => {
  it.each(parts)("takes a part that starts whole for its head and deltas: $type", (part) => {
    const response = { id: "r", model: "m", created: 1, choices: [{ index: 0, parts: [part], finish: { reason: "stop" } as const }] };
    const pieces = encode(style, [...eventsOf(response)]);
    const once = encode(style, [start, ...whole(0, part), finish, end]);
    expect(once.wire).toEqual(pieces.wire);
    expect(once.codes).toEqual(pieces.codes);
  });

  it("writes the same where nobody listens to its findings", () => {
    const events = [start, ...all(parts), finish, usage, end];
    const encoder = stream(style).encoder();
    expect([...events.flatMap((event): unknown[] => [...encoder.push(event)]), ...encoder.end()]).toEqual(encode(style, events).wire);
  });

  it.each<[Part["type"], PartDelta["kind"]]>([
    ["text", "thinking"],
    ["text", "arguments"],
    ["thinking", "text"],
    ["thinking", "citation"],
    ["refusal", "text"],
    ["tool-call", "text"],
    ["tool-call", "data"],
  ])("leaves out what a part of kind %s does not take: %s", (type, kind) => {
    const deltas: { readonly [Kind in PartDelta["kind"]]: PartDelta } = {
      text: words("x"),
      thinking: { kind: "thinking", text: "x" },
      refusal: { kind: "refusal", text: "x" },
      arguments: args("x"),
      data: { kind: "data", data: "x" },
      audio: { kind: "audio", data: "x" },
      signature: signs,
      citation: { kind: "citation", citation },
    };
    const part = parts.find((known) => known.type === type) ?? text("");
    const { head, deltas: own } = splitPart(part);
    const legal = own.map((delta) => say(0, delta));
    const clean = encode(style, [start, open(0, head), ...legal, stop(0), finish, end]);
    const { wire, codes } = encode(style, [start, open(0, head), ...legal, say(0, deltas[kind]), stop(0), finish, end]);
    expect(wire).toEqual(clean.wire);
    expect(codes).toContain("stream.protocol");
  });

  it("says of a delta without its part that it is left out", () => {
    const { wire, codes } = encode(style, [start, say(3, words("x")), finish, usage, end]);
    expect(JSON.stringify(wire)).not.toContain('"x"');
    expect(codes.some((code) => code === "stream.late_delta" || code === "stream.protocol")).toBe(true);
  });

  it("has nothing more to say of a part once its stream has broken off", () => {
    const encoder = stream(style).encoder();
    for (const event of [start, ...begun(0, text(""), "Hi")]) encoder.push(event);
    encoder.push({ type: "error", error: { kind: "overloaded", status: 529, message: "Busy", retryable: true } });
    expect([...encoder.push(say(0, words("!"))), ...encoder.end()]).toEqual([]);
  });
});

describe("a chat-completions stream", () => {
  const told = (events: readonly CanonicalStreamEvent[]) => {
    const { wire } = encode("chat-completions", [start, open(0, text("")), ...events, say(0, words("Hi"))]);
    return wire.at(1);
  };

  it("tells logprobs with the text that follows, or by themselves where others follow", () => {
    const [a, b] = [{ token: "a" }, { token: "b" }];
    expect(told([meta({ content: [a] }), meta({ content: [b], refusal: [a] })])).toMatchObject({
      choices: [{ delta: {}, logprobs: { content: [a] } }],
    });
    expect(told([meta({ content: [a], refusal: [a] }), meta({ content: null })])).toMatchObject({
      choices: [{ logprobs: { content: [a], refusal: [a] } }],
    });
    expect(told([meta("x"), meta({ content: [b] })])).toMatchObject({ choices: [{ logprobs: { content: [b] } }] });
  });

  const said = (events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) => {
    const { wire, codes, issues } = encode("chat-completions", [start, ...events], options);
    const deltas = wire
      .flatMap((chunk): unknown[] => Reflect.get(Object(chunk), "choices") ?? [])
      .map((choice) => Reflect.get(Object(choice), "delta"));
    // The first one has the role, and the stream breaks off after the last one.
    return { deltas: deltas.slice(1), codes, issues };
  };

  it("tells a signature that comes after its call has begun, wrapped where it is another vendor's", () => {
    const { deltas } = said([...begun(0, call, signs)]);
    expect(deltas[1]).toEqual({ tool_calls: [{ index: 0, extra_content: { google: { thought_signature: "sig1.m.c.U0lH" } } }] });
  });

  it("says nothing for pieces and signatures without a word", () => {
    const silent = (head: Part, ...deltas: PartDelta[]) => said([open(0, head), ...deltas.map((delta) => say(0, delta))]).deltas;
    const empty: PartDelta = { kind: "signature", value: "", origin: "messages" };
    expect(silent(text(""), words(""), empty)).toEqual([]);
    expect(silent(thought(""), { kind: "thinking", text: "" }, empty)).toEqual([]);
    expect(silent(refusal(""), { kind: "refusal", text: "" })).toEqual([]);
    expect(silent(call, args(""))).toHaveLength(1);
  });

  it("writes code where that was asked for, and leaves it out elsewhere", () => {
    const code: readonly Part[] = [
      { type: "code-call", id: "x", language: "python", code: "1" },
      { type: "code-result", callId: "x", outcome: "ok", stdout: "1" },
    ];
    const events = all(code);
    expect(said(events, { codeParts: "text" }).deltas).toMatchObject([
      { content: expect.stringContaining("1") },
      { content: expect.stringContaining("1") },
    ]);
    expect(said(events)).toMatchObject({ deltas: [], codes: expect.arrayContaining(["dropped.part"]) });
  });

  it("names pictures and citations that have no form here", () => {
    expect(said(whole(0, image(inFile("messages"))))).toMatchObject({ deltas: [], codes: ["dropped.part"] });
    const events: CanonicalStreamEvent[] = [
      ...whole(0, text("Hi", { citations: [PAGE] })),
      { type: "choice-meta", choice: 0, citations: [PAGE] },
    ];
    expect(said([...events, finish])).toMatchObject({ deltas: [{ content: "Hi" }, {}] });
    expect(said([...events, finish]).codes).toContain("approximated.citation");
  });

  it("leaves out what only details could carry where they were not asked for", () => {
    const events = all([thought("Hm", { signature }), redacted("R0g=")]);
    expect(said(events, { reasoningCarriers: ["reasoning_content"] }).deltas).toEqual([{ reasoning_content: "Hm" }]);
  });

  it("says what its own style says of a text beside its words, and names the marker of another's", () => {
    const head = text("", { cacheControl: EPHEMERAL, extensions: { "chat-completions": { x: 1 } } });
    const part = { type: "text", text: "", cache_control: EPHEMERAL, x: 1 };
    expect(said(begun(0, head, "Hi")).deltas).toEqual([{ content: [part] }, { content: "Hi" }]);
    const lost = said(begun(0, text("", { cacheControl: EPHEMERAL }), "Hi"), { from: "messages" });
    expect(lost.deltas).toEqual([{ content: "Hi" }]);
    expect(lost.issues).toContainEqual(expect.objectContaining({ code: "dropped.field", path: [1, "head", "cacheControl"] }));
  });

  it("says that a text goes on after its signature went out", () => {
    const signed = whole(0, text(), "A", signs);
    const more = begun(2, text(), "B");
    const { deltas, codes } = said([...signed, ...whole(1, call), ...more]);
    expect(deltas[1]).toEqual({ extra_content: { google: { thought_signature: "sig1.m.x.U0lH" } } });
    expect(codes).toContain("approximated.merged");
    expect(said([...signed, ...more]).codes).toContain("unportable.signature");
  });
});

describe("a generate-content stream", () => {
  const said = (events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) => {
    const { wire, codes, issues } = encode("generate-content", [start, ...events, finish, usage, end], options);
    const candidates = wire.flatMap((object): unknown[] => Reflect.get(Object(object), "candidates") ?? []);
    return { candidates, last: candidates.at(-1), codes, issues };
  };

  it("ends in an error, and in nothing behind it, where it must not wrap arguments", () => {
    const events = [start, open(0, callOf("a", "f", "[1]")), open(1, callOf("b", "f", "[2]")), open(2, text("Hi"))];
    for (const last of [[stop(0)], []]) {
      const { wire, codes } = encode("generate-content", [...events, ...last, finish, end], { invalidArguments: "reject" });
      expect(wire.filter((object) => Reflect.has(Object(object), "error"))).toHaveLength(1);
      expect(wire.at(-1)).toMatchObject({ error: { code: 502 } });
      expect(JSON.stringify(wire)).not.toContain("functionCall");
      expect(codes).toContain("failed.unsupported");
    }
  });

  it("says that a summary of thoughts is a thought like any other, unless the source is of this style", () => {
    const summary = open(0, thought("Hm", { summary: true }));
    expect(said([summary], { from: "chat-completions" }).issues).toContainEqual(
      expect.objectContaining({ code: "equivalent.form", path: [1, "head"] }),
    );
    expect(said([summary], { from: "generate-content" }).codes).not.toContain("equivalent.form");
  });

  it("puts fields that only it knows before the text or thought that they stood on", () => {
    const kept = { extensions: { "generate-content": { partMetadata: { a: 1 } } } };
    const { candidates } = said(all([thought("Hm", kept), text("", kept)]));
    expect(candidates.slice(0, 3)).toMatchObject([
      { content: { parts: [{ text: "", thought: true, partMetadata: { a: 1 } }] } },
      { content: { parts: [{ text: "Hm", thought: true }] } },
      { content: { parts: [{ text: "", partMetadata: { a: 1 } }] } },
    ]);
  });

  it("says nothing for pieces and signatures without a word", () => {
    const empty: PartDelta = { kind: "signature", value: "", origin: "generate-content" };
    const { candidates } = said([...whole(0, text(""), "", empty)]);
    expect(candidates).toHaveLength(1);
    const sound = audio(base64("audio/wav", ""));
    expect(said([...whole(0, sound, { kind: "audio", data: "AA==" }, { kind: "audio", expiresAt: 5 })]).candidates[0]).toMatchObject({
      content: { parts: [{ inlineData: { data: "AA==" } }] },
    });
  });
});

describe("a messages stream", () => {
  const blocks = (events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) => {
    const { wire, codes } = encode("messages", [start, ...events, finish, usage, end], options);
    return { blocks: wire.flatMap((event): unknown[] => [Reflect.get(Object(event), "content_block") ?? []].flat()), wire, codes };
  };

  it("tells a citation that came before its text once the text has come", () => {
    const { wire } = blocks([...whole(0, text(""), { kind: "citation", citation }, "Hi")]);
    expect(wire.slice(1, 4)).toMatchObject([
      { type: "content_block_start" },
      { delta: { type: "text_delta", text: "Hi" } },
      { delta: { type: "citations_delta", citation: { url: "https://a" } } },
    ]);
  });

  it("takes a summary for a thought like any other, and keeps markers of the cache", () => {
    const parts = [thought("Hm", { summary: true }), text("Hi", { cacheControl: EPHEMERAL })];
    const { blocks: written, codes } = blocks(all(parts));
    expect(written).toMatchObject([{ type: "thinking" }, { type: "text", cache_control: EPHEMERAL }]);
    expect(codes).toContain("equivalent.form");
  });

  it("says nothing after arguments that it refused, whatever waited", () => {
    const events = [start, open(0, callOf("a", "f", "[1]")), open(1, callOf("b", "f", "[2]")), open(2, text("Hi"))];
    for (const last of [[stop(0), end], [end]]) {
      const { wire } = encode("messages", [...events, ...last], { invalidArguments: "reject" });
      expect(wire.filter((event) => Reflect.get(Object(event), "type") === "error")).toHaveLength(1);
      expect(wire.at(-1)).toMatchObject({ type: "error" });
    }
  });
});
