import { describe, expect, test } from "vitest";
import { stripForeignSignatures } from "../../../src/styles/generate-content/signatures.js";
import * as gen from "../../support/gen.js";

const envelope = (origin: string) => btoa(`sig1.${origin}.t.S`);
const body = (...parts: readonly unknown[]) => ({ contents: [{ role: "model", parts }] });
function cleaned(...parts: readonly unknown[]) {
  const { value, issues } = stripForeignSignatures(body(...parts));
  return { value, told: issues.map(({ path, from }) => `${path.slice(2).join(".")} ${from}`) };
}

describe("another vendor's signature", () => {
  test.each([{ thought: true }, { thought: true, text: "" }, { thought: true, text: null }])(
    "goes with a thought that holds nothing else: %j",
    (part) => {
      expect(cleaned({ ...part, thoughtSignature: envelope("m") }, { text: "x" })).toEqual({
        value: body({ text: "x" }),
        told: ["parts.0.thoughtSignature messages"],
      });
    },
  );

  test.each([{}, { text: "" }])("goes with a part that says nothing else: %j", (part) => {
    expect(cleaned({ text: "x" }, { ...part, thoughtSignature: envelope("m") }).value).toEqual(body({ text: "x" }));
  });

  test("is taken out of a call beside a thought, which stays", () => {
    const call = { thought: true, functionCall: { name: "f" } };
    expect(cleaned({ ...call, thoughtSignature: envelope("m") }).value).toEqual(body(call));
  });

  test("takes along a turn that held nothing else, but none that was empty before", () => {
    const others = [gen.user("x"), { role: "model", parts: [] }];
    const given = { contents: [...others, ...body({ text: "", thought: true, thoughtSignature: envelope("m") }).contents] };
    const { value, issues } = stripForeignSignatures(given);
    expect(value).toEqual({ contents: others });
    expect(issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual([
      "unportable.signature contents.2.parts.0.thoughtSignature",
      "equivalent.form contents.2",
    ]);
  });

  test.each([
    null,
    "x",
    { contents: "x" },
    { contents: ["x", { role: "user" }, { parts: "x" }] },
    body("x", null, { text: "x" }, { thoughtSignature: 5 }, { thoughtSignature: "own" }, { thoughtSignature: envelope("g") }),
  ])("is not in %j, which stays the very same", (given) => {
    const { value, issues } = stripForeignSignatures(given);
    expect(value).toBe(given);
    expect(issues).toEqual([]);
  });
});

describe("the first call of a step that lost its signature", () => {
  const BYPASS = "skip_thought_signature_validator";
  const call = (name: string) => ({ functionCall: { name, args: {} } });
  const signed = (part: object) => ({ ...part, thoughtSignature: envelope("m") });
  const model = (...parts: readonly unknown[]) => ({ role: "model", parts });
  const ask = gen.user("q");
  const results = gen.user({ functionResponse: { name: "a", response: {} } });
  function mended(contents: readonly unknown[], options: object = { model: "gemini-3-pro" }) {
    const { value, issues } = stripForeignSignatures({ contents }, options);
    const made = issues.filter(({ code }) => code === "synthesized.signature").map(({ path }) => path.join("."));
    return { contents: value, made };
  }

  test("has the value that stands for none, in each step", () => {
    const given = [ask, model(signed(call("a")), call("b")), results, model({ text: "x" }, signed(call("c"))), results];
    expect(mended(given)).toEqual({
      contents: {
        contents: [
          ask,
          model({ ...call("a"), thoughtSignature: BYPASS }, call("b")),
          results,
          model({ text: "x" }, { ...call("c"), thoughtSignature: BYPASS }),
          results,
        ],
      },
      made: ["contents.1.parts.0", "contents.3.parts.1"],
    });
  });

  test.each([
    { what: "part", given: [model(signed({ text: "", thought: true }), call("a"))], made: ["contents.1.parts.1"] },
    {
      what: "content",
      given: [model(signed({ text: "", thought: true })), model(call("a")), model(call("b"))],
      made: ["contents.2.parts.0"],
    },
    { what: "call in snake_case", given: [model(signed({ function_call: { name: "a" } }))], made: ["contents.1.parts.0"] },
  ])("has it where the signature stood in a $what before it", ({ given, made }) => {
    expect(mended([ask, ...given, results]).made).toEqual(made);
  });

  test("keeps a signature of its own", () => {
    const given = [model(signed({ text: "t", thought: true }), { ...call("a"), thoughtSignature: "own" })];
    expect(mended(given)).toEqual({ contents: { contents: [model({ text: "t", thought: true }, given[0]?.parts[1])] }, made: [] });
    const snake = [model(signed({ text: "t", thought: true }), { ...call("a"), thought_signature: "own" })];
    expect(mended(snake).made).toEqual([]);
  });

  test("has none in a step that nothing was taken out of", () => {
    expect(mended([ask, model(call("a")), results, model(signed({ text: "x" })), 5, { role: "model" }]).made).toEqual([]);
  });

  test.each([
    { model: "gemini-2.5-pro" },
    {},
    { model: "gemini-3-pro", gSignatureBypass: false },
    { model: "gemini-3-pro", modelGeneration: 2 },
  ])("has none with %j", (options) => {
    expect(mended([ask, model(signed(call("a"))), results], options).made).toEqual([]);
  });

  test.each([{ modelGeneration: 3 }, { capabilities: { generation: 3 } }])("has it with %j", (options) => {
    expect(mended([ask, model(signed(call("a"))), results], options).made).toEqual(["contents.1.parts.0"]);
  });
});
