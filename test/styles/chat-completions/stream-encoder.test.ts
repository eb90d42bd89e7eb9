import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent, Part } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/chat-completions/aspects.js";
import type { StreamEncodeOptions } from "../../../src/styles/style.js";
import { canonicalEvents } from "../../arbitraries/events.js";
import { whole } from "../../support/canonical-events.js";
import { checkSequence } from "../../support/grammar.js";
import { base64, call } from "../../support/parts.js";
import { seed } from "../../support/runs.js";

function encode(events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) {
  const issues: Issue[] = [];
  const encoder = stream.encoder({ ...options, report: (issue) => issues.push(issue) });
  const chunks = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  return { chunks, issues, codes: issues.map(({ code }) => code) };
}

const start: CanonicalStreamEvent = { type: "start", id: "msg_1", model: "m", created: 1 };
const finish = (reason: "stop" | "tool-calls", choice = 0): CanonicalStreamEvent => ({ type: "finish", choice, finish: { reason } });
const end: CanonicalStreamEvent = { type: "end" };
const text: Part = { type: "text", text: "" };
const thought: Part = { type: "thinking", text: "" };
const toolCall = (id: string, name: string): Part => call(id, name, "");

/** The deltas of all chunks with choices. */
function deltas(events: readonly CanonicalStreamEvent[], options?: StreamEncodeOptions) {
  return encode(events, options).chunks.flatMap(({ choices }) => choices?.map(({ delta }) => delta) ?? []);
}

describe("deltas", () => {
  it("writes thinking with its signature, text and a call as the specification shows (T7)", () => {
    const events = [
      start,
      ...whole(0, thought, "t", { kind: "signature", value: "S", origin: "messages" }),
      ...whole(1, text, "A"),
      ...whole(2, toolCall("toolu_1", "f"), { kind: "arguments", json: '{"a":1}' }),
      finish("tool-calls"),
      end,
    ];
    expect(deltas(events, { from: "messages" })).toEqual([
      { role: "assistant", content: "" },
      { reasoning_content: "t", reasoning_details: [{ type: "reasoning.text", text: "t", format: "anthropic-claude-v1", index: 0 }] },
      { reasoning_details: [{ type: "reasoning.text", signature: "S", format: "anthropic-claude-v1", index: 0 }] },
      { content: "A" },
      { tool_calls: [{ index: 0, id: "toolu_1", type: "function", function: { name: "f", arguments: "" } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] },
      {},
    ]);
  });

  it("counts calls and not parts, and never twice the same (BB-005, BB-006)", () => {
    const events = [start, ...whole(0, text, "x"), ...whole(1, toolCall("a", "get")), ...whole(2, toolCall("b", "get"))];
    const calls = deltas(events).flatMap((delta) => delta?.tool_calls ?? []);
    expect(calls.filter(({ id }) => id !== undefined)).toMatchObject([
      { index: 0, id: "a" },
      { index: 1, id: "b" },
    ]);
  });

  it("gives a call without arguments `{}` once (BB-038)", () => {
    const events = [start, ...whole(0, toolCall("a", "f")), ...whole(1, toolCall("b", "g"), { kind: "arguments", json: "{}" })];
    const pieces = deltas(events).flatMap((delta) => delta?.tool_calls ?? []);
    expect(pieces.map((piece) => piece.function?.arguments)).toEqual(["", "{}", "", "{}"]);
  });

  it("sets a second run of thinking apart", () => {
    const think = (part: number, said: string) => [...whole(part, thought, said)];
    const events = [start, ...think(0, "a"), ...think(1, "b"), ...whole(2, toolCall("c", "f")), ...think(3, "d")];
    const said = deltas(events).flatMap((delta) => delta?.reasoning_content ?? []);
    expect(said).toEqual(["a", "b", "\n\nd"]);
  });

  it("sets a run of thinking apart that begins with a redacted thought", () => {
    const hidden: Part = { type: "redacted-thinking", data: "RQ==" };
    const events = [start, ...whole(0, thought, "a"), ...whole(1, text, "b"), ...whole(2, hidden), ...whole(3, thought, "c")];
    const said = deltas(events).flatMap((delta) => delta?.reasoning_content ?? []);
    expect(said).toEqual(["a", "\n\nc"]);
  });

  it("joins the pieces of an image", () => {
    const image: Part = { type: "image", source: base64("image/png", "") };
    const events = [start, ...whole(0, image, { kind: "data", data: "iV" }, { kind: "data", data: "BO" })];
    expect(deltas(events)[1]).toEqual({ images: [{ type: "image_url", image_url: { url: "data:image/png;base64,iVBO" } }] });
  });
});

describe("the envelope", () => {
  it("repeats itself on every chunk, and usage comes after the finish (BB-053, BB-158)", () => {
    const events: CanonicalStreamEvent[] = [start, { type: "usage", usage: { inputTokens: 1, outputTokens: 2 } }, finish("stop"), end];
    const envelope = { id: "msg_1", object: "chat.completion.chunk", created: 1, model: "m" };
    expect(encode(events, { profile: "vendor" }).chunks).toEqual([
      { ...envelope, choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }], usage: null },
      { ...envelope, choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage: null },
      { ...envelope, choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
    ]);
  });
});

it("writes a legal stream whatever events come", () => {
  fc.assert(
    fc.property(canonicalEvents, (events) => {
      const { chunks } = encode(events);
      const frames = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
      const failed = chunks.some((chunk) => "error" in chunk);
      expect(checkSequence("chat-completions", frames.join("") + (failed ? "" : "data: [DONE]\n\n"))).toEqual([]);
    }),
    { numRuns: 400, seed },
  );
});
