import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent, Part, PartDelta } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/messages/stream.js";
import type { StreamEncodeOptions } from "../../../src/styles/style.js";
import * as msg from "../../support/msg.js";
import { text as textPart, thought as thoughtPart } from "../../support/parts.js";
import { brief, grammarFault } from "./stream-support.js";

const start: CanonicalStreamEvent = { type: "start", id: "msg_1", model: "m" };
const end: CanonicalStreamEvent = { type: "end" };
const stop: CanonicalStreamEvent = { type: "finish", choice: 0, finish: { reason: "stop" } };
const usage: CanonicalStreamEvent = { type: "usage", usage: { inputTokens: 10, outputTokens: 4 } };

function open(part: number, head: Part): CanonicalStreamEvent {
  return { type: "part-start", choice: 0, part, head };
}
function say(part: number, delta: PartDelta): CanonicalStreamEvent {
  return { type: "part-delta", choice: 0, part, delta };
}
function close(part: number): CanonicalStreamEvent {
  return { type: "part-stop", choice: 0, part };
}
const text: Part = textPart("");
const thinking: Part = thoughtPart("");
const words = (part: number) => [open(part, text), say(part, { kind: "text", text: "z" }), close(part)];
function call(id: string, name = "f", variant: "function" | "custom" = "function"): Part {
  return { type: "tool-call", id, name, variant, arguments: { json: "" } };
}

function encode(events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) {
  const issues: Issue[] = [];
  const encoder = stream.encoder({ ...options, report: (issue) => issues.push(issue) });
  const steps = events.map((event) => encoder.push(event));
  const last = encoder.end();
  const all = [...steps.flat(), ...last];
  expect(grammarFault(all)).toBeUndefined();
  return { events: all, steps, last, lines: all.map(brief), issues, codes: issues.map(({ code }) => code) };
}

describe("messages stream encoder", () => {
  it("T6: writes text and two calls as blocks one after another, and closes a call whose object is complete when the next starts", () => {
    const { lines, events } = encode([
      start,
      open(0, text),
      say(0, { kind: "text", text: "Hi" }),
      close(0),
      open(1, call("call_0")),
      say(1, { kind: "arguments", json: '{"a"' }),
      say(1, { kind: "arguments", json: ":1}" }),
      open(2, call("call_1")),
      say(2, { kind: "arguments", json: "{}" }),
      close(1),
      close(2),
      { type: "finish", choice: 0, finish: { reason: "tool-calls" } },
      usage,
      end,
    ]);
    expect(lines).toEqual([
      "message_start",
      "start 0 text",
      'delta 0 "Hi"',
      "stop 0",
      "start 1 tool_use call_0",
      'delta 1 "{\\"a\\""',
      'delta 1 ":1}"',
      "stop 1",
      "start 2 tool_use call_1",
      'delta 2 "{}"',
      "stop 2",
      "message_delta tool_use",
      "message_stop",
    ]);
    expect(events.at(-2)).toEqual({
      type: "message_delta",
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: { input_tokens: 10, output_tokens: 4 },
    });
  });

  it("closes the complete call in the very push in which the next one starts", () => {
    const { steps } = encode([start, open(0, call("a")), say(0, { kind: "arguments", json: "{}" }), open(1, call("b"))]);
    expect(steps[3]?.map(brief)).toEqual(["stop 0", "start 1 tool_use b"]);
  });

  it("reports a piece of arguments that comes after its call was closed, and leaves it out", () => {
    const { lines, codes } = encode([
      start,
      open(0, call("a")),
      say(0, { kind: "arguments", json: "{}" }),
      open(1, call("b")),
      say(0, { kind: "arguments", json: " \n" }),
      say(0, { kind: "arguments", json: "x" }),
      close(0),
      say(1, { kind: "arguments", json: "{}" }),
      close(1),
      stop,
      usage,
      end,
    ]);
    expect(codes).toEqual(["stream.late_delta"]);
    expect(lines.filter((line) => line.startsWith("delta 0"))).toEqual(['delta 0 "{}"']);
  });

  it("BB-016: keeps interleaved pieces of parallel calls apart, in the order of the calls", () => {
    const { lines } = encode([
      start,
      open(0, call("A")),
      open(1, call("B")),
      say(0, { kind: "arguments", json: '{"x":' }),
      say(1, { kind: "arguments", json: '{"y"' }),
      say(0, { kind: "arguments", json: "1}" }),
      say(1, { kind: "arguments", json: ":2}" }),
      close(0),
      close(1),
      stop,
      usage,
      end,
    ]);
    expect(lines.slice(1, -2)).toEqual([
      "start 0 tool_use A",
      'delta 0 "{\\"x\\":"',
      'delta 0 "1}"',
      "stop 0",
      "start 1 tool_use B",
      'delta 1 "{\\"y\\""',
      'delta 1 ":2}"',
      "stop 1",
    ]);
  });

  it("BB-013, BB-014: gives a call's first or only piece of arguments as a delta, never in the start", () => {
    const { events } = encode([start, open(0, call("c1")), say(0, { kind: "arguments", json: '{"a":1}' }), close(0), stop, usage, end]);
    expect(events.slice(1, 4)).toEqual([
      { type: "content_block_start", index: 0, content_block: msg.use("c1", "f") },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"a":1}' } },
      { type: "content_block_stop", index: 0 },
    ]);
  });

  it("BB-163: opens no block for a part that says nothing", () => {
    const { lines } = encode([
      start,
      open(0, text),
      say(0, { kind: "text", text: "" }),
      close(0),
      open(1, thinking),
      close(1),
      stop,
      usage,
      end,
    ]);
    expect(lines).toEqual(["message_start", "message_delta end_turn", "message_stop"]);
  });

  it("BB-017, BB-157: switches from thinking to text without losing the first text", () => {
    const { lines } = encode([
      start,
      open(0, thinking),
      say(0, { kind: "thinking", text: "hmm" }),
      close(0),
      open(1, text),
      say(1, { kind: "text", text: "Hi" }),
      close(1),
      stop,
      usage,
      end,
    ]);
    expect(lines.slice(1, -2)).toEqual(["start 0 thinking", 'delta 0 "hmm"', "stop 0", "start 1 text", 'delta 1 "Hi"', "stop 1"]);
  });

  it("BB-145: closes a block that was left open before it tells why the answer ended", () => {
    const { lines } = encode([start, open(0, thinking), say(0, { kind: "thinking", text: "x" }), stop, usage, end]);
    expect(lines.slice(2)).toEqual(['delta 0 "x"', "stop 0", "message_delta end_turn", "message_stop"]);
  });

  it("BB-012, BB-068: states the counts that are known at the start, and all of them at the end", () => {
    const { events } = encode([
      { type: "start", usage: { inputTokens: 100, outputTokens: 0, cacheReadTokens: 75 } },
      stop,
      { type: "usage", usage: { inputTokens: 100, outputTokens: 3, cacheReadTokens: 75 } },
      end,
    ]);
    expect(events[0]).toMatchObject({ message: { usage: { input_tokens: 25, cache_read_input_tokens: 75, output_tokens: 0 } } });
    expect(events[1]).toMatchObject({ usage: { input_tokens: 25, cache_read_input_tokens: 75, output_tokens: 3 } });
  });

  it("BB-012: states the caller's estimate when nothing is known at the start", () => {
    const { events } = encode([{ type: "start" }, stop, usage, end], { inputTokensEstimate: 1234 });
    expect(events[0]).toMatchObject({ message: { usage: { input_tokens: 1234, output_tokens: 0 } } });
  });

  it("BB-052: gives every field that clients demand in the first event", () => {
    const { events } = encode([start, stop, usage, end]);
    expect(events[0]).toEqual({
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 0, output_tokens: 0 },
      },
    });
  });

  it("T8: writes another vendor's signature of a call into a thought without text before it", () => {
    const signed: Part = {
      type: "tool-call",
      id: "c",
      name: "f",
      variant: "function",
      arguments: { json: "" },
      signature: { value: "Q0", origin: "generate-content" },
    };
    const { events } = encode([start, open(0, signed), say(0, { kind: "arguments", json: "{}" }), close(0), stop, usage, end]);
    expect(events.slice(1, 5)).toMatchObject([
      { content_block: msg.thinking("", "") },
      { delta: { type: "signature_delta", signature: "sig1.g.c.Q0" } },
      { type: "content_block_stop", index: 0 },
      { index: 1, content_block: { type: "tool_use" } },
    ]);
  });

  it("leaves out the signature of a call that comes when its block is open already, and says so", () => {
    const events = [start, open(0, call("c1")), say(0, { kind: "arguments", json: "{}" }), close(0), stop, usage, end];
    const signed = events.toSpliced(3, 0, say(0, { kind: "signature", value: "U0lH", origin: "generate-content" }));
    expect(encode(signed).lines).toEqual(encode(events).lines);
    expect(encode(signed).issues).toMatchObject([
      { code: "unportable.signature", severity: "warning", path: ["choices", 0, "parts", 0, "signature"], from: "generate-content" },
    ]);
  });

  it("writes the signature of a text into a thought without text after it", () => {
    const { lines } = encode([
      start,
      open(0, text),
      say(0, { kind: "text", text: "A" }),
      say(0, { kind: "signature", value: "Q1", origin: "generate-content" }),
      close(0),
      ...words(1),
      stop,
      usage,
      end,
    ]);
    expect(lines.slice(1, 7)).toEqual(["start 0 text", 'delta 0 "A"', "stop 0", "start 1 thinking", 'delta 1 "sig1.g.x.Q1"', "stop 1"]);
  });

  it.each<readonly [string, Part, readonly PartDelta[], string, readonly (string | number)[]]>([
    ["of a text", text, [{ kind: "text", text: "A" }], "dropped.field", ["choices", 0, "parts", 1, "signature"]],
    ["without a text", text, [], "dropped.part", ["choices", 0, "parts", 1]],
    ["without a thought", thinking, [], "dropped.part", ["choices", 0, "parts", 1]],
    [
      "in redacted thinking",
      { type: "redacted-thinking", data: "" },
      [{ kind: "data", data: "d" }],
      "dropped.part",
      ["choices", 0, "parts", 1],
    ],
  ])("ends in no block made for a signature %s", (_what, head, deltas, code, path) => {
    const signed = say(1, { kind: "signature", value: "Q1", origin: "generate-content" });
    const { lines, issues } = encode([
      start,
      ...words(0),
      open(1, head),
      ...deltas.map((delta) => say(1, delta)),
      signed,
      close(1),
      stop,
      usage,
      end,
    ]);
    expect(lines.filter((line) => /thinking|sig1/.test(line))).toEqual([]);
    expect(issues.filter(({ code }) => code.startsWith("dropped"))).toMatchObject([{ code, severity: "info", path }]);
  });

  it("gives its own signatures as they are, wraps those of others, and sends none for unsigned thinking", () => {
    const thought = (part: number, signature?: PartDelta): CanonicalStreamEvent[] => [
      open(part, thinking),
      say(part, { kind: "thinking", text: "t" }),
      ...(signature === undefined ? [] : [say(part, signature)]),
      close(part),
    ];
    const { lines } = encode([
      start,
      ...thought(0, { kind: "signature", value: "S", origin: "messages" }),
      ...thought(1, { kind: "signature", value: "G", origin: "generate-content" }),
      ...thought(2),
      stop,
      usage,
      end,
    ]);
    expect(lines.filter((line) => line.startsWith("delta"))).toEqual([
      'delta 0 "t"',
      'delta 0 "S"',
      'delta 1 "t"',
      'delta 1 "sig1.g.t.G"',
      'delta 2 "t"',
    ]);
  });

  it("BB-067: tells a refusal as text, as the reason of the end, and as its explanation", () => {
    const { events } = encode([
      start,
      open(0, { type: "refusal", text: "" }),
      say(0, { kind: "refusal", text: "I cannot" }),
      close(0),
      stop,
      usage,
      end,
    ]);
    expect(events[2]).toMatchObject({ delta: { type: "text_delta", text: "I cannot" } });
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "refusal", stop_details: { type: "refusal", explanation: "I cannot" } } });
  });

  it("drops every choice but the first, and says so once", () => {
    const other: CanonicalStreamEvent = { type: "part-delta", choice: 1, part: 0, delta: { kind: "text", text: "x" } };
    const { lines, codes } = encode([start, { type: "part-start", choice: 1, part: 0, head: text }, other, other, stop, usage, end]);
    expect(codes).toEqual(["dropped.choice"]);
    expect(lines).toEqual(["message_start", "message_delta end_turn", "message_stop"]);
  });

  it("ends in an error event with the block left open when the source failed", () => {
    const { lines, events } = encode([
      start,
      open(0, text),
      say(0, { kind: "text", text: "A" }),
      { type: "error", error: { kind: "overloaded", status: 529, message: "Overloaded", retryable: true } },
      end,
    ]);
    expect(lines).toEqual(["message_start", "start 0 text", 'delta 0 "A"', "error"]);
    expect(events.at(-1)).toEqual({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } });
  });

  it("BB-118: writes nothing but the error when the source failed before it began", () => {
    const { lines } = encode([{ type: "error", error: { kind: "unavailable", status: 503, message: "m", retryable: true } }, end]);
    expect(lines).toEqual(["error"]);
  });

  it("BB-071: ends in an error when the events stop without an end", () => {
    const { lines } = encode([start, open(0, call("a")), say(0, { kind: "arguments", json: '{"a"' })]);
    expect(lines).toEqual(["message_start", "start 0 tool_use a", 'delta 0 "{\\"a\\""', "error"]);
  });

  it("makes up the first event when the source has none", () => {
    const { lines } = encode([open(0, text), say(0, { kind: "text", text: "A" }), close(0), stop, usage, end], { context: { model: "x" } });
    expect(lines[0]).toBe("message_start");
  });

  it("writes free-form input as the text of a field, in pieces that join to JSON", () => {
    const { events } = encode([
      start,
      open(0, call("c", "f", "custom")),
      say(0, { kind: "arguments", json: 'say "' }),
      say(0, { kind: "arguments", json: 'hi"\n' }),
      close(0),
      stop,
      usage,
      end,
    ]);
    const json = events.flatMap((event) =>
      event.type === "content_block_delta" ? [String(Reflect.get(event.delta, "partial_json"))] : [],
    );
    expect(JSON.parse(json.join(""))).toEqual({ input: 'say "hi"\n' });
  });

  it("wraps arguments that are no object, and says so", () => {
    const { events, codes } = encode([
      start,
      open(0, call("c")),
      say(0, { kind: "arguments", json: " " }),
      say(0, { kind: "arguments", json: "[1,\u{1F600}" }),
      close(0),
      stop,
      usage,
      end,
    ]);
    const json = events.flatMap((event) =>
      event.type === "content_block_delta" ? [String(Reflect.get(event.delta, "partial_json"))] : [],
    );
    expect(JSON.parse(json.join(""))).toEqual({ __raw_arguments: " [1,\u{1F600}" });
    expect(codes).toEqual(["approximated.arguments"]);
  });

  const called = (json: string) => [start, open(0, call("c")), say(0, { kind: "arguments", json }), close(0), open(1, text), stop, end];

  it.each(["[1]", "{a: 1}", '{"a":1'])("ends in an error where arguments that are no object must not be wrapped: %s", (json) => {
    const { events, issues } = encode(called(json), { invalidArguments: "reject" });
    expect(events.at(-1)).toMatchObject({ type: "error" });
    expect(issues.map(({ code, path }) => [code, path])).toEqual([["failed.unsupported", ["choices", 0, "parts", 0, "arguments"]]]);
  });

  it("says of arguments whose braces match that they are no JSON", () => {
    expect(encode(called("{a: 1}")).codes).toContain("approximated.arguments");
    expect(encode(called('{"a": 1}')).codes).not.toContain("approximated.arguments");
  });

  it("sends a call without arguments an empty object", () => {
    const { lines } = encode([start, open(0, call("c")), close(0), stop, usage, end]);
    expect(lines.slice(1, -2)).toEqual(["start 0 tool_use c", 'delta 0 "{}"', "stop 0"]);
  });

  it("writes the input that a tool of the service leaves null as an object without members", () => {
    const search: Part = { type: "server-tool-call", id: "s", name: "web_search", input: null };
    const { lines } = encode([start, open(0, search), close(0), stop, usage, end]);
    expect(lines.slice(1, -2)).toEqual(["start 0 server_tool_use s", 'delta 0 "{}"', "stop 0"]);
  });

  it("passes pings on once the message has started", () => {
    const { lines } = encode([{ type: "ping" }, start, { type: "ping" }, stop, usage, end]);
    expect(lines).toEqual(["message_start", "ping", "message_delta end_turn", "message_stop"]);
  });

  it("puts text out in the push in which it came", () => {
    const { steps } = encode([start, open(0, text), say(0, { kind: "text", text: "A" }), say(0, { kind: "text", text: "B" })]);
    expect(steps.map((step) => step.length)).toEqual([1, 0, 2, 1]);
  });

  it("states zero and says so when the source counted nothing", () => {
    const { events, codes } = encode([start, stop, end]);
    expect(events.at(-2)).toMatchObject({ usage: { input_tokens: 0, output_tokens: 0 } });
    expect(codes).toEqual(["approximated.usage"]);
  });
});

describe("parts that overlap", () => {
  const others: Part = textPart("");

  it.each<readonly [string, Part, PartDelta, PartDelta]>([
    ["a text", text, { kind: "text", text: "a" }, { kind: "text", text: "b" }],
    ["a thought", thinking, { kind: "thinking", text: "a" }, { kind: "thinking", text: "b" }],
    ["a call of a free-form tool", call("c", "f", "custom"), { kind: "arguments", json: "{}" }, { kind: "arguments", json: "b" }],
    [
      "redacted thinking",
      { type: "redacted-thinking", data: "", signature: { value: "", origin: "messages" } },
      { kind: "data", data: "a" },
      { kind: "data", data: "b" },
    ],
  ])("wait until %s has stopped, which loses nothing by them", (_what, head, first, second) => {
    const alone = encode([start, open(0, head), say(0, first), say(0, second), close(0), stop, usage, end]).lines;
    const { lines } = encode([
      start,
      open(0, head),
      say(0, first),
      open(1, others),
      say(1, { kind: "text", text: "x" }),
      say(0, second),
      close(0),
      close(1),
      stop,
      usage,
      end,
    ]);
    expect(lines).toEqual([...alone.slice(0, -2), "start 1 text", 'delta 1 "x"', "stop 1", ...alone.slice(-2)]);
  });

  it("are written in the push that ends what they waited for, those that have stopped first", () => {
    const { steps, last } = encode([
      start,
      open(0, text),
      say(0, { kind: "text", text: "a" }),
      open(1, call("b")),
      say(1, { kind: "arguments", json: "{}" }),
      close(1),
      open(2, call("c")),
      say(2, { kind: "arguments", json: "{}" }),
      open(3, text),
      say(3, { kind: "text", text: "d" }),
      open(4, text),
      close(0),
      say(3, { kind: "text", text: "e" }),
      close(3),
      stop,
      usage,
    ]);
    expect(steps[11]?.map(brief)).toEqual([
      "stop 0",
      "start 1 tool_use b",
      'delta 1 "{}"',
      "stop 1",
      "start 2 tool_use c",
      'delta 2 "{}"',
      "stop 2",
      "start 3 text",
      'delta 3 "d"',
    ]);
    expect(steps[12]?.map(brief)).toEqual(['delta 3 "e"']);
    expect(last.map(brief)).toEqual(["message_delta end_turn", "message_stop"]);
  });

  it("are all written when the answer ends before they stopped", () => {
    const { lines } = encode([
      start,
      open(0, text),
      say(0, { kind: "text", text: "a" }),
      open(1, text),
      say(1, { kind: "text", text: "b" }),
      open(2, call("c")),
      stop,
      usage,
      end,
    ]);
    expect(lines.slice(1, -2)).toEqual([
      "start 0 text",
      'delta 0 "a"',
      "stop 0",
      "start 1 text",
      'delta 1 "b"',
      "stop 1",
      "start 2 tool_use c",
      'delta 2 "{}"',
      "stop 2",
    ]);
  });

  it("say nothing of white space behind a complete call, and once of each call what came later", () => {
    const late = (...pieces: readonly (readonly [number, string])[]) =>
      encode([
        start,
        open(0, call("a")),
        say(0, { kind: "arguments", json: "{}" }),
        open(1, call("b")),
        say(1, { kind: "arguments", json: "{}" }),
        open(2, call("c")),
        ...pieces.map(([part, json]) => say(part, { kind: "arguments", json })),
        stop,
        usage,
        end,
      ]).issues.map(({ code, path }) => [code, ...path.slice(2)]);
    expect(late([0, " \n"], [1, ""])).toEqual([]);
    expect(late([0, "x"], [1, "x"], [0, "y"])).toEqual([
      ["stream.late_delta", "parts", 0, "arguments"],
      ["stream.late_delta", "parts", 1, "arguments"],
    ]);
  });
});

describe("the arguments of a call", () => {
  const sent = (variant: "function" | "custom", ...pieces: readonly string[]) => {
    const { events, issues } = encode([
      start,
      open(0, call("c", "f", variant)),
      ...pieces.map((json) => say(0, { kind: "arguments", json })),
      close(0),
      stop,
      usage,
      end,
    ]);
    const deltas = events.flatMap((event) => (event.type === "content_block_delta" ? [event.delta.partial_json] : []));
    return { deltas, codes: issues.map(({ code }) => code) };
  };

  it.each([
    ["custom", [], ['{"input":""}']],
    ["custom", [""], ['{"input":""}']],
    ["custom", [" "], ['{"input":"', " ", '"}']],
    ["custom", ['{"a":1}'], ['{"input":"', '{\\"a\\":1}', '"}']],
    ["function", [], ["{}"]],
    ["function", [" ", "{}"], [" {}"]],
    ["function", [" ", "", '{"a":', "1}"], [' {"a":', "1}"]],
  ] as const)("of a %s are sent so that they join to an object: %j", (variant, pieces, deltas) => {
    expect(sent(variant, ...pieces)).toEqual({ deltas, codes: [] });
  });

  it("end the stream in an error at its end, too, where the caller refuses them", () => {
    const { lines } = encode([start, open(0, call("c")), say(0, { kind: "arguments", json: "x" }), stop, usage, end], {
      invalidArguments: "reject",
    });
    expect(lines.at(-1)).toBe("error");
  });

  it("have no place for a signature that comes behind their beginning", () => {
    const { issues } = encode([
      start,
      open(0, call("c")),
      say(0, { kind: "signature", value: "s", origin: "generate-content" }),
      close(0),
      stop,
      usage,
      end,
    ]);
    expect(issues).toMatchObject([
      { code: "unportable.signature", severity: "warning", path: ["choices", 0, "parts", 0, "signature"], from: "generate-content" },
    ]);
  });
});

describe("a block", () => {
  const extensions = { messages: { later: 1 }, "generate-content": { x: 1 } };
  const blockOf = (...events: readonly CanonicalStreamEvent[]) => {
    const written = encode([start, ...events, stop, usage, end]);
    const block = written.events.flatMap((event) => (event.type === "content_block_start" ? [event.content_block] : []))[0];
    return { block, issues: written.issues.map(({ code, path }) => [code, path.slice(3).join(".")]) };
  };

  it.each<readonly [Part, PartDelta]>([
    [
      { ...text, extensions },
      { kind: "text", text: "a" },
    ],
    [
      { ...thinking, extensions },
      { kind: "thinking", text: "a" },
    ],
    [
      { ...call("c"), extensions },
      { kind: "arguments", json: "{}" },
    ],
  ])("keeps what only this style knows, and names what only another does: %o", (head, delta) => {
    const { block, issues } = blockOf(open(0, head), say(0, delta), close(0));
    expect(block).toMatchObject({ later: 1 });
    expect(issues).toEqual([["dropped.field", "0.extensions.generate-content.x"]]);
  });

  it("that says nothing is not written, and what it carries is named", () => {
    const citation = { kind: "url", url: "https://h" } as const;
    const { block, issues } = blockOf(open(0, { ...text, extensions }), say(0, { kind: "citation", citation }), close(0));
    expect(block).toBeUndefined();
    expect(issues).toEqual([
      ["dropped.field", "0.extensions.generate-content.x"],
      ["dropped.value", "0.citations.0"],
    ]);
    expect(blockOf(open(0, thinking), say(0, { kind: "thinking", text: "" }), close(0)).block).toBeUndefined();
  });

  it("has citations that are told apart", () => {
    const cite = say(0, { kind: "citation", citation: { kind: "url", url: "https://h" } });
    expect(blockOf(open(0, text), say(0, { kind: "text", text: "a" }), cite, cite, close(0)).issues).toEqual([
      ["approximated.citation", "0.citations.0"],
      ["approximated.citation", "0.citations.1"],
    ]);
  });

  it("of a call has an id that this style takes, and says where it had another", () => {
    const { block, issues } = blockOf(open(0, call("a b")), close(0));
    expect(block).toMatchObject({ id: expect.stringMatching(/^a_b_[0-9a-f]{8}$/) });
    expect(issues).toEqual([["rewritten.tool_id", "0.id"]]);
  });

  it("of a refusal has its signature behind it", () => {
    const { lines } = encode([
      start,
      open(0, { type: "refusal", text: "" }),
      say(0, { kind: "refusal", text: "no" }),
      say(0, { kind: "signature", value: "s", origin: "generate-content" }),
      close(0),
      ...words(1),
      stop,
      usage,
      end,
    ]);
    expect(lines.slice(1, 7)).toEqual(["start 0 text", 'delta 0 "no"', "stop 0", "start 1 thinking", 'delta 1 "sig1.g.x.s"', "stop 1"]);
  });

  it("holds the words of a sound, whose deltas are put together first", () => {
    const sound: Part = { type: "audio", source: { kind: "base64", mimeType: "audio/wav", data: "" } };
    const { lines } = encode([
      start,
      open(0, sound),
      say(0, { kind: "audio", transcript: "He" }),
      say(0, { kind: "audio", transcript: "llo" }),
      close(0),
      stop,
      usage,
      end,
    ]);
    expect(lines.slice(1, -2)).toEqual(["start 0 text", 'delta 0 "Hello"', "stop 0"]);
  });
});

it("Every field of another style's choice is named, and each once", () => {
  const meta: CanonicalStreamEvent = { type: "choice-meta", choice: 0, extensions: { "generate-content": { a: 1, b: 2 } } };
  expect(encode([start, meta, meta, stop, usage, end]).issues.map(({ code, path }) => [code, path.at(-1)])).toEqual([
    ["dropped.field", "a"],
    ["dropped.field", "b"],
  ]);
});

it("An answer of which only the last event is missing is complete", () => {
  const { lines } = encode([start, open(0, text), say(0, { kind: "text", text: "a" }), close(0), stop, usage]);
  expect(lines.slice(-2)).toEqual(["message_delta end_turn", "message_stop"]);
});
