/**
 * The messages wire as this library writes it, answer side: whole answers, events of a stream, and errors.
 * https://docs.anthropic.com/en/api/messages
 */
import type {
  MessagesCitation,
  MessagesCodeExecutionResultBlock,
  MessagesRedactedThinkingBlock,
  MessagesRequest,
  MessagesServerResultBlock,
  MessagesServerToolUseBlock,
  MessagesTextBlock,
  MessagesThinkingBlock,
  MessagesToolUseBlock,
} from "./types.js";
import type { MessagesRequestInput } from "./types-input.js";

export type * from "./types.js";
export type * from "./types-input.js";

/** Why an answer ended. */
export type MessagesStopReason =
  | "end_turn"
  | "max_tokens"
  | "stop_sequence"
  | "tool_use"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded";

/** A block of an answer, told apart by its `type`. */
export type MessagesContentBlock =
  | MessagesTextBlock
  | MessagesThinkingBlock
  | MessagesRedactedThinkingBlock
  | MessagesToolUseBlock
  | MessagesServerToolUseBlock
  | MessagesCodeExecutionResultBlock
  | MessagesServerResultBlock;

/** Counts of tokens. */
export interface MessagesUsage {
  /** Of the request, without those that were read from or written to a cache. */
  input_tokens: number;
  /** Of the answer, thoughts included. */
  output_tokens: number;
  /** Written to a cache. */
  cache_creation_input_tokens?: number;
  /** Read from a cache. */
  cache_read_input_tokens?: number;
  /** Those written to a cache, by how long they stay. */
  cache_creation?: { ephemeral_5m_input_tokens: number; ephemeral_1h_input_tokens: number };
  output_tokens_details?: {
    /** Of thoughts. */
    thinking_tokens: number;
  };
  /** Uses of tools that the service ran. */
  server_tool_use?: { web_search_requests: number; web_fetch_requests: number };
  /** How the request was served. */
  service_tier?: "standard" | "priority" | "batch";
}

/** What is known of a refusal. */
export interface MessagesStopDetails {
  type: "refusal";
  category: "cyber" | "bio" | "frontier_llm" | "reasoning_extraction" | "general_harms" | null;
  /** In words, for people. */
  explanation: string | null;
}

/** A whole answer, as it is written. */
export interface MessagesResponse {
  id: string;
  type: "message";
  role: "assistant";
  /** The model that answered. */
  model: string;
  content: MessagesContentBlock[];
  /** Null in the first event of a stream alone. */
  stop_reason: MessagesStopReason | null;
  /** The text at which the answer ended, where it was one of the request's. */
  stop_sequence: string | null;
  /** What is known of a refusal. */
  stop_details?: MessagesStopDetails;
  usage: MessagesUsage;
}

/** What an event adds to a block, told apart by its `type`. */
export type MessagesBlockDelta =
  | { type: "text_delta"; text: string }
  /** More of the arguments: a piece of JSON text. */
  | { type: "input_json_delta"; partial_json: string }
  | { type: "thinking_delta"; thinking: string }
  | { type: "signature_delta"; signature: string }
  | { type: "citations_delta"; citation: MessagesCitation };

/** The answer begins: who answers, and no content yet. */
export interface MessagesStartEvent {
  type: "message_start";
  message: MessagesResponse;
}
/** A block begins, empty. */
export interface MessagesBlockStartEvent {
  type: "content_block_start";
  /** Its number in the answer, from 0. */
  index: number;
  content_block: MessagesContentBlock;
}
/** More of a block. */
export interface MessagesBlockDeltaEvent {
  type: "content_block_delta";
  /** Number of the block. */
  index: number;
  delta: MessagesBlockDelta;
}
/** A block is whole. */
export interface MessagesBlockStopEvent {
  type: "content_block_stop";
  /** Number of the block. */
  index: number;
}
/** Why the answer ended, and what it cost. */
export interface MessagesDeltaEvent {
  type: "message_delta";
  delta: {
    stop_reason: MessagesStopReason;
    stop_sequence: string | null;
    stop_details?: MessagesStopDetails;
  };
  usage: MessagesUsage;
}
/** The answer is whole. */
export interface MessagesStopEvent {
  type: "message_stop";
}
/** Nothing; it keeps the connection open. */
export interface MessagesPingEvent {
  type: "ping";
}

/** One event of a streamed answer, as it is written, told apart by its `type`. */
export type MessagesStreamEvent =
  | MessagesStartEvent
  | MessagesBlockStartEvent
  | MessagesBlockDeltaEvent
  | MessagesBlockStopEvent
  | MessagesDeltaEvent
  | MessagesStopEvent
  | MessagesPingEvent
  | MessagesError;

/** The body of an error answer, as it is written; in a stream the event that ends it. */
export interface MessagesError {
  type: "error";
  error: {
    /** The class of the error: `"rate_limit_error"`. */
    type: string;
    message: string;
  };
  /** By which the service finds the call. */
  request_id?: string;
}

/** Another name of {@link MessagesStreamEvent}. */
export type MessagesChunk = MessagesStreamEvent;

/** The documents of this style: https://docs.anthropic.com/en/api/messages */
export interface MessagesWire {
  readonly request: MessagesRequest;
  readonly response: MessagesResponse;
  readonly error: MessagesError;
  readonly event: MessagesStreamEvent;
  readonly input: MessagesRequestInput;
}
