/**
 * The messages wire, answer side: whole answers, stream events and errors. As loose as can be read: compatible servers
 * leave out ids and usage and send null for what they have not.
 */
import { z } from "zod";
import type { Path } from "../../core/path.js";
import { anyValue, list, unknownKind } from "../../core/schema.js";
import {
  BLOCK_KINDS,
  DocumentBlock,
  ImageBlock,
  SearchResultBlock,
  ToolResultBlock,
  type UnknownBlock,
  WireCacheControl,
  WireCitation,
} from "./wire.js";

const text = () => z.string({ error: "R-086" }).nullish();
const count = () => z.number({ error: "R-086" }).nullish();
const cache_control = WireCacheControl.nullish();

export const AnswerTextBlock = z.looseObject({
  type: z.literal("text"),
  text: text(),
  citations: list(WireCitation, "R-086").nullish(),
  cache_control,
});
export type AnswerTextBlock = z.infer<typeof AnswerTextBlock>;

export const AnswerThinkingBlock = z.looseObject({ type: z.literal("thinking"), thinking: text(), signature: text() });
export type AnswerThinkingBlock = z.infer<typeof AnswerThinkingBlock>;

export const AnswerRedactedBlock = z.looseObject({ type: z.literal("redacted_thinking"), data: text() });
export type AnswerRedactedBlock = z.infer<typeof AnswerRedactedBlock>;

export const AnswerToolUseBlock = z.looseObject({
  type: z.enum(["tool_use", "server_tool_use"]),
  id: text(),
  name: z.string({ error: "R-086" }),
  input: anyValue("R-086"),
  cache_control,
});
export type AnswerToolUseBlock = z.infer<typeof AnswerToolUseBlock>;

export const AnswerServerResultBlock = z.looseObject({
  type: z.enum([
    "web_search_tool_result",
    "web_fetch_tool_result",
    "code_execution_tool_result",
    "bash_code_execution_tool_result",
    "text_editor_code_execution_tool_result",
    "tool_search_tool_result",
  ]),
  tool_use_id: text(),
  content: anyValue("R-086"),
  cache_control,
});
export type AnswerServerResultBlock = z.infer<typeof AnswerServerResultBlock>;

export const KnownAnswerBlock = z.discriminatedUnion(
  "type",
  [
    AnswerTextBlock,
    AnswerThinkingBlock,
    AnswerRedactedBlock,
    AnswerToolUseBlock,
    AnswerServerResultBlock,
    ImageBlock,
    DocumentBlock,
    SearchResultBlock,
    ToolResultBlock,
  ],
  { error: "R-086" },
);
export type KnownAnswerBlock = z.infer<typeof KnownAnswerBlock>;
/** A block of an answer, which is a looser thing than a block of a request. */
export const AnswerBlock = z.union([KnownAnswerBlock, unknownKind(BLOCK_KINDS, "R-086")]);
export type AnswerBlock = z.infer<typeof AnswerBlock>;

/** A block that is read whole: that of a text is read with what stands around it. */
export type WholeBlock = Exclude<AnswerBlock, AnswerTextBlock>;

export function isKnownBlock(block: AnswerBlock): block is KnownAnswerBlock {
  return BLOCK_KINDS.some((kind) => kind === block.type);
}

export const WireUsage = z.looseObject(
  {
    input_tokens: count(),
    output_tokens: count(),
    cache_creation_input_tokens: count(),
    cache_read_input_tokens: count(),
    cache_creation: z.looseObject({ ephemeral_5m_input_tokens: count(), ephemeral_1h_input_tokens: count() }, { error: "R-086" }).nullish(),
    output_tokens_details: z.looseObject({ thinking_tokens: count() }, { error: "R-086" }).nullish(),
    server_tool_use: z.looseObject({ web_search_requests: count(), web_fetch_requests: count() }, { error: "R-086" }).nullish(),
    service_tier: text(),
  },
  { error: "R-086" },
);
export type WireUsage = z.infer<typeof WireUsage>;

export const WireStopDetails = z.looseObject({ type: text(), category: text(), explanation: text() }, { error: "R-086" });
export type WireStopDetails = z.infer<typeof WireStopDetails>;

const stop = { stop_reason: text(), stop_sequence: text(), stop_details: WireStopDetails.nullish() };

/** What ends an answer: fields of a whole answer, or of the `delta` of `message_delta`. */
export const WireStop = z.looseObject(stop, { error: "R-086" });
export type WireStop = z.infer<typeof WireStop>;

const envelope = { id: text(), type: text(), role: text(), model: text(), usage: WireUsage.nullish(), ...stop };

export const MessagesResponse = z.looseObject({ ...envelope, content: list(AnswerBlock, "R-086") }, { error: "R-086" });
/** A whole answer. Unknown fields pass, and null counts as absent. Source: https://docs.anthropic.com/en/api/messages */
export type MessagesResponse = z.infer<typeof MessagesResponse>;

/** The answer in `message_start`: nothing in it is certain yet. */
const MessageHead = z.looseObject({ ...envelope, content: list(AnswerBlock, "R-086").nullish() }, { error: "R-086" });
export type MessageHead = z.infer<typeof MessageHead>;

const ErrorObject = z.looseObject({ type: z.string({ error: "R-170" }), message: z.string({ error: "R-170" }) }, { error: "R-170" });

export const MessagesError = z.looseObject(
  { type: z.literal("error", { error: "R-170" }), error: ErrorObject, request_id: text() },
  { error: "R-170" },
);
/** The body of an error answer. Source: https://docs.anthropic.com/en/api/errors */
export type MessagesError = z.infer<typeof MessagesError>;

const DELTA_KINDS = ["text_delta", "input_json_delta", "thinking_delta", "signature_delta", "citations_delta"] as const;
export const BlockDelta = z.union([
  z.discriminatedUnion(
    "type",
    [
      z.looseObject({ type: z.literal("text_delta"), text: text() }),
      z.looseObject({ type: z.literal("input_json_delta"), partial_json: text() }),
      z.looseObject({ type: z.literal("thinking_delta"), thinking: text() }),
      z.looseObject({ type: z.literal("signature_delta"), signature: text() }),
      z.looseObject({ type: z.literal("citations_delta"), citation: WireCitation }),
    ],
    { error: "R-086" },
  ),
  unknownKind(DELTA_KINDS, "R-086"),
]);
export type BlockDelta = z.infer<typeof BlockDelta>;

export function isKnownDelta(delta: BlockDelta): delta is Exclude<BlockDelta, UnknownBlock> {
  return DELTA_KINDS.some((kind) => kind === delta.type);
}

const index = z.number({ error: "R-086" });

export const MessageStartEvent = z.looseObject({ type: z.literal("message_start"), message: MessageHead });
export type MessageStartEvent = z.infer<typeof MessageStartEvent>;
export const BlockStartEvent = z.looseObject({ type: z.literal("content_block_start"), index, content_block: AnswerBlock });
export type BlockStartEvent = z.infer<typeof BlockStartEvent>;
const BlockDeltaEvent = z.looseObject({ type: z.literal("content_block_delta"), index, delta: BlockDelta });
export const BlockStopEvent = z.looseObject({ type: z.literal("content_block_stop"), index });
export type BlockStopEvent = z.infer<typeof BlockStopEvent>;
export const MessageDeltaEvent = z.looseObject({ type: z.literal("message_delta"), delta: WireStop.nullish(), usage: WireUsage.nullish() });
export type MessageDeltaEvent = z.infer<typeof MessageDeltaEvent>;
const MessageStopEvent = z.looseObject({ type: z.literal("message_stop") });
export type MessageStopEvent = z.infer<typeof MessageStopEvent>;
const PingEvent = z.looseObject({ type: z.literal("ping") });
export type PingEvent = z.infer<typeof PingEvent>;
/** `error` is whatever a server says; see `error.ts`. */
export const ErrorEvent = z.looseObject({ type: z.literal("error"), error: z.unknown() });
export type ErrorEvent = z.infer<typeof ErrorEvent>;

export const MessagesStreamEvent = z.discriminatedUnion(
  "type",
  [MessageStartEvent, BlockStartEvent, BlockDeltaEvent, BlockStopEvent, MessageDeltaEvent, MessageStopEvent, PingEvent, ErrorEvent],
  { error: "R-086" },
);
/** One event of a streamed answer, told apart by `type`. Source: https://docs.anthropic.com/en/api/messages-streaming */
export type MessagesStreamEvent = z.infer<typeof MessagesStreamEvent>;

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
