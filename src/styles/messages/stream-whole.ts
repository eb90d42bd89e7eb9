/**
 * What a stream shares with a whole answer: how a complete block is read and written. Nothing of it looks back or ahead, so
 * no block is looked up again.
 */

import type { Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { UNTRACED } from "../../core/trace.js";
import type { CallIds } from "../../model/ids.js";
import type { Part, Signature, TextPart, ToolCallPart } from "../../model/index.js";
import type { StreamDecodeOptions, StreamEncodeOptions } from "../style.js";
import { type BlockReader, type BlockWriter, DECLARED_NAMES } from "./block.js";
import { ownMarker } from "./cache.js";
import { decodeToolCall } from "./calls.js";
import { decodeBlock } from "./parts.js";
import { decodeThinkingBlock } from "./reasoning-blocks.js";
import { AnswerReader } from "./response.js";
import type { DecodedStep } from "./stream-step.js";
import { decodeText } from "./text.js";
import type { UnknownBlock } from "./wire.js";
import type { AnswerTextBlock, AnswerThinkingBlock, AnswerToolUseBlock, BlockDelta, WholeBlock } from "./wire-answer.js";

export type KnownDelta = Exclude<BlockDelta, UnknownBlock>;

const DELTA_KINDS: readonly string[] = ["text_delta", "input_json_delta", "thinking_delta", "signature_delta", "citations_delta"];

export function isKnownDelta(delta: BlockDelta): delta is KnownDelta {
  return DELTA_KINDS.includes(delta.type);
}

const BEGINNING: Path = ["content_block"];

/** Blocks of a stream as parts, and the heads of those that grow. */
export class PartReader {
  /** Where a block stands in the event that brings it. */
  spot = BEGINNING;
  /** Known before the first block. */
  responseId: string;
  private readonly options: StreamDecodeOptions;
  private readonly step: DecodedStep;
  private answer: BlockReader | undefined = undefined;

  constructor(options: StreamDecodeOptions, step: DecodedStep) {
    this.options = options;
    this.step = step;
    this.responseId = options.responseId ?? "";
  }

  whole(block: WholeBlock): Part {
    return decodeBlock(block, this.path, this.reader);
  }

  text({ citations, ...block }: AnswerTextBlock): TextPart {
    return decodeText({ ...block, text: "" }, this.path, { trace: UNTRACED });
  }

  thinking(block: AnswerThinkingBlock): Part {
    return decodeThinkingBlock({ ...block, thinking: "", signature: "" }, this.path, { trace: UNTRACED });
  }

  /** @param place that of the block, where it began before the event at hand */
  call(block: AnswerToolUseBlock, signature: Signature | undefined, place = this.place): ToolCallPart {
    return decodeToolCall(block, place, this.reader, signature);
  }

  /** Where the block at hand stands in the stream. */
  get place(): Path {
    return [...this.path, ...this.spot];
  }

  private get path(): Path {
    return this.step.place;
  }

  /** Counts calls; an answer of text alone has none. */
  private get reader(): BlockReader {
    const { responseId, options, step } = this;
    this.answer ??= new AnswerReader(responseId, options.context, { trace: UNTRACED, report: step.report });
    return this.answer;
  }
}

/** What writes parts whole. `ids`: those of all calls of the stream. */
export function createPartWriter(options: StreamEncodeOptions, report: (issue: Issue) => void, ids: CallIds): BlockWriter {
  return {
    document: "answer",
    options,
    trace: UNTRACED,
    report,
    marker: ownMarker,
    codeCalls: new Map(),
    ids,
    names: DECLARED_NAMES,
  };
}
