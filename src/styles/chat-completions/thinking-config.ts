/**
 * How hard to think: `reasoning_effort`, and the ways (X) in which compatible servers are asked the same.
 *
 *     {"thinking": {"type": "enabled", "budget_tokens": 2048}}
 *     {"extra_body": {"google": {"thinking_config": {"thinking_budget": 2048, "include_thoughts": true}}}}
 *     {"reasoning": {"effort": "high", "exclude": true}}
 */

import { approximated, equivalent, type Issue, minorLoss, notice, type Path, type Report } from "../../core/issue.js";
import { compact, type Only } from "../../core/json.js";
import {
  ALIKE,
  effortAsked,
  effortIn,
  isEffort,
  LEVELS,
  leavesOutThinking,
  nearestEffort,
  notOff,
  reasons,
  thinkingOfBudget,
} from "../../model/capabilities.js";
import { hasOnly, type Nested } from "../../model/extensions.js";
import type { ThinkingConfig } from "../../model/index.js";
import type { RequestScope } from "../shared/codec.js";
import type { ChatCompletionsRequest } from "./wire.js";

/** What one field states; nothing where its value is not understood. */
type Statement = { readonly [K in keyof ThinkingConfig]: ThinkingConfig[K] | undefined };

const GOOGLE = ["extra_body", "google", "thinking_config"];
const MODES = new Map<unknown, ThinkingConfig["mode"]>([
  ["enabled", "on"],
  ["disabled", "off"],
  ["adaptive", "dynamic"],
  ["auto", "dynamic"],
]);

/** @returns `fields`: where those of the config stand; `unknown`: what is not understood, by the keys of the object it stood in */
export function decodeThinking(body: ChatCompletionsRequest, report: Report) {
  const { reasoning_effort, include_reasoning } = body;
  const { type, budget_tokens, ...thinkingRest } = body.thinking ?? {};
  const { thinking_budget, thinking_level, include_thoughts, ...configRest } = body.extra_body?.google?.thinking_config ?? {};
  const { effort, max_tokens, exclude, enabled, ...reasoningRest } = body.reasoning ?? {};
  const level = thinking_level?.toLowerCase();
  // The strongest first.
  const statements: readonly (readonly [Path, Statement])[] = [
    [["thinking", "type"], { mode: MODES.get(type) }],
    [["thinking", "budget_tokens"], amountOf(budget_tokens)],
    [[...GOOGLE, "thinking_budget"], amountOf(thinking_budget)],
    [["reasoning", "max_tokens"], amountOf(max_tokens)],
    [[...GOOGLE, "thinking_level"], effortOf(level)],
    [["reasoning", "effort"], effortOf(effort)],
    [["reasoning", "enabled"], { mode: enabled === true ? "on" : enabled === false ? "off" : undefined }],
    [["reasoning_effort"], effortOf(reasoning_effort)],
    [["reasoning", "exclude"], { visible: exclude === true ? false : undefined }],
    [[...GOOGLE, "include_thoughts"], { visible: include_thoughts ?? undefined }],
    [["include_reasoning"], { visible: include_reasoning === false ? false : undefined }],
  ];
  const fields: Record<string, Path> = {};
  let config: ThinkingConfig = {};
  for (const [path, statement] of statements) config = join(config, path, statement, fields, report);
  // Defaults have no effect by themselves, and yet the contrary of one that hides.
  if (config.visible === false && exclude === false) report(contradicted(["reasoning", "exclude"], true, false));
  if (config.visible === false && include_reasoning === true) report(contradicted(["include_reasoning"], true, false));
  // The whole setting stands where its amount does.
  const stated = fields["thinking.effort"] ?? fields["thinking.budgetTokens"] ?? fields["thinking.mode"] ?? fields["thinking.visible"];
  if (stated) fields.thinking = stated;
  const unknown: readonly Nested[] = [
    [["thinking"], { ...thinkingRest, type: MODES.has(type) ? undefined : type }],
    [GOOGLE, { ...configRest, thinking_level: isWord(level) ? undefined : thinking_level }],
    [["reasoning"], { ...reasoningRest, effort: isWord(effort) ? undefined : effort }],
    [[], { reasoning_effort: isWord(reasoning_effort) ? undefined : reasoning_effort }],
  ];
  return { ...(stated && { thinking: config }), fields, unknown };
}

function isWord(word: string | null | undefined): boolean {
  return word === "none" || isEffort(word);
}

function amountOf(tokens: number | null | undefined): Statement {
  return tokens === null || tokens === undefined ? {} : thinkingOfBudget(tokens);
}

function effortOf(word: string | null | undefined): Statement {
  if (word === "none") return { mode: "off" };
  return isEffort(word) ? { mode: "on", effort: word } : {};
}

/** Adds what a weaker field states, as far as the stronger ones left it open. */
function join(config: ThinkingConfig, path: Path, statement: Statement, fields: Record<string, Path>, report: Report): ThinkingConfig {
  const { mode, effort, budgetTokens, visible } = statement;
  const amount = effortAsked(config);
  const stands = amount !== undefined;
  const contradicts =
    (mode !== undefined && config.mode !== undefined && (config.mode === "off") !== (mode === "off")) ||
    (stands && effort !== undefined && effort !== amount) ||
    (stands && budgetTokens !== undefined && budgetTokens !== config.budgetTokens) ||
    (visible ?? config.visible) !== (config.visible ?? visible);
  if (contradicts) {
    const to = config.effort ?? config.budgetTokens ?? config.mode;
    report(visible === undefined ? contradicted(path, effort ?? budgetTokens ?? mode, to) : contradicted(path, visible, config.visible));
    return config;
  }
  const added = { mode, visible, ...(stands ? {} : { effort, budgetTokens }) };
  const missing = Object.entries(compact(added)).filter(([field]) => !Object.hasOwn(config, field));
  for (const [field] of missing) fields[`thinking.${field}`] = path;
  return { ...Object.fromEntries(missing), ...config };
}

/** Of what several fields state this one is left out. */
export function contradicted(path: Path, from: string | number | boolean | undefined, to: string | number | boolean | undefined): Issue {
  const message = "Another field contradicts this one, and counts.";
  return notice("conflict.resolved", path, message, compact({ from, to }));
}

type Fields = Pick<ChatCompletionsRequest, "reasoning_effort" | "thinking" | "reasoning">;

/**
 * Efforts of a model that nobody knows, by the field that a server is asked with; `xhigh` and `max` are words of few. OpenRouter takes its
 * own, whatever the model.
 * Source: https://api-docs.deepseek.com/guides/thinking_mode, https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
const EFFORTS = {
  reasoning_effort: LEVELS,
  thinking: ["high", "max"],
  reasoning: [...LEVELS, "xhigh"],
} as const;

/**
 * The fields by which the server is asked, by the dialect.
 *
 *     {"thinking": {"type": "enabled"}, "reasoning_effort": "high"}
 *     {"reasoning": {"max_tokens": 2048, "exclude": true}}
 */
export function encodeThinking(config: ThinkingConfig, scope: RequestScope): Fields {
  if (leavesOutThinking(config, scope)) return {};
  config satisfies Only<typeof config, "mode" | "effort" | "budgetTokens" | "visible">;
  const { mode, effort, budgetTokens, visible } = config;
  const { dialect, capabilities, report } = scope;
  const { effortField: field = "reasoning_effort" } = dialect;
  reportVisible(config, field, scope);
  if (field === "none") {
    const from = effort ?? budgetTokens ?? mode;
    const message = "This server is not asked to think; its default applies.";
    if (from !== undefined) report(approximated("approximated.thinking", ["thinking"], message, { from, to: null }));
    return {};
  }
  const isOff = mode === "off";
  const isOn = mode === "on" || mode === "between-tools";
  const max_tokens = field === "reasoning" && !isOff ? budgetTokens : undefined;
  const beside = "This server takes an effort or tokens; the tokens count.";
  if (max_tokens !== undefined && effort !== undefined) report(minorLoss(["thinking", "effort"], beside, { from: effort }));
  const word = isOff
    ? encodeOff(config, field, scope)
    : max_tokens === undefined
      ? effortIn(config, (field !== "reasoning" && capabilities.efforts) || EFFORTS[field], scope)
      : undefined;
  if (!isOff) reportMode(config, word ?? max_tokens, field, scope);
  if (field === "reasoning_effort") return compact({ reasoning_effort: word });
  if (field === "thinking") {
    const type = isOff ? "disabled" : isOn || word ? "enabled" : undefined;
    return compact({ thinking: type && { type }, reasoning_effort: isOff ? undefined : word });
  }
  const enabled = (isOn && word === undefined && max_tokens === undefined) || undefined;
  const reasoning = compact({ effort: word, max_tokens, enabled, exclude: visible === false || undefined });
  return hasOnly(reasoning, []) ? {} : { reasoning };
}

function reportVisible({ mode, effort, budgetTokens, visible }: ThinkingConfig, field: string, { report }: RequestScope): void {
  const path = ["thinking", "visible"];
  const message = "chat-completions cannot ask for thoughts; the service decides.";
  const isAsked = field !== "none" && (mode ?? effort ?? budgetTokens) !== undefined;
  if (visible === true && (field === "reasoning" || mode === "off"))
    report(equivalent(path, "chat-completions shows thoughts where it has any."));
  else if (field !== "reasoning" && (visible === false || (visible === true && !isAsked)))
    report(minorLoss(path, message, { from: visible }));
}

/** What becomes of the mode. @param amount the effort or the tokens that are asked for */
function reportMode({ mode }: ThinkingConfig, amount: string | number | undefined, field: keyof typeof EFFORTS, { report }: RequestScope) {
  const lose = (message: string) =>
    report(approximated("approximated.thinking", ["thinking", "mode"], message, { ...compact({ from: mode }), to: amount ?? null }));
  if (mode === "between-tools") lose(ALIKE.between);
  else if (mode === "on" && amount === undefined && field === "reasoning_effort") lose(ALIKE.mode);
  else if (mode === "dynamic" && amount === undefined) report(equivalent(["thinking"], ALIKE.mode, { from: mode, to: null }));
  else if (mode === undefined && amount !== undefined) report(equivalent(["thinking", "mode"], ALIKE.effort, { to: "on" }));
}

/** Servers refuse `reasoning_effort` for models that do not reason, so that an unknown model is not asked for no thinking. */
function encodeOff({ effort }: ThinkingConfig, field: keyof typeof EFFORTS, { capabilities, report }: RequestScope): string | undefined {
  const { thinkingOff, efforts = ["low"] } = capabilities;
  const known = field !== "reasoning_effort" || reasons(capabilities) === true;
  const least = field === "reasoning_effort" && thinkingOff === false ? nearestEffort("minimal", efforts) : "none";
  const to = known ? least : undefined;
  const message = known ? notOff("chat-completions", to) : "A model that may not think may refuse `reasoning_effort`; it was left out.";
  const facts = { from: "off", to: to ?? null, severity: known ? "warning" : "info" } as const;
  if (to !== "none") report(approximated("approximated.thinking", ["thinking"], message, facts));
  if (effort !== undefined)
    report(approximated("approximated.thinking", ["thinking", "effort"], ALIKE.off, { from: effort, to: to ?? null }));
  return to;
}

/** Some models take no effort beside functions, or none but `none`. */
export function fitEffortToTools(body: ChatCompletionsRequest, { capabilities, fits, report }: RequestScope): void {
  const { toolsWithEffort } = capabilities;
  const { reasoning_effort: effort } = body;
  const to = toolsWithEffort === "none" ? toolsWithEffort : undefined;
  if (!fits || toolsWithEffort === undefined || effort === to) return;
  const message = "This model takes no effort beside functions.";
  const facts = { from: effort ?? null, to: to ?? null, severity: effort ? "warning" : "info" } as const;
  report(approximated("approximated.thinking", [effort ? "thinking" : "tools"], message, facts));
  if (to === undefined) Reflect.deleteProperty(body, "reasoning_effort");
  else body.reasoning_effort = to;
}
