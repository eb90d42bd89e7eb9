/**
 * The official clients' own types, as they are, of each major version that is in use: what the clients send and give is taken, written
 * requests are sent by them without a cast, and written answers may be said to be theirs. Where that does not hold, `differences.ts`
 * lists it.
 */
import type Anthropic from "@anthropic-ai/sdk";
import type * as Google from "@google/genai";
import type * as Google3 from "genai3";
import type OpenAI from "openai";
import type OpenAI7 from "openai7";
import { expectTypeOf, test } from "vitest";
import {
  type ChatCompletionsChunk,
  type ChatCompletionsErrorInput,
  type ChatCompletionsRequest,
  type ChatCompletionsRequestInput,
  type ChatCompletionsResponse,
  type ChatCompletionsResponseInput,
  type ChatCompletionsStreamEventInput,
  collectStream,
  createExchange,
  type GenerateContentChunkInput,
  type GenerateContentErrorInput,
  type GenerateContentRequest,
  type GenerateContentRequestInput,
  type GenerateContentResponse,
  type GenerateContentResponseInput,
  type Lenient,
  type MessagesErrorInput,
  type MessagesRequest,
  type MessagesRequestInput,
  type MessagesResponseInput,
  type MessagesStreamEvent,
  type MessagesStreamEventInput,
  translateEvents,
  translateRequest,
  translateResponse,
  validateRequest,
} from "../../src/index.js";
import type * as ChatWire from "../../src/styles/chat-completions/wire.js";
import type * as GenerateWire from "../../src/styles/generate-content/wire.js";
import type * as MessagesWire from "../../src/styles/messages/wire.js";
import type { Differences, GoogleRequest, GoogleRequest3, Marked } from "./differences.js";

type ChatRequests = OpenAI.ChatCompletionCreateParams | OpenAI7.ChatCompletionCreateParams;
type ChatAnswers = OpenAI.ChatCompletion | OpenAI7.ChatCompletion;
type ChatChunks = OpenAI.ChatCompletionChunk | OpenAI7.ChatCompletionChunk;
type GoogleAnswers = Google.GenerateContentResponse | Google3.GenerateContentResponse;

test("what the clients send and give is taken", () => {
  expectTypeOf<ChatRequests>().toExtend<Lenient<ChatCompletionsRequest> & ChatCompletionsRequestInput>();
  expectTypeOf<ChatAnswers>().toExtend<Lenient<ChatCompletionsResponse> & ChatCompletionsResponseInput>();
  expectTypeOf<ChatChunks>().toExtend<Lenient<ChatCompletionsChunk> & ChatCompletionsStreamEventInput>();
  expectTypeOf<{ error: OpenAI.ErrorObject | OpenAI7.ErrorObject }>().toExtend<ChatCompletionsErrorInput>();
  expectTypeOf<Anthropic.MessageCreateParams>().toExtend<Lenient<MessagesRequest> & MessagesRequestInput>();
  expectTypeOf<Anthropic.Message>().toExtend<MessagesResponseInput>();
  expectTypeOf<Anthropic.RawMessageStreamEvent>().toExtend<MessagesStreamEventInput>();
  expectTypeOf<Anthropic.ErrorResponse>().toExtend<MessagesErrorInput>();
  expectTypeOf<GoogleRequest | GoogleRequest3>().toExtend<Lenient<GenerateContentRequest> & GenerateContentRequestInput>();
  expectTypeOf<GoogleAnswers>().toExtend<GenerateContentResponseInput & GenerateContentChunkInput>();
  expectTypeOf<{ error: Google.GoogleRpcStatus | Google3.GoogleRpcStatus }>().toExtend<GenerateContentErrorInput>();
});

test("what is written, or came through, is taken as well", () => {
  expectTypeOf<ChatCompletionsRequest | Lenient<ChatCompletionsRequest>>().toExtend<ChatCompletionsRequestInput>();
  expectTypeOf<MessagesRequest | Lenient<MessagesRequest>>().toExtend<MessagesRequestInput>();
  expectTypeOf<GenerateContentRequest | Lenient<GenerateContentRequest>>().toExtend<GenerateContentRequestInput>();
  expectTypeOf<MessagesStreamEvent>().toExtend<MessagesStreamEventInput>();
  expectTypeOf<GenerateContentResponse>().toExtend<GenerateContentResponseInput>();
});

test("no field that is read, or that the clients have, is a typo where a request is written in place", () => {
  type Unknown<Theirs, Ours> = Marked<Differences<Theirs, Ours>, "-">;
  type Chat = Unknown<ChatWire.ChatCompletionsRequest, ChatCompletionsRequestInput> | Unknown<ChatRequests, ChatCompletionsRequestInput>;
  expectTypeOf<Chat>().toEqualTypeOf<
    // The list of allowed tools takes any objects.
    | `tools.${"cache_control" | "custom" | "function" | "type"}`
    // Of one major version of the client alone.
    | "prompt_cache_breakpoint.ttl"
  >();
  type Messages =
    | Unknown<MessagesWire.MessagesRequest, MessagesRequestInput>
    | Unknown<Anthropic.MessageCreateParams, MessagesRequestInput>;
  expectTypeOf<Messages>().toEqualTypeOf<
    // What answers have, and nobody writes by hand.
    "citations.file_id" | `content.${"encrypted_stdout" | "transformations"}`
  >();
  type Generate =
    | Unknown<GenerateWire.GenerateContentRequest, GenerateContentRequestInput>
    | Unknown<GoogleRequest | GoogleRequest3, GenerateContentRequestInput>;
  expectTypeOf<Generate>().toEqualTypeOf<
    // Of media in the result of a call.
    "parts.mediaProcessing"
  >();
});

test("calls take what the clients send and give", () => {
  const taken = (chat: ChatRequests, messages: Anthropic.MessageCreateParams, google: GoogleRequest | GoogleRequest3) => [
    translateRequest(chat, { from: "chat-completions", to: "messages" }),
    validateRequest(chat, { style: "chat-completions" }),
    translateRequest(messages, { from: "messages", to: "chat-completions" }),
    validateRequest(messages, { style: "messages" }),
    translateRequest(google, { from: "generate-content", to: "messages", model: "m" }),
    validateRequest(google, { style: "generate-content" }),
    createExchange({ path: "/v1/messages", body: messages }, { to: "chat-completions" }),
  ];
  expectTypeOf(taken).returns.items.toHaveProperty("issues");
  const streamed = (chat: AsyncIterable<ChatChunks>, messages: AsyncIterable<Anthropic.RawMessageStreamEvent>) => [
    translateEvents(chat, { from: "chat-completions", to: "messages" }),
    translateEvents(messages, { from: "messages", to: "chat-completions" }),
    collectStream(messages, { style: "messages" }),
  ];
  expectTypeOf(streamed).toBeFunction();
});

test("written requests are sent by the clients", () => {
  const send = async (openai: OpenAI, openai7: OpenAI7, anthropic: Anthropic) => {
    const chat = translateRequest({}, { from: "messages", to: "chat-completions" });
    if (chat.ok) await openai.chat.completions.create(chat.value.body);
    if (chat.ok) await openai.chat.completions.create({ ...chat.value.body, stream: true });
    if (chat.ok) await openai7.chat.completions.create(chat.value.body);
    if (chat.ok) await openai7.chat.completions.create({ ...chat.value.body, stream: true });
    const messages = translateRequest({}, { from: "chat-completions", to: "messages" });
    if (messages.ok) await anthropic.messages.create(messages.value.body);
    if (messages.ok) await anthropic.messages.create({ ...messages.value.body, stream: true });
  };
  expectTypeOf(send).returns.toEqualTypeOf<Promise<void>>();
});

test("written answers may be said to be the clients'", () => {
  const chat = translateResponse({}, { from: "messages", to: "chat-completions" });
  if (chat.ok) expectTypeOf(chat.value as OpenAI.ChatCompletion).toEqualTypeOf<OpenAI.ChatCompletion>();
  if (chat.ok) expectTypeOf(chat.value as OpenAI7.ChatCompletion).toEqualTypeOf<OpenAI7.ChatCompletion>();
  const messages = translateResponse({}, { from: "chat-completions", to: "messages" });
  if (messages.ok) expectTypeOf(messages.value as Anthropic.Message).toEqualTypeOf<Anthropic.Message>();
  const google = translateResponse({}, { from: "chat-completions", to: "generate-content" });
  if (google.ok) expectTypeOf(google.value as Google.GenerateContentResponse).toEqualTypeOf<Google.GenerateContentResponse>();
  if (google.ok) expectTypeOf(google.value as Google3.GenerateContentResponse).toEqualTypeOf<Google3.GenerateContentResponse>();
  const said = (chunk: ChatCompletionsChunk, event: MessagesStreamEvent) =>
    [chunk as OpenAI.ChatCompletionChunk, chunk as OpenAI7.ChatCompletionChunk, event as Anthropic.RawMessageStreamEvent] as const;
  expectTypeOf(said).returns.items.toExtend<OpenAI.ChatCompletionChunk | OpenAI7.ChatCompletionChunk | Anthropic.RawMessageStreamEvent>();
});
