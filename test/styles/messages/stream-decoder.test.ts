import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import { collectEvents } from "../../../src/model/collect.js";
import type { CanonicalStreamEvent } from "../../../src/model/index.js";
import { response } from "../../../src/styles/messages/response.js";
import { stream } from "../../../src/styles/messages/stream.js";
import type { StreamDecodeOptions } from "../../../src/styles/style.js";
import * as msg from "../../support/msg.js";
import { text as textPart, thought as thoughtPart } from "../../support/parts.js";

const start = {
  type: "message_start",
  message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 9 } },
};
const finish = { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } };
const stop = { type: "message_stop" };

function block(index: number, content_block: object, ...deltas: object[]): object[] {
  return [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}
function text(index: number, ...pieces: string[]): object[] {
  return block(index, textPart(""), ...pieces.map((piece) => ({ type: "text_delta", text: piece })));
}
function call(index: number, ...pieces: string[]): object[] {
  return block(index, msg.use("t", "f"), ...pieces.map((partial_json) => ({ type: "input_json_delta", partial_json })));
}

function decode(events: readonly unknown[], options: StreamDecodeOptions = {}) {
  const issues: Issue[] = [];
  const decoder = stream.decoder({ ...options, report: (issue) => issues.push(issue) });
  const all: CanonicalStreamEvent[] = [...events.flatMap((event) => decoder.push(event)), ...decoder.end()];
  const collected = collectEvents(all);
  return {
    events: all,
    types: all.map(({ type }) => type),
    issues,
    codes: issues.map(({ code }) => code),
    collected,
    parts: collected.ok ? collected.response.choices[0]?.parts : undefined,
  };
}

describe("messages stream decoder", () => {
  it("reads text, the reason of the end and the counts of both ends", () => {
    const { collected, issues } = decode([start, ...text(0, "Hel", "lo"), finish, stop]);
    expect(issues).toEqual([]);
    expect(collected).toEqual({
      ok: true,
      response: {
        id: "msg_1",
        model: "m",
        choices: [{ index: 0, parts: [textPart("Hello")], finish: { reason: "stop", native: { style: "messages", value: "end_turn" } } }],
        usage: { inputTokens: 9, outputTokens: 5 },
      },
    });
  });

  it("merges the counts of several events field by field", () => {
    const { collected } = decode([
      { type: "message_start", message: { usage: { input_tokens: 9, cache_read_input_tokens: 3 } } },
      { type: "message_delta", delta: {}, usage: { output_tokens: 1 } },
      { type: "message_delta", delta: { stop_reason: "max_tokens" }, usage: { output_tokens: 2, input_tokens: null } },
      stop,
    ]);
    expect(collected).toMatchObject({
      response: { usage: { inputTokens: 12, cacheReadTokens: 3, outputTokens: 2 }, choices: [{ finish: { reason: "length" } }] },
    });
  });

  it("passes text on in the push in which it comes", () => {
    const decoder = stream.decoder();
    const steps = [start, ...text(0, "A")].map((event) => decoder.push(event).map(({ type }) => type));
    expect(steps).toEqual([["start"], ["part-start"], ["part-delta"], []]);
  });

  it("BB-038: gives a call without arguments one empty object", () => {
    expect(decode([start, ...call(0), finish, stop]).parts).toMatchObject([{ type: "tool-call", arguments: { json: "{}", value: {} } }]);
    expect(decode([start, ...call(0, "", " "), finish, stop]).parts).toMatchObject([{ arguments: { json: "{}" } }]);
  });

  it("takes arguments that stand in the start of a block, unless they come in pieces as well", () => {
    const whole = msg.use("t", "f", { a: 1 });
    expect(decode([start, ...block(0, whole), finish, stop]).parts).toMatchObject([{ arguments: { json: '{"a":1}' } }]);
    const pieces = decode([start, ...block(0, whole, { type: "input_json_delta", partial_json: '{"a":1}' }), finish, stop]);
    expect(pieces.parts).toMatchObject([{ arguments: { value: { a: 1 } } }]);
  });

  it("T8: takes the signature of a call out of the thought before it", () => {
    const carrier = block(0, msg.thinking("", ""), { type: "signature_delta", signature: "sig1.g.c.Q0" });
    const { parts, events } = decode([start, ...carrier, ...call(1, "{}"), finish, stop]);
    expect(parts).toMatchObject([{ type: "tool-call", signature: { value: "Q0", origin: "generate-content" } }]);
    expect(events.find(({ type }) => type === "part-start")).toMatchObject({ head: { signature: { value: "Q0" } } });
  });

  it("takes the signature of a text out of the thought after it, while the part is still open", () => {
    const carrier = block(1, msg.thinking("", "sig1.g.x.Q1"));
    const { parts, types } = decode([start, ...text(0, "A"), ...carrier, finish, stop]);
    expect(parts).toEqual([{ type: "text", text: "A", signature: { value: "Q1", origin: "generate-content" } }]);
    expect(types.slice(1, 5)).toEqual(["part-start", "part-delta", "part-delta", "part-stop"]);
  });

  it("unwraps the signature of a foreign thought and keeps its own as it is", () => {
    const thought = (index: number, signature: string) =>
      block(index, msg.thinking("", ""), { type: "thinking_delta", thinking: "t" }, { type: "signature_delta", signature });
    expect(decode([start, ...thought(0, "S"), ...thought(1, "sig1.g.t.G"), finish, stop]).parts).toEqual([
      thoughtPart("t", { signature: { value: "S", origin: "messages" } }),
      thoughtPart("t", { signature: { value: "G", origin: "generate-content" } }),
    ]);
  });

  it("gives citations the range of the text that they cover", () => {
    const citation = { type: "web_search_result_location", url: "https://x.y", title: "T", cited_text: "c", encrypted_index: "e" };
    const cited = block(
      1,
      { type: "text", text: "", citations: [] },
      { type: "citations_delta", citation },
      { type: "text_delta", text: "two" },
    );
    expect(decode([start, ...text(0, "one"), ...cited, finish, stop]).parts).toMatchObject([
      { text: "one" },
      { text: "two", citations: [{ kind: "url", url: "https://x.y", start: 3, end: 6 }] },
    ]);
  });

  it("restores tool names and reads the text of free-form tools out of their object", () => {
    const context = { toolNames: { f: "a tool!" }, customTools: ["a tool!"] };
    expect(decode([start, ...call(0, '{"inp', 'ut":"raw \\"x\\""}'), finish, stop], { context }).parts).toMatchObject([
      { name: "a tool!", variant: "custom", arguments: { json: 'raw "x"' } },
    ]);
  });

  it("reads arguments that were wrapped as the text that they were", () => {
    const { parts } = decode([start, ...call(0, '{"__raw_arg', 'uments":"[1,', '2]"}'), finish, stop]);
    expect(parts).toMatchObject([{ arguments: { json: "[1,2]" } }]);
  });

  it("puts blocks of an unknown kind together from their pieces", () => {
    const { parts, issues } = decode([
      start,
      ...block(
        0,
        { type: "compaction", content: null },
        { type: "compaction_delta", content: "one " },
        { type: "compaction_delta", content: "two" },
      ),
      ...block(
        1,
        { type: "mcp_tool_use", id: "x", name: "echo", input: {} },
        { type: "input_json_delta", partial_json: '{"a":' },
        { type: "input_json_delta", partial_json: "1}" },
      ),
      finish,
      stop,
    ]);
    expect(issues).toEqual([]);
    expect(parts).toMatchObject([
      { type: "opaque", value: { type: "compaction", content: "one two" } },
      { type: "opaque", value: { type: "mcp_tool_use", input: { a: 1 } } },
    ]);
  });

  it("leaves the fields of a block that it knows as they are, whatever a delta that it does not know has", () => {
    const odd = [
      { type: "odd_delta", name: 5 },
      { type: "odd_delta", id: "more", name: "more", input: "x" },
    ];
    const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "a" } };
    const events = [start, ...block(0, search, ...odd), ...block(1, msg.use("t", "f"), ...odd), finish, stop];
    const { parts, issues } = decode(events, { context: { customTools: ["f"] } });
    expect(parts).toMatchObject([
      { type: "server-tool-call", id: "srvtoolu_1", name: "web_search", input: { query: "a" } },
      { type: "tool-call", id: "t", name: "f" },
    ]);
    expect(issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual(
      [2, 3, 6, 7].map((index) => `stream.protocol ${index}.delta.type`),
    );
  });

  it("names findings about an answer that comes whole, and about the blocks after it, where they stand", () => {
    const odd = { type: "text", text: "a", citations: [{ type: "odd" }] };
    const nameless = msg.use("", "f");
    const whole = { ...start, message: { ...start.message, content: [odd, nameless] } };
    const { issues } = decode([whole, ...block(0, odd), ...block(1, nameless), finish, stop]);
    expect(issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual([
      "dropped.value 0.message.content.0.citations.0",
      "synthesized.id 0.message.content.1.id",
      "dropped.value 1.content_block.citations.0",
      "synthesized.id 3.content_block.id",
    ]);
  });

  it("reads an answer that comes whole in its first event", () => {
    const message = { id: "m1", model: "m", content: [msg.use("t", "f", { a: 1 })], stop_reason: "tool_use", usage: {} };
    const { parts, issues, collected } = decode([{ type: "message_start", message }, stop]);
    expect(issues.map(({ code }) => code)).toEqual(["stream.protocol"]);
    expect(parts).toMatchObject([{ type: "tool-call", arguments: { value: { a: 1 } } }]);
    expect(collected).toMatchObject({ response: { choices: [{ finish: { reason: "tool-calls" } }] } });
  });

  it("T10: ends in an error when the stream stops inside a block", () => {
    const { types, codes } = decode([start, ...text(0, "A").slice(0, 2)]);
    expect(types).toEqual(["start", "part-start", "part-delta", "part-stop", "error", "end"]);
    expect(codes).toEqual(["stream.truncated"]);
  });

  it("takes an answer as complete that lacks only its last event", () => {
    expect(decode([start, ...text(0, "A"), finish]).collected).toMatchObject({ ok: true });
  });

  it("BB-026: passes on an error in the middle of a stream, and nothing after it", () => {
    const { types, events, codes } = decode([
      start,
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      ...text(0, "A"),
    ]);
    expect(types).toEqual(["start", "error", "end"]);
    expect(events[1]).toMatchObject({ error: { kind: "overloaded", message: "Overloaded" } });
    expect(codes).toEqual(["stream.error", "stream.protocol", "stream.protocol", "stream.protocol"]);
  });
  it("says what is lost of the last event", () => {
    const { types, codes } = decode([start, finish, { ...stop, "amazon-bedrock-invocationMetrics": { inputTokenCount: 5 } }]);
    expect(types.at(-1)).toBe("end");
    expect(codes).toEqual(["dropped.field"]);
  });
  it("reads an error that its envelope is missing of, so that what follows does not look like an answer", () => {
    for (const bare of [{ error: "gone" }, { type: "error", message: "gone" }, { code: 500, message: "gone" }, { detail: "gone" }]) {
      const { types, events } = decode([start, bare, finish, stop]);
      expect(types).toEqual(["start", "error", "end"]);
      expect(events[1]).toMatchObject({ error: { message: "gone" } });
    }
  });

  const faults: readonly (readonly [string, readonly unknown[], number])[] = [
    ["a second message_start", [start, start, finish, stop], 1],
    [
      "a delta without a block",
      [start, { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x" } }, finish, stop],
      1,
    ],
    ["a stop without a block", [start, { type: "content_block_stop", index: 0 }, finish, stop], 1],
    ["an event after message_stop", [start, finish, stop, { type: "ping" }], 3],
    ["an event of an unknown type", [start, { type: "novelty" }, finish, stop], 1],
    ["a delta of an unknown type", [start, ...block(0, textPart(""), { type: "novelty_delta" }), finish, stop], 2],
    [
      "a delta that its block does not take",
      [start, ...block(0, textPart(""), { type: "thinking_delta", thinking: "x" }), finish, stop],
      2,
    ],
    ["what is no object", [start, null, finish, stop], 1],
    [
      "a block that skips an index",
      [start, ...text(0, "A"), { type: "content_block_start", index: 2, content_block: textPart("") }, finish, stop],
      4,
    ],
  ];
  for (const [name, events, position] of faults)
    it(`reports ${name} with the index of the event`, () => {
      const { issues } = decode(events);
      expect(issues[0]).toMatchObject({ code: "stream.protocol", path: [position, ...(issues[0]?.path.slice(1) ?? [])] });
    });

  it("reads a block that starts while another is open, and reports where the order breaks", () => {
    const [open0, ...rest0] = text(0, "A");
    const { parts, issues } = decode([start, open0, ...text(1, "B"), ...rest0, finish, stop]);
    expect(parts).toEqual([textPart("A"), textPart("B")]);
    expect(issues.map(({ path }) => path[0])).toEqual([2, 5, 6]);
  });

  it("ends a signed thought that was never stopped before the next block, and tells what comes later for it", () => {
    const sign = { type: "signature_delta", signature: "S" };
    const late = { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "?" } };
    for (const pieces of [[sign], [{ type: "thinking_delta", thinking: "Hm" }, sign]]) {
      const thought = block(0, msg.thinking("", ""), ...pieces).slice(0, -1);
      const thinking = pieces.length === 1 ? "" : "Hm";
      const [open1, ...rest1] = text(1, "Hi");
      const { events, parts, issues } = decode([start, ...thought, open1, late, ...rest1, finish, stop]);
      expect(parts).toEqual([thoughtPart(thinking, { signature: { value: "S", origin: "messages" } }), textPart("Hi")]);
      expect(events.flatMap((event) => ("part" in event ? [event.part] : []))).toEqual([...(thinking === "" ? [] : [0]), 0, 0, 0, 1, 1, 1]);
      expect(issues).toMatchObject([
        { code: "stream.protocol", path: [2 + pieces.length], message: expect.stringMatching(/block 0 was never stopped/) },
        { code: "stream.protocol", path: [3 + pieces.length], message: expect.stringMatching(/no open block/) },
      ]);
      const again = decode([start, ...thought, ...text(0, "Hi"), finish, stop]);
      expect(again.parts).toEqual(parts);
      expect(again.codes).toEqual(["stream.protocol"]);
    }
  });

  it("lets a cited text that was never stopped cover no more than itself", () => {
    const citation = { type: "web_search_result_location", url: "https://a", title: "A", cited_text: "c", encrypted_index: "e" };
    const cited = block(0, textPart(""), { type: "text_delta", text: "Hi" }, { type: "citations_delta", citation });
    const { parts } = decode([start, ...cited.slice(0, -1), ...text(1, "there"), finish, stop]);
    expect(parts).toMatchObject([{ text: "Hi", citations: [{ start: 0, end: 2 }] }, { text: "there" }]);
  });

  it("gives the signature of a call to it, though its carrier was never stopped", () => {
    const carrier = block(0, msg.thinking("", ""), { type: "signature_delta", signature: "sig1.g.c.QUJD" });
    const { parts } = decode([start, ...carrier.slice(0, -1), ...call(1, "{}"), finish, stop]);
    expect(parts).toMatchObject([{ type: "tool-call", signature: { value: "QUJD", origin: "generate-content" } }]);
  });

  it("names the ids that it made for calls without one, as a whole answer does", () => {
    const anonymous = { type: "tool_use", name: "f", input: { a: 1 } };
    const { parts, issues } = decode([start, ...block(0, anonymous), ...block(1, { ...anonymous, id: "" }), finish, stop]);
    const whole = response.decode({ ...start.message, content: [anonymous, { ...anonymous, id: "" }], stop_reason: "end_turn" });
    expect(parts).toEqual(whole.ok && whole.value.choices[0]?.parts);
    expect(issues).toMatchObject([
      { code: "synthesized.id", path: [1, "content_block", "id"] },
      { code: "synthesized.id", path: [3, "content_block", "id"] },
    ]);
    expect(whole.issues).toMatchObject([
      { code: "synthesized.id", path: ["content", 0, "id"] },
      { code: "synthesized.id", path: ["content", 1, "id"] },
    ]);
  });

  it("names the id of a free-form call where its block began", () => {
    const call = block(0, { type: "tool_use", name: "sql", input: {} }, { type: "input_json_delta", partial_json: '{"input":"x"}' });
    const { parts, issues } = decode([start, ...call, finish, stop], { context: { customTools: ["sql"] } });
    expect(parts).toMatchObject([{ variant: "custom", arguments: { json: "x" }, idSynthesized: true }]);
    expect(issues).toMatchObject([{ code: "synthesized.id", path: [1, "content_block", "id"] }]);
  });

  it("says once why the answer ended, however often it is told the same", () => {
    const counts = { type: "message_delta", delta: {}, usage: { output_tokens: 6 } };
    const more = { type: "message_delta", delta: { stop_reason: "end_turn" }, container: { id: "c" } };
    const { events } = decode([start, finish, finish, counts, more, stop]);
    expect(events.filter(({ type }) => type === "finish")).toMatchObject([
      { finish: { reason: "stop" } },
      { finish: { reason: "stop" }, extensions: { messages: { container: { id: "c" } } } },
    ]);
    expect(events.at(-2)).toMatchObject({ type: "finish" });
    expect(events.filter(({ type }) => type === "usage").at(-1)).toMatchObject({ usage: { outputTokens: 6 } });
  });

  it.each([
    ["text", textPart(""), { type: "thinking_delta", thinking: "x" }],
    ["a thought", { type: "thinking", thinking: "" }, { type: "text_delta", text: "x" }],
    ["a thought", { type: "thinking", thinking: "" }, { type: "citations_delta", citation: { type: "char_location" } }],
    ["a call", msg.use("t", "f"), { type: "signature_delta", signature: "x" }],
    ["a free-form call", msg.use("t", "sql"), { type: "text_delta", text: "x" }],
    ["a call of the service", { type: "server_tool_use", id: "t", name: "web_search", input: {} }, { type: "text_delta", text: "x" }],
    ["a result", { type: "web_search_tool_result", tool_use_id: "t", content: [] }, { type: "text_delta", text: "x" }],
  ])("leaves out a delta that its block does not take: %s", (_what, content_block, delta) => {
    const options = { context: { customTools: ["sql"] } };
    const clean = decode([start, ...block(0, content_block), finish, stop], options);
    const { parts, issues } = decode([start, ...block(0, content_block, delta), finish, stop], options);
    expect(parts).toEqual(clean.parts);
    expect(issues).toMatchObject([{ code: "stream.protocol", path: [2, "delta"] }]);
  });

  it("reads a thought that began without its fields, and a signature that says nothing", () => {
    const deltas = [
      { type: "thinking_delta", thinking: "Hm" },
      { type: "signature_delta", signature: "U0lH" },
      { type: "signature_delta", signature: null },
    ];
    expect(decode([start, ...block(0, { type: "thinking" }, ...deltas), finish, stop]).parts).toEqual([
      thoughtPart("Hm", { signature: { value: "U0lH", origin: "messages" } }),
    ]);
  });

  it("begins a text that its start holds already, or leaves out", () => {
    expect(decode([start, ...block(0, textPart("Hi")), ...block(1, { type: "text" }), finish, stop]).parts).toEqual([
      textPart("Hi"),
      textPart(""),
    ]);
  });

  it("names the place of an error as far as there is one", () => {
    const at = (event: object) => decode([start, event]).issues.find(({ code }) => code === "stream.error")?.path;
    expect(at({ type: "error", error: { message: "Busy" } })).toEqual([1, "error"]);
    expect(at({ type: "error", error: null })).toEqual([1]);
    expect(at({ type: "error", message: "Busy" })).toEqual([1, "message"]);
  });

  const open = (index: number) => ({ type: "content_block_start", index, content_block: textPart("") });
  const close = (index: number) => ({ type: "content_block_stop", index });
  const piece = (index: number) => ({ type: "content_block_delta", index, delta: { type: "text_delta", text: "a" } });

  it.each<[string, readonly object[], number, RegExp]>([
    ["a second start", [start, start], 1, /has started before/],
    ["a block before the start", [open(0)], 0, /no message_start/],
    ["a ping before the start", [{ type: "ping" }], 0, /no message_start/],
    ["the reason of the end before the start", [finish], 0, /no message_start/],
    ["the end before the start", [stop], 0, /no message_start/],
    ["a block after a gap", [start, open(1)], 1, /block 0 is due/],
    ["a block inside another", [start, open(0), open(1)], 2, /block 0 was never stopped/],
    ["a delta of no block", [start, piece(0)], 1, /no open block/],
    ["a delta of another block", [start, open(0), piece(1)], 2, /no open block/],
    ["a delta of a block that has stopped", [start, open(0), close(0), piece(0)], 3, /no open block/],
    ["the stop of another block", [start, open(0), close(1)], 2, /no open block/],
    ["the reason of the end inside a block", [start, open(0), finish], 2, /block 0 was never stopped/],
    ["the end inside a block", [start, open(0), stop], 2, /block 0 was never stopped/],
    ["the end without a reason", [start, stop], 1, /no message_delta/],
    ["a block after the reason of the end", [start, finish, open(0)], 2, /no block may follow/],
  ])("names what may not stand where it does: %s", (_what, events, position, why) => {
    const faults = decode(events).issues.filter(({ code }) => code === "stream.protocol");
    expect(faults).toMatchObject([{ path: [position], message: expect.stringMatching(why) }]);
  });

  it.each<[string, readonly object[]]>([
    ["a ping in any place", [start, { type: "ping" }, open(0), { type: "ping" }, close(0), finish, { type: "ping" }, stop]],
    ["blocks one after another", [start, open(0), piece(0), close(0), open(1), piece(1), close(1), finish, finish, stop]],
    ["an error at any time", [start, open(0), { type: "error", error: { type: "overloaded_error", message: "Busy" } }]],
  ])("finds nothing wrong with %s", (_what, events) => {
    expect(decode(events).codes).not.toContain("stream.protocol");
  });

  it("has no use for an end marker", () => {
    const issues: Issue[] = [];
    const decoder = stream.decoder({ report: (issue) => issues.push(issue) });
    decoder.push(start);
    expect(decoder.done()).toEqual([]);
    expect(issues).toMatchObject([{ code: "stream.protocol", path: [0] }]);
  });

  it("grows the text of a block that nobody knows, and replaces what is no text", () => {
    const strange = block(
      0,
      { type: "novelty", content: null, count: 1 },
      { type: "novelty_delta", content: "a" },
      { type: "novelty_delta", content: "b", count: 2, extra: null },
    );
    expect(decode([start, ...strange, finish, stop]).parts).toEqual([
      { type: "opaque", style: "messages", value: { type: "novelty", content: "ab", count: 2 } },
    ]);
  });

  it("takes input that never was JSON for a text in an object's clothes", () => {
    const pieces = (...texts: string[]) => decode([start, ...call(0, ...texts), finish, stop]).parts;
    expect(pieces('{"__raw_arguments":', '"x"}')).toMatchObject([{ arguments: { json: "x" } }]);
    expect(pieces('{"__raw')).toMatchObject([{ arguments: { json: '{"__raw' } }]);
    expect(pieces(" ")).toMatchObject([{ arguments: { json: "{}" } }]);
  });

  it("never throws, whatever comes", () => {
    const trap = { type: "ping" };
    Object.defineProperty(trap, "x", {
      enumerable: true,
      get: () => {
        throw new Error("trap");
      },
    });
    const cycle: Record<string, unknown> = { type: "message_start" };
    cycle.message = cycle;
    for (const input of [
      undefined,
      null,
      1,
      "x",
      [],
      {},
      trap,
      cycle,
      () => 1,
      { type: "message_start" },
      { type: "content_block_start", index: "0" },
    ])
      expect(decode([input]).types).toEqual(["error", "end"]);
  });
});

describe("a block of a stream", () => {
  it.each<readonly [object, ...object[]]>([
    [{ type: "redacted_thinking", data: "d" }],
    [{ type: "web_search_tool_result", tool_use_id: "s", content: [{ type: "web_search_result", url: "u", title: "t" }] }],
    [{ type: "web_fetch_tool_result", tool_use_id: "s", content: { type: "web_fetch_result", url: "u" } }],
    [{ type: "code_execution_tool_result", tool_use_id: "s", content: { type: "code_execution_result", stdout: "1", return_code: 0 } }],
    [{ type: "bash_code_execution_tool_result", tool_use_id: "s", content: { type: "bash_code_execution_result", return_code: 0 } }],
    [{ type: "text_editor_code_execution_tool_result", tool_use_id: "s", content: { type: "x" } }],
    [{ type: "tool_search_tool_result", tool_use_id: "s", content: { type: "x" } }],
    [{ type: "image", source: { type: "url", url: "https://h/i.png" } }],
    [{ type: "document", source: { type: "text", data: "d" } }],
    [{ type: "search_result", source: "s", title: "t", content: [] }],
    [msg.result("c", "1")],
    [{ type: "server_tool_use", id: "s", name: "web_search", input: { query: "q" } }],
    [{ type: "hologram", x: 1 }],
    [msg.use("c", "f", { a: 1 }), msg.use("d", "f")],
    [msg.thinking("", "sig1.g.c.Q"), textPart("a")],
    [msg.thinking("", "sig1.g.c.Q"), { type: "redacted_thinking", data: "d" }],
    [textPart("a"), msg.thinking("", "sig1.g.x.Q")],
  ])("is what it is in a whole answer: %o", (...content) => {
    const whole = response.decode({ id: "msg_1", model: "m", content, stop_reason: "end_turn" });
    const { parts, issues } = decode([start, ...content.flatMap((head, index) => block(index, head)), finish, stop]);
    expect(issues).toEqual([]);
    expect(parts).toEqual(whole.ok && whole.value.choices[0]?.parts);
  });

  it("has the citations that stand in its beginning, counted from where its text begins", () => {
    const citation = { type: "web_search_result_location", url: "u", title: "t", cited_text: "c", encrypted_index: "e" };
    const cited = { type: "text", text: "cd", citations: [citation] };
    const { parts } = decode([start, ...text(0, "ab"), ...block(1, cited), finish, stop]);
    const whole = response.decode({ id: "msg_1", model: "m", content: [textPart("ab"), cited], stop_reason: "end_turn" });
    expect(parts).toEqual(whole.ok && whole.value.choices[0]?.parts);
    expect(parts?.[1]).toMatchObject({ citations: [{ start: 2, end: 4 }] });
  });

  it("grows by nothing where its delta is null", () => {
    const pieces = (head: object, ...deltas: readonly object[]) =>
      decode([start, ...block(0, head, ...deltas), finish, stop]).events.flatMap((event) =>
        event.type === "part-delta" ? [event.delta] : [],
      );
    const words = { type: "text_delta", text: "a" };
    expect(pieces(textPart(""), { type: "text_delta", text: null }, words)).toEqual([{ kind: "text", text: "a" }]);
    const thought = { type: "thinking_delta", thinking: "a" };
    expect(pieces({ type: "thinking", thinking: "" }, { type: "thinking_delta", thinking: null }, thought)).toEqual([
      { kind: "thinking", text: "a" },
    ]);
    const json = (partial_json: string | null) => ({ type: "input_json_delta", partial_json });
    const tool = msg.use("c", "f");
    expect(pieces(tool, json('{"a":1}'), json(null), json(""))).toEqual([{ kind: "arguments", json: '{"a":1}' }]);
  });

  it("keeps the input of its beginning where its deltas are blank", () => {
    const blank = { type: "input_json_delta", partial_json: " " };
    const search = { type: "server_tool_use", id: "s", name: "web_search", input: { query: "q" } };
    expect(decode([start, ...block(0, search, blank), finish, stop]).parts).toMatchObject([{ input: { query: "q" } }]);
    const free = msg.use("c", "g", { input: "x" });
    const context = { customTools: ["g"] };
    expect(decode([start, ...block(0, free, blank), finish, stop], { context }).parts).toMatchObject([{ arguments: { json: "x" } }]);
  });

  it("calls a tool of a request of which only other things are known", () => {
    const { parts, issues } = decode([start, ...call(0, "{}"), finish, stop], { context: { model: "m" } });
    expect(parts).toMatchObject([{ type: "tool-call", variant: "function" }]);
    expect(issues).toEqual([]);
  });

  it("says where a delta stands that it does not take, or that nobody knows", () => {
    const places = (head: object, delta: object) =>
      decode([start, ...block(0, head, delta), finish, stop]).issues.map(({ code, path }) => [code, ...path]);
    const tool = msg.use("c", "f");
    expect(places(tool, { type: "text_delta", text: "a" })).toEqual([["stream.protocol", 2, "delta"]]);
    expect(places(textPart(""), { type: "later_delta" })).toEqual([["stream.protocol", 2, "delta", "type"]]);
    const citation = { type: "later_location", cited_text: "c" };
    const citing = { type: "citations_delta", citation };
    expect(places(textPart("a"), citing)).toEqual([["dropped.value", 2, "delta", "citation"]]);
    expect(places({ type: "text", text: "a", citations: [citation] }, { type: "text_delta", text: "b" })).toEqual([
      ["dropped.value", 1, "content_block", "citations", 0],
    ]);
  });

  it("is not read once the answer has said why it ended", () => {
    const { parts } = decode([start, ...text(0, "a"), finish, ...text(1, "b"), stop]);
    expect(parts).toEqual([textPart("a")]);
  });

  it("ends, though it was opened beside another of its kind", () => {
    const [open0, say0, stop0] = text(0, "a");
    const [open1, say1, stop1] = text(1, "b");
    const { events } = decode([start, open0, open1, say0, say1, stop0, stop1, finish, stop]);
    expect(events.flatMap((event) => (event.type === "part-stop" ? [event.part] : []))).toEqual([0, 1]);
  });
});

describe("an event of a stream", () => {
  it("keeps what nobody knows of the message, and has no counts where they are null", () => {
    const message = { ...start.message, usage: null, later: 1 };
    const { events } = decode([{ type: "message_start", message }, { ...finish, usage: null }, stop]);
    expect(events[0]).toEqual({ type: "start", id: "msg_1", model: "m", extensions: { messages: { later: 1 } } });
    expect(events.map(({ type }) => type)).not.toContain("usage");
  });

  it("that only counts ends nothing", () => {
    const counting = { type: "message_delta", delta: {}, usage: { output_tokens: 1 } };
    const { parts, types } = decode([start, ...text(0, "a"), counting, ...text(1, "b"), finish, stop]);
    expect(parts).toEqual([textPart("a"), textPart("b")]);
    expect(types.filter((type) => type === "finish")).toHaveLength(1);
  });

  it("that keeps the line open is passed on", () => {
    expect(decode([start, { type: "ping" }, finish, stop]).types).toContain("ping");
  });

  it("that ends the stream has no place for more, which is named", () => {
    const { issues } = decode([start, finish, { ...stop, later: 1, usage: {} }]);
    expect(issues.map(({ code, path, severity }) => [code, ...path, severity])).toEqual([
      ["dropped.field", 2, "later", "info"],
      ["dropped.field", 2, "usage", "info"],
    ]);
  });

  it("of a kind that nobody knows is no error, though it tells of one", () => {
    const note = { type: "note", error: { type: "api_error", message: "m" } };
    const { types, codes } = decode([start, note, ...text(0, "a"), finish, stop]);
    expect(codes).toEqual(["stream.protocol"]);
    expect(types).not.toContain("error");
  });

  it("that is missing at the very end is no loss", () => {
    const { issues, types } = decode([start, ...text(0, "a"), finish]);
    expect(issues).toMatchObject([{ code: "stream.truncated", severity: "info" }]);
    expect(types.slice(-1)).toEqual(["end"]);
    expect(types).not.toContain("error");
  });
});
