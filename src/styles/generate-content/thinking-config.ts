/**
 * `thinkingConfig`: generation 2 takes a budget in tokens, generation 3 a level, and no request may hold both.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Keep } from "../../fields/table.js";
import { budgetOfEffort, effortOfBudget, leavesOutThinking, nearestEffort, thinkingOfBudget } from "../../model/capabilities.js";
import type { Effort, ThinkingConfig } from "../../model/index.js";
import { MAX_BUDGET_TRANSLATED } from "./limits.js";
import type { EncodeScope } from "./scope.js";
import type { GenerateContentGenerationConfig } from "./wire.js";

type Wire = NonNullable<GenerateContentGenerationConfig["thinkingConfig"]>;

const LEVELS = ["minimal", "low", "medium", "high"] as const;
const LEVELS_OF_GENERATION_3 = ["low", "medium", "high"] as const;
const UNSPECIFIED = "thinking_level_unspecified";

/** Null where nothing is asked. */
export function decodeThinking(wire: Wire, keep: Keep, report: (issue: Issue) => void): ThinkingConfig | null {
  const { includeThoughts, thinkingBudget, thinkingLevel, ...others } = wire;
  const visible = compact({ visible: includeThoughts ?? undefined });
  const word = thinkingLevel?.toLowerCase() ?? UNSPECIFIED;
  const effort = LEVELS.find((level) => level === word);
  // A level that nobody knows stays in this style.
  keep(effort !== undefined || word === UNSPECIFIED ? others : { ...others, thinkingLevel });
  if (effort !== undefined && thinkingBudget != null) {
    const path = ["generationConfig", "thinkingConfig", "thinkingBudget"];
    const facts = { severity: "warning", from: thinkingBudget, to: effort } as const;
    report(notice("conflict.resolved", path, "A level and a budget are given together; the level wins.", facts));
  }
  if (effort !== undefined) return { mode: "on", effort, ...visible };
  if (thinkingBudget == null) return includeThoughts == null ? null : visible;
  return { ...thinkingOfBudget(thinkingBudget), ...visible };
}

/** Undefined when there is nothing to ask. Issues carry canonical paths. */
export function encodeThinking(config: ThinkingConfig, scope: EncodeScope): Wire | undefined {
  const { mode, effort, budgetTokens, visible, ...rest } = config;
  rest satisfies NothingLeft;
  if (leavesOutThinking(config, scope)) return undefined;
  const amount = encodeAmount(config, scope);
  if (mode === undefined && effort !== undefined)
    scope.report(equivalent(["thinking", "mode"], "A level of thinking switches it on in generate-content."));
  const thinks = mode !== "off" && mode !== "between-tools" && (mode ?? effort) !== undefined;
  const asked = mode === "between-tools" ? visible : (scope.options.includeThoughts ?? visible);
  // Clients of the other styles expect thoughts where nothing is asked.
  const includeThoughts = amount.thinkingBudget === 0 && asked === true ? undefined : (asked ?? (thinks || undefined));
  const wire = { ...compact({ includeThoughts }), ...amount };
  return Object.keys(wire).length === 0 ? undefined : wire;
}

function encodeAmount({ mode, effort, budgetTokens }: ThinkingConfig, scope: EncodeScope): Wire {
  const { generation, report, profile, capabilities } = scope;
  const leveled = generation === undefined ? capabilities.budget === false : generation >= 3;
  const lose = (at: Path, message: string, from: string | number, to: string | number | null = null) =>
    report(approximated("approximated.thinking", ["thinking", ...at], message, { from, to }));
  if (mode === "off") {
    if (effort !== undefined) lose(["effort"], "Thinking is switched off, so that no effort is asked for.", effort);
    return encodeOff(leveled, scope);
  }
  if (mode === "between-tools") {
    lose(["mode"], "generate-content has no thinking between tools only; the service's default applies.", mode);
    if (effort !== undefined) lose(["effort"], "Without thinking between tools its effort is not written either.", effort);
    return {};
  }
  if (mode === "dynamic" && effort === undefined) {
    if (profile === "vendor" && generation === 2) return { thinkingBudget: -1 };
    report(equivalent(["thinking"], "The model decides how much it thinks where generate-content names no amount."));
    return {};
  }
  if (budgetTokens === undefined || mode === "dynamic") {
    if (effort !== undefined) return encodeEffort(effort, leveled, scope);
    if (mode !== undefined) report(equivalent(["thinking", "mode"], "Models that think do so where generate-content names no amount."));
    return {};
  }
  if (leveled) {
    const word = levelOf(effort ?? effortOfBudget(budgetTokens), scope);
    lose([], "Models of generation 3 are given a level of thinking in place of a number of tokens.", budgetTokens, word);
    return levelIn(word, scope);
  }
  if (effort !== undefined && effort !== effortOfBudget(budgetTokens))
    lose(["effort"], "The budget sets how much to think; generate-content takes no level beside it.", effort, budgetTokens);
  else if (effort !== undefined) report(equivalent(["thinking", "effort"], "The budget means the same, and alone is written."));
  return { thinkingBudget: capped(budgetTokens, "budgetTokens", scope) };
}

/** The least that the model can think. */
function encodeOff(leveled: boolean, scope: EncodeScope): Wire {
  const { budget, thinkingOff } = scope.capabilities;
  if (!leveled && thinkingOff !== false) return { thinkingBudget: 0 };
  const to = leveled ? levelOf("minimal", scope) : budget ? budget[0] : 1;
  const message = `The model cannot turn thinking off; it gets ${to}.`;
  scope.report(approximated("approximated.thinking", ["thinking", "mode"], message, { from: "off", to }));
  return typeof to === "number" ? { thinkingBudget: to } : levelIn(to, scope);
}

function encodeEffort(effort: Effort, leveled: boolean, scope: EncodeScope): Wire {
  // An unknown generation takes a level: the newer models do, and the older ones ignore or refuse it by name.
  if (!leveled && scope.generation !== undefined) {
    scope.report(equivalent(["thinking"], "Models of generation 2 are given tokens in place of an effort."));
    return { thinkingBudget: capped(budgetOfEffort(effort), "effort", scope) };
  }
  const to = levelOf(effort, scope);
  const message = `The model is not known to take the level ${effort}; it gets ${to}.`;
  if (to !== effort) scope.report(approximated("approximated.thinking", ["thinking", "effort"], message, { from: effort, to }));
  return levelIn(to, scope);
}

function capped(from: number, field: keyof ThinkingConfig, { capabilities, generation, report }: EncodeScope): number {
  const path = ["thinking", field];
  const least = capabilities.budget ? capabilities.budget[0] : 0;
  const most = (generation ?? 2) < 3 ? MAX_BUDGET_TRANSLATED : Number.POSITIVE_INFINITY;
  const to = Math.min(Math.max(from, least), most);
  const facts = { from, to, limit: to };
  if (to > from) report(approximated("approximated.clamped", path, `The thinking budget of this model is at least ${to} tokens.`, facts));
  if (to < from) report(approximated("approximated.thinking", path, `The thinking budget may be at most ${to} tokens.`, facts));
  return to;
}

/** The level nearest to the effort, of those that the model takes; most models of generation 3 refuse `minimal`. */
function levelOf(effort: Effort, { generation, capabilities }: EncodeScope): (typeof LEVELS)[number] {
  const listed = capabilities.efforts ?? (generation === undefined ? LEVELS : LEVELS_OF_GENERATION_3);
  const near = nearestEffort(effort, listed) ?? effort;
  return LEVELS.find((level) => level === near) ?? "high";
}

function levelIn(word: string, { profile }: EncodeScope): Wire {
  return { thinkingLevel: profile === "vendor" ? word.toUpperCase() : word };
}
