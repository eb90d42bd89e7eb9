/**
 * The messages request as it is taken where it is written in place: what is written, and the fields that are known beside.
 * https://docs.anthropic.com/en/api/messages
 */
import type { Also, Lenient, Wider } from "../../core/lenient.js";
import type {
  MessagesAssistantBlock,
  MessagesMessage,
  MessagesRequest,
  MessagesServerResultBlock,
  MessagesTool,
  MessagesUserBlock,
} from "./types.js";

/** Fields of blocks of the vendor's own tools. */
export interface MessagesOtherBlock
  extends Also<"caller" | "file_id" | "state_changes" | "tabs" | "tool_name" | "toolset_name" | "transformations"> {
  /** What is in the block. */
  readonly content?: string | readonly MessagesBlockInput[] | null | undefined;
}

/** A block of a message, as it is taken. */
export type MessagesBlockInput = Lenient<MessagesUserBlock | MessagesAssistantBlock> | MessagesServerResultBlock | MessagesOtherBlock;

/** A tool, as it is taken. */
export type MessagesToolInput =
  | Wider<MessagesTool, "allowed_callers" | "citations" | "configs" | "defer_loading" | "eager_input_streaming" | "input_examples">
  | Also<"max_characters" | "max_content_tokens" | "response_inclusion" | "url_sources" | "use_cache">;

/** A turn, as it is taken. */
export interface MessagesMessageInput {
  /** Who speaks. */
  readonly role?: Lenient<MessagesMessage["role"]> | null | undefined;
  /** What is said, as text or in blocks. */
  readonly content?: string | readonly MessagesBlockInput[] | null | undefined;
}

/**
 * The body of `POST /v1/messages`, as it is taken: every field may be missing or null. Those of the vendor and of hosts of its models
 * that are named here alone pass whole to the same style, and are reported for the others.
 */
export interface MessagesRequestInput
  extends Omit<Lenient<MessagesRequest>, "messages" | "tools">,
    Also<"container" | "context_management" | "diagnostics" | "inference_geo" | "mcp_servers" | "thread">,
    Also<"anthropic_beta" | "anthropic_version" | "output_format" | "user_profile_id" | "workspace_id"> {
  /** The conversation, the oldest turn first. */
  readonly messages?: readonly MessagesMessageInput[] | null | undefined;
  /** The tools that the model may use. */
  readonly tools?: readonly MessagesToolInput[] | null | undefined;
}
