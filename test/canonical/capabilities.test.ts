import { describe, expect, test } from "vitest";
import { capabilitiesOf } from "../../src/canonical/capabilities.js";

describe("the built-in knowledge of a model", () => {
  test.each([
    ["gemini-2.5-flash", { generation: 2 }],
    ["models/gemini-3-pro", { generation: 3 }],
    ["models/gemini-10-pro", { generation: 10 }],
    ["gemini-3-gateway/gpt-5", {}],
    ["claude-3-7-sonnet-20250219", { effortDialect: "budget" }],
    ["claude-opus-4-20250514", { effortDialect: "budget" }],
    ["anthropic/claude-opus-4.1", { effortDialect: "budget", temperatureWithTopP: false }],
    ["claude-opus-4-6", { effortDialect: "adaptive", temperatureWithTopP: false }],
    ["claude-opus-4-12", { effortDialect: "adaptive", temperatureWithTopP: false, sampling: false }],
    ["claude-opus-10-1", { effortDialect: "adaptive", temperatureWithTopP: false, sampling: false }],
    ["claude-sonnet-5", { effortDialect: "adaptive", temperatureWithTopP: false, sampling: false }],
    ["gpt-5", {}],
  ])("of %s", (model, known) => {
    expect(capabilitiesOf(model, undefined)).toEqual(known);
  });

  test("gives way to what the caller knows", () => {
    expect(capabilitiesOf("gemini-2.5", { generation: 9 })).toEqual({ generation: 9 });
    expect(capabilitiesOf("gemini-2.5", (model) => (model === "x" ? { generation: 9 } : undefined))).toEqual({ generation: 2 });
  });
});
