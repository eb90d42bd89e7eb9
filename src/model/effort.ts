/**
 * How hard to think, in the three units that services use: effort words, token budgets, levels. One table for all
 * directions; it is used only when the target needs a unit that the caller did not give.
 */
import { approximated, dropped, equivalent, type Issue } from "../core/issue.js";
import { type Capabilities, reasons } from "./capabilities.js";
import type { Effort, ThinkingConfig } from "./request.js";

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

/** The nearest of the listed efforts: the same, else the next lower one, else the lowest. Undefined where none is listed. */
export function nearestEffort(effort: Effort, listed: readonly string[]): Effort | undefined {
  const known = EFFORTS.filter((word) => listed.includes(word));
  return known.findLast((word) => EFFORTS.indexOf(word) <= EFFORTS.indexOf(effort)) ?? known[0];
}

/** True, after a report, for a model that does not think: nothing is said of it. Effort and visibility may stand in fields of their own. */
export function leavesOutThinking(
  { mode, effort, budgetTokens, visible }: ThinkingConfig,
  { capabilities, report }: { readonly capabilities: Capabilities; readonly report: (issue: Issue) => void },
): boolean {
  if (reasons(capabilities) !== false) return false;
  const from = effort ?? budgetTokens ?? mode;
  const message = "The model does not think, and refuses to be asked; nothing is said of it.";
  if (mode === "off") report(equivalent(["thinking"], "The model does not think, so that there is nothing to switch off."));
  else if (from !== undefined) report(approximated("approximated.thinking", ["thinking"], message, { from, to: null }));
  for (const [field, from] of Object.entries({ effort, visible }))
    if (from !== undefined) report(dropped("dropped.field", ["thinking", field], "The model does not think.", { severity: "info", from }));
  return true;
}
