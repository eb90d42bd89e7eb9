/** What the encoders of all three streams make of canonical events that no decoder gives in this form, but a caller may. */
import { describe, expect, it } from "vitest";
import { eventsOf, splitPart } from "../../src/canonical/events.js";
import type { CanonicalStreamEvent, Citation, Part, PartDelta } from "../../src/canonical/index.js";
import type { Issue } from "../../src/core/issue.js";
import { styleNames, styles } from "../../src/registry.js";
import type { StreamEncodeOptions } from "../../src/styles/style.js";

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
const usage: CanonicalStreamEvent = { type: "usage", usage: { inputTokens: 1, outputTokens: 1 } };
const open = (part: number, head: Part): CanonicalStreamEvent => ({ type: "part-start", choice: 0, part, head });
const grow = (part: number, delta: PartDelta): CanonicalStreamEvent => ({ type: "part-delta", choice: 0, part, delta });
const stop = (part: number): CanonicalStreamEvent => ({ type: "part-stop", choice: 0, part });
const finish: CanonicalStreamEvent = { type: "finish", choice: 0, finish: { reason: "stop" } };
const end: CanonicalStreamEvent = { type: "end" };
const citation: Citation = { kind: "url", url: "https://a", title: "A", start: 0, end: 2 };
const signature = { value: "U0lH", origin: "messages" } as const;

const whole: readonly Part[] = [
  { type: "thinking", text: "Hm", signature },
  { type: "redacted-thinking", data: "R0g=" },
  { type: "text", text: "Hi", citations: [citation], signature },
  { type: "refusal", text: "No" },
  { type: "audio", source: { kind: "base64", mimeType: "audio/wav", data: "AA==" }, id: "a", transcript: "Hi", expiresAt: 5 },
  { type: "image", source: { kind: "base64", mimeType: "image/png", data: "AA==" } },
  { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: '{"a":1}', value: { a: 1 } } },
  { type: "tool-call", id: "d", name: "sql", variant: "custom", arguments: { json: "select 1" } },
];

describe.each(styleNames)("the encoder of %s", (style) => {
  it.each(whole)("takes a part that starts whole for its head and deltas: $type", (part) => {
    const response = { id: "r", model: "m", created: 1, choices: [{ index: 0, parts: [part], finish: { reason: "stop" } as const }] };
    const pieces = encode(style, [...eventsOf(response)]);
    const once = encode(style, [start, open(0, part), stop(0), finish, end]);
    expect(once.wire).toEqual(pieces.wire);
    expect(once.codes).toEqual(pieces.codes);
  });

  it("writes the same where nobody listens to its findings", () => {
    const events = [start, ...whole.flatMap((part, index) => [open(index, part), stop(index)]), finish, usage, end];
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
      text: { kind: "text", text: "x" },
      thinking: { kind: "thinking", text: "x" },
      refusal: { kind: "refusal", text: "x" },
      arguments: { kind: "arguments", json: "x" },
      data: { kind: "data", data: "x" },
      audio: { kind: "audio", data: "x" },
      signature: { kind: "signature", ...signature },
      citation: { kind: "citation", citation },
    };
    const part = whole.find((known) => known.type === type) ?? { type: "text", text: "" };
    const { head, deltas: own } = splitPart(part);
    const legal = own.map((delta) => grow(0, delta));
    const clean = encode(style, [start, open(0, head), ...legal, stop(0), finish, end]);
    const { wire, codes } = encode(style, [start, open(0, head), ...legal, grow(0, deltas[kind]), stop(0), finish, end]);
    // Refusals are texts like any other in messages.
    if (style === "messages" && type === "refusal") expect(codes).toEqual(clean.codes);
    else {
      expect(wire).toEqual(clean.wire);
      expect(codes).toContain("stream.protocol");
    }
  });

  it("says of a delta without its part that it is left out", () => {
    const { wire, codes } = encode(style, [start, grow(3, { kind: "text", text: "x" }), finish, usage, end]);
    expect(JSON.stringify(wire)).not.toContain('"x"');
    expect(codes.some((code) => code === "stream.late_delta" || code === "stream.protocol")).toBe(true);
  });

  it("has nothing more to say of a part once its stream has broken off", () => {
    const encoder = stream(style).encoder();
    const piece = { choice: 0, part: 0, kind: "text" } as const;
    for (const event of [start, open(0, { type: "text", text: "" }), grow(0, { kind: "text", text: "Hi" })]) encoder.push(event);
    expect(encoder.hot?.(piece)).toBeDefined();
    encoder.push({ type: "error", error: { kind: "overloaded", status: 529, message: "Busy", retryable: true } });
    expect(encoder.hot?.(piece)).toBeUndefined();
    expect([...encoder.push(grow(0, { kind: "text", text: "!" })), ...encoder.end()]).toEqual([]);
  });
});

describe("where the next piece of a part is written", () => {
  const leavesOf = (style: (typeof styleNames)[number], head: Part, delta: PartDelta, options: StreamEncodeOptions = {}) => {
    const encoder = stream(style).encoder(options);
    for (const event of [start, open(0, head), grow(0, delta)]) encoder.push(event);
    const { kind } = delta;
    if (kind !== "text" && kind !== "thinking" && kind !== "arguments" && kind !== "refusal") return undefined;
    return encoder.hot?.({ choice: 0, part: 0, kind })?.leaves.map((path) => path.join("."));
  };
  const text: Part = { type: "text", text: "" };
  const thought: Part = { type: "thinking", text: "" };
  const refusal: Part = { type: "refusal", text: "" };
  const call = (variant: "function" | "custom"): Part => ({ type: "tool-call", id: "c", name: "f", variant, arguments: { json: "" } });

  it.each<[string, Part, PartDelta, string[]]>([
    ["text", text, { kind: "text", text: "a" }, ["content"]],
    ["a refusal", refusal, { kind: "refusal", text: "a" }, ["refusal"]],
    ["arguments", call("function"), { kind: "arguments", json: "a" }, ["tool_calls.0.function.arguments"]],
    ["free-form input", call("custom"), { kind: "arguments", json: "a" }, ["tool_calls.0.custom.input"]],
    ["a thought", thought, { kind: "thinking", text: "a" }, ["reasoning_content", "reasoning_details.0.text"]],
    ["a summary", { ...thought, summary: true }, { kind: "thinking", text: "a" }, ["reasoning_content", "reasoning_details.0.summary"]],
  ])("is the field that held the last one: chat-completions %s", (_what, head, delta, expected) => {
    expect(leavesOf("chat-completions", head, delta)).toEqual(expected.map((field) => `choices.0.delta.${field}`));
  });

  it("is the carriers that were asked for", () => {
    expect(leavesOf("chat-completions", thought, { kind: "thinking", text: "a" }, { reasoningCarriers: ["reasoning"] })).toEqual([
      "choices.0.delta.reasoning",
    ]);
    expect(
      encode("chat-completions", [start, open(0, thought), grow(0, { kind: "thinking", text: "a" })], { reasoningCarriers: ["reasoning"] })
        .wire[1],
    ).toMatchObject({ choices: [{ delta: { reasoning: "a" } }] });
  });

  it("is nowhere in particular where arguments have to be whole, or are told as the string of an object", () => {
    expect(leavesOf("generate-content", call("function"), { kind: "arguments", json: "{" })).toEqual([]);
    expect(leavesOf("messages", call("custom"), { kind: "arguments", json: "a" })).toBeUndefined();
    expect(leavesOf("messages", call("function"), { kind: "arguments", json: " " })).toBeUndefined();
    expect(leavesOf("messages", call("function"), { kind: "arguments", json: "{" })).toEqual(["delta.partial_json"]);
    expect(leavesOf("messages", refusal, { kind: "refusal", text: "a" })).toBeUndefined();
  });
});

describe("a chat-completions stream", () => {
  const meta = (logprobs: unknown): CanonicalStreamEvent => ({
    type: "choice-meta",
    choice: 0,
    logprobs: JSON.parse(JSON.stringify(logprobs)),
  });
  const told = (events: readonly CanonicalStreamEvent[]) => {
    const { wire } = encode("chat-completions", [
      start,
      open(0, { type: "text", text: "" }),
      ...events,
      grow(0, { kind: "text", text: "Hi" }),
    ]);
    return wire.at(1);
  };

  it("joins the logprobs that came before their text", () => {
    const [a, b] = [{ token: "a" }, { token: "b" }];
    expect(told([meta({ content: [a] }), meta({ content: [b], refusal: [a] })])).toMatchObject({
      choices: [{ logprobs: { content: [a, b], refusal: [a] } }],
    });
    expect(told([meta({ content: [a], refusal: [a] }), meta({ content: null })])).toMatchObject({
      choices: [{ logprobs: { content: [a], refusal: [a] } }],
    });
    expect(told([meta("x"), meta({ content: [b] })])).toMatchObject({ choices: [{ logprobs: { content: [b] } }] });
  });

  it("leaves out the fingerprint of another service, and keeps its own", () => {
    const fingerprinted: CanonicalStreamEvent = { ...start, systemFingerprint: "fp" };
    expect(encode("chat-completions", [fingerprinted], { from: "messages" })).toMatchObject({
      codes: ["dropped.field"],
      issues: [{ path: [0, "systemFingerprint"] }],
    });
    expect(encode("chat-completions", [fingerprinted]).wire[0]).toMatchObject({ system_fingerprint: "fp" });
  });
});
