/**
 * How hard to think, in the three units that services use: effort words, token budgets, levels. One table for all
 * directions; it is used only when the target needs a unit that the caller did not give.
 */
import type { Effort } from "./request.js";

/** Tokens, from the lowest effort to the highest. */
const BUDGETS = { minimal: 512, low: 1024, medium: 8192, high: 24576, xhigh: 32768, max: 65536 } as const satisfies Record<Effort, number>;
const EFFORTS = ["minimal", "low", "medium", "high", "xhigh", "max"] as const satisfies readonly Effort[];

export function isEffort(value: unknown): value is Effort {
  return EFFORTS.some((effort) => effort === value);
}

/** Tokens. `effortOfBudget(budgetOfEffort(e))` is `e`. */
export function budgetOfEffort(effort: Effort): number {
  return BUDGETS[effort];
}

/** The lowest effort whose budget is not exceeded; above the `xhigh` budget, `max`. */
export function effortOfBudget(tokens: number): Effort {
  return EFFORTS.find((effort) => tokens <= BUDGETS[effort]) ?? "max";
}
