/**
 * Content blocks, one canonical part each. The exception is a signature that this style has no field for: it travels in a
 * `thinking` block without text, directly before the `tool_use` or directly after the `text` that it belongs to.
 */

import { approximated, equivalent, type Issue, type Path } from "../../core/issue.js";
import { UNTRACED } from "../../core/trace.js";
import type { Part } from "../../model/index.js";
import type { EncodeOptions } from "../options.js";
import {
  type BlockReader,
  type BlockWriter,
  createCallIds,
  DECLARED_NAMES,
  decodeOpaque,
  dropSignature,
  encodeOpaque,
  leaveOut,
  marked,
} from "./block.js";
import { decodeToolCall, decodeToolResult, encodeToolCall, encodeToolResult } from "./calls.js";
import { decodeText, encodeRefusal, encodeText } from "./citations.js";
import { decodeInner, encodeInner } from "./media.js";
import {
  carriedSignature,
  decodeRedacted,
  decodeThinkingBlock,
  encodeRedacted,
  encodeThinkingBlock,
  isCarrier,
  leftOutAtEnd,
  SIGNATURE_FIELDS,
} from "./reasoning.js";
import { decodeServerCall, decodeServerResult, encodeCodeResult, encodeServerCall, encodeServerResult } from "./server-tools.js";
import { Block } from "./wire.js";
import { type AnswerBlock, isKnownBlock, type WholeBlock } from "./wire-answer.js";

/** The blocks of a message or of an answer. */
export function decodeBlocks(blocks: readonly AnswerBlock[], path: Path, reader: BlockReader): Part[] {
  const parts: Part[] = [];
  let offset = 0;
  let taken = -1;
  for (const [index, block] of blocks.entries()) {
    // A block that was read with the one before it.
    if (index === taken) continue;
    const at = [...path, index];
    if (!isKnownBlock(block)) {
      parts.push(decodeBlock(block, at, reader));
      continue;
    }
    const next = blocks[index + 1];
    const carried = carriedSignature(block);
    if (block.type === "text") {
      const after = carriedSignature(next);
      if (after?.slot === "x") taken = index + 1;
      const signature = after?.slot === "x" ? reader.trace.mark(after.signature, [...path, taken], SIGNATURE_FIELDS) : undefined;
      parts.push(decodeText(block, at, reader, { offset, signature }));
      offset += block.text?.length ?? 0;
    } else if (carried?.slot === "c" && next !== undefined && isKnownBlock(next) && next.type === "tool_use") {
      const signature = reader.trace.mark(carried.signature, at, SIGNATURE_FIELDS);
      taken = index + 1;
      parts.push(decodeToolCall(next, [...path, taken], reader, signature));
    } else if (carried?.slot === "x") {
      const signature = reader.trace.mark(carried.signature, at, SIGNATURE_FIELDS);
      parts.push(reader.trace.mark({ type: "text", text: "", signature }, at, { text: ["thinking"] }));
    } else parts.push(decodeBlock(block, at, reader));
  }
  return parts;
}

/** One block; {@link decodeBlocks} puts carried signatures back where they belong. */
export function decodeBlock(block: WholeBlock, path: Path, reader: BlockReader): Part {
  if (!isKnownBlock(block)) return decodeOpaque(block, path, reader);
  switch (block.type) {
    case "tool_use":
      return decodeToolCall(block, path, reader);
    case "server_tool_use":
      return decodeServerCall(block, path, reader);
    case "tool_result":
      return decodeToolResult(block, path, reader);
    case "thinking":
      return decodeThinkingBlock(block, path, reader);
    case "redacted_thinking":
      return decodeRedacted(block, path, reader);
    case "image":
    case "document":
    case "search_result":
      return decodeInner(block, path, reader);
    default:
      return decodeServerResult(block, path, reader);
  }
}

/** Writes the parts of an answer. Nothing looks up where they came from. */
export function createAnswerWriter(options: EncodeOptions, report: (issue: Issue) => void, ids = createCallIds()): BlockWriter {
  return { document: "answer", options, trace: UNTRACED, report, codeCalls: new Map(), ids, names: DECLARED_NAMES };
}

/** The parts of an answer as blocks, each marked with the part that it came from. */
export function encodeParts(parts: readonly Part[], path: Path, writer: BlockWriter): Block[] {
  const written: { readonly block: Block; readonly path: Path; readonly lone: boolean }[] = [];
  let offset = 0;
  parts.forEach((part, index) => {
    const at = [...path, index];
    const lone = part.type === "text" && part.text === "" && part.signature !== undefined && parts[index - 1]?.type === "text";
    encodePart(part, at, writer, offset).forEach((block, order) => {
      written.push({ block, path: order === 0 ? at : [...at, "signature"], lone });
    });
    if (part.type === "text") offset += part.text.length;
  });
  for (let last = written.at(-1); last !== undefined && isCarrier(last.block); last = written.at(-1)) {
    writer.report(leftOutAtEnd(last.path));
    written.pop();
  }
  for (const { lone } of written)
    if (lone)
      writer.report(equivalent(path, "A signature without a text of its own stands behind the text before it, and is read as that one's."));
  return written.map(({ block }) => block);
}

/** @param offset where the part stands in the visible text, in UTF-16 units; citations of other styles count from its start */
export function encodePart(part: Part, path: Path, writer: BlockWriter, offset = 0): readonly Block[] {
  if (part.signature !== undefined && !SIGNED.has(part.type)) dropSignature(part.signature, [...path, "signature"], writer);
  return marked(blocksOf(part, path, writer, offset), part, path, writer);
}

/** The parts whose signature has a place. */
const SIGNED: ReadonlySet<Part["type"]> = new Set(["text", "thinking", "redacted-thinking", "tool-call"]);

function blocksOf(part: Part, path: Path, writer: BlockWriter, offset: number): readonly Block[] {
  switch (part.type) {
    case "text":
      return encodeText(part, path, writer, offset);
    case "image":
    case "document":
    case "search-result":
      return encodeInner(part, path, writer);
    case "tool-call":
      return encodeToolCall(part, path, writer);
    case "tool-result":
      return encodeToolResult(part, path, writer);
    case "thinking":
      return encodeThinkingBlock(part, path, writer);
    case "redacted-thinking":
      return encodeRedacted(part, path, writer);
    case "refusal":
      return encodeRefusal(part, path, writer);
    case "server-tool-call":
    case "code-call":
      return encodeServerCall(part, path, writer);
    case "server-tool-result":
      return encodeServerResult(part, path, writer);
    case "code-result":
      return encodeCodeResult(part, path, writer);
    case "audio":
      if (writer.document === "request" || !part.transcript) return leaveOut(part, path, writer, "messages has no sound");
      writer.report(approximated("approximated.media", path, "messages has no sound; what was said is written as text."));
      return [{ type: "text", text: part.transcript }];
    case "video":
      return leaveOut(part, path, writer, "messages has no video");
    case "opaque":
      return encodeOpaque(part, Block, path, writer);
    default:
      return part satisfies never;
  }
}
