/**
 * The event that makes up nearly all of a stream, narrowed by hand: a delta of text, thought or input. Whatever else an
 * event holds, the schema looks at it.
 */
import { isBare } from "../../core/bare.js";

const FIELDS = { text_delta: "text", thinking_delta: "thinking", input_json_delta: "partial_json" } as const;
type DeltaType = keyof typeof FIELDS;

/** A copy of the event, of its known fields. */
export function plainDelta(event: unknown) {
  if (!isBare(event)) return undefined;
  const { type, index, delta } = event;
  if (type !== "content_block_delta" || typeof index !== "number" || !Number.isFinite(index) || !isBare(delta)) return undefined;
  for (const key in event) if (key !== "type" && key !== "index" && key !== "delta") return undefined;
  const kind = delta.type;
  if (!isDelta(kind)) return undefined;
  const field = FIELDS[kind];
  for (const key in delta) if (key !== "type" && key !== field) return undefined;
  const text = delta[field];
  if (typeof text !== "string") return undefined;
  switch (kind) {
    case "text_delta":
      return { type, index, delta: { type: kind, text } } as const;
    case "thinking_delta":
      return { type, index, delta: { type: kind, thinking: text } } as const;
    case "input_json_delta":
      return { type, index, delta: { type: kind, partial_json: text } } as const;
    default:
      return kind satisfies never;
  }
}

function isDelta(type: unknown): type is DeltaType {
  return type === "text_delta" || type === "thinking_delta" || type === "input_json_delta";
}
