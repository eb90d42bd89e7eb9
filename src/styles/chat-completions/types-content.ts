/**
 * What messages of the chat-completions wire are made of, as this library writes them: of requests and of answers; and the request as it is
 * taken where it is written in place: what is written, and the fields that are known beside.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
import type { Lenient } from "../options.js";
import type { ChatCompletionsAssistantMessage, ChatCompletionsMessage, ChatCompletionsRequest, ChatCompletionsTool } from "./types.js";

/** What is told apart by its `type`. */
export interface ChatCompletionsKind<Kind extends string> {
  /** Its kind. */
  type: Kind;
}

/** Marks the end of a prefix that may be cached. */
export interface ChatCompletionsCacheBreakpoint {
  /** Its kind. */
  mode: "explicit";
}
/** What may end a prefix that is cached. */
export interface ChatCompletionsCached {
  /** The prompt may be cached up to here. */
  prompt_cache_breakpoint?: ChatCompletionsCacheBreakpoint;
}

/** A block of text. */
export interface ChatCompletionsTextPart extends ChatCompletionsKind<"text">, ChatCompletionsCached {
  /** The text. */
  text: string;
}
/** A picture, by its address or as a `data:` URL. */
export interface ChatCompletionsImagePart extends ChatCompletionsKind<"image_url">, ChatCompletionsCached {
  /** Where the picture is. */
  image_url: {
    /** `https:` or `data:image/…;base64,`. */
    url: string;
    /** How finely it is read. Default: the service decides. */
    detail?: "auto" | "low" | "high";
  };
}
/** Recorded sound. */
export interface ChatCompletionsAudioPart extends ChatCompletionsKind<"input_audio">, ChatCompletionsCached {
  /** The sound. */
  input_audio: {
    /** Base64. */
    data: string;
    /** What the data is. */
    format: "wav" | "mp3";
  };
}
/** A document: its content, or the id of an uploaded file. */
export interface ChatCompletionsFilePart extends ChatCompletionsKind<"file">, ChatCompletionsCached {
  /** Where the document is. */
  file: {
    /** A `data:` URL. */
    file_data?: string;
    /** The id of an uploaded file. */
    file_id?: string;
    /** Name that the model is shown. */
    filename?: string;
  };
}
/** What the assistant refused with. */
export interface ChatCompletionsRefusalPart extends ChatCompletionsKind<"refusal"> {
  /** The words. */
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
  /** What that service adds. */
  google: {
    /** Proof that the thought is its own; it must come back unchanged. */
    thought_signature: string;
  };
}
/** What may be signed. */
export interface ChatCompletionsSigned {
  /** Signature of the thought that led to it; of compatible servers. */
  extra_content?: ChatCompletionsExtraContent;
}

/** A call of a function that the assistant made. */
export interface ChatCompletionsFunctionCall extends ChatCompletionsKind<"function">, ChatCompletionsSigned {
  /** Id to which the result refers. */
  id: string;
  /** What is called, and with what. */
  function: {
    /** Name of the function. */
    name: string;
    /** JSON, as text. */
    arguments: string;
  };
}
/** A call of a tool that takes text of any form. */
export interface ChatCompletionsCustomCall extends ChatCompletionsKind<"custom"> {
  /** Id to which the result refers. */
  id: string;
  /** What is called, and with what. */
  custom: {
    /** Name of the tool. */
    name: string;
    /** Text of any form. */
    input: string;
  };
}
/** A call of a tool in the history or in an answer. */
export type ChatCompletionsToolCall = ChatCompletionsFunctionCall | ChatCompletionsCustomCall;

/** What every thought has, as OpenRouter and other compatible servers carry it. */
export interface ChatCompletionsReasoning {
  /** How the service's signatures are made. */
  format?: string;
  /** Number of the thought in the answer, from 0. */
  index?: number;
  /** Id of the thought. */
  id?: string;
}
/** A thought in words. */
export interface ChatCompletionsReasoningText extends ChatCompletionsKind<"reasoning.text">, ChatCompletionsReasoning {
  /** The thought. */
  text?: string;
  /** Proof of the service that the thought is its own. */
  signature?: string;
}
/** What a thought comes to. */
export interface ChatCompletionsReasoningSummary extends ChatCompletionsKind<"reasoning.summary">, ChatCompletionsReasoning {
  /** The summary. */
  summary: string;
}
/** A thought that only the service can read. */
export interface ChatCompletionsReasoningEncrypted extends ChatCompletionsKind<"reasoning.encrypted">, ChatCompletionsReasoning {
  /** The thought; it must come back unchanged. */
  data: string;
}
/** A thought, told apart by `type`. */
export type ChatCompletionsReasoningDetail =
  | ChatCompletionsReasoningText
  | ChatCompletionsReasoningSummary
  | ChatCompletionsReasoningEncrypted;

/** Thoughts beside a message; of compatible servers. */
export interface ChatCompletionsThoughts extends ChatCompletionsSigned {
  /** Thoughts as one text. */
  reasoning_content?: string;
  /** Thoughts with their signatures. */
  reasoning_details?: ChatCompletionsReasoningDetail[];
}

/** Marks of the messages style, which compatible servers take. */
export interface ChatCompletionsMarked {
  /** The prompt is cached up to here. */
  cache_control?: unknown;
}
/** Fields of parts of compatible servers. */
export interface ChatCompletionsOtherPart extends ChatCompletionsMarked {
  /** Name of the document at `document_url`. */
  document_name?: unknown;
  /** Address of a document. */
  document_url?: unknown;
  /** A thought. */
  thinking?: unknown;
  /** Address of a video. */
  video_url?: unknown;
}
/** Fields of calls of compatible servers. */
export interface ChatCompletionsOtherCall extends ChatCompletionsMarked {
  /** Number of the call in the answer, from 0. */
  index?: unknown;
}
/** Other settings of a stream. */
export interface ChatCompletionsOtherStreamOptions {
  /** Whether chunks are filled up to equal lengths. */
  include_obfuscation?: unknown;
}

/** A part of a message, as it is taken. */
export type ChatCompletionsContentPartInput =
  | Lenient<ChatCompletionsContentPart>
  | Lenient<ChatCompletionsRefusalPart>
  | ChatCompletionsOtherPart;

/** A message, as it is taken. */
export interface ChatCompletionsMessageInput
  extends Omit<Lenient<ChatCompletionsAssistantMessage>, "content" | "role" | "tool_calls">,
    ChatCompletionsMarked {
  /** Who speaks. */
  role?: Lenient<ChatCompletionsMessage>["role"];
  /** What is said, as text or in parts. */
  content?: string | readonly ChatCompletionsContentPartInput[] | null | undefined;
  /** The tools that the assistant calls. */
  tool_calls?: readonly (Lenient<ChatCompletionsToolCall> | ChatCompletionsOtherCall)[] | null | undefined;
  /** The `id` of the call of which this is the result. */
  tool_call_id?: string | null | undefined;
  /** An earlier answer in sound, by its `id`. */
  audio?: unknown;
  /** Older form of `tool_calls`. */
  function_call?: unknown;
  /** Pictures of an earlier answer. */
  images?: unknown;
  /** Whether the answer goes on from this message. */
  prefix?: unknown;
  /** Another name of `reasoning_content`. */
  reasoning?: unknown;
  /** Thoughts as messages has them. */
  thinking_blocks?: unknown;
}

/** The body of `POST /v1/chat/completions`, as it is taken. Fields of the vendor that are only named here pass whole to the same style. */
export interface ChatCompletionsRequestInput extends Omit<Lenient<ChatCompletionsRequest>, "messages" | "stream_options" | "tools"> {
  /** The conversation, the oldest message first. */
  messages?: readonly ChatCompletionsMessageInput[] | null | undefined;
  /** Settings of a stream. */
  stream_options?: Lenient<ChatCompletionsRequest>["stream_options"] | ChatCompletionsOtherStreamOptions;
  /** The tools that the model may call. */
  tools?: readonly (Lenient<ChatCompletionsTool> | ChatCompletionsMarked)[] | null | undefined;
  /** Which of the tools the model calls. Older form of `tool_choice`. */
  function_call?: unknown;
  /** Older form of `tools`. */
  functions?: unknown;
  /** How the service checks what is said. */
  moderation?: unknown;
  /** Text of which the answer will hold much. */
  prediction?: unknown;
  /** How long the prompt stays cached. */
  prompt_cache_retention?: unknown;
  /** Whether the service keeps the answer. */
  store?: unknown;
  /** Further fields of compatible servers. */
  extra_body?: unknown;
  /** Whether the answer shows thoughts; of OpenRouter. */
  include_reasoning?: unknown;
  /** The same seed makes the same answer, as far as the service can. Mistral's name. */
  random_seed?: unknown;
  /** How much the model thinks; of OpenRouter. */
  reasoning?: unknown;
  /** What the service's filter lets pass. */
  safety_settings?: unknown;
  /** Whether the model thinks; of compatible servers. */
  thinking?: unknown;
  /** Only so many of the most probable tokens are sampled. */
  top_k?: unknown;
}
