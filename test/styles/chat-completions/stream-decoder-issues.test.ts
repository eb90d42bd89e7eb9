/** What the reader of a stream finds, as a whole finding. */
import { expect, it } from "vitest";
import { cases } from "../../support/cases.js";
import { inLines } from "../../support/issue-rows.js";
import { at, called, calls, ch, D, decode, stop, stopped, usage } from "./stream-support.js";

cases<[input: readonly unknown[], issue: string]>({
  "an event after the end marker": [[stop, D, stop], "stream.protocol [1] warning"],
  "an event that is no chunk": [[stop, { choices: 5 }, D], "stream.protocol [1] warning"],
  "an event that is neither chunk nor error": [[stop, { hello: 1 }, D], "stream.protocol [1] warning"],
  "an error in a field of the server": [
    [ch({ content: "a" }), { id: "r", x_groq: { error: "boom" } }],
    'stream.error [1].x_groq.error error (failed) received "internal"',
  ],
  "a choice without a reason": [[ch({ content: "a" }), D], "stream.protocol [0] warning"],
  "a reason that is empty, which is none": [[ch({ content: "a" }, ""), ch({}, ""), D], "stream.protocol [1] warning"],
  "an end marker and nothing else": [[D], "stream.truncated () error (failed)"],
  "a stream that breaks off": [[ch({ content: "a" })], "stream.truncated [0] error (failed)"],
  "what comes after a finish": [[ch({ content: "a" }), stop, ch({ content: "b" }), D], "stream.protocol [2].choices[0].delta warning"],
  "thoughts that disagree with the blocks beside them": [
    stopped(ch({ reasoning_content: "b", thinking_blocks: [{ type: "thinking", thinking: "a" }] })),
    "conflict.resolved [0].choices[0].delta.reasoning_content info",
  ],
  "a field of a hidden thought that says nothing": [
    stopped(ch({ thinking_blocks: [{ type: "redacted_thinking", data: "", x: 1 }] }), ch({ content: "a" })),
    "dropped.field [0].choices[0].delta.thinking_blocks[0].x info",
  ],
  "a field of a thought that says nothing": [
    stopped(ch({ reasoning_details: [{ type: "reasoning.text", text: "", id: "rs_1" }] }), ch({ content: "a" })),
    "dropped.field [0].choices[0].delta.reasoning_details[0].id info",
  ],
  "another reason for the end": [
    [ch({ content: "a" }), ch({}, "length"), ch({}, "stop"), D],
    'conflict.resolved [2].choices[0].finish_reason info from "stop" to "length"',
  ],
  "a reason on every event, of which the last counts": [
    [ch({ content: "a" }, "length"), ch({ content: "b" }, "stop"), D],
    'conflict.resolved [0].choices[0].finish_reason info from "length" to "stop"',
  ],
  "the same reason on every event": [
    [ch({ content: "a" }, "stop"), ch({ content: "b" }, "stop"), { id: "x" }, D],
    "stream.protocol [2] warning",
  ],
  "two words for the end that disagree": [
    [ch({ content: "a" }), ch({}, "length", {}, { native_finish_reason: "end_turn" }), D],
    'conflict.resolved [1].choices[0].finish_reason info from "length" to "end_turn"',
  ],
  "a stop that called tools": [
    stopped(calls(at(0, "c", "f", "{}"))),
    'approximated.finish_reason [1].choices[0].finish_reason info (nothing lost) from "stop" to "tool_calls"',
  ],
  "a call without a name": [called(calls(at(0, "c", undefined, "{}"))), 'defaulted.other [0].choices[0].delta.tool_calls[0] warning to ""'],
  "a call without an id": [called(calls(at(0, undefined, "f", "{}"))), "synthesized.id [0].choices[0].delta.tool_calls[0].id info"],
  "a second name of a call": [
    called(calls(at(0, "c", "f", "{")), calls(at(0, undefined, "g", "}"))),
    "stream.protocol [1].choices[0].delta.tool_calls[0] warning",
  ],
  "a total that is no sum": [
    stopped(ch({ content: "a" }), { ...ch({}), choices: [], usage }),
    "approximated.usage [1].usage.total_tokens warning from 9 to 3",
  ],
  "a reason that was taken back by more than text": [
    [ch({ content: "a" }, "stop"), ch({ content: "b", refusal: "c" }), D],
    "stream.protocol [1] warning",
  ],
  "a total that is no sum in a field of the server": [
    [ch({}, "stop", { x_groq: { usage } }), D],
    "approximated.usage [0].x_groq.usage.total_tokens warning from 9 to 3",
  ],
  "a call without an id in a whole message": [
    [
      {
        choices: [
          {
            index: 0,
            message: { role: "assistant", tool_calls: [{ function: { name: "f", arguments: "{}" } }] },
            finish_reason: "tool_calls",
          },
        ],
        id: "r",
      },
      D,
    ],
    "synthesized.id [0].choices[0].message.tool_calls[0].id info",
  ],
  "an old call without an id": [
    [ch({ function_call: { name: "f", arguments: "{}" } }), ch({}, "function_call"), D],
    "synthesized.id [0].choices[0].delta.function_call.id info",
  ],
})("tells of %s", (input, issue) => {
  expect(inLines(decode(input).issues)).toStrictEqual([issue]);
});

it("tells where the arguments stand that came plain, and belong to no call that was named", () => {
  const { issues } = decode(called(ch({ content: "a" }), calls(at(0, undefined, undefined, "{}"))));
  const path = [1, "choices", 0, "delta", "tool_calls", 0];
  expect(issues.map(({ code, path }) => [code, path])).toEqual([
    ["defaulted.other", path],
    ["synthesized.id", [...path, "id"]],
  ]);
});

it("tells of choices beyond those that are read", () => {
  const choices = Array.from({ length: 1025 }, (_, index) => ({ index, delta: {}, finish_reason: "stop" }));
  expect(inLines(decode([{ ...stop, choices }, D]).issues)).toStrictEqual(["stream.protocol [0].choices[1024] warning"]);
});

cases<[input: readonly unknown[]]>({
  "a fingerprint and a tier that were told before": [
    stopped(
      ch({ role: "assistant" }, null, { system_fingerprint: "fp", service_tier: "t" }),
      ch({ role: "assistant" }),
      ch({ role: "assistant" }, null, { system_fingerprint: "fp", service_tier: "t" }),
    ),
  ],
  "a second end marker": [[stop, D, D]],
  "an error that is empty": [stopped(ch({ content: "a" }, null, { error: "", x_groq: { error: "" } }))],
  "an empty name that is told again": [called(calls(at(0, "c", "f", '{"a')), calls(at(0, undefined, "", '":1}')))],
  "a name that is told again": [called(calls(at(0, "c", "f", '{"a')), calls(at(0, undefined, "f", '":1}')))],
})("says nothing of %s", (input) => {
  expect(inLines(decode(input).issues)).toStrictEqual([]);
});
