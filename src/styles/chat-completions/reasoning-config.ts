/**
 * How hard to think: `reasoning_effort`, and the ways (X) in which compatible servers are asked the same.
 *
 *     {"thinking": {"type": "enabled", "budget_tokens": 2048}}
 *     {"extra_body": {"google": {"thinking_config": {"thinking_budget": 2048, "include_thoughts": true}}}}
 *     {"reasoning": {"effort": "high", "exclude": true}}
 *
 * Only `reasoning_effort` is ever written.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { type Capabilities, reasons } from "../../model/capabilities.js";
import type { Profile, StyleName } from "../../model/common.js";
import { effortOfBudget, isEffort, leaveOutThinking, nearestEffort } from "../../model/effort.js";
import type { Rest } from "../../model/extensions.js";
import type { Effort, ThinkingConfig } from "../../model/index.js";
import type { ChatCompletionsRequest } from "./wire.js";

type ThinkingFields = Pick<ChatCompletionsRequest, "reasoning_effort" | "reasoning" | "include_reasoning" | "thinking" | "extra_body">;
type Mode = NonNullable<ThinkingConfig["mode"]>;

/** What one field says. */
interface Statement {
  readonly path: Path;
  readonly mode?: Mode | undefined;
  readonly effort?: Effort | undefined;
  readonly budgetTokens?: number | undefined;
}

export interface DecodedThinking {
  readonly thinking?: ThinkingConfig;
  /** Where the fields of the config stand in the body. */
  readonly fields: Readonly<Record<string, Path>>;
  /** What is not understood, by the keys of the object it stood in. */
  readonly unknown: readonly (readonly [keys: readonly string[], rest: Rest])[];
}

export function decodeThinking(body: ThinkingFields, report: (issue: Issue) => void): DecodedThinking {
  const { type, budget_tokens, ...thinkingRest } = body.thinking ?? {};
  const { thinking_budget, thinking_level, include_thoughts, ...configRest } = body.extra_body?.google?.thinking_config ?? {};
  const { effort, max_tokens, exclude, enabled, ...reasoningRest } = body.reasoning ?? {};
  const googleConfig = ["extra_body", "google", "thinking_config"];
  const level = thinking_level?.toLowerCase();
  const statements: Statement[] = [
    { path: ["thinking", "type"], mode: modeOf(type) },
    { path: ["thinking", "budget_tokens"], ...amountOf(budget_tokens) },
    { path: [...googleConfig, "thinking_budget"], ...amountOf(thinking_budget) },
    { path: ["reasoning", "max_tokens"], ...amountOf(max_tokens) },
    { path: [...googleConfig, "thinking_level"], ...effortOf(level) },
    { path: ["reasoning", "effort"], ...effortOf(effort) },
    { path: ["reasoning", "enabled"], mode: enabled === true ? "on" : enabled === false ? "off" : undefined },
    { path: ["reasoning_effort"], ...effortOf(body.reasoning_effort) },
  ];
  const fields: Record<string, Path> = {};
  let config: ThinkingConfig = {};
  for (const statement of statements) config = join(config, statement, fields, report);
  const visible = visibility(
    [
      [["reasoning", "exclude"], exclude === true ? false : undefined],
      [[...googleConfig, "include_thoughts"], include_thoughts],
      [["include_reasoning"], body.include_reasoning === false ? false : undefined],
    ],
    fields,
    report,
  );
  // Their defaults say nothing by themselves, and yet the contrary of one who hides.
  const shown = [
    [["reasoning", "exclude"], exclude === false],
    [["include_reasoning"], body.include_reasoning === true],
  ] as const;
  for (const [path, said] of shown) if (said && visible === false) report(contradicted(path, true, false));
  const thinking = compact({ ...config, visible });
  // The whole setting stands where its amount does.
  const stated = ["effort", "budgetTokens", "mode", "visible"]
    .map((field) => fields[`thinking.${field}`])
    .find((path) => path !== undefined);
  if (stated !== undefined) fields.thinking = stated;
  const keep = (known: boolean, rest: Rest, field: string, value: unknown): Rest => (known ? rest : { ...rest, [field]: value });
  return compact({
    thinking: Object.keys(thinking).length === 0 ? undefined : thinking,
    fields,
    unknown: [
      [["thinking"], keep(modeOf(type) !== undefined, thinkingRest, "type", type)],
      [googleConfig, keep(isWord(level), configRest, "thinking_level", thinking_level)],
      [["reasoning"], keep(isWord(effort), reasoningRest, "effort", effort)],
      [[], keep(isWord(body.reasoning_effort), {}, "reasoning_effort", body.reasoning_effort)],
    ] as const,
  });
}

function isWord(word: string | null | undefined): boolean {
  return word === "none" || isEffort(word);
}

function modeOf(type: string | null | undefined): Mode | undefined {
  switch (type) {
    case "enabled":
      return "on";
    case "disabled":
      return "off";
    case "adaptive":
    case "auto":
      return "dynamic";
    default:
      return undefined;
  }
}

function amountOf(tokens: number | null | undefined): Omit<Statement, "path"> {
  if (tokens === null || tokens === undefined) return {};
  if (tokens === 0) return { mode: "off" };
  return tokens < 0 ? { mode: "dynamic" } : { mode: "on", budgetTokens: tokens };
}

function effortOf(word: string | null | undefined): Omit<Statement, "path"> {
  if (word === "none") return { mode: "off" };
  return isEffort(word) ? { mode: "on", effort: word } : {};
}

/** Adds what a weaker field says, as far as the stronger ones left it open. */
function join(config: ThinkingConfig, statement: Statement, fields: Record<string, Path>, report: (issue: Issue) => void): ThinkingConfig {
  const { path, mode, effort, budgetTokens } = statement;
  if (mode === undefined) return config;
  const amount = config.effort ?? (config.budgetTokens === undefined ? undefined : effortOfBudget(config.budgetTokens));
  const has = amount !== undefined;
  const off = config.mode === "off";
  const contradicts =
    (off && mode !== "off") ||
    (!off && config.mode !== undefined && mode === "off") ||
    (has && effort !== undefined && effort !== amount) ||
    (has && budgetTokens !== undefined && budgetTokens !== config.budgetTokens);
  if (contradicts) {
    report(
      notice(
        "conflict.resolved",
        path,
        "Another field of the request says something else about thinking, and counts more.",
        compact({ from: effort ?? budgetTokens ?? mode, to: config.effort ?? config.budgetTokens ?? config.mode }),
      ),
    );
    return config;
  }
  if (config.mode === undefined) fields["thinking.mode"] = path;
  if (off || has) return config;
  if (effort !== undefined) fields["thinking.effort"] = path;
  if (budgetTokens !== undefined) fields["thinking.budgetTokens"] = path;
  return compact({ ...config, mode: config.mode ?? mode, effort, budgetTokens });
}

function contradicted(path: Path, from: boolean, to: boolean): Issue {
  return notice("conflict.resolved", path, "Another field of the request says the contrary about showing thoughts, and counts more.", {
    from,
    to,
  });
}

function visibility(
  statements: readonly (readonly [Path, boolean | null | undefined])[],
  fields: Record<string, Path>,
  report: (issue: Issue) => void,
): boolean | undefined {
  let visible: boolean | undefined;
  for (const [path, said] of statements) {
    if (said === null || said === undefined) continue;
    if (visible === undefined) {
      visible = said;
      fields["thinking.visible"] = path;
    } else if (said !== visible) {
      report(contradicted(path, said, visible));
    }
  }
  return visible;
}

interface ThinkingTarget {
  readonly from: StyleName | undefined;
  readonly profile: Profile;
  readonly capabilities: Capabilities;
}

/** @param target the source style decides whether X fields may go back */
export function encodeThinking(
  thinking: ThinkingConfig | undefined,
  target: ThinkingTarget,
  report: (issue: Issue) => void,
): { reasoning_effort?: string; reasoning?: { exclude: true } } {
  if (thinking === undefined) return {};
  const { mode, effort, budgetTokens, visible, ...rest } = thinking;
  rest satisfies NothingLeft;
  const own = target.from === undefined || target.from === "chat-completions";
  if (!own && reasons(target.capabilities) === false) {
    leaveOutThinking(thinking, report);
    return {};
  }
  const hides = visible === false && own && target.profile === "gateway";
  if (visible === false && !hides)
    report(
      dropped("dropped.field", ["thinking", "visible"], "chat-completions cannot ask for thoughts to be left out of the answer.", {
        severity: "info",
      }),
    );
  if (visible === true && mode === undefined && effort === undefined && budgetTokens === undefined && !own)
    report(
      dropped("dropped.field", ["thinking", "visible"], "chat-completions cannot ask for thoughts; the model shows what it shows.", {
        severity: "info",
        from: visible,
      }),
    );
  const asked = visible === true && mode === "off";
  const unasked = visible === undefined && target.from === "generate-content" && mode !== "off" && (effort ?? budgetTokens) !== undefined;
  if (asked || unasked)
    report(
      equivalent(
        ["thinking", "visible"],
        "chat-completions does not say whether thoughts are shown; read back, they are asked for where the model thinks.",
        { from: visible ?? null, to: !asked },
      ),
    );
  const word =
    mode === "off" ? encodeOff(effort, own, target.capabilities, report) : encodeEffort({ mode, effort, budgetTokens }, target, report);
  return compact({
    reasoning_effort: word,
    reasoning: hides ? ({ exclude: true } as const) : undefined,
  });
}

/** Servers refuse `reasoning_effort` for models that do not reason, so that an unknown model is not told to think nothing. */
function encodeOff(
  effort: Effort | undefined,
  own: boolean,
  capabilities: Capabilities,
  report: (issue: Issue) => void,
): string | undefined {
  const known = own || reasons(capabilities) === true;
  const least = nearestEffort("minimal", capabilities.efforts ?? []) ?? "low";
  const word = !known ? undefined : own || capabilities.thinkingOff !== false ? "none" : least;
  if (effort !== undefined)
    report(
      approximated("approximated.thinking", ["thinking", "effort"], "Thinking is switched off, so that no effort is asked for.", {
        from: effort,
        to: word ?? null,
      }),
    );
  if (word === "none") return word;
  report({
    ...approximated(
      "approximated.thinking",
      ["thinking"],
      known
        ? `The model cannot be told not to think; it is told to think with ${least} effort.`
        : "Whether the model thinks is not known, and one that does not refuses `reasoning_effort`; nothing is said of it.",
      { from: "off", to: word ?? null },
    ),
    ...(known ? {} : ({ severity: "info" } as const)),
  });
  return word;
}

/** What a server takes whose model is not known; `xhigh` and `max` are words of few models. */
const COMMON_EFFORTS = ["minimal", "low", "medium", "high"] as const;

function encodeEffort(
  { mode, effort, budgetTokens }: { [K in "mode" | "effort" | "budgetTokens"]: ThinkingConfig[K] | undefined },
  { from, capabilities }: ThinkingTarget,
  report: (issue: Issue) => void,
): string | undefined {
  const own = from === undefined || from === "chat-completions";
  const lose = (field: "mode" | undefined, from: string | number, to: string | null, message: string) =>
    report(approximated("approximated.thinking", field === undefined ? ["thinking"] : ["thinking", field], message, { from, to }));
  const asked = effort ?? (budgetTokens === undefined ? undefined : effortOfBudget(budgetTokens));
  const word = asked === undefined || own ? asked : nearestEffort(asked, capabilities.efforts ?? COMMON_EFFORTS);
  if (budgetTokens !== undefined && word !== undefined)
    // The budget decides the form of the whole setting, so that all of it is named.
    lose(undefined, budgetTokens, word, `chat-completions takes no thinking budget; the model is told to think with ${word} effort.`);
  if (mode === "between-tools")
    lose("mode", mode, word ?? null, "chat-completions cannot ask for thinking between tool calls; the model decides where it thinks.");
  else if (word === undefined && mode === "on")
    lose("mode", "on", null, "chat-completions switches thinking on by an effort only, and none was given; the model's default applies.");
  else if (word === undefined && mode === "dynamic")
    report(
      equivalent(["thinking"], "The model is left to decide how much it thinks, which chat-completions says by not mentioning it.", {
        from: mode,
        to: null,
      }),
    );
  else if (mode === undefined && effort !== undefined && !own)
    report(
      equivalent(["thinking", "mode"], "An effort is all that chat-completions says about thinking; read back, it switches thinking on.", {
        from: null,
        to: "on",
      }),
    );
  if (effort !== undefined && word !== undefined && word !== effort)
    report(
      approximated(
        "approximated.enum",
        ["thinking", "effort"],
        `The model is not known to take the effort ${effort}; it is told ${word}.`,
        {
          from: effort,
          to: word,
        },
      ),
    );
  // A style that has both words for it gets back the one that its model takes.
  if (from === "messages" && word !== undefined && (mode === undefined || budgetTokens !== undefined))
    report(
      equivalent(["thinking", "effort"], "Read back, the effort is said by a budget where the model takes one, else by this word.", {
        to: brief(word),
      }),
    );
  return word;
}
