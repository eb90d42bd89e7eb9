/**
 * The official clients' own types, as they are: what the clients send and give is taken, written requests are sent by them without a
 * cast, and written answers may be said to be theirs. Where that does not hold, `differences.ts` lists it.
 */
import type Anthropic from "@anthropic-ai/sdk";
import type * as Google from "@google/genai";
import type OpenAI from "openai";
import { expectTypeOf, test } from "vitest";
import {
  type ChatCompletionsChunk,
  type ChatCompletionsError,
  type ChatCompletionsRequest,
  type ChatCompletionsResponse,
  type GenerateContentError,
  type GenerateContentRequest,
  type GenerateContentResponse,
  type Lenient,
  type MessagesError,
  type MessagesRequest,
  type MessagesResponse,
  type MessagesStreamEvent,
  translateRequest,
  translateResponse,
} from "../../src/index.js";
import type { GoogleRequest } from "./differences.js";

test("what the clients send and give is taken", () => {
  expectTypeOf<OpenAI.ChatCompletionCreateParams>().toExtend<Lenient<ChatCompletionsRequest>>();
  expectTypeOf<OpenAI.ChatCompletion>().toExtend<Lenient<ChatCompletionsResponse>>();
  expectTypeOf<OpenAI.ChatCompletionChunk>().toExtend<Lenient<ChatCompletionsChunk>>();
  expectTypeOf<{ error: OpenAI.ErrorObject }>().toExtend<Lenient<ChatCompletionsError>>();
  expectTypeOf<Anthropic.MessageCreateParams>().toExtend<Lenient<MessagesRequest>>();
  expectTypeOf<Anthropic.Message>().toExtend<Lenient<MessagesResponse>>();
  expectTypeOf<Anthropic.RawMessageStreamEvent>().toExtend<Lenient<MessagesStreamEvent>>();
  expectTypeOf<Anthropic.ErrorResponse>().toExtend<Lenient<MessagesError>>();
  expectTypeOf<GoogleRequest>().toExtend<Lenient<GenerateContentRequest>>();
  expectTypeOf<Google.GenerateContentResponse>().toExtend<Lenient<GenerateContentResponse>>();
  expectTypeOf<{ error: Google.GoogleRpcStatus }>().toExtend<Lenient<GenerateContentError>>();
});

test("what is written is taken as well", () => {
  expectTypeOf<ChatCompletionsRequest>().toExtend<Lenient<ChatCompletionsRequest>>();
  expectTypeOf<MessagesStreamEvent>().toExtend<Lenient<MessagesStreamEvent>>();
  expectTypeOf<GenerateContentResponse>().toExtend<Lenient<GenerateContentResponse>>();
});

test("written requests are sent by the clients", () => {
  const send = async (openai: OpenAI, anthropic: Anthropic) => {
    const chat = translateRequest({}, { from: "messages", to: "chat-completions" });
    if (chat.ok) await openai.chat.completions.create(chat.value.body);
    if (chat.ok) await openai.chat.completions.create({ ...chat.value.body, stream: true });
    const messages = translateRequest({}, { from: "chat-completions", to: "messages" });
    if (messages.ok) await anthropic.messages.create(messages.value.body);
    if (messages.ok) await anthropic.messages.create({ ...messages.value.body, stream: true });
  };
  expectTypeOf(send).returns.toEqualTypeOf<Promise<void>>();
});

test("written answers may be said to be the clients'", () => {
  const chat = translateResponse({}, { from: "messages", to: "chat-completions" });
  if (chat.ok) expectTypeOf(chat.value as OpenAI.ChatCompletion).toEqualTypeOf<OpenAI.ChatCompletion>();
  const messages = translateResponse({}, { from: "chat-completions", to: "messages" });
  if (messages.ok) expectTypeOf(messages.value as Anthropic.Message).toEqualTypeOf<Anthropic.Message>();
  const said = (chunk: ChatCompletionsChunk, event: MessagesStreamEvent) =>
    [chunk as OpenAI.ChatCompletionChunk, event as Anthropic.RawMessageStreamEvent] as const;
  expectTypeOf(said).returns.toEqualTypeOf<readonly [OpenAI.ChatCompletionChunk, Anthropic.RawMessageStreamEvent]>();
});
