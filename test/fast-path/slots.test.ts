import { expect, test } from "vitest";
import { findSlots, isCount } from "../../src/fast-path/slots.js";
import type { Slot } from "../../src/styles/style.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const TEXT = { path: ["a", 1, "t"], kind: "text" } as const;
const COUNT = { path: ["n"], kind: "count" } as const;

function find(document: string, ...wanted: readonly Slot[]) {
  const bytes = bytesOf(document);
  return findSlots(bytes, 0, bytes.length, wanted)?.map(({ order, start, end }) => [order, document.slice(start, end)]);
}

test("values at given paths are found, in the order in which they stand", () => {
  expect(find('{"n":12,"a":[{"t":"no"},{"x":{"t":"no"},"t":"yes"}]}', TEXT, COUNT)).toEqual([
    [1, "12"],
    [0, "yes"],
  ]);
  expect(find(' { "a" : [ [1,{}] , { "y" : "\\"}" , "t" : "" } ] , "z" : null , "n" : 0 } ', TEXT, COUNT)).toEqual([
    [0, ""],
    [1, "0"],
  ]);
  expect(find('{"a":{},"b":[]}')).toEqual([]);
});

test.each([
  ['{"a":[0,{"t":"x"}],"m":1}', "one is missing"],
  ['{"a":[0,{"t":"x"}],"n":1,"n":2}', "a key stands twice on the way"],
  ['{"a":[0,{"t":"x"}],"\\u006e":1,"n":2}', "a key on the way is escaped"],
  ['{"a":[0,{"t":"x"}],"é":1,"n":2}', "a key on the way is no ASCII"],
  ['{"a":[0,{"t":5}],"n":1}', "a text is none"],
  ['{"a":[0,{"t":"x"}],"n":"1"}', "a count is none"],
  ['{"a":[0,{"t":"x"}],"n":1.5}', "a count has a fraction"],
  ['{"a":[0,{"t":"x"}],"n":-1}', "a count is negative"],
  ['{"a":[0,"t"],"n":1}', "a scalar stands where an object should"],
  ['{"a":[],"n":1}', "a list is empty"],
  ['{"a":[0],"n":1}', "a list is too short"],
  ["{}", "there is nothing"],
  ['{"a":[0,{"t":"x"}],"n":1}x', "something stands behind it"],
  ['{"a":[0,{"t":"x"}],"n":1', "it is cut off"],
  ['{"a":[0,{"t":"x"}],"n"', "it is cut off behind a key"],
  ['{"a":[0,{"t":"x"}],n:1}', "a key is none"],
  ['{"a":[0,{"t":"x"}],"n" 1}', "a colon is missing"],
  ['{"a":[0,{"t":"x"}] "n":1}', "a comma is missing"],
  ['{"a":[0,{"t":"x"}', "a list is cut off"],
  ['{"a":[0,{"t":"x"} 1],"n":1}', "a list has no comma"],
  ['{"a":[0,{"t":"x', "a text is cut off"],
  ['{"x":{"y":1', "a value that nobody wants is cut off"],
  ['{"x', "a key is cut off"],
])("%s teaches nothing: %s", (document) => {
  expect(find(document, TEXT, COUNT)).toBeUndefined();
});

test.each([
  ["0", true],
  ["10", true],
  ["999999999999999", true],
  ["1000000000000000", false],
  ["01", false],
  ["", false],
  ["1a", false],
  ["/", false],
  [":", false],
])("%s is a count, or is none", (digits, expected) => {
  expect(isCount(bytesOf(digits), 0, digits.length)).toBe(expected);
});
