/** What schemas become for a vendor, and what becomes of values on the way back: one row for each rule. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.js";
import { RestoreFilter } from "../../src/json-schema/filter.js";
import { type ReducedSchema, reduceSchema, restoreValue, type SchemaTarget } from "../../src/json-schema/index.js";

const S = { type: "string" };
const N = { type: "number" };
const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });
const closed = (properties: object, required: readonly string[]) => ({ ...object(properties, required), additionalProperties: false });

/** With references to itself, to one of its properties, and to a definition. */
const list = (kids: string, s: string) => ({
  type: "array",
  items: object({ kids: { $ref: kids }, s: { $ref: s }, t: { $ref: "#/$defs/t" } }),
});

const to = (vendor: SchemaTarget["vendor"], use: SchemaTarget["use"], strict = true): SchemaTarget => ({ vendor, use, strict });
const OPENAI = to("openai", "format");
const ANTHROPIC = to("anthropic", "format");
const GOOGLE = to("google", "format");

const found = ({ issues }: ReducedSchema) => issues.map(({ code, path }) => `${code} ${path.join(".")}`);

interface Row {
  readonly name: string;
  readonly target: SchemaTarget;
  readonly schema: unknown;
  readonly becomes: object;
  readonly restore?: object;
  readonly strict?: boolean;
  readonly values?: readonly (readonly [answer: object, restored: unknown])[];
  readonly found?: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    name: "optional properties are required, and may be null",
    target: OPENAI,
    schema: object({ a: S, u: { type: "string", enum: ["C", "F"] }, n: { type: ["integer", "null"] } }, ["a"]),
    becomes: closed({ a: S, u: { type: ["string", "null"], enum: ["C", "F", null] }, n: { type: ["integer", "null"] } }, ["a", "u", "n"]),
    restore: { drop: ["u"] },
    values: [
      [
        { a: "x", u: null, n: null },
        { a: "x", n: null },
      ],
    ],
    found: ["equivalent.form ", "equivalent.form properties.u"],
  },
  {
    name: "names that are not legal",
    target: to("anthropic", "tool", false),
    schema: object({ "filter[id]": S }, ["filter[id]"]),
    becomes: object({ filter_id__ce258d02: S }, ["filter_id__ce258d02"]),
    restore: { rename: { filter_id__ce258d02: "filter[id]" } },
    strict: false,
    values: [[{ filter_id__ce258d02: "1" }, { "filter[id]": "1" }]],
    found: ["equivalent.form properties.filter[id]"],
  },
  {
    name: "keywords that do not bind",
    target: ANTHROPIC,
    schema: object({ n: { type: "integer", minimum: 1, maximum: 10, description: "How many." } }, ["n"]),
    becomes: closed({ n: { type: "integer", description: "How many.\n\n{minimum: 1, maximum: 10}" } }, ["n"]),
    found: ["equivalent.form ", "approximated.schema properties.n.minimum", "approximated.schema properties.n.maximum"],
  },
  {
    name: "maps",
    target: ANTHROPIC,
    schema: object({ m: { type: "object", additionalProperties: N } }, ["m"]),
    becomes: closed({ m: { type: "array", items: closed({ key: S, value: N }, ["key", "value"]) } }, ["m"]),
    restore: { props: { m: { pairs: true } } },
    values: [
      [{ m: [{ key: "a", value: 1 }] }, { m: { a: 1 } }],
      [{ m: [{ key: "a" }] }, { m: [{ key: "a" }] }],
    ],
  },
  {
    name: "objects of anything",
    target: ANTHROPIC,
    schema: object({ meta: { type: "object" } }, ["meta"]),
    becomes: closed({ meta: { type: "string", description: "JSON text." } }, ["meta"]),
    restore: { props: { meta: { json: true } } },
    values: [
      [{ meta: '{"k":[1]}' }, { meta: { k: [1] } }],
      [{ meta: "no JSON" }, { meta: "no JSON" }],
    ],
  },
  {
    name: "a tool that cannot be strict",
    target: to("openai", "tool"),
    schema: object({ m: { type: "object", additionalProperties: N } }, ["m"]),
    becomes: object({ m: { type: "object", additionalProperties: N } }, ["m"]),
    strict: false,
    found: ["approximated.schema "],
  },
  {
    name: "recursion",
    target: OPENAI,
    schema: { $ref: "#/$defs/node", $defs: { node: object({ v: S, next: { $ref: "#/$defs/node" } }, ["v"]) } },
    becomes: {
      ...closed({ v: S, next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } }, ["v", "next"]),
      $defs: { node: closed({ v: S, next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } }, ["v", "next"]) },
    },
    values: [
      [
        { v: "a", next: { v: "b", next: null } },
        { v: "a", next: { v: "b" } },
      ],
    ],
  },
  {
    name: "a root that is no object",
    target: ANTHROPIC,
    schema: { type: "array", items: S },
    becomes: closed({ value: { type: "array", items: S } }, ["value"]),
    restore: { unwrap: "value" },
    values: [
      [{ value: ["a"] }, ["a"]],
      [{ value: ["a"], more: { x: "}" } }, ["a"]],
      [{ other: 1 }, { other: 1 }],
    ],
  },
  {
    name: "allOf and oneOf",
    target: OPENAI,
    schema: object({ p: { allOf: [object({ a: S }, ["a"]), object({ b: N })] }, q: { oneOf: [S, { type: "null" }] } }, ["p", "q"]),
    becomes: closed({ p: closed({ a: S, b: { type: ["number", "null"] } }, ["a", "b"]), q: { anyOf: [S, { type: "null" }] } }, ["p", "q"]),
    values: [
      [
        { p: { a: "x", b: null }, q: null },
        { p: { a: "x" }, q: null },
      ],
    ],
  },
  {
    name: "const, exclusive bounds and patterns",
    target: GOOGLE,
    schema: {
      ...object({ k: { const: "a" }, n: { type: "integer", exclusiveMinimum: 0 }, p: { type: "string", pattern: "^a$" } }, ["k"]),
      additionalProperties: false,
    },
    becomes: closed(
      { k: { type: "string", enum: ["a"] }, n: { type: "integer", minimum: 1 }, p: { type: "string", description: '{pattern: "^a$"}' } },
      ["k"],
    ),
    found: [
      "equivalent.form properties.k.const",
      "equivalent.form properties.k",
      "equivalent.form properties.n.exclusiveMinimum",
      "approximated.schema properties.p.pattern",
    ],
  },
  {
    name: "a union at the root of a tool",
    target: to("anthropic", "tool", false),
    schema: { type: "object", oneOf: [object({ id: S }, ["id"]), object({ name: S }, ["name"])] },
    becomes: { type: "object", description: "One of: id; or name.", properties: { id: S, name: S } },
    strict: false,
  },
  {
    name: "what OpenAI does not take",
    target: OPENAI,
    schema: object({ u: { ...S, format: "uri" }, p: { ...S, pattern: "^(?=a)b$" }, d: { ...N, default: 5 } }, ["u", "p", "d"]),
    becomes: closed(
      {
        u: { ...S, description: '{format: "uri"}' },
        p: { ...S, description: '{pattern: "^(?=a)b$"}' },
        d: { ...N, description: "{default: 5}" },
      },
      ["u", "p", "d"],
    ),
  },
  {
    name: "draft 4 in a tool that does not bind",
    target: to("anthropic", "tool", false),
    schema: object({
      t: { type: "array", items: [S, N] },
      n: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    }),
    becomes: object({ t: { type: "array", prefixItems: [S, N] }, n: { type: "number", exclusiveMinimum: 0, maximum: 9 } }),
    strict: false,
    found: [
      "equivalent.form properties.t.items",
      "equivalent.form properties.n.exclusiveMinimum",
      "equivalent.form properties.n.exclusiveMaximum",
    ],
  },
  {
    name: "tuples",
    target: OPENAI,
    schema: object({ t: { type: "array", prefixItems: [S, N] } }, ["t"]),
    becomes: closed(
      {
        t: {
          type: "array",
          items: { anyOf: [S, N] },
          minItems: 2,
          maxItems: 2,
          description: '{prefixItems: [{"type":"string"},{"type":"number"}]}',
        },
      },
      ["t"],
    ),
  },
  {
    name: "several types, one of them an object",
    target: ANTHROPIC,
    schema: object({ x: { type: ["object", "null"], properties: { a: S }, required: ["a"] } }, ["x"]),
    becomes: closed({ x: { anyOf: [closed({ a: S }, ["a"]), { type: "null" }] } }, ["x"]),
  },
  {
    name: "nullable, a reference with a description, and definitions of draft 7",
    target: OPENAI,
    schema: {
      ...object({ a: { $ref: "#/definitions/s", description: "This one." } }, ["a"]),
      definitions: { s: { ...S, nullable: true, description: "Any." } },
    },
    becomes: closed({ a: { type: ["string", "null"], description: "This one." } }, ["a"]),
  },
  {
    name: "references beside a recursive one",
    target: OPENAI,
    schema: {
      ...object({ a: { $ref: "#/$defs/alias", description: "First." } }, ["a"]),
      $defs: { alias: { $ref: "#/$defs/node" }, node: object({ v: S, next: { $ref: "#/$defs/node" } }, ["v"]) },
    },
    becomes: {
      ...closed({ a: { description: "First.", anyOf: [{ $ref: "#/$defs/node" }] } }, ["a"]),
      $defs: { node: closed({ v: S, next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } }, ["v", "next"]) },
    },
  },
  {
    name: "keywords that bind nothing",
    target: OPENAI,
    schema: { ...closed({ a: { ...S, readOnly: true } }, ["a"]), $schema: "http://json-schema.org/draft-07/schema#", $id: "urn:x" },
    becomes: closed({ a: S }, ["a"]),
    found: ["equivalent.form properties.a.readOnly", "equivalent.form $schema", "equivalent.form $id"],
  },
  {
    name: "recursion through what is required",
    target: GOOGLE,
    schema: { $ref: "#/$defs/n", $defs: { n: object({ v: S, next: { $ref: "#/$defs/n" } }, ["v", "next"]) } },
    becomes: {
      ...object({ v: S, next: { $ref: "#/$defs/n" } }, ["v"]),
      $defs: { n: object({ v: S, next: { $ref: "#/$defs/n" } }, ["v"]) },
    },
  },
  {
    name: "a union of a recursive reference, whose branches have optional properties",
    target: OPENAI,
    schema: {
      ...object(
        { left: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] }, alone: { anyOf: [{ $ref: "#/$defs/node" }], description: "A." } },
        ["left", "alone"],
      ),
      $defs: { node: object({ v: S, kids: { type: "array", items: { $ref: "#/$defs/node" } } }) },
    },
    becomes: {
      ...closed(
        { left: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] }, alone: { description: "A.", anyOf: [{ $ref: "#/$defs/node" }] } },
        ["left", "alone"],
      ),
      $defs: {
        node: closed(
          { v: { type: ["string", "null"] }, kids: { anyOf: [{ type: "array", items: { $ref: "#/$defs/node" } }, { type: "null" }] } },
          ["v", "kids"],
        ),
      },
    },
    values: [
      [
        { left: { v: null, kids: [{ v: "a", kids: null }] }, alone: { v: null, kids: null } },
        { left: { kids: [{ v: "a" }] }, alone: {} },
      ],
      [
        { left: null, alone: {} },
        { left: null, alone: {} },
      ],
    ],
  },
  {
    name: "branches of the same names, which a constant tells apart",
    target: OPENAI,
    schema: object(
      {
        e: {
          anyOf: [
            object({ kind: { const: "a" }, data: { type: ["string", "null"] } }, ["kind", "data"]),
            object({ kind: { enum: ["b"] }, data: S }, ["kind"]),
            S,
          ],
        },
      },
      ["e"],
    ),
    becomes: closed(
      {
        e: {
          anyOf: [
            closed({ kind: { const: "a" }, data: { type: ["string", "null"] } }, ["kind", "data"]),
            closed({ kind: { enum: ["b"] }, data: { type: ["string", "null"] } }, ["kind", "data"]),
            S,
          ],
        },
      },
      ["e"],
    ),
    values: [
      [{ e: { kind: "a", data: null } }, { e: { kind: "a", data: null } }],
      [{ e: { kind: "b", data: null } }, { e: { kind: "b" } }],
      [{ e: { kind: "c", data: null } }, { e: { kind: "c", data: null } }],
      [{ e: "x" }, { e: "x" }],
    ],
  },
  {
    name: "unions whose branches are of different kinds are read live",
    target: ANTHROPIC,
    schema: object({ x: { anyOf: [{ type: "object", additionalProperties: S }, { type: "boolean" }, object({ a: S })] } }, ["x"]),
    becomes: closed(
      {
        x: { anyOf: [{ type: "array", items: closed({ key: S, value: S }, ["key", "value"]) }, { type: "boolean" }, closed({ a: S }, [])] },
      },
      ["x"],
    ),
    restore: { props: { x: { pairs: true } } },
    values: [
      [{ x: [{ key: "a", value: "b" }] }, { x: { a: "b" } }],
      [{ x: { a: "b" } }, { x: { a: "b" } }],
    ],
  },
  {
    name: "null beside a reference and beside a constant",
    target: OPENAI,
    schema: {
      ...object(
        { r: { $ref: "#/$defs/s", nullable: true }, c: { const: "k", nullable: true }, n: { type: ["string", "null"], const: "k" } },
        ["r", "c"],
      ),
      $defs: { s: S },
    },
    becomes: closed(
      {
        r: { anyOf: [S, { type: "null" }] },
        c: { anyOf: [{ const: "k" }, { type: "null" }] },
        n: { anyOf: [{ type: ["string", "null"], const: "k" }, { type: "null" }] },
      },
      ["r", "c", "n"],
    ),
    restore: { drop: ["n"] },
  },
  {
    name: "lists of values that repeat, are of no named type, or leave none",
    target: ANTHROPIC,
    schema: object(
      {
        a: { type: "string", enum: ["x", "x", 1] },
        b: { type: "boolean", enum: ["x"] },
        c: { const: "y", enum: ["x"] },
        d: { type: "string", enum: [] },
      },
      ["a", "a", "b", "c", "d"],
    ),
    becomes: closed({ a: { enum: ["x"] }, b: { enum: ["x"] }, c: { const: "y" }, d: { ...S, description: "{enum: []}" } }, [
      "a",
      "b",
      "c",
      "d",
    ]),
    found: ["equivalent.form ", "equivalent.form properties.a.enum", "approximated.schema properties.b"],
  },
  {
    name: "a null that may be listed once only",
    target: OPENAI,
    schema: object({ a: { type: ["string", "null"], enum: ["x"] } }),
    becomes: closed({ a: { type: ["string", "null"], enum: ["x", null] } }, ["a"]),
    restore: { drop: ["a"] },
  },
  {
    name: "keywords whose values are no bounds",
    target: GOOGLE,
    schema: object({ a: { type: "array", items: S, minItems: "3" } }),
    becomes: { type: "object", properties: { a: { type: "array", items: S, description: '{minItems: "3"}' } } },
  },
  {
    name: "the title of what may be anything, and a default that is not given",
    target: ANTHROPIC,
    schema: object({ b: { title: "B" }, c: { ...S, default: undefined } }, ["b", "c"]),
    becomes: closed({ b: { type: "string", title: "B", description: "JSON text." }, c: S }, ["b", "c"]),
    restore: { props: { b: { json: true } } },
  },
  {
    name: "pointers with steps of lists, and what is written otherwise in them",
    target: ANTHROPIC,
    schema: {
      ...object(
        {
          a: { anyOf: [S, N] },
          b: { $ref: "#/properties/a/anyOf/1" },
          c: { $ref: "#/%24defs/x~1y%25" },
          d: { $ref: "#/properties/a/anyOf/" },
        },
        ["b", "c"],
      ),
      $defs: { "x/y%": S },
    },
    becomes: closed({ a: { anyOf: [S, N] }, b: N, c: S, d: { ...S, description: "JSON text." } }, ["b", "c"]),
  },
  {
    name: "references to what a loose schema has elsewhere now",
    target: to("openai", "format", false),
    schema: { ...list("#", "#/items/properties/t"), $defs: { t: S } },
    becomes: {
      ...closed({ value: list("#/$defs/root", "#/$defs/t__2") }, ["value"]),
      $defs: { t: S, root: list("#/$defs/root", "#/$defs/t__2"), t__2: { $ref: "#/$defs/t" } },
    },
    restore: { unwrap: "value" },
    strict: false,
  },
  {
    name: "a legal name that another property has",
    target: to("anthropic", "tool", false),
    schema: object({ "filter[id]": S, filter_id__ce258d02: N }),
    becomes: object({ filter_id__7548984b: S, filter_id__ce258d02: N }),
    strict: false,
  },
  {
    name: "a tool of Google goes as it is",
    target: to("google", "tool"),
    schema: { type: "object", oneOf: [{ const: 1 }], $schema: "x" },
    becomes: { type: "object", oneOf: [{ const: 1 }], $schema: "x" },
    found: [],
  },
];

describe("reduceSchema", () => {
  for (const { name, target, schema, becomes, restore, strict = true, values = [], found: expected } of ROWS)
    it(`${target.vendor} ${target.use}: ${name}`, () => {
      const before = JSON.stringify(schema);
      const reduced = reduceSchema(schema, target);
      expect(reduced.schema).toEqual(becomes);
      expect(reduced.strict).toBe(strict);
      if (restore !== undefined) expect(reduced.restore).toEqual(restore);
      if (expected !== undefined) expect(found(reduced)).toEqual(expected);
      expect(JSON.stringify(schema)).toBe(before);
      for (const [answer, restored] of values) {
        const json = JSON.stringify(answer);
        expect(restoreValue(JSON.parse(json), reduced.restore ?? {})).toEqual(restored);
        expect(JSON.parse(inPieces(json, reduced))).toEqual(restored);
      }
    });

  it("is the JSON mode for a format of any object", () => {
    for (const schema of [{}, true, { type: "object" }, { type: "object", properties: {}, additionalProperties: true }])
      for (const target of [OPENAI, ANTHROPIC, GOOGLE, to("openai", "format", false)])
        expect(reduceSchema(schema, target)).toMatchObject({ json: true, strict: false });
  });

  it("keeps a schema that fits, and reports nothing of it", () => {
    const schema = closed({ a: { ...S, description: "A." }, b: { type: "array", items: N } }, ["a", "b"]);
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

/** Through the filter of streams, cut at every character. */
function inPieces(json: string, { restore = {} }: ReducedSchema): string {
  const filter = new RestoreFilter(restore);
  return [...json].map((char) => filter.push(char)).join("") + filter.end();
}
