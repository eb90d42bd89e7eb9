/**
 * One part as the block that it becomes. Text, thinking and arguments are written as they come; a part that makes sense
 * only whole is gathered and written when it stops. A part that says nothing becomes no block.
 */
import { argumentsFromText, RAW_ARGUMENTS } from "../../canonical/arguments.js";
import { collectEvents } from "../../canonical/collect.js";
import type { CanonicalError } from "../../canonical/error.js";
import type { PartDelta } from "../../canonical/event.js";
import { dropUnknown, restoreUnknown } from "../../canonical/extensions.js";
import type {
  CacheControl,
  Citation,
  Extensions,
  Part,
  RefusalPart,
  Signature,
  TextPart,
  ThinkingPart,
  ToolCallPart,
} from "../../canonical/index.js";
import { wrapSignature } from "../../canonical/signature.js";
import type { NothingLeft } from "../../core/compact.js";
import { approximated, equivalent, failure, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { HotTarget } from "../style.js";
import type { BlockWriter as PartWriter } from "./block.js";
import { encodeCitation } from "./citations.js";
import { createArgumentsScanner, createSentText } from "./stream-arguments.js";
import { encodeWhole } from "./stream-whole.js";
import { leaveOutCitations } from "./text.js";
import { type AnswerBlock, type BlockDelta, isKnownBlock } from "./wire-answer.js";

export interface BlockWriter {
  delta(delta: PartDelta): void;
  /** Ends the part. */
  stop(): void;
  /** Nothing can follow that would change the block. */
  readonly complete: boolean;
  /** Where another piece of this kind would be written, if it changes nothing else. */
  hot?(kind: PartDelta["kind"]): HotField | undefined;
}

export interface HotField extends Pick<HotTarget, "take"> {
  /** Of the delta. */
  readonly field: "text" | "thinking" | "partial_json";
}

/** Where the events of the open block go. */
export interface BlockSink {
  start(block: AnswerBlock): void;
  delta(delta: BlockDelta): void;
  stop(): void;
  /** Ends the stream in an error: going on would be wrong. */
  fail(error: CanonicalError): void;
  /** Text of the model's own refusal: it is the reason of the end as well. */
  refuse(text: string): void;
  readonly writer: PartWriter;
  report(issue: Issue): void;
  /** Reports the first finding of its kind only. */
  once(kind: string, issue: () => Issue): void;
}

/** @param path canonical path of the part */
export function createBlockWriter(head: Part, path: Path, sink: BlockSink): BlockWriter {
  switch (head.type) {
    case "text":
      return textWriter(head, path, sink);
    case "refusal":
      return refusalWriter(head, path, sink);
    case "thinking":
      return thinkingWriter(head, path, sink);
    case "tool-call":
      return callWriter(head, path, sink);
    default:
      return wholeWriter(head, path, sink);
  }
}

/** What a client is told that must not get arguments which are no object. */
const NO_OBJECT: CanonicalError = {
  kind: "bad-gateway",
  status: 502,
  message: "The model called a tool with arguments that are no JSON object.",
  retryable: true,
};

/** Lazy, so that a part without text becomes no block. A signature stands in a block of its own after the text. */
function textWriter(head: TextPart, path: Path, sink: BlockSink): BlockWriter {
  const { type, text: first, citations: early, signature: known, cacheControl, extensions, ...rest } = head;
  rest satisfies NothingLeft;
  let isOpen = false;
  let signature = known;
  let citations = 0;
  /** Citations that came before the text that they cover. */
  const waiting: Citation[] = [];

  function write(text: string): void {
    if (text === "") return;
    if (!isOpen) {
      isOpen = true;
      dropUnknown(extensions, "messages", path, sink.report);
      sink.start({ type: "text", text: "", ...cacheMarker(cacheControl), ...ownFields(extensions) });
    }
    sink.delta({ type: "text_delta", text });
    for (const citation of waiting.splice(0)) cite(citation);
  }
  function cite(citation: Citation): void {
    if (isOpen)
      sink.delta({ type: "citations_delta", citation: encodeCitation(citation, [...path, "citations", citations++], sink.report) });
    else waiting.push(citation);
  }

  write(first);
  for (const citation of early ?? []) cite(citation);
  return {
    complete: false,
    hot: (kind) => (kind === "text" && isOpen ? { field: "text" } : undefined),
    delta(delta) {
      if (delta.kind === "text") write(delta.text);
      else if (delta.kind === "citation") cite(delta.citation);
      else if (delta.kind === "signature") signature = { value: delta.value, origin: delta.origin };
      else misplaced(delta, path, sink);
    },
    stop() {
      if (isOpen) sink.stop();
      else {
        dropUnknown(extensions, "messages", path, sink.report);
        leaveOutCitations(waiting, path, sink);
      }
      if (signature !== undefined) writeCarrier(signature, "x", sink);
    },
  };
}

/** This style has no refusal blocks: the text is text, and the reason of the end says that it is a refusal. */
function refusalWriter({ type, text, ...head }: RefusalPart, path: Path, sink: BlockSink): BlockWriter {
  const writer = textWriter({ ...head, type: "text", text }, path, sink);
  sink.report(equivalent(path, "A refusal is text in this style; the reason of the end says that it is one."));
  sink.refuse(text);
  return {
    complete: false,
    delta(delta) {
      if (delta.kind !== "refusal") return writer.delta(delta);
      sink.refuse(delta.text);
      writer.delta({ kind: "text", text: delta.text });
    },
    stop: writer.stop,
  };
}

function thinkingWriter(head: ThinkingPart, path: Path, sink: BlockSink): BlockWriter {
  const { type, text: first, summary, signature, cacheControl, extensions, ...rest } = head;
  rest satisfies NothingLeft;
  let isOpen = false;

  function open(): void {
    if (isOpen) return;
    isOpen = true;
    dropUnknown(extensions, "messages", path, sink.report);
    if (summary === true) sink.report(equivalent(path, "A summary of thoughts is a thought like any other here."));
    sink.start({ type: "thinking", thinking: "", signature: "", ...ownFields(extensions) });
  }
  function write(text: string): void {
    if (text === "") return;
    open();
    sink.delta({ type: "thinking_delta", thinking: text });
  }
  function sign(signature: Signature): void {
    open();
    sink.delta({ type: "signature_delta", signature: signature.origin === "messages" ? signature.value : wrapSignature(signature, "t") });
  }

  write(first);
  let waiting = signature;
  return {
    complete: false,
    hot: (kind) => (kind === "thinking" && isOpen ? { field: "thinking" } : undefined),
    delta(delta) {
      if (delta.kind === "thinking") write(delta.text);
      else if (delta.kind === "signature") waiting = { value: delta.value, origin: delta.origin };
      else misplaced(delta, path, sink);
    },
    stop() {
      // Last, where this style has it; it is one value, not the pieces of one.
      if (waiting !== undefined) sign(waiting);
      if (isOpen) sink.stop();
    },
  };
}

/** Opened at once: its name is known, and a client may prepare the call. The signature stands in a block before it. */
function callWriter(head: ToolCallPart, path: Path, sink: BlockSink): BlockWriter {
  const { type, id, name, variant, arguments: first, idSynthesized, signature, cacheControl, extensions, ...rest } = head;
  rest satisfies NothingLeft;
  const scanner = createArgumentsScanner();
  /** White space, until it is clear whether an object follows. */
  let blank = "";
  /** The arguments are no object and travel as the string of this field of one. */
  let wrapper: string | undefined;
  /** All of it: braces that match are not yet JSON. */
  const sent = createSentText();

  function write(json: string): void {
    if (json === "") return;
    sent.push(json);
    const decided = !scanner.blank || wrapper !== undefined;
    scanner.push(json);
    if (decided) {
      send(json);
      return;
    }
    blank += json;
    if (variant !== "custom" && scanner.blank) return;
    if (variant === "custom" || !scanner.object) {
      wrapper = variant === "custom" ? "input" : RAW_ARGUMENTS;
      sink.delta({ type: "input_json_delta", partial_json: `{${JSON.stringify(wrapper)}:"` });
    }
    send(blank);
  }
  function send(json: string): void {
    sink.delta({ type: "input_json_delta", partial_json: wrapper === undefined ? json : JSON.stringify(json).slice(1, -1) });
  }

  dropUnknown(extensions, "messages", path, sink.report);
  if (signature !== undefined) writeCarrier(signature, "c", sink);
  sink.start({
    type: "tool_use",
    id: sink.writer.callId(id, [...path, "id"]),
    name,
    input: {},
    ...cacheMarker(cacheControl),
    ...ownFields(extensions),
  });
  write(first.json);
  return {
    get complete() {
      return wrapper === undefined && scanner.complete;
    },
    hot(kind) {
      if (kind !== "arguments" || wrapper !== undefined || scanner.blank) return undefined;
      return {
        field: "partial_json",
        take(bytes, start, end) {
          scanner.take(bytes, start, end);
          sent.take(bytes, start, end);
        },
      };
    },
    delta(delta) {
      if (delta.kind === "arguments") write(delta.json);
      else if (delta.kind === "signature")
        sink.report(
          notice(
            "unportable.signature",
            [...path, "signature"],
            "The signature of this call came when its block was open already; this style has it in a block before the call, so it is left out.",
            { severity: "warning", from: delta.origin },
          ),
        );
      else misplaced(delta, path, sink);
    },
    stop() {
      if (wrapper !== undefined) sink.delta({ type: "input_json_delta", partial_json: '"}' });
      else if (scanner.blank) sink.delta({ type: "input_json_delta", partial_json: variant === "custom" ? '{"input":""}' : "{}" });
      const valid =
        variant === "custom" ||
        (wrapper === undefined && (scanner.blank || (scanner.complete && argumentsFromText(sent.text()).value !== undefined)));
      if (!valid && sink.writer.options.invalidArguments === "reject") {
        sink.report(failure("failed.unsupported", [...path, "arguments"], "The arguments are no JSON object, which this style demands."));
        sink.fail(NO_OBJECT);
        return;
      }
      if (!valid)
        sink.report(
          approximated(
            "approximated.arguments",
            [...path, "arguments"],
            wrapper === undefined
              ? "These arguments are no JSON object; they are sent as they came, and a client cannot parse them."
              : `These arguments are no JSON object; they travel as the text under \`${RAW_ARGUMENTS}\`.`,
          ),
        );
      sink.stop();
    },
  };
}

/** What is written when it is whole: redacted thinking, the service's own tools and their results, other styles' parts. */
function wholeWriter(head: Part, path: Path, sink: BlockSink): BlockWriter {
  const deltas: PartDelta[] = [];
  return {
    complete: false,
    delta(delta) {
      deltas.push(delta);
    },
    stop() {
      for (const block of encodeWhole(filled(head, deltas), path, sink.writer)) writeWhole(block, sink);
    },
  };
}

/** The input of a tool is streamed, even when it is known; every other block is complete from its start. */
function writeWhole(block: AnswerBlock, sink: BlockSink): void {
  if (!isKnownBlock(block)) sink.start(block);
  else if (block.type === "server_tool_use" || block.type === "tool_use") {
    sink.start({ ...block, input: {} });
    sink.delta({ type: "input_json_delta", partial_json: JSON.stringify(block.input ?? {}) });
  } else if (block.type === "text") {
    sink.start({ ...block, text: "" });
    sink.delta({ type: "text_delta", text: block.text ?? "" });
  } else sink.start(block);
  sink.stop();
}

/** The part with all that its deltas said, by the one fold that there is. */
function filled(head: Part, deltas: readonly PartDelta[]): Part {
  const collected = collectEvents([
    { type: "part-start", choice: 0, part: 0, head },
    ...deltas.map((delta) => ({ type: "part-delta", choice: 0, part: 0, delta }) as const),
    { type: "end" },
  ]);
  return (collected.ok ? collected.response.choices[0]?.parts[0] : undefined) ?? head;
}

/** Directly before a call (slot `c`) or after a text (slot `x`): a thought without text, which the way back recognises. */
function writeCarrier(signature: Signature, slot: "c" | "x", sink: BlockSink): void {
  sink.start({ type: "thinking", thinking: "", signature: "" });
  sink.delta({ type: "signature_delta", signature: wrapSignature(signature, slot) });
  sink.stop();
}

function misplaced(delta: PartDelta, path: Path, sink: BlockSink): void {
  sink.once(`misplaced:${delta.kind}`, () =>
    notice("stream.protocol", path, `This part does not take ${delta.kind} deltas; they are left out.`, { severity: "warning" }),
  );
}

function cacheMarker(cacheControl: CacheControl | undefined) {
  return cacheControl === undefined ? {} : { cache_control: { ...cacheControl } };
}

/** Fields of a block that only this style knows, put back into it. */
function ownFields(extensions: Extensions | undefined) {
  return restoreUnknown({}, extensions, "messages");
}
