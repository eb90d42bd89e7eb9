/**
 * Streams of the messages endpoint: named server-sent events, the name of a frame being the `type` of its data, without an end marker after
 * `message_stop`. First the events as the service documents them, known by hand: from the first to the last, and blocks of text, thoughts
 * and calls. Whatever else an event holds, the schema looks at it. Then their order, and a stream that is repeated.
 */
import { entryOf } from "../../core/collections.js";
import { notice } from "../../core/issue.js";
import { copyOf, isBare, isObject } from "../../core/json.js";
import { hasOnly, type Rest } from "../../model/extensions.js";
import { MAX_GATHERED, mergeFields } from "../../stream/limits.js";
import { isOfCounts } from "../shared/usage.js";
import type { Framing, NormalizerHost, StreamNormalizer } from "../style.js";
import { hasReason, USAGE_FIELDS } from "./finish.js";
import { Grammar, isSame } from "./stream-block-decoder.js";
import { ArgumentsScanner } from "./stream-block-encoder.js";
import { BlockDelta, type MessageDeltaEvent, type MessagesStreamEvent, TEXT_FIELDS, type TextDelta } from "./wire-answer.js";

type Node = Readonly<Record<string, unknown>>;
type BlockEvent = Extract<MessagesStreamEvent, { readonly type: `content_block_${string}` }>;
type BlockDeltaEvent = Extract<MessagesStreamEvent, { readonly type: "content_block_delta" }>;

const TYPE = ["type"];
const OF_BLOCK = ["type", "index"];
const DELTA = ["type", "index", "delta"];
const SIGNATURE = ["type", "signature"];
const BEGINNING = ["type", "message"];
const START = ["type", "index", "content_block"];
const END = ["type", "delta", "usage"];
/** The texts of a block, by its type; those of calls have an empty `input` beside them. */
const BLOCKS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["text", ["text"]],
  ["thinking", ["thinking", "signature"]],
  ["redacted_thinking", ["data"]],
  ["tool_use", ["id", "name"]],
  ["server_tool_use", ["id", "name"]],
]);
const NAMES: ReadonlySet<string> = new Set(["id", "type", "role", "model"]);
/** Of usage: `{"input_tokens":9,"cache_creation":{"ephemeral_5m_input_tokens":0},"output_tokens":1,"service_tier":"standard"}` */
const INNER: ReadonlySet<string> = new Set(["cache_creation", "output_tokens_details", "server_tool_use"]);
const WORDS: ReadonlySet<string> = new Set(["service_tier", "inference_geo"]);

/** Whether it is such an event, and no delta: plain JSON, in shape, and with nothing that asks for a closer look. */
export function isPlainEvent(event: unknown): event is MessagesStreamEvent {
  if (!isBare(event)) return false;
  switch (event.type) {
    case "content_block_start":
      return hasOnly(event, START) && Number.isFinite(event.index) && isPlainBlock(event.content_block);
    case "content_block_delta":
      return hasOnly(event, DELTA) && Number.isFinite(event.index) && isPlainSignature(event.delta);
    case "content_block_stop":
      return hasOnly(event, OF_BLOCK) && Number.isFinite(event.index);
    case "message_start":
      return hasOnly(event, BEGINNING) && isPlainStart(event.message);
    case "message_delta":
      return hasOnly(event, END) && isPlainEnd(event.delta) && isOfCounts(event.usage, INNER, WORDS);
    case "message_stop":
    case "ping":
      return hasOnly(event, TYPE);
    default:
      return false;
  }
}

/** `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}` and nothing else */
export function plainDelta(event: unknown): TextDelta | undefined {
  if (!isBare(event) || event.type !== "content_block_delta" || !hasOnly(event, DELTA)) return undefined;
  const { index, delta } = event;
  if (typeof index !== "number" || !Number.isFinite(index) || !isBare(delta)) return undefined;
  const { type } = delta;
  if (type !== "text_delta" && type !== "thinking_delta" && type !== "input_json_delta") return undefined;
  const field = TEXT_FIELDS[type];
  for (const key in delta) if (key !== "type" && key !== field) return undefined;
  const text = delta[field];
  return typeof text === "string" ? { index, type, text } : undefined;
}

/** `{"type":"text","text":""}` */
function isPlainBlock(block: unknown): boolean {
  if (!isBare(block)) return false;
  const texts = BLOCKS.get(block.type);
  if (texts === undefined) return false;
  for (const text of texts) if (typeof block[text] !== "string") return false;
  const calls = texts.includes("id");
  for (const key in block) {
    const isInput = key === "input" && calls;
    if (key !== "type" && !texts.includes(key) && !(isInput ? isBare(block.input) && hasOnly(block.input, []) : block[key] === null))
      return false;
  }
  return !calls || block.input !== undefined;
}

/** `{"type":"signature_delta","signature":"EqQB"}` */
function isPlainSignature(delta: unknown): boolean {
  return isBare(delta) && delta.type === "signature_delta" && typeof delta.signature === "string" && hasOnly(delta, SIGNATURE);
}

function isPlainStart(message: unknown): boolean {
  if (!isBare(message)) return false;
  for (const key in message) {
    const value = message[key];
    const isPlain = NAMES.has(key)
      ? typeof value === "string"
      : key === "content"
        ? Array.isArray(value) && value.length === 0
        : value === null || (key === "usage" && isOfCounts(value, INNER, WORDS));
    if (!isPlain) return false;
  }
  return true;
}

/** `{"stop_reason":"end_turn","stop_sequence":null}` */
function isPlainEnd(delta: unknown): boolean {
  if (!isBare(delta)) return false;
  for (const key in delta) {
    const isWord = key === "stop_reason" || key === "stop_sequence";
    if (delta[key] !== null && !(isWord && typeof delta[key] === "string")) return false;
  }
  return true;
}

/** The JSON text of an event that an encoder made: a text that is printed alone takes a third of the time of an object around it. */
export function print(event: MessagesStreamEvent): string | undefined {
  switch (event.type) {
    case "content_block_delta":
      return printDelta(event.index, event.delta);
    case "content_block_start":
      return `{"type":"content_block_start","index":${event.index},"content_block":${JSON.stringify(event.content_block)}}`;
    case "content_block_stop":
      return `{"type":"content_block_stop","index":${event.index}}`;
    case "message_stop":
      return '{"type":"message_stop"}';
    default:
      return undefined;
  }
}

function printDelta(index: number, delta: BlockDelta): string | undefined {
  if (!BlockDelta.isKnown(delta) || delta.type === "signature_delta" || delta.type === "citations_delta") return undefined;
  const { type } = delta;
  const field = TEXT_FIELDS[type];
  return `{"type":"content_block_delta","index":${index},"delta":{"type":"${type}","${field}":${JSON.stringify(delta[field])}}}`;
}

/**
 * A stream that is repeated as it came, kept to the order of events: blocks that a source left open are closed, and indexes with
 * gaps are counted anew. Some servers open a call while another goes on; such blocks wait until that has ended, or its input is whole:
 *
 *     start 0, start 1, delta 0, delta 1, stop 0, stop 1   ->   start 0, delta 0, stop 0, start 1, delta 1, stop 1
 *
 * A text that goes on when another block has begun goes on in a block of its own.
 */
class MessagesNormalizer implements StreamNormalizer<MessagesStreamEvent> {
  private readonly grammar = new Grammar();
  /** Index of the last block in what is written, and whether it is open there. */
  private written = -1;
  private isOpen = false;
  /** What names it, and its input so far where it is a call. */
  private block: Node = {};
  declare private input: ArgumentsScanner | undefined;
  /** Index and type of the last block that another closed. */
  declare private cut: { readonly index: number | undefined; readonly type: unknown } | undefined;
  /** Events of the blocks that wait, by their index. */
  declare private waiting: Map<number, MessagesStreamEvent[]> | undefined;
  /** How long those are. */
  declare private held: number;
  /** Counts that came before the end: no block may follow a `message_delta`, so they wait for it. */
  declare private counts: MessageDeltaEvent | undefined;
  /** Index of the event at hand. */
  private at = 0;

  constructor(private readonly host: NormalizerHost) {}

  accept(event: MessagesStreamEvent, index: number): readonly MessagesStreamEvent[] {
    this.at = index;
    const { waiting, grammar } = this;
    const opens = event.type === "content_block_start" && event.index !== grammar.open;
    if (isOfBlock(event) && (waiting?.has(event.index) || (opens && this.fills))) return this.hold(event);
    if (event.type === "content_block_delta" && event.index !== grammar.open && !this.host.refused()) return this.goOn(event);
    if (waiting === undefined) return this.placed(event);
    const ends = event.type === "message_stop" || (event.type === "message_delta" && hasReason(event));
    const before = ends ? this.due(true) : [];
    return [before, this.placed(event), this.due(false)].flat();
  }

  close(): readonly MessagesStreamEvent[] {
    return [...this.due(true), ...this.ending()];
  }

  /** More of a block that another closed. */
  private goOn(event: BlockDeltaEvent): readonly MessagesStreamEvent[] {
    const { index, delta } = event;
    const { cut, grammar } = this;
    const type = cut?.index === index && grammar.phase === "content" ? cut.type : undefined;
    if ((type === "text" || type === "thinking") && delta.type === `${type}_delta`) {
      const start = { type: "content_block_start", index, content_block: EMPTY[type] } as const;
      return [start, event].flatMap((each) => this.accept(each, this.at));
    }
    const message = "Its block is not open; this is left out.";
    this.host.report(notice("stream.late_delta", [this.at], message, { severity: "warning" }));
    return [];
  }

  /** The open block is a call whose input is not whole. */
  private get fills(): boolean {
    return this.grammar.open !== undefined && this.input?.complete === false;
  }

  private hold(event: BlockEvent): readonly MessagesStreamEvent[] {
    this.waiting ??= new Map();
    entryOf(this.waiting, event.index, () => []).push(copyOf(event));
    this.held = (this.held ?? 0) + JSON.stringify(event).length;
    return this.held > MAX_GATHERED ? this.due(true) : [];
  }

  /** Blocks that need not wait any more, up to the first call that goes on. */
  private due(all: boolean): readonly MessagesStreamEvent[] {
    const ready: MessagesStreamEvent[] = [];
    for (const [index, events] of this.waiting ?? []) {
      if (!all && this.fills) return ready;
      this.waiting?.delete(index);
      for (const event of events) for (const each of this.placed(event)) ready.push(each);
    }
    this.waiting = undefined;
    this.held = 0;
    return ready;
  }

  private placed(event: MessagesStreamEvent): readonly MessagesStreamEvent[] {
    const { grammar, block } = this;
    const { open } = grammar;
    const starts = event.type === "content_block_start";
    if (starts && event.index === open && isSame(block, event.content_block)) return [];
    grammar.accept(event);
    if (grammar.refused) return [];
    switch (event.type) {
      case "content_block_start":
      case "content_block_delta":
      case "content_block_stop": {
        if (starts && this.isOpen) this.cut = { index: open, type: block.type };
        const closed = starts ? this.closed() : [];
        if (starts) this.begin(event.content_block);
        else if (event.type === "content_block_delta" && typeof event.delta.partial_json === "string")
          this.input?.push(event.delta.partial_json);
        this.isOpen = event.type !== "content_block_stop";
        return [...closed, event.index === this.written ? event : { ...event, index: this.written }];
      }
      case "message_delta":
        if (grammar.phase === "ended") return [...this.ending(), event];
        this.count(event);
        return [];
      case "message_stop":
        return [...this.ending(), event];
      default:
        return [event];
    }
  }

  private count(event: MessageDeltaEvent): void {
    const { type, delta, usage } = event;
    const { delta: oldDelta, usage: oldUsage, ...old }: MessageDeltaEvent = this.counts ?? { type };
    const merge = <T extends Rest>(before: T, after: T | null | undefined) =>
      after == null ? before : mergeFields(before, after, [this.at], this.host.report);
    this.counts = {
      ...merge(old, { ...event, delta: undefined, usage: undefined }),
      type,
      delta: merge(oldDelta ?? NO_REASON, delta),
      usage: merge(oldUsage ?? NOTHING, usage),
    };
  }

  /** What has to stand before the end. */
  private ending(): readonly MessagesStreamEvent[] {
    const { counts } = this;
    this.counts = undefined;
    return counts === undefined ? this.closed() : [...this.closed(), counts];
  }

  private begin({ type, id, input }: Node): void {
    this.written++;
    this.block = { type, id };
    this.input = typeof type === "string" && /tool_use$/.test(type) ? new ArgumentsScanner() : undefined;
    if (isObject(input) && !hasOnly(input, [])) this.input?.push(JSON.stringify(input));
  }

  private closed(): readonly MessagesStreamEvent[] {
    const { isOpen, written } = this;
    this.isOpen = false;
    return isOpen ? [{ type: "content_block_stop", index: written }] : [];
  }

  unfinished(): readonly number[] {
    return this.grammar.phase === "ended" ? [] : [0];
  }
}

const NOTHING = {};
const NO_REASON = { stop_reason: null };
const EMPTY = { text: { type: "text", text: "" }, thinking: { type: "thinking", thinking: "", signature: "" } } as const;

function isOfBlock(event: MessagesStreamEvent): event is BlockEvent {
  return event.type.startsWith("content_block_");
}

export const framing: Framing<MessagesStreamEvent> = {
  name: ({ type }) => type,
  last: { type: "message_stop" },
  model: ["message", "model"],
  fields: { ...USAGE_FIELDS, files: ["content"] },
};

export const normalizer = (host: NormalizerHost): StreamNormalizer<MessagesStreamEvent> => new MessagesNormalizer(host);
