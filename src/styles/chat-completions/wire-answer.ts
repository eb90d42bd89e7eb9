/**
 * Wire types of chat-completions answers, stream chunks and error bodies. Very loose: compatible servers leave out ids,
 * usage, `object`, `created` and indexes, and send null or "" for what they do not have. What an answer must look like
 * is a matter of the validator.
 */
import { z } from "zod";
import { list } from "../../core/schema.js";
import { AnyJson, AssistantImages, anyObject, CacheMarker, ContentPart, ExtraContent, reasoningFields } from "./wire.js";

const OTHER = "R-056";
const text = (id: string) => z.string({ error: id }).nullish();
const count = (id: string) => z.number({ error: id }).nullish();

export const Usage = z.looseObject(
  {
    prompt_tokens: count("R-068"),
    completion_tokens: count("R-068"),
    total_tokens: count("R-068"),
    prompt_tokens_details: z
      .looseObject({ cached_tokens: count("R-069"), audio_tokens: count("R-069"), cache_write_tokens: count("R-069") }, { error: "R-069" })
      .nullish(),
    completion_tokens_details: z
      .looseObject(
        {
          reasoning_tokens: count("R-070"),
          audio_tokens: count("R-070"),
          accepted_prediction_tokens: count("R-070"),
          rejected_prediction_tokens: count("R-070"),
        },
        { error: "R-070" },
      )
      .nullish(),
  },
  { error: "R-067" },
);
export type ChatCompletionsUsage = z.infer<typeof Usage>;

/** `url_citation` is the only kind that the vendor documents; others pass whole. */
export const Annotation = z.looseObject(
  {
    type: text("R-060"),
    url_citation: z
      .looseObject(
        { url: text("R-060"), title: text("R-060"), start_index: count("R-060"), end_index: count("R-060"), content: text("R-060") },
        { error: "R-060" },
      )
      .nullish(),
  },
  { error: "R-060" },
);
export type Annotation = z.infer<typeof Annotation>;

const AnswerFunction = z.looseObject({ name: text(OTHER), arguments: AnyJson.nullish() }, { error: OTHER });

export const AnswerToolCall = z.looseObject(
  {
    id: text(OTHER),
    type: text(OTHER),
    index: count(OTHER),
    function: AnswerFunction.nullish(),
    custom: z.looseObject({ name: text(OTHER), input: text(OTHER) }, { error: OTHER }).nullish(),
    extra_content: ExtraContent.nullish(),
    cache_control: CacheMarker.nullish(),
  },
  { error: OTHER },
);
export type AnswerToolCall = z.infer<typeof AnswerToolCall>;

export const AnswerAudio = z.looseObject(
  { id: text(OTHER), data: text(OTHER), transcript: text(OTHER), expires_at: count(OTHER) },
  { error: OTHER },
);
export type AnswerAudio = z.infer<typeof AnswerAudio>;

/** What a message of an answer and a delta of a chunk have in common. */
const messageFields = {
  role: text("R-057"),
  content: z.union([z.string({ error: "R-058" }), list(ContentPart, "R-058")], { error: "R-058" }).nullish(),
  refusal: text("R-059"),
  annotations: list(Annotation, "R-060").nullish(),
  tool_calls: list(AnswerToolCall, OTHER).nullish(),
  function_call: AnswerFunction.nullish(),
  audio: AnswerAudio.nullish(),
  ...reasoningFields,
  extra_content: ExtraContent.nullish(),
  images: AssistantImages,
};

export const AnswerMessage = z.looseObject(messageFields, { error: "R-056" });
export type AnswerMessage = z.infer<typeof AnswerMessage>;
export const Delta = z.looseObject(messageFields, { error: "R-056" });
export type Delta = z.infer<typeof Delta>;

/** Some servers send a number or "" where there is no reason. */
const finishReason = z.union([z.string({ error: "R-061" }), z.number({ error: "R-061" })], { error: "R-061" }).nullish();

const choiceFields = {
  index: count("R-055"),
  finish_reason: finishReason,
  /** X. */
  native_finish_reason: text("R-061"),
  logprobs: anyObject("R-062").nullish(),
  content_filter_results: AnyJson.nullish(),
};

export const AnswerChoice = z.looseObject({ ...choiceFields, message: AnswerMessage.nullish() }, { error: "R-054" });
export type AnswerChoice = z.infer<typeof AnswerChoice>;
export const ChunkChoice = z.looseObject({ ...choiceFields, delta: Delta.nullish(), message: AnswerMessage.nullish() }, { error: "R-054" });
export type ChunkChoice = z.infer<typeof ChunkChoice>;

const envelope = {
  id: text("R-050"),
  object: text("R-051"),
  created: count("R-052"),
  model: text("R-053"),
  usage: Usage.nullish(),
  system_fingerprint: text("R-066"),
  service_tier: text("R-066"),
};

export const ChatCompletionsResponse = z.looseObject({ ...envelope, choices: list(AnswerChoice, "R-054") }, { error: "R-054" });
/** A whole answer. Unknown fields pass, and null counts as absent. Source: https://platform.openai.com/docs/api-reference/chat/object */
export type ChatCompletionsResponse = z.infer<typeof ChatCompletionsResponse>;

export const ChatCompletionsChunk = z.looseObject(
  { ...envelope, choices: list(ChunkChoice, "R-054").nullish(), error: AnyJson.nullish(), obfuscation: text("R-054") },
  { error: "R-054" },
);
/** One event of a streamed answer. Unknown fields pass, and null counts as absent. Source: https://platform.openai.com/docs/api-reference/chat-streaming/streaming */
export type ChatCompletionsChunk = z.infer<typeof ChatCompletionsChunk>;

const ErrorObject = z.looseObject(
  {
    message: text("R-165"),
    type: text("R-165"),
    param: text("R-165"),
    /** A number or null at compatible servers. */
    code: z.union([z.string({ error: "R-165" }), z.number({ error: "R-165" })], { error: "R-165" }).nullish(),
  },
  { error: "R-165" },
);
export type ErrorObject = z.infer<typeof ErrorObject>;

export const ChatCompletionsError = z.looseObject({ error: ErrorObject }, { error: "R-165" });
/**
 * The body of an error answer.
 * Source: https://platform.openai.com/docs/guides/error-codes.
 */
export type ChatCompletionsError = z.infer<typeof ChatCompletionsError>;
