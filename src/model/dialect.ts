/** Options: whose rules and names count (one of two bases, and what a server does otherwise), and values in place of those of a document. */
import { type Issue, notice, type Path } from "../core/issue.js";

/** The gateway specification's (default), or the three vendors' own. */
export type BaseProfile = "gateway" | "vendor";

/** Whose rules and names count: those of a base, or of a server. */
export type Profile = BaseProfile | Dialect;

/**
 * What a server does otherwise than its base, in what is written for it. Absent: as the base does. `interlingua/dialects` has rows for
 * known servers.
 * @example
 * const mine: Dialect = { base: "vendor", tokenLimit: "max_tokens", omit: ["store"] };
 * translateRequest(body, { from: "messages", to: "chat-completions", profile: mine });
 */
export interface Dialect {
  /** Whose rules hold for all that the other members do not state. */
  readonly base: BaseProfile;
  /** chat-completions: the field of the limit of tokens. */
  readonly tokenLimit?: "max_tokens" | "max_completion_tokens";
  /** chat-completions: where earlier thoughts stand; `"thinking-block"`: among the content. `reasoningCarriers` wins over it. */
  readonly reasoningHistory?: "none" | "reasoning_content" | "reasoning" | "reasoning_details" | "thinking-block";
  /** chat-completions: where thinking is asked for; `"thinking"`: a switch, beside an effort `high` or `max`. */
  readonly effortField?: "reasoning_effort" | "thinking" | "reasoning" | "none";
  /** chat-completions: media as an object, or as its address or data alone. */
  readonly media?: "object" | "string";
  /** chat-completions: characters of the ids of calls: exactly `length` letters and digits, or at most `max`. Others are rewritten. */
  readonly toolId?: { readonly length?: number; readonly max?: number };
  /** chat-completions: `tool_choice` is a word only; tools that may not be called are left out. */
  readonly namedChoice?: false;
  /** chat-completions: JSON without a schema is asked for with the schema of any object. */
  readonly jsonMode?: false;
  /** chat-completions: a tool has no `strict`. */
  readonly strictTools?: false;
  /** chat-completions: a final turn of the assistant gets `prefix: true`. */
  readonly prefixField?: true;
  /** Top-level fields that have another name: `{ seed: "random_seed" }`. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Top-level fields that are never written (`dropped.field`). */
  readonly omit?: readonly string[];
  /** messages: version of the service, sent as `anthropic-version`, to whose fields is kept. */
  readonly version?: "2023-06-01" | "2026-10-21";
  /** messages: `anthropic_version` in the body. */
  readonly bodyVersion?: string;
  /** chat-completions and messages: the URL path has the model, and for messages `stream`; the body has not. */
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
 * A model in place of the one that a document names, or a function of that name (undefined where there is none) which may give undefined
 * to keep it.
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
