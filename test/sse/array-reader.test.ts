import { expect, test } from "vitest";
import { createArrayReader } from "../../src/sse/index.js";
import { byteByByte, bytesOf, everyCut } from "../support/cuts.js";

function read(slices: Iterable<Uint8Array | string>, options = {}): string[] {
  const reader = createArrayReader(options);
  const texts: string[] = [];
  for (const slice of slices) texts.push(...reader.push(slice));
  return [...texts, ...reader.end()];
}

test("each element comes as the text it has, brackets and quotes inside strings included, wherever it is cut", () => {
  const elements = ['{"a":"]}\\"{[,"}', '{"b":[1,{"c":"é😀\\\\"}]}', "[{}]", '"s\\"]"', "12", "null", "{}"];
  const bytes = bytesOf(` \ufeff\r\n[${elements.join(" ,\r\n ")}]\n`);
  expect(read([bytes])).toEqual(elements);
  for (const slices of everyCut(bytes)) expect(read(slices)).toEqual(elements);
  expect(read(byteByByte(bytes))).toEqual(elements);
});
test("an element goes out with the push that completes it", () => {
  const reader = createArrayReader();
  expect(reader.push('[{"a":')).toEqual([]);
  expect(reader.push("1}")).toEqual(['{"a":1}']);
  expect(reader.push(",{}]")).toEqual(["{}"]);
  expect(reader.closed).toBe(true);
});
test("an element that was cut comes at the end as far as it got", () => {
  expect(read(['[{"a":1},{"b":'])).toEqual(['{"a":1}', '{"b":']);
});
test("an element that is too long ends the reading", () => {
  const reader = createArrayReader({ maxEventBytes: 10 });
  expect(reader.push('[{"a":1},{"b":"123456789"},{}]')).toEqual(['{"a":1}']);
  expect(reader.overflowed).toBe(true);
  expect(reader.end()).toEqual([]);
});
test("an element that never ends is given up as soon as it is too long", () => {
  const reader = createArrayReader({ maxEventBytes: 10 });
  for (const slice of ['["1234', "5678", "9"]) reader.push(slice);
  expect(reader.overflowed).toBe(false);
  reader.push("0");
  expect(reader.overflowed).toBe(true);
});
test("a byte-order mark before an element belongs to it", () => {
  expect(read(["[1,\ufeff2]"])).toEqual(["1", "\ufeff2"]);
});
test("brackets that close nothing do not hang or throw", () => {
  expect(read(["[}}]"])).toEqual(["}", "}"]);
  expect(read(["[oops]"])).toEqual(["oops"]);
  expect(read(["[]]]"])).toEqual([]);
});
