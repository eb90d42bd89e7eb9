/** Parts that a stream holds whole, and the heads of those that grow: the same reading as that of a whole answer. */
import { argumentsFromValue } from "../../canonical/arguments.js";
import { keepUnknown } from "../../canonical/extensions.js";
import { answerCallId } from "../../canonical/ids.js";
import type { Json, Part, Signature, TextPart, ThinkingPart, ToolCallPart } from "../../canonical/index.js";
import { restoreToolName } from "../../canonical/tool-names.js";
import { dropped } from "../../core/issue.js";
import { isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Context } from "../options.js";
import type { BlockSink } from "./stream-block-encoder.js";
import { BLOCK_KINDS, type UnknownBlock } from "./wire.js";
import type { AnswerBlock, AnswerTextBlock, AnswerThinkingBlock, AnswerToolUseBlock, BlockDelta } from "./wire-answer.js";

export type KnownAnswerBlock = Exclude<AnswerBlock, UnknownBlock>;
export type KnownDelta = Exclude<BlockDelta, UnknownBlock>;

const DELTA_KINDS: readonly string[] = ["text_delta", "input_json_delta", "thinking_delta", "signature_delta", "citations_delta"];

export function isKnownBlock(block: AnswerBlock): block is KnownAnswerBlock {
  return BLOCK_KINDS.some((kind) => kind === block.type);
}

export function isKnownDelta(delta: BlockDelta): delta is KnownDelta {
  return DELTA_KINDS.includes(delta.type);
}

export function textHead({ type, text, citations, cache_control, ...rest }: AnswerTextBlock): TextPart {
  return { type, text: "", ...keepUnknown("messages", rest) };
}

export function thinkingHead({ type, thinking, signature, ...rest }: AnswerThinkingBlock): ThinkingPart {
  return { type, text: "", ...keepUnknown("messages", rest) };
}

export interface CallSetting {
  readonly responseId: string;
  /** Position among the calls of the answer. */
  readonly call: number;
  readonly context: Context | undefined;
}

export function callHead(
  { type, id, name, input, cache_control, ...rest }: AnswerToolUseBlock,
  signature: Signature | undefined,
  { responseId, call, context }: CallSetting,
): ToolCallPart {
  const given = id === undefined || id === null || id === "" ? undefined : id;
  const restored = restoreToolName(name, context);
  return {
    type: "tool-call",
    id: given ?? answerCallId({ responseId, turn: context?.turn ?? 0, choice: 0, call, name }),
    name: restored,
    variant: context?.customTools?.includes(restored) === true ? "custom" : "function",
    arguments: { json: "" },
    ...(given === undefined ? { idSynthesized: true } : {}),
    ...(signature === undefined ? {} : { signature }),
    ...keepUnknown("messages", rest),
  };
}

/** The text of arguments that came as a value. Those of a free-form tool stand under `input`. */
export function ownArguments(input: unknown, variant: ToolCallPart["variant"]): string {
  if (!isPlain(input)) return "{}";
  if (variant === "custom" && isJsonObject(input) && typeof input.input === "string") return input.input;
  return argumentsFromValue(input).json;
}

/** Events were proven plain at the door; see `asJson`. */
function isPlain(_value: unknown): _value is Json | undefined {
  return true;
}

export function decodeWhole(block: AnswerBlock): Part {
  if (isKnownBlock(block) && block.type === "redacted_thinking") return { type: "redacted-thinking", data: block.data ?? "" };
  return { type: "opaque", style: "messages", value: JSON.parse(JSON.stringify(block)) };
}

export function encodeWhole(part: Part, path: Path, sink: BlockSink): readonly AnswerBlock[] {
  if (part.type === "redacted-thinking") return [{ type: "redacted_thinking", data: part.data }];
  sink.once(`part:${part.type}`, () => dropped("dropped.part", path, `Answers of this style have no ${part.type} blocks.`));
  return [];
}
