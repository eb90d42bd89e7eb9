import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent, Part, PartDelta } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/chat-completions/stream.js";
import type { StreamEncodeOptions } from "../../../src/styles/style.js";
import { canonicalEvents } from "../../arbitraries/events.js";
import { begun, whole } from "../../support/canonical-events.js";
import { checkSequence } from "../../support/grammar.js";
import { base64, call, image, proof } from "../../support/parts.js";

function encode(events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) {
  const issues: Issue[] = [];
  const encoder = stream.encoder({ ...options, report: (issue) => issues.push(issue) });
  const chunks = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  return { chunks, issues, codes: issues.map(({ code }) => code) };
}

const start: CanonicalStreamEvent = { type: "start", id: "msg_1", model: "m", created: 1 };
const open = (part: number, head: Part, choice = 0): CanonicalStreamEvent => ({ type: "part-start", choice, part, head });
const grow = (part: number, delta: PartDelta, choice = 0): CanonicalStreamEvent => ({ type: "part-delta", choice, part, delta });
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

  it("carries signatures of calls and of the last text, before what follows it", () => {
    const signature = { value: "Q0", origin: "generate-content" } as const;
    const events = [
      start,
      ...whole(0, text, "a", { kind: "signature", ...signature }),
      ...whole(1, { ...toolCall("c", "f"), signature }),
      finish("tool-calls"),
      end,
    ];
    const extra = { google: { thought_signature: "Q0" } };
    const written = deltas(events);
    expect(written[2]).toEqual({ extra_content: extra });
    expect(written[3]).toMatchObject({ tool_calls: [{ index: 0, id: "c", extra_content: extra }] });
    expect(JSON.stringify(written.slice(4))).not.toContain("extra_content");
  });

  it("writes citations when their text ends, and late ones before the finish", () => {
    const cited = { kind: "url", url: "https://a", title: "A" } as const;
    const events: CanonicalStreamEvent[] = [
      start,
      ...whole(0, text, "Hi", { kind: "citation", citation: cited }),
      { type: "choice-meta", choice: 0, citations: [{ ...cited, start: 0, end: 1 }] },
      finish("stop"),
      end,
    ];
    const annotation = (start_index: number, end_index: number) => ({
      type: "url_citation",
      url_citation: { url: "https://a", title: "A", start_index, end_index },
    });
    expect(deltas(events).slice(2)).toEqual([{ annotations: [annotation(0, 2)] }, { annotations: [annotation(0, 1)] }, {}]);
  });

  it("joins the pieces of an image", () => {
    const image: Part = { type: "image", source: base64("image/png", "") };
    const events = [start, ...whole(0, image, { kind: "data", data: "iV" }, { kind: "data", data: "BO" })];
    expect(deltas(events)[1]).toEqual({ images: [{ type: "image_url", image_url: { url: "data:image/png;base64,iVBO" } }] });
  });

  it("puts logprobs on the chunk of their text", () => {
    const logprobs = { content: [{ token: "a", logprob: -1, bytes: null, top_logprobs: [] }] };
    const events: CanonicalStreamEvent[] = [
      start,
      open(0, text),
      { type: "choice-meta", choice: 0, logprobs },
      grow(0, { kind: "text", text: "a" }),
    ];
    expect(encode(events).chunks[1]?.choices).toEqual([{ index: 0, delta: { content: "a" }, logprobs, finish_reason: null }]);
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

  it("leaves usage out where the client did not ask for it", () => {
    const events: CanonicalStreamEvent[] = [start, { type: "usage", usage: { inputTokens: 1, outputTokens: 2 } }, finish("stop"), end];
    const { chunks } = encode(events, { context: { includeStreamUsage: false } });
    expect(chunks.map((chunk) => "usage" in chunk)).toEqual([false, false]);
  });

  it("makes up what the source does not say, and says so", () => {
    const { chunks, codes } = encode([{ type: "start" }], { context: { model: "asked" } });
    expect(chunks[0]).toMatchObject({ id: expect.stringMatching(/^chatcmpl-[0-9a-f]{24}$/), created: 0, model: "asked" });
    expect(codes).toEqual(["defaulted.other", "synthesized.id", "synthesized.created"]);
  });

  it("writes the source's own finish reason where its own is not exact", () => {
    const native = { style: "generate-content", value: "RECITATION" } as const;
    const { chunks } = encode([start, { type: "finish", choice: 0, finish: { reason: "recitation", native } }, end]);
    expect(chunks[1]?.choices).toEqual([{ index: 0, delta: {}, finish_reason: "content_filter", native_finish_reason: "RECITATION" }]);
  });
});

describe("ends", () => {
  it("ends a cut stream in an error frame (T10)", () => {
    const { chunks } = encode([start, ...begun(0, text, "Hi")]);
    expect(chunks.at(-1)).toEqual({ error: { code: "stream_truncated", type: "server_error", param: null, message: expect.any(String) } });
  });

  it("writes only the error when nothing came before it, and nothing after it (BB-026)", () => {
    const error = { kind: "overloaded", status: 529, message: "Overloaded", retryable: true } as const;
    expect(encode([{ type: "error", error }, end, start]).chunks).toEqual([
      { error: { code: "overloaded", type: "server_error", param: null, message: "Overloaded" } },
    ]);
  });

  it("reports each part that is dropped, and each kind of field once", () => {
    const server: Part = { type: "server-tool-call", id: "s", name: "web_search", input: {} };
    const foreign = { messages: { container: { id: "c" } } };
    const parts = [...whole(0, server), ...whole(1, server)];
    const said = [0, 1].map((): CanonicalStreamEvent => ({ type: "choice-meta", choice: 0, extensions: foreign }));
    const { codes } = encode([start, ...parts, ...said, finish("stop"), end]);
    expect(codes).toEqual(["dropped.part", "dropped.part", "dropped.field"]);
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
    { numRuns: 400 },
  );
});

it("says of a picture that its signature and its detail stay behind", () => {
  const picture: Part = image(base64("image/png", "iVBORw0KGgo="), { detail: "low", signature: proof("generate-content", "Eo0C") });
  const { issues } = encode([start, ...whole(0, picture), finish("stop"), end]);
  expect(issues).toMatchObject([
    { code: "dropped.field", path: [2, "detail"] },
    { code: "unportable.signature", path: [2, "signature"] },
  ]);
});
