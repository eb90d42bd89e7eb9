import type { CacheControl, Extensions, JsonObject, MediaResolution, StyleName } from "./common.js";
import type { Part, TextPart } from "./content.js";

export interface CanonicalRequest {
  /** Empty when a generate-content body was decoded without its path. */
  readonly model: string;
  /** Leading system and developer messages, in order. */
  readonly instructions: readonly Instruction[];
  /** Everything after them. */
  readonly messages: readonly Message[];
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

export interface Instruction {
  readonly role: "system" | "developer";
  readonly parts: readonly TextPart[];
  readonly name?: string;
  readonly extensions?: Extensions;
}
export interface Message {
  readonly role: "system" | "developer" | "user" | "assistant" | "tool";
  readonly parts: readonly Part[];
  readonly name?: string;
  readonly extensions?: Extensions;
}

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
export interface Limits {
  /** Counts visible and reasoning tokens in all styles. */
  readonly maxOutputTokens?: number;
  readonly stop?: readonly string[];
  /** How many answers: chat-completions `n`. */
  readonly choices?: number;
}
export interface Output {
  readonly format?: OutputFormat;
  readonly modalities?: readonly ("text" | "audio" | "image" | "video")[];
  readonly verbosity?: string;
  readonly audio?: JsonObject;
  readonly image?: { readonly aspectRatio?: string; readonly size?: string };
}
export interface SafetySetting {
  readonly category: string;
  readonly threshold: string;
  readonly method?: string;
  readonly extensions?: Extensions;
}

export type Effort = "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
/** Effort and budget are what the caller gave; neither is derived from the other before a target needs it. */
export interface ThinkingConfig {
  /** Absent: only the effort is stated. */
  readonly mode?: "off" | "on" | "dynamic" | "between-tools";
  readonly effort?: Effort;
  readonly budgetTokens?: number;
  /** Whether the client wants to see the thoughts. */
  readonly visible?: boolean;
}

export type SchemaDialect = "json-schema" | "openapi-subset";
export interface FunctionTool {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  readonly schema?: JsonObject;
  readonly dialect?: SchemaDialect;
  readonly strict?: boolean;
  readonly cacheControl?: CacheControl;
  readonly extensions?: Extensions;
}
export interface CustomTool {
  readonly type: "custom";
  readonly name: string;
  readonly description?: string;
  readonly format?: JsonObject;
  readonly cacheControl?: CacheControl;
  readonly extensions?: Extensions;
}
export interface WebSearchTool {
  readonly type: "web-search";
  readonly contextSize?: string;
  readonly userLocation?: {
    readonly city?: string;
    readonly country?: string;
    readonly region?: string;
    readonly timezone?: string;
  };
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
  readonly maxUses?: number;
  /** As given: ISO 8601 or digits. */
  readonly timeRange?: { readonly start?: string; readonly end?: string };
  /** The vendor's dated tool type, `web_search_20250305`. */
  readonly version?: string;
  readonly cacheControl?: CacheControl;
  readonly extensions?: Extensions;
}
export interface CodeExecutionTool {
  readonly type: "code-execution";
  readonly version?: string;
  readonly cacheControl?: CacheControl;
  readonly extensions?: Extensions;
}
/** A tool that only its own style understands, kept whole. */
export interface RawTool {
  readonly type: "raw";
  readonly style: StyleName;
  readonly value: JsonObject;
}
export type Tool = FunctionTool | CustomTool | WebSearchTool | CodeExecutionTool | RawTool;

export type ToolChoice =
  | { readonly mode: "auto" }
  | { readonly mode: "none" }
  | { readonly mode: "required" }
  | { readonly mode: "named"; readonly name: string; readonly kind: "function" | "custom" | "web-search" }
  | { readonly mode: "allowed"; readonly names: readonly string[]; readonly required: boolean };

export type OutputFormat =
  | { readonly type: "text" }
  | { readonly type: "json" }
  | {
      readonly type: "json-schema";
      readonly schema: JsonObject;
      readonly dialect: SchemaDialect;
      readonly name?: string;
      readonly description?: string;
      readonly strict?: boolean;
    }
  | { readonly type: "enum"; readonly values: readonly string[] };
