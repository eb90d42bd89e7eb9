/**
 * What a stream shares with a whole answer: how a complete block is read and written. Nothing of it looks back or ahead, so
 * each block has a trace of its own, which goes with it.
 */
import type { Part, Signature, TextPart, ToolCallPart } from "../../canonical/index.js";
import type { Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { createTrace } from "../../core/trace.js";
import type { StreamDecodeOptions, StreamEncodeOptions } from "../style.js";
import type { BlockReader, BlockWriter } from "./block.js";
import { ownMarker } from "./cache.js";
import { decodeToolCall } from "./calls.js";
import { decodeBlock, encodePart } from "./content.js";
import { createNames } from "./names.js";
import { createAnswerReader } from "./response.js";
import { decodeText } from "./text.js";
import type { Block, UnknownBlock } from "./wire.js";
import type { AnswerBlock, AnswerTextBlock, AnswerThinkingBlock, AnswerToolUseBlock, BlockDelta } from "./wire-answer.js";

export type KnownDelta = Exclude<BlockDelta, UnknownBlock>;

const DELTA_KINDS: readonly string[] = ["text_delta", "input_json_delta", "thinking_delta", "signature_delta", "citations_delta"];

export function isKnownDelta(delta: BlockDelta): delta is KnownDelta {
  return DELTA_KINDS.includes(delta.type);
}

/** Blocks of a stream as parts, and the heads of those that grow. */
export interface PartReader {
  whole(block: AnswerBlock): Part;
  text(block: AnswerTextBlock): TextPart;
  thinking(block: AnswerThinkingBlock): Part;
  call(block: AnswerToolUseBlock, signature: Signature | undefined): ToolCallPart;
}

export interface PartSetting {
  readonly options: StreamDecodeOptions;
  readonly report: (issue: Issue) => void;
  /** Where the event at hand has its block. */
  readonly path: () => Path;
  readonly responseId: () => string;
}

export function createPartReader({ options, report, path, responseId }: PartSetting): PartReader {
  let answer: BlockReader | undefined;

  function reader(): BlockReader {
    // The id of the answer is known by the first block, not before.
    answer ??= createAnswerReader(responseId(), options.context, { trace: createTrace(), report });
    return { ...answer, trace: createTrace() };
  }
  return {
    whole: (block) => decodeBlock(block, path(), reader()),
    text: ({ citations, ...block }) => decodeText({ ...block, text: "" }, path(), reader()),
    thinking: (block) => decodeBlock({ ...block, thinking: "", signature: "" }, path(), reader()),
    call: (block, signature) => decodeToolCall(block, path(), reader(), signature),
  };
}

/** What the parts of one stream need to know of each other: their ids. */
export function createPartWriter(options: StreamEncodeOptions, report: (issue: Issue) => void): BlockWriter {
  return {
    document: "answer",
    options,
    trace: createTrace(),
    report,
    marker: ownMarker,
    codeCalls: new Map(),
    ...createNames(report),
    toolName: (name) => name,
  };
}

/** @param path canonical path of the part */
export function encodeWhole(part: Part, path: Path, writer: BlockWriter): readonly Block[] {
  return encodePart(part, path, { ...writer, trace: createTrace() });
}
