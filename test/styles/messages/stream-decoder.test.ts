import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/messages/aspects.js";
import { response } from "../../../src/styles/messages/response.js";
import type { StreamDecodeOptions } from "../../../src/styles/style.js";
import { collectEvents } from "../../support/canonical-events.js";
import { cases } from "../../support/cases.js";
import * as msg from "../../support/msg.js";
import { call as callPart, customCall, opaque, proof, text as textPart, thought as thoughtPart } from "../../support/parts.js";

const start = {
  type: "message_start",
  message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 9 } },
};
const finish = { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } };
const stop = { type: "message_stop" };

const begin = (index: number, content_block: object = textPart("")) => ({ type: "content_block_start", index, content_block });
const grow = (index: number, delta: object = { type: "text_delta", text: "a" }) => ({ type: "content_block_delta", index, delta });
const close = (index: number) => ({ type: "content_block_stop", index });
const block = (index: number, head: object, ...deltas: object[]) => [
  begin(index, head),
  ...deltas.map((delta) => grow(index, delta)),
  close(index),
];
const words = (text: unknown) => ({ type: "text_delta", text });
const hm = (thinking: unknown) => ({ type: "thinking_delta", thinking });
const sign = (signature: unknown) => ({ type: "signature_delta", signature });
const json = (partial_json: unknown) => ({ type: "input_json_delta", partial_json });
const text = (index: number, ...pieces: string[]) => block(index, textPart(""), ...pieces.map(words));
const call = (index: number, ...pieces: string[]) => block(index, msg.use("t", "f"), ...pieces.map(json));
const thought = (index: number, ...deltas: object[]) => block(index, msg.thinking("", ""), ...deltas);
const found = (url: string) => ({ type: "web_search_result_location", url, title: "T", cited_text: "c", encrypted_index: "e" });
const citing = (citation: object) => ({ type: "citations_delta", citation });
const SQL = { context: { customTools: ["sql"] } };
const busy = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
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
    lines: issues.map(({ code, path }) => [code, ...path].join(" ")),
    collected,
    parts: collected.ok ? collected.response.choices[0]?.parts : undefined,
  };
}

const search = { type: "server_tool_use", id: "s", name: "web_search", input: { query: "q" } };

/** What an answer with these blocks is, and the findings. */
cases<[blocks: readonly unknown[], parts: readonly object[], lines?: readonly string[], options?: StreamDecodeOptions]>({
  "BB-038: a call without arguments has one empty object": [call(0), [callPart("t", "f")]],
  "BB-038: a call with blank arguments has one empty object": [call(0, "", " "), [callPart("t", "f")]],
  "arguments may stand in the start of a block": [block(0, msg.use("t", "f", { a: 1 })), [callPart("t", "f", '{"a":1}')]],
  "of arguments in the start of a block and in pieces, the pieces count": [
    [...block(0, msg.use("t", "f", { a: 1 }), json(" "), json('{"b":'), json("2}")), ...block(1, search, json('{"query":"p"}'))],
    [callPart("t", "f", ' {"b":2}'), { type: "server-tool-call", id: "s", name: "web_search", input: { query: "p" } }],
    ["conflict.resolved 1 content_block input", "conflict.resolved 6 content_block input"],
  ],
  "T8: the signature of a call stands in the thought before it": [
    [...thought(0, sign("sig1.g.c.Q0")), ...call(1, "{}")],
    [callPart("t", "f", "{}", { signature: proof("generate-content", "Q0") })],
  ],
  "T8: so it does where that thought was never stopped": [
    [...thought(0, sign("sig1.g.c.QUJD")).slice(0, -1), ...call(1, "{}")],
    [callPart("t", "f", "{}", { signature: proof("generate-content", "QUJD") })],
    ["stream.protocol 3"],
  ],
  "names of tools are restored, and the text of free-form ones stands in their object": [
    call(0, '{"inp', 'ut":"raw \\"x\\""}'),
    [customCall("t", "a tool!", 'raw "x"')],
    [],
    { context: { toolNames: { f: "a tool!" }, customTools: ["a tool!"] } },
  ],
  "arguments that were wrapped are the text that they were": [
    call(0, '{"__raw_arg', 'uments":"[1,', '2]"}'),
    [callPart("t", "f", "[1,2]")],
  ],
  "so they are where they are a string": [call(0, '{"__raw_arguments":', '"x"}'), [callPart("t", "f", "x")]],
  "arguments that break off in the wrapping are kept": [call(0, '{"__raw'), [callPart("t", "f", '{"__raw')]],
  "the text of a block that nobody knows grows, and what is no text is replaced": [
    block(
      0,
      { type: "novelty", content: null, count: 1 },
      { type: "novelty_delta", content: "a" },
      { type: "novelty_delta", content: "b", count: 2, extra: null },
    ),
    [opaque("messages", { type: "novelty", content: "ab", count: 2 })],
  ],
  "a block starts while another is open": [
    [begin(0), ...text(1, "B"), grow(0), close(0)],
    [textPart("a"), textPart("B")],
    ["stream.protocol 2"],
  ],
  "an event of an unknown type is named": [[{ type: "novelty" }], [], ["stream.protocol 1"]],
  "what is no object is named": [[null], [], ["stream.protocol 1"]],
  "a stop without a block is named": [[close(0)], [], ["stream.protocol 1"]],
  "a thought begins without its fields, and a signature says nothing": [
    block(0, { type: "thinking" }, hm("Hm"), sign("U0lH"), sign(null)),
    [thoughtPart("Hm", { signature: proof("messages", "U0lH") })],
  ],
  "a text begins with what its start holds already, or leaves out": [
    [...block(0, textPart("Hi")), ...block(1, { type: "text" })],
    [textPart("Hi"), textPart("")],
  ],
  "the input of a beginning is kept where the deltas are blank": [
    block(0, search, json(" ")),
    [{ type: "server-tool-call", id: "s", name: "web_search", input: { query: "q" } }],
  ],
  "so is that of a free-form call": [block(0, msg.use("c", "sql", { input: "x" }), json(" ")), [customCall("c", "sql", "x")], [], SQL],
  "a tool is a function where the request is not known": [call(0, "{}"), [callPart("t", "f")], [], { context: { model: "m" } }],
  "a block after the reason of the end is not read": [
    [...text(0, "a"), finish, ...text(1, "b")],
    [textPart("a")],
    ["stream.protocol 5", "stream.protocol 6", "stream.protocol 7"],
  ],
})("%s", (blocks, parts, lines = [], options = {}) => {
  const read = decode([start, ...blocks, finish, stop], options);
  expect({ parts: read.parts, lines: read.lines }).toEqual({ parts, lines });
});

describe("messages stream decoder", () => {
  it("passes text on in the push in which it comes", () => {
    const decoder = stream.decoder();
    const steps = [start, ...text(0, "A")].map((event) => decoder.push(event).map(({ type }) => type));
    expect(steps).toEqual([["start"], ["part-start"], ["part-delta"], []]);
  });

  it("gives the signature of a call with its start, and that of a text while it is still open", () => {
    const { events } = decode([start, ...thought(0, sign("sig1.g.c.Q0")), ...call(1, "{}"), finish, stop]);
    expect(events.find(({ type }) => type === "part-start")).toMatchObject({ head: { signature: { value: "Q0" } } });
    const { types } = decode([start, ...text(0, "A"), ...block(1, msg.thinking("", "sig1.g.x.Q1")), finish, stop]);
    expect(types.slice(1, 5)).toEqual(["part-start", "part-delta", "part-delta", "part-stop"]);
  });

  it("gives citations the range of the text that they cover", () => {
    const cited = block(1, { type: "text", text: "", citations: [] }, citing(found("https://x.y")), words("two"));
    expect(decode([start, ...text(0, "one"), ...cited, finish, stop]).parts).toMatchObject([
      { text: "one" },
      { text: "two", citations: [{ kind: "url", url: "https://x.y", start: 3, end: 6 }] },
    ]);
  });

  it("names findings about an answer that comes whole, and about the blocks after it, where they stand", () => {
    const odd = { type: "text", text: "a", citations: [{ type: "odd" }] };
    const nameless = msg.use("", "f");
    const whole = { ...start, message: { ...start.message, content: [odd, nameless] } };
    expect(decode([whole, ...block(0, odd), ...block(1, nameless), finish, stop]).lines).toEqual([
      "dropped.value 0 message content 0 citations 0",
      "synthesized.id 0 message content 1 id",
      "dropped.value 1 content_block citations 0",
      "synthesized.id 3 content_block id",
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

  it("BB-026: passes on an error in the middle of a stream, and nothing after it", () => {
    const { types, events, codes } = decode([start, busy, ...text(0, "A")]);
    expect(types).toEqual(["start", "error", "end"]);
    expect(events[1]).toMatchObject({ error: { kind: "overloaded", message: "Overloaded" } });
    expect(codes).toEqual(["stream.error", "stream.protocol", "stream.protocol", "stream.protocol"]);
  });

  it.each([[[sign("S")]], [[hm("Hm"), sign("S")]]])(
    "ends a signed thought of %j that was never stopped before the next block",
    (pieces) => {
      const begun = thought(0, ...pieces).slice(0, -1);
      const thinking = pieces.length === 1 ? "" : "Hm";
      const [open1, ...rest1] = text(1, "Hi");
      const { events, parts, issues } = decode([start, ...begun, open1, grow(0, hm("?")), ...rest1, finish, stop]);
      expect(parts).toEqual([thoughtPart(thinking, { signature: proof("messages") }), textPart("Hi")]);
      expect(events.flatMap((event) => ("part" in event ? [event.part] : []))).toEqual([...(thinking === "" ? [] : [0]), 0, 0, 0, 1, 1, 1]);
      expect(issues).toMatchObject([
        { code: "stream.protocol", path: [2 + pieces.length], message: expect.stringMatching(/block 0 was never stopped/) },
        { code: "stream.protocol", path: [3 + pieces.length], message: expect.stringMatching(/no open block/) },
      ]);
      const again = decode([start, ...begun, ...text(0, "Hi"), finish, stop]);
      expect(again.parts).toEqual(parts);
      expect(again.codes).toEqual(["stream.protocol"]);
    },
  );
  it("lets a cited text that was never stopped cover no more than itself", () => {
    const cited = block(0, textPart(""), words("Hi"), citing(found("https://a")));
    const { parts } = decode([start, ...cited.slice(0, -1), ...text(1, "there"), finish, stop]);
    expect(parts).toMatchObject([{ text: "Hi", citations: [{ start: 0, end: 2 }] }, { text: "there" }]);
  });

  it("ends a call of the service that was never stopped before its result", () => {
    const asked = block(0, { ...search, input: {} }, json('{"query":"q"}'));
    const result = block(1, { type: "web_search_tool_result", tool_use_id: search.id, content: [] });
    const { parts } = decode([start, ...asked.slice(0, -1), ...result, ...text(2, "Hi"), finish, stop]);
    expect(parts).toEqual(decode([start, ...asked, ...result, ...text(2, "Hi"), finish, stop]).parts);
    expect(parts).toHaveLength(3);
  });

  it("names the ids that it made for calls without one, as a whole answer does", () => {
    const anonymous = { type: "tool_use", name: "f", input: { a: 1 } };
    const read = decode([start, ...block(0, anonymous), ...block(1, { ...anonymous, id: "" }), finish, stop]);
    const whole = response.decode({ ...start.message, content: [anonymous, { ...anonymous, id: "" }], stop_reason: "end_turn" });
    expect(read.parts).toEqual(whole.ok && whole.value.choices[0]?.parts);
    expect(read.lines).toEqual(["synthesized.id 1 content_block id", "synthesized.id 3 content_block id"]);
    expect(whole.issues).toMatchObject([0, 1].map((index) => ({ code: "synthesized.id", path: ["content", index, "id"] })));
  });

  it.each([
    ["text", textPart(""), hm("x")],
    ["a thought", { type: "thinking", thinking: "" }, words("x")],
    ["a thought", { type: "thinking", thinking: "" }, citing({ type: "char_location" })],
    ["a call", msg.use("t", "f"), sign("x")],
    ["a free-form call", msg.use("t", "sql"), words("x")],
    ["a call of the service", { type: "server_tool_use", id: "t", name: "web_search", input: {} }, words("x")],
    ["a result", { type: "web_search_tool_result", tool_use_id: "t", content: [] }, words("x")],
  ])("leaves out a delta that its block does not take: %s", (_what, content_block, delta) => {
    const clean = decode([start, ...block(0, content_block), finish, stop], SQL);
    const { parts, issues } = decode([start, ...block(0, content_block, delta), finish, stop], SQL);
    expect(parts).toEqual(clean.parts);
    expect(issues).toMatchObject([{ code: "stream.protocol", path: [2, "delta"] }]);
  });

  it("ends for the reason that it told first", () => {
    const other = { ...finish, delta: { stop_reason: "stop_sequence", stop_sequence: "END" } };
    const { events, lines } = decode([start, ...text(0, "Hi"), finish, other, stop]);
    expect(events.filter(({ type }) => type === "finish")).toMatchObject([{ finish: { reason: "stop" } }]);
    expect(lines).toEqual(["conflict.resolved 5 delta stop_reason"]);
  });

  it("names the place of an error as far as there is one", () => {
    const at = (event: object) => decode([start, event]).issues.find(({ code }) => code === "stream.error")?.path;
    expect(at({ type: "error", error: { message: "Busy" } })).toEqual([1, "error"]);
    expect(at({ type: "error", error: null })).toEqual([1]);
    expect(at({ type: "error", message: "Busy" })).toEqual([1, "message"]);
  });

  it.each<[string, readonly object[], number, RegExp]>([
    ["a second start", [start, start], 1, /came before it/],
    ["an event after message_stop", [start, finish, stop, { type: "ping" }], 3, /is over/],
    ["a block before the start", [begin(0)], 0, /no message_start/],
    ["a ping before the start", [{ type: "ping" }], 0, /no message_start/],
    ["the reason of the end before the start", [finish], 0, /no message_start/],
    ["the end before the start", [stop], 0, /no message_start/],
    ["a block after a gap", [start, begin(1)], 1, /block 0 is due/],
    ["a block inside another", [start, begin(0), begin(1)], 2, /block 0 was never stopped/],
    ["a delta of no block", [start, grow(0)], 1, /no open block/],
    ["a delta of another block", [start, begin(0), grow(1)], 2, /no open block/],
    ["a delta of a block that has stopped", [start, begin(0), close(0), grow(0)], 3, /no open block/],
    ["the stop of another block", [start, begin(0), close(1)], 2, /no open block/],
    ["the reason of the end inside a block", [start, begin(0), finish], 2, /block 0 was never stopped/],
    ["the end inside a block", [start, begin(0), stop], 2, /block 0 was never stopped/],
    ["the end without a reason", [start, stop], 1, /no message_delta/],
    ["a block after the reason of the end", [start, finish, begin(0)], 2, /no block may follow/],
  ])("names what may not stand where it does: %s", (_what, events, position, why) => {
    const faults = decode(events).issues.filter(({ code }) => code === "stream.protocol");
    expect(faults).toMatchObject([{ path: [position], message: expect.stringMatching(why) }]);
  });

  it.each<[string, readonly object[]]>([
    ["a ping in any place", [start, { type: "ping" }, begin(0), { type: "ping" }, close(0), finish, { type: "ping" }, stop]],
    ["blocks one after another", [start, begin(0), grow(0), close(0), begin(1), grow(1), close(1), finish, finish, stop]],
    ["an error at any time", [start, begin(0), busy]],
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
    [search],
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

  it.each([
    [textPart(""), [words(null), words("a")], { kind: "text", text: "a" }],
    [{ type: "thinking", thinking: "" }, [hm(null), hm("a")], { kind: "thinking", text: "a" }],
    [msg.use("c", "f"), [json('{"a":1}'), json(null), json("")], { kind: "arguments", json: '{"a":1}' }],
  ])("grows by nothing where its delta is null: %o", (head, deltas, delta) => {
    const { events } = decode([start, ...block(0, head, ...deltas), finish, stop]);
    expect(events.flatMap((event) => (event.type === "part-delta" ? [event.delta] : []))).toEqual([delta]);
  });

  const later = { type: "later_location", cited_text: "c" };
  it.each([
    [msg.use("c", "f"), words("a"), "stream.protocol 2 delta"],
    [textPart(""), { type: "later_delta" }, "stream.protocol 2 delta"],
    [textPart("a"), citing(later), "dropped.value 2 delta citation"],
    [{ type: "text", text: "a", citations: [later] }, words("b"), "dropped.value 1 content_block citations 0"],
  ])("names %o with a delta that it does not take, or that nobody knows", (head, delta, line) => {
    expect(decode([start, ...block(0, head, delta), finish, stop]).lines).toEqual([line]);
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

  it("that is missing at the very end is no loss", () => {
    const { issues, types } = decode([start, ...text(0, "a"), finish]);
    expect(issues).toMatchObject([{ code: "stream.truncated", severity: "info" }]);
    expect(types.slice(-1)).toEqual(["end"]);
    expect(types).not.toContain("error");
  });
});
