/**
 * The chat-completions request as it is taken where it is written in place: what is written, and the fields that are known beside.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
import type { Also, Lenient, Wider } from "../../core/lenient.js";
import type {
  ChatCompletionsAssistantMessage,
  ChatCompletionsContentPart,
  ChatCompletionsMessage,
  ChatCompletionsRefusalPart,
  ChatCompletionsRequest,
  ChatCompletionsTool,
  ChatCompletionsToolCall,
} from "./types.js";

/** A part of a message, as it is taken. */
export type ChatCompletionsContentPartInput = Wider<
  ChatCompletionsContentPart | ChatCompletionsRefusalPart,
  "cache_control" | "document_name" | "document_url" | "thinking" | "video_url"
>;

/** A message, as it is taken. */
export interface ChatCompletionsMessageInput
  extends Omit<Lenient<ChatCompletionsAssistantMessage>, "content" | "role" | "tool_calls">,
    Also<"audio" | "cache_control" | "function_call" | "images" | "prefix" | "reasoning" | "thinking_blocks"> {
  /** Who speaks. */
  readonly role?: Lenient<ChatCompletionsMessage["role"]> | null | undefined;
  /** What is said, as text or in parts. */
  readonly content?: string | readonly ChatCompletionsContentPartInput[] | null | undefined;
  /** The tools that the assistant calls. */
  readonly tool_calls?: readonly Wider<ChatCompletionsToolCall, "cache_control" | "index">[] | null | undefined;
  /** The `id` of the call of which this is the result. */
  readonly tool_call_id?: string | null | undefined;
}

/**
 * The body of `POST /v1/chat/completions`, as it is taken: every field may be missing or null. Fields of compatible servers are read;
 * those of the vendor that are named here alone pass whole to the same style, and are reported for the others.
 */
export interface ChatCompletionsRequestInput
  extends Omit<Lenient<ChatCompletionsRequest>, "messages" | "stream_options" | "tools">,
    Also<"function_call" | "functions" | "moderation" | "prediction" | "prompt_cache_retention" | "store">,
    Also<"extra_body" | "include_reasoning" | "random_seed" | "reasoning" | "safety_settings" | "thinking" | "top_k"> {
  /** The conversation, the oldest message first. */
  readonly messages?: readonly ChatCompletionsMessageInput[] | null | undefined;
  /** Settings of a stream. */
  readonly stream_options?: Wider<ChatCompletionsRequest["stream_options"], "include_obfuscation"> | null | undefined;
  /** The tools that the model may call. */
  readonly tools?: readonly Wider<ChatCompletionsTool, "cache_control">[] | null | undefined;
}
