/**
 * What nobody understands of a chunk's choice, kept as the whole answer keeps it: fields of the delta are fields of the
 * message there.
 *
 *     {"index": 0, "delta": {"executed_tools": […]}, "stop_reason": 154827}
 */

import { isJsonArray } from "../../core/json.js";
import { joinKey, splitKey } from "../../core/trace.js";
import { keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { Extensions } from "../../model/index.js";
import type { DecodeOptions } from "../options.js";
import { unknownWords } from "./finish.js";
import { besideSignature } from "./signatures.js";
import type { ChunkChoice, Delta } from "./wire-answer.js";

/** @param delta that of the choice, or what stands for it */
export function unknownOf(choice: ChunkChoice, delta: Delta, styles: DecodeOptions["styles"]): Extensions | undefined {
  const {
    delta: _delta,
    native_finish_reason: _native,
    index: _index,
    finish_reason: _reason,
    message: _message,
    logprobs: _probabilities,
    content_filter_results: _safety,
    ...rest
  } = choice;
  return keepUnknown("chat-completions", unknownWords(choice, rest, styles), [
    ["message", restOf(delta)],
    ...besideSignature(delta.extra_content, ["message"]),
  ]).extensions;
}

function restOf(delta: Delta): Readonly<Record<string, unknown>> {
  const {
    role,
    content: _content,
    refusal: _refusal,
    annotations: _annotations,
    tool_calls: _calls,
    function_call: _call,
    audio: _audio,
    reasoning_content: _thinking,
    reasoning: _reasoning,
    reasoning_details: _details,
    thinking_blocks: _blocks,
    extra_content: _extra,
    images: _images,
    ...rest
  } = delta;
  return (role ?? "") === "" || role === "assistant" ? rest : { ...rest, role };
}

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
