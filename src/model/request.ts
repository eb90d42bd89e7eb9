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
  /** Which of the tools the model calls. */
  readonly toolChoice?: ToolChoice;
  /** Whether one answer may hold several calls. Absent: the provider's default, which is that it may. */
  readonly parallelToolCalls?: boolean;
  readonly sampling: Sampling;
  readonly limits: Limits;
  readonly output: Output;
  /** How much the model thinks before it answers. */
  readonly thinking?: ThinkingConfig;
  /** How finely media is read. For the whole request. */
  readonly mediaResolution?: MediaResolution;
  /** What the service's filter lets pass. */
  readonly safety?: readonly SafetySetting[];
  readonly cache?: {
    /** Requests with the same key share a cache. */
    readonly key?: string;
    /** Caches the prompt as far as it can be cached. */
    readonly auto?: CacheControl;
    /** Name of a prompt that was cached before. It stands before the request. */
    readonly handle?: string;
  };
  /** Id of the end user, by which the service finds misuse. */
  readonly endUserId?: string;
  /** Pairs that are kept with the request. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** How the request is served and billed. */
  readonly serviceTier?: "auto" | "default" | "flex" | "priority" | "fast" | "scale";
  readonly stream: boolean;
  /** Whether the last chunk holds the counts of tokens. */
  readonly includeStreamUsage?: boolean;
  /** The answer is made later. */
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
  /** How much chance there is in the answer. */
  readonly temperature?: number;
  /** Only the most probable tokens up to this sum are sampled. */
  readonly topP?: number;
  /** Only so many of the most probable tokens are sampled. */
  readonly topK?: number;
  /** Above 0, tokens that occurred become less probable. */
  readonly presencePenalty?: number;
  /** Above 0, tokens become less probable with each time they occurred. */
  readonly frequencyPenalty?: number;
  /** The same seed makes the same answer, as far as the service can. */
  readonly seed?: number;
  /** Added to the logits of tokens, by the token's number. */
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly logprobs?: {
    /** Whether the answer holds the log probabilities of its tokens. */
    readonly enabled?: boolean;
    /** How many other tokens are listed at each place. */
    readonly top?: number;
  };
}
/**
 * What ends an answer.
 * Source: chat-completions `max_completion_tokens` (`max_tokens`), `stop` and `n`; messages `max_tokens` and
 * `stop_sequences`; generate-content `maxOutputTokens`, `stopSequences` and `candidateCount`.
 */
export interface Limits {
  /** Upper bound of tokens of the answer, thoughts included. */
  readonly maxOutputTokens?: number;
  /** Texts at which the answer ends. */
  readonly stop?: readonly string[];
  /** How many answers are made. */
  readonly choices?: number;
}
/**
 * The form that the answer should have.
 * Source: chat-completions `response_format`, `modalities`, `verbosity` and `audio`; messages `output_config`;
 * generate-content `generationConfig`.
 */
export interface Output {
  /** What form the answer has. */
  readonly format?: OutputFormat;
  /** What the answer is made of. */
  readonly modalities?: readonly ("text" | "audio" | "image" | "video")[];
  /** How long the answer is. */
  readonly verbosity?: string;
  /** The voice of an answer in sound. */
  readonly audio?: JsonObject;
  /** What pictures look like. */
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
  /** `only`: tools of the service are used all the same. */
  | { readonly mode: "none"; readonly only?: "functions" }
  | { readonly mode: "required" }
  | { readonly mode: "named"; readonly name: string; readonly kind: Tool["type"] }
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
