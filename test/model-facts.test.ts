/** What is written about thinking and limits for a model of which something is known, by its name or by `capabilities`. */
import { describe, expect, test } from "vitest";
import { type TranslateRequestOptions, translateRequest } from "../src/index.js";
import { text } from "./support/parts.js";

const ask = { messages: [{ role: "user", content: "Hi" }] };
const messages = (more: object) => ({ model: "client", max_tokens: 64_000, ...ask, ...more });
const chat = (more: object) => ({ model: "client", ...ask, ...more });
const PATH = "/v1beta/models/client:generateContent";

function told(body: unknown, options: TranslateRequestOptions) {
  const result = translateRequest(body, { path: PATH, profile: "vendor", ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  const { body: written } = result.value;
  return {
    written,
    issues: result.issues
      .filter(({ code }) => !["equivalent.form", "defaulted.max_tokens", "conflict.resolved", "vendor_extension"].includes(code))
      .map(
        ({ severity, code, loss, path, to }) =>
          `${severity} ${code} (${loss}) ${path.join(".")}${to === undefined ? "" : ` ${String(to)}`}`,
      ),
  };
}

const OFF = messages({ thinking: { type: "disabled" } });
const BUDGET = messages({ thinking: { type: "enabled", budget_tokens: 31_999 } });

describe("chat-completions is told", () => {
  const GONE = ["warning approximated.thinking (approximated) thinking null", "info dropped.field (dropped) thinking.display"];
  const XHIGH = messages({ output_config: { effort: "xhigh" } });
  test.each<readonly [string, unknown, Partial<TranslateRequestOptions>, string | undefined, readonly string[]]>([
    ["llama-4", OFF, {}, undefined, ["info approximated.thinking (approximated) thinking null"]],
    ["gpt-4o", OFF, {}, undefined, []],
    ["gpt-5", OFF, {}, "minimal", ["warning approximated.thinking (approximated) thinking minimal"]],
    ["o3", OFF, {}, "low", ["warning approximated.thinking (approximated) thinking low"]],
    ["gpt-5.1", OFF, {}, "none", []],
    ["m", OFF, { capabilities: { reasoning: true } }, "none", []],
    [
      "m",
      OFF,
      { capabilities: { reasoning: true, thinkingOff: false } },
      "low",
      ["warning approximated.thinking (approximated) thinking low"],
    ],
    ["m", BUDGET, { capabilities: { reasoning: false } }, undefined, GONE],
    ["gpt-4o", BUDGET, {}, undefined, GONE],
    ["llama-4", BUDGET, {}, "high", ["warning approximated.thinking (approximated) thinking high"]],
    ["gpt-5.2", BUDGET, {}, "xhigh", ["warning approximated.thinking (approximated) thinking xhigh"]],
    ["llama-4", XHIGH, {}, "high", ["warning approximated.enum (approximated) output_config.effort high"]],
    ["gpt-5.1", XHIGH, {}, "high", ["warning approximated.enum (approximated) output_config.effort high"]],
    ["gpt-5.2", XHIGH, {}, "xhigh", []],
    ["m", XHIGH, { capabilities: { efforts: ["max"] } }, "max", ["warning approximated.enum (approximated) output_config.effort max"]],
  ])("of %s, %j, %j: %s", (model, body, options, effort, issues) => {
    for (const profile of ["gateway", "vendor"] as const) {
      const { written, issues: found } = told(body, { from: "messages", to: "chat-completions", model, profile, ...options });
      expect(written).toEqual(
        effort === undefined
          ? expect.not.objectContaining({ reasoning_effort: expect.anything() })
          : expect.objectContaining({ reasoning_effort: effort }),
      );
      expect(found).toEqual(issues);
    }
  });
});

describe("generate-content is told", () => {
  const lowest = (to: string | number) => `warning approximated.thinking (approximated) reasoning_effort ${to}`;
  test.each<readonly [string, string, Partial<TranslateRequestOptions>, object | undefined, readonly string[]]>([
    ["gemini-3-pro-preview", "none", {}, { thinkingLevel: "LOW" }, [lowest("low")]],
    ["gemini-3-pro-preview", "minimal", {}, { thinkingLevel: "LOW", includeThoughts: true }, [lowest("low")]],
    ["gemini-3.7-flash", "none", {}, { thinkingLevel: "LOW" }, [lowest("low")]],
    ["gemini-3-flash-preview", "none", {}, { thinkingLevel: "MINIMAL" }, [lowest("minimal")]],
    ["gemini-3-flash-preview", "minimal", {}, { thinkingLevel: "MINIMAL", includeThoughts: true }, []],
    ["gemini-3-other", "none", {}, { thinkingLevel: "LOW" }, [lowest("low")]],
    ["m", "none", { modelGeneration: 3 }, { thinkingLevel: "LOW" }, [lowest("low")]],
    ["gemini-2.5-pro", "none", {}, { thinkingBudget: 128 }, [lowest(128)]],
    ["gemini-2.5-flash", "none", {}, { thinkingBudget: 0 }, []],
    ["gemini-2.0-flash", "none", {}, undefined, []],
    ["gemini-2.0-flash", "high", {}, undefined, [lowest("null"), "info dropped.field (dropped) reasoning_effort"]],
  ])("of %s and the effort %s, %j: %j", (model, reasoning_effort, options, config, issues) => {
    const { written, issues: found } = told(chat({ reasoning_effort }), {
      from: "chat-completions",
      to: "generate-content",
      model,
      ...options,
    });
    expect(written).toEqual(
      config === undefined
        ? expect.not.objectContaining({ generationConfig: expect.anything() })
        : expect.objectContaining({ generationConfig: { thinkingConfig: config } }),
    );
    expect(found).toEqual(issues);
  });
});

describe("messages is told", () => {
  test.each([
    ["claude-3-haiku-20240307", 4096],
    ["claude-3-opus-20240229", 4096],
    ["claude-3-5-haiku-20241022", 8192],
    ["claude-3-5-sonnet-20241022", 8192],
  ])("no thinking of %s, and no more tokens than it writes", (model, limit) => {
    const to = { from: "chat-completions", to: "messages", model } as const;
    const asked = told(chat({ reasoning_effort: "high" }), to);
    expect(asked.written).toEqual({ model, max_tokens: limit, messages: [{ role: "user", content: [text("Hi")] }] });
    expect(asked.issues).toContain("warning approximated.thinking (approximated) reasoning_effort null");
    expect(told(chat({ reasoning_effort: "none" }), to).written).not.toHaveProperty("thinking");
    const long = told(chat({ max_tokens: 20_000 }), to);
    expect(long.written).toMatchObject({ max_tokens: limit });
    expect(long.issues).toEqual([`warning approximated.clamped (approximated) max_tokens ${limit}`]);
    expect(told(chat({ max_tokens: 100 }), to).written).toMatchObject({ max_tokens: 100 });
    expect(translateRequest(chat({ max_tokens: 20_000 }), { ...to, outOfRange: "reject" })).toMatchObject({ ok: false });
  });
});
