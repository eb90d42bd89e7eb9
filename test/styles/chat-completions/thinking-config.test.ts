/** How hard to think, in the words of all the servers that are asked for it. */
import { describe, expect, it } from "vitest";
import { formatPath } from "../../../src/core/path.js";
import { request } from "../../../src/styles/chat-completions/request.js";

function read(fields: object) {
  const decoded = request.decode({ model: "m", messages: [{ role: "user", content: "hi" }], ...fields });
  if (!decoded.ok) throw new Error(decoded.issues[0].message);
  const { value, issues } = decoded;
  return { thinking: value.thinking, value, facts: issues.map(({ code, path, from, to }) => [`${code} ${formatPath(path)}`, from, to]) };
}

const google = (thinking_config: object) => ({ extra_body: { google: { thinking_config } } });

describe("a setting of thinking", () => {
  it.each<[object, object | undefined]>([
    [{ reasoning_effort: "low" }, { mode: "on", effort: "low" }],
    [{ reasoning_effort: "none" }, { mode: "off" }],
    [{ thinking: { type: "enabled" } }, { mode: "on" }],
    [{ thinking: { type: "disabled" } }, { mode: "off" }],
    [{ thinking: { type: "adaptive" } }, { mode: "dynamic" }],
    [{ thinking: { type: "auto" } }, { mode: "dynamic" }],
    [{ thinking: { type: "enabled", budget_tokens: 2048 } }, { mode: "on", budgetTokens: 2048 }],
    [{ thinking: { budget_tokens: 0 } }, { mode: "off" }],
    [google({ thinking_budget: -1 }), { mode: "dynamic" }],
    [google({ thinking_level: "HIGH" }), { mode: "on", effort: "high" }],
    [google({ include_thoughts: true }), { visible: true }],
    [{ reasoning: { max_tokens: 2048 } }, { mode: "on", budgetTokens: 2048 }],
    [{ reasoning: { effort: "high", exclude: true } }, { mode: "on", effort: "high", visible: false }],
    [{ reasoning: { exclude: false } }, undefined],
    [{ reasoning: { enabled: true } }, { mode: "on" }],
    [{ reasoning: { enabled: false } }, { mode: "off" }],
    [{ include_reasoning: false }, { visible: false }],
    [{ include_reasoning: true }, undefined],
    // What says the same, or leaves it open, is no conflict.
    [
      { thinking: { type: "auto" }, reasoning_effort: "low" },
      { mode: "dynamic", effort: "low" },
    ],
    [
      { thinking: { budget_tokens: 1024 }, reasoning_effort: "low" },
      { mode: "on", budgetTokens: 1024 },
    ],
    [
      { reasoning: { effort: "low", enabled: true }, reasoning_effort: "low" },
      { mode: "on", effort: "low" },
    ],
    [{ reasoning: { enabled: false }, reasoning_effort: "none" }, { mode: "off" }],
    [{ reasoning: { exclude: true }, include_reasoning: false }, { visible: false }],
  ])("%j is %j", (fields, thinking) => {
    expect(read(fields)).toMatchObject({ thinking, facts: [] });
  });

  it.each<[object, object, unknown[]]>([
    [
      { thinking: { budget_tokens: 1024 }, reasoning_effort: "high" },
      { mode: "on", budgetTokens: 1024 },
      ["reasoning_effort", "high", 1024],
    ],
    [
      { thinking: { budget_tokens: 1024 }, reasoning: { max_tokens: 2048 } },
      { mode: "on", budgetTokens: 1024 },
      ["reasoning.max_tokens", 2048, 1024],
    ],
    [{ reasoning: { effort: "low" }, reasoning_effort: "high" }, { mode: "on", effort: "low" }, ["reasoning_effort", "high", "low"]],
    [{ reasoning: { effort: "low", enabled: false } }, { mode: "on", effort: "low" }, ["reasoning.enabled", "off", "low"]],
    [{ thinking: { type: "disabled" }, reasoning_effort: "high" }, { mode: "off" }, ["reasoning_effort", "high", "off"]],
    [{ thinking: { type: "adaptive" }, reasoning_effort: "none" }, { mode: "dynamic" }, ["reasoning_effort", "off", "dynamic"]],
  ])("%j is %j, and the weaker field is told of", (fields, thinking, [field, from, to]) => {
    const result = read(fields);
    expect(result.thinking).toEqual(thinking);
    expect(result.facts).toEqual([[`conflict.resolved ${field}`, from, to]]);
  });

  it("shows what the stronger field says, and tells of the other", () => {
    const { thinking, facts } = read({ reasoning: { exclude: true }, ...google({ include_thoughts: true }) });
    expect(thinking).toEqual({ visible: false });
    expect(facts).toEqual([["conflict.resolved extra_body.google.thinking_config.include_thoughts", true, false]]);
  });

  it("keeps words that nobody knows for its own style", () => {
    const unknown = {
      reasoning_effort: "enormous",
      reasoning: { effort: "odd", x: 1 },
      thinking: { type: "sometimes" },
      ...google({ thinking_level: "odd" }),
    };
    const { thinking, value } = read(unknown);
    expect(thinking).toBeUndefined();
    const encoded = request.encode(value, { from: "chat-completions" });
    expect(encoded.ok && encoded.value.body).toMatchObject(unknown);
  });
});
