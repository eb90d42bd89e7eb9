/**
 * The messages wire, request side: the structure of what clients write, and the ranges, counts and words that the encoder keeps to and
 * validation checks. Unknown fields pass everywhere, and blocks and tools of unknown kinds are kept whole. A value that an earlier model
 * took and a later one refuses is not here: see `Capabilities`. The answer side is in `wire-answer.ts`.
 */

import type { Range } from "../../core/check.js";
import { isObject } from "../../core/json.js";
import {
  type AnySchema,
  any,
  anyObject,
  type Infer,
  integer,
  kinds,
  list,
  number,
  object,
  openKinds,
  optional,
  selected,
  string,
  stringOr,
  type UnknownKind,
  word,
} from "../../core/schema.js";
import type { BaseProfile } from "../../model/common.js";
import type { NameRule } from "../../model/tools.js";

const text = string("R-086");
const other = optional("R-086");
const cache = optional("V-14");
const tool = optional("V-15");

export const WireCacheControl = object(() => ({ type: string("V-14"), ttl: cache.text }), "V-14");
export type WireCacheControl = Infer<typeof WireCacheControl>;

const cache_control = WireCacheControl.nullish();

/** Any of the five citation kinds, or one that came later: distinguished by `type` in `citations.ts`. */
export const WireCitation = object(
  () => ({
    type: text,
    cited_text: other.text,
    document_index: other.number,
    document_title: other.text,
    file_id: other.text,
    start_char_index: other.number,
    end_char_index: other.number,
    start_page_number: other.number,
    end_page_number: other.number,
    start_block_index: other.number,
    end_block_index: other.number,
    search_result_index: other.number,
    source: other.text,
    title: other.text,
    url: other.text,
    encrypted_index: other.text,
  }),
  "R-086",
);
export type WireCitation = Infer<typeof WireCitation>;

const citations = other.object(() => ({ enabled: other.flag }));

const TextBlock = object(
  () => ({
    type: word("text", "R-084"),
    text: string("R-085"),
    citations: other.list(WireCitation),
    cache_control,
  }),
  "R-083",
);
const OnlyText = kinds(() => [TextBlock], "R-084", "R-083");

const Base64Source = object(() => ({ type: word("base64"), media_type: string("V-17"), data: string("V-17") }));
const UrlSource = object(() => ({ type: word("url"), url: string("V-17") }));
const FileSource = object(() => ({ type: word("file"), file_id: string("V-17") }));
const TextSource = object(() => ({ type: word("text"), media_type: string("V-17").nullish(), data: string("V-17") }));

export const ImageBlock = object(() => ({
  type: word("image"),
  source: kinds(() => [Base64Source, UrlSource, FileSource], "V-17"),
  cache_control,
}));

/** What a document of blocks may hold; everything else there is kept whole. */
export const NestedBlock = openKinds(() => [TextBlock, ImageBlock], "R-084");
export type NestedBlock = Infer<typeof NestedBlock>;
const ContentSource = object(() => ({ type: word("content"), content: stringOr(list(NestedBlock, "R-086"), "R-086") }));

export const DocumentBlock = object(() => ({
  type: word("document"),
  source: kinds(() => [Base64Source, TextSource, UrlSource, ContentSource, FileSource], "V-17"),
  title: other.text,
  context: other.text,
  citations,
  cache_control,
}));

export const SearchResultBlock = object(() => ({
  type: word("search_result"),
  source: text,
  title: text,
  content: list(OnlyText, "R-086"),
  citations,
  cache_control,
}));

/** What a result may hold; a block of another kind there is kept whole. */
const RESULT_BLOCKS = [TextBlock, ImageBlock, DocumentBlock, SearchResultBlock] as const;
export const ResultContent = openKinds(() => RESULT_BLOCKS, "R-084");
export type ResultContent = Infer<typeof ResultContent>;

export const ToolResultBlock = object(() => ({
  type: word("tool_result"),
  tool_use_id: text,
  content: stringOr(list(ResultContent, "R-086"), "R-086").nullish(),
  is_error: other.flag,
  cache_control,
}));

/** Kinds of blocks that hold the result of a tool which the service ran itself. */
export const SERVER_RESULT_KINDS = [
  "web_search_tool_result",
  "web_fetch_tool_result",
  "code_execution_tool_result",
  "bash_code_execution_tool_result",
  "text_editor_code_execution_tool_result",
  "tool_search_tool_result",
] as const;
export type ServerResultKind = (typeof SERVER_RESULT_KINDS)[number];

/** @param text what such a block of a request must have, and that of an answer may leave out */
export function assistantBlocks<Text extends AnySchema>(text: Text) {
  const call = { id: text, name: string("R-086"), input: any("R-086"), cache_control };
  return [
    object(() => ({ type: word("tool_use"), ...call })),
    object(() => ({ type: word("server_tool_use"), ...call })),
    object(() => ({ type: word("thinking"), thinking: text, signature: other.text })),
    object(() => ({ type: word("redacted_thinking"), data: text })),
    object(() => ({ type: word(SERVER_RESULT_KINDS), tool_use_id: text, content: any("R-086"), cache_control })),
  ] as const;
}

export const Block = openKinds(() => [...RESULT_BLOCKS, ToolResultBlock, ...assistantBlocks(text)], "R-084", "R-083");
export type Block = Infer<typeof Block>;
export type BlockOf<Type extends Block["type"]> = Extract<Block, { readonly type: Type }>;

export const WireMessage = object(
  () => ({
    role: word(["user", "assistant", "system"], { type: "R-079", word: "R-080" }),
    content: stringOr(list(Block, "R-082"), { missing: "R-081", type: "R-082" }),
  }),
  "R-078",
);
export type WireMessage = Infer<typeof WireMessage>;

export const FunctionToolDefinition = object(() => ({
  // Some clients leave it empty.
  type: word(["custom", ""], "V-15").nullish(),
  name: string("V-15"),
  description: tool.text,
  input_schema: anyObject("V-15"),
  strict: tool.flag,
  cache_control,
}));
export type FunctionToolDefinition = Infer<typeof FunctionToolDefinition>;

const domains = tool.list(string("V-15"));
const search = {
  name: string("V-15"),
  allowed_domains: domains,
  blocked_domains: domains,
  max_uses: tool.integer,
  cache_control,
};
export const WebSearchToolDefinition = object(() => ({
  type: string<`web_search_${string}`>("V-15"),
  ...search,
  user_location: tool.object(() => ({ type: tool.text, city: tool.text, country: tool.text, region: tool.text, timezone: tool.text })),
}));
export type WebSearchToolDefinition = Infer<typeof WebSearchToolDefinition>;
const WebFetchToolDefinition = object(() => ({ type: string<`web_fetch_${string}`>("V-15"), ...search }));

const CodeExecutionToolDefinition = object(() => ({ type: string<`code_execution_${string}`>("V-15"), name: tool.text, cache_control }));

/** A tool of the vendor that only this style has, whole. */
const OtherToolDefinition = object(() => ({ type: string<UnknownKind>("V-15"), name: tool.text }));

const SERVER_TOOLS = [
  ["web_search_", WebSearchToolDefinition],
  ["web_fetch_", WebFetchToolDefinition],
  ["code_execution_", CodeExecutionToolDefinition],
] as const;

/** `function` is how another style writes its tools. */
export const ToolDefinition = selected(
  () => [FunctionToolDefinition, WebSearchToolDefinition, WebFetchToolDefinition, CodeExecutionToolDefinition, OtherToolDefinition],
  ({ type = null }) => {
    if (type === null || type === "custom" || type === "") return FunctionToolDefinition;
    if (typeof type !== "string" || type === "function") return undefined;
    return SERVER_TOOLS.find(([start]) => type.startsWith(start))?.[1] ?? OtherToolDefinition;
  },
  "V-15",
);
export type ToolDefinition = Infer<typeof ToolDefinition>;

export const WireToolChoice = object(() => ({ type: string("V-15"), name: tool.text, disable_parallel_tool_use: tool.flag }), "V-15");
export type WireToolChoice = Infer<typeof WireToolChoice>;

const thinking = optional("V-11");
export const WireThinking = object(() => ({ type: string("V-11"), budget_tokens: thinking.integer, display: thinking.text }), "V-11");
export type WireThinking = Infer<typeof WireThinking>;

export const WireFormat = object(() => ({ type: text, schema: anyObject("R-086").nullish() }), "R-086").refine(
  ({ type, schema }) => type !== "json_schema" || isObject(schema),
  "R-086",
  "an object",
  ["schema"],
);
export type WireFormat = Infer<typeof WireFormat>;

export const MessagesRequest = object(
  () => ({
    model: string({ missing: "R-072", type: "R-073" }).refine((model) => model !== "", "R-073", "a name"),
    messages: list(WireMessage, { missing: "R-074", type: "R-075" }).refine(
      (messages) => messages.length > 0,
      "R-075",
      "at least one message",
    ),
    max_tokens: integer({ missing: "R-076", type: "R-077" }),
    system: stringOr(list(OnlyText, "R-086"), "R-086").nullish(),
    stop_sequences: other.list(text),
    stream: other.flag,
    temperature: number("V-10").nullish(),
    top_p: number("V-10").nullish(),
    top_k: integer("V-10").nullish(),
    tools: tool.list(ToolDefinition),
    tool_choice: WireToolChoice.nullish(),
    thinking: WireThinking.nullish(),
    output_config: other.object(() => ({ effort: other.text, format: WireFormat.nullish() })),
    output_format: WireFormat.nullish(),
    metadata: cache.object(() => ({ user_id: cache.text })),
    service_tier: other.text,
    speed: other.text,
    cache_control,
  }),
  "R-071",
);
/** The body of `POST /v1/messages`. Unknown fields pass, and null counts as absent. Source: https://docs.anthropic.com/en/api/messages */
export interface MessagesRequest extends Infer<typeof MessagesRequest> {}

export const RANGES = {
  temperature: { rule: "V-10", min: 0, max: 1 },
  top_p: { rule: "V-10", min: 0, max: 1 },
  top_k: { rule: "V-10", min: 0 },
} as const satisfies Record<string, Range>;
/** The vendor takes 0 as a request to fill the cache and answer nothing. */
export const MAX_TOKENS = {
  gateway: { rule: "R-077", min: 1 },
  vendor: { rule: "R-077", min: 0 },
} as const satisfies Record<BaseProfile, Range>;

/** Thinking (V-11): the budget lies below `max_tokens`; `top_p` below the minimum is refused beside a budget. */
export const THINKING = {
  rule: "V-11",
  minBudget: 1024,
  minTopP: 0.95,
  types: ["enabled", "adaptive", "disabled", "between_tools"],
  displays: ["summarized", "omitted"],
} as const;

export const CACHE = { rule: "V-14", maxMarkers: 4, types: ["ephemeral"], ttls: ["5m", "1h"] } as const;
export const USER_ID = { rule: "V-14", max: 256 } as const;

/** What identifies a person, and a `user_id` is refused for: "metadata.user_id: user_id appears to contain an email address". */
const PERSONAL = [
  ["an e-mail address", /[^\s@]@[^\s@]+\.[^\s@]/],
  // An international number, or groups of 3, 3 and 4 digits. Digits alone may be any id.
  ["a phone number", /(?<![\w+])(?:\+\d(?:[ ().-]{0,2}\d){6,14}|\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4})(?![\w-])/],
] as const;

/** The kind of personal data in the text, in words; undefined where there is none. */
export function personIn(text: string): string | undefined {
  return PERSONAL.find(([, pattern]) => pattern.test(text))?.[0];
}

export const TOOL_NAME = {
  rule: "V-15",
  legal: /^[A-Za-z0-9_-]{1,128}$/,
  illegal: /[^A-Za-z0-9_-]/g,
  badStart: /^[0-9]/,
  max: 128,
} as const satisfies NameRule;

/** A legal id of a tool call (V-13). */
export const TOOL_ID = /^[A-Za-z0-9_-]+$/;
export const TOOL_ID_RULE = "V-13";

export const MEDIA = {
  rule: "V-17",
  image: ["image/jpeg", "image/png", "image/gif", "image/webp"],
  document: ["application/pdf"],
  text: ["text/plain"],
  imageSources: ["base64", "url", "file"],
  documentSources: ["base64", "text", "url", "content", "file"],
} as const;

/** The blocks of a content that nobody has looked at, of which a text is one; undefined for one of a type that it may not have. */
export function blocksIn(content: unknown): readonly unknown[] | undefined {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content : undefined;
}

export const EFFORTS = ["low", "medium", "high", "xhigh", "max"] as const;

/** True for a text that the service refuses as a block of its own: nothing, or white space only. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
