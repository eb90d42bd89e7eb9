/**
 * The wire types against those of the official messages client, in both directions. Every place where they differ is listed
 * with its reason; see differences.ts for the marks. A new field of the vendor shows up here, and so does a difference that is
 * gone.
 */
import type Anthropic from "@anthropic-ai/sdk";
import { expectTypeOf, test } from "vitest";
import type { MessagesError } from "../../src/styles/messages/types-answer.js";
import type { Block, MessagesRequest } from "../../src/styles/messages/wire.js";
import type { AnswerBlock, MessagesResponse, MessagesStreamEvent } from "../../src/styles/messages/wire-answer.js";
import type { Differences, Marked, Plain } from "./differences.js";

test("what the official client sends and receives is taken without a cast, but for the kinds that are kept whole", () => {
  expectTypeOf<Plain<Omit<Anthropic.MessageCreateParams, "messages" | "tools">>>().toExtend<Omit<MessagesRequest, "messages" | "tools">>();
  type Blocks = Exclude<Anthropic.ContentBlockParam, Anthropic.ContainerUploadBlockParam | Anthropic.ToolResultBlockParam>;
  expectTypeOf<Plain<Blocks>>().toExtend<Block>();
  expectTypeOf<Plain<Exclude<Anthropic.ContentBlock, Anthropic.ContainerUploadBlock>>>().toExtend<AnswerBlock>();
  expectTypeOf<Plain<Omit<Anthropic.Message, "content">>>().toExtend<Omit<MessagesResponse, "content">>();
});

test("requests", () => {
  type D = Differences<Anthropic.MessageCreateParams, MessagesRequest>;
  expectTypeOf<Marked<D, "-">>().toEqualTypeOf<
    // Containers, caching and accounting of the vendor, the callers of tools, and settings of its tools: kept whole for the same style, reported for the others.
    | "container"
    | "diagnostics"
    | "inference_geo"
    | "user_profile_id"
    | "workspace_id"
    | `content.${"caller" | "toolset_name" | "transformations"}`
    | `tools.${"allowed_callers" | "citations" | "defer_loading" | "eager_input_streaming" | "input_examples" | "max_content_tokens" | "response_inclusion" | "strict" | "url_sources" | "use_cache"}`
  >();
  expectTypeOf<Marked<D, "=">>().toEqualTypeOf<
    // Tools that the vendor defines and the client or the service runs, and blocks of those tools: kept whole for the same style, reported for the others.
    | `content ${"browser_state" | "container_upload" | "tool_reference"}`
    | `tools ${"bash_20250124" | "browser_toolset_20260801" | "computer_toolset_20260801" | "memory_20250818" | "text_editor_20250124" | "text_editor_20250429" | "text_editor_20250728" | "tool_search_tool_bm25" | "tool_search_tool_bm25_20251119" | "tool_search_tool_regex" | "tool_search_tool_regex_20251119"}`
  >();
  expectTypeOf<Marked<D, "+">>().toEqualTypeOf<
    // The field of before `output_config`; an id that answers have and clients send back; samplers that newer models of the vendor no longer take.
    | "citations.file_id"
    | "output_format"
    | "temperature"
    | "top_k"
    | "top_p"
    // A result or a document holds blocks of fewer kinds than a turn.
    | `content ${"bash_code_execution_tool_result" | "code_execution_tool_result" | "document" | "image" | "redacted_thinking" | "search_result" | "server_tool_use" | "text_editor_code_execution_tool_result" | "thinking" | "tool_result" | "tool_search_tool_result" | "tool_use" | "web_fetch_tool_result" | "web_search_tool_result"}`
  >();
  expectTypeOf<Marked<D, "?">>().toEqualTypeOf<
    // One type for all kinds of citations, thinking, formats and choices; the validator asks for what belongs to the `type`.
    | `citations.${"cited_text" | "document_index" | "document_title" | "encrypted_index" | "end_block_index" | "end_char_index" | "end_page_number" | "search_result_index" | "source" | "start_block_index" | "start_char_index" | "start_page_number" | "title" | "url"}`
    | "format.schema"
    | "thinking.budget_tokens"
    | "tool_choice.name"
    | "user_location.type"
    // Left out by clients of compatible servers.
    | `content.${"content" | "signature"}`
    | "source.media_type"
    // The vendor requires it of tools that it defines itself, which are told by their `type`.
    | `tools.${"input_schema" | "name"}`
    // The vendor has a type for each of the two modes.
    | "stream"
  >();
  expectTypeOf<Marked<D, "*">>().toEqualTypeOf<
    // New words pass; the validator knows the list.
    | `cache_control.${"ttl" | "type"}`
    | "citations.type"
    | `content.${"name" | "type"}`
    | "format.type"
    | "messages.role"
    | "output_config.effort"
    | "service_tier"
    | "speed"
    | "stream"
    | "source.media_type"
    | `thinking.${"display" | "type"}`
    | "tool_choice.type"
    | `tools.${"name" | "type"}`
    | "user_location.type"
  >();
  expectTypeOf<Marked<D, "~">>().toEqualTypeOf<
    // Results of tools that the service ran are kept whole, and schemas are any object.
    "content.content" | "tools.input_schema"
  >();
  expectTypeOf<Marked<D, "!" | "#">>().toEqualTypeOf<never>();
});

type Answer = Differences<Anthropic.Message, MessagesResponse>;

test("answers", () => {
  type D = Answer;
  expectTypeOf<Marked<D, "-">>().toEqualTypeOf<
    // The vendor's own containers and accounting.
    "container" | "diagnostics" | `content.${"caller" | "toolset_name"}` | `usage.${"inference_geo" | "speed"}`
  >();
  expectTypeOf<Marked<D, "=">>().toEqualTypeOf<
    // A file in the vendor's container.
    "content container_upload"
  >();
  expectTypeOf<Marked<D, "+">>().toEqualTypeOf<
    // Compatible services answer with the blocks that requests have.
    `content ${"document" | "image" | "search_result" | "tool_result"}` | "content.cache_control"
  >();
  expectTypeOf<Marked<D, "?">>().toEqualTypeOf<
    // Compatible services leave out or send null for whatever they do not have; one type for all kinds of citations.
    | `cache_creation.${"ephemeral_1h_input_tokens" | "ephemeral_5m_input_tokens"}`
    | `citations.${"cited_text" | "document_index" | "document_title" | "encrypted_index" | "end_block_index" | "end_char_index" | "end_page_number" | "file_id" | "search_result_index" | "source" | "start_block_index" | "start_char_index" | "start_page_number" | "title" | "url"}`
    | `content.${"citations" | "content" | "data" | "id" | "signature" | "text" | "thinking" | "tool_use_id"}`
    | "id"
    | "model"
    | "role"
    | "stop_details"
    | "stop_reason"
    | "stop_sequence"
    | "type"
    | "usage"
    | "output_tokens_details.thinking_tokens"
    | `server_tool_use.${"web_fetch_requests" | "web_search_requests"}`
    | `stop_details.${"category" | "explanation" | "type"}`
    | `usage.${"cache_creation" | "cache_creation_input_tokens" | "cache_read_input_tokens" | "input_tokens" | "output_tokens" | "output_tokens_details" | "server_tool_use" | "service_tier"}`
  >();
  expectTypeOf<Marked<D, "*">>().toEqualTypeOf<
    // New words pass.
    | "citations.type"
    | `content.${"name" | "type"}`
    | "role"
    | "stop_reason"
    | "type"
    | `stop_details.${"category" | "type"}`
    | "usage.service_tier"
  >();
  expectTypeOf<Marked<D, "~">>().toEqualTypeOf<
    // Results of tools that the service ran are kept whole.
    "content.content"
  >();
  expectTypeOf<Marked<D, "!" | "#">>().toEqualTypeOf<never>();
});

test("stream events, beside what answers have", () => {
  type D = Exclude<Differences<Anthropic.RawMessageStreamEvent, MessagesStreamEvent>, Answer>;
  expectTypeOf<Marked<D, "-">>().toEqualTypeOf<
    // As in whole answers.
    `content_block.${"caller" | "toolset_name"}` | "delta.container" | `message.${"container" | "diagnostics"}`
  >();
  expectTypeOf<Marked<D, "=">>().toEqualTypeOf<
    // As in whole answers.
    "content_block container_upload"
  >();
  expectTypeOf<Marked<D, "+">>().toEqualTypeOf<
    // As in whole answers; pings and errors, which the vendor's client takes out of the stream itself.
    | `content_block ${"document" | "image" | "search_result" | "tool_result"}`
    | "content_block.cache_control"
    | "error"
    | "ping"
    | `usage.${"cache_creation" | "service_tier"}`
  >();
  expectTypeOf<Marked<D, "?">>().toEqualTypeOf<
    // As in whole answers.
    | `citation.${"cited_text" | "document_index" | "document_title" | "encrypted_index" | "end_block_index" | "end_char_index" | "end_page_number" | "file_id" | "search_result_index" | "source" | "start_block_index" | "start_char_index" | "start_page_number" | "title" | "url"}`
    | `content_block.${"citations" | "content" | "data" | "id" | "signature" | "text" | "thinking" | "tool_use_id"}`
    | "delta"
    | `delta.${"partial_json" | "signature" | "stop_details" | "stop_reason" | "stop_sequence" | "text" | "thinking"}`
    | `message.${"content" | "id" | "model" | "role" | "stop_details" | "stop_reason" | "stop_sequence" | "type" | "usage"}`
  >();
  expectTypeOf<Marked<D, "*">>().toEqualTypeOf<
    // New words pass.
    "citation.type" | `content_block.${"name" | "type"}` | "delta.stop_reason" | `message.${"role" | "stop_reason" | "type"}`
  >();
  expectTypeOf<Marked<D, "~">>().toEqualTypeOf<
    // As in whole answers.
    "content_block.content"
  >();
  expectTypeOf<Marked<D, "!" | "#">>().toEqualTypeOf<never>();
});

test("errors", () => {
  type D = Differences<Anthropic.ErrorResponse, MessagesError>;
  expectTypeOf<Marked<D, "?" | "#">>().toEqualTypeOf<
    // Left out, where the vendor writes null.
    "request_id"
  >();
  expectTypeOf<Marked<D, "*">>().toEqualTypeOf<
    // New words pass.
    "error.type"
  >();
  expectTypeOf<Marked<D, "-" | "=" | "+" | "!" | "~">>().toEqualTypeOf<never>();
});
