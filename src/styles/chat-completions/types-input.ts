/**
 * The chat-completions request as it is taken where it is written in place: what is written, and the fields that are known beside.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
import type { Lenient } from "../documents.js";
import type {
  ChatCompletionsAssistantMessage,
  ChatCompletionsContentPart,
  ChatCompletionsMessage,
  ChatCompletionsRefusalPart,
  ChatCompletionsRequest,
  ChatCompletionsTool,
  ChatCompletionsToolCall,
} from "./types.js";

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
  /** Older form of `tool_choice`. */
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
