import { expect, test } from "vitest";
import { Pattern, REFUSED, Template, UNFINISHED } from "../../src/fast-path/pattern.js";
import { BLANK, difference, type Expected, TEXT } from "../../src/fast-path/repeated-event.js";

const expected: Expected = { texts: ["a", "b"], padding: "p", counted: true };
const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  ['{"t":"a","n":1}', '{"t":"b","n":1}', ['{"t":"', '","n":1}'], [TEXT]],
  ['{"p": "x","t":"a"}', '{"p": "xy","t":"b"}', ['{"p": "', '","t":"', '"}'], [-2, TEXT]],
  ['{"t":"a","u":{"n":4,"m":9}}', '{"t":"b","u":{"n":5,"m":10}}', ['{"t":"', '","u":{"n":', ',"m":', "}}"], [TEXT, 5, 10]],
  ['{"t":"a" }', '{"t":"b"   }', ['{"t":"', '"', "}"], [TEXT, BLANK]],
  ['{"t":"a"}', '{"t":"b"} ', ['{"t":"', '"}', ""], [TEXT, BLANK]],
  ['{"t":"a","r":"a"}', '{"t":"b","r":"b"}', ['{"t":"', '","r":"', '"}'], [TEXT, TEXT]],
])("%s and %s differ in their text, their padding and their counts", (first, second, pieces, gaps) => {
  expect(difference(first, second, expected)).toEqual({ pieces, gaps });
});

test.each([
  ['{"t":"a","n":1}', '{"t":"b"}', "a field is missing"],
  ['{"t":"a"}', '{"t":"b","n":1}', "a field is new"],
  ['{"t":"a","q":"x"}', '{"t":"b","q":"y"}', "another string differs"],
  ['{"t":"a","n":1,"m":1}', '{"t":"b","n":2,"m":3}', "counts do not grow alike"],
  ['{"t":"a","n":1.5}', '{"t":"b","n":2.5}', "a number is no count"],
  ['{"t":"a","n":1}', '{"t":"b","n":"1"}', "a string was a number"],
  ['{"t":"a","n":null}', '{"t":"b","n":true}', "a word differs"],
  ['{"t":"a"}', '{"t":"b"}]', "the end differs"],
  ['{"t":"a","n":1 }', '{"t":"b","n":12}', "a number is longer than another and its space"],
])("%s and %s have more to tell them apart: %s", (first, second) => {
  expect(difference(first, second, expected)).toBeUndefined();
});

test("counts are compared only where the events count", () => {
  expect(difference('{"t":"a","n":1}', '{"t":"b","n":2}', { texts: ["a", "b"] })).toBeUndefined();
});

function patternOf(first: string, second: string) {
  const found = difference(first, second, expected);
  const pattern = found && new Pattern(found, "data: ", "\n\n");
  const match = (text: string) => {
    const bytes = bytesOf(text);
    return pattern?.match(bytes, new DataView(bytes.buffer), 0);
  };
  return { pattern, match };
}

test("a pattern matches what differs in the same places, and counts that have grown alike", () => {
  const { pattern, match } = patternOf('{"t":"a","n":7,"m":10}', '{"t":"b","n":8,"m":11}');
  expect(match('data: {"t":"longer","n":123,"m":126}\n\nmore')).toBe(38);
  expect([pattern?.start, pattern?.end]).toEqual([12, 18]);
  expect(pattern?.grown).toBe(115);
  for (const [n, m] of [
    ["", "3"],
    ["x", "3"],
    ["007", "10"],
    ["-1", "2"],
    ["1.5", "4"],
    ["1234567890123456", "3"],
    ["5", "9"],
  ])
    expect([n, match(`data: {"t":"x","n":${n},"m":${m}}\n\n`)]).toEqual([n, REFUSED]);
  for (const other of ['data: {"t":"","n":1,"m":4}\n\n', 'data: {"u":"x","n":1,"m":4}\n\n', 'data: {"t":"\\x","n":1,"m":4}\n\n'])
    expect(match(other)).toBe(REFUSED);
  const whole = 'data: {"t":"xy","n":12,"m":15}\n\n';
  for (let end = 0; end < whole.length; end++) expect([end, match(whole.slice(0, end))]).toEqual([end, UNFINISHED]);
});

test("a pattern matches whatever number of spaces pads an event", () => {
  const { match } = patternOf('{"t":"a"}  ', '{"t":"b"} ');
  for (const spaces of ["", " ", "    "]) expect(match(`data: {"t":"x"}${spaces}\n\n`)).toBe(17 + spaces.length);
  expect(match('data: {"t":"x"}  ')).toBe(UNFINISHED);
});

test("a template writes an event around each text, wherever it stands in it", () => {
  const long = "d".repeat(50);
  const source = bytesOf(`abc${long}`);
  const write = (pieces: readonly string[], texts: readonly number[]) =>
    new TextDecoder().decode(new Template(pieces).write(source, texts));
  expect(write(['{"t":"', '"}\n'], [1, 3])).toBe('{"t":"bc"}\n');
  expect(write(['{"t":"', '","u":"', '"}\n'], [1, 3, 3, 53])).toBe(`{"t":"bc","u":"bc"}\n{"t":"${long}","u":"${long}"}\n`);
});
