/**
 * The options of one call. Wrong ones are mistakes of the program and not of its input, refused at once in words that state what to write.
 * Functions of the caller's among them are asked once, when they are needed first, and what they throw passes through.
 */
import { brief, type Failure, fail, failure, suggest, WrongCall } from "./core/issue.js";
import type { LogOptions } from "./core/issue-log.js";
import { isNatural, isObject, ownOf } from "./core/json.js";
import { isAnswerRestore } from "./json-schema/restore.js";
import type { BaseProfile, Dialect } from "./model/common.js";
import type { Context, Policies, TargetOptions } from "./styles/options.js";

/** Refuses a value that an option may not have. */
export type Check = (name: string, value: unknown) => void;
/** The options that a function takes. */
export type Takes = Readonly<Record<string, Check>>;

/** What an option must be: its check, and the test of it alone. */
type Kind = Check & { readonly is: (value: unknown) => boolean };

export function kind(must: string, is: Kind["is"]): Kind {
  const check: Check = (name, value) => {
    if (!is(value)) throw new TypeError(`\`${name}\` must be ${must}, not ${shown(value)}.`);
  };
  return Object.assign(check, { is });
}

/** Or a function that gives it. */
export function orFunction(must: string, ...kinds: readonly Kind[]): Check {
  return kind(`${must}, or a function`, (value) => FUNCTION.is(value) || kinds.some(({ is }) => is(value)));
}

export function oneOf<Word>(...words: readonly Word[]): Check {
  return (name, value) => {
    if (!words.some((word) => word === value)) throw wrongWord(name, value, words);
  };
}

/** What is looked at elsewhere. */
export const ANYTHING: Check = () => {};
export const STRING = kind("a string", (value) => typeof value === "string");
const NUMBER = kind("a number", Number.isFinite);
/** What is written into a document as it is. */
const WHOLE = kind("a whole number from 0 on", isNatural);
/** A limit; `Infinity` is none. */
export const COUNT = kind("a whole number from 0 on", (value) => value === Number.POSITIVE_INFINITY || isNatural(value));
const BOOLEAN = kind("true or false", (value) => typeof value === "boolean");
export const STRINGS = kind("an array of strings", (value) => Array.isArray(value) && value.every(STRING.is));
export const FUNCTION = kind("a function", (value) => typeof value === "function");
const OBJECT = kind("an object", isObject);
export const NAMES = kind("an object of strings", (value) => isObject(value) && STRINGS.is(Object.values(value)));
export const NAME_OR_NONE = kind("a string or undefined", (value) => value === undefined || STRING.is(value));

/** Of a context; null is absent, as other languages write it. */
const CONTEXT: { readonly [Name in keyof Context]-?: Check } = {
  model: STRING,
  turn: NUMBER,
  includeStreamUsage: BOOLEAN,
  toolNames: NAMES,
  declaredTools: STRINGS,
  customTools: STRINGS,
  restore: kind("as translateRequest gave it", isAnswerRestore),
};

const BASE = oneOf<BaseProfile>("gateway", "vendor");
/** Of a dialect. */
const MEMBERS: { readonly [Name in keyof Dialect]-?: Check } = {
  base: BASE,
  tokenLimit: oneOf<Dialect["tokenLimit"]>("max_tokens", "max_completion_tokens"),
  reasoningHistory: oneOf<Dialect["reasoningHistory"]>("none", "reasoning_content", "reasoning", "reasoning_details", "thinking-block"),
  effortField: oneOf<Dialect["effortField"]>("reasoning_effort", "thinking", "reasoning", "none"),
  media: oneOf<Dialect["media"]>("object", "string"),
  toolId: kind(
    "an object of `length` or `max`, from 1 on",
    (value) => isObject(value) && [value.length, value.max].every((size) => size === undefined || (COUNT.is(size) && size !== 0)),
  ),
  namedChoice: oneOf(false),
  jsonMode: oneOf(false),
  strictTools: oneOf(false),
  cacheMarker: oneOf<Dialect["cacheMarker"]>("cache_control", "none"),
  prefixField: oneOf(true),
  rename: NAMES,
  omit: STRINGS,
  version: oneOf<Dialect["version"]>("2023-06-01", "2026-10-21"),
  bodyVersion: STRING,
  modelInPath: oneOf(true),
  host: oneOf<Dialect["host"]>("ai-studio", "vertex"),
  capabilities: OBJECT,
};

/** A name, or a function of the one that stands there. */
export const MODEL = orFunction("a string", STRING);

/** What validators take as translations do. */
const SHARED = {
  path: STRING,
  model: MODEL,
  profile: checkProfile,
  strict: BOOLEAN,
  modelGeneration: NUMBER,
  capabilities: orFunction("an object", OBJECT),
  inlineMimeTypes: STRINGS,
  maxIssues: COUNT,
};
/** What validators take. */
export const VALIDATION: Takes = { style: ANYTHING, ...SHARED, choices: NUMBER, skipMedia: BOOLEAN };
/** What translations take. Those of one exchange may be given the same options, so that all take all. */
export const TRANSLATION: Takes = {
  from: ANYTHING,
  to: ANYTHING,
  ...SHARED,
  context: checkContext,
  created: orFunction("a whole number from 0 on", WHOLE),
  responseId: orFunction("a string", STRING),
  onLoss: oneOf<LogOptions["onLoss"]>("report", "reject"),
  report: oneOf<LogOptions["report"]>("losses", "all"),
  fastPath: BOOLEAN,
  maxEventBytes: COUNT,
  defaultMaxTokens: WHOLE,
  missingResultText: STRING,
  includeThoughts: BOOLEAN,
  reasoningCarriers: checkCarriers,
  signaturesInIds: BOOLEAN,
  gSignatureBypass: BOOLEAN,
  chatExtensions: BOOLEAN,
  jsonModeInstruction: STRING,
  labelsForUser: STRING,
  nativeFinishReason: BOOLEAN,
  inputTokensEstimate: WHOLE,
  outOfRange: oneOf<Policies["outOfRange"]>("clamp", "reject", "drop"),
  midSystem: oneOf<Policies["midSystem"]>("auto", "native", "hoist", "user", "reject"),
  firstTurn: oneOf<Policies["firstTurn"]>("keep", "reject"),
  prefill: oneOf<Policies["prefill"]>("reject", "drop"),
  missingResult: oneOf<Policies["missingResult"]>("pass", "reject", "synthesize-error"),
  invalidArguments: oneOf<Policies["invalidArguments"]>("wrap", "reject"),
  effortDialect: oneOf<Policies["effortDialect"]>("adaptive", "budget"),
  gSchema: oneOf<Policies["gSchema"]>("auto", "parameters", "json-schema"),
  schemas: oneOf<Policies["schemas"]>("reduce", "keep"),
  codeParts: oneOf<Policies["codeParts"]>("drop", "text"),
};

export function without(takes: Takes, ...names: readonly string[]): Takes {
  return Object.fromEntries(Object.entries(takes).filter(([name]) => !names.includes(name)));
}

/**
 * Refuses options that are missing or unknown, or whose values are none that they may have.
 * @param call how the function is called
 */
export function checkOptions(given: unknown, call: string, takes: Takes, what = "option", place = ""): void {
  if (typeof given !== "object" || given === null) throw new TypeError(`Options are missing: write \`${call}\`.`);
  for (const name in given) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined) continue;
    if (!Object.hasOwn(takes, name)) throw unknownName(call, what, name, takes);
    takes[name]?.(place + name, value);
  }
}

/** More names than these are looked up in a page. */
const FEW = 12;

function unknownName(call: string, what: string, name: string, takes: Takes): TypeError {
  const names = Object.keys(takes);
  const meant = optionMeant(name, names);
  const known =
    names.length > FEW
      ? `docs/${what === "option" ? "options" : "dialects"}.md lists the ${what}s`
      : `its ${what}s are ${names.map((one) => `\`${one}\``).join(", ")}`;
  const hint = meant === undefined ? `; ${known}.` : `. Did you mean \`${meant}\`?`;
  return new TypeError(`\`${call.replace(/\(.*/, "")}\` has no ${what} \`${name.slice(0, 100)}\`${hint}`);
}

/** Options that go by another name elsewhere, or in other functions of this library. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  style: "from to",
  from: "style",
  to: "style",
  source: "from style",
  input: "from style",
  target: "to",
  output: "to",
  provider: "to style",
  vendor: "profile",
  dialect: "profile",
  url: "baseUrl path",
  upstream: "baseUrl",
  id: "responseId",
};

/** The one of the names that was probably meant. */
export function optionMeant(name: string, names: readonly string[]): string | undefined {
  const bare = (text: string) => text.replace(/[^A-Za-z]/g, "").toLowerCase();
  const word = bare(name);
  const other = ownOf(OTHER_NAMES, word)?.split(" ");
  return (
    names.find((known) => bare(known) === word) ??
    other?.find((known) => names.includes(known)) ??
    suggest(name, names) ??
    names.find((known) => word.length > 3 && (bare(known).endsWith(word) || word.endsWith(bare(known)) || bare(known).startsWith(word)))
  );
}

export function checkProfile(name: string, profile: unknown): void {
  if (isObject(profile)) {
    checkOptions(profile, name, MEMBERS, "member", `${name}.`);
    BASE(`${name}.base`, profile.base);
  } else BASE(name, profile);
}

const CARRIER = oneOf<NonNullable<Policies["reasoningCarriers"]>[number]>("reasoning_content", "reasoning", "reasoning_details");

function checkCarriers(name: string, carriers: unknown): void {
  if (Array.isArray(carriers)) for (const word of carriers) CARRIER(name, word);
  else STRINGS(name, carriers);
}

function checkContext(name: string, context: unknown): void {
  OBJECT(name, context);
  for (const [member, value] of Object.entries(isObject(context) ? context : {}))
    if (value !== undefined && value !== null) ownOf(CONTEXT, member)?.(`${name}.${member}`, value);
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
  return ["function", "symbol", "bigint"].includes(typeof value) ? `a ${typeof value}` : brief(value);
}

type Functions = Pick<TargetOptions, "created" | "responseId" | "model" | "capabilities">;
/** Refuses what the functions must not give. */
const ASKED: Readonly<Record<string, Check>> = { created: WHOLE, responseId: STRING, model: NAME_OR_NONE, capabilities: ANYTHING };

type Answer<T> = { readonly value: T } | { readonly thrown: unknown };

export class Asked<Options extends Functions> {
  /** The options of the caller, with functions that remember what they gave. */
  readonly options: Options;
  /** Whether there are functions among the options. */
  readonly any: boolean;
  private fault: { readonly thrown: unknown } | undefined = undefined;

  constructor(options: Options) {
    const functions: Record<string, unknown> = {};
    let any = false;
    for (const name in ASKED) {
      const ask: unknown = Reflect.get(options, name);
      if (typeof ask !== "function") continue;
      any = true;
      let answer: Answer<unknown> | undefined;
      functions[name] = (...given: readonly unknown[]) => {
        answer ??= answerOf(() => {
          const value: unknown = given.length === 0 ? ask() : ask(given[0]);
          ASKED[name]?.(`${name}()`, value);
          return value;
        });
        if ("value" in answer) return answer.value;
        this.fault = answer;
        throw answer.thrown;
      };
    }
    this.any = any;
    this.options = any ? { ...options, ...functions } : options;
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
}

function answerOf<T>(work: () => T): Answer<T> {
  try {
    return { value: work() };
  } catch (thrown) {
    return { thrown };
  }
}

/** For whatever a document does when it is read. */
export function unreadable(): Failure {
  const message = "The document threw while it was read; pass a parsed JSON value.";
  return fail([failure("validation.json", [], message, { expected: "a JSON value" })]);
}
