/**
 * The event that makes up nearly all of a stream, narrowed and printed by hand: a delta of text, thought or input. Whatever
 * else an event holds, the schema looks at it.
 */
import { isBare } from "../../core/json.js";
import type { MessagesStreamEvent } from "./wire-answer.js";

export interface PlainDelta {
  /** Of the block. */
  readonly index: number;
  readonly type: keyof typeof FIELDS;
  readonly text: string;
}

/** The field of a delta that holds its text. */
export const FIELDS = { text_delta: "text", thinking_delta: "thinking", input_json_delta: "partial_json" } as const;
const FIELD_OF: ReadonlyMap<string, string> = new Map(Object.entries(FIELDS));

/** `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}` and nothing else */
export function plainDelta(event: unknown): PlainDelta | undefined {
  if (!isBare(event)) return undefined;
  const { type, index, delta } = event;
  if (type !== "content_block_delta" || typeof index !== "number" || !Number.isFinite(index) || !isBare(delta)) return undefined;
  for (const key in event) if (key !== "type" && key !== "index" && key !== "delta") return undefined;
  const kind = delta.type;
  if (kind !== "text_delta" && kind !== "thinking_delta" && kind !== "input_json_delta") return undefined;
  const field = FIELDS[kind];
  for (const key in delta) if (key !== "type" && key !== field) return undefined;
  const text = delta[field];
  return typeof text === "string" ? { index, type: kind, text } : undefined;
}

/**
 * The JSON of such a delta without other fields, which the caller answers for. A text that is printed alone takes a third of
 * the time of an object around it.
 */
export function printPlain(event: MessagesStreamEvent): string | undefined {
  if (event.type !== "content_block_delta") return undefined;
  const { index, delta } = event;
  const field = FIELD_OF.get(delta.type);
  if (field === undefined) return undefined;
  const text: unknown = Reflect.get(delta, field);
  return `{"type":"content_block_delta","index":${index},"delta":{"type":"${delta.type}","${field}":${JSON.stringify(text)}}}`;
}
