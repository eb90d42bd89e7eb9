/** What schemas become for a vendor, alone and in requests, and what becomes of values on the way back: one case for each rule. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.js";
import { type TranslateRequestOptions, translateRequest } from "../../src/index.js";
import { RestoreFilter } from "../../src/json-schema/filter.js";
import { type ReducedSchema, type Restore, reduceSchema, restoreValue, type SchemaTarget } from "../../src/json-schema/index.js";
import { checkOutcomes } from "../support/outcomes.js";

const S = { type: "string" };
const N = { type: "number" };
const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });
const closed = (properties: object, required: readonly string[]) => ({ ...object(properties, required), additionalProperties: false });

const to = (vendor: SchemaTarget["vendor"], use: SchemaTarget["use"], strict = true): SchemaTarget => ({ vendor, use, strict });
const OPENAI = to("openai", "format");
const ANTHROPIC = to("anthropic", "format");
const GOOGLE = to("google", "format");

const found = ({ issues }: ReducedSchema) => issues.map(({ code, path }) => `${code} ${path.join(".")}`);

checkOutcomes<SchemaTarget & Restore & TranslateRequestOptions>(join(import.meta.dirname, "fixtures"), {
  translateRequest: (given, options) => translateRequest(given, options),
  reduceSchema: (given, target) => {
    const before = JSON.stringify(given);
    const reduced = reduceSchema(given, target);
    expect(JSON.stringify(given)).toBe(before);
    return reduced;
  },
  restoreValue: (given, restore) => {
    const json = JSON.stringify(given);
    const restored = restoreValue(JSON.parse(json), restore);
    // Through the filter of streams, cut at every character.
    const filter = new RestoreFilter(restore);
    expect(JSON.parse([...json].map((char) => filter.push(char)).join("") + filter.end())).toEqual(restored);
    return restored;
  },
});

describe("reduceSchema", () => {
  it("is the JSON mode for a format of any object", () => {
    for (const schema of [{}, true, { type: "object" }, { type: "object", properties: {}, additionalProperties: true }])
      for (const target of [OPENAI, ANTHROPIC, GOOGLE, to("openai", "format", false)])
        expect(reduceSchema(schema, target)).toMatchObject({ json: true, strict: false });
  });

  it("tells of one that allows nothing, or cannot be read, that an object binds less", () => {
    for (const schema of [{ type: "object", allOf: [S] }, { anyOf: [] }, { $ref: "#/nowhere" }])
      for (const target of [OPENAI, ANTHROPIC, GOOGLE])
        expect(reduceSchema(schema, target)).toMatchObject({ json: true, issues: [{ loss: "approximated" }, { from: "type" }] });
    for (const schema of [{ allOf: [false] }, { $ref: "#/$defs/a", $defs: { a: false } }])
      for (const target of [to("openai", "tool"), to("anthropic", "tool"), to("openai", "format", false)])
        expect(reduceSchema(schema, target).issues).toContainEqual(expect.objectContaining({ loss: "approximated", from: "false" }));
  });

  it("keeps a schema that fits, and reports nothing of it", () => {
    const schema = closed({ a: { ...S, description: "A.", default: undefined }, b: { type: "array", items: N } }, ["a", "b"]);
    for (const target of [OPENAI, ANTHROPIC, GOOGLE, to("openai", "tool"), to("anthropic", "tool", false)])
      expect(reduceSchema(schema, target)).toEqual({ schema, issues: [], strict: target.strict });
  });

  it("loses strict beyond the limits of OpenAI, and warns where Anthropic and Google may refuse the size", () => {
    const properties = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, S]));
    const big = reduceSchema(object(properties(30)), ANTHROPIC);
    expect(big.issues.at(-1)).toMatchObject({ code: "vendor_extension", severity: "warning", path: [] });
    let deep: object = S;
    for (let level = 0; level < 12; level++) deep = object({ a: deep }, ["a"]);
    const unbound = reduceSchema(deep, OPENAI);
    expect(unbound).toMatchObject({ strict: false, schema: deep });
    expect(found(unbound)).toEqual(["approximated.schema ", "vendor_extension "]);
    for (const target of [GOOGLE, to("google", "tool")])
      expect(reduceSchema(deep, target).issues.at(-1)).toMatchObject({ code: "vendor_extension", severity: "warning" });
  });

  it("closes a tool that lists nothing, but not one that takes any key by its own words", () => {
    for (const target of [to("openai", "tool"), to("anthropic", "tool")]) {
      expect(reduceSchema({ type: "object" }, target)).toMatchObject({ strict: true, schema: { additionalProperties: false } });
      for (const additionalProperties of [true, {}]) {
        const reduced = reduceSchema({ type: "object", properties: {}, additionalProperties }, target);
        expect(reduced).toMatchObject({ strict: false, schema: { additionalProperties } });
        expect(found(reduced)).toEqual(["approximated.schema "]);
      }
    }
  });

  it("says that a union of nothing is written as null", () => {
    for (const target of [OPENAI, ANTHROPIC, GOOGLE])
      expect(found(reduceSchema(closed({ a: { anyOf: [false] } }, ["a"]), target))).toContain("approximated.schema properties.a");
  });

  it("moves an exclusive bound by one only where numbers are exact", () => {
    const reduced = reduceSchema(closed({ a: { type: "integer", exclusiveMinimum: 2 ** 53 } }, ["a"]), GOOGLE);
    expect(reduced.schema).toMatchObject({ properties: { a: { description: "{exclusiveMinimum: 9007199254740992}" } } });
  });
});

describe("restoreValue", () => {
  it("leaves what is deeper than the stack, and what has no restore", () => {
    const deep: Json = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(restoreValue(deep, { items: { ref: "a" }, defs: { a: { items: { ref: "a" } } } })).toBe(deep);
    expect(restoreValue({ a: null }, undefined)).toEqual({ a: null });
  });

  it("writes no number and no text anew", () => {
    const { restore = {} } = reduceSchema(object({ m: { type: "object", additionalProperties: N }, j: {}, n: N }, ["m", "j"]), ANTHROPIC);
    const filter = new RestoreFilter(restore);
    const given = '{"m": [{"value": 12345678901234567890, "key": "\\u0061"}], "j": "{\\"a\\": 1e400}", "n": 1.0}';
    expect(filter.push(given) + filter.end()).toBe('{"m": {"\\u0061":12345678901234567890}, "j": {"a": 1e400}, "n": 1.0}');
  });

  it("drops nothing but null, wherever the text ends", () => {
    const text = '{"a":null, "b" : nul';
    const filter = new RestoreFilter({ drop: ["a", "b"] });
    expect(filter.push(text) + filter.end()).toBe('{ "b" : nul');
    const other = new RestoreFilter({ drop: ["a"] });
    expect(other.push('{"a":nope,"c":1}')).toBe('{"a":nope,"c":1}');
  });
});

describe("bad input of reduceSchema", () => {
  it("is a TypeError where the target is none", () => {
    for (const target of [undefined, {}, { ...OPENAI, vendor: "mistral" }, { ...OPENAI, use: "answer" }, { vendor: "openai", use: "tool" }])
      expect(() => Reflect.apply(reduceSchema, undefined, [{}, target])).toThrow(/write `reduceSchema/);
  });

  const cyclic: Record<string, unknown> = { type: "object" };
  cyclic.properties = { self: cyclic };
  const TARGETS = [
    OPENAI,
    ANTHROPIC,
    GOOGLE,
    to("openai", "tool"),
    to("anthropic", "tool"),
    to("google", "tool"),
    to("openai", "tool", false),
    to("anthropic", "tool", false),
  ];

  it("is any object, with an issue", () => {
    for (const schema of [
      undefined,
      null,
      5,
      "x",
      [],
      false,
      cyclic,
      { type: Symbol("x") },
      {
        get type() {
          throw new Error("no");
        },
      },
    ])
      for (const target of TARGETS) {
        const { issues, schema: written, json } = reduceSchema(schema, target);
        expect(issues[0]).toMatchObject({ code: "approximated.schema", path: [] });
        expect(json === true || written?.type === "object").toBe(true);
      }
  });

  it("is read to 64 levels", () => {
    let deep: object = S;
    for (let level = 0; level < 100; level++) deep = { type: "array", items: deep };
    for (const target of [ANTHROPIC, GOOGLE])
      expect(
        found(reduceSchema(object({ deep }, ["deep"]), target)).some((text) =>
          text.startsWith("approximated.schema properties.deep.items"),
        ),
      ).toBe(true);
  });

  it("is read in definitions as far as they go, and written no deeper than it is given", () => {
    const definitions = Array.from({ length: 100 }, (_, index) => [
      `d${index}`,
      object({ next: { $ref: `#/$defs/d${(index + 1) % 100}` }, s: S }),
    ]);
    const chain = reduceSchema({ $ref: "#/$defs/d0", $defs: Object.fromEntries(definitions) }, OPENAI);
    expect(Object.keys(Object(chain.schema?.$defs))).toHaveLength(100);
    expect(found(chain).filter((text) => text.startsWith("approximated"))).toEqual([]);
    const allOf = Array.from({ length: 20_000 }, (_, index) => ({ properties: { a: { type: "string", [`x${index}`]: 1 } } }));
    for (const target of TARGETS) expect(() => JSON.stringify(reduceSchema({ type: "object", allOf }, target))).not.toThrow();
  });

  it("does not multiply: references that double, unions in unions, names that repeat", () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `d${index}`,
        object({ a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } }),
      ]),
    );
    const heavy = { type: "string", enum: Array.from({ length: 5000 }, (_, index) => `value ${index}`) };
    const uses = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`p${index}`, { $ref: "#/$defs/heavy" }]));
    const branches = Array.from({ length: 2000 }, (_, index) => ({ type: "string", const: String(index) }));
    for (const schema of [
      { $ref: "#/$defs/d0", $defs: doubling },
      { ...object(uses), $defs: { heavy } },
      object({ x: { anyOf: branches, enum: heavy.enum } }),
    ])
      for (const target of TARGETS) {
        const size = JSON.stringify(schema).length;
        const reduced = reduceSchema(schema, target);
        expect(JSON.stringify(reduced.schema ?? {}).length).toBeLessThan(4_000_000 + 10 * size);
      }
  });
});
