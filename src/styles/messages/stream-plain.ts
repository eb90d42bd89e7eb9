/**
 * The events of a stream as the service documents them, known by hand: from the first to the last, and blocks of text, thoughts and
 * calls. Whatever else an event holds, the schema looks at it.
 */
import { isBare } from "../../core/json.js";
import { hasOnly } from "../../model/extensions.js";
import { type MessagesStreamEvent, TEXT_FIELDS } from "./wire-answer.js";

type Node = Readonly<Record<string, unknown>>;

const TYPE = ["type"];
const OF_BLOCK = ["type", "index"];
const DELTA = ["type", "index", "delta"];
const BEGINNING = ["type", "message"];
const START = ["type", "index", "content_block"];
const END = ["type", "delta", "usage"];
const BLOCKS = { text: ["text"], thinking: ["thinking", "signature"], tool_use: ["id", "name"] } as const;
const NAMES: ReadonlySet<string> = new Set(["id", "type", "role", "model"]);
const INNER: ReadonlySet<string> = new Set(["cache_creation", "output_tokens_details", "server_tool_use"]);

/** Whether it is such an event: plain JSON, in shape, and with nothing that asks for a closer look. */
export function isPlainEvent(event: unknown): event is MessagesStreamEvent {
  if (!isBare(event)) return false;
  switch (event.type) {
    case "content_block_delta":
      return hasOnly(event, DELTA) && Number.isFinite(event.index) && isPlainDelta(event.delta);
    case "content_block_start":
      return hasOnly(event, START) && Number.isFinite(event.index) && isPlainBlock(event.content_block);
    case "content_block_stop":
      return hasOnly(event, OF_BLOCK) && Number.isFinite(event.index);
    case "message_start":
      return hasOnly(event, BEGINNING) && isPlainStart(event.message);
    case "message_delta":
      return hasOnly(event, END) && isPlainEnd(event.delta) && isPlainUsage(event.usage);
    case "message_stop":
    case "ping":
      return hasOnly(event, TYPE);
    default:
      return false;
  }
}

/** `{"type":"text_delta","text":"Hi"}` and nothing else */
function isPlainDelta(delta: unknown): boolean {
  if (!isBare(delta)) return false;
  const { type } = delta;
  if (type !== "text_delta" && type !== "thinking_delta" && type !== "input_json_delta") return false;
  const field = TEXT_FIELDS[type];
  for (const key in delta) if (key !== "type" && key !== field) return false;
  return typeof delta[field] === "string";
}

/** `{"type":"text","text":""}` */
function isPlainBlock(block: unknown): boolean {
  if (!isBare(block)) return false;
  const { type } = block;
  if (type !== "text" && type !== "thinking" && type !== "tool_use") return false;
  const texts: readonly string[] = BLOCKS[type];
  for (const text of texts) if (typeof block[text] !== "string") return false;
  for (const key in block) {
    const isInput = key === "input" && type === "tool_use";
    if (key !== "type" && !texts.includes(key) && !(isInput ? isBare(block.input) && hasOnly(block.input, []) : block[key] === null))
      return false;
  }
  return type !== "tool_use" || block.input !== undefined;
}

function isPlainStart(message: unknown): boolean {
  if (!isBare(message)) return false;
  for (const key in message) {
    const value = message[key];
    const isPlain = NAMES.has(key)
      ? typeof value === "string"
      : key === "content"
        ? Array.isArray(value) && value.length === 0
        : value === null || (key === "usage" && isPlainUsage(value));
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

/** `{"input_tokens":9,"cache_creation":{"ephemeral_5m_input_tokens":0},"output_tokens":1,"service_tier":"standard"}` */
function isPlainUsage(usage: unknown): boolean {
  if (!isBare(usage)) return false;
  for (const key in usage) {
    const value = usage[key];
    const isText = key === "service_tier" || key === "inference_geo";
    const isPlain = isText ? typeof value === "string" : INNER.has(key) ? isBare(value) && isOfCounts(value) : Number.isFinite(value);
    if (!isPlain && value !== null) return false;
  }
  return true;
}

function isOfCounts(counts: Node): boolean {
  for (const key in counts) if (counts[key] !== null && !Number.isFinite(counts[key])) return false;
  return true;
}
