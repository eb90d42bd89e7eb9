/**
 * What holds of every schema: results that bind are fixed points of the vendors' own helpers, and answers to a reduced schema
 * are, restored, answers to the source's, unless an issue states that they may not be.
 */
import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import { toStrictJsonSchema } from "openai/lib/transform.js";
import { describe, expect, it } from "vitest";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../src/core/json.js";
import { RestoreFilter } from "../../src/json-schema/filter.js";
import { type ReducedSchema, reduceSchema, restoreValue, type SchemaTarget } from "../../src/json-schema/index.js";
import { propertiesOf, requiredOf } from "../../src/json-schema/keywords.js";
import { runs } from "../support/runs.js";
import { recorded, trafficPresent, whyAbsent } from "../support/traffic.js";

const TARGETS: readonly SchemaTarget[] = [
  { vendor: "openai", use: "tool", strict: true },
  { vendor: "openai", use: "format", strict: true },
  { vendor: "anthropic", use: "tool", strict: true },
  { vendor: "anthropic", use: "format", strict: true },
  { vendor: "google", use: "format", strict: true },
];

const text = fc.constantFrom<JsonObject>(
  { type: "string" },
  { type: "string", minLength: 1 },
  { type: "string", pattern: "^[a-z0-9#-]+$" },
  { type: "string", format: "date" },
  { type: "string", format: "uri" },
  { type: "string", nullable: true, enum: ["x", null] },
  { type: ["string", "null"] },
  { type: "string", enum: ["a", "b"], description: "One." },
);
const other = fc.constantFrom<Json>(
  { type: "integer", minimum: 1, maximum: 10 },
  { type: "number", exclusiveMinimum: 0 },
  { type: "boolean" },
  { type: "null" },
  { enum: ["a", 1, null] },
  { const: "k" },
  { type: "integer", default: 3 },
  { type: ["integer", "string"], minimum: 2 },
  { $ref: "#/$defs/word" },
  { $ref: "#/$defs/tree", description: "A tree." },
  { $ref: "#/$defs/tree", nullable: true },
  { anyOf: [{ $ref: "#/$defs/tree" }, { $ref: "#/$defs/pair" }, { type: "null" }] },
  { $ref: "#/$defs/a~1b" },
  { const: "k", nullable: true },
  { type: ["string", "null"], const: "k" },
  { type: ["string", "null"], enum: ["a"] },
  { type: "string", enum: ["a", "b", "a", 1] },
  { type: "object", properties: { kind: { const: "x" }, a: { type: ["string", "null"] } }, required: ["kind", "a"] },
  { type: "object", properties: { kind: { const: "y" }, a: { type: "string" } }, required: ["kind"] },
  { type: "object" },
  { type: "array" },
  {},
  true,
);
const NAMES = ["a", "b", "filter[id]", "kind", "constructor"];

const nested = fc.letrec<{ schema: Json; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    other,
    tie("object"),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record({ type: fc.constant("array"), prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }), description: fc.constant("Either.") }),
    fc.record({ allOf: fc.array(tie("object"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ type: fc.constant("object"), additionalProperties: tie("schema") }),
  ),
  object: fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...NAMES), tie("schema"), { maxKeys: 3 }),
      required: fc.subarray(NAMES),
      more: fc.constantFrom<Json | undefined>(undefined, undefined, false, true, { type: "number" }),
    })
    .map(
      ({ properties, required, more }): JsonObject => ({
        type: "object",
        properties,
        required: required.filter((name) => Object.hasOwn(properties, name)),
        ...(more === undefined ? {} : { additionalProperties: more }),
      }),
    ),
}));

const $defs = {
  word: { type: "string", description: "A word." },
  "a/b": { type: "number" },
  pair: { type: "object", properties: { v: { type: "string" }, tree: { $ref: "#/$defs/tree" } }, required: ["tree"] },
  tree: { type: "object", properties: { v: { type: "string" }, next: { $ref: "#/$defs/tree" } }, required: ["v"] },
};
const schemas = fc.oneof(nested.object, nested.schema.filter(isJsonObject)).map((schema): JsonObject => ({ ...schema, $defs }));

function holds(source: JsonObject, target: SchemaTarget, choose: (count: number) => number): void {
  const before = JSON.stringify(source);
  const reduced = reduceSchema(source, target);
  expect(JSON.stringify(source)).toBe(before);
  if (reduced.json === true || reduced.schema === undefined) return;
  if (target.vendor === "openai" && reduced.strict) expect(toStrictJsonSchema(structuredClone(reduced.schema))).toEqual(reduced.schema);
  if (target.vendor === "anthropic" && reduced.strict) expect(transformJSONSchema(structuredClone(reduced.schema))).toEqual(reduced.schema);
  // What is written for Google beyond draft 2020-12 no answer can be made of here.
  if (target.vendor === "google" && JSON.stringify(reduced.schema).includes("prefixItems")) return;
  const check = compiled(source);
  for (let round = 0; round < 3; round++) {
    const answer = new Answer(reduced.schema, choose).of(reduced.schema, 0);
    if (answer === undefined) continue;
    const restored = restoreValue(answer, reduced.restore ?? {});
    expect(JSON.parse(inPieces(JSON.stringify(answer), reduced, choose))).toEqual(restored);
    if (reduced.issues.some(({ code }) => code === "approximated.schema") || check === undefined) continue;
    expect(check(restored), JSON.stringify({ answer, restored, errors: check.errors })).toBe(true);
  }
}

function compiled(schema: JsonObject) {
  const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true, code: { optimize: false } });
  formats.default(ajv);
  try {
    return ajv.compile(schema);
  } catch {
    // No schema that a checker reads, so that nothing can be held to it.
    return undefined;
  }
}

/** Through the filter of streams, in pieces of any size. */
function inPieces(json: string, { restore = {} }: ReducedSchema, choose: (count: number) => number): string {
  const filter = new RestoreFilter(restore);
  let out = "";
  for (let at = 0, size = 0; at < json.length; at += size) {
    size = 1 + choose(6);
    out += filter.push(json.slice(at, at + size));
  }
  return out + filter.end();
}

const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2024-01-01T00:00:00Z",
  date: "2024-01-01",
  time: "00:00:00Z",
  email: "a@b.co",
  uri: "http://a.b/c",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  ipv4: "1.2.3.4",
};

/** A value as a model that is held to the schema might write it; undefined where that has no end. */
class Answer {
  constructor(
    private readonly root: JsonObject,
    private readonly choose: (count: number) => number,
  ) {}

  of(schema: Json | undefined, depth: number): Json | undefined {
    if (!isJsonObject(schema) || depth > 30) return undefined;
    if (typeof schema.$ref === "string") {
      const { $defs: defs } = this.root;
      return this.of(isJsonObject(defs) ? defs[schema.$ref.slice("#/$defs/".length)] : undefined, depth + 1);
    }
    if (isJsonArray(schema.anyOf)) {
      const ends = schema.anyOf.filter((branch) => isJsonObject(branch) && (branch.type === "null" || branch.type === "string"));
      return this.of(this.one(depth > 4 && ends.length > 0 ? ends : schema.anyOf), depth + 1);
    }
    if (schema.const !== undefined) return schema.const;
    if (isJsonArray(schema.enum)) return this.one(schema.enum);
    return this.ofType(isJsonArray(schema.type) ? this.one(schema.type) : schema.type, schema, depth);
  }

  private ofType(type: Json | undefined, schema: JsonObject, depth: number): Json | undefined {
    switch (type) {
      case "null":
        return null;
      case "boolean":
        return this.choose(2) === 0;
      case "integer":
      case "number":
        return Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? 0) + 1);
      case "string":
        if (typeof schema.description === "string" && schema.description.endsWith("JSON text.")) return '{"a":[1,null]}';
        return TEXTS[String(schema.format)] ?? "abc";
      case "array": {
        const item = this.of(schema.items, depth + 1);
        const least = Number(schema.minItems ?? 0);
        if (item === undefined) return least > 0 ? undefined : [];
        return Array.from({ length: Math.max(least, this.choose(3)) }, () => item);
      }
      default:
        return this.ofObject(schema, depth);
    }
  }

  private ofObject(schema: JsonObject, depth: number): Json | undefined {
    const members: [string, Json][] = [];
    for (const [name, inner] of Object.entries(propertiesOf(schema))) {
      const isRequired = requiredOf(schema).includes(name);
      if (!isRequired && (depth > 4 || this.choose(2) === 0)) continue;
      const value = this.of(inner, depth + 1);
      if (value !== undefined) members.push([name, value]);
      else if (isRequired) return undefined;
    }
    return Object.fromEntries(members);
  }

  private one(values: readonly Json[]): Json {
    return values[this.choose(values.length)] ?? null;
  }
}

/** Numbers of a fixed sequence. */
function sequence(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

describe("reduced schemas", () => {
  for (const target of TARGETS)
    it(`of any kind hold for ${target.vendor} ${target.use}s`, () => {
      fc.assert(
        fc.property(schemas, fc.nat(), (schema, seed) => holds(schema, target, sequence(seed))),
        runs(60),
      );
    });

  it.skipIf(!trafficPresent)(`of recorded requests hold${trafficPresent ? "" : ` (${whyAbsent})`}`, () => {
    const known = new Map<string, JsonObject>();
    for (const { text: json } of recorded("request"))
      if (json.includes("chema") || json.includes("parameters")) collect(parsed(json), known);
    expect(known.size).toBeGreaterThan(10);
    for (const schema of known.values()) for (const target of TARGETS) holds(schema, target, sequence(1));
  });
});

function parsed(json: string): Json {
  try {
    const value: Json = JSON.parse(json);
    return value;
  } catch {
    return null;
  }
}

const PLACES: ReadonlySet<string> = new Set(["parameters", "input_schema", "schema", "parametersJsonSchema", "responseJsonSchema"]);

/** Schemas of tools and formats, by their text. */
function collect(node: Json, known: Map<string, JsonObject>): void {
  if (isJsonArray(node)) for (const item of node) collect(item, known);
  if (!isJsonObject(node)) return;
  for (const [key, value] of Object.entries(node))
    if (PLACES.has(key) && isJsonObject(value) && (typeof value.type !== "string" || value.type === value.type.toLowerCase()))
      known.set(JSON.stringify(value), value);
    else collect(value, known);
}
