/** Everything that is said of the frame of a request and of its plain parameters, as rows. */
import { expect, test } from "vitest";
import type { CanonicalRequest } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { inRows } from "../../support/issue-rows.js";

/** The fields of an object that are there and not empty. */
function only(value: object, fields: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(value).filter(([key, inner]) => fields.includes(key) && !["{}", "[]"].includes(JSON.stringify(inner))),
  );
}

const steps = (place: string) => place.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

test.each<[string, object, { said: object; issues: object[]; places: Record<string, unknown> }]>([
  [
    "limits that differ are told of",
    { max_tokens: 5, max_completion_tokens: 6 },
    {
      said: { limits: { maxOutputTokens: 6 } },
      issues: [["conflict.resolved", "max_tokens", "info", null, { from: 5, to: 6 }]],
      places: { "limits.maxOutputTokens": ["max_completion_tokens"] },
    },
  ],
  [
    "limits that agree are not",
    { max_tokens: 5, max_completion_tokens: 5 },
    { said: { limits: { maxOutputTokens: 5 } }, issues: [], places: {} },
  ],
  [
    "a null beside a limit says nothing",
    { max_tokens: 5, max_completion_tokens: null },
    { said: { limits: { maxOutputTokens: 5 } }, issues: [], places: { "limits.maxOutputTokens": ["max_tokens"] } },
  ],
  [
    "a null as the older limit says nothing",
    { max_tokens: null, max_completion_tokens: 5 },
    { said: { limits: { maxOutputTokens: 5 } }, issues: [], places: { "limits.maxOutputTokens": ["max_completion_tokens"] } },
  ],
  [
    "ids of the end user that differ are told of",
    { user: "u", safety_identifier: "s" },
    {
      said: { endUserId: "s" },
      issues: [["conflict.resolved", "user", "info", null, { from: "u", to: "s" }]],
      places: { endUserId: ["safety_identifier"] },
    },
  ],
  ["one answer is the default", { n: 1, stop: "s" }, { said: { limits: { stop: ["s"] } }, issues: [], places: {} }],
  [
    "more answers are asked for",
    { n: 2, stop: ["s"] },
    { said: { limits: { stop: ["s"], choices: 2 } }, issues: [], places: { "limits.choices": ["n"], "limits.stop": ["stop"] } },
  ],
])("read: %s", (_behaviour, fields, expected) => {
  const read = request.decode({ model: "m", messages: [{ role: "user", content: "hi" }], ...fields });
  if (!read.ok) throw new Error(read.issues[0].message);
  const places = Object.fromEntries(Object.keys(expected.places).map((place) => [place, read.locate(steps(place))]));
  expect(
    inRows({ said: only(read.value, ["limits", "sampling", "endUserId", "cache", "extensions"]), issues: read.issues, places }),
  ).toEqual(expected);
});

const PLAIN: CanonicalRequest = {
  model: "m",
  instructions: [],
  turns: [{ role: "user", parts: [{ type: "text", text: "hi" }] }],
  tools: [],
  sampling: {},
  limits: {},
  output: {},
  stream: false,
};

test.each<[string, Partial<CanonicalRequest>, EncodeOptions, object]>([
  [
    "a name is rewritten and remembered",
    { tools: [{ type: "function", name: "a b" }] },
    { from: "messages" },
    {
      body: { tools: [{ type: "function", function: { name: "a_b_e74b2759" } }] },
      context: { model: "m", turn: 1, toolNames: { a_b_e74b2759: "a b" }, declaredTools: ["a b"] },
      issues: [["rewritten.tool_name", "tools[0].name", "warning", "approximated", { from: "a b", to: "a_b_e74b2759" }]],
    },
  ],
  [
    "a name of its own style stays for a gateway",
    { tools: [{ type: "function", name: "a b" }] },
    { from: "chat-completions" },
    {
      body: { tools: [{ type: "function", function: { name: "a b" } }] },
      context: { model: "m", turn: 1, declaredTools: ["a b"] },
      issues: [],
    },
  ],
  [
    "a name of its own style is rewritten for the vendor",
    { tools: [{ type: "function", name: "a b" }] },
    { from: "chat-completions", profile: "vendor" },
    {
      body: { tools: [{ type: "function", function: { name: "a_b_e74b2759" } }] },
      context: { model: "m", turn: 1, toolNames: { a_b_e74b2759: "a b" }, declaredTools: ["a b"] },
      issues: [["rewritten.tool_name", "tools[0].name", "warning", "approximated", { from: "a b", to: "a_b_e74b2759" }]],
    },
  ],
  [
    "declared tools are remembered with the free-form ones",
    { tools: [{ type: "function", name: "f" }, { type: "custom", name: "s" }, { type: "web-search" }] },
    { from: "chat-completions" },
    {
      body: {
        tools: [
          { type: "function", function: { name: "f" } },
          { type: "custom", custom: { name: "s" } },
        ],
      },
      context: { model: "m", turn: 1, declaredTools: ["f", "s"], customTools: ["s"] },
      issues: [],
    },
  ],
  [
    "a stream of its own remembers that usage was asked for",
    { stream: true, includeStreamUsage: true },
    { from: "chat-completions" },
    {
      body: { stream: true, stream_options: { include_usage: true } },
      context: { model: "m", turn: 1, includeStreamUsage: true },
      issues: [],
    },
  ],
  [
    "parallel calls without tools are left out",
    { parallelToolCalls: false },
    { from: "messages" },
    { body: {}, context: { model: "m", turn: 1 }, issues: [["dropped.field", "parallelToolCalls", "info", "dropped", { from: false }]] },
  ],
  [
    "a middling resolution is said at no image",
    {
      mediaResolution: "medium",
      turns: [{ role: "user", parts: [{ type: "image", source: { kind: "url", url: "https://a.test/a.png" } }] }],
    },
    { from: "generate-content" },
    {
      body: {},
      context: { model: "m", turn: 1 },
      issues: [["approximated.media", "mediaResolution", "warning", "approximated", { from: "medium" }]],
    },
  ],
  [
    "the resolution is none of an image with its own",
    {
      mediaResolution: "low",
      turns: [{ role: "user", parts: [{ type: "image", detail: "high", source: { kind: "url", url: "https://a.test/a.png" } }] }],
    },
    { from: "generate-content" },
    {
      body: {},
      context: { model: "m", turn: 1 },
      issues: [["approximated.media", "mediaResolution", "warning", "approximated", { from: "low" }]],
    },
  ],
  [
    "the resolution is none of other media",
    { mediaResolution: "low" },
    { from: "generate-content" },
    {
      body: {},
      context: { model: "m", turn: 1 },
      issues: [["approximated.media", "mediaResolution", "warning", "approximated", { from: "low" }]],
    },
  ],
  [
    "a number below its range becomes its least",
    { sampling: { temperature: -1 } },
    { from: "messages" },
    {
      body: { temperature: 0 },
      context: { model: "m", turn: 1 },
      issues: [["approximated.clamped", "sampling.temperature", "warning", "approximated", { from: -1, to: 0, limit: 0 }]],
    },
  ],
  [
    "a number at the ends of its range stays",
    { sampling: { temperature: 0, topP: 1 } },
    { from: "messages" },
    { body: { top_p: 1, temperature: 0 }, context: { model: "m", turn: 1 }, issues: [] },
  ],
  [
    "a number above its range becomes its most",
    { sampling: { topP: 2 } },
    { from: "messages" },
    {
      body: { top_p: 1 },
      context: { model: "m", turn: 1 },
      issues: [["approximated.clamped", "sampling.topP", "warning", "approximated", { from: 2, to: 1, limit: 1 }]],
    },
  ],
  [
    "a number out of range is refused where that is asked for",
    { sampling: { topP: 2 } },
    { from: "messages", outOfRange: "reject" },
    { body: null, issues: [["failed.unsupported", "sampling.topP", "error", "failed", { rule: "R-027", from: 2, limit: 1 }]] },
  ],
  [
    "a number out of range is left out where that is asked for",
    { sampling: { temperature: 3 } },
    { from: "messages", outOfRange: "drop" },
    {
      body: {},
      context: { model: "m", turn: 1 },
      issues: [["dropped.value", "sampling.temperature", "warning", "dropped", { from: 3, limit: 2 }]],
    },
  ],
  [
    "a number out of range is cut where that is asked for",
    { sampling: { temperature: 3 } },
    { from: "messages", outOfRange: "clamp" },
    {
      body: { temperature: 2 },
      context: { model: "m", turn: 1 },
      issues: [["approximated.clamped", "sampling.temperature", "warning", "approximated", { from: 3, to: 2, limit: 2 }]],
    },
  ],
  [
    "too many answers become as many as the vendor gives",
    { limits: { choices: 200 } },
    { from: "messages", profile: "vendor" },
    {
      body: { n: 128 },
      context: { model: "m", turn: 1 },
      issues: [["approximated.clamped", "limits.choices", "warning", "approximated", { from: 200, to: 128, limit: 128 }]],
    },
  ],
  [
    "likely tokens that have no field are left out",
    { sampling: { topK: 5, logprobs: { enabled: false, top: 3 } } },
    { from: "messages" },
    {
      body: { logprobs: false },
      context: { model: "m", turn: 1 },
      issues: [
        ["dropped.field", "sampling.topK", "warning", "dropped", { from: 5 }],
        ["dropped.field", "sampling.logprobs.top", "info", "dropped"],
      ],
    },
  ],
  [
    "no tokens at all are refused",
    { limits: { maxOutputTokens: 0 } },
    { from: "messages" },
    { body: null, issues: [["failed.unsupported", "limits.maxOutputTokens", "error", "failed", { from: 0 }]] },
  ],
  [
    "stop sequences beyond the fourth and empty ones are left out",
    { limits: { stop: ["", "a", "b", "c", "d", "e"] } },
    { from: "messages" },
    {
      body: { stop: ["a", "b", "c", "d"] },
      context: { model: "m", turn: 1 },
      issues: [
        ["dropped.value", "limits.stop[0]", "warning", "dropped", { from: "" }],
        ["dropped.value", "limits.stop[5]", "warning", "dropped", { from: "e", limit: 4 }],
      ],
    },
  ],
  [
    "an id of as many characters as the vendor takes stays",
    { endUserId: "u".repeat(128) },
    { profile: "vendor" },
    { body: { safety_identifier: "u".repeat(128) }, context: { model: "m", turn: 1 }, issues: [] },
  ],
  [
    "a longer id is left out",
    { endUserId: "u".repeat(129) },
    { profile: "vendor" },
    { body: {}, context: { model: "m", turn: 1 }, issues: [["dropped.value", "endUserId", "warning", "dropped", { limit: 128 }]] },
  ],
  [
    "labels, safety and an asynchronous answer are another service's",
    { metadata: { a: "b" }, safety: [{ category: "c", threshold: "t" }], async: true },
    { from: "generate-content" },
    {
      body: {},
      context: { model: "m", turn: 1 },
      issues: [
        ["dropped.field", "metadata", "info", "dropped", { from: "an object" }],
        ["dropped.field", "safety[0]", "warning", "dropped"],
        ["dropped.field", "async", "info", "dropped", { from: true }],
      ],
    },
  ],
  [
    "cached content is another service's",
    { cache: { handle: "h" } },
    { from: "generate-content" },
    { body: {}, context: { model: "m", turn: 1 }, issues: [["dropped.field", "cache.handle", "warning", "dropped", { from: "h" }]] },
  ],
])("written: %s", (_behaviour, fields, options, expected) => {
  const written = request.encode({ ...PLAIN, ...fields }, options);
  const body = written.ok
    ? only(written.value.body, [
        "tools",
        "stop",
        "n",
        "top_k",
        "top_p",
        "temperature",
        "max_tokens",
        "max_completion_tokens",
        "user",
        "safety_identifier",
        "metadata",
        "extra_body",
        "stream",
        "stream_options",
        "parallel_tool_calls",
        "prompt_cache_options",
        "logprobs",
      ])
    : null;
  expect(inRows({ body, ...(written.ok && { context: written.value.context }), issues: written.issues })).toEqual(expected);
});
