/**
 * The messages wire as this library writes it, answer side: whole answers, events of a stream, and errors.
 * https://docs.anthropic.com/en/api/messages
 */
import type { Documents, Lenient } from "../options.js";
import type { MessagesAssistantBlock, MessagesCitation, MessagesKind, MessagesRequest, MessagesServerResultBlock } from "./types.js";
import type { MessagesRequestInput } from "./types-content.js";

export type * from "./types.js";
export type * from "./types-content.js";

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
export type MessagesContentBlock = MessagesAssistantBlock | MessagesServerResultBlock;

/** Counts of tokens. */
export interface MessagesUsage {
  /** Tokens of the request, without those read from or written to a cache. */
  input_tokens: number;
  /** Tokens of the answer, thoughts included. */
  output_tokens: number;
  /** Tokens written to a cache. */
  cache_creation_input_tokens?: number;
  /** Tokens read from a cache. */
  cache_read_input_tokens?: number;
  /** Those written to a cache, by how long they stay. */
  cache_creation?: {
    /** Tokens cached for 5 minutes. */
    ephemeral_5m_input_tokens: number;
    /** Tokens cached for an hour. */
    ephemeral_1h_input_tokens: number;
  };
  /** Those of the answer, by what they are. */
  output_tokens_details?: {
    /** Tokens of thoughts. */
    thinking_tokens: number;
  };
  /** Uses of tools that the service ran. */
  server_tool_use?: {
    /** Searches of the web. */
    web_search_requests: number;
    /** Pages fetched. */
    web_fetch_requests: number;
  };
  /** How the request was served. */
  service_tier?: "standard" | "priority" | "batch";
}

/** What is known of a refusal. */
export interface MessagesStopDetails extends MessagesKind<"refusal"> {
  /** Which rule of the service it broke. */
  category: "cyber" | "bio" | "frontier_llm" | "reasoning_extraction" | "general_harms" | null;
  /** In words, for people. */
  explanation: string | null;
}
/** How an answer ended. */
export interface MessagesStop {
  /** The text at which the answer ended, where it was one of the request's. */
  stop_sequence: string | null;
  /** What is known of a refusal. */
  stop_details?: MessagesStopDetails;
}
/** A whole answer. */
export interface MessagesResponse extends MessagesStop {
  /** Id of the answer. */
  id: string;
  /** Its kind. */
  type: "message";
  /** Who speaks. */
  role: "assistant";
  /** The model that answered. */
  model: string;
  /** What it says. */
  content: MessagesContentBlock[];
  /** Null in the first event of a stream alone. */
  stop_reason: MessagesStopReason | null;
  /** Counts of tokens. */
  usage: MessagesUsage;
}

/** More of a text. */
export interface MessagesTextDelta extends MessagesKind<"text_delta"> {
  /** What is added. */
  text: string;
}
/** More of the arguments of a call. */
export interface MessagesInputDelta extends MessagesKind<"input_json_delta"> {
  /** A piece of JSON text. */
  partial_json: string;
}
/** More of a thought. */
export interface MessagesThinkingDelta extends MessagesKind<"thinking_delta"> {
  /** What is added. */
  thinking: string;
}
/** The signature of a thought. */
export interface MessagesSignatureDelta extends MessagesKind<"signature_delta"> {
  /** Proof of the service that the thought is its own. */
  signature: string;
}
/** What a text refers to. */
export interface MessagesCitationsDelta extends MessagesKind<"citations_delta"> {
  /** One more citation. */
  citation: MessagesCitation;
}
/** What an event adds to a block, told apart by its `type`. */
export type MessagesBlockDelta =
  | MessagesTextDelta
  | MessagesInputDelta
  | MessagesThinkingDelta
  | MessagesSignatureDelta
  | MessagesCitationsDelta;

/** The answer begins: who answers, and no content yet. */
export interface MessagesStartEvent extends MessagesKind<"message_start"> {
  /** The answer, empty. */
  message: MessagesResponse;
}
/** What happens to a block. */
export interface MessagesBlockEvent {
  /** Number of the block in the answer, from 0. */
  index: number;
}
/** A block begins, empty. */
export interface MessagesBlockStartEvent extends MessagesKind<"content_block_start">, MessagesBlockEvent {
  /** The block, empty. */
  content_block: MessagesContentBlock;
}
/** More of a block. */
export interface MessagesBlockDeltaEvent extends MessagesKind<"content_block_delta">, MessagesBlockEvent {
  /** What is added. */
  delta: MessagesBlockDelta;
}
/** A block is whole. */
export interface MessagesBlockStopEvent extends MessagesKind<"content_block_stop">, MessagesBlockEvent {}
/** Why the answer ended, in a stream. */
export interface MessagesStopDelta extends MessagesStop {
  /** Why it ended. */
  stop_reason: MessagesStopReason;
}
/** Why the answer ended, and what it cost. */
export interface MessagesDeltaEvent extends MessagesKind<"message_delta"> {
  /** Why the answer ended. */
  delta: MessagesStopDelta;
  /** Counts of tokens of the whole answer. */
  usage: MessagesUsage;
}
/** The answer is whole. */
export interface MessagesStopEvent extends MessagesKind<"message_stop"> {}
/** Nothing; it keeps the connection open. */
export interface MessagesPingEvent extends MessagesKind<"ping"> {}

/** One event of a streamed answer, told apart by its `type`. */
export type MessagesStreamEvent =
  | MessagesStartEvent
  | MessagesBlockStartEvent
  | MessagesBlockDeltaEvent
  | MessagesBlockStopEvent
  | MessagesDeltaEvent
  | MessagesStopEvent
  | MessagesPingEvent
  | MessagesError;

/** The body of an error answer; in a stream the event that ends it. */
export interface MessagesError extends MessagesKind<"error"> {
  /** The error. */
  error: {
    /** The class of the error: `"rate_limit_error"`. */
    type: string;
    /** What is wrong, for people. */
    message: string;
  };
  /** By which the service finds the call. */
  request_id?: string;
}

/** Another name of {@link MessagesStreamEvent}. */
export type MessagesChunk = MessagesStreamEvent;

/** A whole answer, as it is taken. */
export interface MessagesResponseInput extends Lenient<MessagesResponse> {}
/** The body of an error answer, as it is taken. */
export interface MessagesErrorInput extends Lenient<MessagesError> {}
/** One event of a streamed answer, as it is taken. */
export type MessagesStreamEventInput = Lenient<MessagesStreamEvent>;

/** The documents of this style: https://docs.anthropic.com/en/api/messages */
export interface MessagesWire extends Documents<MessagesRequest, MessagesResponse, MessagesError, MessagesStreamEvent> {
  /** As they are taken. */
  readonly taken: Documents<MessagesRequestInput, MessagesResponseInput, MessagesErrorInput, MessagesStreamEventInput>;
}
