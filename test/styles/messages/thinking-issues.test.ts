import type { CanonicalRequest, ThinkingConfig } from "../../../src/model/index.js";
import { request } from "../../../src/styles/messages/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { lazy, row } from "../../support/issue-rows.js";

const hi = { role: "user", parts: [{ type: "text", text: "hi" }] } as const;
/** The thinking and the limit that are written, with the findings. */
const write = lazy((thinking: ThinkingConfig, options: EncodeOptions = {}, some: Partial<CanonicalRequest> = {}) => {
  const asked = {
    model: "m",
    instructions: [],
    turns: [hi],
    tools: [],
    sampling: {},
    limits: { maxOutputTokens: 20_000 },
    output: {},
    stream: false,
  };
  const result = request.encode({ ...asked, thinking, ...some }, { from: "chat-completions", ...options });
  if (!result.ok) return { issues: result.issues };
  const { max_tokens, thinking: written, output_config } = result.value.body;
  return { max_tokens, thinking: written, output_config, issues: result.issues };
});
const read = lazy((thinking: unknown, effort?: string) => {
  const result = request.decode({
    model: "m",
    max_tokens: 10,
    messages: [{ role: "user", content: "hi" }],
    thinking,
    ...(effort === undefined ? {} : { output_config: { effort } }),
  });
  return result.ok ? { thinking: result.value.thinking, extensions: result.value.extensions } : result.issues;
});
const budget: EncodeOptions = { effortDialect: "budget" };
const adaptive: EncodeOptions = { effortDialect: "adaptive" };
row("reads adaptive thinking with a display that nobody knows", read({ type: "adaptive", budget_tokens: 2000, display: "loud" }, "odd"), {
  thinking: { mode: "dynamic", visible: true },
  extensions: { messages: { "thinking.display": "loud", "thinking.budget_tokens": 2000, "output_config.effort": "odd" } },
});
row("reads adaptive thinking with a summary", read({ type: "adaptive", display: "summarized" }), {
  thinking: { mode: "dynamic", visible: true },
});
row("reads thinking between tools", read({ type: "between_tools", budget_tokens: 2000, display: "omitted" }, "low"), {
  thinking: { mode: "between-tools", effort: "low", visible: false },
  extensions: { messages: { "thinking.budget_tokens": 2000 } },
});
row("an effort below the lowest becomes the lowest", write({ mode: "on", effort: "minimal" }, adaptive), {
  max_tokens: 20000,
  thinking: { type: "adaptive" },
  output_config: { effort: "low" },
  issues: ['approximated.enum thinking.effort warning from "minimal" to "low"'],
});
row("thinking as it likes gets a budget where the model takes only that", write({ mode: "dynamic" }, budget), {
  max_tokens: 20000,
  thinking: { type: "enabled", budget_tokens: 8192 },
  issues: ['approximated.thinking thinking.mode warning from "dynamic" to 8192'],
});
row("thinking as it likes with an effort gets the budget of that", write({ mode: "dynamic", effort: "low" }, budget), {
  max_tokens: 20000,
  thinking: { type: "enabled", budget_tokens: 1024 },
  issues: ['approximated.thinking thinking.mode warning from "dynamic" to 1024'],
});
row(
  "a level beside a budget says nothing",
  write({ mode: "on", effort: "high", budgetTokens: 5000, visible: true }, { ...budget, from: "generate-content" }),
  { max_tokens: 20000, thinking: { type: "enabled", budget_tokens: 5000 }, output_config: { effort: "high" } },
);
row("an effort of another style becomes a budget without a word", write({ effort: "medium", mode: "on" }, budget), {
  max_tokens: 20000,
  thinking: { type: "enabled", budget_tokens: 8192 },
});
row("an effort alone asks for no thinking", write({ effort: "medium", visible: true }, budget), {
  max_tokens: 20000,
  output_config: { effort: "medium" },
  issues: ["dropped.field thinking.visible info"],
});
row("a small budget is raised", write({ mode: "on", budgetTokens: 100 }, budget), {
  max_tokens: 20000,
  thinking: { type: "enabled", budget_tokens: 1024 },
  issues: ["approximated.clamped thinking.budgetTokens warning fixed true from 100 limit 1024 to 1024"],
});
row("the budget of a small effort is raised", write({ mode: "on", effort: "minimal" }, budget), {
  max_tokens: 20000,
  thinking: { type: "enabled", budget_tokens: 1024 },
  issues: ["approximated.clamped thinking.effort warning fixed true from 512 limit 1024 to 1024"],
});
row("a budget for thinking as it likes is an effort", write({ mode: "dynamic", budgetTokens: 3000 }), {
  max_tokens: 20000,
  thinking: { type: "adaptive" },
  output_config: { effort: "medium" },
  issues: ['approximated.thinking thinking warning from 3000 to "medium"'],
});
row("a budget above the limit is cut", write({ mode: "on", budgetTokens: 30_000 }, budget), {
  max_tokens: 20000,
  thinking: { type: "enabled", budget_tokens: 19999 },
  issues: ["approximated.clamped thinking.budgetTokens warning fixed true from 30000 limit 19999 to 19999"],
});
row(
  "the budget of an effort above the limit is cut",
  write({ mode: "on", effort: "high" }, budget, { limits: { maxOutputTokens: 1500 } }),
  {
    max_tokens: 1500,
    thinking: { type: "enabled", budget_tokens: 1499 },
    issues: ["approximated.clamped thinking.effort warning fixed true from 24576 limit 1499 to 1499"],
  },
);
row("the usual budget above the limit is cut", write({ mode: "on" }, budget, { limits: { maxOutputTokens: 1500 } }), {
  max_tokens: 1500,
  thinking: { type: "enabled", budget_tokens: 1499 },
  issues: ["approximated.clamped thinking.mode warning fixed true from 8192 limit 1499 to 1499"],
});
row("without a limit there is room beside the budget", write({ mode: "on", budgetTokens: 3000 }, budget, { limits: {} }), {
  max_tokens: 11192,
  thinking: { type: "enabled", budget_tokens: 3000 },
  issues: ["defaulted.max_tokens limits.maxOutputTokens info to 11192"],
});
row(
  "a call that must be made excludes thinking",
  write({ mode: "on", effort: "high", visible: true }, adaptive, {
    tools: [{ type: "function", name: "f", schema: { type: "object" } }],
    toolChoice: { mode: "required" },
  }),
  {
    max_tokens: 20000,
    thinking: { type: "disabled" },
    issues: [
      'approximated.thinking thinking warning from "adaptive" to "disabled"',
      'approximated.thinking thinking.mode warning from "adaptive" to "disabled"',
      "dropped.field thinking.visible info",
    ],
  },
);
row(
  "a call that must be made excludes a budget",
  write({ budgetTokens: 2000 }, budget, {
    tools: [{ type: "function", name: "f", schema: { type: "object" } }],
    toolChoice: { mode: "required" },
  }),
  { max_tokens: 20000, thinking: { type: "disabled" }, issues: ['approximated.thinking thinking warning from "enabled" to "disabled"'] },
);
row("switched off it hides nothing", write({ mode: "off", visible: true, effort: "low" }), {
  max_tokens: 20000,
  thinking: { type: "disabled" },
  output_config: { effort: "low" },
  issues: ["dropped.field thinking.visible info"],
});
row(
  "no word for thinking that is off goes to a model that always thinks, and refuses it",
  write({ budgetTokens: 4000 }, { capabilities: { thinkingOff: false } }, { limits: { maxOutputTokens: 500 } }),
  { max_tokens: 500, issues: ['approximated.thinking thinking warning from "enabled" to null'] },
);
