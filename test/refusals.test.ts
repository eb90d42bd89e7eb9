/**
 * Refusals that users of gateways reported: each with a request that led to it, and what is written now instead of what was
 * refused. Facts of models come from `interlingua/models`.
 */
import { describe, expect, test } from "vitest";
import { styles } from "../src/codec.js";
import { dialects } from "../src/dialects.js";
import { type StyleName, type TranslateRequestOptions, translateRequest, validateRequest } from "../src/index.js";
import { capabilitiesOf, models } from "../src/models/index.js";

type Options = Partial<TranslateRequestOptions>;
type Row = readonly [
  refusal: string,
  model: string,
  body: object,
  /** What the written body has at these places (undefined: nothing); or nothing is sent. */
  written: Readonly<Record<string, unknown>> | "refused",
  codes: readonly string[],
  options?: Options,
];
const between = (from: StyleName, to: StyleName, rows: readonly Row[]) =>
  rows.map((row) => [`${row[0]} ${from} ${to} ${row[1]}`, { from, to }, row] as const);

const C = "chat-completions";
const M = "messages";
const G = "generate-content";
const user = { role: "user", content: "Hi" };
const assistant = { role: "assistant", content: "So" };
const fn = (parameters: object, more: object = {}) => ({ type: "function", function: { name: "f", parameters, ...more } });
const tool = { name: "f", input_schema: { type: "object" } };
const chat = (more: object = {}) => ({ model: "m", messages: [user], ...more });
const claude = (more: object = {}) => ({ model: "m", max_tokens: 50_000, messages: [user], ...more });
const gemini = (more: object = {}) => ({ contents: [{ role: "user", parts: [{ text: "Hi" }] }], ...more });
const format = (schema: object) => chat({ response_format: { type: "json_schema", json_schema: { name: "n", strict: true, schema } } });
const FOREIGN = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: { a: { const: "x" }, b: { type: "integer", multipleOf: 5 } },
  required: ["a", "b"],
  additionalProperties: false,
};
const OPEN = { type: "object", properties: { a: { type: "integer", minimum: 1, maximum: 5 } } };
const functions = { tools: [fn({ type: "object", properties: {} })] };
const named = { tool_choice: { type: "function", function: { name: "f" } } };
const ID = "toolu_01A09q90qw90lq917835lq9_and_more_than_forty";
/** A question, a thought and two calls, and the results of so many of them. */
const called = (results: number, model = "m", id = ID) => ({
  ...claude({ model, tools: [tool] }),
  messages: [
    user,
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Hm", signature: "c2ln" },
        { type: "tool_use", id, name: "f", input: {} },
        { type: "tool_use", id: "b", name: "f", input: {} },
      ],
    },
    {
      role: "user",
      content: [id, "b"].slice(0, results).map((tool_use_id) => ({ type: "tool_result", tool_use_id, content: "1" })),
    },
  ].slice(0, results === 0 ? 2 : 3),
});
/** Of two calls one has its result. */
const calling = () => ({
  ...chat(functions),
  messages: [
    user,
    {
      role: "assistant",
      content: null,
      tool_calls: ["a", "b"].map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } })),
    },
    { role: "tool", tool_call_id: "a", content: "1" },
  ],
});
const openCall = (more: object) => ({
  contents: [gemini().contents[0], { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] }, ...gemini().contents],
  ...more,
});
/** So many levels. */
const nested = (levels: number): object => (levels === 0 ? { type: "string" } : { type: "object", properties: { a: nested(levels - 1) } });
const FORMAT = "output_config.format.schema";

const ROWS = [
  ...between(C, M, [
    ["temperature is deprecated", "claude-opus-4-7", chat({ temperature: 0.5 }), { temperature: undefined }, ["dropped.field"]],
    [
      "thinking.type.disabled is not supported",
      "claude-opus-5-5",
      chat({ reasoning_effort: "none" }),
      { thinking: undefined, "output_config.effort": "low" },
      ["approximated.thinking"],
    ],
    [
      "thinking.type.disabled is not supported (between tools)",
      "claude-sonnet-5-5",
      chat({ reasoning_effort: "none" }),
      { "thinking.type": "between_tools" },
      [],
    ],
    [
      "tool use cannot be forced",
      "claude-opus-5-5",
      chat({ tools: [fn({}), { type: "function", function: { name: "g" } }], ...named }),
      { "tool_choice.type": "auto", "tools.0.name": "f", "tools.1": undefined },
      ["approximated.enum", "approximated.narrowed_tools"],
    ],
    ["no assistant prefill", "claude-opus-4-6", { model: "m", messages: [user, assistant] }, "refused", ["failed.unsupported"]],
    [
      "no assistant prefill (left out)",
      "claude-opus-4-6",
      { model: "m", messages: [user, assistant] },
      { "messages.1": undefined },
      ["dropped.part"],
      { prefill: "drop" },
    ],
    ["additionalProperties must be false", "claude-sonnet-4-5", format(OPEN), { [`${FORMAT}.additionalProperties`]: false }, []],
    [
      "property keys should match a pattern",
      "claude-sonnet-4-5",
      chat({ tools: [fn({ type: "object", properties: { "a b": { type: "string" } } })] }),
      { "tools.0.input_schema.properties.a b": undefined },
      [],
    ],
    ["maximum, minimum are not supported", "claude-sonnet-4-5", format(OPEN), { [`${FORMAT}.properties.a.maximum`]: undefined }, []],
    [
      "a strict tool with an open object",
      "claude-sonnet-4-5",
      chat({ tools: [fn(OPEN, { strict: true })] }),
      { "tools.0.input_schema.additionalProperties": false },
      [],
    ],
    [
      "more than 20 strict tools",
      "claude-sonnet-4-5",
      chat({
        tools: Array.from({ length: 21 }, (_, index) => ({
          type: "function",
          function: { name: `f${index}`, strict: true, parameters: { type: "object", properties: {}, additionalProperties: false } },
        })),
      }),
      { "tools.19.strict": true, "tools.20.strict": undefined },
      ["approximated.schema"],
    ],
    [
      "oneOf at the top of a schema",
      "claude-sonnet-4-5",
      chat({ tools: [fn({ oneOf: [OPEN, { type: "object", properties: { b: {} } }] })] }),
      { "tools.0.input_schema.type": "object", "tools.0.input_schema.oneOf": undefined },
      [],
    ],
    [
      "effort: extra inputs",
      "claude-sonnet-4-5",
      chat({ reasoning_effort: "high" }),
      { output_config: undefined, "thinking.type": "enabled" },
      [],
    ],
    [
      "temperature and top_p",
      "claude-opus-4-5",
      chat({ temperature: 0.5, top_p: 0.5 }),
      { temperature: 0.5, top_p: undefined },
      ["dropped.field"],
    ],
    ["a call without its result", "claude-sonnet-4-5", calling(), "refused", ["unpaired.tool_call"]],
    ["max_tokens above the model's", "claude-opus-4-1", chat({ max_tokens: 64_000 }), { max_tokens: 32_000 }, ["approximated.clamped"]],
  ]),
  ...between(G, M, [
    [
      "thinking.type.enabled is not supported",
      "claude-opus-4-7",
      gemini({ generationConfig: { thinkingConfig: { thinkingBudget: 9000 } } }),
      { "thinking.type": "adaptive", "thinking.budget_tokens": undefined },
      ["approximated.thinking"],
    ],
    [
      "signature in a thinking block (from Gemini)",
      "claude-sonnet-4-5",
      {
        contents: [
          ...gemini().contents,
          { role: "model", parts: [{ text: "Well.", thought: true, thoughtSignature: "AA==" }, { text: "So" }] },
          ...gemini().contents,
        ],
      },
      { "messages.1.content.0.type": "text", "messages.1.content.1": undefined },
      [],
    ],
    [
      "a call without its result (from who goes on without)",
      "claude-sonnet-4-5",
      openCall({ tools: [{ functionDeclarations: [{ name: "f" }] }] }),
      { "messages.2.content.0.type": "tool_result", "messages.2.content.0.is_error": true },
      ["unpaired.tool_call"],
    ],
  ]),
  ...between(M, C, [
    ["max_tokens is not supported", "gpt-5", claude(), { max_tokens: undefined, max_completion_tokens: 50_000 }, []],
    ["temperature: only the default", "gpt-5", claude({ temperature: 0.5 }), { temperature: undefined }, ["dropped.field"]],
    [
      "temperature is taken without reasoning",
      "gpt-5.1",
      claude({ temperature: 0.5, thinking: { type: "disabled" } }),
      { temperature: 0.5, reasoning_effort: "none" },
      [],
    ],
    [
      "temperature is taken without reasoning, which cannot be off",
      "m",
      claude({ temperature: 0.5, thinking: { type: "disabled" } }),
      { temperature: undefined },
      ["dropped.field"],
      { capabilities: { reasoning: true, sampling: "off", thinkingOff: false } },
    ],
    [
      "tools with reasoning_effort",
      "gpt-5.4",
      claude({ tools: [tool], output_config: { effort: "low" } }),
      { reasoning_effort: undefined },
      ["approximated.thinking"],
    ],
    ["tools without effort none", "gpt-5.6", claude({ tools: [tool] }), { reasoning_effort: "none" }, ["approximated.thinking"]],
    [
      "strict wants every property and no others",
      "gpt-5.1",
      claude({ tools: [{ ...tool, strict: true, input_schema: OPEN }] }),
      { "tools.0.function.parameters.required": ["a"], "tools.0.function.parameters.additionalProperties": false },
      [],
    ],
    ["stop is not supported", "gpt-5", claude({ stop_sequences: ["a"] }), { stop: undefined }, ["dropped.field"]],
    [
      "tool_choice type object",
      "m",
      claude({ tools: [tool, { ...tool, name: "g" }], tool_choice: { type: "tool", name: "g" } }),
      { tool_choice: "required", "tools.0.function.name": "g", "tools.1": undefined },
      ["approximated.narrowed_tools"],
      { profile: dialects.lmstudio },
    ],
    [
      "reasoning_content must be passed back",
      "deepseek-v3.2",
      called(2),
      { "messages.1.reasoning_content": "Hm" },
      [],
      { profile: dialects.deepseek },
    ],
    [
      "extra inputs: reasoning_content, max_completion_tokens",
      "mistral-large-latest",
      called(2),
      {
        max_tokens: 50_000,
        max_completion_tokens: undefined,
        "messages.1.reasoning_content": undefined,
        "messages.1.content.0.type": "thinking",
      },
      [],
      { profile: dialects.mistral },
    ],
    [
      "reasoning_content is unsupported",
      "m",
      called(2),
      { "messages.1.reasoning_content": undefined, "messages.1.reasoning": "Hm" },
      [],
      { profile: dialects.groq },
    ],
    [
      "tool_calls[0].id too long",
      "gpt-5.1",
      called(2),
      {
        "messages.1.tool_calls.0.id": expect.stringMatching(/^.{1,40}$/),
        "messages.2.tool_call_id": expect.stringMatching(/^call_.{1,35}$/),
      },
      ["rewritten.tool_id"],
    ],
    [
      "tool call id must be 9 letters and digits",
      "mistral-large-latest",
      called(2),
      {
        "messages.1.tool_calls.1.id": expect.stringMatching(/^[A-Za-z0-9]{9}$/),
        "messages.3.tool_call_id": expect.stringMatching(/^[A-Za-z0-9]{9}$/),
      },
      ["rewritten.tool_id"],
      { profile: dialects.mistral },
    ],
    [
      "no search of the web",
      "gpt-4o",
      claude({ tools: [{ type: "web_search_20250305", name: "web_search" }] }),
      { web_search_options: undefined },
      ["dropped.value"],
    ],
    ["not served by chat-completions", "gpt-5-pro", claude(), {}, ["vendor_extension"]],
    ["no functions", "gpt-3.5-turbo", claude({ tools: [tool], max_tokens: 10 }), {}, ["vendor_extension"]],
    [
      "no schema for the answer",
      "gpt-4-turbo",
      claude({ max_tokens: 10, output_config: { format: { type: "json_schema", schema: OPEN } } }),
      { "response_format.type": "json_object" },
      ["approximated.schema"],
    ],
  ]),
  ...between(G, C, [
    [
      "minimal is not supported",
      "gpt-5.6",
      gemini({ generationConfig: { thinkingConfig: { thinkingLevel: "MINIMAL" } } }),
      { reasoning_effort: "low" },
      ["approximated.enum"],
    ],
    [
      "extra inputs: max_completion_tokens",
      "m",
      gemini({ generationConfig: { maxOutputTokens: 9 } }),
      { max_tokens: 9, max_completion_tokens: undefined, store: undefined },
      [],
      { profile: dialects.vllm },
    ],
    [
      "audio is not read",
      "gpt-5-mini",
      { contents: [{ role: "user", parts: [{ inlineData: { mimeType: "audio/wav", data: "AA==" } }] }] },
      {},
      ["vendor_extension"],
    ],
  ]),
  ...between(C, G, [
    [
      "a call without a thought_signature",
      "gemini-3-pro-preview",
      {
        model: "m",
        messages: [
          user,
          { role: "assistant", content: null, tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }] },
          { role: "tool", tool_call_id: "a", content: "1" },
        ],
        ...functions,
      },
      { "contents.1.parts.0.thoughtSignature": expect.any(String) },
      [],
    ],
    [
      "thinking level is not supported",
      "gemini-2.5-flash",
      chat({ reasoning_effort: "low" }),
      { "generationConfig.thinkingConfig.thinkingLevel": undefined, "generationConfig.thinkingConfig.thinkingBudget": 1024 },
      [],
    ],
    [
      "minimal is not supported (Gemini)",
      "gemini-3.7-flash",
      chat({ reasoning_effort: "minimal" }),
      { "generationConfig.thinkingConfig.thinkingLevel": "LOW" },
      ["approximated.thinking"],
    ],
    [
      "a budget of 0 is invalid",
      "gemini-2.5-pro",
      chat({ reasoning_effort: "none" }),
      { "generationConfig.thinkingConfig.thinkingBudget": 128 },
      ["approximated.thinking"],
    ],
    [
      "minimal and high only",
      "gemma-4-31b-it",
      chat({ reasoning_effort: "medium" }),
      { "generationConfig.thinkingConfig.thinkingLevel": "MINIMAL" },
      ["approximated.thinking"],
    ],
    [
      "contents are required",
      "gemini-2.5-flash",
      { model: "m", messages: [{ role: "system", content: "Hi" }] },
      { "contents.0.role": "user" },
      [],
    ],
    [
      "JSON beside functions",
      "gemini-2.5-flash",
      chat({ ...functions, response_format: { type: "json_object" } }),
      { "generationConfig.responseMimeType": undefined, "tools.0.functionDeclarations.0.name": "f" },
      ["dropped.field"],
    ],
    [
      "penalty is not enabled",
      "gemini-2.5-flash",
      chat({ presence_penalty: 0.5 }),
      { "generationConfig.presencePenalty": undefined },
      ["dropped.field"],
    ],
    [
      "unknown name $schema, const, multipleOf",
      "gemini-2.5-flash",
      chat({ tools: [fn(FOREIGN)] }),
      { "tools.0.functionDeclarations.0.parameters": undefined, "tools.0.functionDeclarations.0.parametersJsonSchema": FOREIGN },
      [],
    ],
    [
      "unknown name $schema, const, multipleOf (of an answer)",
      "gemini-2.5-flash",
      format(FOREIGN),
      {
        "generationConfig.responseSchema": undefined,
        "generationConfig.responseJsonSchema.$schema": undefined,
        "generationConfig.responseJsonSchema.properties.a.const": undefined,
      },
      [],
    ],
    // How deep is too deep no vendor says: the schema goes as it is, with a word about it.
    ["maximum nesting depth", "gemini-2.5-flash", format(nested(12)), {}, ["vendor_extension"]],
    ["maximum nesting depth (of a tool)", "gemini-2.5-flash", chat({ tools: [fn(nested(12))] }), {}, ["vendor_extension"]],
  ]),
  ...between(M, M, [
    [
      "a signature of another model of the same vendor",
      "claude-sonnet-4-5",
      called(2, "claude-opus-4-5"),
      { "messages.1.content.0.type": "tool_use", model: "claude-sonnet-4-5" },
      ["unportable.signature"],
    ],
    [
      "a signature of another model (thinking is on)",
      "claude-sonnet-4-5",
      { ...called(2, "claude-opus-4-5"), thinking: { type: "enabled", budget_tokens: 2000 } },
      { "messages.1.content.0.type": "tool_use", "thinking.type": "disabled" },
      ["unportable.signature", "approximated.thinking"],
    ],
    [
      "a signature of the same model by another name",
      "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
      called(2, "claude-sonnet-4-5-20250929"),
      { "messages.1.content.0.type": "thinking" },
      [],
    ],
    [
      "a signature of a model that goes by a name of the gateway's",
      "claude-sonnet-4-5",
      called(2, "clever"),
      { "messages.1.content.0.type": "thinking" },
      [],
    ],
  ]),
  ...between(M, G, [
    [
      "number of function response parts",
      "gemini-2.5-flash",
      called(2),
      { "contents.2.parts.1.functionResponse.name": "f", "contents.2.parts.2": undefined, "contents.3": undefined },
      [],
    ],
  ]),
];

describe("a request is written as its model takes it", () => {
  test.each(ROWS)("%s", (_name, styles, [, model, body, written, codes, options = {}]) => {
    const path = "/v1beta/models/m:generateContent";
    const result = translateRequest(body, {
      ...styles,
      model,
      path,
      profile: "vendor",
      capabilities: capabilitiesOf,
      report: "all",
      ...options,
    });
    expect(result.issues.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]));
    expect(result.ok).toBe(written !== "refused");
    if (!result.ok || written === "refused") return;
    const found = Object.keys(written).map((place) => [place, at(result.value.body, place.split("."))]);
    expect(Object.fromEntries(found)).toEqual(written);
  });
});

/** What a request asks for, in each style. */
const ASKED: Readonly<Record<string, Readonly<Record<StyleName, object>>>> = {
  sampling: {
    [C]: { temperature: 0.5, top_p: 0.5, presence_penalty: 0.5, stop: "a" },
    [M]: { temperature: 0.5, top_p: 0.5, stop_sequences: ["a"] },
    [G]: { generationConfig: { temperature: 0.5, topP: 0.5, topK: 3, presencePenalty: 0.5, stopSequences: ["a"] } },
  },
  length: { [C]: { max_tokens: 500_000 }, [M]: { max_tokens: 500_000 }, [G]: { generationConfig: { maxOutputTokens: 500_000 } } },
  "no thinking": {
    [C]: { reasoning_effort: "none", temperature: 0.5 },
    [M]: { thinking: { type: "disabled" }, temperature: 0.5 },
    [G]: { generationConfig: { thinkingConfig: { thinkingBudget: 0 }, temperature: 0.5 } },
  },
  "little thinking": {
    [C]: { reasoning_effort: "minimal" },
    [M]: { thinking: { type: "enabled", budget_tokens: 1024 } },
    [G]: { generationConfig: { thinkingConfig: { thinkingBudget: 60 } } },
  },
  "most thinking": {
    [C]: { reasoning_effort: "max" },
    [M]: { thinking: { type: "adaptive" }, output_config: { effort: "max" } },
    [G]: { generationConfig: { thinkingConfig: { thinkingLevel: "HIGH" } } },
  },
  "a call": {
    [C]: { ...functions, ...named, reasoning_effort: "high" },
    [M]: { tools: [tool], tool_choice: { type: "tool", name: "f" }, output_config: { effort: "high" } },
    [G]: {
      tools: [{ functionDeclarations: [{ name: "f" }] }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f"] } },
    },
  },
  "a form beside functions": {
    [C]: { ...functions, response_format: { type: "json_object" } },
    [M]: { tools: [tool], output_config: { format: { type: "json_schema", schema: OPEN } } },
    [G]: {
      tools: [{ functionDeclarations: [{ name: "f" }] }],
      generationConfig: { responseMimeType: "application/json", responseJsonSchema: OPEN },
    },
  },
};
const STYLES: readonly StyleName[] = [C, M, G];
const BASES: Readonly<Record<StyleName, object>> = { [C]: chat(), [M]: claude(), [G]: gemini() };

describe("what is written for a model passes with the same facts of it", () => {
  const styleOf = (model: string, lab: string) =>
    lab === "anthropic" ? M : model.startsWith("gemini") || model.startsWith("gemma") ? G : C;
  test.each(Object.keys(ASKED))("%s", (what) => {
    const found = Object.entries(models.models).flatMap(([model, { lab }]) => {
      const to = styleOf(model, lab);
      return STYLES.flatMap((from) => {
        const facts = { profile: "vendor", capabilities: capabilitiesOf } as const;
        const path = "/v1beta/models/m:generateContent";
        const body = { ...BASES[from], ...ASKED[what]?.[from] };
        const own = styles[from].request.decode(body, { path });
        const result =
          from !== to || !own.ok
            ? translateRequest(body, { from, to, model, path, ...facts })
            : styles[to].request.encode(own.value, { from, model, fits: true, ...facts });
        if (!result.ok) return [`${model} from ${from}: ${result.issues[0].message}`];
        const { issues } = validateRequest(result.value.body, { style: to, path: result.value.path, ...facts });
        // What cannot be mended is written, with a warning.
        const wrong = issues.filter(({ severity, path: [first] }) => severity !== "info" && first !== "model" && first !== "tools");
        return wrong.map(({ message }) => `${model} from ${from}: ${message}`);
      });
    });
    expect(found).toEqual([]);
  });
});

function at(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  return typeof value === "object" && value !== null ? at(Reflect.get(value, key), rest) : undefined;
}
