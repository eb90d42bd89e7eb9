import { describe, expect, test } from "vitest";
import type { Output, Tool } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { asked, decodedRequest, encodedRequest, told } from "./support.js";

const contents = [{ role: "user", parts: [{ text: "x" }] }];
const vendor: EncodeOptions = { from: "messages", profile: "vendor" };
const sent = (tools: readonly Tool[], options: EncodeOptions = { from: "messages" }) => {
  const { body, told } = encodedRequest({ tools }, options);
  return { tools: body.tools, told };
};
const read = (...tools: readonly object[]) => decodedRequest({ contents, tools });

describe("tools are read", () => {
  test("from one entry or several", () => {
    expect(
      read(
        { functionDeclarations: [{ name: "f" }], codeExecution: {}, urlContext: {}, googleSearch: {}, webSearch: {} },
        { functionDeclarations: [] },
      ).value.tools,
    ).toEqual([
      { type: "function", name: "f" },
      { type: "web-search" },
      { type: "web-search" },
      { type: "code-execution" },
      { type: "web-fetch" },
    ]);
  });

  test("with the schema that says more, the other does not count", () => {
    const declaration = {
      name: "f",
      description: "d",
      parametersJsonSchema: { type: "object", additionalProperties: false },
      behavior: "BLOCKING",
    };
    const { value, told } = read({ functionDeclarations: [{ ...declaration, parameters: { type: "OBJECT" } }] });
    expect(told).toEqual(["conflict.resolved tools.0.functionDeclarations.0.parameters"]);
    expect(value.tools).toMatchObject([{ name: "f", description: "d", schema: { type: "object", additionalProperties: false } }]);
    const back = request.encode(value);
    expect(back.ok && back.value.body.tools).toEqual([{ functionDeclarations: [declaration] }]);
  });

  test("and say where the order of properties is lost", () => {
    const parameters = { type: "OBJECT", propertyOrdering: ["a"] };
    const decoded = read({ functionDeclarations: [{ name: "e" }, { name: "f", parameters }] });
    expect(decoded.told).toEqual(["dropped.field tools.0.functionDeclarations.1.parameters.propertyOrdering"]);
    expect(decoded.locate(["tools", 1, "schema", "type"])).toEqual(["tools", 0, "functionDeclarations", 1, "parameters", "type"]);
  });

  test("with what nobody knows of them", () => {
    const tools = [
      { googleSearch: { timeRangeFilter: { startTime: "2026-01-01", zone: "x" }, excludeDomains: ["a"], searchTypes: {} } },
      { codeExecution: { network: true } },
      { urlContext: { depth: 1 } },
      { googleMaps: { enableWidget: true } },
    ];
    const { value } = read(...tools, { googleMaps: null });
    expect(value.tools).toMatchObject([
      { type: "web-search", timeRange: { start: "2026-01-01" }, blockedDomains: ["a"] },
      { type: "code-execution" },
      { type: "web-fetch" },
      { type: "raw", style: "generate-content", value: { googleMaps: { enableWidget: true } } },
    ]);
    const back = request.encode(value, { profile: "vendor" });
    expect(back.ok && back.value.body.tools).toEqual(tools);
  });

  test("with a span that has an end only, or none", () => {
    expect(read({ webSearch: { timeRangeFilter: { startTime: null, endTime: "2026-01-01" } } }).value.tools).toEqual([
      { type: "web-search", timeRange: { end: "2026-01-01" } },
    ]);
    expect(read({ webSearch: { timeRangeFilter: { endTime: null } } }).value.tools).toEqual([{ type: "web-search", timeRange: {} }]);
  });
});

describe("tools are written", () => {
  test("functions first, which is said where they stood elsewhere", () => {
    const { tools, told } = sent([{ type: "code-execution" }, { type: "function", name: "f" }, { type: "web-search" }]);
    expect(tools).toEqual([{ functionDeclarations: [{ name: "f" }] }, { codeExecution: {} }, { webSearch: {} }]);
    expect(told).toEqual(["equivalent.form tools.0", "equivalent.form tools.1", "vendor_extension tools.0"]);
  });

  test("under a name that is legal, never without one", () => {
    const { tools, told: issues } = sent([{ type: "function", name: "a b", strict: true }]);
    expect(tools?.[0]?.functionDeclarations?.[0]?.name).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(issues).toEqual(["rewritten.tool_name tools.0.name", "dropped.field tools.0.strict"]);
    const nameless = request.encode(asked({ tools: [{ type: "function", name: "" }] }), { from: "chat-completions" });
    expect(nameless.ok).toBe(false);
    expect(told(nameless.issues)).toEqual(["failed.unsupported tools.0.name"]);
  });

  test.each<readonly [string, Tool, object | undefined, readonly string[]]>([
    [
      "a search",
      {
        type: "web-search",
        contextSize: "low",
        userLocation: {},
        allowedDomains: ["a"],
        blockedDomains: ["b"],
        maxUses: 1,
        version: "v",
        timeRange: { start: "2026-01-01" },
      },
      { webSearch: { timeRangeFilter: { startTime: "2026-01-01" } } },
      ["contextSize", "version", "userLocation", "allowedDomains", "maxUses", "blockedDomains"].map(
        (key) => `dropped.field tools.0.${key}`,
      ),
    ],
    ["a tool of another style", { type: "raw", style: "messages", value: { type: "bash_20250124" } }, undefined, ["dropped.field tools.0"]],
  ])("%s without what has no place", (_what, tool, wire, issues) => {
    expect(sent([tool])).toEqual({ tools: wire === undefined ? undefined : [wire], told: issues });
  });

  test("beside a search with a word on what the newer models want, or the older ones refuse", () => {
    const tools: Tool[] = [{ type: "function", name: "f" }, { type: "web-search" }];
    const newer = encodedRequest({ tools, toolChoice: { mode: "auto" } }, { ...vendor, modelGeneration: 3 });
    expect(newer.body.toolConfig).toEqual({ functionCallingConfig: { mode: "AUTO" }, includeServerSideToolInvocations: true });
    expect(newer.told).toEqual(["defaulted.other tools"]);
    expect(encodedRequest({ tools }, vendor)).toMatchObject({ told: ["vendor_extension tools.1"], body: { tools: [{}, {}] } });
    expect(encodedRequest({ tools }, vendor).body.toolConfig).toBeUndefined();
    for (const options of [{ from: "messages", modelGeneration: 3 } as const, { profile: "vendor", modelGeneration: 3 } as const])
      expect(encodedRequest({ tools }, options)).not.toHaveProperty("body.toolConfig");
    expect(encodedRequest({ tools, model: "m" }, vendor)).toMatchObject({ told: ["vendor_extension tools.1"] });
    expect(encodedRequest({}, { ...vendor, modelGeneration: 3 }).body.toolConfig).toBeUndefined();
    for (const alone of tools)
      expect(encodedRequest({ tools: [alone] }, { ...vendor, modelGeneration: 3 }).body.toolConfig).toBeUndefined();
    const result = request.encode(asked({ tools }), { ...vendor, modelGeneration: 3 });
    expect(result.ok && result.locate?.(["toolConfig", "includeServerSideToolInvocations"])).toEqual(["tools"]);
  });

  test("beside an answer of a set form with a word to the older models", () => {
    const tools: Tool[] = [{ type: "function", name: "f" }];
    const output: Output = { format: { type: "json" } };
    expect(encodedRequest({ tools, output }).told).toEqual(["vendor_extension output.format"]);
    expect(encodedRequest({ tools, output, model: "m" }).told).toEqual(["vendor_extension output.format"]);
    expect(encodedRequest({ tools, output }, { from: "messages", modelGeneration: 3 }).told).toEqual([]);
    expect(encodedRequest({ tools, output: { format: { type: "text" } } }).told).toEqual([]);
    expect(encodedRequest({ tools: [{ type: "web-search" }], output }).told).toEqual([]);
    expect(encodedRequest({ output }).told).toEqual([]);
    expect(encodedRequest({ tools, output }, {}).told).toEqual([]);
  });

  test("with the schema named where the way back spells it differently", () => {
    const schema = { anyOf: [{ type: "string" }, { type: "null" }] };
    expect(sent([{ type: "code-execution" }, { type: "function", name: "f", schema }]).told).toEqual([
      "equivalent.form tools.1.schema",
      "equivalent.form tools.0",
      "equivalent.form tools.1",
      "vendor_extension tools.0",
    ]);
  });

  test("a search leaves sites out at the vendor", () => {
    expect(sent([{ type: "web-search", blockedDomains: ["b"] }], vendor)).toEqual({
      tools: [{ googleSearch: { excludeDomains: ["b"] } }],
      told: [],
    });
  });
});
