import type { Json, JsonObject } from "../core/json.js";

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

/** A vendor whose services sign what their models make. */
export interface Signer {
  readonly origin: StyleName;
  /** Its letter in an envelope. */
  readonly letter: string;
  /** Each thought is signed as a whole, and its service refuses one that was changed. */
  readonly signsThoughts: boolean;
}

export const SIGNERS = {
  anthropic: { origin: "messages", letter: "m", signsThoughts: true },
  google: { origin: "generate-content", letter: "g", signsThoughts: false },
} as const satisfies Record<string, Signer>;

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
 * @useDeclaredType
 */
export type FinishReason = (typeof FINISH_REASONS)[number];
/** All of them. */
const FINISH_REASONS = [
  "stop",
  "stop-sequence",
  "length",
  "context-window",
  "tool-calls",
  "content-filter",
  "recitation",
  "refusal",
  "pause",
  "malformed-output",
  "other",
  "error",
] as const;

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

export function finishWords(written: FinishRows): FinishWords {
  const reasons = new Map<string, FinishReason>();
  for (const reason of FINISH_REASONS) {
    const [word, exact, ...read] = written[reason];
    for (const each of exact ? [word, ...read] : read) if (!reasons.has(each)) reasons.set(each, reason);
  }
  return { written, reasons };
}
