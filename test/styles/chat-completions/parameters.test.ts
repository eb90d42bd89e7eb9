/** Everything of a request but its conversation, its tools and its thinking. */
import { describe, expect, it } from "vitest";
import { formatPath } from "../../../src/core/path.js";
import type { CanonicalRequest } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { text } from "../../support/parts.js";

const messages = [{ role: "user", content: "hi" }];

function told(issues: readonly { readonly code: string; readonly path: readonly (string | number)[] }[]): string[] {
  return issues.map(({ code, path }) => `${code} ${formatPath(path)}`);
}

function read(fields: object) {
  const decoded = request.decode({ model: "m", messages, ...fields });
  if (!decoded.ok) throw new Error(decoded.issues[0].message);
  return { ...decoded.value, issues: told(decoded.issues) };
}

/** What its own style writes after having read it, but for the model and the conversation. */
function again(fields: object, options: EncodeOptions = {}) {
  const { issues: _read, ...value } = read(fields);
  const encoded = request.encode(value, { from: "chat-completions", ...options });
  if (!encoded.ok) throw new Error(encoded.issues[0].message);
  const { model: _model, messages: _messages, ...body } = encoded.value.body;
  return body;
}

function written(fields: Partial<CanonicalRequest>, options: EncodeOptions = {}) {
  const parts = [text("hi")] as const;
  const base = { model: "m", instructions: [], turns: [{ role: "user", parts }], tools: [], sampling: {}, limits: {} } as const;
  const encoded = request.encode({ ...base, output: {}, stream: false, ...fields }, { from: "generate-content", ...options });
  const { model: _model, messages: _messages, ...body } = encoded.ok ? encoded.value.body : { model: "", messages: [] };
  return { ok: encoded.ok, body, issues: told(encoded.issues) };
}

describe("reading", () => {
  it.each<[object, object, string[]]>([
    [{ max_tokens: 5 }, { limits: { maxOutputTokens: 5 } }, []],
    [{ logprobs: true }, { sampling: { logprobs: { enabled: true } } }, []],
    [{ logprobs: false }, { sampling: { logprobs: { enabled: false } } }, []],
    [
      { response_format: { type: "json_schema", json_schema: { name: "n", description: "d", schema: {} } } },
      { output: { format: { type: "json-schema", name: "n", description: "d" } } },
      [],
    ],
    [
      { thinking: { type: "enabled", budget_tokens: 2048 }, reasoning: { max_tokens: 2048 } },
      { thinking: { mode: "on", budgetTokens: 2048 } },
      [],
    ],
    [{ max_tokens: 5, max_completion_tokens: 5 }, { limits: { maxOutputTokens: 5 } }, []],
    [{ max_tokens: 5, max_completion_tokens: 6 }, { limits: { maxOutputTokens: 6 } }, ["conflict.resolved max_tokens"]],
    [{ user: "u" }, { endUserId: "u" }, []],
    [{ user: "u", safety_identifier: "u" }, { endUserId: "u" }, []],
    [{ user: "u", safety_identifier: "s" }, { endUserId: "s" }, ["conflict.resolved user"]],
    [{ user: "u", safety_identifier: "" }, { endUserId: "u" }, []],
    [{ stop: "a" }, { limits: { stop: ["a"] } }, []],
    [{ stop: ["a", "b"] }, { limits: { stop: ["a", "b"] } }, []],
    [{ logprobs: true, top_logprobs: 2 }, { sampling: { logprobs: { enabled: true, top: 2 } } }, []],
    [{ top_logprobs: 2 }, { sampling: { logprobs: { enabled: false, top: 2 } } }, []],
    [{ prompt_cache_options: { mode: "implicit", ttl: "1h" } }, { cache: { auto: { type: "ephemeral", ttl: "1h" } } }, []],
    [{ response_format: { type: "text" } }, { output: { format: { type: "text" } } }, []],
  ])("%j is %j", (fields, value, issues) => {
    expect(read(fields)).toMatchObject({ ...value, issues });
  });

  it.each([[{ type: "json_object" }], [{ type: "json_schema" }]])("takes a schema right beside %j for that of the answer", (type) => {
    const decoded = read({ response_format: { ...type, schema: { type: "object" }, x: 1 } });
    expect(decoded).toMatchObject({ output: { format: { type: "json-schema", schema: { type: "object" }, dialect: "json-schema" } } });
    expect(decoded).toMatchObject({ extensions: { "chat-completions": { "response_format.x": 1 } } });
  });

  it("takes safety settings that are some for those of the generate-content style", () => {
    const safety = [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "OFF" }];
    expect(read({ safety_settings: safety })).toMatchObject({ safety });
  });

  it.each([
    [{ safety_settings: "none" }],
    [{ safety_settings: [] }],
    [{ safety_settings: ["c"] }],
    [{ safety_settings: [{ category: "c", threshold: "t" }, { category: "d" }] }],
    [{ safety_settings: [{ threshold: "t" }] }],
    [{ response_format: { type: "json_object", schema: "x" } }],
    [{ prompt_cache_options: { mode: "explicit", ttl: "1h", x: 1 } }],
    [{ prompt_cache_options: { mode: "implicit", ttl: "9m" } }],
    [{ response_format: { type: "grammar", grammar: "x" } }],
    [{ response_format: { type: "json_schema", json_schema: { name: "n", schema: {}, x: 1 }, y: 2 } }],
    [{ response_format: { type: "json_object", json_schema: { name: "n" } } }],
    [{ modalities: ["text", "smell"] }],
    [{ service_tier: "instant" }],
    [{ stream_options: { include_usage: true, x: 1 }, stream: true }],
    [{ seed: 1, n: 3, logit_bias: { a: 1 }, verbosity: "low", prompt_cache_key: "k" }],
  ])("%j goes back into its own style as it was", (fields) => {
    expect(again(fields)).toEqual(fields);
  });
});

describe("writing", () => {
  it.each<[Partial<CanonicalRequest>, object, string[]]>([
    [{ sampling: { temperature: 3 } }, { temperature: 2 }, ["approximated.clamped sampling.temperature"]],
    [{ sampling: { temperature: -1 } }, { temperature: 0 }, ["approximated.clamped sampling.temperature"]],
    [{ sampling: { temperature: 2, topP: 0 } }, { temperature: 2, top_p: 0 }, []],
    [{ sampling: { topK: 3 } }, {}, ["dropped.field sampling.topK"]],
    [{ sampling: { logprobs: { enabled: false, top: 3 } } }, { logprobs: false }, ["dropped.field sampling.logprobs.top"]],
    [
      { sampling: { logprobs: { enabled: true, top: 30 } } },
      { logprobs: true, top_logprobs: 20 },
      ["approximated.clamped sampling.logprobs.top"],
    ],
    [
      { limits: { stop: ["", "a", "b", "c", "d", "e"] } },
      { stop: ["a", "b", "c", "d"] },
      ["dropped.value limits.stop[0]", "dropped.value limits.stop[5]"],
    ],
    [{ limits: { choices: 1 } }, {}, []],
    [{ limits: { choices: 2 } }, { n: 2 }, []],
    [{ async: true }, {}, ["dropped.field async"]],
    [{ metadata: { a: "b" } }, {}, ["dropped.field metadata"]],
    [{ cache: { handle: "h" } }, {}, ["dropped.field cache.handle"]],
    [{ cache: { auto: { type: "ephemeral", ttl: "1h" } } }, { prompt_cache_options: { mode: "implicit", ttl: "1h" } }, []],
    [{ safety: [{ category: "c", threshold: "t" }] }, {}, ["dropped.field safety[0]"]],
    [{ parallelToolCalls: true }, {}, ["dropped.field parallelToolCalls"]],
    [{ output: { image: { size: "1k" } } }, {}, ["dropped.field output.image"]],
    [{ output: { modalities: ["text", "image"] } }, { modalities: ["text"] }, ["dropped.value output.modalities[1]"]],
    [{ output: { modalities: ["image"] } }, {}, ["dropped.value output.modalities[0]"]],
    [{ output: { audio: { voice: "v", speed: 2 } } }, { audio: { voice: "v", format: "wav" } }, ["approximated.media output.audio"]],
    [{ output: { audio: { voice: { name: "v" } } } }, {}, ["dropped.field output.audio"]],
    [{ output: { format: { type: "text" } } }, { response_format: { type: "text" } }, []],
    [{ output: { format: { type: "json" } } }, { response_format: { type: "json_object" } }, []],
    [
      { output: { format: { type: "json-schema", schema: {}, dialect: "json-schema" } } },
      { response_format: { type: "json_schema", json_schema: { name: "response", schema: {} } } },
      ["defaulted.other output.format"],
    ],
    [
      { output: { format: { type: "enum", values: ["a"] } } },
      { response_format: { type: "json_schema", json_schema: { name: "response", schema: { type: "string", enum: ["a"] } } } },
      ["approximated.schema output.format"],
    ],
    [{ mediaResolution: "high" }, {}, ["approximated.media mediaResolution"]],
  ])("%j is %j", (fields, body, issues) => {
    expect(written(fields)).toEqual({ ok: true, body, issues });
  });

  it("takes the caller's word for numbers out of range", () => {
    const sampling = { temperature: 3 };
    expect(written({ sampling }, { outOfRange: "drop" })).toEqual({ ok: true, body: {}, issues: ["dropped.value sampling.temperature"] });
    expect(written({ sampling }, { outOfRange: "reject" })).toMatchObject({
      ok: false,
      issues: [expect.stringContaining(" sampling.temperature")],
    });
  });

  it("refuses a request for no tokens, which warms a cache up", () => {
    expect(written({ limits: { maxOutputTokens: 0 } })).toMatchObject({ ok: false, issues: ["failed.unsupported limits.maxOutputTokens"] });
  });

  it("sends `top_k` to servers that take it", () => {
    expect(written({ sampling: { topK: 3 } }, { chatExtensions: true }).body).toEqual({ top_k: 3 });
    expect(written({ sampling: { topK: 3 } }, { chatExtensions: true, profile: "vendor" }).issues).toEqual(["dropped.field sampling.topK"]);
  });

  it("has the names that the profile has", () => {
    const fields = { limits: { maxOutputTokens: 5 }, endUserId: "u" };
    expect(written(fields).body).toEqual({ max_tokens: 5, user: "u" });
    expect(written(fields, { profile: "vendor" }).body).toEqual({ max_completion_tokens: 5, safety_identifier: "u" });
    expect(written({ endUserId: "u".repeat(200) }, { profile: "vendor" })).toEqual({
      ok: true,
      body: {},
      issues: ["dropped.value endUserId"],
    });
    for (const [profile, limit] of [
      ["gateway", 64],
      ["vendor", 128],
    ] as const) {
      expect(written({ endUserId: "u".repeat(limit) }, { profile }).issues).toEqual([]);
      expect(written({ endUserId: "u".repeat(limit + 1) }, { profile })).toEqual({
        ok: true,
        body: {},
        issues: ["dropped.value endUserId"],
      });
    }
  });

  it("knows the vendor's one lifetime of what is cached", () => {
    const lasting = (ttl: "30m" | "1h") =>
      written({ cache: { auto: { type: "ephemeral", ttl } } }, { profile: "vendor", from: "messages" });
    expect(lasting("1h")).toMatchObject({
      body: { prompt_cache_options: { mode: "implicit", ttl: "30m" } },
      issues: expect.arrayContaining(["approximated.clamped cache.auto.ttl"]),
    });
    expect(lasting("30m").issues).not.toContain("approximated.clamped cache.auto.ttl");
  });
});

describe("what its own style reads and writes", () => {
  it.each([
    [{ modalities: ["text", "smell"] }],
    [{ response_format: { type: "text", x: 1, json_schema: { name: "n" } } }],
    [{ response_format: { type: "odd", json_schema: { name: "n" } } }],
  ])("is the same: %j", (fields) => {
    const { issues, ...value } = read(fields);
    expect(issues).toEqual([]);
    expect(again(fields)).toEqual(fields);
    expect(request.encode(value, { from: "chat-completions" }).issues).toEqual([]);
  });

  it("is no word of what was not asked for, and none of the one answer that is the default", () => {
    expect(read({})).not.toHaveProperty("cache");
    expect(read({ modalities: ["text", "smell"] }).output).toEqual({});
    const { issues: _none, ...value } = read({ n: 1 });
    expect(request.encode(value, { from: "chat-completions" }).issues).toEqual([]);
  });

  it("loses content that the gateway has in its cache where the vendor is asked", () => {
    const { issues: _none, ...value } = read({ extra_body: { google: { cached_content: "c" } } });
    expect(told(request.encode(value, { from: "chat-completions", profile: "vendor" }).issues)).toEqual(["dropped.field cache.handle"]);
  });

  it("names penalties that are out of range where they stand", () => {
    expect(written({ sampling: { presencePenalty: 3, frequencyPenalty: -3 } })).toMatchObject({
      body: { presence_penalty: 2, frequency_penalty: -2 },
      issues: ["approximated.clamped sampling.presencePenalty", "approximated.clamped sampling.frequencyPenalty"],
    });
  });
});
