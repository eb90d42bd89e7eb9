import { describe, expect, test } from "vitest";
import { argumentsFromText, argumentsFromValue, argumentsText, changeByValue } from "../../src/model/tools.js";

describe("arguments by their value", () => {
  const change = (json: string) => changeByValue(argumentsFromText(json));

  test.each([
    ["{}", undefined],
    [" ", undefined],
    ["not json", undefined],
    ['{ "a": 1 }', { kind: "form" }],
    ['{"b":1,"2":2}', { kind: "form" }],
    ['{"a":"\\u0031"}', { kind: "form" }],
    ['{"a":0.50}', { kind: "value", from: "0.50", to: "0.5" }],
    ['{"a":9.0}', { kind: "value", from: "9.0", to: "9" }],
    ['{"a":"x\\"1","b":-1.5e3 }', { kind: "value", from: "-1.5e3", to: "-1500" }],
    ['{"a":1.0}', { kind: "value", from: "1.0", to: "1" }],
    ['{"a":1,"a":2}', { kind: "value", from: "1" }],
    ['{"a":"x","a":"y"}', { kind: "value" }],
  ])("of %s come back as they were, in another form, or as something else", (json, expected) => {
    expect(change(json)).toEqual(expected);
  });
});

describe("arguments", () => {
  test("in a text that is no object have no value", () => {
    expect(argumentsFromText("[1]")).toStrictEqual({ json: "[1]" });
    expect(argumentsFromText("oops")).toStrictEqual({ json: "oops" });
  });

  test("that were wrapped are unwrapped, and an object with more in it is what it says", () => {
    expect(argumentsFromValue({ __raw_arguments: "oops" })).toStrictEqual({ json: "oops" });
    const value = { __raw_arguments: "oops", a: 1 };
    expect(argumentsFromValue(value)).toStrictEqual({ json: JSON.stringify(value), value });
  });

  test.each([
    ["", "{}"],
    [" \n", "{}"],
    [' {"a": 1}', ' {"a": 1}'],
  ])("of the text %j are written as %j", (json, text) => {
    expect(argumentsText({ json })).toBe(text);
  });
});
