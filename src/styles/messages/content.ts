/**
 * Content blocks, one canonical part each. The exception is a signature that this style has no field for: it travels in a
 * `thinking` block without text, directly before the `tool_use` or directly after the `text` that it belongs to.
 */

import { dropUnknown, keepUnknown, restoreUnknown } from "../../canonical/extensions.js";
import type {
  Part,
  RedactedThinkingPart,
  RefusalPart,
  SearchResultPart,
  Signature,
  TextPart,
  ThinkingPart,
} from "../../canonical/index.js";
import { readSignature, type SignatureSlot, unwrapSignature, wrapSignature } from "../../canonical/signature.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { conforms } from "../../core/schema.js";
import type { Trace } from "../../core/trace.js";
import type { Context, EncodeOptions } from "../options.js";
import { decodeCacheControl } from "./cache.js";
import { decodeToolCall, decodeToolResult, encodeToolCall, encodeToolResult } from "./calls.js";
import { CITATION_FIELDS, decodeCitation, encodeCitation, splitAtCitations } from "./citations.js";
import { decodeDocument, decodeImage, encodeDocument, encodeImage } from "./media.js";
import { isPlain } from "./plain.js";
import {
  decodeServerCall,
  decodeServerResult,
  encodeCodeCall,
  encodeCodeResult,
  encodeServerCall,
  encodeServerResult,
} from "./server-tools.js";
import {
  Block,
  type RedactedThinkingBlock,
  type SearchResultBlock,
  type TextBlock,
  type ThinkingBlock,
  type WireCacheControl,
} from "./wire.js";
import {
  type AnswerBlock,
  type AnswerRedactedBlock,
  type AnswerTextBlock,
  type AnswerThinkingBlock,
  isKnownBlock,
  type KnownAnswerBlock,
} from "./wire-answer.js";

/** What reading a block needs to know. */
export interface BlockReader {
  readonly trace: Trace;
  readonly report: (issue: Issue) => void;
  /** Id of a call whose wire has none. */
  callId(name: string, input: unknown): string;
  serverCallId(name: string): string;
  /** Is told of every call: their ids count them all. */
  onCall?(): void;
  /** What the question was: names of tools, for an answer. */
  readonly context?: Context | undefined;
}

/** What writing a block needs to know, and what it finds out for the blocks that follow. */
export interface BlockWriter {
  /** A request is sent to a service of this style, which refuses other vendors' signatures; an answer goes to a client. */
  readonly document: "request" | "answer";
  readonly options: EncodeOptions;
  readonly trace: Trace;
  readonly report: (issue: Issue) => void;
  /** The cache marker that the part may keep, to be spread into its block. */
  marker(part: object): { readonly cache_control?: WireCacheControl };
  /** The legal form of the id of a call, and of a result's reference to it. */
  callId(id: string, path: Path): string;
  resultId(id: string, path: Path): string;
  toolName(name: string, path: Path): string;
  /** The tools of the code calls so far, by their id. */
  readonly codeCalls: Map<string, string>;
}

/** The blocks of a message or of an answer. */
export function decodeBlocks(blocks: readonly AnswerBlock[], path: Path, reader: BlockReader): Part[] {
  const parts: Part[] = [];
  let offset = 0;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (block === undefined) continue;
    const at = [...path, index];
    if (!isKnownBlock(block)) {
      parts.push(decodeBlock(block, at, reader));
      continue;
    }
    const next = knownBlock(blocks[index + 1]);
    const carried = carriedSignature(block);
    if (block.type === "text") {
      const after = carriedSignature(next)?.slot === "x" ? carriedSignature(next) : undefined;
      const signature = after === undefined ? undefined : reader.trace.mark(after.signature, [...path, ++index], SIGNATURE_FIELDS);
      parts.push(decodeText(block, at, reader, { offset, signature }));
      offset += block.text?.length ?? 0;
    } else if (carried?.slot === "c" && next?.type === "tool_use") {
      const signature = reader.trace.mark(carried.signature, at, SIGNATURE_FIELDS);
      parts.push(decodeToolCall(next, [...path, ++index], reader, signature));
    } else if (carried?.slot === "x") {
      const signature = reader.trace.mark(carried.signature, at, SIGNATURE_FIELDS);
      parts.push(reader.trace.mark({ type: "text", text: "", signature }, at, { text: ["thinking"] }));
    } else parts.push(decodeBlock(block, at, reader));
  }
  return parts;
}

const SIGNATURE_FIELDS = { value: ["signature"], origin: ["signature"] } as const;

function knownBlock(block: AnswerBlock | undefined): KnownAnswerBlock | undefined {
  return block !== undefined && isKnownBlock(block) ? block : undefined;
}

/** The signature in a block that holds nothing else. */
export function carriedSignature(
  block: KnownAnswerBlock | undefined,
): { readonly signature: Signature; readonly slot: SignatureSlot } | undefined {
  if (block?.type !== "thinking") return undefined;
  const { type, thinking, signature, ...rest } = block;
  if ((thinking ?? "") !== "" || typeof signature !== "string" || Object.keys(rest).length > 0) return undefined;
  return unwrapSignature(signature);
}

/** One block; {@link decodeBlocks} puts carried signatures back where they belong. */
export function decodeBlock(block: AnswerBlock, path: Path, reader: BlockReader): Part {
  if (!isKnownBlock(block))
    return reader.trace.mark<Part>({ type: "opaque", style: "messages", value: isPlain(block) ? block : null }, path, { value: [] });
  switch (block.type) {
    case "text":
      return decodeText(block, path, reader);
    case "image":
      return decodeImage(block, path, reader);
    case "document":
      return decodeDocument(block, path, reader);
    case "search_result":
      return decodeSearchResult(block, path, reader);
    case "tool_use":
      return decodeToolCall(block, path, reader);
    case "server_tool_use":
      return decodeServerCall(block, path, reader);
    case "tool_result":
      return decodeToolResult(block, path, reader);
    case "thinking":
      return decodeThinking(block, path, reader);
    case "redacted_thinking":
      return decodeRedacted(block, path, reader);
    case "web_search_tool_result":
    case "web_fetch_tool_result":
    case "code_execution_tool_result":
    case "bash_code_execution_tool_result":
    case "text_editor_code_execution_tool_result":
    case "tool_search_tool_result":
      return decodeServerResult(block, path, reader);
    default:
      return block satisfies never;
  }
}

interface TextSetting {
  /** Where the text starts in the visible text of the turn. */
  readonly offset?: number;
  readonly signature?: Signature | undefined;
}

export function decodeText(
  block: AnswerTextBlock,
  path: Path,
  { trace }: BlockReader,
  { offset = 0, signature }: TextSetting = {},
): TextPart {
  const { type, text: given, citations: cited, cache_control, ...rest } = block;
  const text = given ?? "";
  const span = { start: offset, end: offset + text.length };
  const { cacheControl, unread } = decodeCacheControl(cache_control);
  const citations = (cited ?? []).flatMap((citation, index) => {
    const decoded = decodeCitation(citation, span);
    return decoded === undefined ? [] : [trace.mark(decoded, [...path, "citations", index], CITATION_FIELDS[decoded.kind])];
  });
  // A list with a citation that cannot be read is kept as it is, too: a canonical list that is shorter would be a loss.
  const unreadable = cited !== undefined && cited !== null && citations.length < cited.length ? { citations: cited } : {};
  const part: TextPart = {
    type,
    text,
    ...(citations.length === 0 ? {} : { citations }),
    ...compact({ cacheControl, signature }),
    ...keepUnknown("messages", { ...rest, ...unreadable }, unread),
  };
  return trace.mark(part, path, MARKER_FIELDS);
}

const MARKER_FIELDS = { cacheControl: ["cache_control"] } as const;

function decodeSearchResult(block: SearchResultBlock, path: Path, reader: BlockReader): SearchResultPart {
  const { type, source, title, content, citations, cache_control, ...rest } = block;
  const { cacheControl, unread } = decodeCacheControl(cache_control);
  const { enabled, ...citationsRest } = citations ?? {};
  const part: SearchResultPart = {
    type: "search-result",
    source,
    title,
    content: content.map((inner, index) => decodeText(inner, [...path, "content", index], reader)),
    ...compact({ citations: enabled ?? undefined, cacheControl }),
    ...keepUnknown("messages", rest, [["citations", citationsRest], ...unread]),
  };
  return reader.trace.mark(part, path, { ...MARKER_FIELDS, citations: ["citations", "enabled"] });
}

function decodeThinking(block: AnswerThinkingBlock, path: Path, { trace }: BlockReader): ThinkingPart {
  const { type, thinking, signature: value, ...rest } = block;
  const part: ThinkingPart = {
    type,
    text: thinking ?? "",
    // An empty signature is how thoughts of a service that signs nothing stand in this style.
    ...(value === undefined || value === null || value === "" ? {} : { signature: readSignature(value, "messages") }),
    ...keepUnknown("messages", rest),
  };
  return trace.mark(part, path, { text: ["thinking"], "signature.value": ["signature"] });
}

function decodeRedacted(block: AnswerRedactedBlock, path: Path, { trace }: BlockReader): RedactedThinkingPart {
  const { type, data: given, ...rest } = block;
  const signature = readSignature(given ?? "", "messages");
  const part: RedactedThinkingPart = { type: "redacted-thinking", data: signature.value, signature, ...keepUnknown("messages", rest) };
  return trace.mark(part, path, { signature: ["data"] });
}

/** The parts of a message or of an answer as blocks, each marked with the part that it came from. */
export function encodeParts(parts: readonly Part[], path: Path, writer: BlockWriter): Block[] {
  const blocks: Block[] = [];
  let offset = 0;
  parts.forEach((part, index) => {
    blocks.push(...encodePart(part, [...path, index], writer, offset));
    if (part.type === "text") offset += part.text.length;
  });
  return blocks;
}

/** @param offset where the part stands in the visible text, in UTF-16 units; citations of other styles count from its start */
export function encodePart(part: Part, path: Path, writer: BlockWriter, offset = 0): readonly Block[] {
  const blocks = blocksOf(part, path, writer, offset);
  for (const block of blocks) writer.trace.mark(block, path, PART_FIELDS);
  if (blocks.length > 0 && part.extensions !== undefined) dropUnknown(part.extensions, "messages", path, writer.report);
  return blocks;
}

const PART_FIELDS = {
  cache_control: ["cacheControl"],
  id: ["id"],
  tool_use_id: ["callId"],
  input: ["arguments"],
  thinking: ["text"],
  "source.media_type": ["source", "mimeType"],
} as const;

function blocksOf(part: Part, path: Path, writer: BlockWriter, offset: number): readonly Block[] {
  switch (part.type) {
    case "text":
      return encodeText(part, path, writer, offset);
    case "image":
      return encodeImage(part, path, writer);
    case "document":
      return encodeDocument(part, path, writer);
    case "search-result":
      return encodeSearchResult(part, path, writer);
    case "tool-call":
      return encodeToolCall(part, path, writer);
    case "tool-result":
      return encodeToolResult(part, path, writer);
    case "thinking":
      return encodeThinking(part, path, writer);
    case "redacted-thinking":
      return encodeRedacted(part, path, writer);
    case "refusal":
      return encodeRefusal(part, path, writer);
    case "server-tool-call":
      return encodeServerCall(part, path, writer);
    case "server-tool-result":
      return encodeServerResult(part, path, writer);
    case "code-call":
      return encodeCodeCall(part, path, writer);
    case "code-result":
      return encodeCodeResult(part, path, writer);
    case "audio": {
      const { transcript } = part;
      if (writer.document === "request" || transcript === undefined || transcript === "")
        return leaveOut(part, path, writer, "This style has no sound");
      writer.report(approximated("approximated.media", path, "This style has no sound; what was said is written as text."));
      return [{ type: "text", text: transcript }];
    }
    case "video":
      return leaveOut(part, path, writer, "This style has no video");
    case "opaque":
      if (part.style === "messages" && conforms(Block, part.value)) return [part.value];
      return leaveOut(part, path, writer, `Only the ${part.style} style knows what it is`);
    default:
      return part satisfies never;
  }
}

/** Reports that a part has no block here. */
export function leaveOut(
  part: { readonly type: Part["type"] },
  path: Path,
  { report }: Pick<BlockWriter, "report">,
  why: string,
): readonly [] {
  report(dropped("dropped.part", path, `${why}; the ${part.type} part is left out.`));
  return [];
}

/** Reports a signature that the receiving service would refuse, because another made it. */
export function dropSignature({ origin }: { readonly origin: string }, path: Path, { report }: Pick<BlockWriter, "report">): void {
  report(
    notice(
      "unportable.signature",
      path,
      `This signature is one of the ${origin} style; a messages service would refuse it, so it was removed.`,
      {
        severity: "warning",
        from: origin,
      },
    ),
  );
}

/** A signature that has no field of its own here, in a block that holds nothing else; never sent to a service. */
export function carrierOf(
  signature: Signature | undefined,
  slot: SignatureSlot,
  path: Path,
  writer: BlockWriter,
): readonly ThinkingBlock[] {
  if (signature === undefined) return [];
  if (writer.document === "answer") return [{ type: "thinking", thinking: "", signature: wrapSignature(signature, slot) }];
  dropSignature(signature, [...path, "signature"], writer);
  return [];
}

function encodeText(part: TextPart, path: Path, writer: BlockWriter, offset: number): readonly Block[] {
  const { type, text, citations = [], cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const carrier = carrierOf(signature, "x", path, writer);
  if (text === "" && writer.document === "answer") return carrier;
  const marker = writer.marker(part);
  if (citations.length === 0) return [restoreUnknown({ type, text, ...marker }, extensions, "messages"), ...carrier];
  const written = citations.map((citation, index) => encodeCitation(citation, [...path, "citations", index], writer.report));
  const pieces = splitAtCitations(text, citations, offset).map(({ text: piece, citations: covering }): TextBlock => {
    const of = covering.flatMap((position) => written[position] ?? []);
    return { type, text: piece, ...(of.length === 0 ? {} : { citations: of }) };
  });
  const last = pieces.pop() ?? { type, text };
  return [...pieces, restoreUnknown({ ...last, ...marker }, extensions, "messages"), ...carrier];
}

function encodeSearchResult(part: SearchResultPart, path: Path, writer: BlockWriter): readonly Block[] {
  const { type, source, title, content, citations, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  if (writer.document === "answer") return leaveOut(part, path, writer, "Answers of this style hold no search results of the caller");
  const block: SearchResultBlock = {
    type: "search_result",
    source,
    title,
    content: content.flatMap((inner, index) => encodePart(inner, [...path, "content", index], writer).filter(isTextBlock)),
    ...(citations === undefined ? {} : { citations: { enabled: citations } }),
    ...writer.marker(part),
  };
  return [restoreUnknown(block, extensions, "messages")];
}

export function isTextBlock(block: Block): block is TextBlock {
  return block.type === "text";
}

function encodeThinking(part: ThinkingPart, path: Path, writer: BlockWriter): readonly ThinkingBlock[] {
  const { type, text, summary, signature, cacheControl, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  if (writer.document === "answer") {
    if (text === "" && signature === undefined) return [];
    if (summary === true) writer.report(equivalent(path, "A summary of thoughts is a thought like any other here."));
    return [restoreUnknown({ type, thinking: text, signature: thinkingSignature(signature) }, extensions, "messages")];
  }
  if (signature?.origin === "messages")
    return [restoreUnknown({ type, thinking: text, signature: signature.value }, extensions, "messages")];
  if (signature !== undefined) dropSignature(signature, path, writer);
  else
    writer.report(
      notice(
        "unportable.signature",
        path,
        "A messages service takes back only thoughts that it signed; these are unsigned and were removed.",
        {
          severity: "warning",
        },
      ),
    );
  return [];
}

/** What stands in `thinking.signature` of an answer: empty where nobody signed. */
export function thinkingSignature(signature: Signature | undefined): string {
  if (signature === undefined) return "";
  return signature.origin === "messages" ? signature.value : wrapSignature(signature, "t");
}

function encodeRedacted(part: RedactedThinkingPart, path: Path, writer: BlockWriter): readonly RedactedThinkingBlock[] {
  const { type, data, signature, cacheControl, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const origin = signature?.origin ?? "unknown";
  if (origin === "messages") return [restoreUnknown({ type: "redacted_thinking", data }, extensions, "messages")];
  if (writer.document === "answer") return [{ type: "redacted_thinking", data: wrapSignature({ value: data, origin }, "r") }];
  dropSignature({ origin }, path, writer);
  return [];
}

function encodeRefusal(part: RefusalPart, path: Path, writer: BlockWriter): readonly TextBlock[] {
  const { type, text, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  writer.report(equivalent(path, "A refusal is text in this style; in an answer the stop reason says that it is one."));
  return text === "" && writer.document === "answer" ? [] : [{ type: "text", text, ...writer.marker(part) }];
}
