/**
 * What a stream shares with a whole answer: how a complete block is read and written. Nothing of it looks back or ahead, so
 * each block has a trace of its own, which goes with it.
 */
import { answerCallId, portableCallId, serverCallId } from "../../canonical/ids.js";
import type { Part, Signature, TextPart, ToolCallPart } from "../../canonical/index.js";
import { approximated, brief, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { createTrace } from "../../core/trace.js";
import type { StreamDecodeOptions, StreamEncodeOptions } from "../style.js";
import { decodeToolCall } from "./calls.js";
import { type BlockReader, type BlockWriter, decodeBlock, decodeText, encodePart } from "./content.js";
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
  const { context } = options;
  let calls = 0;
  let serverCalls = 0;

  function reader(): BlockReader {
    const seed = { turn: context?.turn ?? 0, choice: 0 };
    return {
      trace: createTrace(),
      report,
      callId: (name) => answerCallId({ ...seed, responseId: responseId(), call: calls, name }),
      serverCallId: (name) => serverCallId({ ...seed, responseId: responseId(), call: serverCalls++, name }),
      context,
    };
  }
  return {
    whole: (block) => decodeBlock(block, path(), reader()),
    text: ({ citations, ...block }) => decodeText({ ...block, text: "" }, path(), reader()),
    thinking: (block) => decodeBlock({ ...block, thinking: "", signature: "" }, path(), reader()),
    call(block, signature) {
      const part = decodeToolCall(block, path(), reader(), signature);
      calls++;
      return part;
    },
  };
}

/** @param path canonical path of the part */
export function encodeWhole(part: Part, path: Path, options: StreamEncodeOptions, report: (issue: Issue) => void): readonly Block[] {
  return encodePart(part, path, createPartWriter(options, report));
}

export function createPartWriter(options: StreamEncodeOptions, report: (issue: Issue) => void): BlockWriter {
  const id = (given: string, path: Path) => encodeCallId(given, path, report);
  return {
    document: "answer",
    options,
    trace: createTrace(),
    report,
    marker: () => ({}),
    callId: id,
    resultId: id,
    toolName: (name) => name,
    codeCalls: new Map(),
  };
}

function encodeCallId(id: string, path: Path, report: (issue: Issue) => void): string {
  if (/^[A-Za-z0-9_-]+$/.test(id)) return id;
  const portable = portableCallId(id);
  report(
    approximated("rewritten.tool_id", path, "Ids of this style hold letters, digits, `_` and `-` only; this one was rewritten.", {
      from: brief(id),
      to: brief(portable),
    }),
  );
  return portable;
}
