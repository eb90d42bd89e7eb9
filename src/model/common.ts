/**
 * What all of the model and the codecs share: the names of styles and what styles may know of each other; the options that say whose rules
 * and names count (one of two bases, and what a server does otherwise) or stand in place of values of a document; and signatures.
 *
 * Signatures that travel in another vendor's field are wrapped in an envelope, `sig1.<origin>.<slot>.<value>`, so that they are recognised on
 * the way back. A value without the prefix belongs to the carrier's own vendor. In a request of the carrier's own style the envelopes of others
 * are taken out, for their service would refuse them; where they may stand is the style's.
 */

import { equivalent, type Issue, notice, type Path } from "../core/issue.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { Capabilities } from "./capabilities.js";

/**
 * The wire styles by the name of their endpoint. A new style adds its name here and one line to the registry.
 * Source: the paths of rule R-177.
 */
export type StyleName = "chat-completions" | "messages" | "generate-content";

/**
 * Fields that the canonical model has no slot for, by the style they came from. A key is the dotted path seen from the
 * node's wire object (`"function.foo"`; dots inside a key are escaped with a backslash).
 */
export type Extensions = Readonly<Partial<Record<StyleName, JsonObject>>>;

/**
 * Up to here the provider may cache the prompt. `ttl`: how long; absent: the provider's default.
 * Source: chat-completions `prompt_cache_breakpoint` and, at compatible servers, `cache_control`; messages `cache_control`.
 */
export interface CacheControl {
  readonly type: "ephemeral";
  readonly ttl?: "5m" | "1h" | "30m" | "12h";
}

/**
 * Opaque proof of a vendor that a part is its own. Never altered.
 * Source: chat-completions `reasoning_details[].signature` and `extra_content.google.thought_signature`, both of compatible
 * servers; messages `signature`; generate-content `thoughtSignature`.
 */
export interface Signature {
  readonly value: string;
  readonly origin: StyleName | "unknown";
}

/**
 * The vendors whose services sign what their models make. `letter`: that of an envelope.
 */
export const SIGNERS = {
  anthropic: { origin: "messages", letter: "m" },
  google: { origin: "generate-content", letter: "g" },
} as const;
export type Signer = (typeof SIGNERS)[keyof typeof SIGNERS];

/** How finely images and video frames are read: generate-content `mediaResolution`. */
export type MediaResolution = "low" | "medium" | "high" | "ultra-high";

/**
 * Where media is. Base64 data is a reference to the caller's string: never copied, scanned or put into an issue.
 * Source: chat-completions `image_url.url`, `file.file_data` and `file.file_id`; messages `source`; generate-content
 * `inlineData` and `fileData`.
 */
export type MediaSource =
  | { readonly kind: "base64"; readonly mimeType: string; readonly data: string }
  | { readonly kind: "url"; readonly url: string; readonly mimeType?: string }
  | { readonly kind: "file-id"; readonly fileId: string; readonly style: StyleName; readonly mimeType?: string };

export type { Json, JsonObject };

/**
 * Why the answer ended, apart from any style's words.
 * Source: chat-completions `finish_reason`; messages `stop_reason`; generate-content `finishReason`.
 */
export type FinishReason =
  | "stop"
  | "stop-sequence"
  | "length"
  | "context-window"
  | "tool-calls"
  | "content-filter"
  | "recitation"
  | "refusal"
  | "pause"
  | "malformed-output"
  | "other"
  | "error";

/** What other styles may know of a style: the translation hands it to them. */
export interface StyleFacts {
  readonly words: { readonly finish: FinishWords };
  readonly traits: StyleTraits;
}
/** How a style behaves where others go another way. */
export interface StyleTraits {
  /** Its service goes on where the calls of an earlier turn have no results. */
  readonly leavesCallsOpen?: true;
  /** Its messages of the assistant in a row are one turn, and its thoughts may come in pieces, of which one is signed. */
  readonly splitsTurns?: true;
  /** Its count of input tokens leaves out what was read from the cache and written to it. */
  readonly countsCacheApart?: true;
  /** It has one resolution for all media of a request. */
  readonly sharesResolution?: true;
  /** It states that a call failed by the form of the result. */
  readonly failureIsForm?: true;
}

/** The traits of the style that a document came from; none where it is not known. */
export function traitsOf({
  from,
  styles,
}: {
  readonly from?: StyleName;
  readonly styles?: ReadonlyMap<StyleName, StyleFacts>;
}): StyleTraits {
  return (from === undefined ? undefined : styles?.get(from)?.traits) ?? {};
}

/**
 * The words of a style for each reason: the one that is written, whether it means no less, and others that are read. What is
 * exact is read as well; of several reasons with one word the first counts.
 */
export type FinishRows = Readonly<Record<FinishReason, readonly [word: string, exact: boolean, ...read: string[]]>>;

/** The words of a style for why an answer ended, in both directions. */
export interface FinishWords {
  readonly written: FinishRows;
  /** What each word that is read means. */
  readonly reasons: ReadonlyMap<string, FinishReason>;
}

export function finishWords(written: FinishRows): FinishWords;
export function finishWords<Reason extends string>(written: Readonly<Record<Reason, FinishRows[FinishReason]>>): object {
  const reasons = new Map<string, Reason>();
  for (const reason in written) {
    const [word, exact, ...read] = written[reason];
    for (const each of exact ? [word, ...read] : read) if (!reasons.has(each)) reasons.set(each, reason);
  }
  return { written, reasons };
}

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
  /** chat-completions: what marks a content block for caching, where that is not as the base has it; `"none"`: nothing. */
  readonly cacheMarker?: "cache_control" | "none";
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
  /** What the server refuses of all its models, above what is known of each: `{ structuredOutput: false }`. */
  readonly capabilities?: Capabilities;
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

/** @param context of an answer: who gets the name that it asked for notices nothing */
export function modelReplaced(path: Path, from: string, to: string, context?: { readonly model?: string }): Issue {
  const message = `The model is replaced by ${JSON.stringify(to)}, as the options ask.`;
  return to === context?.model ? equivalent(path, message, { from, to }) : notice("conflict.resolved", path, message, { from, to });
}

/** What was signed: `t` thinking, `c` a tool call, `x` visible text, `r` redacted thinking. */
const SLOTS = ["t", "c", "x", "r"] as const;
export type SignatureSlot = (typeof SLOTS)[number];

const HEAD = /^sig1\.(.)\.(.)\./;
const UNKNOWN = "u";

/** Whether the service of that origin signs each thought as a whole, and refuses one that was changed. */
export function signsThoughts(origin: Signature["origin"] | undefined): boolean {
  return origin === SIGNERS.anthropic.origin;
}

export function wrapSignature(signature: Signature, slot: SignatureSlot): string {
  const signer = Object.values(SIGNERS).find(({ origin }) => origin === signature.origin);
  return `sig1.${signer?.letter ?? UNKNOWN}.${slot}.${signature.value}`;
}

/** Undefined when the value is not an envelope. */
export function unwrapSignature(value: string): { readonly signature: Signature; readonly slot: SignatureSlot } | undefined {
  const [head = "", letter, code] = HEAD.exec(value) ?? [];
  const slot = SLOTS.find((known) => known === code);
  const origin = letter === UNKNOWN ? "unknown" : Object.values(SIGNERS).find((signer) => signer.letter === letter)?.origin;
  return slot === undefined || origin === undefined ? undefined : { signature: { value: value.slice(head.length), origin }, slot };
}

/** A signature read from a field of `carrier`: unwrapped when it is an envelope, else the carrier's own. */
export function readSignature(value: string, carrier: StyleName): Signature {
  return unwrapSignature(value)?.signature ?? { value, origin: carrier };
}

/** The reverse: a signature for a field of `carrier`, in an envelope where another vendor made it. */
export function writeSignature(signature: Signature, carrier: StyleName, slot: SignatureSlot): string {
  return signature.origin === carrier ? signature.value : wrapSignature(signature, slot);
}

type Wire = Readonly<Record<string, unknown>>;

/** Whether the value is a signature of another service than the style's own, which is a finding. */
export function isForeign(value: unknown, style: StyleName, path: Path, issues: Issue[]): boolean {
  const origin = typeof value === "string" ? unwrapSignature(value)?.signature.origin : undefined;
  if (origin === undefined || origin === style) return false;
  issues.push(foreignSignature(path, origin, style));
  return true;
}

export function foreignSignature(path: Path, origin: string, style: StyleName): Issue {
  const message = `${style} refuses a signature of origin ${origin}; it was removed.`;
  return notice("unportable.signature", path, message, { severity: "warning", from: origin });
}

/** A body, its list of turns as it came and with each turn as `clean` leaves it; undefined where nothing is changed. */
export function cleanedTurns(body: unknown, key: string, issues: Issue[], clean: (turn: Wire, path: Path) => unknown) {
  const turns = isObject(body) ? body[key] : undefined;
  if (!isObject(body) || !Array.isArray(turns)) return undefined;
  const given: readonly unknown[] = turns;
  const cleaned = given.map((turn, index) => (isObject(turn) ? clean(turn, [key, index]) : turn));
  return issues.length === 0 ? undefined : { body, given, cleaned };
}

/** The list at a key of the turn as `clean` leaves its items; an item of which nothing is left is taken out. */
export function cleanedList(turn: Wire, key: string, path: Path, clean: (item: Wire, path: Path) => Wire | undefined): Wire {
  const given = turn[key];
  if (!Array.isArray(given)) return turn;
  const items = given.flatMap((item: unknown, index) => (isObject(item) ? (clean(item, [...path, key, index]) ?? []) : [item]));
  return items.length === given.length && items.every((item, index) => item === given[index]) ? turn : { ...turn, [key]: items };
}
