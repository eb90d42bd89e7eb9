/** Bugs of other projects in answers, streams and errors between chat-completions and messages: none of them happens here. */
import { describe, expect, test } from "vitest";
import {
  collectStream,
  createEventTranslator,
  createStreamTranslator,
  streamResponse,
  translateError,
  translateResponse,
} from "../../src/index.js";
import * as msg from "../support/msg.js";
import { text as textPart } from "../support/parts.js";

const chatAnswer = (message: object, more: object = {}) => ({
  id: "x",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: null, ...message }, finish_reason: "stop", ...more }],
});
const messagesAnswer = (content: readonly object[], more: object = {}) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content,
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
  ...more,
});

function toMessages(body: object) {
  const result = translateResponse(body, { from: "chat-completions", to: "messages" });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return JSON.parse(JSON.stringify(result.value));
}
function toChat(body: object) {
  const result = translateResponse(body, { from: "messages", to: "chat-completions" });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return JSON.parse(JSON.stringify(result.value));
}

const delta = (inner: object, finish_reason: string | null = null) => ({
  id: "x",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta: inner, finish_reason }],
});
const called = (index: number, inner: object) => delta({ tool_calls: [{ index, ...inner }] });

function eventsToMessages(chunks: readonly object[]) {
  const translator = createEventTranslator({ from: "chat-completions", to: "messages" });
  const all = [...chunks.flatMap((chunk) => translator.push(chunk).events), ...translator.end().events];
  return JSON.parse(JSON.stringify(all));
}
function eventsToChat(events: readonly object[]) {
  const translator = createEventTranslator({ from: "messages", to: "chat-completions" });
  const all = [...events.flatMap((event) => translator.push(event).events), ...translator.end().events];
  return JSON.parse(JSON.stringify(all));
}

interface Line {
  readonly type: string;
  readonly index?: number;
  readonly content_block?: { readonly type: string };
  readonly delta?: { readonly type?: string; readonly text?: string; readonly thinking?: string; readonly partial_json?: string };
}
/** One short line for each event: `start 0 text`, `delta 0 Hi`. */
const lines = (events: readonly Line[]) =>
  events.map(({ type, index, content_block, delta: said }) => {
    if (type === "content_block_start") return `start ${index} ${content_block?.type}`;
    if (type === "content_block_delta") return `delta ${index} ${said?.text ?? said?.thinking ?? said?.partial_json}`;
    return type === "content_block_stop" ? `stop ${index}` : type;
  });

describe("whole answers", () => {
  test("counts of the cache are inside the input there, and beside it here (BB-010, BB-011, BB-068)", () => {
    const chat = toChat(
      messagesAnswer([], { usage: { input_tokens: 7, cache_creation_input_tokens: 100, cache_read_input_tokens: 9000, output_tokens: 5 } }),
    );
    expect(chat.usage).toMatchObject({
      prompt_tokens: 9107,
      completion_tokens: 5,
      total_tokens: 9112,
      prompt_tokens_details: { cached_tokens: 9000 },
    });
    const usage = { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 75 }, completion_tokens: 3 };
    expect(toMessages({ ...chatAnswer({ content: "a" }), usage }).usage).toMatchObject({
      input_tokens: 25,
      cache_read_input_tokens: 75,
      output_tokens: 3,
    });
  });

  test.each([
    ["model_context_window_exceeded", "length"],
    ["pause_turn", "stop"],
    ["refusal", "content_filter"],
    ["max_tokens", "length"],
    ["stop_sequence", "stop"],
  ])("%s is %s (BB-025)", (stop_reason, finish_reason) => {
    expect(toChat(messagesAnswer([textPart("a")], { stop_reason })).choices[0].finish_reason).toBe(finish_reason);
  });

  test.each(["end", "eos"])("a finish reason %j of a compatible server is the end of a turn (BB-029)", (finish_reason) => {
    expect(toMessages(chatAnswer({ content: "a" }, { finish_reason })).stop_reason).toBe("end_turn");
  });

  test("every field that clients demand is there (BB-052)", () => {
    expect(Object.keys(toMessages(chatAnswer({ content: "a" }))).sort()).toEqual(
      ["content", "id", "model", "role", "stop_reason", "stop_sequence", "type", "usage"].sort(),
    );
  });

  test("a refusal is a refusal both ways (BB-067)", () => {
    expect(toMessages(chatAnswer({ refusal: "I cannot" }))).toMatchObject({ content: [textPart("I cannot")], stop_reason: "refusal" });
    const back = toChat(
      messagesAnswer([], { stop_reason: "refusal", stop_details: { type: "refusal", category: null, explanation: "I cannot" } }),
    );
    expect(back.choices[0]).toMatchObject({ finish_reason: "content_filter", message: { refusal: "I cannot" } });
    expect(toChat(messagesAnswer([textPart("a")])).choices[0].message.refusal).toBeNull();
  });

  test("all texts and all calls arrive, and calls alone have no content (BB-115)", () => {
    const use = msg.use("t", "f", { a: 1 });
    const { message } = toChat(messagesAnswer([textPart("a"), use, textPart("b")], { stop_reason: "tool_use" })).choices[0];
    expect(message).toMatchObject({ content: "ab", tool_calls: [{ id: "t", function: { name: "f", arguments: '{"a":1}' } }] });
    expect(toChat(messagesAnswer([use], { stop_reason: "tool_use" })).choices[0].message.content).toBeNull();
  });

  test("unsigned thoughts have an empty signature, whole or streamed (BB-098)", () => {
    const [block] = toMessages(chatAnswer({ content: "a", reasoning_content: "x" })).content;
    expect(block).toEqual(msg.thinking("x", ""));
    const [, start] = eventsToMessages([delta({ reasoning_content: "x" }), delta({ content: "a" }), delta({}, "stop")]);
    expect(start.content_block).toEqual(msg.thinking("", ""));
  });

  test("signed thoughts without text and redacted ones survive (BB-154)", () => {
    const content = [msg.thinking("", "S"), { type: "redacted_thinking", data: "R" }];
    const chat = toChat(messagesAnswer(content));
    expect(chat.choices[0].message.content).toBe("");
    expect(toMessages(chat).content).toEqual(content);
  });

  test("a whole answer becomes a stream that tells all of it (BB-160)", () => {
    const whole = messagesAnswer([msg.thinking("T", "S"), textPart("a"), msg.use("t", "f", { a: 1 })]);
    const streamed = streamResponse(whole, { style: "messages" });
    const collected = streamed.ok ? collectStream(streamed.value, { style: "messages" }) : streamed;
    expect(collected.ok && collected.value).toEqual(whole);
  });
});

describe("streams into messages", () => {
  test("calls that come whole, in pieces or side by side are blocks one after another (BB-013, BB-016, BB-143)", () => {
    const events = eventsToMessages([
      called(0, { id: "A", type: "function", function: { name: "f", arguments: '{"a":' } }),
      called(1, { id: "B", type: "function", function: { name: "g", arguments: '{"b":1}' } }),
      called(0, { function: { arguments: "1}" } }),
      delta({}, "tool_calls"),
    ]);
    expect(lines(events)).toEqual([
      "message_start",
      "start 0 tool_use",
      'delta 0 {"a":',
      "delta 0 1}",
      "stop 0",
      "start 1 tool_use",
      'delta 1 {"b":1}',
      "stop 1",
      "message_delta",
      "message_stop",
    ]);
  });

  test("an empty id or name, or none at all, goes on with the same call (BB-015, BB-142)", () => {
    const events = eventsToMessages([
      called(0, { id: "c1", function: { name: "Read" } }),
      called(0, { id: "", function: { name: "", arguments: '{"p":1' } }),
      delta({ tool_calls: [{ function: { arguments: "}" } }] }),
      delta({}, "tool_calls"),
    ]);
    expect(lines(events).filter((line) => line.startsWith("start"))).toEqual(["start 0 tool_use"]);
    expect(lines(events).filter((line) => line.startsWith("delta"))).toEqual(['delta 0 {"p":1', "delta 0 }"]);
  });

  test("a name that comes in pieces is whole before its block opens (BB-100)", () => {
    const events = eventsToMessages([
      called(0, { id: "c", function: { name: "get_" } }),
      called(0, { function: { name: "weather" } }),
      called(0, { function: { arguments: "{}" } }),
      delta({}, "tool_calls"),
    ]);
    expect(events[1].content_block.name).toBe("get_weather");
  });

  test("thoughts and text are blocks of their own, and none is opened for nothing (BB-017, BB-145, BB-157, BB-163)", () => {
    const events = eventsToMessages([
      delta({ role: "assistant", content: "" }),
      delta({ reasoning_content: "hmm" }),
      delta({ content: "Hi" }),
      delta({}, "stop"),
    ]);
    expect(lines(events)).toEqual([
      "message_start",
      "start 0 thinking",
      "delta 0 hmm",
      "stop 0",
      "start 1 text",
      "delta 1 Hi",
      "stop 1",
      "message_delta",
      "message_stop",
    ]);
    expect(lines(eventsToMessages([delta({ reasoning_content: "x" }), delta({}, "stop")])).slice(-3)).toEqual([
      "stop 0",
      "message_delta",
      "message_stop",
    ]);
  });

  test("role, id and the first text may share a chunk (BB-101)", () => {
    expect(lines(eventsToMessages([delta({ role: "assistant", content: "Hi" }), delta({}, "stop")])).slice(0, 3)).toEqual([
      "message_start",
      "start 0 text",
      "delta 0 Hi",
    ]);
  });

  test("counts that come last are told last, all of them (BB-012, BB-103)", () => {
    const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12, prompt_tokens_details: { cached_tokens: 4 } };
    const events = eventsToMessages([delta({ content: "a" }), delta({}, "stop"), { ...delta({}), choices: [], usage }]);
    expect(events[0].message.usage).toMatchObject({ input_tokens: 0, output_tokens: 0 });
    expect(events.at(-2).usage).toMatchObject({ input_tokens: 6, cache_read_input_tokens: 4, output_tokens: 2 });
  });

  test("a stream that was cut ends in an error, one that only forgot its end does not (BB-018, BB-071)", () => {
    expect(lines(eventsToMessages([delta({ content: "a" })])).at(-1)).toBe("error");
    expect(lines(eventsToMessages([delta({ content: "a" }), delta({}, "stop")])).at(-1)).toBe("message_stop");
  });
});

describe("streams out of messages", () => {
  const start = { type: "message_start", message: { ...messagesAnswer([]), stop_reason: null } };
  const block = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
  const stop = (index: number) => ({ type: "content_block_stop", index });
  const end = [{ type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 5 } }, { type: "message_stop" }];
  const use = (id: string) => msg.use(id, "f");

  test("calls are numbered from zero, and one without input has an empty object (BB-006, BB-038)", () => {
    const chunks = eventsToChat([
      start,
      block(0, textPart("")),
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "a" } },
      stop(0),
      block(1, use("A")),
      stop(1),
      block(2, use("B")),
      stop(2),
      ...end,
    ]);
    const calls = chunks.flatMap(
      ({ choices }: { choices: { delta: { tool_calls?: { index: number; function?: { arguments?: string } }[] } }[] }) =>
        choices.flatMap(({ delta: { tool_calls = [] } }) => tool_calls),
    );
    expect([...new Set(calls.map(({ index }: { index: number }) => index))]).toEqual([0, 1]);
    const texts = [0, 1].map((index) =>
      calls
        .filter((call: { index: number }) => call.index === index)
        .map((call: { function?: { arguments?: string } }) => call.function?.arguments ?? "")
        .join(""),
    );
    expect(texts).toEqual(["{}", "{}"]);
  });

  test("an error in the middle is an error, and nothing follows it (BB-026)", () => {
    const chunks = eventsToChat([start, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }]);
    expect(chunks.at(-1)).toMatchObject({ error: { message: "Overloaded", code: "overloaded" } });
  });

  test("usage stands in a chunk of its own, before the end marker (BB-158)", () => {
    const translator = createStreamTranslator({ from: "messages", to: "chat-completions", context: { includeStreamUsage: true } });
    const text = [start, ...end].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    const out = new TextDecoder().decode(translator.push(text)) + new TextDecoder().decode(translator.end());
    const frames = out.trim().split("\n\n");
    expect(frames.at(-1)).toBe("data: [DONE]");
    expect(JSON.parse(frames.at(-2)?.slice(6) ?? "")).toMatchObject({ choices: [], usage: { completion_tokens: 5 } });
  });

  test("pings and comments are no content (BB-106)", () => {
    const translator = createStreamTranslator({ from: "messages", to: "chat-completions" });
    expect(translator.push(": keep-alive\n\n")).toHaveLength(0);
    translator.push(`event: message_start\ndata: ${JSON.stringify(start)}\n\n`);
    expect(translator.push('event: ping\ndata: {"type":"ping"}\n\n')).toHaveLength(0);
  });
});

describe("errors", () => {
  test("an error has the form of messages, without words of another language (BB-056)", () => {
    const body = { error: { message: "no", type: "invalid_request_error", param: null, code: null } };
    expect(translateError({ status: 400, body }, { from: "chat-completions", to: "messages" }).value.body).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message: "no" },
    });
  });

  test("an error inside the message of another is unpacked (BB-119)", () => {
    const inner = JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: "M" } });
    const body = { type: "error", error: { type: "api_error", message: inner } };
    const { value } = translateError({ status: 400, body }, { from: "messages", to: "chat-completions" });
    expect(value.body.error.message).toBe("M");
  });
});
