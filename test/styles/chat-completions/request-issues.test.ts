/** Everything that is said of the frame of a request and of its plain parameters, as rows. */
import { expect } from "vitest";
import type { CanonicalRequest } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { inLines } from "../../support/issue-rows.js";
import { atUrl, image } from "../../support/parts.js";
import { asking } from "../../support/requests.js";
import { only, type ReadRow, reads } from "./support.js";

cases<ReadRow>({
  "limits that differ are told of": [
    { max_tokens: 5, max_completion_tokens: 6 },
    { limits: { maxOutputTokens: 6 } },
    ["conflict.resolved max_tokens info from 5 to 6"],
    { "limits.maxOutputTokens": "max_completion_tokens" },
  ],
  "limits that agree are not": [{ max_tokens: 5, max_completion_tokens: 5 }, { limits: { maxOutputTokens: 5 } }],
  "a null beside a limit says nothing": [
    { max_tokens: 5, max_completion_tokens: null },
    { limits: { maxOutputTokens: 5 } },
    [],
    { "limits.maxOutputTokens": "max_tokens" },
  ],
  "a null as the older limit says nothing": [
    { max_tokens: null, max_completion_tokens: 5 },
    { limits: { maxOutputTokens: 5 } },
    [],
    { "limits.maxOutputTokens": "max_completion_tokens" },
  ],
  "ids of the end user that differ are told of": [
    { user: "u", safety_identifier: "s" },
    { endUserId: "s" },
    ['conflict.resolved user info from "u" to "s"'],
    { endUserId: "safety_identifier" },
  ],
  "one answer is the default": [{ n: 1, stop: "s" }, { limits: { stop: ["s"] } }],
  "more answers are asked for": [
    { n: 2, stop: ["s"] },
    { limits: { stop: ["s"], choices: 2 } },
    [],
    { "limits.choices": "n", "limits.stop": "stop" },
  ],
})("read: %s", reads(["limits", "sampling", "endUserId", "cache", "extensions"]));

cases<[fields: Partial<CanonicalRequest>, expected: object, options?: EncodeOptions]>({
  "a name is rewritten and remembered": [
    { tools: [{ type: "function", name: "a b" }] },
    {
      body: { tools: [{ type: "function", function: { name: "a_b_e74b2759" } }] },
      context: { model: "m", turn: 1, toolNames: { a_b_e74b2759: "a b" }, declaredTools: ["a b"] },
      issues: ['rewritten.tool_name tools[0].name warning (approximated) from "a b" to "a_b_e74b2759"'],
    },
    { from: "messages" },
  ],
  "a name of its own style stays for a gateway": [
    { tools: [{ type: "function", name: "a b" }] },
    {
      body: { tools: [{ type: "function", function: { name: "a b" } }] },
      context: { model: "m", turn: 1, declaredTools: ["a b"] },
      issues: [],
    },
    { from: "chat-completions" },
  ],
  "a name of its own style is rewritten for the vendor": [
    { tools: [{ type: "function", name: "a b" }] },
    {
      body: { tools: [{ type: "function", function: { name: "a_b_e74b2759" } }] },
      context: { model: "m", turn: 1, toolNames: { a_b_e74b2759: "a b" }, declaredTools: ["a b"] },
      issues: ['rewritten.tool_name tools[0].name warning (approximated) from "a b" to "a_b_e74b2759"'],
    },
    { from: "chat-completions", profile: "vendor" },
  ],
  "declared tools are remembered with the free-form ones": [
    { tools: [{ type: "function", name: "f" }, { type: "custom", name: "s" }, { type: "web-search" }] },
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
    { from: "chat-completions" },
  ],
  "a stream of its own remembers that usage was asked for": [
    { stream: true, includeStreamUsage: true },
    {
      body: { stream: true, stream_options: { include_usage: true } },
      context: { model: "m", turn: 1, includeStreamUsage: true },
      issues: [],
    },
    { from: "chat-completions" },
  ],
  "parallel calls without tools are left out": [
    { parallelToolCalls: false },
    { body: {}, context: { model: "m", turn: 1 }, issues: ["dropped.field parallelToolCalls info from false"] },
    { from: "messages" },
  ],
  "a middling resolution is said at no image": [
    { mediaResolution: "medium", turns: [{ role: "user", parts: [image(atUrl("https://a.test/a.png"))] }] },
    { body: {}, context: { model: "m", turn: 1 }, issues: ['approximated.media mediaResolution warning from "medium"'] },
    { from: "generate-content" },
  ],
  "the resolution is none of an image with its own": [
    { mediaResolution: "low", turns: [{ role: "user", parts: [image(atUrl("https://a.test/a.png"), { detail: "high" })] }] },
    { body: {}, context: { model: "m", turn: 1 }, issues: ['approximated.media mediaResolution warning from "low"'] },
    { from: "generate-content" },
  ],
  "the resolution is none of other media": [
    { mediaResolution: "low" },
    { body: {}, context: { model: "m", turn: 1 }, issues: ['approximated.media mediaResolution warning from "low"'] },
    { from: "generate-content" },
  ],
  "a number below its range becomes its least": [
    { sampling: { temperature: -1 } },
    {
      body: { temperature: 0 },
      context: { model: "m", turn: 1 },
      issues: ["approximated.clamped sampling.temperature warning from -1 limit 0 to 0"],
    },
    { from: "messages" },
  ],
  "a number at the ends of its range stays": [
    { sampling: { temperature: 0, topP: 1 } },
    { body: { top_p: 1, temperature: 0 }, context: { model: "m", turn: 1 }, issues: [] },
    { from: "messages" },
  ],
  "a number above its range becomes its most": [
    { sampling: { topP: 2 } },
    { body: { top_p: 1 }, context: { model: "m", turn: 1 }, issues: ["approximated.clamped sampling.topP warning from 2 limit 1 to 1"] },
    { from: "messages" },
  ],
  "a number out of range is refused where that is asked for": [
    { sampling: { topP: 2 } },
    { body: null, issues: ['failed.unsupported sampling.topP error from 2 limit 1 rule "R-027"'] },
    { from: "messages", outOfRange: "reject" },
  ],
  "a number out of range is left out where that is asked for": [
    { sampling: { temperature: 3 } },
    { body: {}, context: { model: "m", turn: 1 }, issues: ["dropped.value sampling.temperature warning from 3 limit 2"] },
    { from: "messages", outOfRange: "drop" },
  ],
  "a number out of range is cut where that is asked for": [
    { sampling: { temperature: 3 } },
    {
      body: { temperature: 2 },
      context: { model: "m", turn: 1 },
      issues: ["approximated.clamped sampling.temperature warning from 3 limit 2 to 2"],
    },
    { from: "messages", outOfRange: "clamp" },
  ],
  "too many answers become as many as the vendor gives": [
    { limits: { choices: 200 } },
    {
      body: { n: 128 },
      context: { model: "m", turn: 1 },
      issues: ["approximated.clamped limits.choices warning from 200 limit 128 to 128"],
    },
    { from: "messages", profile: "vendor" },
  ],
  "likely tokens that have no field are left out": [
    { sampling: { topK: 5, logprobs: { enabled: false, top: 3 } } },
    {
      body: { logprobs: false },
      context: { model: "m", turn: 1 },
      issues: ["dropped.field sampling.topK warning from 5", "dropped.field sampling.logprobs.top info"],
    },
    { from: "messages" },
  ],
  "no tokens at all are refused": [
    { limits: { maxOutputTokens: 0 } },
    { body: null, issues: ["failed.unsupported limits.maxOutputTokens error from 0"] },
    { from: "messages" },
  ],
  "stop sequences beyond the fourth and empty ones are left out": [
    { limits: { stop: ["", "a", "b", "c", "d", "e"] } },
    {
      body: { stop: ["a", "b", "c", "d"] },
      context: { model: "m", turn: 1 },
      issues: ['dropped.value limits.stop[0] warning from ""', 'dropped.value limits.stop[5] warning from "e" limit 4'],
    },
    { from: "messages" },
  ],
  "an id of as many characters as the vendor takes stays": [
    { endUserId: "u".repeat(128) },
    { body: { safety_identifier: "u".repeat(128) }, context: { model: "m", turn: 1 }, issues: [] },
    { profile: "vendor" },
  ],
  "a longer id is left out": [
    { endUserId: "u".repeat(129) },
    { body: {}, context: { model: "m", turn: 1 }, issues: ["dropped.value endUserId warning limit 128"] },
    { profile: "vendor" },
  ],
  "labels, safety and an asynchronous answer are another service's": [
    { metadata: { a: "b" }, safety: [{ category: "c", threshold: "t" }], async: true },
    {
      body: {},
      context: { model: "m", turn: 1 },
      issues: ['dropped.field metadata info from "an object"', "dropped.field safety[0] warning", "dropped.field async info from true"],
    },
    { from: "generate-content" },
  ],
  "cached content is another service's": [
    { cache: { handle: "h" } },
    { body: {}, context: { model: "m", turn: 1 }, issues: ['dropped.field cache.handle warning from "h"'] },
    { from: "generate-content" },
  ],
})("written: %s", (fields, expected, options = {}) => {
  const written = request.encode(asking(fields), options);
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
  expect(inLines({ body, ...(written.ok && { context: written.value.context }), issues: written.issues })).toEqual(expected);
});
