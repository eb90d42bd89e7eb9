/**
 * The chat-completions wire as this library writes it, answer side: whole answers, chunks of a stream, and errors.
 * https://platform.openai.com/docs/api-reference/chat/object
 */
import type { Documents, Lenient } from "../options.js";
import type {
  ChatCompletionsKind,
  ChatCompletionsRequest,
  ChatCompletionsSigned,
  ChatCompletionsThoughts,
  ChatCompletionsToolCall,
} from "./types.js";
import type { ChatCompletionsRequestInput } from "./types-content.js";

export type * from "./types.js";
export type * from "./types-content.js";

/** Why an answer ended. */
export type ChatCompletionsFinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "function_call";

/** What the answer refers to: a page, and the characters of the answer that it supports. */
export interface ChatCompletionsAnnotation extends ChatCompletionsKind<"url_citation"> {
  /** The page and the characters. */
  url_citation: {
    /** Address of the page. */
    url: string;
    /** Its title. */
    title: string;
    /** First character of the text, in UTF-16 units. */
    start_index: number;
    /** The character after the last. */
    end_index: number;
  };
}
/** A picture that the model made; of compatible servers. */
export interface ChatCompletionsAnswerImage extends ChatCompletionsKind<"image_url"> {
  /** Where the picture is. */
  image_url: {
    /** A `data:` URL. */
    url: string;
  };
}
/** What a message and its pieces may have beside text. */
export interface ChatCompletionsAnswerContent extends ChatCompletionsThoughts {
  /** What the text refers to. */
  annotations?: ChatCompletionsAnnotation[];
  /** Pictures that the model made; of compatible servers. */
  images?: ChatCompletionsAnswerImage[];
}
/** What the model says. */
export interface ChatCompletionsAnswerMessage extends ChatCompletionsAnswerContent {
  /** Who speaks. */
  role: "assistant";
  /** Null where the answer is calls alone. */
  content: string | null;
  /** What the model refused with. */
  refusal: string | null;
  /** The tools that it calls. */
  tool_calls?: ChatCompletionsToolCall[];
  /** The answer as sound. */
  audio?: ChatCompletionsRecording | null;
}

/** An answer as sound. */
export interface ChatCompletionsRecording {
  /** By which a later request refers to it. */
  id: string;
  /** Base64. */
  data: string;
  /** What is said. */
  transcript: string;
  /** When the service forgets it. Unix seconds. */
  expires_at: number;
}

/** A token that could have been chosen. */
export interface ChatCompletionsTopLogprob {
  /** Its text. */
  token: string;
  /** Natural logarithm of its probability. */
  logprob: number;
  /** Its UTF-8 bytes. */
  bytes: number[] | null;
}
/** How probable a token was. */
export interface ChatCompletionsTokenLogprob extends ChatCompletionsTopLogprob {
  /** The most probable tokens at this place. */
  top_logprobs: ChatCompletionsTopLogprob[];
}
/** Log probabilities of an answer. */
export interface ChatCompletionsLogprobs {
  /** Those of the text. */
  content: ChatCompletionsTokenLogprob[] | null;
  /** Those of the refusal. */
  refusal?: ChatCompletionsTokenLogprob[] | null;
}

/** What every choice has. */
export interface ChatCompletionsAnyChoice {
  /** Number of the answer, from 0. */
  index: number;
  /** The reason in the words of the service that answered, where they say more. */
  native_finish_reason?: string;
}
/** One answer. */
export interface ChatCompletionsChoice extends ChatCompletionsAnyChoice {
  /** What the model says. */
  message: ChatCompletionsAnswerMessage;
  /** Why the answer ended. */
  finish_reason: ChatCompletionsFinishReason;
  /** Null where none were asked for. */
  logprobs: ChatCompletionsLogprobs | null;
}

/** Counts of tokens. */
export interface ChatCompletionsUsage {
  /** Tokens of the request, cached ones included. */
  prompt_tokens: number;
  /** Tokens of the answer, thoughts included. */
  completion_tokens: number;
  /** The sum of the two. */
  total_tokens: number;
  /** Those of the request, by what they are. */
  prompt_tokens_details?: {
    /** Tokens read from a cache. */
    cached_tokens?: number;
    /** Tokens of sound in the request. */
    audio_tokens?: number;
    /** Tokens written to a cache. */
    cache_write_tokens?: number;
  };
  /** Those of the answer, by what they are. */
  completion_tokens_details?: {
    /** Tokens of thoughts. */
    reasoning_tokens?: number;
    /** Tokens of sound in the answer. */
    audio_tokens?: number;
    /** Tokens of a prediction that came true. */
    accepted_prediction_tokens?: number;
    /** Tokens of a prediction that did not. */
    rejected_prediction_tokens?: number;
  };
}

/** What answers and chunks say of themselves. */
export interface ChatCompletionsEnvelope {
  /** Id of the answer, the same in all its chunks. */
  id: string;
  /** When it was made. Unix seconds. */
  created: number;
  /** The model that answers. */
  model: string;
  /** How the request was served. */
  service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | null;
}
/** A whole answer. */
export interface ChatCompletionsResponse extends ChatCompletionsEnvelope {
  /** Its kind. */
  object: "chat.completion";
  /** The answers, as many as were asked for. */
  choices: ChatCompletionsChoice[];
  /** Counts of tokens. */
  usage?: ChatCompletionsUsage;
  /** The configuration that answered. Null for an answer of another service. */
  system_fingerprint?: string | null;
}

/** One piece of a call: `id`, `type` and name in the first, then pieces of the arguments. */
export interface ChatCompletionsToolCallDelta extends ChatCompletionsSigned {
  /** Number of the call in the answer, from 0. */
  index: number;
  /** Id to which the result refers. */
  id?: string;
  /** Its kind. */
  type?: "function";
  /** What is called, and with what. */
  function?: {
    /** Name of the function. */
    name?: string;
    /** A piece of JSON text. */
    arguments?: string;
  };
}
/** What a chunk adds to a message. */
export interface ChatCompletionsDelta extends ChatCompletionsAnswerContent {
  /** In the first chunk. */
  role?: "assistant";
  /** More of the text. */
  content?: string | null;
  /** More of what the model refuses with. */
  refusal?: string | null;
  /** More of the calls. */
  tool_calls?: ChatCompletionsToolCallDelta[];
  /** More of the answer as sound. */
  audio?: Partial<ChatCompletionsRecording>;
}
/** What a chunk adds to one answer. */
export interface ChatCompletionsChunkChoice extends ChatCompletionsAnyChoice {
  /** What it adds. */
  delta: ChatCompletionsDelta;
  /** Null until the answer ends. */
  finish_reason: ChatCompletionsFinishReason | null;
  /** Those of what it adds. */
  logprobs?: ChatCompletionsLogprobs | null;
}
/** A piece of a streamed answer. */
export interface ChatCompletionsChunk extends ChatCompletionsEnvelope {
  /** Its kind. */
  object: "chat.completion.chunk";
  /** Empty in the chunk that holds the counts. */
  choices: ChatCompletionsChunkChoice[];
  /** In the last chunk, where it was asked for. */
  usage?: ChatCompletionsUsage | null;
  /** The configuration that answers. */
  system_fingerprint?: string;
  /** Never beside an answer. */
  error?: never;
}

/** The body of an error answer. */
export interface ChatCompletionsError {
  /** The error. */
  error: {
    /** What is wrong, for people. */
    message: string;
    /** The class of the error: `"invalid_request_error"`. */
    type: string;
    /** Where in the request the fault is. */
    param: string | null;
    /** The very error: `"rate_limit_exceeded"`. */
    code: string | null;
  };
}
/** The event that ends a stream which failed. */
export interface ChatCompletionsErrorEvent extends ChatCompletionsError {
  /** Never beside an error. */
  choices?: never;
}
/** One event of a stream: a chunk, or the error that ends it. */
export type ChatCompletionsStreamEvent = ChatCompletionsChunk | ChatCompletionsErrorEvent;

/** A whole answer, as it is taken. */
export interface ChatCompletionsResponseInput extends Lenient<ChatCompletionsResponse> {}
/** The body of an error answer, as it is taken. */
export interface ChatCompletionsErrorInput extends Lenient<ChatCompletionsError> {}
/** One event of a stream, as it is taken. */
export type ChatCompletionsStreamEventInput = Lenient<ChatCompletionsStreamEvent>;

/** The documents of this style: https://platform.openai.com/docs/api-reference/chat */
export interface ChatCompletionsWire
  extends Documents<ChatCompletionsRequest, ChatCompletionsResponse, ChatCompletionsError, ChatCompletionsStreamEvent> {
  /** As they are taken. */
  readonly taken: Documents<
    ChatCompletionsRequestInput,
    ChatCompletionsResponseInput,
    ChatCompletionsErrorInput,
    ChatCompletionsStreamEventInput
  >;
}
