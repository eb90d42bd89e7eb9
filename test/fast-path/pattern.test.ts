import { expect, test } from "vitest";
import { REFUSED, UNFINISHED } from "../../src/fast-path/body.js";
import { roomFor, viewOf } from "../../src/fast-path/envelope.js";
import { learnPattern, READERS } from "../../src/fast-path/pattern.js";
import type { Slot } from "../../src/styles/style.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function learn(event: string, wanted: readonly Slot[]) {
  const bytes = new Uint8Array(event.length + roomFor(wanted.length));
  bytes.set(bytesOf(event));
  return learnPattern(bytes, { start: 5, end: event.length - 2 }, wanted, READERS);
}

test("an event with a count is recognised whatever the count, as long as it is one", () => {
  const event = 'data: {"t":"x","n":7}\n\n';
  const wanted = [
    { path: ["t"], kind: "text" },
    { path: ["n"], kind: "count" },
  ] as const;
  const pattern = learn(event, wanted);
  const match = (text: string) => {
    const bytes = bytesOf(text);
    return pattern?.match(bytes, viewOf(bytes), 0);
  };
  expect(match('data: {"t":"longer","n":123}\n\nmore')).toBe(30);
  expect([pattern?.counts, pattern?.units]).toEqual([[123], 6]);
  for (const other of ["", "x", "007", "-1", "1.5", "1234567890123456"])
    expect([other, match(`data: {"t":"x","n":${other}}\n\n`)]).toEqual([other, REFUSED]);
  for (const other of ['data: {"t":"","n":1}\n\n', 'data: {"u":"x","n":1}\n\n', 'data: {"t":"\\/","n":1}\n\n'])
    expect(match(other)).toBe(REFUSED);
  const whole = 'data: {"t":"xy","n":12}\n\n';
  for (let end = 0; end < whole.length; end++) expect([end, match(whole.slice(0, end))]).toEqual([end, UNFINISHED]);
  expect(learn(event, [{ path: ["a"], kind: "text" }])).toBeUndefined();
});

test("an event that says its text twice is recognised as long as both are the same", () => {
  const event = 'data: {"t":"x","n":"p","u":"x"}\n\n';
  const wanted = [
    { path: ["u"], kind: "text" },
    { path: ["t"], kind: "text" },
    { path: ["n"], kind: "skip" },
  ] as const;
  const pattern = learn(event, wanted);
  const match = (t: string, u: string) => {
    const bytes = bytesOf(`data: {"t":"${t}","n":"${t}${t}","u":"${u}"}\n\n`);
    return pattern?.match(bytes, viewOf(bytes), 0) === bytes.length && pattern.units;
  };
  expect([match("ab", "ab"), match("é", "é")]).toEqual([2, 1]);
  expect([match("ab", "ac"), match("ab", "abc"), match("ab", "a"), match("ab", "\\u0061b")]).toEqual([false, false, false, false]);
});
