/** What a delta of a chunk holds. Servers fill its fields with null, "" and empty lists where they say nothing. */
import { hasMembers, nonEmpty } from "./empty.js";
import { readCallSignature } from "./signatures.js";
import type { Delta } from "./wire-answer.js";

/** Whether it says anything of the answer itself. */
export function hasContent(delta: Delta): boolean {
  return (
    (delta.content !== undefined && delta.content !== null && delta.content.length > 0) ||
    nonEmpty(delta.reasoning_content) ||
    nonEmpty(delta.reasoning) ||
    nonEmpty(delta.refusal) ||
    hasMembers(delta.reasoning_details) ||
    hasMembers(delta.tool_calls) ||
    hasMembers(delta.function_call) ||
    hasMembers(delta.annotations) ||
    hasMembers(delta.thinking_blocks) ||
    hasMembers(delta.images) ||
    hasMembers(delta.audio) ||
    readCallSignature(delta.extra_content) !== undefined
  );
}

/** Whether nothing stands in it but its place and kind: `{"tool_calls": [{"index": 0, "function": {"arguments": ""}}]}`. */
export function isHollow(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === null || value === undefined || value === "";
  return Object.entries(value).every(([key, member]) => key === "index" || key === "type" || key === "role" || isHollow(member));
}
