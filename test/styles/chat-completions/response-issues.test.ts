/** Everything that is said of an answer read or written, its thoughts foremost, as rows. */
import { expect, test } from "vitest";
import type { CanonicalResponse } from "../../../src/model/index.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { inRows } from "../../support/issue-rows.js";

const steps = (place: string) => place.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const SAID_T = {
  index: 0,
  message: { role: "assistant", content: "t", refusal: null, annotations: [] },
  finish_reason: "stop",
  logprobs: null,
};
const REFUSED = {
  index: 0,
  message: { role: "assistant", content: null, refusal: null, annotations: [] },
  finish_reason: "content_filter",
  logprobs: null,
};
const answer = (choices: readonly object[], more: object = {}) => ({
  id: "i",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices,
  system_fingerprint: null,
  ...more,
});

test.each<[string, object, { parts: object[]; issues: object[]; places: Record<string, unknown> }]>([
  [
    "plain thoughts beside others are told of",
    { reasoning_content: "a", reasoning: "b", content: "c" },
    {
      parts: [
        { type: "thinking", text: "a" },
        { type: "text", text: "c" },
      ],
      issues: [["conflict.resolved", "choices[0].message.reasoning", "info"]],
      places: {},
    },
  ],
  [
    "plain thoughts beside structured ones are told of",
    { reasoning_content: "a", reasoning_details: [{ type: "reasoning.text", text: "b", index: 0 }], content: "c" },
    {
      parts: [
        { type: "thinking", text: "b" },
        { type: "text", text: "c" },
      ],
      issues: [["conflict.resolved", "choices[0].message.reasoning_content", "info"]],
      places: {},
    },
  ],
  [
    "two plain thoughts beside an empty structured one are told of",
    { reasoning_content: "a", reasoning: "b", reasoning_details: [{ type: "reasoning.encrypted", data: "D" }], content: "c" },
    {
      parts: [
        { type: "thinking", text: "a" },
        { type: "redacted-thinking", data: "D" },
        { type: "text", text: "c" },
      ],
      issues: [["conflict.resolved", "choices[0].message.reasoning", "info"]],
      places: {},
    },
  ],
  [
    "plain thoughts that repeat structured ones are not",
    {
      reasoning: "a\nb",
      reasoning_details: [
        { type: "reasoning.text", text: "a", index: 0 },
        { type: "reasoning.text", text: "b", index: 1 },
      ],
      content: "c",
    },
    {
      parts: [
        { type: "thinking", text: "a" },
        { type: "thinking", text: "b" },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: {
        "choices.0.parts.0.text": "choices.0.message.reasoning_details.0.text",
        "choices.0.parts.1.text": "choices.0.message.reasoning_details.1.text",
      },
    },
  ],
  [
    "plain thoughts fill an unnamed entry with a signature",
    {
      reasoning_content: "a",
      reasoning_details: [
        { type: "reasoning.encrypted", data: "D" },
        { signature: "S", format: "anthropic-claude-v1" },
      ],
      content: "c",
    },
    {
      parts: [
        { type: "redacted-thinking", data: "D" },
        { type: "thinking", text: "a", signature: { value: "S", origin: "messages" } },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: {
        "choices.0.parts.1": "choices.0.message.reasoning_content",
        "choices.0.parts.1.text": "choices.0.message.reasoning_content",
        "choices.0.parts.1.signature": "choices.0.message.reasoning_details.1",
        "choices.0.parts.1.signature.value": "choices.0.message.reasoning_details.1.signature",
      },
    },
  ],
  [
    "plain thoughts fill an entry of a null type",
    { reasoning_content: "a", reasoning_details: [{ type: null, signature: "S", format: "anthropic-claude-v1" }], content: "c" },
    {
      parts: [
        { type: "thinking", text: "a", signature: { value: "S", origin: "messages" } },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: { "choices.0.parts.0.signature.value": "choices.0.message.reasoning_details.0.signature" },
    },
  ],
  [
    "plain thoughts fill an empty summary",
    { reasoning_content: "a", reasoning_details: [{ type: "reasoning.summary", summary: "", signature: "S" }], content: "c" },
    {
      parts: [
        { type: "thinking", text: "a", summary: true, signature: { value: "S", origin: "unknown" } },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: { "choices.0.parts.0.signature.value": "choices.0.message.reasoning_details.0.signature" },
    },
  ],
  [
    "plain thoughts fill an empty block",
    { reasoning_content: "a", thinking_blocks: [{ type: "thinking", thinking: "", signature: "S" }], content: "c" },
    {
      parts: [
        { type: "thinking", text: "a", signature: { value: "S", origin: "messages" } },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: {
        "choices.0.parts.0.text": "choices.0.message.reasoning_content",
        "choices.0.parts.0.signature.value": "choices.0.message.thinking_blocks.0.signature",
      },
    },
  ],
  [
    "plain thoughts come before redacted ones",
    { reasoning_content: "a", thinking_blocks: [{ type: "redacted_thinking", data: "D" }], content: "c" },
    {
      parts: [
        { type: "thinking", text: "a" },
        { type: "redacted-thinking", data: "D", signature: { value: "D", origin: "messages" } },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: {
        "choices.0.parts.0.text": "choices.0.message.reasoning_content",
        "choices.0.parts.1.data": "choices.0.message.thinking_blocks.0.data",
        "choices.0.parts.1.signature": "choices.0.message.thinking_blocks.0.data",
      },
    },
  ],
  [
    "a text and its signature in two entries are one thought",
    {
      reasoning_details: [
        { type: "reasoning.text", text: "x", index: 3 },
        { type: "reasoning.text", text: "a", index: 0 },
        { type: "reasoning.text", text: "", index: 0, signature: "S", format: "anthropic-claude-v1" },
      ],
      content: "c",
    },
    {
      parts: [
        { type: "thinking", text: "x", extensions: { "chat-completions": { index: 3 } } },
        { type: "thinking", text: "a", extensions: { "chat-completions": { index: 0 } }, signature: { value: "S", origin: "messages" } },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: {
        "choices.0.parts.1.text": "choices.0.message.reasoning_details.1.text",
        "choices.0.parts.1.signature": "choices.0.message.reasoning_details.2",
        "choices.0.parts.1.signature.value": "choices.0.message.reasoning_details.2.signature",
      },
    },
  ],
  [
    "blocks that differ from details are told of",
    {
      reasoning_details: [{ type: "reasoning.text", text: "a", index: 0 }],
      thinking_blocks: [{ type: "thinking", thinking: "b" }],
      content: "c",
    },
    {
      parts: [
        { type: "thinking", text: "a" },
        { type: "text", text: "c" },
      ],
      issues: [["conflict.resolved", "choices[0].message.thinking_blocks", "info"]],
      places: {},
    },
  ],
  [
    "blocks whose signature differs are told of",
    {
      reasoning_details: [{ type: "reasoning.text", text: "a", index: 0, signature: "S", format: "anthropic-claude-v1" }],
      thinking_blocks: [{ type: "thinking", thinking: "a", signature: "R" }],
      content: "c",
    },
    {
      parts: [
        { type: "thinking", text: "a", signature: { value: "S", origin: "messages" } },
        { type: "text", text: "c" },
      ],
      issues: [["conflict.resolved", "choices[0].message.thinking_blocks", "info"]],
      places: {},
    },
  ],
  [
    "blocks whose hidden data differ are told of",
    {
      reasoning_details: [{ type: "reasoning.encrypted", data: "D", index: 0, format: "anthropic-claude-v1" }],
      thinking_blocks: [{ type: "redacted_thinking", data: "E" }],
      content: "c",
    },
    {
      parts: [
        { type: "redacted-thinking", data: "D", signature: { value: "D", origin: "messages" } },
        { type: "text", text: "c" },
      ],
      issues: [["conflict.resolved", "choices[0].message.thinking_blocks", "info"]],
      places: {},
    },
  ],
  [
    "unknown entries of the same kind repeat each other",
    { reasoning_details: [{ type: "odd", a: 1 }], thinking_blocks: [{ type: "odd", a: 1 }], content: "c" },
    {
      parts: [
        { type: "opaque", style: "chat-completions", value: { type: "odd", a: 1 } },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: {},
    },
  ],
  [
    "an unknown block is kept whole",
    {
      thinking_blocks: [
        { thinking: "a", signature: "S" },
        { type: "odd", a: 1 },
      ],
      content: "c",
    },
    {
      parts: [
        { type: "thinking", text: "a", signature: { value: "S", origin: "messages" } },
        { type: "opaque", style: "chat-completions", value: { type: "odd", a: 1 } },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: {
        "choices.0.parts.0.text": "choices.0.message.thinking_blocks.0.thinking",
        "choices.0.parts.0.signature.value": "choices.0.message.thinking_blocks.0.signature",
      },
    },
  ],
  [
    "a format that nobody knows is kept",
    {
      reasoning_details: [
        { type: "reasoning.text", text: "a", index: 0, signature: "S", format: "odd" },
        { type: "reasoning.text", text: "b", index: 1, format: "anthropic-claude-v1" },
      ],
      content: "c",
    },
    {
      parts: [
        {
          type: "thinking",
          text: "a",
          signature: { value: "S", origin: "unknown" },
          extensions: { "chat-completions": { format: "odd" } },
        },
        { type: "thinking", text: "b", extensions: { "chat-completions": { format: "anthropic-claude-v1" } } },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: {},
    },
  ],
  [
    "thoughts among the content are joined",
    {
      content: [
        {
          type: "thinking",
          thinking: [
            { type: "text", text: "a" },
            { type: "text", text: "b" },
          ],
        },
        { type: "text", text: "c" },
      ],
    },
    {
      parts: [
        { type: "thinking", text: "ab" },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: { "choices.0.parts.0.text": "choices.0.message.content.0.thinking" },
    },
  ],
  [
    "an empty signature of a call is none",
    {
      content: null,
      tool_calls: [
        { id: "c", type: "function", function: { name: "f", arguments: "{}" }, extra_content: { google: { thought_signature: "" } } },
      ],
    },
    {
      parts: [{ type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "{}", value: {} } }],
      issues: [["approximated.finish_reason", "choices[0].finish_reason", "info", null, { from: "stop", to: "tool_calls" }]],
      places: {},
    },
  ],
  [
    "a call without an id gets one",
    { content: null, tool_calls: [{ id: "", type: "function", function: { name: "f", arguments: "{}" } }] },
    {
      parts: [
        {
          type: "tool-call",
          id: "call_573da887671d2d28bca60e3b",
          name: "f",
          variant: "function",
          arguments: { json: "{}", value: {} },
          idSynthesized: true,
        },
      ],
      issues: [
        ["synthesized.id", "choices[0].message.tool_calls[0].id", "info"],
        ["approximated.finish_reason", "choices[0].finish_reason", "info", null, { from: "stop", to: "tool_calls" }],
      ],
      places: {},
    },
  ],
  [
    "a signature of a call is the call's",
    {
      content: null,
      tool_calls: [
        { id: "c", type: "function", function: { name: "f", arguments: "{}" }, extra_content: { google: { thought_signature: "S" } } },
      ],
    },
    {
      parts: [
        {
          type: "tool-call",
          id: "c",
          name: "f",
          variant: "function",
          arguments: { json: "{}", value: {} },
          signature: { value: "S", origin: "generate-content" },
        },
      ],
      issues: [["approximated.finish_reason", "choices[0].finish_reason", "info", null, { from: "stop", to: "tool_calls" }]],
      places: {},
    },
  ],
  [
    "thoughts among the content that are no texts are kept whole",
    {
      content: [
        { type: "thinking", thinking: [{ type: "odd", text: "a" }] },
        { type: "text", text: "c" },
      ],
    },
    {
      parts: [
        { type: "opaque", style: "chat-completions", value: { type: "thinking", thinking: [{ type: "odd", text: "a" }] } },
        { type: "text", text: "c" },
      ],
      issues: [],
      places: {},
    },
  ],
  [
    "an older call gets an id",
    { content: null, function_call: { name: "f", arguments: "{}" } },
    {
      parts: [
        {
          type: "tool-call",
          id: "call_573da887671d2d28bca60e3b",
          name: "f",
          variant: "function",
          arguments: { json: "{}", value: {} },
          idSynthesized: true,
        },
      ],
      issues: [
        ["synthesized.id", "choices[0].message.function_call", "info"],
        ["approximated.finish_reason", "choices[0].finish_reason", "info", null, { from: "stop", to: "tool_calls" }],
      ],
      places: {},
    },
  ],
])("read: %s", (_behaviour, message, expected) => {
  const choice = { index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" };
  const read = response.decode({ id: "i", object: "chat.completion", created: 1, model: "m", choices: [choice] });
  if (!read.ok) throw new Error(read.issues[0].message);
  const places = Object.fromEntries(Object.keys(expected.places).map((place) => [place, read.locate(steps(place)).join(".")]));
  expect(inRows({ parts: read.value.choices[0]?.parts, issues: read.issues, places })).toEqual(expected);
});

test.each<[string, CanonicalResponse, EncodeOptions, object]>([
  [
    "an id and a time that the caller gives are taken",
    { model: "m", choices: [{ index: 0, parts: [{ type: "text", text: "t" }], finish: { reason: "stop" } }] },
    { from: "messages", responseId: "r", created: 5 },
    { value: { id: "r", object: "chat.completion", created: 5, model: "m", choices: [SAID_T], system_fingerprint: null }, issues: [] },
  ],
  [
    "a fingerprint is its own style's",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [{ index: 0, parts: [{ type: "text", text: "t" }], finish: { reason: "stop" } }],
      systemFingerprint: "F",
    },
    { from: "chat-completions" },
    { value: { id: "i", object: "chat.completion", created: 1, model: "m", choices: [SAID_T], system_fingerprint: "F" }, issues: [] },
  ],
  [
    "a fingerprint stays where no style is named",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [{ index: 0, parts: [{ type: "text", text: "t" }], finish: { reason: "stop" }, safety: { a: 1 } }],
      systemFingerprint: "F",
    },
    {},
    {
      value: {
        id: "i",
        object: "chat.completion",
        created: 1,
        model: "m",
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: "t", refusal: null, annotations: [] },
            finish_reason: "stop",
            logprobs: null,
            content_filter_results: { a: 1 },
          },
        ],
        system_fingerprint: "F",
      },
      issues: [],
    },
  ],
  [
    "filter results and facts of a search are left out",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [{ index: 0, parts: [{ type: "text", text: "t" }], finish: { reason: "stop" }, safety: { a: 1 }, grounding: { a: 1 } }],
    },
    { from: "generate-content" },
    {
      value: answer([SAID_T]),
      issues: [
        ["dropped.field", "choices[0].safety", "info", "dropped"],
        ["dropped.field", "choices[0].grounding", "info", "dropped"],
      ],
    },
  ],
  [
    "a blocked prompt has one empty choice",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [{ index: 0, parts: [], finish: { reason: "content-filter" } }],
      promptBlock: { reason: "SAFETY" },
    },
    { from: "generate-content" },
    {
      value: answer([REFUSED]),
      issues: [
        ["equivalent.form", "choices", "info", "equivalent"],
        ["approximated.finish_reason", "promptBlock.reason", "warning", "approximated", { from: "SAFETY", to: "content_filter" }],
      ],
    },
  ],
  [
    "a blocked prompt with an answer is not empty",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [
        { index: 0, parts: [], finish: { reason: "content-filter" } },
        { index: 1, parts: [{ type: "text", text: "t" }], finish: { reason: "stop" } },
      ],
      promptBlock: { reason: "SAFETY" },
    },
    { from: "generate-content" },
    {
      value: answer([
        REFUSED,
        { index: 1, message: { role: "assistant", content: "t", refusal: null, annotations: [] }, finish_reason: "stop", logprobs: null },
      ]),
      issues: [["approximated.finish_reason", "promptBlock.reason", "warning", "approximated", { from: "SAFETY", to: "content_filter" }]],
    },
  ],
  [
    "fields of other styles are left out",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [
        {
          index: 0,
          parts: [{ type: "text", text: "t" }],
          finish: { reason: "stop" },
          extensions: { messages: { a: 1 }, "chat-completions": { b: 2 } },
        },
      ],
      extensions: { messages: { c: 1 }, "chat-completions": { d: 2 } },
    },
    { from: "messages" },
    {
      value: answer(
        [
          {
            index: 0,
            message: { role: "assistant", content: "t", refusal: null, annotations: [] },
            finish_reason: "stop",
            logprobs: null,
            b: 2,
          },
        ],
        { d: 2 },
      ),
      issues: [
        ["dropped.field", "extensions.messages.c", "info", "dropped"],
        ["dropped.field", "choices[0].extensions.messages.a", "info", "dropped"],
      ],
    },
  ],
  [
    "a refusal without words has no content",
    { id: "i", model: "m", created: 1, choices: [{ index: 0, parts: [{ type: "text", text: "" }], finish: { reason: "refusal" } }] },
    { from: "messages" },
    {
      value: answer([REFUSED]),
      issues: [
        ["approximated.finish_reason", "choices[0].finish.reason", "warning", "approximated", { from: "refusal", to: "content_filter" }],
      ],
    },
  ],
  [
    "a refusal with words keeps them",
    { id: "i", model: "m", created: 1, choices: [{ index: 0, parts: [{ type: "text", text: "t" }], finish: { reason: "refusal" } }] },
    { from: "messages" },
    {
      value: answer([
        {
          index: 0,
          message: { role: "assistant", content: "t", refusal: null, annotations: [] },
          finish_reason: "content_filter",
          logprobs: null,
        },
      ]),
      issues: [
        ["approximated.finish_reason", "choices[0].finish.reason", "warning", "approximated", { from: "refusal", to: "content_filter" }],
      ],
    },
  ],
  [
    "an answer that calls tools says so",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [
        {
          index: 0,
          parts: [
            { type: "text", text: "t" },
            { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "{}", value: {} } },
          ],
          finish: { reason: "tool-calls" },
        },
      ],
    },
    { from: "messages" },
    {
      value: answer([
        {
          index: 0,
          message: {
            role: "assistant",
            content: "t",
            refusal: null,
            annotations: [],
            tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
          },
          finish_reason: "tool_calls",
          logprobs: null,
        },
      ]),
      issues: [],
    },
  ],
  [
    "an empty answer that ended by itself is an empty text",
    { id: "i", model: "m", created: 1, choices: [{ index: 0, parts: [{ type: "text", text: "" }], finish: { reason: "stop" } }] },
    { from: "messages" },
    {
      value: answer([
        { index: 0, message: { role: "assistant", content: "", refusal: null, annotations: [] }, finish_reason: "stop", logprobs: null },
      ]),
      issues: [],
    },
  ],
  [
    "a refusal that is explained says why",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [{ index: 0, parts: [{ type: "text", text: "" }], finish: { reason: "refusal", refusal: { explanation: "why" } } }],
    },
    { from: "messages" },
    {
      value: answer([
        {
          index: 0,
          message: { role: "assistant", content: null, refusal: "why", annotations: [] },
          finish_reason: "content_filter",
          logprobs: null,
        },
      ]),
      issues: [
        ["approximated.finish_reason", "choices[0].finish.reason", "warning", "approximated", { from: "refusal", to: "content_filter" }],
      ],
    },
  ],
  [
    "a signature of a call travels along",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [
        {
          index: 0,
          parts: [
            {
              type: "tool-call",
              id: "c",
              name: "f",
              variant: "function",
              arguments: { json: "{}", value: {} },
              signature: { value: "S", origin: "generate-content" },
            },
          ],
          finish: { reason: "tool-calls" },
        },
      ],
    },
    { from: "generate-content" },
    {
      value: answer([
        {
          index: 0,
          message: {
            role: "assistant",
            content: null,
            refusal: null,
            annotations: [],
            tool_calls: [
              {
                id: "c",
                type: "function",
                function: { name: "f", arguments: "{}" },
                extra_content: { google: { thought_signature: "S" } },
              },
            ],
          },
          finish_reason: "tool_calls",
          logprobs: null,
        },
      ]),
      issues: [],
    },
  ],
  [
    "an empty signature of a call is none",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [
        {
          index: 0,
          parts: [
            {
              type: "tool-call",
              id: "c",
              name: "f",
              variant: "function",
              arguments: { json: "{}", value: {} },
              signature: { value: "", origin: "generate-content" },
            },
          ],
          finish: { reason: "tool-calls" },
        },
      ],
    },
    { from: "generate-content" },
    {
      value: answer([
        {
          index: 0,
          message: {
            role: "assistant",
            content: null,
            refusal: null,
            annotations: [],
            tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
          },
          finish_reason: "tool_calls",
          logprobs: null,
        },
      ]),
      issues: [],
    },
  ],
  [
    "code of the provider's is left out",
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [
        {
          index: 0,
          parts: [
            { type: "text", text: "t" },
            { type: "code-call", id: "c", language: "python", code: "1" },
          ],
          finish: { reason: "stop" },
        },
      ],
    },
    { from: "messages" },
    { value: answer([SAID_T]), issues: [["dropped.part", "choices[0].parts[1]", "warning", "dropped"]] },
  ],
])("written: %s", (_behaviour, canonical, options, expected) => {
  const written = response.encode(canonical, options);
  if (!written.ok) throw new Error(written.issues[0].message);
  expect(inRows({ value: written.value, issues: written.issues })).toEqual(expected);
});
