import { approximated, brief, dropped, equivalent, type Report, WrongCall } from "../core/issue.js";
import { isBare } from "../core/json.js";
import type { Effort, ThinkingConfig } from "./request.js";

/** A kind of content that a model reads. */
export type Modality = "text" | "image" | "audio" | "video" | "pdf";

/** What is known of a model. Absent means unknown. Where `capabilities` gives none, its name shows some; `interlingua/models` has more. */
export interface Capabilities {
  /** The first number of the version. */
  readonly generation?: number;
  /** How a messages model is asked to think: `adaptive` with an effort, or `enabled` with a budget. */
  readonly effortDialect?: "adaptive" | "budget";
  /** True: it reasons, and takes `max_completion_tokens` in chat-completions. False: it is not asked about thinking. */
  readonly reasoning?: boolean;
  /** Efforts or levels of thinking that it takes, as `"low"`; of another, the nearest is written. Empty: none. */
  readonly efforts?: readonly string[];
  /** False: thinking cannot be turned off, and is made little. `"between-tools"`: it can, but for thinking between calls. */
  readonly thinkingOff?: boolean | "between-tools";
  /** Highest effort beside which thinking can be turned off. */
  readonly offMaxEffort?: string;
  /** Least and largest thinking budget, in tokens; false: an effort or a level instead. */
  readonly budget?: readonly [min: number, max: number] | false;
  /** False: no sampling parameters but `temperature: 1`. `"off"`: they are taken while thinking is off. */
  readonly sampling?: boolean | "off";
  /** False: `temperature` and `top_p` are refused together. */
  readonly temperatureWithTopP?: boolean;
  /** False: presence and frequency penalties are refused. */
  readonly penalties?: boolean;
  /** False: log probabilities and a bias of tokens are refused. `"off"`: they are taken while thinking is off. */
  readonly logprobs?: boolean | "off";
  /** False: stop sequences are refused. */
  readonly stop?: boolean;
  /** True: system messages are legal amid a conversation. */
  readonly midSystem?: boolean;
  /** False: system and developer messages are refused. */
  readonly instructions?: boolean;
  /** True: it can answer with images. */
  readonly imageOutput?: boolean;
  /** False: a final assistant turn is refused. */
  readonly prefill?: boolean;
  /** False: functions are refused. */
  readonly tools?: boolean;
  /** False: no call can be forced. */
  readonly forcedTools?: boolean;
  /** `reasoning_effort` beside functions in chat-completions is left out, or must be `none`. */
  readonly toolsWithEffort?: "omit" | "none";
  /** False: chat-completions' search of the web is refused. */
  readonly webSearch?: boolean;
  /** False: a schema for the answer is refused. */
  readonly structuredOutput?: boolean;
  /** False: a form for the answer is refused beside functions. */
  readonly jsonWithTools?: boolean;
  /** False: its own vendor does not serve it by chat-completions. */
  readonly chat?: boolean;
  /** Kinds of content that it reads. */
  readonly input?: readonly Modality[];
  /** Most tokens of an answer; a larger limit is lowered to it. */
  readonly maxOutput?: number;
  /** Tokens of question and answer together. For the caller. */
  readonly contextWindow?: number;
  /** Most tokens of a question, where that is less. For the caller. */
  readonly inputMax?: number;
}

/** Facts by model, or one set of facts for whatever model is asked for. */
export type CapabilityOption = Capabilities | ((model: string) => Capabilities | undefined);

export function capabilitiesOf(model: string, option: CapabilityOption | undefined): Capabilities {
  const known = shownBy(model.slice(model.lastIndexOf("/") + 1));
  return option === undefined ? known : { ...known, ...(typeof option === "function" ? givenFor(model, option) : option) };
}

function shownBy(name: string): Capabilities {
  for (const [pattern, facts] of FAMILIES) {
    const found = pattern.exec(name);
    if (found !== null) return facts(found);
  }
  return NOTHING_KNOWN;
}

const NOTHING_KNOWN: Capabilities = {};

/** A fault in what the caller wrote is none of the document. */
function givenFor(model: string, option: (model: string) => Capabilities | undefined): Capabilities | undefined {
  let given: Capabilities | undefined;
  try {
    given = option(model);
  } catch (cause) {
    throw new WrongCall(`\`capabilities\` threw for ${JSON.stringify(brief(model))}.`, { cause });
  }
  if (given === undefined || isBare(given)) return given;
  throw new WrongCall("`capabilities` must return a plain object at once, or undefined.");
}

/**
 * Tokens that a Claude which thinks by a budget writes at most, thoughts among them. Not a capability: a request without a
 * limit of its own does not ask for so many.
 */
export function outputLimitOf(model: string): number | undefined {
  const found = CLAUDE.exec(model.slice(model.lastIndexOf("/") + 1));
  if (found === null) return undefined;
  const version = versionOf(found[2], found[3]);
  if (version >= 406) return undefined;
  if (found[1] === "opus") return version >= 405 ? 64_000 : 32_000;
  return version >= 307 ? 64_000 : undefined;
}

const CLAUDE = /claude-(?:([a-z]+)-)?(\d+)(?:[-.](\d{1,2})(?!\d))?/;

/** 406 for 4.6. */
function versionOf(major: string | undefined, minor = "0"): number {
  return 100 * Number(major) + Math.min(99, Number(minor));
}

const UP_TO_HIGH = ["low", "medium", "high"] as const;
export const LEVELS = ["minimal", ...UP_TO_HIGH] as const;

/** Source: ai.google.dev/gemini-api/docs/thinking. */
function gemini(found: RegExpExecArray): Capabilities {
  const [, major, minor, family = ""] = found;
  const generation = Number(major);
  const version = versionOf(major, minor);
  if (generation >= 3) {
    const flash = family.startsWith("flash");
    if (flash && version < 307) return { generation, efforts: LEVELS };
    return flash || family === "pro" || generation > 3 ? { generation, efforts: UP_TO_HIGH } : { generation };
  }
  if (minor === undefined) return { generation };
  // Only an experiment of 2.0 thought.
  if (version < 205) return found.input.includes("thinking") ? { generation } : { generation, reasoning: false };
  if (family === "pro") return { generation, budget: [128, 32_768], thinkingOff: false };
  return family === "flash-lite" ? { generation, budget: [512, 24_576] } : { generation };
}

/** Source: platform.claude.com/docs/en/about-claude/models. */
function claude(found: RegExpExecArray): Capabilities {
  const version = versionOf(found[2], found[3]);
  if (version < 307) return { effortDialect: "budget", reasoning: false, maxOutput: version >= 305 ? 8192 : 4096 };
  // Adaptive thinking came with 4.6; before it a model takes a budget only. The pair is refused since 4.1, each since 4.7.
  const facts: { -readonly [Fact in keyof Capabilities]: Capabilities[Fact] } = { effortDialect: version >= 406 ? "adaptive" : "budget" };
  if (version >= 401) facts.temperatureWithTopP = false;
  if (version >= 406) facts.prefill = false;
  if (version >= 407) facts.sampling = false;
  return Object.assign(facts, alwaysThinking(found[1], version));
}

/** Which models think whatever they are asked, and take no forced calls beside that. */
function alwaysThinking(family: string | undefined, version: number): Capabilities {
  if (family === "fable" || family === "mythos") return { thinkingOff: false, ...(version >= 501 && { forcedTools: false }) };
  if (version < 505 || (family !== "opus" && family !== "sonnet")) return {};
  return { thinkingOff: family === "sonnet" ? "between-tools" : false, forcedTools: false };
}

/**
 * Such a model takes nothing that steers the choice of tokens, tells of it, or cuts the answer.
 * Source: https://learn.microsoft.com/azure/ai-foundry/openai/how-to/reasoning#not-supported.
 */
const ALWAYS_REASONING = { thinkingOff: false, sampling: false, penalties: false, logprobs: false, stop: false } satisfies Capabilities;
/** It takes some of that while it does not reason. */
const MAY_REASON = { sampling: "off", penalties: false, logprobs: "off", stop: false } satisfies Capabilities;

/**
 * Source: developers.openai.com/api/docs/models. That a model reasons is known by its efforts alone: other services that
 * serve it take `max_tokens` as well.
 */
function gpt([, major, minor, kind]: RegExpExecArray): Capabilities {
  const version = versionOf(major, minor);
  if (version < 500) return { reasoning: false };
  // The models of a product: what all of their versions take.
  if (kind === "chat") return { efforts: [] };
  if (kind === "pro") return { ...ALWAYS_REASONING, efforts: ["high"] };
  if (kind === "codex") return { ...ALWAYS_REASONING, efforts: UP_TO_HIGH };
  if (version < 501) return { ...ALWAYS_REASONING, efforts: LEVELS };
  if (version < 502) return { ...MAY_REASON, efforts: UP_TO_HIGH };
  if (version < 600) return { ...MAY_REASON, efforts: [...UP_TO_HIGH, "xhigh"] };
  return { ...MAY_REASON, efforts: [...UP_TO_HIGH, "xhigh", "max"], thinkingOff: false };
}

/** What the name of a model shows; the first family counts. */
const FAMILIES: readonly (readonly [name: RegExp, facts: (found: RegExpExecArray) => Capabilities])[] = [
  [/gemini-(\d+)(?:\.(\d+))?(?:-([a-z]+(?:-lite)?))?/, gemini],
  [CLAUDE, claude],
  [/^o\d/, () => ({ ...ALWAYS_REASONING, efforts: UP_TO_HIGH })],
  // Azure writes `gpt-35-turbo`.
  [/^(?:ft:)?gpt-(3(?=5)|\d+)\.?(\d+)?[^-]*(?:-(chat|codex|pro))?/, gpt],
];

/** Whether the model is not known to refuse content of this kind. One that sees reads the pages of a document as well. */
export function reads({ input }: Capabilities, kind: Modality): boolean {
  return input === undefined || input.includes(kind) || (kind === "pdf" && input.includes("image"));
}

/** Whether the model thinks: known by itself, or by the efforts that it takes. */
export function reasons({ reasoning, efforts }: Capabilities): boolean | undefined {
  return reasoning ?? (efforts === undefined ? undefined : efforts.length > 0);
}

/** Tokens, from the lowest effort to the highest. */
const BUDGETS = { minimal: 512, low: 1024, medium: 8192, high: 24576, xhigh: 32768, max: 65536 } as const satisfies Record<Effort, number>;
const EFFORTS = [...LEVELS, "xhigh", "max"] as const satisfies readonly Effort[];

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

/** How much thinking is asked for, in words, in tokens or in both. */
export type AskedAmount = { readonly [Field in "effort" | "budgetTokens"]?: ThinkingConfig[Field] | undefined };

/** The same, by whichever of the two. */
export function effortAsked({ effort, budgetTokens }: AskedAmount): Effort | undefined {
  return effort ?? (budgetTokens === undefined ? undefined : effortOfBudget(budgetTokens));
}

/** What a budget in tokens asks for: none is no thinking, and less than none leaves it to the model. */
export function thinkingOfBudget(tokens: number): ThinkingConfig {
  if (tokens === 0) return { mode: "off" };
  return tokens < 0 ? { mode: "dynamic" } : { mode: "on", budgetTokens: tokens };
}

/** The nearest of the listed efforts: the same, else the next lower one, else the lowest. Undefined where none is listed. */
export function nearestEffort<Word extends string>(effort: Effort, listed: readonly Word[]): (Word & Effort) | undefined {
  const known = EFFORTS.flatMap((word) => listed.filter((each): each is Word & Effort => each === word));
  return known.findLast((word) => EFFORTS.indexOf(word) <= EFFORTS.indexOf(effort)) ?? known[0];
}

/**
 * How much thinking to ask for, for a target that takes a word and no tokens; undefined where nothing is asked. A change is an issue.
 * @param words those of the target
 * @param code of the issue where the effort itself has another word
 */
export function effortIn<Word extends string>(
  config: AskedAmount,
  words: readonly Word[],
  { target, report }: { readonly target: string; readonly report: Report },
  code: "approximated.enum" | "approximated.thinking" = "approximated.enum",
): (Word & Effort) | undefined {
  const { effort, budgetTokens } = config;
  const asked = effortAsked(config);
  const to = asked && nearestEffort(asked, words);
  if (to === undefined) {
    const message = `This model of ${target} takes no effort; it was left out.`;
    for (const [field, from] of Object.entries({ effort, budgetTokens }))
      if (from !== undefined) report(dropped("dropped.field", ["thinking", field], message, { from }));
    return undefined;
  }
  const noBudget = `This model of ${target} takes an effort in place of tokens; it gets ${to}.`;
  if (budgetTokens !== undefined) report(approximated("approximated.thinking", ["thinking"], noBudget, { from: budgetTokens, to }));
  const noWord = `This model of ${target} may not take the effort ${asked}; it gets ${to}.`;
  if (effort !== undefined && to !== effort) report(approximated(code, ["thinking", "effort"], noWord, { from: effort, to }));
  return to;
}

/** Tokens to think, as many as the model takes. @param tooMany code of the issue where it takes less */
export function budgetIn(
  from: number,
  [least, most]: readonly [number, number],
  field: "effort" | "budgetTokens",
  { target, report }: { readonly target: string; readonly report: Report },
  tooMany: "approximated.clamped" | "approximated.thinking" = "approximated.clamped",
): number {
  const to = Math.max(Math.min(from, most), least);
  const message = `This model of ${target} takes a thinking budget of at ${to > from ? "least" : "most"} ${to} tokens.`;
  if (to !== from)
    report(approximated(to > from ? "approximated.clamped" : tooMany, ["thinking", field], message, { from, to, limit: to }));
  return to;
}

/** What several styles say of thinking, by what is asked. */
export const ALIKE = {
  off: "Thinking is not on, so no effort is asked for.",
  between: "Thinking between calls cannot be asked for; the model decides.",
  effort: "An effort switches thinking on here.",
  mode: "The model decides how much it thinks.",
};

/** @param to how much the model gets to think */
export function notOff(target: string, to: string | number | undefined): string {
  return `This model of ${target} cannot turn thinking off; it gets ${to ?? "no effort"}.`;
}

/** True, after a report, for a model that does not think: no thinking is written. Effort and visibility may stand in fields of their own. */
export function leavesOutThinking(
  { mode, effort, budgetTokens, visible }: ThinkingConfig,
  { target, capabilities, report }: { readonly target: string; readonly capabilities: Capabilities; readonly report: Report },
): boolean {
  if (reasons(capabilities) !== false) return false;
  const from = effort ?? budgetTokens ?? mode;
  const message = `This model of ${target} does not think, and is not asked to.`;
  if (mode === "off") report(equivalent(["thinking"], message));
  else if (from !== undefined) report(approximated("approximated.thinking", ["thinking"], message, { from, to: null }));
  // In a style where effort and mode are one field, both findings stand at it and are equal, so that one is listed.
  for (const [field, from] of Object.entries({ effort, visible }))
    if (from !== undefined)
      report(approximated("approximated.thinking", ["thinking", field], message, { from, to: null, severity: "info" }));
  return true;
}

// Services and gateways give one model many names.
const REGION = /^(?:us|eu|apac|ap|au|jp|ca|sa|me|af|global|us-gov)\./;
const LAB = /^(?:anthropic|openai|google|amazon|meta|mistral|cohere|ai21|deepseek|qwen|moonshot|minimax|zai)\./;
/** `[1m]` asks for a context, `:free` for a price; `:0` is part of a version of Bedrock. */
const OPTION = /\[[^[]*]$|:(?!\d+$)[\w-]+$/;
const DATE = /[-@]20\d\d-?\d\d-?\d\d$/;
const SUFFIX = /-(?:0\d{2,3}|latest|fast|thinking|customtools|exp(?:-\d\d-\d\d)?|preview(?:-\d\d-(?:20)?\d\d)?)$/;

/**
 * The names that a model may be listed under, the most exact first: without path, options, region, lab and date. There is no
 * other rule of prefixes: `claude-opus-6` and `my-deployment` are names that nobody knows.
 */
export function namesOf(given: string): readonly string[] {
  const last = given.toLowerCase().split("/").at(-1) ?? "";
  const plain = last
    .replace(OPTION, "")
    .replace(/@(?:20\d{6}|default|latest)$/, "")
    .replace(REGION, "")
    .replace(LAB, "");
  const name = plain.replace(/-v\d+(?::\d+)?$/, "").replace(/^(claude-.*\d)\.(\d)/, "$1-$2");
  const undated = name.replace(DATE, "");
  const short = undated.replace(SUFFIX, "");
  return [...new Set([last, plain, name, undated, short, short.replace(DATE, "")])];
}

/** Whether two names are those of one model, whatever region, date, suffix and prefix of a host they have. */
export function isSameModel(one: string, other: string): boolean {
  return one === other || bareName(one) === bareName(other);
}

/** Hosts write `claude-4-sonnet`, and the vendor itself `claude-sonnet-4-0`, for `claude-sonnet-4`. */
function bareName(given: string): string {
  return (namesOf(given).at(-1) ?? "")
    .replace(/^.*-(?=claude-)/, "")
    .replace(/^claude-(\d+(?:[-.]\d+)?)-([a-z]+)/, "claude-$2-$1")
    .replace(/^(claude-[a-z]+-\d+)\.(\d)/, "$1-$2")
    .replace(/^(claude-[a-z]+-\d+)-0$/, "$1");
}
