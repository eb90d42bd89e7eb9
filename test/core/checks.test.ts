/** What the checks say, word for word, and the facts that programs read. */
import { describe, expect, it } from "vitest";
import type { Fault, Fields, Requirement } from "../../src/core/check.js";
import { is } from "../../src/core/checks.js";
import { missing, objects } from "../../src/core/faults.js";

function faultsOf({ check }: Requirement<unknown>, node: Fields): readonly Fault[] {
  const faults: Fault[] = [];
  const last = check(node, undefined, (fault) => faults.push(fault) > 0, {});
  return last === undefined ? faults : [...faults, last];
}
const said = (requirement: Requirement<unknown>, node: Fields) => faultsOf(requirement, node)[0];

describe("a type", () => {
  it.each([
    ["string", "a string", "x", 5],
    ["integer", "an integer", 5, 1.5],
    ["natural number", "an integer of at least 0", 0, -1],
    ["boolean", "a boolean", false, "false"],
    ["object", "an object", {}, []],
    ["array", "an array", [], {}],
  ] as const)("%s is told by its name and by what came instead", (type, expected, right, wrong) => {
    const received = Array.isArray(wrong)
      ? "an empty array"
      : typeof wrong === "object"
        ? "an object"
        : `the ${typeof wrong} ${JSON.stringify(wrong)}`;
    const fault = { at: ["key"], problem: `must be ${expected}, not ${received}`, expected, received };
    for (const typed of [is.typed("key", type), is.required("key", type)]) {
      expect(said(typed, { key: right })).toBeUndefined();
      expect(said(typed, { key: wrong })).toEqual(fault);
    }
    expect(faultsOf(is.items("key", type), { key: [right, wrong, right] })).toEqual([{ ...fault, at: ["key", 1] }]);
    expect(faultsOf(is.items("key", type), { key: [right] })).toEqual([]);
    expect(faultsOf(is.items("key", type), { key: "none" })).toEqual([]);
  });

  it("that is optional may be absent or null, one that is required may not", () => {
    const fault = { at: ["key"], problem: "is required and is missing", received: "nothing", expected: "a string" };
    for (const node of [{}, { key: null }, { key: undefined }, Object.create({ key: "inherited" })]) {
      expect(said(is.typed("key", "string"), node)).toBeUndefined();
      expect(said(is.required("key", "string"), node)).toEqual(fault);
    }
    expect(missing(["a", 0], "a word")).toMatchObject({ at: ["a", 0], expected: "a word" });
  });
});

describe("an amount", () => {
  it.each([
    [{ min: 1, max: 3 }, [1, 2, 3], 0, "at least 1", 1, "1 to 3"],
    [{ min: 1, max: 3 }, [], 4, "at most 3", 3, "1 to 3"],
    [{ min: -2, max: 2, exclusiveMax: 1.99 }, [-2, 1.99], 2, "below 2", 2, "-2 to below 2"],
    [{ min: 0 }, [0, 1e9], -1, "at least 0", 0, "at least 0"],
    [{ min: 0, max: Number.POSITIVE_INFINITY }, [0, 1e300], -1, "at least 0", 0, "at least 0"],
  ] as const)("%j passes %j and refuses %d", (range, right, wrong, must, limit, expected) => {
    for (const key of right) expect(said(is.inRange("key", range), { key })).toBeUndefined();
    expect(said(is.inRange("key", range), { key: wrong })).toEqual({
      at: ["key"],
      problem: `must be ${must}, not ${wrong}`,
      limit,
      expected,
      received: String(wrong),
    });
  });

  it("that is no number is no business of a range", () => {
    for (const key of ["9", null, undefined, {}, true]) expect(said(is.inRange("key", { min: 1, max: 3 }), { key })).toBeUndefined();
  });
});

describe("a length", () => {
  it("has a limit for the characters of a string and for the entries of an array", () => {
    const fault = (words: string) => ({
      at: ["key"],
      problem: `must have at most 2 ${words}, not 3`,
      limit: 2,
      expected: `at most 2 ${words}`,
      received: `3 ${words}`,
    });
    expect(said(is.longest("key", 2, "characters"), { key: "abc" })).toEqual(fault("characters"));
    expect(said(is.longest("key", 2, "entries"), { key: [1, 2, 3] })).toEqual(fault("entries"));
    for (const key of ["ab", [1, 2, 3], 3, null]) expect(said(is.longest("key", 2, "characters"), { key })).toBeUndefined();
    for (const key of ["abc", [1, 2], 3, null]) expect(said(is.longest("key", 2, "entries"), { key })).toBeUndefined();
  });

  it("of nothing is no length", () => {
    const fault = { at: ["key"], problem: "must not be empty", expected: "at least one", limit: 1 };
    expect(said(is.filled("key", "string"), { key: "" })).toEqual({ ...fault, received: "an empty string" });
    expect(said(is.filled("key", "array"), { key: [] })).toEqual({ ...fault, received: "an empty array" });
    for (const key of ["x", [1], [], null]) expect(said(is.filled("key", "string"), { key })).toBeUndefined();
    for (const key of ["x", [1], "", null]) expect(said(is.filled("key", "array"), { key })).toBeUndefined();
  });
});

describe("a word", () => {
  const legal = ["low", "high"];

  it("that is not is told with the legal ones, and with the one that was probably meant", () => {
    const expected = '"low" or "high"';
    expect(said(is.oneOf("key", legal), { key: "middle" })).toEqual({
      at: ["key"],
      problem: `must be ${expected}, not the string "middle"`,
      expected,
      received: "middle",
    });
    expect(said(is.oneOf("key", legal), { key: "hihg" })).toMatchObject({
      problem: `must be ${expected}, not the string "hihg"; did you mean "high"?`,
      suggestion: "high",
    });
    expect(said(is.oneOf("key", ["only"]), { key: "x" })).toMatchObject({ expected: '"only"' });
  });

  it("of the vendor's own is named as that, and offered only where it passes in silence", () => {
    const extended = { extension: ["max"] };
    expect(said(is.oneOf("key", legal, extended), { key: "max" })).toEqual({
      at: ["key"],
      problem: `is the string "max", which the specification does not list; it is the vendor's own`,
      grade: "extension",
    });
    expect(said(is.oneOf("key", legal, extended), { key: "x" })).toMatchObject({ expected: '"low" or "high"' });
    expect(said(is.oneOf("key", legal, { ...extended, grade: "allowed" }), { key: "max" })).toEqual({
      at: ["key"],
      problem: "is a word that the specification does not list; it is the vendor's own",
      grade: "allowed",
    });
    expect(said(is.oneOf("key", legal, { ...extended, grade: "allowed" }), { key: "x" })).toMatchObject({
      expected: '"low", "high" or "max"',
    });
    expect(said(is.oneOf("key", legal, extended), { key: "MAX" })).toMatchObject({ suggestion: "max" });
  });

  it("that only may be wrong is not called wrong", () => {
    expect(said(is.oneOf("key", legal, { otherwise: "extension" }), { key: "x" })).toMatchObject({
      problem: 'is the string "x", which is not "low" or "high"',
      grade: "extension",
    });
    expect(said(is.oneOf("key", legal, { otherwise: "unknown" }), { key: "x" })).toMatchObject({
      problem: 'is the string "x", which is not "low" or "high"',
      grade: "unknown",
    });
    expect(said(is.oneOf("key", legal, { otherwise: "error" }), { key: "x" })).toMatchObject({
      problem: 'must be "low" or "high", not the string "x"',
    });
  });
});

describe("members of a node", () => {
  it("that exclude each other are told at the second", () => {
    const rule = is.notBoth("a", "b");
    for (const node of [{ a: 1 }, { b: 1 }, { a: 1, b: null }, {}]) expect(said(rule, node)).toBeUndefined();
    expect(said(rule, { a: 1, b: 2 })).toEqual({ at: ["b"], expected: "`a` or `b`, not both" });
  });

  it("that have a form are told by it", () => {
    const one = is.matching("key", /^\d+$/, "digits");
    for (const key of ["12", 5, null]) expect(said(one, { key })).toBeUndefined();
    const fault = { at: ["key"], problem: 'must be digits, not the string "a"', expected: "digits", received: "a" };
    expect(said(one, { key: "a" })).toEqual(fault);
  });

  it("of a node inside have its key before theirs", () => {
    const inner = is.inside("outer", is.required("key", "string"));
    for (const outer of [{ key: "x" }, "none", null, []]) expect(faultsOf(inner, { outer })).toEqual([]);
    expect(faultsOf(inner, { outer: {} })).toMatchObject([{ at: ["outer", "key"] }]);
  });

  it("are checked one by one, and all that is wrong is told", () => {
    const check = is.all(is.required("a", "string"), is.items("b", "string"), is.typed("c", "string"));
    expect(faultsOf(check, { a: "x" })).toEqual([]);
    expect(faultsOf(check, { b: [1, "x", 2], c: "x" })).toMatchObject([{ at: ["a"] }, { at: ["b", 0] }, { at: ["b", 2] }]);
  });

  it("that are objects are found among others", () => {
    expect(objects([{ a: 1 }, null, "x", [], {}])).toEqual([{ a: 1 }, {}]);
    expect(objects("none")).toEqual([]);
  });
});
