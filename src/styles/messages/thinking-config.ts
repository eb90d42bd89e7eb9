/**
 * How hard to think: `thinking` states whether and with what budget, `output_config.effort` how much. A model is asked in one
 * of two dialects: `{type: "adaptive"}` with an effort, or `{type: "enabled"}` with a budget in tokens.
 */

import { approximated, equivalent, type Issue, minorLoss, notice } from "../../core/issue.js";
import { compact, isObject, memberAt } from "../../core/json.js";
import {
  type AskedAmount,
  budgetIn,
  budgetOfEffort,
  effortIn,
  leavesOutThinking,
  notOff,
  outputLimitOf,
} from "../../model/capabilities.js";
import { hasOnly } from "../../model/extensions.js";
import { factsOf, keptLimit } from "../../model/fit-model.js";
import type { CanonicalRequest, ThinkingConfig } from "../../model/index.js";
import type { RequestScope } from "../shared/codec.js";
import { edge } from "./edge.js";
import { blocksIn, EFFORTS, MAX_TOKENS, THINKING, type WireThinking } from "./wire.js";

const MODES = new Map<unknown, ThinkingConfig["mode"]>([
  ["enabled", "on"],
  ["adaptive", "dynamic"],
  ["between_tools", "between-tools"],
  ["disabled", "off"],
]);

/** `unread`: what the canonical model has no place for. */
export function decodeThinking(thinking: WireThinking | null | undefined, effort: string | null | undefined) {
  const known = EFFORTS.find((word) => word === effort);
  const { type, budget_tokens, display, ...rest } = thinking ?? {};
  const mode = MODES.get(type);
  const isShown = mode === undefined || mode === "off" ? undefined : display !== "omitted";
  const unread = {
    ...rest,
    type: mode === undefined ? type : undefined,
    budget_tokens: mode === "on" ? undefined : budget_tokens,
    display: isShown !== undefined && (display === "summarized" || display === "omitted") ? undefined : display,
  };
  const budgetTokens = (mode === "on" ? budget_tokens : undefined) ?? undefined;
  const config = compact({ mode, effort: known, budgetTokens, visible: isShown });
  const unreadEffort = { effort: known === undefined ? effort : undefined };
  return { ...(hasOnly(config, []) ? {} : { thinking: config }), unread, unreadEffort };
}

interface Wanted {
  readonly thinking?: WireThinking;
  readonly effort?: (typeof EFFORTS)[number] | undefined;
}

const DEFAULT_MAX_TOKENS = 8192;
const DEFAULT_BUDGET = 8192;

/**
 * The token limit and the thinking of a request, which depend on each other: the budget lies below the limit.
 * @param messages those that are written: what in them forbids thinking wins
 * @param choice the type of the tool choice
 */
export function planThinking(request: CanonicalRequest, messages: readonly unknown[], choice: string | undefined, scope: RequestScope) {
  const { thinking: config, limits } = request;
  if (config === undefined || leavesOutThinking(config, scope)) return { max_tokens: maxTokensOf(limits.maxOutputTokens, 0, scope) };
  // How much thinking there would have been is of no interest where there is none.
  const amount: Issue[] = [];
  const facts = factsOf(scope, edge.models);
  const wanted = encodeThinking(config, { ...scope, capabilities: facts, report: (issue) => void amount.push(issue) });
  const { thinking } = wanted;
  const { type } = thinking ?? {};
  const { mode, visible } = config;
  const budget = thinking?.budget_tokens ?? 0;
  const { thinkingOff } = facts;
  // A model that always thinks refuses the word, and takes calls that are forced as it is.
  const off = thinkingOff === false ? undefined : thinkingOff === "between-tools" ? "between_tools" : "disabled";
  const conflict = thinkingConflictIn(messages, type, off === "disabled" || type === "enabled" ? choice : undefined);
  const max_tokens = maxTokensOf(limits.maxOutputTokens, conflict === undefined ? budget : 0, scope);
  const isShort = budget > 0 && max_tokens - 1 < THINKING.minBudget;
  const whyOff = conflict ?? (isShort ? `The limit of ${max_tokens} tokens is too small to think; it is off.` : undefined);
  const nothing = "Thinking is off, so no thoughts are shown or hidden.";
  const isIdle = visible !== undefined && (whyOff !== undefined || thinking === undefined || mode === "off");
  const idle = isIdle ? [minorLoss(["thinking", "visible"], nothing)] : [];
  if (type !== undefined && whyOff !== undefined) {
    // The whole setting goes, not only its amount; another style may state in a field of its own that there is thinking at all.
    for (const path of mode === undefined ? [["thinking"]] : [["thinking"], ["thinking", "mode"]])
      scope.report(approximated("approximated.thinking", path, whyOff, { from: type, to: off ?? null }));
    for (const issue of idle) scope.report(issue);
    return { max_tokens, ...(off && { thinking: { type: off } }) };
  }
  for (const issue of [...idle, ...amount]) scope.report(issue);
  if (budget === 0 || budget < max_tokens) return { max_tokens, ...wanted };
  const to = max_tokens - 1;
  const field = config.budgetTokens !== undefined ? "budgetTokens" : config.effort === undefined ? "mode" : "effort";
  const message = `The thinking budget must lie below the limit of ${max_tokens} tokens.`;
  scope.report(approximated("approximated.clamped", ["thinking", field], message, { from: budget, to, limit: to }));
  return { ...wanted, max_tokens, thinking: { type: "enabled", ...thinking, budget_tokens: to } };
}

/** The limit is required, so that it cannot be left out. */
function maxTokensOf(given: number | undefined, budget: number, scope: RequestScope) {
  const { model, profile, options, report } = scope;
  const { maxOutput } = scope.capabilities;
  // Of a larger limit the vendor wants the answer streamed; the caller did not ask for that.
  const isSmall = maxOutput !== undefined && maxOutput <= DEFAULT_MAX_TOKENS + budget;
  const usual = options.defaultMaxTokens ?? (isSmall ? maxOutput : undefined);
  const isEnough = usual !== undefined && (budget === 0 || usual > budget || usual === maxOutput);
  const to = given ?? (isEnough ? usual : Math.min(budget + DEFAULT_MAX_TOKENS, outputLimitOf(model) ?? Number.POSITIVE_INFINITY));
  if (given === undefined)
    report(notice("defaulted.max_tokens", ["limits", "maxOutputTokens"], `messages demands \`max_tokens\`; it is ${to}.`, { to }));
  // Who asks for less than nothing wants an answer, and no cache filled.
  const least = MAX_TOKENS[to < 0 ? "gateway" : profile];
  const range = maxOutput === undefined ? least : { ...least, max: maxOutput };
  return keptLimit(to, range, "messages takes `max_tokens`", scope) ?? to;
}

function encodeThinking(config: ThinkingConfig, scope: RequestScope): Wanted {
  const { mode, effort, budgetTokens, visible } = config;
  const { capabilities, options, report } = scope;
  const display = visible === false ? { display: "omitted" } : {};
  const word = () => ({ effort: effortOf({ effort }, scope) });
  if (mode === "off") return encodeOff(config, scope);
  const dialect = options.effortDialect ?? (capabilities.budget === false ? "adaptive" : capabilities.effortDialect);
  const needsBudget = effort !== undefined && dialect === "budget" && capabilities.efforts?.length === 0;
  if (mode === undefined && budgetTokens === undefined && !needsBudget) return word();
  if (mode === "between-tools") return { thinking: { type: "between_tools", ...display }, ...word() };
  const budgeted = budgetTokens !== undefined && mode !== "dynamic";
  if ((dialect ?? (budgeted ? "budget" : "adaptive")) !== "budget")
    return { thinking: { type: "adaptive", ...display }, effort: effortOf(config, scope) };
  const budget = budgetTokens ?? (effort === undefined ? DEFAULT_BUDGET : budgetOfEffort(effort));
  const message = "This model takes a budget of thinking.";
  if (mode === "dynamic") report(approximated("approximated.thinking", ["thinking", "mode"], message, { from: mode, to: budget }));
  // A limit must be above it by one, which numbers that are larger cannot tell.
  const [least, most] = capabilities.budget || [0, 2 ** 52];
  const field = budgetTokens === undefined ? "effort" : "budgetTokens";
  const budget_tokens = budgetIn(budget, [Math.max(least, THINKING.minBudget), most], field, scope);
  return { thinking: { type: "enabled", budget_tokens, ...display }, ...(budgetTokens === undefined ? {} : word()) };
}

/** A word that the model takes for how much to think. @param most the highest one, where that is known */
function effortOf(asked: AskedAmount, scope: RequestScope, most?: string): Wanted["effort"] {
  const { efforts = EFFORTS } = scope.capabilities;
  const end = EFFORTS.findIndex((word) => word === most) + 1 || undefined;
  const words = EFFORTS.slice(0, end).filter((word) => efforts.includes(word));
  return effortIn(asked, words, scope);
}

/** No thinking, or as little as the model can. */
function encodeOff({ effort }: ThinkingConfig, scope: RequestScope): Wanted {
  const { thinkingOff, offMaxEffort } = scope.capabilities;
  const { report } = scope;
  if (thinkingOff === false) {
    const least = effortOf({ effort: "low" }, { ...scope, report: () => {} });
    const message = notOff("messages", least);
    for (const [field, from] of Object.entries({ mode: "off", effort }))
      if (from !== undefined && from !== least)
        report(approximated("approximated.thinking", ["thinking", field], message, { from, to: least ?? null }));
    return { effort: least };
  }
  const isOff = thinkingOff !== "between-tools";
  if (!isOff) report(equivalent(["thinking", "mode"], "This model thinks between calls of tools."));
  // Beside a higher effort it cannot be turned off.
  return { thinking: { type: isOff ? "disabled" : "between_tools" }, effort: effortOf({ effort }, scope, offMaxEffort) };
}

const FORCED = "A tool must be called, which excludes thinking; it is off.";
const PREFILLED = "There is a text to go on from, which excludes thinking; it is off.";
const THOUGHTLESS = "The last calls were made without signed thoughts, which excludes thinking; it is off.";

/**
 * What in a request forbids thinking, the strongest reason first, as a sentence.
 * @param messages those of a request, read or not; messages of one role in a row are one turn
 * @param type that of the thinking: some things are in the way of a budget alone
 * @param choice the type of the tool choice
 */
export function thinkingConflictIn(messages: readonly unknown[], type: unknown, choice?: string): string | undefined {
  if (type !== "enabled" && type !== "adaptive") return undefined;
  if (choice === "any" || choice === "tool") return FORCED;
  let at = messages.length - 1;
  if (typesOf(messages[at], "assistant")?.at(-1) === "text") return PREFILLED;
  if (type === "adaptive") return undefined;
  let answered = false;
  for (let types = typesOf(messages[at], "user"); types !== undefined; types = typesOf(messages[--at], "user"))
    answered ||= types.includes("tool_result");
  let first: readonly unknown[] | undefined;
  for (let types = typesOf(messages[at], "assistant"); types !== undefined; types = typesOf(messages[--at], "assistant")) first = types;
  if (!answered || first === undefined) return undefined;
  return first[0] === "thinking" || first[0] === "redacted_thinking" ? undefined : THOUGHTLESS;
}

/** The types of the blocks; undefined when the message is of another role. */
function typesOf(message: unknown, role: string): readonly unknown[] | undefined {
  if (!isObject(message) || message.role !== role) return undefined;
  return (blocksIn(message.content) ?? []).map((block) => memberAt(block, "type"));
}
