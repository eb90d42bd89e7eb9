/**
 * How hard to think: `thinking` says whether and with what budget, `output_config.effort` how much. A model is told in one
 * of two dialects: `{type: "adaptive"}` with an effort, or `{type: "enabled"}` with a budget in tokens.
 */

import { compact } from "../../core/compact.js";
import { approximated, dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import { type Capabilities, outputLimitOf, reasons } from "../../model/capabilities.js";
import { budgetOfEffort, effortOfBudget, leaveOutThinking } from "../../model/effort.js";
import type { Rest } from "../../model/extensions.js";
import type { CanonicalRequest, Effort, ThinkingConfig } from "../../model/index.js";
import type { EncodeOptions } from "../options.js";
import { EFFORTS, THINKING } from "./limits.js";
import type { WireThinking } from "./wire.js";

/** `unread`: what the canonical model has no word for. */
export function decodeThinking(
  thinking: WireThinking | null | undefined,
  effort: string | null | undefined,
): { readonly thinking?: ThinkingConfig; readonly unread: Rest; readonly unreadEffort: Rest } {
  const known = EFFORTS.find((word) => word === effort);
  const unreadEffort = known === undefined ? { effort } : {};
  const withEffort = compact({ effort: known });
  if (thinking === null || thinking === undefined)
    return { ...(known === undefined ? {} : { thinking: withEffort }), unread: {}, unreadEffort };
  const { type, budget_tokens, display, ...rest } = thinking;
  const visible = { visible: display !== "omitted" };
  const unread = { ...rest, ...(display === "summarized" || display === "omitted" ? {} : { display }) };
  switch (type) {
    case "enabled":
      return {
        thinking: { mode: "on", ...withEffort, ...compact({ budgetTokens: budget_tokens ?? undefined }), ...visible },
        unread,
        unreadEffort,
      };
    case "adaptive":
      return { thinking: { mode: "dynamic", ...withEffort, ...visible }, unread: { ...unread, budget_tokens }, unreadEffort };
    case "between_tools":
      return { thinking: { mode: "between-tools", ...withEffort, ...visible }, unread: { ...unread, budget_tokens }, unreadEffort };
    case "disabled":
      return { thinking: { mode: "off", ...withEffort }, unread: { ...rest, budget_tokens, display }, unreadEffort };
    default:
      return { ...(known === undefined ? {} : { thinking: withEffort }), unread: { ...thinking }, unreadEffort };
  }
}

type WireEffort = (typeof EFFORTS)[number];

interface Plan {
  readonly max_tokens: number;
  readonly thinking?: WireThinking;
  readonly effort?: WireEffort;
}

/** What makes thinking impossible in a request, in words; see {@link planThinking}. */
export interface ReasoningConflict {
  readonly message: string;
  /** Only a budget is in the way, not adaptive thinking. */
  readonly budgetOnly?: boolean;
}

const DEFAULT_MAX_TOKENS = 8192;
const DEFAULT_BUDGET = 8192;

/**
 * The token limit and the thinking of a request, which depend on each other: the budget lies below the limit.
 * @param obstacle what else in the request forbids thinking; it wins
 */
export function planThinking(
  { model, thinking, limits }: CanonicalRequest,
  reasoningConflict: ReasoningConflict | undefined,
  capabilities: Capabilities,
  options: EncodeOptions,
  report: (issue: Issue) => void,
): Plan {
  const given = limits.maxOutputTokens;
  const own = options.from === undefined || options.from === "messages";
  const amount: Issue[] = [];
  const silent = !own && thinking !== undefined && reasons(capabilities) === false;
  if (silent) leaveOutThinking(thinking, report);
  const wanted = thinking === undefined || silent ? {} : encodeThinking(thinking, capabilities, options, (issue) => amount.push(issue));
  const forbidden = reasoningConflict !== undefined && (reasoningConflict.budgetOnly !== true || wanted.thinking?.type === "enabled");
  const budget = forbidden ? undefined : (wanted.thinking?.budget_tokens ?? undefined);
  const maxTokens = given ?? defaultMaxTokens(budget, outputLimitOf(options.model ?? model), capabilities, options);
  if (given === undefined)
    report(
      notice(
        "defaulted.max_tokens",
        ["limits", "maxOutputTokens"],
        `This style demands \`max_tokens\`; none was given, so it is ${maxTokens}.`,
        {
          to: maxTokens,
        },
      ),
    );
  const fitted = fitBudget(wanted.thinking, maxTokens, thinking, own, (issue) => amount.push(issue));
  const on = fitted?.type === "enabled" || fitted?.type === "adaptive" ? fitted.type : undefined;
  const blocked =
    on === undefined || reasoningConflict === undefined || (reasoningConflict.budgetOnly === true && on !== "enabled")
      ? undefined
      : { ...reasoningConflict, on };
  // How much thinking there would have been is of no interest where there is none.
  if (blocked === undefined) for (const issue of amount) report(issue);
  if (fitted?.type === "disabled" && isThinking(wanted.thinking)) {
    dropVisible(thinking?.visible, report);
    if (own) dropEffort(thinking?.effort, report);
  }
  if (on !== undefined && thinking?.visible === undefined && options.from === "generate-content")
    report(equivalent(["thinking", "visible"], "Thoughts are shown here unless the request says otherwise."));
  if (blocked === undefined)
    return {
      max_tokens: maxTokens,
      ...compact({ thinking: fitted, effort: fitted?.type === "disabled" && isThinking(wanted.thinking) ? undefined : wanted.effort }),
    };
  reportOff(thinking, blocked.message, blocked.on, own, report);
  if (own) dropEffort(thinking?.effort, report);
  dropVisible(thinking?.visible, report);
  return { max_tokens: maxTokens, thinking: { type: "disabled" } };
}

/** The whole setting goes, not only its amount; another style may say in a field of its own that there is thinking at all. */
function reportOff(
  config: ThinkingConfig | undefined,
  why: string,
  from: string | number,
  own: boolean,
  report: (issue: Issue) => void,
): void {
  report(approximated("approximated.thinking", ["thinking"], why, { from, to: "disabled" }));
  if (config?.mode !== undefined && !own)
    report(approximated("approximated.thinking", ["thinking", "mode"], why, { from, to: "disabled" }));
}

/** The field that says how much to think, or else that there is thinking. */
function statedBy(config: ThinkingConfig | undefined): keyof ThinkingConfig {
  if (config?.budgetTokens !== undefined) return "budgetTokens";
  return config?.effort === undefined ? "mode" : "effort";
}

function isThinking(thinking: WireThinking | undefined): boolean {
  return thinking !== undefined && thinking.type !== "disabled";
}

/** @param limit what the model writes at most, where its name tells */
function defaultMaxTokens(
  budget: number | undefined,
  limit: number | undefined,
  { maxOutput }: Capabilities,
  { defaultMaxTokens: option }: EncodeOptions,
): number {
  const base = option ?? maxOutput;
  if (budget === undefined) return base ?? DEFAULT_MAX_TOKENS;
  if (base !== undefined && (base > budget || base === maxOutput)) return base;
  return Math.min(budget + DEFAULT_MAX_TOKENS, limit ?? Number.POSITIVE_INFINITY);
}

/** The budget brought below the limit, or no thinking where nothing useful is left of it. */
function fitBudget(
  thinking: WireThinking | undefined,
  maxTokens: number,
  config: ThinkingConfig | undefined,
  own: boolean,
  report: (issue: Issue) => void,
): WireThinking | undefined {
  const budget = thinking?.budget_tokens ?? undefined;
  if (thinking === undefined || budget === undefined || budget < maxTokens) return thinking;
  if (maxTokens - 1 < THINKING.minBudget) {
    const why = `The limit of ${maxTokens} tokens leaves no room to think (${THINKING.minBudget} at least); thinking is off.`;
    reportOff(config, why, budget, own, report);
    return { type: "disabled" };
  }
  report(
    approximated(
      "approximated.clamped",
      ["thinking", statedBy(config)],
      `The thinking budget must lie below the limit of ${maxTokens} tokens.`,
      {
        from: budget,
        to: maxTokens - 1,
        limit: maxTokens - 1,
      },
    ),
  );
  return { ...thinking, budget_tokens: maxTokens - 1 };
}

interface Slot {
  readonly thinking?: WireThinking;
  readonly effort?: WireEffort;
}

function encodeThinking(config: ThinkingConfig, capabilities: Capabilities, options: EncodeOptions, report: (issue: Issue) => void): Slot {
  const { mode, effort, budgetTokens, visible } = config;
  const budgeted = budgetTokens !== undefined && (mode === undefined || mode === "on");
  const dialect = options.effortDialect ?? capabilities.effortDialect ?? (budgeted ? "budget" : "adaptive");
  const display = visible === false ? { display: "omitted" } : {};
  const word = () => compact({ effort: effort === undefined ? undefined : encodeEffort(effort, report) });
  switch (mode) {
    case "off":
      dropVisible(visible, report);
      return { thinking: { type: "disabled" }, ...word() };
    case "between-tools":
      return { thinking: { type: "between_tools", ...display }, ...word() };
    case undefined:
      if (budgetTokens === undefined) {
        dropVisible(visible, report);
        return word();
      }
      break;
    case "on":
    case "dynamic":
      break;
    default:
      mode satisfies never;
  }
  if (dialect === "budget") {
    const budget = budgetTokens ?? (effort === undefined ? undefined : budgetOfEffort(effort));
    if (mode === "dynamic")
      report(
        approximated("approximated.thinking", ["thinking", "mode"], "This model cannot choose how much to think; it gets a budget.", {
          from: "dynamic",
          to: budget ?? DEFAULT_BUDGET,
        }),
      );
    if (budgetTokens === undefined && effort !== undefined && options.from === "generate-content")
      report(equivalent(["thinking"], "This model takes a budget in tokens; the way back has that in place of a level."));
    const budget_tokens = raiseBudget(budget ?? DEFAULT_BUDGET, budgetTokens === undefined ? "effort" : "budgetTokens", report);
    return { thinking: { type: "enabled", budget_tokens, ...display }, ...(budgetTokens === undefined ? {} : word()) };
  }
  const adaptive = { type: "adaptive", ...display };
  if (budgetTokens === undefined) return { thinking: adaptive, ...word() };
  const near = effort ?? effortOfBudget(budgetTokens);
  report(
    approximated("approximated.thinking", ["thinking"], "This model takes an effort, not a budget in tokens.", {
      from: budgetTokens,
      to: near,
    }),
  );
  return { thinking: adaptive, effort: encodeEffort(near, report) };
}

/** Other styles say the effort where they say that there is thinking at all. */
function dropEffort(effort: Effort | undefined, report: (issue: Issue) => void): void {
  if (effort === undefined) return;
  report(
    dropped("dropped.field", ["thinking", "effort"], "Thinking is switched off, so that no effort is asked for.", {
      severity: "info",
      from: effort,
    }),
  );
}

/** Whether the thoughts are shown has no place without thoughts. */
function dropVisible(visible: boolean | undefined, report: (issue: Issue) => void): void {
  if (visible === undefined) return;
  report(
    dropped("dropped.field", ["thinking", "visible"], "Thinking is not switched on here, so there is nothing to show or to hide.", {
      severity: "info",
      from: visible,
    }),
  );
}

function encodeEffort(effort: Effort, report: (issue: Issue) => void): WireEffort {
  if (effort !== "minimal") return effort;
  report(
    approximated("approximated.enum", ["thinking", "effort"], "The lowest effort of this style is `low`.", { from: effort, to: "low" }),
  );
  return "low";
}

function raiseBudget(budget: number, field: "effort" | "budgetTokens", report: (issue: Issue) => void): number {
  if (budget >= THINKING.minBudget) return budget;
  report(
    approximated("approximated.clamped", ["thinking", field], `A thinking budget has at least ${THINKING.minBudget} tokens here.`, {
      from: budget,
      to: THINKING.minBudget,
      limit: THINKING.minBudget,
    }),
  );
  return THINKING.minBudget;
}
