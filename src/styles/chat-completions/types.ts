/**
 * The chat-completions wire as this library writes it, request side: what the service requires is there, and kinds are told apart by
 * `type` or `role`. What it takes is looser; see {@link Lenient}.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
import type {
  ChatCompletionsContentPart,
  ChatCompletionsKind,
  ChatCompletionsRefusalPart,
  ChatCompletionsTextPart,
  ChatCompletionsThoughts,
  ChatCompletionsToolCall,
} from "./types-content.js";

export type * from "./types-content.js";

/** Who of several participants speaks. */
export interface ChatCompletionsNamed {
  /** Name of the one who speaks. */
  name?: string;
}
/** Instructions of the application. */
export interface ChatCompletionsSystemMessage extends ChatCompletionsNamed {
  /** Who speaks; newer models know `developer`. */
  role: "system" | "developer";
  /** What is said, as text or in parts. */
  content: string | ChatCompletionsTextPart[];
}
/** What the user says. */
export interface ChatCompletionsUserMessage extends ChatCompletionsNamed {
  /** Who speaks. */
  role: "user";
  /** What is said, as text or in parts. */
  content: string | ChatCompletionsContentPart[];
}
/** An earlier answer of the model. */
export interface ChatCompletionsAssistantMessage extends ChatCompletionsNamed, ChatCompletionsThoughts {
  /** Who speaks. */
  role: "assistant";
  /** Null where the message is calls alone. */
  content?: string | (ChatCompletionsTextPart | ChatCompletionsRefusalPart)[] | null;
  /** What the model refused with. */
  refusal?: string | null;
  /** The tools that it calls. */
  tool_calls?: ChatCompletionsToolCall[];
}
/** The result of a call. */
export interface ChatCompletionsToolMessage {
  /** Who speaks. */
  role: "tool";
  /** The `id` of the call. */
  tool_call_id: string;
  /** What the tool gave. */
  content: string | ChatCompletionsTextPart[];
}
/** One message of the conversation, told apart by its `role`. */
export type ChatCompletionsMessage =
  | ChatCompletionsSystemMessage
  | ChatCompletionsUserMessage
  | ChatCompletionsAssistantMessage
  | ChatCompletionsToolMessage;

/** A function that the model may call. */
export interface ChatCompletionsFunctionTool extends ChatCompletionsKind<"function"> {
  /** The function. */
  function: {
    /** 1 to 64 of `a-z`, `A-Z`, `0-9`, `_` and `-`. */
    name: string;
    /** What it does, for the model. */
    description?: string;
    /** JSON Schema of the arguments. */
    parameters?: { [key: string]: unknown };
    /** Whether the arguments always follow the schema. */
    strict?: boolean | null;
  };
}
/** Text of any form. */
export interface ChatCompletionsTextFormat extends ChatCompletionsKind<"text"> {}
/** Text that follows a grammar. */
export interface ChatCompletionsGrammarFormat extends ChatCompletionsKind<"grammar"> {
  /** The grammar. */
  grammar: {
    /** Its text. */
    definition: string;
    /** The language that it is written in. */
    syntax: "lark" | "regex";
  };
}
/** A tool that takes text of any form. */
export interface ChatCompletionsCustomTool extends ChatCompletionsKind<"custom"> {
  /** The tool. */
  custom: {
    /** Name of the tool. */
    name: string;
    /** What it does, for the model. */
    description?: string;
    /** What its input must look like. Default: any text. */
    format?: ChatCompletionsTextFormat | ChatCompletionsGrammarFormat;
  };
}
/** A tool that the model may call. */
export type ChatCompletionsTool = ChatCompletionsFunctionTool | ChatCompletionsCustomTool;

/** A tool by its name. */
export interface ChatCompletionsToolName {
  /** The name. */
  name: string;
}
/** The model must call this function. */
export interface ChatCompletionsFunctionChoice extends ChatCompletionsKind<"function"> {
  /** The function. */
  function: ChatCompletionsToolName;
}
/** The model must call this tool. */
export interface ChatCompletionsCustomChoice extends ChatCompletionsKind<"custom"> {
  /** The tool. */
  custom: ChatCompletionsToolName;
}
/** The model chooses among some of the tools. */
export interface ChatCompletionsAllowedTools extends ChatCompletionsKind<"allowed_tools"> {
  /** The choice. */
  allowed_tools: {
    /** `required`: one at least is called. */
    mode: "auto" | "required";
    /** The tools, each with `type` and name. */
    tools: { [key: string]: unknown }[];
  };
}
/** Which tool the model calls. */
export type ChatCompletionsToolChoice =
  | "none"
  | "auto"
  | "required"
  | ChatCompletionsFunctionChoice
  | ChatCompletionsCustomChoice
  | ChatCompletionsAllowedTools;

/** Any JSON object. */
export interface ChatCompletionsJsonFormat extends ChatCompletionsKind<"json_object"> {}
/** JSON of a schema. */
export interface ChatCompletionsSchemaFormat extends ChatCompletionsKind<"json_schema"> {
  /** The schema, and what it is for. */
  json_schema: {
    /** 1 to 64 of `a-z`, `A-Z`, `0-9`, `_` and `-`. */
    name: string;
    /** What the answer is for. */
    description?: string;
    /** JSON Schema of the answer. */
    schema?: { [key: string]: unknown };
    /** Whether the answer always follows the schema. */
    strict?: boolean | null;
  };
}
/** What form the answer has. */
export type ChatCompletionsResponseFormat = ChatCompletionsTextFormat | ChatCompletionsJsonFormat | ChatCompletionsSchemaFormat;

/** About where a user is. */
export interface ChatCompletionsUserLocation extends ChatCompletionsKind<"approximate"> {
  /** The place. */
  approximate: {
    /** The city. */
    city?: string;
    /** ISO 3166: `"DE"`. */
    country?: string;
    /** The region. */
    region?: string;
    /** IANA: `"Europe/Berlin"`. */
    timezone?: string;
  };
}

/** The body of `POST /v1/chat/completions`. */
export interface ChatCompletionsRequest {
  /** Name of the model. */
  model: string;
  /** The conversation, the oldest message first. */
  messages: ChatCompletionsMessage[];
  /** Upper bound of tokens of the answer, thoughts included. At least 1. Older name. */
  max_tokens?: number;
  /** Upper bound of tokens of the answer, thoughts included. At least 1. */
  max_completion_tokens?: number;
  /** How much chance there is in the answer. 0 to 2. */
  temperature?: number;
  /** Only the most probable tokens up to this sum are sampled. 0 to 1. */
  top_p?: number;
  /** Whether the answer comes as server-sent events. */
  stream?: boolean;
  /** Settings of a stream. */
  stream_options?: {
    /** Whether the last chunk holds the counts of tokens. */
    include_usage?: boolean;
  };
  /** Texts at which the answer ends. At most 4. */
  stop?: string | string[];
  /** How many answers are made. 1 to 128. */
  n?: number;
  /** Above 0, tokens that occurred become less probable. -2 to 2. */
  presence_penalty?: number;
  /** Above 0, tokens become less probable with each time they occurred. -2 to 2. */
  frequency_penalty?: number;
  /** The same seed makes the same answer, as far as the service can. */
  seed?: number;
  /** Whether the answer holds the log probabilities of its tokens. */
  logprobs?: boolean;
  /** How many other tokens are listed at each place. 0 to 20. */
  top_logprobs?: number;
  /** Added to the logits of tokens, by the token's number. -100 to 100. */
  logit_bias?: { [token: string]: number };
  /** The tools that the model may call. */
  tools?: ChatCompletionsTool[];
  /** Which of the tools the model calls. */
  tool_choice?: ChatCompletionsToolChoice;
  /** Whether one answer may hold several calls. Default: true. */
  parallel_tool_calls?: boolean;
  /** What form the answer has. */
  response_format?: ChatCompletionsResponseFormat;
  /** How much the model thinks before it answers. */
  reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  /** How long the answer is. */
  verbosity?: "low" | "medium" | "high";
  /** Id of the end user, by which the service finds misuse. At most 64 characters. Older name. */
  user?: string;
  /** Id of the end user, by which the service finds misuse. At most 128 characters. */
  safety_identifier?: string;
  /** Requests with the same key share a cache. */
  prompt_cache_key?: string;
  /** Caches the prompt as far as it can be cached. */
  prompt_cache_options?: {
    /** Whether the service marks what is cached. */
    mode?: "implicit" | "explicit";
    /** How long. */
    ttl?: "30m";
  };
  /** Pairs that are kept with the request. At most 16. */
  metadata?: { [key: string]: string };
  /** How the request is served and billed. */
  service_tier?: "auto" | "default" | "flex" | "scale" | "priority";
  /** What the answer is made of. Default: text. */
  modalities?: ("text" | "audio")[];
  /** The voice of an answer in sound. */
  audio?: {
    /** Name of the voice. */
    voice:
      | string
      | {
          /** Id of a voice of one's own. */
          id: string;
        };
    /** What the sound is written as. */
    format: "wav" | "aac" | "mp3" | "flac" | "opus" | "pcm16";
  };
  /** Search of the web by the service; there where the model may search. */
  web_search_options?: {
    /** How much of what was found the model reads. */
    search_context_size?: "low" | "medium" | "high";
    /** Where the user is, about. */
    user_location?: ChatCompletionsUserLocation;
  };
}
