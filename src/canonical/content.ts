/** What a turn is made of. One union for requests and answers, told apart by `type`. */
import type { CacheControl, Extensions, Json, JsonObject, MediaSource, Signature, StyleName } from "./common.js";

export interface PartBase {
  readonly cacheControl?: CacheControl;
  readonly signature?: Signature;
  readonly extensions?: Extensions;
}

export interface TextPart extends PartBase {
  readonly type: "text";
  readonly text: string;
  readonly citations?: readonly Citation[];
}
export interface ImagePart extends PartBase {
  readonly type: "image";
  readonly source: MediaSource;
  readonly detail?: "auto" | "low" | "medium" | "high" | "original";
}
export interface DocumentPart extends PartBase {
  readonly type: "document";
  readonly source:
    | MediaSource
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "parts"; readonly parts: readonly Part[] };
  readonly filename?: string;
  readonly title?: string;
  readonly context?: string;
  /** Whether the model may cite the document. */
  readonly citations?: boolean;
}
export interface AudioPart extends PartBase {
  readonly type: "audio";
  readonly source: MediaSource;
  readonly id?: string;
  readonly transcript?: string;
  /** Unix seconds. */
  readonly expiresAt?: number;
}
export interface VideoPart extends PartBase {
  readonly type: "video";
  readonly source: MediaSource;
  readonly startOffset?: string;
  readonly endOffset?: string;
  readonly fps?: number;
}
export interface ToolCallPart extends PartBase {
  readonly type: "tool-call";
  readonly id: string;
  readonly name: string;
  /** `custom`: a free-form tool, whose `arguments.json` is its raw input text. */
  readonly variant: "function" | "custom";
  readonly arguments: ToolArguments;
  /** The wire had no id. */
  readonly idSynthesized?: boolean;
}
/** `value` is absent when `json` is not the text of an object. */
export interface ToolArguments {
  readonly json: string;
  readonly value?: JsonObject;
}
export interface ToolResultPart extends PartBase {
  readonly type: "tool-result";
  readonly callId: string;
  readonly name?: string;
  readonly content: readonly Part[];
  readonly structured?: JsonObject;
  readonly isError?: boolean;
}
export interface ThinkingPart extends PartBase {
  readonly type: "thinking";
  readonly text: string;
  readonly summary?: boolean;
}
export interface RedactedThinkingPart extends PartBase {
  readonly type: "redacted-thinking";
  readonly data: string;
}
export interface RefusalPart extends PartBase {
  readonly type: "refusal";
  readonly text: string;
}
export type ServerToolName = "web_search" | "web_fetch" | "tool_search" | (string & {});
export interface SearchHit {
  readonly url: string;
  readonly title?: string;
  readonly encryptedContent?: string;
  readonly pageAge?: string;
}
export interface ServerToolCallPart extends PartBase {
  readonly type: "server-tool-call";
  readonly id: string;
  readonly name: ServerToolName;
  readonly input: Json;
}
export interface ServerToolResultPart extends PartBase {
  readonly type: "server-tool-result";
  readonly callId: string;
  readonly name: ServerToolName;
  readonly result?: readonly SearchHit[];
  readonly error?: string;
  /** The result as the wire had it, where it is not a list of hits. */
  readonly raw?: Json;
}
export interface CodeCallPart extends PartBase {
  readonly type: "code-call";
  readonly id: string;
  readonly language: "python" | (string & {});
  readonly code: string;
}
export interface CodeResultPart extends PartBase {
  readonly type: "code-result";
  readonly callId: string;
  readonly outcome: "ok" | "failed" | "timeout";
  readonly stdout: string;
  readonly stderr?: string;
  readonly returnCode?: number;
  /** File ids. */
  readonly files?: readonly string[];
}
export interface SearchResultPart extends PartBase {
  readonly type: "search-result";
  readonly source: string;
  readonly title: string;
  readonly content: readonly TextPart[];
  readonly citations?: boolean;
}
/** A part that only its own style understands, kept whole. */
export interface OpaquePart extends PartBase {
  readonly type: "opaque";
  readonly style: StyleName;
  readonly value: Json;
}

export type Part =
  | TextPart
  | ImagePart
  | DocumentPart
  | AudioPart
  | VideoPart
  | ToolCallPart
  | ToolResultPart
  | ThinkingPart
  | RedactedThinkingPart
  | RefusalPart
  | ServerToolCallPart
  | ServerToolResultPart
  | CodeCallPart
  | CodeResultPart
  | SearchResultPart
  | OpaquePart;

/** `start` and `end` are UTF-16 offsets into the visible text of the choice: all text parts joined with `""`. */
export type Citation =
  | {
      readonly kind: "url";
      readonly url: string;
      readonly title?: string;
      readonly citedText?: string;
      readonly start?: number;
      readonly end?: number;
      readonly encryptedIndex?: string;
      readonly confidence?: number;
    }
  | {
      readonly kind: "document";
      readonly unit: "char" | "page" | "block";
      readonly documentIndex: number;
      readonly title?: string;
      readonly citedText: string;
      readonly start: number;
      readonly end: number;
      readonly fileId?: string;
    }
  | {
      readonly kind: "search-result";
      readonly source: string;
      readonly title?: string;
      readonly citedText: string;
      readonly resultIndex: number;
      readonly start: number;
      readonly end: number;
    };
