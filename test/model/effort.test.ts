import { describe, expect, test } from "vitest";
import { budgetOfEffort, effortOfBudget, isEffort } from "../../src/model/capabilities.js";

describe("effort", () => {
  test.each(["minimal", "low", "medium", "high", "xhigh", "max"] as const)("%s has a budget that leads back to it", (effort) => {
    expect(isEffort(effort)).toBe(true);
    expect(effortOfBudget(budgetOfEffort(effort))).toBe(effort);
    expect(effortOfBudget(budgetOfEffort(effort) - 1)).toBe(effort);
  });

  test("has no word above the highest", () => {
    expect(effortOfBudget(1_000_000)).toBe("max");
    expect(isEffort("ultra")).toBe(false);
  });
});
