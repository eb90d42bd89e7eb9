/** The facts of models: the names that find them, what comes of them in a translation, and how the data is made. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { translateRequest } from "../../src/index.js";
import { capabilitiesOf, models } from "../../src/models/index.js";

const folder = resolve(import.meta.dirname, "../../data");

/** Names as services and gateways give them, and the row that they mean. */
const NAMES: Readonly<Record<string, string | undefined>> = {
  "claude-sonnet-4-5-20250929": "claude-sonnet-4-5",
  "anthropic/claude-sonnet-4.5": "claude-sonnet-4-5",
  "us.anthropic.claude-sonnet-4-5-20250929-v1:0": "claude-sonnet-4-5",
  "bedrock/eu.anthropic.claude-haiku-4-5-20251001-v1:0": "claude-haiku-4-5",
  "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-4-20250514-v1:0": "claude-sonnet-4",
  "global.anthropic.claude-opus-4-6-v1": "claude-opus-4-6",
  "anthropic.claude-3-haiku-20240307-v1:0": "claude-3-haiku",
  "claude-opus-4-5@20251101": "claude-opus-4-5",
  "claude-sonnet-4@default": "claude-sonnet-4",
  "claude-sonnet-4-6[1m]": "claude-sonnet-4-6",
  "anthropic/claude-opus-4.5:thinking": "claude-opus-4-5",
  "claude-sonnet-4-0": "claude-sonnet-4",
  "claude-4.5-sonnet": "claude-sonnet-4-5",
  "claude-3-5-sonnet-latest": "claude-3-5-sonnet",
  "claude-fable-5-fast": "claude-fable-5",
  "claude-sonnet-4-5-20250929-thinking": "claude-sonnet-4-5",
  "models/gemini-2.5-flash": "gemini-2.5-flash",
  "projects/p/locations/l/publishers/google/models/gemini-2.5-flash": "gemini-2.5-flash",
  "google/gemini-2.5-pro-preview-06-05": "gemini-2.5-pro",
  "gemini-2.5-flash-preview-09-2025": "gemini-2.5-flash",
  "gemini-3-pro": "gemini-3-pro-preview",
  "gpt-5.1-2025-11-13": "gpt-5.1",
  "openai/gpt-5-mini": "gpt-5-mini",
  "GPT-5": "gpt-5",
  "openai/gpt-4o:free": "gpt-4o",
  "gpt-5-chat-latest": "gpt-5-chat-latest",
  "o3-mini-2025-01-31": "o3-mini",
  "openai/gpt-5.1-chat": "gpt-5.1-chat-latest",
  "gpt-5-chat": "gpt-5-chat-latest",
  "gpt-4-0613": "gpt-4",
  "gpt-3.5-turbo-0125": "gpt-3.5-turbo",
  "google/gemini-2.0-flash-001": "gemini-2.0-flash",
  "deepseek/deepseek-r1-0528:free": "deepseek-r1",
  "claude-opus-6": undefined,
  "my-deployment": undefined,
  "ft:gpt-4o:org::id": undefined,
  __proto__x: undefined,
  constructor: undefined,
};

describe("capabilitiesOf", () => {
  it.each(Object.entries(NAMES))("finds %s", (name, row) => {
    if (row === undefined) expect(capabilitiesOf(name)).toBeUndefined();
    else {
      expect(models.models).toHaveProperty([row]);
      expect(capabilitiesOf(name)).toEqual(capabilitiesOf(row));
      expect(capabilitiesOf(name)?.maxOutput).toBe(models.models[row]?.output);
    }
  });

  it("reads a name of any length once", () => {
    const name = `claude-opus-4-1${"[".repeat(100_000)}`;
    const body = { model: name, max_tokens: 1, messages: [{ role: "user", content: "q" }] };
    const start = performance.now();
    expect(capabilitiesOf(name)).toBeUndefined();
    expect(translateRequest(body, { from: "messages", to: "messages", model: "claude-sonnet-5" }).ok).toBe(true);
    // Where each bracket is searched from, 30 seconds.
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it("finds nothing that every object has", () => {
    for (const name of ["__proto__", "toString", "", "/", "a".repeat(100_000), "us.".repeat(50_000)])
      expect(capabilitiesOf(name)).toBeUndefined();
  });

  it.each([
    [
      "claude-sonnet-4-5",
      { effortDialect: "budget", thinkingOff: true, budget: [1024, Number.MAX_SAFE_INTEGER], temperatureWithTopP: false },
    ],
    ["claude-opus-5-5", { effortDialect: "adaptive", thinkingOff: false, budget: false, prefill: false, sampling: false, midSystem: true }],
    ["claude-sonnet-5-5", { thinkingOff: "between-tools", forcedTools: false }],
    ["gemini-2.5-pro", { thinkingOff: false, budget: [128, 32_768], maxOutput: 65_536 }],
    ["gpt-5.1", { efforts: ["low", "medium", "high"], thinkingOff: true }],
    ["gpt-4o", { reasoning: false }],
  ])("has the facts of %s", (name, facts) => {
    expect(capabilitiesOf(name)).toMatchObject(facts);
  });

  it("has its effect where it is given", () => {
    const body = {
      model: "gpt-5.1",
      messages: [{ role: "user", content: "hi" }],
      max_completion_tokens: 500_000,
    };
    const asked = (model: string) =>
      translateRequest(body, { from: "chat-completions", to: "messages", profile: "vendor", model, capabilities: capabilitiesOf });
    const opus = asked("claude-opus-5-5");
    expect(opus).toMatchObject({ ok: true, value: { body: { max_tokens: 128_000 } } });
    expect(opus.issues.map(({ code }) => code)).toEqual(expect.arrayContaining(["approximated.clamped"]));
    expect(asked("my-deployment")).toMatchObject({ ok: true, value: { body: { max_tokens: 500_000 } } });
  });

  it("does not ask for an answer that must be streamed, where no limit is given", () => {
    const body = { model: "claude-sonnet-4-5", messages: [{ role: "user", content: "hi" }] };
    const result = translateRequest(body, { from: "chat-completions", to: "messages", capabilities: capabilitiesOf });
    expect(result).toMatchObject({ ok: true, value: { body: { max_tokens: 8192 } } });
  });
});

describe("the data", () => {
  it("has its date, its sources and their licences, and the meaning of every fact", () => {
    expect(models.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const { name, licence } of models.sources) expect([name, licence].every((text) => text.length > 3)).toBe(true);
    const known = new Set(Object.keys(models.fields));
    const facts = new Set(Object.values(models.models).flatMap((row) => Object.keys(row)));
    expect([...facts].filter((fact) => !known.has(fact))).toEqual([]);
    expect(Object.values(models.aliases).filter((name) => models.models[name] === undefined)).toEqual([]);
  });

  it("is made of a copy of models.dev and of the overrides", () => {
    const scratch = mkdtempSync(join(tmpdir(), "models-"));
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(scratch, file)), { recursive: true });
      writeFileSync(join(scratch, file), text);
    };
    write(
      "providers/anthropic/models/claude-new-9-20260101.toml",
      'name = "New"\nreasoning = true # it thinks\ntool_call = true\n[limit]\ncontext = 200_000\noutput = 64_000\n[modalities]\ninput = [\n  "text",\n  "image",\n]\noutput = ["text"]\n[[reasoning_options]]\ntype = "effort"\nvalues = ["none", "low"]\n[[reasoning_options]]\ntype = "budget_tokens"\nmin = 1_024\n',
    );
    write("providers/openai/models/gpt-x-image-1.toml", "[limit]\ncontext = 9000\noutput = 1\n");
    write("providers/google/models/gemini-x.toml", 'base_model = "deepseek/v9"\ntemperature = false\n');
    write("models/deepseek/v9.toml", "tool_call = false\nstructured_output = true\nlimit = { context = 8_000, output = 4_000 }\n");
    write(
      "overrides.json",
      JSON.stringify({
        ...{ date: "2026-01-02", about: "a", licence: "l", fields: { lab: "whose" }, aliases: { "claude-9": "claude-new-9" } },
        rules: [{ match: "^claude-", set: { prefill: false, tools: null }, sources: [] }],
        models: { "gemini-x": { lab: "google", stop: false } },
      }),
    );
    const out = join(scratch, "out.json");
    execFileSync(process.execPath, [join(folder, "refresh-models.mjs"), scratch, join(scratch, "overrides.json"), out]);
    const made = JSON.parse(readFileSync(out, "utf8"));
    rmSync(scratch, { recursive: true });
    expect(made).toMatchObject({ date: "2026-01-02", fields: { lab: "whose" }, aliases: { "claude-9": "claude-new-9" } });
    expect(made.models).toEqual({
      "claude-new-9": {
        ...{ lab: "anthropic", context: 200_000, output: 64_000, in: ["text", "image"], reasoning: true },
        ...{ efforts: ["low"], off: "none", budget: [1024, null], prefill: false },
      },
      "gemini-x": {
        lab: "google",
        context: 8000,
        output: 4000,
        reasoning: false,
        sampling: false,
        tools: false,
        schema: true,
        stop: false,
      },
      v9: { lab: "deepseek", context: 8000, output: 4000, reasoning: false, tools: false, schema: true },
    });
  });
});
