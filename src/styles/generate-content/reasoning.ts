/**
 * `thinkingConfig`: generation 2 takes a budget in tokens, generation 3 a level, and no request may hold both.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, equivalent, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Keep } from "../../fields/row.js";
import { reasons } from "../../model/capabilities.js";
import { budgetOfEffort, effortOfBudget, leaveOutThinking, nearestEffort } from "../../model/effort.js";
import type { Effort, ThinkingConfig } from "../../model/index.js";
import { MAX_BUDGET_TRANSLATED } from "./limits.js";
import type { EncodeScope } from "./scope.js";
import type { Report } from "./usage.js";
import type { GenerateContentGenerationConfig } from "./wire.js";

type Wire = NonNullable<GenerateContentGenerationConfig["thinkingConfig"]>;

const LEVELS = ["minimal", "low", "medium", "high"] as const;

function isLevel(level: string): level is (typeof LEVELS)[number] {
  return LEVELS.some((known) => known === level);
}

const UNSPECIFIED = "thinking_level_unspecified";

/** Null where nothing is said. */
export function decodeThinking(wire: Wire, keep: Keep, report: Report): ThinkingConfig | null {
  const { includeThoughts, thinkingBudget, thinkingLevel, ...others } = wire;
  const visible = compact({ visible: includeThoughts ?? undefined });
  const level = thinkingLevel?.toLowerCase() ?? UNSPECIFIED;
  const known = isLevel(level);
  // A level that nobody knows stays in this style.
  keep(known || level === UNSPECIFIED ? others : { ...others, thinkingLevel });
  if (known) {
    if (thinkingBudget != null)
      report(
        notice(
          "conflict.resolved",
          ["generationConfig", "thinkingConfig", "thinkingBudget"],
          "A level and a budget are given together; the level wins.",
          { severity: "warning", from: thinkingBudget, to: level },
        ),
      );
    return { mode: "on", effort: level, ...visible };
  }
  if (thinkingBudget == null) return includeThoughts == null ? null : visible;
  if (thinkingBudget === 0) return { mode: "off", ...visible };
  if (thinkingBudget === -1) return { mode: "dynamic", ...visible };
  return { mode: "on", budgetTokens: thinkingBudget, ...visible };
}

/** Undefined when there is nothing to say. Issues carry canonical paths. */
export function encodeThinking(thinking: ThinkingConfig, scope: EncodeScope): Wire | undefined {
  const { mode, effort, budgetTokens, visible, ...rest } = thinking;
  rest satisfies NothingLeft;
  if (!scope.own && reasons(scope.capabilities) === false) {
    leaveOutThinking(thinking, scope.report);
    return undefined;
  }
  const amount = encodeAmount({ ...compact({ mode, effort, budgetTokens }) }, scope);
  if (mode === "between-tools") return visible === undefined ? undefined : { includeThoughts: visible };
  if (mode === undefined && effort !== undefined && !scope.own)
    scope.report(equivalent(["thinking", "mode"], "A level of thinking asks for thoughts in generate-content; the way back does as well."));
  const thinks = mode !== "off" && (mode !== undefined || effort !== undefined);
  const asked = scope.options.includeThoughts ?? visible;
  const includeThoughts = asked ?? (!scope.own && thinks ? true : undefined);
  const shown = mode === "off" && !scope.own && includeThoughts === true && amount.thinkingBudget === 0 ? undefined : includeThoughts;
  const wire = { ...compact({ includeThoughts: shown }), ...amount };
  return Object.keys(wire).length === 0 && !scope.own ? undefined : wire;
}

function encodeAmount({ mode, effort, budgetTokens }: ThinkingConfig, scope: EncodeScope): Wire {
  const { generation, report, profile, capabilities } = scope;
  const leveled = generation === undefined ? capabilities.budget === false : generation >= 3;
  const path = ["thinking"];
  switch (mode) {
    case "off":
      if (effort !== undefined && !scope.own)
        report(
          approximated("approximated.thinking", [...path, "effort"], "Thinking is switched off, so that no effort is asked for.", {
            from: effort,
          }),
        );
      return scope.own ? { thinkingBudget: 0 } : encodeOff(leveled, scope);
    case "between-tools":
      report(
        approximated(
          "approximated.thinking",
          [...path, "mode"],
          "generate-content cannot be told to think between tools only; the service's default applies.",
        ),
      );
      if (effort !== undefined)
        report(
          approximated("approximated.thinking", [...path, "effort"], "Without thinking between tools its effort is not written either.", {
            from: effort,
          }),
        );
      return {};
    case "dynamic":
      if (effort !== undefined) return encodeEffort(effort, leveled, scope);
      if (profile === "vendor" && (generation === 2 || scope.own)) return { thinkingBudget: -1 };
      if (!scope.own) report(equivalent(path, "The model is left to decide how much it thinks, which is said by naming no amount."));
      return {};
    default:
      break;
  }
  if (budgetTokens !== undefined) {
    if (!leveled && !scope.own) reportEffort(effort, budgetTokens, scope);
    if (!leveled || scope.own) return { thinkingBudget: capped(budgetTokens, [...path, "budgetTokens"], scope) };
    const word = levelOf(effort ?? effortOfBudget(budgetTokens), scope);
    report(
      approximated("approximated.thinking", path, "Models of generation 3 are given a level of thinking in place of a number of tokens.", {
        from: budgetTokens,
        to: word,
      }),
    );
    if (mode !== undefined)
      report(equivalent([...path, "mode"], "Thinking is asked for by its level; the way back does the same where it can."));
    if (effort === undefined) report(equivalent([...path, "effort"], "The level stands for the budget; read back, it is an effort."));
    return { thinkingLevel: level(word, scope) };
  }
  if (effort !== undefined) return encodeEffort(effort, leveled, scope);
  if (mode !== undefined && !scope.own)
    report(equivalent([...path, "mode"], "Thinking is asked for without an amount; models that think do so where nothing is said."));
  return {};
}

/** As little as the model can be told to think. */
function encodeOff(leveled: boolean, scope: EncodeScope): Wire {
  const { budget, thinkingOff } = scope.capabilities;
  if (!leveled && thinkingOff !== false) return { thinkingBudget: 0 };
  const least = leveled ? levelOf("minimal", scope) : budget ? budget[0] : 1;
  scope.report(
    approximated("approximated.thinking", ["thinking", "mode"], `The model cannot be told not to think; it is told ${least}.`, {
      from: "off",
      to: least,
    }),
  );
  return typeof least === "number" ? { thinkingBudget: least } : { thinkingLevel: level(least, scope) };
}

/** A budget says how much to think, and an effort beside it at most the same. */
function reportEffort(effort: Effort | undefined, budget: number, { report, options }: EncodeScope): void {
  const path = ["thinking", "effort"];
  if (effort === undefined) {
    // Cut to what this style takes, it may be another effort.
    if (options.from === "messages" && budget > MAX_BUDGET_TRANSLATED)
      report(equivalent(path, "Where the model takes an effort, the way back gives that of the smaller budget."));
    return;
  }
  report(
    effort === effortOfBudget(budget)
      ? equivalent(path, "The budget says the same, and alone is written.")
      : approximated("approximated.thinking", path, "The budget says how much to think; generate-content takes no level beside it.", {
          from: effort,
          to: budget,
        }),
  );
}

function encodeEffort(effort: Effort, leveled: boolean, scope: EncodeScope): Wire {
  // An unknown generation takes a level: the newer models do, and the older ones ignore or refuse it by name.
  if (!leveled && scope.generation !== undefined && !scope.own) {
    // A style that has both words for it gets back the one that was written.
    if (scope.options.from === "messages")
      for (const path of [["thinking"], ["thinking", "effort"]])
        scope.report(
          equivalent(path, "Models of generation 2 are given tokens in place of an effort; the way back asks for them as well."),
        );
    return { thinkingBudget: capped(budgetOfEffort(effort), ["thinking", "effort"], scope) };
  }
  const word = scope.own ? highestLevel(effort) : levelOf(effort, scope);
  if (word !== effort)
    scope.report(
      approximated(
        "approximated.thinking",
        ["thinking", "effort"],
        `The model is not known to take the level ${effort}; it is told ${word}.`,
        {
          from: effort,
          to: word,
        },
      ),
    );
  return { thinkingLevel: level(word, scope) };
}

function capped(tokens: number, path: Path, scope: EncodeScope): number {
  const { budget } = scope.capabilities;
  if (!scope.own && budget && tokens < budget[0]) {
    const [min] = budget;
    scope.report(
      approximated("approximated.clamped", path, `The thinking budget of this model is at least ${min} tokens.`, {
        from: tokens,
        to: min,
        limit: min,
      }),
    );
    return min;
  }
  const max = scope.own ? scope.limits.thinkingBudget.max : MAX_BUDGET_TRANSLATED;
  if (tokens <= max || (scope.generation ?? 2) >= 3) return tokens;
  scope.report(
    approximated("approximated.thinking", path, `The thinking budget may be at most ${max} tokens.`, { from: tokens, to: max, limit: max }),
  );
  return max;
}

const LEVELS_OF_GENERATION_3 = ["low", "medium", "high"] as const;

/** The level nearest to the effort, of those that the model takes; most models of generation 3 refuse `minimal`. */
function levelOf(effort: Effort, { generation, capabilities }: EncodeScope): (typeof LEVELS)[number] {
  const listed = capabilities.efforts ?? (generation === undefined ? LEVELS : LEVELS_OF_GENERATION_3);
  return highestLevel(nearestEffort(effort, listed) ?? effort);
}

function highestLevel(effort: Effort): (typeof LEVELS)[number] {
  return isLevel(effort) ? effort : "high";
}

function level(word: (typeof LEVELS)[number], { profile }: EncodeScope): string {
  return profile === "vendor" ? word.toUpperCase() : word;
}
