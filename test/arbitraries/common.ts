/** Small generators that the styles' grammars are made of. */
import fc from "fast-check";

/** An object of which each optional member may be missing; `nulls` may also hold null, which means the same. */
export function record<R extends object, O extends object>(
  required: { [K in keyof R]: fc.Arbitrary<R[K]> },
  optional: { [K in keyof O]: fc.Arbitrary<O[K]> } | Record<string, never> = {},
): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries<fc.Arbitrary<unknown>>(optional).map(([key, arbitrary]): [string, fc.Arbitrary<unknown>] => [
    key,
    // Most options are absent most of the time, or every document would be about all of them at once.
    fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary }, { weight: 1, arbitrary: fc.constant(null) }),
  ]);
  const all: Record<string, fc.Arbitrary<unknown>> = {
    ...Object.fromEntries(Object.entries<fc.Arbitrary<unknown>>(required)),
    ...Object.fromEntries(entries),
  };
  return fc.record(all).map((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)));
}

/** The same object with now and then a field that nobody knows. */
export function withUnknown(arbitrary: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  return fc.oneof(
    { weight: 9, arbitrary },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          arbitrary,
          fc.constantFrom("x_vendor", "new.field", "__proto__x", "constructor"),
          fc.oneof(fc.integer(), fc.string(), fc.constant({ deep: [1, "a"] })),
        )
        .map(([value, key, extra]) => ({ ...value, [key]: extra })),
    },
  );
}

/** The code points but for halves of pairs, which stand between the others. */
const character = fc.nat({ max: 0x10f7ff }).map(
  (index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800),
  (value) => {
    const point = typeof value === "string" ? value.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== value) throw new Error("not a character");
    return point < 0xd800 ? point : point - 0x800;
  },
);
/** The texts of `fc.string({ unit: "binary" })`, which keeps a map of all 1.1 million characters: a second to make, and 85 MB. */
export const anyText = (constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...constraints });

export const text = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "Hello",
      "What is the weather in Paris?",
      "a",
      "héllo 😀",
      "line\nbreak",
      "  spaced ",
      '{"a":1}',
      "```js\n1\n```",
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom("", " ", "\n") },
);
export const word = fc.constantFrom("get_weather", "search", "f", "calc", "book_flight");
export const callId = fc.constantFrom("call_1", "call_2", "toolu_3", "a", "id-4", "x:y/z");
export const model = fc.constantFrom(
  "gpt-5",
  "claude-sonnet-4-5",
  "claude-opus-4-6",
  "gemini-2.5-flash",
  "gemini-3-pro",
  "llama-3",
  "some/model:free",
);
export const base64 = fc.constantFrom("AA==", "iVBORw0KGgo=", "JVBERi0xLjQ=", "UklGRg==");
export const url = fc.constantFrom(
  "https://example.com/a.png",
  "https://example.com/doc.pdf",
  "http://h/x?y=1#z",
  "https://example.com/nothing",
);
export const count = fc.nat({ max: 5000 });
export const bool = fc.boolean();

/** JSON values small enough to read in a counterexample. */
export const smallJson: fc.Arbitrary<unknown> = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1.5, 1e21, "", "x", "é"),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "type", "data", "snake_case"), tie("json"), { maxKeys: 3 }),
  ),
})).json;
export const args = fc.dictionary(fc.constantFrom("city", "n", "unit", "snake_case", "output", "input"), smallJson, { maxKeys: 3 });

/** JSON Schemas, in and out of the subset of generate-content. */
export const jsonSchema: fc.Arbitrary<Record<string, unknown>> = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    record(
      { type: fc.constantFrom("string", "number", "integer", "boolean") },
      {
        description: text,
        enum: fc.constant(["a", "b"]),
        minimum: fc.integer({ min: 0, max: 9 }),
        format: fc.constant("date-time"),
        const: fc.constant("a"),
      },
    ),
    record({ type: fc.constant("array"), items: tie("schema") }, { minItems: fc.nat({ max: 3 }), uniqueItems: bool }),
    record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("title", "city", "const", "n"), tie("schema"), { maxKeys: 2 }),
      },
      { required: fc.constant(["city"]), additionalProperties: fc.constant(false), title: text },
    ),
    record({ anyOf: fc.tuple(tie("schema"), fc.constant({ type: "null" })) }),
    record({ type: fc.constant(["string", "null"]) }),
  ),
})).schema;
export const objectSchema = record(
  { type: fc.constant("object"), properties: fc.dictionary(fc.constantFrom("title", "city", "n"), jsonSchema, { maxKeys: 2 }) },
  {
    required: fc.constant(["city"]),
    additionalProperties: fc.constant(false),
    $schema: fc.constant("https://json-schema.org/draft/2020-12/schema"),
    description: text,
  },
);
