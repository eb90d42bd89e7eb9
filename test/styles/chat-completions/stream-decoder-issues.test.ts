/** What the reader of a stream finds, as a whole finding. */
import { expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import { calls, ch, D, decode, stop, usage } from "./stream-support.js";

it.each<[string, readonly unknown[], Issue]>([
  ["a second end marker", [stop, D, D], { code: "stream.protocol", severity: "warning", path: [0], message: "The end marker came twice." }],
  [
    "an event after the end marker",
    [stop, D, stop],
    { code: "stream.protocol", severity: "warning", path: [1], message: "The stream is over; this event is left out." },
  ],
  [
    "an event that is no chunk",
    [stop, { choices: 5 }, D],
    {
      code: "stream.protocol",
      severity: "warning",
      path: [1, "choices"],
      message: "This is no chunk and is left out: `choices` must be an array, not the number 5.",
    },
  ],
  [
    "an event that is neither chunk nor error",
    [stop, { hello: 1 }, D],
    { code: "stream.protocol", severity: "warning", path: [1], message: "This is neither a chunk nor an error; it is left out." },
  ],
  [
    "a fingerprint that comes late",
    [ch({ role: "assistant" }), ch({ role: "assistant" }, null, { system_fingerprint: "fp" }), stop, D],
    {
      code: "dropped.field",
      severity: "info",
      loss: "dropped",
      path: [1, "system_fingerprint"],
      message: "The stream has begun, and what is said of the whole answer now has no place in it.",
    },
  ],
  [
    "an unknown field that comes late",
    [ch({ role: "assistant" }), ch({ role: "assistant" }, null, { odd: 1 }), stop, D],
    {
      code: "dropped.field",
      severity: "info",
      loss: "dropped",
      path: [1, "odd"],
      message: "The stream has begun, and what is said of the whole answer now has no place in it.",
    },
  ],
  [
    "an error, with the head of its message",
    [ch({ content: "a" }), { error: { message: "x".repeat(201), code: 400 } }],
    {
      code: "stream.error",
      severity: "error",
      loss: "failed",
      path: [1, "error"],
      received: "invalid-request",
      message: `The source reported an error (invalid-request): ${"x".repeat(199)}…`,
    },
  ],
  [
    "an error in a field of the server",
    [ch({ content: "a" }), { id: "r", x_groq: { error: "boom" } }],
    {
      code: "stream.error",
      severity: "error",
      loss: "failed",
      path: [1, "x_groq", "error"],
      received: "internal",
      message: "The source reported an error (internal): boom",
    },
  ],
  [
    "a choice without a reason",
    [ch({ content: "a" }), D],
    { code: "stream.protocol", severity: "warning", path: [0], message: "The stream ended without a finish reason for choice 0." },
  ],
  [
    "a reason that is empty, which is none",
    [ch({ content: "a" }, ""), ch({}, ""), D],
    { code: "stream.protocol", severity: "warning", path: [1], message: "The stream ended without a finish reason for choice 0." },
  ],
  [
    "a reason that was taken back by more text",
    [ch({ role: "assistant", content: "a" }, "stop"), ch({ role: "assistant", content: "b" }), D],
    { code: "stream.protocol", severity: "warning", path: [1], message: "The stream ended without a finish reason for choice 0." },
  ],
  [
    "an end marker and nothing else",
    [D],
    { code: "stream.truncated", severity: "error", loss: "failed", path: [], message: "The stream ended before the answer was complete." },
  ],
  [
    "a stream that breaks off",
    [ch({ content: "a" })],
    { code: "stream.truncated", severity: "error", loss: "failed", path: [0], message: "The stream ended before the answer was complete." },
  ],
  [
    "what comes after a finish",
    [ch({ content: "a" }), stop, ch({ content: "b" }), D],
    {
      code: "stream.protocol",
      severity: "warning",
      path: [2, "choices", 0, "delta"],
      message: "This comes after the choice has finished; it is left out.",
    },
  ],
  [
    "thoughts that disagree with the blocks beside them",
    [ch({ reasoning_content: "b", thinking_blocks: [{ type: "thinking", thinking: "a" }] }), stop, D],
    {
      code: "conflict.resolved",
      severity: "info",
      path: [0, "choices", 0, "delta", "reasoning_content"],
      message: "`reasoning_content` says other thoughts than the structured ones, which count.",
    },
  ],
  [
    "thoughts that disagree with the details beside them, however many agreed before",
    [
      ...["a", "b", "c", "d"].map((text) => ch({ reasoning: text, reasoning_details: [{ type: "reasoning.text", text }] })),
      ch({ reasoning: "x", reasoning_details: [{ type: "reasoning.text", text: "e" }] }),
      stop,
      D,
    ],
    {
      code: "conflict.resolved",
      severity: "info",
      path: [4, "choices", 0, "delta", "reasoning"],
      message: "`reasoning` says other thoughts than the structured ones, which count.",
    },
  ],
  [
    "a field of a thought that has begun without it",
    [ch({ reasoning: "a" }), ch({ reasoning_details: [{ type: "reasoning.text", text: "b", id: "rs_1", index: 0 }] }), stop, D],
    {
      code: "dropped.field",
      severity: "info",
      loss: "dropped",
      path: [1, "choices", 0, "delta", "reasoning_details", 0, "id"],
      message: "This is said of a thought that has begun without it, or says nothing.",
    },
  ],
  [
    "a field of a thinking block whose thought has begun without it",
    [ch({ thinking_blocks: [{ type: "thinking", thinking: "a" }] }), ch({ thinking_blocks: [{ thinking: "b", x: 1 }] }), stop, D],
    {
      code: "dropped.field",
      severity: "info",
      loss: "dropped",
      path: [1, "choices", 0, "delta", "thinking_blocks", 0, "x"],
      message: "This is said of a thought that has begun without it, or says nothing.",
    },
  ],
  [
    "a field of a hidden thought that says nothing",
    [ch({ thinking_blocks: [{ type: "redacted_thinking", data: "", x: 1 }] }), ch({ content: "a" }), stop, D],
    {
      code: "dropped.field",
      severity: "info",
      loss: "dropped",
      path: [0, "choices", 0, "delta", "thinking_blocks", 0, "x"],
      message: "This is said of a thought that has begun without it, or says nothing.",
    },
  ],
  [
    "a field of a thought that says nothing",
    [ch({ reasoning_details: [{ type: "reasoning.text", text: "", id: "rs_1" }] }), ch({ content: "a" }), stop, D],
    {
      code: "dropped.field",
      severity: "info",
      loss: "dropped",
      path: [0, "choices", 0, "delta", "reasoning_details", 0, "id"],
      message: "This is said of a thought that has begun without it, or says nothing.",
    },
  ],
  [
    "two words for the end that disagree",
    [ch({ content: "a" }), ch({}, "length", {}, { native_finish_reason: "end_turn" }), D],
    {
      code: "conflict.resolved",
      severity: "info",
      path: [1, "choices", 0, "finish_reason"],
      message: "`finish_reason` and `native_finish_reason` disagree; the native one counts.",
      from: "length",
      to: "end_turn",
    },
  ],
  [
    "a stop that called tools",
    [calls({ index: 0, id: "c", function: { name: "f", arguments: "{}" } }), stop, D],
    {
      code: "approximated.finish_reason",
      severity: "info",
      path: [1, "choices", 0, "finish_reason"],
      message: "The answer calls tools, so it ended to have them run although it says `stop`.",
      from: "stop",
      to: "tool_calls",
    },
  ],
  [
    "a call without a name",
    [calls({ index: 0, id: "c", function: { arguments: "{}" } }), ch({}, "tool_calls"), D],
    {
      code: "stream.protocol",
      severity: "warning",
      path: [0, "choices", 0, "delta", "tool_calls", 0],
      message: "A tool call came without a name.",
    },
  ],
  [
    "a call without an id",
    [calls({ index: 0, function: { name: "f", arguments: "{}" } }), ch({}, "tool_calls"), D],
    {
      code: "synthesized.id",
      severity: "info",
      path: [0, "choices", 0, "delta", "tool_calls", 0, "id"],
      message: "The call has no id; one was made from the answer's id and the call's position.",
    },
  ],
  [
    "a second name of a call",
    [
      calls({ index: 0, id: "c", function: { name: "f", arguments: "{" } }),
      calls({ index: 0, function: { name: "g", arguments: "}" } }),
      ch({}, "tool_calls"),
      D,
    ],
    {
      code: "stream.protocol",
      severity: "warning",
      path: [1, "choices", 0, "delta", "tool_calls", 0],
      message: "The call was told under the name f already; g is left out.",
    },
  ],
  [
    "a total that is no sum",
    [ch({ content: "a" }), { ...ch({}), choices: [], usage }, stop, D],
    {
      code: "approximated.usage",
      severity: "warning",
      loss: "approximated",
      path: [1, "usage", "total_tokens"],
      message: "`total_tokens` is not the sum of prompt and completion tokens; the sum is passed on.",
      from: 9,
      to: 3,
    },
  ],
  [
    "a reason that was taken back by more than text",
    [ch({ content: "a" }, "stop"), ch({ content: "b", refusal: "c" }), D],
    { code: "stream.protocol", severity: "warning", path: [1], message: "The stream ended without a finish reason for choice 0." },
  ],
  [
    "a total that is no sum in a field of the server",
    [ch({}, "stop", { x_groq: { usage } }), D],
    {
      code: "approximated.usage",
      severity: "warning",
      loss: "approximated",
      path: [0, "x_groq", "usage", "total_tokens"],
      message: "`total_tokens` is not the sum of prompt and completion tokens; the sum is passed on.",
      from: 9,
      to: 3,
    },
  ],
  [
    "a total that is no sum in a choice",
    [ch({ content: "a" }, null, {}, { usage }), stop, D],
    {
      code: "approximated.usage",
      severity: "warning",
      loss: "approximated",
      path: [0, "choices", 0, "usage", "total_tokens"],
      message: "`total_tokens` is not the sum of prompt and completion tokens; the sum is passed on.",
      from: 9,
      to: 3,
    },
  ],
  [
    "a call without an id in a whole message",
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
    {
      code: "synthesized.id",
      severity: "info",
      path: [0, "choices", 0, "message", "tool_calls", 0, "id"],
      message: "The call has no id; one was made from the answer's id and the call's position.",
    },
  ],
  [
    "an old call without an id",
    [ch({ function_call: { name: "f", arguments: "{}" } }), ch({}, "function_call"), D],
    {
      code: "synthesized.id",
      severity: "info",
      path: [0, "choices", 0, "delta", "function_call", "id"],
      message: "The call has no id; one was made from the answer's id and the call's position.",
    },
  ],
])("tells of %s", (_what, input, issue) => {
  expect(decode(input).issues).toStrictEqual([issue]);
});

it("tells where the arguments stand that came plain, and belong to no call that was named", () => {
  const { issues } = decode([ch({ content: "a" }), calls({ index: 0, function: { arguments: "{}" } }), ch({}, "tool_calls"), D]);
  const path = [1, "choices", 0, "delta", "tool_calls", 0];
  expect(issues.map(({ code, path }) => [code, path])).toEqual([
    ["stream.protocol", path],
    ["synthesized.id", [...path, "id"]],
  ]);
});

it("tells of choices beyond those that are read", () => {
  const choices = Array.from({ length: 1025 }, (_, index) => ({ index, delta: {}, finish_reason: "stop" }));
  expect(decode([{ ...stop, choices }, D]).issues).toStrictEqual([
    {
      code: "stream.protocol",
      severity: "warning",
      path: [0, "choices", 1024],
      message: "The stream has more choices than are read.",
    },
  ]);
});

it.each<[string, readonly unknown[]]>([
  [
    "a fingerprint and a tier that were told before",
    [
      ch({ role: "assistant" }, null, { system_fingerprint: "fp", service_tier: "t" }),
      ch({ role: "assistant" }),
      ch({ role: "assistant" }, null, { system_fingerprint: "fp", service_tier: "t" }),
      stop,
      D,
    ],
  ],
  ["an error that is empty", [ch({ content: "a" }, null, { error: "", x_groq: { error: "" } }), stop, D]],
  [
    "counts that a choice has",
    [ch({ content: "a" }, null, {}, { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } }), stop, D],
  ],
  [
    "an empty name that is told again",
    [
      calls({ index: 0, id: "c", function: { name: "f", arguments: '{"a' } }),
      calls({ index: 0, function: { name: "", arguments: '":1}' } }),
      ch({}, "tool_calls"),
      D,
    ],
  ],
  [
    "a name that is told again",
    [
      calls({ index: 0, id: "c", function: { name: "f", arguments: '{"a' } }),
      calls({ index: 0, function: { name: "f", arguments: '":1}' } }),
      ch({}, "tool_calls"),
      D,
    ],
  ],
])("says nothing of %s", (_what, input) => {
  expect(decode(input).issues).toStrictEqual([]);
});
