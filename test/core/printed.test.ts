import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.js";
import { isAsPrinted } from "../../src/core/json-text.js";
import { runs } from "../support/runs.js";

const known = (json: string) => {
  const value: Json = JSON.parse(json);
  return isAsPrinted(json, value);
};

describe("a text that is printed again as it stands", () => {
  it.each([
    "{}",
    "[]",
    '{"a":{},"b":[],"c":[[],{}]}',
    '{"path":"src/a.ts","limit":40,"deep":[1,-2,0,0.5,true,false,null,"x"]}',
    '{"text":"\\"so\\"\\n\\t\\\\ \\b\\f\\r","é":"東京 🚀"}',
    '{"hash":"9fd2c"}',
    '{"__proto__":1}',
  ])("is known without printing it: %s", (json) => {
    expect(known(json)).toBe(true);
  });

  it.each([
    '{"a": 1}',
    '{"a":1} ',
    '{"a":1,"a":1}',
    '{"a":[1, 2]}',
    '{"b":1,"2":1,"1":2}',
    '{"a":1e3}',
    // As long as what is printed for it.
    '{"a": 1e3}',
    '{"a":12345678901234567890}',
    '{"a":1234567890123456789012}',
    '{"a":9007199254740993}',
    '{"a":0.12345678901234567}',
    '{"a":1.0}',
    '{"a":-0}',
    '{"a":0.0000001}',
    '{"a":"\\/"}',
    '{"a":"\\u0061"}',
    '{"a":"\\u001f"}',
    '{"a":"\ud83d"}',
    '{"a":"\\ud83d"}',
  ])("is not claimed of another one: %s", (json) => {
    expect(known(json)).toBe(false);
  });
});

/** Ways to write a value, most of which no printer knows. */
const writings: fc.Arbitrary<string> = fc.letrec<{ value: string; text: string }>((tie) => {
  const space = fc.constantFrom("", "", "", "", " ", "\n");
  const character = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(..."ae1é東", "🚀", "\ud83d") },
    fc.constantFrom('\\"', "\\\\", "\\n", "\\/", "\\u0061", "\\ud83d\\ude80", "\\ud83d"),
  );
  const members = (item: fc.Arbitrary<string>) =>
    fc.tuple(fc.array(item, { maxLength: 3 }), space).map(([items, blank]) => items.join(`,${blank}`));
  return {
    text: fc.array(character, { maxLength: 4 }).map((characters) => `"${characters.join("")}"`),
    value: fc.oneof(
      { maxDepth: 3 },
      tie("text"),
      fc.constantFrom("0", "-0", "1", "1.0", "0.5", "1e2", "1E2", "100", "1e400", "1e-7", "0.0000001", "null", "true", "false"),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }).map(String),
      fc.stringMatching(/^[1-9]\.?\d{13,22}$/),
      members(tie("value")).map((items) => `[${items}]`),
      members(
        fc.tuple(tie("text"), space, tie("value"), space).map(([key, before, value, behind]) => `${key}:${before}${value}${behind}`),
      ).map((items) => `{${items}}`),
    ),
  };
}).value;

it("is never claimed of a text that is printed otherwise", () => {
  fc.assert(
    fc.property(writings, (json) => {
      if (known(json)) expect(JSON.stringify(JSON.parse(json))).toBe(json);
    }),
    runs(5000),
  );
});

it("is known of nearly all that is printed", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean())), (value) => {
      const json = JSON.stringify(value);
      // Control characters are escaped by number; some words look like numbers with an exponent.
      if (!/\\u|\de/i.test(json)) expect(known(json)).toBe(true);
    }),
    runs(500),
  );
});
