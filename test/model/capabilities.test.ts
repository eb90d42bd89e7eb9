import { describe, expect, test } from "vitest";
import { budgetOfEffort, capabilitiesOf, effortOfBudget, isEffort } from "../../src/model/capabilities.js";

const CLAUDE_5 = { effortDialect: "adaptive", temperatureWithTopP: false, prefill: false, sampling: false };

/** What OpenAI refuses of a model that always reasons, and of one that may. */
const REASONS = { thinkingOff: false, sampling: false, penalties: false, logprobs: false, stop: false };
const MAY_REASON = { sampling: "off", penalties: false, logprobs: "off", stop: false };

describe("the built-in knowledge of a model", () => {
  test.each([
    ["gemini-2.5-flash", { generation: 2 }],
    ["gemini-2.0-flash", { generation: 2, reasoning: false }],
    ["gemini-2.0-flash-thinking-exp", { generation: 2 }],
    ["gemini-2-flash", { generation: 2 }],
    ["gemini-2.5-pro-preview-06-05", { generation: 2, budget: [128, 32768], thinkingOff: false }],
    ["gemini-2.5-flash-lite", { generation: 2, budget: [512, 24576] }],
    ["gemini-3-flash-preview", { generation: 3, efforts: ["minimal", "low", "medium", "high"] }],
    ["gemini-3.1-flash-lite", { generation: 3, efforts: ["minimal", "low", "medium", "high"] }],
    ["gemini-3.7-flash", { generation: 3, efforts: ["low", "medium", "high"] }],
    ["gemini-3.10-flash", { generation: 3, efforts: ["low", "medium", "high"] }],
    ["models/gemini-3-pro", { generation: 3, efforts: ["low", "medium", "high"] }],
    ["gemini-3-other", { generation: 3 }],
    ["models/gemini-10-pro", { generation: 10, efforts: ["low", "medium", "high"] }],
    ["gemini-3-gateway/gpt-5", { efforts: ["minimal", "low", "medium", "high"], ...REASONS }],
    ["claude-2.1", { effortDialect: "budget", reasoning: false, maxOutput: 4096 }],
    ["claude-3-haiku-20240307", { effortDialect: "budget", reasoning: false, maxOutput: 4096 }],
    ["claude-3-5-haiku-latest", { effortDialect: "budget", reasoning: false, maxOutput: 8192 }],
    ["claude-3-7-sonnet-20250219", { effortDialect: "budget" }],
    ["claude-opus-4-20250514", { effortDialect: "budget" }],
    ["anthropic/claude-opus-4.1", { effortDialect: "budget", temperatureWithTopP: false }],
    ["claude-opus-4-6", { effortDialect: "adaptive", temperatureWithTopP: false, prefill: false }],
    ["claude-opus-4-12", { effortDialect: "adaptive", temperatureWithTopP: false, prefill: false, sampling: false }],
    ["claude-opus-10-1", { ...CLAUDE_5, thinkingOff: false, forcedTools: false }],
    ["claude-sonnet-5-5", { ...CLAUDE_5, thinkingOff: "between-tools", forcedTools: false }],
    ["claude-fable-5", { ...CLAUDE_5, thinkingOff: false }],
    ["claude-mythos-5-1", { ...CLAUDE_5, thinkingOff: false, forcedTools: false }],
    ["claude-sonnet-5", CLAUDE_5],
    ["gpt-3.5-turbo", { reasoning: false }],
    ["gpt-35-turbo-16k", { reasoning: false }],
    ["gpt-4o-2024-08-06", { reasoning: false }],
    ["ft:gpt-4.1-mini:org::id", { reasoning: false }],
    ["my-gpt-4", {}],
    ["gpt-oss-120b", {}],
    ["o3-mini", { efforts: ["low", "medium", "high"], ...REASONS }],
    ["gpt-5-nano", { efforts: ["minimal", "low", "medium", "high"], ...REASONS }],
    ["gpt-5-chat-latest", { efforts: [] }],
    ["gpt-5-pro", { efforts: ["high"], ...REASONS }],
    ["gpt-5.1", { efforts: ["low", "medium", "high"], ...MAY_REASON }],
    ["gpt-5.1-codex-max", { efforts: ["low", "medium", "high"], ...REASONS }],
    ["gpt-5.10", { efforts: ["low", "medium", "high", "xhigh"], ...MAY_REASON }],
    ["gpt-6-sol", { efforts: ["low", "medium", "high", "xhigh", "max"], ...MAY_REASON, thinkingOff: false }],
  ])("of %s", (model, known) => {
    expect(capabilitiesOf(model, undefined)).toEqual(known);
  });
});

describe("effort", () => {
  test.each(["minimal", "low", "medium", "high", "xhigh", "max"] as const)("%s has a budget that leads back to it", (effort) => {
    expect(isEffort(effort)).toBe(true);
    expect(effortOfBudget(budgetOfEffort(effort))).toBe(effort);
    expect(effortOfBudget(budgetOfEffort(effort) - 1)).toBe(effort);
  });

  test("has no word above the highest", () => {
    expect(effortOfBudget(1_000_000)).toBe("max");
    expect(isEffort("ultra")).toBe(false);
  });
});
