/**
 * A chat-completions request on the wire: the specification's fields, the vendor's, and those (X) that compatible servers and their clients
 * added, first their structure, then the ranges and words that the encoder keeps to and the validator checks beyond `fields.ts`.
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
  optional,
  record,
  string,
  stringOr,
  word,
} from "../../core/schema.js";
import type { Json } from "../../model/common.js";
import type { NameRule } from "../../model/tools.js";

/** Rule of fields that no numbered rule covers. */
const OTHER = "V-08";
const other = optional(OTHER);
const format = optional("V-07");
const choice = optional("R-047");
const tool = optional("V-05");

/** Any JSON value. */
export const AnyJson = any<Json | undefined>();

const text = (id: string) => string(id).nullish();
const flag = (id: string) => boolean(id).nullish();
const count = (id: string) => number(id).nullish();

/** X: the cache marker of the messages style, on a block, a tool or a whole message. */
export const CacheMarker = other.object(() => ({ type: other.text, ttl: other.text }));
const marked = { cache_control: CacheMarker, prompt_cache_breakpoint: other.object(() => ({ mode: other.text })) };

const TextContent = object(() => ({ type: word("text"), text: string("R-018"), ...marked }));
const ImageUrl = object(() => ({ url: string("R-020"), detail: text("V-02") }), "R-019");
/** X: the address alone. */
const ImageContent = object(() => ({ type: word("image_url"), image_url: stringOr(ImageUrl, "R-019"), ...marked }));
const AudioContent = object(() => ({
  type: word("input_audio"),
  /** X: the data alone. */
  input_audio: stringOr(
    object(() => ({ data: string("V-02"), format: string("V-02") }), "V-02"),
    "V-02",
  ),
  ...marked,
}));
const FileContent = object(() => ({
  type: word("file"),
  file: object(() => ({ file_data: text("V-02"), file_id: text("V-02"), filename: text("V-02") }), "V-02"),
  ...marked,
}));
const RefusalContent = object(() => ({ type: word("refusal"), refusal: string("V-02"), ...marked }));
const VideoContent = object(() => ({
  type: word("video_url"),
  video_url: object(() => ({ url: string("V-02") }), "V-02"),
  ...marked,
}));

/** X: Mistral's documents. */
const DocumentContent = object(() => ({
  type: word("document_url"),
  document_url: AnyJson,
  document_name: AnyJson,
  ...marked,
}));
/** X: thoughts among the content. */
const ThinkingContent = object(() => ({ type: word("thinking"), thinking: AnyJson }));

/** One block of `content`. Kinds that this version does not know pass whole. */
export const ContentPart = openKinds(
  () => [TextContent, ImageContent, AudioContent, FileContent, RefusalContent, VideoContent, DocumentContent, ThinkingContent],
  "R-016",
  "R-015",
);
export type ContentPart = Infer<typeof ContentPart>;
export type KnownContent = Exclude<ContentPart, OfUnknownKind>;

const Content = stringOr(list(ContentPart, "R-013"), { missing: "R-012", type: "R-013" });

/** X: how the Gemini-compatible endpoint carries its signatures. */
export const ExtraContent = other.object(() => ({ google: other.object(() => ({ thought_signature: other.text })) }));

/** Arguments are text; compatible servers also send an object or nothing. */
const FunctionCall = other.object(() => ({ name: string("V-05"), arguments: AnyJson }));

/** A call in the history. Servers leave out ids and types. */
export const ToolCall = object(
  () => ({
    id: text("V-01"),
    type: other.text,
    function: FunctionCall,
    custom: other.object(() => ({ name: string("V-05"), input: other.text })),
    extra_content: ExtraContent,
    cache_control: CacheMarker,
    /** Left over from a stream. */
    index: other.number,
  }),
  OTHER,
);
export type ToolCall = Infer<typeof ToolCall>;

/** X: reasoning kept apart, as OpenRouter has it. */
export const ReasoningDetail = object(
  () => ({
    type: other.text,
    text: other.text,
    summary: other.text,
    data: other.text,
    signature: other.text,
    format: other.text,
    index: other.number,
    id: other.text,
  }),
  OTHER,
);
export type ReasoningDetail = Infer<typeof ReasoningDetail>;

/** X: thinking blocks of the messages style, verbatim. */
export const ThinkingBlock = object(() => ({ type: other.text, thinking: other.text, signature: other.text, data: other.text }), OTHER);
export type ThinkingBlock = Infer<typeof ThinkingBlock>;

/** The fields, all X, in which an assistant message carries its thoughts. */
export const reasoningFields = {
  reasoning_content: other.text,
  reasoning: other.text,
  reasoning_details: other.list(ReasoningDetail),
  thinking_blocks: other.list(ThinkingBlock),
};

/** X: pictures that the assistant made. */
export const AssistantImages = other.list(
  object(() => ({ type: other.text, image_url: other.object(() => ({ url: string(OTHER) })) }), OTHER),
);

const name = text("R-011");
const common = { name, cache_control: CacheMarker };

const SystemMessage = object(() => ({ role: word("system"), content: Content, ...common }));
const DeveloperMessage = object(() => ({ role: word("developer"), content: Content, ...common }));
const UserMessage = object(() => ({ role: word("user"), content: Content, ...common }));
const AssistantMessage = object(() => ({
  role: word("assistant"),
  content: Content.nullish(),
  refusal: other.text,
  tool_calls: list(ToolCall, "V-01").nullish(),
  function_call: FunctionCall,
  audio: other.object(() => ({ id: other.text, data: other.text, transcript: other.text, expires_at: other.number })),
  ...reasoningFields,
  extra_content: ExtraContent,
  /** X: the answer goes on from this turn. */
  prefix: other.flag,
  images: AssistantImages,
  ...common,
}));
const ToolMessage = object(() => ({ role: word("tool"), content: Content, tool_call_id: text("V-01"), ...common }));
const FunctionMessage = object(() => ({ role: word("function"), content: Content.nullish(), ...common }));

export const RequestMessage = kinds(
  () => [SystemMessage, DeveloperMessage, UserMessage, AssistantMessage, ToolMessage, FunctionMessage],
  { type: "R-008", word: "R-009" },
  "R-007",
  { key: "role", otherwise: object(() => ({ content: Content.nullish(), ...common })) },
);
export type RequestMessage = Infer<typeof RequestMessage>;

const FunctionDefinition = object(
  () => ({
    name: text("R-042"),
    description: text("R-043"),
    parameters: jsonObject("R-044").nullish(),
    strict: tool.flag,
  }),
  "R-041",
);

export const Tool = object(
  () => ({
    type: text("R-040"),
    function: FunctionDefinition.nullish(),
    custom: tool.object(() => ({ name: tool.text, description: tool.text, format: jsonObject("V-05").nullish() })),
    cache_control: CacheMarker,
  }),
  "R-039",
);
export type Tool = Infer<typeof Tool>;

const NamedChoice = object(() => ({ name: choice.text }), "R-047");
const ToolChoice = stringOr(
  object(
    () => ({
      type: choice.text,
      function: NamedChoice.nullish(),
      custom: NamedChoice.nullish(),
      allowed_tools: choice.object(() => ({ mode: choice.text, tools: choice.list(Tool) })),
    }),
    "R-045",
  ),
  "R-045",
);
export type ToolChoice = Infer<typeof ToolChoice>;

const ResponseFormat = object(
  () => ({
    type: string("V-07"),
    json_schema: format.object(() => ({
      name: format.text,
      description: format.text,
      schema: jsonObject("V-07").nullish(),
      strict: format.flag,
    })),
  }),
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
  () => ({
    search_context_size: other.text,
    user_location: other.object(() => ({
      type: other.text,
      approximate: other.object(() => ({ city: other.text, country: other.text, region: other.text, timezone: other.text })),
    })),
  }),
  OTHER,
);
export type WebSearchOptions = Infer<typeof WebSearchOptions>;

/** X: the several fields that configure thinking at compatible servers. */
const thinkingFields = {
  reasoning_effort: other.text,
  reasoning: other.object(() => ({ effort: other.text, max_tokens: other.integer, exclude: other.flag, enabled: other.flag })),
  include_reasoning: other.flag,
  thinking: other.object(() => ({ type: other.text, budget_tokens: other.integer })),
  extra_body: other.object(() => ({
    google: other.object(() => ({
      thinking_config: other.object(() => ({ thinking_budget: other.integer, thinking_level: other.text, include_thoughts: other.flag })),
      cached_content: other.text,
    })),
  })),
};

export const ChatCompletionsRequest = object(
  () => ({
    model: string({ missing: "R-002", type: "R-003" }),
    messages: list(RequestMessage, { missing: "R-004", type: "R-005" }),
    max_tokens: integer("R-022").nullish(),
    max_completion_tokens: integer("R-022").nullish(),
    temperature: count("R-024"),
    top_p: count("R-026"),
    /** X. */
    top_k: other.number,
    stream: flag("R-028"),
    stream_options: object(() => ({ include_usage: flag("V-06") }), "V-06").nullish(),
    stop: stringOr(list(string("R-030"), "R-029"), "R-029").nullish(),
    n: integer("R-032").nullish(),
    presence_penalty: count("R-034"),
    frequency_penalty: count("R-036"),
    seed: count("V-04"),
    /** X. */
    random_seed: other.number,
    logprobs: flag("V-04"),
    top_logprobs: integer("V-04").nullish(),
    logit_bias: record(number("V-04"), "V-04").nullish(),
    tools: list(Tool, "R-038").nullish(),
    tool_choice: ToolChoice.nullish(),
    parallel_tool_calls: other.flag,
    /** The pre-tools form. */
    functions: other.list(FunctionDefinition),
    function_call: stringOr(NamedChoice, OTHER).nullish(),
    response_format: ResponseFormat.nullish(),
    ...thinkingFields,
    verbosity: other.text,
    user: text("R-048"),
    safety_identifier: text("V-04"),
    prompt_cache_key: other.text,
    prompt_cache_options: other.object(() => ({ mode: other.text, ttl: other.text })),
    metadata: record(string("V-04"), "V-04").nullish(),
    service_tier: other.text,
    modalities: other.list(string(OTHER)),
    audio: jsonObject(OTHER).nullish(),
    web_search_options: WebSearchOptions.nullish(),
  }),
  "R-001",
);
/** The body of `POST /v1/chat/completions`. Unknown fields pass, and null counts as absent. Source: https://platform.openai.com/docs/api-reference/chat/create */
export interface ChatCompletionsRequest extends Infer<typeof ChatCompletionsRequest> {}

export const STYLE = "chat-completions";

/** The field of the conversation. */
export const MESSAGES = "messages";
/** */
export const MAX_STOP = 4;
/** V-04. */
export const MAX_USER_ID = 128;
/** Characters of `user`, which many servers check. */
export const MAX_USER = 64;

/** V-05 for tools and V-07 for response formats. */
export const TOOL_NAME: NameRule = {
  rule: "V-05",
  legal: /^[A-Za-z0-9_-]{1,64}$/,
  illegal: /[^A-Za-z0-9_-]/g,
  max: 64,
  keeps: (name, { own, profile }) => own && (name === "" || profile === "gateway"),
};

/** V-02. */
export const IMAGE_DETAILS = ["auto", "low", "high", "original"] as const;
/** V-08. */
export const SERVICE_TIERS = ["auto", "default", "flex", "scale", "priority", "fast"] as const;
/** V-08. */
export const MODALITIES = ["text", "audio"] as const;

/** Narrows a word to a list of known ones. */
export function isOneOf<const T extends string>(list: readonly T[], value: unknown): value is T {
  return list.some((known) => known === value);
}
