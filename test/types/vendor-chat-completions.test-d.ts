/**
 * The wire types against those of the official chat-completions client, in both directions. Every place where they differ is listed
 * with its reason; see differences.ts for the marks. A new field of the vendor shows up here, and so does a difference that is
 * gone.
 */
import type OpenAI from "openai";
import { expectTypeOf, test } from "vitest";
import type { ChatCompletionsError } from "../../src/styles/chat-completions/types-answer.js";
import type { ChatCompletionsRequest } from "../../src/styles/chat-completions/wire.js";
import type { ChatCompletionsChunk, ChatCompletionsResponse } from "../../src/styles/chat-completions/wire-answer.js";
import type { Differences, Marked, Plain } from "./differences.js";

test("what the official client sends and receives is taken without a cast", () => {
  expectTypeOf<Plain<OpenAI.ChatCompletionCreateParams>>().toExtend<ChatCompletionsRequest>();
  expectTypeOf<Plain<OpenAI.ChatCompletion>>().toExtend<ChatCompletionsResponse>();
  expectTypeOf<Plain<OpenAI.ChatCompletionChunk>>().toExtend<ChatCompletionsChunk>();
  expectTypeOf<Plain<{ error: OpenAI.ErrorObject }>>().toExtend<ChatCompletionsError>();
});

test("requests", () => {
  type D = Differences<OpenAI.ChatCompletionCreateParams, ChatCompletionsRequest>;
  expectTypeOf<Marked<D, "-">>().toEqualTypeOf<
    // Parts of the request that no other style has: they pass whole to the same style, and are reported for the others.
    "moderation" | "prediction" | "prompt_cache_retention" | "store" | "stream_options.include_obfuscation"
  >();
  expectTypeOf<Marked<D, "+">>().toEqualTypeOf<
    // Compatible servers and their clients: thinking, signatures, cache markers, samplers.
    | "content.cache_control"
    | "extra_body"
    | "include_reasoning"
    | "random_seed"
    | "reasoning"
    | "thinking"
    | "top_k"
    | `messages.${"cache_control" | "extra_content" | "images" | "prefix" | "reasoning" | "reasoning_content" | "reasoning_details" | "thinking_blocks"}`
    | `tool_calls.${"cache_control" | "extra_content" | "index"}`
    | "tools.cache_control"
    // Every role may have every kind of content here, as servers allow; the validator says which are the vendor's.
    | `content ${"document_url" | "file" | "image_url" | "input_audio" | "refusal" | "thinking" | "video_url"}`
    // The vendor asks for the id of an earlier recording alone; clients send back the recording that they were given.
    | `audio.${"data" | "expires_at" | "transcript"}`
    // The functions of before tools are read with the schema of tools.
    | "functions.strict"
    // The vendor takes any object in the list of allowed tools; ours are tools.
    | `tools.${"custom" | "function" | "type"}`
  >();
  expectTypeOf<Marked<D, "?">>().toEqualTypeOf<
    // `content` may be absent where a message has nothing but calls; ids and types are left out by servers and clients.
    | "audio.id"
    | `custom.${"input" | "name"}`
    | `function.${"arguments" | "name"}`
    | `function_call.${"arguments" | "name"}`
    | "functions.name"
    | `messages.${"content" | "name" | "tool_call_id"}`
    | `tool_calls.${"custom" | "function" | "id" | "type"}`
    // One type for both kinds of tools, choices and formats; the validator asks for the part that belongs to the `type`.
    | `allowed_tools.${"mode" | "tools"}`
    | "json_schema.name"
    | "prompt_cache_breakpoint.mode"
    | "response_format.json_schema"
    | `tool_choice.${"allowed_tools" | "custom" | "function" | "type"}`
    | `tools.${"custom" | "function" | "type"}`
    | `user_location.${"approximate" | "type"}`
    // The vendor has a type for each of the two modes.
    | "stream"
  >();
  expectTypeOf<Marked<D, "*">>().toEqualTypeOf<
    // New words of the vendor and words of compatible servers pass; the validator knows the list.
    | "allowed_tools.mode"
    | "function_call"
    | "modalities"
    | "reasoning_effort"
    | "service_tier"
    | "stream"
    | "tool_choice"
    | "verbosity"
    | "image_url.detail"
    | "input_audio.format"
    | "prompt_cache_breakpoint.mode"
    | `prompt_cache_options.${"mode" | "ttl"}`
    | "response_format.type"
    | "tool_calls.type"
    | "tool_choice.type"
    | "tools.type"
    | "user_location.type"
    | "web_search_options.search_context_size"
  >();
  expectTypeOf<Marked<D, "~">>().toEqualTypeOf<
    // Arguments are text; compatible servers also send an object.
    | "function.arguments"
    | "function_call.arguments"
    // Settings that no other style has pass as any object.
    | "audio"
    | "custom.format"
    // Compatible servers take an address, or data, alone.
    | `content.${"image_url" | "input_audio"}`
    // Every role may have text or parts.
    | "messages.content"
  >();
  expectTypeOf<Marked<D, "=" | "!" | "#">>().toEqualTypeOf<never>();
});

type Answer = Differences<OpenAI.ChatCompletion, ChatCompletionsResponse>;

test("answers", () => {
  type D = Answer;
  expectTypeOf<Marked<D, "-">>().toEqualTypeOf<
    // No other style has it.
    "moderation"
  >();
  expectTypeOf<Marked<D, "+">>().toEqualTypeOf<
    // Compatible servers: thoughts, signatures, pictures, content filters, and the finish reason of the service behind them.
    | `choices.${"content_filter_results" | "native_finish_reason"}`
    | `message.${"extra_content" | "images" | "reasoning" | "reasoning_content" | "reasoning_details" | "thinking_blocks"}`
    | `tool_calls.${"cache_control" | "extra_content" | "index"}`
    | "url_citation.content"
  >();
  expectTypeOf<Marked<D, "?">>().toEqualTypeOf<
    // Compatible servers leave out or send null for whatever they do not have.
    | `annotations.${"type" | "url_citation"}`
    | `audio.${"data" | "expires_at" | "id" | "transcript"}`
    | `choices.${"finish_reason" | "index" | "logprobs" | "message"}`
    | "created"
    | "id"
    | "model"
    | "object"
    | `custom.${"input" | "name"}`
    | `function.${"arguments" | "name"}`
    | `function_call.${"arguments" | "name"}`
    | `message.${"content" | "refusal" | "role"}`
    | `tool_calls.${"custom" | "function" | "id" | "type"}`
    | `url_citation.${"end_index" | "start_index" | "title" | "url"}`
    | `usage.${"completion_tokens" | "prompt_tokens" | "total_tokens"}`
  >();
  expectTypeOf<Marked<D, "*">>().toEqualTypeOf<
    // New words pass.
    "annotations.type" | "message.role" | "object" | "service_tier" | "tool_calls.type"
  >();
  expectTypeOf<Marked<D, "~">>().toEqualTypeOf<
    // Text, or an object where servers send one; parts of content; numbers for reasons; log probabilities are looked at only where another style has them.
    `choices.${"finish_reason" | "logprobs"}` | "function.arguments" | "function_call.arguments" | "message.content"
  >();
  expectTypeOf<Marked<D, "=" | "!" | "#">>().toEqualTypeOf<never>();
});

test("stream events, beside what answers have", () => {
  type D = Exclude<Differences<OpenAI.ChatCompletionChunk, ChatCompletionsChunk>, Answer>;
  expectTypeOf<Marked<D, "+">>().toEqualTypeOf<
    // Compatible servers: as in whole answers, and errors in the middle of a stream.
    | "choices.message"
    | `delta.${"annotations" | "audio" | "extra_content" | "images" | "reasoning" | "reasoning_content" | "reasoning_details" | "thinking_blocks"}`
    | "error"
    | "obfuscation"
    | "tool_calls.custom"
  >();
  expectTypeOf<Marked<D, "?">>().toEqualTypeOf<
    // As in whole answers; `index` of a call is left out by servers that send each call whole.
    "choices" | "choices.delta" | "tool_calls.index"
  >();
  expectTypeOf<Marked<D, "*">>().toEqualTypeOf<
    // New words pass.
    "delta.role"
  >();
  expectTypeOf<Marked<D, "~">>().toEqualTypeOf<
    // As in whole answers.
    "delta.content"
  >();
  expectTypeOf<Marked<D, "-" | "=" | "!" | "#">>().toEqualTypeOf<never>();
});

test("errors", () => {
  type D = Differences<{ error: OpenAI.ErrorObject }, ChatCompletionsError>;
  expectTypeOf<Marked<D, "-" | "=" | "+" | "?" | "!" | "~" | "*" | "#">>().toEqualTypeOf<never>();
});
