/**
 * The messages wire as this library writes it, request side: what the service requires is there, and kinds are told apart by `type`.
 * What it takes is looser; see {@link Lenient}.
 * https://docs.anthropic.com/en/api/messages
 */
import type { Lenient } from "../options.js";
import type {
  MessagesAssistantBlock,
  MessagesCacheControl,
  MessagesCached,
  MessagesKind,
  MessagesTextBlock,
  MessagesUserBlock,
} from "./types-content.js";

export type * from "./types-content.js";

/** One turn of the user. */
export interface MessagesUserMessage {
  /** Who speaks. */
  role: "user";
  /** What is said, as text or in blocks. */
  content: string | MessagesUserBlock[];
}
/** One turn of the assistant. */
export interface MessagesAssistantMessage {
  /** Who speaks. */
  role: "assistant";
  /** What is said, as text or in blocks. */
  content: string | MessagesAssistantBlock[];
}
/** One turn of the conversation, told apart by its `role`. */
export type MessagesMessage = MessagesUserMessage | MessagesAssistantMessage;

/** A tool that the client runs. */
export interface MessagesFunctionTool extends MessagesCached {
  /** Kind of tool. Default: this one. */
  type?: "custom";
  /** 1 to 128 of `a-z`, `A-Z`, `0-9`, `_` and `-`. */
  name: string;
  /** What it does, for the model. */
  description?: string;
  /** JSON Schema of the arguments. */
  input_schema: {
    /** The arguments are an object. */
    type: "object";
    /** Schemas of the arguments, by name. */
    properties?: unknown;
    /** Names of those that must be there. */
    required?: string[] | null;
    /** Other keywords. */
    [key: string]: unknown;
  };
  /** Whether the arguments always follow the schema. */
  strict?: boolean;
}

/** A tool by which the service reads the web. */
export interface MessagesWebTool extends MessagesCached {
  /** Only these domains are read. */
  allowed_domains?: string[];
  /** These domains are not read. */
  blocked_domains?: string[];
  /** How often it may be used in one answer. */
  max_uses?: number;
}
/** About where a user is. */
export interface MessagesUserLocation extends MessagesKind<"approximate"> {
  /** The city. */
  city?: string;
  /** ISO 3166: `"DE"`. */
  country?: string;
  /** The region. */
  region?: string;
  /** IANA: `"Europe/Berlin"`. */
  timezone?: string;
}
/** A search of the web by the service. */
export interface MessagesWebSearchTool extends MessagesWebTool {
  /** Kind and version of tool. */
  type: "web_search_20250305";
  /** Name of the tool. */
  name: "web_search";
  /** Where the user is, about. */
  user_location?: MessagesUserLocation;
}
/** Pages that the service fetches. */
export interface MessagesWebFetchTool extends MessagesWebTool {
  /** Kind and version of tool. */
  type: "web_fetch_20250910";
  /** Name of the tool. */
  name: "web_fetch";
}
/** Code that the service runs. */
export interface MessagesCodeExecutionTool extends MessagesCached {
  /** Kind and version of tool. */
  type: "code_execution_20250825";
  /** Name of the tool. */
  name: "code_execution";
}
/** A tool that the model may use. */
export type MessagesTool = MessagesFunctionTool | MessagesWebSearchTool | MessagesWebFetchTool | MessagesCodeExecutionTool;

/** Fields of the vendor's own tools. */
export interface MessagesOtherTool {
  /** Who may call it: the model, or tools of the service. */
  allowed_callers?: unknown;
  /** Whether pages are cited. */
  citations?: unknown;
  /** Settings of the tools of a set, by name. */
  configs?: unknown;
  /** Whether the model sees it only after a search for tools. */
  defer_loading?: unknown;
  /** Whether arguments are streamed before they are whole. */
  eager_input_streaming?: unknown;
  /** Examples of arguments. */
  input_examples?: unknown;
  /** Most characters of a file that are shown. */
  max_characters?: unknown;
  /** Most tokens of a page that are read, about. */
  max_content_tokens?: unknown;
  /** Whether the answer holds results that code has used up. */
  response_inclusion?: unknown;
  /** Where URLs that are fetched may come from. */
  url_sources?: unknown;
  /** Whether pages may come from a cache. */
  use_cache?: unknown;
}

/** A tool, as it is taken. */
export type MessagesToolInput = Lenient<MessagesTool> | MessagesOtherTool;

/** What limits calls. */
export interface MessagesParallelUse {
  /** Whether the answer holds one call at most. */
  disable_parallel_tool_use?: boolean;
}
/** The model may use tools, or must. */
export interface MessagesAnyToolChoice extends MessagesParallelUse {
  /** `auto`: as it likes; `any`: one at least. */
  type: "auto" | "any";
}
/** The model must use this tool. */
export interface MessagesNamedToolChoice extends MessagesKind<"tool">, MessagesParallelUse {
  /** Name of the tool. */
  name: string;
}
/** The model uses no tools. */
export interface MessagesNoToolChoice extends MessagesKind<"none"> {}
/** Which tool the model uses. */
export type MessagesToolChoice = MessagesAnyToolChoice | MessagesNamedToolChoice | MessagesNoToolChoice;

/** How thoughts are shown. */
export interface MessagesThinkingDisplay {
  /** Whether thoughts are summed up, or left out. */
  display?: "summarized" | "omitted";
}
/** The model thinks as long as a budget lasts. */
export interface MessagesThinkingBudget extends MessagesKind<"enabled">, MessagesThinkingDisplay {
  /** Tokens: 1024 at least, below `max_tokens`. */
  budget_tokens: number;
}
/** The model thinks as long as it finds right. */
export interface MessagesAdaptiveThinking extends MessagesKind<"adaptive">, MessagesThinkingDisplay {}
/** The model does not think. */
export interface MessagesNoThinking extends MessagesKind<"disabled"> {}
/** Whether and how long the model thinks. */
export type MessagesThinking = MessagesThinkingBudget | MessagesAdaptiveThinking | MessagesNoThinking;

/** The form of the answer. */
export interface MessagesOutputFormat extends MessagesKind<"json_schema"> {
  /** JSON Schema of the answer. */
  schema: { [key: string]: unknown };
}

/** The body of `POST /v1/messages`. */
export interface MessagesRequest {
  /** Name of the model. */
  model: string;
  /** Upper bound of tokens of the answer, thoughts included. */
  max_tokens: number;
  /** The conversation, the oldest turn first. */
  messages: MessagesMessage[];
  /** Instructions of the application. */
  system?: string | MessagesTextBlock[];
  /** Texts at which the answer ends. */
  stop_sequences?: string[];
  /** Whether the answer comes as server-sent events. */
  stream?: boolean;
  /** How much chance there is in the answer. 0 to 1. */
  temperature?: number;
  /** Only the most probable tokens up to this sum are sampled. 0 to 1. */
  top_p?: number;
  /** Only so many of the most probable tokens are sampled. At least 0. */
  top_k?: number;
  /** The tools that the model may use. */
  tools?: MessagesTool[];
  /** Which of them it uses. */
  tool_choice?: MessagesToolChoice;
  /** Whether and how long the model thinks. */
  thinking?: MessagesThinking;
  /** How much the model works on its answer, and what form that has. */
  output_config?: {
    /** How much the model works on its answer. */
    effort?: "low" | "medium" | "high" | "xhigh" | "max";
    /** What form the answer has. */
    format?: MessagesOutputFormat;
  };
  /** What the service may know of who asks. */
  metadata?: {
    /** Id of the end user, by which the service finds misuse. At most 256 characters. */
    user_id?: string;
  };
  /** How the request is served and billed. */
  service_tier?: "auto" | "standard_only";
  /** How the request is served and billed. Fast costs more. */
  speed?: "standard" | "fast";
  /** Caches the prompt as far as it can be cached. */
  cache_control?: MessagesCacheControl;
}
