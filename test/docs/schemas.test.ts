/** The pages of schemas and models: their examples run, and the table of vendors is what the reduction does. `-u` writes it anew. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/core/json.js";
import { inOpenApiSubset } from "../../src/json-schema/fit.js";
import { reduceSchema, type SchemaTarget } from "../../src/json-schema/index.js";
import { runExample } from "../support/examples.js";
import { withPart } from "../support/markers.js";

const page = (name: string) => readFileSync(resolve(import.meta.dirname, `../../docs/${name}`), "utf8");

/** A property with each keyword, and what is looked for in what is written of it. */
const PROBES: readonly (readonly [keyword: string, schema: JsonObject, written?: string])[] = [
  ["`additionalProperties: true` beside properties", object({ additionalProperties: true }), '"additionalProperties":true'],
  ["a property that is not required", object({}), '"a":{"type":"string"}'],
  ["`type` list", { type: ["string", "null"] }, '"type":["string","null"]'],
  ["`anyOf`", { anyOf: [{ type: "string" }, { type: "number" }] }, '"anyOf"'],
  ["`oneOf`", { oneOf: [{ type: "string" }, { type: "number" }] }, '"oneOf"'],
  ["`enum` of texts", { type: "string", enum: ["a"] }, '"enum":["a"]'],
  ["`enum` of numbers", { type: "integer", enum: [1] }, '"enum":[1]'],
  ["`enum` of truth values", { type: "boolean", enum: [true] }, '"enum":[true]'],
  ["`const`", { type: "string", const: "a" }, '"const"'],
  ...["date-time", "date", "email", "uuid", "uri", "int64"].map(
    (format) => [`\`format: "${format}"\``, { type: format === "int64" ? "integer" : "string", format }, '"format"'] as const,
  ),
  ["`pattern`", { type: "string", pattern: "^a$" }],
  ["`pattern` that looks around", { type: "string", pattern: "^(?=a)" }],
  ["`minimum`", { type: "number", minimum: 1 }],
  ["`exclusiveMinimum`", { type: "number", exclusiveMinimum: 1 }],
  ["`multipleOf`", { type: "number", multipleOf: 2 }],
  ["`minLength`", { type: "string", minLength: 1 }],
  ["`minItems: 1`", list({ minItems: 1 })],
  ["`minItems: 2`", list({ minItems: 2 })],
  ["`maxItems`", list({ maxItems: 2 })],
  ["`uniqueItems`", list({ uniqueItems: true })],
  ["`prefixItems`", { type: "array", prefixItems: [{ type: "string" }] }],
  ["`minProperties`", object({ minProperties: 1 })],
  ["`default`", { type: "string", default: "a" }],
  ["`examples`", { type: "string", examples: ["a"] }],
  ["`title`", { type: "string", title: "T" }],
];

function object(more: JsonObject): JsonObject {
  return { type: "object", properties: { a: { type: "string" } }, ...more };
}

function list(more: JsonObject): JsonObject {
  return { type: "array", items: { type: "string" }, ...more };
}

const FORMATS: Readonly<Record<string, SchemaTarget>> = {
  OpenAI: { vendor: "openai", use: "format", strict: true },
  Anthropic: { vendor: "anthropic", use: "format", strict: true },
  "Google `responseJsonSchema`": { vendor: "google", use: "format", strict: true },
};

function table(): string {
  const columns = [...Object.keys(FORMATS), "the subset of OpenAPI"];
  const rows = PROBES.map(([name, schema, written = `"${Object.keys(schema).at(-1)}":`]) => {
    const root = { type: "object", properties: { p: schema }, required: ["p"] };
    const outcomes = [...Object.values(FORMATS).map((target) => reduceSchema(root, target)), { ...inOpenApiSubset(root), strict: true }];
    return `| ${name} | ${outcomes.map((outcome) => wordFor(outcome, written)).join(" | ")} |`;
  });
  return [`| Keyword | ${columns.join(" | ")} |`, `|---|${columns.map(() => "---|").join("")}`, ...rows].join("\n");
}

function wordFor({ schema, strict }: { readonly schema?: JsonObject; readonly strict: boolean }, written: string): string {
  if (!strict) return "`strict` goes";
  const text = JSON.stringify(isJsonObject(schema?.properties) ? schema.properties.p : undefined) ?? "";
  if (text.includes(written)) return "✓";
  return text.includes('"description":"{') ? "in the description" : "another form";
}

describe("docs/schemas.md", () => {
  it("has what vendors take as the reduction has it", async () => {
    await expect(withPart(page("schemas.md"), "vendors", table())).toMatchFileSnapshot("../../docs/schemas.md");
  });
});

describe("the examples of", () => {
  for (const name of ["schemas.md", "models.md"])
    it(name, async () => {
      const [, code = ""] = /^```js\n([\s\S]*?)^```/m.exec(page(name)) ?? [];
      const body = { model: "claude-sonnet-4-5", messages: [{ role: "user", content: "hi" }] };
      expect((await runExample(code, { body })).claims).toBeGreaterThanOrEqual(name === "schemas.md" ? 2 : 0);
    });
});
