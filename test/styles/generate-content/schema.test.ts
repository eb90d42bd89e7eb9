import { describe, expect, test } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { JsonObject } from "../../../src/model/index.js";
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
    { type: "array", items: true },
    { type: "object", properties: [] },
    { type: "string", anyOf: {} },
    { anyOf: [] },
    { anyOf: [{ type: "string" }, { const: 1 }] },
    { type: "string", nullable: "yes" },
    { type: "string", examples: ["a", "b"] },
    { type: "string", minLength: -1 },
    { anyOf: [true, { type: "null" }] },
    { anyOf: [{ type: "file" }, { type: "null" }] },
    { type: ["string", "number"] },
    { type: "string", enum: "a" },
    { type: "string", enum: [] },
    { type: ["string", "null"], enum: ["a"] },
    { type: ["string", "null"], enum: ["a", 1, null] },
    { type: ["string", "null"], enum: [null] },
    { type: "object", required: ["a", 1] },
    { type: "array", items: { type: "string" }, minItems: 1.5 },
    { type: "string", multipleOf: 5 },
    { type: "string", examples: "a" },
    { type: "object", properties: {} },
    { type: "object", properties: { a: { type: "object", properties: {} } } },
    { type: "object", properties: { a: { type: "string" } }, required: ["a", "b"] },
    { type: "object", required: ["a"] },
    { type: "string", format: "uri" },
    { type: ["string", "null"], format: "email" },
    { type: "number", format: "int32" },
    { type: "boolean", format: "double" },
    { format: "date-time", anyOf: [{ type: "string" }, { type: "number" }] },
  ])("leaves %j as it is, as a JSON schema (BB-002)", (schema) => {
    expect(encoded(schema)).toEqual({ field: "json-schema", schema, issues: [] });
  });
  test("a property may be called like a keyword (BB-151)", () => {
    const schema = { type: "object", properties: { additionalProperties: { type: "string" }, $ref: { type: "number" } } };
    expect(encoded(schema)).toMatchObject({ field: "subset", issues: [] });
  });
  test.each([
    ["string", "date-time"],
    ["string", "enum"],
    ["number", "float"],
    ["integer", "int64"],
  ])("knows %s in the format %s", (type, format) => {
    expect(encoded({ type, format })).toEqual({ field: "subset", schema: { type: type.toUpperCase(), format }, issues: [] });
  });
  test("takes null before the type for the same as after it, and a count of none for a count", () => {
    expect(encoded({ type: ["null", "string"], minLength: 0 })).toMatchObject({
      field: "subset",
      schema: { type: "STRING", nullable: true, minLength: "0" },
    });
  });
  test("says when the way back is spelled differently", () => {
    const { schema, issues } = encoded({ anyOf: [{ type: "string" }, { type: "null" }] });
    expect(schema).toEqual({ type: "STRING", nullable: true });
    expect(issues.map(({ code }) => code)).toEqual(["equivalent.form"]);
  });
  test.each([
    [
      { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }], description: "d" },
      { anyOf: [{ type: "STRING" }, { type: "NUMBER" }], description: "d", nullable: true },
    ],
    [
      { type: "string", anyOf: [{ pattern: "a", type: "string" }, { pattern: "b", type: "string" }, { type: "null" }] },
      { type: "STRING", anyOf: [{ pattern: "a", type: "STRING" }, { pattern: "b", type: "STRING" }, { type: "NULL" }] },
    ],
    [
      { title: "t", anyOf: [{ type: "string", title: "u" }, { type: "null" }] },
      { title: "t", anyOf: [{ type: "STRING", title: "u" }, { type: "NULL" }] },
    ],
    [
      { type: "object", properties: { a: { type: "boolean" } }, default: { b: 1, a: [1] } },
      { type: "OBJECT", properties: { a: { type: "BOOLEAN" } }, default: { b: 1, a: [1] } },
    ],
  ])("%j comes back as it was", (schema, subset) => {
    expect(encoded(schema)).toEqual({ field: "subset", schema: subset, issues: [] });
    expect(decodeSchema(subset, [], () => {})).toEqual(schema);
  });
  test.each([
    [{ type: "string", nullable: true }, ["equivalent.form"]],
    [{ type: "string", nullable: false }, ["equivalent.form"]],
    [{ type: "string", default: null, examples: [null] }, []],
  ])("%j is written, with a word where the way back differs", (schema, codes) => {
    const { field, issues } = encoded(schema);
    expect(field).toBe("subset");
    expect(issues.map(({ code }) => code)).toEqual(codes);
  });
  test("written in the subset names no dialect", () => {
    const { schema, issues } = encoded({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "string" });
    expect(schema).toEqual({ type: "STRING" });
    expect(issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual(["dropped.field s.$schema"]);
  });
  test("stays as it is where the caller wants a JSON schema", () => {
    const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "string" };
    expect(encoded(schema, "json-schema")).toEqual({ field: "json-schema", schema, issues: [] });
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

test.each([
  [{ type: "TYPE_UNSPECIFIED", description: "d" }, { description: "d" }],
  [
    { type: "STRING", nullable: true, enum: ["a"] },
    { type: ["string", "null"], enum: ["a", null] },
  ],
  [
    { type: "STRING", nullable: true, enum: ["a", null] },
    { type: ["string", "null"], enum: ["a", null] },
  ],
  [{ type: "NULL", nullable: true }, { type: "null" }],
  [
    { type: null, example: null, title: null, format: "date" },
    { examples: [null], format: "date" },
  ],
  [
    { type: "STRING", minLength: "15", maxLength: 7 },
    { type: "string", minLength: 15, maxLength: 7 },
  ],
  [
    { type: 5, anyOf: "x", properties: [1], items: true },
    { type: 5, anyOf: "x", properties: [1], items: true },
  ],
  [
    { pattern: "5", minLength: "5x", maxLength: "x5" },
    { pattern: "5", minLength: "5x", maxLength: "x5" },
  ],
])("%j of the subset is %j", (subset, schema) => {
  expect(decodeSchema(subset, [], () => {})).toEqual(schema);
});

test("the order of properties is lost, wherever it stood", () => {
  const ordered = { type: "OBJECT", propertyOrdering: ["a"] };
  const issues: Issue[] = [];
  decodeSchema(
    { ...ordered, properties: { a: { anyOf: [{ type: "ARRAY", items: ordered }] } } },
    ["s"],
    (issue) => void issues.push(issue),
  );
  expect(issues.map(({ severity, path }) => `${severity} ${path.join(".")}`)).toEqual([
    "info s.propertyOrdering",
    "info s.properties.a.anyOf.0.items.propertyOrdering",
  ]);
});
