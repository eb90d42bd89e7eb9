/** Whole events of streams that compatible servers send. */
import { expect } from "vitest";
import type { CanonicalStreamEvent, Part, PartDelta } from "../../../src/model/index.js";
import type { StreamDecodeOptions } from "../../../src/styles/style.js";
import { begun, whole } from "../../support/canonical-events.js";
import { cases, of } from "../../support/cases.js";
import { base64, call, customCall, image, proof, text, thought } from "../../support/parts.js";
import { calls, ch, D, decode, stop, usage } from "./stream-support.js";

const START: CanonicalStreamEvent = { type: "start", id: "r", model: "m", created: 1 };
const STOPPED: CanonicalStreamEvent = { type: "finish", choice: 0, finish: { reason: "stop" } };
const CALLED: CanonicalStreamEvent = { type: "finish", choice: 0, finish: { reason: "tool-calls" } };
const END: CanonicalStreamEvent = { type: "end" };
const begin = (part: number, head: Part): CanonicalStreamEvent => ({ type: "part-start", choice: 0, part, head });
const grow = (part: number, delta: PartDelta): CanonicalStreamEvent => ({ type: "part-delta", choice: 0, part, delta });
const close = (part: number): CanonicalStreamEvent => ({ type: "part-stop", choice: 0, part });

cases<[input: readonly unknown[], events: readonly CanonicalStreamEvent[], options?: StreamDecodeOptions]>({
  "says nothing of an answer that is an error from the start": [
    of({ id: "r", model: "m", error: { message: "x", code: 400 } }),
    [
      {
        type: "error",
        error: { kind: "invalid-request", status: 400, message: "x", retryable: false, native: { style: "chat-completions", code: 400 } },
      },
      END,
    ],
  ],
  "begins with a choice where neither id nor model is said": [
    of(
      { choices: [{ index: 0, delta: { content: "a" }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
      D,
    ),
    [{ type: "start" }, ...whole(0, text(), "a"), STOPPED, END],
  ],
  "keeps what came before the chunk that names the model": [
    of({ choices: [], prompt_filter_results: [] }, { choices: [], model: "m" }, D),
    [{ type: "start", model: "m", extensions: { "chat-completions": { prompt_filter_results: [] } } }, STOPPED, END],
  ],
  "begins with a chunk that only counts": [
    of({ choices: [], usage }, D),
    [
      { type: "start", usage: { inputTokens: 1, outputTokens: 2 } },
      { type: "usage", usage: { inputTokens: 1, outputTokens: 2 } },
      STOPPED,
      END,
    ],
  ],
  "begins with a chunk that only has an id": [of({ choices: [], id: "i" }, D), [{ type: "start", id: "i" }, STOPPED, END]],
  "keeps what nobody knows of a choice without a delta": [
    of(ch({ content: "a" }), { ...stop, choices: [{ index: 0, finish_reason: "stop", odd: 1 }] }, D),
    [
      START,
      ...begun(0, text(), "a"),
      { type: "choice-meta", choice: 0, extensions: { "chat-completions": { odd: 1 } } },
      close(0),
      STOPPED,
      END,
    ],
  ],
  "keeps counters of a choice beside those of the chunk": [
    of(ch({}, "stop", { usage }, { usage: { completion_tokens: 1 } }), D),
    [
      { type: "start", id: "r", model: "m", created: 1, usage: { inputTokens: 1, outputTokens: 2 } },
      { type: "choice-meta", choice: 0, extensions: { "chat-completions": { usage: { completion_tokens: 1 } } } },
      { type: "usage", usage: { inputTokens: 1, outputTokens: 2 } },
      STOPPED,
      END,
    ],
  ],
  "reads counters of a choice where there are no others, and keeps none of them": [
    of(ch({}, "stop", {}, { usage }), D),
    [
      { type: "start", id: "r", model: "m", created: 1, usage: { inputTokens: 1, outputTokens: 2 } },
      { type: "usage", usage: { inputTokens: 1, outputTokens: 2 } },
      STOPPED,
      END,
    ],
  ],
  "keeps what a server calls usage and is none": [
    of(ch({}, "stop", { x_groq: { usage: { queue_time: 1 } } }), D),
    [
      { type: "start", id: "r", model: "m", created: 1, extensions: { "chat-completions": { x_groq: { usage: { queue_time: 1 } } } } },
      STOPPED,
      END,
    ],
  ],
  "keeps the plain thoughts for the same style where details differ": [
    of(
      ch({ role: "assistant" }),
      ch({ reasoning_content: "a" }),
      ch({ reasoning_content: "b", reasoning_details: [{ type: "reasoning.text", text: "c" }] }),
      stop,
      D,
    ),
    [
      START,
      ...begun(0, thought(), "a", "c"),
      { type: "choice-meta", choice: 0, extensions: { "chat-completions": { "message.reasoning_content": "ab" } } },
      close(0),
      STOPPED,
      END,
    ],
    { own: true },
  ],
  "keeps no plain thoughts for another style": [
    of(
      ch({ role: "assistant" }),
      ch({ reasoning_content: "a" }),
      ch({ reasoning_content: "b", reasoning_details: [{ type: "reasoning.text", text: "c" }] }),
      stop,
      D,
    ),
    [START, ...whole(0, thought(), "a", "c"), STOPPED, END],
  ],
  "keeps no plain thoughts that the parts say as well": [
    of(ch({ role: "assistant" }), ch({ reasoning_content: "a" }), ch({ content: "x" }), stop, D),
    [START, ...whole(0, thought(), "a"), ...whole(1, text(), "x"), STOPPED, END],
    { own: true },
  ],
  "adds plain thoughts to a part that has an index": [
    of(ch({ reasoning_details: [{ type: "reasoning.text", text: "a", index: 0 }] }), ch({ reasoning_content: "b" }), stop, D),
    [START, ...whole(0, thought(), "a", "b"), STOPPED, END],
  ],
  "gives an index to plain thoughts, and another part to another index": [
    of(
      ch({ reasoning_content: "a" }),
      ch({ reasoning_details: [{ type: "reasoning.text", text: "b", index: 0 }] }),
      ch({ reasoning_details: [{ type: "reasoning.text", text: "c", index: 1 }] }),
      stop,
      D,
    ),
    [START, ...whole(0, thought(), "a", "b"), ...whole(1, thought(), "c"), STOPPED, END],
  ],
  "lets text grow beside a call": [
    of(
      calls({ index: 0, id: "c", function: { name: "f", arguments: "{" } }),
      ch({ content: "a" }),
      calls({ index: 0, id: "c", function: { arguments: "}" } }),
      ch({ content: "b" }),
      ch({}, "tool_calls"),
      D,
    ),
    [
      START,
      ...begun(0, call("c", "f", ""), "{"),
      ...begun(1, text(), "a"),
      grow(0, { kind: "arguments", json: "}" }),
      grow(1, { kind: "text", text: "b" }),
      close(1),
      close(0),
      CALLED,
      END,
    ],
  ],
  "reads a sound piece by piece, and ends parts in their order": [
    of(
      ch({ audio: { id: "au", odd: 1 } }),
      ch({ audio: { transcript: "Hi" } }),
      ch({ audio: { expires_at: 5 } }),
      ch({ content: "a" }),
      stop,
      D,
    ),
    [
      START,
      ...begun(
        0,
        { type: "audio", source: base64("audio/wav", ""), id: "au", extensions: { "chat-completions": { odd: 1 } } },
        { kind: "audio", transcript: "Hi" },
        { kind: "audio", expiresAt: 5 },
      ),
      ...begun(1, text(), "a"),
      close(0),
      close(1),
      STOPPED,
      END,
    ],
  ],
  "ends a sound after the text that began before it": [
    of(ch({ content: "a" }), ch({ audio: { data: "UklG" } }), stop, D),
    [
      START,
      ...begun(0, text(), "a"),
      ...begun(1, { type: "audio", source: base64("audio/wav", "") }, { kind: "audio", data: "UklG" }),
      close(0),
      close(1),
      STOPPED,
      END,
    ],
  ],
  "cites the open text": [
    of(
      ch({ content: "a" }),
      ch({ annotations: [{ type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 0, end_index: 1 } }] }),
      stop,
      D,
    ),
    [
      START,
      ...whole(0, text(), "a", { kind: "citation", citation: { kind: "url", url: "https://a", title: "A", start: 0, end: 1 } }),
      STOPPED,
      END,
    ],
  ],
  "cites closed text by the choice while thoughts are open": [
    of(
      ch({ content: "a" }),
      ch({ reasoning_content: "t" }),
      ch({ annotations: [{ type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 0, end_index: 1 } }] }),
      stop,
      D,
    ),
    [
      START,
      ...whole(0, text(), "a"),
      ...begun(1, thought(), "t"),
      { type: "choice-meta", choice: 0, citations: [{ kind: "url", url: "https://a", title: "A", start: 0, end: 1 }] },
      close(1),
      STOPPED,
      END,
    ],
  ],
  "cites closed text by the choice while nothing is open": [
    of(
      ch({ content: "a" }),
      ch({ images: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] }),
      ch({ annotations: [{ type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 0, end_index: 1 } }] }),
      stop,
      D,
    ),
    [
      START,
      ...whole(0, text(), "a"),
      ...whole(1, image(base64("image/png", "AAAA"))),
      { type: "choice-meta", choice: 0, citations: [{ kind: "url", url: "https://a", title: "A", start: 0, end: 1 }] },
      STOPPED,
      END,
    ],
  ],
  "starts calls in the order in which they were named": [
    of(
      calls({ index: 0, id: "a", function: { name: "f" } }),
      calls({ index: 1, id: "b", function: { name: "g", arguments: "{}" } }),
      ch({}, "tool_calls"),
      D,
    ),
    [START, begin(0, call("a", "f", "")), ...begun(1, call("b", "g", ""), "{}"), close(0), close(1), CALLED, END],
  ],
  "makes ids of calls that differ by their position": [
    of(
      {
        choices: [
          {
            index: 0,
            delta: {
              tool_calls: [
                { index: 0, function: { name: "f", arguments: "{}" } },
                { index: 1, function: { name: "f", arguments: "{}" } },
              ],
            },
            finish_reason: "tool_calls",
          },
        ],
      },
      D,
    ),
    [
      { type: "start" },
      ...begun(0, call("call_5db252c4999bf5311962ece0", "f", "", { idSynthesized: true }), "{}"),
      ...begun(1, call("call_548f47c4944d589a226b07e0", "f", "", { idSynthesized: true }), "{}"),
      close(0),
      close(1),
      CALLED,
      END,
    ],
  ],
  "leaves out an id that comes after the call has started": [
    of(
      calls({ index: 0, function: { name: "f", arguments: "{" } }),
      calls({ index: 0, id: "x", function: { arguments: "" } }),
      calls({ index: 0, id: "y", function: { arguments: "}" } }),
      ch({}, "tool_calls"),
      D,
    ),
    [START, ...whole(0, call("call_abe032bf3c1f0ff924d336e2", "f", "", { idSynthesized: true }), "{", "}"), CALLED, END],
  ],
  "takes an id and a name that come after the arguments": [
    of(
      calls({ index: 0, function: { arguments: "{" } }),
      calls({ index: 0, id: "x", function: { name: "f", arguments: "}" } }),
      ch({}, "tool_calls"),
      D,
    ),
    [START, ...whole(0, call("x", "f", ""), "{", "}"), CALLED, END],
  ],
  "starts calls without a name at the end": [
    of(
      calls({ index: 0, id: "a", function: { arguments: "{" } }, { index: 1, id: "b", function: { arguments: "{}" } }),
      calls({ index: 0, function: { name: "f", arguments: "}" } }),
      ch({}, "tool_calls"),
      D,
    ),
    [START, ...begun(0, call("a", "f", ""), "{", "}"), ...begun(1, call("b", "", ""), "{}"), close(0), close(1), CALLED, END],
  ],
  "reads arguments that are null as none": [
    of(
      calls({ index: 0, id: "a", function: { name: "f", arguments: null } }),
      calls({ index: 0, function: { arguments: "{}" } }),
      ch({}, "tool_calls"),
      D,
    ),
    [START, ...whole(0, call("a", "f", ""), "{}"), CALLED, END],
  ],
  "knows a custom call by its type": [
    of(calls({ index: 0, id: "a", type: "custom" }), calls({ index: 0, custom: { name: "f", input: "x" } }), ch({}, "tool_calls"), D),
    [START, ...whole(0, customCall("a", "f", ""), "x"), CALLED, END],
  ],
  "keeps what it does not know of a call": [
    of(
      calls({
        index: 0,
        id: "a",
        type: "odd",
        more: 1,
        function: { name: "f", arguments: "{}", strict: 1 },
        extra_content: { other: 1, google: { thought_signature: "S", odd: 1 } },
      }),
      ch({}, "tool_calls"),
      D,
    ),
    [
      START,
      ...whole(
        0,
        call("a", "f", "", {
          signature: proof("generate-content"),
          extensions: {
            "chat-completions": { more: 1, type: "odd", "function.strict": 1, "extra_content.other": 1, "extra_content.google.odd": 1 },
          },
        }),
        "{}",
      ),
      CALLED,
      END,
    ],
  ],
  "gives a piece without an index to the call that was last": [
    of(
      calls({ index: 1, id: "a", function: { name: "f", arguments: "{" } }),
      calls({ function: { arguments: "}" } }),
      calls({ index: 1, function: { arguments: " " } }),
      ch({}, "tool_calls"),
      D,
    ),
    [
      START,
      ...begun(0, call("a", "f", ""), "{", "}"),
      { type: "part-delta", choice: 0, part: 0, delta: { kind: "arguments", json: " " } },
      close(0),
      CALLED,
      END,
    ],
  ],
})("%s", (input, events, options = {}) => {
  expect(decode(input, options).events).toStrictEqual(events);
});
