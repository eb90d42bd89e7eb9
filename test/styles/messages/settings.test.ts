import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CanonicalRequest } from "../../../src/model/index.js";
import { request } from "../../../src/styles/messages/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { translateRequest } from "../../../src/translate.js";
import { checkOutcomes } from "../../support/outcomes.js";
import { asking } from "../../support/requests.js";

const EMPTY = asking({ limits: { maxOutputTokens: 10_000 } });
const WIRE = { model: "m", max_tokens: 10_000, messages: [{ role: "user", content: "hi" }] };

function write(change: Partial<CanonicalRequest>, options: EncodeOptions = {}) {
  const encoded = request.encode({ ...EMPTY, ...change }, { from: "chat-completions", ...options });
  return {
    body: encoded.ok ? encoded.value.body : undefined,
    context: encoded.ok ? encoded.value.context : undefined,
    issues: encoded.issues.map(({ code, path, severity }) => `${code} ${path.join(".")} ${severity}`),
  };
}

function read(change: object): CanonicalRequest {
  const decoded = request.decode({ ...WIRE, ...change });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.issues));
  return decoded.value;
}

/** What becomes of a request that is read and written in this style. */
function again(change: object) {
  const encoded = request.encode(read(change), {});
  if (!encoded.ok) throw new Error(JSON.stringify(encoded.issues));
  const { model, max_tokens, messages, ...rest } = encoded.value.body;
  return rest;
}

const search = { type: "web_search_20250305", name: "web_search" };
const f = { type: "function", name: "f", schema: { type: "object" } } as const;
const freeForm = { type: "custom", name: "h", description: "d", cacheControl: { type: "ephemeral" } } as const;

checkOutcomes<EncodeOptions>(join(import.meta.dirname, "fixtures/settings"), {
  write: (change, options) => write(JSON.parse(JSON.stringify(change)), options),
});

describe("who asks, and at what price", () => {
  test.each([
    [undefined, {}, []],
    ["auto", { service_tier: "auto" }, []],
    ["default", { service_tier: "standard_only" }, []],
    ["fast", { speed: "fast" }, []],
    ["priority", { service_tier: "auto" }, ["approximated.enum serviceTier warning"]],
    ["scale", { service_tier: "auto" }, ["approximated.enum serviceTier warning"]],
    ["flex", {}, ["dropped.field serviceTier warning"]],
  ] as const)("asks for the tier %s", (serviceTier, fields, issues) => {
    const written = write(serviceTier === undefined ? {} : { serviceTier });
    expect({ service_tier: written.body?.service_tier, speed: written.body?.speed }).toEqual({
      service_tier: undefined,
      speed: undefined,
      ...fields,
    });
    expect(written.issues).toEqual(issues);
  });

  test.each([
    [{ speed: "standard", service_tier: "auto" }, "auto"],
    [{ speed: "ludicrous", service_tier: "standard_only" }, "default"],
    [{ service_tier: "later" }, undefined],
  ])("reads the tier of %o, and keeps what it cannot hold", (fields, tier) => {
    expect(read(fields).serviceTier).toBe(tier);
    const { speed, ...rest } = { speed: undefined, ...fields };
    expect(again(fields)).toEqual(speed === "standard" ? rest : fields);
  });

  test("reads the tier that counts more, and names the other", () => {
    const result = request.decode({ ...WIRE, speed: "fast", service_tier: "auto" });
    expect(result.ok && [result.value.serviceTier, result.issues.map(({ code, path }) => [code, path])]).toEqual([
      "fast",
      [["conflict.resolved", ["service_tier"]]],
    ]);
  });

  test("asks for a model that the caller names, and tells the answer of the one that the client asked for", () => {
    expect(write({ model: "" }, { model: "x" })).toMatchObject({ body: { model: "x" }, context: { turn: 1 } });
    expect(write({ model: "" }, { model: "x" }).context).not.toHaveProperty("model");
    expect(write({}, { model: "x" }).context).toMatchObject({ model: "m" });
  });
});

describe("sampling", () => {
  test.each([
    [{ temperature: -0.5 }, { temperature: 0 }],
    [{ temperature: 1.5 }, { temperature: 1 }],
    [{ topP: 2 }, { top_p: 1 }],
    [{ topK: -1 }, { top_k: 0 }],
  ])("clamps %o to the nearest value, leaves it out, or refuses it, as the caller likes", (sampling, clamped) => {
    const path = `sampling.${Object.keys(sampling)[0]}`;
    expect(write({ sampling })).toMatchObject({ body: clamped, issues: [`approximated.clamped ${path} warning`] });
    const dropped = write({ sampling }, { outOfRange: "drop" });
    expect(dropped.issues).toEqual([`dropped.value ${path} warning`]);
    expect(Object.keys(dropped.body ?? {})).not.toContain(Object.keys(clamped)[0]);
    expect(write({ sampling }, { outOfRange: "reject" }).issues).toEqual([`failed.unsupported ${path} error`]);
  });
});

describe("the limit of tokens", () => {
  const budget = { mode: "on", budgetTokens: 2048 } as const;

  test.each([
    [undefined, {}, 8192],
    [undefined, { defaultMaxTokens: 99 }, 99],
    [undefined, { capabilities: { maxOutput: 4096 } }, 4096],
    [undefined, { capabilities: { maxOutput: 64_000 } }, 8192],
    [budget, { capabilities: { maxOutput: 10_000 } }, 10_000],
    [undefined, { defaultMaxTokens: 99, capabilities: { maxOutput: 64_000 } }, 99],
    [budget, {}, 2048 + 8192],
    [budget, { defaultMaxTokens: 3000 }, 3000],
    [budget, { defaultMaxTokens: 2048 }, 2048 + 8192],
    [budget, { capabilities: { maxOutput: 2000 } }, 2000],
  ] as const)("of thinking %o and the options %o, where the caller gives none, is %i", (thinking, options, expected) => {
    const { body, issues } = write({ limits: {}, ...(thinking === undefined ? {} : { thinking }) }, options);
    expect(body?.max_tokens).toBe(expected);
    expect(issues).toContainEqual("defaulted.max_tokens limits.maxOutputTokens info");
  });

  test.each([
    ["claude-opus-4-1", 32_000],
    ["anthropic/claude-opus-4-20250514", 32_000],
    ["claude-opus-4-5", 64_000],
    ["claude-sonnet-4-5", 64_000],
    ["claude-3-7-sonnet-latest", 64_000],
    ["claude-later", 73_728],
  ])("of %s is no more than it writes", (model, expected) => {
    const { body } = write({ limits: {}, thinking: { mode: "on", effort: "max" } }, { model, effortDialect: "budget" });
    expect(body?.max_tokens).toBe(expected);
    expect(body?.thinking?.budget_tokens).toBeLessThan(expected);
  });
});

describe("thinking", () => {
  test.each([
    [{ mode: "off" }, { type: "disabled" }, undefined],
    [{ mode: "between-tools", visible: false }, { type: "between_tools", display: "omitted" }, undefined],
    [{ mode: "between-tools", effort: "low" }, { type: "between_tools" }, "low"],
    [{ effort: "high" }, undefined, "high"],
    [{ budgetTokens: 2048 }, { type: "enabled", budget_tokens: 2048 }, undefined],
    [{ mode: "on", budgetTokens: 2048, effort: "low" }, { type: "enabled", budget_tokens: 2048 }, "low"],
    [{ mode: "dynamic" }, { type: "adaptive" }, undefined],
  ] as const)("writes %o", (thinking, wire, effort) => {
    const { body } = write({ thinking });
    expect([body?.thinking, body?.output_config?.effort]).toEqual([wire, effort]);
  });

  test.each([
    [{ thinking: { type: "between_tools" }, output_config: { effort: "low" } }],
    [{ thinking: { type: "enabled", budget_tokens: 2048, display: "omitted" } }],
    [{ thinking: { type: "adaptive", display: "later" } }],
    [{ thinking: { type: "disabled" } }],
    [{ thinking: { type: "later", budget_tokens: 5 } }],
    [{ thinking: { type: "later" }, output_config: { effort: "low" } }],
    [{ output_config: { effort: "later" } }],
  ])("writes again what it reads: %o", (fields) => {
    expect(again(fields)).toEqual(fields);
  });
});

describe("cache markers", () => {
  const part = (ttl?: "5m" | "1h" | "30m" | "12h") =>
    ({ type: "text", text: "x", cacheControl: { type: "ephemeral", ...(ttl === undefined ? {} : { ttl }) } }) as const;
  const written = (...ttls: (("5m" | "1h" | "30m" | "12h") | undefined)[]) => {
    const { body, issues } = write({ turns: [{ role: "user", parts: ttls.map(part) }] });
    const content = body?.messages[0]?.content ?? [];
    return {
      ttls: [...content].map((block) => (typeof block === "object" && "cache_control" in block ? block.cache_control : undefined)),
      issues,
    };
  };
  const TTL = (index: number) => `approximated.enum turns.0.parts.${index}.cacheControl.ttl warning`;

  test("live five minutes or an hour, the longer ones first", () => {
    expect(written("12h", "30m", "1h", undefined)).toEqual({
      ttls: [{ type: "ephemeral", ttl: "1h" }, { type: "ephemeral", ttl: "1h" }, { type: "ephemeral", ttl: "1h" }, { type: "ephemeral" }],
      issues: [TTL(0), TTL(1)],
    });
  });

  test.each([
    [{ type: "ephemeral", ttl: "2h" }],
    [{ type: "ephemeral", scope: "global" }],
    [{ type: "ephemeral", ttl: null, scope: "global" }],
    [{ type: "persistent" }],
  ])("are written again as they came: %o", (cache_control) => {
    const { ttl, ...rest } = { ttl: undefined, ...cache_control };
    expect(again({ cache_control })).toEqual({ cache_control: ttl === null || ttl === undefined ? rest : cache_control });
  });
});

describe("tools and the choice among them", () => {
  test.each([
    [{ ...search, allowed_domains: ["a"], max_uses: 2, user_location: { type: "approximate", city: "x" } }],
    [{ ...search, name: "find", blocked_domains: ["b"], user_location: { type: "exact", country: "X", later: 1 } }],
    [{ type: "web_fetch_20250910", name: "web_fetch", allowed_domains: ["a"], max_uses: 2 }],
    [{ type: "web_fetch_20260209", name: "get", blocked_domains: ["b"], later: 1 }],
    [{ type: "code_execution_20260120", name: "code_execution" }],
    [{ type: "code_execution_20260120", name: "run" }],
    [{ type: "bash_20250124", name: "bash" }],
    [{ name: "f", description: "d", input_schema: { type: "object" }, strict: true, cache_control: { type: "ephemeral" } }],
  ])("writes again the tool that it reads: %o", (tool) => {
    expect(again({ tools: [tool] })).toEqual({ tools: [tool] });
  });

  test.each([
    [undefined, { type: "object", properties: {} }, ["equivalent.form tools.0.schema info"]],
    [{ properties: {} }, { type: "object", properties: {} }, ["equivalent.form tools.0.schema info"]],
    [{ type: "string" }, { type: "object" }, ["approximated.schema tools.0.schema.type warning"]],
    [
      { type: "object", anyOf: [{ required: ["a"] }] },
      { type: "object", properties: {}, required: ["a"] },
      ["approximated.schema tools.0.schema.anyOf warning", "equivalent.form tools.0.schema.anyOf.0 info"],
    ],
  ] as const)("makes the schema %o that of an object", (schema, input_schema, issues) => {
    const written = write({ tools: [{ type: "function", name: "f", ...(schema === undefined ? {} : { schema }) }] });
    expect(written.body?.tools).toMatchObject([{ input_schema }]);
    expect(written.issues).toEqual(issues);
  });

  test.each([{ type: "custom" }, { type: null }, {}])("reads a tool of the type %o as a function", (type) => {
    const tool = { ...type, name: "f", input_schema: { type: "object" }, description: null, strict: null };
    expect(read({ tools: [tool] }).tools).toEqual([{ type: "function", name: "f", schema: { type: "object" } }]);
  });

  test("knows that a choice by name is that of a function, though the service may search as well", () => {
    const tools = [search, { name: "f", input_schema: { type: "object" } }];
    const kinds = (given: unknown, name: string) => read({ tools: given, tool_choice: { type: "tool", name } }).toolChoice;
    expect(kinds(tools, "f")).toEqual({ mode: "named", name: "f", kind: "function" });
    expect(kinds(tools, "web_search")).toEqual({ mode: "named", name: "web_search", kind: "web-search" });
    expect(kinds(undefined, "f")).toEqual({ mode: "named", name: "f", kind: "function" });
  });

  test.each(["bash", "code_execution"])("knows that %s is no function, and demands no other call in its place", (name) => {
    const tools = [
      { type: "bash_20250124", name: "bash" },
      { type: "code_execution_20250825", name: "code_execution" },
      { name: "f", input_schema: { type: "object" } },
    ];
    const tool_choice = { type: "tool", name };
    expect(again({ tools, tool_choice })).toEqual({ tools, tool_choice });
    for (const to of ["chat-completions", "generate-content"] as const) {
      const { ok, issues, ...result } = translateRequest({ ...WIRE, tools, tool_choice }, { from: "messages", to, profile: "vendor" });
      expect(JSON.stringify(result)).not.toMatch(/required|ANY/);
      expect(ok && issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toContain("dropped.field tool_choice");
    }
  });

  test("knows that a choice by name is the service's own search, before another style, too", () => {
    const named = translateRequest(
      { ...WIRE, tools: [search], tool_choice: { type: "tool", name: "web_search" } },
      { from: "messages", to: "generate-content" },
    );
    expect(named.ok && named.value.body.toolConfig).toEqual({
      functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["web_search"] },
    });
  });

  test.each([
    [{ type: "auto" }],
    [{ type: "auto", disable_parallel_tool_use: true }],
    [{ type: "any", disable_parallel_tool_use: true }],
    [{ type: "none" }],
    [{ type: "tool", name: "f", disable_parallel_tool_use: true }],
    [{ type: "tool", name: "f", later: 1 }],
    [{ type: "any", name: "f", later: 1 }],
    [{ type: "none", name: "f", disable_parallel_tool_use: true, later: 1 }],
  ])("writes again the choice %o", (tool_choice) => {
    const tools = [{ name: "f", input_schema: { type: "object" } }];
    expect(again({ tools, tool_choice })).toEqual({ tools, tool_choice });
  });

  test.each([{ type: "tool" }, { type: "later", name: "x", disable_parallel_tool_use: true }])(
    "names the choice %o, which it does not understand, before another style",
    (tool_choice) => {
      const body = { ...WIRE, tools: [{ name: "f", input_schema: { type: "object" } }], tool_choice };
      const { issues } = translateRequest(body, { from: "messages", to: "chat-completions" });
      expect(issues.map(({ path }) => path.join("."))).toContain("tool_choice.type");
    },
  );

  test.each([
    [{ mode: "required" }, "warning"],
    [{ mode: "named", name: "f", kind: "function" }, "warning"],
    [{ mode: "auto" }, "info"],
    [{ mode: "none" }, "info"],
  ] as const)("makes no choice %o among no tools", (toolChoice, severity) => {
    const { body, issues } = write({ toolChoice, parallelToolCalls: true });
    expect(body).not.toHaveProperty("tool_choice");
    expect(issues).toEqual([`dropped.field toolChoice ${severity}`, "dropped.field parallelToolCalls info"]);
  });

  test("keeps the service's own tools, and those that are allowed, where some are", () => {
    const tools = [f, { ...f, name: "g" }, { type: "custom", name: "h" }, { type: "web-search" }] as const;
    const { body } = write({ tools, toolChoice: { mode: "allowed", names: ["g"], required: false } });
    expect(body?.tools?.map(({ name }) => name)).toEqual(["g", "web_search"]);
  });

  test("chooses the service's search by its own name", () => {
    const toolChoice = { mode: "named", name: "other", kind: "web-search" } as const;
    expect(write({ tools: [f, { type: "web-search" }], toolChoice }).body?.tool_choice).toEqual({ type: "tool", name: "web_search" });
  });

  test("writes a free-form tool as a function of one string, and tells the answer of it and of names that it rewrites", () => {
    const { body, context, issues } = write({
      tools: [freeForm, { ...f, name: "a.b" }],
      toolChoice: { mode: "named", name: "h", kind: "custom" },
    });
    const rewritten = body?.tools?.[1]?.name;
    expect(body?.tools?.[0]).toEqual({
      name: "h",
      description: "d",
      input_schema: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
      cache_control: { type: "ephemeral" },
    });
    expect(rewritten).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(context).toMatchObject({ declaredTools: ["h", "a.b"], customTools: ["h"], toolNames: { [String(rewritten)]: "a.b" } });
    expect(issues).toEqual([
      "approximated.schema tools.0 warning",
      "rewritten.tool_name tools.1.name warning",
      "approximated.enum toolChoice.kind warning",
    ]);
  });

  test.each([
    [{ mode: "named", name: "g", kind: "function" }, { type: "any" }, "dropped.value toolChoice.name warning"],
    // Nothing is said of how it would be written.
    [{ mode: "named", name: "no name", kind: "function" }, { type: "any" }, "dropped.value toolChoice.name warning"],
    [{ mode: "allowed", names: ["f"], required: true }, { type: "any" }, "equivalent.form toolChoice info"],
    [{ mode: "allowed", names: ["f"], required: false }, { type: "auto" }, "equivalent.form toolChoice info"],
  ] as const)("approximates the choice %o", (toolChoice, tool_choice, issue) => {
    const { body, issues } = write({ tools: [f], toolChoice });
    expect([body?.tool_choice, issues]).toEqual([tool_choice, [issue]]);
  });
});

const CLOSED = { type: "object", properties: {}, additionalProperties: false } as const;

describe("the form of the answer", () => {
  test.each([
    [{ format: { type: "text" } }, undefined, ["equivalent.form output.format info"]],
    [
      { format: { type: "enum", values: ["a", "b"] } },
      {
        type: "json_schema",
        schema: { type: "object", properties: { value: { enum: ["a", "b"] } }, required: ["value"], additionalProperties: false },
      },
      ["equivalent.form output.format info"],
    ],
    [
      { format: { type: "json-schema", schema: CLOSED, description: "d", strict: false } },
      { type: "json_schema", schema: CLOSED },
      ["dropped.field output.format.description info", "approximated.schema output.format.strict warning"],
    ],
    [
      { modalities: ["text", "audio"], verbosity: "low", audio: {}, image: {} },
      undefined,
      [
        "dropped.value output.modalities.0 info",
        "dropped.value output.modalities.1 warning",
        "dropped.field output.verbosity warning",
        "dropped.field output.audio warning",
        "dropped.field output.image warning",
      ],
    ],
  ] as const)("of %o", (output, format, issues) => {
    const written = write({ output });
    expect(written.body?.output_config?.format).toEqual(format);
    expect(written.issues).toEqual(issues);
  });

  test.each([
    [{ output_config: { format: { type: "json_schema", schema: { type: "object" }, later: 1 } } }],
    [{ output_config: { format: { type: "later", schema: {} } } }],
  ])("is written again as it came: %o", (fields) => {
    expect(again(fields)).toEqual(fields);
  });

  test("has an older spelling, which the newer one outdoes", () => {
    const older = { type: "json_schema", schema: { title: "a" } };
    const newer = { type: "json_schema", schema: { title: "b" } };
    expect(read({ output_format: older }).output.format).toMatchObject({ schema: { title: "a" } });
    expect(read({ output_format: older, output_config: { format: newer } }).output.format).toMatchObject({ schema: { title: "b" } });
  });
});

test("Fields that are null are none", () => {
  const tool = { name: "f", input_schema: { type: "object" } };
  expect(
    again({
      tools: [
        { ...tool, description: null, strict: null, cache_control: null },
        { type: "web_search_20250305", name: "web_search", allowed_domains: null, user_location: null },
        { type: "web_search_20250305", name: "web_search", max_uses: null, user_location: { type: null, city: null, region: null } },
      ],
      tool_choice: null,
      system: null,
      stop_sequences: null,
      temperature: null,
      top_p: null,
      top_k: null,
      thinking: null,
      output_config: { effort: null, format: null },
      output_format: null,
      metadata: { user_id: null },
      service_tier: null,
      speed: null,
      cache_control: null,
    }),
  ).toEqual({
    tools: [
      tool,
      { type: "web_search_20250305", name: "web_search" },
      { type: "web_search_20250305", name: "web_search", user_location: { type: "approximate" } },
    ],
  });

  expect(read({ tools: [{ type: "web_search_20250305", name: "web_search", user_location: null }] }).tools[0]).not.toHaveProperty(
    "userLocation",
  );
  expect(read({ cache_control: null })).not.toHaveProperty("cache");
});
