import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent, Part, PartDelta } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/messages/aspects.js";
import type { StreamEncodeOptions } from "../../../src/styles/style.js";
import { begun, end, finish, more, open, say, start, stop, text, usage, whole } from "../../support/canonical-events.js";
import { linesOf } from "../../support/issue-rows.js";
import * as msg from "../../support/msg.js";
import { proof, refusal, thought } from "../../support/parts.js";
import { brief, grammarFault } from "./stream-support.js";

const thinking = thought();
const call = (id: string, variant: "function" | "custom" = "function"): Part => ({
  type: "tool-call",
  id,
  name: "f",
  variant,
  arguments: { json: "" },
});
const signed = (value: string, origin: "messages" | "generate-content" = "generate-content"): PartDelta => ({
  kind: "signature",
  ...proof(origin, value),
});
const failure = (kind: "overloaded" | "unavailable", status: number, message: string): CanonicalStreamEvent => ({
  type: "error",
  error: { kind, status, message, retryable: true },
});

function encode(events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) {
  const issues: Issue[] = [];
  const encoder = stream.encoder({ ...options, report: (issue) => issues.push(issue) });
  const steps = events.map((event) => encoder.push(event));
  const last = encoder.end();
  const all = [...steps.flat(), ...last];
  expect(grammarFault(all)).toBeUndefined();
  return { events: all, steps, last, lines: all.map(brief), issues: linesOf(issues) };
}
/** A complete answer of these events; `blocks` are the lines of its blocks. */
function answer(...events: readonly CanonicalStreamEvent[]) {
  const written = encode([start, ...events, finish, usage, end]);
  expect([written.lines[0], written.lines.at(-1)]).toEqual(["message_start", "message_stop"]);
  return { ...written, blocks: written.lines.slice(1, -2) };
}

describe("messages stream encoder", () => {
  it("T6: writes text and two calls as blocks one after another, and closes a call whose object is complete when the next starts", () => {
    const calls = [...begun(1, call("call_0"), '{"a"', ":1}"), ...begun(2, call("call_1"), "{}"), stop(1), stop(2)];
    const called: CanonicalStreamEvent = { type: "finish", choice: 0, finish: { reason: "tool-calls" } };
    const { lines, events } = encode([start, ...whole(0, text, "Hi"), ...calls, called, usage, end]);
    expect(lines).toEqual([
      "message_start",
      ...["start 0 text", 'delta 0 "Hi"', "stop 0"],
      ...["start 1 tool_use call_0", 'delta 1 "{\\"a\\""', 'delta 1 ":1}"', "stop 1"],
      ...["start 2 tool_use call_1", 'delta 2 "{}"', "stop 2"],
      ...["message_delta tool_use", "message_stop"],
    ]);
    expect(events.at(-2)).toEqual({
      type: "message_delta",
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: { input_tokens: 10, output_tokens: 4 },
    });
  });

  it("closes the complete call in the very push in which the next one starts", () => {
    const { steps } = encode([start, ...begun(0, call("a"), "{}"), open(1, call("b"))]);
    expect(steps[3]?.map(brief)).toEqual(["stop 0", "start 1 tool_use b"]);
  });

  it.each<readonly [string, readonly CanonicalStreamEvent[], readonly string[]]>([
    ["BB-163: no block for a part that says nothing", [...whole(0, text, ""), ...whole(1, thinking)], []],
    [
      "BB-017, BB-157: thinking and the text after it, from its first word",
      [...whole(0, thinking, "hmm"), ...whole(1, text, "Hi")],
      ["start 0 thinking", 'delta 0 "hmm"', "stop 0", "start 1 text", 'delta 1 "Hi"', "stop 1"],
    ],
    ["BB-145: the end of a block that was left open", begun(0, thinking, "x"), ["start 0 thinking", 'delta 0 "x"', "stop 0"]],
    [
      "its own signatures as they are, those of others wrapped, and none for unsigned thinking",
      [...whole(0, thinking, "t", signed("S", "messages")), ...whole(1, thinking, "t", signed("G")), ...whole(2, thinking, "t")],
      [
        ...[
          "start 0 thinking",
          'delta 0 "t"',
          'delta 0 "S"',
          "stop 0",
          "start 1 thinking",
          'delta 1 "t"',
          'delta 1 "sig1.g.t.G"',
          "stop 1",
        ],
        ...["start 2 thinking", 'delta 2 "t"', "stop 2"],
      ],
    ],
    ["an empty object for a call without arguments", whole(0, call("c")), ["start 0 tool_use c", 'delta 0 "{}"', "stop 0"]],
    [
      "the words of a sound, whose deltas are put together first",
      whole(
        0,
        { type: "audio", source: { kind: "base64", mimeType: "audio/wav", data: "" } },
        { kind: "audio", transcript: "He" },
        { kind: "audio", transcript: "llo" },
      ),
      ["start 0 text", 'delta 0 "Hello"', "stop 0"],
    ],
    [
      "parts that overlap and have not stopped when the answer ends",
      [...begun(0, text, "a"), ...begun(1, text, "b"), open(2, call("c"))],
      [
        ...["start 0 text", 'delta 0 "a"', "stop 0", "start 1 text", 'delta 1 "b"', "stop 1"],
        ...["start 2 tool_use c", 'delta 2 "{}"', "stop 2"],
      ],
    ],
  ])("writes %s", (_what, events, blocks) => {
    expect(answer(...events).blocks).toEqual(blocks);
  });

  it("BB-013, BB-014: gives a call's first or only piece of arguments as a delta, never in the start", () => {
    expect(answer(...whole(0, call("c1"), '{"a":1}')).events.slice(1, 4)).toEqual([
      { type: "content_block_start", index: 0, content_block: msg.use("c1", "f") },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"a":1}' } },
      { type: "content_block_stop", index: 0 },
    ]);
  });

  it("BB-012, BB-068: states the counts that are known at the start, and all of them at the end", () => {
    const counted = { inputTokens: 100, outputTokens: 3, cacheReadTokens: 75 };
    const { events } = encode([{ type: "start", usage: { ...counted, outputTokens: 0 } }, finish, { type: "usage", usage: counted }, end]);
    expect(events).toMatchObject([
      { message: { usage: { input_tokens: 25, cache_read_input_tokens: 75, output_tokens: 0 } } },
      { usage: { input_tokens: 25, cache_read_input_tokens: 75, output_tokens: 3 } },
      { type: "message_stop" },
    ]);
  });

  it("BB-012: states the caller's estimate when nothing is known at the start", () => {
    const { events } = encode([{ type: "start" }, finish, usage, end], { inputTokensEstimate: 1234 });
    expect(events[0]).toMatchObject({ message: { usage: { input_tokens: 1234, output_tokens: 0 } } });
  });

  it("BB-052: gives every field that clients demand in the first event", () => {
    const fields = { type: "message", role: "assistant", content: [], stop_reason: null, stop_sequence: null };
    expect(answer().events[0]).toEqual({
      type: "message_start",
      message: { id: "r", model: "g", ...fields, usage: { input_tokens: 0, output_tokens: 0 } },
    });
  });

  it("T8: writes another vendor's signature of a call into a thought without text before it", () => {
    const { events } = answer(...whole(0, { ...call("c"), signature: proof("generate-content", "Q0") }, { kind: "arguments", json: "{}" }));
    expect(events.slice(1, 5)).toMatchObject([
      { content_block: msg.thinking("", "") },
      { delta: { type: "signature_delta", signature: "sig1.g.c.Q0" } },
      { type: "content_block_stop", index: 0 },
      { index: 1, content_block: { type: "tool_use" } },
    ]);
  });

  it.each([
    ["in the middle of it", whole(0, call("c1"), signed("U0lH"), "{}")],
    ["and no arguments", whole(0, call("c1"), signed("U0lH"))],
  ])("leaves out the signature of a call that comes when its block is open already, and says so: %s", (_where, events) => {
    const { blocks, issues } = answer(...events);
    expect(blocks).toEqual(["start 0 tool_use c1", 'delta 0 "{}"', "stop 0"]);
    expect(issues).toEqual(['unportable.signature choices[0].parts[0].signature warning from "generate-content"']);
  });

  it.each<readonly [string, Part, readonly PartDelta[], string]>([
    ["of a text", text, [{ kind: "text", text: "A" }], "dropped.field choices[0].parts[1].signature info"],
    ["without a text", text, [], "dropped.part choices[0].parts[1] info"],
    ["without a thought", thinking, [], "dropped.part choices[0].parts[1] info"],
  ])("ends in no block made for a signature %s", (_what, head, deltas, issue) => {
    const { lines, issues } = answer(...whole(0, text, "z"), ...whole(1, head, ...deltas, signed("Q1")));
    expect(lines.filter((line) => /thinking|sig1/.test(line))).toEqual([]);
    expect(issues.filter((line) => line.startsWith("dropped"))).toEqual([expect.stringContaining(issue)]);
  });

  it("BB-067: tells a refusal as text, as the reason of the end, and as its explanation", () => {
    const { events } = answer(...whole(0, refusal(), "I cannot"));
    expect(events[2]).toMatchObject({ delta: { type: "text_delta", text: "I cannot" } });
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: "refusal", stop_details: { type: "refusal", explanation: "I cannot" } },
    });
  });

  it("drops every choice but the first, and says so once", () => {
    const other = say(0, { kind: "text", text: "x" }, 1);
    const { blocks, issues } = answer(open(0, text, 1), other, other);
    expect(issues).toEqual(["dropped.choice choices[1] warning"]);
    expect(blocks).toEqual([]);
  });

  it.each<readonly [string, readonly CanonicalStreamEvent[], readonly string[]]>([
    ["BB-118: and nothing but that when the source failed before it began", [failure("unavailable", 503, "m"), end], []],
    [
      "BB-071: when the events stop without an end",
      [start, ...begun(0, call("a"), '{"a"')],
      ["message_start", "start 0 tool_use a", 'delta 0 "{\\"a\\""'],
    ],
  ])("ends in an error %s", (_when, events, before) => {
    expect(encode(events).lines).toEqual([...before, "error"]);
  });

  it("makes up the first event when the source has none", () => {
    expect(encode([...whole(0, text, "A"), finish, usage, end], { context: { model: "x" } }).lines[0]).toBe("message_start");
  });

  it("passes pings on once the message has started", () => {
    const { lines } = encode([{ type: "ping" }, start, { type: "ping" }, finish, usage, end]);
    expect(lines).toEqual(["message_start", "ping", "message_delta end_turn", "message_stop"]);
  });

  it("puts text out in the push in which it came", () => {
    const { steps } = encode([start, ...begun(0, text, "A", "B")]);
    expect(steps.map((step) => step.length)).toEqual([1, 0, 2, 1]);
  });

  it("names every field of another style's choice, and each once", () => {
    const meta: CanonicalStreamEvent = { type: "choice-meta", choice: 0, extensions: { "generate-content": { a: 1, b: 2 } } };
    const field = (key: string) => `dropped.field choices[0].extensions["generate-content"].${key} info`;
    expect(answer(meta, meta).issues).toEqual([field("a"), field("b")]);
  });
});

describe("the arguments of a call", () => {
  const sent = (variant: "function" | "custom", ...pieces: readonly string[]) => {
    const { events, issues } = answer(...whole(0, call("c", variant), ...pieces));
    const deltas = events.flatMap((event) => (event.type === "content_block_delta" ? [event.delta.partial_json] : []));
    return { deltas, issues };
  };

  it.each([
    ["custom", [], ['{"input":""}']],
    ["custom", [""], ['{"input":""}']],
    ["custom", [" "], ['{"input":"', " ", '"}']],
    ["custom", ['{"a":1}'], ['{"input":"', '{\\"a\\":1}', '"}']],
    ["custom", ['say "', 'hi"\n'], ['{"input":"', 'say \\"', 'hi\\"\\n', '"}']],
    ["function", [], ["{}"]],
    ["function", [" ", "{}"], [" {}"]],
    ["function", [" ", "", '{"a":', "1}"], [' {"a":', "1}"]],
  ] as const)("of a %s are sent so that they join to an object: %j", (variant, pieces, deltas) => {
    const issues = variant === "custom" ? ["equivalent.form choices[0].parts[0] info"] : [];
    expect(sent(variant, ...pieces)).toEqual({ deltas, issues });
  });

  it("are wrapped where they are no object, which is said", () => {
    const { deltas, issues } = sent("function", " ", "[1,\u{1F600}");
    expect(JSON.parse(deltas.join(""))).toEqual({ __raw_arguments: " [1,\u{1F600}" });
    expect(issues).toEqual(["approximated.arguments choices[0].parts[0].arguments warning fixed true"]);
  });

  const followed = (json: string) => [start, ...whole(0, call("c"), json), open(1, text), finish, end];

  it.each(["[1]", "{a: 1}", '{"a":1'])("end the stream in an error where they must not be wrapped: %s", (json) => {
    const { lines, issues } = encode(followed(json), { invalidArguments: "reject" });
    expect(lines.at(-1)).toBe("error");
    expect(issues).toEqual(["failed.unsupported choices[0].parts[0].arguments error"]);
  });

  it("end the stream in an error at its end, too, where the caller refuses them", () => {
    expect(encode([start, ...begun(0, call("c"), "x"), finish, usage, end], { invalidArguments: "reject" }).lines.at(-1)).toBe("error");
  });
});

describe("parts that overlap", () => {
  it.each<readonly [string, Part, PartDelta, PartDelta]>([
    ["a text", text, { kind: "text", text: "a" }, { kind: "text", text: "b" }],
    ["a thought", thinking, { kind: "thinking", text: "a" }, { kind: "thinking", text: "b" }],
    ["a call of a free-form tool", call("c", "custom"), { kind: "arguments", json: "{}" }, { kind: "arguments", json: "b" }],
  ])("wait until %s has stopped, which loses nothing by them", (_what, head, first, second) => {
    const alone = answer(...whole(0, head, first, second)).blocks;
    expect(answer(...begun(0, head, first), ...begun(1, text, "x"), say(0, second), stop(0), stop(1)).blocks).toEqual([
      ...alone,
      ...["start 1 text", 'delta 1 "x"', "stop 1"],
    ]);
  });

  it("are written in the push that ends what they waited for, those that have stopped first", () => {
    const { steps, last } = encode([
      start,
      ...[...begun(0, text, "a"), ...whole(1, call("b"), "{}"), ...begun(2, call("c"), "{}"), ...begun(3, text, "d"), open(4, text)],
      ...[stop(0), more(3, "text", "e"), stop(3), finish, usage],
    ]);
    expect(steps[11]?.map(brief)).toEqual([
      ...["stop 0", "start 1 tool_use b", 'delta 1 "{}"', "stop 1", "start 2 tool_use c", 'delta 2 "{}"', "stop 2"],
      ...["start 3 text", 'delta 3 "d"'],
    ]);
    expect(steps[12]?.map(brief)).toEqual(['delta 3 "e"']);
    expect(last.map(brief)).toEqual(["message_delta end_turn", "message_stop"]);
  });

  it("say nothing of white space behind a complete call, and once of each call what came later", () => {
    const late = (...pieces: readonly (readonly [number, string])[]) => {
      const calls = [...begun(0, call("a"), "{}"), ...begun(1, call("b"), "{}"), open(2, call("c"))];
      return answer(...calls, ...pieces.map(([part, json]) => more(part, "tool-call", json))).issues;
    };
    expect(late([0, " \n"], [1, ""])).toEqual([]);
    expect(late([0, "x"], [1, "x"], [0, "y"])).toEqual(
      [0, 1].map((part) => `stream.late_delta choices[0].parts[${part}].arguments warning`),
    );
  });
});

describe("a block", () => {
  const extensions = { messages: { later: 1 }, "generate-content": { x: 1 } };
  const blockOf = (...events: readonly CanonicalStreamEvent[]) => {
    const written = answer(...events);
    const [block] = written.events.flatMap((event) => (event.type === "content_block_start" ? [event.content_block] : []));
    return { block, issues: written.issues.map((line) => line.split(" ").slice(0, 2).join(" ").replace("choices[0].parts[0].", "")) };
  };

  it.each([text, thinking, call("c")])("keeps what only this style knows, and names what only another does: %o", (head) => {
    const { block, issues } = blockOf(...whole(0, { ...head, extensions }, "{}"));
    expect(block).toMatchObject({ later: 1 });
    expect(issues).toEqual(['dropped.field extensions["generate-content"].x']);
  });

  const citation: PartDelta = { kind: "citation", citation: { kind: "url", url: "https://h" } };

  it("that says nothing is not written, and what it carries is named", () => {
    expect(blockOf(...whole(0, { ...text, extensions }, citation))).toEqual({
      block: undefined,
      issues: ['dropped.field extensions["generate-content"].x', "dropped.value citations[0]"],
    });
    expect(blockOf(...whole(0, thinking, "")).block).toBeUndefined();
  });

  it("has citations that are told apart", () => {
    const cited = blockOf(...whole(0, text, "a", citation, citation));
    expect(cited.issues).toEqual(["approximated.citation citations[0]", "approximated.citation citations[1]"]);
  });
});
