/**
 * Wire types of a chat-completions request: the specification's fields, the vendor's, and those (X) that compatible
 * servers and their clients added. Structure only; ranges and value lists are in `limits.ts`.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
import { z } from "zod";
import { isObject } from "../../core/json.js";
import { integer, list, record, rule, unknownKind } from "../../core/schema.js";
import type { Json, JsonObject } from "../../model/common.js";

/** Rule of fields that no numbered rule covers. */
const OTHER = "V-08";

/** Any JSON value; documents were proven plain at the door. */
export const AnyJson = z.custom<Json>(() => true);

/** A JSON object whose members nobody looks at. */
export function anyObject(id: string) {
  return z.custom<JsonObject>(isObject, { error: id, params: { record: true } });
}

const text = (id: string) => z.string({ error: id }).nullish();
const flag = (id: string) => z.boolean({ error: id }).nullish();
const number = (id: string) => z.number({ error: id }).nullish();

/** X: the cache marker of the messages style, on a block, a tool or a whole message. */
export const CacheMarker = z.looseObject({ type: text(OTHER), ttl: text(OTHER) }, { error: OTHER });
const CacheBreakpoint = z.looseObject({ mode: text(OTHER) }, { error: OTHER });
const marked = { cache_control: CacheMarker.nullish(), prompt_cache_breakpoint: CacheBreakpoint.nullish() };

export const TextContent = z.looseObject({ type: z.literal("text"), text: z.string({ error: "R-018" }), ...marked });
export const ImageUrl = z.looseObject({ url: z.string({ error: "R-020" }), detail: text("V-02") }, { error: "R-019" });
export const ImageContent = z.looseObject({ type: z.literal("image_url"), image_url: ImageUrl, ...marked });
const AudioContent = z.looseObject({
  type: z.literal("input_audio"),
  input_audio: z.looseObject({ data: z.string({ error: "V-02" }), format: z.string({ error: "V-02" }) }, { error: "V-02" }),
  ...marked,
});
const FileContent = z.looseObject({
  type: z.literal("file"),
  file: z.looseObject({ file_data: text("V-02"), file_id: text("V-02"), filename: text("V-02") }, { error: "V-02" }),
  ...marked,
});
const RefusalContent = z.looseObject({ type: z.literal("refusal"), refusal: z.string({ error: "V-02" }), ...marked });
const VideoContent = z.looseObject({
  type: z.literal("video_url"),
  video_url: z.looseObject({ url: z.string({ error: "V-02" }) }, { error: "V-02" }),
  ...marked,
});

export const CONTENT_KINDS = ["text", "image_url", "input_audio", "file", "refusal", "video_url"] as const;

const KnownContent = z.discriminatedUnion("type", [TextContent, ImageContent, AudioContent, FileContent, RefusalContent, VideoContent], {
  error: (issue) => (isObject(issue.input) ? "R-016" : "R-015"),
});
export type KnownContent = z.infer<typeof KnownContent>;

/** One block of `content`. Kinds that this version does not know pass whole. */
export const ContentPart = z.union([KnownContent, unknownKind(CONTENT_KINDS, "R-017")]);
export type ContentPart = z.infer<typeof ContentPart>;

export function isKnownContent(part: ContentPart): part is KnownContent {
  return CONTENT_KINDS.some((kind) => kind === part.type);
}

const Content = z.union([z.string({ error: "R-013" }), list(ContentPart, "R-013")], { error: "R-013" });
const RequiredContent = z.union([z.string({ error: rule("R-012", "R-013") }), list(ContentPart, rule("R-012", "R-013"))], {
  error: rule("R-012", "R-013"),
});

/** X: how the Gemini-compatible endpoint carries its signatures. */
export const ExtraContent = z.looseObject(
  { google: z.looseObject({ thought_signature: text(OTHER) }, { error: OTHER }).nullish() },
  { error: OTHER },
);

/** Arguments are text; compatible servers also send an object or nothing. */
const FunctionCall = z.looseObject({ name: z.string({ error: "V-05" }), arguments: AnyJson.nullish() }, { error: OTHER });
const CustomCall = z.looseObject({ name: z.string({ error: "V-05" }), input: text(OTHER) }, { error: OTHER });

/** A call in the history. Servers leave out ids and types. */
export const ToolCall = z.looseObject(
  {
    id: text("V-01"),
    type: text(OTHER),
    function: FunctionCall.nullish(),
    custom: CustomCall.nullish(),
    extra_content: ExtraContent.nullish(),
    cache_control: CacheMarker.nullish(),
    /** Left over from a stream. */
    index: number(OTHER),
  },
  { error: OTHER },
);
export type ToolCall = z.infer<typeof ToolCall>;

/** X: reasoning kept apart, as OpenRouter has it. */
export const ReasoningDetail = z.looseObject(
  {
    type: text(OTHER),
    text: text(OTHER),
    summary: text(OTHER),
    data: text(OTHER),
    signature: text(OTHER),
    format: text(OTHER),
    index: number(OTHER),
    id: text(OTHER),
  },
  { error: OTHER },
);
export type ReasoningDetail = z.infer<typeof ReasoningDetail>;

/** X: thinking blocks of the messages style, verbatim. */
export const ThinkingBlock = z.looseObject(
  { type: text(OTHER), thinking: text(OTHER), signature: text(OTHER), data: text(OTHER) },
  { error: OTHER },
);
export type ThinkingBlock = z.infer<typeof ThinkingBlock>;

/** The fields, all X, in which an assistant message carries its thoughts. */
export const reasoningFields = {
  reasoning_content: text(OTHER),
  reasoning: text(OTHER),
  reasoning_details: list(ReasoningDetail, OTHER).nullish(),
  thinking_blocks: list(ThinkingBlock, OTHER).nullish(),
};

/** X: pictures that the assistant made. */
export const AssistantImages = list(
  z.looseObject(
    { type: text(OTHER), image_url: z.looseObject({ url: z.string({ error: OTHER }) }, { error: OTHER }).nullish() },
    { error: OTHER },
  ),
  OTHER,
).nullish();

const name = text("R-011");
const common = { name, cache_control: CacheMarker.nullish() };

const SystemMessage = z.looseObject({ role: z.literal("system"), content: RequiredContent, ...common });
const DeveloperMessage = z.looseObject({ role: z.literal("developer"), content: RequiredContent, ...common });
const UserMessage = z.looseObject({ role: z.literal("user"), content: RequiredContent, ...common });
const AssistantMessage = z.looseObject({
  role: z.literal("assistant"),
  content: Content.nullish(),
  refusal: text(OTHER),
  tool_calls: list(ToolCall, "V-01").nullish(),
  function_call: FunctionCall.nullish(),
  audio: z
    .looseObject({ id: text(OTHER), data: text(OTHER), transcript: text(OTHER), expires_at: number(OTHER) }, { error: OTHER })
    .nullish(),
  ...reasoningFields,
  extra_content: ExtraContent.nullish(),
  images: AssistantImages,
  ...common,
});
const ToolMessage = z.looseObject({ role: z.literal("tool"), content: RequiredContent, tool_call_id: text("V-01"), ...common });
const FunctionMessage = z.looseObject({ role: z.literal("function"), content: Content.nullish(), ...common });

export const RequestMessage = z.discriminatedUnion(
  "role",
  [SystemMessage, DeveloperMessage, UserMessage, AssistantMessage, ToolMessage, FunctionMessage],
  { error: (issue) => (!isObject(issue.input) ? "R-007" : typeof issue.input.role === "string" ? "R-009" : "R-008") },
);
export type RequestMessage = z.infer<typeof RequestMessage>;
export type AssistantMessage = z.infer<typeof AssistantMessage>;

const FunctionDefinition = z.looseObject(
  {
    name: text("R-042"),
    description: text("R-043"),
    parameters: anyObject("R-044").nullish(),
    strict: flag("V-05"),
  },
  { error: "R-041" },
);
/** The pre-tools form of a function. */
export type FunctionDefinition = z.infer<typeof FunctionDefinition>;

export const Tool = z.looseObject(
  {
    type: text("R-040"),
    function: FunctionDefinition.nullish(),
    custom: z
      .looseObject({ name: text("V-05"), description: text("V-05"), format: anyObject("V-05").nullish() }, { error: "V-05" })
      .nullish(),
    cache_control: CacheMarker.nullish(),
    prompt_cache_breakpoint: CacheBreakpoint.nullish(),
  },
  { error: "R-039" },
);
export type Tool = z.infer<typeof Tool>;

const NamedChoice = z.looseObject({ name: text("R-047") }, { error: "R-047" });
const ToolChoice = z.union(
  [
    z.string({ error: "R-045" }),
    z.looseObject(
      {
        type: text("R-047"),
        function: NamedChoice.nullish(),
        custom: NamedChoice.nullish(),
        allowed_tools: z.looseObject({ mode: text("R-047"), tools: list(Tool, "R-047").nullish() }, { error: "R-047" }).nullish(),
      },
      { error: "R-045" },
    ),
  ],
  { error: "R-045" },
);
export type ToolChoice = z.infer<typeof ToolChoice>;

const ResponseFormat = z
  .looseObject(
    {
      type: z.string({ error: "V-07" }),
      json_schema: z
        .looseObject(
          { name: text("V-07"), description: text("V-07"), schema: anyObject("V-07").nullish(), strict: flag("V-07") },
          { error: "V-07" },
        )
        .nullish(),
    },
    { error: "V-07" },
  )
  // A schema written in place of the envelope would bind the model to nothing.
  .refine(({ type, json_schema }) => type !== "json_schema" || !json_schema || isObject(json_schema.schema), {
    error: "V-07",
    path: ["json_schema", "schema"],
    params: { record: true },
  })
  // X: other servers take the schema beside the type.
  .refine(({ type, json_schema, schema }) => type !== "json_schema" || json_schema || isObject(schema), {
    error: "V-07",
    path: ["json_schema"],
    params: { record: true },
  });
export type ResponseFormat = z.infer<typeof ResponseFormat>;

const WebSearchOptions = z.looseObject(
  {
    search_context_size: text(OTHER),
    user_location: z
      .looseObject(
        {
          type: text(OTHER),
          approximate: z
            .looseObject({ city: text(OTHER), country: text(OTHER), region: text(OTHER), timezone: text(OTHER) }, { error: OTHER })
            .nullish(),
        },
        { error: OTHER },
      )
      .nullish(),
  },
  { error: OTHER },
);
export type WebSearchOptions = z.infer<typeof WebSearchOptions>;

/** X: the several ways in which compatible servers are told to think. */
const thinkingFields = {
  reasoning_effort: text(OTHER),
  reasoning: z
    .looseObject(
      { effort: text(OTHER), max_tokens: integer(OTHER).nullish(), exclude: flag(OTHER), enabled: flag(OTHER) },
      { error: OTHER },
    )
    .nullish(),
  include_reasoning: flag(OTHER),
  thinking: z.looseObject({ type: text(OTHER), budget_tokens: integer(OTHER).nullish() }, { error: OTHER }).nullish(),
  extra_body: z
    .looseObject(
      {
        google: z
          .looseObject(
            {
              thinking_config: z
                .looseObject(
                  { thinking_budget: integer(OTHER).nullish(), thinking_level: text(OTHER), include_thoughts: flag(OTHER) },
                  { error: OTHER },
                )
                .nullish(),
              cached_content: text(OTHER),
            },
            { error: OTHER },
          )
          .nullish(),
      },
      { error: OTHER },
    )
    .nullish(),
};

export const ChatCompletionsRequest = z.looseObject(
  {
    model: z.string({ error: rule("R-002", "R-003") }),
    messages: list(RequestMessage, rule("R-004", "R-005")),
    max_tokens: integer("R-022").nullish(),
    max_completion_tokens: integer("R-022").nullish(),
    temperature: number("R-024"),
    top_p: number("R-026"),
    /** X. */
    top_k: number(OTHER),
    stream: flag("R-028"),
    stream_options: z.looseObject({ include_usage: flag("V-06") }, { error: "V-06" }).nullish(),
    stop: z.union([z.string({ error: "R-029" }), list(z.string({ error: "R-030" }), "R-029")], { error: "R-029" }).nullish(),
    n: integer("R-032").nullish(),
    presence_penalty: number("R-034"),
    frequency_penalty: number("R-036"),
    seed: number("V-04"),
    logprobs: flag("V-04"),
    top_logprobs: integer("V-04").nullish(),
    logit_bias: record(z.number({ error: "V-04" }), "V-04").nullish(),
    tools: list(Tool, "R-038").nullish(),
    tool_choice: ToolChoice.nullish(),
    parallel_tool_calls: flag(OTHER),
    /** The pre-tools form. */
    functions: list(FunctionDefinition, OTHER).nullish(),
    function_call: z.union([z.string({ error: OTHER }), NamedChoice], { error: OTHER }).nullish(),
    response_format: ResponseFormat.nullish(),
    ...thinkingFields,
    verbosity: text(OTHER),
    user: text("R-048"),
    safety_identifier: text("V-04"),
    prompt_cache_key: text(OTHER),
    prompt_cache_options: z.looseObject({ mode: text(OTHER), ttl: text(OTHER) }, { error: OTHER }).nullish(),
    metadata: record(z.string({ error: "V-04" }), "V-04").nullish(),
    service_tier: text(OTHER),
    modalities: list(z.string({ error: OTHER }), OTHER).nullish(),
    audio: anyObject(OTHER).nullish(),
    web_search_options: WebSearchOptions.nullish(),
  },
  { error: "R-001" },
);
/** The body of `POST /v1/chat/completions`. Unknown fields pass, and null counts as absent. Source: https://platform.openai.com/docs/api-reference/chat/create */
export type ChatCompletionsRequest = z.infer<typeof ChatCompletionsRequest>;
