/**
 * Refusals that users of gateways reported: each with a request that led to it, and what is written now instead of what was
 * refused. Facts of models come from `interlingua/models`.
 */
import { describe, expect, test } from "vitest";
import { type StyleName, type TranslateRequestOptions, translateRequest } from "../src/index.js";
import { capabilitiesOf } from "../src/models/index.js";

type Options = Partial<TranslateRequestOptions>;
type Row = readonly [
  refusal: string,
  from: StyleName,
  to: StyleName,
  model: string,
  body: object,
  /** What the written body has at these places; undefined: nothing. */
  written: Readonly<Record<string, unknown>>,
  codes: readonly string[],
  options?: Options,
];

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
const OPEN = { type: "object", properties: { a: { type: "integer", minimum: 1, maximum: 5 } } };
const functions = { tools: [fn({ type: "object", properties: {} })] };
const named = { tool_choice: { type: "function", function: { name: "f" } } };
const FORMAT = "output_config.format.schema";

const ROWS: readonly Row[] = [
  ["temperature is deprecated", C, M, "claude-opus-4-7", chat({ temperature: 0.5 }), { temperature: undefined }, ["dropped.field"]],
  [
    "thinking.type.enabled is not supported",
    G,
    M,
    "claude-opus-4-7",
    gemini({ generationConfig: { thinkingConfig: { thinkingBudget: 9000 } } }),
    { "thinking.type": "adaptive", "thinking.budget_tokens": undefined },
    ["approximated.thinking"],
  ],
  [
    "thinking.type.disabled is not supported",
    C,
    M,
    "claude-opus-5-5",
    chat({ reasoning_effort: "none" }),
    { thinking: undefined, "output_config.effort": "low" },
    ["approximated.thinking"],
  ],
  [
    "thinking.type.disabled is not supported (between tools)",
    C,
    M,
    "claude-sonnet-5-5",
    chat({ reasoning_effort: "none" }),
    { "thinking.type": "between_tools" },
    [],
  ],
  [
    "tool use cannot be forced",
    C,
    M,
    "claude-opus-5-5",
    chat({ tools: [fn({}), { type: "function", function: { name: "g" } }], ...named }),
    { "tool_choice.type": "auto", "tools.0.name": "f", "tools.1": undefined },
    ["approximated.enum", "approximated.narrowed_tools"],
  ],
  ["no assistant prefill", C, M, "claude-opus-4-6", { model: "m", messages: [user, assistant] }, {}, ["failed.unsupported"]],
  [
    "no assistant prefill (left out)",
    C,
    M,
    "claude-opus-4-6",
    { model: "m", messages: [user, assistant] },
    { "messages.1": undefined },
    ["dropped.part"],
    { prefill: "drop" },
  ],
  ["additionalProperties must be false", C, M, "claude-sonnet-4-5", format(OPEN), { [`${FORMAT}.additionalProperties`]: false }, []],
  [
    "property keys should match a pattern",
    C,
    M,
    "claude-sonnet-4-5",
    chat({ tools: [fn({ type: "object", properties: { "a b": { type: "string" } } })] }),
    { "tools.0.input_schema.properties.a b": undefined },
    [],
  ],
  ["maximum, minimum are not supported", C, M, "claude-sonnet-4-5", format(OPEN), { [`${FORMAT}.properties.a.maximum`]: undefined }, []],
  [
    "a strict tool with an open object",
    C,
    M,
    "claude-sonnet-4-5",
    chat({ tools: [fn(OPEN, { strict: true })] }),
    { "tools.0.input_schema.additionalProperties": false },
    [],
  ],
  [
    "more than 20 strict tools",
    C,
    M,
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
    C,
    M,
    "claude-sonnet-4-5",
    chat({ tools: [fn({ oneOf: [OPEN, { type: "object", properties: { b: {} } }] })] }),
    { "tools.0.input_schema.type": "object", "tools.0.input_schema.oneOf": undefined },
    [],
  ],
  [
    "signature in a thinking block (from Gemini)",
    G,
    M,
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
  ["max_tokens is not supported", M, C, "gpt-5", claude(), { max_tokens: undefined, max_completion_tokens: 50_000 }, []],
  ["temperature: only the default", M, C, "gpt-5", claude({ temperature: 0.5 }), { temperature: undefined }, ["dropped.field"]],
  [
    "temperature is taken without reasoning",
    M,
    C,
    "gpt-5.1",
    claude({ temperature: 0.5, thinking: { type: "disabled" } }),
    { temperature: 0.5, reasoning_effort: "none" },
    [],
  ],
  [
    "tools with reasoning_effort",
    M,
    C,
    "gpt-5.4",
    claude({ tools: [tool], output_config: { effort: "low" } }),
    { reasoning_effort: undefined },
    ["approximated.thinking"],
  ],
  ["tools without effort none", M, C, "gpt-5.6", claude({ tools: [tool] }), { reasoning_effort: "none" }, ["approximated.thinking"]],
  [
    "minimal is not supported",
    G,
    C,
    "gpt-5.6",
    gemini({ generationConfig: { thinkingConfig: { thinkingLevel: "MINIMAL" } } }),
    { reasoning_effort: "low" },
    ["approximated.enum"],
  ],
  [
    "strict wants every property and no others",
    M,
    C,
    "gpt-5.1",
    claude({ tools: [{ ...tool, strict: true, input_schema: OPEN }] }),
    { "tools.0.function.parameters.required": ["a"], "tools.0.function.parameters.additionalProperties": false },
    [],
  ],
  [
    "a call without a thought_signature",
    C,
    G,
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
  ["stop is not supported", M, C, "gpt-5", claude({ stop_sequences: ["a"] }), { stop: undefined }, ["dropped.field"]],
  [
    "thinking level is not supported",
    C,
    G,
    "gemini-2.5-flash",
    chat({ reasoning_effort: "low" }),
    { "generationConfig.thinkingConfig.thinkingLevel": undefined, "generationConfig.thinkingConfig.thinkingBudget": 1024 },
    [],
  ],
  [
    "minimal is not supported (Gemini)",
    C,
    G,
    "gemini-3.7-flash",
    chat({ reasoning_effort: "minimal" }),
    { "generationConfig.thinkingConfig.thinkingLevel": "LOW" },
    ["approximated.thinking"],
  ],
  [
    "a budget of 0 is invalid",
    C,
    G,
    "gemini-2.5-pro",
    chat({ reasoning_effort: "none" }),
    { "generationConfig.thinkingConfig.thinkingBudget": 128 },
    ["approximated.thinking"],
  ],
  [
    "minimal and high only",
    C,
    G,
    "gemma-4-31b-it",
    chat({ reasoning_effort: "medium" }),
    { "generationConfig.thinkingConfig.thinkingLevel": "MINIMAL" },
    ["approximated.thinking"],
  ],
  [
    "effort: extra inputs",
    C,
    M,
    "claude-sonnet-4-5",
    chat({ reasoning_effort: "high" }),
    { output_config: undefined, "thinking.type": "enabled" },
    [],
  ],
  [
    "contents are required",
    C,
    G,
    "gemini-2.5-flash",
    { model: "m", messages: [{ role: "system", content: "Hi" }] },
    { "contents.0.role": "user" },
    [],
  ],
  [
    "temperature and top_p",
    C,
    M,
    "claude-opus-4-5",
    chat({ temperature: 0.5, top_p: 0.5 }),
    { temperature: 0.5, top_p: undefined },
    ["dropped.field"],
  ],
  [
    "JSON beside functions",
    C,
    G,
    "gemini-2.5-flash",
    chat({ ...functions, response_format: { type: "json_object" } }),
    { "generationConfig.responseMimeType": undefined, "tools.0.functionDeclarations.0.name": "f" },
    ["dropped.field"],
  ],
  [
    "penalty is not enabled",
    C,
    G,
    "gemini-2.5-flash",
    chat({ presence_penalty: 0.5 }),
    { "generationConfig.presencePenalty": undefined },
    ["dropped.field"],
  ],
  ["max_tokens above the model's", C, M, "claude-opus-4-1", chat({ max_tokens: 64_000 }), { max_tokens: 32_000 }, ["approximated.clamped"]],
  [
    "no search of the web",
    M,
    C,
    "gpt-4o",
    claude({ tools: [{ type: "web_search_20250305", name: "web_search" }] }),
    { web_search_options: undefined },
    ["dropped.value"],
  ],
  [
    "audio is not read",
    G,
    C,
    "gpt-5-mini",
    { contents: [{ role: "user", parts: [{ inlineData: { mimeType: "audio/wav", data: "AA==" } }] }] },
    {},
    ["vendor_extension"],
  ],
  ["not served by chat-completions", M, C, "gpt-5-pro", claude(), {}, ["vendor_extension"]],
  ["no functions", M, C, "gpt-3.5-turbo", claude({ tools: [tool], max_tokens: 10 }), {}, ["vendor_extension"]],
  [
    "no schema for the answer",
    M,
    C,
    "gpt-4-turbo",
    claude({ max_tokens: 10, output_config: { format: { type: "json_schema", schema: OPEN } } }),
    { "response_format.type": "json_object" },
    ["approximated.schema"],
  ],
];

describe("a request is written as its model takes it", () => {
  test.each(ROWS.map((row) => [row.slice(0, 4).join(" "), row] as const))("%s", (_name, row) => {
    const [, from, to, model, body, written, codes, options = {}] = row;
    const path = "/v1beta/models/m:generateContent";
    const result = translateRequest(body, {
      from,
      to,
      model,
      path,
      profile: "vendor",
      capabilities: capabilitiesOf,
      report: "all",
      ...options,
    });
    expect(result.issues.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]));
    expect(result.ok).toBe(!codes.includes("failed.unsupported"));
    if (!result.ok) return;
    const found = Object.keys(written).map((place) => [place, at(result.value.body, place.split("."))]);
    expect(Object.fromEntries(found)).toEqual(written);
  });
});

function at(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  return typeof value === "object" && value !== null ? at(Reflect.get(value, key), rest) : undefined;
}
