/** Options: whose rules and names count (one of two bases, and what a server does otherwise), and values in place of those of a document. */
import { type Issue, notice, type Path } from "../core/issue.js";

/** The gateway specification's (default), or the three vendors' own. */
export type BaseProfile = "gateway" | "vendor";

/** Whose rules and names count: those of a base, or of a server that a {@link Dialect} describes. */
export type Profile = BaseProfile | Dialect;

/**
 * What a server does otherwise than its base, where something is written for it: what it sends is read in every profile.
 * Plain data; every member but `base` is optional, and an absent one means what the base does.
 * `interlingua/dialects` has rows for known servers.
 * @example
 * const mine: Dialect = { base: "vendor", tokenLimit: "max_tokens", omit: ["store"] };
 * translateRequest(body, { from: "messages", to: "chat-completions", profile: mine });
 */
export interface Dialect {
  /** Whose rules hold for all that the other members do not state. */
  readonly base: BaseProfile;
  /** chat-completions: the field of the limit of tokens. */
  readonly tokenLimit?: "max_tokens" | "max_completion_tokens";
  /**
   * chat-completions: where the thoughts of earlier turns stand; `"thinking-block"`: among the content. The option
   * `reasoningCarriers` wins over it.
   */
  readonly reasoningHistory?: "none" | "reasoning_content" | "reasoning" | "reasoning_details" | "thinking-block";
  /** chat-completions: where thinking is asked for; `"thinking"`: a switch, and an effort `high` or `max` beside it. */
  readonly effortField?: "reasoning_effort" | "thinking" | "reasoning" | "none";
  /** chat-completions: an image, a sound or a document as an object, or as its address or data alone. */
  readonly media?: "object" | "string";
  /**
   * chat-completions: form of the ids of tool calls, in characters. `length`: exactly so many letters and digits; `max`: at most
   * so many characters. Others are rewritten, on the call and its results alike.
   */
  readonly toolId?: { readonly length?: number; readonly max?: number };
  /** chat-completions: false: `tool_choice` is a word only; the tools that may not be called are left out. */
  readonly namedChoice?: false;
  /** chat-completions: false: JSON without a schema is asked for with the schema of any object. */
  readonly jsonMode?: false;
  /** chat-completions: false: a tool has no `strict`. */
  readonly strictTools?: false;
  /** chat-completions: a final turn of the assistant, which the answer is to go on from, gets `prefix: true`. */
  readonly prefixField?: true;
  /** Top-level fields that have another name: `{ seed: "random_seed" }`. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Top-level fields that are never written (`dropped.field`). */
  readonly omit?: readonly string[];
  /** messages: the version of the service, which is sent as `anthropic-version`, and whose fields are kept to. */
  readonly version?: "2023-06-01" | "2026-10-21";
  /** messages: `anthropic_version` in the body. */
  readonly bodyVersion?: string;
  /** chat-completions and messages: the URL path has the model, and for messages whether the answer is streamed; the body has not. */
  readonly modelInPath?: true;
  /** generate-content: fields that only the other host takes are left out (`dropped.field`). */
  readonly host?: "ai-studio" | "vertex";
}

/** What a dialect has beyond its base. */
export type DialectMembers = Omit<Dialect, "base">;

export function baseOf(profile: Profile | undefined): BaseProfile | undefined {
  return typeof profile === "object" ? profile.base : profile;
}

/** Options as codecs take them: the base of their profile, and the dialect apart. */
export type Resolved<Options> = Omit<Options, "profile"> & { readonly profile?: BaseProfile; readonly dialect?: Dialect };

export function resolveProfile<Options extends { readonly profile?: Profile }>(options: Options): Resolved<Options>;
export function resolveProfile(options: { readonly profile?: Profile }): object {
  const { profile } = options;
  return typeof profile === "object" ? { ...options, profile: profile.base, dialect: profile } : options;
}

/** Options that are a value, or a function of the caller's that gives it when it is needed. */

/** A value, or a function that gives it. */
export type Given<T extends string | number> = T | (() => T);

/**
 * The model that takes the place of the one that a document names: its name, or a function of the name in the document,
 * undefined where it names none. A function that gives undefined keeps the name.
 */
export type ModelOption = string | ((model: string | undefined) => string | undefined);

export function given<T extends string | number>(option: Given<T> | undefined): T | undefined {
  return typeof option === "function" ? option() : option;
}

/** @param named the model in the document; `""` is none */
export function modelGiven(option: ModelOption | undefined, named: string | undefined): string | undefined {
  return typeof option === "function" ? option(named || undefined) : option;
}

export function modelReplaced(document: "request" | "answer" | "stream", path: Path, from: string, to: string): Issue {
  const message = `The option \`model\` replaces the model of the ${document} by ${JSON.stringify(to)}.`;
  return notice("conflict.resolved", path, message, { from, to });
}
