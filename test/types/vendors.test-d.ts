/**
 * The wire types against the vendors' own: what their official clients send and receive must fit ours, so that a value of
 * theirs can be given to a codec without a cast. The other direction cannot hold and is not wanted: ours take `null`, unknown
 * words and unknown fields, because services send them.
 *
 * Known differences: kinds that we keep whole without knowing them (`container_upload`, client-run tools) have a branded
 * `type`; generate-content's client types leave out nearly every `required`, and ask for `unknown` where JSON Schema stands.
 */
import type Anthropic from "@anthropic-ai/sdk";
import type * as Google from "@google/genai";
import type OpenAI from "openai";
import { expectTypeOf, test } from "vitest";
import type { JsonObject } from "../../src/index.js";
import type { ChatCompletionsRequest } from "../../src/styles/chat-completions/wire.js";
import type { ChatCompletionsChunk, ChatCompletionsResponse, ChatCompletionsUsage } from "../../src/styles/chat-completions/wire-answer.js";
import type { GenerateContentGenerationConfig, GenerateContentRequest } from "../../src/styles/generate-content/wire.js";
import type {
  GenerateContentCandidate,
  GenerateContentResponse,
  GenerateContentUsage,
} from "../../src/styles/generate-content/wire-answer.js";
import type { Block, MessagesRequest } from "../../src/styles/messages/wire.js";
import type { AnswerBlock, MessagesResponse, WireUsage } from "../../src/styles/messages/wire-answer.js";

/** Interfaces as plain members and `{ [key: string]: unknown }` as JSON, so that they compare with types that take unknown keys. */
type Plain<T> = T extends string | number | boolean
  ? T
  : T extends object
    ? { [key: string]: unknown } extends T
      ? JsonObject
      : { [K in keyof T]: Plain<T[K]> }
    : T;
/** The names that a type knows, without its index signature. */
type Known<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };
/** What the vendor has and we do not name. */
type Unnamed<Vendor, Ours> = Exclude<Vendor extends unknown ? keyof Vendor : never, Known<Ours>>;

test("what the official clients send fits the requests", () => {
  expectTypeOf<Plain<OpenAI.ChatCompletionCreateParams>>().toExtend<ChatCompletionsRequest>();
  expectTypeOf<Plain<Omit<Anthropic.MessageCreateParams, "messages" | "tools">>>().toExtend<Omit<MessagesRequest, "messages" | "tools">>();
  type Blocks = Exclude<Anthropic.ContentBlockParam, Anthropic.ContainerUploadBlockParam | Anthropic.ToolResultBlockParam>;
  expectTypeOf<Plain<Blocks>>().toExtend<Block>();
  type Config = Omit<Google.GenerationConfig, "responseJsonSchema" | "responseFormat">;
  expectTypeOf<Plain<Config>>().toExtend<GenerateContentGenerationConfig>();
});

test("what the official clients receive fits the answers", () => {
  expectTypeOf<Plain<OpenAI.ChatCompletion>>().toExtend<ChatCompletionsResponse>();
  expectTypeOf<Plain<OpenAI.ChatCompletionChunk>>().toExtend<ChatCompletionsChunk>();
  expectTypeOf<Plain<Exclude<Anthropic.ContentBlock, Anthropic.ContainerUploadBlock>>>().toExtend<AnswerBlock>();
  expectTypeOf<Plain<Omit<Anthropic.Message, "content">>>().toExtend<Omit<MessagesResponse, "content">>();
  expectTypeOf<Plain<Google.GenerateContentResponseUsageMetadata>>().toExtend<GenerateContentUsage>();
});

/** Fields that no other style knows: kept for their own style, reported for the others. A new one of a vendor shows up here. */
test("every field of the vendors is named by the wire types, or kept whole", () => {
  expectTypeOf<Unnamed<OpenAI.ChatCompletionCreateParams, ChatCompletionsRequest>>().toEqualTypeOf<
    "store" | "prompt_cache_retention" | "prediction" | "moderation"
  >();
  expectTypeOf<Unnamed<OpenAI.ChatCompletion, ChatCompletionsResponse>>().toEqualTypeOf<"moderation">();
  expectTypeOf<Unnamed<OpenAI.ChatCompletionChunk, ChatCompletionsChunk>>().toEqualTypeOf<"moderation">();
  expectTypeOf<Unnamed<OpenAI.CompletionUsage, ChatCompletionsUsage>>().toEqualTypeOf<never>();
  expectTypeOf<Unnamed<Anthropic.MessageCreateParams, MessagesRequest>>().toEqualTypeOf<
    "container" | "inference_geo" | "diagnostics" | "user_profile_id" | "workspace_id"
  >();
  expectTypeOf<Unnamed<Anthropic.Message, MessagesResponse>>().toEqualTypeOf<"container" | "diagnostics">();
  expectTypeOf<Unnamed<Anthropic.Usage, WireUsage>>().toEqualTypeOf<"speed" | "inference_geo">();
  expectTypeOf<Unnamed<Google.GenerationConfig, GenerateContentGenerationConfig>>().toEqualTypeOf<
    | "enableEnhancedCivicAnswers"
    | "modelSelectionConfig"
    | "audioTranscriptionConfig"
    | "audioTimestamp"
    | "enableAffectiveDialog"
    | "routingConfig"
    | "translationConfig"
  >();
  expectTypeOf<Unnamed<Google.Candidate, GenerateContentCandidate>>().toEqualTypeOf<
    "tokenCount" | "urlContextMetadata" | "safetyRatings" | "avgLogprobs" | "continuationToken"
  >();
  expectTypeOf<Unnamed<Google.GenerateContentResponseUsageMetadata, GenerateContentUsage>>().toEqualTypeOf<
    "cacheTokensDetails" | "trafficType" | "toolUsePromptTokensDetails" | "initialPromptTokenCount"
  >();
  /** Made by the client, not by the service. */
  type Helpers =
    | "text"
    | "data"
    | "functionCalls"
    | "executableCode"
    | "codeExecutionResult"
    | "sdkHttpResponse"
    | "automaticFunctionCallingHistory";
  expectTypeOf<Exclude<Unnamed<Google.GenerateContentResponse, GenerateContentResponse>, Helpers>>().toEqualTypeOf<
    "modelStatus" | "initialPromptTokenCount"
  >();
  expectTypeOf<Known<GenerateContentRequest>>().toEqualTypeOf<
    | "contents"
    | "systemInstruction"
    | "generationConfig"
    | "safetySettings"
    | "tools"
    | "toolConfig"
    | "cachedContent"
    | "labels"
    | "serviceTier"
    | "async"
  >();
});
