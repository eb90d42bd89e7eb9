import { expect, test } from "vitest";
import type { CanonicalStreamEvent, Part, PartDelta } from "../../../src/canonical/index.js";
import type { Issue } from "../../../src/core/issue.js";
import { stream } from "../../../src/styles/messages/stream.js";
import type { StreamEncodeOptions } from "../../../src/styles/style.js";

const start: CanonicalStreamEvent = { type: "start", id: "r", model: "g" };
const text: Part = { type: "text", text: "" };
const call: Part = { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "" } };
const open = (part: number, head: Part, choice = 0): CanonicalStreamEvent => ({ type: "part-start", choice, part, head });
const say = (part: number, delta: PartDelta, choice = 0): CanonicalStreamEvent => ({ type: "part-delta", choice, part, delta });
const stop = (part: number, choice = 0): CanonicalStreamEvent => ({ type: "part-stop", choice, part });
const finish: CanonicalStreamEvent = { type: "finish", choice: 0, finish: { reason: "stop" } };
const usage: CanonicalStreamEvent = { type: "usage", usage: { inputTokens: 10, outputTokens: 4 } };
const end: CanonicalStreamEvent = { type: "end" };
const hi = [start, open(0, text), say(0, { kind: "text", text: "Hi" }), stop(0)];
const signature = { value: "c2ln", origin: "generate-content" } as const;
/** All that is written, with the findings; each event is named by its place. */
const write = (events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) => {
  const issues: Issue[] = [];
  const position = { index: 0 };
  const encoder = stream.encoder({ from: "chat-completions", position, ...options, report: (issue) => issues.push(issue) });
  const out = events.flatMap((event, index) => {
    position.index = index;
    return encoder.push(event);
  });
  return { out: [...out, ...encoder.end()], issues };
};

test.each<readonly [string, () => unknown, unknown]>([
  [
    "a text is written",
    () => write([...hi, finish, usage, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 10, output_tokens: 4 } },
        { type: "message_stop" },
      ],
      issues: [],
    },
  ],
  [
    "nothing is still an answer",
    () => write([end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "msg_c2da235aab7a9dd820952c12",
            type: "message",
            role: "assistant",
            model: "unknown",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        { code: "defaulted.other", severity: "info", path: ["model"], message: "The answer does not name its model.", to: "unknown" },
        {
          code: "synthesized.id",
          severity: "info",
          path: ["id"],
          message: "The answer has no id; this one was made from the model and the turn.",
          to: "msg_c2da235aab7a9dd820952c12",
        },
        {
          code: "approximated.finish_reason",
          severity: "warning",
          loss: "approximated",
          path: ["choices", 0, "finish", "reason"],
          message: "The answer does not say why it ended; this style says that the turn did.",
          from: null,
          to: "end_turn",
        },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "an answer without an id and a model",
    () => write([{ type: "start" }, finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "msg_c2da235aab7a9dd820952c12",
            type: "message",
            role: "assistant",
            model: "unknown",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        { code: "defaulted.other", severity: "info", path: ["model"], message: "The answer does not name its model.", to: "unknown" },
        {
          code: "synthesized.id",
          severity: "info",
          path: ["id"],
          message: "The answer has no id; this one was made from the model and the turn.",
          to: "msg_c2da235aab7a9dd820952c12",
        },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "an answer that does not say why it ended",
    () => write([...hi, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.finish_reason",
          severity: "warning",
          loss: "approximated",
          path: ["choices", 0, "finish", "reason"],
          message: "The answer does not say why it ended; this style says that the turn did.",
          from: null,
          to: "end_turn",
        },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "an answer that broke off",
    () => write(hi),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "error", error: { type: "internal_server_error", message: "The stream stopped before the answer was complete." } },
      ],
      issues: [
        {
          code: "approximated.error",
          severity: "warning",
          loss: "approximated",
          path: ["kind"],
          message: "This style has no error of its own for truncated-stream; it says `internal_server_error`.",
          from: "truncated-stream",
          to: "internal_server_error",
        },
      ],
    },
  ],
  [
    "an answer that started twice",
    () => write([start, start, finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        { code: "stream.protocol", severity: "warning", path: [], message: "The answer started twice; only its first start is told." },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "an answer with a tier and a fingerprint",
    () =>
      write([
        {
          type: "start",
          id: "r",
          model: "g",
          created: 1735689600,
          serviceTier: "flex",
          systemFingerprint: "f",
          usage: { inputTokens: 1, outputTokens: 1 },
        },
        finish,
        end,
      ]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 1, output_tokens: 0 },
          },
        },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 1, output_tokens: 1 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["created"],
          message: "Answers of this style have no `created`.",
          from: "1735689600",
        },
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["systemFingerprint"],
          message: "Answers of this style have no `systemFingerprint`.",
          from: "f",
        },
        {
          code: "dropped.value",
          severity: "info",
          loss: "dropped",
          path: ["serviceTier"],
          message: "Answers of this style have no word for this service tier.",
          from: "flex",
        },
      ],
    },
  ],
  [
    "what comes after the finish",
    () => write([...hi, finish, open(1, text), say(1, { kind: "text", text: "more" }), stop(1), end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "more" } },
        { type: "content_block_stop", index: 1 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "a piece of a part that is not open",
    () => write([start, say(3, { kind: "text", text: "Hi" }), stop(3), finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        { code: "stream.protocol", severity: "warning", path: [], message: "Part 3 is not open; what it says is left out." },
        { code: "stream.protocol", severity: "warning", path: [], message: "Part 3 is not open; its stop is left out." },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "a part that started twice",
    () => write([start, open(0, text), open(0, text), stop(0), finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        { code: "stream.protocol", severity: "warning", path: [], message: "Part 0 started twice; its second start is left out." },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "a piece of another kind",
    () =>
      write([
        start,
        open(0, text),
        say(0, { kind: "arguments", json: "{}" }),
        say(0, { kind: "thinking", text: "Hm" }),
        stop(0),
        open(1, call),
        say(1, { kind: "data", data: "AAAA" }),
        say(1, { kind: "audio", data: "AAAA" }),
        stop(1),
        finish,
        end,
      ]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "c", name: "f", input: {} } },
        { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "stream.protocol",
          severity: "warning",
          path: ["choices", 0, "parts", 0],
          message: "This part does not take arguments deltas; they are left out.",
        },
        {
          code: "stream.protocol",
          severity: "warning",
          path: ["choices", 0, "parts", 0],
          message: "This part does not take thinking deltas; they are left out.",
        },
        {
          code: "stream.protocol",
          severity: "warning",
          path: ["choices", 0, "parts", 1],
          message: "This part does not take data deltas; they are left out.",
        },
        {
          code: "stream.protocol",
          severity: "warning",
          path: ["choices", 0, "parts", 1],
          message: "This part does not take audio deltas; they are left out.",
        },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "a text that comes before what began earlier",
    () =>
      write([
        start,
        open(0, call),
        open(1, text),
        say(1, { kind: "text", text: "Hi" }),
        say(0, { kind: "arguments", json: "{}" }),
        stop(0),
        stop(1),
        finish,
        end,
      ]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "c", name: "f", input: {} } },
        { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } },
        { type: "content_block_stop", index: 0 },
        { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 1 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "two calls at once",
    () =>
      write([
        start,
        open(0, call),
        open(1, { ...call, id: "d" }),
        say(1, { kind: "arguments", json: "{}" }),
        say(0, { kind: "arguments", json: "{}" }),
        say(0, { kind: "arguments", json: " " }),
        say(0, { kind: "arguments", json: "x" }),
        stop(0),
        stop(1),
        finish,
        end,
      ]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "c", name: "f", input: {} } },
        { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } },
        { type: "content_block_stop", index: 0 },
        { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "d", name: "f", input: {} } },
        { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "{}" } },
        { type: "content_block_stop", index: 1 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "stream.late_delta",
          severity: "warning",
          path: ["choices", 0, "parts", 0, "arguments"],
          message: "These arguments were one complete object already, and their block is closed; what came later is left out.",
        },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "a signed thought and a signed text",
    () =>
      write([
        start,
        open(0, { type: "thinking", text: "" }),
        say(0, { kind: "thinking", text: "Hm" }),
        say(0, { kind: "signature", ...signature }),
        stop(0),
        open(1, text),
        say(1, { kind: "text", text: "Hi" }),
        say(1, { kind: "signature", ...signature }),
        stop(1),
        finish,
        end,
      ]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm" } },
        { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "sig1.g.t.c2ln" } },
        { type: "content_block_stop", index: 0 },
        { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 1 },
        { type: "content_block_start", index: 2, content_block: { type: "thinking", thinking: "", signature: "" } },
        { type: "content_block_delta", index: 2, delta: { type: "signature_delta", signature: "sig1.g.x.c2ln" } },
        { type: "content_block_stop", index: 2 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "two texts run together",
    () => write([...hi, open(1, text), say(1, { kind: "text", text: "!" }), stop(1), finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "!" } },
        { type: "content_block_stop", index: 1 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "the safety and the grounding of another style",
    () => write([...hi, { type: "choice-meta", choice: 0, safety: [1], grounding: [1], logprobs: null }, finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["choices", 0, "safety"],
          message: "Answers of this style have no place for safety.",
        },
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["choices", 0, "grounding"],
          message: "Answers of this style have no place for grounding.",
        },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "late citations",
    () => write([...hi, { type: "choice-meta", choice: 0, citations: [{ kind: "url", url: "u", start: 0, end: 2 }] }, finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.citation",
          severity: "warning",
          loss: "approximated",
          path: ["choices", 0, "citations"],
          message: "These citations came when the text that they cover was sent already; in a stream of this style they are left out.",
        },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "no late citations",
    () => write([...hi, { type: "choice-meta", choice: 0, citations: [] }, finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "another choice",
    () => write([...hi, open(0, text, 1), say(0, { kind: "text", text: "Ho" }, 1), stop(0, 1), finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "dropped.choice",
          severity: "warning",
          loss: "dropped",
          path: ["choices", 1],
          message: "An answer of this style is one choice; the others are left out.",
        },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "an error after a text",
    () => write([...hi, { type: "error", error: { kind: "overloaded", status: 529, message: "no", retryable: true } }, ...hi]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 0 },
        { type: "error", error: { type: "overloaded_error", message: "no" } },
      ],
      issues: [],
    },
  ],
  [
    "a ping before and after the start",
    () => write([{ type: "ping" }, start, { type: "ping" }, finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "ping" },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "a blocked prompt",
    () =>
      write([
        start,
        { type: "finish", choice: 0, finish: { reason: "content-filter" }, promptBlock: { reason: "SAFETY", message: "why" } },
        usage,
        end,
      ]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        {
          type: "message_delta",
          delta: { stop_reason: "refusal", stop_sequence: null, stop_details: { type: "refusal", category: null, explanation: "why" } },
          usage: { input_tokens: 10, output_tokens: 4 },
        },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.finish_reason",
          severity: "warning",
          loss: "approximated",
          path: [1, "promptBlock", "reason"],
          message: "The prompt was blocked; this style calls that a refusal.",
          from: "SAFETY",
          to: "refusal",
        },
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: [1, "promptBlock", "message"],
          message: "Why the prompt was blocked stands beside the reason of the end.",
        },
      ],
    },
  ],
  [
    "a refusal in words",
    () => write([start, open(0, { type: "refusal", text: "" }), say(0, { kind: "refusal", text: "no" }), stop(0), finish, end]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "no" } },
        { type: "content_block_stop", index: 0 },
        {
          type: "message_delta",
          delta: { stop_reason: "refusal", stop_sequence: null, stop_details: { type: "refusal", category: null, explanation: "no" } },
          usage: { input_tokens: 0, output_tokens: 0 },
        },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["choices", 0, "parts", 0],
          message: "A refusal is text in this style; the reason of the end says that it is one.",
        },
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: [4, "choices", 0, "finish", "reason"],
          message: "The model refused in words of its own; here that is the reason of the end.",
        },
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "a search of the service",
    () =>
      write([
        start,
        open(0, { type: "server-tool-call", id: "s", name: "web_search", input: { query: "q" } }),
        stop(0),
        open(1, { type: "server-tool-result", callId: "s", name: "web_search", result: [{ url: "u", title: "t" }] }),
        stop(1),
        open(2, text),
        say(2, { kind: "text", text: "Hi" }),
        stop(2),
        finish,
        end,
      ]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "server_tool_use", id: "s", name: "web_search", input: {} } },
        { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"query":"q"}' } },
        { type: "content_block_stop", index: 0 },
        {
          type: "content_block_start",
          index: 1,
          content_block: {
            type: "web_search_tool_result",
            tool_use_id: "s",
            content: [{ type: "web_search_result", url: "u", title: "t", encrypted_content: "", page_age: null }],
          },
        },
        { type: "content_block_stop", index: 1 },
        { type: "content_block_start", index: 2, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 2, delta: { type: "text_delta", text: "Hi" } },
        { type: "content_block_stop", index: 2 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
  [
    "code of the service",
    () =>
      write([
        start,
        open(0, { type: "code-call", id: "s", language: "python", code: "1" }),
        stop(0),
        open(1, { type: "code-result", callId: "s", outcome: "ok", stdout: "1" }),
        stop(1),
        finish,
        end,
      ]),
    {
      out: [
        {
          type: "message_start",
          message: {
            id: "r",
            type: "message",
            role: "assistant",
            model: "g",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 0, output_tokens: 0 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "server_tool_use", id: "s", name: "code_execution", input: {} } },
        { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"code":"1"}' } },
        { type: "content_block_stop", index: 0 },
        {
          type: "content_block_start",
          index: 1,
          content_block: {
            type: "code_execution_tool_result",
            tool_use_id: "s",
            content: { type: "code_execution_result", stdout: "1", stderr: "", return_code: 0, content: [] },
          },
        },
        { type: "content_block_stop", index: 1 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 0, output_tokens: 0 } },
        { type: "message_stop" },
      ],
      issues: [
        {
          code: "approximated.usage",
          severity: "warning",
          loss: "approximated",
          path: ["usage"],
          message: "The answer has no token counts; this style demands them, so it says zero.",
        },
      ],
    },
  ],
])("%s", (_, result, expected) => {
  expect(result()).toEqual(expected);
});
