/** What a turn is made of. One union for requests and answers, distinguished by `type`. */
import type { CacheControl, Extensions, Json, JsonObject, MediaSource, Signature, StyleName } from "./common.js";

/**
 * What every part may have beside its own.
 * Source: chat-completions `content[]` and the other fields of a message; messages `content[]`; generate-content `parts[]`.
 */
export interface PartBase {
  readonly cacheControl?: CacheControl;
  readonly signature?: Signature;
  readonly extensions?: Extensions;
}

/**
 * Visible text, in either direction.
 * Source: chat-completions content of the type `text`; messages blocks of the type `text`; generate-content parts with
 * `text`.
 */
export interface TextPart extends PartBase {
  readonly type: "text";
  readonly text: string;
  readonly citations?: readonly Citation[];
}
/**
 * A picture. `detail`: how closely it should be looked at; absent: as the provider likes.
 * Source: chat-completions `image_url`; messages blocks of the type `image`; generate-content `inlineData` and `fileData` of
 * an image type.
 */
export interface ImagePart extends PartBase {
  readonly type: "image";
  readonly source: MediaSource;
  readonly detail?: "auto" | "low" | "medium" | "high" | "original";
}
/**
 * A PDF, a text, or a document made of parts. `filename` and `title` are for people, `context` is for the model.
 * Source: chat-completions `file`; messages blocks of the type `document`; generate-content `inlineData` and `fileData` of
 * other types.
 */
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
/**
 * Speech or sound. `id`, `transcript` and `expiresAt` only come with answers; an `id` alone refers to an earlier one.
 * Source: chat-completions `input_audio`, and `audio` of a message; generate-content `inlineData` and `fileData` of an audio
 * type.
 */
export interface AudioPart extends PartBase {
  readonly type: "audio";
  readonly source: MediaSource;
  readonly id?: string;
  readonly transcript?: string;
  /** Unix seconds. */
  readonly expiresAt?: number;
}
/**
 * A film, or a cut of it. Offsets are seconds with an `s`, as in `"12.5s"`; `fps` is frames per second to be looked at.
 * Source: chat-completions `video_url` of compatible servers; generate-content `inlineData` and `fileData` of a video type,
 * with `videoMetadata`.
 */
export interface VideoPart extends PartBase {
  readonly type: "video";
  readonly source: MediaSource;
  readonly startOffset?: string;
  readonly endOffset?: string;
  readonly fps?: number;
}
/**
 * The assistant asks for a tool of the caller's to be run.
 * Source: chat-completions `tool_calls[]`; messages blocks of the type `tool_use`; generate-content `functionCall`.
 */
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
/**
 * `value` is absent when `json` is not the text of an object.
 * Source: chat-completions `function.arguments`, a text; messages `input`, an object; generate-content `args`, an object.
 */
export interface ToolArguments {
  readonly json: string;
  readonly value?: JsonObject;
}
/**
 * What a tool gave. `structured` holds the object where the wire had one; `content` is what the model reads.
 * Source: chat-completions messages of the role `tool`; messages blocks of the type `tool_result`; generate-content
 * `functionResponse`.
 */
export interface ToolResultPart extends PartBase {
  readonly type: "tool-result";
  readonly callId: string;
  readonly name?: string;
  readonly content: readonly Part[];
  readonly structured?: JsonObject;
  readonly isError?: boolean;
}
/**
 * Reasoning in words. `summary`: not the thoughts themselves.
 * Source: chat-completions `reasoning_content` and `reasoning_details`, both of compatible servers; messages blocks of the
 * type `thinking`; generate-content parts with `thought`.
 */
export interface ThinkingPart extends PartBase {
  readonly type: "thinking";
  readonly text: string;
  readonly summary?: boolean;
}
/**
 * Reasoning that only its vendor can read: opaque base64.
 * Source: chat-completions `reasoning_details` of the type `reasoning.encrypted`, of compatible servers; messages blocks of
 * the type `redacted_thinking`.
 */
export interface RedactedThinkingPart extends PartBase {
  readonly type: "redacted-thinking";
  readonly data: string;
}
/**
 * The words in which the model declines.
 * Source: chat-completions `refusal`.
 */
export interface RefusalPart extends PartBase {
  readonly type: "refusal";
  readonly text: string;
}
/**
 * A tool that the provider itself runs. The list is open: other names pass.
 * Source: messages `name` of a `server_tool_use`; generate-content `toolType`.
 */
export type ServerToolName = "web_search" | "web_fetch" | "tool_search" | (string & {});
/**
 * One page that a search found.
 * Source: messages blocks of the type `web_search_result`.
 */
export interface SearchHit {
  readonly url: string;
  readonly title?: string;
  readonly encryptedContent?: string;
  readonly pageAge?: string;
}
/**
 * The model used a tool of the provider's.
 * Source: messages blocks of the type `server_tool_use`; generate-content `toolCall`, and the searches of
 * `groundingMetadata`.
 */
export interface ServerToolCallPart extends PartBase {
  readonly type: "server-tool-call";
  readonly id: string;
  readonly name: ServerToolName;
  readonly input: Json;
}
/**
 * What a tool of the provider's gave: hits, an `error` code, or something of its own in `raw`.
 * Source: messages blocks such as `web_search_tool_result`; generate-content `toolResponse`.
 */
export interface ServerToolResultPart extends PartBase {
  readonly type: "server-tool-result";
  readonly callId: string;
  readonly name: ServerToolName;
  readonly result?: readonly SearchHit[];
  readonly error?: string;
  /** The result as the wire had it, where it is not a list of hits. */
  readonly raw?: Json;
}
/**
 * Code that the provider ran.
 * Source: messages a `server_tool_use` of code execution; generate-content `executableCode`.
 */
export interface CodeCallPart extends PartBase {
  readonly type: "code-call";
  readonly id: string;
  readonly language: "python" | (string & {});
  readonly code: string;
}
/**
 * What the provider's run of the code gave.
 * Source: messages blocks such as `code_execution_tool_result`; generate-content `codeExecutionResult`.
 */
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
/**
 * A search result that the caller hands to the model, so that it can be cited.
 * Source: messages blocks of the type `search_result`.
 */
export interface SearchResultPart extends PartBase {
  readonly type: "search-result";
  readonly source: string;
  readonly title: string;
  readonly content: readonly TextPart[];
  readonly citations?: boolean;
}
/**
 * A part that only its own style understands, kept whole.
 * Source: chat-completions `content[]`; messages `content[]`; generate-content `parts[]`.
 */
export interface OpaquePart extends PartBase {
  readonly type: "opaque";
  readonly style: StyleName;
  readonly value: Json;
}

/**
 * A piece of a turn; `type` states which kind.
 * Source: chat-completions `content[]` and the other fields of a message; messages `content[]`; generate-content `parts[]`.
 */
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

/**
 * `start` and `end` are UTF-16 offsets into the visible text of the choice: all text parts joined with `""`.
 * Source: chat-completions `annotations[].url_citation`; messages `citations[]`; generate-content `groundingMetadata` and
 * `citationMetadata`.
 */
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
