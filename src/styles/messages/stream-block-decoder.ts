/**
 * Blocks of a messages stream, as parts. Text, thinking and arguments pass on as they come. What only makes sense whole
 * (the input of the service's own tools, blocks of unknown kinds) is gathered and comes when its block stops; so does what
 * is known of a text or a thought only then: the text that its citations cover, and whose signature a carrier holds.
 */
import type { CanonicalStreamEvent } from "../../canonical/event.js";
import type { Rest } from "../../canonical/extensions.js";
import type { Part, Signature } from "../../canonical/index.js";
import { readSignature } from "../../canonical/signature.js";
import { brief, dropped, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { StreamDecodeOptions } from "../style.js";
import { decodeCitation } from "./citations.js";
import { createCallReader, type HotPiece, type PartSink, type Reader } from "./stream-call-decoder.js";
import { grown, inputOf } from "./stream-pieces.js";
import { createPartReader, isKnownDelta } from "./stream-whole.js";
import { carriedSignature } from "./thinking-blocks.js";
import type { WireCitation } from "./wire.js";
import {
  type AnswerBlock,
  type AnswerTextBlock,
  type AnswerThinkingBlock,
  type BlockDeltaEvent,
  type BlockStartEvent,
  type BlockStopEvent,
  isKnownBlock,
} from "./wire-answer.js";

type Protocol = (message: string, path?: Path) => void;

export interface BlocksDecoder {
  start(event: BlockStartEvent, protocol: Protocol): void;
  delta(event: BlockDeltaEvent, protocol: Protocol): void;
  stop(event: BlockStopEvent): void;
  /** A block that comes complete, outside the sequence of starts and stops. */
  whole(block: AnswerBlock, path: Path): void;
  /** Ends what is open: nothing more will come. */
  close(): void;
  /** What the last event was, when it was nothing but one more piece of an open part. */
  hot(): HotPiece | undefined;
  /** Counts text that was passed on without this. */
  advance(units: number): void;
}

interface Setting {
  readonly emit: (event: CanonicalStreamEvent) => void;
  readonly report: (issue: Issue) => void;
  /** Index of the event at hand. */
  readonly position: () => number;
  readonly responseId: () => string;
  readonly options: StreamDecodeOptions;
}

/** A block that was complete from its start. */
const COMPLETE: Reader = { delta: () => false, stop: () => undefined };

export function createBlocksDecoder({ emit, report, position, responseId, options }: Setting): BlocksDecoder {
  /** The open blocks by their index. There is one, except where a server breaks the grammar. */
  const open = new Map<number, Reader>();
  let parts = 0;
  const read = createPartReader({ options, report, path: () => [position()], responseId });
  let piece: HotPiece | undefined;
  /** UTF-16 units of text so far. */
  let visible = 0;
  /** A text part whose block has stopped; the carrier of its signature may follow, so its own stop waits. */
  let text: number | undefined;
  /** The carrier of a call's signature; the call must follow. */
  let carrier: Extract<AnswerBlock, { type: "thinking" }> | undefined;

  const sink: PartSink = {
    start(head) {
      const part = parts++;
      emit({ type: "part-start", choice: 0, part, head });
      return part;
    },
    delta(part, delta) {
      emit({ type: "part-delta", choice: 0, part, delta });
    },
    stop(part) {
      emit({ type: "part-stop", choice: 0, part });
    },
  };
  const passed = (next: HotPiece) => {
    piece = next;
  };

  function emitWhole(head: Part): void {
    sink.stop(sink.start(head));
  }

  /** Nothing that was waited for came. */
  function settle(): void {
    if (text !== undefined) sink.stop(text);
    text = undefined;
    if (carrier !== undefined) emitWhole(read.whole(carrier));
    carrier = undefined;
  }

  /** The signature of the call that starts. */
  function takeSignature(): Signature | undefined {
    const signature = carrier === undefined ? undefined : carriedSignature(carrier)?.signature;
    carrier = undefined;
    settle();
    return signature;
  }

  function readerOf(block: AnswerBlock): Reader {
    if (!isKnownBlock(block)) {
      settle();
      return gatheringReader(block);
    }
    // A thought settles the matter itself: it may be what was waited for.
    if (block.type !== "thinking" && block.type !== "tool_use") settle();
    switch (block.type) {
      case "text":
        return textReader(block);
      case "thinking":
        return thinkingReader(block);
      case "tool_use":
        return createCallReader(block, takeSignature(), { parts: sink, read, context: options.context, passed });
      case "server_tool_use":
        return gatheringReader(block);
      case "redacted_thinking":
      case "web_search_tool_result":
      case "web_fetch_tool_result":
      case "code_execution_tool_result":
      case "bash_code_execution_tool_result":
      case "text_editor_code_execution_tool_result":
      case "tool_search_tool_result":
      case "image":
      case "document":
      case "search_result":
      case "tool_result":
        emitWhole(read.whole(block));
        return COMPLETE;
      default:
        return block satisfies never;
    }
  }

  /** `{"type":"text","text":""}`, then `{"type":"text_delta","text":"Hi"}` and `{"type":"citations_delta","citation":{…}}` */
  function textReader(block: AnswerTextBlock): Reader {
    const { text: first, citations: early } = block;
    const start = visible;
    const citations: WireCitation[] = [...(early ?? [])];
    const part = sink.start(read.text(block));
    add(first ?? "");

    function add(piece: string): void {
      if (piece === "") return;
      visible += piece.length;
      sink.delta(part, { kind: "text", text: piece });
    }
    return {
      delta(delta) {
        if (delta.type === "text_delta") {
          add(delta.text ?? "");
          if ((delta.text ?? "") !== "") piece = { part, kind: "text", field: "text" };
        } else if (delta.type === "citations_delta") citations.push(delta.citation);
        else return false;
        return true;
      },
      stop() {
        for (const citation of citations) {
          const decoded = decodeCitation(citation, { start, end: visible });
          if (decoded !== undefined) sink.delta(part, { kind: "citation", citation: decoded });
          else
            report(
              dropped("dropped.value", [position()], `A citation of the kind ${brief(citation.type)} cannot be read; it is left out.`),
            );
        }
        // Two texts side by side are no stream of this style, and still end.
        if (text !== undefined) sink.stop(text);
        text = part;
      },
    };
  }

  /** `{"type":"thinking","thinking":"","signature":""}`, then `thinking_delta` and, last, `signature_delta` */
  function thinkingReader(block: AnswerThinkingBlock): Reader {
    let part: number | undefined;
    let signature = block.signature ?? "";
    add(block.thinking ?? "");

    function begin(): number {
      settle();
      return sink.start(read.thinking(block));
    }
    function add(piece: string): void {
      if (piece === "") return;
      part ??= begin();
      sink.delta(part, { kind: "thinking", text: piece });
    }
    return {
      delta(delta) {
        if (delta.type === "thinking_delta") {
          add(delta.thinking ?? "");
          if (part !== undefined) piece = { part, kind: "thinking", field: "thinking" };
        } else if (delta.type === "signature_delta") signature = delta.signature ?? signature;
        else return false;
        return true;
      },
      stop() {
        const carried = part === undefined ? carriedSignature({ ...block, thinking: "", signature }) : undefined;
        if (carried?.slot === "x") {
          if (text === undefined) settle();
          text ??= sink.start({ type: "text", text: "" });
          sink.delta(text, { kind: "signature", ...carried.signature });
          settle();
        } else if (carried?.slot === "c") {
          settle();
          carrier = { ...block, signature };
        } else {
          part ??= begin();
          if (signature !== "") sink.delta(part, { kind: "signature", ...readSignature(signature, "messages") });
          sink.stop(part);
        }
      },
    };
  }

  /** A block that has a meaning only when it is whole: its pieces are put into it when it stops. */
  function gatheringReader(block: AnswerBlock): Reader {
    const isOpaque = !isKnownBlock(block);
    const input: string[] = [];
    const pieces: Rest[] = [];
    return {
      delta(delta) {
        if (delta.type === "input_json_delta") input.push(delta.partial_json ?? "");
        else return false;
        return true;
      },
      ...(isOpaque ? { unknown: (delta) => void pieces.push(delta) } : {}),
      stop() {
        const json = input.join("");
        const filled = json.trim() === "" ? block : { ...block, input: inputOf(json) };
        settle();
        emitWhole(read.whole(pieces.length === 0 ? filled : { ...filled, ...grown(filled, pieces) }));
      },
    };
  }

  return {
    start({ index, content_block }, protocol) {
      if (open.has(index)) protocol(`Block ${index} is open already; it is not opened again.`);
      else open.set(index, readerOf(content_block));
    },
    delta({ index, delta }, protocol) {
      piece = undefined;
      const reader = open.get(index);
      if (reader === undefined) return;
      if (isKnownDelta(delta)) {
        if (!reader.delta(delta)) protocol(`This block does not take a ${delta.type}; it is left out.`, ["delta"]);
      } else if (reader.unknown === undefined) protocol(`Nothing is known of a ${brief(delta.type)}; it is left out.`, ["delta", "type"]);
      else reader.unknown(delta);
    },
    stop({ index }) {
      const reader = open.get(index);
      open.delete(index);
      reader?.stop();
    },
    whole(block) {
      readerOf(block).stop();
    },
    hot: () => piece,
    advance(units) {
      if (piece?.kind === "text") visible += units;
    },
    close() {
      for (const reader of open.values()) reader.stop();
      open.clear();
      settle();
    },
  };
}
