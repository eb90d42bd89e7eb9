/** Everything that is said of an answer read or written, its thoughts foremost, as rows. */
import { expect } from "vitest";
import type { CanonicalResponse, Finish, FinishReason, Part } from "../../../src/model/index.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { inLines } from "../../support/issue-rows.js";
import { call, opaque, proof, redacted, text, thought } from "../../support/parts.js";
import { steps } from "./support.js";

/** A choice as it is written. */
const choice = (content: string | null, finish_reason: string, message: object = {}, more: object = {}) => ({
  index: 0,
  message: { role: "assistant", content, refusal: null, annotations: [], ...message },
  finish_reason,
  logprobs: null,
  ...more,
});
const SAID_T = choice("t", "stop");
const REFUSED = choice(null, "content_filter");
/** A canonical answer of one choice. */
const said = (parts: readonly Part[], reason: FinishReason | Finish = "stop", more: object = {}, rest: object = {}): CanonicalResponse => ({
  id: "i",
  model: "m",
  created: 1,
  choices: [{ index: 0, parts, finish: typeof reason === "string" ? { reason } : reason, ...more }],
  ...rest,
});
const answer = (choices: readonly object[], more: object = {}) => ({
  id: "i",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices,
  system_fingerprint: null,
  ...more,
});

cases<[message: object, parts: object[], issues?: string[], places?: Record<string, string>]>({
  "plain thoughts beside others are told of": [
    { reasoning_content: "a", reasoning: "b", content: "c" },
    [thought("a"), text("c")],
    ["conflict.resolved choices[0].message.reasoning info"],
  ],
  "plain thoughts beside structured ones are told of": [
    { reasoning_content: "a", reasoning_details: [{ type: "reasoning.text", text: "b", index: 0 }], content: "c" },
    [thought("b"), text("c")],
    ["conflict.resolved choices[0].message.reasoning_content info"],
  ],
  "plain thoughts fill an unnamed entry with a signature": [
    {
      reasoning_content: "a",
      reasoning_details: [
        { type: "reasoning.encrypted", data: "D" },
        { signature: "S", format: "anthropic-claude-v1" },
      ],
      content: "c",
    },
    [redacted("D"), thought("a", { signature: proof("messages") }), text("c")],
    [],
    {
      "choices.0.parts.1": "choices.0.message.reasoning_content",
      "choices.0.parts.1.text": "choices.0.message.reasoning_content",
      "choices.0.parts.1.signature": "choices.0.message.reasoning_details.1",
      "choices.0.parts.1.signature.value": "choices.0.message.reasoning_details.1.signature",
    },
  ],
  "plain thoughts fill an entry of a null type": [
    { reasoning_content: "a", reasoning_details: [{ type: null, signature: "S", format: "anthropic-claude-v1" }], content: "c" },
    [thought("a", { signature: proof("messages") }), text("c")],
    [],
    { "choices.0.parts.0.signature.value": "choices.0.message.reasoning_details.0.signature" },
  ],
  "plain thoughts fill an empty block": [
    { reasoning_content: "a", thinking_blocks: [{ type: "thinking", thinking: "", signature: "S" }], content: "c" },
    [thought("a", { signature: proof("messages") }), text("c")],
    [],
    {
      "choices.0.parts.0.text": "choices.0.message.reasoning_content",
      "choices.0.parts.0.signature.value": "choices.0.message.thinking_blocks.0.signature",
    },
  ],
  "plain thoughts come before redacted ones": [
    { reasoning_content: "a", thinking_blocks: [{ type: "redacted_thinking", data: "D" }], content: "c" },
    [thought("a"), redacted("D", { signature: proof("messages", "D") }), text("c")],
    [],
    {
      "choices.0.parts.0.text": "choices.0.message.reasoning_content",
      "choices.0.parts.1.data": "choices.0.message.thinking_blocks.0.data",
      "choices.0.parts.1.signature": "choices.0.message.thinking_blocks.0.data",
    },
  ],
  "a text and its signature in two entries are one thought": [
    {
      reasoning_details: [
        { type: "reasoning.text", text: "x", index: 3 },
        { type: "reasoning.text", text: "a", index: 0 },
        { type: "reasoning.text", text: "", index: 0, signature: "S", format: "anthropic-claude-v1" },
      ],
      content: "c",
    },
    [
      thought("x", { extensions: { "chat-completions": { index: 3 } } }),
      thought("a", { extensions: { "chat-completions": { index: 0 } }, signature: proof("messages") }),
      text("c"),
    ],
    [],
    {
      "choices.0.parts.1.text": "choices.0.message.reasoning_details.1.text",
      "choices.0.parts.1.signature": "choices.0.message.reasoning_details.2",
      "choices.0.parts.1.signature.value": "choices.0.message.reasoning_details.2.signature",
    },
  ],
  "an unknown block is kept whole": [
    {
      thinking_blocks: [
        { thinking: "a", signature: "S" },
        { type: "odd", a: 1 },
      ],
      content: "c",
    },
    [thought("a", { signature: proof("messages") }), opaque("chat-completions", { type: "odd", a: 1 }), text("c")],
    [],
    {
      "choices.0.parts.0.text": "choices.0.message.thinking_blocks.0.thinking",
      "choices.0.parts.0.signature.value": "choices.0.message.thinking_blocks.0.signature",
    },
  ],
  "thoughts among the content are joined": [
    { content: [{ type: "thinking", thinking: [text("a"), text("b")] }, text("c")] },
    [thought("ab"), text("c")],
    [],
    { "choices.0.parts.0.text": "choices.0.message.content.0.thinking" },
  ],
  "an empty signature of a call is none": [
    {
      content: null,
      tool_calls: [
        { id: "c", type: "function", function: { name: "f", arguments: "{}" }, extra_content: { google: { thought_signature: "" } } },
      ],
    },
    [call("c", "f")],
    ['approximated.finish_reason choices[0].finish_reason info (nothing lost) from "stop" to "tool_calls"'],
  ],
  "thoughts among the content that are no texts are kept whole": [
    { content: [{ type: "thinking", thinking: [{ type: "odd", text: "a" }] }, text("c")] },
    [opaque("chat-completions", { type: "thinking", thinking: [{ type: "odd", text: "a" }] }), text("c")],
  ],
  "a signature of another service than its neighbour's is none of its": [
    {
      reasoning_details: [
        { type: "reasoning.text", text: "t", format: "anthropic-claude-v1" },
        { type: "reasoning.text", signature: "S", format: "google-gemini-v1" },
      ],
    },
    [
      thought("t", { extensions: { "chat-completions": { format: "anthropic-claude-v1" } } }),
      thought("", { signature: proof("generate-content") }),
    ],
  ],
})("read: %s", (message, parts, issues = [], places = {}) => {
  const choice = { index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" };
  const read = response.decode({ id: "i", object: "chat.completion", created: 1, model: "m", choices: [choice] });
  if (!read.ok) throw new Error(read.issues[0].message);
  const found = Object.fromEntries(Object.keys(places).map((place) => [place, read.locate(steps(place)).join(".")]));
  const actual = inLines({ parts: read.value.choices[0]?.parts, issues: read.issues, places: found });
  expect(actual).toEqual({ parts, issues, places });
});

cases<[canonical: CanonicalResponse, value: object, issues?: string[], options?: EncodeOptions]>({
  "a fingerprint is its own style's": [
    said([text("t")], "stop", {}, { systemFingerprint: "F" }),
    { id: "i", object: "chat.completion", created: 1, model: "m", choices: [SAID_T], system_fingerprint: "F" },
    [],
    { from: "chat-completions" },
  ],
  "a blocked prompt has one empty choice": [
    said([], "content-filter", {}, { promptBlock: { reason: "SAFETY" } }),
    answer([REFUSED]),
    ["equivalent.form choices info", 'approximated.finish_reason promptBlock.reason warning from "SAFETY" to "content_filter"'],
    { from: "generate-content" },
  ],
  "a blocked prompt with an answer is not empty": [
    {
      id: "i",
      model: "m",
      created: 1,
      choices: [
        { index: 0, parts: [], finish: { reason: "content-filter" } },
        { index: 1, parts: [text("t")], finish: { reason: "stop" } },
      ],
      promptBlock: { reason: "SAFETY" },
    },
    answer([
      REFUSED,
      { index: 1, message: { role: "assistant", content: "t", refusal: null, annotations: [] }, finish_reason: "stop", logprobs: null },
    ]),
    ['approximated.finish_reason promptBlock.reason warning from "SAFETY" to "content_filter"'],
    { from: "generate-content" },
  ],
  "an empty answer that ended by itself is an empty text": [said([text()]), answer([choice("", "stop")])],
  "an empty signature of a call is none": [
    said([call("c", "f", "{}", { signature: proof("generate-content", "") })], "tool-calls"),
    answer([choice(null, "tool_calls", { tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }] })]),
    [],
    { from: "generate-content" },
  ],
  "an answer that was cut before it said anything is an empty text (BB-139)": [said([], "length"), answer([choice("", "length")])],
  "texts around a call are joined (BB-115)": [
    said([text("a"), { ...call("c", "f"), arguments: { json: "", value: {} } }, text("b")], "tool-calls"),
    answer([choice("ab", "tool_calls", { tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }] })]),
    ["approximated.reordered choices[0].parts warning", "equivalent.form choices[0].parts info"],
  ],
  "a citation without a place covers its part": [
    said([text("ab"), text("cde", { citations: [{ kind: "url", url: "https://a", citedText: "q" }] })]),
    answer([
      choice("abcde", "stop", {
        annotations: [{ type: "url_citation", url_citation: { url: "https://a", title: "", start_index: 2, end_index: 5 } }],
      }),
    ]),
    ["approximated.citation choices[0].parts[1].citations[0].citedText warning", "equivalent.form choices[0].parts info"],
  ],
  "code is text where that is asked for": [
    said([{ type: "code-call", id: "x", language: "python", code: "1" }]),
    answer([choice("\n```python\n1\n```\n", "stop")]),
    ["equivalent.form choices[0].parts[0] info"],
    { from: "messages", codeParts: "text" },
  ],
})("written: %s", (canonical, value, issues = [], options = { from: "messages" }) => {
  const written = response.encode(canonical, options);
  if (!written.ok) throw new Error(written.issues[0].message);
  expect(inLines({ value: written.value, issues: written.issues })).toEqual({ value, issues });
});
