/**
 * The messages wire, request side: what clients write. Structure only; ranges and value lists stand in `limits.ts`.
 * Unknown fields pass everywhere, and blocks and tools of unknown kinds are kept whole.
 * The answer side is in `wire-answer.ts`.
 */
import { z } from "zod";
import { isObject } from "../../core/json.js";
import { anyValue, integer, list, rule, type UnknownKind, unknownKind } from "../../core/schema.js";
import type { MessagesError, MessagesResponse, MessagesStreamEvent } from "./wire-answer.js";

const text = (id: string) => z.string({ error: id });
const optionalText = (id: string) => text(id).nullish();
const optionalFlag = (id: string) => z.boolean({ error: id }).nullish();
const optionalNumber = (id: string) => z.number({ error: id }).nullish();

export const WireCacheControl = z.looseObject({ type: text("V-14"), ttl: optionalText("V-14") }, { error: "V-14" });
export type WireCacheControl = z.infer<typeof WireCacheControl>;

const cache_control = WireCacheControl.nullish();

/** Any of the five citation kinds, or one that came later: told apart by `type` in `citations.ts`. */
export const WireCitation = z.looseObject(
  {
    type: text("R-086"),
    cited_text: optionalText("R-086"),
    document_index: optionalNumber("R-086"),
    document_title: optionalText("R-086"),
    file_id: optionalText("R-086"),
    start_char_index: optionalNumber("R-086"),
    end_char_index: optionalNumber("R-086"),
    start_page_number: optionalNumber("R-086"),
    end_page_number: optionalNumber("R-086"),
    start_block_index: optionalNumber("R-086"),
    end_block_index: optionalNumber("R-086"),
    search_result_index: optionalNumber("R-086"),
    source: optionalText("R-086"),
    title: optionalText("R-086"),
    url: optionalText("R-086"),
    encrypted_index: optionalText("R-086"),
  },
  { error: "R-086" },
);
export type WireCitation = z.infer<typeof WireCitation>;

const CitationSwitch = z.looseObject({ enabled: optionalFlag("R-086") }, { error: "R-086" });

export const TextBlock = z.looseObject(
  {
    type: z.literal("text", { error: "R-084" }),
    text: text("R-085"),
    citations: list(WireCitation, "R-086").nullish(),
    cache_control,
  },
  { error: "R-083" },
);
export type TextBlock = z.infer<typeof TextBlock>;

const Base64Source = z.looseObject({ type: z.literal("base64"), media_type: text("V-17"), data: text("V-17") });
const UrlSource = z.looseObject({ type: z.literal("url"), url: text("V-17") });
const FileSource = z.looseObject({ type: z.literal("file"), file_id: text("V-17") });
const TextSource = z.looseObject({ type: z.literal("text"), media_type: optionalText("V-17"), data: text("V-17") });

export const ImageBlock = z.looseObject({
  type: z.literal("image"),
  source: z.discriminatedUnion("type", [Base64Source, UrlSource, FileSource], { error: "V-17" }),
  cache_control,
});
export type ImageBlock = z.infer<typeof ImageBlock>;

const NESTED_KINDS = ["text", "image"] as const;
const NestedBlock = z.discriminatedUnion("type", [TextBlock, ImageBlock], { error: "R-084" });
type NestedBlock = z.infer<typeof NestedBlock>;
const ContentSource = z.looseObject({
  type: z.literal("content"),
  content: z.union([text("R-086"), list(z.union([NestedBlock, unknownKind(NESTED_KINDS, "R-084")], { error: "R-084" }), "R-086")]),
});

/** What a document of blocks may hold; everything else there is kept whole. */
export function isNestedBlock<B extends { readonly type: string }>(block: B | NestedBlock): block is NestedBlock {
  return NESTED_KINDS.some((kind) => kind === block.type);
}

export const DocumentBlock = z.looseObject({
  type: z.literal("document"),
  source: z.discriminatedUnion("type", [Base64Source, TextSource, UrlSource, ContentSource, FileSource], { error: "V-17" }),
  title: optionalText("R-086"),
  context: optionalText("R-086"),
  citations: CitationSwitch.nullish(),
  cache_control,
});
export type DocumentBlock = z.infer<typeof DocumentBlock>;

export const SearchResultBlock = z.looseObject({
  type: z.literal("search_result"),
  source: text("R-086"),
  title: text("R-086"),
  content: list(TextBlock, "R-086"),
  citations: CitationSwitch.nullish(),
  cache_control,
});
export type SearchResultBlock = z.infer<typeof SearchResultBlock>;

const ToolUseBlock = z.looseObject({
  type: z.literal("tool_use"),
  id: text("R-086"),
  name: text("R-086"),
  input: anyValue("R-086"),
  cache_control,
});
export type ToolUseBlock = z.infer<typeof ToolUseBlock>;

export const RESULT_KINDS = ["text", "image", "document", "search_result"] as const;
const ResultContentBlock = z.discriminatedUnion("type", [TextBlock, ImageBlock, DocumentBlock, SearchResultBlock], { error: "R-084" });
type ResultContentBlock = z.infer<typeof ResultContentBlock>;

/** What a result may hold; a block of another kind there is kept whole. */
export const ResultContent = z.union([ResultContentBlock, unknownKind(RESULT_KINDS, "R-084")], { error: "R-084" });
export type ResultContent = z.infer<typeof ResultContent>;

export function isKnownResultContent<B extends { readonly type: string }>(block: B | ResultContentBlock): block is ResultContentBlock {
  return RESULT_KINDS.some((kind) => kind === block.type);
}

export const ToolResultBlock = z.looseObject({
  type: z.literal("tool_result"),
  tool_use_id: text("R-086"),
  content: z.union([text("R-086"), list(ResultContent, "R-086")], { error: "R-086" }).nullish(),
  is_error: optionalFlag("R-086"),
  cache_control,
});
export type ToolResultBlock = z.infer<typeof ToolResultBlock>;

export const ThinkingBlock = z.looseObject({
  type: z.literal("thinking"),
  thinking: text("R-086"),
  signature: optionalText("R-086"),
});
export type ThinkingBlock = z.infer<typeof ThinkingBlock>;

export const RedactedThinkingBlock = z.looseObject({ type: z.literal("redacted_thinking"), data: text("R-086") });
export type RedactedThinkingBlock = z.infer<typeof RedactedThinkingBlock>;

export const ServerToolUseBlock = z.looseObject({
  type: z.literal("server_tool_use"),
  id: text("R-086"),
  name: text("R-086"),
  input: anyValue("R-086"),
  cache_control,
});
export type ServerToolUseBlock = z.infer<typeof ServerToolUseBlock>;

/** Kinds of blocks that hold the result of a tool which the service ran itself. */
export const SERVER_RESULT_KINDS = [
  "web_search_tool_result",
  "web_fetch_tool_result",
  "code_execution_tool_result",
  "bash_code_execution_tool_result",
  "text_editor_code_execution_tool_result",
  "tool_search_tool_result",
] as const;

export const ServerResultBlock = z.looseObject({
  type: z.enum(SERVER_RESULT_KINDS),
  tool_use_id: text("R-086"),
  content: anyValue("R-086"),
  cache_control,
});
export type ServerResultBlock = z.infer<typeof ServerResultBlock>;

/** Block kinds that this version reads; every other kind is kept whole. */
export const BLOCK_KINDS = [
  "text",
  "image",
  "document",
  "search_result",
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "server_tool_use",
  ...SERVER_RESULT_KINDS,
] as const;

const KnownBlock = z.discriminatedUnion(
  "type",
  [
    TextBlock,
    ImageBlock,
    DocumentBlock,
    SearchResultBlock,
    ToolUseBlock,
    ToolResultBlock,
    ThinkingBlock,
    RedactedThinkingBlock,
    ServerToolUseBlock,
    ServerResultBlock,
  ],
  { error: ({ input }) => (isObject(input) ? "R-084" : "R-083") },
);
export type KnownBlock = z.infer<typeof KnownBlock>;
export const UnknownBlock = unknownKind(BLOCK_KINDS, "R-084");
export type UnknownBlock = z.infer<typeof UnknownBlock>;
export const Block = z.union([KnownBlock, UnknownBlock]);
export type Block = z.infer<typeof Block>;

export const WireMessage = z.looseObject(
  {
    role: z.enum(["user", "assistant", "system"], {
      error: (issue) => (typeof issue.input === "string" ? "R-080" : "R-079"),
    }),
    content: z.union([z.string({ error: rule("R-081", "R-082") }), list(Block, rule("R-081", "R-082"))]),
  },
  { error: "R-078" },
);
export type WireMessage = z.infer<typeof WireMessage>;

export const FunctionToolDefinition = z.looseObject({
  type: z.literal("custom", { error: "V-15" }).nullish(),
  name: text("V-15"),
  description: optionalText("V-15"),
  input_schema: z.looseObject({}, { error: "V-15" }),
  strict: optionalFlag("V-15"),
  cache_control,
});
export type FunctionToolDefinition = z.infer<typeof FunctionToolDefinition>;

const domains = list(text("V-15"), "V-15").nullish();
export const WebSearchToolDefinition = z.looseObject({
  type: z.templateLiteral(["web_search_", z.string()], { error: "V-15" }),
  name: text("V-15"),
  allowed_domains: domains,
  blocked_domains: domains,
  max_uses: integer("V-15").nullish(),
  user_location: z
    .looseObject(
      {
        type: optionalText("V-15"),
        city: optionalText("V-15"),
        country: optionalText("V-15"),
        region: optionalText("V-15"),
        timezone: optionalText("V-15"),
      },
      { error: "V-15" },
    )
    .nullish(),
  cache_control,
});
export type WebSearchToolDefinition = z.infer<typeof WebSearchToolDefinition>;

export const WebFetchToolDefinition = z.looseObject({
  type: z.templateLiteral(["web_fetch_", z.string()], { error: "V-15" }),
  name: text("V-15"),
  allowed_domains: domains,
  blocked_domains: domains,
  max_uses: integer("V-15").nullish(),
  cache_control,
});
export type WebFetchToolDefinition = z.infer<typeof WebFetchToolDefinition>;

export const CodeExecutionToolDefinition = z.looseObject({
  type: z.templateLiteral(["code_execution_", z.string()], { error: "V-15" }),
  name: optionalText("V-15"),
  cache_control,
});
export type CodeExecutionToolDefinition = z.infer<typeof CodeExecutionToolDefinition>;

/** A tool of the vendor that only this style has, whole. `function` is not one: it is how another style writes its tools. */
const OtherToolDefinition = z.looseObject({
  type: z.custom<UnknownKind>(
    (value) =>
      typeof value === "string" &&
      value !== "custom" &&
      value !== "function" &&
      !value.startsWith("web_search_") &&
      !value.startsWith("web_fetch_") &&
      !value.startsWith("code_execution_"),
    { error: "V-15" },
  ),
  name: optionalText("V-15"),
});
export type OtherToolDefinition = z.infer<typeof OtherToolDefinition>;

export const ToolDefinition = z.union(
  [FunctionToolDefinition, WebSearchToolDefinition, WebFetchToolDefinition, CodeExecutionToolDefinition, OtherToolDefinition],
  { error: "V-15" },
);
export type ToolDefinition = z.infer<typeof ToolDefinition>;

export const WireToolChoice = z.looseObject(
  { type: text("V-15"), name: optionalText("V-15"), disable_parallel_tool_use: optionalFlag("V-15") },
  { error: "V-15" },
);
export type WireToolChoice = z.infer<typeof WireToolChoice>;

export const WireThinking = z.looseObject(
  { type: text("V-11"), budget_tokens: integer("V-11").nullish(), display: optionalText("V-11") },
  { error: "V-11" },
);
export type WireThinking = z.infer<typeof WireThinking>;

export const WireFormat = z
  .looseObject({ type: text("R-086"), schema: z.looseObject({}, { error: "R-086" }).nullish() }, { error: "R-086" })
  .refine(({ type, schema }) => type !== "json_schema" || isObject(schema), {
    error: "R-086",
    path: ["schema"],
    params: { record: true },
  });
export type WireFormat = z.infer<typeof WireFormat>;

export const MessagesRequest = z.looseObject(
  {
    model: z.string({ error: rule("R-072", "R-073") }).min(1, { error: "R-073" }),
    messages: list(WireMessage, rule("R-074", "R-075")).refine((messages) => messages.length > 0, { error: "R-075" }),
    max_tokens: z.number({ error: rule("R-076", "R-077") }).refine(Number.isInteger, { error: "R-077" }),
    system: z.union([text("R-086"), list(TextBlock, "R-086")], { error: "R-086" }).nullish(),
    stop_sequences: list(text("R-086"), "R-086").nullish(),
    stream: optionalFlag("R-086"),
    temperature: optionalNumber("V-10"),
    top_p: optionalNumber("V-10"),
    top_k: integer("V-10").nullish(),
    tools: list(ToolDefinition, "V-15").nullish(),
    tool_choice: WireToolChoice.nullish(),
    thinking: WireThinking.nullish(),
    output_config: z.looseObject({ effort: optionalText("R-086"), format: WireFormat.nullish() }, { error: "R-086" }).nullish(),
    output_format: WireFormat.nullish(),
    metadata: z.looseObject({ user_id: optionalText("V-14") }, { error: "V-14" }).nullish(),
    service_tier: optionalText("R-086"),
    speed: optionalText("R-086"),
    cache_control,
  },
  { error: "R-071" },
);
/** The body of `POST /v1/messages`. Unknown fields pass, and null counts as absent. Source: https://docs.anthropic.com/en/api/messages */
export type MessagesRequest = z.infer<typeof MessagesRequest>;

/**
 * The wire types of this style.
 * Source: https://docs.anthropic.com/en/api/messages.
 */
export interface MessagesWire {
  readonly request: MessagesRequest;
  readonly response: MessagesResponse;
  readonly error: MessagesError;
  readonly event: MessagesStreamEvent;
}

export type { MessagesError, MessagesResponse, MessagesStreamEvent } from "./wire-answer.js";
