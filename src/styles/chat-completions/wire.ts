/**
 * Wire types of a chat-completions request: the specification's fields, the vendor's, and those (X) that compatible
 * servers and their clients added. Structure only; ranges and value lists are in `limits.ts`.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
import { isObject } from "../../core/json.js";
import {
  any,
  boolean,
  type Infer,
  integer,
  jsonObject,
  kinds,
  list,
  number,
  type OfUnknownKind,
  object,
  openKinds,
  record,
  string,
  stringOr,
  word,
} from "../../core/schema.js";
import type { Json } from "../../model/common.js";

/** Rule of fields that no numbered rule covers. */
const OTHER = "V-08";

/** Any JSON value. */
export const AnyJson = any<Json>();

const text = (id: string) => string(id).nullish();
const flag = (id: string) => boolean(id).nullish();
const count = (id: string) => number(id).nullish();

/** X: the cache marker of the messages style, on a block, a tool or a whole message. */
export const CacheMarker = object({ type: text(OTHER), ttl: text(OTHER) }, OTHER);
const CacheBreakpoint = object({ mode: text(OTHER) }, OTHER);
const marked = { cache_control: CacheMarker.nullish(), prompt_cache_breakpoint: CacheBreakpoint.nullish() };

const TextContent = object({ type: word("text"), text: string("R-018"), ...marked });
const ImageUrl = object({ url: string("R-020"), detail: text("V-02") }, "R-019");
const ImageContent = object({ type: word("image_url"), image_url: ImageUrl, ...marked });
const AudioContent = object({
  type: word("input_audio"),
  input_audio: object({ data: string("V-02"), format: string("V-02") }, "V-02"),
  ...marked,
});
const FileContent = object({
  type: word("file"),
  file: object({ file_data: text("V-02"), file_id: text("V-02"), filename: text("V-02") }, "V-02"),
  ...marked,
});
const RefusalContent = object({ type: word("refusal"), refusal: string("V-02"), ...marked });
const VideoContent = object({
  type: word("video_url"),
  video_url: object({ url: string("V-02") }, "V-02"),
  ...marked,
});

/** One block of `content`. Kinds that this version does not know pass whole. */
export const ContentPart = openKinds(
  [TextContent, ImageContent, AudioContent, FileContent, RefusalContent, VideoContent],
  "R-016",
  "R-015",
);
export type ContentPart = Infer<typeof ContentPart>;
export const { isKnown: isKnownContent } = ContentPart;
export type KnownContent = Exclude<ContentPart, OfUnknownKind>;

const Content = stringOr(list(ContentPart, "R-013"), { missing: "R-012", type: "R-013" });

/** X: how the Gemini-compatible endpoint carries its signatures. */
export const ExtraContent = object({ google: object({ thought_signature: text(OTHER) }, OTHER).nullish() }, OTHER);

/** Arguments are text; compatible servers also send an object or nothing. */
const FunctionCall = object({ name: string("V-05"), arguments: AnyJson.nullish() }, OTHER);
const CustomCall = object({ name: string("V-05"), input: text(OTHER) }, OTHER);

/** A call in the history. Servers leave out ids and types. */
export const ToolCall = object(
  {
    id: text("V-01"),
    type: text(OTHER),
    function: FunctionCall.nullish(),
    custom: CustomCall.nullish(),
    extra_content: ExtraContent.nullish(),
    cache_control: CacheMarker.nullish(),
    /** Left over from a stream. */
    index: count(OTHER),
  },
  OTHER,
);
export type ToolCall = Infer<typeof ToolCall>;

/** X: reasoning kept apart, as OpenRouter has it. */
export const ReasoningDetail = object(
  {
    type: text(OTHER),
    text: text(OTHER),
    summary: text(OTHER),
    data: text(OTHER),
    signature: text(OTHER),
    format: text(OTHER),
    index: count(OTHER),
    id: text(OTHER),
  },
  OTHER,
);
export type ReasoningDetail = Infer<typeof ReasoningDetail>;

/** X: thinking blocks of the messages style, verbatim. */
export const ThinkingBlock = object({ type: text(OTHER), thinking: text(OTHER), signature: text(OTHER), data: text(OTHER) }, OTHER);
export type ThinkingBlock = Infer<typeof ThinkingBlock>;

/** The fields, all X, in which an assistant message carries its thoughts. */
export const reasoningFields = {
  reasoning_content: text(OTHER),
  reasoning: text(OTHER),
  reasoning_details: list(ReasoningDetail, OTHER).nullish(),
  thinking_blocks: list(ThinkingBlock, OTHER).nullish(),
};

/** X: pictures that the assistant made. */
export const AssistantImages = list(
  object({ type: text(OTHER), image_url: object({ url: string(OTHER) }, OTHER).nullish() }, OTHER),
  OTHER,
).nullish();

const name = text("R-011");
const common = { name, cache_control: CacheMarker.nullish() };

const SystemMessage = object({ role: word("system"), content: Content, ...common });
const DeveloperMessage = object({ role: word("developer"), content: Content, ...common });
const UserMessage = object({ role: word("user"), content: Content, ...common });
const AssistantMessage = object({
  role: word("assistant"),
  content: Content.nullish(),
  refusal: text(OTHER),
  tool_calls: list(ToolCall, "V-01").nullish(),
  function_call: FunctionCall.nullish(),
  audio: object({ id: text(OTHER), data: text(OTHER), transcript: text(OTHER), expires_at: count(OTHER) }, OTHER).nullish(),
  ...reasoningFields,
  extra_content: ExtraContent.nullish(),
  images: AssistantImages,
  ...common,
});
const ToolMessage = object({ role: word("tool"), content: Content, tool_call_id: text("V-01"), ...common });
const FunctionMessage = object({ role: word("function"), content: Content.nullish(), ...common });

export const RequestMessage = kinds(
  [SystemMessage, DeveloperMessage, UserMessage, AssistantMessage, ToolMessage, FunctionMessage],
  { type: "R-008", word: "R-009" },
  "R-007",
  "role",
);
export type RequestMessage = Infer<typeof RequestMessage>;

const FunctionDefinition = object(
  {
    name: text("R-042"),
    description: text("R-043"),
    parameters: jsonObject("R-044").nullish(),
    strict: flag("V-05"),
  },
  "R-041",
);
/** The pre-tools form of a function. */
export type FunctionDefinition = Infer<typeof FunctionDefinition>;

export const Tool = object(
  {
    type: text("R-040"),
    function: FunctionDefinition.nullish(),
    custom: object({ name: text("V-05"), description: text("V-05"), format: jsonObject("V-05").nullish() }, "V-05").nullish(),
    cache_control: CacheMarker.nullish(),
    prompt_cache_breakpoint: CacheBreakpoint.nullish(),
  },
  "R-039",
);
export type Tool = Infer<typeof Tool>;

const NamedChoice = object({ name: text("R-047") }, "R-047");
const ToolChoice = stringOr(
  object(
    {
      type: text("R-047"),
      function: NamedChoice.nullish(),
      custom: NamedChoice.nullish(),
      allowed_tools: object({ mode: text("R-047"), tools: list(Tool, "R-047").nullish() }, "R-047").nullish(),
    },
    "R-045",
  ),
  "R-045",
);
export type ToolChoice = Infer<typeof ToolChoice>;

const ResponseFormat = object(
  {
    type: string("V-07"),
    json_schema: object(
      { name: text("V-07"), description: text("V-07"), schema: jsonObject("V-07").nullish(), strict: flag("V-07") },
      "V-07",
    ).nullish(),
  },
  "V-07",
)
  // A schema written in place of the envelope would bind the model to nothing.
  .refine(({ type, json_schema }) => type !== "json_schema" || !json_schema || isObject(json_schema.schema), "V-07", "an object", [
    "json_schema",
    "schema",
  ])
  // X: other servers take the schema beside the type.
  .refine(({ type, json_schema, schema }) => type !== "json_schema" || isObject(json_schema) || isObject(schema), "V-07", "an object", [
    "json_schema",
  ]);
export type ResponseFormat = Infer<typeof ResponseFormat>;

const WebSearchOptions = object(
  {
    search_context_size: text(OTHER),
    user_location: object(
      {
        type: text(OTHER),
        approximate: object({ city: text(OTHER), country: text(OTHER), region: text(OTHER), timezone: text(OTHER) }, OTHER).nullish(),
      },
      OTHER,
    ).nullish(),
  },
  OTHER,
);
export type WebSearchOptions = Infer<typeof WebSearchOptions>;

/** X: the several ways in which compatible servers are told to think. */
const thinkingFields = {
  reasoning_effort: text(OTHER),
  reasoning: object(
    { effort: text(OTHER), max_tokens: integer(OTHER).nullish(), exclude: flag(OTHER), enabled: flag(OTHER) },
    OTHER,
  ).nullish(),
  include_reasoning: flag(OTHER),
  thinking: object({ type: text(OTHER), budget_tokens: integer(OTHER).nullish() }, OTHER).nullish(),
  extra_body: object(
    {
      google: object(
        {
          thinking_config: object(
            { thinking_budget: integer(OTHER).nullish(), thinking_level: text(OTHER), include_thoughts: flag(OTHER) },
            OTHER,
          ).nullish(),
          cached_content: text(OTHER),
        },
        OTHER,
      ).nullish(),
    },
    OTHER,
  ).nullish(),
};

export const ChatCompletionsRequest = object(
  {
    model: string({ missing: "R-002", type: "R-003" }),
    messages: list(RequestMessage, { missing: "R-004", type: "R-005" }),
    max_tokens: integer("R-022").nullish(),
    max_completion_tokens: integer("R-022").nullish(),
    temperature: count("R-024"),
    top_p: count("R-026"),
    /** X. */
    top_k: count(OTHER),
    stream: flag("R-028"),
    stream_options: object({ include_usage: flag("V-06") }, "V-06").nullish(),
    stop: stringOr(list(string("R-030"), "R-029"), "R-029").nullish(),
    n: integer("R-032").nullish(),
    presence_penalty: count("R-034"),
    frequency_penalty: count("R-036"),
    seed: count("V-04"),
    logprobs: flag("V-04"),
    top_logprobs: integer("V-04").nullish(),
    logit_bias: record(number("V-04"), "V-04").nullish(),
    tools: list(Tool, "R-038").nullish(),
    tool_choice: ToolChoice.nullish(),
    parallel_tool_calls: flag(OTHER),
    /** The pre-tools form. */
    functions: list(FunctionDefinition, OTHER).nullish(),
    function_call: stringOr(NamedChoice, OTHER).nullish(),
    response_format: ResponseFormat.nullish(),
    ...thinkingFields,
    verbosity: text(OTHER),
    user: text("R-048"),
    safety_identifier: text("V-04"),
    prompt_cache_key: text(OTHER),
    prompt_cache_options: object({ mode: text(OTHER), ttl: text(OTHER) }, OTHER).nullish(),
    metadata: record(string("V-04"), "V-04").nullish(),
    service_tier: text(OTHER),
    modalities: list(string(OTHER), OTHER).nullish(),
    audio: jsonObject(OTHER).nullish(),
    web_search_options: WebSearchOptions.nullish(),
  },
  "R-001",
);
/** The body of `POST /v1/chat/completions`. Unknown fields pass, and null counts as absent. Source: https://platform.openai.com/docs/api-reference/chat/create */
export interface ChatCompletionsRequest extends Infer<typeof ChatCompletionsRequest> {}
