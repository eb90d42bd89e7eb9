/**
 * The other fields in which servers are asked how hard to think, by the dialect.
 *
 *     {"thinking": {"type": "enabled"}, "reasoning_effort": "high"}
 *     {"reasoning": {"max_tokens": 2048, "exclude": true}}
 *
 * Source: https://api-docs.deepseek.com/guides/thinking_mode, https://openrouter.ai/docs/use-cases/reasoning-tokens
 */

import { approximated, dropped, equivalent } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { effortIn, leavesOutThinking } from "../../model/capabilities.js";
import type { ThinkingConfig } from "../../model/index.js";
import type { RequestScope } from "../shared/codec.js";
import type { ChatCompletionsRequest } from "./wire.js";

type Fields = Pick<ChatCompletionsRequest, "reasoning_effort" | "thinking" | "reasoning">;

/** Nothing where `reasoning_effort` alone is asked for: that is a row among the others. */
export function encodeThinkingFields(config: ThinkingConfig | undefined, scope: RequestScope): Fields {
  const { effortField = "reasoning_effort" } = scope.dialect;
  if (config === undefined || effortField === "reasoning_effort" || leavesOutThinking(config, scope)) return {};
  switch (effortField) {
    case "none":
      return nothing(config, scope);
    case "thinking":
      return toggle(config, scope);
    case "reasoning":
      return compact({ reasoning: reasoning(config, scope) });
    default:
      effortField satisfies never;
      return {};
  }
}

function nothing({ mode, effort, budgetTokens, visible }: ThinkingConfig, scope: RequestScope): Fields {
  const from = effort ?? budgetTokens ?? mode;
  const message = "This server is not asked how hard to think; its own default applies.";
  if (from !== undefined) scope.report(approximated("approximated.thinking", ["thinking"], message, { from, to: null }));
  loseVisible(visible, scope);
  return {};
}

function loseVisible(visible: boolean | undefined, { report }: RequestScope): void {
  const message = "This server cannot be told whether thoughts are shown; it decides.";
  if (visible !== undefined) report(dropped("dropped.field", ["thinking", "visible"], message, { severity: "info", from: visible }));
}

/** What is said of an effort beside thinking that is off, of a mode that the server does not have, and of one that is its default. */
function reportMode({ mode, effort }: ThinkingConfig, isStated: boolean, { report }: RequestScope): void {
  const lost = (field: string, message: string, from: string) =>
    report(approximated("approximated.thinking", ["thinking", field], message, { from }));
  if (mode === "off" && effort !== undefined) lost("effort", "Thinking is switched off, so that no effort is asked for.", effort);
  if (mode === "between-tools") lost("mode", "This server cannot be asked to think between tool calls; the model decides where.", mode);
  if (mode === "dynamic")
    report(
      equivalent(["thinking", "mode"], isStated ? "What is asked for switches thinking on." : "The model decides how much it thinks."),
    );
  if (mode === undefined && isStated) report(equivalent(["thinking", "mode"], "What is asked for switches thinking on.", { to: "on" }));
}

const TOGGLE_EFFORTS = ["high", "max"] as const;

function toggle(config: ThinkingConfig, scope: RequestScope): Fields {
  const { mode, visible } = config;
  loseVisible(visible, scope);
  const word = mode === "off" ? undefined : effortIn(config, TOGGLE_EFFORTS, scope);
  reportMode(config, word !== undefined, scope);
  if (mode === "off") return { thinking: { type: "disabled" } };
  if (word === undefined && mode !== "on" && mode !== "between-tools") return {};
  return compact({ thinking: { type: "enabled" }, reasoning_effort: word });
}

const REASONING_EFFORTS = ["minimal", "low", "medium", "high", "xhigh"] as const;

function reasoning(config: ThinkingConfig, scope: RequestScope): Fields["reasoning"] {
  const { mode, effort, budgetTokens, visible } = config;
  const { report } = scope;
  const exclude = visible === false ? { exclude: true } : {};
  if (visible === true) report(equivalent(["thinking", "visible"], "Thoughts are shown where nothing else is asked for."));
  reportMode(config, effort !== undefined || budgetTokens !== undefined, scope);
  if (mode === "off") return { effort: "none", ...exclude };
  if (budgetTokens !== undefined) {
    const message = "This server takes an effort or a number of tokens; the number counts.";
    if (effort !== undefined) report(dropped("dropped.field", ["thinking", "effort"], message, { severity: "info", from: effort }));
    return { max_tokens: budgetTokens, ...exclude };
  }
  const word = effortIn(config, REASONING_EFFORTS, scope);
  if (word !== undefined) return { effort: word, ...exclude };
  if (mode === "on" || mode === "between-tools") return { enabled: true, ...exclude };
  return visible === false ? exclude : undefined;
}
