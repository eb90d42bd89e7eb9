import type { Json, JsonObject } from "../core/json.js";
import type { FinishReason } from "./finish-reason.js";
import type { StyleName } from "./style-name.js";

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

export type { FinishReason, Json, JsonObject, StyleName };
