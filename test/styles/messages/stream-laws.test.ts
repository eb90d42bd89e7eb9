import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conforms } from "../../../src/core/schema.js";
import { collectEvents } from "../../../src/model/collect.js";
import { eventsOf } from "../../../src/model/events.js";
import type { CanonicalStreamEvent, Part, PartDelta } from "../../../src/model/index.js";
import { response } from "../../../src/styles/messages/response.js";
import { stream } from "../../../src/styles/messages/stream.js";
import { AnswerBlock } from "../../../src/styles/messages/wire-answer.js";
import { grammarFault } from "./stream-support.js";

const words = fc.constantFrom("", "a", "Hi", " ", "{}", '{"a":1}', '{"a', '":1}', "}", "[1]", "\ud83d", "\n");
const signature = { value: "S", origin: "generate-content" } as const;
const head = fc.oneof(
  words.map((text): Part => ({ type: "text", text })),
  words.map((text): Part => ({ type: "thinking", text })),
  words.map((text): Part => ({ type: "refusal", text })),
  fc.record({ json: words, custom: fc.boolean(), signed: fc.boolean() }).map(
    ({ json, custom, signed }): Part => ({
      type: "tool-call",
      id: "c!",
      name: "f",
      variant: custom ? "custom" : "function",
      arguments: { json },
      ...(signed ? { signature } : {}),
    }),
  ),
  words.map((data): Part => ({ type: "redacted-thinking", data })),
  fc.constant<Part>({ type: "server-tool-call", id: "s", name: "web_search", input: { query: "q" } }),
  fc.constant<Part>({ type: "server-tool-result", callId: "s", name: "web_search", result: [] }),
  fc.constant<Part>({ type: "code-call", id: "s", language: "python", code: "1" }),
  fc.constant<Part>({ type: "code-result", callId: "s", outcome: "ok", stdout: "1" }),
  fc.constant<Part>({ type: "image", source: { kind: "base64", mimeType: "image/png", data: "" } }),
  fc.constant<Part>({ type: "audio", source: { kind: "base64", mimeType: "audio/wav", data: "" } }),
  fc.constant<Part>({ type: "opaque", style: "messages", value: { type: "novelty" } }),
  fc.constant<Part>({ type: "opaque", style: "generate-content", value: 1 }),
);
const delta = fc.oneof(
  words.map((text): PartDelta => ({ kind: "text", text })),
  words.map((text): PartDelta => ({ kind: "thinking", text })),
  words.map((text): PartDelta => ({ kind: "refusal", text })),
  words.map((json): PartDelta => ({ kind: "arguments", json })),
  words.map((data): PartDelta => ({ kind: "data", data })),
  words.map((transcript): PartDelta => ({ kind: "audio", transcript })),
  fc.constant<PartDelta>({ kind: "signature", ...signature }),
  fc.constant<PartDelta>({ kind: "citation", citation: { kind: "url", url: "https://x.y" } }),
);
const choice = fc.constantFrom(0, 0, 0, 0, 1);
const part = fc.integer({ min: 0, max: 4 });
const event: fc.Arbitrary<CanonicalStreamEvent> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<CanonicalStreamEvent>({ type: "start", id: "i" }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("part-start" as const), choice, part, head }) },
  { weight: 16, arbitrary: fc.record({ type: fc.constant("part-delta" as const), choice, part, delta }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant("part-stop" as const), choice, part }) },
  {
    weight: 1,
    arbitrary: fc.constant<CanonicalStreamEvent>({ type: "choice-meta", choice: 0, logprobs: {}, citations: [{ kind: "url", url: "u" }] }),
  },
  { weight: 1, arbitrary: fc.constant<CanonicalStreamEvent>({ type: "finish", choice: 0, finish: { reason: "tool-calls" } }) },
  { weight: 1, arbitrary: fc.constant<CanonicalStreamEvent>({ type: "usage", usage: { inputTokens: 1, outputTokens: 2 } }) },
  { weight: 1, arbitrary: fc.constant<CanonicalStreamEvent>({ type: "ping" }) },
  {
    weight: 1,
    arbitrary: fc.constant<CanonicalStreamEvent>({
      type: "error",
      error: { kind: "internal", status: 500, message: "m", retryable: true },
    }),
  },
  { weight: 1, arbitrary: fc.constant<CanonicalStreamEvent>({ type: "end" }) },
);

const citation = { type: "web_search_result_location", url: "https://x.y", title: "T", cited_text: "c", encrypted_index: "e" };
const someBlock: fc.Arbitrary<object> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: words }),
  fc.record({ type: fc.constant("text" as const), text: words, citations: fc.constant([citation]) }),
  fc.record({
    type: fc.constant("thinking" as const),
    thinking: words,
    signature: fc.constantFrom("", "S", "sig1.g.t.x", "sig1.g.c.x", "sig1.m.x.y"),
  }),
  fc.record({ type: fc.constant("redacted_thinking" as const), data: fc.constantFrom("d", "sig1.u.r.d") }),
  fc.record({
    type: fc.constant("tool_use" as const),
    id: fc.constantFrom("t", ""),
    name: fc.constantFrom("f", "free", "alias"),
    input: fc.constantFrom({}, { a: 1 }, { input: "raw" }, { __raw_arguments: "[1]" }, { input: "x", b: 1 }),
    caller: fc.constantFrom(undefined, { type: "direct" }),
  }),
  fc.record({
    type: fc.constant("server_tool_use" as const),
    id: fc.constantFrom("s", ""),
    name: fc.constantFrom("web_search", "code_execution", "bash_code_execution"),
    input: fc.constantFrom({}, { query: "q" }, { code: "1" }, { command: "ls" }),
  }),
  fc.record({
    type: fc.constant("web_search_tool_result" as const),
    tool_use_id: fc.constant("s"),
    content: fc.constantFrom([], { type: "e" }),
  }),
  fc.record({ type: fc.constant("mcp_tool_use"), id: fc.constant("x"), input: fc.constantFrom({}, { a: 1 }) }),
);
const wireBlock = someBlock.map((block): AnswerBlock => {
  if (!conforms(AnswerBlock, block)) throw new Error("The generator made no block.");
  return block;
});

/** The events in which a service would have streamed the block. */
function streamed(block: AnswerBlock, index: number): object[] {
  const fields: Record<string, unknown> = { ...block };
  const deltas: object[] = [];
  if (typeof fields.text === "string") {
    deltas.push({ type: "text_delta", text: fields.text });
    if (Array.isArray(fields.citations)) for (const each of fields.citations) deltas.push({ type: "citations_delta", citation: each });
    fields.text = "";
    if (fields.citations !== undefined) fields.citations = [];
  }
  if (fields.type === "thinking") {
    deltas.push({ type: "thinking_delta", thinking: fields.thinking }, { type: "signature_delta", signature: fields.signature });
    fields.thinking = "";
    fields.signature = "";
  }
  if (fields.input !== undefined) {
    const json = JSON.stringify(fields.input);
    if (json !== "{}")
      deltas.push(...[json.slice(0, 4), json.slice(4)].map((partial_json) => ({ type: "input_json_delta", partial_json })));
    fields.input = {};
  }
  return [
    { type: "content_block_start", index, content_block: fields },
    ...deltas.map((each) => ({ type: "content_block_delta", index, delta: each })),
    { type: "content_block_stop", index },
  ];
}

describe("laws of messages streams", () => {
  it("folding a stream gives the parts that the same answer has as a whole", () => {
    const context = { customTools: ["free"], toolNames: { alias: "real name" }, turn: 3 };
    fc.assert(
      fc.property(fc.array(wireBlock, { maxLength: 8 }), (blocks) => {
        const whole = response.decode({ id: "m", content: blocks, stop_reason: "end_turn" }, { context });
        const decoder = stream.decoder({ context });
        const wire = [
          { type: "message_start", message: { id: "m", content: [] } },
          ...blocks.flatMap(streamed),
          { type: "message_delta", delta: { stop_reason: "end_turn" } },
          { type: "message_stop" },
        ];
        const collected = collectEvents([...wire.flatMap((item) => decoder.push(item)), ...decoder.end()]);
        expect(collected.ok && collected.response).toEqual(whole.ok && whole.value);
      }),
      { numRuns: 500 },
    );
  });

  it("an answer that is written as a stream is the answer that is written as a whole", () => {
    fc.assert(
      fc.property(fc.array(wireBlock, { maxLength: 8 }), (blocks) => {
        const answer = response.decode({
          id: "m",
          model: "x",
          content: blocks,
          stop_reason: "end_turn",
          usage: { input_tokens: 1, output_tokens: 2 },
        });
        if (!answer.ok) throw new Error("unreadable");
        const encoder = stream.encoder();
        const decoder = stream.decoder();
        const wire = [...[...eventsOf(answer.value)].flatMap((item) => encoder.push(item)), ...encoder.end()];
        const streamed = collectEvents([...wire.flatMap((item) => decoder.push(item)), ...decoder.end()]);
        const written = response.encode(answer.value);
        const whole = written.ok ? response.decode(written.value) : written;
        expect(streamed.ok && streamed.response).toEqual(whole.ok && whole.value);
      }),
      { numRuns: 500 },
    );
  });

  it("every sequence of canonical events becomes a legal stream, and one of which its own decoder tells nothing but errors", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const encoder = stream.encoder();
        const written = [...events.flatMap((item) => encoder.push(item)), ...encoder.end()];
        expect(grammarFault(written)).toBeUndefined();
        const codes: string[] = [];
        const decoder = stream.decoder({ report: ({ code }) => codes.push(code) });
        for (const item of written) decoder.push(item);
        decoder.end();
        expect(codes.filter((code) => code !== "stream.error")).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("any JSON values are read without a throw, and end in one end", () => {
    const index = fc.integer({ min: 0, max: 3 });
    const block = fc.constantFrom(
      { type: "text", text: "" },
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking", thinking: "", signature: "sig1.g.c.x" },
      { type: "tool_use", id: "t", name: "f", input: {} },
      { type: "server_tool_use", id: "s", name: "code_execution", input: {} },
      { type: "novelty", a: "x" },
      { type: "redacted_thinking", data: "d" },
    );
    const piece = fc.constantFrom(
      { type: "text_delta", text: "a" },
      { type: "thinking_delta", thinking: "b" },
      { type: "signature_delta", signature: "sig1.g.x.y" },
      { type: "input_json_delta", partial_json: '{"' },
      { type: "novelty_delta", a: "y" },
    );
    const wire = fc.oneof(
      fc.constant({ type: "message_start", message: { id: "m" } }),
      fc.record({ type: fc.constant("content_block_start"), index, content_block: block }),
      fc.record({ type: fc.constant("content_block_delta"), index, delta: piece }),
      fc.record({ type: fc.constant("content_block_stop"), index }),
      fc.constant({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } }),
      fc.constant({ type: "message_stop" }),
      fc.constant({ type: "ping" }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(wire, { maxLength: 40 }), (events) => {
        const decoder = stream.decoder();
        const read = [...events.flatMap((item) => decoder.push(item)), ...decoder.end()];
        expect(read.filter(({ type }) => type === "end").length).toBe(1);
        expect(read.at(-1)).toEqual({ type: "end" });
        const open = new Set<number>();
        for (const item of read) {
          if (item.type === "part-start") open.add(item.part);
          if (item.type === "part-delta") expect(open.has(item.part)).toBe(true);
          if (item.type === "part-stop") expect(open.delete(item.part)).toBe(true);
        }
        expect(open.size).toBe(0);
        const encoder = stream.encoder();
        const written = [...read.flatMap((item) => encoder.push(item)), ...encoder.end()];
        expect(grammarFault(written)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it("cutting arguments into other pieces changes nothing of the answer", () => {
    const json = '{"a":"x\\"}{","b":[1,{"c":null}]}';
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: json.length })), (cuts) => {
        const at = [0, ...[...cuts].sort((a, b) => a - b), json.length];
        const pieces = at.slice(1).map((to, index) => json.slice(at[index], to));
        const encoder = stream.encoder();
        const decoder = stream.decoder();
        const events: CanonicalStreamEvent[] = [
          { type: "start", id: "i", model: "m" },
          {
            type: "part-start",
            choice: 0,
            part: 0,
            head: { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "" } },
          },
          ...pieces.map(
            (piece): CanonicalStreamEvent => ({ type: "part-delta", choice: 0, part: 0, delta: { kind: "arguments", json: piece } }),
          ),
          { type: "part-stop", choice: 0, part: 0 },
          { type: "finish", choice: 0, finish: { reason: "tool-calls" } },
          { type: "end" },
        ];
        const read = [...events.flatMap((item) => encoder.push(item)).flatMap((item) => decoder.push(item)), ...decoder.end()];
        expect(collectEvents(read)).toMatchObject({
          response: { choices: [{ parts: [{ arguments: { json, value: JSON.parse(json) } }] }] },
        });
      }),
    );
  });
});
