/**
 * The messages request as it is taken where it is written in place: what is written, and the fields that are known beside.
 * https://docs.anthropic.com/en/api/messages
 */
import type { Lenient } from "../documents.js";
import type {
  MessagesAssistantBlock,
  MessagesMessage,
  MessagesRequest,
  MessagesServerResultBlock,
  MessagesTool,
  MessagesUserBlock,
} from "./types.js";

/** Fields of blocks of the vendor's own tools. */
export interface MessagesOtherBlock {
  /** What is in the block. */
  content?: string | readonly MessagesBlockInput[] | null | undefined;
  /** Who called the tool: the model, or a tool of the service. */
  caller?: unknown;
  /** Id of a file in the container. */
  file_id?: unknown;
  /** Tabs opened and downloads changed by a call of the browser. */
  state_changes?: unknown;
  /** Open tabs of the browser. */
  tabs?: unknown;
  /** Name of a tool that a search found. */
  tool_name?: unknown;
  /** Name of the set that the tool is of. */
  toolset_name?: unknown;
  /** How the service changes a picture before the model sees it. */
  transformations?: unknown;
}

/** A block of a message, as it is taken. */
export type MessagesBlockInput = Lenient<MessagesUserBlock | MessagesAssistantBlock> | MessagesServerResultBlock | MessagesOtherBlock;

/** Fields of the vendor's own tools. */
export interface MessagesOtherTool {
  /** Who may call it: the model, or tools of the service. */
  allowed_callers?: unknown;
  /** Whether pages are cited. */
  citations?: unknown;
  /** Settings of the tools of a set, by name. */
  configs?: unknown;
  /** Whether the model sees it only after a search for tools. */
  defer_loading?: unknown;
  /** Whether arguments are streamed before they are whole. */
  eager_input_streaming?: unknown;
  /** Examples of arguments. */
  input_examples?: unknown;
  /** Most characters of a file that are shown. */
  max_characters?: unknown;
  /** Most tokens of a page that are read, about. */
  max_content_tokens?: unknown;
  /** Whether the answer holds results that code has used up. */
  response_inclusion?: unknown;
  /** Where URLs that are fetched may come from. */
  url_sources?: unknown;
  /** Whether pages may come from a cache. */
  use_cache?: unknown;
}

/** A tool, as it is taken. */
export type MessagesToolInput = Lenient<MessagesTool> | MessagesOtherTool;

/** A turn, as it is taken. */
export interface MessagesMessageInput {
  /** Who speaks. */
  role?: MessagesMessage["role"] | (string & {}) | null | undefined;
  /** What is said, as text or in blocks. */
  content?: string | readonly MessagesBlockInput[] | null | undefined;
}

/** The body of `POST /v1/messages`, as it is taken. Fields of the vendor that are only named here pass whole to the same style. */
export interface MessagesRequestInput extends Omit<Lenient<MessagesRequest>, "messages" | "tools"> {
  /** The conversation, the oldest turn first. */
  messages?: readonly MessagesMessageInput[] | null | undefined;
  /** The tools that the model may use. */
  tools?: readonly MessagesToolInput[] | null | undefined;
  /** Container that code runs in. */
  container?: unknown;
  /** What the service takes out of a long conversation. */
  context_management?: unknown;
  /** What the service tells of how it served the request. */
  diagnostics?: unknown;
  /** Region in which the model runs. */
  inference_geo?: unknown;
  /** MCP servers whose tools the model may use. */
  mcp_servers?: unknown;
  /** Conversation that the service keeps, and this one goes on. */
  thread?: unknown;
  /** Beta features; a header, but at hosts. */
  anthropic_beta?: unknown;
  /** Version of the service; a header, but at hosts. */
  anthropic_version?: unknown;
  /** Older place of `output_config.format`. */
  output_format?: unknown;
  /** Whom the request is made for. */
  user_profile_id?: unknown;
  /** Workspace that the request is billed to. */
  workspace_id?: unknown;
}
