import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/canonical/index.js";
import type { Issue } from "../../../src/core/issue.js";
import { decodeSchema, encodeSchema } from "../../../src/styles/generate-content/schema.js";

function encoded(schema: JsonObject, mode: "auto" | "parameters" | "json-schema" = "auto") {
  const issues: Issue[] = [];
  return { ...encodeSchema(schema, mode, ["s"], (issue) => void issues.push(issue)), issues };
}

describe("JSON Schema into the subset", () => {
  test("writes types in capitals, counts as text, null as a flag", () => {
    const { field, schema, issues } = encoded({
      type: "object",
      properties: { a: { type: ["string", "null"], enum: ["x", null] }, b: { type: "array", items: { type: "integer" }, maxItems: 3 } },
      required: ["a"],
    });
    expect(field).toBe("subset");
    expect(schema).toEqual({
      type: "OBJECT",
      properties: { a: { type: "STRING", nullable: true, enum: ["x"] }, b: { type: "ARRAY", items: { type: "INTEGER" }, maxItems: "3" } },
      required: ["a"],
    });
    expect(issues).toEqual([]);
  });
  test.each([
    { type: "object", properties: {}, additionalProperties: false },
    { type: "object", properties: { a: { $ref: "#/$defs/x" } } },
    { type: "string", enum: [1] },
    { type: "array" },
  ])("leaves %j as it is, as a JSON schema (BB-002)", (schema) => {
    expect(encoded(schema)).toEqual({ field: "json-schema", schema, issues: [] });
  });
  test("a property may be called like a keyword (BB-151)", () => {
    const schema = { type: "object", properties: { additionalProperties: { type: "string" }, $ref: { type: "number" } } };
    expect(encoded(schema)).toMatchObject({ field: "subset", issues: [] });
  });
  test("says when the way back is spelled differently", () => {
    const { schema, issues } = encoded({ anyOf: [{ type: "string" }, { type: "null" }] });
    expect(schema).toEqual({ type: "STRING", nullable: true });
    expect(issues.map(({ code }) => code)).toEqual(["equivalent.form"]);
  });
  test("cuts down what does not fit when the caller insists", () => {
    const { field, schema, issues } = encoded(
      {
        type: "object",
        additionalProperties: false,
        properties: { a: { $ref: "#/$defs/x" } },
        $defs: { x: { type: "string", const: "y" } },
      },
      "parameters",
    );
    expect(field).toBe("subset");
    expect(schema).toEqual({ type: "OBJECT", properties: { a: { type: "STRING", enum: ["y"] } } });
    expect(issues.map(({ code, path }) => [code, path])).toEqual([["approximated.schema", ["s", "additionalProperties"]]]);
  });
  test("a reference to itself ends", () => {
    const { schema } = encoded({ type: "object", properties: { next: { $ref: "#" } } }, "parameters");
    expect(schema).toEqual({ type: "OBJECT", properties: { next: { type: "OBJECT", properties: { next: { type: "OBJECT" } } } } });
  });
});

test("the subset back into JSON Schema is the inverse", () => {
  const schema = {
    type: "object",
    description: "d",
    properties: { a: { type: ["integer", "null"], minimum: 1 }, b: { anyOf: [{ type: "string" }, { type: "number" }] } },
  };
  expect(decodeSchema(encoded(schema).schema, [], () => {})).toEqual(schema);
});
