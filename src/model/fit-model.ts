/**
 * What of a request a model is known to refuse, whatever style it is written in: left out, or changed to what it takes.
 * How thinking is asked for each style decides itself.
 */

import { type Range, rangeText } from "../core/check.js";
import { adjustable, approximated, dropped, fact, failure, notice, type Path, type Report } from "../core/issue.js";
import { compact } from "../core/json.js";
import { type Capabilities, type Modality, reads } from "./capabilities.js";
import type { BaseProfile } from "./common.js";
import type { Part } from "./content.js";
import type { CanonicalRequest, Limits, OutputFormat, Sampling, ToolChoice } from "./request.js";
import { isFunction, isNamed } from "./tools.js";

/** What fitting needs to know of a translation. */
export interface ModelScope {
  readonly target: string;
  readonly profile: BaseProfile;
  /** False: the request is the caller's own, and goes as it is. */
  readonly fits: boolean;
  readonly model: string;
  readonly capabilities: Capabilities;
  /** What the server refuses of all its models. */
  readonly dialect: { readonly capabilities?: Capabilities };
  readonly options: {
    readonly capabilities?: unknown;
    readonly prefill?: "reject" | "drop";
    readonly outOfRange?: "clamp" | "reject" | "drop";
  };
  readonly report: Report;
}

/**
 * What counts of a model: all that the caller states, and what its name shows where its own vendor serves it. Who serves
 * it in another style may mend more.
 *
 * @param vendors names of the models that the vendor of the style serves
 */
export function factsOf({ capabilities, model, options }: ModelScope, vendors: RegExp): Capabilities {
  return options.capabilities !== undefined || vendors.test(model) ? capabilities : {};
}

/**
 * The request as its model takes it. In the profile of the specification only what the caller states counts: its gateway
 * knows its models, and fits requests to them itself.
 *
 * @param vendors as in {@link factsOf}
 */
export function fitModel(request: CanonicalRequest, given: ModelScope, vendors: RegExp): CanonicalRequest {
  const { fits, profile, options } = given;
  const asks = profile === "vendor" || options.capabilities !== undefined;
  if (!fits || !(asks || options.prefill !== undefined)) return request;
  const scope = { ...given, capabilities: { ...factsOf(given, vendors), ...given.dialect.capabilities } };
  const turns = withoutPrefill(request.turns, scope);
  if (!asks) return turns === request.turns ? request : { ...request, turns };
  warn({ ...request, turns }, scope);
  const { output, toolChoice } = request;
  return {
    ...request,
    turns,
    sampling: fitSampling(request, scope),
    limits: fitLimits(request.limits, scope),
    output: compact(Object.assign({}, output, { format: fitFormat(request, scope) })),
    ...compact({ toolChoice: toolChoice && fitChoice(toolChoice, scope) }),
  };
}

function lacked(field: string): string {
  return `This model takes no \`${field}\`; it was left out.`;
}

function fitSampling({ sampling, thinking }: CanonicalRequest, { capabilities, report }: ModelScope): Sampling {
  const isOff = thinking?.mode === "off" && capabilities.thinkingOff !== false;
  const isRefused = (fact: boolean | "off" | undefined) => fact === false || (fact === "off" && !isOff);
  const drop = (field: string, from: unknown, usual?: number | boolean) => {
    const severity = from === usual ? "info" : "warning";
    report(dropped("dropped.field", ["sampling", ...field.split(".")], lacked(field), { from: fact(from), severity }));
  };
  const [unsampled, blind] = [isRefused(capabilities.sampling), isRefused(capabilities.logprobs)];
  const fields: readonly (readonly [field: keyof Sampling, refused: boolean, usual?: number])[] = [
    // Every model takes the usual temperature.
    ["temperature", unsampled && sampling.temperature !== 1],
    ["topP", unsampled, 1],
    ["topK", unsampled],
    ["presencePenalty", capabilities.penalties === false, 0],
    ["frequencyPenalty", capabilities.penalties === false, 0],
    ["logitBias", blind],
  ];
  const kept: { -readonly [Field in keyof Sampling]: Sampling[Field] | undefined } = { ...sampling };
  if (blind) kept.logprobs = undefined;
  for (const [field, value] of Object.entries((blind && sampling.logprobs) || {})) drop(`logprobs.${field}`, value, false);
  for (const [field, refused, usual] of fields) {
    if (!refused || sampling[field] === undefined) continue;
    drop(field, sampling[field], usual);
    kept[field] = undefined;
  }
  return compact(kept);
}

function fitLimits({ maxOutputTokens, stop, ...rest }: Limits, scope: ModelScope): Limits {
  const { capabilities, report, target } = scope;
  const refuses = capabilities.stop === false && stop !== undefined && stop.length > 0;
  if (refuses) report(dropped("dropped.field", ["limits", "stop"], lacked("stop")));
  const range = { min: Number.NEGATIVE_INFINITY, ...compact({ max: capabilities.maxOutput }) };
  const limit = keptLimit(maxOutputTokens, range, `This model of ${target} takes a limit`, scope);
  return { ...rest, ...compact({ maxOutputTokens: limit, stop: refuses ? undefined : stop }) };
}

function fitFormat({ output: { format }, tools }: CanonicalRequest, { capabilities, report }: ModelScope): OutputFormat | undefined {
  if (format === undefined || format.type === "text") return format;
  const path = ["output", "format"];
  const isBeside = capabilities.jsonWithTools === false && tools.some(({ type }) => type === "function");
  const takesNoSchema = capabilities.structuredOutput === false;
  if (isBeside || (takesNoSchema && format.type === "enum")) {
    const message = `This model takes no \`format\`${isBeside ? " beside functions" : ""}; it was left out.`;
    report(dropped("dropped.field", path, message, { from: format.type }));
    return undefined;
  }
  if (!takesNoSchema || format.type === "json") return format;
  const message = "This model takes no schema; it is asked for JSON without one.";
  report(approximated("approximated.schema", path, message, { from: "json-schema", to: "json" }));
  return { type: "json" };
}

function fitChoice(choice: ToolChoice, { capabilities, report }: ModelScope): ToolChoice {
  const forced = choice.mode === "required" || choice.mode === "named" || (choice.mode === "allowed" && choice.required);
  if (capabilities.forcedTools !== false || !forced) return choice;
  const message = "This model takes no forced call; it may make none.";
  report(approximated("approximated.enum", ["toolChoice"], message, { from: choice.mode, to: "auto" }));
  if (choice.mode === "allowed") return { ...choice, required: false };
  // The one that had to be called is the one that may be.
  return choice.mode === "named" && isFunction(choice.kind) ? { mode: "allowed", names: [choice.name], required: false } : { mode: "auto" };
}

const NO_PREFILL = "This model does not go on from its own text";

/** Without a final assistant turn, where the model does not go on from one. */
function withoutPrefill(turns: CanonicalRequest["turns"], { capabilities, options, report }: ModelScope): CanonicalRequest["turns"] {
  if (capabilities.prefill !== false) return turns;
  // Instructions that stand last may be written elsewhere.
  const last = turns.findLastIndex(({ role }) => role !== "system" && role !== "developer");
  let kept = last + 1;
  while (kept > 0 && isAnswer(turns[kept - 1])) kept--;
  if (kept > last) return turns;
  if (options.prefill !== "drop") {
    report(failure("failed.unsupported", ["turns", last], `${NO_PREFILL}.`, { suggestion: "prefill" }));
    return turns;
  }
  for (let index = kept; index <= last; index++) report(dropped("dropped.part", ["turns", index], `${NO_PREFILL}; it was left out.`));
  return turns.filter((_, index) => index < kept || index > last);
}

const CALLS: readonly (Part["type"] | undefined)[] = ["tool-call", "server-tool-call", "server-tool-result", "code-call", "code-result"];

/** Whether a turn is the model's, and does not wait for the result of a call. */
function isAnswer(turn: CanonicalRequest["turns"][number] | undefined): boolean {
  const end = turn?.parts.findLast(({ type }) => type !== "thinking" && type !== "redacted-thinking");
  return turn?.role === "assistant" && !CALLS.includes(end?.type);
}

/** What is sent though the model is known to refuse it: nothing could take its place. */
function warn({ instructions, turns, tools }: CanonicalRequest, { capabilities, report }: ModelScope): void {
  const warnOf = (path: Path, what: string) =>
    report(notice("vendor_extension", path, `This model takes no ${what}, and may refuse the request.`, { severity: "warning" }));
  if (capabilities.instructions === false && instructions.length > 0) warnOf(["instructions", 0], "system message");
  if (capabilities.tools === false && tools.some(isNamed)) warnOf(["tools"], "functions");
  if (capabilities.input === undefined) return;
  for (const [index, { parts }] of turns.entries()) warnOfMedia(parts, ["turns", index, "parts"], capabilities, warnOf);
}

function warnOfMedia(parts: readonly Part[], path: Path, capabilities: Capabilities, warnOf: (path: Path, what: string) => void): void {
  for (const [index, part] of parts.entries()) {
    const kind = modalityOf(part);
    if (kind !== undefined && !reads(capabilities, kind)) warnOf([...path, index], kind);
    if (part.type === "tool-result") warnOfMedia(part.content, [...path, index, "content"], capabilities, warnOf);
  }
}

function modalityOf(part: Part): Modality | undefined {
  if (part.type === "image" || part.type === "audio" || part.type === "video") return part.type;
  if (part.type !== "document" || !("mimeType" in part.source)) return undefined;
  return part.source.mimeType === "application/pdf" ? "pdf" : undefined;
}

/** The one policy for a number that is outside of its range. */
interface RangePolicy {
  /** Whose range it is, and the field: "messages takes `top_k`". */
  readonly takes: string;
  /** Where the number stands in the canonical document. */
  readonly path: Path;
  /** Default `"clamp"`. */
  readonly outOfRange?: "clamp" | "reject" | "drop" | undefined;
  readonly report: Report;
}

/** The same of a limit of tokens, which is not left out. */
export function keptLimit(limit: number | undefined, range: Range, takes: string, { options, report }: ModelScope) {
  const outOfRange = options.outOfRange === "reject" ? options.outOfRange : "clamp";
  return keptInRange(limit, range, { takes, path: ["limits", "maxOutputTokens"], outOfRange, report });
}

/** @returns the number, the nearest legal one, or undefined where it is refused or left out; each change is an issue */
export function keptInRange(value: number | undefined, range: Range, { takes, path, outOfRange, report }: RangePolicy): number | undefined {
  if (value === undefined) return undefined;
  const { min, max = Number.POSITIVE_INFINITY, exclusiveMax } = range;
  const isOver = exclusiveMax === undefined ? value > max : value >= max;
  if (value >= min && !isOver) return value;
  const to = value < min ? min : (exclusiveMax ?? max);
  const facts = { from: value, limit: to };
  const limits = `${takes} of ${rangeText(range)}`;
  switch (outOfRange === "reject" || range.clamp !== false ? (outOfRange ?? "clamp") : "drop") {
    case "reject":
      report(failure("failed.unsupported", path, `${limits}, not ${value}.`, { ...facts, ...compact({ rule: range.rule }) }));
      return undefined;
    case "drop":
      report(dropped("dropped.value", path, `${limits}; ${value} was left out.`, facts));
      return undefined;
    default:
      report(adjustable("approximated.clamped", path, `${limits}; ${value} became ${to}.`, { ...facts, to }));
      return to;
  }
}
