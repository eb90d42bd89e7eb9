/**
 * Unknown fields of a choice, put back into a chunk: those of the message are fields of the delta.
 *
 *     {"index": 0, "delta": {"executed_tools": […]}, "stop_reason": 154827}
 */

import { isJsonArray } from "../../core/json.js";
import { joinKey, splitKey } from "../../core/trace.js";
import { restoreUnknown } from "../../model/extensions.js";
import type { Extensions } from "../../model/index.js";
import type { ChunkChoice } from "./wire-answer.js";

const LISTS: ReadonlySet<string> = new Set(["message.annotations", "message.images"]);

/** A choice of a chunk that says nothing but these fields; undefined when there are none of this style. */
export function unknownChoice(extensions: Extensions | undefined): Omit<ChunkChoice, "index"> | undefined {
  const kept = extensions?.["chat-completions"];
  if (kept === undefined) return undefined;
  const moved = Object.entries(kept).map(([key, value]) => {
    const [first, ...deeper] = splitKey(key);
    if (first !== "message") return [key, value] as const;
    // Of a list that was understood in part the others are told already.
    const rest = isJsonArray(value) && LISTS.has(key) ? value.filter((entry) => entry !== null) : value;
    return [joinKey(["delta", ...deeper]), rest] as const;
  });
  return restoreUnknown<Omit<ChunkChoice, "index">>(
    { delta: {}, finish_reason: null },
    { "chat-completions": Object.fromEntries(moved) },
    "chat-completions",
  );
}
