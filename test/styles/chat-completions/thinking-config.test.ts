import { cases } from "../../support/cases.js";
import { type ReadRow, reads, type WrittenRow, writes } from "./support.js";

cases<ReadRow>({
  "an older type and budget are a setting": [
    { thinking: { type: "enabled", budget_tokens: 2048 } },
    { thinking: { mode: "on", budgetTokens: 2048 } },
    [],
    { "thinking.mode": "thinking.type", "thinking.budgetTokens": "thinking.budget_tokens", thinking: "thinking.budget_tokens" },
  ],
  "a level of the Gemini-compatible endpoint is an effort": [
    { extra_body: { google: { thinking_config: { thinking_level: "HIGH" } } } },
    { thinking: { mode: "on", effort: "high" } },
    [],
    {
      "thinking.mode": "extra_body.google.thinking_config.thinking_level",
      "thinking.effort": "extra_body.google.thinking_config.thinking_level",
      thinking: "extra_body.google.thinking_config.thinking_level",
    },
  ],
  "no budget is no thinking": [
    { thinking: { budget_tokens: 0 } },
    { thinking: { mode: "off" } },
    [],
    { "thinking.mode": "thinking.budget_tokens", thinking: "thinking.budget_tokens" },
  ],
  "a null as a budget says nothing": [
    { thinking: { type: "enabled", budget_tokens: null } },
    { thinking: { mode: "on" } },
    [],
    { "thinking.mode": "thinking.type" },
  ],
  "a router's effort is a setting": [
    { reasoning: { effort: "low" } },
    { thinking: { mode: "on", effort: "low" } },
    [],
    { "thinking.effort": "reasoning.effort", "thinking.mode": "reasoning.effort", thinking: "reasoning.effort" },
  ],
  "a router's switch is a mode": [
    { reasoning: { enabled: false } },
    { thinking: { mode: "off" } },
    [],
    { "thinking.mode": "reasoning.enabled", thinking: "reasoning.enabled" },
  ],
  "a setting that only hides stands where it does": [
    { include_reasoning: false },
    { thinking: { visible: false } },
    [],
    { "thinking.visible": "include_reasoning", thinking: "include_reasoning" },
  ],
  "hiding by a router's field stands there": [
    { reasoning: { exclude: true } },
    { thinking: { visible: false } },
    [],
    { "thinking.visible": "reasoning.exclude", thinking: "reasoning.exclude" },
  ],
  "two fields that hide are one": [{ reasoning: { exclude: true }, include_reasoning: false }, { thinking: { visible: false } }],
  "showing contradicts what hides": [
    { reasoning: { exclude: true }, include_reasoning: true, extra_body: { google: { thinking_config: { include_thoughts: true } } } },
    { thinking: { visible: false } },
    [
      "conflict.resolved extra_body.google.thinking_config.include_thoughts info from true to false",
      "conflict.resolved include_reasoning info from true to false",
    ],
  ],
  "not excluding contradicts what hides": [
    { reasoning: { exclude: false }, include_reasoning: false },
    { thinking: { visible: false } },
    ["conflict.resolved reasoning.exclude info from true to false"],
  ],
  "showing at one place and hiding at a weaker one is a contradiction": [
    { include_reasoning: false, extra_body: { google: { thinking_config: { include_thoughts: true } } } },
    { thinking: { visible: true } },
    ["conflict.resolved include_reasoning info from false to true"],
  ],
  "efforts that differ are a contradiction": [
    { reasoning: { effort: "low" }, reasoning_effort: "high" },
    { thinking: { mode: "on", effort: "low" } },
    ['conflict.resolved reasoning_effort info from "high" to "low"'],
  ],
  "an effort that the budget is worth is none": [
    { thinking: { type: "enabled", budget_tokens: 1024 }, reasoning_effort: "low" },
    { thinking: { mode: "on", budgetTokens: 1024 } },
  ],
  "being switched off against an effort is a contradiction": [
    { reasoning: { effort: "low" }, reasoning_effort: "none" },
    { thinking: { mode: "on", effort: "low" } },
    ['conflict.resolved reasoning_effort info from "off" to "low"'],
  ],
  "budgets that differ are a contradiction": [
    { thinking: { budget_tokens: 10 }, reasoning: { max_tokens: 20 } },
    { thinking: { mode: "on", budgetTokens: 10 } },
    ["conflict.resolved reasoning.max_tokens info from 20 to 10"],
  ],
  "words that nobody knows are kept": [
    {
      thinking: { type: "odd", a: 1 },
      reasoning: { effort: "odd", b: 2 },
      reasoning_effort: "odd",
      extra_body: { c: 3, google: { d: 4, thinking_config: { e: 5, thinking_level: "odd" } } },
    },
    {
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
  ],
  "an effort": [{ reasoning_effort: "low" }, { thinking: { mode: "on", effort: "low" } }],
  "no effort": [{ reasoning_effort: "none" }, { thinking: { mode: "off" } }],
  "a type that switches on": [{ thinking: { type: "enabled" } }, { thinking: { mode: "on" } }],
  "a type that switches off": [{ thinking: { type: "disabled" } }, { thinking: { mode: "off" } }],
  "a type that leaves it to the model": [{ thinking: { type: "adaptive" } }, { thinking: { mode: "dynamic" } }],
  "a router's effort that is not shown": [
    { reasoning: { effort: "high", exclude: true } },
    { thinking: { mode: "on", effort: "high", visible: false } },
  ],
  "a router's switch": [{ reasoning: { enabled: true } }, { thinking: { mode: "on" } }],
  "showing, the default, by a router": [{ reasoning: { exclude: false } }],
  "showing, the default": [{ include_reasoning: true }],
  "the same effort three times": [
    { reasoning: { effort: "low", enabled: true }, reasoning_effort: "low" },
    { thinking: { mode: "on", effort: "low" } },
  ],
  "switched off twice": [{ reasoning: { enabled: false }, reasoning_effort: "none" }, { thinking: { mode: "off" } }],
})("read: %s", reads);

cases<WrittenRow>({
  "asking for thoughts alone is left out": [{ thinking: { visible: true } }, {}, ["dropped.field thinking.visible info from true"]],
  "thinking without an amount asks for no thoughts": [
    { thinking: { mode: "dynamic" } },
    {},
    ['equivalent.form thinking info from "dynamic" to null'],
    { from: "generate-content" },
  ],
  "an effort beside no thinking is not asked for": [
    { thinking: { mode: "off", effort: "high" } },
    { reasoning_effort: "none" },
    ['approximated.thinking thinking.effort warning from "high" to "none"'],
    { from: "messages", capabilities: { reasoning: true } },
  ],
  "an effort beside no thinking asks for no thoughts": [
    { thinking: { mode: "off", effort: "high" } },
    { reasoning_effort: "none" },
    ['approximated.thinking thinking.effort warning from "high" to "none"'],
    { from: "generate-content", capabilities: { reasoning: true } },
  ],
  "thinking between tools has no word": [
    { thinking: { mode: "between-tools", effort: "low" } },
    { reasoning_effort: "low" },
    ['approximated.thinking thinking.mode warning from "between-tools" to "low"'],
  ],
  "switched on without an effort has no word": [
    { thinking: { mode: "on" } },
    {},
    ['approximated.thinking thinking.mode warning from "on" to null'],
  ],
  "an effort of a mode is the same word in messages": [{ thinking: { mode: "dynamic", effort: "medium" } }, { reasoning_effort: "medium" }],
})("written: %s", writes);
