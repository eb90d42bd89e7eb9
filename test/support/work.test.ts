import { describe, expect, test } from "vitest";
import { growthOf, measure, type Scenario, workOf } from "./work.js";

const rows: readonly (readonly [string, number, Scenario])[] = [
  [
    "a call of the library",
    1,
    ({ validateRequest }, size) => {
      const messages = Array.from({ length: size }, () => ({ role: "user", content: "hi" }));
      return () => validateRequest({ model: "m", messages }, { style: "chat-completions" });
    },
  ],
  [
    "a loop in a loop",
    2,
    (_, size) => () => {
      let count = 0;
      for (let left = 0; left < size; left++) for (let right = 0; right < size; right++) count += left ^ right;
      return count;
    },
  ],
  [
    "a search in a loop",
    2,
    (_, size) => () => {
      const seen: number[] = [];
      for (let index = 0; index < size; index++) if (!seen.includes(index)) seen.push(index);
    },
  ],
  [
    "a copy in a loop",
    2,
    (_, size) => () => {
      let list: readonly number[] = [];
      for (let index = 0; index < size; index++) list = [...list, index];
    },
  ],
  [
    "a text printed in a loop",
    2,
    (_, size) => () => {
      const list: number[] = [];
      for (let index = 0; index < size; index++) {
        list.push(1);
        JSON.stringify(list);
      }
    },
  ],
];

describe("the count of steps", () => {
  test.each(rows)("shows how %s grows: %d", async (_, exponent, scenario) => {
    const growth = await growthOf(scenario, 300);
    expect(growth).toBeGreaterThan(exponent - 0.3);
    expect(growth).toBeLessThan(exponent + 0.1);
  });

  test("is the same each time, and says where the steps were", async () => {
    const scenario: Scenario =
      ({ parseJson }, size) =>
      () =>
        parseJson(`[${"1,".repeat(size)}1]`, { style: "messages" });
    const { steps, hottest } = await measure(scenario, 100);
    expect(await workOf(scenario, 100)).toBe(steps);
    expect(hottest.length).toBe(10);
  });

  test("of a call that throws is an error", async () => {
    await expect(workOf(() => () => Promise.reject(new Error("no")), 1)).rejects.toThrow("no");
  });
});
