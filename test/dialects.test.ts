/** The dialects: each row of the entry as data, and what each member changes in a request, shown by a base without it. */
import { describe, expect, it, test } from "vitest";
import { styles } from "../src/codec.js";
import { dialects } from "../src/dialects.js";
import {
  type Capabilities,
  type Dialect,
  formatRoute,
  parseRoute,
  type StyleName,
  translateRequest,
  translateResponse,
  validateRequest,
} from "../src/index.js";

type Found = Readonly<Record<string, unknown>>;

const names: readonly (keyof typeof dialects)[] = [
  "openai",
  "azure",
  "mistral",
  "deepseek",
  "xai",
  "groq",
  "openrouter",
  "vllm",
  "ollama",
  "lmstudio",
  "anthropic-2026-10-21",
  "bedrock",
  "vertex-anthropic",
  "ai-studio",
  "vertex",
];

test("the rows", () => {
  expect(Object.keys(dialects)).toEqual(names);
  expect(JSON.parse(JSON.stringify(dialects))).toEqual(dialects);
});

function translated(
  body: unknown,
  to: StyleName,
  dialect: Omit<Dialect, "base">,
  from: StyleName = "messages",
  capabilities?: Capabilities,
) {
  const path = from === "generate-content" ? { path: "/v1beta/models/gemini-3-pro:generateContent" } : {};
  const profile = { base: "vendor", ...dialect } as const;
  const result = translateRequest(body, { from, to, profile, report: "all", ...path, ...(capabilities && { capabilities }) });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  const { body: written }: { readonly body: Found } = JSON.parse(JSON.stringify({ body: result.value.body }));
  const codes = result.issues.map(({ code, severity, path: at }) => `${severity} ${code} ${at.join(".")}`);
  return { written, path: result.value.path, codes };
}

const ASKED = {
  model: "m",
  max_tokens: 4096,
  messages: [{ role: "user", content: "hi" }],
};
const THOUGHT = [
  { role: "user", content: "hi" },
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "Hm", signature: "c2ln" },
      { type: "text", text: "yes" },
      { type: "tool_use", id: "toolu_01A09q90qw90lq917835lq9_and_more_than_forty", name: "f", input: {} },
    ],
  },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_01A09q90qw90lq917835lq9_and_more_than_forty", content: "r" }] },
];
const TOOLS = [
  { name: "f", strict: true, input_schema: { type: "object", properties: {}, additionalProperties: false } },
  { name: "g", input_schema: { type: "object", properties: {} } },
];
const messageOf = (written: Found, index: number): unknown => (Array.isArray(written.messages) ? written.messages[index] : undefined);

describe("a member changes what chat-completions is sent", () => {
  const chat = (body: Found, dialect: Omit<Dialect, "base">) => translated({ ...ASKED, ...body }, "chat-completions", dialect);

  it("tokenLimit", () => {
    expect(chat({}, {}).written).toMatchObject({ max_completion_tokens: 4096 });
    const { written } = chat({}, { tokenLimit: "max_tokens" });
    expect(written).toMatchObject({ max_tokens: 4096 });
    expect(written).not.toHaveProperty("max_completion_tokens");
  });

  const histories: readonly (readonly [Dialect["reasoningHistory"], Found])[] = [
    [undefined, { content: "yes" }],
    ["none", { content: "yes" }],
    ["reasoning", { content: "yes", reasoning: "Hm" }],
    ["reasoning_content", { content: "yes", reasoning_content: "Hm" }],
    ["reasoning_details", { content: "yes", reasoning_details: [{ type: "reasoning.text", text: "Hm" }] }],
    [
      "thinking-block",
      {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "Hm" }] },
          { type: "text", text: "yes" },
        ],
      },
    ],
  ];
  for (const [reasoningHistory, expected] of histories)
    it(`reasoningHistory ${reasoningHistory}`, () => {
      const { written, codes } = chat({ messages: THOUGHT, tools: TOOLS }, reasoningHistory === undefined ? {} : { reasoningHistory });
      const message = messageOf(written, 1);
      expect(message).toMatchObject(expected);
      const carriers = ["reasoning", "reasoning_content", "reasoning_details"].filter((key) => !(key in expected));
      for (const key of carriers) expect(message).not.toHaveProperty(key);
      const isLost = reasoningHistory === undefined || reasoningHistory === "none";
      expect(codes.includes("warning dropped.part messages.1.content.0")).toBe(isLost);
    });

  it("reasoningHistory reasoning_content stands in each turn of the assistant", () => {
    const call = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] };
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "r" }] };
    const plain = [ASKED.messages[0], { role: "assistant", content: "yes" }, { role: "user", content: "go on" }];
    for (const messages of [plain, [...plain, call, result, { role: "assistant", content: "done" }]]) {
      const { written } = chat({ messages, tools: TOOLS }, { reasoningHistory: "reasoning_content" });
      expect(written.messages).toEqual(
        messages.map((message) =>
          expect.objectContaining(message?.role === "assistant" ? { reasoning_content: "" } : { content: expect.any(String) }),
        ),
      );
    }
  });

  it("reasoningHistory reasoning_details gives back the signatures of any client's thoughts", () => {
    const details = [
      { type: "reasoning.text", text: "Hm", signature: "c2ln", format: "anthropic-claude-v1", index: 0 },
      { type: "reasoning.encrypted", data: "UkVE", format: "anthropic-claude-v1", index: 1 },
    ];
    const tool_calls = [{ id: "toolu_1", type: "function", function: { name: "f", arguments: "{}" } }];
    const message = { role: "assistant", content: "yes", reasoning_details: details, tool_calls };
    const choices = [{ index: 0, finish_reason: "tool_calls", message }];
    const told = translateResponse(
      { id: "c", object: "chat.completion", model: "m", choices },
      { from: "chat-completions", to: "messages" },
    );
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "r" }] };
    const messages = [...ASKED.messages, { role: "assistant", content: told.ok && told.value.content }, result];
    const { written, codes } = chat({ messages, tools: TOOLS }, { reasoningHistory: "reasoning_details" });
    expect(messageOf(written, 1)).toEqual(message);
    expect(codes.filter((code) => code.includes("signature"))).toEqual([]);
    // Of another vendor nobody could tell whose it is.
    const foreign = [
      ...ASKED.messages,
      { role: "assistant", content: [{ type: "redacted_thinking", data: "sig1.u.r.UkVE" }] },
      ...ASKED.messages,
    ];
    const other = chat({ messages: foreign }, { reasoningHistory: "reasoning_details" });
    expect(other.codes).toContain("warning unportable.signature messages.1.content.0");
  });

  it("capabilities", () => {
    const schema = { type: "object", properties: {}, additionalProperties: false };
    const body = { output_config: { format: { type: "json_schema", schema } }, tools: TOOLS };
    expect(chat(body, {}).written.response_format).toMatchObject({ type: "json_schema" });
    const plain = chat(body, { capabilities: { structuredOutput: false } });
    expect(plain.written.response_format).toEqual({ type: "json_object" });
    expect(plain.codes).toContain("warning approximated.schema output_config.format");
    // What is known of the model does not undo it.
    const profile = { base: "vendor", capabilities: { jsonWithTools: false } } as const;
    const options = { from: "messages", to: "chat-completions", profile, capabilities: { structuredOutput: true } } as const;
    const result = translateRequest({ ...ASKED, ...body }, options);
    expect(result.ok && result.value.body).not.toHaveProperty("response_format");
  });

  it("reasoningCarriers wins over reasoningHistory", () => {
    const profile = { base: "vendor", reasoningHistory: "none" } as const;
    const options = { from: "messages", to: "chat-completions", profile, reasoningCarriers: ["reasoning"] } as const;
    const result = translateRequest({ ...ASKED, messages: THOUGHT, tools: TOOLS }, options);
    expect(result.ok && result.value.body.messages[1]).toMatchObject({ reasoning: "Hm" });
  });

  const efforts: readonly (readonly [Dialect["effortField"], Found, Found, readonly string[]])[] = [
    [undefined, { thinking: { type: "adaptive" }, output_config: { effort: "low" } }, { reasoning_effort: "low" }, []],
    ["reasoning_effort", { thinking: { type: "adaptive" }, output_config: { effort: "low" } }, { reasoning_effort: "low" }, []],
    ["none", { thinking: { type: "enabled", budget_tokens: 2048 } }, {}, ["warning approximated.thinking thinking"]],
    [
      "thinking",
      { thinking: { type: "adaptive" }, output_config: { effort: "low" } },
      { thinking: { type: "enabled" }, reasoning_effort: "high" },
      ["warning approximated.enum output_config.effort"],
    ],
    ["thinking", { thinking: { type: "disabled" } }, { thinking: { type: "disabled" } }, []],
    ["thinking", { output_config: { effort: "max" } }, { thinking: { type: "enabled" }, reasoning_effort: "max" }, []],
    ["reasoning", { thinking: { type: "enabled", budget_tokens: 2048 } }, { reasoning: { max_tokens: 2048 } }, []],
    ["reasoning", { thinking: { type: "adaptive" }, output_config: { effort: "low" } }, { reasoning: { effort: "low" } }, []],
    ["reasoning", { thinking: { type: "disabled" } }, { reasoning: { effort: "none" } }, []],
    [
      "reasoning",
      { thinking: { type: "enabled", budget_tokens: 2048, display: "omitted" } },
      { reasoning: { max_tokens: 2048, exclude: true } },
      [],
    ],
  ];
  for (const [effortField, body, expected, warnings] of efforts)
    it(`effortField ${effortField}: ${JSON.stringify(body)}`, () => {
      const { written, codes } = chat(body, effortField === undefined ? {} : { effortField });
      const { thinking, reasoning, reasoning_effort } = written;
      expect(JSON.parse(JSON.stringify({ thinking, reasoning, reasoning_effort }))).toEqual(expected);
      expect(codes.filter((code) => code.startsWith("warning"))).toEqual(warnings);
    });

  const taken: readonly (readonly [readonly string[], Found, readonly string[]])[] = [
    [["low", "high", "max"], { thinking: { type: "enabled" }, reasoning_effort: "low" }, []],
    [[], { thinking: { type: "enabled" } }, ["warning dropped.field output_config.effort", "warning dropped.field thinking.budget_tokens"]],
  ];
  for (const [efforts, expected, warnings] of taken)
    it(`effortField thinking: a model that takes ${JSON.stringify(efforts)}`, () => {
      const body = { ...ASKED, thinking: { type: "enabled", budget_tokens: 3000 }, output_config: { effort: "low" } };
      const capabilities = { efforts, reasoning: true };
      const { written, codes } = translated(body, "chat-completions", { effortField: "thinking" }, "messages", capabilities);
      expect(written).toMatchObject(expected);
      expect(codes.filter((code) => code.includes("dropped.field"))).toEqual(warnings);
    });

  const markers: readonly (readonly [Dialect["cacheMarker"], Found, readonly string[]])[] = [
    [undefined, { prompt_cache_breakpoint: { mode: "explicit" } }, ["warning approximated.clamped messages.0.content.0.cache_control.ttl"]],
    ["cache_control", { cache_control: { type: "ephemeral", ttl: "1h" } }, []],
    ["none", {}, ["info dropped.field messages.0.content.0.cache_control"]],
  ];
  for (const [cacheMarker, expected, lost] of markers)
    it(`cacheMarker ${cacheMarker}`, () => {
      const marked = { type: "text", text: "Hi", cache_control: { type: "ephemeral", ttl: "1h" } };
      const { written, codes } = chat(
        { messages: [{ role: "user", content: [marked] }] },
        cacheMarker === undefined ? {} : { cacheMarker },
      );
      const plain = { type: "text", text: "Hi", ...expected };
      expect(messageOf(written, 0)).toMatchObject({ content: cacheMarker === "none" ? "Hi" : [plain] });
      expect(codes.filter((code) => code.includes("cache_control"))).toEqual(lost);
    });

  it("media", () => {
    const source = { type: "base64", media_type: "image/png", data: "iVBO" };
    const blocks = [
      { type: "image", source },
      { type: "document", source: { type: "url", url: "https://a/b.pdf" }, title: "b.pdf" },
    ];
    const body = { messages: [{ role: "user", content: blocks }] };
    expect(messageOf(chat(body, { media: "object" }).written, 0)).toMatchObject({
      content: [{ type: "image_url", image_url: { url: "data:image/png;base64,iVBO" } }, { type: "file" }],
    });
    const bare = chat(body, { media: "string" });
    expect(messageOf(bare.written, 0)).toEqual({
      role: "user",
      content: [
        { type: "image_url", image_url: "data:image/png;base64,iVBO" },
        { type: "document_url", document_url: "https://a/b.pdf", document_name: "b.pdf" },
      ],
    });
    const sound = { contents: [{ role: "user", parts: [{ inlineData: { mimeType: "audio/wav", data: "UklGR" } }] }] };
    const alone = translated(sound, "chat-completions", { media: "string" }, "generate-content");
    expect(messageOf(alone.written, 0)).toEqual({ role: "user", content: [{ type: "input_audio", input_audio: "UklGR" }] });
    expect(alone.codes).toContain("info dropped.field contents.0.parts.0.inlineData.mimeType");
  });

  const ids: readonly (readonly [Dialect["toolId"], RegExp])[] = [
    [undefined, /^call_[0-9a-f]{24}$/],
    [{ max: 40 }, /^call_[0-9a-f]{24}$/],
    [{ max: 64 }, /^toolu_01A09q90qw90lq917835lq9_and_more_than_forty$/],
    [{ length: 9 }, /^[A-Za-z0-9]{9}$/],
  ];
  for (const [toolId, form] of ids)
    it(`toolId ${JSON.stringify(toolId)}: the call and its result have the same`, () => {
      const { written, codes } = chat({ messages: THOUGHT, tools: TOOLS }, toolId === undefined ? {} : { toolId });
      const call = messageOf(written, 1);
      expect(call).toMatchObject({ tool_calls: [{ id: expect.stringMatching(form) }] });
      const id = typeof call === "object" && call !== null && "tool_calls" in call ? JSON.stringify(call.tool_calls).split('"')[3] : "";
      expect(messageOf(written, 2)).toMatchObject({ tool_call_id: id });
      expect(codes.filter((code) => code.includes("rewritten.tool_id"))).toHaveLength(toolId?.max === 64 ? 0 : 2);
    });

  it("toolId leaves an id of the length as it is", () => {
    const messages = JSON.parse(JSON.stringify(THOUGHT).replaceAll("toolu_01A09q90qw90lq917835lq9_and_more_than_forty", "AbCd12345"));
    expect(messageOf(chat({ messages, tools: TOOLS }, { toolId: { length: 9 } }).written, 2)).toMatchObject({ tool_call_id: "AbCd12345" });
  });

  it("namedChoice", () => {
    const body = { tools: TOOLS, tool_choice: { type: "tool", name: "g" } };
    expect(chat(body, {}).written).toMatchObject({ tool_choice: { type: "function", function: { name: "g" } } });
    const { written, codes } = chat(body, { namedChoice: false });
    expect(written).toMatchObject({ tool_choice: "required", tools: [{ function: { name: "g" } }] });
    expect(written.tools).toHaveLength(1);
    expect(codes).toContain("warning approximated.narrowed_tools tools.0");
  });

  it("jsonMode", () => {
    const body = { contents: [{ role: "user", parts: [{ text: "hi" }] }], generationConfig: { responseMimeType: "application/json" } };
    expect(translated(body, "chat-completions", {}, "generate-content").written).toMatchObject({
      response_format: { type: "json_object" },
    });
    const { written, codes } = translated(body, "chat-completions", { jsonMode: false }, "generate-content");
    expect(written.response_format).toEqual({ type: "json_schema", json_schema: { name: "response", schema: { type: "object" } } });
    expect(codes).toContain("info equivalent.form generationConfig.responseMimeType");
  });

  it("strictTools", () => {
    expect(chat({ tools: TOOLS }, {}).written).toMatchObject({ tools: [{ function: { strict: true } }, {}] });
    const { written, codes } = chat({ tools: TOOLS }, { strictTools: false });
    expect(JSON.stringify(written)).not.toContain("strict");
    expect(codes).toContain("warning dropped.field tools.0.strict");
  });

  it("prefixField", () => {
    const body = { messages: [...ASKED.messages, { role: "assistant", content: "It is" }] };
    const base = chat(body, {});
    expect(messageOf(base.written, 1)).toEqual({ role: "assistant", content: "It is" });
    expect(base.codes).toContain("warning approximated.prefill messages.1");
    const { written, codes } = chat(body, { prefixField: true });
    expect(messageOf(written, 1)).toEqual({ role: "assistant", content: "It is", prefix: true });
    expect(codes.filter((code) => code.includes("prefill"))).toEqual([]);
  });

  it("rename", () => {
    const body = { contents: [{ role: "user", parts: [{ text: "hi" }] }], generationConfig: { seed: 7 } };
    const { written } = translated(body, "chat-completions", { rename: { seed: "random_seed" } }, "generate-content");
    expect(written).toMatchObject({ random_seed: 7 });
    expect(written).not.toHaveProperty("seed");
  });

  it("omit", () => {
    const body = { stream: true, stop_sequences: ["x"], metadata: { user_id: "u" } };
    const { written, codes } = chat(body, { omit: ["stop", "stream_options", "safety_identifier", "temperature"] });
    expect(Object.keys(written).sort()).toEqual(["max_completion_tokens", "messages", "model", "stream"]);
    expect(codes).toEqual(["warning dropped.field stop_sequences", "warning dropped.field metadata.user_id"]);
    const idle = { contents: [{ role: "user", parts: [{ text: "hi" }] }], generationConfig: { presencePenalty: 0 } };
    expect(translated(idle, "chat-completions", dialects.xai, "generate-content").codes).toContain(
      "info dropped.field generationConfig.presencePenalty",
    );
    // Mistral answers 422 to every field that it does not know.
    const asked = {
      contents: idle.contents,
      tools: [{ googleSearch: {} }],
      generationConfig: { responseModalities: ["AUDIO"], speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } } },
    };
    const strict = translated(asked, "chat-completions", dialects.mistral, "generate-content");
    expect(Object.keys(strict.written).sort()).toEqual(["messages", "model"]);
    expect(strict.codes.filter((code) => code.startsWith("warning dropped.field"))).toEqual(
      ["tools.0.googleSearch", "generationConfig.responseModalities", "generationConfig.speechConfig"].map(
        (path) => `warning dropped.field ${path}`,
      ),
    );
  });

  it("modelInPath", () => {
    const { written, path } = chat({ model: "my gpt", stream: true }, { modelInPath: true });
    expect(path).toBe("/openai/deployments/my%20gpt/chat/completions");
    expect(written).not.toHaveProperty("model");
    // Azure has whether it streams in the body alone.
    expect(written).toMatchObject({ stream: true });
    for (const model of ["..", "a/../b"]) {
      const options = { from: "messages", to: "chat-completions", profile: dialects.azure } as const;
      const result = translateRequest({ ...ASKED, model }, options);
      expect(result.issues.map(({ rule, path: at }) => [rule, ...at])).toContainEqual(["R-177", "model"]);
    }
  });
});

describe("a member changes what messages is sent", () => {
  const chat = { model: "claude-sonnet-4-0", temperature: 1, top_p: 0.5, max_tokens: 9, messages: [{ role: "user", content: "hi" }] };

  it("version", () => {
    const { written, codes } = translated(chat, "messages", { version: "2026-10-21" }, "chat-completions");
    expect(Object.keys(written).sort()).toEqual(["max_tokens", "messages", "model"]);
    expect(codes).toEqual(["info dropped.field temperature", "warning dropped.field top_p"]);
    expect(translated(chat, "messages", { version: "2023-06-01" }, "chat-completions").written).toMatchObject({ top_p: 0.5 });
  });

  it("version: no citations in a turn of the user, not even in what was found", () => {
    const citations = [
      { type: "char_location", cited_text: "hi", document_index: 0, document_title: null, start_char_index: 0, end_char_index: 2 },
    ];
    const cited = { type: "text", text: "hi", citations };
    const body = {
      ...ASKED,
      messages: [
        { role: "user", content: [cited, { type: "search_result", source: "s", title: "t", content: [cited] }] },
        { role: "assistant", content: [cited] },
        { role: "user", content: [{ type: "text", text: "well?" }] },
      ],
    };
    const { request } = styles.messages;
    const decoded = request.decode(body);
    const written = (version: "2023-06-01" | "2026-10-21") =>
      decoded.ok ? request.encode(decoded.value, { profile: "vendor", dialect: { version } }) : decoded;
    const plain = { type: "text", text: "hi" };
    expect(written("2023-06-01")).toMatchObject({ ok: true, value: { body: { messages: body.messages } } });
    const result = written("2026-10-21");
    expect(result.ok && result.value.body.messages.slice(0, 2)).toEqual([
      { role: "user", content: [plain, { type: "search_result", source: "s", title: "t", content: [plain] }] },
      { role: "assistant", content: [cited] },
    ]);
    expect(result.issues.map(({ severity, code, path }) => `${severity} ${code} ${path.join(".")}`)).toEqual([
      "info dropped.field turns.0.parts.0.citations",
      "info dropped.field turns.0.parts.1.content.0.citations",
    ]);
  });

  for (const [row, plain, streamed] of [
    ["bedrock", "/model/a.b-v1%3A0/invoke", "/model/a.b-v1%3A0/invoke-with-response-stream"],
    [
      "vertex-anthropic",
      "/v1/publishers/anthropic/models/a.b-v1%3A0:rawPredict",
      "/v1/publishers/anthropic/models/a.b-v1%3A0:streamRawPredict",
    ],
  ] as const)
    it(`modelInPath and bodyVersion: ${row}`, () => {
      const body = { ...chat, model: "a.b-v1:0" };
      const whole = translated(body, "messages", dialects[row], "chat-completions");
      expect(whole.path).toBe(plain);
      expect(whole.written).toMatchObject({ anthropic_version: dialects[row].bodyVersion });
      expect(whole.written).not.toHaveProperty("model");
      const { written, path } = translated({ ...body, stream: true }, "messages", dialects[row], "chat-completions");
      expect(path).toBe(streamed);
      expect(written).not.toHaveProperty("stream");
      for (const stream of [false, true]) {
        const formatted = formatRoute({ style: "messages", model: "a.b-v1:0", stream, profile: dialects[row] });
        expect(formatted).toBe(stream ? streamed : plain);
        const route = { endpoint: "messages", style: "messages", model: "a.b-v1:0", stream };
        expect(parseRoute("POST", formatted, { profile: dialects[row] })).toEqual({ ok: true, value: route, issues: [] });
        expect(validateRequest(written, { style: "messages", path: formatted, profile: dialects[row] }).ok).toBe(true);
      }
    });
});

it.each(["groq", "xai", "openrouter", "vllm", "ollama", "lmstudio"] as const)("%s is told of the user by the older name", (name) => {
  const { written } = translated({ ...ASKED, metadata: { user_id: "u" } }, "chat-completions", dialects[name]);
  expect(written).toMatchObject({ user: "u" });
  expect(written).not.toHaveProperty("safety_identifier");
});

describe("a dialect that is none is the caller's mistake", () => {
  const wrong: readonly (readonly [member: string, value: unknown, meant?: string])[] = [
    ["base", undefined],
    ["base", "mistral"],
    ["tokenLimit", "max_output_tokens"],
    ["reasoningHistory", true],
    ["effortField", "effort"],
    ["media", 5],
    ["toolId", { length: "9" }],
    ["toolId", 9],
    ["namedChoice", true],
    ["jsonMode", null],
    ["strictTools", "no"],
    ["cacheMarker", "ephemeral"],
    ["prefixField", false],
    ["rename", { seed: 1 }],
    ["omit", "store"],
    ["omit", [1]],
    ["version", "2026-10-22"],
    ["bodyVersion", 5],
    ["modelInPath", false],
    ["host", "gcp"],
    ["tokenlimit", "max_tokens", "tokenLimit"],
    ["colour", 1],
  ];
  for (const [member, value, meant = member] of wrong)
    it(`${member}: ${JSON.stringify(value)}`, () => {
      const options = { from: "messages", to: "chat-completions", profile: { base: "vendor", [member]: value } } as const;
      expect(() => Reflect.apply(translateRequest, undefined, [ASKED, options])).toThrow(TypeError);
      expect(() => Reflect.apply(translateRequest, undefined, [ASKED, options])).toThrow(meant);
    });
});

describe("a host takes its own fields of generate-content", () => {
  const search = { type: "web_search_20250305", name: "web_search", blocked_domains: ["a.com"] };
  const body: unknown = { ...ASKED, model: "gemini-3-pro", tools: [search, TOOLS[1]], metadata: { user_id: "u" } };
  const written = (host: Dialect["host"]) => {
    const profile: Dialect = { base: "vendor", ...(host === undefined ? {} : { host }) };
    const result = translateRequest(body, { from: "messages", to: "generate-content", profile, labelsForUser: "user", report: "all" });
    if (!result.ok) throw new Error(JSON.stringify(result.issues));
    return {
      body: result.value.body,
      dropped: result.issues
        .filter(({ code, severity }) => code === "dropped.field" && severity === "warning")
        .map(({ path }) => path.join(".")),
    };
  };

  for (const [host, labels, excluded, flag, dropped] of [
    [undefined, true, true, true, []],
    ["vertex", true, true, false, []],
    ["ai-studio", false, false, true, ["metadata.user_id", "tools.0.blocked_domains"]],
  ] as const)
    it(`${host}`, () => {
      const { body: sent, dropped: lost } = written(host);
      const text = JSON.stringify(sent);
      expect([text.includes('"labels"'), text.includes("excludeDomains"), text.includes("includeServerSideToolInvocations")]).toEqual([
        labels,
        excluded,
        flag,
      ]);
      expect([...lost].sort()).toEqual(dropped);
    });
});
