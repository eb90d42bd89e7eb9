/**
 * `thinkingConfig`: generation 2 takes a budget in tokens, generation 3 a level, and no request may hold both.
 */

import { approximated, equivalent, overruled, type Report } from "../../core/issue.js";
import { compact, type Only } from "../../core/json.js";
import type { Keep } from "../../fields/table.js";
import {
  ALIKE,
  budgetIn,
  budgetOfEffort,
  effortIn,
  effortOfBudget,
  LEVELS,
  leavesOutThinking,
  nearestEffort,
  notOff,
  thinkingOfBudget,
} from "../../model/capabilities.js";
import { hasOnly } from "../../model/extensions.js";
import type { Effort, ThinkingConfig } from "../../model/index.js";
import type { EncodeScope } from "./scope.js";
import { type GenerateContentGenerationConfig, limits } from "./wire.js";

type Wire = NonNullable<GenerateContentGenerationConfig["thinkingConfig"]>;

const UNSPECIFIED = "thinking_level_unspecified";

/** Null where nothing is asked. */
export function decodeThinking(wire: Wire, keep: Keep, report: Report): ThinkingConfig | null {
  const { includeThoughts, thinkingBudget, thinkingLevel, ...others } = wire;
  const visible = compact({ visible: includeThoughts ?? undefined });
  const word = thinkingLevel?.toLowerCase() ?? UNSPECIFIED;
  const effort = LEVELS.find((level) => level === word);
  // A level that nobody knows stays in this style.
  keep(effort !== undefined || word === UNSPECIFIED ? others : { ...others, thinkingLevel });
  if (effort !== undefined) {
    const path = ["generationConfig", "thinkingConfig", "thinkingBudget"];
    if (thinkingBudget != null) report(overruled(path, "thinkingLevel", { severity: "warning", from: thinkingBudget, to: effort }));
    return { mode: "on", effort, ...visible };
  }
  if (thinkingBudget == null) return includeThoughts == null ? null : visible;
  return { ...thinkingOfBudget(thinkingBudget), ...visible };
}

/** Undefined when there is nothing to ask. Issues carry canonical paths. */
export function encodeThinking(config: ThinkingConfig, scope: EncodeScope): Wire | undefined {
  config satisfies Only<typeof config, "mode" | "effort" | "budgetTokens" | "visible">;
  const { mode, effort, visible } = config;
  if (leavesOutThinking(config, scope)) return undefined;
  const amount = encodeAmount(config, scope);
  if (mode === undefined && effort !== undefined) scope.report(equivalent(["thinking", "mode"], ALIKE.effort));
  const thinks = mode !== "off" && mode !== "between-tools" && (mode ?? effort) !== undefined;
  const asked = mode === "between-tools" ? visible : (scope.options.includeThoughts ?? visible);
  const wire = compact({
    // Clients of the other styles expect thoughts where nothing is asked.
    includeThoughts: amount === 0 && asked === true ? undefined : (asked ?? (thinks || undefined)),
    ...(typeof amount === "number"
      ? { thinkingBudget: amount }
      : { thinkingLevel: scope.profile === "vendor" ? amount?.toUpperCase() : amount }),
  });
  return hasOnly(wire, []) ? undefined : wire;
}

/** A level, or tokens. */
function encodeAmount(config: ThinkingConfig, scope: EncodeScope): Effort | number | undefined {
  const { mode, effort, budgetTokens: budget } = config;
  const { generation, report, profile, capabilities } = scope;
  const leveled = generation === undefined ? capabilities.budget === false : generation >= 3;
  const lose = (field: keyof ThinkingConfig, message: string, from: string, to: string | number | null = null) =>
    report(approximated("approximated.thinking", ["thinking", field], message, { from, to }));
  if (mode === "between-tools") lose("mode", ALIKE.between, mode);
  if (mode === "off" || mode === "between-tools") {
    if (effort !== undefined) lose("effort", ALIKE.off, effort);
    return mode === "off" ? encodeOff(leveled, scope) : undefined;
  }
  const amount = budget ?? (effort === undefined ? undefined : budgetOfEffort(effort));
  if (amount === undefined) {
    if (mode === "dynamic" && profile === "vendor" && generation === 2) return -1;
    if (mode !== undefined) report(equivalent(["thinking"], ALIKE.mode));
    return undefined;
  }
  // A model of an unknown generation takes an effort as a level: the newer ones do, and the older ones ignore or refuse it by name.
  if (leveled || (budget === undefined && generation === undefined))
    return effortIn({ effort, budgetTokens: budget }, levelsOf(scope), scope, "approximated.thinking");
  const alone = "Models of generation 2 take tokens, and no level.";
  if (budget === undefined) report(equivalent(["thinking"], alone));
  else if (effort !== undefined && effort !== effortOfBudget(budget)) lose("effort", alone, effort, budget);
  else if (effort !== undefined) report(equivalent(["thinking", "effort"], alone));
  // It is of generation 2 or of an unknown one, whose limit counts whatever the profile.
  const { max } = limits.gateway.thinkingBudget;
  const [least, largest] = capabilities.budget || [0, max];
  const most = Math.min(largest, max);
  return budgetIn(amount, [Math.min(least, most), most], budget === undefined ? "effort" : "budgetTokens", scope, "approximated.thinking");
}

/** The least that the model can think. */
function encodeOff(leveled: boolean, scope: EncodeScope): Effort | number {
  const { budget, thinkingOff } = scope.capabilities;
  if (!leveled && thinkingOff !== false) return 0;
  const to = leveled ? (nearestEffort("minimal", levelsOf(scope)) ?? "low") : budget ? budget[0] : 1;
  scope.report(approximated("approximated.thinking", ["thinking", "mode"], notOff("generate-content", to), { from: "off", to }));
  return to;
}

/** The levels that the model takes; most models of generation 3 refuse `minimal`. */
function levelsOf({ generation, capabilities: { efforts } }: EncodeScope): readonly Effort[] {
  if (efforts === undefined) return generation === undefined ? LEVELS : LEVELS.slice(1);
  const known = LEVELS.filter((level) => efforts.includes(level));
  return known.length > 0 ? known : ["high"];
}
