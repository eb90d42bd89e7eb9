import { describe, expect, test } from "vitest";
import { createEventTranslator } from "../../../src/index.js";
import type { Json } from "../../../src/model/index.js";
import { PiecedCall, withNames } from "../../../src/styles/generate-content/stream.js";

function gathered(...entries: readonly Json[]) {
  const call = new PiecedCall([]);
  const unread = call.add({}, { name: "f", partialArgs: entries });
  return { value: call.whole().functionCall?.args, read: entries.map((_entry, index) => !unread.includes(index)) };
}

const at = (jsonPath: string, value: Json = "x"): Json => ({ jsonPath, stringValue: value });

describe("arguments in pieces", () => {
  test("have values of every kind", () => {
    expect(
      gathered(
        { jsonPath: "$.text", stringValue: "a" },
        { jsonPath: "$.number", numberValue: 1.5 },
        { jsonPath: "$.flag", boolValue: false },
        { jsonPath: "$.nothing", nullValue: "NULL_VALUE" },
        { jsonPath: "$.later", willContinue: true },
      ),
    ).toEqual({ value: { text: "a", number: 1.5, flag: false, nothing: null }, read: [true, true, true, true, true] });
  });

  test("have strings that go on until they say they do not", () => {
    expect(
      gathered(
        { jsonPath: "$.a", stringValue: "New ", willContinue: true },
        { jsonPath: "$.a", stringValue: "York" },
        { jsonPath: "$.a", stringValue: "Rome" },
      ).value,
    ).toEqual({ a: "Rome" });
    expect(gathered({ jsonPath: "$.a", stringValue: "New ", willContinue: true }, { jsonPath: "$.a", stringValue: "York" }).value).toEqual({
      a: "New York",
    });
    expect(gathered({ jsonPath: "$.a", stringValue: "1", willContinue: true }, { jsonPath: "$.a", numberValue: 2 }).value).toEqual({
      a: 2,
    });
  });

  test.each([
    ["$.a.b", { a: { b: "x" } }],
    ["$[0]", { 0: "x" }],
    ["$.a[0]", { a: ["x"] }],
    ["$.a[0].b", { a: [{ b: "x" }] }],
    ["$['odd key']", { "odd key": "x" }],
    ['$["odd key"].b', { "odd key": { b: "x" } }],
    ["$['it\\'s']", { "it's": "x" }],
    ["$['']", { "": "x" }],
    ["$['a.b'][\"c'd\"]", { "a.b": { "c'd": "x" } }],
    ["$.__proto__", JSON.parse('{"__proto__":"x"}')],
  ])("stand at %s", (path, value) => {
    expect(gathered(at(path))).toEqual({ value, read: [true] });
  });

  test("stand in lists in the order of their indexes, without gaps", () => {
    expect(gathered(at("$.a[2]", "c"), at("$.a[0]", "a")).value).toEqual({ a: ["a", "c"] });
  });

  test.each<Json>([
    at("a"),
    at("$"),
    at("$a"),
    at("$.a..b"),
    at("$['a"),
    at(`$${".a".repeat(65)}`),
    { jsonPath: 5, stringValue: "x" },
    { stringValue: "x" },
    "x",
    null,
  ])("cannot be read: %j", (entry) => {
    expect(gathered(entry)).toEqual({ value: {}, read: [false] });
  });

  test("cannot stand below a value, nor a value where others stand below", () => {
    expect(gathered(at("$.a"), at("$.a.b"))).toEqual({ value: { a: "x" }, read: [true, false] });
    expect(gathered(at("$.a.b"), at("$.a"))).toEqual({ value: { a: { b: "x" } }, read: [true, false] });
  });

  test("stand beside those that came whole", () => {
    const call = new PiecedCall([]);
    call.add({}, { name: "f", args: { a: 1, b: 1 } });
    call.add({}, { name: "f", args: { b: 2 }, partialArgs: [at("$.c")] });
    expect(call.whole().functionCall?.args).toEqual({ a: 1, b: 2, c: "x" });
  });
});

test.each(["chat-completions", "messages"] as const)("what a later piece has beside the arguments is part of the call, into %s", (to) => {
  const piece = (functionCall: object, beside: object = {}) => ({ candidates: [{ content: { parts: [{ functionCall, ...beside }] } }] });
  const translator = createEventTranslator({ from: "generate-content", to });
  const steps = [
    piece({ name: "f", willContinue: true }),
    piece({
      partialArgs: [
        { jsonPath: "$.a", stringValue: "x" },
        { jsonPath: "$.b", bytesValue: "x" },
      ],
      willContinue: true,
    }),
    piece({ id: "late", other: 1 }, { thoughtSignature: "U0lH" }),
    { candidates: [{ finishReason: "STOP" }] },
  ].map((event) => translator.push(event));
  const written = JSON.stringify(steps.map(({ events }) => events));
  expect(written).toContain('"id":"late"');
  expect(written).toContain("U0lH");
  const found = steps.flatMap(({ issues }) => issues.map(({ code, path }) => `${code} ${path.join(".")}`));
  expect(found).toContain("stream.protocol 1.candidates.0.content.parts.0.functionCall.partialArgs.1");
  expect(found).toContain("dropped.field 2");
});

describe("calls without a name", () => {
  const body = (...parts: readonly Json[]): Json => ({ candidates: [{ content: { parts } }, {}, 5, { content: {} }] });

  test("get an empty one", () => {
    expect(withNames(body({ functionCall: { args: {} }, thoughtSignature: "S" }, { functionCall: { name: null } }, { text: "a" }))).toEqual(
      body({ functionCall: { args: {}, name: "" }, thoughtSignature: "S" }, { functionCall: { name: "" } }, { text: "a" }),
    );
  });

  test.each([body({ functionCall: { name: "f" } }, "x", { functionCall: 5 }), {}, { candidates: {} }, [], null, "x"])(
    "are none in %j, which stays the very same",
    (given) => {
      expect(withNames(given)).toBe(given);
    },
  );
});
