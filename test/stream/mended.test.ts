/** Streams of servers that break the order of their style, into the same style: all that they say comes out. */
import { describe, expect, it } from "vitest";
import { createEventTranslator, createStreamTranslator, type StreamTranslatorOptions } from "../../src/index.js";
import type { StyleName } from "../../src/model/common.js";
import { cases } from "../support/cases.js";
import { checkSequence } from "../support/grammar.js";
import { run } from "../support/streams.js";

type Options = Partial<Omit<StreamTranslatorOptions, "from" | "to">>;

function framed(events: readonly (object | string)[]): string {
  return events
    .map((event) => {
      const name = typeof event === "object" && "type" in event ? `event: ${event.type}\n` : "";
      return `${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`;
    })
    .join("");
}

/** What comes out as bytes, on both paths, and as parsed events; which is the same. */
function repeated(style: StyleName, events: readonly (object | string)[], options: Options = {}) {
  const both = { from: style, to: style, ...options };
  const { text, issues } = run(createStreamTranslator(both), [framed(events)]);
  expect(run(createStreamTranslator({ ...both, fastPath: false }), [...framed(events)])).toEqual({ text, issues });
  expect(checkSequence(style, text, { repeated: true })).toEqual([]);
  const translator = createEventTranslator(both);
  const parsed = events.flatMap((event) => (typeof event === "string" ? [] : translator.push(event).events));
  const out = [...parsed, ...translator.end().events];
  const complete = events.at(-1) === "[DONE]" ? [...out, "[DONE]"] : out;
  expect(framed(complete)).toBe(text);
  return { text, out: complete, told: issues.map(({ code, severity, path }) => `${severity} ${code} ${path.join(".")}`) };
}

const of = (...choices: object[]) => ({ id: "r", object: "chat.completion.chunk", created: 1, model: "m", choices });
const says = (delta: object, finish_reason: string | null = null, index = 0) => of({ index, delta, finish_reason });
const call = { tool_calls: [{ index: 0, id: "c", type: "function", function: { name: "f", arguments: "{}" } }] };
const cited = { annotations: [{ type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 0, end_index: 2 } }] };
const counted = { ...of(), usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } };
const RETRACTED = "info stream.protocol 0.choices.0.finish_reason";

describe("a chat-completions stream that names no finish reason", () => {
  it.each([
    [call, "tool_calls"],
    [{ function_call: { name: "f", arguments: "{}" } }, "tool_calls"],
    [{ content: "a" }, "stop"],
  ])("ends in that of what it holds: %j", (delta, reason) => {
    const { text, issues } = run(createStreamTranslator({ from: "chat-completions", to: "chat-completions" }), [
      framed([says(delta), "[DONE]"]),
    ]);
    expect(text).toBe(framed([says(delta), { ...says({}, reason), usage: null }, "[DONE]"]));
    expect(issues).toMatchObject([{ code: "stream.protocol" }]);
  });
});

describe("a chat-completions stream that names a finish reason before the end", () => {
  cases({
    "in every chunk": [[says({ content: "a" }, "stop"), says({ content: "b" }, "stop")], "stop"],
    "as the word null": [[says({ content: "a" }, "null"), says({ content: "" }, "null"), says({ content: "b" }, "stop")], "stop"],
    "before anything": [[says({ role: "assistant" }, "stop"), says({ content: "" }, "stop"), says({ content: "b" }, "stop")], "stop"],
    "before a call": [[says({ content: "a" }, "stop"), says(call, "tool_calls")], "tool_calls"],
    "before annotations": [[says({ content: "a" }, "stop"), says(cited, "stop")], "stop"],
  })("says all that it says, and its reason at the end: %s", (chunks, reason) => {
    const { out, told } = repeated("chat-completions", [...chunks, "[DONE]"]);
    const silent = chunks.map((chunk) => ({ ...chunk, choices: chunk.choices.map((choice) => ({ ...choice, finish_reason: null })) }));
    const last = { ...chunks.at(-1), choices: chunks.at(-1)?.choices.map((choice) => ({ ...choice, finish_reason: reason })) };
    expect(out).toEqual([...silent.slice(0, -1), last, "[DONE]"]);
    expect(told).toEqual([RETRACTED]);
  });

  it("says all of each choice, in the order in which it came", () => {
    const both = (text: string, other: string) => [says({ content: text }, "stop"), says({ content: other }, "stop", 1)];
    const silent = [says({ content: "a" }), says({ content: "b" }, null, 1)];
    expect(repeated("chat-completions", [...both("a", "b"), ...both("c", "d"), "[DONE]"])).toMatchObject({
      out: [...silent, ...both("c", "d"), "[DONE]"],
      told: [RETRACTED],
    });
  });

  it("leaves alone what stands beside a choice that goes on", () => {
    const choice = (index: number, content: string, finish_reason: string | null) => ({ index, delta: { content }, finish_reason });
    const rest = [of(choice(0, "c", "stop"), choice(1, "d", "stop")), "[DONE]"];
    const { out } = repeated("chat-completions", [of(choice(0, "a", "stop"), choice(1, "b", null)), ...rest]);
    expect(out).toEqual([of(choice(0, "a", null), choice(1, "b", null)), ...rest]);
  });

  it("waits for one choice no longer than some chunks of others, and says what is left out after that", () => {
    const others = Array.from({ length: 9 }, () => says({ content: "b" }, null, 1));
    const late = { ...says({ content: "c" }), usage: counted.usage };
    const ended = [says({ content: "a" }, "stop"), ...others];
    const { out, told } = repeated("chat-completions", [...ended, late, says({ content: "d" }, "stop"), says({}, "stop", 1), "[DONE]"]);
    expect(out).toEqual([...ended, { ...late, choices: [] }, says({}, "stop", 1), "[DONE]"]);
    expect(told).toEqual(["warning stream.protocol 10.choices.0.delta", "warning stream.protocol 11.choices.0.delta"]);
    const translator = createEventTranslator({ from: "chat-completions", to: "chat-completions" });
    expect(ended.map((chunk) => translator.push(chunk).events.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 9, 1]);
  });

  it("has the model of the options in what waited, which is named where it stood", () => {
    const translator = createEventTranslator({ from: "chat-completions", to: "chat-completions", model: "x" });
    const { events, issues } = translator.push(says({ content: "a" }, "stop"));
    expect(events).toEqual([]);
    expect(issues).toMatchObject([{ code: "conflict.resolved", path: [0, "model"] }]);
    expect(translator.push(says({ content: "b" }, "stop")).events).toMatchObject([{ model: "x" }]);
    expect(translator.end().events).toMatchObject([{ model: "x", choices: [{ finish_reason: "stop" }] }]);
  });
});

describe("a chat-completions stream whose last word has its reason beside it", () => {
  const last = [says({ content: "a" }), says({ content: "b" }, "stop")];

  cases<[rest: (object | string)[]]>({
    "the end": [["[DONE]"]],
    "its usage": [[counted, "[DONE]"]],
    "a chunk that says nothing": [[says({ content: "" }), "[DONE]"]],
    "the same reason": [[says({}, "stop"), "[DONE]"]],
    "the end of another choice": [[says({ content: "c" }, "stop", 1), "[DONE]"]],
    "choices that are no list": [[{ ...counted, choices: null }, "[DONE]"]],
    "choices that are none": [[{ ...counted, choices: [null] }, "[DONE]"]],
  })("is repeated to the byte before %s", (rest) => {
    const events = [...last, ...rest];
    expect(repeated("chat-completions", events)).toMatchObject({ text: framed(events), told: [] });
  });

  it("is repeated in the text that it came in", () => {
    const text = framed([...last, "[DONE]"])
      .replaceAll('":', '" : ')
      .replaceAll('"m"', '"\\u006d"');
    expect(run(createStreamTranslator({ from: "chat-completions", to: "chat-completions" }), [text])).toEqual({ text, issues: [] });
  });

  it("stands before the error that breaks it off, and beside the one that it tells", () => {
    const error = { error: { message: "Busy", code: null } };
    expect(repeated("chat-completions", [...last, error]).out).toEqual([...last, error]);
    const broken = { ...says({ content: "c" }, "stop"), ...error };
    expect(repeated("chat-completions", [...last, broken]).out).toEqual([says({ content: "a" }), says({ content: "b" }), broken]);
    const { text } = run(createStreamTranslator({ from: "chat-completions", to: "chat-completions" }), [framed(last), 'data: {"ch']);
    expect(text.startsWith(framed(last))).toBe(true);
    expect(text).not.toContain("[DONE]");
  });
});

describe("a generate-content stream", () => {
  const answer = (parts: object[], more: object = {}, index?: number) => ({
    candidates: [{ content: { role: "model", parts }, ...(index === undefined ? {} : { index }), ...more }],
    modelVersion: "g",
    responseId: "r",
  });
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  const begun = answer([{ functionCall: { name: "f", willContinue: true } }]);
  const piece = (jsonPath: string) => answer([{ functionCall: { partialArgs: [{ jsonPath, stringValue: "x" }], willContinue: true } }]);
  const end = { finishReason: "STOP" };

  cases({
    "another call": [[begun, piece("$.a"), answer([{ functionCall: { name: "g", args: { b: 1 } } }], end)]],
    text: [[begun, { ...answer([{ text: "Hi" }], end), usageMetadata }]],
    "pieces without a place": [[begun, piece("$["), answer([{ text: "Hi" }], end)]],
  })("repeats what breaks off a call that was to be continued: %s", (events) => {
    const { text, told } = repeated("generate-content", events);
    expect(text).toBe(framed(events));
    expect(told).toContain("warning stream.protocol 0.candidates.0.content.parts.0");
  });

  it("goes on without what comes after the end of a candidate, and with what stands beside it", () => {
    const ended = [answer([{ text: "Hi" }]), answer([], end)];
    const late = "warning stream.protocol 2.candidates.0.content";
    const out = (event: object) => repeated("generate-content", [...ended, event]);
    expect(out(answer([{ text: "!" }]))).toMatchObject({ out: ended, told: [late] });
    expect(out({ ...answer([{ text: "!" }]), usageMetadata })).toMatchObject({
      out: [...ended, { candidates: [], usageMetadata }],
      told: [late],
    });
    expect(out(answer([{ text: "!" }], { tokenCount: 5 })).out[2]).toEqual({ ...answer([]), candidates: [{ index: 0, tokenCount: 5 }] });
    const { candidates } = answer([{ text: "b" }], end, 1);
    const both = { ...answer([{ text: "!" }], {}, 0), candidates: [...answer([{ text: "!" }], {}, 0).candidates, ...candidates] };
    expect(out(both).out[2]).toEqual({ ...both, candidates });
  });

  it.each([[null], [[null]], [{}]])("repeats what has no candidates but %j", (candidates) => {
    const events = [{ ...answer([]), candidates, usageMetadata }, answer([{ text: "Hi" }], end)];
    expect(repeated("generate-content", events)).toMatchObject({ text: framed(events), told: [] });
  });
});

describe("a messages stream with a block that was never stopped", () => {
  const usage = { input_tokens: 9, output_tokens: 0 };
  const head = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, stop_sequence: null, usage };
  const start = { type: "message_start", message: head };
  const opened = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
  const stopped = (index: number) => ({ type: "content_block_stop", index });
  const text = (index: number) => [
    opened(index, { type: "text", text: "" }),
    { type: "content_block_delta", index, delta: { type: "text_delta", text: "Hi" } },
  ];
  const end = [
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ];

  it.each([
    { type: "mcp_tool_use", id: "mcptoolu_1", name: "echo", server_name: "e", input: {} },
    { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: [] },
    { type: "container_upload", file_id: "file_1" },
    { type: "compaction", content: "Short" },
  ])("repeats the $type behind it", (block) => {
    const rest = [opened(1, block), stopped(1), ...text(2), stopped(2), ...end];
    const { out, told } = repeated("messages", [start, ...text(0), ...rest]);
    expect(out).toEqual([start, ...text(0), stopped(0), ...rest]);
    expect(told).toEqual(["warning stream.protocol 3"]);
  });

  it("repeats a block that waits for a call until the end, also where nothing says why the answer ended", () => {
    const call = { type: "mcp_tool_use", id: "mcptoolu_1", name: "echo", server_name: "e" };
    const thought = { type: "redacted_thinking", data: "x" };
    const counts = { type: "message_delta", delta: { stop_reason: null }, usage: { output_tokens: 5 } };
    const { out } = repeated("messages", [start, opened(0, call), opened(1, thought), counts, { type: "message_stop" }]);
    expect(out.slice(0, 5)).toEqual([start, opened(0, call), stopped(0), opened(1, thought), stopped(1)]);
  });

  it("goes on without what is no block", () => {
    const { out } = repeated("messages", [start, ...text(0), opened(1, { type: 5 }), stopped(0), ...end]);
    expect(out).toEqual([start, ...text(0), stopped(0), ...end]);
  });
});
