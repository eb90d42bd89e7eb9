/** Everything that is said of a thinking setting read or written, as rows. */
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
    "an older type and budget are a setting",
    { thinking: { type: "enabled", budget_tokens: 2048 } },
    {
      said: { thinking: { mode: "on", budgetTokens: 2048 } },
      issues: [],
      places: {
        "thinking.mode": ["thinking", "type"],
        "thinking.budgetTokens": ["thinking", "budget_tokens"],
        thinking: ["thinking", "budget_tokens"],
      },
    },
  ],
  [
    "a type alone is where the setting stands",
    { thinking: { type: "auto" } },
    {
      said: { thinking: { mode: "dynamic" } },
      issues: [],
      places: { "thinking.mode": ["thinking", "type"], thinking: ["thinking", "type"] },
    },
  ],
  [
    "a budget of the Gemini-compatible endpoint is a setting",
    { extra_body: { google: { thinking_config: { thinking_budget: 512, include_thoughts: true } } } },
    {
      said: { thinking: { mode: "on", budgetTokens: 512, visible: true } },
      issues: [],
      places: {
        "thinking.mode": ["extra_body", "google", "thinking_config", "thinking_budget"],
        "thinking.budgetTokens": ["extra_body", "google", "thinking_config", "thinking_budget"],
        "thinking.visible": ["extra_body", "google", "thinking_config", "include_thoughts"],
        thinking: ["extra_body", "google", "thinking_config", "thinking_budget"],
      },
    },
  ],
  [
    "a level of the Gemini-compatible endpoint is an effort",
    { extra_body: { google: { thinking_config: { thinking_level: "HIGH" } } } },
    {
      said: { thinking: { mode: "on", effort: "high" } },
      issues: [],
      places: {
        "thinking.mode": ["extra_body", "google", "thinking_config", "thinking_level"],
        "thinking.effort": ["extra_body", "google", "thinking_config", "thinking_level"],
        thinking: ["extra_body", "google", "thinking_config", "thinking_level"],
      },
    },
  ],
  [
    "no budget is no thinking",
    { thinking: { budget_tokens: 0 } },
    {
      said: { thinking: { mode: "off" } },
      issues: [],
      places: { "thinking.mode": ["thinking", "budget_tokens"], thinking: ["thinking", "budget_tokens"] },
    },
  ],
  [
    "a null as a budget says nothing",
    { thinking: { type: "enabled", budget_tokens: null } },
    { said: { thinking: { mode: "on" } }, issues: [], places: { "thinking.mode": ["thinking", "type"] } },
  ],
  [
    "a budget below nothing leaves it to the model",
    { reasoning: { max_tokens: -1 } },
    {
      said: { thinking: { mode: "dynamic" } },
      issues: [],
      places: { "thinking.mode": ["reasoning", "max_tokens"], thinking: ["reasoning", "max_tokens"] },
    },
  ],
  [
    "a router's budget is a setting",
    { reasoning: { max_tokens: 100, exclude: true } },
    {
      said: { thinking: { mode: "on", budgetTokens: 100, visible: false } },
      issues: [],
      places: {
        "thinking.budgetTokens": ["reasoning", "max_tokens"],
        "thinking.visible": ["reasoning", "exclude"],
        thinking: ["reasoning", "max_tokens"],
      },
    },
  ],
  [
    "a router's effort is a setting",
    { reasoning: { effort: "low" } },
    {
      said: { thinking: { mode: "on", effort: "low" } },
      issues: [],
      places: { "thinking.effort": ["reasoning", "effort"], "thinking.mode": ["reasoning", "effort"], thinking: ["reasoning", "effort"] },
    },
  ],
  [
    "a router's switch is a mode",
    { reasoning: { enabled: false } },
    {
      said: { thinking: { mode: "off" } },
      issues: [],
      places: { "thinking.mode": ["reasoning", "enabled"], thinking: ["reasoning", "enabled"] },
    },
  ],
  [
    "a setting that only hides stands where it does",
    { include_reasoning: false },
    {
      said: { thinking: { visible: false } },
      issues: [],
      places: { "thinking.visible": ["include_reasoning"], thinking: ["include_reasoning"] },
    },
  ],
  [
    "hiding by a router's field stands there",
    { reasoning: { exclude: true } },
    {
      said: { thinking: { visible: false } },
      issues: [],
      places: { "thinking.visible": ["reasoning", "exclude"], thinking: ["reasoning", "exclude"] },
    },
  ],
  [
    "two fields that hide are one",
    { reasoning: { exclude: true }, include_reasoning: false },
    { said: { thinking: { visible: false } }, issues: [], places: {} },
  ],
  [
    "showing contradicts what hides",
    { reasoning: { exclude: true }, include_reasoning: true, extra_body: { google: { thinking_config: { include_thoughts: true } } } },
    {
      said: { thinking: { visible: false } },
      issues: [
        ["conflict.resolved", "extra_body.google.thinking_config.include_thoughts", "info", null, { from: true, to: false }],
        ["conflict.resolved", "include_reasoning", "info", null, { from: true, to: false }],
      ],
      places: {},
    },
  ],
  [
    "not excluding contradicts what hides",
    { reasoning: { exclude: false }, include_reasoning: false },
    {
      said: { thinking: { visible: false } },
      issues: [["conflict.resolved", "reasoning.exclude", "info", null, { from: true, to: false }]],
      places: {},
    },
  ],
  [
    "showing at one place and hiding at a weaker one is a contradiction",
    { include_reasoning: false, extra_body: { google: { thinking_config: { include_thoughts: true } } } },
    {
      said: { thinking: { visible: true } },
      issues: [["conflict.resolved", "include_reasoning", "info", null, { from: false, to: true }]],
      places: {},
    },
  ],
  [
    "efforts that differ are a contradiction",
    { reasoning: { effort: "low" }, reasoning_effort: "high" },
    {
      said: { thinking: { mode: "on", effort: "low" } },
      issues: [["conflict.resolved", "reasoning_effort", "info", null, { from: "high", to: "low" }]],
      places: {},
    },
  ],
  [
    "an effort that the budget is worth is none",
    { thinking: { type: "enabled", budget_tokens: 1024 }, reasoning_effort: "low" },
    { said: { thinking: { mode: "on", budgetTokens: 1024 } }, issues: [], places: {} },
  ],
  [
    "an effort against being switched off is a contradiction",
    { thinking: { type: "disabled" }, reasoning_effort: "high" },
    {
      said: { thinking: { mode: "off" } },
      issues: [["conflict.resolved", "reasoning_effort", "info", null, { from: "high", to: "off" }]],
      places: {},
    },
  ],
  [
    "being switched off against an effort is a contradiction",
    { reasoning: { effort: "low" }, reasoning_effort: "none" },
    {
      said: { thinking: { mode: "on", effort: "low" } },
      issues: [["conflict.resolved", "reasoning_effort", "info", null, { from: "off", to: "low" }]],
      places: {},
    },
  ],
  [
    "budgets that differ are a contradiction",
    { thinking: { budget_tokens: 10 }, reasoning: { max_tokens: 20 } },
    {
      said: { thinking: { mode: "on", budgetTokens: 10 } },
      issues: [["conflict.resolved", "reasoning.max_tokens", "info", null, { from: 20, to: 10 }]],
      places: {},
    },
  ],
  [
    "words that nobody knows are kept",
    {
      thinking: { type: "odd", a: 1 },
      reasoning: { effort: "odd", b: 2 },
      reasoning_effort: "odd",
      extra_body: { c: 3, google: { d: 4, thinking_config: { e: 5, thinking_level: "odd" } } },
    },
    {
      said: {
        extensions: {
          "chat-completions": {
            "thinking.a": 1,
            "thinking.type": "odd",
            "extra_body.c": 3,
            "extra_body.google.d": 4,
            "extra_body.google.thinking_config.e": 5,
            "extra_body.google.thinking_config.thinking_level": "odd",
            "reasoning.b": 2,
            "reasoning.effort": "odd",
            reasoning_effort: "odd",
          },
        },
      },
      issues: [],
      places: {},
    },
  ],
])("read: %s", (_behaviour, fields, expected) => {
  const read = request.decode({ model: "m", messages: [{ role: "user", content: "hi" }], ...fields });
  if (!read.ok) throw new Error(read.issues[0].message);
  const places = Object.fromEntries(Object.keys(expected.places).map((place) => [place, read.locate(steps(place))]));
  expect(inRows({ said: only(read.value, ["thinking", "extensions"]), issues: read.issues, places })).toEqual(expected);
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
    "asking for thoughts alone is left out",
    { thinking: { visible: true } },
    { from: "messages" },
    { body: {}, issues: [["dropped.field", "thinking.visible", "info", "dropped", { from: true }]] },
  ],
  [
    "asking for thoughts with a budget goes without saying",
    { thinking: { visible: true, budgetTokens: 1024 } },
    { from: "generate-content" },
    {
      body: { reasoning_effort: "low" },
      issues: [["approximated.thinking", "thinking", "warning", "approximated", { from: 1024, to: "low" }]],
    },
  ],
  [
    "thinking without an amount asks for no thoughts",
    { thinking: { mode: "dynamic" } },
    { from: "generate-content" },
    { body: {}, issues: [["equivalent.form", "thinking", "info", "equivalent", { from: "dynamic", to: null }]] },
  ],
  [
    "no thinking asks for no thoughts",
    { thinking: { mode: "off" } },
    { from: "generate-content", capabilities: { reasoning: true } },
    { body: { reasoning_effort: "none" }, issues: [] },
  ],
  [
    "an effort beside no thinking is not asked for",
    { thinking: { mode: "off", effort: "high" } },
    { from: "messages", capabilities: { reasoning: true } },
    {
      body: { reasoning_effort: "none" },
      issues: [["approximated.thinking", "thinking.effort", "warning", "approximated", { from: "high", to: "none" }]],
    },
  ],
  [
    "an effort beside no thinking asks for no thoughts",
    { thinking: { mode: "off", effort: "high" } },
    { from: "generate-content", capabilities: { reasoning: true } },
    {
      body: { reasoning_effort: "none" },
      issues: [["approximated.thinking", "thinking.effort", "warning", "approximated", { from: "high", to: "none" }]],
    },
  ],
  [
    "thinking between tools has no word",
    { thinking: { mode: "between-tools", effort: "low" } },
    { from: "messages" },
    {
      body: { reasoning_effort: "low" },
      issues: [["approximated.thinking", "thinking.mode", "warning", "approximated", { from: "between-tools", to: "low" }]],
    },
  ],
  [
    "thinking between tools without an amount has no word at all",
    { thinking: { mode: "between-tools" } },
    { from: "messages" },
    { body: {}, issues: [["approximated.thinking", "thinking.mode", "warning", "approximated", { from: "between-tools", to: null }]] },
  ],
  [
    "switched on without an effort has no word",
    { thinking: { mode: "on" } },
    { from: "messages" },
    { body: {}, issues: [["approximated.thinking", "thinking.mode", "warning", "approximated", { from: "on", to: null }]] },
  ],
  [
    "an effort of a mode is the same word in messages",
    { thinking: { mode: "dynamic", effort: "medium" } },
    { from: "messages" },
    { body: { reasoning_effort: "medium" }, issues: [] },
  ],
])("written: %s", (_behaviour, fields, options, expected) => {
  const written = request.encode({ ...PLAIN, ...fields }, options);
  const body = written.ok ? only(written.value.body, ["reasoning_effort", "reasoning"]) : null;
  expect(inRows({ body, issues: written.issues })).toEqual(expected);
});
