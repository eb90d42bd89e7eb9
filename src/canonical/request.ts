import type { CacheControl, Extensions, JsonObject, MediaResolution, StyleName } from "./common.js";
import type { Part, TextPart } from "./content.js";

/** A request of any style. What a style has no word for is absent or stands in `extensions`; nothing here is a default that was filled in. */
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

/** A system or developer message before the conversation. */
export interface Instruction {
  readonly role: "system" | "developer";
  readonly parts: readonly TextPart[];
  readonly name?: string;
  readonly extensions?: Extensions;
}
/** A turn. Results of tools stand in messages of role `tool`. */
export interface Message {
  readonly role: "system" | "developer" | "user" | "assistant" | "tool";
  readonly parts: readonly Part[];
  readonly name?: string;
  readonly extensions?: Extensions;
}

/** How the next token is picked. Ranges are the target's business: values are as the caller gave them. */
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
/** What ends an answer. */
export interface Limits {
  /** Counts visible and reasoning tokens in all styles. */
  readonly maxOutputTokens?: number;
  readonly stop?: readonly string[];
  /** How many answers: chat-completions `n`. */
  readonly choices?: number;
}
/** The form that the answer should have. */
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

/** How hard to think, in words, from least to most. */
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

/** Which keywords a schema may have: all of JSON Schema, or the subset of OpenAPI 3.0 that generate-content reads in `parameters`. */
export type SchemaDialect = "json-schema" | "openapi-subset";
/** A tool that the caller runs; its arguments are a JSON object. */
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
/** A tool that the caller runs; its input is free text, or text of a grammar (`format`). */
export interface CustomTool {
  readonly type: "custom";
  readonly name: string;
  readonly description?: string;
  readonly format?: JsonObject;
  readonly cacheControl?: CacheControl;
  readonly extensions?: Extensions;
}
/** Search that the provider runs. */
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
/** Pages that the provider reads at the model's wish. */
export interface WebFetchTool {
  readonly type: "web-fetch";
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
  readonly maxUses?: number;
  /** The vendor's dated tool type, `web_fetch_20250910`. */
  readonly version?: string;
  readonly cacheControl?: CacheControl;
  readonly extensions?: Extensions;
}
/** Code execution at the provider's. */
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
/** A tool on offer, told apart by `type`. */
export type Tool = FunctionTool | CustomTool | WebSearchTool | WebFetchTool | CodeExecutionTool | RawTool;

/** Whether and which tools must be called. */
export type ToolChoice =
  | { readonly mode: "auto" }
  | { readonly mode: "none" }
  | { readonly mode: "required" }
  | { readonly mode: "named"; readonly name: string; readonly kind: "function" | "custom" | "web-search" }
  | { readonly mode: "allowed"; readonly names: readonly string[]; readonly required: boolean };

/** What the text of the answer must be. */
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
