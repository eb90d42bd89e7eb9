/** Wrong calls: mistakes of the program and not of its input, refused at once in words that state what to write. */

import { suggest } from "./core/issue.js";
import { isObject } from "./core/json.js";
import { isAnswerRestore } from "./json-schema/restore.js";
import type { Context, Policies } from "./styles/options.js";

/** Policies that are one word of a few. */
type Worded = {
  readonly [Name in keyof Policies as string extends Policies[Name]
    ? never
    : Policies[Name] extends string | undefined
      ? Name
      : never]-?: readonly Exclude<Policies[Name], undefined>[];
};
const POLICIES: Worded = {
  outOfRange: ["clamp", "reject", "drop"],
  midSystem: ["auto", "native", "hoist", "user", "reject"],
  firstTurn: ["keep", "reject"],
  missingResult: ["pass", "reject", "synthesize-error"],
  invalidArguments: ["wrap", "reject"],
  effortDialect: ["adaptive", "budget"],
  gSchema: ["auto", "parameters", "json-schema"],
  schemas: ["reduce", "keep"],
  codeParts: ["drop", "text"],
};

/** What an option of a type must be, in words, and how that is checked. */
interface Kind {
  readonly must: string;
  readonly test: (value: unknown) => boolean;
}
const STRING: Kind = { must: "be a string", test: (value) => typeof value === "string" };
const NUMBER: Kind = { must: "be a number", test: (value) => typeof value === "number" && !Number.isNaN(value) };
/** A limit; `Infinity` is none. */
const COUNT: Kind = {
  must: "be a whole number from 0 on",
  test: (value) => value === Number.POSITIVE_INFINITY || (typeof value === "number" && Number.isInteger(value) && value >= 0),
};
const BOOLEAN: Kind = { must: "be true or false", test: (value) => typeof value === "boolean" };
const STRINGS: Kind = {
  must: "be an array of strings",
  test: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
};
const OBJECT: Kind = { must: "be an object", test: isObject };
const FACTS: Kind = { must: "be an object, or a function of the model", test: (value) => isObject(value) || typeof value === "function" };

const NAMES: Kind = {
  must: "be an object of strings",
  test: (value) => isObject(value) && Object.values(value).every((name) => typeof name === "string"),
};
/** Of a context; null is absent, as other languages write it. */
const CONTEXT: { readonly [Name in keyof Context]-?: Kind } = {
  model: STRING,
  turn: NUMBER,
  includeStreamUsage: BOOLEAN,
  toolNames: NAMES,
  declaredTools: STRINGS,
  customTools: STRINGS,
  restore: { must: "be as translateRequest gave it", test: isAnswerRestore },
};

/** What an option must be, where it is given: one of some words, or of a type. */
const OPTIONS: ReadonlyMap<string, readonly string[] | Kind> = new Map<string, readonly string[] | Kind>([
  ["profile", ["gateway", "vendor"]],
  ["upstreamProfile", ["gateway", "vendor"]],
  ["onLoss", ["report", "reject"]],
  ["report", ["losses", "all"]],
  ...Object.entries(POLICIES),
  ...of(STRING, "path", "model", "responseId", "missingResultText", "jsonModeInstruction", "labelsForUser"),
  ...of(NUMBER, "defaultMaxTokens", "modelGeneration", "created", "inputTokensEstimate", "choices"),
  ...of(COUNT, "maxEventBytes", "maxIssues"),
  ...of(BOOLEAN, "strict", "fastPath", "skipMedia", "includeThoughts", "gSignatureBypass", "chatExtensions", "nativeFinishReason"),
  ...of(STRINGS, "inlineMimeTypes", "reasoningCarriers"),
  ...of(OBJECT, "context"),
  ...of(FACTS, "capabilities"),
]);

function of(kind: Kind, ...names: readonly string[]): (readonly [string, Kind])[] {
  return names.map((name) => [name, kind]);
}

/** Refuses options that are missing, or whose values are none that they may have. */
export function checkOptions(options: unknown, call: string): void {
  if (typeof options !== "object" || options === null) throw new TypeError(`Options are missing: write \`${call}\`.`);
  for (const name in options) {
    const wanted = OPTIONS.get(name);
    const value: unknown = wanted === undefined ? undefined : Reflect.get(options, name);
    if (wanted === undefined || value === undefined) continue;
    if ("must" in wanted) {
      checkValue(name, value, wanted);
      if (name === "context" && isObject(value)) checkContext(value);
    } else if (!wanted.some((word) => word === value)) throw wrongWord(name, value, wanted);
  }
}

function checkContext(context: Readonly<Record<string, unknown>>): void {
  for (const [name, kind] of Object.entries(CONTEXT)) {
    const value = context[name] ?? undefined;
    if (value !== undefined) checkValue(`context.${name}`, value, kind);
  }
}

function checkValue(name: string, value: unknown, { must, test }: Kind): void {
  if (!test(value)) throw new TypeError(`\`${name}\` must ${must}, not ${shown(value)}.`);
}

/** What to throw for an option that has none of the words it may have. */
export function wrongWord(name: string, word: unknown, words: readonly string[], meant?: string): TypeError {
  const likely = meant ?? (typeof word === "string" ? suggest(word, words) : undefined);
  const hint = likely === undefined ? "" : ` Did you mean "${likely}"?`;
  return new TypeError(`\`${name}\` must be one of ${words.map((known) => `"${known}"`).join(", ")}, not ${shown(word)}.${hint}`);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 100));
  if (value === null || value === undefined || typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
