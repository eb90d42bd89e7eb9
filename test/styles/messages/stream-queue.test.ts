import { expect, it } from "vitest";
import type { Part } from "../../../src/model/index.js";
import { PartNumbers, PartQueue } from "../../../src/styles/messages/stream-queue.js";

const head: Part = { type: "text", text: "" };

it("gives back the parts that wait in the order of their numbers, whatever order they came in", () => {
  const queue = new PartQueue();
  for (const number of [4, 1, 3, 7, 2]) queue.add(number, head);
  expect(queue.size).toBe(5);
  expect(queue.get(3)).toMatchObject({ number: 3, stopped: false });
  expect(Array.from({ length: 6 }, () => queue.shift()?.number)).toEqual([1, 2, 3, 4, 7, undefined]);
  expect(queue.get(3)).toBeUndefined();
  expect(queue.size).toBe(0);
});

it("knows which parts have started, in whatever order they did", () => {
  const numbers = new PartNumbers();
  const started = [0, 1, 3, 4, 2, 5];
  expect(started.map((number) => numbers.add(number))).toEqual(started.map(() => true));
  expect(started.map((number) => numbers.add(number))).toEqual(started.map(() => false));
  expect([numbers.add(9), numbers.add(9), numbers.add(6)]).toEqual([true, false, true]);
});
