import type { CacheControl, Extensions, JsonObject, MediaResolution, StyleName } from "./common.js";
import type { Part, TextPart } from "./content.js";

/**
 * A request of any style. What a style has no word for is absent or stands in `extensions`; nothing here is a default that was filled in.
 * Source: https://platform.openai.com/docs/api-reference/chat/create, https://docs.anthropic.com/en/api/messages,
 * https://ai.google.dev/api/generate-content.
 */
export interface CanonicalRequest {
  /** Empty when a generate-content body was decoded without its path. */
  readonly model: string;
  /** Leading system and developer messages, in order. */
  readonly instructions: readonly Instruction[];
  /** Everything after them. */
  readonly turns: readonly Message[];
  readonly tools: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  /** Absent: the provider's default, which is that parallel calls are allowed. */
  readonly parallelToolCalls?: boolean;
  readonly sampling: Sampling;
  readonly limits: Limits;
  readonly output: Output;
  readonly thinking?: ThinkingConfig;
  /** For the whole request. */
  readonly mediaResolution?: MediaResolution;
  readonly safety?: readonly SafetySetting[];
  /** `handle` is the name of cached content that stands before the request. */
  readonly cache?: { readonly key?: string; readonly auto?: CacheControl; readonly handle?: string };
  readonly endUserId?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly serviceTier?: "auto" | "default" | "flex" | "priority" | "fast" | "scale";
  readonly stream: boolean;
  /** chat-completions `stream_options.include_usage`. */
  readonly includeStreamUsage?: boolean;
  /** generate-content only. */
  readonly async?: boolean;
  readonly extensions?: Extensions;
}

/**
 * A system or developer message before the conversation.
 * Source: chat-completions messages of the roles `system` and `developer`; messages `system`; generate-content
 * `systemInstruction`.
 */
export interface Instruction {
  readonly role: "system" | "developer";
  readonly parts: readonly TextPart[];
  readonly name?: string;
  readonly extensions?: Extensions;
}
/**
 * A turn. Results of tools stand in messages of role `tool`.
 * Source: chat-completions `messages[]`; messages `messages[]`; generate-content `contents[]`.
 */
export interface Message {
  readonly role: "system" | "developer" | "user" | "assistant" | "tool";
  readonly parts: readonly Part[];
  readonly name?: string;
  readonly extensions?: Extensions;
}

/**
 * How the next token is picked. Ranges are checked by the target: values are as the caller gave them.
 * Source: chat-completions `temperature`, `top_p`, the penalties, `seed`, `logprobs` and `logit_bias`; messages
 * `temperature`, `top_p` and `top_k`; generate-content `generationConfig`.
 */
export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly seed?: number;
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly logprobs?: { readonly enabled: boolean; readonly top?: number };
}
/**
 * What ends an answer.
 * Source: chat-completions `max_completion_tokens` (`max_tokens`), `stop` and `n`; messages `max_tokens` and
 * `stop_sequences`; generate-content `maxOutputTokens`, `stopSequences` and `candidateCount`.
 */
export interface Limits {
  /** Counts visible and reasoning tokens in all styles. */
  readonly maxOutputTokens?: number;
  readonly stop?: readonly string[];
  /** How many answers: chat-completions `n`. */
  readonly choices?: number;
}
/**
 * The form that the answer should have.
 * Source: chat-completions `response_format`, `modalities`, `verbosity` and `audio`; messages `output_config`;
 * generate-content `generationConfig`.
 */
export interface Output {
  readonly format?: OutputFormat;
  readonly modalities?: readonly ("text" | "audio" | "image" | "video")[];
  readonly verbosity?: string;
  readonly audio?: JsonObject;
  readonly image?: { readonly aspectRatio?: string; readonly size?: string };
}
/** From which probability of harm on an answer is blocked: generate-content `safetySettings`. */
export interface SafetySetting {
  readonly category: string;
  readonly threshold: string;
  readonly method?: string;
  readonly extensions?: Extensions;
}

/**
 * How hard to think, in words, from least to most.
 * Source: chat-completions `reasoning_effort`; messages `output_config.effort`; generate-content
 * `thinkingConfig.thinkingLevel`.
 */
export type Effort = "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
/**
 * Effort and budget are what the caller gave; neither is derived from the other before a target needs it.
 * Source: chat-completions `reasoning_effort`; messages `thinking` and `output_config.effort`; generate-content
 * `thinkingConfig`.
 */
export interface ThinkingConfig {
  /** Absent: only the effort is stated. */
  readonly mode?: "off" | "on" | "dynamic" | "between-tools";
  readonly effort?: Effort;
  readonly budgetTokens?: number;
  /** Whether the client wants to see the thoughts. */
  readonly visible?: boolean;
}

/** What every tool may have. */
export interface ToolBase {
  readonly cacheControl?: CacheControl;
  readonly extensions?: Extensions;
}
/**
 * A tool that the caller runs; its arguments are a JSON object.
 * Source: chat-completions `tools[].function`; messages `tools[]` with an `input_schema`; generate-content
 * `tools[].functionDeclarations[]`.
 */
export interface FunctionTool extends ToolBase {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  readonly schema?: JsonObject;
  readonly strict?: boolean;
}
/**
 * A tool that the caller runs; its input is free text, or text of a grammar (`format`).
 * Source: chat-completions `tools[].custom`.
 */
export interface CustomTool extends ToolBase {
  readonly type: "custom";
  readonly name: string;
  readonly description?: string;
  readonly format?: JsonObject;
}
/** A tool that the provider runs, and that reads pages of the web. */
export interface WebTool extends ToolBase {
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
  readonly maxUses?: number;
  /** The vendor's dated tool type, `web_search_20250305`. */
  readonly version?: string;
}
/**
 * Search that the provider runs.
 * Source: chat-completions `web_search_options`; messages tools of the type `web_search_…`; generate-content `googleSearch`,
 * `webSearch` in the specification.
 */
export interface WebSearchTool extends WebTool {
  readonly type: "web-search";
  readonly contextSize?: string;
  readonly userLocation?: { readonly [Field in "city" | "country" | "region" | "timezone"]?: string };
  /** As given: ISO 8601 or digits. */
  readonly timeRange?: { readonly start?: string; readonly end?: string };
}
/**
 * Pages that the provider reads at the model's wish.
 * Source: messages tools of the type `web_fetch_…`; generate-content `urlContext`.
 */
export interface WebFetchTool extends WebTool {
  readonly type: "web-fetch";
}
/**
 * Code execution at the provider's.
 * Source: messages tools of the type `code_execution_…`; generate-content `codeExecution`.
 */
export interface CodeExecutionTool extends ToolBase {
  readonly type: "code-execution";
  readonly version?: string;
}
/**
 * A tool that only its own style understands, kept whole.
 * Source: chat-completions `tools[]`; messages `tools[]`; generate-content `tools[]`.
 */
export interface RawTool {
  readonly type: "raw";
  readonly style: StyleName;
  readonly value: JsonObject;
}
/**
 * A tool on offer; `type` states which kind.
 * Source: chat-completions `tools[]`; messages `tools[]`; generate-content `tools[]`.
 */
export type Tool = FunctionTool | CustomTool | WebSearchTool | WebFetchTool | CodeExecutionTool | RawTool;

/**
 * Whether and which tools must be called.
 * Source: chat-completions `tool_choice`; messages `tool_choice`; generate-content `toolConfig.functionCallingConfig`.
 */
export type ToolChoice =
  | { readonly mode: "auto" }
  | { readonly mode: "none" }
  | { readonly mode: "required" }
  | { readonly mode: "named"; readonly name: string; readonly kind: "function" | "custom" | "web-search" }
  | { readonly mode: "allowed"; readonly names: readonly string[]; readonly required: boolean };

/**
 * What the text of the answer must be.
 * Source: chat-completions `response_format`; messages `output_config.format`; generate-content `responseMimeType` with
 * `responseSchema` or `responseJsonSchema`.
 */
export type OutputFormat =
  | { readonly type: "text" }
  | { readonly type: "json" }
  | {
      readonly type: "json-schema";
      readonly schema: JsonObject;
      readonly name?: string;
      readonly description?: string;
      readonly strict?: boolean;
    }
  | { readonly type: "enum"; readonly values: readonly string[] };
