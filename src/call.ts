/**
 * The options of one call. Wrong ones are mistakes of the program and not of its input, refused at once in words that state what to write.
 * Functions of the caller's among them are asked once, when they are needed first, and what they throw passes through.
 */
import { suggest, WrongCall } from "./core/issue.js";
import { compact, isNatural, isObject } from "./core/json.js";
import { isAnswerRestore } from "./json-schema/restore.js";
import type { Dialect } from "./model/common.js";
import type { Context, Policies, TargetOptions } from "./styles/options.js";

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
  prefill: ["reject", "drop"],
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
  /** Types of which any value will do. */
  readonly types?: readonly string[];
  /** Whether a value of another type will do. */
  readonly test?: (value: unknown) => boolean;
}
export const STRING: Kind = { must: "be a string", types: ["string"] };
const NUMBER: Kind = { must: "be a number", test: (value) => typeof value === "number" && !Number.isNaN(value) };
/** A limit; `Infinity` is none. */
const COUNT: Kind = { must: "be a whole number from 0 on", test: isCount };
const BOOLEAN: Kind = { must: "be true or false", types: ["boolean"] };
const STRINGS: Kind = { must: "be an array of strings", test: isStrings };
const FUNCTION: Kind = { must: "be a function", types: ["function"] };
const OBJECT: Kind = { must: "be an object", test: isObject };
/** Or a function that gives it. */
function orFunction({ must, types = [], ...kind }: Kind, gives: string): Kind {
  return { must: `${must}, or a function ${gives}`, types: ["function", ...types], ...kind };
}

const MODELS: Kind = {
  must: "be an array of names, an object of names, or a function",
  types: ["function"],
  test: (value) => isStrings(value) || isNames(value),
};
const NAMES: Kind = { must: "be an object of strings", test: isNames };

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isNames(value: unknown): boolean {
  return isObject(value) && isStrings(Object.values(value));
}

function isCount(value: unknown): boolean {
  return value === Number.POSITIVE_INFINITY || isNatural(value);
}

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

const PROFILES = ["gateway", "vendor"] as const;
/** Of a dialect. */
const MEMBERS: { readonly [Name in keyof Dialect]-?: readonly unknown[] | Kind } = {
  base: PROFILES,
  tokenLimit: ["max_tokens", "max_completion_tokens"],
  reasoningHistory: ["none", "reasoning_content", "reasoning", "reasoning_details", "thinking-block"],
  effortField: ["reasoning_effort", "thinking", "reasoning", "none"],
  media: ["object", "string"],
  toolId: {
    must: "be an object of a `length` or a `max`, numbers from 1 on",
    test: (value) => isObject(value) && [value.length, value.max].every((size) => size === undefined || (isCount(size) && size !== 0)),
  },
  namedChoice: [false],
  jsonMode: [false],
  strictTools: [false],
  cacheMarker: ["cache_control", "none"],
  prefixField: [true],
  rename: NAMES,
  omit: STRINGS,
  version: ["2023-06-01", "2026-10-21"],
  bodyVersion: STRING,
  modelInPath: [true],
  host: ["ai-studio", "vertex"],
};

/** What an option must be, where it is given: one of some words, of a type, or what a function lets pass. */
type Wanted = readonly string[] | Kind | ((name: string, value: unknown) => void);

const OPTIONS: ReadonlyMap<string, Wanted> = new Map<string, Wanted>([
  ["onLoss", ["report", "reject"]],
  ["report", ["losses", "all"]],
  ...Object.entries(POLICIES),
  ...of(STRING, "path", "missingResultText", "jsonModeInstruction", "labelsForUser", "upstreamKey", "basePath"),
  ...of(NUMBER, "defaultMaxTokens", "modelGeneration", "inputTokensEstimate", "choices"),
  ...of(COUNT, "maxEventBytes", "maxIssues", "maxBodyBytes", "maxAnswerBytes"),
  ...of(BOOLEAN, "strict", "fastPath", "skipMedia", "includeThoughts", "gSignatureBypass", "chatExtensions", "nativeFinishReason"),
  ...of(STRINGS, "inlineMimeTypes", "reasoningCarriers"),
  ["context", checkContext],
  ["profile", checkProfile],
  ["upstreamProfile", checkProfile],
  ...of(orFunction(OBJECT, "of the model"), "capabilities"),
  ...of(orFunction(STRING, "of the model that is named"), "model"),
  ...of(orFunction(STRING, "that gives one"), "responseId"),
  ...of(orFunction(NUMBER, "that gives one"), "created"),
  ...of(FUNCTION, "onIssues", "keys"),
  ...of(MODELS, "models"),
]);

function of(kind: Kind, ...names: readonly string[]): (readonly [string, Kind])[] {
  return names.map((name) => [name, kind]);
}

/** What translations take. Those of one exchange may be given the same options, so that all take all. */
export const TRANSLATION = optionsOf(
  ["from", "to", "profile", "path", "model", "modelGeneration", "capabilities", "context", "created", "responseId"],
  ["strict", "onLoss", "report", "maxIssues", "fastPath", "maxEventBytes", "defaultMaxTokens", "missingResultText", "includeThoughts"],
  ["reasoningCarriers", "gSignatureBypass", "chatExtensions", "jsonModeInstruction", "labelsForUser", "inlineMimeTypes"],
  ["nativeFinishReason", "inputTokensEstimate", ...Object.keys(POLICIES)],
);
/** What validators take. */
export const VALIDATION = optionsOf(
  ["style", "path", "model", "profile", "strict", "modelGeneration", "capabilities"],
  ["inlineMimeTypes", "choices", "maxIssues", "skipMedia"],
);

/** The options that a function takes, by name; undefined is not looked at. */
type Takes = ReadonlyMap<string, Wanted | undefined>;

/** Those of these names, with what each must be. */
export function optionsOf(...names: readonly Iterable<string>[]): Takes {
  return new Map(names.flatMap((some) => [...some].map((name) => [name, OPTIONS.get(name)])));
}

/** Those of a function of few: a program that calls no other carries no list of all. */
export function fewOptions(wanted: Readonly<Record<string, Wanted | undefined>>): Takes {
  return new Map(Object.entries(wanted));
}

/**
 * Refuses options that are missing or unknown, or whose values are none that they may have.
 * @param call how the function is called
 */
export function checkOptions(given: unknown, call: string, takes: Takes): void {
  if (typeof given !== "object" || given === null) throw new TypeError(`Options are missing: write \`${call}\`.`);
  for (const name in given) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined) continue;
    const wanted = takes.get(name);
    if (wanted === undefined && !takes.has(name)) throw unknownOption(name, call, takes);
    if (wanted === undefined) continue;
    if (typeof wanted === "function") wanted(name, value);
    else if ("must" in wanted) checkValue(name, value, wanted);
    else if (!wanted.some((word) => word === value)) throw wrongWord(name, value, wanted);
  }
}

/** More names than these are looked up in a page. */
const FEW = 12;

function unknownOption(name: string, call: string, takes: Takes): TypeError {
  const names = [...takes.keys()];
  const meant = optionMeant(name, names);
  const known = names.length > FEW ? "docs/options.md lists the options" : `its options are ${names.map((one) => `\`${one}\``).join(", ")}`;
  const hint = meant === undefined ? `; ${known}.` : `. Did you mean \`${meant}\`?`;
  return new TypeError(`\`${call.slice(0, call.indexOf("("))}\` has no option \`${name.slice(0, 100)}\`${hint}`);
}

/** Options that go by another name elsewhere, or in other functions of this library. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  style: ["from", "to"],
  from: ["style"],
  to: ["style"],
  source: ["from", "style"],
  input: ["from", "style"],
  target: ["to"],
  output: ["to"],
  provider: ["to", "style"],
  vendor: ["profile"],
  dialect: ["profile"],
  url: ["baseUrl", "path"],
  id: ["responseId"],
};

/** The one of the names that was probably meant. */
export function optionMeant(name: string, names: readonly string[]): string | undefined {
  const bare = (text: string) => text.replace(/[^A-Za-z]/g, "").toLowerCase();
  const word = bare(name);
  const other = Object.hasOwn(OTHER_NAMES, word) ? (OTHER_NAMES[word] ?? []) : [];
  return (
    names.find((known) => bare(known) === word) ??
    other.find((known) => names.includes(known)) ??
    suggest(name, names) ??
    (word.length < 4
      ? undefined
      : names.find((known) => bare(known).endsWith(word) || word.endsWith(bare(known)) || bare(known).startsWith(word)))
  );
}

/** What functions among the options must give. */
const NAME_OR_NONE: Kind = { must: `${STRING.must} or undefined`, types: ["string", "undefined"] };
const RETURNED: ReadonlyMap<string, Kind> = new Map([
  ["created", NUMBER],
  ["responseId", STRING],
  ["model", NAME_OR_NONE],
  ["models", NAME_OR_NONE],
]);

/** Refuses what a function among the options gave. */
export function checkReturned(name: string, value: unknown): void {
  const wanted = RETURNED.get(name);
  if (wanted !== undefined) checkValue(`${name}()`, value, wanted);
}

export function checkProfile(name: string, profile: unknown): void {
  if (PROFILES.some((word) => word === profile)) return;
  if (!isObject(profile)) throw wrongWord(name, profile, PROFILES);
  for (const member in profile) {
    if (Object.hasOwn(MEMBERS, member) || profile[member] === undefined) continue;
    const meant = optionMeant(member, Object.keys(MEMBERS));
    const hint = meant === undefined ? "; docs/dialects.md lists its members." : `. Did you mean \`${meant}\`?`;
    throw new TypeError(`\`${name}\` has no member \`${member.slice(0, 100)}\`${hint}`);
  }
  for (const [member, wanted] of Object.entries(MEMBERS)) {
    const value = profile[member];
    if (value === undefined && member !== "base") continue;
    if ("must" in wanted) checkValue(`${name}.${member}`, value, wanted);
    else if (!wanted.includes(value)) throw wrongWord(`${name}.${member}`, value, wanted);
  }
}

function checkContext(name: string, context: unknown): void {
  checkValue(name, context, OBJECT);
  for (const [member, kind] of Object.entries(CONTEXT)) {
    const value = (isObject(context) ? context[member] : undefined) ?? undefined;
    if (value !== undefined) checkValue(`${name}.${member}`, value, kind);
  }
}

/** Whether it is of the type that an option must be. */
export function isOfKind(value: unknown, { types, test }: Kind): boolean {
  return types?.includes(typeof value) === true || test?.(value) === true;
}

function checkValue(name: string, value: unknown, kind: Kind): void {
  if (!isOfKind(value, kind)) throw new TypeError(`\`${name}\` must ${kind.must}, not ${shown(value)}.`);
}

/** What to throw for an option that has none of the words it may have. */
export function wrongWord(name: string, word: unknown, words: readonly unknown[], meant?: string): TypeError {
  const texts = words.filter((known) => typeof known === "string");
  const likely = meant ?? (typeof word === "string" ? suggest(word, texts) : undefined);
  const hint = likely === undefined ? "" : ` Did you mean "${likely}"?`;
  return new TypeError(`\`${name}\` must be one of ${words.map((known) => JSON.stringify(known)).join(", ")}, not ${shown(word)}.${hint}`);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 100));
  if (value === null || value === undefined || typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

type Functions = Pick<TargetOptions, "created" | "responseId" | "model" | "capabilities">;

type Answer<T> = { readonly value: T } | { readonly thrown: unknown };

export class Asked<Options extends Functions> {
  /** The options of the caller, with functions that remember what they gave. */
  readonly options: Options;
  /** Whether there are functions among the options. */
  readonly any: boolean;
  private fault: { readonly thrown: unknown } | undefined = undefined;

  constructor(options: Options) {
    const { created, responseId, model, capabilities } = options;
    this.any = [typeof created, typeof responseId, typeof model, typeof capabilities].includes("function");
    this.options = options;
    if (!this.any) return;
    const functions = compact({
      created: typeof created === "function" ? this.once("created", created) : undefined,
      responseId: typeof responseId === "function" ? this.once("responseId", responseId) : undefined,
      model: typeof model === "function" ? this.onceOf("model", model) : undefined,
      capabilities: typeof capabilities === "function" ? this.onceOf("capabilities", capabilities) : undefined,
    });
    this.options = { ...options, ...functions };
  }

  /**
   * The result of the work, unless a function of the caller's threw on the way: whatever was made of that, it is thrown here.
   * @param otherwise for a document that throws when it is read
   */
  run<T>(work: () => T, otherwise?: () => T): T {
    let result = answerOf(work);
    if ("thrown" in result && otherwise !== undefined && !(result.thrown instanceof WrongCall)) result = { value: otherwise() };
    const answer = this.fault ?? result;
    this.fault = undefined;
    if ("thrown" in answer) throw answer.thrown;
    return answer.value;
  }

  private once<T>(name: string, ask: () => T): () => T {
    const asked = this.onceOf(name, () => ask());
    return () => asked(undefined);
  }

  private onceOf<Argument, T>(name: string, ask: (argument: Argument) => T): (argument: Argument) => T {
    let answer: Answer<T> | undefined;
    return (argument) => {
      answer ??= answerOf(() => {
        const value = ask(argument);
        checkReturned(name, value);
        return value;
      });
      if ("value" in answer) return answer.value;
      this.fault = answer;
      throw answer.thrown;
    };
  }
}

function answerOf<T>(work: () => T): Answer<T> {
  try {
    return { value: work() };
  } catch (thrown) {
    return { thrown };
  }
}
