/**
 * Facts of models as dated data, for the option `capabilities`. `data/models.json` names its sources and their licences; the
 * other entries import nothing of it.
 *
 * @module interlingua/models
 */
import data from "../../data/models.json" with { type: "json" };
import { compact, ownOf } from "../core/json.js";
import { type Capabilities, type Modality, namesOf } from "../model/capabilities.js";

/** What is known of one model; `fields` of {@link models} states what each member means. */
export interface ModelFacts
  extends Pick<
    Capabilities,
    | ("reasoning" | "efforts" | "offMaxEffort" | "temperatureWithTopP" | "prefill" | "tools" | "jsonWithTools" | "penalties")
    | ("stop" | "chat" | "midSystem" | "instructions" | "webSearch" | "inputMax")
  > {
  readonly lab: string;
  /** Tokens in and out. */
  readonly context?: number;
  /** Most tokens out. */
  readonly output?: number;
  /** Input modalities. */
  readonly in?: readonly string[];
  /** How thinking is switched off: `none`, `disabled`, `between_tools`, `budget`; false: it cannot be. */
  readonly off?: string | boolean;
  /** Least and largest thinking budget, in tokens; null: below the limit of the answer. False: a budget is refused. */
  readonly budget?: readonly (number | null)[] | boolean;
  /** False: sampling parameters are refused; `off`: but for while thinking is off. */
  readonly sampling?: string | boolean;
  readonly forced?: boolean;
  readonly toolsWithEffort?: string;
  readonly schema?: boolean;
  readonly status?: string;
}

/** The data of the entry: facts by the names of models, and where they come from. */
export interface ModelData {
  readonly about: string;
  /** When the facts were gathered, as `2026-11-22`. */
  readonly date: string;
  readonly sources: readonly { readonly name: string; readonly licence: string }[];
  /** What each fact means. */
  readonly fields: Readonly<Record<string, string>>;
  /** Other names, and those of the rows that they mean. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly models: Readonly<Record<string, ModelFacts>>;
}

/** Facts of some 190 models, with their date, sources and meanings. */
export const models: ModelData = data;

/**
 * What a model can do, by any of the names that services and gateways give it: with a region, a lab, a date or a price
 * (`us.anthropic.claude-sonnet-4-5-20250929-v1:0`, `openai/gpt-5-mini:free`). Made for the option `capabilities` of every
 * translation and validation.
 *
 * @returns undefined for a model that nobody lists: what its version number tells is known without
 * @example
 * capabilitiesOf("anthropic/claude-opus-4.1")?.maxOutput; // 32000
 * capabilitiesOf("my-deployment"); // undefined
 */
export function capabilitiesOf(name: string): Capabilities | undefined {
  const listed = namesOf(name).map((known) => ownOf(models.models, ownOf(models.aliases, known) ?? known));
  const facts = listed.find((found) => found !== undefined);
  if (facts === undefined) return undefined;
  const { lab: _lab, status: _status, toolsWithEffort, output, context, forced, schema, sampling, in: given, off: _off, ...same } = facts;
  return compact({
    ...same,
    budget: budgetOf(facts),
    effortDialect: dialectOf(facts),
    thinkingOff: thinkingOffOf(facts),
    sampling: SAMPLING.find((known) => known === sampling),
    forcedTools: forced,
    toolsWithEffort: TOOLS_WITH_EFFORT.find((word) => word === toolsWithEffort),
    structuredOutput: schema,
    input: given?.flatMap((kind) => MODALITIES.filter((known) => known === kind)),
    maxOutput: output,
    contextWindow: context,
  });
}

function thinkingOffOf({ off }: ModelFacts): Capabilities["thinkingOff"] {
  if (off === undefined) return undefined;
  return off === "between_tools" ? "between-tools" : off !== false;
}

const SAMPLING = [true, false, "off"] as const;
const TOOLS_WITH_EFFORT = ["omit", "none"] as const;
const MODALITIES: readonly Modality[] = ["text", "image", "audio", "video", "pdf"];

function budgetOf({ budget }: ModelFacts): Capabilities["budget"] {
  if (budget === undefined || budget === true) return undefined;
  if (budget === false) return false;
  const [min, max] = budget;
  return [min ?? 0, max ?? Number.MAX_SAFE_INTEGER];
}

/** Only messages has two ways to ask. */
function dialectOf({ lab, budget, efforts = [] }: ModelFacts): Capabilities["effortDialect"] {
  if (lab !== "anthropic" || budget === undefined) return undefined;
  if (budget === false) return "adaptive";
  return efforts.length === 0 ? "budget" : undefined;
}
