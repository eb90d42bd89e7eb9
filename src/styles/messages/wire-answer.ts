/**
 * The messages wire, answer side: whole answers and stream events. As loose as can be read: compatible servers
 * leave out ids and usage and send null for what they have not.
 */
import type { Path } from "../../core/issue.js";
import { any, type Infer, kinds, list, number, object, openKinds, optional, word } from "../../core/schema.js";
import { assistantBlocks, DocumentBlock, ImageBlock, SearchResultBlock, ToolResultBlock, WireCacheControl, WireCitation } from "./wire.js";

const other = optional("R-086");
const text = other.text;
const count = other.count;
const cache_control = WireCacheControl.nullish();

const AnswerTextBlock = object(() => ({ type: word("text"), text, citations: other.list(WireCitation), cache_control }));

/** A block of an answer, which is a looser thing than a block of a request. */
export const AnswerBlock = openKinds(
  () => [AnswerTextBlock, ...assistantBlocks(text), ImageBlock, DocumentBlock, SearchResultBlock, ToolResultBlock],
  "R-086",
);
export type AnswerBlock = Infer<typeof AnswerBlock>;
export type AnswerBlockOf<Type extends AnswerBlock["type"]> = Extract<AnswerBlock, { readonly type: Type }>;

/** A block that is read whole: that of a text is read with what stands around it. */
export type WholeBlock = Exclude<AnswerBlock, AnswerBlockOf<"text">>;

const usage = other.object(() => ({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation: other.object(() => ({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count })),
  output_tokens_details: other.object(() => ({ thinking_tokens: count })),
  server_tool_use: other.object(() => ({ web_search_requests: count, web_fetch_requests: count })),
  service_tier: text,
}));
export type WireUsage = NonNullable<Infer<typeof usage>>;

const stop_details = other.object(() => ({ type: text, category: text, explanation: text }));

const stop = { stop_reason: text, stop_sequence: text, stop_details };

/** What ends an answer: fields of a whole answer, or of the `delta` of `message_delta`. */
const delta = other.object(() => stop);
export type WireStop = NonNullable<Infer<typeof delta>>;

const envelope = { id: text, type: text, role: text, model: text, usage, ...stop };

export const MessagesResponse = object(() => ({ ...envelope, content: list(AnswerBlock, "R-086") }), "R-086");
/** A whole answer. Unknown fields pass, and null counts as absent. Source: https://docs.anthropic.com/en/api/messages */
export interface MessagesResponse extends Infer<typeof MessagesResponse> {}

/** The answer in `message_start`: nothing in it is certain yet. */
const MessageHead = object(() => ({ ...envelope, content: other.list(AnswerBlock) }), "R-086");

export const BlockDelta = openKinds(
  () => [
    object(() => ({ type: word("text_delta"), text })),
    object(() => ({ type: word("input_json_delta"), partial_json: text })),
    object(() => ({ type: word("thinking_delta"), thinking: text })),
    object(() => ({ type: word("signature_delta"), signature: text })),
    object(() => ({ type: word("citations_delta"), citation: WireCitation })),
  ],
  "R-086",
);
export type BlockDelta = Infer<typeof BlockDelta>;

/** The field of a delta of text, thought or input that holds its text. */
export const TEXT_FIELDS = { text_delta: "text", thinking_delta: "thinking", input_json_delta: "partial_json" } as const;

/** Such a delta. */
export interface TextDelta {
  /** Of the block. */
  readonly index: number;
  readonly type: keyof typeof TEXT_FIELDS;
  readonly text: string;
}

const index = number("R-086");

export const MessageStartEvent = object(() => ({ type: word("message_start"), message: MessageHead }));
export type MessageStartEvent = Infer<typeof MessageStartEvent>;
const BlockStartEvent = object(() => ({ type: word("content_block_start"), index, content_block: AnswerBlock }));
const BlockDeltaEvent = object(() => ({ type: word("content_block_delta"), index, delta: BlockDelta }));
const BlockStopEvent = object(() => ({ type: word("content_block_stop"), index }));
export const MessageDeltaEvent = object(() => ({ type: word("message_delta"), delta, usage }));
export type MessageDeltaEvent = Infer<typeof MessageDeltaEvent>;
const MessageStopEvent = object(() => ({ type: word("message_stop") }));
const PingEvent = object(() => ({ type: word("ping") }));
/** `error` is whatever a server sends; see `error.ts`. */
const ErrorEvent = object(() => ({ type: word("error"), error: any() }));

export const MessagesStreamEvent = kinds(
  () => [MessageStartEvent, BlockStartEvent, BlockDeltaEvent, BlockStopEvent, MessageDeltaEvent, MessageStopEvent, PingEvent, ErrorEvent],
  "R-086",
);
/** One event of a streamed answer, distinguished by `type`. Source: https://docs.anthropic.com/en/api/messages-streaming */
export type MessagesStreamEvent = Infer<typeof MessagesStreamEvent>;

const ANSWER: ReadonlySet<string | number> = new Set(["content", "content_block"]);
/** Of a block or delta, what may be left out without taking anything of the answer away. */
const ASIDE: ReadonlySet<string | number> = new Set(["citations", "cache_control", "signature", "id", "tool_use_id"]);

/** Whether something of an answer or an event that stands there is the answer itself. */
export function isContent(path: Path): boolean {
  const [first, second] = path;
  const inAnswer =
    path.some((step) => ANSWER.has(step)) || (first === "delta" && !(typeof second === "string" && second.startsWith("stop_")));
  return inAnswer && !path.some((step) => ASIDE.has(step));
}
