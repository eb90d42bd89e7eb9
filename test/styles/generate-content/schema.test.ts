import { describe, expect, test } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import { isJsonObject } from "../../../src/core/json.js";
import type { JsonObject } from "../../../src/model/index.js";
import { decodeSchema, encodeSchema, reduction } from "../../../src/styles/generate-content/schema.js";
import { encodeScope } from "../../../src/styles/generate-content/scope.js";

function encoded(schema: JsonObject, gSchema: "auto" | "parameters" | "json-schema" = "auto", model = "gemini-2.5-flash") {
  const issues: Issue[] = [];
  const scope = encodeScope("request", model, { gSchema, from: "chat-completions" });
  return { ...encodeSchema(schema, "tool", ["s"], { ...scope, reduction, report: (issue) => void issues.push(issue) }), issues };
}

/** What becomes of a schema where nothing reduces it. */
function kept(schema: JsonObject, gSchema: "auto" | "parameters" = "auto") {
  return encodeSchema(schema, "tool", ["s"], encodeScope("request", "gemini-2.5-flash", { gSchema, from: "chat-completions" }));
}

/** What a schema of the subset becomes, and the places that are named: those that lose something, and those that do not. */
function cutDown(schema: JsonObject) {
  const { field, schema: written, issues } = encoded(schema, "parameters");
  expect(field).toBe("subset");
  const at = (severity: string) => issues.flatMap((issue) => (issue.severity === severity ? [issue.path.slice(1).join(".")] : []));
  return { written, lost: at("warning"), changed: at("info") };
}

/** What is written of a schema that must fit the subset, the places where something is lost, and those where nothing is. */
const CUT_DOWN: readonly (readonly [
  what: string,
  schema: JsonObject,
  written: JsonObject,
  lost: readonly string[],
  changed?: readonly string[],
])[] = [
  ["takes any object for any value", {}, { type: "OBJECT" }, [""]],
  ["keeps null out that the words do not list", { type: ["string", "null"], enum: ["a"] }, { type: "STRING", enum: ["a"] }, [], ["type"]],
  ["keeps null out that the type does not allow", { type: "string", enum: ["a", null] }, { type: "STRING", enum: ["a"] }, [], ["enum"]],
  ["takes null among the words", { enum: ["a", null] }, { type: "STRING", nullable: true, enum: ["a"] }, [], [""]],
  ["lists no empty text", { type: "string", enum: ["", "a"] }, { type: "STRING", enum: ["a"] }, ["enum"]],
  ["lists numbers as text", { enum: [1, 2] }, { type: "INTEGER", format: "enum", enum: ["1", "2"] }, [], ["enum"]],
  ["describes values that it cannot list", { type: "boolean", enum: [true] }, { type: "BOOLEAN", description: "{enum: [true]}" }, ["enum"]],
  ["has one value as a list of one", { const: "a" }, { type: "STRING", enum: ["a"] }, [], ["const", ""]],
  ["leaves out types that are none", { type: ["string", 5, "odd"] }, { type: "STRING" }, ["type"]],
  [
    "has several types as branches",
    { type: ["string", "array", "null"], items: { type: "number" } },
    { anyOf: [{ type: "STRING" }, { type: "ARRAY", items: { type: "NUMBER" } }], nullable: true },
    [],
    [""],
  ],
  ["keeps anyOf beside oneOf", { oneOf: [{ type: "string" }], anyOf: [{ type: "number" }] }, { type: "NUMBER" }, ["oneOf"]],
  [
    "leaves out what is no list of schemas",
    { type: "string", anyOf: [], allOf: {}, $ref: 5 },
    { type: "STRING" },
    ["$ref", "allOf", "anyOf"],
  ],
  [
    "describes values that a keyword cannot have",
    { type: "object", required: [1], minItems: -1, title: 5, maximum: "1" },
    { type: "OBJECT", description: '{minItems: -1, title: 5, maximum: "1"}' },
    ["required", "minItems", "title", "maximum"],
  ],
  [
    "writes no list of required properties that names none",
    { type: "object", properties: { a: { type: "string" } }, required: [] },
    { type: "OBJECT", properties: { a: { type: "STRING" } } },
    [],
  ],
  [
    "keeps all that the subset has",
    { type: "number", default: 1, minimum: 0, maximum: 2, title: "t", description: "d", format: "double", examples: [1] },
    { type: "NUMBER", default: 1, minimum: 0, maximum: 2, format: "double", example: 1, title: "t", description: "d" },
    [],
  ],
  [
    "describes formats that the service does not know",
    { type: "object", properties: { a: { type: "string", format: "uri" }, b: { type: ["string", "null"], format: "date-time" } } },
    {
      type: "OBJECT",
      properties: {
        a: { type: "STRING", description: '{format: "uri"}' },
        b: { type: "STRING", nullable: true, format: "date-time" },
      },
    },
    ["properties.a.format"],
  ],
  [
    "requires only what it describes",
    { type: "object", properties: { a: { type: "string" } }, required: ["a", "zz"] },
    { type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["a"] },
    ["required"],
  ],
  [
    "writes several schemas of one value as one",
    { minProperties: 1, allOf: [{ type: "object", minProperties: 2, properties: { a: { type: "string" } } }] },
    { type: "OBJECT", properties: { a: { type: "STRING" } }, minProperties: "2" },
    [],
    [""],
  ],
  [
    "has one description of the items of a tuple",
    { type: "array", items: [{ type: "string" }] },
    {
      type: "ARRAY",
      items: { type: "STRING" },
      minItems: "1",
      maxItems: "1",
      description: '{prefixItems: [{"type":"string"}]}',
    },
    ["items"],
    ["items"],
  ],
  [
    "takes a description beside a reference, and pointers with tildes",
    { type: "object", properties: { a: { $ref: "#/$defs/x~1y", description: "d" } }, $defs: { "x/y": { type: "string" } } },
    { type: "OBJECT", properties: { a: { type: "STRING", description: "d" } } },
    [],
    ["properties.a.$ref", "$defs"],
  ],
  [
    "has any object for a reference that leads nowhere",
    { type: "object", properties: { a: { $ref: "other.json" } } },
    { type: "OBJECT", properties: { a: { type: "OBJECT" } } },
    ["properties.a.$ref", "properties.a"],
  ],
];

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
      { title: "t", anyOf: [{ type: "string", title: "u" }, { type: "null" }] },
      { title: "t", anyOf: [{ type: "STRING", title: "u" }, { type: "NULL" }] },
    ],
  ])("%j comes back as it was", (schema, subset) => {
    expect(encoded(schema)).toEqual({ field: "subset", schema: subset, issues: [] });
    expect(decodeSchema(subset, [], () => {})).toEqual(schema);
  });
  test.each([
    [{ type: "string", nullable: true }, ["equivalent.form", "equivalent.form"]],
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
    expect(schema).toEqual({
      type: "OBJECT",
      properties: { a: { type: "STRING", enum: ["y"] } },
      description: "{additionalProperties: false}",
    });
    expect(issues.filter(({ severity }) => severity === "warning").map(({ code, path }) => [code, path])).toEqual([
      ["approximated.schema", ["s", "additionalProperties"]],
    ]);
  });
  test("a reference to itself ends", () => {
    const { written, lost } = cutDown({ type: "object", properties: { next: { $ref: "#" } } });
    expect(JSON.stringify(written).split("next").length).toBe(5);
    expect(lost).toHaveLength(2);
  });
  test.each(CUT_DOWN.map((row) => [row[0], row] as const))("%s", (_what, [, schema, written, lost, changed = []]) => {
    expect(cutDown(schema)).toEqual({ written, lost, changed });
  });
  test("orders the properties of objects for models that would sort them by name", () => {
    const { schema } = encoded(
      { type: "object", properties: { b: { type: "string" }, a: { type: "string" } } },
      "auto",
      "gemini-2.0-flash",
    );
    expect(schema).toMatchObject({ propertyOrdering: ["b", "a"] });
  });
});

test.each([
  [{ type: "TYPE_UNSPECIFIED", description: "d" }, { description: "d" }],
  [{ type: "null", nullable: true }, { type: "null" }],
  [
    { type: "STRING", nullable: true, enum: ["a"] },
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

test.each(CUT_DOWN.map(([what, schema]) => [what, schema] as const))(
  "what reduces nothing takes no other schema for one of the subset: %s",
  (_what, given) => {
    const places = [
      given,
      ...Object.values(given.properties ?? {}),
      { type: "object", properties: { a: given } },
      { type: "array", items: given },
    ];
    for (const schema of places.filter(isJsonObject)) {
      const { field, schema: written } = kept(schema);
      if (field === "subset") expect(encoded(schema)).toMatchObject({ field, schema: written });
      else expect(written).toBe(schema);
      expect(kept(schema, "parameters")).toEqual({ field, schema: written });
    }
  },
);

test.each([
  { type: "string", enum: ["a", "b"], description: "d" },
  { type: ["integer", "null"], minimum: 1, format: "int32" },
  { type: "object", properties: { a: { type: "array", items: { type: "boolean" }, maxItems: 3 } }, required: ["a"] },
  { anyOf: [{ type: "string" }, { type: "number" }] },
])("what is of the subset stays in it where nothing reduces: %j", (schema) => {
  const { field, schema: written } = kept(schema);
  expect({ field, schema: written }).toEqual({ field: "subset", schema: encoded(schema).schema });
  expect(decodeSchema(written ?? {}, [], () => {})).toEqual(schema);
});
