/**
 * How hard to think, in the three units that services use: effort words, token budgets, levels. One table for all
 * directions; it is used only when the target needs a unit that the caller did not give.
 */
import type { Effort } from "./request.js";

const BUDGETS = [
  ["minimal", 512],
  ["low", 1024],
  ["medium", 8192],
  ["high", 24576],
  ["xhigh", 32768],
  ["max", 65536],
] as const satisfies readonly (readonly [Effort, number])[];

const EFFORTS: readonly Effort[] = BUDGETS.map(([effort]) => effort);

export function isEffort(value: unknown): value is Effort {
  return EFFORTS.some((effort) => effort === value);
}

/** Tokens. `effortOfBudget(budgetOfEffort(e))` is `e`. */
export function budgetOfEffort(effort: Effort): number {
  for (const [name, budget] of BUDGETS) if (name === effort) return budget;
  return 8192;
}

/** The lowest effort whose budget is not exceeded; above the `xhigh` budget, `max`. */
export function effortOfBudget(tokens: number): Effort {
  for (const [name, budget] of BUDGETS) if (tokens <= budget) return name;
  return "max";
}
