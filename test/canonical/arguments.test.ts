import { describe, expect, test } from "vitest";
import { argumentsFromText, changeByValue } from "../../src/canonical/arguments.js";

describe("arguments by their value", () => {
  const change = (json: string) => changeByValue(argumentsFromText(json));

  test.each([
    ["{}", undefined],
    [" ", undefined],
    ["not json", undefined],
    ['{ "a": 1 }', { kind: "form" }],
    ['{"b":1,"2":2}', { kind: "form" }],
    ['{"a":"x\\"1","b":-1.5e3 }', { kind: "value", from: "-1.5e3", to: "-1500" }],
    ['{"a":1.0}', { kind: "value", from: "1.0", to: "1" }],
    ['{"a":1,"a":2}', { kind: "value", from: "1" }],
    ['{"a":"x","a":"y"}', { kind: "value" }],
  ])("of %s come back as they were, in another form, or as something else", (json, expected) => {
    expect(change(json)).toEqual(expected);
  });
});
