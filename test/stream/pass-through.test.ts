/** Streams of a real style into the same style: what is repeated, what is mended, and what end they get. */
import { describe, expect, it } from "vitest";
import { createEventTranslator, createStreamTranslator, type StreamTranslatorOptions } from "../../src/index.js";
import type { StyleName } from "../../src/model/common.js";
import { cases } from "../support/cases.js";
import { chunk } from "../support/cc.js";
import { checkSequence } from "../support/grammar.js";
import { text } from "../support/parts.js";
import { run } from "../support/streams.js";

type Options = Partial<Omit<StreamTranslatorOptions, "from" | "to">>;

function framed(style: StyleName, events: readonly (object | string)[]): string {
  return events
    .map((event) => {
      const name = style === "messages" && typeof event === "object" ? `event: ${Reflect.get(event, "type")}\n` : "";
      return `${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`;
    })
    .join("");
}

/** The events that come out, parsed, and the codes of what was found. */
function repeated(style: StyleName, events: readonly (object | string)[], options: Options = {}) {
  const { text, issues } = run(createStreamTranslator({ from: style, to: style, ...options }), [framed(style, events)]);
  const data = text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length));
  return {
    text,
    events: data.map((line): unknown => (line === "[DONE]" ? line : JSON.parse(line))),
    issues,
    codes: issues.map(({ code }) => code),
  };
}

const start = {
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 0 },
  },
};
const block = { type: "content_block_start", index: 0, content_block: text() };
const hi = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } };
const blockStop = { type: "content_block_stop", index: 0 };
const told = { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } };
const stop = { type: "message_stop" };

describe("a messages stream", () => {
  it("gets the message_stop that its source forgot", () => {
    const { events, codes } = repeated("messages", [start, block, hi, blockStop, told]);
    expect(events).toEqual([start, block, hi, blockStop, told, stop]);
    expect(codes).toEqual(["stream.truncated"]);
  });

  it("gets the end of its message and of its block where only message_stop came", () => {
    const { events, text } = repeated("messages", [start, block, hi, stop]);
    expect(events.slice(0, 3)).toEqual([start, block, hi]);
    expect(events.slice(3)).toMatchObject([
      blockStop,
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { input_tokens: 9 } },
      stop,
    ]);
    expect(checkSequence("messages", text, { repeated: true })).toEqual([]);
  });

  it("gets the reason that its message_start told already", () => {
    const early = { ...start, message: { ...start.message, stop_reason: "max_tokens" } };
    expect(repeated("messages", [early, stop]).events).toMatchObject([
      early,
      { type: "message_delta", delta: { stop_reason: "max_tokens" } },
      stop,
    ]);
  });

  cases({
    "a block": [[block, hi, blockStop, told, stop]],
    "the reason of the end": [[told, stop]],
    "its end": [[stop]],
  })("gets a message_start where %s comes first", (events) => {
    const mended = repeated("messages", events);
    expect(mended.events[0]).toMatchObject({ type: "message_start", message: { content: [], stop_reason: null } });
    expect(mended.events.slice(1, 1 + events.length - 1)).toEqual(events.length === 1 ? [] : events.slice(0, -1));
    expect(mended.events.at(-1)).toEqual(stop);
    expect(checkSequence("messages", mended.text, { repeated: true })).toEqual([]);
  });

  it("gets a message_start where only what says nothing came before its first block, named as the options name it", () => {
    const { events } = repeated("messages", [{ type: "ping" }, block, hi, blockStop, told, stop], { responseId: "msg_x" });
    expect(events[0]).toMatchObject({ type: "message_start", message: { id: "msg_x" } });
    expect(events.slice(1)).toEqual([block, hi, blockStop, told, stop]);
  });

  it("has its blocks counted without gaps, and closed before the next one", () => {
    const at = (index: number, event: object) => ({ ...event, index });
    const { events, codes } = repeated("messages", [start, at(2, block), at(2, hi), at(5, block), at(5, hi), at(5, blockStop), told, stop]);
    expect(events).toEqual([start, block, hi, blockStop, at(1, block), at(1, hi), at(1, blockStop), told, stop]);
    expect(codes).toEqual(["stream.protocol", "stream.protocol"]);
  });

  it("goes on without what belongs to a block that had to be closed", () => {
    const piece = { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "late" } };
    const first = { ...block, content_block: { type: "thinking", thinking: "", signature: "" } };
    const second = { ...block, index: 1 };
    const { events, text, codes } = repeated("messages", [start, first, second, piece, blockStop, { ...blockStop, index: 1 }, told, stop]);
    expect(events).toEqual([start, first, blockStop, second, { ...blockStop, index: 1 }, told, stop]);
    expect(codes).toEqual(["stream.protocol", "stream.late_delta"]);
    expect(checkSequence("messages", text, { repeated: true })).toEqual([]);
  });

  it("tells its reason again where the source does", () => {
    expect(repeated("messages", [start, told, told, { type: "ping" }, stop])).toMatchObject({
      events: [start, told, told, { type: "ping" }, stop],
      codes: [],
    });
  });
});

describe("a chat-completions stream", () => {
  it("goes on without content that comes after the finish reason, in whatever place its choice is named", () => {
    for (const index of [0, null]) {
      const events = [chunk({ content: "Hi" }, null, index), chunk({}, "stop", index)];
      const { events: out, codes } = repeated("chat-completions", [...events, chunk({ content: "!" }, null, index), "[DONE]"]);
      expect(out).toEqual([...events, "[DONE]"]);
      expect(codes).toEqual(["stream.protocol"]);
    }
  });

  it("goes on after a finish reason that is no word", () => {
    for (const reason of [false, true, [], {}]) {
      const said = (delta: object) => ({ ...chunk(delta), choices: [{ index: 0, delta, finish_reason: reason }] });
      const deltas = [{ content: "Hi" }, {}, { content: "!" }];
      const { events, text } = repeated("chat-completions", [...deltas.map(said), "[DONE]"]);
      expect(events.slice(0, 3)).toMatchObject(deltas.map((delta) => ({ choices: [{ delta }] })));
      expect(checkSequence("chat-completions", text, { repeated: true })).toEqual([]);
    }
  });

  it("gets the finish reason of the choice alone that has none", () => {
    const events = [chunk({ content: "A" }), chunk({ content: "B" }, null, 1), chunk({}, "length")];
    expect(repeated("chat-completions", [...events, "[DONE]"]).events).toMatchObject([
      ...events,
      { choices: [{ index: 1, delta: {}, finish_reason: "stop" }] },
      "[DONE]",
    ]);
  });

  it("loses no choice to another that has ended", () => {
    const both = (first: object, second: object, index: number | null = null) => {
      const { choices, ...envelope } = chunk(first, null, index);
      return { ...envelope, choices: [...choices, { index: 1, delta: second, finish_reason: null }] };
    };
    const ended = chunk({}, "stop");
    const { events } = repeated("chat-completions", [
      both({ content: "A" }, { content: "B" }),
      ended,
      both({ content: "!" }, { content: "C" }),
    ]);
    expect(events[2]).toEqual(chunk({ content: "C" }, null, 1));
    expect(events.at(-1)).toMatchObject({ error: {} });
    const counted = { ...chunk({ content: "!" }), usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } };
    expect(repeated("chat-completions", [chunk({ content: "Hi" }, "stop"), ended, counted, "[DONE]"]).events[2]).toEqual({
      ...counted,
      choices: [],
    });
  });

  it("repeats what says nothing after the finish reason", () => {
    const events = [chunk({ content: "Hi" }), chunk({}, "stop"), chunk({ role: "assistant", content: "", tool_calls: [{ index: 0 }] })];
    expect(repeated("chat-completions", [...events, "[DONE]"])).toMatchObject({ events: [...events, "[DONE]"], codes: [] });
  });

  it("gets an end that is named as the options name it, where its source names nothing", () => {
    const choices = [{ index: 0, delta: { content: "Hi" }, finish_reason: null }];
    const { events } = repeated("chat-completions", [{ choices }, "[DONE]"], { responseId: "x", created: 5 });
    expect(events).toMatchObject([{ choices }, { id: "x", created: 5, choices: [{ finish_reason: "stop" }] }, "[DONE]"]);
  });

  it("ends in an error where its end marker is all that came", () => {
    expect(repeated("chat-completions", ["[DONE]"])).toMatchObject({ events: [{ error: {} }], codes: ["stream.truncated"] });
  });

  it("gets the end of an answer where it has no choice at all", () => {
    const empty = { ...chunk({}), choices: [] };
    expect(repeated("chat-completions", [empty, "[DONE]"]).events).toMatchObject([
      empty,
      { choices: [{ finish_reason: "stop" }] },
      "[DONE]",
    ]);
  });
});

describe("the option model", () => {
  it("replaces the model of every event that names one, and is spoken of once", () => {
    const { events, issues } = repeated("chat-completions", [chunk({ content: "Hi" }), chunk({}, "stop"), "[DONE]"], { model: "alias" });
    expect(events).toMatchObject([{ model: "alias" }, { model: "alias" }, "[DONE]"]);
    expect(issues).toMatchObject([{ code: "conflict.resolved", path: [0, "model"], from: "m", to: "alias" }]);
    expect(repeated("messages", [start, told, stop], { model: "alias" }).events[0]).toMatchObject({ message: { model: "alias" } });
  });

  it("leaves events alone that name none, or the same", () => {
    const nameless = [{ ...start, message: { ...start.message, model: null } }, told, stop];
    expect(repeated("messages", nameless, { model: "alias" })).toMatchObject({ events: nameless, codes: [] });
    const translator = createEventTranslator({ from: "messages", to: "messages", model: "alias" });
    for (const event of nameless) expect(translator.push(event).events[0]).toBe(event);
    const same = [start, told, stop];
    expect(repeated("messages", same, { model: "m" })).toMatchObject({ events: same, codes: [] });
  });
});

describe("what is no event of the style", () => {
  const answer = {
    candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP", index: 0 }],
    modelVersion: "g",
    responseId: "r",
  };

  it.each<[StyleName, object, object]>([
    ["chat-completions", chunk({ content: "Hi" }), { error: { message: "Busy", code: null, x: 1 } }],
    ["messages", start, { type: "error", error: { type: "overloaded_error", message: "Busy", x: 1 } }],
  ])("is repeated as it came where it is an error of a %s stream", (style, first, error) => {
    const { events, codes } = repeated(style, [first, error, first]);
    expect(events).toEqual([first, error]);
    expect(codes).toEqual(["stream.error", "stream.protocol"]);
  });

  it("ends a stream whose error no client of the style would know for one", () => {
    const { events, codes } = repeated("messages", [start, block, { error: { message: "Busy" } }]);
    expect(events).toMatchObject([start, block, { type: "error", error: { message: "Busy" } }]);
    expect(codes).toEqual(["stream.error"]);
  });

  it("ends a chat-completions stream whose choices stand beside an error that stands elsewhere", () => {
    const broken = { ...chunk({ content: "Hi" }), x_groq: { error: "over capacity" } };
    const { events } = repeated("chat-completions", [chunk({ content: "A" }), broken]);
    expect(events).toMatchObject([{}, broken, { error: { message: "over capacity" } }]);
  });

  it("is left out of a generate-content stream, which has no order to be mended", () => {
    expect(repeated("generate-content", [{ x: 1 }, answer])).toMatchObject({ events: [answer], codes: ["stream.protocol"] });
  });
});

it("keeps of events that wait what they were, though their caller changes them", () => {
  const call = (index: number) => ({ ...block, index, content_block: { type: "tool_use", id: `t${index}`, name: "f", input: {} } });
  const later = { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "{}" } };
  const translator = createEventTranslator({ from: "messages", to: "messages" });
  for (const event of [start, call(0), call(1), later]) translator.push(event);
  later.delta.partial_json = "changed";
  const { events } = translator.push({ type: "content_block_stop", index: 0 });
  expect(events.at(-1)).toMatchObject({ index: 1, delta: { partial_json: "{}" } });
});
