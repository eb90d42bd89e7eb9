/**
 * The blocks of the messages wire as this library writes them, told apart by `type`: of requests and of answers; and the request as it is
 * taken where it is written in place: what is written, and the fields that are known beside.
 * https://docs.anthropic.com/en/api/messages
 */
import type { Lenient } from "../options.js";
import type { MessagesMessage, MessagesRequest, MessagesToolInput } from "./types.js";

/** What is told apart by its `type`. */
export interface MessagesKind<Kind extends string> {
  /** Its kind. */
  type: Kind;
}

/** Up to the end of this block the prompt is cached. */
export interface MessagesCacheControl extends MessagesKind<"ephemeral"> {
  /** How long. Default: 5 minutes. */
  ttl?: "5m" | "1h";
}

/** What may end a prefix that is cached. */
export interface MessagesCached {
  /** The prompt is cached up to here. */
  cache_control?: MessagesCacheControl;
}

/** What a text cites. */
export interface MessagesCited {
  /** The text that is cited. */
  cited_text: string;
}
/** A place in a document. */
export interface MessagesDocumentCitation extends MessagesCited {
  /** Number of the document in the request, from 0. */
  document_index: number;
  /** Its title. */
  document_title: string | null;
}
/** Characters of a document. */
export interface MessagesCharCitation extends MessagesKind<"char_location">, MessagesDocumentCitation {
  /** First character, from 0. */
  start_char_index: number;
  /** The character after the last. */
  end_char_index: number;
}
/** Pages of a document. */
export interface MessagesPageCitation extends MessagesKind<"page_location">, MessagesDocumentCitation {
  /** First page, from 1. */
  start_page_number: number;
  /** The page after the last. */
  end_page_number: number;
}
/** Blocks that are cited. */
export interface MessagesCitedBlocks {
  /** First block, from 0. */
  start_block_index: number;
  /** The block after the last. */
  end_block_index: number;
}
/** Blocks of a document. */
export interface MessagesBlockCitation extends MessagesKind<"content_block_location">, MessagesDocumentCitation, MessagesCitedBlocks {}
/** A page that a search of the service found. */
export interface MessagesWebCitation extends MessagesKind<"web_search_result_location">, MessagesCited {
  /** Address of the page. */
  url: string;
  /** Its title. */
  title: string | null;
  /** The service's own; empty where another service searched. */
  encrypted_index: string;
}
/** Blocks of a search result that the request holds. */
export interface MessagesSearchResultCitation extends MessagesKind<"search_result_location">, MessagesCited, MessagesCitedBlocks {
  /** Number of the result in the request, from 0. */
  search_result_index: number;
  /** Where it was found: a URL or a name. */
  source: string;
  /** Its title. */
  title: string | null;
}
/** What a text refers to, told apart by `type`. */
export type MessagesCitation =
  | MessagesCharCitation
  | MessagesPageCitation
  | MessagesBlockCitation
  | MessagesWebCitation
  | MessagesSearchResultCitation;

/** Text. */
export interface MessagesTextBlock extends MessagesKind<"text">, MessagesCached {
  /** The text. */
  text: string;
  /** What the text refers to. */
  citations?: MessagesCitation[];
}

/** Media in the request itself. */
export interface MessagesBase64Source<MediaType> extends MessagesKind<"base64"> {
  /** What the data is. */
  media_type: MediaType;
  /** Base64. */
  data: string;
}
/** Media at an address. */
export interface MessagesUrlSource extends MessagesKind<"url"> {
  /** The address. */
  url: string;
}
/** An uploaded file. */
export interface MessagesFileSource extends MessagesKind<"file"> {
  /** Id of the file. */
  file_id: string;
}
/** A document as text. */
export interface MessagesTextSource extends MessagesKind<"text"> {
  /** What the data is. */
  media_type: "text/plain";
  /** The text. */
  data: string;
}
/** A document as blocks. */
export interface MessagesContentSource extends MessagesKind<"content"> {
  /** The text, or the blocks. */
  content: string | (MessagesTextBlock | MessagesImageBlock)[];
}
/** A picture. */
export interface MessagesImageBlock extends MessagesKind<"image">, MessagesCached {
  /** Where the picture is. */
  source: MessagesBase64Source<"image/jpeg" | "image/png" | "image/gif" | "image/webp"> | MessagesUrlSource | MessagesFileSource;
}

/** What may be cited. */
export interface MessagesCitable extends MessagesCached {
  /** Whether the answer cites it. */
  citations?: {
    /** Default: false. */
    enabled?: boolean;
  };
}
/** A document: a PDF, text, or blocks. */
export interface MessagesDocumentBlock extends MessagesKind<"document">, MessagesCitable {
  /** Where the document is. */
  source: MessagesBase64Source<"application/pdf"> | MessagesTextSource | MessagesUrlSource | MessagesContentSource | MessagesFileSource;
  /** Its title. */
  title?: string;
  /** What the model should know of it, and not cite. */
  context?: string;
}
/** What a search of the application found. */
export interface MessagesSearchResultBlock extends MessagesKind<"search_result">, MessagesCitable {
  /** Where it was found: a URL or a name. */
  source: string;
  /** Its title. */
  title: string;
  /** What it says. */
  content: MessagesTextBlock[];
}

/** The result of a call. */
export interface MessagesToolResultBlock extends MessagesKind<"tool_result">, MessagesCached {
  /** The `id` of the call. */
  tool_use_id: string;
  /** What the tool gave. */
  content?: string | (MessagesTextBlock | MessagesImageBlock | MessagesDocumentBlock | MessagesSearchResultBlock)[];
  /** Whether the tool failed. */
  is_error?: boolean;
}
/** A call of a tool of the client. */
export interface MessagesToolUseBlock extends MessagesKind<"tool_use">, MessagesCached {
  /** Id to which the result refers. */
  id: string;
  /** Name of the tool. */
  name: string;
  /** The arguments, as JSON. */
  input: unknown;
}
/** A call of a tool that the service runs itself. */
export interface MessagesServerToolUseBlock extends MessagesKind<"server_tool_use">, MessagesCached {
  /** Id to which the result refers. */
  id: string;
  /** Name of the tool. */
  name:
    | "web_search"
    | "web_fetch"
    | "code_execution"
    | "bash_code_execution"
    | "text_editor_code_execution"
    | "tool_search_tool_regex"
    | "tool_search_tool_bm25";
  /** The arguments, as JSON. */
  input: unknown;
}

/** A thought. */
export interface MessagesThinkingBlock extends MessagesKind<"thinking"> {
  /** The thought. */
  thinking: string;
  /** Proof of the service that the thought is its own; it must come back unchanged. */
  signature: string;
}
/** A thought that only the service can read. */
export interface MessagesRedactedThinkingBlock extends MessagesKind<"redacted_thinking"> {
  /** The thought; it must come back unchanged. */
  data: string;
}

/** What code printed. */
export interface MessagesCodeOutput extends MessagesKind<"code_execution_result"> {
  /** Standard output. */
  stdout: string;
  /** Standard error. */
  stderr: string;
  /** 0: it ran to its end. */
  return_code: number;
  /** Files that it made. */
  content: {
    /** Its kind. */
    type: "code_execution_output";
    /** Id of the file. */
    file_id: string;
  }[];
}
/** Why code did not run. */
export interface MessagesCodeError extends MessagesKind<"code_execution_tool_result_error"> {
  /** The reason. */
  error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded";
}
/** What became of code that the service ran. */
export interface MessagesCodeExecutionResultBlock extends MessagesKind<"code_execution_tool_result">, MessagesCached {
  /** The `id` of the call. */
  tool_use_id: string;
  /** What it printed, or why it failed. */
  content: MessagesCodeOutput | MessagesCodeError;
}
/** The result of another tool that the service ran. */
export interface MessagesServerResultBlock {
  /** Its kind. */
  type:
    | "web_search_tool_result"
    | "web_fetch_tool_result"
    | "bash_code_execution_tool_result"
    | "text_editor_code_execution_tool_result"
    | "tool_search_tool_result";
  /** The `id` of the call. */
  tool_use_id: string;
  /** JSON, as the tool gave it. */
  content: unknown;
}

/** What a user may say. */
export type MessagesUserBlock =
  | MessagesTextBlock
  | MessagesImageBlock
  | MessagesDocumentBlock
  | MessagesSearchResultBlock
  | MessagesToolResultBlock;

/** What the assistant may say, in the history. */
export type MessagesAssistantBlock =
  | MessagesTextBlock
  | MessagesThinkingBlock
  | MessagesRedactedThinkingBlock
  | MessagesToolUseBlock
  | MessagesServerToolUseBlock
  | MessagesCodeExecutionResultBlock;

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
