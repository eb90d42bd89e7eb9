/**
 * The chat-completions wire as this library writes it, request side: what the service requires is there, and kinds are told apart by
 * `type` or `role`. What it takes is looser; see {@link Lenient}.
 * https://platform.openai.com/docs/api-reference/chat/create
 */

/** Up to the end of this block the provider may cache the prompt. */
export interface ChatCompletionsCacheBreakpoint {
  mode: "explicit";
}

/** A block of text. */
export interface ChatCompletionsTextPart {
  type: "text";
  text: string;
  /** Marks the end of a prefix that may be cached. */
  prompt_cache_breakpoint?: ChatCompletionsCacheBreakpoint;
}

/** A picture, by its address or as a `data:` URL. */
export interface ChatCompletionsImagePart {
  type: "image_url";
  image_url: {
    /** `https:` or `data:image/…;base64,`. */
    url: string;
    /** How finely it is read. Default: the service decides. */
    detail?: "auto" | "low" | "high";
  };
  /** Marks the end of a prefix that may be cached. */
  prompt_cache_breakpoint?: ChatCompletionsCacheBreakpoint;
}

/** Recorded sound. */
export interface ChatCompletionsAudioPart {
  type: "input_audio";
  input_audio: {
    /** Base64. */
    data: string;
    format: "wav" | "mp3";
  };
  /** Marks the end of a prefix that may be cached. */
  prompt_cache_breakpoint?: ChatCompletionsCacheBreakpoint;
}

/** A document: its content, or the id of an uploaded file. */
export interface ChatCompletionsFilePart {
  type: "file";
  file: {
    /** A `data:` URL. */
    file_data?: string;
    /** The id of an uploaded file. */
    file_id?: string;
    /** Name that the model is shown. */
    filename?: string;
  };
  /** Marks the end of a prefix that may be cached. */
  prompt_cache_breakpoint?: ChatCompletionsCacheBreakpoint;
}

/** What the assistant refused with. */
export interface ChatCompletionsRefusalPart {
  type: "refusal";
  refusal: string;
}

/** One block of what a user says. */
export type ChatCompletionsContentPart =
  | ChatCompletionsTextPart
  | ChatCompletionsImagePart
  | ChatCompletionsAudioPart
  | ChatCompletionsFilePart;

/** Signatures of thoughts, as the service's endpoint for Gemini models carries them. */
export interface ChatCompletionsExtraContent {
  google: { thought_signature: string };
}

/** A call of a function that the assistant made. */
export interface ChatCompletionsFunctionCall {
  id: string;
  type: "function";
  function: {
    name: string;
    /** JSON, as text. */
    arguments: string;
  };
  /** Signature of the thought that led to the call; of compatible servers. */
  extra_content?: ChatCompletionsExtraContent;
}

/** A call of a tool that takes text of any form. */
export interface ChatCompletionsCustomCall {
  id: string;
  type: "custom";
  custom: { name: string; input: string };
}

/** A call of a tool in the history or in an answer. */
export type ChatCompletionsToolCall = ChatCompletionsFunctionCall | ChatCompletionsCustomCall;

/** A thought, as OpenRouter and other compatible servers carry it. */
export type ChatCompletionsReasoningDetail =
  | {
      type: "reasoning.text";
      text?: string;
      /** Proof of the service that the thought is its own. */
      signature?: string;
      format?: string;
      index?: number;
      id?: string;
    }
  | { type: "reasoning.summary"; summary: string; format?: string; index?: number; id?: string }
  | { type: "reasoning.encrypted"; data: string; format?: string; index?: number; id?: string };

/** Instructions of the application. */
export interface ChatCompletionsSystemMessage {
  role: "system";
  content: string | ChatCompletionsTextPart[];
  /** Who of several participants speaks. */
  name?: string;
}

/** Instructions of the application, as newer models name them. */
export interface ChatCompletionsDeveloperMessage {
  role: "developer";
  content: string | ChatCompletionsTextPart[];
  /** Who of several participants speaks. */
  name?: string;
}

/** What the user says. */
export interface ChatCompletionsUserMessage {
  role: "user";
  content: string | ChatCompletionsContentPart[];
  /** Who of several participants speaks. */
  name?: string;
}

/** An earlier answer of the model. */
export interface ChatCompletionsAssistantMessage {
  role: "assistant";
  /** Null where the message is calls alone. */
  content?: string | (ChatCompletionsTextPart | ChatCompletionsRefusalPart)[] | null;
  /** What the model refused with. */
  refusal?: string | null;
  /** Who of several participants speaks. */
  name?: string;
  tool_calls?: ChatCompletionsToolCall[];
  /** Thoughts as one text; of compatible servers. */
  reasoning_content?: string;
  /** Thoughts with their signatures; of compatible servers. */
  reasoning_details?: ChatCompletionsReasoningDetail[];
  /** Signature of the message; of compatible servers. */
  extra_content?: ChatCompletionsExtraContent;
}

/** The result of a call. */
export interface ChatCompletionsToolMessage {
  role: "tool";
  /** The `id` of the call. */
  tool_call_id: string;
  content: string | ChatCompletionsTextPart[];
}

/** One message of the conversation, told apart by its `role`. */
export type ChatCompletionsMessage =
  | ChatCompletionsSystemMessage
  | ChatCompletionsDeveloperMessage
  | ChatCompletionsUserMessage
  | ChatCompletionsAssistantMessage
  | ChatCompletionsToolMessage;

/** A function that the model may call. */
export interface ChatCompletionsFunctionTool {
  type: "function";
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

/** A tool that takes text of any form. */
export interface ChatCompletionsCustomTool {
  type: "custom";
  custom: {
    name: string;
    /** What it does, for the model. */
    description?: string;
    /** What its input must look like. Default: any text. */
    format?: { type: "text" } | { type: "grammar"; grammar: { definition: string; syntax: "lark" | "regex" } };
  };
}

/** A tool that the model may call. */
export type ChatCompletionsTool = ChatCompletionsFunctionTool | ChatCompletionsCustomTool;

/** Which tool the model calls. */
export type ChatCompletionsToolChoice =
  | "none"
  | "auto"
  | "required"
  | { type: "function"; function: { name: string } }
  | { type: "custom"; custom: { name: string } }
  | { type: "allowed_tools"; allowed_tools: { mode: "auto" | "required"; tools: { [key: string]: unknown }[] } };

/** What form the answer has. */
export type ChatCompletionsResponseFormat =
  | { type: "text" }
  | { type: "json_object" }
  | {
      type: "json_schema";
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
    };

/** The body of `POST /v1/chat/completions`, as it is written. */
export interface ChatCompletionsRequest {
  /** Name of the model. */
  model: string;
  /** The conversation, the oldest message first. */
  messages: ChatCompletionsMessage[];
  /** Most tokens of the answer: the older name of `max_completion_tokens`. */
  max_tokens?: number;
  /** Most tokens of the answer, thoughts included. */
  max_completion_tokens?: number;
  /** 0 to 2: how much chance there is in the answer. */
  temperature?: number;
  /** 0 to 1: only the most probable tokens up to this sum are sampled. */
  top_p?: number;
  /** Whether the answer comes as server-sent events. */
  stream?: boolean;
  /** Settings of a stream. */
  stream_options?: {
    /** Whether the last chunk holds the counts of tokens. */
    include_usage?: boolean;
  };
  /** Texts at which the answer ends, 4 at most. */
  stop?: string | string[];
  /** How many answers are made. */
  n?: number;
  /** -2 to 2: above 0, tokens that occurred become less probable. */
  presence_penalty?: number;
  /** -2 to 2: above 0, tokens become less probable with each time they occurred. */
  frequency_penalty?: number;
  /** The same seed makes the same answer, as far as the service can. */
  seed?: number;
  /** Whether the answer holds the log probabilities of its tokens. */
  logprobs?: boolean;
  /** 0 to 20: how many other tokens are listed at each place. */
  top_logprobs?: number;
  /** Added to the logits of tokens, by the token's number: -100 to 100. */
  logit_bias?: { [token: string]: number };
  /** The tools that the model may call. */
  tools?: ChatCompletionsTool[];
  tool_choice?: ChatCompletionsToolChoice;
  /** Whether one answer may hold several calls. Default true. */
  parallel_tool_calls?: boolean;
  response_format?: ChatCompletionsResponseFormat;
  /** How much the model thinks before it answers. */
  reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  /** How long the answer is. */
  verbosity?: "low" | "medium" | "high";
  /** Id of the end user: the older name of `safety_identifier`. At most 64 characters. */
  user?: string;
  /** Id of the end user, by which the service finds misuse. */
  safety_identifier?: string;
  /** Requests with the same key share a cache. */
  prompt_cache_key?: string;
  /** Where and how long the prompt is cached. */
  prompt_cache_options?: { mode?: "implicit" | "explicit"; ttl?: "30m" };
  /** At most 16 pairs, kept with the answer. */
  metadata?: { [key: string]: string };
  /** How the request is served and billed. */
  service_tier?: "auto" | "default" | "flex" | "scale" | "priority";
  /** What the answer is made of. Default: text. */
  modalities?: ("text" | "audio")[];
  /** The voice of an answer in sound, and its format. */
  audio?: { voice: string | { id: string }; format: "wav" | "aac" | "mp3" | "flac" | "opus" | "pcm16" };
  /** Search of the web by the service; there where the model may search. */
  web_search_options?: {
    /** How much of what was found the model reads. */
    search_context_size?: "low" | "medium" | "high";
    /** Where the user is, about. */
    user_location?: {
      type: "approximate";
      approximate: { city?: string; country?: string; region?: string; timezone?: string };
    };
  };
}
