/**
 * Wire types of chat-completions answers and stream chunks. Very loose: compatible servers leave out ids,
 * usage, `object`, `created` and indexes, and send null or "" for what they do not have. What an answer must look like
 * is a matter of the validator.
 */
import type { Path } from "../../core/issue.js";
import { type Infer, jsonObject, list, natural, number, object, optional, string, stringOr } from "../../core/schema.js";
import { AnyJson, AssistantImages, CacheMarker, ContentPart, ExtraContent, reasoningFields } from "./wire.js";

const OTHER = "R-056";
const other = optional(OTHER);
const annotation = optional("R-060");
const prompt = optional("R-069");
const completion = optional("R-070");
const text = (id: string) => string(id).nullish();
const count = (id: string) => natural(id).nullish();

export const Usage = object(
  () => ({
    prompt_tokens: count("R-068"),
    completion_tokens: count("R-068"),
    total_tokens: count("R-068"),
    prompt_tokens_details: prompt.object(() => ({
      cached_tokens: prompt.count,
      audio_tokens: prompt.count,
      cache_write_tokens: prompt.count,
    })),
    completion_tokens_details: completion.object(() => ({
      reasoning_tokens: completion.count,
      audio_tokens: completion.count,
      accepted_prediction_tokens: completion.count,
      rejected_prediction_tokens: completion.count,
    })),
  }),
  "R-067",
);
export type ChatCompletionsUsage = Infer<typeof Usage>;

/** `url_citation` is the only kind that the vendor documents; others pass whole. */
export const Annotation = object(
  () => ({
    type: annotation.text,
    url_citation: annotation.object(() => ({
      url: annotation.text,
      title: annotation.text,
      start_index: annotation.number,
      end_index: annotation.number,
      content: annotation.text,
    })),
  }),
  "R-060",
);
export type Annotation = Infer<typeof Annotation>;

const AnswerFunction = other.object(() => ({ name: other.text, arguments: AnyJson }));

export const AnswerToolCall = object(
  () => ({
    id: other.text,
    type: other.text,
    index: other.number,
    function: AnswerFunction,
    custom: other.object(() => ({ name: other.text, input: other.text })),
    extra_content: ExtraContent,
    cache_control: CacheMarker,
  }),
  OTHER,
);
export type AnswerToolCall = Infer<typeof AnswerToolCall>;

const AnswerAudio = other.object(() => ({ id: other.text, data: other.text, transcript: other.text, expires_at: other.number }));
export type AnswerAudio = NonNullable<Infer<typeof AnswerAudio>>;

/** What a message of an answer and a delta of a chunk have in common. */
const messageFields = {
  role: text("R-057"),
  content: stringOr(list(ContentPart, "R-058"), "R-058").nullish(),
  refusal: text("R-059"),
  annotations: annotation.list(Annotation),
  tool_calls: other.list(AnswerToolCall),
  function_call: AnswerFunction,
  audio: AnswerAudio,
  ...reasoningFields,
  extra_content: ExtraContent,
  images: AssistantImages,
};

export const messageKeys: ReadonlySet<string> = new Set(Object.keys(messageFields));

export const AnswerMessage = object(() => messageFields, "R-056");
export type AnswerMessage = Infer<typeof AnswerMessage>;
export type Delta = AnswerMessage;

/** Some servers send a number or "" where there is no reason. */
const finishReason = stringOr(number("R-061"), "R-061").nullish();

const choiceFields = {
  index: count("R-055"),
  finish_reason: finishReason,
  /** X. */
  native_finish_reason: text("R-061"),
  logprobs: jsonObject("R-062").nullish(),
  content_filter_results: AnyJson,
};

export const answerChoiceKeys: ReadonlySet<string> = new Set([...Object.keys(choiceFields), "message"]);
export const chunkChoiceKeys: ReadonlySet<string> = new Set([...answerChoiceKeys, "delta"]);

export const AnswerChoice = object(() => ({ ...choiceFields, message: AnswerMessage.nullish() }), "R-054");
export type AnswerChoice = Infer<typeof AnswerChoice>;
export const ChunkChoice = object(() => ({ ...choiceFields, delta: AnswerMessage.nullish(), message: AnswerMessage.nullish() }), "R-054");
export type ChunkChoice = Infer<typeof ChunkChoice>;

const envelopeFields = {
  id: text("R-050"),
  object: text("R-051"),
  created: count("R-052"),
  model: text("R-053"),
  usage: Usage.nullish(),
  system_fingerprint: text("R-066"),
  service_tier: text("R-066"),
};

export const ChatCompletionsResponse = object(() => ({ ...envelopeFields, choices: list(AnswerChoice, "R-054") }), "R-054");
/** A whole answer. Unknown fields pass, and null counts as absent. Source: https://platform.openai.com/docs/api-reference/chat/object */
export interface ChatCompletionsResponse extends Infer<typeof ChatCompletionsResponse> {}

const chunkFields = {
  ...envelopeFields,
  choices: optional("R-054").list(ChunkChoice),
  error: AnyJson,
  obfuscation: text("R-054"),
};

export const chunkKeys: ReadonlySet<string> = new Set(Object.keys(chunkFields));

export const ChatCompletionsChunk = object(() => chunkFields, "R-054");
/** One event of a streamed answer. Unknown fields pass, and null counts as absent. Source: https://platform.openai.com/docs/api-reference/chat-streaming/streaming */
export interface ChatCompletionsChunk extends Infer<typeof ChatCompletionsChunk> {}

/** What a message holds besides what it shows to the reader. */
const ASIDE: ReadonlySet<string | number> = new Set([
  ...["role", "annotations", "id", "index", "type", "extra_content", "cache_control", "expires_at", "signature", "format"],
]);

/** Whether something of an answer or a chunk that stands there is the answer itself. */
export function isContent(path: Path): boolean {
  return path.length <= 2 ? path[0] === "choices" : (path[2] === "delta" || path[2] === "message") && !path.some((step) => ASIDE.has(step));
}
