/**
 * The messages wire as this library writes it, request side: what the service requires is there, and kinds are told apart by `type`.
 * What it takes is looser; see {@link Lenient}.
 * https://docs.anthropic.com/en/api/messages
 */

/** Up to the end of this block the prompt is cached. */
export interface MessagesCacheControl {
  type: "ephemeral";
  /** How long. Default 5 minutes. */
  ttl?: "5m" | "1h";
}

/** What a text refers to, told apart by `type`. */
export type MessagesCitation =
  | {
      type: "char_location";
      cited_text: string;
      /** Number of the document in the request, from 0. */
      document_index: number;
      document_title: string | null;
      start_char_index: number;
      end_char_index: number;
    }
  | {
      type: "page_location";
      cited_text: string;
      /** Number of the document in the request, from 0. */
      document_index: number;
      document_title: string | null;
      start_page_number: number;
      end_page_number: number;
    }
  | {
      type: "content_block_location";
      cited_text: string;
      /** Number of the document in the request, from 0. */
      document_index: number;
      document_title: string | null;
      start_block_index: number;
      end_block_index: number;
    }
  | MessagesWebCitation
  | {
      type: "search_result_location";
      cited_text: string;
      search_result_index: number;
      source: string;
      title: string | null;
      start_block_index: number;
      end_block_index: number;
    };

/** A page that a search of the service found. */
export interface MessagesWebCitation {
  type: "web_search_result_location";
  cited_text: string;
  url: string;
  title: string | null;
  /** The service's own; empty where another service searched. */
  encrypted_index: string;
}

/** Text. */
export interface MessagesTextBlock {
  type: "text";
  text: string;
  /** What the text refers to. */
  citations?: MessagesCitation[];
  cache_control?: MessagesCacheControl;
}

/** A picture. */
export interface MessagesImageBlock {
  type: "image";
  source:
    | { type: "base64"; media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp"; data: string }
    | { type: "url"; url: string }
    | { type: "file"; file_id: string };
  cache_control?: MessagesCacheControl;
}

/** A document: a PDF, text, or blocks. */
export interface MessagesDocumentBlock {
  type: "document";
  source:
    | { type: "base64"; media_type: "application/pdf"; data: string }
    | { type: "text"; media_type: "text/plain"; data: string }
    | { type: "url"; url: string }
    | { type: "content"; content: string | (MessagesTextBlock | MessagesImageBlock)[] }
    | { type: "file"; file_id: string };
  title?: string;
  /** What the model should know of it, and not cite. */
  context?: string;
  /** Whether the answer cites it. */
  citations?: { enabled?: boolean };
  cache_control?: MessagesCacheControl;
}

/** What a search of the application found. */
export interface MessagesSearchResultBlock {
  type: "search_result";
  /** Where it was found: a URL or a name. */
  source: string;
  title: string;
  content: MessagesTextBlock[];
  /** Whether the answer cites it. */
  citations?: { enabled?: boolean };
  cache_control?: MessagesCacheControl;
}

/** The result of a call. */
export interface MessagesToolResultBlock {
  type: "tool_result";
  /** The `id` of the call. */
  tool_use_id: string;
  content?: string | (MessagesTextBlock | MessagesImageBlock | MessagesDocumentBlock | MessagesSearchResultBlock)[];
  /** Whether the tool failed. */
  is_error?: boolean;
  cache_control?: MessagesCacheControl;
}

/** A call of a tool of the client. */
export interface MessagesToolUseBlock {
  type: "tool_use";
  id: string;
  name: string;
  /** The arguments, as JSON. */
  input: unknown;
  cache_control?: MessagesCacheControl;
}

/** A call of a tool that the service runs itself. */
export interface MessagesServerToolUseBlock {
  type: "server_tool_use";
  id: string;
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
  cache_control?: MessagesCacheControl;
}

/** A thought. */
export interface MessagesThinkingBlock {
  type: "thinking";
  thinking: string;
  /** Proof of the service that the thought is its own; it must come back unchanged. */
  signature: string;
}

/** A thought that only the service can read. */
export interface MessagesRedactedThinkingBlock {
  type: "redacted_thinking";
  data: string;
}

/** What code that the service ran printed. */
export interface MessagesCodeExecutionResultBlock {
  type: "code_execution_tool_result";
  /** The `id` of the call. */
  tool_use_id: string;
  content:
    | {
        type: "code_execution_result";
        stdout: string;
        stderr: string;
        /** 0: it ran to its end. */
        return_code: number;
        /** Files that it made. */
        content: { type: "code_execution_output"; file_id: string }[];
      }
    | {
        type: "code_execution_tool_result_error";
        error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded";
      };
  cache_control?: MessagesCacheControl;
}

/** The result of another tool that the service ran. */
export interface MessagesServerResultBlock {
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

/** One turn of the user. */
export interface MessagesUserMessage {
  role: "user";
  content: string | MessagesUserBlock[];
}

/** One turn of the assistant. */
export interface MessagesAssistantMessage {
  role: "assistant";
  content: string | MessagesAssistantBlock[];
}

/** One turn of the conversation, told apart by its `role`. */
export type MessagesMessage = MessagesUserMessage | MessagesAssistantMessage;

/** A tool that the client runs. */
export interface MessagesFunctionTool {
  type?: "custom";
  /** 1 to 128 of `a-z`, `A-Z`, `0-9`, `_` and `-`. */
  name: string;
  /** What it does, for the model. */
  description?: string;
  /** JSON Schema of the arguments. */
  input_schema: { type: "object"; properties?: unknown; required?: string[] | null; [key: string]: unknown };
  /** Whether the arguments always follow the schema. */
  strict?: boolean;
  cache_control?: MessagesCacheControl;
}

/** A search of the web by the service. */
export interface MessagesWebSearchTool {
  type: "web_search_20250305";
  name: "web_search";
  /** Only these domains are searched. */
  allowed_domains?: string[];
  /** These domains are not searched. */
  blocked_domains?: string[];
  /** Most searches in one answer. */
  max_uses?: number;
  /** Where the user is, about. */
  user_location?: { type: "approximate"; city?: string; country?: string; region?: string; timezone?: string };
  cache_control?: MessagesCacheControl;
}

/** Pages that the service fetches. */
export interface MessagesWebFetchTool {
  type: "web_fetch_20250910";
  name: "web_fetch";
  /** Only these domains are read. */
  allowed_domains?: string[];
  /** These domains are not read. */
  blocked_domains?: string[];
  /** Most pages in one answer. */
  max_uses?: number;
  cache_control?: MessagesCacheControl;
}

/** Code that the service runs. */
export interface MessagesCodeExecutionTool {
  type: "code_execution_20250825";
  name: "code_execution";
  cache_control?: MessagesCacheControl;
}

/** A tool that the model may use. */
export type MessagesTool = MessagesFunctionTool | MessagesWebSearchTool | MessagesWebFetchTool | MessagesCodeExecutionTool;

/** Which tool the model uses. */
export type MessagesToolChoice =
  | { type: "auto"; disable_parallel_tool_use?: boolean }
  | { type: "any"; disable_parallel_tool_use?: boolean }
  | { type: "tool"; name: string; disable_parallel_tool_use?: boolean }
  | { type: "none" };

/** Whether and how long the model thinks. */
export type MessagesThinking =
  | {
      type: "enabled";
      /** Tokens: 1024 at least, below `max_tokens`. */
      budget_tokens: number;
      /** How thoughts are shown. */
      display?: "summarized" | "omitted";
    }
  | {
      type: "adaptive";
      /** How thoughts are shown. */
      display?: "summarized" | "omitted";
    }
  | { type: "disabled" };

/** The body of `POST /v1/messages`, as it is written. */
export interface MessagesRequest {
  /** Name of the model. */
  model: string;
  /** Most tokens of the answer. */
  max_tokens: number;
  /** The conversation, the oldest turn first. */
  messages: MessagesMessage[];
  /** Instructions of the application. */
  system?: string | MessagesTextBlock[];
  /** Texts at which the answer ends. */
  stop_sequences?: string[];
  /** Whether the answer comes as server-sent events. */
  stream?: boolean;
  /** 0 to 1: how much chance there is in the answer. */
  temperature?: number;
  /** 0 to 1: only the most probable tokens up to this sum are sampled. */
  top_p?: number;
  /** Only so many of the most probable tokens are sampled. */
  top_k?: number;
  /** The tools that the model may use. */
  tools?: MessagesTool[];
  tool_choice?: MessagesToolChoice;
  thinking?: MessagesThinking;
  /** How much the model works on its answer, and what form that has. */
  output_config?: {
    effort?: "low" | "medium" | "high" | "xhigh" | "max";
    /** JSON Schema of the answer. */
    format?: { type: "json_schema"; schema: { [key: string]: unknown } };
  };
  /** What the service may know of who asks. */
  metadata?: {
    /** Id of the end user; no name, number or address. At most 256 characters. */
    user_id?: string;
  };
  /** How the request is served and billed. */
  service_tier?: "auto" | "standard_only";
  /** Faster answers for a higher price. */
  speed?: "standard" | "fast";
  /** The last block that can be cached is cached. */
  cache_control?: MessagesCacheControl;
}
