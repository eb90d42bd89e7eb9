import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { Json, JsonObject } from "../../../src/model/index.js";
import { encodeSchema } from "../../../src/styles/generate-content/schema.js";

function reduced(schema: JsonObject) {
  const issues: Issue[] = [];
  const { field, schema: written } = encodeSchema(schema, "parameters", [], (issue) => void issues.push(issue));
  expect(field).toBe("subset");
  // Each names the keyword that is lost.
  expect(issues.map(({ code, from, message }) => [code, from !== "", message !== ""])).toEqual(
    issues.map(() => ["approximated.schema", true, true]),
  );
  return { written, lost: issues.map(({ path }) => path.join(".")) };
}

type Row = readonly [what: string, schema: JsonObject, written: JsonObject, lost: readonly string[]];

describe("a schema that must fit the subset", () => {
  test.each<Row>([
    ["takes any object for any value", {}, { type: "OBJECT" }, [""]],
    ["takes no list of words that is empty, or none", { type: "string", enum: [] }, { type: "STRING" }, ["enum"]],
    ["takes no words that are in no list", { type: "string", enum: "a" }, { type: "STRING" }, ["enum"]],
    ["takes no words of which none is a text", { type: ["string", "null"], enum: [null] }, { type: "STRING", nullable: true }, ["enum"]],
    ["leaves out types that are none", { type: ["string", 5, "odd"] }, { type: "STRING" }, ["type"]],
    [
      "takes the type of what it describes where it names none",
      { type: "odd", properties: { a: { type: "string" } } },
      { type: "OBJECT", properties: { a: { type: "STRING" } } },
      ["type"],
    ],
    [
      "names the branch in which something is lost",
      { anyOf: [{ type: "string" }, { type: "number", multipleOf: 2 }] },
      { anyOf: [{ type: "STRING" }, { type: "NUMBER" }] },
      ["anyOf.1.multipleOf"],
    ],
    [
      "takes any object for a schema that is only true",
      { items: true, type: "array" },
      { items: { type: "OBJECT" }, type: "ARRAY" },
      ["items"],
    ],
    ["takes the type of what it describes: an object", { properties: {} }, { type: "OBJECT" }, ["properties"]],
    ["takes the type of what it describes: an array", { items: { type: "string" } }, { items: { type: "STRING" }, type: "ARRAY" }, []],
    [
      "needs no type beside branches",
      { anyOf: [{ type: "string" }, { type: "number" }] },
      { anyOf: [{ type: "STRING" }, { type: "NUMBER" }] },
      [],
    ],
    [
      "describes the items of an array that says nothing of them",
      { type: ["array", "null"] },
      { type: "ARRAY", nullable: true, items: { type: "STRING" } },
      [""],
    ],
    [
      "describes all items as the first one of a tuple",
      { type: "array", items: [{ type: "string" }, { type: "number" }] },
      { type: "ARRAY", items: { type: "STRING" } },
      ["items"],
    ],
    [
      "describes the items of an empty tuple as any object",
      { type: "array", items: [] },
      { type: "ARRAY", items: { type: "OBJECT" } },
      ["items"],
    ],
    [
      "says several types as branches",
      { type: ["string", "array", "null"], items: { type: "number" } },
      { anyOf: [{ type: "STRING" }, { type: "ARRAY", items: { type: "NUMBER" } }], nullable: true },
      [],
    ],
    [
      "keeps branches where types would be branches as well",
      { type: ["string", "number"], anyOf: [{ type: "integer" }] },
      { anyOf: [{ type: "INTEGER" }] },
      ["type"],
    ],
    ["says null alone", { type: "null" }, { type: "NULL" }, []],
    ["leaves out a type that nobody knows", { type: ["string", "file"] }, { type: "STRING" }, ["type"]],
    ["leaves out a type that is no type", { type: 5, items: {} }, { items: { type: "OBJECT" }, type: "ARRAY" }, ["type", "items"]],
    [
      "keeps branches of oneOf as branches of anyOf",
      { oneOf: [{ type: "string" }, { type: "number" }] },
      { anyOf: [{ type: "STRING" }, { type: "NUMBER" }] },
      ["oneOf"],
    ],
    ["keeps anyOf beside oneOf", { oneOf: [{ type: "string" }], anyOf: [{ type: "number" }] }, { anyOf: [{ type: "NUMBER" }] }, ["oneOf"]],
    ["leaves out branches that are none", { type: "string", anyOf: [], oneOf: {} }, { type: "STRING" }, ["oneOf", "anyOf"]],
    ["takes words for text", { enum: ["a", "b"] }, { type: "STRING", enum: ["a", "b"] }, []],
    ["lets null stand among the words", { enum: ["a", null] }, { type: "STRING", nullable: true, enum: ["a"] }, []],
    ["lets no null stand that the words do not list", { type: ["string", "null"], enum: ["a"] }, { type: "STRING", enum: ["a"] }, []],
    ["lets no null stand that the type does not allow", { type: "string", enum: ["a", null] }, { type: "STRING", enum: ["a"] }, []],
    ["keeps the type of numbers that it cannot list", { enum: [1, 2] }, { type: "NUMBER" }, ["enum"]],
    ["keeps the types of words that it cannot list", { enum: [true, null] }, { type: "BOOLEAN", nullable: true }, ["enum"]],
    [
      "keeps the types of values of several types",
      { enum: ["a", [1], { b: 1 }] },
      { anyOf: [{ type: "STRING" }, { type: "ARRAY", items: { type: "STRING" } }, { type: "OBJECT" }] },
      ["enum", ""],
    ],
    ["leaves out a list of words that is none", { type: "string", enum: [] }, { type: "STRING" }, ["enum"]],
    ["lets the one value count before the list", { enum: ["a", "b"], const: "a" }, { type: "STRING", enum: ["a"] }, []],
    ["keeps one example", { type: "string", examples: ["a", "b"] }, { type: "STRING", example: "a" }, ["examples"]],
    ["keeps the one example", { type: "string", examples: ["a"] }, { type: "STRING", example: "a" }, []],
    ["leaves out examples that are no list", { type: "string", examples: "a" }, { type: "STRING" }, ["examples"]],
    ["leaves out an empty list of examples", { type: "string", examples: [] }, { type: "STRING" }, ["examples"]],
    [
      "leaves out values that a keyword cannot have",
      { type: "object", properties: 5, required: [1], minItems: -1, title: 5, maximum: "1", nullable: "yes" },
      { type: "OBJECT" },
      ["properties", "required", "minItems", "title", "maximum", "nullable"],
    ],
    [
      "keeps all that the subset has",
      { type: "number", nullable: true, default: 1, minimum: 0, maximum: 2, title: "t", description: "d", format: "double" },
      { type: "NUMBER", nullable: true, default: 1, minimum: 0, maximum: 2, title: "t", description: "d", format: "double" },
      [],
    ],
    ["lists no empty word", { enum: ["", "a", null] }, { type: "STRING", nullable: true, enum: ["a"] }, ["enum"]],
    ["lists no words where the only one is empty", { type: "string", enum: [""] }, { type: "STRING" }, ["enum"]],
    [
      "keeps the formats that the service knows, and no others",
      {
        properties: {
          a: { type: "string", format: "uri" },
          b: { type: ["string", "null"], format: "date-time" },
          c: { type: "integer", format: "int64" },
          d: { type: "integer", format: "uint8" },
          e: { type: "boolean", format: "int32" },
          f: { type: ["string", "number"], format: "date-time" },
        },
      },
      {
        type: "OBJECT",
        properties: {
          a: { type: "STRING" },
          b: { type: "STRING", nullable: true, format: "date-time" },
          c: { type: "INTEGER", format: "int64" },
          d: { type: "INTEGER" },
          e: { type: "BOOLEAN" },
          f: { anyOf: [{ type: "STRING" }, { type: "NUMBER" }] },
        },
      },
      ["properties.a.format", "properties.d.format", "properties.e.format", "properties.f.format"],
    ],
    [
      "requires only what it describes",
      { properties: { a: { type: "string" }, b: { type: "object", required: ["x", "y"] } }, required: ["a", "zz"] },
      { type: "OBJECT", properties: { a: { type: "STRING" }, b: { type: "OBJECT" } }, required: ["a"] },
      ["properties.b.required", "properties.b.required", "required"],
    ],
    [
      "keeps an empty list of what is required",
      { type: "object", properties: { a: { type: "string" } }, required: [] },
      { type: "OBJECT", properties: { a: { type: "STRING" } }, required: [] },
      [],
    ],
    [
      "names no dialect below the root",
      { properties: { a: { $schema: "x", type: "string" } } },
      { properties: { a: { type: "STRING" } }, type: "OBJECT" },
      [],
    ],
  ])("%s", (_what, schema, written, lost) => {
    expect(reduced(schema)).toEqual({ written, lost });
  });
});

describe("allOf", () => {
  const a = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  test.each<Row>([
    [
      "is one object with the properties of all",
      { allOf: [a, { properties: { b: { type: "number" } }, required: ["b", "a"] }], description: "d" },
      { type: "OBJECT", description: "d", properties: { b: { type: "NUMBER" }, a: { type: "STRING" } }, required: ["a", "b"] },
      [],
    ],
    [
      "adds what only one schema says",
      { type: "string", allOf: [{ minLength: 1 }, { pattern: "x" }] },
      { type: "STRING", minLength: "1", pattern: "x" },
      [],
    ],
    [
      "says where two schemas contradict each other",
      { ...a, minProperties: 1, allOf: [{ minProperties: 2, properties: { a: { type: "number" } } }] },
      { ...{ type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["a"] }, minProperties: "1" },
      ["allOf.0.minProperties", "allOf.0.properties.a"],
    ],
    [
      "says nothing where two schemas agree",
      { ...a, allOf: [a] },
      { type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["a"] },
      [],
    ],
    [
      "takes what it refers to along",
      {
        properties: { c: { allOf: [{ $ref: "#/definitions/Color" }], default: "red" }, d: { allOf: [{ $ref: "#/definitions/Color" }] } },
        definitions: { Color: { $ref: "#/definitions/Word" }, Word: { type: "string", enum: ["red", "blue"] } },
      },
      {
        type: "OBJECT",
        properties: { c: { type: "STRING", enum: ["red", "blue"], default: "red" }, d: { type: "STRING", enum: ["red", "blue"] } },
      },
      [],
    ],
    [
      "takes the schemas of an inner allOf along",
      { allOf: [{ allOf: [{ type: "string" }, { minLength: 1 }] }, { maxLength: 2 }] },
      { type: "STRING", minLength: "1", maxLength: "2" },
      [],
    ],
    [
      "leaves out references that lead back or nowhere, and what is no schema",
      { type: "object", allOf: [{ $ref: "#/$defs/x" }, true, { $ref: "#/$defs/y" }], $defs: { x: { allOf: [{ $ref: "#/$defs/x" }] } } },
      { type: "OBJECT" },
      ["allOf.0.allOf.0", "allOf.1", "allOf.2"],
    ],
    [
      "knows inside what it refers to that it refers to it",
      { allOf: [{ $ref: "#/$defs/x" }], $defs: { x: { properties: { x: { $ref: "#/$defs/x" } } } } },
      { type: "OBJECT", properties: { x: { type: "OBJECT" } } },
      ["properties.x.$ref"],
    ],
    [
      "leaves out properties that are none",
      { ...a, allOf: [{ properties: 5 }] },
      { type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["a"] },
      ["allOf.0.properties"],
    ],
    [
      "leaves out its own properties that are none",
      { type: "object", properties: 5, allOf: [{ properties: { b: { type: "string" } }, required: 5 }] },
      { type: "OBJECT", properties: { b: { type: "STRING" } } },
      ["allOf.0.properties", "required"],
    ],
    ["that is no list is left out", { type: "string", allOf: {} }, { type: "STRING" }, ["allOf"]],
  ])("%s", (_what, schema, written, lost) => {
    expect(reduced(schema)).toEqual({ written, lost });
  });
});

describe("a reference", () => {
  test.each<Row>([
    [
      "takes what stands beside it along",
      { properties: { a: { $ref: "#/$defs/x~1y", description: "d" } }, $defs: { "x/y": { type: "string" } } },
      { properties: { a: { type: "STRING", description: "d" } }, type: "OBJECT" },
      [],
    ],
    [
      "to another document is any object",
      { properties: { a: { $ref: "other.json" } } },
      { properties: { a: { type: "OBJECT" } }, type: "OBJECT" },
      ["properties.a.$ref"],
    ],
    [
      "to nothing is any object",
      { properties: { a: { $ref: "#/$defs/none" } } },
      { properties: { a: { type: "OBJECT" } }, type: "OBJECT" },
      ["properties.a.$ref"],
    ],
    ["to what is no schema is any object", { $ref: "#/title", title: "t" }, { type: "OBJECT" }, ["$ref"]],
    ["that is no text is left out", { $ref: 5, type: "string" }, { type: "STRING" }, ["$ref"]],
    [
      "is a pointer, in which a tilde is written as two characters",
      { properties: { a: { $ref: "#/definitions/x~0y" }, b: { $ref: "definitions/x~0y" } }, definitions: { "x~y": { type: "string" } } },
      { properties: { a: { type: "STRING" }, b: { type: "OBJECT" } }, type: "OBJECT" },
      ["properties.b.$ref"],
    ],
  ])("%s", (_what, schema, written, lost) => {
    expect(reduced(schema)).toEqual({ written, lost });
  });

  test("that multiplies the schema without end is cut, with a word", () => {
    const doubled = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `d${index}`,
        { properties: { a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } } },
      ]),
    );
    const { written, lost } = reduced({ $ref: "#/$defs/d0", $defs: { ...doubled, d30: { type: "string" } } });
    expect(JSON.stringify(written).length).toBeLessThan(1_000_000);
    expect(lost.length).toBeGreaterThan(0);
  });

  test("whatever the schema is, what is left of it fits the subset", () => {
    const keyword = fc.letrec<{ schema: JsonObject }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 2 },
        fc.constant<JsonObject>({ type: "string" }),
        fc.record(
          {
            type: fc.constantFrom<Json>("string", "integer", "array", "object", "null", "file", ["string", "null"], ["array", "number"]),
            enum: fc.subarray<Json>(["", "a", 1, null]),
            const: fc.constantFrom<Json>("", "b", 5, null),
            format: fc.constantFrom("uri", "date-time", "int32"),
            nullable: fc.boolean(),
            required: fc.subarray(["a", "b"]),
            properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { maxKeys: 2 }),
            items: tie("schema"),
            anyOf: fc.array(fc.oneof(tie("schema"), fc.constant({ type: "null" })), { maxLength: 3 }),
            allOf: fc.array(tie("schema"), { maxLength: 2 }),
            $ref: fc.constantFrom("#", "#/properties/a", "#/items"),
          },
          { requiredKeys: [] },
        ),
      ),
    })).schema;
    fc.assert(
      fc.property(keyword, (schema) => {
        expect(encodeSchema(schema, "parameters", [], () => {}).field).toBe("subset");
      }),
      { numRuns: 300 },
    );
  });

  test("deeper than any real schema is cut, with a word", () => {
    let schema: JsonObject = { type: "string" };
    for (let depth = 0; depth < 100; depth++) schema = { type: "array", items: schema };
    expect(reduced(schema).lost).toEqual([Array.from({ length: 65 }, () => "items").join(".")]);
  });
});
