/**
 * The chat-completions wire as this library writes it, answer side: whole answers, chunks of a stream, and errors.
 * https://platform.openai.com/docs/api-reference/chat/object
 */
import type {
  ChatCompletionsExtraContent,
  ChatCompletionsReasoningDetail,
  ChatCompletionsRequest,
  ChatCompletionsToolCall,
} from "./types.js";
import type { ChatCompletionsRequestInput } from "./types-input.js";

export type * from "./types.js";
export type * from "./types-input.js";

/** Why an answer ended. */
export type ChatCompletionsFinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "function_call";

/** What the answer refers to: a page, and the characters of the answer that it supports. */
export interface ChatCompletionsAnnotation {
  type: "url_citation";
  url_citation: {
    url: string;
    title: string;
    /** First character of the text, in UTF-16 units. */
    start_index: number;
    /** The character after the last. */
    end_index: number;
  };
}

/** A picture that the model made; of compatible servers. */
export interface ChatCompletionsAnswerImage {
  type: "image_url";
  image_url: { url: string };
}

/** What the model says. */
export interface ChatCompletionsAnswerMessage {
  role: "assistant";
  /** Null where the answer is calls alone. */
  content: string | null;
  /** What the model refused with. */
  refusal: string | null;
  annotations?: ChatCompletionsAnnotation[];
  tool_calls?: ChatCompletionsToolCall[];
  /** The answer as sound. */
  audio?: {
    /** By which a later request refers to it. */
    id: string;
    /** Base64. */
    data: string;
    /** What is said. */
    transcript: string;
    /** When the service forgets it: seconds since 1970. */
    expires_at: number;
  } | null;
  /** Thoughts as one text; of compatible servers. */
  reasoning_content?: string;
  /** Thoughts with their signatures; of compatible servers. */
  reasoning_details?: ChatCompletionsReasoningDetail[];
  /** Signature of the message; of compatible servers. */
  extra_content?: ChatCompletionsExtraContent;
  /** Pictures that the model made; of compatible servers. */
  images?: ChatCompletionsAnswerImage[];
}

/** How probable a token was. */
export interface ChatCompletionsTokenLogprob {
  token: string;
  /** Natural logarithm of its probability. */
  logprob: number;
  /** Its UTF-8 bytes. */
  bytes: number[] | null;
  /** The most probable tokens at this place. */
  top_logprobs: { token: string; logprob: number; bytes: number[] | null }[];
}

/** Log probabilities of an answer. */
export interface ChatCompletionsLogprobs {
  /** Those of the text. */
  content: ChatCompletionsTokenLogprob[] | null;
  /** Those of the refusal. */
  refusal?: ChatCompletionsTokenLogprob[] | null;
}

/** One answer. */
export interface ChatCompletionsChoice {
  /** Its number, from 0. */
  index: number;
  message: ChatCompletionsAnswerMessage;
  finish_reason: ChatCompletionsFinishReason;
  /** Null where none were asked for. */
  logprobs: ChatCompletionsLogprobs | null;
  /** The reason in the words of the service that answered, where they say more. */
  native_finish_reason?: string;
}

/** Counts of tokens. */
export interface ChatCompletionsUsage {
  /** Of the request, cached ones included. */
  prompt_tokens: number;
  /** Of the answer, thoughts included. */
  completion_tokens: number;
  /** The sum of the two. */
  total_tokens: number;
  prompt_tokens_details?: {
    /** Read from a cache. */
    cached_tokens?: number;
    /** Of sound. */
    audio_tokens?: number;
    /** Written to a cache. */
    cache_write_tokens?: number;
  };
  completion_tokens_details?: {
    /** Of thoughts. */
    reasoning_tokens?: number;
    /** Of sound. */
    audio_tokens?: number;
    accepted_prediction_tokens?: number;
    rejected_prediction_tokens?: number;
  };
}

/** A whole answer, as it is written. */
export interface ChatCompletionsResponse {
  id: string;
  object: "chat.completion";
  /** When it was made: seconds since 1970. */
  created: number;
  /** The model that answered. */
  model: string;
  choices: ChatCompletionsChoice[];
  usage?: ChatCompletionsUsage;
  /** How the request was served. */
  service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | null;
  /** The configuration that answered; null for an answer of another service. */
  system_fingerprint?: string | null;
}

/** One piece of a call: `id`, `type` and name in the first, then pieces of the arguments. */
export interface ChatCompletionsToolCallDelta {
  /** Number of the call in the answer, from 0. */
  index: number;
  id?: string;
  type?: "function";
  function?: { name?: string; arguments?: string };
  /** Signature of the thought that led to the call; of compatible servers. */
  extra_content?: ChatCompletionsExtraContent;
}

/** What a chunk adds to a message. */
export interface ChatCompletionsDelta {
  /** In the first chunk. */
  role?: "assistant";
  content?: string | null;
  refusal?: string | null;
  tool_calls?: ChatCompletionsToolCallDelta[];
  annotations?: ChatCompletionsAnnotation[];
  /** More of the thoughts; of compatible servers. */
  reasoning_content?: string;
  /** More of the thoughts, with their signatures; of compatible servers. */
  reasoning_details?: ChatCompletionsReasoningDetail[];
  /** Signature of the message; of compatible servers. */
  extra_content?: ChatCompletionsExtraContent;
  /** Pictures that the model made; of compatible servers. */
  images?: ChatCompletionsAnswerImage[];
}

/** What a chunk adds to one answer. */
export interface ChatCompletionsChunkChoice {
  /** Number of the answer, from 0. */
  index: number;
  delta: ChatCompletionsDelta;
  /** Null until the answer ends. */
  finish_reason: ChatCompletionsFinishReason | null;
  logprobs?: ChatCompletionsLogprobs | null;
  /** The reason in the words of the service that answered, where they say more. */
  native_finish_reason?: string;
}

/** A piece of a streamed answer, as it is written. */
export interface ChatCompletionsChunk {
  id: string;
  object: "chat.completion.chunk";
  /** When the answer was begun: seconds since 1970. */
  created: number;
  /** The model that answers. */
  model: string;
  /** Empty in the chunk that holds the counts. */
  choices: ChatCompletionsChunkChoice[];
  /** In the last chunk, where it was asked for. */
  usage?: ChatCompletionsUsage | null;
  /** How the request is served. */
  service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | null;
  /** The configuration that answers. */
  system_fingerprint?: string;
  /** Never beside an answer. */
  error?: never;
}

/** The body of an error answer, as it is written. */
export interface ChatCompletionsError {
  error: {
    message: string;
    /** The class of the error: `"invalid_request_error"`. */
    type: string;
    /** Where in the request the fault is. */
    param: string | null;
    /** The very error: `"rate_limit_exceeded"`. */
    code: string | null;
  };
}

/** The event that ends a stream which failed, as it is written. */
export interface ChatCompletionsErrorEvent extends ChatCompletionsError {
  /** Never beside an error. */
  choices?: never;
}

/** One event of a stream, as it is written: a chunk, or the error that ends it. */
export type ChatCompletionsStreamEvent = ChatCompletionsChunk | ChatCompletionsErrorEvent;

/** The documents of this style: https://platform.openai.com/docs/api-reference/chat */
export interface ChatCompletionsWire {
  readonly request: ChatCompletionsRequest;
  readonly response: ChatCompletionsResponse;
  readonly error: ChatCompletionsError;
  readonly event: ChatCompletionsStreamEvent;
  readonly input: ChatCompletionsRequestInput;
}
