/** Everything of a request but its conversation, its tools and its thinking. */
import { describe, expect, it } from "vitest";
import type { CanonicalRequest } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { asking } from "../../support/requests.js";
import { type ReadRow, reads, returns, type WrittenRow, writes } from "./support.js";

const lines = (count: number) => "u".repeat(count);
const json_schema = { name: "n", description: "d", schema: {} };
const safety = [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "OFF" }];
const schemaOf = (schema: object, x: object = {}) => ({
  output: { format: { type: "json-schema", ...schema } },
  ...x,
});

cases<ReadRow>({
  "a limit": [{ max_tokens: 5 }, { limits: { maxOutputTokens: 5 } }],
  "limits that differ": [
    { max_tokens: 5, max_completion_tokens: 6 },
    { limits: { maxOutputTokens: 6 } },
    ["conflict.resolved max_tokens info from 5 to 6"],
    { "limits.maxOutputTokens": "max_completion_tokens" },
  ],
  "limits that agree": [{ max_tokens: 5, max_completion_tokens: 5 }, { limits: { maxOutputTokens: 5 } }],
  "a null as the older limit": [
    { max_tokens: null, max_completion_tokens: 5 },
    { limits: { maxOutputTokens: 5 } },
    [],
    { "limits.maxOutputTokens": "max_completion_tokens" },
  ],
  "an end user": [{ user: "u" }, { endUserId: "u" }],
  "an end user twice": [{ user: "u", safety_identifier: "u" }, { endUserId: "u" }],
  "an end user beside an empty one": [{ user: "u", safety_identifier: "" }, { endUserId: "u" }],
  "one answer, the default": [{ n: 1, stop: "s" }, { limits: { stop: ["s"] } }],
  "log probabilities": [{ logprobs: true, top_logprobs: 2 }, { sampling: { logprobs: { enabled: true, top: 2 } } }],
  "no log probabilities": [{ logprobs: false }, { sampling: { logprobs: { enabled: false } } }],
  "likely tokens alone": [{ top_logprobs: 2 }, { sampling: { logprobs: { top: 2 } } }],
  "a cache": [{ prompt_cache_options: { mode: "implicit", ttl: "1h" } }, { cache: { auto: { type: "ephemeral", ttl: "1h" } } }],
  "text as the form": [{ response_format: { type: "text" } }, { output: { format: { type: "text" } } }],
  "a schema as the form": [{ response_format: { type: "json_schema", json_schema } }, schemaOf(json_schema)],
  ...Object.fromEntries(
    ["json_object", "json_schema"].map((type) => [
      `a schema right beside ${type}`,
      [
        { response_format: { type, schema: { type: "object" }, x: 1 } },
        schemaOf({ schema: { type: "object" } }, { extensions: { "chat-completions": { "response_format.x": 1 } } }),
      ] satisfies ReadRow,
    ]),
  ),
  "safety settings of generate-content": [{ safety_settings: safety }, { safety }],
  nothing: [{}],
})("read: %s", reads);

it.each<object>([
  { safety_settings: "none" },
  { safety_settings: [] },
  { safety_settings: ["c"] },
  { safety_settings: [{ category: "c", threshold: "t" }, { category: "d" }] },
  { safety_settings: [{ threshold: "t" }] },
  { response_format: { type: "json_object", schema: "x" } },
  { response_format: { type: "grammar", grammar: "x" } },
  { response_format: { type: "json_schema", json_schema: { name: "n", schema: {}, x: 1 }, y: 2 } },
  { response_format: { type: "json_object", json_schema: { name: "n" } } },
  { response_format: { type: "text", x: 1, json_schema: { name: "n" } } },
  { response_format: { type: "odd", json_schema: { name: "n" } } },
  { prompt_cache_options: { mode: "explicit", ttl: "1h", x: 1 } },
  { prompt_cache_options: { mode: "implicit", ttl: "9m" } },
  { modalities: ["text", "smell"] },
  { service_tier: "instant" },
  { stream_options: { include_usage: true, x: 1 }, stream: true },
  { seed: 1, n: 3, logit_bias: { a: 1 }, verbosity: "low", prompt_cache_key: "k" },
])("%j goes back into its own style as it was", returns);

const clamped = (path: string, from: number, limit: number) =>
  `approximated.clamped ${path} warning from ${from} limit ${limit} to ${limit}`;
const vendor = { from: "messages", profile: "vendor" } as const;
const google = { from: "generate-content" } as const;
const named = (schema: object) => ({ response_format: { type: "json_schema", json_schema: { name: "response", schema } } });

cases<WrittenRow>({
  "a number below its range": [{ sampling: { temperature: -1 } }, { temperature: 0 }, [clamped("sampling.temperature", -1, 0)]],
  "numbers at the ends of their range": [{ sampling: { temperature: 2, topP: 0 } }, { temperature: 2, top_p: 0 }],
  "numbers at the other ends": [{ sampling: { temperature: 0, topP: 1 } }, { temperature: 0, top_p: 1 }],
  "a number above its range": [{ sampling: { topP: 2 } }, { top_p: 1 }, [clamped("sampling.topP", 2, 1)]],
  "penalties out of range": [
    { sampling: { presencePenalty: 3, frequencyPenalty: -3 } },
    { presence_penalty: 2, frequency_penalty: -2 },
    [clamped("sampling.presencePenalty", 3, 2), clamped("sampling.frequencyPenalty", -3, -2)],
  ],
  "a number that is refused": [
    { sampling: { topP: 2 } },
    null,
    ['failed.unsupported sampling.topP error from 2 limit 1 rule "R-027"'],
    { from: "messages", outOfRange: "reject" },
  ],
  "one answer": [{ limits: { choices: 1 } }],
  "two answers": [{ limits: { choices: 2 } }, { n: 2 }],
  "too many answers for the vendor": [{ limits: { choices: 200 } }, { n: 128 }, [clamped("limits.choices", 200, 128)], vendor],
  "too many likely tokens": [
    { sampling: { logprobs: { enabled: true, top: 30 } } },
    { logprobs: true, top_logprobs: 20 },
    [clamped("sampling.logprobs.top", 30, 20)],
  ],
  "`top_k` for servers that take it": [{ sampling: { topK: 3 } }, { top_k: 3 }, [], { ...google, chatExtensions: true }],
  "no tokens at all": [{ limits: { maxOutputTokens: 0 } }, null, ["failed.unsupported limits.maxOutputTokens error from 0"]],
  "an id as long as a gateway takes": [{ endUserId: lines(64) }, { user: lines(64) }],
  "an id too long for a gateway": [{ endUserId: lines(65) }, {}, ["dropped.value endUserId warning limit 64"]],
  "an id as long as the vendor takes": [{ endUserId: lines(128) }, { safety_identifier: lines(128) }, [], vendor],
  "an id too long for the vendor": [{ endUserId: lines(129) }, {}, ["dropped.value endUserId warning limit 128"], vendor],
  "labels, safety and an asynchronous answer of another service": [
    { metadata: { a: "b" }, safety: [{ category: "c", threshold: "t" }], async: true },
    {},
    ['dropped.field metadata info from "an object"', "dropped.field safety[0] warning", "dropped.field async info from true"],
    google,
  ],
  "cached content of another service": [{ cache: { handle: "h" } }, {}, ['dropped.field cache.handle warning from "h"'], google],
  "cached content of the gateway, for the vendor": [
    { cache: { handle: "c" } },
    {},
    ['dropped.field cache.handle warning from "c"'],
    { from: "chat-completions", profile: "vendor" },
  ],
  "a cache of an hour": [{ cache: { auto: { type: "ephemeral", ttl: "1h" } } }, { prompt_cache_options: { mode: "implicit", ttl: "1h" } }],
  "a cache of an hour, for the vendor": [
    { cache: { auto: { type: "ephemeral", ttl: "1h" } } },
    { prompt_cache_options: { mode: "implicit", ttl: "30m" } },
    ['approximated.clamped cache.auto.ttl warning fixed true from "1h" to "30m"'],
    vendor,
  ],
  "parallel calls without tools": [{ parallelToolCalls: true }, {}, ["dropped.field parallelToolCalls info from true"]],
  "calls one by one without tools": [{ parallelToolCalls: false }, {}, ["dropped.field parallelToolCalls info from false"]],
  "the size of pictures": [{ output: { image: { size: "1k" } } }, {}, ['dropped.field output.image warning from "an object"']],
  "pictures alone": [{ output: { modalities: ["image"] } }, {}, ['dropped.value output.modalities[0] warning from "image"']],
  "a voice and more": [
    { output: { audio: { voice: "v", speed: 2 } } },
    { audio: { voice: "v", format: "wav" } },
    ['approximated.media output.audio warning from "v"'],
  ],
  "a voice that is no word": [{ output: { audio: { voice: { name: "v" } } } }, {}, ["dropped.field output.audio warning"]],
  "text as the form": [{ output: { format: { type: "text" } } }, { response_format: { type: "text" } }],
  "JSON as the form": [{ output: { format: { type: "json" } } }, { response_format: { type: "json_object" } }],
  "words as the form": [
    { output: { format: { type: "enum", values: ["a"] } } },
    named({ type: "object", properties: { value: { type: "string", enum: ["a"] } }, required: ["value"], additionalProperties: false }),
    ['equivalent.form output.format info from "enum" to "json_schema"', 'defaulted.other output.format info to "response"'],
  ],
  "a resolution of no picture": [{ mediaResolution: "low" }, {}, ['approximated.media mediaResolution warning from "low"'], google],
})("written: %s", writes);

describe("what is remembered of a request", () => {
  const own = { from: "chat-completions" } as const;
  const odd = { type: "function", name: "a b" } as const;
  const renamed = { toolNames: { a_b_e74b2759: "a b" }, declaredTools: ["a b"] };

  cases<[fields: Partial<CanonicalRequest>, context: object, options?: EncodeOptions]>({
    "a name that is rewritten": [{ tools: [odd] }, renamed],
    "a name of its own style": [{ tools: [odd] }, { declaredTools: ["a b"] }, own],
    "a name of its own style that the vendor does not take": [{ tools: [odd] }, renamed, { ...own, profile: "vendor" }],
    "declared tools with the free-form ones": [
      { tools: [{ type: "function", name: "f" }, { type: "custom", name: "s" }, { type: "web-search" }] },
      { declaredTools: ["f", "s"], customTools: ["s"] },
      own,
    ],
    "that the counts of a stream were asked for": [{ stream: true, includeStreamUsage: true }, { includeStreamUsage: true }, own],
    nothing: [{}, {}],
  })("is %s", (fields, context, options = { from: "messages" }) => {
    const written = request.encode(asking(fields), options);
    expect(written.ok && written.value.context).toEqual({ model: "m", turn: 1, ...context });
  });
});
