/** Wrong calls: mistakes of the program and not of its input, refused at once in words that say what to write. */
import { suggest } from "./core/suggest.js";
import type { Policies } from "./styles/options.js";

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
  codeParts: ["drop", "text"],
};

/** What an option must be, where it is given: one of some words, or of a type. */
const OPTIONS: ReadonlyMap<string, readonly string[] | "string" | "number"> = new Map<string, readonly string[] | "string" | "number">([
  ["profile", ["gateway", "vendor"]],
  ["upstreamProfile", ["gateway", "vendor"]],
  ["onLoss", ["report", "reject"]],
  ...Object.entries(POLICIES),
  ...["path", "model", "responseId", "missingResultText", "jsonModeInstruction", "labelsForUser"].map((name) => [name, "string"] as const),
  ...["defaultMaxTokens", "modelGeneration", "created", "inputTokensEstimate", "maxEventBytes", "maxIssues"].map(
    (name) => [name, "number"] as const,
  ),
]);

/** Refuses options that are missing, or whose values are none that they may have. */
export function checkOptions(options: unknown, call: string): void {
  if (typeof options !== "object" || options === null) throw new TypeError(`Options are missing: write \`${call}\`.`);
  for (const name in options) {
    const wanted = OPTIONS.get(name);
    const value: unknown = wanted === undefined ? undefined : Reflect.get(options, name);
    if (wanted === undefined || value === undefined) continue;
    if (typeof wanted === "string") {
      const type: string = typeof value;
      if (type !== wanted) throw new TypeError(`\`${name}\` must be a ${wanted}, not ${shown(value)}.`);
    } else if (!wanted.some((word) => word === value)) throw wrongWord(name, value, wanted);
  }
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
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
